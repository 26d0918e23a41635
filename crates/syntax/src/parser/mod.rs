//! The parser: recursive descent over the token vector, with precedence climbing for operators.
//!
//! It accepts exactly Puppet 8's grammar, finds errors at the same token as Puppet, and continues after an error with
//! the next statement. Validation checks the meaning of a tree.

mod call;
mod condition;
mod cursor;
mod definition;
mod error;
mod expected;
mod expression;
mod fix;
mod help;
mod pattern;
mod primary;
mod recovery;
mod resource;
mod statement;
mod template;

use rustc_hash::FxHashSet;

use super::ast::{Expr, ExprKind, Program};
use super::intent::{MAX_RECOGNIZED, Recognition};
use super::lexer::lex_without_repair;
use super::plan_hint::name_plan;
use super::{HeredocInfo, LexOptions, Lexed, TokenKind, lex};
use cursor::{Parser, PendingDiagnostic};
pub(crate) use expected::Expected;
use pprepl_budget::{self as budget, Exhausted};
use pprepl_text::{Diagnostic, IssueCode, Severity, Span};

/// The completeness of a source: whether more input can complete it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// The source is complete.
    Complete,
    /// The source ends too early: a bracket, string or heredoc is open, or an operator lacks its operand.
    Incomplete,
    /// The source is invalid, whatever follows.
    Invalid,
}

/// The result of parsing a source.
#[derive(Debug)]
pub struct Parsed {
    /// The tree; statements with errors are omitted.
    pub program: Program,
    /// The heredocs of the source.
    pub heredocs: Vec<HeredocInfo>,
    /// Errors and warnings. The first error is the one that Puppet reports.
    pub diagnostics: Vec<Diagnostic>,
    /// The completeness of the source.
    pub complete: Completeness,
}

/// Parses a source.
pub fn parse(source: &str, options: LexOptions) -> Parsed {
    parse_part(source, options, 0)
}

/// Parses a part of a file after `lines_before` lines: line numbers in help are those of the file.
pub fn parse_part(source: &str, options: LexOptions, lines_before: usize) -> Parsed {
    parse_lexed(Given { source, options, lines_before, recognized: MAX_RECOGNIZED }, lex(source, options))
}

/// The number of errors whose intent is recognized while the user types: front ends show the first ones.
const RECOGNIZED_WHILE_TYPING: usize = 3;

/// Parses a source while the user types it. The first error is that of [`parse`], but the source after an unclosed
/// string, comment or heredoc is not lexed a second time, and only the first errors are recognized.
pub fn parse_once(source: &str, options: LexOptions) -> Parsed {
    let given = Given { source, options, lines_before: 0, recognized: RECOGNIZED_WHILE_TYPING };
    parse_lexed(given, lex_without_repair(source, options))
}

/// The source to parse, with its options.
#[derive(Clone, Copy)]
struct Given<'s> {
    source: &'s str,
    options: LexOptions,
    lines_before: usize,
    /// The maximum number of errors whose intent is recognized.
    recognized: usize,
}

fn parse_lexed(given: Given<'_>, lexed: Lexed) -> Parsed {
    let parsed = parse_complete(given, lexed);
    match budget::reason() {
        Some(reason) => given_up(parsed, reason),
        None => parsed,
    }
}

/// Discards the result when the budget was exhausted: only the exhaustion is reported.
#[cold]
fn given_up(parsed: Parsed, reason: Exhausted) -> Parsed {
    let body = Expr { kind: ExprKind::Nop, span: Span::at(0), at: 0 };
    let program = Program { body, ..parsed.program };
    Parsed { program, heredocs: Vec::new(), diagnostics: vec![exhausted(reason)], complete: Completeness::Invalid }
}

/// Creates the diagnostic for a budget that was exhausted before the source was parsed or checked to its end.
pub fn exhausted(reason: Exhausted) -> Diagnostic {
    let mut told = Diagnostic::new(Severity::Error, reason, None, reason.message());
    told.help = reason.help().map(str::to_owned);
    told
}

fn parse_complete(given: Given<'_>, lexed: Lexed) -> Parsed {
    let (program, found) = parse_tokens(given, &lexed);
    if found.is_empty() && lexed.diagnostics.is_empty() {
        let diagnostics = Vec::new();
        return Parsed { program, heredocs: lexed.heredocs, diagnostics, complete: Completeness::Complete };
    }
    let mut parsed = with_diagnostics(given, lexed, program, found);
    name_plan(given.source, given.options, true, &mut parsed.diagnostics);
    parsed
}

/// Parses tokens: returns the tree of the valid statements, and the errors in the order in which Puppet meets them.
fn parse_tokens(given: Given<'_>, lexed: &Lexed) -> (Program, Vec<PendingDiagnostic>) {
    let mut parser = Parser::new(given.source, lexed, given.options);
    parser.lines_before = given.lines_before;
    let template = parser.kind() == TokenKind::EppStart;
    let body = if template {
        parser.template()
    } else {
        let statements = parser.program_statements();
        parser.program_body(statements)
    };
    (Program { body, template, tasks: given.options.tasks }, parser.found)
}

/// Merges the diagnostics of lexer and parser.
#[cold]
fn with_diagnostics(given: Given<'_>, lexed: Lexed, program: Program, found: Vec<PendingDiagnostic>) -> Parsed {
    let complete = completeness(&lexed, &found);
    let mut recognition =
        Recognition::new(given.source, given.options, &lexed.tokens, found.len() + errors(&lexed), given.recognized);
    let found = recognized(&mut recognition, found);
    let first_lexical = lexed.first_error.map_or(usize::MAX, |error| error.token as usize);
    let mut program = program;
    let mut diagnostics = Vec::new();
    let own: Vec<Diagnostic> = found
        .into_iter()
        .filter(|found| found.noticed < first_lexical || found.statement > first_lexical)
        .map(|found| {
            if found.noticed < first_lexical {
                diagnostics.push(found.diagnostic.clone());
            }
            found.diagnostic
        })
        .collect();
    let before = diagnostics.len();
    // A lexical error inside of a mistake that was found before it follows from that.
    let inside: Vec<bool> = lexed.diagnostics.iter().map(|found| before > 0 && recognition.contains(found)).collect();
    let is_own = |index: usize| !inside.get(index).copied().unwrap_or(false);
    if let Some(error) = lexed.first_error.filter(|error| is_own(error.diagnostic as usize)) {
        diagnostics.extend(lexed.diagnostics.get(error.diagnostic as usize).cloned());
    }
    match &lexed.repaired {
        Some(repaired) => {
            let (second, found) = parse_tokens(given, repaired);
            program = second;
            let count = found.len() + errors(repaired);
            let found = recognized(
                &mut Recognition::new(given.source, given.options, &repaired.tokens, count, given.recognized),
                found,
            );
            let known = diagnostics.len();
            let found = found.into_iter().map(|found| found.diagnostic);
            diagnostics.extend(found.filter(|found| before == 0 || !recognition.contains(found)));
            dedup(&mut diagnostics, known);
        }
        None => diagnostics.extend(own.into_iter().skip(before)),
    }
    let first = lexed.first_error.map_or(usize::MAX, |error| error.diagnostic as usize);
    let rest = lexed.diagnostics.into_iter().enumerate().filter(|(index, _)| *index != first && is_own(*index));
    diagnostics.extend(rest.map(|(_, diagnostic)| diagnostic));
    Parsed { program, heredocs: lexed.heredocs, diagnostics, complete }
}

/// Rewords the errors whose intent is recognized, and drops those that follow from them.
fn recognized(recognition: &mut Recognition, mut found: Vec<PendingDiagnostic>) -> Vec<PendingDiagnostic> {
    found.retain_mut(|found| recognition.explain(&mut found.diagnostic, found.statement, found.noticed, found.want));
    found
}

/// The result of parsing a source to try a fix.
pub(crate) struct Trial {
    pub(crate) program: Program,
    pub(crate) errors: usize,
    /// The offset of the parser's first error; `None` without one, or after an error of the lexer.
    pub(crate) first: Option<u32>,
}

/// Parses a source without explaining its errors.
pub(crate) fn trial(source: &str, options: LexOptions) -> Trial {
    let lexed = lex_without_repair(source, options);
    let (program, found) = parse_tokens(Given { source, options, lines_before: 0, recognized: 0 }, &lexed);
    let first = found.first().filter(|_| errors(&lexed) == 0);
    let is_at = |first: &PendingDiagnostic| first.diagnostic.span.map_or(source.len() as u32, |span| span.start);
    Trial { program, errors: found.len() + errors(&lexed), first: first.map(is_at) }
}

/// Removes diagnostics after the first `known` ones whose position already has one.
fn dedup(diagnostics: &mut Vec<Diagnostic>, known: usize) {
    let rest = diagnostics.split_off(known.min(diagnostics.len()));
    let bounds = |found: &Diagnostic| found.span.map(|span| (span.start, span.end));
    let mut places: FxHashSet<_> = diagnostics.iter().map(bounds).collect();
    diagnostics.extend(rest.into_iter().filter(|found| places.insert(bounds(found))));
}

/// Returns the completeness: a source is incomplete when its first error is its early end.
fn completeness(lexed: &Lexed, found: &[PendingDiagnostic]) -> Completeness {
    let is_end = |found: &PendingDiagnostic| {
        lexed.tokens.get(found.noticed).is_none_or(|token| token.kind == TokenKind::End)
            && found.diagnostic.code == IssueCode::SyntaxError
            && !ends_in_semicolon(lexed)
    };
    let lexical = lexed.first_error.map(|error| error.token as usize);
    match (found.first(), lexical) {
        (None, None) => Completeness::Complete,
        (Some(first), Some(token)) if first.noticed < token => ended(is_end(first)),
        (_, Some(_)) => ended(lexed.unfinished.is_some() && errors(lexed) == 1),
        (Some(first), None) => ended(is_end(first)),
    }
}

fn ended(incomplete: bool) -> Completeness {
    if incomplete { Completeness::Incomplete } else { Completeness::Invalid }
}

fn errors(lexed: &Lexed) -> usize {
    lexed.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count()
}

fn ends_in_semicolon(lexed: &Lexed) -> bool {
    let last = lexed.tokens.len().checked_sub(2).and_then(|index| lexed.tokens.get(index));
    last.is_some_and(|token| token.kind == TokenKind::Semicolon)
}
