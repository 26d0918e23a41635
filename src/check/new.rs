//! `T(x)` and `T.new(x)`: the type, unless the value can never be converted.

use std::rc::Rc;

use crate::pcore::algebra::constant as c;
use crate::pcore::{Ty, Type};
use crate::syntax::ast::{Expr, ExprKind, Lambda};

use super::arguments::bare;
use super::checker::Checker;
use super::finding::{Finding, Sourced};
use super::hint::is_no_number;
use super::sets::{Kind, is_any, shape};
use super::shown::shown;

impl<'a> Checker<'a> {
    pub(super) fn call_new(
        &mut self,
        written: &'a Expr,
        args: &'a [Expr],
        lambda: Option<&'a Rc<Lambda>>,
        expr: &'a Expr,
    ) -> Sourced {
        let found: Vec<Sourced> = args.iter().map(|arg| self.check(arg, None)).collect();
        let open = args.iter().any(|arg| matches!(bare(arg).kind, ExprKind::Unfold(_)));
        let Some(ty) = self.written_type(written) else {
            self.free_lambda(lambda);
            self.check_type(written);
            return Sourced::any();
        };
        let made = match &*ty {
            Type::Sensitive(inner) if is_any(inner) => self.sensitive(found.first().filter(|_| !open)),
            Type::Integer(_) | Type::Float(_) | Type::Numeric => {
                if let (Some(first), Some(arg), false) = (found.first(), args.first(), open) {
                    self.check_number(&ty, first, arg, args.len());
                }
                ty.clone()
            }
            Type::Tuple(types, _) if types.is_empty() => c::array(),
            Type::Struct(entries) if entries.is_empty() => c::hash(),
            Type::AnyStruct => c::hash(),
            Type::Class(_) | Type::Resource { .. } | Type::Init(..) | Type::Optional(_) | Type::Type(_) => c::any(),
            Type::Iterable(_) | Type::Iterator(_) | Type::Variant(_) | Type::NotUndef(_) => c::any(),
            Type::Object(_) | Type::ObjectExtension(..) | Type::AnyObject | Type::TypeSet(_) => ty.clone(),
            _ => ty.clone(),
        };
        if let Some(lambda) = lambda {
            let result = self.lambda(lambda, Some(std::slice::from_ref(&made)), None, None);
            return self.computed(result, expr);
        }
        self.computed(made, expr)
    }

    /// What is sensitive already is not wrapped twice.
    fn sensitive(&self, found: Option<&Sourced>) -> Ty {
        let Some(found) = found.filter(|found| !is_any(&found.ty)) else { return c::sensitive() };
        let inner: Vec<Ty> = self
            .sets
            .atoms(&found.ty)
            .into_iter()
            .map(|atom| match &*atom {
                Type::Sensitive(inner) => inner.clone(),
                _ => atom,
            })
            .collect();
        let inner = self.sets.join(&inner);
        Rc::new(Type::Sensitive(self.sets.widen(&inner)))
    }

    fn check_number(&mut self, ty: &Ty, found: &Sourced, arg: &'a Expr, count: usize) {
        let convertible = [
            Kind::Integer,
            Kind::Float,
            Kind::String,
            Kind::Boolean,
            Kind::Timespan,
            Kind::Timestamp,
            Kind::Hash,
            Kind::Array,
        ];
        let kinds = self.sets.kinds(&found.ty);
        let spot = self.spot(arg);
        if !kinds.is_empty() && kinds.iter().all(|kind| !kind.is_vague() && !convertible.contains(kind)) {
            let message = format!("{} cannot be converted to {}", self.sets.general(&found.ty), shown(ty));
            return self.report(Finding::error("conversion", spot, message));
        }
        if let Some(text) = shape::string_value(&found.ty)
            && count == 1
            && is_no_number(&found.ty)
            && !looks_like_number(text)
        {
            let message = format!("the string '{text}' cannot be converted to {}", shown(ty));
            self.report(Finding::error("conversion", spot, message));
        }
    }
}

/// May the text be read as a number by some rule (binary, with a sign, with blanks)?
fn looks_like_number(text: &str) -> bool {
    let text = text.trim_start().trim_start_matches(['+', '-']).trim_start();
    text.starts_with(|c: char| c.is_ascii_digit())
}
