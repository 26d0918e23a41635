//! One expression over several fact sets and nodes, each of which compiles the session again.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use pprepl_text::{Diagnostic, Source};
use puppet_eval::{Flow, Vm};
use puppet_functions::loader::facts;
use puppet_pcore::{Value, display_override, infer_reduced, type_outline};
use puppet_syntax as syntax;
use puppet_syntax::ast::Program;

use super::branching::{change_line, lines};
use super::facts::{Facts, FactsError};
use super::file::meant;
use super::reload::node_of;
use super::report::reports;
use super::{InputView, MatrixRow, MatrixView, NodeFile, Report, Session, nodes};

/// The reason why `:matrix` failed.
pub enum MatrixError {
    /// The source is not valid Puppet.
    Invalid(Vec<Report>),
    /// Some facts cannot be loaded.
    Facts(FactsError),
    /// A directory has no nodes; the reason.
    Nodes(String),
}

/// The subject of a row: a fact set or a node.
struct Subject {
    /// Its name in the table.
    label: String,
    /// The value of the setting `facts`: a bundled set or a file.
    facts: String,
    /// The certname of a node of a directory. A set keeps the session's node.
    node: Option<String>,
}

/// The number of bytes shown of a type in a row of the matrix.
const MAX_TYPE: usize = 8 << 10;

/// Evaluates source over several fact sets (default: all bundled ones) and over the nodes of directories. For each, the
/// inputs of the session run again: what they computed may depend on the facts. A node has its name, facts and data as
/// in `pprepl catalog --nodes`.
pub(crate) fn matrix(
    session: &mut Session,
    text: &str,
    sets: &[String],
    within: Duration,
) -> Result<MatrixView, MatrixError> {
    let parsed = syntax::parse(text, session.core.lex_options(false));
    let mut found = parsed.diagnostics;
    if !found.iter().any(Diagnostic::is_error) {
        found.extend(session.core.vm.validate(&parsed.program, text));
    }
    let source = Source::new("input", text);
    if found.iter().any(Diagnostic::is_error) {
        return Err(MatrixError::Invalid(reports(&source, &found)));
    }
    let subjects = subjects(sets).map_err(MatrixError::Nodes)?;
    let mut programs = programs(session);
    programs.push(Step { number: session.history.next_number(), node: None, source, program: parsed.program });
    let (node, facts) = (session.core.settings.environment.node.clone(), session.site.facts.clone());
    let mut start = lines(session).line();
    start.cut(0);
    let rewound = change_line(session, start);
    let rows = subjects.iter().map(|subject| row(session, subject, (&node, &programs), within));
    let rows: Result<Vec<MatrixRow>, FactsError> = rows.collect();
    session.site.use_node(&mut session.core, &node, facts);
    change_line(session, rewound);
    session.history.drop_unused_changes();
    rows.map(MatrixView::new).map_err(MatrixError::Facts)
}

/// An input that runs again, or the expression itself.
struct Step {
    number: usize,
    /// The node whose definition it runs.
    node: Option<String>,
    source: Arc<Source>,
    program: Program,
}

/// Returns the programs of the session's inputs, except those that failed or were undone.
fn programs(session: &Session) -> Vec<Step> {
    let history = &session.history;
    let active = history.inputs.iter().filter(|input| !input.failed && !history.gone.contains(&input.number));
    let step = |input: &InputView| {
        let source = input.source(&input.text);
        let parsed = syntax::parse_part(source.text(), session.core.options_of(&source), source.lines_before());
        let node = node_of(input).map(str::to_owned);
        Step { number: input.number, node, source, program: parsed.program }
    };
    active.map(step).collect()
}

/// Runs the inputs and the expression with the facts of a subject.
fn row(
    session: &mut Session,
    subject: &Subject,
    (node, steps): (&str, &[Step]),
    within: Duration,
) -> Result<MatrixRow, FactsError> {
    let facts = match subject.node {
        Some(_) => Facts::load_of_node(Path::new(&subject.facts), &session.core.settings)?,
        None => Facts::load(&subject.facts, session.core.vm.host_mut())?,
    };
    session.site.use_node(&mut session.core, subject.node.as_deref().unwrap_or(node), facts);
    let (last, inputs) = steps.split_last().map_or((None, steps), |(last, inputs)| (Some(last), inputs));
    let result = session.core.without_trace(within, |vm| {
        vm.without_output(|vm| {
            vm.defer_nodes(inputs.iter().any(|step| step.node.is_some()));
            inputs.iter().try_for_each(|step| run_step(vm, step, subject).map(drop))
        })?;
        last.map_or(Ok(Value::Undef), |step| run_step(vm, step, subject))
    });
    session.core.vm.defer_nodes(false);
    Ok(answer(session, subject.label.clone(), result))
}

fn run_step(vm: &mut Vm, step: &Step, subject: &Subject) -> Result<Value, Box<Flow>> {
    vm.start_input(step.number);
    if let Some(node) = &step.node {
        vm.defer_nodes(false);
        vm.change_node(subject.node.as_ref().unwrap_or(node));
    }
    let value = vm.run_program(&step.source, &step.program)?;
    vm.outputs.keep(value.clone());
    Ok(value)
}

fn answer(session: &Session, set: String, result: Result<Value, Box<Flow>>) -> MatrixRow {
    let row = MatrixRow { set, ..MatrixRow::default() };
    match result {
        Ok(value) => MatrixRow {
            type_name: type_outline(&infer_reduced(&value), MAX_TYPE),
            value: Some(session.core.form(&value).unwrap_or_else(|| display_override(&value))),
            ..row
        },
        Err(flow) => match *flow {
            Flow::Fault(fault) => {
                let told = fault.to_diagnostic();
                MatrixRow { error: Some(format!("[{}] {}", told.code, told.message)), ..row }
            }
            _ => MatrixRow { error: Some("the evaluation was left or took too long".to_owned()), ..row },
        },
    }
}

/// Returns the rows of sets: each a set or a file, or all nodes of a directory.
fn subjects(sets: &[String]) -> Result<Vec<Subject>, String> {
    if sets.is_empty() {
        return Ok(facts::SETS.iter().map(|set| set_or_file(set.name)).collect());
    }
    let mut all = Vec::with_capacity(sets.len());
    for set in sets {
        let folder = meant(set);
        if folder.is_dir() { all.extend(nodes(&folder)?.into_iter().map(node)) } else { all.push(set_or_file(set)) }
    }
    Ok(all)
}

fn set_or_file(name: &str) -> Subject {
    Subject { label: name.to_owned(), facts: name.to_owned(), node: None }
}

fn node(file: NodeFile) -> Subject {
    Subject { label: file.name.clone(), facts: file.facts.display().to_string(), node: Some(file.name) }
}
