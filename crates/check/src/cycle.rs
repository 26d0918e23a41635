//! Dependency cycles of one file, class or node: among resources with literal titles that its body always declares.

use std::borrow::Cow;
use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_budget as budget;
use pprepl_text::{RuleCode, Severity, Span};
use puppet_catalog::Reference;
use puppet_syntax::ast::{AttributeKind, Call, EdgeOp, Expr, ExprKind, Name, Resource, ResourceForm};

use super::arguments::unqualified;
use super::checker::Checker;
use super::definition::statements;
use super::finding::Finding;

/// A dependency: one resource comes before another, as the code at `span` says.
pub(super) struct Edge<N, S> {
    pub(super) from: N,
    pub(super) to: N,
    pub(super) span: S,
}

/// A call of `include`, `require` or `contain` with the name of a class.
pub(super) struct Inclusion {
    pub(super) class: Reference,
    pub(super) function: Name,
    pub(super) span: Span,
}

/// The dependencies of a body.
#[derive(Default)]
pub(super) struct BodyGraph {
    /// The class of the body, which contains its resources.
    pub(super) class: Option<Reference>,
    pub(super) declared: FxHashSet<Reference>,
    pub(super) edges: Vec<Edge<Reference, Span>>,
    pub(super) inclusions: Vec<Inclusion>,
}

impl BodyGraph {
    /// Collects the dependencies of a program, or of the body of a class or node.
    pub(super) fn new(class: Option<&str>, body: &Expr) -> BodyGraph {
        let class = class.map(|name| Reference::new("class", name));
        let mut graph = BodyGraph { class, ..BodyGraph::default() };
        statements(body).iter().for_each(|statement| graph.statement(statement));
        graph
    }

    fn statement(&mut self, statement: &Expr) {
        match &statement.kind {
            ExprKind::Resource(resource) => self.resource(resource),
            ExprKind::Relation(..) => drop(self.chain(statement)),
            ExprKind::Paren(inner) => self.statement(inner),
            ExprKind::Call(call) => self.call(call),
            _ => {}
        }
    }

    fn call(&mut self, call: &Call) {
        let ExprKind::Name(function) = &call.functor.kind else { return };
        if !matches!(&**function, "include" | "require" | "contain") {
            return;
        }
        for argument in &call.args {
            let classes = titles(argument).map(|name| reference("class", name)).chain(references(argument));
            let made = classes.filter(Reference::is_class);
            let span = argument.span;
            self.inclusions.extend(made.map(|class| Inclusion { class, function: function.clone(), span }));
        }
    }

    fn resource(&mut self, resource: &Resource) {
        let ExprKind::Name(type_name) = &resource.type_name.kind else { return };
        if !matches!(resource.form, ResourceForm::Regular) {
            return;
        }
        for body in &resource.bodies {
            let own: Vec<Reference> = titles(&body.title).map(|title| reference(type_name, title)).collect();
            for operation in &body.operations {
                let AttributeKind::Set(name) = &operation.kind else { continue };
                let is_after = match &**name {
                    "require" | "subscribe" => true,
                    "before" | "notify" => false,
                    _ => continue,
                };
                let others = references(&operation.value);
                let (from, to) = if is_after { (&others, &own) } else { (&own, &others) };
                self.connect(from, to, operation.value.span);
            }
            self.declared.extend(own);
        }
    }

    /// Adds the edges of a chain of arrows. Returns the resources at its right end.
    fn chain(&mut self, operand: &Expr) -> Vec<Reference> {
        match &operand.kind {
            ExprKind::Relation(op, left, right) => {
                let (left, ends) = (self.chain(left), self.chain(right));
                match op {
                    EdgeOp::Before | EdgeOp::Notify => self.connect(&left, &ends, right.span),
                    EdgeOp::After | EdgeOp::Subscribe => self.connect(&ends, &left, right.span),
                }
                ends
            }
            ExprKind::Resource(resource) => {
                self.resource(resource);
                let ExprKind::Name(type_name) = &resource.type_name.kind else { return Vec::new() };
                let all = resource.bodies.iter().flat_map(|body| titles(&body.title));
                all.map(|title| reference(type_name, title)).collect()
            }
            _ => references(operand),
        }
    }

    fn connect(&mut self, from: &[Reference], to: &[Reference], span: Span) {
        for one in from {
            self.edges.extend(to.iter().map(|other| Edge { from: one.clone(), to: other.clone(), span }));
        }
    }

    /// Returns whether a resource is certainly in the catalog when the body is evaluated.
    pub(super) fn has(&self, reference: &Reference) -> bool {
        self.declared.contains(reference) || self.class.as_ref() == Some(reference)
    }

    /// Returns cycles: the edges of each, in order.
    fn cycles(&self) -> Vec<Vec<&Edge<Reference, Span>>> {
        // A class is not contained where it is declared.
        let contained = |one: &Reference| !one.is_class() && self.declared.contains(one);
        let is_container = |one: &Reference| self.class.as_ref() == Some(one);
        let edges = self.edges.iter().filter(|edge| self.has(&edge.from) && self.has(&edge.to));
        let (around, plain): (Vec<_>, Vec<_>) = edges.partition(|edge| {
            is_container(&edge.from) && contained(&edge.to) || contained(&edge.from) && is_container(&edge.to)
        });
        // A class begins before its resources and ends after them.
        let mut found: Vec<Vec<_>> = around.into_iter().map(|edge| vec![edge]).collect();
        found.extend(cycles_of(&plain));
        found
    }
}

/// The number of edges in the cycles of a search after which it ends: a thousand edges may close a thousand cycles, each
/// with all nodes.
const MAX_EDGES: usize = 20_000;

/// Returns a cycle for each edge that closes one in a depth-first search; not all when they are too many.
pub(super) fn cycles_of<'e, N: Eq + Hash, S>(edges: &[&'e Edge<N, S>]) -> Vec<Vec<&'e Edge<N, S>>> {
    let mut after: FxHashMap<&N, Vec<&'e Edge<N, S>>> = FxHashMap::default();
    edges.iter().for_each(|edge| after.entry(&edge.from).or_default().push(edge));
    let (mut found, mut done) = (Vec::new(), FxHashSet::default());
    let mut total = 0;
    for start in edges.iter().map(|edge| &edge.from) {
        // The edges that lead here, and for each node on the way its position and the number of edges that are followed.
        let mut path: Vec<&'e Edge<N, S>> = Vec::new();
        let mut way: FxHashMap<&N, (usize, usize)> = FxHashMap::default();
        let mut node = start;
        while !done.contains(node) && total < MAX_EDGES && !budget::is_exhausted() {
            let depth = path.len();
            let (_, followed) = way.entry(node).or_insert((depth, 0));
            let next = after.get(node).and_then(|all| all.get(*followed)).copied();
            *followed += 1;
            match next.map(|edge| (edge, way.get(&edge.to))) {
                Some((edge, Some((begin, _)))) => {
                    total += path.len() + 1 - begin;
                    found.push(path[*begin..].iter().copied().chain([edge]).collect());
                }
                Some((edge, None)) if !done.contains(&edge.to) => {
                    path.push(edge);
                    node = &edge.to;
                }
                Some((_, None)) => {}
                None => {
                    way.remove(node);
                    done.insert(node);
                    let Some(edge) = path.pop() else { break };
                    node = &edge.from;
                }
            }
        }
    }
    found
}

/// Returns the literal titles of an expression.
fn titles(title: &Expr) -> Box<dyn Iterator<Item = &str> + '_> {
    match &unqualified(title).kind {
        ExprKind::String(name) | ExprKind::Name(name) => Box::new(std::iter::once(&**name)),
        ExprKind::Array(items) => Box::new(items.iter().flat_map(titles)),
        _ => Box::new(std::iter::empty()),
    }
}

/// Returns the references that an expression writes: `File['a', 'b']`, or a list of such.
fn references(expr: &Expr) -> Vec<Reference> {
    match &unqualified(expr).kind {
        ExprKind::Array(items) => items.iter().flat_map(references).collect(),
        ExprKind::Access(left, keys) => match &left.kind {
            ExprKind::Ref(name) => keys.iter().flat_map(titles).map(|title| reference(name, title)).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn reference(type_name: &str, title: &str) -> Reference {
    let type_name = type_name.strip_prefix("::").unwrap_or(type_name).to_lowercase();
    match &*type_name {
        "class" => Reference::new(type_name, title.strip_prefix("::").unwrap_or(title).to_lowercase()),
        _ => Reference::new(type_name, title),
    }
}

/// The maximum number of cycles to report in a body.
pub(super) const MAX_CYCLES: usize = 10;

impl<'a> Checker<'a> {
    /// Reports the cycles of a program, or of the body of a class or node. At the prompt, the catalog shows them.
    pub(super) fn cycles(&mut self, class: Option<&str>, body: &'a Expr) {
        if self.mode.closed {
            return;
        }
        let made = BodyGraph::new(class, body);
        let severity = if self.world.is_complete() { Severity::Error } else { Severity::Note };
        for cycle in made.cycles().into_iter().take(MAX_CYCLES) {
            let Some(first) = cycle.first() else { continue };
            let path: Vec<String> =
                cycle.iter().map(|edge| edge.from.to_string()).chain([first.from.to_string()]).collect();
            let is_around = cycle.len() == 1 && first.from != first.to;
            let path = if is_around { self.around(first, class) } else { path.join(" => ") };
            let spot = self.span_of(first.span);
            let mut finding =
                Finding::of(severity, RuleCode::DependencyCycle, spot, format!("a cycle of dependencies: {path}"))
                    .hint(Some("take out one of these edges, or move what is contained".to_owned()));
            for edge in &cycle[1..] {
                let told: Cow<'static, str> = format!("{} comes before {}", edge.from, edge.to).into();
                finding = finding.note(self.span_of(edge.span), told);
            }
            self.report(finding);
        }
        self.cycles_of_classes(made, body, severity);
    }

    /// Returns the path of a cycle between a class and a resource that it contains.
    fn around(&self, edge: &Edge<Reference, Span>, class: Option<&str>) -> String {
        let class = Reference::new("class", class.unwrap_or_default());
        let resource = if edge.from == class { &edge.to } else { &edge.from };
        format!("{class} contains {resource}, and {} comes before {}", edge.from, edge.to)
    }
}
