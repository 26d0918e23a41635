//! Definitions: `def f(x):`, `func f() { }`, parameters without `$`, types after a colon, `Array<String>`.

use super::block::{Style, block_from, inner_header};
use super::clue::Clue;
use super::mistake::{Mistake, edit};
use super::rewrite::Rewriter;
use super::view::{View, is_variable};
use crate::TokenKind as T;
use crate::chars::capital;
use crate::parser::Expected;
use pprepl_text::{Edit, Fix, applied};
use std::ops::Range;

pub(super) fn recognize(clue: &Clue) -> Option<Mistake> {
    other_function(clue)
        .or_else(|| generic_type(clue))
        .or_else(|| return_type(clue))
        .or_else(|| parameter(clue))
        .or_else(|| unnamed_function(clue))
        .or_else(|| body_after_colon(clue))
}

/// The words that begin a function in other languages.
const FUNCTIONS: [&str; 12] =
    ["def", "func", "fn", "fun", "sub", "proc", "defun", "procedure", "method", "async", "func_", "fonction"];

/// `def f(x):`, `func f() { }`.
fn other_function(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.head;
    let word = view.text(head);
    let is_two = word == "async" && matches!(view.text(head + 1), "def" | "function");
    let name = head + 1 + usize::from(is_two);
    if !view.is_name(head) || !FUNCTIONS.contains(&word) || view.word(name).is_none() {
        return None;
    }
    if !matches!(view.kind(name + 1), T::LParen | T::WsLParen | T::LBrace | T::Colon | T::End)
        && !view.begins_line(name + 1)
    {
        return None;
    }
    let header_end =
        if matches!(view.kind(name + 1), T::LParen | T::WsLParen) { view.closing(name + 1)? + 1 } else { name + 1 };
    let span = view.range_span(head..header_end);
    let mistake = Mistake::new(span, format!("write `function`: Puppet has no `{word}`"))
        .label("not a keyword")
        .help("a function is defined as `function double($x) { $x * 2 }`; its last value is the result");
    let block = block_from(view, name, view.indentation(head));
    let end = block.as_ref().map_or(view.line_end(clue.stop.max(head)), |block| block.end);
    let mistake = mistake.until(view.span(end.saturating_sub(1)).end);
    let Some(text) = rewritten_function(view, head, name) else { return Some(mistake) };
    Some(mistake.replace(view.range_span(head..end), text))
}

/// Returns a definition in Puppet: parameters with `$`, the result's type after `>>`, the body in braces.
fn rewritten_function(view: &View, head: usize, name: usize) -> Option<String> {
    let block = block_from(view, name, view.indentation(head))?;
    if block.style == Style::Bare {
        return None;
    }
    let parens = matches!(view.kind(name + 1), T::LParen | T::WsLParen).then_some(name + 1);
    let (params, after) = match parens {
        Some(open) => {
            let close = view.closing(open)?;
            (parameters(view, open + 1..close)?, close + 1)
        }
        None => (Vec::new(), name + 1),
    };
    let names: Vec<String> = params.iter().map(|(name, _)| name.clone()).collect();
    let list: Vec<String> = params.into_iter().map(|(_, text)| text).collect();
    let returns = result_type(view, after..block.header.end);
    let rewriter = Rewriter::with_variables(*view, names);
    let body = block.in_braces(&rewriter, head);
    let name = view.text(name).to_lowercase();
    Some(format!(
        "function {name}({}){} {body}",
        list.join(", "),
        returns.map_or(String::new(), |of| format!(" >> {of}"))
    ))
}

fn result_type(view: &View, range: Range<usize>) -> Option<String> {
    let start = range.clone().find(|&at| view.kind(at) == T::Ref || puppet_type(view.text(at)).is_some())?;
    let text = view.slice(start..range.end);
    Some(puppet_type(text).map_or_else(|| text.to_owned(), str::to_owned))
}

/// Returns each parameter of a list: its name, and its declaration in Puppet.
pub(super) fn parameters(view: &View, range: Range<usize>) -> Option<Vec<(String, String)>> {
    let mut out = Vec::new();
    for part in separated(view, range) {
        out.push(parameter_text(view, part)?);
    }
    Some(out)
}

/// Splits a range at its outer commas.
pub(super) fn separated(view: &View, range: Range<usize>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = range.start;
    for comma in view.outer(range.clone()).filter(|&at| view.kind(at) == T::Comma) {
        parts.push(start..comma);
        start = comma + 1;
    }
    if start < range.end {
        parts.push(start..range.end);
    }
    parts
}

/// Translates `x`, `x = 1`, `x: Integer`, `Integer x`, `int $x`, `*args`.
fn parameter_text(view: &View, part: Range<usize>) -> Option<(String, String)> {
    let equals = view.outer(part.clone()).find(|&at| view.kind(at) == T::Equals);
    let (left, default) = match equals {
        Some(at) => (part.start..at, Some(Rewriter::new(*view).range(at + 1..part.end))),
        None => (part.clone(), None),
    };
    let colon = view.outer(left.clone()).find(|&at| view.kind(at) == T::Colon);
    let (name_at, type_text) = match colon {
        Some(at) => (at.checked_sub(1)?, Some(view.slice(at + 1..left.end).to_owned())),
        None => {
            let name = left.end.checked_sub(1)?;
            let rest = left.start..name;
            let rest = if view.kind(rest.start) == T::Times { rest.start + 1..rest.end } else { rest };
            (name, (!rest.is_empty()).then(|| view.slice(rest).to_owned()))
        }
    };
    let name = view.variable(name_at)?.to_owned();
    let splat = if left.clone().any(|at| view.kind(at) == T::Times) { "*" } else { "" };
    let type_text = type_text.and_then(|text| type_from(&text));
    let mut out = type_text.map_or(String::new(), |of| format!("{of} "));
    out.push_str(&format!("{splat}${name}"));
    if let Some(default) = default {
        out.push_str(&format!(" = {}", default.trim()));
    }
    Some((name, out))
}

/// Returns the type with this name in another language.
fn type_from(text: &str) -> Option<String> {
    let text = text.trim();
    if let Some(ours) = puppet_type(text) {
        return Some(ours.to_owned());
    }
    let text = text.replace('<', "[").replace('>', "]");
    text.starts_with(|c: char| c.is_ascii_uppercase()).then_some(text)
}

/// Returns Puppet's type for a type of another language.
pub(super) fn puppet_type(word: &str) -> Option<&'static str> {
    Some(match word {
        "int" | "Int" | "integer" | "i32" | "i64" | "u32" | "long" | "short" => "Integer",
        "str" | "Str" | "string" | "char" | "text" | "symbol" => "String",
        "bool" | "Bool" | "boolean" => "Boolean",
        "float" | "double" | "f64" | "float64" | "real" | "decimal" => "Float",
        "number" | "Number" | "num" => "Numeric",
        "list" | "array" | "List" | "vec" => "Array",
        "dict" | "Dict" | "map" | "hash" | "object" | "obj" | "Map" => "Hash",
        "any" | "mixed" | "Object" => "Any",
        "void" | "None" | "none" | "null" | "nil" => "Undef",
        "regex" | "Regex" | "regexp" => "Regexp",
        "date" | "time" | "datetime" => "Timestamp",
        "uri" | "url" => "URI",
        _ => return None,
    })
}

/// `Array<String>`, `List<int>`.
fn generic_type(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let line = clue.head.min(clue.stop)..view.line_end(clue.stop.saturating_sub(1)).max(clue.stop + 1).min(view.end());
    let open = line.clone().find(|&at| {
        view.kind(at) == T::LessThan
            && view.is_adjacent(at)
            && view.kind(at - 1) == T::Ref
            && view.is_adjacent(at + 1)
            && view.word(at + 1).is_some()
    })?;
    let close = angle_end(view, open, line.end)?;
    let span = view.range_span(open - 1..close + 1);
    let name = view.text(open - 1);
    let mut edits: Vec<Edit> = Vec::new();
    for at in open..=close {
        let text = view.text(at);
        if text.starts_with('<') {
            edits.push(edit(view.span(at), "[".repeat(text.len())));
        } else if text.starts_with('>') {
            edits.push(edit(view.span(at), "]".repeat(text.len())));
        } else if let Some(ours) = puppet_type(text).filter(|ours| *ours != text) {
            edits.push(edit(view.span(at), ours));
        }
    }
    if let Some(ours) = puppet_type(name) {
        edits.push(edit(view.span(open - 1), ours));
    }
    let inner = view.slice(open + 1..close).to_owned();
    let whole = Fix { title: String::new(), edits: edits.clone(), sure: false };
    let after = (view.source.len() as u32 - span.end) as usize;
    let fixed = applied(view.source, [&whole]).0;
    let ours = fixed.get(span.start as usize..fixed.len() - after).unwrap_or(name).to_owned();
    let message = format!("write `{ours}`: the parameters of a type are in square brackets");
    let mut mistake = Mistake::new(span, message).until(view.span(line.end.saturating_sub(1)).end);
    if view.kind(close) == T::RShift && !inner.contains('<') {
        mistake.fixes.clear();
        return Some(mistake);
    }
    mistake = mistake.edits("write `[ ]`", edits);
    Some(mistake)
}

/// Returns the `>` that closes a `<`, counting `>>` twice.
fn angle_end(view: &View, open: usize, end: usize) -> Option<usize> {
    let mut depth = 0_i32;
    for at in open..end.min(open + 60) {
        match view.kind(at) {
            T::LessThan => depth += 1,
            T::GreaterThan => depth -= 1,
            T::RShift => depth -= 2,
            T::Comma | T::Ref | T::LBrack | T::RBrack | T::Number => {}
            _ if view.is_name(at) || view.kind(at) == T::QMark => {}
            _ => return None,
        }
        if depth <= 0 {
            return Some(at);
        }
    }
    None
}

/// `function f($a): Integer { }`, `function f($a) -> Integer { }`.
fn return_type(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    let is_sign = matches!(view.kind(stop), T::Colon | T::InEdge | T::FatArrow);
    let wants_body = matches!(clue.want, Some(Expected::FunctionBody | Expected::LambdaBody));
    if !wants_body || !is_sign {
        return None;
    }
    let sign = view.text(stop);
    let follows_type =
        view.kind(stop + 1) == T::Ref || puppet_type(view.text(stop + 1)).is_some() && !view.begins_line(stop + 1);
    if !follows_type {
        return None;
    }
    let gap = if view.gap(stop).is_empty() { " " } else { "" };
    let after = if view.gap(stop + 1).is_empty() { " " } else { "" };
    let mut edits = vec![edit(view.span(stop), format!("{gap}>>{after}"))];
    if let Some(ours) = puppet_type(view.text(stop + 1)) {
        edits.push(edit(view.span(stop + 1), ours));
    }
    let mistake = Mistake::new(view.span(stop), format!("write `>>` before the type of the result, not `{sign}`"));
    Some(mistake.help("for example: `function f(Integer $x) >> Integer { $x + 1 }`").edits("write `>>`", edits))
}

/// `function f(x)`, `class c(port = 80)`, `function f($x: Integer)`, `|x|`.
fn parameter(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let in_list = matches!(clue.want, Some(Expected::Parameter | Expected::MoreParameters | Expected::BarEnd));
    let open = (clue.statement..clue.stop)
        .rev()
        .find(|&at| matches!(view.kind(at), T::LParen | T::WsLParen | T::LambdaPipe | T::Pipe))?;
    if !in_list {
        return None;
    }
    let is_lambda = !matches!(view.kind(open), T::LParen | T::WsLParen);
    let close = if is_lambda {
        (open + 1..view.end()).take(100).find(|&at| matches!(view.kind(at), T::LambdaPipe | T::Pipe | T::PipeEnd))?
    } else {
        view.closing(open)?
    };
    let params = parameters(view, open + 1..close)?;
    let names: Vec<String> = params.iter().map(|(name, _)| name.clone()).collect();
    let list = params.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(", ");
    let mut mistake = parameter_mistake(clue)?.until(view.span(close).end);
    let inside = view.range_span(open + 1..close);
    // The body of a lambda or function uses the names without `$`, too.
    let brace = (close + 1..view.end()).take(20).find(|&at| view.kind(at) == T::LBrace);
    let body = brace.and_then(|brace| Some(brace..view.closing(brace)? + 1));
    if let Some(body) = body {
        let rewriter = Rewriter::with_variables(*view, names);
        let text = rewriter.range(body.clone());
        if text != view.slice(body.clone()) {
            mistake = mistake.until(view.span(body.end - 1).end);
            let both = vec![edit(inside, list.clone()), edit(view.range_span(body), text)];
            mistake = mistake.edits("write `$` before the names", both);
        }
    }
    if view.slice(open + 1..close).contains('\n') {
        if let Some(name) = view.variable(clue.stop).filter(|_| view.is_name(clue.stop)) {
            mistake = mistake.replace_safely(view.span(clue.stop), format!("${name}"));
        }
        return Some(mistake);
    }
    Some(mistake.replace_safely(inside, list))
}

fn parameter_mistake(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    let span = view.span(stop);
    let name = view.text(stop);
    if view.kind(stop) == T::Colon {
        return Some(
            Mistake::new(span, "write the type before the parameter: `Integer $x`, not `$x: Integer`")
                .help("for example: `function f(Integer $x, String $y = 'a') { .. }`"),
        );
    }
    if !view.is_name(stop) {
        return None;
    }
    if view.kind(stop + 1) == T::Variable {
        let ours = type_name(name);
        let message = format!("write `{ours}`: the name of a type starts with an upper-case letter");
        let mistake = Mistake::new(span, message);
        // A list of parameters keeps only types that are known.
        return Some(if puppet_type(name).is_none() { mistake.replace(span, ours) } else { mistake });
    }
    if let Some(ours) = puppet_type(name).filter(|_| view.is_name(stop + 1)) {
        let variable = view.text(stop + 1);
        return Some(Mistake::new(
            span,
            format!("write `{ours} ${variable}`: types are upper case, and parameters start with `$`"),
        ));
    }
    is_variable(name).then(|| Mistake::new(span, format!("write `${name}`: a parameter starts with `$`")))
}

/// Returns the name of the type that a word in lower case means.
pub(crate) fn type_name(word: &str) -> String {
    let local = word.strip_prefix("::").unwrap_or(word);
    let parts = || local.split("::").map(capital).collect::<Vec<String>>().join("::");
    puppet_type(word).map_or_else(parts, str::to_owned)
}

/// `function(x) { .. }`, `function ($x) { .. }` without a name.
fn unnamed_function(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    let is_anonymous = matches!(clue.want, Some(Expected::FunctionName | Expected::PairArrow))
        && stop > 0
        && view.is(stop - 1, "function")
        && matches!(view.kind(stop), T::LParen | T::WsLParen);
    if !is_anonymous {
        return None;
    }
    let close = view.closing(stop)?;
    let mut mistake = Mistake::new(view.span(stop), "give the function a name, or write a lambda: `|$x| { .. }`")
        .help("a lambda follows a call: `$list.map |$x| { $x * 2 }`");
    let params = parameters(view, stop + 1..close)?;
    let names: Vec<String> = params.iter().map(|(name, _)| name.clone()).collect();
    let list = params.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(", ");
    let block = block_from(view, close + 1, view.indentation(stop))?;
    // As the argument of a call: `.map(function(x) { .. })`.
    let call = stop
        .checked_sub(2)
        .filter(|&at| matches!(view.kind(at), T::LParen | T::WsLParen) && view.closing(at) == Some(block.end))?;
    let rewriter = Rewriter::with_variables(*view, names);
    let body = block.in_braces(&rewriter, stop);
    mistake = mistake.until(view.span(block.end).end);
    let whole = view.range_span(call..block.end + 1);
    Some(mistake.replace(whole, format!(" |{list}| {}", body.replace("return ", ""))))
}

/// `class web:`, `define x:`, `class web($port):`.
fn body_after_colon(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let wants_body = matches!(
        clue.want,
        Some(Expected::ClassBody | Expected::DefineBody | Expected::FunctionBody | Expected::NodeBody)
    );
    if !wants_body || view.kind(clue.stop) != T::Colon {
        return None;
    }
    let block = block_from(view, clue.statement, view.indentation(clue.statement))
        .filter(|block| block.style == Style::Colon)?;
    let rewriter = Rewriter::new(*view);
    let header = rewriter.range(inner_header(view, block.header.clone()));
    let whole = view.range_span(clue.statement..block.end);
    let text = format!("{} {}", header.trim_end(), block.in_braces(&rewriter, clue.statement));
    Some(
        Mistake::new(view.span(clue.stop), "write the body in braces `{ }`, not after a colon")
            .until(whole.end)
            .replace(whole, text),
    )
}
