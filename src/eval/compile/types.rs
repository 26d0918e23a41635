//! Type names and type expressions: what is known when compiling becomes a constant.

use crate::pcore::{Type, Value};
use crate::syntax::ast::{Expr, ExprKind, Name};

use super::super::code::Code;
use super::super::{Site, types};
use super::Compiler;

impl Compiler<'_> {
    /// `Name`
    pub(super) fn reference(&mut self, name: &Name, site: Site) -> Code {
        if let Some(ty) = crate::pcore::type_named_by(&self.vm.settings.types, name) {
            return Self::constant(Value::Type(ty));
        }
        let name = name.clone();
        Box::new(move |vm, _| types::named(vm, &name, site).map(Value::Type))
    }

    /// A type expression whose names and parameters are all known now, and whose evaluation does not fail.
    pub(super) fn constant_type(&mut self, expr: &Expr) -> Option<Value> {
        match &expr.kind {
            ExprKind::Ref(name) => {
                let rules = &self.vm.settings.types;
                crate::pcore::type_named_by(rules, name).or_else(|| self.resolved_alias(name)).map(Value::Type)
            }
            ExprKind::Access(left, keys) => {
                let Value::Type(base) = self.constant_type(left)? else { return None };
                if matches!(&*base, Type::Alias(_) | Type::Resource { .. } | Type::Class(_)) {
                    return None;
                }
                let keys: Option<Vec<Value>> = keys.iter().map(|key| self.constant_key(key)).collect();
                crate::pcore::parameterize(&self.vm.settings.types, &base, &keys?).ok()
            }
            _ => None,
        }
    }

    /// An alias whose meaning is known, through any further names.
    fn resolved_alias(&self, name: &str) -> Option<crate::pcore::Ty> {
        let alias = self.vm.alias(name)?;
        let meaning = crate::pcore::resolved(alias.resolved.get()?);
        if matches!(&*meaning, Type::Alias(_)) { None } else { Some(types::as_named(alias)) }
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
