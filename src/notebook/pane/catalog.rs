//! What was declared: a table of the resources with the cell that each comes from, one resource in full with where each
//! attribute's value came from, and the graph of containment and order with its circles.

use crate::commands::graph_texts;
use crate::session::Session;
use crate::session::look::{DetailView, EdgeView, EntryView};
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::{parse, walk};
use crate::text::Span;
use crate::text::columns::shortened;

use super::{Here, Line, View};

/// How many resources are listed.
const MOST: usize = 500;

/// How wide a value may be.
const WIDE: usize = 60;

/// What is to be shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct CatalogWish<'w> {
    /// A part of a reference, a container, a place or a mark (`virtual`); empty for all.
    pub filter: &'w str,
    /// The resource that is shown in full; without one, that under the cursor.
    pub selected: Option<&'w str>,
    /// The graph instead of the table?
    pub graph: bool,
    /// What the session calls the text that the cell of the cursor is (a part of).
    pub source: &'w str,
    /// Where cells begin when that is a file: how many lines are before each, and what it is called.
    pub cells: &'w [(usize, String)],
}

impl CatalogWish<'_> {
    /// A text with its places in the file (`demo.pp:17`) told by cells (`cell 3:2`).
    fn by_cells(&self, text: &str) -> String {
        let mut told = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(self.source).filter(|_| !self.source.is_empty() && !self.cells.is_empty()) {
            let (before, found) = rest.split_at(at);
            told.push_str(before);
            let after = found.get(self.source.len()..).unwrap_or("");
            let digits = after.strip_prefix(':').unwrap_or("");
            let digits = digits.get(..digits.bytes().take_while(u8::is_ascii_digit).count()).unwrap_or("");
            let line = digits.parse::<usize>().ok();
            let cell = line.and_then(|line| Some((line, self.cells.iter().rfind(|(before, _)| *before < line)?)));
            rest = match cell {
                Some((line, (before, name))) => {
                    told.push_str(&format!("{name}:{}", line - before));
                    after.get(1 + digits.len()..).unwrap_or("")
                }
                None => {
                    told.push_str(self.source);
                    after
                }
            };
        }
        told + rest
    }
}

/// The pane.
pub fn view(here: &Here<'_>, session: &Session, wish: &CatalogWish<'_>) -> View {
    let mut view = View::new("Catalog");
    let under = under(here);
    let entries = session.entries();
    let wanted = wish.selected.map(str::to_owned).or_else(|| under.as_ref().map(|(name, _)| name.clone()));
    let detail = wanted.as_deref().and_then(|name| session.resource(name).ok());
    if let Some((_, span)) = under.filter(|_| wish.selected.is_none() && detail.is_some()) {
        view.mark(span, "match");
    }
    if let Some(detail) = &detail {
        full(&mut view, detail, wish);
    }
    match wish.graph {
        true => graph(&mut view, session, wish),
        false => table(&mut view, here, &entries, detail.as_ref(), wish),
    }
    view
}

/// The resource that the code under the cursor declares or refers to, and where.
fn under(here: &Here<'_>) -> Option<(String, Span)> {
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

/// One resource in full.
fn full(view: &mut View, detail: &DetailView, wish: &CatalogWish<'_>) {
    let marks =
        if detail.entry.marks.is_empty() { String::new() } else { format!(" ({})", detail.entry.marks.join(", ")) };
    view.push(Line::of("title", &detail.entry.reference).and("warning", marks));
    let mut facts: Vec<(&str, String)> = Vec::new();
    facts.extend(detail.entry.place.iter().map(|place| ("declared", wish.by_cells(place))));
    facts.extend(detail.definition.iter().map(|place| ("defined", wish.by_cells(place))));
    if !detail.path.is_empty() {
        facts.push(("inside", detail.path.join(" › ")));
    }
    if !detail.tags.is_empty() {
        facts.push(("tags", detail.tags.join(", ")));
    }
    view.facts(&facts);
    let wide = detail.attributes.iter().map(|one| one.name.chars().count()).max().unwrap_or(0);
    for one in &detail.attributes {
        let line = Line::of("property", format!("  {:wide$} => ", one.name)).and("string", shortened(&one.value, WIDE));
        view.push(line.and("hint", format!("  {}", wish.by_cells(&one.origin))));
        for (value, origin) in &one.earlier {
            let line = Line::of("cut", format!("  {:wide$}    {}", "", shortened(value, WIDE)));
            view.push(line.and("hint", format!("  before: {}", wish.by_cells(origin))));
        }
    }
    edges(view, detail, wish);
    for collector in &detail.collectors {
        let (role, word) = if collector.matches { ("success", "finds it") } else { ("hint", "does not find it") };
        let place = collector.place.as_ref().map(|place| format!("  at {}", wish.by_cells(place))).unwrap_or_default();
        view.push(Line::of("type", format!("  {}", collector.text)).and(role, format!("  {word}")).and("hint", place));
        collector.reasons.iter().for_each(|reason| view.say("hint", format!("    {reason}")));
    }
    if !detail.contents.is_empty() {
        let contents = shortened(&detail.contents.join(", "), 4 * WIDE);
        view.push(Line::of("label", "  contains ").and("", contents));
    }
}

fn edges(view: &mut View, detail: &DetailView, wish: &CatalogWish<'_>) {
    let edge = |label: &str, edge: &EdgeView, other: &str| {
        Line::of("label", format!("  {label} "))
            .and("operator", format!("{} ", edge.arrow()))
            .and("type", shortened(other, WIDE))
            .and("hint", format!("  by {}", wish.by_cells(&edge.origin())))
    };
    detail.before.iter().for_each(|one| view.push(edge("behind", one, &one.from)));
    detail.after.iter().for_each(|one| view.push(edge("before", one, &one.to)));
}

fn table(view: &mut View, here: &Here<'_>, entries: &[EntryView], detail: Option<&DetailView>, wish: &CatalogWish<'_>) {
    let filter = wish.filter.to_lowercase();
    let shown: Vec<&EntryView> = entries.iter().filter(|entry| entry.holds(&filter)).collect();
    let count = match (shown.len(), entries.len()) {
        (_, 0) => return view.say("hint", "Nothing has been declared. notify { 'a': } declares a resource."),
        (some, all) if some < all => format!("{some} of {all} resources match '{}'", wish.filter),
        (1, _) => "1 resource".to_owned(),
        (all, _) => format!("{all} resources"),
    };
    view.head(count);
    for entry in shown.iter().take(MOST) {
        let is_selected = detail.is_some_and(|detail| detail.entry.reference == entry.reference);
        if is_selected {
            view.focus_next();
        }
        let marks = if entry.marks.is_empty() { String::new() } else { format!(" ({})", entry.marks.join(", ")) };
        let is_top = matches!(&*entry.container, "" | "top scope");
        let inside = if is_top { String::new() } else { format!("  in {}", entry.container) };
        let place = entry.place.as_ref().map(|place| format!("  {}", wish.by_cells(place))).unwrap_or_default();
        let mut line = Line::of(if is_selected { "match" } else { "type" }, shortened(&entry.reference, WIDE))
            .and("warning", marks)
            .and("hint", format!("{place}{inside}"));
        line.span = entry.place.as_deref().and_then(|place| line_span(here, place, wish.source));
        view.push(line);
    }
    let more = shown.len().saturating_sub(MOST);
    if more > 0 {
        view.say("hint", format!("… and {more} more: a filter narrows them down"));
    }
}

/// The line of the cell that a place (`cell 3:7`, `demo.pp:17`) is.
fn line_span(here: &Here<'_>, place: &str, source: &str) -> Option<Span> {
    let number: usize = place.strip_prefix(source)?.strip_prefix(':')?.parse().ok()?;
    let number = number.checked_sub(here.before)?;
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

fn graph(view: &mut View, session: &Session, wish: &CatalogWish<'_>) {
    let Ok(whole) = session.graph(None) else { return };
    if whole.nodes.is_empty() {
        return view.say("hint", "Nothing has been declared. notify { 'a': } declares a resource.");
    }
    let [tree, cycle, dangling] = graph_texts(&whole);
    if !cycle.is_empty() {
        view.gap();
        view.say_all("error", &wish.by_cells(&cycle));
    }
    view.head("In order of application");
    for line in wish.by_cells(&tree).lines() {
        let is_edge = ["->", "~>"].iter().any(|arrow| line.trim_start_matches([' ', '│']).starts_with(arrow));
        view.say(if is_edge { "operator" } else { "type" }, line);
    }
    if !dangling.is_empty() {
        view.gap();
        view.say_all("warning", &wish.by_cells(&dangling));
    }
    // Circles and edges to nothing are told above.
    let told = !cycle.is_empty() || !dangling.is_empty();
    for report in if told { Vec::new() } else { session.catalog_findings() } {
        view.gap();
        view.push(Line::of("warning", "found: ").and("", &report.message));
    }
}
