//! One resource in full: its declaration and container, its attributes with the origin of each value and its earlier
//! values, its edges, the collectors that match it, its contents. Lines link to the things that they name.

use pprepl_session::inspect::{AttributeView, CollectorView, DetailView, EdgeView};
use pprepl_text::columns::shortened;
use pprepl_text::theme::Role;

use super::entry::{line_span, marks};
use super::view::Goal;
use super::{CursorContext, Line, PLACE, View};

/// The maximum width of a value.
const WIDE: usize = 60;

/// The maximum number of listed contents.
const MAX: usize = 200;

/// Adds the lines of a resource.
pub(super) fn full(view: &mut View, here: &CursorContext<'_>, detail: &DetailView) {
    view.focus_next();
    view.push(Line::of(Role::Title, &detail.entry.reference).and(Role::Warning, marks(&detail.entry.marks)));
    let places = [("declared", &detail.entry.place), ("defined", &detail.definition)];
    for (label, place) in places.into_iter().filter_map(|(label, place)| Some((label, place.as_deref()?))) {
        let mut line = Line::of(Role::Label, format!("{label:8}  ")).and(PLACE, place).to(Goal::of_place(place));
        line.span = line_span(here, place);
        view.push(line);
    }
    if !detail.path.is_empty() {
        let goal = detail.path.last().filter(|outer| outer.contains('[')).cloned().map(Goal::Resource);
        view.push(fact("inside", &detail.path.join(" › ")).to(goal));
    }
    if !detail.tags.is_empty() {
        view.push(fact("tags", &detail.tags.join(", ")));
    }
    let wide = detail.attributes.iter().map(|one| one.name.chars().count()).max().unwrap_or(0);
    detail.attributes.iter().for_each(|one| attribute(view, one, wide));
    detail.before.iter().for_each(|one| view.push(edge("after ", one, &one.from)));
    detail.after.iter().for_each(|one| view.push(edge("before", one, &one.to)));
    detail.collectors.iter().for_each(|one| collector(view, one));
    contents(view, &detail.contents);
}

fn fact(label: &str, text: &str) -> Line {
    Line::of(Role::Label, format!("{label:8}  ")).and(Role::Plain, text)
}

fn attribute(view: &mut View, one: &AttributeView, wide: usize) {
    let line =
        Line::of(Role::Property, format!("  {:wide$} => ", one.name)).and(Role::String, shortened(&one.value, WIDE));
    view.push(line.and_origin("  ", &one.origin).to(goal_of(&one.origin)));
    for (value, origin) in &one.earlier {
        let line = Line::of(Role::Cut, format!("  {:wide$}    {}", "", shortened(value, WIDE)));
        view.push(line.and_origin("  before: ", origin).to(goal_of(origin)));
    }
}

/// Returns the location in `given at cell 3:2`.
fn goal_of(origin: &str) -> Option<Goal> {
    Goal::of_place(origin.rsplit_once(" at ")?.1)
}

fn edge(label: &str, edge: &EdgeView, other: &str) -> Line {
    Line::of(Role::Label, format!("  {label} "))
        .and(Role::Operator, format!("{} ", edge.arrow()))
        .and(Role::Type, shortened(other, WIDE))
        .and_origin("  by ", &edge.origin())
        .to(Some(Goal::Resource(other.to_owned())))
}

fn collector(view: &mut View, one: &CollectorView) {
    let (role, word) = if one.matches { (Role::Success, "matches") } else { (Role::Hint, "does not match") };
    let place = one.place.as_deref().unwrap_or_default();
    let at = if place.is_empty() { "" } else { "  at " };
    let line = Line::of(Role::Type, format!("  {}", one.text)).and(role, format!("  {word}"));
    let line = line.and(Role::Hint, at).and(PLACE, place);
    view.push(line.to(one.place.as_deref().and_then(Goal::of_place)));
    one.reasons.iter().for_each(|reason| view.say(Role::Hint, format!("    {reason}")));
}

fn contents(view: &mut View, contents: &[String]) {
    if contents.is_empty() {
        return;
    }
    view.say(Role::Label, "  contains");
    for one in contents.iter().take(MAX) {
        view.push(Line::of(Role::Type, format!("    {}", shortened(one, WIDE))).to(Some(Goal::Resource(one.clone()))));
    }
    let more = contents.len().saturating_sub(MAX);
    if more > 0 {
        view.say(Role::Hint, format!("    … and {more} more"));
    }
}
