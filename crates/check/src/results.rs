//! Built-in functions whose result type depends on the call: one rule for each.

use std::rc::Rc;

use pprepl_text::{RuleCode, Span};
use puppet_pcore::algebra::constant as c;
use puppet_pcore::numeric_text::to_number;
use puppet_pcore::{Ty, Type, Value};
use puppet_syntax::ast::ExprKind;

use super::builtin::Calling;
use super::checker::{Checker, ScopeKind};
use super::display::{arguments, display};
use super::finding::Finding;
use super::lambda::arity;
use super::requirement::{Annotation, Requirement};
use super::subtyping::shape::{Range, elements, is_empty_array, string_value};
use super::subtyping::{Kind, hash_pair, is_any, is_never, never};
use super::tested::passed;
use super::typed_expr::{Origin, TypeOrigin, TypedExpr};

impl<'a> Checker<'a> {
    /// Returns the result by the function's own rule; `None` when the declared one applies.
    pub(super) fn call_by_rule(&mut self, calling: &mut Calling<'a>) -> Option<TypedExpr> {
        match calling.name {
            "fail" => {
                self.read_arguments(&mut calling.args);
                self.free_lambda(calling.lambda);
                Some(self.computed(never(), calling.expr))
            }
            "break" => Some(self.computed(never(), calling.expr)),
            "return" => Some(self.returns(calling)),
            "next" => Some(self.next(calling)),
            "assert_type" => self.assert_type(calling),
            "type" => self.type_function(calling),
            "with" => self.with(calling),
            "then" => self.then(calling),
            "lest" => self.lest(calling),
            "unwrap" => self.unwrap(calling),
            "call" => self.call_by_name(calling),
            "lookup" => Some(self.lookup(calling)),
            "dig" => Some(self.dig(calling)),
            "convert_to" | "new" => self.convert(calling),
            "inline_epp" => Some(self.inline_epp(calling)),
            "epp" => Some(self.epp(calling)),
            "create_resources" => Some(self.create_resources(calling)),
            "include" | "require" | "contain" => {
                self.demand_classes(calling);
                None
            }
            _ => self.iterate(calling).or_else(|| self.shaped(calling)),
        }
    }

    /// Returns results that depend on the type of the first argument.
    fn shaped(&mut self, calling: &mut Calling<'a>) -> Option<TypedExpr> {
        let rule: fn(&Checker<'a>, &Ty, &Calling<'a>) -> Ty = match calling.name {
            "keys" => |checker, first, _| checker.keys_or_values(first, true),
            "values" => |checker, first, _| checker.keys_or_values(first, false),
            "split" => |checker, first, _| checker.split(first),
            "sort" | "unique" => |checker, first, calling| checker.sorted(first, calling),
            "upcase" | "downcase" | "capitalize" | "camelcase" | "strip" | "lstrip" | "rstrip" | "chomp" | "chop" => {
                |checker, first, _| checker.text_like(first, true)
            }
            "regsubst" => |checker, first, _| checker.text_like(first, false),
            "slice" => |checker, first, calling| checker.slice(first, calling),
            "max" | "min" => |checker, _, calling| checker.extreme(calling),
            "abs" => |checker, first, _| if checker.numeric(first) { checker.number_like(first) } else { c::numeric() },
            "get" | "getvar" | "index" => |_, _, _| c::any(),
            "scanf" => return self.scanf(calling),
            _ => return None,
        };
        let is_accepted = self.check_call(calling);
        match calling.name {
            "sort" | "unique" | "max" | "min" if is_accepted => self.ordering_block(calling),
            _ => self.free_lambda(calling.lambda),
        }
        let first = calling.args.given.first().and_then(|first| first.found.clone());
        let ty = match first {
            Some(first) => rule(self, &first.ty, calling),
            None => c::any(),
        };
        Some(self.computed(ty, calling.expr))
    }

    fn numeric(&self, ty: &Ty) -> bool {
        self.sets.is_subtype(ty, &c::numeric())
    }

    /// Returns a number type of the same kinds as this one.
    fn number_like(&self, ty: &Ty) -> Ty {
        let each: Vec<Ty> = self.sets.atoms(ty).iter().map(|atom| self.sets.widen(atom)).collect();
        self.sets.join(&each)
    }

    pub(super) fn first(&mut self, calling: &mut Calling<'a>) -> Option<TypedExpr> {
        let argument = calling.args.given.first_mut()?;
        Some(self.argument(argument, None))
    }

    fn returns(&mut self, calling: &mut Calling<'a>) -> TypedExpr {
        let value = self.first(calling).unwrap_or_else(|| TypedExpr::of(c::undef()));
        if let Some(at) = self.outer_body() {
            let within = self.bodies[at].within;
            if within != ScopeKind::Top {
                self.bodies[at].returns.push(value.ty.clone());
            }
            let direct = at + 1 == self.bodies.len();
            let wanted = self.bodies[at].wanted.clone().filter(|_| within == ScopeKind::Function && direct);
            if let Some(wanted) = wanted.filter(|wanted| self.sets.is_disjoint(&value.ty, &wanted.ty)) {
                self.unchecked_return(calling, &value, &wanted);
            }
        }
        self.computed(never(), calling.expr)
    }

    fn unchecked_return(&mut self, calling: &Calling<'a>, value: &TypedExpr, wanted: &Requirement<'a>) {
        let expr = calling.args.given.first().map_or(calling.expr, |first| first.expr);
        let spot = self.span(expr);
        let message = format!(
            "return() gives {}, the function declares {}: Puppet does not check values given to return()",
            display(&value.ty),
            display(&wanted.ty)
        );
        let finding = Finding::warning(RuleCode::ReturnUnchecked, spot, message).note_if(wanted.spot, "declared here");
        self.report(finding.hint(Some("end the function with the value: that one is checked".to_owned())));
    }

    fn next(&mut self, calling: &mut Calling<'a>) -> TypedExpr {
        let wanted = self
            .bodies
            .last()
            .filter(|body| matches!(body.within, ScopeKind::Lambda | ScopeKind::Function))
            .and_then(|body| body.wanted.clone());
        let value = match calling.args.given.first_mut() {
            Some(argument) => self.argument(argument, wanted.as_ref()),
            None => TypedExpr::of(c::undef()),
        };
        if let Some(body) = self.bodies.last_mut() {
            body.nexts.push(value.ty);
        }
        self.computed(never(), calling.expr)
    }

    fn assert_type(&mut self, calling: &mut Calling<'a>) -> Option<TypedExpr> {
        let [written, value] = &mut calling.args.given[..] else { return None };
        if calling.args.open {
            return None;
        }
        let annotation = written.expr;
        let ty = self.resolve_annotation(annotation)?;
        self.lint_type(annotation);
        if let Some(lambda) = calling.lambda {
            let found = self.argument(value, None);
            let given = [Rc::new(Type::Type(Some(ty.clone()))), c::type_type()];
            let result = self.lambda(lambda, Some(&given), None, None);
            let met = self.sets.meet(&found.ty, &passed(&ty));
            return Some(self.computed(self.sets.join2(&met, &result), calling.expr));
        }
        let requirement =
            Requirement::new(ty.clone(), Annotation { expr: annotation, file: self.file }, "assert_type requires it");
        let tested = passed(&ty);
        // The check does not hold a callable to its type.
        let before = (!Rc::ptr_eq(&tested, &ty)).then(|| self.argument(value, None).ty);
        let found = self.argument(value, Some(&requirement));
        let mut met = self.sets.meet(before.as_ref().unwrap_or(&found.ty), &tested);
        if is_never(&met) {
            met = tested;
        }
        let tested = value.expr;
        self.learn(tested, met.clone());
        let source = Origin { spot: self.span(annotation), why: TypeOrigin::Declared };
        Some(TypedExpr { ty: met, source: Some(source), parts: found.parts })
    }

    fn type_function(&mut self, calling: &mut Calling<'a>) -> Option<TypedExpr> {
        if calling.args.open || calling.args.given.is_empty() {
            return None;
        }
        self.check_call(calling);
        self.free_lambda(calling.lambda);
        let found = calling.args.given.first()?.found.clone()?;
        let ty = if is_any(&found.ty) || calling.args.given.len() > 1 {
            c::type_type()
        } else {
            Rc::new(Type::Type(Some(self.sets.as_inferred(&found.ty))))
        };
        Some(self.computed(ty, calling.expr))
    }

    /// Checks a call of `with`. Too few arguments for the lambda are an error; surplus ones are dropped.
    fn with(&mut self, calling: &mut Calling<'a>) -> Option<TypedExpr> {
        let lambda = calling.lambda.filter(|_| !calling.args.open)?;
        let given = self.read_arguments(&mut calling.args);
        let (least, _) = arity(lambda);
        if given.len() < least {
            let spot = self.parameter_list(lambda);
            let gets = arguments(given.len(), Some(given.len()));
            let message = format!("the lambda of with gets {gets}, this one takes {least}");
            self.report(Finding::error(RuleCode::BlockArity, spot, message).note(calling.name_spot, "called here"));
            self.lambda(lambda, None, None, None);
            return Some(TypedExpr::any());
        }
        let types: Vec<Ty> = given.iter().map(|one| one.ty.clone()).collect();
        let from =
            calling.args.given.first().map(|first| Origin { spot: self.span(first.expr), why: TypeOrigin::Computed });
        let result = self.lambda(lambda, Some(&types), None, from);
        Some(self.computed(result, calling.expr))
    }

    fn then(&mut self, calling: &mut Calling<'a>) -> Option<TypedExpr> {
        if calling.args.open || calling.args.given.len() != 1 || !calling.has_block() {
            return None;
        }
        if !self.check_call(calling) {
            self.free_lambda(calling.lambda);
            return Some(TypedExpr::any());
        }
        let found = self.first(calling)?;
        let there = self.sets.subtract(&found.ty, &c::undef());
        let from =
            calling.args.given.first().map(|first| Origin { spot: self.span(first.expr), why: TypeOrigin::Computed });
        let result = self.block_given(calling, std::slice::from_ref(&there), from);
        let maybe = is_any(&found.ty) || self.sets.contains(&found.ty, &c::undef());
        let ty = match (is_never(&there), maybe) {
            (true, _) => c::undef(),
            (false, true) => self.sets.join2(&result, &c::undef()),
            (false, false) => result,
        };
        Some(self.computed(ty, calling.expr))
    }

    fn lest(&mut self, calling: &mut Calling<'a>) -> Option<TypedExpr> {
        if calling.args.open || calling.args.given.len() != 1 || !calling.has_block() {
            return None;
        }
        self.check_call(calling);
        let found = self.first(calling)?;
        let result = self.block_given(calling, &[], None);
        let ty = if is_any(&found.ty) {
            c::any()
        } else if self.sets.contains(&found.ty, &c::undef()) {
            self.sets.join2(&self.sets.subtract(&found.ty, &c::undef()), &result)
        } else {
            found.ty
        };
        Some(self.computed(ty, calling.expr))
    }

    fn unwrap(&mut self, calling: &mut Calling<'a>) -> Option<TypedExpr> {
        if calling.lambda.is_some() || calling.args.open || calling.args.given.len() != 1 {
            return None;
        }
        let found = self.first(calling)?;
        if is_any(&found.ty) {
            return Some(TypedExpr::any());
        }
        let inner = self.sets.atoms(&found.ty).into_iter().map(|atom| match &*atom {
            Type::Sensitive(inner) => inner.clone(),
            _ => atom,
        });
        let inner: Vec<Ty> = inner.collect();
        Some(self.computed(self.sets.join(&inner), calling.expr))
    }

    /// Checks `lookup(k, T)`, `lookup(k, T, m, default)` and `lookup(k, {value_type => T})`.
    fn lookup(&mut self, calling: &mut Calling<'a>) -> TypedExpr {
        self.check_call(calling);
        let mut wanted = None;
        if let Some(second) = calling.args.given.get(1) {
            let written = match &second.expr.kind {
                ExprKind::Hash(entries) => entries
                    .iter()
                    .find(|entry| {
                        matches!(&entry.key.kind,
                            ExprKind::Name(name) | ExprKind::String(name) if &**name == "value_type")
                    })
                    .map(|entry| &entry.value),
                _ => Some(second.expr),
            };
            wanted = written.and_then(|written| Some((written, self.resolve_annotation(written)?)));
        }
        let result = calling.lambda.map(|lambda| self.lambda(lambda, None, None, None));
        let Some((written, ty)) = wanted else { return self.computed(c::any(), calling.expr) };
        if let Some(default) = calling.args.given.get(3).filter(|_| !calling.args.open)
            && let Some(found) = default.found.clone()
            && self.sets.is_disjoint(&found.ty, &ty)
        {
            let written = Annotation { expr: written, file: self.file };
            let requirement = Requirement::new(ty.clone(), written, "lookup requires this type");
            let span = default.expr.span;
            match matches!(*found.ty, Type::Undef) {
                true => self.undef_default(span, &requirement),
                false => self.mismatch(RuleCode::TypeMismatch, span, &requirement, &found),
            }
        }
        let ty = match result {
            Some(result) => self.sets.join2(&ty, &result),
            None => ty,
        };
        self.computed(ty, calling.expr)
    }

    /// Reports a default of undef that the type of a lookup rejects. It is only used when the data lack the key, so that
    /// the call may well succeed.
    fn undef_default(&mut self, default: Span, requirement: &Requirement<'a>) {
        let spot = self.span_of(default);
        let ty = display(&requirement.ty);
        let message = format!("lookup requires {ty}, so that it fails with this undef when no data have the key");
        let hint = format!("look up Optional[{ty}], or remove the default");
        self.report(Finding::warning(RuleCode::DefaultUndef, spot, message).hint(Some(hint)));
    }

    fn dig(&mut self, calling: &mut Calling<'a>) -> TypedExpr {
        self.check_call(calling);
        self.free_lambda(calling.lambda);
        let Some(first) = calling.args.given.first().and_then(|first| first.found.clone()) else {
            return TypedExpr::any();
        };
        if calling.args.open {
            return TypedExpr::any();
        }
        let mut current = first.ty;
        for key in calling.args.given.iter().skip(1) {
            let Some(found) = &key.found else { return TypedExpr::any() };
            if is_any(&current) {
                return TypedExpr::any();
            }
            if self.is_bad_index(&current, &found.ty) {
                let spot = self.span(key.expr);
                let message = format!("an Array index must be an Integer, found {}", self.sets.general(&found.ty));
                self.report(Finding::error(RuleCode::Dig, spot, message));
                return TypedExpr::any();
            }
            let Some(next) = self.dig_one(&current, &found.ty) else {
                let spot = self.span(key.expr);
                let message = format!("dig: {} is not a Collection", self.sets.general(&current));
                self.report(Finding::error(RuleCode::Dig, spot, message));
                return TypedExpr::any();
            };
            current = next;
        }
        self.computed(current, calling.expr)
    }

    /// Returns whether a key of `dig` can be no index of an array.
    fn is_bad_index(&self, from: &Ty, key: &Ty) -> bool {
        if is_any(from) || is_any(key) || !self.sets.all_of(from, &[Kind::Array]) {
            return false;
        }
        match string_value(key) {
            Some(text) => to_number(&Value::str(text)).is_none(),
            None => self.sets.all_of(key, &[Kind::Boolean, Kind::Array, Kind::Hash, Kind::Regexp]),
        }
    }

    fn dig_one(&self, from: &Ty, key: &Ty) -> Option<Ty> {
        let atoms = self.sets.atoms(from);
        let found: Vec<Ty> = atoms
            .iter()
            .filter_map(|atom| match Kind::of(atom) {
                Kind::Undef => Some(c::undef()),
                Kind::Array | Kind::Hash => Some(self.element_at(atom, key).unwrap_or_else(c::any)),
                kind if kind.is_vague() => Some(c::any()),
                _ => None,
            })
            .collect();
        (!found.is_empty() || atoms.is_empty()).then(|| self.sets.join(&found))
    }

    fn keys_or_values(&self, first: &Ty, keys: bool) -> Ty {
        if is_any(first) {
            return c::array();
        }
        let atoms = self.sets.atoms(first);
        let found: Vec<Ty> = atoms
            .iter()
            .filter(|atom| Kind::of(atom) == Kind::Hash)
            .map(|atom| {
                let (key, value) = hash_pair(&self.sets, atom);
                if keys { key } else { value }
            })
            .collect();
        if found.is_empty() {
            return c::array();
        }
        self.sets.array_of(self.sets.join(&found), self.sets.collection_range(first))
    }

    fn split(&self, first: &Ty) -> Ty {
        let parts = c::array_of(c::string());
        if self.sets.is_subtype(first, &c::string()) {
            return parts;
        }
        self.sets.join(&[parts.clone(), Rc::new(Type::Sensitive(parts))])
    }

    fn sorted(&self, first: &Ty, calling: &Calling<'a>) -> Ty {
        let unique = calling.name == "unique";
        if is_any(first) || calling.has_block() && unique {
            return c::any();
        }
        let each = self.sets.atoms(first).into_iter().map(|atom| match Kind::of(&atom) {
            Kind::Array => {
                let (element, range) = (self.sets.element(&atom), elements(&atom).range);
                let range = if unique { Range { min: range.min.min(1), ..range } } else { range };
                if is_never(&element) { atom } else { self.sets.array_of(element, range) }
            }
            Kind::String => c::string(),
            _ => c::any(),
        });
        let each: Vec<Ty> = each.collect();
        self.sets.join(&each)
    }

    /// Returns String for strings; with `numbers`, a number type for numbers.
    fn text_like(&self, first: &Ty, numbers: bool) -> Ty {
        if is_any(first) {
            return c::any();
        }
        if self.sets.is_subtype(first, &c::string()) {
            return c::string();
        }
        if numbers && self.numeric(first) {
            return first.clone();
        }
        let texts = c::array_of(c::string());
        if self.sets.is_subtype(first, &texts) { texts } else { c::any() }
    }

    fn slice(&self, first: &Ty, calling: &Calling<'a>) -> Ty {
        if calling.has_block() {
            return c::any();
        }
        match self.sets.iterated(first) {
            Some(element) if !is_any(&element) && !is_never(&element) => {
                c::array_of(self.sets.array_of(element, Range { min: 1, max: None }))
            }
            _ => c::array(),
        }
    }

    fn extreme(&self, calling: &Calling<'a>) -> Ty {
        let types: Vec<Ty> =
            calling.args.given.iter().filter_map(|arg| arg.found.as_ref().map(|found| found.ty.clone())).collect();
        if calling.has_block() || calling.args.open || types.iter().any(|ty| is_any(ty)) {
            return c::any();
        }
        if let [only] = &types[..]
            && self.sets.is_subtype(only, &c::array())
        {
            let held: Vec<Ty> = self.sets.atoms(only).iter().map(|atom| self.sets.element(atom)).collect();
            let element = self.sets.join(&held);
            let filled = self.sets.atoms(only).iter().all(|atom| elements(atom).range.min > 0 && !is_empty_array(atom));
            return if filled && self.numeric(&element) { self.sets.widen(&element) } else { c::any() };
        }
        if types.iter().all(|ty| self.numeric(ty)) { self.sets.join(&types) } else { c::any() }
    }

    fn scanf(&mut self, calling: &mut Calling<'a>) -> Option<TypedExpr> {
        let lambda = calling.lambda?;
        self.check_call(calling);
        let result = self.lambda(lambda, Some(&[c::array()]), None, None);
        Some(self.computed(result, calling.expr))
    }
}
