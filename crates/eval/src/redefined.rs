//! The errors for names that are defined twice.

use std::sync::Arc;

use pprepl_text::{IssueCode, Source, Span};
use puppet_syntax::ast::Expr;

use super::functions::UserFunction;
use super::{Flow, SourcePos, Vm};

/// Creates the error for a function that the session already defines.
pub(super) fn function_redefined(vm: &Vm, name: &str, known: &UserFunction, expr: &Expr) -> Box<Flow> {
    let name_span = known.definition.name_span;
    redefined(vm, ("function", name), (&known.source, name_span), SourcePos::from(expr))
}

/// Creates the error for a class, defined type or node that is already defined in `source`, at the byte offset `at`.
pub(super) fn defined_already(
    kind: &str,
    name: &str,
    source: &Arc<Source>,
    at: u32,
    site: SourcePos,
    vm: &Vm,
) -> Box<Flow> {
    redefined(vm, (kind, name), (source, Span::at(at)), site)
}

fn redefined(vm: &Vm, (kind, name): (&str, &str), (source, first): (&Arc<Source>, Span), site: SourcePos) -> Box<Flow> {
    let undo = or_undo(vm, source);
    let mut flow = Flow::at(IssueCode::DuplicateDefinition, site, format!("the {kind} `{name}` is defined twice"));
    flow.with_help(|| {
        let line = source.line_column(first.start).line;
        Some(format!("the first definition is in {} (line {line}); choose another name{undo}", source.name()))
    });
    flow.with_label(source, first, "the first definition")
}

/// Returns the alternative to another name for a definition in this source, if a user can undo inputs.
fn or_undo(vm: &Vm, first: &Arc<Source>) -> &'static str {
    let can_undo = vm.outputs.input > 0 && vm.host.is_attended() && !Arc::ptr_eq(first, &vm.source);
    if can_undo { ", or undo the first definition with ':undo'" } else { "" }
}
