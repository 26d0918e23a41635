//! A file in steps: its statements, which run one by one (`:play`). Errors name the lines of the file.

use pprepl_text::{Diagnostic, Source};
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::{HeredocInfo, parse};

use super::play_step::{PlayStep, Playback};
use super::session::submit_source;
use super::{Outcome, Session};

/// Splits a file into steps; `None` for a file that is not valid Puppet.
pub(super) fn playback(session: &Session, name: &str, text: &str) -> Option<Playback> {
    let parsed = parse(text, session.core.options_for(name));
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    let source = Source::new(name, text);
    let line_of = |offset: u32| source.line_column(offset).line as usize;
    let end = |one: &Expr| line_of(end_of(one, &parsed.heredocs));
    let statements = statements(&parsed.program.body).iter();
    let lines: Vec<(usize, usize)> = statements.map(|one| (line_of(one.span.start), end(one))).collect();
    Some(Playback { name: name.to_owned(), steps: steps(text, &lines) })
}

/// Runs a step of a file as an input.
pub fn play(session: &mut Session, name: &str, step: &PlayStep) -> Outcome {
    submit_source(session, &Source::part(name, step.text.as_str(), step.line.saturating_sub(1)))
}

fn statements(body: &Expr) -> &[Expr] {
    match &body.kind {
        ExprKind::Nop => &[],
        ExprKind::Block(statements) => statements,
        _ => std::slice::from_ref(body),
    }
}

/// Returns the end of a statement with its heredocs.
fn end_of(statement: &Expr, heredocs: &[HeredocInfo]) -> u32 {
    let is_inside =
        |one: &&HeredocInfo| statement.span.start <= one.opener.start && one.opener.start < statement.span.end;
    let ends = heredocs.iter().filter(is_inside).map(|one| one.end_line.end);
    ends.chain([statement.span.end.saturating_sub(1)]).max().unwrap_or(statement.span.end)
}

/// Joins the lines of statements, given by their first and last line from 1, to steps.
fn steps(text: &str, statements: &[(usize, usize)]) -> Vec<PlayStep> {
    let lines: Vec<&str> = text.lines().collect();
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &(first, last) in statements {
        match ranges.last_mut() {
            Some((_, end)) if first <= *end => *end = last.max(*end),
            previous => {
                let from = previous.map_or(1, |(_, end)| *end + 1);
                ranges.push((from, last));
            }
        }
    }
    let step = |(first, last): (usize, usize)| {
        let own = lines.get(first - 1..last.min(lines.len())).unwrap_or_default();
        let blank = own.iter().take_while(|line| line.trim().is_empty()).count();
        PlayStep { line: first + blank, text: own.get(blank..).unwrap_or_default().join("\n") }
    };
    ranges.into_iter().map(step).collect()
}
