//! Dependency cycles through several classes: a class begins before its resources and ends after them, and what a
//! relationship names is in the catalog, or Puppet refuses it.

use rustc_hash::FxHashSet;

use pprepl_text::{RuleCode, Severity, Span};
use puppet_catalog::Reference;
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::walk::any;

use super::checker::Checker;
use super::cycle::{BodyGraph, Edge, MAX_CYCLES, cycles_of};
use super::finding::Finding;
use super::typed_expr::FileSpan;

/// The maximum number of classes that are followed from one body.
const MAX_CLASSES: usize = 100;

/// A point in the order of a catalog.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Point {
    Resource(Reference),
    Begin(Reference),
    End(Reference),
}

impl Point {
    /// Returns the point before which all of a resource is done.
    fn after(reference: &Reference) -> Point {
        if reference.is_class() { Point::End(reference.clone()) } else { Point::Resource(reference.clone()) }
    }

    /// Returns the point after which a resource begins.
    fn before(reference: &Reference) -> Point {
        if reference.is_class() { Point::Begin(reference.clone()) } else { Point::Resource(reference.clone()) }
    }

    fn reference(&self) -> &Reference {
        match self {
            Point::Resource(reference) | Point::Begin(reference) | Point::End(reference) => reference,
        }
    }
}

/// An edge of the order; one that code writes has its place.
type PointEdge = Edge<Point, Option<FileSpan>>;

/// A body with its file.
struct PlacedBody {
    file: u32,
    graph: BodyGraph,
}

impl PlacedBody {
    /// Returns the classes that are in each catalog with this body.
    fn classes(&self) -> impl Iterator<Item = &Reference> {
        let named = self.graph.edges.iter().flat_map(|edge| [&edge.from, &edge.to]);
        let included = self.graph.inclusions.iter().map(|one| &one.class);
        named.chain(included).chain(&self.graph.declared).filter(|one| one.is_class())
    }

    /// Returns whether a relationship of the body reaches out of it.
    fn reaches_out(&self) -> bool {
        let is_own = |one: &Reference| !one.is_class() && self.graph.declared.contains(one);
        self.graph.edges.iter().any(|edge| !is_own(&edge.from) || !is_own(&edge.to))
            || self.graph.inclusions.iter().any(|one| &*one.function == "require")
    }

    /// Adds the order that the body sets, among what is certainly in the catalog.
    fn add_edges(&self, is_there: impl Fn(&Reference) -> bool, edges: &mut Vec<PointEdge>) {
        let spot = |span: Span| Some(FileSpan { file: self.file, span });
        let written = self.graph.edges.iter().filter(|edge| is_there(&edge.from) && is_there(&edge.to));
        edges.extend(written.map(|edge| Edge {
            from: Point::after(&edge.from),
            to: Point::before(&edge.to),
            span: spot(edge.span),
        }));
        let Some(class) = &self.graph.class else { return };
        let (begin, end) = (Point::Begin(class.clone()), Point::End(class.clone()));
        edges.push(Edge { from: begin.clone(), to: end.clone(), span: None });
        for resource in self.graph.declared.iter().filter(|one| !one.is_class()) {
            let point = Point::Resource(resource.clone());
            edges.push(Edge { from: begin.clone(), to: point.clone(), span: None });
            edges.push(Edge { from: point, to: end.clone(), span: None });
        }
        for one in &self.graph.inclusions {
            let (first, last) = (Point::Begin(one.class.clone()), Point::End(one.class.clone()));
            match &*one.function {
                "require" => edges.push(Edge { from: last, to: begin.clone(), span: spot(one.span) }),
                "contain" => {
                    edges.push(Edge { from: begin.clone(), to: first, span: spot(one.span) });
                    edges.push(Edge { from: last, to: end.clone(), span: spot(one.span) });
                }
                _ => {}
            }
        }
    }
}

impl<'a> Checker<'a> {
    /// Reports the cycles of a body through other classes.
    pub(super) fn cycles_of_classes(&mut self, graph: BodyGraph, body: &'a Expr, severity: Severity) {
        let root = PlacedBody { file: self.file, graph };
        if !root.reaches_out() || may_end_early(body) {
            return;
        }
        let bodies = self.with_classes(root);
        let known: FxHashSet<&Reference> = bodies.iter().filter_map(|body| body.graph.class.as_ref()).collect();
        let is_there = |one: &Reference| known.contains(one) || bodies.iter().any(|body| body.graph.has(one));
        let mut edges = Vec::new();
        bodies.iter().for_each(|body| body.add_edges(is_there, &mut edges));
        let all: Vec<&PointEdge> = edges.iter().collect();
        // The body's own cycles, among its resources, are reported with it.
        let is_own = |edge: &&PointEdge| {
            let is_inside = |one: &Point| matches!(one, Point::Resource(one) if bodies.first().is_some_and(|root| root.graph.has(one)));
            edge.span.is_some_and(|spot| spot.file == self.file) && is_inside(&edge.from) && is_inside(&edge.to)
        };
        let across = cycles_of(&all).into_iter().filter(|cycle| !cycle.iter().all(is_own));
        for cycle in across.take(MAX_CYCLES).collect::<Vec<_>>() {
            self.cycle_of_classes(&cycle, severity);
        }
    }

    /// Returns a body with those of the classes that are in the catalog with it.
    fn with_classes(&mut self, root: PlacedBody) -> Vec<PlacedBody> {
        let mut seen: FxHashSet<Reference> = root.graph.class.iter().cloned().collect();
        let mut open: Vec<Reference> = root.classes().cloned().collect();
        let mut bodies = vec![root];
        while let Some(class) = open.pop().filter(|_| bodies.len() < MAX_CLASSES) {
            if !seen.insert(class.clone()) {
                continue;
            }
            let Some(found) = self.class_or_define(&class.title, true) else { continue };
            let Some(body) = found.body.filter(|body| !may_end_early(body.statements)) else { continue };
            let next = PlacedBody { file: found.file, graph: BodyGraph::new(Some(&class.title), body.statements) };
            open.extend(next.classes().cloned());
            bodies.push(next);
        }
        bodies
    }

    fn cycle_of_classes(&mut self, cycle: &[&PointEdge], severity: Severity) {
        let mut written: Vec<(usize, FileSpan)> =
            cycle.iter().enumerate().filter_map(|(at, edge)| Some((at, edge.span?))).collect();
        let mut key: Vec<FileSpan> = written.iter().map(|(_, spot)| *spot).collect();
        key.sort_by_key(|spot| (self.sources.get(spot.file as usize).map(|one| one.name()), spot.span.start));
        // Each file of the cycle finds it: the first one reports it.
        if key.first().is_none_or(|first| first.file != 0) || !self.definitions.cycles.insert(key) {
            return;
        }
        written.sort_by_key(|(_, spot)| (spot.file, spot.span.start));
        let Some((first, spot)) = written.first().copied() else { return };
        let order: Vec<&&PointEdge> = cycle.iter().cycle().skip(first).take(cycle.len()).collect();
        let mut path: Vec<String> = order.iter().map(|edge| edge.from.reference().to_string()).collect();
        path.extend(order.first().map(|edge| edge.from.reference().to_string()));
        path.dedup();
        let message = format!("a cycle of dependencies: {}", path.join(" => "));
        let help = "take out one of these edges, or move what is contained".to_owned();
        let mut finding = Finding::of(severity, RuleCode::DependencyCycle, spot, message).hint(Some(help));
        for edge in order.iter().skip(1) {
            if let Some(spot) = edge.span {
                let (from, to) = (edge.from.reference(), edge.to.reference());
                finding = finding.note(spot, format!("{from} comes before {to}"));
            }
        }
        let is_known = self
            .reports
            .findings
            .iter()
            .any(|one| one.code == RuleCode::DependencyCycle && one.span == Some(spot.span));
        if !is_known {
            self.report(finding);
        }
    }
}

/// Returns whether a body may end before its last statement.
fn may_end_early(body: &Expr) -> bool {
    let leaves = |name: &Expr| matches!(&name.kind, ExprKind::Name(name) if matches!(&**name, "return" | "fail"));
    any(body, &|one| matches!(&one.kind, ExprKind::Call(call) if leaves(&call.functor)))
}
