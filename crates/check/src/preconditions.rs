//! The preconditions of functions and definitions beyond their declared parameters: numeric strings, at least
//! one value, existing classes, names that are not reserved.

use std::rc::Rc;

use pprepl_text::{RuleCode, Severity, Span, suggest};
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Hash, Ty, Type, Value, sprintf, type_named_by};
use puppet_syntax::ast::{Class, Expr, ExprKind, TypeAlias};

use super::arguments::unqualified;
use super::builtin::Calling;
use super::checker::Checker;
use super::finding::Finding;
use super::hint::needs_number;
use super::subtyping::shape::{self, elements, string_value};
use super::subtyping::single::single_value;
use super::subtyping::{Kind, is_any, is_never};
use super::typed_expr::{FileSpan, TypedExpr};

/// The kinds that a digest function never accepts.
const NO_TEXT: &[Kind] =
    &[Kind::Integer, Kind::Float, Kind::Boolean, Kind::Array, Kind::Hash, Kind::Default, Kind::Type];

/// The merge strategies of lookup.
const STRATEGIES: &[&str] = &["first", "default", "unique", "hash", "deep", "unconstrained_deep", "reverse_deep"];

/// Returns the type of a value in a hash with known keys.
fn member(hash: &Ty, name: &str) -> Option<Ty> {
    shape::entry(shape::entries(hash)?, name).map(|entry| entry.value.clone())
}

impl<'a> Checker<'a> {
    /// Reports arguments that the declared parameters accept and the function itself rejects.
    pub(super) fn check_preconditions(&mut self, calling: &Calling<'a>) {
        let first = calling.args.given.first().and_then(|first| Some((first.expr, first.found.clone()?)));
        match calling.name {
            "abs" | "ceiling" | "floor" => self.demand_number(calling, first),
            "md5" | "sha1" | "sha256" | "digest" => self.demand_text(calling, first),
            "max" | "min" => self.demand_values(calling),
            "sprintf" => self.demand_format(calling),
            "lookup" => self.demand_strategy(calling),
            "template" => self.demand_templates(calling),
            "regsubst" | "split" | "match" => self.demand_pattern_argument(calling),
            _ => {}
        }
    }

    fn demand_number(&mut self, calling: &Calling<'a>, first: Option<(&'a Expr, TypedExpr)>) {
        let Some((expr, found)) = first else { return };
        if needs_number(calling.name, &found.ty) {
            let spot = self.span(expr);
            let message = format!("argument 1 of {} must be a number, this String holds none", calling.name);
            self.report(Self::from(Finding::error(RuleCode::Argument, spot, message), &found));
        }
    }

    fn demand_text(&mut self, calling: &Calling<'a>, first: Option<(&'a Expr, TypedExpr)>) {
        let Some((expr, found)) = first.filter(|(_, found)| !is_never(&found.ty)) else { return };
        if self.sets.all_of(&found.ty, NO_TEXT) {
            let spot = self.span(expr);
            let text = self.sets.general(&found.ty);
            let message = format!("argument 1 of {} must be a String, found {text}", calling.name);
            self.report(Self::from(Finding::error(RuleCode::Argument, spot, message), &found));
        }
    }

    /// Reports a format that is not a String, or that its arguments do not fit.
    fn demand_format(&mut self, calling: &Calling<'a>) {
        let types: Option<Vec<TypedExpr>> = calling.args.given.iter().map(|one| one.found.clone()).collect();
        let Some(types) = types.filter(|_| !calling.args.open) else { return };
        let Some((format, rest)) = types.split_first() else { return };
        let text: Ty = Rc::new(Type::Variant(vec![c::string(), Rc::new(Type::Binary), c::undef()]));
        if !is_any(&format.ty) && !is_never(&format.ty) && self.sets.is_disjoint(&format.ty, &text) {
            let spot = self.span(calling.args.given.first().map_or(calling.expr, |first| first.expr));
            let message = format!("the format of sprintf must be a String, found {}", self.sets.general(&format.ty));
            self.report(Self::from(Finding::error(RuleCode::Argument, spot, message), format));
            return;
        }
        let Some(Value::Str(format)) = single_value(&format.ty) else { return };
        // The hash decides whether a format with names fits.
        let is_named = format.text.contains(['<', '{']);
        let value = |one: &TypedExpr| single_value(&one.ty).or_else(|| (!is_named).then(|| self.formatted(&one.ty)));
        let values: Option<Vec<Value>> = rest.iter().map(value).collect();
        let Some(values) = values else { return };
        if let Err(failed) = sprintf(&format.text, &values) {
            let spot = self.span(calling.expr);
            self.report(Finding::error(RuleCode::Argument, spot, failed.message.clone()));
        }
    }

    /// Returns a value that a directive refuses only where it refuses all values of the type.
    fn formatted(&self, ty: &Ty) -> Value {
        let kinds = if is_any(ty) { Vec::new() } else { self.sets.kinds(ty) };
        match &kinds[..] {
            [Kind::Boolean] => Value::bool(true),
            [Kind::Array] => Value::array(Vec::new()),
            [Kind::Hash] => Value::hash(Hash::new()),
            [Kind::Type] => Value::Type(c::integer()),
            // Every directive takes this number.
            _ => Value::Int(1),
        }
    }

    /// Reports an unknown merge strategy of lookup: its third argument, or the `merge` of its options.
    fn demand_strategy(&mut self, calling: &Calling<'a>) {
        let merge = match &calling.args.given[..] {
            _ if calling.args.open => return,
            [_, options] => options.found.as_ref().and_then(|found| Some((options.expr, member(&found.ty, "merge")?))),
            [_, _, merge, ..] => merge.found.as_ref().map(|found| (merge.expr, found.ty.clone())),
            _ => None,
        };
        let Some((expr, merge)) = merge else { return };
        let strategy = member(&merge, "strategy").unwrap_or(merge);
        let Some(name) = string_value(&strategy).filter(|name| !STRATEGIES.contains(name)) else { return };
        let near = suggest::nearest(name, STRATEGIES.iter().copied()).map(|near| format!("did you mean '{near}'?"));
        let message = format!("unknown merge strategy '{name}'; expected first, unique, hash and deep");
        self.report(Finding::error(RuleCode::Argument, self.span(expr), message).hint(near));
    }

    fn demand_templates(&mut self, calling: &Calling<'a>) {
        for one in &calling.args.given {
            if let Some(name) = one.found.as_ref().and_then(|found| string_value(&found.ty)) {
                let spot = self.span(one.expr);
                self.missing_template(name, spot);
            }
        }
    }

    fn demand_values(&mut self, calling: &Calling<'a>) {
        if calling.args.open || calling.has_block() {
            return;
        }
        let is_empty = match &calling.args.given[..] {
            [] => true,
            [only] => only.found.as_ref().is_some_and(|found| {
                Kind::of(&found.ty) == Kind::Array && elements(&found.ty).range.is_empty() && !is_any(&found.ty)
            }),
            _ => false,
        };
        if is_empty {
            let message = format!("{} needs at least one value", calling.name);
            self.report(Finding::error(RuleCode::Arity, calling.name_spot, message));
        }
    }

    /// Reports unknown classes in `include x` and similar calls.
    pub(super) fn demand_classes(&mut self, calling: &Calling<'a>) {
        let exprs: Vec<&'a Expr> = calling.args.given.iter().map(|argument| argument.expr).collect();
        exprs.into_iter().for_each(|expr| self.demand_class(expr));
    }

    pub(super) fn demand_class(&mut self, expr: &'a Expr) {
        let name: Rc<str> = match &unqualified(expr).kind {
            ExprKind::Array(items) => return items.iter().for_each(|item| self.demand_class(item)),
            ExprKind::String(name) | ExprKind::Name(name) => name.trim_start_matches("::").to_lowercase().into(),
            _ => return,
        };
        let spot = self.span(expr);
        let is_certain = self.knows_definitions();
        self.demand_class_named(&name, spot, is_certain);
    }

    /// Reports an unknown class that a class inherits. It may be defined before the class is evaluated.
    pub(super) fn demand_parent(&mut self, class: &'a Class) {
        let Some(parent) = &class.parent else { return };
        let head = Span::new(class.name_span.end, class.body.span.start);
        let text = self.sources.get(self.file as usize).map_or("", |source| head.of(source.text()));
        let Some(at) = text.rfind(&**parent) else { return };
        let start = head.start + at as u32;
        let spot = self.span_of(Span::new(start, start + parent.len() as u32));
        let is_certain = self.world.is_complete();
        self.demand_class_named(&parent.trim_start_matches("::").to_lowercase(), spot, is_certain);
    }

    pub(super) fn demand_class_named(&mut self, name: &str, spot: FileSpan, is_certain: bool) {
        if name.is_empty() || self.class_or_define(name, true).is_some() {
            return;
        }
        if !is_certain && !self.reports_more() {
            return;
        }
        let own = || self.definitions.classes.iter().filter(|(_, class)| class.is_some()).map(|(name, _)| &**name);
        let (code, severity) = match is_certain {
            true => (RuleCode::UnknownClass, Severity::Error),
            false if own().any(|own| suggest::is_typo(name, own)) => (RuleCode::UnknownClass, Severity::Warning),
            false => (RuleCode::Unresolved, Severity::Note),
        };
        let known = if self.reports(code) { self.world.near_class(name) } else { None };
        let near = self.nearest(name, own().chain(known.as_deref())).map(str::to_owned);
        let hint = near.as_ref().map(|near| format!("did you mean '{near}'?"));
        let finding = Finding::of(severity, code, spot, format!("unknown class '{name}'"));
        self.report(finding.hint(hint).swap(name, near.as_deref()));
    }

    /// Reports an alias with a reserved name of the language.
    pub(super) fn demand_name(&mut self, alias: &TypeAlias) {
        let name = alias.name.strip_prefix("::").unwrap_or(&alias.name);
        if !name.contains("::") && self.world.has_resource_type(&name.to_lowercase()) {
            let spot = self.span_of(alias.name_span);
            let message = format!("'{name}' is a resource type, and no alias can have its name");
            let hint = format!("choose another name, or one of a module: Mymodule::{name}");
            self.report(Finding::error(RuleCode::TakenName, spot, message).hint(Some(hint)));
            return;
        }
        if type_named_by(&self.sets.rules, name).is_some() {
            let spot = self.span_of(alias.name_span);
            self.report(Finding::error(
                RuleCode::TakenName,
                spot,
                format!("'{name}' is a type of the language itself"),
            ));
        }
    }
}
