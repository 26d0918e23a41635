//! Resources: titles, and the attributes of classes and defined types against their parameters.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use pprepl_text::{RuleCode, Severity, Span, suggest};
use puppet_catalog::{capitalized, is_metaparameter};
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, Type};
use puppet_syntax::ast::{AttributeKind, AttributeOperation, Expr, ExprKind, Resource, ResourceBody, ResourceForm};

use super::arguments::unqualified;
use super::checker::Checker;
use super::declaration::ClassLike;
use super::declaration::ParamInfo;
use super::display::display;
use super::finding::Finding;
use super::hint::By;
use super::subtyping::{is_any, is_never, shape};
use super::typed_expr::TypedExpr;

impl<'a> Checker<'a> {
    pub(super) fn resource(&mut self, resource: &'a Resource, expr: &'a Expr) -> TypedExpr {
        let name: Option<Rc<str>> = match &resource.type_name.kind {
            ExprKind::Name(name) | ExprKind::Ref(name) | ExprKind::Reserved(name, _) => {
                Some(name.strip_prefix("::").unwrap_or(name).to_lowercase().into())
            }
            _ => None,
        };
        let is_class = name.as_deref() == Some("class");
        if let Some(name) =
            name.as_deref().filter(|_| !is_class && matches!(resource.type_name.kind, ExprKind::Name(_)))
        {
            self.demand_resource_type(resource, name);
        }
        let has_defaults =
            resource.bodies.iter().any(|body| matches!(unqualified(&body.title).kind, ExprKind::Default));
        for body in &resource.bodies {
            self.title(&body.title, is_class);
            if is_class {
                self.demand_class(&body.title);
            }
            let declared = match (&name, is_class) {
                (_, true) => class_title(&body.title).and_then(|title| self.class_or_define(&title, true)),
                (Some(name), false) => self.class_or_define(name, false),
                (None, false) => None,
            };
            match declared {
                Some(declared) => {
                    let given = self.attributes(body, &declared, is_class);
                    if let Some(given) = given.filter(|_| !has_defaults && !is_class) {
                        self.missing(body, &declared, &given, resource.form);
                    }
                }
                None => self.operations_of(&body.operations),
            }
        }
        self.computed(c::array_of(c::type_type()), expr)
    }

    fn operations_of(&mut self, operations: &'a [AttributeOperation]) {
        for operation in operations {
            let found = self.check(&operation.value, None);
            if matches!(operation.kind, AttributeKind::Splat) {
                self.splat(&operation.value, &found);
            }
        }
    }

    fn title(&mut self, title: &'a Expr, is_class: bool) {
        let found = self.check(title, None);
        if is_never(&found.ty) || is_any(&found.ty) {
            return;
        }
        let mut one = vec![c::string(), c::default_type()];
        if is_class {
            one.push(Rc::new(Type::Class(None)));
        }
        let one: Ty = Rc::new(Type::Variant(one));
        let inner: Ty = Rc::new(Type::Variant(vec![one.clone(), c::array()]));
        let several = c::array_of(inner);
        if !self.sets.is_disjoint(&found.ty, &one) || !self.sets.is_disjoint(&found.ty, &several) {
            return;
        }
        let spot = self.span(title);
        let text = self.sets.general(&found.ty);
        let message = format!("a resource title must be a String or an Array of Strings, found {text}");
        let hint = self.sets.hint(&found.ty, &c::string(), By::Language);
        let fix = self.fix(&found.ty, &c::string(), title.span);
        self.report(Finding::error(RuleCode::Title, spot, message).hint(hint).fix(fix));
    }

    fn splat(&mut self, value: &'a Expr, found: &TypedExpr) {
        if !is_never(&found.ty) && self.sets.is_disjoint(&found.ty, &c::hash()) {
            let spot = self.span(value);
            let message = format!("'* =>' needs a Hash, found {}", self.sets.general(&found.ty));
            self.report(Finding::error(RuleCode::SplatHash, spot, message));
        }
    }

    /// Checks the attributes; returns the names of all, or `None` if a splat may add others.
    fn attributes(
        &mut self,
        body: &'a ResourceBody,
        declared: &ClassLike<'a>,
        is_class: bool,
    ) -> Option<FxHashSet<&'a str>> {
        let mut given: FxHashSet<&'a str> = FxHashSet::default();
        let mut open = false;
        for operation in &body.operations {
            match &operation.kind {
                AttributeKind::Splat => {
                    open = true;
                    let found = self.check(&operation.value, None);
                    self.splat(&operation.value, &found);
                    self.splat_entries(&operation.value, &found, declared);
                }
                AttributeKind::Set(name) | AttributeKind::Append(name) => {
                    given.insert(name);
                    self.attribute(name, operation, declared, is_class);
                }
            }
        }
        (!open).then_some(given)
    }

    pub(super) fn attribute(
        &mut self,
        name: &str,
        operation: &'a AttributeOperation,
        declared: &ClassLike<'a>,
        is_class: bool,
    ) {
        let Some(info) = declared.param(name) else {
            self.check(&operation.value, None);
            if !is_metaparameter(name) && name != "name" {
                self.unknown_attribute(name, operation, declared, is_class);
            }
            return;
        };
        let wanted = info.requirement(|| format!("{} declares ${name} as {}", declared.name, display(&info.ty)));
        let wanted = wanted.filter(|_| !is_deferred(&operation.value)).map(|mut wanted| {
            // undef selects the default.
            if info.param.default.is_some() || is_class {
                wanted.shown = Some(wanted.ty.clone());
                wanted.ty = Rc::new(Type::Variant(vec![wanted.ty, c::undef()]));
            }
            wanted
        });
        self.check(&operation.value, wanted.as_ref());
    }

    fn unknown_attribute(
        &mut self,
        name: &str,
        operation: &AttributeOperation,
        declared: &ClassLike<'a>,
        is_class: bool,
    ) {
        let start = operation.span.start;
        let spot = self.span_of(Span::new(start, start + name.len() as u32));
        let what = if is_class { "class " } else { "" };
        let message = format!("{what}{} has no parameter '{name}'", declared.name);
        let tells = self.reports(RuleCode::UnknownAttribute);
        let near = suggest::nearest(name, declared.params.iter().map(|info| &*info.param.name).filter(|_| tells));
        let hint = near.map(|near| format!("did you mean '{near}'?"));
        self.report(Finding::error(RuleCode::UnknownAttribute, spot, message).hint(hint).swap(name, near));
    }

    /// Returns the known entries of `* =>`.
    fn splat_entries(&mut self, value: &'a Expr, found: &TypedExpr, declared: &ClassLike<'a>) {
        let Some(entries) = shape::entries(&found.ty) else { return };
        for entry in entries {
            let Some(info) = declared.param(&entry.name) else { continue };
            let is_undef = matches!(*entry.value, Type::Undef);
            if is_undef || entry.is_optional() || !self.sets.is_disjoint(&entry.value, &info.ty) {
                continue;
            }
            let spot = self.span(value);
            let text = self.sets.found(&entry.value, &info.ty);
            let message = format!("key '{}': expected {}, found {text}", entry.name, display(&info.ty));
            let why = format!("{} declares ${} as {}", declared.name, entry.name, display(&info.ty));
            self.report(Finding::error(RuleCode::TypeMismatch, spot, message).note_if(info.type_span(), why));
        }
    }

    /// Returns the severity of a missing parameter of a defined type: an error where the code runs next and nothing else
    /// can set it, a hint otherwise.
    pub(super) fn missing_as(&mut self, type_name: &str) -> Severity {
        let is_certain = self.knows_all() && !self.may_adjust(type_name);
        if is_certain { Severity::Error } else { Severity::Note }
    }

    /// Returns whether defaults, overrides or collectors may set parameters of resources of a type: where the source
    /// names it in upper case, or all resources.
    fn may_adjust(&mut self, type_name: &str) -> bool {
        if let Some(known) = self.definitions.adjusted.get(type_name) {
            return *known;
        }
        let names = |text: &str, name: &str| {
            let ends = |at: usize| {
                !text[at + name.len()..].starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ':'))
            };
            text.match_indices(name).any(|(at, _)| ends(at))
        };
        let name = capitalized(type_name);
        let is_named = self.sources.first().is_some_and(|source| {
            let text = source.text();
            names(text, &name) || names(text, "Resource")
        });
        let may = is_named || self.world.is_adjusted(type_name);
        self.definitions.adjusted.insert(type_name.into(), may);
        may
    }

    /// Reports a missing parameter. Nothing checks a virtual resource before it is realized.
    fn missing(
        &mut self,
        body: &'a ResourceBody,
        declared: &ClassLike<'a>,
        given: &FxHashSet<&str>,
        form: ResourceForm,
    ) {
        let needed = |info: &&ParamInfo<'a>| info.param.default.is_none() && !given.contains(&*info.param.name);
        let missing: Vec<String> =
            declared.params.iter().filter(needed).map(|info| format!("'{}'", info.param.name)).collect();
        if missing.is_empty() {
            return;
        }
        let spot = self.span(&body.title);
        let message = format!("{} needs a value for {}", declared.name, missing.join(", "));
        let severity = match form {
            ResourceForm::Regular => self.missing_as(&declared.name),
            ResourceForm::Virtual | ResourceForm::Exported => Severity::Note,
        };
        self.report(Finding::of(severity, RuleCode::MissingAttribute, spot, message));
    }
}

/// Returns the class that a title names.
fn class_title(title: &Expr) -> Option<String> {
    match &unqualified(title).kind {
        ExprKind::String(name) | ExprKind::Name(name) => Some(name.strip_prefix("::").unwrap_or(name).to_lowercase()),
        _ => None,
    }
}

/// Returns whether the value is computed later, on the node.
pub(super) fn is_deferred(expr: &Expr) -> bool {
    match &unqualified(expr).kind {
        ExprKind::Call(call) => matches!(&call.functor.kind, ExprKind::Ref(name) if &**name == "Deferred"),
        ExprKind::Method(method) => matches!(&method.receiver.kind, ExprKind::Ref(name) if &**name == "Deferred"),
        _ => false,
    }
}
