//! Runs code for its trace. The run is a trial: its changes are rolled back, and its log lines are muted.

use std::sync::Arc;
use std::time::Duration;

use pprepl_budget::Limits;
use pprepl_text::{Diagnostic, Source};
use puppet_eval::{Recording, end_recording, start_recording};
use puppet_pcore::Value;
use puppet_syntax::{self as syntax, ast::Program};

use super::build::traced_view;
use super::rewrite::{Rewriting, rewriting};
use super::view::TraceView;
use crate::attributes::findings_since;
use crate::report::reports;
use crate::run::failure;
use crate::session_core::Core;
use crate::{Evaluation, Report, Session, purity};

/// The code has side effects, which a rewriting cannot show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Impure;

/// Runs code and returns its trace. Afterwards the session is as before.
pub fn trace(session: &mut Session, name: &str, text: &str) -> TraceView {
    trace_source(session, &Source::new(name, text), None)
}

/// Traces a source as [`trace`] does, within a time if there is one.
pub fn trace_source(session: &mut Session, source: &Arc<Source>, within: Option<Duration>) -> TraceView {
    let program = match read(&session.core, source) {
        Ok(program) => program,
        Err(reports) => return TraceView { reports, ..TraceView::default() },
    };
    let (recording, reports) = recorded(&mut session.core, source, &program, within);
    traced_view(&recording, reports)
}

/// Evaluates an expression without side effects and returns how it is rewritten.
pub fn rewrite(session: &mut Session, text: &str) -> Result<Rewriting, Impure> {
    let source = Source::new("input", text);
    let program = match read(&session.core, &source) {
        Ok(program) => program,
        Err(reports) => return Ok(Rewriting { reports, ..Rewriting::default() }),
    };
    if !purity::is_pure(&session.core.vm, &program.body) {
        return Err(Impure);
    }
    let (recording, reports) = recorded(&mut session.core, &source, &program, None);
    Ok(Rewriting { reports, ..rewriting(text, &recording) })
}

/// Judges a prediction: whether the answer and the value, both in source form, are the same value of the same type.
/// The error describes an answer that cannot be evaluated.
pub fn judge(session: &mut Session, answer: &str, value: &str) -> Result<bool, Box<Report>> {
    let within = Duration::from_millis(200);
    if let Some(report) = session.inspect().error_at(answer, within) {
        return Err(Box::new(report));
    }
    let found = read(&session.core, &Source::new("answer", answer));
    if let Err(found) = found
        && let Some(report) = found.into_iter().next()
    {
        return Err(Box::new(report));
    }
    let value_of = |session: &mut Session, text: &str| session.core.try_evaluate(text, within);
    Ok(match (value_of(session, answer), value_of(session, value)) {
        (Some(answer), Some(value)) => is_exactly(&answer, &value),
        _ => answer.trim() == value,
    })
}

/// Returns whether two values are equal with the case of their strings, and of the same types.
fn is_exactly(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => {
            a.items.len() == b.items.len() && a.items.iter().zip(b.items.iter()).all(|(a, b)| is_exactly(a, b))
        }
        (Value::Hash(a), Value::Hash(b)) => {
            let has = |(key, value): (&Value, &Value)| b.get(key).is_some_and(|other| is_exactly(value, other));
            a.len() == b.len() && a.iter().all(has)
        }
        (Value::Str(a), Value::Str(b)) => a == b,
        (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b) && puppet_pcore::equals(a, b),
    }
}

/// Parses and validates source.
fn read(core: &Core, source: &Arc<Source>) -> Result<Program, Vec<Report>> {
    let parsed = syntax::parse(source.text(), core.options_of(source));
    let mut found = parsed.diagnostics;
    if !found.iter().any(Diagnostic::is_error) {
        found.extend(core.vm.validate(&parsed.program, source.text()));
    }
    if found.iter().any(Diagnostic::is_error) { Err(reports(source, &found)) } else { Ok(parsed.program) }
}

/// Runs a program under the limits of the settings, and rolls back its changes.
fn recorded(
    core: &mut Core,
    source: &Arc<Source>,
    program: &Program,
    within: Option<Duration>,
) -> (Recording, Vec<Report>) {
    let mark = core.vm.mark();
    let limits = core.limits();
    let time = within.into_iter().chain(limits.time).min();
    let budget = core.vm.calls.begin(Limits { time, ..limits });
    start_recording(&mut core.vm);
    let result = core.vm.without_output(|vm| vm.run_program(source, program));
    let recording = end_recording(&mut core.vm);
    core.vm.calls.end(budget);
    let found = match result {
        Ok(_) => findings_since(core, mark.entry),
        Err(flow) => vec![failure(core, *flow, &mut Evaluation::default())],
    };
    core.vm.discard(mark.entry);
    core.vm.set_matches(mark.matches);
    let _ = core.vm.messages.take_logs();
    let _ = core.vm.messages.take_warnings();
    (recording, reports(source, &found))
}
