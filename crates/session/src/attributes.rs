//! Checks attributes of Puppet's own resource types against the bundled schemas. Reports names and values that the
//! agent rejects or that are probably mistakes. The compiler ignores them; `:set check_values` sets the severity.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use pprepl_text::{Diagnostic, Fix, IssueCode, Severity, Span, WordReplacement, suggest};
use puppet_catalog::schema::{AttributeVerdict, ResourceError, check};
use puppet_catalog::{
    Catalog, Parameter, Resource, ResourceType, SourceLocation, builtin, described, is_metaparameter,
};
use puppet_eval::ruby_attributes;
use puppet_pcore::Value;
use puppet_syntax::ast::{AttributeKind, AttributeOperation, Expr, ExprKind, Program};

use super::session_core::Core;
use super::settings::Settings;
use super::source_attributes::{AttributeList, SourceAttribute, for_each_list};

/// The number of findings reported for one input.
const MAX: usize = 20;

/// Returns the attribute errors of the resources that changed since `mark`.
pub(super) fn findings_since(core: &Core, mark: usize) -> Vec<Diagnostic> {
    let Some(severity) = severity(&core.settings) else { return Vec::new() };
    let catalog = core.vm.catalog.catalog();
    let mut told = Vec::new();
    for id in core.vm.journal.changed_resources(mark) {
        let Some(resource) = catalog.get(id) else { continue };
        let Some(row) = described(&resource.reference.type_name).filter(|_| !resource.is_virtual) else { continue };
        let parameters = parameters(catalog, resource);
        let found = check(row, &resource.reference.title, &parameters);
        for finding in found.into_iter().filter(|finding| is_own(row, finding)) {
            told.push(placed(catalog, resource, finding, severity));
            if told.len() == MAX {
                return told;
            }
        }
    }
    told
}

/// Returns the attribute errors of source: unknown names, and literal values.
pub(super) fn static_findings(settings: &Settings, program: &Program, text: &str) -> Vec<Diagnostic> {
    let Some(severity) = severity(settings) else { return Vec::new() };
    let severity = severity.min(Severity::Warning);
    let mut told = Vec::new();
    for_each_list(program, &mut |name, list| inspect(name, list, text, severity, &mut told));
    told
}

/// Returns the attributes that a list of source sets a second time, which no resource accepts.
pub(super) fn repeated_attributes(program: &Program) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    for_each_list(program, &mut |_, list| {
        let mut firsts: FxHashMap<&str, &AttributeOperation> = FxHashMap::default();
        for operation in list.operations() {
            let AttributeKind::Set(name) = &operation.kind else { continue };
            let first = *firsts.entry(&**name).or_insert(operation);
            if std::ptr::eq(first, operation) {
                continue;
            }
            let place = |operation: &AttributeOperation| {
                Span::new(operation.span.start, operation.span.start + name.len() as u32)
            };
            let message = format!("the attribute `{name}` is set twice");
            let found = Diagnostic::new(Severity::Error, IssueCode::DuplicateAttribue, Some(place(operation)), message);
            told.push(found.with_label(place(first), "first set here"));
        }
    });
    told
}

/// Returns the unknown attributes of resource types that modules implement in Ruby.
pub(super) fn findings_of_modules(core: &mut Core, program: &Program) -> Vec<Diagnostic> {
    let Some(severity) = severity(&core.settings).map(|severity| severity.min(Severity::Warning)) else {
        return Vec::new();
    };
    let mut types: FxHashMap<String, Option<Rc<[Box<str>]>>> = FxHashMap::default();
    let mut told = Vec::new();
    for_each_list(program, &mut |type_name, list| {
        if type_name == "class" || builtin(type_name).is_some() {
            return;
        }
        if !types.contains_key(type_name) {
            types.insert(type_name.to_owned(), ruby_attributes(&mut core.vm, type_name));
        }
        let Some(Some(known)) = types.get(type_name) else { return };
        told.extend(list.attributes().iter().filter_map(|one| unknown(type_name, one, known, severity)));
    });
    told
}

fn unknown(type_name: &str, one: &SourceAttribute<'_>, known: &[Box<str>], severity: Severity) -> Option<Diagnostic> {
    let is_known = is_metaparameter(one.name) || known.iter().any(|name| **name == *one.name);
    if is_known || matches!(one.value.kind, ExprKind::Undef) {
        return None;
    }
    let message = format!("`{type_name}` has no attribute `{}`", one.name);
    let near = suggest::nearest(one.name, known.iter().map(|name| &**name));
    let swap = near.map(|near| WordReplacement { from: one.name.to_owned(), to: near.to_owned() });
    let found = Diagnostic::new(severity, IssueCode::UnknownAttribute, Some(one.span), message).with_swap(swap);
    Some(match near {
        Some(near) => found.with_help(format!("did you mean `{near}`?")),
        None => found,
    })
}

/// Returns the severity of rejected attributes; `None` when they are not reported.
fn severity(settings: &Settings) -> Option<Severity> {
    let severity = settings.language.check_values.severity();
    severity.filter(|severity| *severity > Severity::Note || settings.display.notes)
}

/// Returns the parameters, including the defaults in effect.
fn parameters<'a>(catalog: &'a Catalog, resource: &'a Resource) -> Vec<(&'a str, &'a Value)> {
    let defaults = catalog.defaults(resource.scope, &resource.reference.type_name);
    let set = |parameter: &&Parameter| !parameter.value.is_undef();
    let mut all: Vec<(&str, &Value)> =
        resource.parameters.iter().filter(set).map(|parameter| (&*parameter.name, &parameter.value)).collect();
    for default in defaults.into_iter().filter(set) {
        if !all.iter().any(|(name, _)| *name == &*default.name) {
            all.push((&*default.name, &default.value));
        }
    }
    all
}

/// Returns whether a finding is about a type of Puppet itself, or about a value: which names the types of bundled modules
/// have, the modules say.
fn is_own(row: &ResourceType, finding: &ResourceError) -> bool {
    finding.code != IssueCode::UnknownAttribute || builtin(row.name).is_some()
}

fn inspect(type_name: &str, list: AttributeList<'_>, text: &str, severity: Severity, told: &mut Vec<Diagnostic>) {
    let Some(row) = described(type_name) else { return };
    for SourceAttribute { name, span, value: written } in list.attributes() {
        // Puppet ignores an attribute with undef.
        if matches!(written.kind, ExprKind::Undef) {
            continue;
        }
        let value = literal(written);
        // Rules over several attributes are checked when the resource is complete.
        let alone = check(row, "/", &[(name, value.as_ref().unwrap_or(&Value::Undef))]);
        let is_checked = |one: &ResourceError| value.is_some() || one.code == IssueCode::UnknownAttribute;
        let own = alone.into_iter().find(|one| one.attribute == *name && one.single && is_checked(one));
        let own = own.filter(|one| is_own(row, one));
        told.extend(own.map(|finding| {
            let span = if finding.code == IssueCode::UnknownAttribute { span } else { written.span };
            diagnostic(finding, severity, span, text)
        }));
    }
}

/// Returns the value of a literal.
fn literal(expr: &Expr) -> Option<Value> {
    match &expr.kind {
        ExprKind::String(text) | ExprKind::Name(text) => Some(Value::str(&**text)),
        ExprKind::Bool(truth) => Some(Value::bool(*truth)),
        ExprKind::Integer(number, _) => Some(Value::Int(*number)),
        ExprKind::Array(items) => items.iter().map(literal).collect::<Option<Vec<_>>>().map(Value::array),
        _ => None,
    }
}

/// Converts the error of an attribute whose value or name is at `span` of `text`.
fn diagnostic(finding: ResourceError, severity: Severity, span: Span, text: &str) -> Diagnostic {
    let unquoted = (finding.attribute == "mode").then(|| unquoted_mode(span.of(text))).flatten();
    let found = without_place(finding, severity);
    let found = Diagnostic { span: Some(span), ..found };
    match unquoted {
        Some(quoted) => {
            let help = format!("quote it: {quoted}");
            // Digits without a leading zero may be the decimal number of another mode.
            let is_octal = quoted.starts_with("'0");
            found.with_help(help).with_fix(Fix::replace(span, quoted).surely(is_octal))
        }
        None => found,
    }
}

fn without_place(finding: ResourceError, severity: Severity) -> Diagnostic {
    let severity = if finding.fit == AttributeVerdict::Refused { severity } else { severity.min(Severity::Warning) };
    let told = Diagnostic::new(severity, finding.code, None, finding.message).with_swap(finding.swap);
    match finding.help {
        Some(help) => told.with_help(help),
        None => told,
    }
}

/// Places the finding at the attribute's value; without a known location, at the declaration.
fn placed(catalog: &Catalog, resource: &Resource, finding: ResourceError, severity: Severity) -> Diagnostic {
    let own = resource.parameter(&finding.attribute).and_then(|parameter| parameter.place.clone());
    let default = || {
        let mut defaults = catalog.defaults(resource.scope, &resource.reference.type_name).into_iter();
        defaults.find(|default| *default.name == *finding.attribute)?.place.clone()
    };
    if let Some(place) = own.or_else(default) {
        let span = match finding.code {
            IssueCode::UnknownAttribute => name_span(&place, &finding.attribute),
            _ => value_span(&place),
        };
        let mut told = diagnostic(finding, severity, span, place.source.text());
        told.source = Some(place.source.clone());
        return told;
    }
    let mut told = without_place(finding, severity);
    told.span = resource.place.as_ref().map(|place| place.span);
    told.source = resource.place.as_ref().map(|place| place.source.clone());
    told
}

/// Returns the span of the name in `name => value`.
fn name_span(operation: &SourceLocation, name: &str) -> Span {
    let Span { start, .. } = operation.span;
    let starts = operation.span.of(operation.source.text()).starts_with(name);
    if starts { Span::new(start, start + name.len() as u32) } else { operation.span }
}

/// Returns the span of the value in `name => value`.
fn value_span(operation: &SourceLocation) -> Span {
    let Span { start, end, .. } = operation.span;
    let text = operation.span.of(operation.source.text());
    let Some(arrow) = text.find("=>").or_else(|| text.find("+>")) else { return operation.span };
    let rest = text.get(arrow + 2..).unwrap_or("");
    let blank = rest.len() - rest.trim_start().len();
    Span::new(start + (arrow + 2 + blank) as u32, end)
}

/// Returns the quoted form of a mode written as a number.
fn unquoted_mode(written: &str) -> Option<String> {
    let digits = !written.is_empty() && written.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| format!("'{written}'"))
}
