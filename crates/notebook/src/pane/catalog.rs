//! The catalog pane: a table of the resources with the cell of each, one resource in full, or the graph of
//! containment and order. The data is copied from a session first, so that the pane also works while the session is
//! busy.

use pprepl_session::Session;
use pprepl_session::inspect::{DetailView, EntryView, GraphView};
use pprepl_text::Span;
use pprepl_text::columns::shortened;
use pprepl_text::theme::Role;
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::{parse, walk};

use super::entry::{line_span, marks, nothing};
use super::view::Goal;
use super::{CursorContext, Line, PLACE, View, graph, resource};

/// The maximum number of listed resources.
const MAX: usize = 500;

/// The maximum width of a reference.
const WIDE: usize = 60;

/// The selection of the catalog pane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CatalogQuery {
    /// A part of a reference, a container, a location or a mark (`virtual`); empty for all.
    pub filter: String,
    /// The resource that is shown alone in full. Without it, the resource under the cursor is shown above the table
    /// of all.
    pub selected: Option<String>,
    /// Whether to show the graph instead of the table.
    pub graph: bool,
}

/// The displayed data, copied from a session.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    entries: Vec<EntryView>,
    detail: Option<DetailView>,
    graph: Option<GraphView>,
    findings: Vec<String>,
}

impl Declared {
    /// Copies the data for a location and a query from a session.
    pub fn of(session: &Session, here: &CursorContext<'_>, wish: &CatalogQuery) -> Declared {
        let detail = expected(here, wish).and_then(|(name, _)| session.catalog().resource(&name).ok());
        let around = detail.as_ref().filter(|_| wish.selected.is_some()).map(|one| one.entry.reference.as_str());
        let graph = if wish.graph { session.catalog().graph(around).ok() } else { None };
        // The graph itself shows cycles and dangling edges.
        let is_told = graph.as_ref().is_some_and(|one| !one.cycle.is_empty() || !one.dangling.is_empty());
        let findings = if graph.is_some() && !is_told { session.catalog().findings() } else { Vec::new() };
        let findings = findings.into_iter().map(|report| report.message).collect();
        Declared { entries: session.catalog().entries(), detail, graph, findings }
    }
}

pub fn view(here: &CursorContext<'_>, declared: &Declared, wish: &CatalogQuery) -> View {
    let mut view = View::new("Catalog");
    let wanted = expected(here, wish);
    let is_wanted = |one: &&DetailView| wanted.as_ref().is_some_and(|(name, _)| is_same(name, &one.entry.reference));
    let detail = declared.detail.as_ref().filter(is_wanted);
    if let Some(detail) = detail {
        wanted.iter().filter_map(|(_, span)| *span).for_each(|span| view.mark(span, Role::Match));
        // With a graph or a filter, the resource under the cursor is not shown.
        if wish.selected.is_some() || !wish.graph && wish.filter.is_empty() {
            resource::full(&mut view, here, detail);
        }
    }
    match &declared.graph {
        Some(whole) if wish.graph => {
            graph::draw(&mut view, here, whole, &wish.filter, detail.map(|one| one.entry.reference.as_str()));
            declared.findings.iter().for_each(|found| {
                view.gap();
                view.push(Line::of(Role::Warning, "found: ").and(Role::Plain, found));
            });
        }
        _ if wish.selected.is_some() && detail.is_some() => {}
        _ => table(&mut view, here, &declared.entries, detail, &wish.filter),
    }
    view
}

/// Returns whether two references name the same resource.
fn is_same(a: &str, b: &str) -> bool {
    let plain = |text: &str| text.replace(['\'', '"'], "").to_lowercase();
    plain(a) == plain(b)
}

/// Returns the resource to show in full, with its span if the cursor is in it.
fn expected(here: &CursorContext<'_>, wish: &CatalogQuery) -> Option<(String, Option<Span>)> {
    match &wish.selected {
        Some(name) => Some((name.clone(), None)),
        None => under(here).map(|(name, span)| (name, Some(span))),
    }
}

/// Returns the resource that the code under the cursor declares or refers to, with its span.
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
        view.say(Role::Hint, format!("… and {more} more (use a filter)"));
    }
}

fn row(here: &CursorContext<'_>, entry: &EntryView, is_selected: bool) -> Line {
    let is_top = matches!(&*entry.container, "" | "top scope");
    let inside = if is_top { String::new() } else { format!("  in {}", entry.container) };
    let place = entry.place.as_deref().unwrap_or_default();
    let before = if place.is_empty() { "" } else { "  " };
    let mut line = Line::of(if is_selected { Role::Match } else { Role::Type }, shortened(&entry.reference, WIDE))
        .and(Role::Warning, marks(&entry.marks))
        .and(Role::Hint, before)
        .and(PLACE, place)
        .and(Role::Hint, inside)
        .to(Some(Goal::Resource(entry.reference.clone())));
    line.span = entry.place.as_deref().and_then(|place| line_span(here, place));
    line
}
