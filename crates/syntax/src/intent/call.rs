//! Calls without parentheses: `puts 'hi'`, `typeof $x`, `f2 3`.

use super::clue::Clue;
use super::mistake::Mistake;
use super::rewrite::Rewriter;
use crate::TokenKind as T;
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
    let arguments = Rewriter::new(*view).range(argument..end);
    let span = view.range_span(head..end);
    let ours = function_meant(name);
    let mistake = Mistake::new(
        view.span(head),
        match ours {
            Some(ours) => format!("write `{ours}({})`: Puppet has no `{name}`", short(&arguments)),
            None => format!("write `{name}({})`: a call needs parentheses", short(&arguments)),
        },
    )
    .until(span.end);
    let mistake = match ours {
        None => mistake.help("only a few functions, such as `notice` and `include`, are called without parentheses"),
        Some(_) => mistake,
    };
    // Two plain words are more likely prose than a call: no fix.
    let is_call =
        ours.is_some() || view.kind(argument) != T::Name || end > argument + 1 && view.kind(argument + 1) == T::Comma;
    Some(if is_call { mistake.replace(span, format!("{}({arguments})", ours.unwrap_or(name))) } else { mistake })
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
