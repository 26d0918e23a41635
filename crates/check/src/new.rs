//! `T(x)` and `T.new(x)`: the type T, unless the value can never be converted.

use std::rc::Rc;

use pprepl_text::{RuleCode, suggest};
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{ConstructContext, Member, Result, Ty, Type, Value, instance, members, new_value, resolved};
use puppet_syntax::ast::{Expr, ExprKind, Lambda};

use super::arguments::unqualified;
use super::builtin::Calling;
use super::checker::Checker;
use super::display::{arguments, display};
use super::finding::Finding;
use super::subtyping::single::single_value;
use super::subtyping::{Kind, is_any, shape};
use super::typed_expr::{FileSpan, LiteralSpans, TypedExpr};

/// An attribute that a new object takes: its name, its type, and whether it has no default.
type GivenAttribute = (Rc<str>, Ty, bool);

impl<'a> Checker<'a> {
    pub(super) fn call_new(
        &mut self,
        written: &'a Expr,
        args: &'a [Expr],
        lambda: Option<&'a Rc<Lambda>>,
        expr: &'a Expr,
    ) -> TypedExpr {
        let found: Vec<TypedExpr> = args.iter().map(|arg| self.check(arg, None)).collect();
        let open = args.iter().any(|arg| matches!(unqualified(arg).kind, ExprKind::Unfold(_)));
        let Some(ty) = self.resolve_annotation(written) else {
            self.free_lambda(lambda);
            self.check_type(written);
            return TypedExpr::any();
        };
        let spots: Vec<&'a Expr> = args.iter().collect();
        let found = Some(&found[..]).filter(|_| !open);
        self.make(&ty, found, &spots, (lambda, true), expr)
    }

    /// Checks `value.convert_to(T, ..)` and `new(T, value, ..)`: the type is that of `T(value, ..)`.
    pub(super) fn convert(&mut self, calling: &mut Calling<'a>) -> Option<TypedExpr> {
        let place = usize::from(calling.name == "convert_to");
        if calling.args.open || calling.callable.is_some() {
            return None;
        }
        let ty = self.resolve_annotation(calling.args.given.get(place)?.expr)?;
        if !self.check_call(calling) {
            self.free_lambda(calling.lambda);
            return Some(TypedExpr::any());
        }
        let values = || calling.args.given.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, given)| given);
        let spots: Vec<&'a Expr> = values().map(|given| given.expr).collect();
        let found: Option<Vec<TypedExpr>> = values().map(|given| given.found.clone()).collect();
        let lambda = (calling.lambda, place == 0);
        Some(self.make(&ty, found.as_deref(), &spots, lambda, calling.expr))
    }

    /// Returns the type of a new T, or of what the lambda makes of it; `found` is `None` after a splat.
    fn make(
        &mut self,
        ty: &Ty,
        found: Option<&[TypedExpr]>,
        args: &[&'a Expr],
        (lambda, skips_lambda): (Option<&'a Rc<Lambda>>, bool),
        expr: &'a Expr,
    ) -> TypedExpr {
        if let Some(found) = found.filter(|_| lambda.is_none()) {
            self.check_conversion(ty, found, args, expr);
            self.check_attributes(ty, found, args, expr);
        }
        let made = self.made(ty, found);
        if let Some(lambda) = lambda {
            let result = self.lambda(lambda, Some(std::slice::from_ref(&made)), None, None);
            let result = if skips_lambda { self.with_instances(result, ty, found) } else { result };
            return self.computed(result, expr);
        }
        self.computed(made, expr)
    }

    /// Adds the instances of T, which `new` returns without calling its lambda.
    fn with_instances(&self, result: Ty, ty: &Ty, found: Option<&[TypedExpr]>) -> Ty {
        match found {
            Some([only]) => self.sets.join2(&result, &self.sets.meet(&only.ty, ty)),
            Some(_) => result,
            None => self.sets.join2(&result, ty),
        }
    }

    fn made(&self, ty: &Ty, found: Option<&[TypedExpr]>) -> Ty {
        match &**ty {
            Type::Sensitive(inner) if is_any(inner) => self.sensitive(found.and_then(<[TypedExpr]>::first)),
            Type::Tuple(types, _) if types.is_empty() => c::array(),
            Type::Struct(entries) if entries.is_empty() => c::hash(),
            Type::AnyStruct => c::hash(),
            Type::Class(_) | Type::Resource { .. } | Type::Init(..) | Type::Optional(_) | Type::Type(_) => c::any(),
            Type::Iterable(_) | Type::Iterator(_) | Type::Variant(_) | Type::NotUndef(_) => c::any(),
            _ => ty.clone(),
        }
    }

    /// Returns the type of a Sensitive; a value that is already Sensitive is not wrapped twice.
    fn sensitive(&self, found: Option<&TypedExpr>) -> Ty {
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

    /// Reports an argument of a new object that its attribute does not accept, and a surplus one.
    fn check_attributes(&mut self, ty: &Ty, found: &[TypedExpr], args: &[&'a Expr], expr: &'a Expr) {
        let Type::Object(object) = &*resolved(ty) else { return };
        // A single hash holds the attributes by name.
        let all = members(object).into_iter().filter_map(|(name, member)| match member {
            Member::Attribute(one) if !one.constant && !one.derived => {
                Some((name, one.ty.clone(), one.value.is_none()))
            }
            _ => None,
        });
        let (required, optional): (Vec<GivenAttribute>, Vec<GivenAttribute>) =
            all.partition(|(_, _, required)| *required);
        if let [only] = found
            && (is_any(&only.ty) || !self.sets.all_of(&only.ty, NO_HASH))
        {
            let all: Vec<GivenAttribute> = required.into_iter().chain(optional).collect();
            return self.check_named_attributes(ty, &all, only, args.first().copied().unwrap_or(expr));
        }
        let (least, most) = (required.len(), required.len() + optional.len());
        let name = display(ty);
        if found.len() < least || found.len() > most {
            let spot = self.span(args.get(most).copied().unwrap_or(expr));
            let message = format!("{name} takes {}, found {}", arguments(least, Some(most)), found.len());
            return self.report(Finding::error(RuleCode::Arity, spot, message));
        }
        for (at, ((attribute, wanted, _), given)) in required.iter().chain(&optional).zip(found).enumerate() {
            if self.sets.is_disjoint(&given.ty, wanted) {
                let spot = self.span(args.get(at).copied().unwrap_or(expr));
                let text = self.sets.found(&given.ty, wanted);
                let message = format!("attribute {attribute} of {name}: expected {}, found {text}", display(wanted));
                self.report(Self::from(Finding::error(RuleCode::TypeMismatch, spot, message), given));
            }
        }
    }

    /// Reports a hash of attributes that lacks one, has an unknown one, or has one of the wrong type.
    fn check_named_attributes(&mut self, ty: &Ty, all: &[GivenAttribute], found: &TypedExpr, at: &Expr) {
        let Some(entries) = shape::entries(&found.ty) else { return };
        // The hash may be the value of the first attribute.
        if all.first().is_none_or(|(_, first, _)| !self.sets.is_disjoint(&found.ty, first)) {
            return;
        }
        let (name, spot) = (display(ty), self.span(at));
        let is_missing = |wanted: &&GivenAttribute| wanted.2 && shape::entry(entries, &wanted.0).is_none();
        if let Some((missing, _, _)) = all.iter().find(is_missing) {
            let message = format!("missing attribute '{missing}' of {name}");
            self.report(Self::from(Finding::error(RuleCode::MissingKey, spot, message), found));
        }
        for entry in entries {
            let at = self.entry_span(found, &entry.name).unwrap_or(spot);
            let Some((attribute, wanted, _)) = all.iter().find(|(known, _, _)| **known == *entry.name) else {
                if !entry.is_optional() {
                    let near = suggest::nearest(&entry.name, all.iter().map(|(known, _, _)| &**known));
                    let hint = near.map(|near| format!("did you mean '{near}'?"));
                    let message = format!("{name} has no attribute '{}'", entry.name);
                    self.report(Finding::error(RuleCode::UnrecognizedKey, at, message).hint(hint));
                }
                continue;
            };
            if !entry.is_optional() && self.sets.is_disjoint(&entry.value, wanted) {
                let text = self.sets.found(&entry.value, wanted);
                let message = format!("attribute {attribute} of {name}: expected {}, found {text}", display(wanted));
                self.report(Finding::error(RuleCode::TypeMismatch, at, message));
            }
        }
    }

    /// Returns the span of an entry of a literal.
    fn entry_span(&self, found: &TypedExpr, name: &str) -> Option<FileSpan> {
        match &found.parts {
            Some(LiteralSpans::Entries(spots)) => spots.iter().find(|(own, _)| **own == *name).map(|(_, spot)| *spot),
            _ => None,
        }
    }

    /// Reports a conversion that can never succeed: by the kind of the value, or because its only value
    /// fails.
    fn check_conversion(&mut self, ty: &Ty, found: &[TypedExpr], args: &[&'a Expr], expr: &'a Expr) {
        let spot = self.span(args.first().copied().unwrap_or(expr));
        let is_number = matches!(**ty, Type::Integer(_) | Type::Float(_) | Type::Numeric);
        if let (true, Some(first)) = (is_number, found.first()) {
            let kinds = self.sets.kinds(&first.ty);
            if !kinds.is_empty() && kinds.iter().all(|kind| !kind.is_vague() && !CONVERTIBLE.contains(kind)) {
                let message = format!("{} cannot be converted to {}", self.sets.general(&first.ty), display(ty));
                return self.report(Finding::error(RuleCode::Conversion, spot, message));
            }
        }
        let wraps_nothing = matches!(**ty, Type::Sensitive(_)) && found.is_empty();
        if !is_plain(ty) && !wraps_nothing {
            return;
        }
        let Some(values) = found.iter().map(|one| single_value(&one.ty)).collect::<Option<Vec<Value>>>() else {
            return;
        };
        if let Some(why) = failure(ty, &values) {
            let message = match &values[..] {
                [Value::Str(_), ..] if matches!(**ty, Type::Regexp(_) | Type::Enum { .. } | Type::Pattern(_)) => {
                    why.to_string()
                }
                [Value::Str(text)] => format!("the string '{}' cannot be converted to {}", text.text, display(ty)),
                _ => format!("this cannot be converted to {}: {why}", display(ty)),
            };
            self.report(Finding::error(RuleCode::Conversion, spot, message));
        }
    }
}

/// The kinds of a single argument of a new object that does not hold its attributes.
const NO_HASH: &[Kind] =
    &[Kind::Integer, Kind::Float, Kind::String, Kind::Boolean, Kind::Array, Kind::Undef, Kind::Default, Kind::Regexp];

/// The kinds that may be converted to a number.
const CONVERTIBLE: &[Kind] = &[
    Kind::Integer,
    Kind::Float,
    Kind::String,
    Kind::Boolean,
    Kind::Timespan,
    Kind::Timestamp,
    Kind::Hash,
    Kind::Array,
];

/// Returns whether making a value of the type is a pure computation.
fn is_plain(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Integer(_)
            | Type::Float(_)
            | Type::Numeric
            | Type::Boolean(_)
            | Type::String(_)
            | Type::Array(..)
            | Type::Hash(..)
            | Type::Regexp(_)
            | Type::Binary
            | Type::SemVer(_)
            | Type::SemVerRange
            | Type::Timespan(_)
            | Type::Timestamp(_)
            | Type::Uri(_)
            // These types have no instances that `new` can make.
            | Type::Undef
            | Type::Default
            | Type::Enum { .. }
            | Type::Pattern(_)
            | Type::Callable(_)
            | Type::CatalogEntry
    )
}

/// Returns the reason why the value cannot be made; `None` when it can.
fn failure(ty: &Ty, values: &[Value]) -> Option<String> {
    if let [only] = values
        && instance(ty, only)
    {
        return None;
    }
    let mut place = Nowhere::default();
    match new_value(ty, values, &mut place) {
        _ if place.is_timed => None,
        Err(issue) => Some(issue.message),
        Ok(made) if place.is_zoned || instance(ty, &made) => None,
        Ok(made) => Some(format!("it makes {}", puppet_pcore::display(&made))),
    }
}

/// A context without a clock, a time zone or a session. It records whether a conversion needs them, whose value is then
/// unknown.
#[derive(Default)]
struct Nowhere {
    is_timed: bool,
    is_zoned: bool,
}

impl ConstructContext for Nowhere {
    fn now(&mut self) -> i128 {
        self.is_timed = true;
        0
    }

    fn time_zone(&mut self) -> String {
        self.is_zoned = true;
        "UTC".to_owned()
    }

    fn parse_type(&mut self, _: &str) -> Result<Ty> {
        Ok(c::any())
    }
}
