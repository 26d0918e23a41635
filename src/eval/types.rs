//! Type names at run time: aliases are resolved when they are first used; resource types stand for references.
//!
//! The end of an input tries to resolve what it defined; what fails then is looked at again when it is used, and is
//! reported there. To the letter of the reference, a name that is still unknown becomes a `TypeReference` for good.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use crate::pcore::{Alias, Ty, Type, Value};
use crate::syntax::ast::{Expr, ExprKind, TypeAlias};
use crate::syntax::{LexOptions, parse};
use crate::text::{Diagnostic, Label, Source, suggest};

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
        return used(vm, &alias, site);
    }
    let lower = plain.to_lowercase();
    if vm.settings.unknown_types || vm.catalog.is_resource_type(&lower) {
        return Ok(Rc::new(Type::Resource { type_name: Some(lower.into()), title: None }));
    }
    if vm.autoload_alias(plain)?
        && let Some(alias) = vm.alias(plain).cloned()
    {
        return used(vm, &alias, site);
    }
    if vm.knows_resource_type(&lower)? {
        return Ok(Rc::new(Type::Resource { type_name: Some(lower.into()), title: None }));
    }
    if vm.lenient_types {
        return Ok(Rc::new(Type::TypeReference(plain.into())));
    }
    Err(unknown(vm, plain, site))
}

/// An alias where it is used: whatever it leads to is resolved now, and faults belong to the use.
fn used(vm: &mut Vm, alias: &Rc<Alias>, site: Site) -> R<Ty> {
    let lenient = std::mem::replace(&mut vm.lenient_types, !vm.settings.types.additions);
    let mut next = Some(alias.clone());
    let mut result = Ok(());
    while let (Ok(()), Some(current)) = (&result, next.take()) {
        result = resolve(vm, &current);
        if let Some(Type::Alias(other)) = current.resolved.get().map(|ty| &**ty) {
            next = Some(other.clone());
        }
    }
    vm.lenient_types = lenient;
    result.map_err(|flow| at_use(flow, alias, site))?;
    Ok(as_named(alias))
}

/// A fault in a definition, reported where the type is used.
fn at_use(flow: Box<Flow>, alias: &Alias, site: Site) -> Box<Flow> {
    let Flow::Fault(fault) = *flow else { return flow };
    let mut outer = Flow::at("RUNTIME_ERROR", site, format!("the type `{}`: {}", alias.name, fault.issue.message));
    outer.advise(|| fault.issue.help.clone());
    if let (Flow::Fault(outer), Some(inner)) = (&mut *outer, fault.site) {
        let message = "in this definition".to_owned();
        outer.labels.push(Label { source: fault.source.clone(), span: inner.span, message });
    }
    outer
}

/// An Object type or TypeSet is the named type itself; everything else stays behind its name.
pub(crate) fn as_named(alias: &Rc<Alias>) -> Ty {
    match alias.resolved.get() {
        Some(ty) if matches!(&**ty, Type::Object(object) if object.name.as_deref() == Some(&*alias.name)) => ty.clone(),
        Some(ty) if matches!(&**ty, Type::TypeSet(set) if set.name == alias.name) => ty.clone(),
        _ => Rc::new(Type::Alias(alias.clone())),
    }
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
    match meaning(vm, alias, &definition) {
        Ok(()) => Ok(()),
        Err(flow) => {
            vm.unresolved.insert(key.as_str().into(), definition);
            Err(flow)
        }
    }
}

/// Evaluates a definition: a type expression, or the hash of an Object type or a TypeSet.
fn meaning(vm: &mut Vm, alias: &Rc<Alias>, definition: &AliasDefinition) -> R<()> {
    let (expr, source) = (&definition.definition.type_expr, &definition.source);
    let made = match &expr.kind {
        ExprKind::Access(left, keys) => match (&left.kind, &keys[..]) {
            (ExprKind::Ref(name), [key]) if matches!(&**name, "Object" | "TypeSet") => Some((&**name, key)),
            _ => None,
        },
        ExprKind::Hash(_) => Some(("Object", expr)),
        _ => None,
    };
    let Some((family, hash)) = made else {
        let ty = evaluate(vm, source, expr)?;
        return crate::pcore::resolve_alias(alias, &ty).map_err(Into::into);
    };
    let Value::Hash(hash) = value_of(vm, source, hash)? else {
        let message = format!("{family} is defined by a hash");
        return Err(Flow::at("RUNTIME_ERROR", Site::from(expr), message));
    };
    let ty = match family {
        "Object" => crate::pcore::object_type(Some(&alias.name), &hash)?,
        _ => crate::pcore::type_set(Some(&alias.name), &hash)?,
    };
    let _ = alias.resolved.set(ty);
    Ok(())
}

/// Evaluates a type expression of its own.
pub(crate) fn evaluate(vm: &mut Vm, source: &Arc<Source>, expr: &Expr) -> R<Ty> {
    match value_of(vm, source, expr)? {
        Value::Type(ty) => Ok(ty),
        other => {
            let message = format!("a type is expected, not {}", crate::pcore::display(&other));
            let mut flow = Flow::at("RUNTIME_ERROR", Site::from(expr), message);
            flow.enter_source(source);
            Err(flow)
        }
    }
}

fn value_of(vm: &mut Vm, source: &Arc<Source>, expr: &Expr) -> R {
    let program = Compiler::input(vm, source.clone(), expr);
    (program.code)(vm, &mut new_stack(program.size)).map_err(|mut flow| {
        flow.enter_source_if_placed(source);
        flow
    })
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
        let source = Source::new("type", text);
        if let Some(finding) = parsed.diagnostics.iter().find(|finding| finding.is_error()) {
            return Err(misread(&source, finding));
        }
        if matches!(&parsed.program.body.kind, ExprKind::Block(statements) if statements.len() > 1) {
            return Err(Flow::runtime(format!("'{text}' is no type, but several statements")));
        }
        let lenient = std::mem::replace(&mut self.lenient_types, !self.settings.types.additions);
        let result = evaluate(self, &source, &parsed.program.body);
        self.lenient_types = lenient;
        result.map_err(|flow| match *flow {
            Flow::Fault(fault) => Flow::runtime(fault.issue.message),
            other => Box::new(other),
        })
    }
}

/// The fault of a text that is no type: its place is in that text, as the reference tells it; an early end has none.
fn misread(source: &Arc<Source>, finding: &Diagnostic) -> Box<Flow> {
    let message = format!("'{}' is no type: {}", source.text(), finding.message);
    let (Cow::Borrowed(code), Some(span)) = (&finding.code, finding.span) else { return Flow::runtime(message) };
    let mut flow = Flow::at(code, Site { span, at: finding.at.unwrap_or(span.start) }, message);
    flow.enter_source(source);
    flow
}
