//! A second pass over a source with an unclosed string, comment or heredoc. The first pass follows Puppet: the open
//! construct takes all the rest, and a missing quote shows only at the last string of the source. The second pass ends
//! the most likely unclosed construct on its line, so that the statements around it are recognized.

use super::lexer::{lex_with_cuts, lex_without_repair};
use super::token::{LexOptions, Lexed, OpenEnd, Token, TokenKind};
use pprepl_text::{Edit, Fix, IssueCode, Label, Span};

/// The maximum number of unclosed constructs to repair in one source.
const REPAIRS: usize = 4;
/// The maximum number of strings that are tried as the unclosed one.
const CANDIDATES: usize = 16;

/// Adds the second pass to `lexed`, and names the string that probably is unclosed.
pub(super) fn repair(source: &str, options: LexOptions, lexed: &mut Lexed) {
    let mut cuts = Vec::new();
    let mut repaired: Option<Lexed> = None;
    while cuts.len() < REPAIRS {
        let current = repaired.as_ref().unwrap_or(lexed);
        let Some(open) = current.unfinished else { break };
        let next = match open.what {
            OpenEnd::SingleQuote | OpenEnd::DoubleQuote => likely_open(source, options, current, &cuts),
            OpenEnd::Comment | OpenEnd::Heredoc => {
                let cut = open.opener.start as usize;
                (!cuts.contains(&cut)).then(|| (cut, reparse(source, options, &cuts, cut)))
            }
            _ => None,
        };
        let Some((cut, reading)) = next else { break };
        cuts.push(cut);
        repaired = Some(reading);
    }
    label_suspect(source, lexed, cuts.first().copied());
    lexed.repaired = repaired.map(Box::new);
}

fn reparse(source: &str, options: LexOptions, cuts: &[usize], cut: usize) -> Lexed {
    let cuts: Vec<usize> = cuts.iter().copied().chain([cut]).collect();
    lex_with_cuts(source, options, &cuts)
}

/// Returns the string that, ended on its line, gives the rest the lowest repair cost.
fn likely_open(source: &str, options: LexOptions, lexed: &Lexed, cuts: &[usize]) -> Option<(usize, Lexed)> {
    let strings = strings_over_lines(source, &lexed.tokens);
    let tried = strings.get(strings.len().saturating_sub(CANDIDATES)..).unwrap_or_default();
    let readings =
        tried.iter().filter(|cut| !cuts.contains(cut)).map(|&cut| (cut, reparse(source, options, cuts, cut)));
    readings.min_by_key(|(_, reading)| repair_cost(source, reading))
}

/// Returns the starts of the outermost quoted strings that span lines.
fn strings_over_lines(source: &str, tokens: &[Token]) -> Vec<usize> {
    let mut starts = Vec::new();
    for (start, span) in outer_strings(tokens) {
        let quoted = source.as_bytes().get(start).is_some_and(|byte| matches!(byte, b'\'' | b'"'));
        if quoted && span.of(source).trim_end().contains('\n') {
            starts.push(start);
        }
    }
    starts
}

/// Returns the quote of an `it's` that ended a single-quoted string of one line.
fn apostrophe(source: &str, tokens: &[Token]) -> Option<u32> {
    let bytes = source.as_bytes();
    let letter = |at: u32| bytes.get(at as usize).is_some_and(u8::is_ascii_alphabetic);
    let strings = outer_strings(tokens).into_iter().map(|(_, span)| span);
    let mut short = strings.filter(|span| span.len() > 2 && !span.of(source).contains('\n'));
    short
        .find(|span| span.of(source).ends_with('\'') && letter(span.end - 2) && letter(span.end))
        .map(|span| span.end - 1)
}

/// Returns the fix that puts `'it's'` in double quotes: the string that the apostrophe at `at` ends, and the last quote.
fn double_quotes(source: &str, tokens: &[Token], at: u32, last: Option<Span>) -> Option<Fix> {
    let string = outer_strings(tokens).into_iter().map(|(_, span)| span).find(|span| span.end == at + 1)?;
    let last = last.filter(|last| last.start > at)?;
    let text = Span::new(string.start + 1, last.start).of(source);
    let quote = |span: Span| Edit { span, text: "\"".to_owned() };
    let is_plain = !text.contains(['\n', '"', '$', '\\']);
    let edits = vec![quote(Span::new(string.start, string.start + 1)), quote(last)];
    is_plain.then(|| Fix { title: "use double quotes".to_owned(), edits, sure: false })
}

/// Returns the strings that are in no other string, with their spans.
fn outer_strings(tokens: &[Token]) -> Vec<(usize, Span)> {
    let mut strings = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    for token in tokens {
        match token.kind {
            TokenKind::DqPre => open.push(token.span.start),
            TokenKind::DqPost => {
                if let Some(start) = open.pop()
                    && open.is_empty()
                {
                    strings.push((start as usize, Span::new(start, token.span.end)));
                }
            }
            TokenKind::String if open.is_empty() => strings.push((token.span.start as usize, token.span)),
            _ => {}
        }
    }
    strings
}

/// Returns the cost of a reading: it counts errors, strings over lines, and strings adjacent to a word.
fn repair_cost(source: &str, reading: &Lexed) -> usize {
    let errors = reading.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let open = usize::from(reading.unfinished.is_some());
    let long = strings_over_lines(source, &reading.tokens).len();
    let others = reading.tokens.iter().filter(|token| token.kind == TokenKind::Other).count();
    let glued = outer_strings(&reading.tokens).iter().filter(|(_, span)| touches_word(source, *span)).count();
    50 * open + 10 * errors + 4 * long + 2 * (glued + others)
}

fn touches_word(source: &str, span: Span) -> bool {
    let word =
        |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'\'' | b'"'));
    let bytes = source.as_bytes();
    word(bytes.get(span.end as usize)) || word((span.start as usize).checked_sub(1).and_then(|at| bytes.get(at)))
}

/// Labels an earlier string than the one that Puppet reports.
fn label_suspect(source: &str, lexed: &mut Lexed, start: Option<usize>) {
    let diagnostic = lexed.first_error.and_then(|first| lexed.diagnostics.get_mut(first.diagnostic as usize));
    let Some(diagnostic) = diagnostic.filter(|diagnostic| diagnostic.code == IssueCode::UnclosedQuote) else { return };
    if let Some(at) = apostrophe(source, &lexed.tokens) {
        let message = "this ' ends the string".to_string();
        diagnostic.labels.push(Label { source: None, span: Span::new(at, at + 1), message });
        diagnostic.help = Some("write \\' for a quote inside '...', or use double quotes".to_string());
        diagnostic.fixes.extend(double_quotes(source, &lexed.tokens, at, diagnostic.span));
    } else if let Some(start) = start.filter(|&start| diagnostic.span.is_some_and(|span| span.start as usize != start))
    {
        let line = source.get(start..).and_then(|rest| rest.lines().next()).unwrap_or("").trim_end().len();
        let span = Span::new(start as u32, (start + line) as u32);
        let message = "the closing quote may be missing here".to_string();
        diagnostic.labels.push(Label { source: None, span, message });
    }
}

/// Splits a source into tokens.
pub fn lex(source: &str, options: LexOptions) -> Lexed {
    let mut lexed = lex_without_repair(source, options);
    if lexed.unfinished.is_some() {
        repair(source, options, &mut lexed);
    }
    lexed
}
