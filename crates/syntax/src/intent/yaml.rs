//! Lines of YAML and of Ansible: `key: value`, `- name: value`.

use super::clue::Clue;
use super::mistake::{Mistake, edit};
use super::rewrite::quoted;
use super::view::{View, as_variable};
use crate::TokenKind as T;

pub(super) fn recognize(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.head;
    if view.kind(clue.stop) != T::Colon || clue.stop > head + 3 || view.is(clue.stop + 1, "=") {
        return None;
    }
    if view.kind(head) == T::Minus {
        return Some(ansible(view, head));
    }
    let is_key = clue.stop == head + 1 && view.variable(head).is_some() && view.begins_line(head);
    is_key.then(|| assignments(view, head)).flatten()
}

/// Reads lines that begin with a dash.
fn ansible(view: &View, head: usize) -> Mistake {
    let margin = view.indentation(head);
    let end = end_of_lines(view, head, |at| view.kind(at) == T::Minus || view.indentation(at) > margin);
    Mistake::new(
        view.range_span(head..view.line_end(head)),
        "this is YAML: Puppet declares resources with braces and `=>`",
    )
    .help("for example: package { 'nginx': ensure => installed }")
    .until(view.span(end.saturating_sub(1)).end)
}

/// Reads lines of keys and values at the top level.
fn assignments(view: &View, head: usize) -> Option<Mistake> {
    let end =
        end_of_lines(view, head, |at| view.kind(at + 1) == T::Colon || view.indentation(at) > view.indentation(head));
    let name = as_variable(view.text(head))?;
    let mut edits = Vec::new();
    let mut at = head;
    while at < end {
        let next = view.line_end(at);
        let key = as_variable(view.text(at)).filter(|_| view.kind(at + 1) == T::Colon && next > at + 2)?;
        let gap = if view.gap(at + 2).is_empty() { " " } else { "" };
        edits.push(edit(view.range_span(at..at + 2), format!("${key} ={gap}")));
        let value = view.range_span(at + 2..next);
        let text = value.of(view.source);
        let is_bare = view.is_name(at + 2)
            || next > at + 3 && view.kind(at + 2) != T::ListStart && view.kind(at + 2) != T::LBrace;
        if is_bare && quoted(text) != text {
            edits.push(edit(value, quoted(text)));
        }
        at = next;
    }
    let span = view.range_span(head..head + 2);
    let message = format!("write `${name} = ..` to set a variable; `{}:` is YAML", view.text(head));
    Some(
        Mistake::new(span, message)
            .until(view.span(end.saturating_sub(1)).end)
            .edits(format!("write ${name} ="), edits),
    )
}

/// Returns the end of the lines from `head` on that fulfill the condition at their first token.
fn end_of_lines(view: &View, head: usize, belongs: impl Fn(usize) -> bool) -> usize {
    let mut end = view.line_end(head);
    while end < view.end() && belongs(end) {
        end = view.line_end(end);
    }
    end
}
