//! Lists and hashes: comprehensions, slices, ranges, tuples, `:` or `=` between keys and values.

use super::clue::Clue;
use super::loops::{list_call, variables_and_list};
use super::mistake::{Mistake, edit};
use super::rewrite::Rewriter;
use super::view::View;
use crate::TokenKind as T;
use crate::parser::Expected;
use pprepl_text::{Edit, Span};

pub(super) fn recognize(clue: &Clue) -> Option<Mistake> {
    spread(clue).or_else(|| range(clue)).or_else(|| slice(clue)).or_else(|| key_sign(clue)).or_else(|| tuple(clue))
}

/// `[x * 2 for x in list if x > 1]`, `{k: v for k, v in h}`.
pub(super) fn comprehension(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let from = clue.statement.min(clue.stop);
    let word = (clue.stop..(clue.stop + 6).min(view.end())).find(|&at| view.is(at, "for") && view.is_name(at));
    let word = word.or_else(|| (from..clue.stop).rev().find(|&at| view.is(at, "for") && view.is_name(at)))?;
    let open = view.opener(from, word)?;
    let close = view.closing(open)?;
    let test = view.outer(word + 1..close).find(|&at| view.kind(at) == T::If);
    let (names, list) = variables_and_list(view, word + 1..test.unwrap_or(close))?;
    let params = names.iter().map(|name| format!("${name}")).collect::<Vec<_>>().join(", ");
    let rewriter = Rewriter::with_variables(*view, names);
    let value = rewriter.range(open + 1..word);
    let mut call = list_call(view, list)?;
    if let Some(test) = test {
        call.push_str(&format!(".filter |{params}| {{ {} }}", rewriter.range(test + 1..close)));
    }
    let whole = view.range_span(open..close + 1);
    let span = view.range_span(word..close);
    let mistake =
        Mistake::new(span, format!("write `$list.map |{params}| {{ .. }}`: Puppet has no list comprehension"))
            .help("`map` gives the new values, `filter` chooses elements")
            .until(whole.end);
    if view.kind(open) == T::LBrace {
        return Some(mistake);
    }
    let is_plain = params == format!("${}", value.trim_start_matches('$'));
    Some(match test {
        Some(_) if is_plain => mistake.replace(whole, call),
        _ => mistake.replace(whole, format!("{call}.map |{params}| {{ {value} }}")),
    })
}

/// `Integer[1..5]`, `$x[1..2]`, `(1..5).each`, `1..5`.
fn range(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let dot = (clue.stop.saturating_sub(1)..clue.stop + 1)
        .find(|&at| view.kind(at) == T::Dot && view.kind(at + 1) == T::Dot && view.is_adjacent(at + 1))?;
    let last = dot + 2 + usize::from(view.kind(dot + 2) == T::Dot);
    if let Some(mistake) = index_range(view, dot, last) {
        return Some(mistake);
    }
    let first = dot.checked_sub(1)?;
    let span = view.range_span(first..(last + 1).min(view.end()));
    let opener = first.checked_sub(1).filter(|&at| view.kind(at).closing().is_some());
    let mistake = Mistake::new(span, "write a range as a type: `Integer[1, 5]`")
        .help("iterate with `Integer[1, 5].each |$i| { .. }`");
    let text = format!("Integer[{}, {}]", view.text(first), view.text(last));
    let parens = opener.filter(|&at| view.closing(at) == Some(last + 1));
    Some(match parens {
        Some(open) if !view.is(open, "{") && !is_call(view, open) => {
            mistake.replace(view.range_span(open..last + 2), text.clone()).replace(span, text)
        }
        _ => mistake.replace(span, text),
    })
}

/// `Integer[1..5]`, `$x[1..2]`, `$x[-2..]`. `last` is the place after the dots; a third dot excludes the end.
fn index_range(view: &View, dot: usize, last: usize) -> Option<Mistake> {
    let open = (dot.saturating_sub(3)..dot)
        .rev()
        .find(|&at| view.kind(at) == T::LBrack)
        .filter(|&open| open > 0 && view.ends_value(open - 1))?;
    let is_type = view.kind(open - 1) == T::Ref;
    let advice = match is_type {
        true => "write a comma between the bounds: `Integer[1, 5]`",
        false => "write the start and the length of a slice: `$x[1, 2]`",
    };
    let Some(close) = view.closing(open) else {
        return Some(Mistake::new(view.range_span(open + 1..(last + 1).min(view.end())), advice));
    };
    if !(last..=last + 2).contains(&close) {
        return None;
    }
    let (low, high) = (view.slice(open + 1..dot), view.slice(last..close));
    let span = view.range_span(open + 1..close);
    let mistake = Mistake::new(span, advice);
    let text = match is_type {
        true => {
            let [low, high] = [low, high].map(|text| if text.is_empty() { "default" } else { text });
            Some(format!("{low}, {high}"))
        }
        false => start_and_length(low, high, last - dot > 2),
    };
    Some(match text {
        Some(text) => mistake.replace(span, text),
        None => mistake,
    })
}

/// Writes the bounds of a slice as Puppet's start and length. A negative length is the place of the last element, from
/// the end.
fn start_and_length(low: &str, high: &str, is_end_excluded: bool) -> Option<String> {
    let excluded = i64::from(is_end_excluded);
    let number = |text: &str| text.parse::<i32>().map(i64::from);
    let low = if low.is_empty() { 0 } else { number(low).ok()? };
    let length = match number(high) {
        Err(_) if high.is_empty() => -1,
        Ok(high) if high < 0 => high - excluded,
        Ok(high) if low >= 0 && high - excluded >= low => high - low + 1 - excluded,
        _ => return None,
    };
    Some(format!("{low}, {length}"))
}

fn is_call(view: &View, open: usize) -> bool {
    view.kind(open) == T::LParen && view.is_adjacent(open) && open > 0 && view.word(open - 1).is_some()
}

/// `$x[1:2]`, `$x[1:]`, `$x[:2]`.
fn slice(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    let open = (clue.statement..stop).rev().find(|&at| matches!(view.kind(at), T::LBrack))?;
    let close = view.closing(open).filter(|&close| stop < close && close <= open + 6)?;
    let colon = (open + 1..close).find(|&at| view.kind(at) == T::Colon)?;
    if clue.want.is_none() || open == 0 || !view.ends_value(open - 1) {
        return None;
    }
    let span = view.range_span(open + 1..close);
    let mistake = Mistake::new(span, "write the start and the length of a slice: `$x[1, 2]`")
        .help("`$x[1, -1]` takes all elements from the second on")
        .until(view.span(close).end);
    Some(match start_and_length(view.slice(open + 1..colon), view.slice(colon + 1..close), true) {
        Some(text) => mistake.replace(span, text),
        None => mistake,
    })
}

/// `[...$a, 1]`, `{**$h}`, `f(*$list)` is legal.
fn spread(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    let dots = view.kind(stop) == T::Dot && view.kind(stop + 1) == T::Dot && view.kind(stop + 2) == T::Dot;
    if !dots {
        return None;
    }
    let span = view.range_span(stop..stop + 3);
    let open = view.opener(clue.statement, stop);
    if open.is_some_and(|open| view.kind(open) == T::LBrace) {
        return Some(
            Mistake::new(span, "add hashes with `+`: `$a + {'key' => 1}`")
                .help("the right side wins where both have a key"),
        );
    }
    Some(Mistake::new(span, "write `*` to unfold a list: `[*$a, 1]`").replace(span, "*"))
}

/// `{'a': 1}`, `{a: 1}`, `{'a' = 1}`, `{'a' -> 1}`, `ensure = present`.
fn key_sign(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    let sign = view.kind(stop);
    let is_sign = matches!(sign, T::Colon | T::Equals | T::InEdge) || view.is(stop, "=");
    let (what, sides) = match clue.want? {
        Expected::HashArrow | Expected::PairArrow => ("`=>`", "a key and its value"),
        Expected::AttributeArrow => ("`=>`", "an attribute and its value"),
        Expected::OptionArrow => ("`=>`", "an option and its result"),
        Expected::MoreArguments | Expected::MoreElements if sign == T::Colon || sign == T::Equals => {
            ("`=>`", "a key and its value")
        }
        _ => return None,
    };
    let assigned = equals_in_hash(clue);
    let sign_at = assigned.unwrap_or(stop);
    if !is_sign && assigned.is_none() {
        return None;
    }
    let open = view.opener(clue.statement, sign_at)?;
    let close = view.closing(open).unwrap_or(view.line_end(stop));
    // In `'/a': ensure => file` and `('/a':)` the colon ends a title.
    let has_title = view.kind(sign_at + 2) == T::FatArrow || view.kind(sign_at + 1) == T::RParen;
    if view.kind(sign_at) == T::Colon && has_title {
        return None;
    }
    if let Some(mistake) = named_argument(view, sign_at, open) {
        return Some(mistake);
    }
    let edits = arrows(view, open, close, clue.want == Some(Expected::AttributeArrow));
    let found = view.text(sign_at);
    let mistake = Mistake::new(view.span(sign_at), format!("write {what}, not `{found}`, between {sides}"));
    let mistake = if edits.len() > 1 { mistake.until(view.span(close).start) } else { mistake };
    let single = vec![arrow_edit(view, sign_at)];
    let all = !edits.is_empty();
    let mut mistake = if all { mistake.edits("write =>", edits) } else { mistake };
    mistake = mistake.edits("write =>", single);
    mistake.fixes.iter_mut().for_each(|fix| fix.sure = true);
    Some(mistake)
}

/// Functions whose last argument is a hash of names that the user chooses.
const HASH_TAKERS: &[&str] = &["epp", "inline_epp", "lookup", "create_resources", "ensure_resource", "ensure_packages"];

/// `f(port: 80)`. As `port => 80` it passes a hash, which only few functions take.
fn named_argument(view: &View, sign: usize, open: usize) -> Option<Mistake> {
    let called = open.checked_sub(1).filter(|&at| view.kind(open) == T::LParen && view.is_name(at))?;
    let name = view.text(called);
    let takes_names = HASH_TAKERS.contains(&name) || super::resource::TYPES.contains(&name);
    if view.kind(sign) != T::Colon || view.word(sign - 1).is_none() || takes_names {
        return None;
    }
    let end = view.span(view.closing(open).unwrap_or(sign)).end;
    Some(super::assign::no_named_arguments(view.range_span(sign - 1..sign + 1), end))
}

/// Returns the `=` of `key = value` in the open hash, where the parser stopped after the value.
fn equals_in_hash(clue: &Clue) -> Option<usize> {
    let view = &clue.view;
    if clue.want != Some(Expected::HashArrow) || matches!(view.kind(clue.stop), T::Colon | T::InEdge) {
        return None;
    }
    let open = view.opener(clue.statement, clue.stop)?;
    let start = view.outer_back(open + 1, clue.stop).find(|&at| view.kind(at) == T::Comma).unwrap_or(open);
    (start + 1..clue.stop).find(|&at| view.kind(at) == T::Equals)
}

/// Returns the edits that write `=>` for the signs between the keys and values of the bracket at `open`, and of those
/// in it.
fn arrows(view: &View, open: usize, close: usize, is_resource: bool) -> Vec<Edit> {
    let first = if is_resource {
        (open + 1..close).find(|&at| view.kind(at) == T::Colon).map_or(open + 1, |at| at + 1)
    } else {
        open + 1
    };
    let mut edits = Vec::new();
    for at in first..close {
        let is_sign = matches!(view.kind(at), T::Colon | T::Equals | T::InEdge);
        let follows_key =
            at > 0 && (view.is_value(at - 1) || view.word(at - 1).is_some() || view.kind(at - 1) == T::DqPost);
        let begins = at >= 2
            && (matches!(view.kind(at - 2), T::LBrace | T::Comma | T::LParen | T::Colon) || view.begins_line(at - 1));
        if is_sign && follows_key && begins {
            edits.push(arrow_edit(view, at));
        } else if let Some(literal) =
            super::rewrite::literal(view, at).filter(|_| at > 0 && matches!(view.kind(at - 1), T::Colon))
        {
            edits.push(edit(view.span(at), literal));
        }
    }
    edits
}

fn arrow_edit(view: &View, at: usize) -> Edit {
    let before = if view.gap(at).is_empty() { " " } else { "" };
    let after = if view.gap(at + 1).is_empty() { " " } else { "" };
    edit(view.span(at), format!("{before}=>{after}"))
}

/// `(1, 2)`.
fn tuple(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    if clue.want != Some(Expected::ParenEnd) || view.kind(clue.stop) != T::Comma {
        return None;
    }
    let open = view.opener(clue.statement, clue.stop)?;
    let close = view.closing(open)?;
    let whole = view.range_span(open..close + 1);
    let inner = Rewriter::new(*view).range(open + 1..close);
    let inner = inner.trim_end_matches(',').to_owned();
    let at = view.span(open);
    Some(
        Mistake::new(Span::new(at.start, whole.end), "write a list in square brackets: `[1, 2]`")
            .until(whole.end)
            .replace(whole, format!("[{inner}]")),
    )
}
