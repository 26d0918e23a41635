//! Links from code to files: templates and files that functions name, and `puppet:///` addresses.

use std::path::PathBuf;

use lsp_types::{DocumentLink, DocumentLinkParams, Uri};
use pprepl_project::Parse;
use pprepl_text::Span;
use puppet_syntax::ast::{Expr, ExprKind, Name};
use puppet_syntax::walk::for_each_everywhere;

use super::failure::Answer;
use super::state::State;
use super::uri::uri_of;

/// The start of the address of a file that a Puppet server serves.
const SERVED: &str = "puppet:///modules/";

/// A string that names a file of a module.
struct Link {
    span: Span,
    path: PathBuf,
}

/// Returns the links of a document to files that exist.
pub fn links(state: &mut State, params: DocumentLinkParams) -> Answer<Option<Vec<DocumentLink>>> {
    let name = state.document(&params.text_document.uri)?.member.name.clone();
    let found = links_of(state, &name);
    let Some(lines) = state.lines(&name) else { return Ok(None) };
    let link = |link: Link| {
        Some(DocumentLink {
            range: lines.range(link.span),
            target: Some(uri_of(&pprepl_files::slashed(&link.path))?),
            tooltip: None,
            data: None,
        })
    };
    Ok(Some(found.into_iter().filter_map(link).collect()))
}

/// Returns the file that a string at an offset names.
pub fn link_at(state: &State, name: &str, offset: usize) -> Option<Uri> {
    let offset = offset as u32;
    let link = links_of(state, name).into_iter().find(|link| link.span.start <= offset && offset <= link.span.end)?;
    uri_of(&pprepl_files::slashed(&link.path))
}

fn links_of(state: &State, name: &str) -> Vec<Link> {
    let Some((source, parse)) = state.parse(name) else { return Vec::new() };
    let Parse::Code(parsed) = &*parse else { return Vec::new() };
    let mut found: Vec<(Span, PathBuf)> = Vec::new();
    let mut add = |expr: &Expr, folder: &str, name: &str| {
        found.extend(file_of(state, folder, name).map(|path| (expr.span, path)));
    };
    for_each_everywhere(&parsed.program.body, &mut |expr| match &expr.kind {
        ExprKind::String(text) => {
            if let Some(name) = text.strip_prefix(SERVED) {
                add(expr, "files", name);
            }
        }
        ExprKind::Call(call) => {
            if let ExprKind::Name(function) = &call.functor.kind
                && let Some(folder) = folder_of(function)
            {
                call.args.iter().filter_map(text_of).for_each(|(one, name)| add(one, folder, name));
            }
        }
        _ => {}
    });
    let inside = |span: Span| {
        // Without the quotes.
        let is_quoted = span.of(source.text()).starts_with(['\'', '"']);
        if is_quoted { Span::new(span.start + 1, span.end - 1) } else { span }
    };
    found.into_iter().map(|(span, path)| Link { span: inside(span), path }).collect()
}

fn text_of(expr: &Expr) -> Option<(&Expr, &Name)> {
    match &expr.kind {
        ExprKind::String(name) => Some((expr, name)),
        _ => None,
    }
}

/// Returns the directory of a module in which a function looks for its files.
fn folder_of(function: &str) -> Option<&'static str> {
    match function {
        "template" | "epp" => Some("templates"),
        "file" | "find_file" | "binary_file" => Some("files"),
        _ => None,
    }
}

/// Returns the file of a module, if it exists.
fn file_of(state: &State, folder: &str, name: &str) -> Option<PathBuf> {
    let (module, rest) = name.split_once('/')?;
    let environment = state.discovery.as_ref()?.environment();
    let own = environment.root.ends_with(module).then(|| environment.root.clone());
    let roots = environment.module_path.iter().map(|path| path.join(module)).chain(own);
    roots.map(|root| root.join(folder).join(rest)).find(|path| path.is_file())
}
