//! Access to the catalog: parameters of resources and classes, and variables that a class inherits.

use std::rc::Rc;

use pprepl_text::{IssueCode, WordReplacement, suggest};
use puppet_catalog::{Reference, builtin, is_metaparameter};
use puppet_pcore::{Result, Ty, Type, Value, ValueError, leaves};

use super::super::Vm;
use super::compilation::Compilation;
use super::definition::Definition;

/// Returns a parameter of a declared resource, as in `File['x']['mode']`; `None` when the access is not such a lookup.
pub(crate) fn parameter(vm: &mut Vm, ty: &Ty, keys: &[Value]) -> Option<Result<Value>> {
    let reference = match &**ty {
        // As in Puppet: a lookup does not find a class by its full name in a `Resource`.
        Type::Resource { type_name: Some(name), title: Some(title) } if &**name == "class" => {
            Reference::new("class", title.to_lowercase())
        }
        _ => reference_of(ty)?,
    };
    if keys.is_empty() {
        return None;
    }
    vm.journal.has_lookup = true;
    let several = keys.len() > 1 || matches!(keys, [Value::Array(_)]);
    let names: Vec<&Value> = leaves(keys).filter(|key| !key.is_undef()).collect();
    if names.is_empty() {
        return Some(Ok(if several { Value::array(Vec::new()) } else { Value::Undef }));
    }
    Some(
        vm.catalog
            .parameters(&reference, &names)
            .map(|mut values| if several { Value::array(values) } else { values.pop().unwrap_or(Value::Undef) }),
    )
}

/// Returns the resource or class that a type refers to.
pub(super) fn reference_of(ty: &Type) -> Option<Reference> {
    match ty {
        Type::Resource { type_name: Some(type_name), title: Some(title) } if &**type_name == "class" => {
            Some(Reference::new("class", class_key(title)))
        }
        Type::Resource { type_name: Some(type_name), title: Some(title) } => {
            Some(Reference::new(type_name.clone(), title.clone()))
        }
        Type::Class(Some(name)) => Some(Reference::new("class", class_key(name))),
        _ => None,
    }
}

/// Returns a class's name as the catalog stores it.
pub(super) fn class_key(name: &str) -> Rc<str> {
    name.strip_prefix("::").unwrap_or(name).to_lowercase().into()
}

impl Compilation {
    fn parameters(&self, reference: &Reference, names: &[&Value]) -> Result<Vec<Value>> {
        let Some(id) = self.catalog.find(&reference.type_name, &reference.title) else {
            let issue = ValueError::new(IssueCode::UnknownResource, format!("{reference} is not in the catalog"));
            return Err(
                issue.with_help("declare it first; the bodies of defines run after the input that declares them")
            );
        };
        names.iter().map(|name| self.parameter_value(id, reference, name)).collect()
    }

    fn parameter_value(&self, id: u32, reference: &Reference, name: &Value) -> Result<Value> {
        match name.as_str() {
            Some(name) if self.knows(&reference.type_name, &reference.title, name) => {
                Ok(self.catalog.parameter(id, name))
            }
            _ => {
                let name = puppet_pcore::interpolate(name);
                let message = format!("{reference} has no parameter `{name}`");
                let mut issue = ValueError::new(IssueCode::UnknownResourceParameter, message);
                if let Some(near) = self.near_parameter(reference, &name) {
                    issue.help = Some(format!("did you mean `{near}`?"));
                    issue.swap = Some(Box::new(WordReplacement { from: name, to: near }));
                }
                Err(issue)
            }
        }
    }

    fn near_parameter(&self, reference: &Reference, name: &str) -> Option<String> {
        match builtin(&reference.type_name) {
            Some(row) => suggest::nearest(name, row.parameters()).map(str::to_owned),
            None => {
                let params = self.params_of(&reference.type_name, &reference.title)?;
                suggest::nearest(name, params.iter().map(|param| &*param.name)).map(str::to_owned)
            }
        }
    }

    /// Returns whether a resource has a parameter of this name.
    fn knows(&self, type_name: &str, title: &str, parameter: &str) -> bool {
        match builtin(type_name) {
            Some(row) => row.knows(parameter),
            None => {
                let own = self.params_of(type_name, title);
                parameter == "name"
                    || self.ruby_types.contains_key(type_name)
                    || is_metaparameter(parameter)
                    || own.is_some_and(|own| own.iter().any(|param| *param.name == *parameter))
            }
        }
    }

    /// Returns the parameters of a class or of a resource of a defined type.
    fn params_of(&self, type_name: &str, title: &str) -> Option<&[puppet_syntax::ast::Param]> {
        match self.definitions.get(if type_name == "class" { title } else { type_name })? {
            Definition::Class(class) => Some(&class.definition.params),
            Definition::Define(define) => Some(&define.definition.params),
        }
    }
}

/// Returns the value of `$child::x`, where `x` is a variable of a parent class.
pub(crate) fn inherited<'a>(vm: &'a Vm, name: &str) -> Option<&'a Value> {
    let (class, variable) = name.strip_prefix("::").unwrap_or(name).rsplit_once("::")?;
    let mut at = vm.catalog.class(class).filter(|_| vm.catalog.has_class(class))?;
    // A class whose body has started is not its own ancestor, so this loop ends.
    while let Some(parent) = at.parent.as_ref().filter(|parent| vm.catalog.has_class(parent)) {
        if let Some(value) = vm.globals.get(&format!("{parent}::{variable}")) {
            return Some(value);
        }
        at = vm.catalog.class(parent)?;
    }
    None
}
