//! Declaration of classes and evaluation of their bodies: once each, the parent first.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_budget as budget;
use pprepl_text::{Source, Span, Topic};
use rustc_hash::{FxHashMap, FxHashSet};

use puppet_catalog::{Edit as CatalogEdit, Parameter, ParameterOrigin, Reference, Resource, Scope, ScopeId};
use puppet_pcore::{Type, Value, leaves};
use puppet_syntax::ast::{Name, Param};

use super::super::compile::variable::{RESERVED, reserved_name};
use super::super::data::{has_module_data, search_data};
use super::super::functions::CompiledClassCode;
use super::super::services::{Autoload, Compile};
use super::super::trace::EventKind;
use super::super::trace::observe::{self, enter_with, leave_done};
use super::super::unknown::missing_module;
use super::super::variable_view::VariableView;
use super::super::{EvalResult, Flow, Query, SourcePos, Vm};
use super::access::class_key;
use super::addition::{add_defaults, add_resource};
use super::change::{edit_catalog, in_scope, with_top_matches};
use super::compilation::empty_resource;
use super::deferred::check_deferred;
use super::definition::ClassDefinition;
use super::edit::Edit;
use super::param_table::positions;
use super::parameter::{bind_callables, bound_value, check, early_read, fit, given, given_extra};
use super::report::fail_with;

/// Returns the class names in the arguments of `include` and similar functions, in lower case.
pub fn class_names(values: &[Value]) -> EvalResult<Vec<Name>> {
    let mut names = Vec::new();
    for value in leaves(values) {
        budget::charge(size_of::<Name>())?;
        names.push(class_name(value)?);
    }
    budget::poll()?;
    Ok(names)
}

fn class_name(value: &Value) -> EvalResult<Name> {
    let name = match value {
        Value::Str(text) if !text.text.is_empty() => text.text.as_str(),
        Value::Type(ty) => match &**ty {
            Type::Class(Some(name)) => name,
            Type::Resource { type_name: Some(kind), title: Some(title) } if &**kind == "class" => title,
            _ => return no_class(value),
        },
        _ => return no_class(value),
    };
    Ok(class_key(name))
}

fn no_class<T>(value: &Value) -> EvalResult<T> {
    fail_with(
        Topic::ClassInheritance,
        format!("expected the name of a class, found {}", puppet_pcore::display(value)),
        "write the name of a class: 'name' or Class['name']",
    )
}

/// Declares the classes that are not declared yet, without parameters, and runs their bodies. Returns the numbers of
/// their resources.
pub fn include(vm: &mut Vm, names: &[Name]) -> EvalResult<Vec<u32>> {
    for name in names {
        if !vm.knows_class(name)? {
            return Err(unknown_class(vm, name));
        }
    }
    let mut all = Vec::with_capacity(names.len());
    let mut new = Vec::new();
    for name in names {
        let id = match vm.catalog.catalog.find("class", name) {
            Some(id) => id,
            None => declare_class(vm, name, Vec::new(), 0)?,
        };
        all.push(id);
        if !vm.catalog.has_class(name) {
            new.push(id);
        }
    }
    for id in new {
        evaluate(vm, id)?;
    }
    Ok(all)
}

/// Creates the error for an unknown class.
pub(super) fn unknown_class(vm: &Vm, name: &str) -> Box<Flow> {
    let mut flow = Flow::fail_with(Topic::UndefinedClass, format!("unknown class `{name}`"));
    if let Some(advice) = missing_module(vm, name) {
        flow.with_help(|| Some(advice));
        return flow;
    }
    let near = vm.catalog.near(name, "class");
    flow.mean(name, near.as_deref());
    flow.with_help(|| {
        Some(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None if vm.catalog.is_resource_type(name) => {
                format!("`{name}` is a resource type: declare a resource: {name} {{ 'title': }}")
            }
            None => {
                "check the spelling; a class of a module needs --modulepath DIR or ':set modulepath DIR'".to_owned()
            }
        })
    });
    flow
}

/// Adds a class and its parents to the catalog, the parents first.
fn declare_class(vm: &mut Vm, name: &Name, parameters: Vec<Parameter>, depth: usize) -> EvalResult<u32> {
    let mut resource = empty_resource(
        Reference::new("class", name.clone()),
        vm.catalog.current,
        vm.catalog.owner(),
        vm.catalog.caller(),
    );
    resource.parameters = parameters;
    resource.included = true;
    add_defaults(vm, &mut resource);
    declare_parents(vm, name, depth)?;
    add_resource(vm, resource)
}

/// Adds a class's parents to the catalog.
pub(super) fn declare_parents(vm: &mut Vm, name: &str, depth: usize) -> EvalResult<()> {
    let Some(parent) = vm.catalog.class(name).and_then(|class| class.parent.clone()) else { return Ok(()) };
    if vm.catalog.catalog.find("class", &parent).is_some() {
        return Ok(());
    }
    if !vm.knows_class(&parent)? {
        let mut flow = unknown_class(vm, &parent);
        if let Flow::Fault(fault) = &mut *flow {
            fault.issue.message = format!("unknown class `{parent}`, which `{name}` inherits");
        }
        return Err(flow);
    }
    if depth > 64 {
        return fail_with(
            Topic::ClassInheritance,
            format!("the class `{name}` inherits itself"),
            "remove `inherits`: a class cannot be its own ancestor",
        );
    }
    declare_class(vm, &parent, Vec::new(), depth + 1).map(|_| ())
}

/// Runs the body of a class in the catalog unless it has started.
pub(super) fn evaluate(vm: &mut Vm, id: u32) -> EvalResult<()> {
    let Some(resource) = vm.catalog.catalog.get(id).filter(|resource| !resource.evaluated) else { return Ok(()) };
    let (name, scope, place) = (resource.reference.title.clone(), resource.scope, resource.place.clone());
    // A class takes the tags that its declaration site has now, since it is contained nowhere.
    let tags = vm.catalog.catalog.outer_tags(id);
    vm.change_resource(id, |resource| {
        resource.evaluated = true;
        resource.tags.extend(tags);
    });
    let Some(class) = vm.catalog.class(&name).cloned() else { return Err(unknown_class(vm, &name)) };
    vm.calls.enter()?;
    let parent = evaluate_parent(vm, &class);
    let event = enter_with(vm, |_| class_event(&class));
    let result = parent.and_then(|parent| run(vm, (&class, event), id, parent.unwrap_or(scope)));
    leave_done(vm, event, &result);
    vm.calls.depth -= 1;
    result.map_err(|mut flow| {
        vm.calls.note_exit_source(&class.source);
        flow.enter_source_if_placed(&class.source);
        if let Some(place) = place {
            let site = SourcePos { span: place.span, at: place.at };
            flow.leave_call(|| format!("the class `{}` is declared here", class.name));
            flow.locate(|_| site);
            flow.enter_call_source(&place.source);
        }
        flow
    })
}

/// Runs the parent's body unless it has started; returns its scope.
fn evaluate_parent(vm: &mut Vm, class: &ClassDefinition) -> EvalResult<Option<ScopeId>> {
    let Some(parent) = &class.parent else { return Ok(None) };
    let Some(id) = vm.catalog.catalog.find("class", parent) else { return Ok(None) };
    evaluate(vm, id)?;
    match vm.catalog.class_scopes.get(parent) {
        Some(&scope) => Ok(Some(scope)),
        None => fail_with(
            Topic::ClassInheritance,
            format!("the class `{}` inherits `{parent}`, whose body declares `{}`", class.name, class.name),
            "Puppet declares a class after the class that it inherits: remove the declaration",
        ),
    }
}

fn class_event(class: &ClassDefinition) -> (Arc<Source>, Span, EventKind) {
    (class.source.clone(), class.definition.name_span, EventKind::Class(class.name.clone()))
}

fn run(vm: &mut Vm, (class, event): (&Rc<ClassDefinition>, Option<usize>), id: u32, parent: ScopeId) -> EvalResult<()> {
    let scope = Scope { parent: Some(parent), owner: class.name.clone(), container: id };
    let scope = vm.catalog.catalog.add_scope(scope);
    vm.edit(Edit::ClassScope(class.name.clone(), Some(scope)));
    for name in ["title", "name"] {
        set_class_variable(vm, class, name, Value::str(&*class.name));
    }
    if let Some(module) = vm.catalog.module_of(&class.name) {
        set_class_variable(vm, class, "module_name", Value::from(module));
    }
    if let Some(module) = vm.catalog.catalog.scope(parent).and_then(|scope| vm.catalog.module_of(&scope.owner)) {
        set_class_variable(vm, class, "caller_module_name", Value::from(module));
    }
    let bound = with_top_matches(vm, |vm| in_scope(vm, scope, |vm| bind(vm, class, id)));
    let result = bound.and_then(|()| {
        check_names(&class.definition.params)?;
        if event.is_some() {
            note_parameters(vm, class, event);
        }
        check_stage(vm, id)?;
        with_top_matches(vm, |vm| in_scope(vm, scope, |vm| run_class_code(vm, class, &class.definition.body)))
    });
    match result {
        Ok(_) => Ok(()),
        // A default may end the class, too.
        Err(flow) => match *flow {
            Flow::Return(_) | Flow::Next(_) => Ok(()),
            _ => Err(flow),
        },
    }
}

/// Rejects parameters with the name of a variable that only Puppet sets.
fn check_names(params: &[Param]) -> EvalResult<()> {
    match params.iter().find(|param| RESERVED.contains(&&*param.name)) {
        Some(param) => Err(reserved_name(&param.name)),
        None => Ok(()),
    }
}

/// Adds the parameters of a class to its event.
fn note_parameters(vm: &mut Vm, class: &ClassDefinition, event: Option<usize>) {
    for param in &class.definition.params {
        if let Some(value) = vm.globals.get(&format!("{}::{}", class.name, param.name)).cloned() {
            observe::bind(vm, event, &param.name, &value);
        }
    }
}

/// Binds the parameters: first the arguments, then the defaults in order. All are variables of the class.
fn bind(vm: &mut Vm, class: &Rc<ClassDefinition>, id: u32) -> EvalResult<()> {
    let Some(resource) = vm.catalog.catalog.get(id).cloned() else { return Ok(()) };
    let params = &class.definition.params;
    let owner = || format!("Class[{}]", class.name);
    let positions = positions(params, &class.table, &resource);
    let mut values = given(params, &resource, &positions.of_params);
    let mut places = Places::of(&resource);
    take_data(vm, class, id, &mut values, &mut places)?;
    bind_callables(params, &class.types, &class.source, &mut values);
    for parameter in given_extra(params, &resource) {
        set_class_variable(vm, class, &parameter.name, parameter.value.clone());
    }
    for (param, value) in params.iter().zip(&values) {
        if let Some(value) = value {
            set_class_variable(vm, class, &param.name, value.clone());
        }
    }
    for (index, param) in params.iter().enumerate() {
        let (None, Some(default)) = (&values[index], &param.default) else { continue };
        if let Some(name) = class.table.reads_unset(index, params, &values) {
            return Err(early_read(&owner(), name, params, index));
        }
        let event = enter_with(vm, |_| (class.source.clone(), default.span, EventKind::Default(param.name.clone())));
        let result = run_class_code(vm, class, default);
        observe::leave(vm, event, &result);
        let mut value = result?;
        if let Some(ty) = &class.types[index] {
            value = bound_value(param, ty, &class.source, value);
        }
        set_class_variable(vm, class, &param.name, value.clone());
        places.set(vm, id, &param.name, value.clone(), ParameterOrigin::Definition);
        values[index] = Some(value);
    }
    check_deferred(vm, &owner, params, &class.types, &values)?;
    if positions.are_all && fit(&class.types, &values) {
        return Ok(());
    }
    check(&owner, params, &class.types, &values, &resource)
}

/// Looks up missing and undef parameters in the data as `class::parameter`; an undef result leaves the default.
fn take_data(
    vm: &mut Vm,
    class: &ClassDefinition,
    id: u32,
    values: &mut [Option<Value>],
    places: &mut Places,
) -> EvalResult<()> {
    if !vm.lookup.has_data() {
        return Ok(());
    }
    // Interpolations in the data see the variables that exist before the class sets its own: its ancestors' variables.
    let ancestors: Vec<String> = vm.catalog.ancestry(class).iter().skip(1).map(|name| format!("{name}::")).collect();
    vm.templates.view.push(VariableView::of_qualifiers(ancestors));
    let result = search_parameters(vm, class, id, values, places);
    vm.templates.view.pop();
    result
}

fn search_parameters(
    vm: &mut Vm,
    class: &ClassDefinition,
    id: u32,
    values: &mut [Option<Value>],
    places: &mut Places,
) -> EvalResult<()> {
    let mut has_data = None;
    for (param, value) in class.definition.params.iter().zip(values) {
        if value.as_ref().is_some_and(|given| !given.is_undef()) {
            continue;
        }
        let known = match has_data {
            Some(known) => known,
            None => has_module_data(vm, class.name.split("::").next().unwrap_or_default())?,
        };
        if !*has_data.insert(known) {
            return Ok(());
        }
        let query = Query { key: format!("{}::{}", class.name, param.name), ..Query::default() };
        let found = search_data(vm, &query)?;
        if let Some(found) = found.filter(|found| !found.is_undef() || param.default.is_none()) {
            places.set(vm, id, &param.name, found.clone(), ParameterOrigin::Data);
            let site = |_: &Vm| (class.source.clone(), param.span, EventKind::Data(param.name.clone()));
            observe::note(vm, site, &found, None);
            *value = Some(found);
        }
    }
    Ok(())
}

/// Checks that the stage that a class names exists.
fn check_stage(vm: &Vm, id: u32) -> EvalResult<()> {
    let stage = vm.catalog.catalog.parameter(id, "stage");
    if stage.is_undef() {
        return Ok(());
    }
    let name = puppet_pcore::interpolate(&stage);
    if vm.catalog.catalog.find("stage", &name).is_some() {
        return Ok(());
    }
    fail_with(
        Topic::ClassInheritance,
        format!("unknown stage `Stage['{name}']`"),
        format!("declare it before: stage {{ '{name}': }}"),
    )
}

/// An index of a resource's parameters by name, for a class's `bind`.
struct Places {
    setter: Name,
    known: FxHashMap<Name, usize>,
    count: usize,
}

impl Places {
    fn of(resource: &Resource) -> Places {
        let mut known = FxHashMap::default();
        for (at, parameter) in resource.parameters.iter().enumerate() {
            known.entry(parameter.name.clone()).or_insert(at);
        }
        Places { setter: resource.declarer.clone(), known, count: resource.parameters.len() }
    }

    /// Sets a parameter that the declaration omits.
    fn set(&mut self, vm: &mut Vm, id: u32, name: &Name, value: Value, means: ParameterOrigin) {
        let at = *self.known.entry(name.clone()).or_insert(self.count);
        self.count = self.count.max(at + 1);
        let parameter =
            Parameter { name: name.clone(), value, setter: self.setter.clone(), adds: false, means, place: None };
        edit_catalog(vm, CatalogEdit::Parameter(id, at, Some(Box::new(parameter))));
    }
}

impl Vm {
    /// Adds an edge.
    pub fn add_edge(&mut self, edge: puppet_catalog::Edge) {
        edit_catalog(self, CatalogEdit::Edge(Some(edge)));
    }
}

/// Sets a variable of a class, as `$class::name`.
fn set_class_variable(vm: &mut Vm, class: &ClassDefinition, name: &str, value: Value) {
    let slot = vm.globals.slot_in(&class.name, name);
    vm.set_global(slot, value);
}

/// Runs a class's body, or a default of its parameters.
fn run_class_code(vm: &mut Vm, class: &ClassDefinition, code: &puppet_syntax::ast::Expr) -> EvalResult {
    let mut prefixes = vm.catalog.ancestry(class);
    prefixes.extend(vm.catalog.node_around(vm.catalog.current));
    let compiled = class_code(vm, class, prefixes, code);
    let program = &compiled.program;
    let mut stack = vm.catalog.take_stack(program.size);
    let result = (program.code)(vm, &mut stack);
    vm.catalog.give_stack(stack, program.size);
    result
}

/// Returns the compiled code. That of a module's file is kept where files do not change: another node may need it.
fn class_code(
    vm: &mut Vm,
    class: &ClassDefinition,
    prefixes: Vec<Name>,
    code: &puppet_syntax::ast::Expr,
) -> Rc<CompiledClassCode> {
    let fits =
        |known: &&Rc<CompiledClassCode>| Rc::ptr_eq(&known.definition, &class.definition) && known.prefixes == prefixes;
    if let Some(known) = vm.functions.classes.get(&std::ptr::from_ref(code)).filter(fits) {
        return known.clone();
    }
    let program = vm.compile_class_body(class.source.clone(), prefixes.clone(), code);
    let compiled = Rc::new(CompiledClassCode { definition: class.definition.clone(), prefixes, program });
    if vm.catalog.sources.has_unchanging_files() && vm.catalog.has_imported(class.source.name()) {
        vm.functions.classes.insert(std::ptr::from_ref(code), compiled.clone());
    }
    compiled
}

/// Adds an arrow; its ends are resolved when the compilation ends.
pub(super) fn add_arrow(vm: &mut Vm, arrow: puppet_catalog::Arrow) {
    let after = vm.catalog.catalog.edges().len() as u32;
    edit_catalog(vm, CatalogEdit::Arrow(Some(Box::new(puppet_catalog::Arrow { after, ..arrow }))));
}

impl super::compilation::Compilation {
    /// Returns a class and its ancestors, whose variables its body sees.
    pub(super) fn ancestry(&self, class: &ClassDefinition) -> Vec<Name> {
        let mut names = vec![class.name.clone()];
        let mut known: FxHashSet<Name> = names.iter().cloned().collect();
        let mut parent = class.parent.clone();
        while let Some(name) = parent.filter(|name| known.insert(name.clone())) {
            parent = self.class(&name).and_then(|class| class.parent.clone());
            names.push(name);
        }
        names
    }

    /// Returns a value stack with room for a body.
    pub(super) fn take_stack(&mut self, size: usize) -> Vec<Value> {
        let fits = self.stacks.pop().filter(|stack| stack.len() > size);
        fits.unwrap_or_else(|| super::super::stack::new_stack(size))
    }

    /// Returns a value stack to the pool, with its first slots cleared.
    pub(super) fn give_stack(&mut self, mut stack: Vec<Value>, used: usize) {
        stack.iter_mut().take(used).for_each(|slot| *slot = Value::Unset);
        self.stacks.push(stack);
    }
}
