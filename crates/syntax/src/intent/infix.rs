//! Operators of other languages: `&&`, `||`, `not`, `===`, `<>`, `:=`, `**`, `??`, `is`, `-eq`, and comments such as
//! `//` and `--`.

use super::branch::{expression_end, expression_start};
use super::clue::Clue;
use super::mistake::{Mistake, edit};
use super::rewrite::{Rewriter, is_flag, literal, operator, spaced};
use super::view::View;
use crate::TokenKind as T;
use crate::parser::Expected;
use pprepl_text::{Edit, Span};

pub(super) fn recognize(clue: &Clue) -> Option<Mistake> {
    comment(clue)
        .or_else(|| not_in(clue))
        .or_else(|| not(clue))
        .or_else(|| symbols(clue))
        .or_else(|| words(clue))
        .or_else(|| missing(clue))
        .or_else(|| question_method(clue))
        .or_else(|| member(clue))
        .or_else(|| symbol(clue))
        .or_else(|| assigned_condition(clue))
}

/// `// text`, `-- text`, `; text`.
fn comment(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let from = clue.head.min(clue.stop);
    let sign = (from..clue.stop + 1).find(|&at| {
        let is_pair = view.is_adjacent(at + 1) && view.text(at) == view.text(at + 1);
        let is_slashes = view.kind(at) == T::Div && view.kind(at + 1) == T::Div && is_pair
            || view.text(at).starts_with("//") && view.kind(at) == T::Regexp;
        let is_dashes = view.kind(at) == T::Minus
            && view.kind(at + 1) == T::Minus
            && is_pair
            && (at == 0 || !view.is_adjacent(at))
            && !view.is_adjacent(at + 2);
        is_slashes || is_dashes
    })?;
    let is_slash = view.text(sign).starts_with('/');
    if is_slash
        && view.kind(sign) == T::Div
        && view.is_value(sign + 2)
        && view.kind(sign + 2) == T::Number
        && (view.begins_line(sign + 3) || view.kind(sign + 3) == T::End)
    {
        let span = view.range_span(sign..sign + 2);
        return Some(Mistake::new(span, "write `/`: a division of integers results in an integer").replace(span, "/"));
    }
    let start = view.span(sign).start;
    let rest = view.source.get(start as usize..).unwrap_or("");
    let line = rest.lines().next().unwrap_or("");
    let mark = if is_slash { "//" } else { "--" };
    let span = Span::new(start, start + mark.len() as u32);
    let end = start + line.len() as u32;
    // Every line of such a comment below it.
    let mut edits = vec![edit(span, "#")];
    let mut offset = start as usize + line.len() + 1;
    let mut last = end;
    while let Some(next) = view.source.get(offset..).and_then(|rest| rest.lines().next()) {
        let margin = next.len() - next.trim_start().len();
        if !next.trim_start().starts_with(mark) {
            break;
        }
        let at = (offset + margin) as u32;
        edits.push(edit(Span::new(at, at + mark.len() as u32), "#"));
        last = (offset + next.len()) as u32;
        offset += next.len() + 1;
    }
    Some(Mistake::new(span, format!("write `#` to start a comment, not `{mark}`")).until(last).edits("write #", edits))
}

/// `'a' not in $list`.
fn not_in(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let at = (clue.head..clue.stop + 2).find(|&at| view.is(at, "not") && view.kind(at + 1) == T::In)?;
    let start = condition_start(view, clue.head, at);
    let end = condition_end(view, at + 2);
    let rewriter = Rewriter::new(*view);
    let text = format!("!({} in {})", rewriter.range(start..at), rewriter.range(at + 2..end));
    let whole = view.range_span(start..end);
    Some(
        Mistake::new(view.range_span(at..at + 2), "write `!('a' in $list)`: Puppet has no `not in`")
            .until(whole.end)
            .replace(whole, text),
    )
}

/// Returns the start of the operand that ends before `at`: after an operator of lower precedence or a keyword.
fn condition_start(view: &View, from: usize, at: usize) -> usize {
    let start = expression_start(view, from, at);
    let is_border = |at: &usize| matches!(view.kind(*at), T::If | T::Unless | T::Elsif | T::And | T::Or | T::Case);
    view.outer_back(start, at).find(is_border).map_or(start, |border| border + 1)
}

/// Returns the end of the operand from `start`.
fn condition_end(view: &View, start: usize) -> usize {
    let end = expression_end(view, start);
    view.outer(start..end)
        .skip(1)
        .find(|&at| matches!(view.kind(at), T::And | T::Or | T::LBrace | T::Colon | T::QMark) || view.is(at, "then"))
        .unwrap_or_else(|| (start + 1..end).find(|&at| view.kind(at) == T::LBrace).unwrap_or(end))
}

/// `not $x`, `if not $x == 1 { }`.
fn not(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let from = clue.head.min(clue.stop.saturating_sub(1));
    let at = (from..clue.stop + 1).find(|&at| {
        view.is(at, "not") && view.is_name(at) && !matches!(view.kind(at + 1), T::FatArrow | T::Comma | T::End)
    })?;
    let end = condition_end(view, at + 1).max(at + 2);
    let whole = view.range_span(at..end);
    let text = Rewriter::new(*view).range(at..end);
    let mistake = Mistake::new(view.span(at), "write `!` for not: `!$x`").until(whole.end);
    // A `not` without an operand has no translation.
    Some(if text.starts_with('!') { mistake.replace(whole, text) } else { mistake })
}

/// Returns all edits that write Puppet's operators in the statement around the error.
fn operator_edits(clue: &Clue) -> Vec<Edit> {
    let view = &clue.view;
    let from = clue.head.min(clue.statement);
    let mut end = view.line_end(clue.stop);
    if let Some(brace) = (clue.stop..end).find(|&at| view.kind(at) == T::LBrace) {
        end = brace;
    }
    let mut edits = Vec::new();
    let mut at = from;
    while at < end {
        match operator(view, at, end) {
            Some((text, next)) => {
                edits.push(edit(view.range_span(at..next), spaced(view, at..next, &text)));
                at = next.max(at + 1);
            }
            None => {
                if let Some(text) = literal(view, at).filter(|_| {
                    at > 0
                        && (view.kind(at - 1) == T::IsEqual
                            || view.is(at - 1, "is")
                            || view.is(at - 1, "not")
                            || view.is(at - 1, "="))
                }) {
                    edits.push(edit(view.span(at), text));
                }
                at += 1;
            }
        }
    }
    edits
}

/// `&&`, `||`, `===`, `!==`, `<>`, `:=`, `= =`.
fn symbols(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    let first = (stop.saturating_sub(2)..stop + 1).find(|&at| {
        let pair = (view.text(at), view.text(at + 1));
        let joined = view.is_adjacent(at + 1);
        joined
            && matches!(
                pair,
                ("&", "&")
                    | ("|", "|")
                    | ("==", "=")
                    | ("!=", "=")
                    | ("<", ">")
                    | ("=", "<")
                    | (":", "=")
                    | ("=", "=")
                    | ("=", "!")
                    | ("<=", ">")
            )
            || matches!(pair, ("=", "=") | ("&", "&"))
            || joined_operator(pair).is_some()
    });
    if let Some(first) = first.filter(|_| clue.wants_syntax()) {
        let span = view.range_span(first..first + 2);
        if let Some(operator) = joined_operator((view.text(first), view.text(first + 1))) {
            return Some(Mistake::new(span, format!("write `{operator}` without a space")).replace(span, operator));
        }
        let text = span.of(view.source);
        let (message, replacement) = match text {
            "& &" => ("write `and`: Puppet has no `&&`", "and"),
            "&&" => ("write `and`: Puppet has no `&&`", "and"),
            "||" => ("write `or`: Puppet has no `||`", "or"),
            "===" => ("write `==`: Puppet has no `===`", "=="),
            "!==" => ("write `!=`: Puppet has no `!==`", "!="),
            "<>" => ("write `!=` for not equal: Puppet has no `<>`", "!="),
            "=<" => ("write `<=` for less or equal", "<="),
            ":=" => ("write `=` to set a variable: Puppet has no `:=`", "="),
            "<=>" => ("use the function `compare($a, $b)`: Puppet has no `<=>`", ""),
            _ => ("write one `=` to set a variable, or `==` to compare", "=="),
        };
        let edits = operator_edits(clue);
        // Of two separate signs the second is the surplus one.
        let surplus = if text.starts_with("= ") { view.span(first + 1) } else { span };
        let mut mistake = Mistake::new(surplus, message);
        if !edits.is_empty() && edits.iter().any(|made| made.span.start == span.start) {
            mistake = mistake.edits(format!("write {replacement}"), edits);
        } else if text == "= =" || text == "==" {
            mistake = mistake.replace(span, "=").replace(span, "==");
        }
        if !replacement.is_empty() && !text.starts_with("= ") {
            mistake = mistake.replace(span, spaced(view, first..first + 2, replacement));
        }
        let is_clear = matches!(text, "<>" | ":=" | "!==" | "===");
        mistake.fixes.iter_mut().for_each(|fix| fix.sure = is_clear);
        return Some(mistake);
    }
    single(clue)
}

/// Returns the operator that two signs are without the space between them. The lexer reads adjacent ones as one token.
fn joined_operator(signs: (&str, &str)) -> Option<&'static str> {
    Some(match signs {
        ("!", "=") => "!=",
        (">", "=") => ">=",
        ("<", "=") => "<=",
        ("=", "~") => "=~",
        ("!", "~") => "!~",
        ("=", ">") => "=>",
        ("-", ">") => "->",
        ("~", ">") => "~>",
        ("<", "<") => "<<",
        (">", ">") => ">>",
        _ => return None,
    })
}

/// Single characters that are not operators: `&`, `|`, `^`, `~`, `` ` ``.
fn single(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    let span = view.span(stop);
    if !clue.wants_syntax() {
        return None;
    }
    let double = |sign: &str| view.is(stop, sign) && view.is(stop + 1, sign) && view.is_adjacent(stop + 1);
    let follows_value = stop > 0 && view.ends_value(stop - 1);
    match view.text(stop) {
        "*" if double("*") || stop > 0 && view.is(stop - 1, "*") => Some(power(view.range_span(stop..stop + 2))),
        "^" if follows_value => Some(power(span)),
        "?" if stop > 0 && view.is(stop - 1, "?") => {
            let span = view.range_span(stop - 1..stop + 1);
            Some(
                Mistake::new(span, "use `lest`: `$x.lest || { 1 }`; Puppet has no `??`")
                    .help("`lest` runs its lambda if the value is undef")
                    .until(view.span(view.line_end(stop) - 1).end),
            )
        }
        "&" if follows_value => Some(
            Mistake::new(span, "write `and`: Puppet has no `&`")
                .help("`and` is true if both sides are true")
                .replace(span, "and"),
        ),
        "~" => Some(Mistake::new(span, "write `=~` to match, or `~>` to notify")),
        "$" => Some(dollar(clue)),
        _ => None,
    }
}

fn power(span: Span) -> Mistake {
    Mistake::new(span, "Puppet has no power operator")
        .help("multiply: `$x * $x`; for a number known in advance write its value")
}

/// `${x}`, `$(cmd)`, `$ x` outside of a string.
fn dollar(clue: &Clue) -> Mistake {
    let view = &clue.view;
    let stop = clue.stop;
    let open = stop + 1;
    let span = view.span(stop);
    let close = view.closing(open);
    match (view.text(open), close) {
        ("{", Some(close)) => {
            let whole = view.range_span(stop..close + 1);
            let inner = view.slice(open + 1..close);
            let text = if view.variable(open + 1).is_some() && view.is_name(open + 1) {
                format!("${inner}")
            } else {
                inner.to_owned()
            };
            Mistake::new(whole, format!("write `{text}`: `${{ }}` is for double-quoted strings"))
                .until(whole.end)
                .replace(whole, text)
        }
        ("(", Some(close)) => {
            let whole = view.range_span(stop..close + 1);
            Mistake::new(whole, "Puppet runs no command here: `$( )` is for shells")
                .help("run a command on the node with the resource `exec`; on the server use `generate('/bin/date')`")
                .until(view.span(view.line_end(stop) - 1).end)
        }
        _ => match view.variable(open).filter(|_| view.is_name(open)) {
            Some(name) => {
                let whole = view.range_span(stop..open + 1);
                Mistake::new(whole, format!("write `${name}` without a space")).replace(whole, format!("${name}"))
            }
            None => Mistake::new(span, "a variable needs a name: `$name`"),
        },
    }
}

/// `$x is None`, `'x' is String`, `$x -eq 1`, `$x eq 1`.
fn words(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let from = clue.head.min(clue.stop);
    let end = view.line_end(clue.stop);
    let at = (from..end).find(|&at| {
        let is_word = operator(view, at, end).is_some() && view.word(at).is_some();
        let is_flag = view.is(at, "-")
            && is_flag(view.kind(at + 1))
            && operator(view, at, end).is_some()
            && at > 0
            && view.ends_value(at - 1)
            && !view.is_adjacent(at);
        (is_word || is_flag) && at <= clue.stop + 2
    })?;
    let (text, next) = operator(view, at, end)?;
    let found = view.slice(at..next);
    let right = literal(view, next);
    let span = view.range_span(at.saturating_sub(1).max(from)..(next + 1).min(view.end()));
    let message = match (found, right) {
        (_, Some(value)) => format!("write `{text} {value}`: Puppet has no `{found} {}`", view.text(next)),
        ("is", None) if text == "=~" => "write `=~` to test the type of a value: Puppet has no `is`".to_owned(),
        _ => format!("write `{text}`: Puppet has no `{found}`"),
    };
    let edits = operator_edits(clue);
    let until = view.span(end.saturating_sub(1)).end;
    Some(Mistake::new(span, message).until(until).edits(format!("write {text}"), edits))
}

/// `None`, `nil`, `True` before which the parser stopped.
fn missing(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    let is_operand = clue.want == Some(Expected::Value) && matches!(view.kind(stop), T::And | T::Or | T::In | T::Plus);
    if !is_operand {
        return None;
    }
    let sign = view.text(stop);
    if view.kind(stop) == T::Plus {
        let span = view.span(stop);
        return Some(
            Mistake::new(span, "remove the `+`: a number without a sign is positive")
                .fix(pprepl_text::Fix::replace(span, "").titled("remove `+`")),
        );
    }
    Some(Mistake::new(view.span(stop), format!("write a value on both sides of `{sign}`")))
}

/// `$x.nil?`, `$list.empty?`, `$x.sort!`.
fn question_method(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let from = clue.head.min(clue.stop);
    let sign = (from..clue.stop + 1).rev().find(|&at| {
        matches!(view.text(at), "?" | "!")
            && view.is_adjacent(at)
            && at >= 2
            && view.kind(at - 2) == T::Dot
            && view.is_name(at - 1)
    })?;
    let name = view.text(sign - 1);
    let mark = view.text(sign);
    let start = expression_start(view, from, sign - 2);
    let receiver = view.slice(start..sign - 2);
    let span = view.range_span(sign - 1..sign + 1);
    let border = view
        .outer_back(start, sign - 2)
        .find(|&at| matches!(view.kind(at), T::If | T::Unless | T::Elsif | T::And | T::Or | T::Not));
    let (start, receiver) = border.map_or((start, receiver), |border| (border + 1, view.slice(border + 1..sign - 2)));
    let until = view.span(view.line_end(clue.stop.saturating_sub(1).max(sign)).saturating_sub(1)).end;
    let after_parens = if view.kind(sign + 1) == T::LParen { view.closing(sign + 1) } else { None };
    if mark == "?" && matches!(name, "nil" | "null" | "undefined" | "none") {
        let end = after_parens.map_or(sign + 1, |close| close + 1);
        let negation = border.filter(|border| view.kind(*border) == T::Not);
        let ours = format!("{receiver} {} undef", if negation.is_some() { "!=" } else { "==" });
        let whole = view.range_span(negation.unwrap_or(start)..end);
        return Some(
            Mistake::new(span, format!("write `{ours}`: Puppet has no `nil?`")).until(until).replace(whole, ours),
        );
    }
    let message = match name {
        "include" | "member" | "key" | "has_key" | "contains" if mark == "?" => {
            "write `$x in $list`: the name of a function has no `?`".to_owned()
        }
        _ => format!("write `{name}`: the name of a function has no `{mark}`"),
    };
    let mistake = Mistake::new(span, message).until(until);
    match after_parens {
        Some(close) if matches!(name, "include" | "member" | "key" | "has_key" | "contains") => {
            let argument = view.slice(sign + 2..close);
            Some(mistake.replace(view.range_span(start..close + 1), format!("{argument} in {receiver}")))
        }
        _ => Some(mistake.fix(pprepl_text::Fix::replace(view.span(sign), "").titled(format!("remove `{mark}`")))),
    }
}

/// `$x->name`, `$x::y.z`, `$x?.name`, `$x.0`, `$x.$y`.
fn member(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    if clue.want == Some(Expected::MethodName) {
        let dot = stop - 1;
        let left = dot.checked_sub(1)?;
        if view.kind(left) == T::Number && view.kind(stop) == T::Number {
            return Some(version(view, left, stop));
        }
        let key = match view.kind(stop) {
            T::Number | T::Variable | T::String => view.text(stop).to_owned(),
            _ => return optional_chain(view, stop),
        };
        let span = view.range_span(dot..stop + 1);
        let message = format!("write `[{key}]` to read an element: a function follows the dot");
        return Some(Mistake::new(span, message).replace(span, format!("[{key}]")));
    }
    optional_chain(view, stop)
}

/// `1.2.3`, `1.2.3-rc1`: a version is a string.
fn version(view: &View, first: usize, number: usize) -> Mistake {
    let is_part = |at: usize| {
        view.is_adjacent(at) && (matches!(view.kind(at), T::Dot | T::Number | T::Minus) || view.is_name(at))
    };
    let end = (number + 1..).find(|at| !is_part(*at)).unwrap_or(number + 1);
    let span = view.range_span(first..end);
    let quoted = format!("'{}'", span.of(view.source));
    Mistake::new(span, format!("quote a version: {quoted}")).replace(span, quoted)
}

fn optional_chain(view: &View, stop: usize) -> Option<Mistake> {
    let is_chain = view.kind(stop) == T::Dot && stop > 0 && view.is(stop - 1, "?") && view.is_adjacent(stop);
    is_chain.then(|| {
        let span = view.range_span(stop - 1..stop + 1);
        Mistake::new(span, "use `then`: `$x.then |$v| { $v.size }`; Puppet has no `?.`")
            .help("`then` runs its lambda if the value is not undef; `$h.dig('a', 'b')` reads nested values")
            .until(view.span(view.line_end(stop) - 1).end)
    })
}

/// `:present`.
fn symbol(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    let is_symbol = view.kind(stop) == T::Colon
        && view.is_adjacent(stop + 1)
        && view.word(stop + 1).is_some()
        && (stop == 0 || !view.is_adjacent(stop) || view.kind(stop - 1).closing().is_some());
    if !is_symbol || clue.want != Some(Expected::Value) {
        return None;
    }
    let name = view.text(stop + 1);
    let span = view.range_span(stop..stop + 2);
    Some(
        Mistake::new(span, format!("write the string `'{name}'`: Puppet has no symbols"))
            .replace(span, format!("'{name}'")),
    )
}

/// `if $x = 5 { }`.
fn assigned_condition(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    if clue.want != Some(Expected::Then) || view.kind(clue.stop) != T::Equals {
        return None;
    }
    let span = view.span(clue.stop);
    Some(Mistake::new(span, "write `==` to compare: `=` sets a variable").replace(span, "=="))
}
