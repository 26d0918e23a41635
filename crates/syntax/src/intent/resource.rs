//! Resources: a missing colon, several titles, a title after `class {`, a missing comma, attributes in quotes,
//! parentheses for braces.

use super::clue::Clue;
use super::mistake::{Mistake, edit};
use super::rewrite::{Rewriter, quoted};
use super::view::View;
use crate::TokenKind as T;
use crate::parser::Expected;
use pprepl_text::{Fix, Span};

pub(super) fn recognize(clue: &Clue) -> Option<Mistake> {
    attributes_in_braces(clue)
        .or_else(|| in_parentheses(clue))
        .or_else(|| title_end(clue))
        .or_else(|| quoted_attribute(clue))
        .or_else(|| missing_comma(clue))
        .or_else(|| semicolon(clue))
        .or_else(|| titled_declaration(clue))
}

/// Returns the brace of the resource whose title the parser reads, if the resource has a plain type.
fn resource_brace(clue: &Clue) -> Option<usize> {
    let view = &clue.view;
    let brace = view.opener(clue.statement, clue.stop)?;
    let word = brace.checked_sub(1)?;
    let is_type = view.is_name(word) || view.kind(word) == T::Class || view.kind(word) == T::Ref;
    // A value before the name means that the name is not a type.
    let is_first =
        word == 0 || view.begins_line(word) || !view.ends_value(word - 1) || view.kind(word - 1) == T::RBrace;
    (view.kind(brace) == T::LBrace && is_type && is_first).then_some(brace)
}

/// `notify { 'x' }`, `file { '/a' ensure => file }`, `class { 'web', port => 80 }`, `package { 'a', 'b': }`.
fn title_end(clue: &Clue) -> Option<Mistake> {
    if clue.want != Some(Expected::TitleColon) {
        return None;
    }
    let view = &clue.view;
    let stop = clue.stop;
    let brace = resource_brace(clue)?;
    let title = title_start(view, brace, stop);
    let end = stop.checked_sub(1).filter(|&end| end >= title)?;
    let is_title = view.ends_value(end) && !matches!(view.kind(end), T::Number | T::Boolean);
    let kind = view.text(brace - 1);
    let text = view.slice(title..stop);
    let colon = |mistake: Mistake| {
        let others = other_titles(view, brace, stop);
        let mut edits = vec![edit(Span::at(view.span(end).end), ":")];
        edits.extend(others.into_iter().map(|at| edit(Span::at(view.span(at).end), ":")));
        let until = if edits.len() > 1 { view.closing(brace).map_or(0, |close| view.span(close).start) } else { 0 };
        mistake.until(until).fix(Fix { title: "put a colon after the title".to_owned(), edits, sure: true })
    };
    let begins_attribute = |at: usize| {
        view.word(at).is_some() && matches!(view.kind(at + 1), T::FatArrow | T::PlusArrow | T::Equals | T::Colon)
            || view.kind(at) == T::Times
    };
    match view.kind(stop) {
        _ if !is_title => None,
        T::RBrace if title == end || view.kind(title) == T::DqPre || view.kind(title) == T::ListStart => {
            Some(colon(Mistake::new(
                view.range_span(title..stop),
                format!("put a colon after the title: `{kind} {{ {}: }}`", shorten(text)),
            )))
        }
        T::Comma | T::Semicolon if begins_attribute(stop + 1) => {
            let span = view.span(stop);
            let mistake = Mistake::new(view.range_span(title..stop + 1), "put a colon after the title, not a comma");
            Some(mistake.replace_safely(span, ":"))
        }
        T::Comma => {
            let close = (stop..view.end()).take(200).find(|&at| matches!(view.kind(at), T::Colon | T::RBrace))?;
            let titles = view.range_span(title..close);
            let mistake = Mistake::new(
                titles,
                format!(
                    "put several titles in square brackets: `{kind} {{ [{}]: .. }}`",
                    shorten(titles.of(view.source))
                ),
            )
            .until(titles.end);
            let list = format!("[{}]", titles.of(view.source).trim_end_matches(','));
            Some(if view.kind(close) == T::Colon {
                mistake.replace(titles, list)
            } else {
                mistake.replace(titles, format!("{list}:"))
            })
        }
        _ if begins_attribute(stop) => {
            let last = if view.begins_line(stop) { stop } else { stop + 1 };
            Some(colon(Mistake::new(view.range_span(title..last), "put a colon after the title")))
        }
        T::FatArrow if view.kind(stop + 1) == T::LBrace => {
            let close = view.closing(stop + 1)?;
            let edits = vec![
                edit(view.range_span(end + 1..stop + 2), ""),
                edit(Span::at(view.span(end).end), ":"),
                edit(view.span(close), ""),
            ];
            let mistake =
                Mistake::new(view.span(stop), "put a colon after the title, then the attributes without braces");
            Some(mistake.until(view.span(close).end).edits("put a colon after the title", edits))
        }
        T::FatArrow | T::Equals if title == end => Some(
            Mistake::new(
                view.span(stop),
                format!("give the resource a title before its attributes: `{kind} {{ 'title': .. }}`"),
            )
            .help("a resource looks like this: file { '/tmp/x': ensure => file }"),
        ),
        T::LBrace => {
            let close = view.closing(stop)?;
            let gap = Span::new(view.span(end).end, view.span(stop).end);
            let mistake =
                Mistake::new(view.span(stop), "put a colon after the title, then the attributes without braces");
            Some(
                mistake
                    .until(view.span(close).end)
                    .edits("put a colon after the title", vec![edit(gap, ":"), edit(view.span(close), "")]),
            )
        }
        _ => None,
    }
}

/// Returns the last tokens of the other titles of a resource that lack their colon.
fn other_titles(view: &View, brace: usize, stop: usize) -> Vec<usize> {
    let Some(close) = view.closing(brace) else { return Vec::new() };
    let begins = view.outer(stop..close).filter(|&at| view.kind(at) == T::Semicolon).map(|at| at + 1);
    let mut ends = begins.filter_map(|start| {
        let end = view.closing(start).unwrap_or(start);
        let attribute = view.word(end + 1).is_some() && view.kind(end + 2) == T::FatArrow;
        (end < close && view.ends_value(end) && attribute).then_some(end)
    });
    ends.by_ref().collect()
}

/// `file { '/a': { ensure => file } }`.
fn attributes_in_braces(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    if clue.want != Some(Expected::Attribute)
        || view.kind(stop) != T::LBrace
        || view.kind(stop.checked_sub(1)?) != T::Colon
    {
        return None;
    }
    let close = view.closing(stop)?;
    let edits = vec![
        edit(Span::new(view.span(stop - 1).end, view.span(stop).end), ""),
        edit(view.range_span(close..close + 1), ""),
    ];
    let mistake = Mistake::new(view.span(stop), "write the attributes without braces after the title and its colon");
    Some(mistake.until(view.span(close).end).edits("remove the inner braces", edits))
}

/// `file ( '/a': ensure => file )`.
fn in_parentheses(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    let open = view.opener(clue.statement, stop)?;
    let kind = open.checked_sub(1).filter(|&word| view.is_name(word) || view.kind(word) == T::Class)?;
    let close = view.closing(open)?;
    let attributes = close == stop + 1 || view.kind(stop + 2) == T::FatArrow;
    let is_title = view.kind(stop) == T::Colon && view.outer(open + 1..stop).all(|at| view.kind(at) != T::Comma);
    if !is_title || !matches!(view.kind(open), T::LParen | T::WsLParen) || !attributes {
        return None;
    }
    let space = |gap: &str| if gap.is_empty() { " " } else { "" };
    let edits = vec![
        edit(view.span(open), format!("{}{{{}", space(view.gap(open)), space(view.gap(open + 1)))),
        edit(view.span(close), format!("{}}}", space(view.gap(close)))),
    ];
    let kind = view.text(kind);
    let mistake = Mistake::new(view.span(open), format!("write a resource in braces: `{kind} {{ 'title': .. }}`"));
    Some(mistake.until(view.span(close).end).edits("write braces", edits))
}

/// Returns the first token of the title: after the brace, or after the `;` of the body before.
fn title_start(view: &View, brace: usize, stop: usize) -> usize {
    view.outer_back(brace + 1, stop).find(|&at| view.kind(at) == T::Semicolon).map_or(brace + 1, |at| at + 1)
}

fn shorten(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    if line.chars().count() > 30 || line.len() < text.len() { "'title'".to_owned() } else { line.to_owned() }
}

/// `'ensure' => file`.
fn quoted_attribute(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    if clue.want != Some(Expected::Attribute) || view.kind(stop) != T::String {
        return None;
    }
    let name = view.text(stop).trim_matches(['\'', '"']);
    let mistake = Mistake::new(view.span(stop), format!("write the attribute `{name}` without quotes"));
    let brace = view.opener(clue.statement, stop)?;
    let close = view.closing(brace).unwrap_or(view.end());
    let quoted =
        view.outer(brace + 1..close).filter(|&at| view.kind(at) == T::String && view.kind(at + 1) == T::FatArrow);
    let edits: Vec<_> = quoted.map(|at| edit(view.span(at), view.text(at).trim_matches(['\'', '"']))).collect();
    let mut mistake = mistake.until(view.span(close).start).edits("remove the quotes", edits);
    mistake.fixes.iter_mut().for_each(|fix| fix.sure = true);
    Some(mistake)
}

/// `ensure => present mode => '0644'`, `[1 2]`, `{'a' => 1 'b' => 2}`.
fn missing_comma(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    let in_list = matches!(
        clue.want?,
        Expected::MoreAttributes
            | Expected::MoreElements
            | Expected::MoreEntries
            | Expected::MoreArguments
            | Expected::MoreOptions
            | Expected::MoreParameters
            | Expected::BarEnd
            | Expected::MoreKeys
    );
    let follows = stop > 0 && (view.ends_value(stop - 1) || view.kind(stop - 1) == T::Undef);
    let begins = view.is_value(stop)
        || view.word(stop).is_some()
        || matches!(view.kind(stop), T::DqPre | T::ListStart | T::LBrace);
    if !in_list || !follows || !begins || view.kind(stop - 1) == T::Regexp {
        return None;
    }
    let open = view.opener(clue.statement, stop)?;
    let closing = view.closing(open);
    // Without a closing bracket, the list ends with its line.
    let close = closing.unwrap_or_else(|| view.line_end(stop));
    let span = view.span(stop);
    let mistake =
        Mistake::new(span, format!("put a comma between `{}` and `{}`", piece(view, stop - 1), piece(view, stop)));
    let all = comma_edits(view, open, close, clue.want);
    let one = Fix::insert(view.span(stop - 1).end, ",").titled("put a comma there").surely(true);
    let several = all.len() > 1;
    let mut mistake =
        if several { mistake.until(view.span(close).start).edits("put commas there", all) } else { mistake };
    mistake.fixes.iter_mut().for_each(|fix| fix.sure = true);
    Some(mistake.fix(one))
}

fn piece(view: &View, at: usize) -> String {
    let text = view.text(at);
    let text = text.lines().next().unwrap_or("");
    if text.chars().count() > 24 { format!("{}..", text.chars().take(22).collect::<String>()) } else { text.to_owned() }
}

/// Returns the edits that put all commas that the list lacks.
fn comma_edits(view: &View, open: usize, close: usize, want: Option<Expected>) -> Vec<pprepl_text::Edit> {
    let pairs = matches!(want, Some(Expected::MoreAttributes | Expected::MoreEntries | Expected::MoreOptions));
    let mut edits = Vec::new();
    for at in view.outer(open + 1..close) {
        let joins = at > open + 1
            && view.ends_value(at - 1)
            && (view.is_value(at) || view.word(at).is_some() || matches!(view.kind(at), T::DqPre | T::ListStart));
        let begins_pair = matches!(view.kind(at + 1), T::FatArrow | T::PlusArrow);
        if joins && (!pairs || begins_pair) {
            edits.push(edit(Span::at(view.span(at - 1).end), ","));
        }
    }
    edits
}

/// `5;` at the end.
fn semicolon(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let before = clue.stop.checked_sub(1)?;
    if clue.want != Some(Expected::Statement) || view.kind(before) != T::Semicolon {
        return None;
    }
    let span = view.span(before);
    let message = "remove the `;`: it separates two statements, and none follows";
    Some(Mistake::new(span, message).fix(Fix::replace(span, "").titled("remove the `;`").surely(true)))
}

/// The resource types that a word at the start of a statement most likely means.
pub(super) const TYPES: &[&str] = &["file", "package", "service", "user", "group", "exec", "cron", "notify"];

/// Returns the declaration of a resource with this title, in the state that its users most likely want.
pub fn declaration(name: &str, title: &str) -> String {
    let state = match name {
        "package" => " ensure => installed ",
        "service" => " ensure => running ",
        "user" | "group" => " ensure => present ",
        "file" => " ensure => file ",
        _ => "",
    };
    format!("{name} {{ {}:{state}{}}}", quoted(title), if state.is_empty() { " " } else { "" })
}

/// `define web { .. }` is legal; `node web1 { }` too. `service nginx { ensure => running }` is not.
fn titled_declaration(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.head;
    let known = TYPES.contains(&view.text(head));
    let is_form = known && view.is_name(head + 1) && view.kind(head + 2) == T::LBrace && !view.begins_line(head + 1);
    if !is_form {
        return None;
    }
    let close = view.closing(head + 2)?;
    let (kind, title) = (view.text(head), view.text(head + 1));
    let body = Rewriter::new(*view).range(head + 3..close);
    let whole = view.range_span(head..close + 1);
    let mistake =
        Mistake::new(view.span(head + 1), format!("write the title inside the braces: `{kind} {{ '{title}': .. }}`"));
    let gap = view.gap(head + 3);
    Some(mistake.until(whole.end).replace(whole, format!("{kind} {{ '{title}':{gap}{body}{}}}", view.gap(close))))
}
