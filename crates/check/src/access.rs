//! Element access `x[k]`: elements, slices, entries, characters, and types with parameters.

use std::rc::Rc;

use pprepl_text::RuleCode;
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, Type};
use puppet_syntax::ast::{Expr, ExprKind};

use super::annotation::is_static;
use super::arguments::unqualified;
use super::checker::Checker;
use super::finding::Finding;
use super::hint::is_no_number;
use super::infer::type_of;
use super::subtyping::kind::is_catalog_entry;
use super::subtyping::shape::{self, Range, elements};
use super::subtyping::{Kind, hash_pair, is_any, is_never};
use super::typed_expr::TypedExpr;

/// The reason why an alternative cannot be accessed.
enum AccessError {
    /// The value cannot be indexed.
    All,
    /// A key of the wrong type: its index, and the message.
    Key(usize, String),
    /// Too many keys.
    Count,
}

impl<'a> Checker<'a> {
    pub(super) fn access(&mut self, left: &'a Expr, keys: &'a [Expr], expr: &'a Expr) -> TypedExpr {
        if let Some(ty) = self.resolve_annotation(expr) {
            self.lint_type(expr);
            return self.computed(type_of(ty), expr);
        }
        if is_static(expr) {
            self.check_type(expr);
            return self.computed(c::any(), expr);
        }
        let base = self.check(left, None);
        let found: Vec<Ty> = keys.iter().map(|key| self.check(key, None).ty).collect();
        self.note_key(left, keys, &base.ty);
        self.note_index(keys, &found, &base.ty);
        if let Some(path) = self.path_of(expr)
            && let Some(ty) = self.env.fact(path).cloned()
        {
            return self.computed(ty, expr);
        }
        if is_never(&base.ty) || is_any(&base.ty) {
            return self.computed(base.ty, expr);
        }
        let unfolds = keys.iter().any(|key| matches!(unqualified(key).kind, ExprKind::Unfold(_)));
        let mut results = Vec::new();
        let mut refused = Vec::new();
        for atom in self.sets.atoms(&base.ty) {
            match self.access_atom(&atom, &found, unfolds) {
                Ok(ty) => results.push(ty),
                Err(why) => refused.push(why),
            }
        }
        if results.is_empty() && !refused.is_empty() {
            self.report_access_error(left, keys, &base, refused, expr);
            return TypedExpr::any();
        }
        self.computed(self.sets.join(&results), expr)
    }

    fn report_access_error(
        &mut self,
        left: &'a Expr,
        keys: &'a [Expr],
        base: &TypedExpr,
        refused: Vec<AccessError>,
        expr: &'a Expr,
    ) {
        let at = refused.iter().position(|why| matches!(why, AccessError::Key(..))).unwrap_or(0);
        let base_spot = self.span(left);
        match refused.into_iter().nth(at) {
            Some(AccessError::Key(index, message)) => {
                let spot = self.span(keys.get(index).unwrap_or(expr));
                let what = format!("this is {}", self.sets.general(&base.ty));
                self.report(Finding::error(RuleCode::BadKey, spot, message).note(base_spot, what));
            }
            Some(AccessError::Count) => {
                let message = format!("[] takes one or two keys here, found {}", keys.len());
                let spot = self.span(expr);
                self.report(Finding::error(RuleCode::BadKey, spot, message));
            }
            _ => {
                let message = format!("[] is not applicable to {}", self.sets.general(&base.ty));
                let source = base.source.as_ref().map(|source| source.spot);
                self.report(Finding::error(RuleCode::NotIndexable, base_spot, message).note_if(source, "found here"));
            }
        }
    }

    /// Returns the type that a key selects; `None` when the key is not valid here.
    pub(super) fn element_at(&self, atom: &Ty, key: &Ty) -> Option<Ty> {
        self.access_atom(atom, std::slice::from_ref(key), false).ok()
    }

    fn access_atom(&self, atom: &Ty, keys: &[Ty], unfolds: bool) -> Result<Ty, AccessError> {
        match Kind::of(atom) {
            Kind::Array => self.array_access(atom, keys, unfolds),
            Kind::Hash if unfolds => Ok(c::any()),
            Kind::Hash => Ok(self.hash_access(atom, keys)),
            Kind::String => self.string_access(keys, unfolds),
            Kind::Type => Ok(match &**atom {
                Type::Type(Some(of)) if !is_catalog_entry(of) && !Kind::of(of).is_vague() => c::type_type(),
                _ => c::any(),
            }),
            Kind::Binary => Ok(c::binary()),
            Kind::Uri | Kind::Iterator | Kind::Callable => Ok(c::any()),
            kind if kind.is_vague() => Ok(c::any()),
            _ => Err(AccessError::All),
        }
    }

    fn array_access(&self, atom: &Ty, keys: &[Ty], unfolds: bool) -> Result<Ty, AccessError> {
        if unfolds {
            return Ok(c::any());
        }
        if keys.len() > 2 {
            return Err(AccessError::Count);
        }
        for (index, key) in keys.iter().enumerate() {
            if !self.may_index_array(key) {
                let message = format!("an Array index must be an Integer, found {}", self.sets.general(key));
                return Err(AccessError::Key(index, message));
            }
        }
        let [key] = keys else {
            return Ok(self.sets.array_of(self.sets.element(atom), Range::ANY));
        };
        if !self.sets.is_subtype(key, &c::integer()) {
            return Ok(c::any());
        }
        Ok(match shape::integer_value(key) {
            Some(index) => self.element_of(atom, index),
            None => self.sets.join2(&self.sets.element(atom), &c::undef()),
        })
    }

    fn element_of(&self, atom: &Ty, index: i64) -> Ty {
        let held = elements(atom);
        let from_start = match (index < 0, held.range.max) {
            (false, _) => index,
            (true, Some(max)) if max == held.range.min => index + max,
            (true, _) => return self.sets.join2(&self.sets.element(atom), &c::undef()),
        };
        if from_start < 0 || held.range.max.is_some_and(|max| from_start >= max) {
            return c::undef();
        }
        let element = held.at(from_start as usize);
        if matches!(*element, Type::Unit) {
            return c::undef();
        }
        if from_start < held.range.min { element } else { self.sets.join2(&element, &c::undef()) }
    }

    fn may_index_array(&self, key: &Ty) -> bool {
        let may = |ty: &Ty| !self.sets.is_disjoint(key, ty);
        may(&c::integer()) || may(&c::array()) || (!self.mode.strict && may(&c::string()) && !is_no_number(key))
    }

    fn hash_access(&self, atom: &Ty, keys: &[Ty]) -> Ty {
        let [key] = keys else { return c::array() };
        if let Some(entries) = shape::entries(atom) {
            return match shape::string_value(key) {
                Some(name) => match shape::entry(entries, name) {
                    Some(entry) if entry.is_optional() => self.sets.join2(&entry.value, &c::undef()),
                    Some(entry) => entry.value.clone(),
                    None => c::undef(),
                },
                None => self.sets.join2(&hash_pair(&self.sets, atom).1, &c::undef()),
            };
        }
        let (known, value) = hash_pair(&self.sets, atom);
        if is_never(&known) || self.sets.disjoint(key, &known) {
            return c::undef();
        }
        self.sets.join2(&value, &c::undef())
    }

    fn string_access(&self, keys: &[Ty], unfolds: bool) -> Result<Ty, AccessError> {
        if unfolds {
            return Ok(c::string());
        }
        if keys.len() > 2 {
            return Err(AccessError::Count);
        }
        let indexes: Ty = Rc::new(Type::Variant(vec![c::integer(), c::string(), c::array()]));
        for (index, key) in keys.iter().enumerate() {
            if self.sets.is_disjoint(key, &indexes) || is_no_number(key) {
                let message = format!("a String index must be an Integer, found {}", self.sets.general(key));
                return Err(AccessError::Key(index, message));
            }
        }
        Ok(c::string())
    }
}
