//! Evaluation of the bodies of defined types: once for each resource, after the input that declared it.

use std::rc::Rc;

use pprepl_text::Topic;
use puppet_catalog::{Edit as CatalogEdit, Parameter, ParameterOrigin, Resource, Scope, is_metaparameter};
use puppet_pcore::Value;
use puppet_syntax::ast::{ExprKind, Name, Param};

use super::super::code::Body;
use super::super::services::Compile;
use super::super::trace::EventKind;
use super::super::trace::observe::{enter_with, leave_done};
use super::super::{EvalResult, Flow, Vm};
use super::change::{edit_catalog, in_scope, with_top_matches};
use super::deferred::check_deferred;
use super::definition::DefineDefinition;
use super::param_table::positions;
use super::parameter::{bind_callables, bound_value, check, early_read, fit, given, given_extra};
use puppet_syntax::walk::for_each;

/// Runs the body of a defined type for one of its resources.
pub(super) fn evaluate(vm: &mut Vm, id: u32) -> EvalResult<()> {
    let Some(resource) = vm.catalog.catalog.get(id).filter(|resource| !resource.evaluated) else { return Ok(()) };
    let resource = resource.clone();
    let Some(define) = vm.catalog.define(&resource.reference.type_name).cloned() else { return Ok(()) };
    let around = vm.catalog.node_around(resource.scope);
    let body = body_of(vm, &define, around);
    let owner = define.name.clone();
    let scope = vm.catalog.catalog.add_scope(Scope { parent: Some(resource.scope), owner, container: id });
    vm.calls.enter()?;
    let mut frame = vm.catalog.take_stack(body.slots.size);
    let event = enter_with(vm, |_| {
        let kind = EventKind::Define(resource.reference.to_string().into());
        (define.source.clone(), define.definition.name_span, kind)
    });
    let result = with_top_matches(vm, |vm| in_scope(vm, scope, |vm| run(vm, &define, &body, &mut frame, id, resource)));
    leave_done(vm, event, &result);
    vm.catalog.give_stack(frame, body.slots.size);
    vm.calls.depth -= 1;
    match result {
        Ok(_) => Ok(()),
        Err(mut flow) => match *flow {
            Flow::Return(_) | Flow::Next(_) => Ok(()),
            _ => {
                flow.enter_source_if_placed(&define.source);
                Err(flow)
            }
        },
    }
}

/// Returns the compiled body; the first use compiles it.
fn body_of(vm: &mut Vm, define: &DefineDefinition, around: Option<Name>) -> Rc<Body> {
    let in_node = around.is_some();
    let known =
        vm.functions.defines.get(&define.name).filter(|known| Rc::ptr_eq(&known.definition, &define.definition));
    if let Some(body) = known.and_then(|known| if in_node { known.node_body.as_ref() } else { known.body.as_ref() }) {
        return body.clone();
    }
    let definition = &define.definition;
    let outer = outer_names(define);
    let parts = (define.name.clone(), &definition.params[..], &definition.body);
    let body = Rc::new(vm.compile_define(define.source.clone(), parts, &outer, around));
    vm.functions.keep_define(&define.name, definition, in_node, body.clone());
    body
}

/// Returns the names of `$title`, `$name`, the module variables, and the metaparameters that the body reads.
fn outer_names(define: &DefineDefinition) -> Vec<Name> {
    let mut names: Vec<Name> = ["title", "name", "module_name", "caller_module_name"].map(Name::from).to_vec();
    let params = &define.definition.params;
    let mut visit = |expr: &puppet_syntax::ast::Expr| {
        if let ExprKind::Variable(name) = &expr.kind
            && is_metaparameter(name)
            && !names.contains(name)
            && !params.iter().any(|param| param.name == *name)
        {
            names.push(name.clone());
        }
    };
    for_each(&define.definition.body, &mut visit);
    params.iter().filter_map(|param| param.default.as_ref()).for_each(|default| for_each(default, &mut visit));
    names
}

fn run(
    vm: &mut Vm,
    define: &DefineDefinition,
    body: &Body,
    frame: &mut [Value],
    id: u32,
    resource: Rc<Resource>,
) -> EvalResult {
    let mut resource = Resource::clone(&resource);
    let bound = bind(vm, define, body, frame, &mut resource);
    resource.evaluated = true;
    edit_catalog(vm, CatalogEdit::Resource(id, Some(Rc::new(resource))));
    bound?;
    // The defaults used the slots after the parameters for temporaries.
    frame[body.slots.locals.clone()].fill(Value::Unset);
    (body.code)(vm, frame)
}

/// Stores the parameters and the other variables that the body sees in their slots.
fn bind(
    vm: &mut Vm,
    define: &DefineDefinition,
    body: &Body,
    frame: &mut [Value],
    resource: &mut Resource,
) -> EvalResult<()> {
    let params = &define.definition.params;
    let positions = positions(params, &define.table, resource);
    let mut values = given(params, resource, &positions.of_params);
    bind_callables(params, &define.types, &define.source, &mut values);
    for capture in &body.captures {
        frame[capture.slot] = match &*capture.name {
            "module_name" => vm.catalog.module_of(&define.name).map_or(Value::Unset, Value::from),
            "caller_module_name" => vm.catalog.caller_module_name().map_or(Value::Unset, Value::from),
            name => outer_value(name, define, resource),
        };
    }
    for (index, value) in values.iter().enumerate() {
        frame[body.slots.first + index] = value.clone().unwrap_or(Value::Unset);
    }
    resource.parameters.reserve_exact(values.iter().filter(|value| value.is_none()).count());
    for (index, (param, code)) in params.iter().zip(&body.params).enumerate() {
        let (None, Some(default)) = (&values[index], &code.default) else { continue };
        if let Some(name) = define.table.reads_unset(index, params, &values) {
            return Err(early_read(&resource.reference.to_string(), name, params, index));
        }
        let mut value = default(vm, frame).map_err(|flow| left_in_default(flow, param))?;
        if let Some(ty) = &define.types[index] {
            value = bound_value(param, ty, &define.source, value);
        }
        frame[body.slots.first + index] = value.clone();
        let setter = resource.declarer.clone();
        let (name, means) = (param.name.clone(), ParameterOrigin::Definition);
        let parameter = Parameter { name, value: value.clone(), setter, adds: false, means, place: None };
        match positions.of_params[index].and_then(|at| resource.parameters.get_mut(at)) {
            Some(known) => *known = parameter,
            None => resource.parameters.push(parameter),
        }
        values[index] = Some(value);
    }
    let owner = || resource.reference.to_string();
    check_deferred(vm, &owner, params, &define.types, &values)?;
    if positions.are_all && fit(&define.types, &values) {
        return Ok(());
    }
    check(&owner, params, &define.types, &values, resource)
}

/// Returns the error of `next()` and `return()` in a default: nothing is there to leave.
fn left_in_default(flow: Box<Flow>, param: &Param) -> Box<Flow> {
    let word = match *flow {
        Flow::Next(_) => "next",
        Flow::Return(_) => "return",
        _ => return flow,
    };
    let message = format!("`{word}()` in the default of `${}` has nothing to leave", param.name);
    Flow::fail_with(Topic::LoopControl, message)
}

fn outer_value(name: &str, define: &DefineDefinition, resource: &Resource) -> Value {
    match name {
        "title" => resource.title(),
        "name" => resource.parameter("name").map_or_else(|| resource.title(), |own| own.value.clone()),
        _ => given_extra(&define.definition.params, resource)
            .find(|parameter| *parameter.name == *name)
            .map_or(Value::Unset, |parameter| parameter.value.clone()),
    }
}
