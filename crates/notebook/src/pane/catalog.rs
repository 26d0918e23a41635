//! What was declared: a table of the resources with the cell that each comes from, one resource in full, or the graph of
//! containment and order. What is to be seen is asked of a session as plain data first, so that it can be shown again
//! while the session is busy.

use pprepl_session::Session;
use pprepl_session::inspect::{DetailView, EntryView, GraphView};
use pprepl_text::Span;
use pprepl_text::columns::shortened;
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::{parse, walk};

use super::view::Goal;
use super::{CursorContext, Line, PLACE, View, graph, resource};

/// How many resources are listed.
const MAX: usize = 500;

/// How wide a reference may be.
const WIDE: usize = 60;

/// What is to be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CatalogQuery {
    /// A part of a reference, a container, a place or a mark (`virtual`); empty for all.
    pub filter: String,
    /// The resource that is shown in full, alone; without one, that under the cursor, above the table of all.
    pub selected: Option<String>,
    /// The graph instead of the table?
    pub graph: bool,
}

/// What there is to show, as a session has it.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    entries: Vec<EntryView>,
    detail: Option<DetailView>,
    graph: Option<GraphView>,
    findings: Vec<String>,
}

impl Declared {
    /// What a session has for a place and a wish.
    pub fn of(session: &Session, here: &CursorContext<'_>, wish: &CatalogQuery) -> Declared {
        let detail = expected(here, wish).and_then(|(name, _)| session.resource(&name).ok());
        let around = detail.as_ref().filter(|_| wish.selected.is_some()).map(|one| one.entry.reference.as_str());
        let graph = if wish.graph { session.graph(around).ok() } else { None };
        // Circles and edges to nothing are told by the graph itself.
        let is_told = graph.as_ref().is_some_and(|one| !one.cycle.is_empty() || !one.dangling.is_empty());
        let findings = if graph.is_some() && !is_told { session.catalog_findings() } else { Vec::new() };
        let findings = findings.into_iter().map(|report| report.message).collect();
        Declared { entries: session.entries(), detail, graph, findings }
    }
}

pub fn view(here: &CursorContext<'_>, declared: &Declared, wish: &CatalogQuery) -> View {
    let mut view = View::new("Catalog");
    let wanted = expected(here, wish);
    let is_wanted = |one: &&DetailView| wanted.as_ref().is_some_and(|(name, _)| is_same(name, &one.entry.reference));
    let detail = declared.detail.as_ref().filter(is_wanted);
    if let Some(detail) = detail {
        wanted.iter().filter_map(|(_, span)| *span).for_each(|span| view.mark(span, "match"));
        // Who wants the graph, or some of the resources, wants to see those.
        if wish.selected.is_some() || !wish.graph && wish.filter.is_empty() {
            resource::full(&mut view, here, detail);
        }
    }
    match &declared.graph {
        Some(whole) if wish.graph => {
            graph::draw(&mut view, here, whole, &wish.filter, detail.map(|one| one.entry.reference.as_str()));
            declared.findings.iter().for_each(|found| {
                view.gap();
                view.push(Line::of("warning", "found: ").and("", found));
            });
        }
        _ if wish.selected.is_some() && detail.is_some() => {}
        _ => table(&mut view, here, &declared.entries, detail, &wish.filter),
    }
    view
}

/// Do two texts refer to the same resource?
fn is_same(a: &str, b: &str) -> bool {
    let plain = |text: &str| text.replace(['\'', '"'], "").to_lowercase();
    plain(a) == plain(b)
}

/// The resource that is to be shown in full; where the cursor is in it, the place.
fn expected(here: &CursorContext<'_>, wish: &CatalogQuery) -> Option<(String, Option<Span>)> {
    match &wish.selected {
        Some(name) => Some((name.clone(), None)),
        None => under(here).map(|(name, span)| (name, Some(span))),
    }
}

/// The resource that the code under the cursor declares or refers to, and where.
fn under(here: &CursorContext<'_>) -> Option<(String, Span)> {
    let parsed = parse(here.text, here.options);
    let around = walk::around(&parsed.program.body, here.at());
    around.iter().rev().find_map(|expr| match &expr.kind {
        ExprKind::Resource(resource) => {
            let body = resource.bodies.iter().find(|body| here.is_in(body.span)).or(resource.bodies.first())?;
            Some((format!("{}[{}]", word(&resource.type_name)?, word(&body.title)?), body.span))
        }
        ExprKind::Access(left, keys) => match (&left.kind, keys.as_slice()) {
            (ExprKind::Ref(type_name), [title]) => Some((format!("{type_name}[{}]", word(title)?), expr.span)),
            _ => None,
        },
        ExprKind::Class(class) => Some((format!("Class[{}]", class.name), class.name_span)),
        _ => None,
    })
}

fn word(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::String(text) | ExprKind::Name(text) | ExprKind::Ref(text) => Some(text.to_string()),
        _ => None,
    }
}

fn table(view: &mut View, here: &CursorContext<'_>, entries: &[EntryView], detail: Option<&DetailView>, filter: &str) {
    let wanted = filter.to_lowercase();
    let shown: Vec<&EntryView> = entries.iter().filter(|entry| entry.holds(&wanted)).collect();
    let count = match (shown.len(), entries.len()) {
        (_, 0) => return nothing(view),
        (some, all) if some < all => format!("{some} of {all} resources match '{filter}'"),
        (1, _) => "1 resource".to_owned(),
        (all, _) => format!("{all} resources"),
    };
    view.head(count);
    for entry in shown.iter().take(MAX) {
        let is_selected = detail.is_some_and(|detail| detail.entry.reference == entry.reference);
        if is_selected && view.focus.is_none() {
            view.focus_next();
        }
        view.push(row(here, entry, is_selected));
    }
    let more = shown.len().saturating_sub(MAX);
    if more > 0 {
        view.say("hint", format!("… and {more} more: a filter narrows them down"));
    }
}

pub(super) fn nothing(view: &mut View) {
    view.say("hint", "Nothing has been declared. notify { 'a': } declares a resource.");
}

fn row(here: &CursorContext<'_>, entry: &EntryView, is_selected: bool) -> Line {
    let is_top = matches!(&*entry.container, "" | "top scope");
    let inside = if is_top { String::new() } else { format!("  in {}", entry.container) };
    let place = entry.place.as_deref().unwrap_or_default();
    let before = if place.is_empty() { "" } else { "  " };
    let mut line = Line::of(if is_selected { "match" } else { "type" }, shortened(&entry.reference, WIDE))
        .and("warning", marks(&entry.marks))
        .and("hint", before)
        .and(PLACE, place)
        .and("hint", inside)
        .to(Some(Goal::Resource(entry.reference.clone())));
    line.span = entry.place.as_deref().and_then(|place| line_span(here, place));
    line
}

/// What is special about a resource, in brackets.
pub(super) fn marks(marks: &[&str]) -> String {
    if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) }
}

/// The line of the text that a place (`cell 3:7`) is.
pub(super) fn line_span(here: &CursorContext<'_>, place: &str) -> Option<Span> {
    let number: usize = place.strip_prefix(here.source)?.strip_prefix(':')?.parse().ok()?;
    let mut at = 0;
    for (index, line) in here.text.split_inclusive('\n').enumerate() {
        let text = line.trim_end_matches(['\n', '\r']);
        if index + 1 == number {
            return Some(Span::new(at, at + text.len() as u32));
        }
        at += line.len() as u32;
    }
    None
}
