//! Relationship operators: `a -> b`, `a ~> b` and their mirror images.

use std::hash::Hasher;
use std::rc::Rc;

use pprepl_text::{Issue, IssueCode, Topic};
use rustc_hash::{FxHashMap, FxHasher};

use puppet_catalog::{Arrow, Edge, EdgeKind, End, SourceLocation};
use puppet_pcore::{Type, Value, distinct_leaves, eql, hash_type};
use puppet_syntax::ast::{EdgeOp, Expr};

use super::super::code::Code;
use super::super::compile::Compiler;
use super::super::{EvalResult, Flow, SourcePos, Vm};
use super::access::reference_of;
use super::class::add_arrow;
use super::collector::CollectorHandle;
use super::report::place;

/// Compiles `left -> right`.
pub(crate) fn compile_relation(
    compiler: &mut Compiler<'_>,
    op: EdgeOp,
    left: &Expr,
    right: &Expr,
    site: SourcePos,
) -> Code {
    let left = compiler.expr(left);
    let right = compiler.expr(right);
    let place = Rc::new(place(compiler.source(), site));
    let code: Code = Box::new(move |vm, frame| {
        let left = left(vm, frame)?;
        let right = right(vm, frame)?;
        let (left, right) = (ends(vm, &left, site)?, ends(vm, &right, site)?);
        link_placeholders(&left, &right);
        relate(vm, op, &left, &right, &place);
        Ok(Value::array(if right.is_empty() { left } else { right }))
    });
    compiler.at_top(code)
}

/// Returns the resources that an operand refers to, each once.
fn ends(vm: &mut Vm, value: &Value, site: SourcePos) -> EvalResult<Vec<Value>> {
    let mut unique: Vec<Value> = Vec::new();
    let mut places: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    for leaf in distinct_leaves(value) {
        let end = operand(vm, leaf, site)?;
        let known = places.entry(digest(&end)).or_default();
        if !known.iter().any(|at| unique.get(*at).is_some_and(|known| eql(known, &end))) {
            known.push(unique.len());
            unique.push(end);
        }
    }
    Ok(unique)
}

/// Hashes an end; equal ends have equal hashes.
fn digest(end: &Value) -> u64 {
    let mut hasher = FxHasher::default();
    if let Value::Type(ty) = end {
        hash_type(ty, &mut hasher);
    }
    hasher.finish()
}

/// Returns the resources, or the collector, that one value refers to.
fn operand(vm: &mut Vm, value: &Value, site: SourcePos) -> EvalResult {
    match value {
        Value::Str(text) => {
            let ty = vm.parse_type(&text.text).map_err(|mut flow| {
                flow.locate(|_| site);
                flow
            })?;
            entry(vm, Value::Type(ty), site)
        }
        Value::Type(_) => entry(vm, value.clone(), site),
        Value::Callable(callable) if callable.code.is::<CollectorHandle>() => Ok(value.clone()),
        other => {
            let message = format!("{} is not a resource; only resources can be ordered", puppet_pcore::display(other));
            let mut flow = Flow::at(IssueCode::IllegalRelationshipOperandType, site, message);
            flow.with_help(|| Some("an edge joins references such as File['/a'], resources, or collectors".to_owned()));
            Err(flow)
        }
    }
}

/// Converts an operand to a reference, or a type of references.
fn entry(vm: &Vm, value: Value, site: SourcePos) -> EvalResult {
    match &value {
        Value::Type(ty) if is_everything(ty) => {
            let message = format!("{ty} does not name a resource type or class");
            Err(Flow::at(Topic::Relationship, site, message))
        }
        Value::Type(ty) if matches!(&**ty, Type::Resource { .. } | Type::Class(_) | Type::CatalogEntry) => Ok(value),
        Value::Type(ty) => match &**ty {
            Type::Type(Some(inner))
                if matches!(&**inner, Type::Resource { .. } | Type::Class(_) | Type::CatalogEntry) =>
            {
                Ok(value)
            }
            _ => Err(no_entry(vm, ty, site)),
        },
        _ => Ok(value),
    }
}

/// Creates the error for an invalid operand. Puppet intends another issue code, but fails while it formats that
/// message.
fn no_entry(vm: &Vm, ty: &Type, site: SourcePos) -> Box<Flow> {
    let issue: Issue =
        if vm.settings.additions { IssueCode::NotCatalogType.into() } else { Topic::Relationship.into() };
    Flow::at(issue, site, format!("{ty} is not a resource type; only resources can be ordered"))
}

fn is_everything(ty: &Type) -> bool {
    matches!(ty, Type::Resource { type_name: None, .. } | Type::Class(None) | Type::CatalogEntry)
}

/// Links the left ends to a lone collector on the right: they replace it later if it finds nothing.
fn link_placeholders(left: &[Value], right: &[Value]) {
    if let [Value::Callable(callable)] = right
        && let Some(handle) = callable.code.downcast_ref::<CollectorHandle>()
    {
        *handle.substitute.borrow_mut() = left.iter().filter_map(end).collect();
    }
}

fn relate(vm: &mut Vm, op: EdgeOp, left: &[Value], right: &[Value], place: &Rc<SourceLocation>) {
    let (from, to) = if matches!(op, EdgeOp::Before | EdgeOp::Notify) { (left, right) } else { (right, left) };
    let kind = if matches!(op, EdgeOp::Before | EdgeOp::After) { EdgeKind::Before } else { EdgeKind::Notify };
    let to: Vec<End> = to.iter().filter_map(end).collect();
    for from in from.iter().filter_map(end) {
        for to in &to {
            let (place, to) = (Some(place.clone()), to.clone());
            match (from.clone(), to) {
                (End::Resource(from), End::Resource(to)) => vm.add_edge(Edge { from, to, kind, place }),
                (from, to) => add_arrow(vm, Arrow { from, to, kind, place, after: 0 }),
            }
        }
    }
}

fn end(value: &Value) -> Option<End> {
    match value {
        Value::Type(ty) => Some(reference_of(ty).map_or_else(|| End::Type(Rc::from(ty.to_string())), End::Resource)),
        Value::Callable(callable) => {
            let handle = callable.code.downcast_ref::<CollectorHandle>()?;
            Some(End::Collector(handle.at, handle.substitute.borrow().clone()))
        }
        _ => None,
    }
}
