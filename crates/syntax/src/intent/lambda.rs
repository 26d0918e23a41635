//! Lambdas: `.map($x) { }`, `.each { |x| }`, `do |x| .. end`, `x => x + 1`, `x -> x + 1`, a body without braces.

use super::block::block_from;
use super::clue::Clue;
use super::definition::parameters;
use super::mistake::Mistake;
use super::rewrite::Rewriter;
use super::view::View;
use crate::TokenKind as T;
use crate::parser::Expected;
use std::ops::Range;

pub(super) fn recognize(clue: &Clue) -> Option<Mistake> {
    do_block(clue)
        .or_else(|| parameters_in_braces(clue))
        .or_else(|| parameters_in_parentheses(clue))
        .or_else(|| arrow(clue))
        .or_else(|| lambda_in_parentheses(clue))
        .or_else(|| body_without_braces(clue))
        .or_else(|| open_parameters(clue))
        .or_else(|| stored(clue))
}

fn is_pipe(view: &View, at: usize) -> bool {
    matches!(view.kind(at), T::LambdaPipe | T::Pipe | T::PipeEnd)
}

/// Returns the bar that closes the parameters opened at `open`.
fn pipe_end(view: &View, open: usize) -> Option<usize> {
    (open + 1..view.end()).take(100).find(|&at| is_pipe(view, at))
}

/// Returns the parameters between two bars in Puppet, and their names.
fn bar_parameters(view: &View, open: usize, close: usize) -> Option<(String, Vec<String>)> {
    let params = parameters(view, open + 1..close)?;
    let names = params.iter().map(|(name, _)| name.clone()).collect();
    Some((params.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(", "), names))
}

/// `$h.each do |k, v| .. end`.
fn do_block(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let from = clue.head.saturating_sub(1);
    let at = (from..clue.stop + 1).rev().find(|&at| view.is(at, "do") && view.is_name(at))?;
    if at == 0 || !view.ends_value(at - 1) || view.begins_line(at) || !is_pipe(view, at + 1) {
        return None;
    }
    let close = pipe_end(view, at + 1)?;
    let (params, names) = bar_parameters(view, at + 1, close)?;
    let span = view.range_span(at..close + 1);
    let mistake = Mistake::new(span, format!("write the lambda in braces: `|{params}| {{ .. }}`; Puppet has no `do`"));
    let (body, end) = body_to_end(view, close + 1);
    let text = body_text(view, &names, body, at);
    let whole = view.range_span(at..end);
    Some(mistake.until(whole.end).replace(whole, format!("|{params}| {text}")))
}

/// Returns the tokens up to the `end` of a block, and the first token after it.
fn body_to_end(view: &View, start: usize) -> (Range<usize>, usize) {
    let mut depth = 0_usize;
    for at in start..view.end() {
        let begins = view.begins_line(at) && matches!(view.kind(at), T::If | T::Unless | T::Case);
        if view.is(at, "do") || begins && !has_brace(view, at) {
            depth += 1;
        } else if view.is(at, "end") && view.is_name(at) {
            if depth == 0 {
                return (start..at, at + 1);
            }
            depth -= 1;
        }
    }
    (start..view.end(), view.end())
}

fn has_brace(view: &View, at: usize) -> bool {
    (at..view.line_end(at)).any(|at| view.kind(at) == T::LBrace)
}

/// Returns a body in braces, with these names as variables.
fn body_text(view: &View, names: &[String], body: Range<usize>, line: usize) -> String {
    let rewriter = Rewriter::with_variables(*view, names.to_vec());
    let text = rewriter.range(body.clone());
    let text = text.trim().trim_start_matches("return ").trim_end_matches(';');
    if body.is_empty() {
        "{ }".to_owned()
    } else if view.begins_line(body.start) {
        format!("{{{}{text}\n{}}}", view.gap(body.start), view.margin(line))
    } else {
        format!("{{ {text} }}")
    }
}

/// `$list.each { |x| .. }`.
fn parameters_in_braces(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let open = clue.stop.checked_sub(1).filter(|&at| view.kind(at) == T::LBrace && is_pipe(view, clue.stop))?;
    let end = pipe_end(view, clue.stop)?;
    let (params, names) = bar_parameters(view, clue.stop, end)?;
    let close = view.closing(open)?;
    let body = body_text(view, &names, end + 1..close, open);
    let span = view.range_span(open..end + 1);
    let whole = view.range_span(open..close + 1);
    let message = format!("write the parameters before the brace: `|{params}| {{ .. }}`");
    Some(Mistake::new(span, message).until(whole.end).replace(whole, format!("|{params}| {body}")))
}

/// `$list.map($x) { $x * 2 }`.
fn parameters_in_parentheses(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let from = clue.statement.min(clue.stop);
    let open = (from..clue.stop + 1).rev().find(|&at| {
        let is_method = at >= 2 && view.kind(at) == T::LParen && view.kind(at - 2) == T::Dot;
        is_method
            && view.closing(at).is_some_and(|close| view.kind(close + 1) == T::LBrace && !view.begins_line(close + 1))
    })?;
    let close = view.closing(open)?;
    let brace = close + 1;
    let end = view.closing(brace)?;
    let (params, names) = bar_parameters(view, open, close).filter(|(_, names)| names.len() <= 3)?;
    let body = body_text(view, &names, brace + 1..end, open);
    let span = view.range_span(open..close + 1);
    let whole = view.range_span(open..end + 1);
    if names.is_empty() {
        return None;
    }
    let message = format!("write the lambda's parameters between pipes: `|{params}| {{ .. }}`");
    Some(
        Mistake::new(span, message)
            .label("read as the arguments of the call")
            .until(whole.end)
            .replace(whole, format!(" |{params}| {body}")),
    )
}

/// `.map(x => x * 2)`, `.map(x -> x * 2)`, `.map(($x) => $x * 2)`, `.map -> $x { }`, `fn($x) => $x`.
fn arrow(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let from = clue.head.min(clue.stop);
    let last = (clue.stop + 2).min(view.end());
    let open = (from..last).find(|&at| {
        at >= 2 && view.kind(at) == T::LParen && view.kind(at - 2) == T::Dot && arrow_after(view, at).is_some()
    });
    if let Some(open) = open {
        let close = view.closing(open)?;
        let sign = arrow_after(view, open)?;
        let header = super::block::inner_header(view, open + 1..sign);
        return arrow_mistake(view, open..close + 1, header, sign + 1..close);
    }
    // `.map -> $x { .. }`
    let sign = (from..last).find(|&at| at >= 2 && view.kind(at) == T::InEdge && view.kind(at - 2) == T::Dot)?;
    let block = block_from(view, sign + 1, 0)?;
    let header = super::block::inner_header(view, block.header.clone());
    let params = parameters(view, header)?;
    let names: Vec<String> = params.iter().map(|(name, _)| name.clone()).collect();
    let list = params.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(", ");
    let body = body_text(view, &names, block.body.clone(), sign);
    let whole = view.range_span(sign..block.end);
    Some(
        Mistake::new(view.span(sign), format!("write the lambda's parameters between pipes: `|{list}| {{ .. }}`"))
            .until(whole.end)
            .replace(whole, format!("|{list}| {body}")),
    )
}

/// Returns the arrow after the parameters that begin after `open`.
fn arrow_after(view: &View, open: usize) -> Option<usize> {
    let first = open + 1;
    let is_arrow = |at: usize| matches!(view.kind(at), T::FatArrow | T::InEdge);
    if view.is_name(first) && is_arrow(first + 1) || view.kind(first) == T::Variable && is_arrow(first + 1) {
        return Some(first + 1);
    }
    if matches!(view.kind(first), T::LParen | T::WsLParen) {
        return view.closing(first).map(|close| close + 1).filter(|&at| is_arrow(at));
    }
    None
}

fn arrow_mistake(view: &View, whole: Range<usize>, header: Range<usize>, body: Range<usize>) -> Option<Mistake> {
    let params = parameters(view, header.clone())?;
    let names: Vec<String> = params.iter().map(|(name, _)| name.clone()).collect();
    // The value uses the name; a pair such as `default => 1` does not.
    let uses = body.clone().any(|at| view.variable(at).is_some_and(|word| names.iter().any(|name| name == word)));
    if !uses {
        return None;
    }
    let list = params.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(", ");
    let is_braced = view.kind(body.start) == T::LBrace && view.closing(body.start) == Some(body.end - 1);
    let inner = if is_braced { body.start + 1..body.end - 1 } else { body.clone() };
    let text = body_text(view, &names, inner, whole.start);
    let span = view.range_span(header.start..body.end);
    let range = view.range_span(whole);
    let message = format!("write a lambda: `|{list}| {{ .. }}` after the call");
    Some(Mistake::new(span, message).until(range.end).replace(range, format!(" |{list}| {text}")))
}

/// `.map(|$x| { $x * 2 })`, `each($list, |$x| { .. })`, `.map({ |x| .. })`.
fn lambda_in_parentheses(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    let before = stop.checked_sub(1)?;
    if !is_pipe(view, stop) || !matches!(view.kind(before), T::LParen | T::WsLParen | T::Comma) {
        return None;
    }
    let open = view.opener(clue.statement, stop).filter(|&at| matches!(view.kind(at), T::LParen | T::WsLParen))?;
    let end = pipe_end(view, stop)?;
    let (params, names) = bar_parameters(view, stop, end)?;
    let block_start = end + 1;
    let block_end =
        if view.kind(block_start) == T::LBrace { view.closing(block_start)? } else { view.closing(open)? - 1 };
    let close = view.closing(open)?;
    if close != block_end + 1 {
        return None;
    }
    let inner =
        if view.kind(block_start) == T::LBrace { block_start + 1..block_end } else { block_start..block_end + 1 };
    let body = body_text(view, &names, inner, open);
    let arguments = if view.kind(before) == T::Comma { view.slice(open..before) } else { "" };
    let closes = if arguments.is_empty() { "" } else { ")" };
    let whole = view.range_span(open..close + 1);
    let message = format!("write the lambda after the parentheses: `f(..) |{params}| {{ .. }}`");
    Some(
        Mistake::new(view.range_span(stop..end + 1), message)
            .until(whole.end)
            .replace(whole, format!("{arguments}{closes} |{params}| {body}")),
    )
}

/// `.each |$x| notice($x)`.
fn body_without_braces(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    if clue.want != Some(Expected::LambdaBody) {
        return None;
    }
    let close = (clue.statement..stop).rev().find(|&at| is_pipe(view, at))?;
    let open = (clue.statement..close).rev().find(|&at| is_pipe(view, at))?;
    let (params, names) = bar_parameters(view, open, close)?;
    let start = if matches!(view.kind(stop), T::Colon | T::FatArrow | T::InEdge) || view.is(stop, "do") {
        stop + 1
    } else {
        stop
    };
    let span = view.span(stop);
    let mistake = Mistake::new(span, format!("write the body of the lambda in braces: `|{params}| {{ .. }}`"));
    if view.kind(start) == T::LBrace {
        let gap = view.range_span(close..start + 1);
        return Some(mistake.replace(gap, "| {"));
    }
    let has_end = (start..view.end()).any(|at| view.is(at, "end") && view.is_name(at)) && view.begins_line(start);
    let (body, end) = if has_end {
        body_to_end(view, start)
    } else {
        let end = super::branch::expression_end(view, start);
        (start..end, end)
    };
    if body.is_empty() {
        return Some(mistake);
    }
    let text = body_text(view, &names, body, open);
    let whole = view.range_span(open..end);
    Some(mistake.until(whole.end).replace(whole, format!("|{params}| {text}")))
}

/// `.each |$x { .. }`.
fn open_parameters(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    if clue.want != Some(Expected::BarEnd) || view.kind(clue.stop) != T::LBrace {
        return None;
    }
    let span = view.span(clue.stop - 1);
    let fix = pprepl_text::Fix::insert(span.end, "|").titled("close the parameters with `|`");
    Some(Mistake::new(view.span(clue.stop), "close the parameters of the lambda with `|`").fix(fix))
}

/// `$f = |$x| { .. }`.
fn stored(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    let is_value = stop > 0 && is_pipe(view, stop) && matches!(view.kind(stop - 1), T::Equals | T::FatArrow);
    if !is_value || is_pipe(view, stop + 1) {
        return None;
    }
    let end = pipe_end(view, stop).filter(|&end| view.kind(end + 1) == T::LBrace)?;
    let last = view.closing(end + 1)?;
    let span = view.range_span(stop..end + 1);
    let mistake = Mistake::new(span, "a lambda is not a value: it must follow a call")
        .help("for example: `$list.map |$x| { $x * 2 }`; a function with a name can be used many times: `function double($x) { $x * 2 }`")
        .until(view.span(last).end);
    let name = stop.checked_sub(2).and_then(|at| view.variable(at)).filter(|_| view.kind(stop - 1) == T::Equals)?;
    let params = view.slice(stop + 1..end);
    let body = view.slice(end + 1..last + 1);
    let whole = view.range_span(stop - 2..last + 1);
    Some(mistake.replace(whole, format!("function {name}({params}) {body}")))
}
