//! Type names at run time: aliases are resolved when they are first used; resource types stand for references.

use std::rc::Rc;
use std::sync::Arc;

use crate::pcore::{Alias, Ty, Type, Value};
use crate::syntax::ast::{Expr, TypeAlias};
use crate::syntax::{LexOptions, parse};
use crate::text::{Source, suggest};

use super::compile::{Compiler, new_stack};
use super::{Flow, R, Site, Vm};

/// An alias's definition, kept until it is resolved.
pub(crate) struct AliasDefinition {
    pub(crate) definition: Rc<TypeAlias>,
    pub(crate) source: Arc<Source>,
}

/// The type that a name stands for.
pub(crate) fn named(vm: &mut Vm, name: &str, site: Site) -> R<Ty> {
    let plain = name.strip_prefix("::").unwrap_or(name);
    if let Some(ty) = crate::pcore::type_named_by(&vm.settings.types, plain) {
        return Ok(ty);
    }
    if let Some(alias) = vm.alias(plain).cloned() {
        resolve(vm, &alias)?;
        return Ok(Rc::new(Type::Alias(alias)));
    }
    let lower = plain.to_lowercase();
    if vm.settings.unknown_types || vm.catalog.is_resource_type(&lower) {
        return Ok(Rc::new(Type::Resource { type_name: Some(lower.into()), title: None }));
    }
    Err(unknown(vm, plain, site))
}

#[cold]
fn unknown(vm: &Vm, name: &str, site: Site) -> Box<Flow> {
    let mut flow = Flow::at("UNKNOWN_RESOURCE_TYPE", site, format!("there is no type `{name}`"));
    flow.advise(|| {
        let aliases = vm.aliases.values().map(|alias| &*alias.name);
        let near = suggest::nearest(name, aliases.chain(crate::pcore::type_names().iter().map(|row| row.name)));
        Some(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "a word in upper case names a type; define it: type {name} = ..., or write '{name}' for a string"
            ),
        })
    });
    flow
}

/// Finds out what an alias stands for, unless that is known or being found out already.
pub(crate) fn resolve(vm: &mut Vm, alias: &Rc<Alias>) -> R<()> {
    if alias.resolved.get().is_some() {
        return Ok(());
    }
    let key = alias.name.to_ascii_lowercase();
    let Some(definition) = vm.unresolved.remove(key.as_str()) else { return Ok(()) };
    match evaluate(vm, &definition.source, &definition.definition.type_expr) {
        Ok(ty) => {
            let _ = alias.resolved.set(ty);
            Ok(())
        }
        Err(flow) => {
            vm.unresolved.insert(key.as_str().into(), definition);
            Err(flow)
        }
    }
}

/// Evaluates a type expression of its own.
pub(crate) fn evaluate(vm: &mut Vm, source: &Arc<Source>, expr: &Expr) -> R<Ty> {
    let program = Compiler::input(vm, source.clone(), expr);
    let result = (program.code)(vm, &mut new_stack(program.size));
    match result {
        Ok(Value::Type(ty)) => Ok(ty),
        Ok(other) => {
            let message = format!("a type is expected, not {}", crate::pcore::display(&other));
            let mut flow = Flow::at("RUNTIME_ERROR", Site::from(expr), message);
            flow.enter_source(source);
            Err(flow)
        }
        Err(mut flow) => {
            flow.enter_source_if_placed(source);
            Err(flow)
        }
    }
}

impl Vm {
    /// A type expression of names and literals only, as in a signature.
    pub(crate) fn static_type(&mut self, expr: &Expr) -> Option<Ty> {
        match Compiler::constant_of(self, expr)? {
            Value::Type(ty) => Some(ty),
            _ => None,
        }
    }

    /// The type that a text denotes.
    pub(crate) fn parse_type(&mut self, text: &str) -> R<Ty> {
        let parsed = parse(text, LexOptions::default());
        if let Some(finding) = parsed.diagnostics.iter().find(|finding| finding.is_error()) {
            return Err(Flow::runtime(format!("'{text}' is no type: {}", finding.message)));
        }
        let source = Source::new("type", text);
        evaluate(self, &source, &parsed.program.body).map_err(|flow| match *flow {
            Flow::Fault(fault) => Flow::runtime(fault.issue.message),
            other => Box::new(other),
        })
    }
}
