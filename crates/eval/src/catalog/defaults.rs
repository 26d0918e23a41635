//! Resource defaults: `Notify { message => 'x' }`, active in the current scope and its inner scopes.

use pprepl_text::Topic;
use std::rc::Rc;

use puppet_catalog::{Edit as CatalogEdit, Parameter, ParameterOrigin};
use puppet_pcore::{Type, Value};
use puppet_syntax::ast::{Name, ResourceDefaults};

use super::super::code::Code;
use super::super::compile::Compiler;
use super::super::flow::Locate;
use super::super::{EvalResult, SourcePos, Vm};
use super::attribute::compile_operations;
use super::attribute::parameters;
use super::change::edit_catalog;
use super::report::fail_with;
use super::resource::no_resource_type;

/// Compiles resource defaults: `Type { name => value }`.
pub(super) fn compile_defaults(compiler: &mut Compiler<'_>, defaults: &ResourceDefaults, site: SourcePos) -> Code {
    let type_site = SourcePos::from(&defaults.type_ref);
    let type_ref = compiler.expr(&defaults.type_ref);
    let operations = compile_operations(compiler, &defaults.operations, ParameterOrigin::Default);
    Box::new(move |vm, frame| {
        let value = type_ref(vm, frame)?;
        let Some(type_name) = resource_type(&value) else { return Err(no_resource_type(&value, type_site)) };
        let parameters = parameters(vm, frame, &operations, None)?;
        set(vm, type_name, parameters).at(site)?;
        Ok(value)
    })
}

fn resource_type(value: &Value) -> Option<Name> {
    let Value::Type(ty) = value else { return None };
    match &**ty {
        Type::Resource { type_name: Some(name), title: None } => Some(name.clone()),
        _ => None,
    }
}

fn set(vm: &mut Vm, type_name: Name, parameters: Vec<Parameter>) -> EvalResult<()> {
    let scope = vm.catalog.current;
    let mut all: Vec<Parameter> =
        vm.catalog.catalog.own_defaults(scope, &type_name).map(|own| own.to_vec()).unwrap_or_default();
    let mut result = Ok(());
    for parameter in parameters {
        if all.iter().any(|known| known.name == parameter.name) {
            let type_name = puppet_catalog::capitalized(&type_name);
            let message = format!("the default `{}` of {type_name} is set twice", parameter.name);
            result = fail_with(
                Topic::AttributeTwice,
                message,
                "set a default once in a scope; set the value of single resources in their bodies",
            );
            break;
        }
        all.push(parameter);
    }
    edit_catalog(vm, CatalogEdit::Defaults(scope, type_name, Some(Rc::from(all))));
    result
}
