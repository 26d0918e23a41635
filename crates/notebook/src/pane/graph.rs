//! The graph of the declared resources, drawn with lanes: the resources in order of application, each below its
//! container, and on their left the edges as vertical lines. Edges of a cycle are marked, and listed with their
//! locations.
//!
//! Edges that begin at one resource share a line. A greedy placement gives each line, the shortest first, the free
//! lane nearest to the text. An edge without a free lane is described after its resource instead.

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_session::inspect::{EdgeView, GraphView, NodeView};
use pprepl_text::columns::shortened;
use pprepl_text::theme::Role;

use super::entry::{line_span, marks, nothing};
use super::view::Goal;
use super::{CursorContext, Line, View};

/// The maximum number of drawn resources.
const MAX: usize = 500;

/// The maximum number of lanes.
const LANES: usize = 8;

/// The maximum width of a reference.
const WIDE: usize = 40;

/// Draws the resources that contain `filter`, with the edges of one resource highlighted.
pub(super) fn draw(view: &mut View, here: &CursorContext<'_>, whole: &GraphView, filter: &str, selected: Option<&str>) {
    if whole.nodes.is_empty() {
        return nothing(view);
    }
    circle(view, whole);
    let rows = rows(whole, &filter.to_lowercase());
    view.head(heading(whole, rows.len(), filter));
    let hidden = rows.len().saturating_sub(MAX);
    let picture = GraphLayout::of(whole, rows.get(..MAX).unwrap_or(&rows), selected);
    if !picture.edges.is_empty() {
        view.push(
            Line::of(Role::Operator, "▸")
                .and(Role::Hint, " comes after, ")
                .and(Role::Operator, "▹")
                .and(Role::Hint, " and is refreshed"),
        );
    }
    (0..picture.rows.len()).for_each(|at| picture.row(view, here, at));
    if hidden > 0 {
        view.say(Role::Hint, format!("… and {hidden} more (use a filter)"));
    }
    dangling(view, whole);
}

fn heading(whole: &GraphView, shown: usize, filter: &str) -> String {
    let order = if whole.cycle.is_empty() { "In order of application" } else { "In order of declaration" };
    match whole.nodes.len() {
        all if shown < all => format!("{order}, {shown} of {all} resources: '{filter}'"),
        _ => order.to_owned(),
    }
}

/// Lists the cycle, edge by edge.
fn circle(view: &mut View, whole: &GraphView) {
    if whole.cycle.is_empty() {
        return;
    }
    view.gap();
    view.say(Role::Error, "↻ Dependency cycle:");
    whole.cycle.iter().for_each(|edge| view.push(format_edge(edge, Role::Error)));
    let next = whole.cycle.iter().skip(1).chain(whole.cycle.first());
    if whole.cycle.iter().zip(next).any(|(edge, next)| edge.to != next.from) {
        view.say(
            Role::Hint,
            "  Where an edge does not begin at the end of the previous one, one resource contains the other.",
        );
    }
}

fn dangling(view: &mut View, whole: &GraphView) {
    if whole.dangling.is_empty() {
        return;
    }
    view.head("Edges to or from undeclared resources");
    whole.dangling.iter().for_each(|edge| view.push(format_edge(edge, Role::Warning)));
}

/// Describes an edge.
fn format_edge(edge: &EdgeView, role: Role) -> Line {
    Line::of(Role::Type, format!("  {}", shortened(&edge.from, WIDE)))
        .and(role, format!(" {} ", edge.arrow()))
        .and(Role::Type, shortened(&edge.to, WIDE))
        .and_origin("  by ", &edge.origin())
        .to(edge.place.as_deref().and_then(Goal::of_place))
}

/// A resource in the graph, with the branch of the tree before it.
struct Row<'v> {
    stem: String,
    node: &'v NodeView,
}

/// Returns the resources that contain `filter`, each below its container.
fn rows<'v>(whole: &'v GraphView, filter: &str) -> Vec<Row<'v>> {
    let holds = |text: &str| text.to_lowercase().contains(filter);
    let is_shown = |node: &&NodeView| {
        let besides = [node.container.as_deref(), node.place.as_deref()];
        holds(&node.reference) || besides.into_iter().flatten().any(holds) || node.marks.contains(&filter)
    };
    let shown: Vec<&NodeView> = whole.nodes.iter().filter(is_shown).collect();
    let names: FxHashSet<&str> = shown.iter().map(|node| node.reference.as_str()).collect();
    let mut levels: Levels<'v> = FxHashMap::default();
    for node in shown {
        let outer = node.container.as_deref().filter(|outer| names.contains(outer));
        levels.entry(outer).or_default().push(node);
    }
    let mut rows = Vec::new();
    level(&mut levels, None, "", &mut rows);
    rows
}

/// The resources in each container, and at the top level.
type Levels<'v> = FxHashMap<Option<&'v str>, Vec<&'v NodeView>>;

fn level<'v>(levels: &mut Levels<'v>, container: Option<&'v str>, stem: &str, rows: &mut Vec<Row<'v>>) {
    let nodes = levels.remove(&container).unwrap_or_default();
    let last = nodes.len().saturating_sub(1);
    for (at, node) in nodes.into_iter().enumerate() {
        let (branch, below) = match (container.is_some(), at == last) {
            (false, _) => ("", ""),
            (true, true) => ("└ ", "  "),
            (true, false) => ("├ ", "│ "),
        };
        rows.push(Row { stem: format!("{stem}{branch}"), node });
        level(levels, Some(&node.reference), &format!("{stem}{below}"), rows);
    }
}

/// An edge between two rows.
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    notifies: bool,
    circular: bool,
}

/// The edges that begin at one row (edges of a cycle separately), in one lane.
struct EdgeBundle {
    from: usize,
    to: Vec<(usize, bool)>,
    first: usize,
    last: usize,
    lane: usize,
    role: Role,
}

struct GraphLayout<'v> {
    rows: &'v [Row<'v>],
    edges: Vec<Edge>,
    bundles: Vec<EdgeBundle>,
    /// The edges without a lane, by the row where they begin.
    besides: FxHashMap<usize, Vec<(usize, bool)>>,
    lanes: usize,
    circular: FxHashSet<&'v str>,
    selected: Option<usize>,
}

impl<'v> GraphLayout<'v> {
    fn of(whole: &'v GraphView, rows: &'v [Row<'v>], selected: Option<&str>) -> GraphLayout<'v> {
        let places: FxHashMap<&str, usize> =
            rows.iter().enumerate().map(|(at, row)| (row.node.reference.as_str(), at)).collect();
        let edges = edges(whole, &places);
        let selected = selected.and_then(|name| places.get(name).copied());
        let (bundles, besides) = bundles(&edges, rows.len(), selected);
        let lanes = bundles.iter().map(|bundle| bundle.lane + 1).max().unwrap_or(0);
        let circular = whole.cycle.iter().flat_map(|edge| [edge.from.as_str(), edge.to.as_str()]).collect();
        GraphLayout { rows, edges, bundles, besides, lanes, circular, selected }
    }

    /// Draws a row.
    fn row(&self, view: &mut View, here: &CursorContext<'_>, at: usize) {
        let Some(Row { stem, node }) = self.rows.get(at) else { return };
        let is_circular = self.circular.contains(node.reference.as_str());
        let role = match (self.selected == Some(at), is_circular) {
            (true, _) => Role::Match,
            (_, true) => Role::Error,
            _ => Role::Type,
        };
        if self.selected == Some(at) && view.focus.is_none() {
            view.focus_next();
        }
        let line = self.lanes_at(at).into_iter().fold(Line::default(), |line, (role, text)| line.and(role, text));
        let mut line = line.and(Role::Gutter, stem).and(role, shortened(&node.reference, WIDE));
        line = line.and(Role::Error, if is_circular { " ↻" } else { "" }).and(Role::Warning, marks(&node.marks));
        for (to, notifies) in self.besides.get(&at).into_iter().flatten() {
            let other = self.rows.get(*to).map_or("", |row| row.node.reference.as_str());
            line = line
                .and(Role::Operator, if *notifies { "  ~> " } else { "  -> " })
                .and(Role::Hint, shortened(other, WIDE));
        }
        // A location would break the row where the pane is narrow: the table and the resource itself show it.
        line.span = node.place.as_deref().and_then(|place| line_span(here, place));
        view.push(line.to(Some(Goal::Resource(node.reference.clone()))));
    }

    /// Draws the edges before a row: two columns per lane, and one for the arrowhead.
    fn lanes_at(&self, row: usize) -> Vec<(Role, String)> {
        if self.lanes == 0 {
            return Vec::new();
        }
        let mut canvas = vec![(' ', Role::Operator); 2 * self.lanes + 1];
        let (ends, passing): (Vec<&EdgeBundle>, Vec<&EdgeBundle>) = {
            let near = self.bundles.iter().filter(|bundle| (bundle.first..=bundle.last).contains(&row));
            near.partition(|bundle| bundle.touches(row))
        };
        for bundle in passing {
            canvas[2 * (self.lanes - 1 - bundle.lane)] = ('│', bundle.role);
        }
        // The outer edges first: their horizontal line crosses the inner lanes.
        let mut ends = ends;
        ends.sort_by_key(|bundle| std::cmp::Reverse(bundle.lane));
        for bundle in &ends {
            let column = 2 * (self.lanes - 1 - bundle.lane);
            bundle.draw(&mut canvas, column, row);
        }
        if let Some(bundle) = ends.iter().rev().find(|bundle| bundle.head(row).is_some()) {
            let head = if bundle.head(row) == Some(true) { '▹' } else { '▸' };
            canvas[2 * self.lanes] = (head, bundle.role);
        }
        canvas.push((' ', Role::Operator));
        merged(&canvas)
    }
}

impl EdgeBundle {
    fn touches(&self, row: usize) -> bool {
        self.from == row || self.to.iter().any(|(to, _)| *to == row)
    }

    /// Returns whether an edge ends at this row (`Some`), and whether it notifies.
    fn head(&self, row: usize) -> Option<bool> {
        self.to.iter().filter(|(to, _)| *to == row).map(|(_, notifies)| *notifies).max()
    }

    /// Draws the corner in its lane, and the horizontal line from there to the text.
    fn draw(&self, canvas: &mut [(char, Role)], column: usize, row: usize) {
        let crosses = canvas.get(column).is_some_and(|(sign, _)| *sign == '─');
        let corner = match (row == self.first, row == self.last, crosses) {
            (true, true, _) => '─',
            (true, _, false) => '╭',
            (true, _, true) => '┬',
            (_, true, false) => '╰',
            (_, true, true) => '┴',
            (_, _, false) => '├',
            (_, _, true) => '┼',
        };
        if let Some(place) = canvas.get_mut(column) {
            *place = (corner, self.role);
        }
        for place in canvas.iter_mut().skip(column + 1) {
            *place = match place.0 {
                '│' => ('┼', place.1),
                _ => ('─', self.role),
            };
        }
    }
}

/// Returns the edges between visible rows, without duplicates.
fn edges(whole: &GraphView, places: &FxHashMap<&str, usize>) -> Vec<Edge> {
    let circular: FxHashSet<(&str, &str)> =
        whole.cycle.iter().map(|edge| (edge.from.as_str(), edge.to.as_str())).collect();
    let mut known: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    let mut edges: Vec<Edge> = Vec::new();
    for edge in &whole.edges {
        let (Some(&from), Some(&to)) = (places.get(edge.from.as_str()), places.get(edge.to.as_str())) else { continue };
        if let Some(known) = known.get(&(from, to)).and_then(|at| edges.get_mut(*at)) {
            known.notifies |= edge.notifies;
            continue;
        }
        known.insert((from, to), edges.len());
        let circular = circular.contains(&(edge.from.as_str(), edge.to.as_str()));
        edges.push(Edge { from, to, notifies: edge.notifies, circular });
    }
    edges
}

/// The edges without a lane by their start row: the end row of each, and whether it notifies.
type DirectEdges = FxHashMap<usize, Vec<(usize, bool)>>;

/// Assigns lanes to bundles of edges, short ones first, so that they are next to the text; also returns the edges
/// without a lane.
fn bundles(edges: &[Edge], rows: usize, selected: Option<usize>) -> (Vec<EdgeBundle>, DirectEdges) {
    let mut bundles: Vec<EdgeBundle> = Vec::new();
    let mut known: FxHashMap<(usize, bool), usize> = FxHashMap::default();
    for edge in edges {
        let at = *known.entry((edge.from, edge.circular)).or_insert_with(|| {
            let role = match edge.circular {
                true => Role::Error,
                false if selected == Some(edge.from) => Role::Match,
                false => Role::Operator,
            };
            bundles.push(EdgeBundle {
                from: edge.from,
                to: Vec::new(),
                first: edge.from,
                last: edge.from,
                lane: 0,
                role,
            });
            bundles.len() - 1
        });
        let Some(bundle) = bundles.get_mut(at) else { continue };
        bundle.to.push((edge.to, edge.notifies));
        (bundle.first, bundle.last) = (bundle.first.min(edge.to), bundle.last.max(edge.to));
        if selected == Some(edge.to) && bundle.role == Role::Operator {
            bundle.role = Role::Match;
        }
    }
    bundles.sort_by_key(|bundle| (bundle.last - bundle.first, bundle.first));
    let mut taken = vec![vec![false; rows]; LANES];
    let mut besides = DirectEdges::default();
    bundles.retain_mut(|bundle| {
        let range = bundle.first..bundle.last + 1;
        let free = |lane: &Vec<bool>| lane.get(range.clone()).is_some_and(|way| way.iter().all(|taken| !taken));
        match taken.iter().position(free) {
            Some(lane) => {
                bundle.lane = lane;
                taken[lane][range].fill(true);
                true
            }
            None => {
                besides.entry(bundle.from).or_default().append(&mut bundle.to);
                false
            }
        }
    });
    (bundles, besides)
}

/// Merges adjacent cells of one role into one span.
fn merged(canvas: &[(char, Role)]) -> Vec<(Role, String)> {
    let mut pieces: Vec<(Role, String)> = Vec::new();
    for &(sign, role) in canvas {
        match pieces.last_mut() {
            Some((last, text)) if *last == role || sign == ' ' => text.push(sign),
            _ => pieces.push((role, sign.to_string())),
        }
    }
    pieces
}
