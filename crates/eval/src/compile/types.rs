//! Type names and type expressions: those that are known at compile time become constants.

use std::rc::Rc;

use puppet_pcore::{Ty, Type, Value};
use puppet_syntax::ast::{Expr, ExprKind, Name};

use super::super::code::Code;
use super::super::{SourcePos, Vm, types};
use super::Compiler;

impl Compiler<'_> {
    /// Compiles a type name: `Name`.
    pub(super) fn reference(&mut self, name: &Name, site: SourcePos) -> Code {
        if let Some(ty) = puppet_pcore::type_named_by(&self.vm.settings.types, name) {
            return Self::constant(Value::Type(ty));
        }
        let name = name.clone();
        let resource = ResourceTypeName::new(&name);
        Box::new(move |vm, _| match resource.find(vm) {
            Some(ty) => Ok(Value::Type(ty)),
            None => types::named(vm, &name, site).map(Value::Type),
        })
    }

    /// Returns the value of a type expression whose names and parameters are all known now, and whose evaluation
    /// succeeds.
    pub(super) fn constant_type(&mut self, expr: &Expr) -> Option<Value> {
        match &expr.kind {
            ExprKind::Ref(name) => {
                let rules = &self.vm.settings.types;
                puppet_pcore::type_named_by(rules, name).or_else(|| resolved_alias(self, name)).map(Value::Type)
            }
            ExprKind::Access(left, keys) => {
                let Value::Type(base) = self.constant_type(left)? else { return None };
                if matches!(&*base, Type::Alias(_) | Type::Resource { .. } | Type::Class(_)) {
                    return None;
                }
                let keys: Option<Vec<Value>> = keys.iter().map(|key| self.constant_key(key)).collect();
                puppet_pcore::parameterize(&self.vm.settings.types, &base, &keys?).ok()
            }
            _ => None,
        }
    }

    /// Returns whether a type expression of names and literals is not constant yet because a name in it is resolved at
    /// first use. It evaluates to the same type from then on.
    pub(super) fn is_late_type(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Ref(name) => {
                puppet_pcore::type_named_by(&self.vm.settings.types, name).is_some()
                    || self.vm.aliases.get(name).is_some()
            }
            ExprKind::Access(left, keys) => {
                let built_in = |name: &Name| puppet_pcore::type_named_by(&self.vm.settings.types, name);
                let plain = |ty: &Type| !matches!(ty, Type::Alias(_) | Type::Resource { .. } | Type::Class(_));
                matches!(&left.kind, ExprKind::Ref(name) if built_in(name).is_some_and(|ty| plain(&ty)))
                    && keys.iter().all(|key| is_late_key(self, key))
            }
            _ => false,
        }
    }

    pub(super) fn constant_key(&mut self, key: &Expr) -> Option<Value> {
        match &key.kind {
            ExprKind::Hash(entries) => {
                let pairs = entries
                    .iter()
                    .map(|entry| Some((self.constant_key(&entry.key)?, self.constant_key(&entry.value)?)));
                pairs.collect::<Option<Vec<_>>>().map(|pairs| Value::hash(pairs.into_iter().collect()))
            }
            ExprKind::Array(items) => {
                let items: Option<Vec<Value>> = items.iter().map(|item| self.constant_key(item)).collect();
                items.map(Value::array)
            }
            ExprKind::Negate(inner) => match self.constant_value(inner)? {
                Value::Int(i) => Some(Value::Int(i.checked_neg()?)),
                Value::Float(f) => Some(Value::float(-f.get())),
                _ => None,
            },
            _ => self.constant_value(key),
        }
    }
}

/// A type name that may be the name of a resource type: most of those that code declares or refers to.
struct ResourceTypeName {
    /// The name in lower case.
    lower: Rc<str>,
    /// The name before the last `::`, in lower case. If it is the name of a TypeSet, the type may be one of its types.
    set: Option<Rc<str>>,
    ty: Ty,
}

impl ResourceTypeName {
    fn new(name: &str) -> ResourceTypeName {
        let lower: Rc<str> = name.strip_prefix("::").unwrap_or(name).to_lowercase().into();
        let set = lower.rsplit_once("::").map(|(set, _)| set.into());
        let ty = Rc::new(Type::Resource { type_name: Some(lower.clone()), title: None });
        ResourceTypeName { lower, set, ty }
    }

    /// Returns the type if the name is that of a known resource type, and of nothing else.
    fn find(&self, vm: &Vm) -> Option<Ty> {
        let aliases = &vm.aliases;
        let is_alias = |name: &Rc<str>| aliases.by_name.contains_key(name);
        let is_other = aliases.scope.is_some() || is_alias(&self.lower) || self.set.as_ref().is_some_and(is_alias);
        (!is_other && vm.catalog.is_resource_type(&self.lower)).then(|| self.ty.clone())
    }
}

fn is_late_key(compiler: &Compiler<'_>, key: &Expr) -> bool {
    match &key.kind {
        ExprKind::Hash(entries) => {
            entries.iter().all(|entry| is_late_key(compiler, &entry.key) && is_late_key(compiler, &entry.value))
        }
        ExprKind::Array(items) => items.iter().all(|item| is_late_key(compiler, item)),
        ExprKind::Paren(inner) | ExprKind::Negate(inner) => is_late_key(compiler, inner),
        ExprKind::Undef | ExprKind::Default | ExprKind::Bool(_) | ExprKind::Integer(..) | ExprKind::Float(_) => true,
        ExprKind::String(_) | ExprKind::Name(_) | ExprKind::Regexp(_) => true,
        ExprKind::Ref(_) | ExprKind::Access(..) => compiler.is_late_type(key),
        _ => false,
    }
}

/// Returns the resolved type of an alias, through other aliases.
fn resolved_alias(compiler: &Compiler<'_>, name: &str) -> Option<puppet_pcore::Ty> {
    let alias = compiler.vm.aliases.get(name)?;
    let meaning = puppet_pcore::resolved(alias.resolved.get()?);
    if matches!(&*meaning, Type::Alias(_)) { None } else { Some(types::as_named(alias)) }
}
