//! Checks of a module's file: Puppet finds definitions by name, so file and name must correspond.

use crate::ast::{Expr, ExprKind, Program};
use pprepl_text::{Diagnostic, IssueCode, Span};

/// Checks a file that the loader finds by name: `namespace` is derived from its path (`apache::vhost` for
/// `apache/manifests/vhost.pp`, `apache` for `apache/manifests/init.pp`).
pub fn validate_location(program: &Program, namespace: &str) -> Vec<Diagnostic> {
    let statements = match &program.body.kind {
        ExprKind::Nop => &[],
        ExprKind::Block(statements) => statements.as_slice(),
        _ => std::slice::from_ref(&program.body),
    };
    let mut found = Vec::new();
    for statement in statements {
        if !is_definition(statement) {
            found.push(misplaced(statement));
        }
        definitions(statement, namespace, &mut found);
    }
    found
}

fn is_definition(statement: &Expr) -> bool {
    matches!(
        statement.kind,
        ExprKind::Function(_)
            | ExprKind::Plan(_)
            | ExprKind::TypeAlias(_)
            | ExprKind::TypeDefinition(_)
            | ExprKind::TypeMapping(..)
            | ExprKind::Class(_)
            | ExprKind::Define(_)
    )
}

fn misplaced(statement: &Expr) -> Diagnostic {
    let message = format!("a module's file holds definitions only, not {}", super::phrase(statement));
    Diagnostic::error(IssueCode::IllegalTopConstructLocation, statement.span, message)
        .with_help("move it into a class, or into the site's manifest")
        .with_at(statement.at)
}

/// Checks the definition and, for a class, those directly in it.
fn definitions(statement: &Expr, namespace: &str, found: &mut Vec<Diagnostic>) {
    match &statement.kind {
        ExprKind::Function(function) | ExprKind::Plan(function) => {
            named(statement, &function.name, function.name_span, namespace, found);
        }
        ExprKind::Define(define) => named(statement, &define.name, define.name_span, namespace, found),
        ExprKind::Class(class) => named(statement, &class.name, class.name_span, namespace, found),
        _ => {}
    }
}

fn named(statement: &Expr, name: &str, span: Span, namespace: &str, found: &mut Vec<Diagnostic>) {
    let rest = name
        .get(..namespace.len())
        .filter(|start| start.eq_ignore_ascii_case(namespace))
        .map(|_| &name[namespace.len()..]);
    match rest {
        None => {
            let message = format!("`{name}` is not found in this file, whose names start with `{namespace}`");
            let found_here = Diagnostic::error(IssueCode::IllegalDefinitionLocation, span, message)
                .with_help(format!("call it `{namespace}`, or move it to the file of its name"))
                .with_at(statement.at);
            found.push(found_here);
        }
        Some(rest) if rest.is_empty() || rest.starts_with("::") => {}
        // Puppet reads the file, as it compares letters and not segments, but its loader does not look here.
        Some(_) => {
            let message = format!("`{name}` is not found in this file: the loader looks for it in {}", place_of(name));
            let found_here = Diagnostic::warning(IssueCode::IllegalDefinitionLocation, span, message)
                .with_help(format!("move it there, or call it `{namespace}` or `{namespace}::..`"))
                .with_at(statement.at);
            found.push(found_here);
        }
    }
}

/// Returns the place where the loader looks for a name first.
fn place_of(name: &str) -> String {
    let name = name.to_lowercase();
    match name.split_once("::") {
        Some((_, rest)) => format!("`{}.pp`", rest.replace("::", "/")),
        None => format!("`init.pp` of the module `{name}`"),
    }
}
