//! One expression over several fact sets and nodes.

use std::path::Path;
use std::time::Duration;

use pprepl_text::{Diagnostic, Source};
use puppet_eval::Flow;
use puppet_functions::loader::facts;
use puppet_pcore::{Value, display_override, infer_reduced, type_outline};
use puppet_syntax as syntax;

use super::facts::{Facts, FactsError};
use super::file::meant;
use super::inspector::Inspector;
use super::report::reports;
use super::{MatrixRow, MatrixView, NodeFile, Report, nodes};

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

impl Inspector<'_> {
    /// Evaluates source over several fact sets (default: all bundled ones) and over the nodes of directories, each from the
    /// same session state. A node has its name, facts and data as in `pprepl catalog --nodes`.
    pub fn matrix(&mut self, text: &str, sets: &[String], within: Duration) -> Result<MatrixView, MatrixError> {
        let parsed = syntax::parse(text, self.core.lex_options(false));
        let mut found = parsed.diagnostics;
        if !found.iter().any(Diagnostic::is_error) {
            found.extend(self.core.vm.validate(&parsed.program, text));
        }
        let source = Source::new("input", text);
        if found.iter().any(Diagnostic::is_error) {
            return Err(MatrixError::Invalid(reports(&source, &found)));
        }
        let subjects = subjects(sets).map_err(MatrixError::Nodes)?;
        let (node, facts) = (self.core.settings.environment.node.clone(), self.site.facts.clone());
        let mut rows = Vec::with_capacity(subjects.len());
        let mut failure = None;
        for Subject { label, facts, node: own } in subjects {
            let loaded = match own {
                Some(_) => Facts::load_of_node(Path::new(&facts), &self.core.settings),
                None => Facts::load(&facts, self.core.vm.host_mut()),
            };
            match loaded {
                Ok(facts) => self.site.use_node(self.core, own.as_deref().unwrap_or(&node), facts),
                Err(error) => {
                    failure = Some(MatrixError::Facts(error));
                    break;
                }
            }
            let result = self.core.without_trace(within, |vm| vm.run_program(&source, &parsed.program));
            rows.push(self.matrix_row(label, result));
        }
        self.site.use_node(self.core, &node, facts);
        failure.map_or_else(|| Ok(MatrixView::new(rows)), Err)
    }

    fn matrix_row(&self, set: String, result: Result<Value, Box<Flow>>) -> MatrixRow {
        let row = MatrixRow { set, ..MatrixRow::default() };
        match result {
            Ok(value) => MatrixRow {
                type_name: type_outline(&infer_reduced(&value), MAX_TYPE),
                value: Some(self.core.form(&value).unwrap_or_else(|| display_override(&value))),
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
