//! The errors of a search and their locations.

use std::sync::Arc;

use pprepl_text::{IssueCode, Source, Span};
use puppet_eval::{Flow, SourcePos};

/// Returns an error in a file.
pub(super) fn error_in(
    source: &Arc<Source>,
    span: Span,
    code: IssueCode,
    message: impl Into<String>,
    help: &str,
) -> Box<Flow> {
    let mut flow = Flow::at(code, SourcePos { span, at: span.start }, message);
    flow.enter_source(source);
    if !help.is_empty() {
        flow.with_help(|| Some(help.to_owned()));
    }
    flow
}

/// Returns an error of the search as such. Its location is that of the query.
pub(super) fn data_error(code: IssueCode, message: impl Into<String>, help: &str) -> Box<Flow> {
    let mut flow = Flow::fail_with(code, message);
    if !help.is_empty() {
        flow.with_help(|| Some(help.to_owned()));
    }
    flow
}

/// Sets the location of an error without one to its source string.
pub(super) fn set_location(flow: &mut Flow, source: &Arc<Source>, span: Span) {
    if matches!(flow, Flow::Fault(fault) if fault.site.is_none() && !fault.nowhere) {
        flow.locate(|_| SourcePos { span, at: span.start });
        flow.enter_source(source);
    }
}
