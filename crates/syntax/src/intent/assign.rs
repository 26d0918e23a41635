//! Assignments: `let x = 5`, `Integer $n = 5`, `$a, $b = [1, 2]`, `x++`, `@name = 5`, `NAME=value`, `$web-port = 80`.

use super::branch::expression_end;
use super::clue::Clue;
use super::definition::puppet_type;
use super::mistake::Mistake;
use super::rewrite::{Rewriter, quoted};
use super::view::{View, as_variable};
use crate::TokenKind as T;
use pprepl_text::{IssueCode, Span};
use std::ops::Range;

pub(super) fn recognize(clue: &Clue) -> Option<Mistake> {
    declared(clue)
        .or_else(|| typed(clue))
        .or_else(|| several(clue))
        .or_else(|| increment(clue))
        .or_else(|| instance_variable(clue))
        .or_else(|| other_name(clue))
        .or_else(|| compound(clue))
}

/// The words that declare a variable in other languages.
const DECLARATIONS: [&str; 15] = [
    "let", "var", "const", "my", "our", "local", "export", "set", "val", "auto", "dim", "declare", "readonly", "mut",
    "final",
];

/// `let x = 5`, `const $x = 5`, `export X=5`, `let x: int = 5`.
fn declared(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.head;
    let word = view.text(head);
    if !view.is_name(head) || !DECLARATIONS.contains(&word) || view.begins_line(head + 1) {
        return None;
    }
    let mut name = head + 1;
    while DECLARATIONS.contains(&view.text(name)) {
        name += 1;
    }
    let sign = name_end(view, name);
    as_variable(view.slice(name..sign))?;
    let equals = (sign..view.line_end(head)).take(8).find(|&at| view.kind(at) == T::Equals);
    let message = format!("write `$name = value`: Puppet has no `{word}`");
    let Some(equals) = equals else {
        let is_set = word == "set" && view.kind(sign) != T::End;
        let end = view.line_end(head);
        let mistake = Mistake::new(view.range_span(head..sign), message).until(view.span(end - 1).end);
        let declares = matches!(word, "let" | "var" | "const" | "my") || is_set;
        return declares
            .then_some(mistake.help("a variable gets its value when it is set; it cannot be declared without one"));
    };
    let end = expression_end(view, equals + 1);
    let mistake = Mistake::new(view.range_span(head..equals), message).until(view.span(end.saturating_sub(1)).end);
    Some(assignment(view, mistake, head..end, name..sign, equals))
}

/// Returns the first token after the name at `at`, whose parts may be joined by hyphens.
fn name_end(view: &View, at: usize) -> usize {
    let mut end = at + 1;
    while view.kind(end) == T::Minus
        && view.is_adjacent(end)
        && view.is_adjacent(end + 1)
        && view.word(end + 1).is_some()
    {
        end += 2;
    }
    end
}

/// Adds the fix that replaces a foreign assignment.
fn assignment(view: &View, mistake: Mistake, whole: Range<usize>, name: Range<usize>, equals: usize) -> Mistake {
    let Some(variable) = as_variable(view.slice(name)) else { return mistake };
    let end = whole.end;
    let rewriter = Rewriter::new(*view);
    let value = rewriter.range(equals + 1..end);
    let is_path = value.starts_with(['/', '~', '.']) && !value.contains([' ', '(']);
    let value = if end == equals + 2 || is_path { quoted(&value) } else { value };
    if value.is_empty() {
        return mistake;
    }
    let after =
        usize::from(view.kind(end) == T::Semicolon && (view.kind(end + 1) == T::End || view.begins_line(end + 1)));
    mistake.replace(view.range_span(whole.start..end + after), format!("${variable} = {value}"))
}

/// `Integer $n = 5`, `int n = 5`.
fn typed(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.head;
    let is_type = view.kind(head) == T::Ref || view.is_name(head) && puppet_type(view.text(head)).is_some();
    let mut name = head + 1;
    if matches!(view.kind(name), T::LBrack) {
        name = view.closing(name)? + 1;
    }
    let sign = name_end(view, name);
    let is_declaration =
        is_type && view.variable(name).is_some() && view.kind(sign) == T::Equals && !view.begins_line(name);
    if !is_declaration {
        return None;
    }
    let variable = as_variable(view.slice(name..sign))?;
    let end = expression_end(view, sign + 1);
    let span = view.range_span(head..name);
    let ours = puppet_type(view.text(head)).map_or_else(|| view.slice(head..name).to_owned(), str::to_owned);
    let value = view.slice(sign + 1..end);
    let mistake = Mistake::new(
        span,
        format!("remove the type: write `${variable} = {}`; variables have no declared type", short(value)),
    )
    .help(format!("to check the value write `${variable} = assert_type({ours}, {})`", short(value)))
    .until(view.span(end.saturating_sub(1)).end);
    Some(assignment(view, mistake, head..end, name..sign, sign))
}

fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    if line.chars().count() > 30 || line.len() < text.len() { "..".to_owned() } else { line.to_owned() }
}

/// `$a, $b = [1, 2]`, `$a, $b = 1, 2`.
fn several(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.head;
    let equals = (head..view.line_end(head)).take(20).find(|&at| view.kind(at) == T::Equals)?;
    let targets = head..equals;
    let alternates = targets.len() >= 3
        && targets.len() % 2 == 1
        && targets.clone().all(|at| {
            if (at - head).is_multiple_of(2) { view.variable(at).is_some() } else { view.kind(at) == T::Comma }
        });
    if !alternates {
        return None;
    }
    let names: Vec<String> =
        targets.clone().filter_map(|at| view.variable(at)).map(|name| format!("${name}")).collect();
    let end = view.line_end(equals);
    let value = Rewriter::new(*view).range(equals + 1..end);
    let is_list = view.outer(equals + 1..end).any(|at| view.kind(at) == T::Comma);
    let value = if is_list { format!("[{value}]") } else { value };
    let whole = view.range_span(head..end);
    let list = names.join(", ");
    Some(
        Mistake::new(view.range_span(targets), format!("write `[{list}] = ..` to set several variables"))
            .replace(whole, format!("[{list}] = {value}"))
            .until(whole.end),
    )
}

/// `$n++`, `x--`, `++$n`.
fn increment(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let sign = (clue.head..clue.stop + 2).find(|&at| {
        matches!(view.kind(at), T::Plus | T::Minus) && view.kind(at + 1) == view.kind(at) && view.is_adjacent(at + 1)
    })?;
    let is_plus = view.kind(sign) == T::Plus;
    let follows = sign > 0 && view.variable(sign - 1).is_some() && view.is_adjacent(sign);
    let ends = matches!(view.kind(sign + 2), T::End | T::Semicolon | T::RBrace) || view.begins_line(sign + 2);
    let precedes = view.variable(sign + 2).is_some() && view.is_adjacent(sign + 2) && !follows;
    let variable = if follows && ends {
        sign - 1
    } else if precedes && is_plus {
        sign + 2
    } else {
        return None;
    };
    let name = view.variable(variable)?;
    let operator = if is_plus { '+' } else { '-' };
    let span = view.range_span(sign..sign + 2);
    let mistake = Mistake::new(span, format!("Puppet has no `{operator}{operator}`: a variable is set only once"))
        .help(format!("give the new value a name of its own: `$new = ${name} {operator} 1`"));
    let whole = view.range_span(sign.min(variable)..(variable + 1).max(sign + 2));
    Some(mistake.until(whole.end))
}

/// `@name = 'Ann'`, `@name`.
fn instance_variable(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let from = clue.statement.min(clue.stop);
    let at = (from..clue.stop + 1).find(|&at| matches!(view.kind(at), T::At | T::AtAt) && view.is_adjacent(at + 1))?;
    let name = view.variable(at + 1).filter(|_| view.is_name(at + 1))?;
    if view.kind(at + 2) == T::LBrace {
        return None;
    }
    if view.begins_line(at)
        && (view.begins_line(at + 2) || view.kind(at + 2) == T::LParen)
        && matches!(view.text(decorated(view, at)), "def" | "function" | "class" | "func" | "async")
    {
        let span = view.range_span(at..at + 2);
        return Some(
            Mistake::new(span, "Puppet has no decorators")
                .help("call functions in the body of the definition")
                .until(span.end),
        );
    }
    let span = view.range_span(at..at + 2);
    Some(Mistake::new(span, format!("write `${name}`: a variable starts with `$`")).replace(span, format!("${name}")))
}

/// Returns the first token after the decorators at `at`.
fn decorated(view: &View, at: usize) -> usize {
    let mut next = view.line_end(at);
    while view.kind(next) == T::At {
        next = view.line_end(next);
    }
    next
}

/// `NAME=Ann`, `$web-port = 80`, `name.first = 'x'`, `$my var = 1`.
fn other_name(clue: &Clue) -> Option<Mistake> {
    if clue.code != IssueCode::IllegalAssignment {
        return None;
    }
    let view = &clue.view;
    let head = clue.head;
    let equals = (head..view.line_end(head)).take(12).find(|&at| view.kind(at) == T::Equals)?;
    if let Some(mistake) = named_argument(clue) {
        return Some(mistake);
    }
    let name = head..equals;
    let text = view.slice(name.clone());
    let end = expression_end(view, equals + 1);
    let variable = as_variable(text)?;
    let span = view.range_span(name.clone());
    if view.is_name(head) && name.len() == 1 && view.kind(head) != T::Word {
        let mistake = Mistake::new(span, format!("write `${variable}`: a variable starts with `$`"));
        return Some(mistake.replace_safely(span, format!("${variable}")));
    }
    if view.kind(head) == T::Ref && name.len() == 1 {
        let mistake =
            Mistake::new(span, format!("write `${variable} = ..`: a variable starts with `$` and a lower-case letter"));
        return Some(assignment(view, mistake, head..end, name, equals).until(span.end));
    }
    let hyphens = name.clone().skip(1).all(|at| view.is_adjacent(at))
        && text.find('-').is_some_and(|at| at > 0)
        && !text.contains(['(', '[']);
    if hyphens {
        let mistake = Mistake::new(span, format!("write `${variable}`: a variable's name has no hyphen"))
            .help("names contain lower-case letters, digits and underscores; to subtract write `$a - $b`");
        return Some(mistake.replace(span, format!("${variable}")));
    }
    None
}

/// `f(a = 1)`.
fn named_argument(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    let open =
        view.opener(clue.head, stop).filter(|&at| view.kind(at) == T::LParen && at > 0 && view.is_name(at - 1))?;
    let close = view.closing(open)?;
    let is_argument = view.is_name(stop) && view.kind(stop + 1) == T::Equals;
    is_argument.then(|| no_named_arguments(view.range_span(stop..stop + 2), view.span(close).end))
}

/// Explains a named argument at `span` of a call that ends at `end`.
pub(super) fn no_named_arguments(span: Span, end: u32) -> Mistake {
    Mistake::new(span, "Puppet has no named arguments: pass the values in order")
        .help("a hash passes names with values: `f({'a' => 1})`")
        .until(end)
}

/// `$x *= 2`, `$x ||= 1`, `$x .= 'a'`, `$x ?? 1`.
fn compound(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    let equals = (stop..stop + 3).find(|&at| view.kind(at) == T::Equals)?;
    let sign = equals.checked_sub(1)?;
    let is_pair = view.kind(equals) == T::Equals && view.is_adjacent(equals);
    if !is_pair || !matches!(view.text(sign), "*" | "/" | "%" | "." | "|" | "&" | "?" | "^" | "**") {
        return None;
    }
    let mut first = sign;
    while first > 0 && view.is_adjacent(first) && matches!(view.text(first - 1), "|" | "&" | "?" | "*") {
        first -= 1;
    }
    let name = first.checked_sub(1).and_then(|at| view.variable(at))?;
    let operator = view.slice(first..equals + 1);
    let span = Span::new(view.span(first).start, view.span(equals).end);
    let help = match operator {
        "||=" | "??=" => format!("give the value a new name: `$new = if ${name} {{ ${name} }} else {{ 1 }}`"),
        ".=" => format!("give the value a new name: `$new = \"${{{name}}}text\"`"),
        _ => format!("give the new value a name of its own: `$new = ${name} {} ..`", operator.trim_end_matches('=')),
    };
    Some(
        Mistake::new(span, format!("Puppet has no `{operator}`: a variable is set only once"))
            .help(help)
            .until(view.span(view.line_end(stop) - 1).end),
    )
}
