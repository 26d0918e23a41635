//! Conditions: `elif`, `else if`, `then`, bodies without braces, `x if y else z`, `a ? b : c`, `switch`, and options of a
//! `case` without braces.

use super::block::{Style, block_from, inner_header, unmarked, words};
use super::clue::Clue;
use super::mistake::{Mistake, edit};
use super::rewrite::{Rewriter, operator};
use super::view::View;
use crate::TokenKind as T;
use crate::parser::Expected;
use std::ops::Range;

pub(super) fn recognize(clue: &Clue) -> Option<Mistake> {
    other_elsif(clue)
        .or_else(|| shell_test(clue))
        .or_else(|| body_without_braces(clue))
        .or_else(|| trailing_condition(clue))
        .or_else(|| ternary(clue))
        .or_else(|| switch(clue))
        .or_else(|| option_without_braces(clue))
        .or_else(|| arrow_in_case(clue))
}

/// `elif`, `elseif`, `elsif` misspelled, `else if`.
fn other_elsif(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    if clue.want == Some(Expected::Else) && view.kind(clue.stop) == T::If {
        let span = view.range_span(clue.stop - 1..clue.stop + 1);
        return Some(Mistake::new(span, "write `elsif`: Puppet has no `else if`").replace_safely(span, "elsif"));
    }
    let head = clue.head;
    let word = view.word(head).filter(|_| head > 0 && view.kind(head) != T::Else)?;
    if view.kind(head - 1) != T::RBrace || view.kind(head) == T::Elsif {
        return None;
    }
    let meant = match word {
        "elif" | "elseif" | "elsif" | "elsf" | "elsef" | "elsiff" | "eslif" | "elseIf" | "ELSIF" | "elif:" => "elsif",
        "esle" | "els" | "otherwise" | "elze" | "ELSE" | "Else" | "eles" => "else",
        _ => return None,
    };
    let mut mistake = Mistake::new(view.span(head), format!("write `{meant}`: Puppet has no `{word}`"))
        .label("not a keyword")
        .replace_safely(view.span(head), meant);
    if let Some((text, end)) = rewritten_chain(view, head, Some(meant)) {
        let range = view.range_span(head..end);
        mistake = mistake.until(range.end).replace(range, text);
    }
    Some(mistake)
}

/// Returns the translation of a chain of branches from the keyword at `start`, and the first token after it; `first`
/// replaces the keyword.
fn rewritten_chain(view: &View, start: usize, first: Option<&str>) -> Option<(String, usize)> {
    let rewriter = Rewriter::new(*view);
    let mut out = String::new();
    let mut at = start;
    loop {
        let (keyword, skipped) = branch_keyword(view, at)?;
        let keyword = first.filter(|_| at == start).unwrap_or(keyword);
        let body = at + skipped;
        let is_open = keyword == "else" && !matches!(view.kind(body), T::LBrace | T::Colon);
        let block = match is_open {
            true if view.begins_line(body) => words(view, body, body, body)?,
            true => unmarked(view, body, body),
            false => block_from(view, body, view.indentation(at))?,
        };
        let header = inner_header(view, block.header.clone());
        let parts = [keyword.to_owned(), rewriter.range(header), block.in_braces(&rewriter, start)];
        let parts: Vec<&str> = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
        out.push_str(&parts.join(" "));
        let mut end = block.end;
        let is_closed = block.style == Style::Words && !matches!(view.text(end), "elif" | "elseif" | "elsif" | "else");
        if !is_closed && branch_keyword(view, end).is_some_and(|(word, _)| word.starts_with("els")) {
            out.push(' ');
            at = end;
            continue;
        }
        if view.kind(end) == T::Semicolon && !view.begins_line(end) && block.style == Style::Words {
            end += 1;
        }
        return Some((out, end));
    }
}

/// Returns Puppet's keyword of a branch at `at`, and how many tokens the keyword has.
fn branch_keyword(view: &View, at: usize) -> Option<(&'static str, usize)> {
    Some(match view.text(at) {
        "if" => ("if", 1),
        "unless" => ("unless", 1),
        "elif" | "elsif" | "elseif" => ("elsif", 1),
        "else" if view.kind(at + 1) == T::If && !view.begins_line(at + 1) => ("elsif", 2),
        "else" => ("else", 1),
        _ => return None,
    })
}

/// `if x then y end`, `if x: y`, `if (x) y`, `if [ x ]; then y; fi`.
fn body_without_braces(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let keyword = last_keyword(view, clue)?;
    let is_else = view.kind(keyword) == T::Else;
    let misses_body = matches!(clue.want, Some(Expected::Then | Expected::Else)) || view.is(clue.stop, "then");
    if !misses_body || matches!(view.kind(clue.stop), T::Equals | T::If) || is_trailing(view, keyword) {
        return None;
    }
    let word = view.text(keyword);
    let start = chain_start(view, keyword);
    let block = block_from(view, keyword + 1, view.indentation(keyword));
    let style = block.as_ref().map(|block| block.style);
    let found = view.text(clue.stop);
    if (keyword + 1..clue.stop).any(|at| view.is(at, "not") || operator(view, at, clue.stop + 1).is_some()) {
        return None;
    }
    let is_operator = matches!(found, "&" | "|" | "=" | "~" | "!" | "<" | ">" | "not" | "-")
        || operator(view, clue.stop, view.line_end(clue.stop)).is_some();
    if is_operator || view.kind(clue.stop) == T::RBrace {
        return None;
    }
    let message = match (found, style) {
        ("then", _) => format!("write the body of `{word}` in braces `{{ }}`: Puppet has no `then`"),
        (":", _) => format!("write the body of `{word}` in braces `{{ }}`, not after a colon"),
        _ if is_else => "write the body of `else` in braces: `else { .. }`".to_owned(),
        _ => format!("write the body of `{word}` in braces: `{word} $x {{ .. }}`"),
    };
    let mut mistake = Mistake::new(view.span(clue.stop), message);
    if style == Some(Style::Braces) && matches!(found, "then" | ":") {
        let before = view.gap(clue.stop).len() as u32;
        let span = view.span(clue.stop);
        let span = pprepl_text::Span::new(span.start - before, span.end);
        mistake = mistake.fix(pprepl_text::Fix::replace(span, "").titled(format!("remove `{found}`")).surely(true));
    }
    if let Some((text, end)) = rewritten_chain(view, start, None) {
        let range = view.range_span(start..end);
        mistake = mistake.until(range.end).replace(range, text);
    } else if let Some(block) = block {
        mistake = mistake.until(view.span(block.end.max(1) - 1).end);
    }
    Some(mistake)
}

/// `if [ -f x ]; then y; fi`.
fn shell_test(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.head;
    let open = head + 1;
    let is_test = matches!(view.kind(head), T::If | T::Elsif) && view.kind(open) == T::ListStart;
    let close = view.closing(open).filter(|_| is_test)?;
    let then = if view.kind(close + 1) == T::Semicolon { close + 2 } else { close + 1 };
    if !view.is(then, "then") {
        return None;
    }
    let span = view.range_span(open..then + 1);
    let mistake = Mistake::new(span, "write the condition without `[ ]`, and the body in braces: `if $x == 1 { .. }`");
    let is_file = view.kind(open + 1) == T::Minus;
    let help = "Puppet decides on the server: declare the state of a file with a `file` resource";
    let mistake = if is_file { mistake.help(help) } else { mistake };
    Some(match rewritten_chain(view, head, None) {
        Some((text, end)) => {
            let whole = view.range_span(head..end);
            let mistake = mistake.until(whole.end);
            if is_file { mistake } else { mistake.replace(whole, text) }
        }
        None => mistake.until(view.span(view.line_end(then)).start),
    })
}

/// Returns the keyword of the branch that the error is in: the last one before it, outside of brackets closed since.
fn last_keyword(view: &View, clue: &Clue) -> Option<usize> {
    let from = clue.statement.min(clue.stop);
    view.outer_back(from, clue.stop).find(|&at| matches!(view.kind(at), T::If | T::Unless | T::Elsif | T::Else))
}

/// Returns the first keyword of a chain.
fn chain_start(view: &View, keyword: usize) -> usize {
    if !matches!(view.kind(keyword), T::Else | T::Elsif) {
        return keyword;
    }
    view.outer_back(0, keyword).find(|&at| matches!(view.kind(at), T::If | T::Unless)).unwrap_or(keyword)
}

/// Returns whether the condition follows its statement on the line, as in `x = 1 if y`.
fn is_trailing(view: &View, keyword: usize) -> bool {
    keyword > 0
        && view.kind(keyword) != T::Else
        && !view.begins_line(keyword)
        && view.ends_value(keyword - 1)
        && view.kind(keyword - 1) != T::RBrace
}

/// `x if y else z`, `f(x) if y`, `f(x) unless y`.
fn trailing_condition(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let line = view.head(clue.stop)..view.line_end(clue.stop.saturating_sub(1).max(clue.head)).max(clue.stop);
    let keyword = line.clone().find(|&at| matches!(view.kind(at), T::If | T::Unless) && is_trailing(view, at))?;
    let start = expression_start(view, line.start, keyword);
    let end = expression_end(view, keyword + 1);
    let rewriter = Rewriter::new(*view);
    let word = view.text(keyword);
    let value = rewriter.range(start..keyword);
    let otherwise = view.outer(keyword + 1..end).find(|&at| view.kind(at) == T::Else);
    let span = view.range_span(keyword..end.max(keyword + 1));
    if let Some(otherwise) = otherwise {
        let test = rewriter.range(inner_header(view, keyword + 1..otherwise));
        let other = rewriter.range(otherwise + 1..end);
        let text = format!("if {} {{ {} }} else {{ {} }}", test.trim(), value.trim(), other.trim());
        let message = "write `if $y { .. } else { .. }`: the condition comes first, the values in braces";
        let whole = view.range_span(start..end);
        return Some(Mistake::new(span, message).replace(whole, text).until(whole.end));
    }
    let start = line.start;
    let test = rewriter.range(inner_header(view, keyword + 1..end));
    let text = format!("{word} {} {{ {} }}", test.trim(), rewriter.range(start..keyword).trim());
    let whole = view.range_span(start..end);
    let message = format!("write `{word} $x {{ .. }}`: the condition comes before the statement");
    Some(Mistake::new(span, message).replace(whole, text).until(whole.end))
}

/// Returns the start of the expression that ends before `end`: after an assignment, a bracket or a comma.
pub(super) fn expression_start(view: &View, from: usize, end: usize) -> usize {
    let mut at = end;
    let mut closed = 0_usize;
    while at > from {
        let kind = view.kind(at - 1);
        if matches!(kind, T::RBrace | T::RBrack | T::RParen) {
            closed += 1;
        } else if kind.closing().is_some() {
            if closed == 0 {
                break;
            }
            closed -= 1;
        } else if closed == 0 && matches!(kind, T::Equals | T::Comma | T::FatArrow | T::Semicolon | T::Colon) {
            break;
        }
        at -= 1;
    }
    at
}

/// Returns the end of the expression from `start`: at the end of its line, a closing bracket, a comma or a semicolon.
pub(super) fn expression_end(view: &View, start: usize) -> usize {
    let mut at = start;
    while at < view.end() {
        let is_end = matches!(view.kind(at), T::RBrace | T::RBrack | T::RParen | T::Comma | T::Semicolon);
        if is_end || (at > start && view.begins_line(at)) {
            break;
        }
        at = view.closing(at).map_or(at + 1, |closer| closer + 1);
    }
    at
}

/// `a ? b : c`.
fn ternary(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    if view.kind(clue.stop) != T::Colon || clue.want.is_none() {
        return None;
    }
    let from = clue.head.min(clue.statement);
    let question = view.outer_back(from, clue.stop).find(|&at| view.kind(at) == T::QMark)?;
    let start = expression_start(view, from, question);
    let end = expression_end(view, clue.stop + 1);
    let rewriter = Rewriter::new(*view);
    let part = |range: Range<usize>| rewriter.range(range).trim().to_owned();
    let test = part(inner_header(view, start..question));
    let (yes, no) = (part(question + 1..clue.stop), part(clue.stop + 1..end));
    let whole = view.range_span(start..end);
    let span = view.range_span(question..end.max(clue.stop + 1));
    let mut mistake = Mistake::new(span, "write `if $x { 1 } else { 2 }`: Puppet has no `? :`")
        .help("or a selector: `$x ? { true => 1, default => 2 }`")
        .until(whole.end);
    if !test.is_empty() && !yes.is_empty() && !no.is_empty() {
        mistake = mistake.replace(whole, format!("if {test} {{ {yes} }} else {{ {no} }}"));
    }
    Some(mistake)
}

/// `switch x { case 1: .. }`, `match x { .. }`, `case x when 1 ..`.
fn switch(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.head;
    let word = view.text(head);
    let is_foreign = matches!(word, "switch" | "match" | "select" | "given")
        && view.is_name(head)
        && view.kind(head + 1) != T::FatArrow;
    let is_case = view.kind(head) == T::Case;
    let opener = view.outer(head..view.line_end(head)).find(|&at| matches!(view.kind(at), T::LBrace | T::SelBrace));
    let opener = opener.or_else(|| (head..view.line_end(head)).find(|&at| view.kind(at) == T::LBrace));
    let has_when = (head..view.end().min(head + 60)).any(|at| matches!(view.text(at), "when" | "esac"));
    if !is_foreign
        && !(is_case
            && clue.want == Some(Expected::CaseBrace)
            && (has_when || matches!(view.text(clue.stop), "of" | "in" | ":")))
    {
        return None;
    }
    if is_foreign && !clue.wants_syntax() && !matches!(view.kind(head + 1), T::Variable | T::LParen) {
        return None;
    }
    let end = opener.and_then(|opener| view.closing(opener)).map_or(view.line_end(clue.stop), |closer| closer + 1);
    let end = if is_case { closing_word(view, clue.stop).unwrap_or(end) } else { end };
    let message = if is_case {
        "write the options of `case` in braces: case $x { 'a': { .. } default: { .. } }".to_owned()
    } else {
        format!("write `case`: Puppet has no `{word}`")
    };
    let span = view.range_span(head..if is_foreign { (head + 2).min(view.end()) } else { head + 1 });
    let mut mistake = Mistake::new(span, message)
        .label("not a keyword")
        .help("each option has a value, a colon and a body in braces: `1: { notice('one') }`, `default: { .. }`")
        .until(view.span(end.saturating_sub(1)).end);
    if is_case {
        mistake.label = "";
        mistake.help = Some("a body follows each option: `'a': { .. }`; `default` is for all other values".to_owned());
    }
    if let Some(opener) = opener {
        let header = Rewriter::new(*view).range(inner_header(view, head + 1..opener));
        let closer = view.closing(opener).unwrap_or(view.end());
        if let Some(options) = case_options(view, opener + 1..closer) {
            let whole = view.range_span(head..(closer + 1).min(view.end()));
            let (lead, tail) =
                if view.begins_line(opener + 1) { (view.gap(opener + 1), view.gap(closer)) } else { (" ", " ") };
            mistake = mistake.replace(whole, format!("case {header} {{{lead}{options}{tail}}}"));
        }
    }
    Some(mistake)
}

fn closing_word(view: &View, from: usize) -> Option<usize> {
    (from..view.end()).take(500).find(|&at| matches!(view.text(at), "end" | "esac")).map(|at| at + 1)
}

/// Returns the options of a foreign `switch` as those of a `case`; `None` if one is not understood.
fn case_options(view: &View, range: Range<usize>) -> Option<String> {
    let rewriter = Rewriter::new(*view);
    let mut out: Vec<String> = Vec::new();
    let mut at = range.start;
    let separator = if range.clone().any(|at| view.begins_line(at)) {
        format!("\n{}", view.margin(range.start))
    } else {
        " ".to_owned()
    };
    while at < range.end {
        if view.kind(at) == T::Case || view.is(at, "when") {
            at += 1;
        }
        let colon =
            view.outer(at..range.end).find(|&at| matches!(view.kind(at), T::Colon | T::FatArrow | T::InEdge))?;
        let next = next_option(view, colon + 1, range.end);
        let label = rewriter.range(at..colon);
        let label = if label == "_" { "default".to_owned() } else { label };
        out.push(format!("{label}: {}", option_body(view, &rewriter, colon + 1..next)?));
        at = next;
    }
    (!out.is_empty()).then(|| out.join(&separator))
}

/// Returns the body of an option in braces, without `break`.
fn option_body(view: &View, rewriter: &Rewriter, range: Range<usize>) -> Option<String> {
    let mut end = range.end;
    while end > range.start && (matches!(view.kind(end - 1), T::Semicolon | T::Comma) || view.is(end - 1, "break")) {
        end -= 1;
    }
    let body = rewriter.range(range.start..end);
    let is_braced = view.kind(range.start) == T::LBrace && view.closing(range.start) == Some(end - 1);
    Some(if is_braced { body } else { format!("{{ {} }}", body.trim()) })
}

/// Returns the start of the option after the body at `start`: the label before the next colon.
fn next_option(view: &View, start: usize, end: usize) -> usize {
    if view.kind(start) == T::LBrace
        && let Some(closer) = view.closing(start)
    {
        return (closer + 1 + usize::from(view.kind(closer + 1) == T::Comma)).min(end);
    }
    let next = view.outer(start..end).find(|&at| {
        let follows_label = matches!(view.kind(at), T::Colon) && at > start;
        follows_label || (at > start && (view.kind(at) == T::Case || view.is(at, "when")))
    });
    match next {
        None => end,
        Some(at) if view.kind(at) != T::Colon => at,
        Some(colon) => label_start(view, start, colon),
    }
}

/// Returns the start of the label before a colon: values separated by commas. A comma after the body's first value, or
/// after a bracket, ends the body.
fn label_start(view: &View, start: usize, colon: usize) -> usize {
    let mut at = colon - 1;
    while at > start + 2
        && view.kind(at - 1) == T::Comma
        && !matches!(view.kind(at - 2), T::RParen | T::RBrack | T::RBrace)
    {
        at -= 2;
    }
    if at > start && view.kind(at - 1) == T::Case { at - 1 } else { at }
}

/// `case 5 { 1: 'one' default: 'other' }`.
fn option_without_braces(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    if clue.want != Some(Expected::OptionBody) {
        return None;
    }
    let opener = view.opener(clue.statement, clue.stop)?;
    let closer = view.closing(opener).unwrap_or(view.end());
    let mistake = Mistake::new(view.span(clue.stop), "write the body of each option in braces: `1: { 'one' }`");
    let range = opener + 1..closer;
    let mistake = mistake.until(view.span(closer).start);
    Some(match case_options(view, range.clone()) {
        Some(options) => mistake.replace(view.range_span(range), options),
        None => mistake,
    })
}

/// `case x { 1 => { .. } }`.
fn arrow_in_case(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let is_arrow = matches!(view.kind(clue.stop), T::FatArrow | T::InEdge | T::Equals);
    if clue.want != Some(Expected::OptionColon) || !is_arrow {
        return None;
    }
    let opener = view.opener(clue.statement, clue.stop)?;
    let closer = view.closing(opener).unwrap_or(view.end());
    let found = view.text(clue.stop);
    let arrows = view.outer(opener + 1..closer).filter(|&at| view.kind(at) == view.kind(clue.stop));
    let edits = arrows.map(|at| {
        let gap = view.gap(at).len() as u32;
        let span = view.span(at);
        edit(pprepl_text::Span::new(span.start - gap, span.end), ":")
    });
    let mistake = Mistake::new(view.span(clue.stop), format!("write `:`, not `{found}`, after an option of `case`"))
        .help("an option is written `'a': { .. }`; `=>` is for selectors: `$x ? { 'a' => 1 }`")
        .until(view.span(closer).start)
        .edits("write `:`", edits.collect());
    let mut mistake = mistake;
    if let Some(options) = case_options(view, opener + 1..closer) {
        mistake = mistake.replace(view.range_span(opener + 1..closer), options);
    }
    Some(mistake)
}
