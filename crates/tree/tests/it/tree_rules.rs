//! All functions of this package on short sources, a row each in `tests/rules/tree.txt`: `KIND TEXT`. `KIND%` has a
//! template. A line end is ⏎, a carriage return ␍, a tab ⇥, and ‸ the cursor.

use std::fmt::Debug;
use std::ops::Range;

use pprepl_text::Span;
use pprepl_text::theme::Role;
use puppet_tree::{
    Bracket, ConcreteNode, Dialect, Document, Highlight, Highlighter, INDENT, IncrementalHighlighter, Structure,
    StructureQuery, completeness, concrete_tree, concrete_tree_in, embedded_highlights, indent_for_line,
    indent_for_new_line, is_empty_pair, mentions, pairing, recover,
};

const SIGNS: [(char, char); 3] = [('⏎', '\n'), ('␍', '\r'), ('⇥', '\t')];

/// Replaces the signs of a row by the characters.
fn decoded(row: &str) -> String {
    row.chars().map(|ch| SIGNS.iter().find(|(sign, _)| *sign == ch).map_or(ch, |(_, ch)| *ch)).collect()
}

/// Replaces the characters by the signs of a row.
fn encoded(text: &str) -> String {
    text.chars().map(|ch| SIGNS.iter().find(|(_, known)| *known == ch).map_or(ch, |(sign, _)| *sign)).collect()
}

fn number(text: &str) -> usize {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is a number"))
}

/// Splits the first word off.
fn word(text: &str) -> (&str, &str) {
    text.split_once(' ').unwrap_or((text, ""))
}

/// Splits at ` :: `.
fn halves(text: &str) -> (&str, &str) {
    let (one, other) = text.split_once(" ::").unwrap_or_else(|| panic!("{text:?} has a ` :: `"));
    (one, other.strip_prefix(' ').unwrap_or(other))
}

/// Parses a range such as `2-5`.
fn range(text: &str) -> Range<usize> {
    let (start, end) = text.split_once('-').unwrap_or_else(|| panic!("{text:?} is a range such as 2-5"));
    let range = number(start)..number(end);
    assert!(range.start <= range.end, "{text} is a range");
    range
}

/// Returns the text without the cursor, and the offset of the cursor: the end without one.
fn with_cursor(text: &str) -> (String, usize) {
    (text.replace('‸', ""), text.find('‸').unwrap_or(text.len()))
}

fn joined(items: impl IntoIterator<Item = String>) -> String {
    items.into_iter().collect::<Vec<_>>().join(" | ")
}

fn or_none<T: Debug>(value: Option<T>) -> String {
    value.map_or("none".to_owned(), |value| format!("{value:?}"))
}

/// Formats a span with its text.
fn part(span: Span, text: &str) -> String {
    format!("{}-{} {}", span.start, span.end, span.of(text))
}

fn roles(found: &[Highlight], text: &str) -> String {
    let found = found.iter().filter(|one| one.capture != Role::Plain);
    joined(found.map(|one| format!("{} {}", part(one.span, text), one.capture)))
}

/// Returns the highlights of a source that a user edits, once the tree is exact.
fn live_highlights(live: &mut IncrementalHighlighter) -> Vec<Highlight> {
    while !live.catch_up() {
        std::thread::yield_now();
    }
    live.highlights(0)
}

/// `live TEXT`: the highlights of a source that a user edits.
fn live(dialect: Dialect, text: &str) -> String {
    let mut live = IncrementalHighlighter::of(dialect, text, Highlighter::new());
    roles(&live_highlights(&mut live), text)
}

/// `part SPAN TEXT`: the highlights of a document in a part of it.
fn in_view(dialect: Dialect, args: &str) -> String {
    let (view, text) = word(args);
    let view = range(view);
    roles(&Highlighter::new().visible(&Document::of(dialect, text), view), text)
}

/// Returns the highlights of an edited document. They and the tree are those of a fresh one.
fn as_fresh(document: &Document, highlighter: &mut Highlighter) -> String {
    let (text, all) = (document.text(), 0..document.text().len());
    let fresh = Document::of(document.dialect(), text);
    assert!(document.is_exact() && !document.is_stale(), "the tree of {text:?} is exact");
    assert_eq!(document.has_error(), fresh.has_error(), "{text:?}");
    assert_eq!(concrete_tree(document), concrete_tree(&fresh), "the tree of {text:?}");
    assert_eq!(mentions(document), mentions(&fresh), "the names of {text:?}");
    let found = highlighter.visible(document, all.clone());
    assert_eq!(found, Highlighter::new().visible(&fresh, all), "the highlights of {text:?}");
    roles(&found, text)
}

/// `edit OLD :: NEW`: the highlights after a change of the whole text.
fn edit(dialect: Dialect, args: &str) -> String {
    let (old, new) = halves(args);
    let mut document = Document::of(dialect, old);
    let mut highlighter = Highlighter::new();
    as_fresh(&document, &mut highlighter);
    document.set_text(new, None);
    let mut live = IncrementalHighlighter::of(dialect, old, Highlighter::new());
    live_highlights(&mut live);
    live.follow(new);
    let found = live_highlights(&mut live);
    let mut fresh = IncrementalHighlighter::of(dialect, new, Highlighter::new());
    assert_eq!(found, live_highlights(&mut fresh), "the highlights of {new:?} after {old:?}");
    as_fresh(&document, &mut highlighter)
}

/// `splice TEXT :: 2-4=NEW;0-0=NEW`: the text and the highlights after edits, one after the other.
fn splice(dialect: Dialect, args: &str) -> String {
    let (text, edits) = halves(args);
    let mut document = Document::of(dialect, text);
    let mut highlighter = Highlighter::new();
    let mut shown = as_fresh(&document, &mut highlighter);
    for edit in edits.split(';') {
        let (place, new) = edit.split_once('=').unwrap_or_else(|| panic!("{edit:?} is an edit such as 2-4=NEW"));
        document.edit(range(place), new, None);
        shown = as_fresh(&document, &mut highlighter);
    }
    format!("{} | {shown}", document.text())
}

/// `indent TEXT`: the indentation of a new line at the cursor, and of each line.
fn indent(dialect: Dialect, args: &str) -> String {
    let (text, cursor) = with_cursor(args);
    let document = Document::of(dialect, text.as_str());
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    let lines: Vec<usize> = starts.map(|start| indent_for_line(&document, start)).collect();
    format!("{} {lines:?} of {INDENT}", indent_for_new_line(&document, cursor))
}

fn bracket_text(bracket: &Bracket, text: &str) -> String {
    let sign = if bracket.opens { "opens" } else { "closes" };
    format!("{} {sign} {}", part(bracket.span, text), bracket.closer)
}

fn brackets(found: &[Bracket], text: &str) -> String {
    joined(found.iter().map(|bracket| bracket_text(bracket, text)))
}

/// `brackets SPAN TEXT`: the brackets in a part, and the closers at the end.
fn brackets_in(dialect: Dialect, args: &str) -> String {
    let (view, text) = word(args);
    let document = Document::of(dialect, text);
    let structure = Structure::of(&document);
    format!("{} ; {}", brackets(&structure.brackets(range(view)), text), or_none(structure.closers()))
}

/// `at TEXT`: the structure at the cursor.
fn at(dialect: Dialect, args: &str) -> String {
    let (text, cursor) = with_cursor(args);
    let document = Document::of(dialect, text.as_str());
    let structure = Structure::of(&document);
    let pair = structure.bracket_pair(cursor).map(|(one, other)| brackets(&[one, other], &text));
    let statement = structure.statement_at(cursor);
    let mut around = Vec::new();
    let mut next = structure.enclosing(Span::at(cursor as u32));
    while let Some(span) = next {
        around.push(format!("{}-{}", span.start, span.end));
        next = structure.enclosing(span);
    }
    [
        format!(
            "{:?}{}",
            structure.place(cursor),
            if structure.is_interpolated(cursor) { " interpolated" } else { "" }
        ),
        format!("open {}", brackets(&structure.open_brackets(cursor), &text)),
        format!("pair {}", pair.unwrap_or_default()),
        format!("statement {}", statement.map_or_else(String::new, |span| part(span, &text))),
        format!("around {}", around.join(" ")),
    ]
    .join(" ; ")
}

/// `type CHARACTER TEXT`: the effect of a character at the cursor.
fn typed(dialect: Dialect, args: &str) -> String {
    let (typed, text) = word(args);
    let typed = typed.chars().next().unwrap_or_else(|| panic!("{args:?} has a character"));
    let (text, cursor) = with_cursor(text);
    let document = Document::of(dialect, text);
    let empty = if is_empty_pair(&document, cursor) { " in an empty pair" } else { "" };
    format!("{:?}{empty}", pairing(&document, cursor, typed))
}

fn spans(found: Vec<Span>, text: &str) -> String {
    joined(found.into_iter().map(|span| part(span, text)))
}

fn names(document: &Document) -> String {
    joined(
        mentions(document).iter().map(|one| format!("{}-{} {} {:?}", one.span.start, one.span.end, one.name, one.kind)),
    )
}

/// `recover TEXT`: the holes of a broken source, the rest, and the source with one of them.
fn recovered(text: &str) -> String {
    let found = recover(text);
    let with = (0..found.holes.len()).map(|at| found.with_hole(text, at));
    let parts = [format!("holes {}", spans(found.holes.clone(), text)), format!("rest ‹{}›", found.rest)];
    parts.into_iter().chain(with.map(|text| format!("with ‹{text}›"))).collect::<Vec<_>>().join(" ; ")
}

fn nodes(found: &[ConcreteNode]) -> String {
    let node = |node: &ConcreteNode| {
        let marks = [(node.error, "!"), (node.leaf, ".")].map(|(is, mark)| if is { mark } else { "" }).concat();
        format!("{}{} {}-{}{marks}", ">".repeat(node.depth), node.label(), node.span.start, node.span.end)
    };
    found.iter().map(node).collect::<Vec<_>>().join(" ")
}

/// `nodes SPAN TEXT`: the nodes of a part.
fn nodes_in(dialect: Dialect, args: &str) -> String {
    let (view, text) = word(args);
    let view = range(view);
    nodes(&concrete_tree_in(&Document::of(dialect, text), view.start as u32..view.end as u32))
}

/// `query QUERY :: TEXT`: the parts of a source that a query finds.
fn query(args: &str) -> String {
    let (query, text) = halves(args);
    match StructureQuery::new(query) {
        Err(error) => format!("error: {error}"),
        Ok(query) => {
            let found = query.matches(text).into_iter();
            joined(found.map(|range| format!("{}-{} {}", range.start, range.end, &text[range.clone()])))
        }
    }
}

/// `view COUNT CURSOR LINE`: the part in colors of a line so many times.
fn view(args: &str) -> String {
    let (count, rest) = word(args);
    let (cursor, line) = word(rest);
    assert!(number(count) * line.len() < 100_000, "{count} lines are few");
    let live = IncrementalHighlighter::of(Dialect::Puppet, &line.repeat(number(count)), Highlighter::new());
    format!("{:?} of {}", live.view(number(cursor)), live.document().text().len())
}

/// `deferred TEXT`: the number of highlights before and after the queries are there.
fn deferred(dialect: Dialect, text: &str) -> String {
    let mut highlighter = Highlighter::new();
    let mut counts = Vec::new();
    for is_deferred in [true, false] {
        highlighter.defer(is_deferred);
        assert_eq!(highlighter.is_deferred(), is_deferred);
        counts.push(highlighter.text_in(dialect, text).len());
        counts.push(highlighter.visible(&Document::of(dialect, text), 0..text.len()).len());
    }
    format!("{counts:?}")
}

fn answer(kind: &str, dialect: Dialect, args: &str) -> String {
    let document = || Document::of(dialect, args);
    match kind {
        "highlight" => roles(&Highlighter::new().text_in(dialect, args), args),
        "live" => live(dialect, args),
        "part" => in_view(dialect, args),
        "deferred" => deferred(dialect, args),
        "language" => roles(&embedded_highlights(word(args).1, word(args).0), word(args).1),
        "edit" => edit(dialect, args),
        "splice" => splice(dialect, args),
        "indent" => indent(dialect, args),
        "brackets" => brackets_in(dialect, args),
        "at" => at(dialect, args),
        "type" => typed(dialect, args),
        "folds" => spans(Structure::of(&document()).folds(), args),
        "statements" => spans(Structure::of(&document()).statements(), args),
        "names" => names(&document()),
        "complete" => format!("{:?}", completeness(args)),
        "recover" => recovered(args),
        "tree" => nodes(&concrete_tree(&document())),
        "nodes" => nodes_in(dialect, args),
        "query" => query(args),
        "view" => view(args),
        _ => panic!("unknown kind: {kind}"),
    }
}

/// Returns the answer of a row.
fn ruled(row: &str) -> String {
    let (kind, args) = word(row);
    let dialect = if kind.ends_with('%') { Dialect::Template } else { Dialect::Puppet };
    encoded(&answer(kind.trim_end_matches('%'), dialect, &decoded(args)))
}

#[test]
fn sources_follow_their_rules() {
    pprepl_testing::check_rules("tree.txt", ruled);
}
