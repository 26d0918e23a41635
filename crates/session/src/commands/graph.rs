//! `:graph`: the declared resources as a drawing in order of application, or as a file for Graphviz, Mermaid or
//! a program. Containment is a tree, edges are arrows with their source locations.

use std::fmt::Write;

use rustc_hash::FxHashMap;
use serde_json::json;

use crate::Session;
use crate::file::{self, reason};
use crate::inspect::{EdgeView, GraphView, NodeView};
use crate::settings::Style;
use pprepl_text::columns::{columns, shortened};
use pprepl_text::{IssueCode, json_text};

use super::catalog::edge_data;
use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

const FORMATS: &[&str] = &["dot", "mermaid", "json", "svg"];

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "graph",
    aliases: &[],
    params: &[Param::optional("dot|mermaid|json|svg", Kind::Word(FORMATS)), Param::optional("REF|FILE", Kind::Path)],
    group: Group::Catalog,
    summary: "draw or export resources in order of application",
    details: "With REF only the related resources. ':graph dot FILE' (or mermaid, json, svg) writes a new file and never \
              overwrites one. '->' means before, '~>' also refreshes. Edges apply to all contents of a container. A \
              cycle is shown with the location of each edge. Automatic edges of providers (a file after its \
              directory) are not included.",
    examples: &[
        Example {
            before: &["notify { 'a': } -> notify { 'b': }"],
            line: ":graph",
            shows: "-> Notify['b']  by -> at input 1:1",
        },
        Example {
            before: &["notify { 'a': require => Notify['b'] } notify { 'b': require => Notify['a'] }"],
            line: ":graph",
            shows: "dependency cycle",
        },
    ],
    run: graph,
}];

fn graph(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let Some(format) = arguments.get(0) else { return picture(session, arguments.get(1)) };
    let Some(path) = arguments.get(1) else {
        return Err(CommandError::new(
            IssueCode::CommandArity,
            format!(":graph {format} needs the name of a new file"),
        )
        .with_help(format!(":graph {format} catalog.{}", ending(format))));
    };
    let view = entire_graph(session, None)?;
    let text = match format {
        "dot" => dot(&view),
        "mermaid" => mermaid(&view),
        "svg" => super::graph_svg::svg(&view),
        _ => json_text(format_args!("{:#}\n", graph_data(&view))),
    };
    write_new(path, &text)?;
    command::text(format!("Wrote {} resources and {} edges to {path}.", view.nodes.len(), view.edges.len()))
}

fn ending(format: &str) -> &str {
    if format == "mermaid" { "mmd" } else { format }
}

fn write_new(path: &str, text: &str) -> Result<(), Box<CommandError>> {
    use std::io::Write as _;
    let written = std::fs::File::create_new(file::meant(path)).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| {
        CommandError::new(IssueCode::UnwritableFile, format!("cannot write {path}: {}", reason(&error)))
    })
}

fn entire_graph(session: &Session, around: Option<&str>) -> Result<GraphView, Box<CommandError>> {
    session.catalog().graph(around).map_err(|help| {
        let wanted = around.unwrap_or_default();
        CommandError::new(IssueCode::UnknownResource, format!("{wanted} is not in the catalog"))
            .with_help(help.to_string())
    })
}

fn picture(session: &Session, around: Option<&str>) -> CommandResult {
    let view = entire_graph(session, around)?;
    if view.nodes.is_empty() {
        return command::text("No resources declared. notify { 'a': } declares a resource.");
    }
    let text = match session.settings().display.style {
        Style::Full => graph_parts(&view).join("\n\n"),
        Style::Plain => sentences(&view),
    };
    command::with_data(text, graph_data(&view))
}

/// Describes a graph in sentences, a line for each resource, edge and problem.
fn sentences(view: &GraphView) -> String {
    let node = |node: &NodeView| {
        let container = node.container.as_ref().map(|outer| format!(", in {outer}")).unwrap_or_default();
        let place = node.place.as_ref().map(|place| format!(", declared at {place}")).unwrap_or_default();
        format!("{}{container}{place}.", [&[&*node.reference], &*node.marks].concat().join(", "))
    };
    let edge = |edge: &EdgeView| {
        let refreshes = if edge.notifies { " and refreshes it" } else { "" };
        format!("{} comes before {}{refreshes}, by {}.", edge.from, edge.to, edge.origin())
    };
    let mut lines: Vec<String> = view.nodes.iter().map(node).chain(view.edges.iter().map(edge)).collect();
    if !view.cycle.is_empty() {
        lines.push("Dependency cycle:".to_owned());
        lines.extend(view.cycle.iter().map(edge));
    }
    if !view.dangling.is_empty() {
        lines.push("Edges with an end that is not declared:".to_owned());
        lines.extend(view.dangling.iter().map(edge));
    }
    lines.join("\n")
}

/// Formats a graph as text: the tree with its edges, the cycle, the dangling edges; empty sections are omitted.
fn graph_parts(view: &GraphView) -> Vec<String> {
    let mut parts = vec![tree(view)];
    if !view.cycle.is_empty() {
        parts.push(cycle(&view.cycle) + "\n  Remove one of these edges: ':undo', or change the code.");
    }
    if !view.dangling.is_empty() {
        parts.push(dangling(&view.dangling));
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Formats the resources below their containers, each followed by its edges.
fn tree(view: &GraphView) -> String {
    let inner = levels(view);
    let mut after: FxHashMap<&str, Vec<&EdgeView>> = FxHashMap::default();
    for edge in &view.edges {
        after.entry(&edge.from).or_default().push(edge);
    }
    let mut picture = Picture { inner, after, rows: Vec::new() };
    picture.level(None, "");
    columns(&picture.rows)
}

/// The children of each container, and of the top level.
type Levels<'v> = FxHashMap<Option<&'v str>, Vec<&'v NodeView>>;

/// Groups the resources by the containers that are part of the graph.
fn levels(view: &GraphView) -> Levels<'_> {
    let ids = numbers(view);
    let mut levels: Levels<'_> = FxHashMap::default();
    for node in &view.nodes {
        levels.entry(outer_of(&ids, node)).or_default().push(node);
    }
    levels
}

struct Picture<'v> {
    inner: Levels<'v>,
    after: FxHashMap<&'v str, Vec<&'v EdgeView>>,
    rows: Vec<Vec<String>>,
}

impl<'v> Picture<'v> {
    /// Formats a container's children; `stem` prefixes each line.
    fn level(&mut self, container: Option<&'v str>, stem: &str) {
        let nodes = self.inner.remove(&container).unwrap_or_default();
        let last = nodes.len().saturating_sub(1);
        for (at, node) in nodes.into_iter().enumerate() {
            let (branch, below) = match (container.is_some(), at == last) {
                (false, _) => ("", ""),
                (true, true) => ("└─ ", "   "),
                (true, false) => ("├─ ", "│  "),
            };
            let marks = if node.marks.is_empty() { String::new() } else { format!(" ({})", node.marks.join(", ")) };
            let place = node.place.clone().unwrap_or_default();
            self.rows.push(vec![format!("{stem}{branch}{}{marks}", shortened(&node.reference, 70)), place]);
            let stem = format!("{stem}{below}");
            let has_inner = self.inner.contains_key(&Some(node.reference.as_str()));
            let bar = if has_inner { "│  " } else { "   " };
            for edge in self.after.remove(node.reference.as_str()).unwrap_or_default() {
                let to = shortened(&edge.to, 60);
                self.rows.push(vec![format!("{stem}{bar} {} {to}  by {}", edge.arrow(), edge.origin())]);
            }
            self.level(Some(&node.reference), &stem);
        }
    }
}

/// Formats the cycle as a path: each resource, and below it the edge to the next.
fn cycle(edges: &[EdgeView]) -> String {
    let names: Vec<&str> =
        edges.iter().map(|edge| edge.from.as_str()).chain(edges.first().map(|e| e.from.as_str())).collect();
    let mut text = format!("dependency cycle:\n  {}", names.join(" => "));
    for edge in edges {
        let _ = write!(text, "\n    {} {} {}  by {}", edge.from, edge.arrow(), edge.to, edge.origin());
    }
    let next = edges.iter().skip(1).chain(edges.first());
    if edges.iter().zip(next).any(|(edge, next)| edge.to != next.from) {
        text.push_str(
            "\n  Where an edge ends at another resource than the next one starts at, one contains the \
                       other.",
        );
    }
    text
}

fn dangling(edges: &[EdgeView]) -> String {
    let mut text = "dangling edges (an end is not declared):".to_owned();
    for edge in edges {
        let _ = write!(text, "\n  {} {} {}  by {}", edge.from, edge.arrow(), edge.to, edge.origin());
    }
    text
}

fn graph_data(view: &GraphView) -> serde_json::Value {
    let node = |node: &NodeView| json!({ "reference": node.reference, "container": node.container, "marks": node.marks, "place": node.place });
    let edges = |edges: &[EdgeView]| edges.iter().map(edge_data).collect::<serde_json::Value>();
    json!({
        "resources": view.nodes.iter().map(node).collect::<serde_json::Value>(),
        "edges": edges(&view.edges),
        "cycle": edges(&view.cycle),
        "dangling": edges(&view.dangling),
    })
}

/// Formats for Graphviz: containers as clusters.
fn dot(view: &GraphView) -> String {
    let ids = numbers(view);
    let mut out = String::from("digraph catalog {\n  compound=true;\n  node [shape=box];\n");
    dot_level(&levels(view), &ids, None, 1, &mut out);
    for edge in &view.edges {
        if let (Some(from), Some(to)) = (ids.get(edge.from.as_str()), ids.get(edge.to.as_str())) {
            let style = if edge.notifies { " [style=bold]" } else { "" };
            let _ = writeln!(out, "  n{from} -> n{to}{style}; // {}", edge.origin().replace('\n', " "));
        }
    }
    out + "}\n"
}

fn numbers(view: &GraphView) -> FxHashMap<&str, usize> {
    view.nodes.iter().enumerate().map(|(number, node)| (node.reference.as_str(), number)).collect()
}

fn dot_level(
    levels: &Levels<'_>,
    ids: &FxHashMap<&str, usize>,
    container: Option<&str>,
    depth: usize,
    out: &mut String,
) {
    let blanks = "  ".repeat(depth);
    for node in levels.get(&container).map(Vec::as_slice).unwrap_or_default() {
        let Some(id) = ids.get(node.reference.as_str()) else { continue };
        let label = node.reference.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let holds = levels.contains_key(&Some(node.reference.as_str()));
        if !holds {
            let style = if node.marks.contains(&"virtual") { ", style=dashed" } else { "" };
            let _ = writeln!(out, "{blanks}n{id} [label=\"{label}\"{style}];");
            continue;
        }
        let _ = writeln!(out, "{blanks}subgraph cluster_{id} {{\n{blanks}  label=\"{label}\";");
        let _ = writeln!(out, "{blanks}  n{id} [label=\"{label}\", shape=plaintext];");
        dot_level(levels, ids, Some(&node.reference), depth + 1, out);
        let _ = writeln!(out, "{blanks}}}");
    }
}

/// Returns the container of a node, if it is part of the graph.
fn outer_of<'v>(ids: &FxHashMap<&str, usize>, node: &'v NodeView) -> Option<&'v str> {
    node.container.as_deref().filter(|outer| ids.contains_key(outer))
}

/// Formats a Mermaid flowchart: containers as dotted edges.
fn mermaid(view: &GraphView) -> String {
    let ids = numbers(view);
    let mut out = String::from("flowchart TD\n");
    for (number, node) in view.nodes.iter().enumerate() {
        let label = node.reference.replace('"', "#quot;").replace('\n', " ");
        let _ = writeln!(out, "  n{number}[\"{label}\"]");
    }
    for (number, node) in view.nodes.iter().enumerate() {
        if let Some(outer) = node.container.as_deref().and_then(|outer| ids.get(outer)) {
            let _ = writeln!(out, "  n{outer} -. contains .-> n{number}");
        }
    }
    for edge in &view.edges {
        if let (Some(from), Some(to)) = (ids.get(edge.from.as_str()), ids.get(edge.to.as_str())) {
            let arrow = if edge.notifies { "==>" } else { "-->" };
            let _ =
                writeln!(out, "  n{from} {arrow}|{}| n{to}", edge.by.replace("->", "before").replace("~>", "notify"));
        }
    }
    out
}
