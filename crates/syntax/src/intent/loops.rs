//! Loops: `for`, `foreach`, `while`, `until`, `loop`, `do`.

use super::block::{Block, block_from, inner_header};
use super::clue::Clue;
use super::mistake::Mistake;
use super::rewrite::{Rewriter, are_variables, receiver};
use super::view::View;
use crate::TokenKind as T;
use std::ops::Range;

pub(super) fn recognize(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.head;
    if !view.is_name(head) || matches!(view.kind(head + 1), T::FatArrow | T::Comma | T::Dot | T::End) {
        return None;
    }
    match view.text(head) {
        word @ ("for" | "foreach") => Some(for_loop(clue, word)),
        word @ ("while" | "until" | "loop" | "repeat" | "do" | "forever") => while_loop(clue, word),
        _ => None,
    }
}

fn for_loop(clue: &Clue, word: &str) -> Mistake {
    let view = &clue.view;
    let head = clue.head;
    let block = block_from(view, head + 1, view.indentation(head));
    let mut mistake =
        Mistake::new(view.span(head), format!("write `$list.each |$x| {{ .. }}`: Puppet has no `{word}` loop"))
            .label("not a keyword")
            .help(
                "`each` runs its lambda for each element; `map` also collects the results; `Integer[1, 5].each` counts",
            );
    let Some(block) = block else { return mistake.until(view.span(view.line_end(head).saturating_sub(1)).end) };
    mistake = mistake.until(view.span(block.end.saturating_sub(1)).end);
    match rewritten(view, &block, head) {
        Some(text) => mistake.replace(view.range_span(head..block.end), text),
        None => mistake,
    }
}

/// Returns the loop as a call of `each`.
fn rewritten(view: &View, block: &Block, head: usize) -> Option<String> {
    let header = inner_header(view, block.header.clone());
    let (names, list) = variables_and_list(view, header)?;
    if !are_variables(&names) || list.is_empty() {
        return None;
    }
    let call = list_call(view, list)?;
    let params: Vec<String> = names.iter().map(|name| format!("${name}")).collect();
    let rewriter = Rewriter::with_variables(*view, names);
    Some(format!("{call}.each |{}| {}", params.join(", "), block.in_braces(&rewriter, head)))
}

/// Splits `x in list`, `k, v in hash`, `list as k => v`, `var x of list`, `Type x : list`.
pub(super) fn variables_and_list(view: &View, header: Range<usize>) -> Option<(Vec<String>, Range<usize>)> {
    let is_separator =
        |at: usize| view.kind(at) == T::In || matches!(view.text(at), "of" | "as") || view.kind(at) == T::Colon;
    let separator = view.outer(header.clone()).find(|&at| is_separator(at) && at > header.start)?;
    let (left, right) = (header.start..separator, separator + 1..header.end);
    let (names, list) = if view.is(separator, "as") { (right, left) } else { (left, right) };
    let words: Vec<usize> = names.filter(|&at| view.variable(at).is_some()).collect();
    let declares = |at: usize| matches!(view.text(at), "var" | "let" | "const" | "my" | "auto" | "int");
    let variables = words.into_iter().filter(|&at| !declares(at)).filter_map(|at| view.variable(at).map(str::to_owned));
    let variables: Vec<String> = variables.collect();
    (1..=2).contains(&variables.len()).then_some((variables, list))
}

/// Returns the list of a loop in Puppet: ranges as `Integer[a, b]`, words as a list of strings.
pub(super) fn list_call(view: &View, list: Range<usize>) -> Option<String> {
    let rewriter = Rewriter::new(*view);
    if let Some(range) = integer_range(view, list.clone()) {
        return Some(range);
    }
    let is_items = list.len() > 4
        && matches!(view.text(list.end - 3), "items" | "iteritems" | "entries")
        && view.is(list.end - 4, ".");
    let list = if is_items { list.start..list.end - 4 } else { list };
    if list.len() > 1
        && list.clone().all(|at| view.is_name(at) || view.kind(at) == T::Number || view.kind(at) == T::String)
    {
        let words: Vec<String> = list.map(|at| super::rewrite::quoted(view.text(at))).collect();
        return Some(format!("[{}]", words.join(", ")));
    }
    if list.len() == 1 && view.is_name(list.start) {
        return Some(format!("${}", view.text(list.start)));
    }
    let text = rewriter.range(list.clone());
    Some(receiver(view, list, text))
}

/// Returns `Integer[a, b]` for `range(..)`, `a..b` and `{a..b}`.
pub(super) fn integer_range(view: &View, list: Range<usize>) -> Option<String> {
    let number = |at: usize| view.text(at).parse::<i64>().ok();
    if view.is(list.start, "range") && view.closing(list.start + 1) == Some(list.end - 1) {
        let arguments: Vec<&str> = view.slice(list.start + 2..list.end - 1).split(',').map(str::trim).collect();
        let below = |last: &str| last.parse::<i64>().map(|last| (last - 1).to_string()).ok();
        return match arguments[..] {
            [last] => Some(format!("Integer[0, {}]", below(last)?)),
            [first, last] if !first.is_empty() => Some(format!("Integer[{first}, {}]", below(last)?)),
            _ => None,
        };
    }
    let list = inner_header(view, list);
    let list = if view.kind(list.start) == T::LBrace { list.start + 1..list.end.saturating_sub(1) } else { list };
    let inner: Vec<usize> = list.collect();
    let [first, dot, second, last] = inner[..] else { return None };
    (view.is(dot, ".") && view.is(second, ".") && number(first).is_some() && number(last).is_some())
        .then(|| format!("Integer[{}, {}]", view.text(first), view.text(last)))
}

fn while_loop(clue: &Clue, word: &str) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.head;
    let next = view.kind(head + 1);
    if word == "do" && !matches!(next, T::LBrace)
        || matches!(word, "loop" | "repeat" | "until" | "forever") && next == T::LParen && !clue.wants_syntax()
    {
        return None;
    }
    let block = block_from(view, head + 1, view.indentation(head));
    let end = block.as_ref().map_or(view.line_end(head), |block| block.end);
    let header = block.as_ref().map_or(head + 1..head + 1, |block| block.header.clone());
    let span = view.range_span(head..header.end.max(head + 1));
    Some(
        Mistake::new(span, format!("use a function such as `each`: Puppet has no `{word}` loop"))
            .label("not a statement of Puppet")
            .help("iterate over a list with `$list.each |$x| { .. }`, or count with `Integer[1, 5].each |$i| { .. }`")
            .until(view.span(end.saturating_sub(1)).end),
    )
}
