//! Calls without parentheses: `puts 'hi'`, `typeof $x`, `f2 3`, and resources like them: `package nginx`.

use super::clue::Clue;
use super::mistake::Mistake;
use super::resource::{TYPES, declaration};
use super::rewrite::{Rewriter, quoted};
use crate::TokenKind as T;
use crate::foreign::function_words;
use crate::function_meant;
use pprepl_text::{Fix, IssueCode};

pub(super) fn recognize(clue: &Clue) -> Option<Mistake> {
    without_parentheses(clue).or_else(|| index_after_space(clue))
}

fn without_parentheses(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.head;
    let argument = head + 1;
    let begins =
        view.is_value(argument) || matches!(view.kind(argument), T::DqPre | T::ListStart | T::WsLParen | T::Minus);
    if !view.is_name(head)
        || view.kind(head) == T::Word
        || view.begins_line(argument)
        || !begins
        || clue.code != IssueCode::IdemExpressionNotLast
        || clue.stop != head
    {
        return None;
    }
    let name = view.text(head);
    let end = view.line_end(head);
    let end = (argument..end).find(|&at| matches!(view.kind(at), T::Semicolon | T::RBrace)).unwrap_or(end);
    let span = view.range_span(head..end);
    if let Some(title) = titles(clue, argument..end).filter(|_| TYPES.contains(&name)) {
        let code = declaration(name, &title);
        let mistake = Mistake::new(view.span(head), format!("declare a resource: {code}")).until(span.end);
        return Some(mistake.help(format!("`{name}` is a resource type, not a function")).replace(span, code));
    }
    if let Some(advice) = function_words(name) {
        let mistake = Mistake::new(view.span(head), format!("Puppet has no `{name}`"));
        return Some(mistake.help(advice).until(span.end));
    }
    let arguments = Rewriter::new(*view).range(argument..end);
    let ours = function_meant(name);
    let message = match ours {
        Some(ours) => format!("write `{ours}({})`: Puppet has no `{name}`", short(&arguments)),
        None if are_arguments(clue, argument..end) => {
            format!("write `{name}({})`: a call needs parentheses", short(&arguments))
        }
        None => format!("`{name}` is only a word here: Puppet runs no commands"),
    };
    let mistake = Mistake::new(view.span(head), message).until(span.end);
    let mistake = match ours {
        None => mistake.help("only a few functions, such as `notice` and `include`, are called without parentheses"),
        Some(_) => mistake,
    };
    // Two plain words are more likely prose than a call: no fix.
    let is_call =
        ours.is_some() || view.kind(argument) != T::Name || end > argument + 1 && view.kind(argument + 1) == T::Comma;
    let is_call = is_call && are_arguments(clue, argument..end);
    Some(if is_call { mistake.replace(span, format!("{}({arguments})", ours.unwrap_or(name))) } else { mistake })
}

/// Returns the title in `package nginx`, or the list of those in `package nginx, vim`.
fn titles(clue: &Clue, range: std::ops::Range<usize>) -> Option<String> {
    let view = &clue.view;
    let is_title =
        |at: usize| if (at - range.start).is_multiple_of(2) { view.is_value(at) } else { view.kind(at) == T::Comma };
    if !range.clone().all(is_title) || range.len().is_multiple_of(2) {
        return None;
    }
    let titles: Vec<String> = range.step_by(2).map(|at| quoted(view.text(at))).collect();
    Some(if let [only] = &titles[..] { only.clone() } else { format!("[{}]", titles.join(", ")) })
}

/// Returns whether no value follows a value without a sign between them, as in `chmod 644 /etc/motd`.
fn are_arguments(clue: &Clue, range: std::ops::Range<usize>) -> bool {
    let view = &clue.view;
    let begins = |at: usize| view.is_value(at) || view.is_name(at) || matches!(view.kind(at), T::DqPre | T::Div);
    !range.clone().skip(1).any(|at| view.ends_value(at - 1) && begins(at) && !view.gap(at).is_empty())
}

fn short(text: &str) -> String {
    if text.chars().count() > 30 || text.contains('\n') { "..".to_owned() } else { text.to_owned() }
}

/// `$a [1]`.
fn index_after_space(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let list = (clue.head..view.line_end(clue.head)).find(|&at| {
        view.kind(at) == T::ListStart && at > clue.head && !view.begins_line(at) && !view.is_adjacent(at)
    })?;
    let is_index = clue.code == IssueCode::IdemExpressionNotLast
        && matches!(view.kind(list - 1), T::Variable | T::RBrack | T::RParen);
    let close = view.closing(list).filter(|_| is_index)?;
    let whole = view.range_span(clue.head..close + 1);
    let gap = pprepl_text::Span::new(view.span(list - 1).end, view.span(list).start);
    let message = format!("remove the space before `[`: `{}[..]` reads an element", view.text(list - 1));
    Some(Mistake::new(whole, message).fix(Fix::replace(gap, "").titled("remove the space")).until(whole.end))
}
