//! Reading of log lines, resources and relationships.

use pprepl_session::Level;
use puppet_syntax::TokenKind;

use super::error::{OptionError, Read};
use super::value::text;
use crate::check::{Edge, LogPattern, ResourcePattern, TextPattern};
use crate::code::Code;

/// The form of a relationship; resources are before it.
const EDGE: &str = "write `edge Package['x'] -> Service['x']` after the resources";

/// Reads `LEVEL "TEXT", LEVEL /REGEXP/`.
pub(super) fn logs(value: &Code) -> Read<Vec<LogPattern>> {
    let lines = value.list();
    if lines.is_empty() {
        return Err(OptionError::new(value.span, "expected a log level and a message", "write `notice \"3 ports\"`"));
    }
    lines.iter().map(log).collect()
}

/// Reads `LEVEL "TEXT"`.
pub(super) fn log(line: &Code) -> Read<LogPattern> {
    let (word, rest) = line.word();
    let Some(level) = level(word) else {
        let help = "the levels are debug, info, notice, warning, err, alert, emerg, crit";
        return Err(OptionError::new(line.span, format!("expected a log level, found `{word}`"), help));
    };
    if rest.text.is_empty() {
        return Err(OptionError::new(line.span, "expected a message after the level", "write `notice \"3 ports\"`"));
    }
    let inside =
        rest.text.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')).filter(|inside| !inside.is_empty());
    let text = match inside {
        Some(regexp) => TextPattern::Regexp(regexp.to_owned()),
        None => TextPattern::Text(text(&rest.text)),
    };
    Ok(LogPattern { level, text })
}

fn level(word: &str) -> Option<Level> {
    Level::ALL.iter().copied().find(|level| level.as_str() == word)
}

/// Reads resources, and relationships after `edge`.
pub(super) fn catalog(value: &Code) -> Read<(Vec<ResourcePattern>, Vec<Edge>)> {
    let (before, after) = match value.cut_at_word("edge") {
        Some((before, after)) => (before, Some(after)),
        None => (value.clone(), None),
    };
    let edges = after.map_or(Ok(Vec::new()), |after| edges(&after))?;
    let resources = resources(&before)?;
    if resources.is_empty() && edges.is_empty() {
        let help = "write `catalog File['/etc/motd'] { ensure => file }`";
        return Err(OptionError::new(value.span, "expected a resource", help));
    }
    Ok((resources, edges))
}

fn edges(code: &Code) -> Read<Vec<Edge>> {
    let mut all = Vec::new();
    for chain in code.list() {
        let (first, mut arrow, mut rest) = cut_at_arrow(&chain).ok_or_else(|| {
            let message = format!("expected a relationship, found `{}`", chain.text);
            OptionError::new(chain.span, message, EDGE)
        })?;
        let mut source = end_of_edge(&first)?;
        while let Some((target, next, after)) = cut_at_arrow(&rest) {
            let target = end_of_edge(&target)?;
            all.push(Edge { source, target: target.clone(), refreshes: arrow == TokenKind::InEdgeSub });
            (source, arrow, rest) = (target, next, after);
        }
        all.push(Edge { source, target: end_of_edge(&rest)?, refreshes: arrow == TokenKind::InEdgeSub });
    }
    Ok(all)
}

/// Cuts a chain at its first arrow.
fn cut_at_arrow(chain: &Code) -> Option<(Code, TokenKind, Code)> {
    chain.cut_with_token(|kind, _| matches!(kind, TokenKind::InEdge | TokenKind::InEdgeSub))
}

/// Reads an end of a relationship: one reference and nothing after it.
fn end_of_edge(code: &Code) -> Read<String> {
    let is_complete = group_end(&code.text, 0, '[', ']') == Some(code.text.len());
    if is_complete && is_reference(code) {
        return Ok(code.text.clone());
    }
    let message = format!("expected a reference to a resource, found `{}`", code.text);
    Err(OptionError::new(code.span, message, EDGE))
}

fn is_reference(code: &Code) -> bool {
    code.text.starts_with(|first: char| first.is_ascii_uppercase()) && code.errors().is_empty()
}

/// Reads `File['a'] { mode => '0644' }  no File['b']`, with or without commas between them.
fn resources(code: &Code) -> Read<Vec<ResourcePattern>> {
    let mut all = Vec::new();
    let mut rest = code.clone();
    while !rest.text.is_empty() {
        let (found, after) = resource(&rest)?;
        all.push(found);
        let next = after.text.strip_prefix(',').map_or(0, |_| 1);
        rest = after.part(next, after.text.len());
    }
    Ok(all)
}

fn resource(code: &Code) -> Read<(ResourcePattern, Code)> {
    let (word, after) = code.word();
    let (is_absent, code) = if word == "no" { (true, after) } else { (false, code.clone()) };
    let malformed = |code: &Code| {
        let message = format!("expected a resource, found `{}`", code.text);
        OptionError::new(code.span, message, "write `File['/etc/motd'] { ensure => file }`")
    };
    let end = group_end(&code.text, 0, '[', ']').ok_or_else(|| malformed(&code))?;
    let reference = code.part(0, end);
    if !is_reference(&reference) {
        return Err(malformed(&reference));
    }
    let rest = code.part(end, code.text.len());
    if !rest.text.starts_with('{') {
        return Ok((ResourcePattern { reference: reference.text, is_absent, attributes: Vec::new() }, rest));
    }
    let end = group_end(&rest.text, 0, '{', '}').ok_or_else(|| malformed(&rest))?;
    let attributes = rest.part(0, end).entries().ok_or_else(|| malformed(&rest))?;
    let after = rest.part(end, rest.text.len());
    Ok((ResourcePattern { reference: reference.text, is_absent, attributes }, after))
}

/// Returns the end of the first bracket group, outside of strings.
fn group_end(text: &str, from: usize, open: char, close: char) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut is_escaped = false;
    for (at, ch) in text.char_indices().skip_while(|(at, _)| *at < from) {
        match (quote, ch) {
            (Some(_), '\\') => is_escaped = !is_escaped,
            (Some(sign), ch) if ch == sign && !is_escaped => quote = None,
            (Some(_), _) => is_escaped = false,
            (None, '\'' | '"') => quote = Some(ch),
            (None, ch) if ch == open => depth += 1,
            (None, ch) if ch == close => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + ch.len_utf8());
                }
            }
            (None, _) => {}
        }
    }
    None
}
