//! Errors and warnings of the catalog, and the locations that they name.

use pprepl_text::{Diagnostic, IssueCode, Topic};
use puppet_catalog::SourceLocation;
use puppet_pcore::{Value, infer_generalized};

use super::super::{EvalResult, Flow, Level, SourcePos, Vm};

/// Fails with a catalog error that has no issue code of its own in Puppet.
pub(super) fn fail_with<T>(topic: Topic, message: impl Into<String>, help: impl Into<String>) -> EvalResult<T> {
    let mut flow = Flow::fail_with(topic, message);
    let help = help.into();
    flow.with_help(|| (!help.is_empty()).then_some(help));
    Err(flow)
}

/// Logs a warning that Puppet prints while it evaluates questionable code.
pub(super) fn warn(vm: &mut Vm, code: IssueCode, site: SourcePos, message: &str) {
    vm.messages.keep_log(Level::Warning, message.to_owned());
    vm.messages.warn(Diagnostic::warning(code, site.span, message).with_at(site.at));
}

/// Returns the location of an expression.
pub(super) fn place(source: &std::sync::Arc<pprepl_text::Source>, site: SourcePos) -> SourceLocation {
    SourceLocation { source: source.clone(), span: site.span, at: site.at }
}

/// Formats the location of the first declaration for an error's help.
pub(super) fn declared_at(place: Option<&SourceLocation>) -> String {
    place.map_or_else(String::new, |place| {
        let at = place.source.line_column(place.at);
        format!(" in {} (line {})", place.source.name(), at.line)
    })
}

/// Formats a value for a message: a type as it is, any other value as its type.
pub(super) fn display_value(value: &Value) -> String {
    match value {
        Value::Type(ty) => ty.to_string(),
        other => format!("a value of type {}", infer_generalized(other)),
    }
}
