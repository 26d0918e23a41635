//! The graph of resources as SVG: a row for each resource in order of application, indented below its container, and an
//! arc for each edge. Colors follow the light or dark mode of the viewer.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::inspect::{EdgeView, GraphView};
use pprepl_text::columns::{shortened, width};

const ROW: usize = 34;
const BOX: usize = 24;
const MARGIN: usize = 16;
const INDENT: usize = 24;
/// The width of a character of the monospaced font.
const CHARACTER: usize = 8;
/// The number of characters of a name.
const MAX_NAME: usize = 70;

/// The position of a box.
struct Placed {
    x: usize,
    y: usize,
    wide: usize,
}

/// Draws the graph.
pub fn svg(view: &GraphView) -> String {
    let places = places(view);
    let right = places.iter().map(|one| one.x + one.wide).max().unwrap_or(0);
    let numbers: FxHashMap<&str, usize> =
        view.nodes.iter().enumerate().map(|(number, node)| (node.reference.as_str(), number)).collect();
    let mut arcs = String::new();
    let mut reach = right;
    for edge in &view.edges {
        let ends = (numbers.get(edge.from.as_str()), numbers.get(edge.to.as_str()));
        if let (Some(from), Some(to)) = (ends.0.and_then(|at| places.get(*at)), ends.1.and_then(|at| places.get(*at))) {
            reach = reach.max(arc(edge, from, to, is_in_cycle(view, edge), &mut arcs));
        }
    }
    let (wide, high) = (reach + MARGIN, MARGIN * 2 + ROW * view.nodes.len());
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\">"
    );
    let _ = writeln!(out, "<title>{} resources, {} edges</title>\n{STYLE}", view.nodes.len(), view.edges.len());
    for (node, place) in view.nodes.iter().zip(&places) {
        let class = if node.marks.contains(&"virtual") { " class=\"virtual\"" } else { "" };
        let location = node.place.as_deref().unwrap_or("");
        let (name, full) = (escaped(&shortened(&node.reference, MAX_NAME)), escaped(&node.reference));
        let Placed { x, y, wide } = place;
        let _ = writeln!(
            out,
            "<g><title>{full} {}</title><rect{class} x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{BOX}\" rx=\"4\"/>\
             <text x=\"{}\" y=\"{}\">{name}</text></g>",
            escaped(location),
            x + CHARACTER,
            y + BOX - 8,
        );
    }
    out + &arcs + "</svg>\n"
}

const STYLE: &str = "<style>\n\
    svg { background: #fff; color: #1a1a1a; }\n\
    @media (prefers-color-scheme: dark) { svg { background: #1a1a1a; color: #eee; } }\n\
    text { font: 13px monospace; fill: currentColor; }\n\
    rect { fill: none; stroke: currentColor; }\n\
    rect.virtual { stroke-dasharray: 4 3; }\n\
    path { fill: none; stroke: currentColor; }\n\
    path.notifies { stroke-width: 2.5; }\n\
    path.cycle { stroke: #d33; stroke-dasharray: 6 3; }\n\
    polygon { fill: currentColor; }\n\
    </style>";

/// Returns the box of each resource.
fn places(view: &GraphView) -> Vec<Placed> {
    let containers: FxHashMap<&str, Option<&str>> =
        view.nodes.iter().map(|node| (node.reference.as_str(), node.container.as_deref())).collect();
    let depth = |reference: &str| {
        let outer =
            |name: &&str| containers.get(name).copied().flatten().filter(|outer| containers.contains_key(outer));
        std::iter::successors(outer(&reference), outer).take(MAX_DEPTH).count()
    };
    let place = |(number, reference): (usize, &str)| Placed {
        x: MARGIN + INDENT * depth(reference),
        y: MARGIN + ROW * number,
        wide: (width(&shortened(reference, MAX_NAME)) + 2) * CHARACTER,
    };
    view.nodes.iter().map(|node| node.reference.as_str()).enumerate().map(place).collect()
}

/// The depth to which containers are indented.
const MAX_DEPTH: usize = 40;

/// Draws an edge from the right side of a box to that of another; returns its right end.
fn arc(edge: &EdgeView, from: &Placed, to: &Placed, in_cycle: bool, out: &mut String) -> usize {
    let (start, end) = (from.x + from.wide, to.x + to.wide);
    let (top, bottom) = (from.y + BOX / 2 + 4, to.y + BOX / 2 - 4);
    let bend = start.max(end) + 24 + top.abs_diff(bottom) / 4;
    let mut classes = Vec::new();
    classes.extend(edge.notifies.then_some("notifies"));
    classes.extend(in_cycle.then_some("cycle"));
    let class = if classes.is_empty() { String::new() } else { format!(" class=\"{}\"", classes.join(" ")) };
    let title = escaped(&format!("{} {} {} by {}", edge.from, edge.arrow(), edge.to, edge.origin()));
    let _ = writeln!(
        out,
        "<g><title>{title}</title><path{class} d=\"M{start} {top} C{bend} {top} {bend} {bottom} {end} {bottom}\"/>\
         <polygon points=\"{end},{bottom} {x},{} {x},{}\"/></g>",
        bottom - 4,
        bottom + 4,
        x = end + 8,
    );
    bend
}

fn is_in_cycle(view: &GraphView, edge: &EdgeView) -> bool {
    view.cycle.iter().any(|one| one.from == edge.from && one.to == edge.to)
}

fn escaped(text: &str) -> String {
    let plain: String = text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
