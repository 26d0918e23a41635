//! Attributes in resource bodies, defaults, overrides and collectors: `name => value`, `name +> value`, `* => {..}`.

use std::rc::Rc;

use pprepl_text::{IssueCode, Topic};
use rustc_hash::FxHashSet;

use puppet_catalog::{Parameter, ParameterOrigin, SourceLocation};
use puppet_pcore::sharing::has_part;
use puppet_pcore::{Type, Value};
use puppet_syntax::ast::{AttributeKind, AttributeOperation, Name};

use super::super::code::Code;
use super::super::compile::Compiler;
use super::super::compile::traced::recorded_at;
use super::super::trace::EventKind;
use super::super::{EvalResult, Flow, SourcePos, Vm};
use super::report::display_value;
use super::report::place;

/// An attribute with the code of its value.
pub(super) struct Operation {
    kind: Attribute,
    value: Code,
    value_site: SourcePos,
    site: SourcePos,
    means: ParameterOrigin,
    place: Rc<SourceLocation>,
}

impl Operation {
    fn parameter(&self, name: Name, value: Value, setter: &Name, adds: bool) -> Parameter {
        let place = Some(self.place.clone());
        // Puppet copies the value here: a template that changes its parameter in place leaves the given variable alone.
        Parameter { name, value: value.unshared(), setter: setter.clone(), adds, means: self.means, place }
    }
}

enum Attribute {
    Set(Name, bool),
    Splat,
}

/// Compiles attributes: `name => value`, ..
pub(super) fn compile_operations(
    compiler: &mut Compiler<'_>,
    operations: &[AttributeOperation],
    means: ParameterOrigin,
) -> Vec<Operation> {
    let operation = |operation: &AttributeOperation| Operation {
        kind: match &operation.kind {
            AttributeKind::Set(name) => Attribute::Set(name.clone(), false),
            AttributeKind::Append(name) => Attribute::Set(name.clone(), true),
            AttributeKind::Splat => Attribute::Splat,
        },
        value: compile_value(compiler, operation),
        value_site: SourcePos::from(&operation.value),
        site: SourcePos { span: operation.span, at: operation.at },
        means,
        place: Rc::new(place(compiler.source(), SourcePos { span: operation.span, at: operation.at })),
    };
    operations.iter().map(operation).collect()
}

fn compile_value(compiler: &mut Compiler<'_>, operation: &AttributeOperation) -> Code {
    let code = compiler.expr(&operation.value);
    let name = match &operation.kind {
        AttributeKind::Set(name) | AttributeKind::Append(name) => name.clone(),
        AttributeKind::Splat => "*".into(),
    };
    recorded_at(compiler, operation.span, EventKind::Attribute(name), code)
}

/// The maximum number of parameters that are compared linearly.
const MAX_LINEAR: usize = 16;

/// Evaluates the parameters of a body. With `whole`, a duplicate parameter is an error at that location.
pub(super) fn parameters(
    vm: &mut Vm,
    frame: &mut [Value],
    operations: &[Operation],
    whole: Option<SourcePos>,
) -> EvalResult<Vec<Parameter>> {
    let setter = vm.catalog.owner();
    let mut parameters: Vec<Parameter> = Vec::with_capacity(operations.len());
    let mut known: FxHashSet<Name> = FxHashSet::default();
    for operation in operations {
        let value = (operation.value)(vm, frame)?;
        if names_nothing(&value) {
            let message = "a value refers to classes or resources without naming one";
            return Err(Flow::at(Topic::AttributeValue, operation.site, message));
        }
        let from = parameters.len();
        match &operation.kind {
            Attribute::Set(name, adds) => {
                parameters.push(operation.parameter(name.clone(), value, &setter, *adds));
            }
            Attribute::Splat => splat(&value, operation, &setter, &mut parameters)?,
        }
        let Some(site) = whole else { continue };
        for at in from..parameters.len() {
            // Linear comparison is faster for a few parameters.
            let is_twice = match parameters.len() {
                0..=MAX_LINEAR => parameters[..at].iter().any(|known| known.name == parameters[at].name),
                _ => {
                    if known.is_empty() {
                        known.extend(parameters[..at].iter().map(|parameter| parameter.name.clone()));
                    }
                    !known.insert(parameters[at].name.clone())
                }
            };
            if is_twice {
                let message = format!("the attribute `{}` is set twice", parameters[at].name);
                return Err(Flow::at(IssueCode::DuplicateAttribue, site, message));
            }
        }
    }
    Ok(parameters)
}

/// Returns whether a value contains `Class`, `Resource` or `CatalogEntry` without a name; Puppet cannot make a reference of
/// that.
fn names_nothing(value: &Value) -> bool {
    let is_nameless =
        |ty: &Type| matches!(ty, Type::CatalogEntry | Type::Class(None) | Type::Resource { type_name: None, .. });
    has_part(value, &mut |part| matches!(part, Value::Type(ty) if is_nameless(ty)))
}

/// Adds the attributes of `* => {..}`.
fn splat(value: &Value, operation: &Operation, setter: &Name, parameters: &mut Vec<Parameter>) -> EvalResult<()> {
    let Value::Hash(hash) = value else {
        let message = format!("`* =>` takes a Hash of attributes, not {}", display_value(value));
        return Err(Flow::at(IssueCode::TypeMismatch, operation.value_site, message));
    };
    for (key, value) in hash.iter() {
        let Some(name) = key.as_str() else {
            let message = format!("an attribute's name is a String, not {}", display_value(key));
            return Err(Flow::at(Topic::AttributeValue, operation.site, message));
        };
        parameters.push(operation.parameter(name.into(), value.clone(), setter, false));
    }
    Ok(())
}
