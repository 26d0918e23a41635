//! The calls of a notebook that read files, with the names that they are given.

use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::{LexOptions, parse, walk};

use super::names::reads_files;
use crate::Document;

/// A call that reads files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileCall {
    pub function: String,
    /// The strings among its arguments.
    pub names: Vec<String>,
}

/// Returns the calls of a notebook's code that read files, in order. Computed names are unknown.
pub fn file_calls(document: &Document) -> Vec<FileCall> {
    let mut found = Vec::new();
    for cell in document.cells().iter().filter(|cell| cell.is_code()) {
        let parsed = parse(&cell.text, LexOptions::default());
        walk::for_each_everywhere(&parsed.program.body, &mut |expr| found.extend(file_call(expr)));
    }
    found
}

fn file_call(expr: &Expr) -> Option<FileCall> {
    let (name, arguments) = match &expr.kind {
        ExprKind::Call(call) => (name_of(&call.functor)?, call.args.iter().collect::<Vec<_>>()),
        ExprKind::Method(method) => {
            (name_of(&method.name)?, std::iter::once(&method.receiver).chain(&method.args).collect::<Vec<_>>())
        }
        _ => return None,
    };
    let names = arguments.into_iter().filter_map(Expr::literal_text).map(str::to_owned).collect();
    reads_files(name).then(|| FileCall { function: name.to_owned(), names })
}

fn name_of(functor: &Expr) -> Option<&str> {
    match &functor.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}
