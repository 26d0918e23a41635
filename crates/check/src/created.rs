//! `create_resources(type, hash, defaults)`: each resource of a known hash against the parameters of its class or defined
//! type.

use std::rc::Rc;

use pprepl_text::{RuleCode, Severity};
use puppet_catalog::is_metaparameter;
use puppet_pcore::{StructElement, Ty, Type};
use puppet_syntax::ast::{Expr, ExprKind};

use super::arguments::{Argument, unqualified};
use super::builtin::Calling;
use super::checker::Checker;
use super::declaration::{ClassLike, ParamInfo};
use super::display::display;
use super::finding::Finding;
use super::subtyping::shape::{entries, string_value};
use super::subtyping::{Kind, is_any};
use super::typed_expr::TypedExpr;

/// The attributes of a resource: their types, and the hash where the source writes it.
#[derive(Clone)]
struct Given<'a> {
    ty: Ty,
    written: &'a Expr,
}

impl<'a> Checker<'a> {
    pub(super) fn create_resources(&mut self, calling: &mut Calling<'a>) -> TypedExpr {
        let result = self.generic(calling);
        if !calling.args.open {
            self.created(calling);
        }
        result
    }

    fn created(&mut self, calling: &Calling<'a>) -> Option<()> {
        let mut given = calling.args.given.iter();
        let first = given.next()?;
        let name = string_value(&first.found.as_ref()?.ty)?.to_lowercase();
        let name = name.strip_prefix("::").unwrap_or(&name);
        // Nothing checks a virtual resource before it is realized.
        if name.starts_with('@') {
            return None;
        }
        let resources = given_of(given.next()?)?;
        let defaults = given.next().and_then(given_of);
        let is_class = name == "class";
        let count = self.sets.collection_range(&resources.ty);
        if !is_class && !count.is_empty() {
            let spot = self.span(first.expr);
            self.demand_type_named(name, spot, count.min > 0);
        }
        for resource in entries(&resources.ty)?.iter().filter(|one| !one.is_optional()) {
            let written = entry_of(resources.written, &resource.name);
            let at = written.map_or(resources.written, |(key, _)| key);
            if is_class {
                let spot = self.span(at);
                let is_certain = self.knows_definitions();
                self.demand_class_named(&plain(&resource.name), spot, is_certain);
            }
            let declared = if is_class { plain(&resource.name) } else { name.to_owned() };
            let Some(declared) = self.class_or_define(&declared, is_class) else { continue };
            let given = Given { ty: resource.value.clone(), written: written.map_or(at, |(_, value)| value) };
            self.created_one(&declared, &given, defaults.as_ref());
            if !is_class {
                self.missing_of_created(&declared, &given, defaults.as_ref(), at);
            }
        }
        Some(())
    }

    /// Checks the attributes of one resource; what its own hash has hides the default.
    fn created_one(&mut self, declared: &ClassLike<'a>, given: &Given<'a>, defaults: Option<&Given<'a>>) {
        let own = entries(&given.ty);
        own.into_iter().flatten().for_each(|entry| self.created_attribute(declared, entry, given.written));
        let Some(defaults) = defaults.filter(|_| own.is_some() || is_empty(&given.ty)) else { return };
        for entry in entries(&defaults.ty).into_iter().flatten() {
            if !own.into_iter().flatten().any(|one| one.name == entry.name) {
                self.created_attribute(declared, entry, defaults.written);
            }
        }
    }

    fn created_attribute(&mut self, declared: &ClassLike<'a>, entry: &StructElement, written: &'a Expr) {
        if entry.is_optional() {
            return;
        }
        let place = entry_of(written, &entry.name);
        let Some(info) = declared.param(&entry.name) else {
            if !is_metaparameter(&entry.name) && &*entry.name != "name" {
                let span = place.map_or(written, |(key, _)| key).span;
                self.no_parameter(&entry.name, span, declared, Severity::Error);
            }
            return;
        };
        // A Deferred value is computed on the node.
        let is_later = self.sets.kinds(&entry.value).iter().any(|kind| matches!(kind, Kind::Object | Kind::Open));
        if is_any(&entry.value) || is_later || !self.rejects(&entry.value, info) {
            return;
        }
        let text = self.sets.found(&entry.value, &info.ty);
        let wanted = display(&info.ty);
        let (at, message) = match place {
            Some((_, value)) => (value, format!("expected {wanted}, found {text}")),
            None => (written, format!("key '{}': expected {wanted}, found {text}", entry.name)),
        };
        let why = format!("{} declares ${} as {wanted}", declared.name, entry.name);
        let finding = Finding::error(RuleCode::TypeMismatch, self.span(at), message);
        self.report(finding.note_if(info.type_span(), why));
    }

    /// Reports missing parameters.
    fn missing_of_created(
        &mut self,
        declared: &ClassLike<'a>,
        given: &Given<'a>,
        defaults: Option<&Given<'a>>,
        at: &'a Expr,
    ) {
        let is_known = |given: &Given<'a>| entries(&given.ty).is_some() || is_empty(&given.ty);
        if !is_known(given) || defaults.is_some_and(|defaults| !is_known(defaults)) {
            return;
        }
        let all = || [Some(given), defaults].into_iter().flatten().filter_map(|one| entries(&one.ty)).flatten();
        let needed =
            |info: &&ParamInfo<'a>| info.param.default.is_none() && !all().any(|entry| *entry.name == *info.param.name);
        let names: Vec<String> =
            declared.params.iter().filter(needed).map(|info| format!("'{}'", info.param.name)).collect();
        if !names.is_empty() {
            let message = format!("{} needs a value for {}", declared.name, names.join(", "));
            let severity = self.missing_as(&declared.name);
            self.report(Finding::of(severity, RuleCode::MissingAttribute, self.span(at), message));
        }
    }
}

fn given_of<'a>(argument: &Argument<'a>) -> Option<Given<'a>> {
    Some(Given { ty: argument.found.as_ref()?.ty.clone(), written: argument.expr })
}

fn is_empty(ty: &Type) -> bool {
    super::subtyping::shape::is_empty_hash(ty)
}

/// Returns the name of a class in lower case.
fn plain(name: &Rc<str>) -> String {
    name.strip_prefix("::").unwrap_or(name).to_lowercase()
}

/// Returns the key and the value of an entry of a literal hash.
fn entry_of<'a>(expr: &'a Expr, name: &str) -> Option<(&'a Expr, &'a Expr)> {
    let ExprKind::Hash(all) = &unqualified(expr).kind else { return None };
    all.iter().find_map(|entry| match &entry.key.kind {
        ExprKind::String(key) | ExprKind::Name(key) if **key == *name => Some((&entry.key, &entry.value)),
        _ => None,
    })
}
