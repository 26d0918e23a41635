//! Checks attributes of Puppet's own resource types against the bundled schemas. Reports names and values that the
//! agent rejects or that are probably mistakes. The compiler ignores them; `:set check_values` sets the severity.

use pprepl_text::{Diagnostic, Fix, IssueCode, Severity, Span};
use puppet_catalog::schema::{AttributeVerdict, ResourceError, check};
use puppet_catalog::{Catalog, Parameter, Resource, SourceLocation, builtin};
use puppet_pcore::Value;
use puppet_syntax::ast::{self, AttributeKind, Expr, ExprKind, Program};
use puppet_syntax::walk::for_each_child;

use super::session_core::Core;
use super::settings::Settings;

/// The number of findings reported for one input.
const MAX: usize = 20;

/// Returns the attribute errors of the resources that changed since `mark`.
pub(super) fn findings_since(core: &Core, mark: usize) -> Vec<Diagnostic> {
    let Some(severity) = severity(&core.settings) else { return Vec::new() };
    let catalog = core.vm.catalog.catalog();
    let mut told = Vec::new();
    for id in core.vm.journal.changed_resources(mark) {
        let Some(resource) = catalog.get(id) else { continue };
        let Some(row) = builtin(&resource.reference.type_name).filter(|_| !resource.is_virtual) else { continue };
        let parameters = parameters(catalog, resource);
        for finding in check(row, &resource.reference.title, &parameters) {
            told.push(placed(catalog, resource, finding, severity));
            if told.len() == MAX {
                return told;
            }
        }
    }
    told
}

/// Returns the attribute errors of resources whose titles and values are literals in the source.
pub(super) fn static_findings(settings: &Settings, program: &Program, text: &str) -> Vec<Diagnostic> {
    let Some(severity) = severity(settings) else { return Vec::new() };
    let severity = severity.min(Severity::Warning);
    let mut told = Vec::new();
    for_each_resource(&program.body, &mut |_, resource| inspect(resource, text, severity, &mut told));
    told
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

fn inspect(resource: &ast::Resource, text: &str, severity: Severity, told: &mut Vec<Diagnostic>) {
    let ExprKind::Name(name) = &resource.type_name.kind else { return };
    let Some(row) = builtin(name) else { return };
    for operation in resource.bodies.iter().flat_map(|body| &body.operations) {
        let AttributeKind::Set(attribute) = &operation.kind else { continue };
        let value = literal(&operation.value);
        if value.is_none() && !is_set(&operation.value) {
            continue;
        }
        // Rules over several attributes are checked when the resource is complete.
        let alone = check(row, "/", &[(attribute, value.as_ref().unwrap_or(&Value::Undef))]);
        let is_checked = |one: &ResourceError| value.is_some() || one.code == IssueCode::UnknownAttribute;
        let own = alone.into_iter().find(|one| one.attribute == **attribute && one.single && is_checked(one));
        let place = |finding: &ResourceError| match finding.code {
            IssueCode::UnknownAttribute => {
                Span::new(operation.span.start, operation.span.start + attribute.len() as u32)
            }
            _ => operation.value.span,
        };
        told.extend(own.map(|finding| {
            let span = place(&finding);
            diagnostic(finding, severity, span, text)
        }));
    }
}

/// Returns whether the value is not undef whatever it is: Puppet ignores an attribute with undef.
fn is_set(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Access(left, _) => matches!(left.kind, ExprKind::Ref(_)),
        ExprKind::Array(_) | ExprKind::Hash(_) | ExprKind::Interpolated(_) | ExprKind::Heredoc(_) => true,
        _ => false,
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

/// Visits every resource expression, also those inside definitions.
fn for_each_resource<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Expr, &'a ast::Resource)) {
    if let ExprKind::Resource(resource) = &expr.kind {
        visit(expr, resource);
    }
    for_each_child(expr, &mut |child| for_each_resource(child, visit));
    if let Some(lambda) = puppet_syntax::walk::lambda_of(expr) {
        for_each_resource(&lambda.body, visit);
    }
    match &expr.kind {
        ExprKind::Class(class) => for_each_resource(&class.body, visit),
        ExprKind::Define(define) => for_each_resource(&define.body, visit),
        ExprKind::Node(node) => for_each_resource(&node.body, visit),
        ExprKind::Function(function) | ExprKind::Plan(function) => for_each_resource(&function.body, visit),
        _ => {}
    }
}
