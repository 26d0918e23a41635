//! Collectors: `Notify <| title == 'a' |> { message => 'x' }`, and `realize`. They query the catalog when an input has
//! run, and again after every later input.

use std::cell::RefCell;
use std::rc::Rc;

use pprepl_text::{IssueCode, Topic};
use rustc_hash::FxHashSet;

use pprepl_budget as budget;
use puppet_catalog::{
    Collector, CollectorQuery, Edit as CatalogEdit, End, InvalidQuery, Override, Parameter, ParameterOrigin, Query,
    Reference, ScopeId, SourceLocation, capitalized,
};
use puppet_pcore::{CallableValue, Type, Value, distinct_leaves, interpolate};
use puppet_syntax::ast::{BinaryOp, Collect, Expr, ExprKind, Name};

use super::super::code::Code;
use super::super::compile::Compiler;
use super::super::flow::Locate;
use super::super::services::Autoload;
use super::super::trace::EventKind;
use super::super::trace::observe::{self, enter_with, leave_done};
use super::super::{EvalResult, Flow, SourcePos, Vm};
use super::access::reference_of;
use super::attribute::compile_operations;
use super::attribute::parameters;
use super::change::edit_catalog;
use super::declaration::unknown_type;
use super::edit::Edit;
use super::exported::import;
use super::overriding::override_resource;
use super::report::fail_with;
use super::report::{place, warn};

/// A collector as a value: it can be an end of an edge, and it can be printed.
pub(super) struct CollectorHandle {
    /// The collector's number.
    pub(super) at: u32,
    /// The ends that replace it on the left of an arrow if it finds nothing.
    pub(super) substitute: RefCell<Rc<[End]>>,
}

/// The compiled form of a query.
enum QueryCode {
    And(Box<QueryCode>, Box<QueryCode>),
    Or(Box<QueryCode>, Box<QueryCode>),
    Compare(bool, Box<QueryCode>, Box<QueryCode>),
    Value(Code),
    /// An expression that is not valid in a query; Puppet reports it when the query runs.
    Illegal,
}

/// Compiles a collector: `Type <| query |> { name => value }`.
pub(super) fn compile_collector(compiler: &mut Compiler<'_>, collect: &Collect, site: SourcePos) -> Code {
    let ExprKind::Ref(name) = &collect.type_expr.kind else {
        return Box::new(move |_, _| Err(Flow::at(Topic::Collector, site, "only resource types can be collected")));
    };
    let type_name: Name = name.strip_prefix("::").unwrap_or(name).to_lowercase().into();
    let exported = collect.exported;
    let operations = compile_operations(compiler, &collect.operations, ParameterOrigin::Collector);
    let query = collect.query.as_ref().filter(|query| !matches!(query.kind, ExprKind::Nop));
    let query = query.map(|query| compile_query(compiler, query));
    let place = Rc::new(place(compiler.source(), site));
    Box::new(move |vm, frame| {
        let is_stored = exported && vm.host.puppetdb().is_some();
        if exported && !is_stored {
            warn(
                vm,
                IssueCode::RtNoStoreconfigs,
                site,
                "nothing exported can be collected without a store of configurations",
            );
        }
        check_type(vm, &type_name).at(site)?;
        let overrides = parameters(vm, frame, &operations, None)?;
        let query = query.as_ref().map(|query| query.evaluate(vm, frame)).transpose().at(site)?;
        let wanted = match (exported, is_stored) {
            (false, _) => CollectorQuery::Catalog(query),
            (true, true) => CollectorQuery::Stored(query),
            (true, false) => CollectorQuery::Exported,
        };
        let at = add_collector(vm, type_name.clone(), wanted, overrides, Some(place.clone()));
        Ok(handle(at, &type_name, exported))
    })
}

fn compile_query(compiler: &mut Compiler<'_>, expr: &Expr) -> QueryCode {
    let mut both =
        |left: &Expr, right: &Expr| (Box::new(compile_query(compiler, left)), Box::new(compile_query(compiler, right)));
    match &expr.kind {
        ExprKind::Paren(inner) => compile_query(compiler, inner),
        ExprKind::Binary(BinaryOp::And, left, right) => {
            let (left, right) = both(left, right);
            QueryCode::And(left, right)
        }
        ExprKind::Binary(BinaryOp::Or, left, right) => {
            let (left, right) = both(left, right);
            QueryCode::Or(left, right)
        }
        ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right) => {
            let (left, right) = both(left, right);
            QueryCode::Compare(*op == BinaryOp::Eq, left, right)
        }
        ExprKind::Access(..)
        | ExprKind::Variable(_)
        | ExprKind::Bool(_)
        | ExprKind::String(_)
        | ExprKind::Interpolated(_)
        | ExprKind::Integer(..)
        | ExprKind::Float(_)
        | ExprKind::Undef
        | ExprKind::Name(_) => QueryCode::Value(compiler.expr(expr)),
        _ => QueryCode::Illegal,
    }
}

fn check_type(vm: &mut Vm, type_name: &str) -> EvalResult<()> {
    match type_name {
        "class" => {
            fail_with(Topic::Collector, "classes cannot be collected", "refer to a class by name: Class['name']")
        }
        name if !vm.knows_resource_type(name)? => Err(unknown_type(vm, name)),
        _ => Ok(()),
    }
}

/// Returns the value of a collector expression.
fn handle(at: u32, type_name: &str, exported: bool) -> Value {
    let (kind, class) = if exported { ("Exported", "ExportedCollector") } else { ("Catalog", "CatalogCollector") };
    let name = format!("{kind}-Collector[{}]", capitalized(type_name));
    let class = Value::from(format!("Puppet::Pops::Evaluator::Collectors::{class}"));
    let code = CollectorHandle { at, substitute: RefCell::new(Rc::new([])) };
    let signature = Rc::new(Type::Runtime { runtime: Some("ruby".into()), name: Some(class) });
    Value::Callable(Rc::new(CallableValue { name: Some(name.into()), signature, code: Rc::new(code), contract: None }))
}

impl QueryCode {
    fn evaluate(&self, vm: &mut Vm, frame: &mut [Value]) -> EvalResult<Query> {
        Ok(match self {
            QueryCode::And(a, b) => Query::And(Box::new(a.evaluate(vm, frame)?), Box::new(b.evaluate(vm, frame)?)),
            QueryCode::Or(a, b) => Query::Or(Box::new(a.evaluate(vm, frame)?), Box::new(b.evaluate(vm, frame)?)),
            QueryCode::Value(code) => Query::Value(code(vm, frame)?),
            QueryCode::Compare(equal, left, right) => {
                let (left, right) = (left.evaluate(vm, frame)?, right.evaluate(vm, frame)?);
                let (Query::Value(name), Query::Value(value)) = (left, right) else { return no_query() };
                return comparison(*equal, &interpolate(&name), value);
            }
            QueryCode::Illegal => return no_query(),
        })
    }
}

fn no_query<T>() -> EvalResult<T> {
    fail_with(
        Topic::Collector,
        "this cannot be part of a query",
        "a query consists of `name == value`, `name != value`, `and` and `or`",
    )
}

fn comparison(equal: bool, name: &str, value: Value) -> EvalResult<Query> {
    match (equal, name) {
        (true, "tag") => {
            let values = if let Value::Array(array) = &value { &array.items[..] } else { std::slice::from_ref(&value) };
            if values.iter().any(|value| matches!(value, Value::Int(_) | Value::Float(_) | Value::Big(_))) {
                return fail_with(Topic::Collector, "a number is not a valid tag", "quote the tag");
            }
            Ok(Query::Tagged(values.iter().map(|value| interpolate(value).to_lowercase()).collect()))
        }
        (true, name) => Ok(Query::Equal(name.into(), value)),
        (false, name) => Ok(Query::NotEqual(name.into(), value)),
    }
}

/// Realizes virtual resources for `realize(..)`, now or as soon as they are declared.
pub fn realize(vm: &mut Vm, values: &[Value]) -> EvalResult<()> {
    let references = values.iter().flat_map(distinct_leaves).filter_map(expected).collect();
    let place = vm.catalog.caller().map(Rc::new);
    add_collector(vm, "".into(), CollectorQuery::Fixed(references), Vec::new(), place);
    Ok(())
}

/// Returns the resource that a value refers to. Another value is skipped: Puppet reports it when the catalog is complete.
fn expected(value: &Value) -> Option<Reference> {
    match value {
        Value::Type(ty) => reference_of(ty),
        Value::Str(text) => source(&text.text),
        _ => None,
    }
}

/// Parses `Type[title]` in a string; the title is everything between the brackets.
pub(super) fn source(text: &str) -> Option<Reference> {
    let (type_name, rest) = text.split_once('[')?;
    let title = rest.strip_suffix(']').filter(|title| !title.is_empty() && !type_name.is_empty())?;
    Some(Reference::new(type_name.to_lowercase(), title))
}

fn add_collector(
    vm: &mut Vm,
    type_name: Name,
    wanted: CollectorQuery,
    overrides: Vec<Parameter>,
    place: Option<Rc<SourceLocation>>,
) -> u32 {
    let collector = Collector {
        type_name,
        wanted,
        overrides: overrides.into(),
        owner: vm.catalog.owner(),
        scope: vm.catalog.current,
        place,
        collected: FxHashSet::default(),
    };
    let at = vm.catalog.catalog.collectors().len() as u32;
    edit_catalog(vm, CatalogEdit::Collector(at, Some(Box::new(collector))));
    at
}

/// Evaluates every collector; returns whether one found a new resource.
pub(super) fn evaluate_collectors(vm: &mut Vm) -> EvalResult<bool> {
    let mut found = false;
    for at in 0..vm.catalog.catalog.collectors().len() {
        // Each collector visits all resources.
        vm.calls.check_cancelled()?;
        found |= evaluate_collector(vm, at as u32)?;
    }
    Ok(found)
}

fn evaluate_collector(vm: &mut Vm, at: u32) -> EvalResult<bool> {
    let Some(collector) = vm.catalog.catalog.collectors().get(at as usize) else { return Ok(false) };
    let mut new = match collector.find_new(&vm.catalog.catalog) {
        Ok(new) => new,
        Err(InvalidQuery(value)) => {
            return fail_with(
                Topic::Collector,
                format!("a collector cannot ask for {value}"),
                "ask for `name == value`",
            );
        }
    };
    budget::poll()?;
    new.extend(import(vm, at)?);
    let Some(collector) = vm.catalog.catalog.collectors().get(at as usize).filter(|_| !new.is_empty()) else {
        return Ok(false);
    };
    let overrides = (!collector.overrides.is_empty()).then(|| (collector.owner.clone(), collector.overrides.clone()));
    let scope = collector.scope;
    let event = enter_collected(vm, at, &new);
    let result = collect(vm, at, new, overrides, scope);
    leave_done(vm, event, &result);
    result.map(|()| true)
}

/// Begins the event of a collector that found resources.
fn enter_collected(vm: &mut Vm, at: u32, new: &[u32]) -> Option<usize> {
    let place = vm.catalog.catalog.collectors().get(at as usize)?.place.clone()?;
    let event = enter_with(vm, |_| (place.source.clone(), place.span, EventKind::Collected))?;
    let found = new.iter().filter_map(|&id| vm.catalog.catalog.get(id));
    let references = found.map(|resource| reference_value(&resource.reference)).collect();
    observe::bind(vm, Some(event), &"found".into(), &Value::array(references));
    Some(event)
}

fn reference_value(reference: &Reference) -> Value {
    let (type_name, title) = (reference.type_name.clone(), reference.title.clone());
    Value::ty(Type::Resource { type_name: Some(type_name), title: Some(title) })
}

/// Collects resources and sets the attributes that the collector overrides.
fn collect(
    vm: &mut Vm,
    at: u32,
    new: Vec<u32>,
    overrides: Option<(Name, Rc<[Parameter]>)>,
    scope: ScopeId,
) -> EvalResult<()> {
    edit_catalog(vm, CatalogEdit::Collect(at, new.clone()));
    make_real(vm, &new);
    if let Some((owner, parameters)) = overrides {
        vm.edit(Edit::Overriding(owner.clone(), true));
        let parameters = with_defaults(vm, &parameters, scope, at);
        for id in new {
            vm.calls.tick()?;
            let Some(resource) = vm.catalog.catalog.get(id) else { continue };
            let reference = resource.reference.clone();
            let over = Override { reference, parameters: parameters.to_vec(), overrider: owner.clone() };
            let place = over.parameters.first().and_then(|one| one.place.clone());
            override_resource(vm, over).map_err(|flow| located(flow, place.as_deref()))?;
        }
    }
    Ok(())
}

/// Returns the parameters that a collector sets, with the defaults active at its location: its overrides include
/// them.
fn with_defaults(vm: &Vm, parameters: &[Parameter], scope: ScopeId, at: u32) -> Vec<Parameter> {
    let mut all = parameters.to_vec();
    let catalog = &vm.catalog.catalog;
    let type_name = catalog.collectors().get(at as usize).map(|collector| collector.type_name.clone());
    for default in catalog.defaults(scope, &type_name.unwrap_or_default()) {
        if !all.iter().any(|own| own.name == default.name) {
            all.push(default.clone());
        }
    }
    all
}

fn make_real(vm: &mut Vm, ids: &[u32]) {
    for &id in ids {
        if vm.catalog.catalog.get(id).is_some_and(|resource| resource.is_virtual) {
            vm.change_resource(id, |resource| resource.is_virtual = false);
        }
    }
}

/// Moves an error of a collector's override to the location of the collector.
fn located(mut flow: Box<Flow>, place: Option<&SourceLocation>) -> Box<Flow> {
    if let Some(place) = place {
        flow.locate(|_| SourcePos { span: place.span, at: place.at });
        flow.enter_source(&place.source);
    }
    flow
}
