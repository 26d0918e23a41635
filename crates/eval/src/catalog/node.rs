//! Node definitions. They are read and stored. When the session has a node's name, the body of the matching definition
//! runs once, after the code of the input that defined it. Puppet matches the exact name first, then the patterns in
//! order, then `default`.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::{Source, Topic};
use puppet_catalog::{Reference, Scope, ScopeId, SourceLocation, TOP};
use puppet_pcore::{Captures, Value};
use puppet_syntax::ast::{self, Expr, ExprKind, Name};

use super::super::redefined::defined_already;
use super::super::services::Compile;
use super::super::{EvalResult, Flow, SourcePos, Vm};
use super::addition::add_resource;
use super::change::in_scope;
use super::compilation::{Compilation, empty_resource};
use super::definition::PendingDefinition;
use super::edit::Edit;
use crate::catalog::NodeDefinition;

/// The node definition that matches a name: its registered name, and the captures of its pattern.
struct Found {
    key: Name,
    node: Rc<NodeDefinition>,
    captures: Option<Captures>,
}

/// The prefix of the owner of a node's scope. It is not a class name, since it contains a space.
const OWNER: &str = "node ";

impl Compilation {
    /// Returns the name of the session's node.
    pub fn node(&self) -> Option<&str> {
        self.node.as_deref()
    }

    /// Returns whether the body of a node definition has run.
    pub fn has_run_node(&self) -> bool {
        self.declared().any(|(_, resource)| &*resource.reference.type_name == "node")
    }

    /// Returns the scope of the node definition whose body ran, and the prefix of its variables' names.
    pub fn node_scope(&self) -> Option<(ScopeId, Name)> {
        let scope = self.node_body.scope.filter(|_| self.has_run_node())?;
        Some((scope, self.catalog.scope(scope)?.owner.clone()))
    }

    /// Returns whether node definitions wait for a node: no node is set, and none ran.
    pub fn has_waiting_nodes(&self) -> bool {
        self.node.is_none() && self.misses_node()
    }

    /// Returns whether node definitions exist but no node name is set.
    pub(super) fn misses_node(&self) -> bool {
        !self.nodes.is_empty() && !self.has_run_node()
    }

    /// Returns the name of the node whose body encloses this scope: its variables are visible there.
    pub(super) fn node_around(&self, scope: ScopeId) -> Option<Name> {
        self.node.as_ref()?;
        let mut at = self.catalog.scope(scope);
        while let Some(scope) = at {
            if scope.owner.starts_with(OWNER) {
                return Some(scope.owner.clone());
            }
            at = scope.parent.and_then(|parent| self.catalog.scope(parent));
        }
        None
    }

    fn node_by_pattern(&self, vm: &Vm, name: &str) -> EvalResult<Option<Found>> {
        let mut all: Vec<(&Name, &Rc<NodeDefinition>)> = self.nodes.iter().collect();
        all.sort_by_key(|(_, node)| node.order);
        let subject = Rc::new(puppet_pcore::Str::new(name.to_owned()));
        for (key, node) in all.iter().filter(|(key, _)| key.starts_with(PATTERN)) {
            let own = |expr: &&Expr| host_name(expr).is_some_and(|name| name == **key);
            let Some(ExprKind::Regexp(pattern)) = node.definition.matches.iter().find(own).map(|expr| &expr.kind)
            else {
                continue;
            };
            if let Some(captures) = vm.regexps.get(pattern).captures(&subject)? {
                return Ok(Some(Found { key: (*key).clone(), node: (*node).clone(), captures: Some(captures) }));
            }
        }
        Ok(None)
    }
}

impl Vm {
    /// Sets the session's node; this cannot be undone.
    pub fn set_node(&mut self, name: &str) {
        self.catalog.node = (!name.is_empty()).then(|| name.into());
    }

    /// Sets the session's node; this can be undone.
    pub fn change_node(&mut self, name: &str) {
        self.edit(Edit::NodeName((!name.is_empty()).then(|| name.into())));
    }

    /// Defers the bodies of node definitions while more source is read.
    pub fn defer_nodes(&mut self, hold: bool) {
        self.catalog.holds_node = hold;
    }
}

pub(super) fn define_node(vm: &mut Vm, source: &Arc<Source>, node: &Rc<ast::Node>, expr: &Expr) -> EvalResult<()> {
    let order = vm.catalog.nodes_read;
    vm.catalog.nodes_read += 1;
    let made = Rc::new(NodeDefinition { definition: node.clone(), source: source.clone(), at: expr.at, order });
    for name in node.matches.iter().filter_map(host_name) {
        vm.catalog.taken.push(PendingDefinition::Node(name, made.clone(), SourcePos::from(expr)));
    }
    Ok(())
}

pub(super) fn add_node(vm: &mut Vm, name: Name, node: Rc<NodeDefinition>, site: SourcePos) -> EvalResult<()> {
    if let Some(known) = vm.catalog.nodes.get(&name) {
        return Err(defined_already("node", &name, &known.source, known.at, site, vm));
    }
    if let Some(class) = vm.catalog.class(&name) {
        return Err(defined_already("class", &name, &class.source, class.definition.name_span.start, site, vm));
    }
    vm.edit(Edit::Node(name, Some(node)));
    Ok(())
}

/// Runs the body of the matching node definition, unless one has run.
pub(crate) fn evaluate_node(vm: &mut Vm) -> EvalResult<()> {
    let Some(name) = vm.catalog.node.clone().filter(|_| !vm.catalog.holds_node) else { return Ok(()) };
    if !vm.catalog.misses_node() {
        return Ok(());
    }
    match find_node(vm, &name.to_lowercase())? {
        Some(found) => run_node(vm, found),
        None => Ok(()),
    }
}

fn find_node(vm: &Vm, name: &str) -> EvalResult<Option<Found>> {
    let exact = |key: &str| {
        let (key, node) = vm.catalog.nodes.get_key_value(key)?;
        Some(Found { key: key.clone(), node: node.clone(), captures: None })
    };
    match exact(name) {
        Some(found) => Ok(Some(found)),
        None => Ok(vm.catalog.node_by_pattern(vm, name)?.or_else(|| exact("default"))),
    }
}

fn run_node(vm: &mut Vm, found: Found) -> EvalResult<()> {
    let Found { key, node, captures } = found;
    let span = node.definition.body.span;
    let place = SourceLocation { source: node.source.clone(), span, at: node.at };
    vm.catalog.current = TOP;
    let mut resource = empty_resource(Reference::new("node", key.clone()), TOP, "".into(), Some(place));
    resource.evaluated = true;
    resource.included = true;
    let id = add_resource(vm, resource)?;
    let owner: Name = format!("{OWNER}{key}").into();
    let scope = vm.catalog.catalog.add_scope(Scope { parent: Some(TOP), owner: owner.clone(), container: id });
    vm.catalog.node_body.scope = Some(scope);
    for variable in ["title", "name"] {
        let slot = vm.globals.slot(&format!("{owner}::{variable}"));
        vm.set_global(slot, Value::str(&*key));
    }
    vm.calls.enter()?;
    let result = with_captures(vm, captures, |vm| in_scope(vm, scope, |vm| run_node_body(vm, &node, owner)));
    vm.calls.depth -= 1;
    result.map(|_| ()).map_err(|mut flow| {
        if !matches!(*flow, Flow::Fault(_) | Flow::Cancelled) {
            flow = Flow::at(
                Topic::LoopControl,
                SourcePos { span, at: node.at },
                "a node's body cannot be left before its end",
            );
        }
        flow.enter_source_if_placed(&node.source);
        flow
    })
}

fn run_node_body(vm: &mut Vm, node: &NodeDefinition, owner: Name) -> EvalResult {
    let program = vm.compile_class_body(node.source.clone(), vec![owner], &node.definition.body);
    let mut stack = vm.catalog.take_stack(program.size);
    let result = (program.code)(vm, &mut stack);
    vm.catalog.give_stack(stack, program.size);
    result
}

/// Runs code with the captures of a node's pattern, which are visible in its body only.
fn with_captures<T>(vm: &mut Vm, captures: Option<Captures>, run: impl FnOnce(&mut Vm) -> T) -> T {
    let outer = vm.matches.clone();
    vm.catalog.top_matches.clone_from(&outer);
    if let Some(captures) = captures {
        vm.matches = Some(Rc::new(captures));
    }
    let result = run(vm);
    vm.catalog.node_body.matches = None;
    vm.matches = outer;
    result
}

/// The prefix of the names under which patterns are registered.
const PATTERN: &str = "__node_regexp__";

/// Returns the name under which a node definition is registered; a pattern's name consists of its letters.
fn host_name(expr: &Expr) -> Option<Name> {
    let keep = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':' | '.');
    Some(match &expr.kind {
        ExprKind::Default => "default".into(),
        ExprKind::String(name) | ExprKind::Name(name) => name.to_lowercase().into(),
        ExprKind::Regexp(pattern) => {
            let letters: String = pattern.to_lowercase().chars().filter(keep).collect();
            format!("{PATTERN}{}", letters.trim_start_matches('.')).into()
        }
        ExprKind::Paren(inner) => return host_name(inner),
        ExprKind::Interpolated(segments) => match &segments[..] {
            [ast::Segment::Text(text, _)] => text.to_lowercase().into(),
            _ => return None,
        },
        _ => return None,
    })
}
