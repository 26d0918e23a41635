//! Hovers describe the name or expression at a place: its type, its documentation, and the value of a fact. Nothing
//! is evaluated.

use std::sync::Arc;

use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};
use pprepl_project::{Parse, Symbol, SymbolKind, Variable, VariableOwner};
use pprepl_text::Span;
use pprepl_text::columns::shortened;
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::walk::around;

use super::attributes::attribute_at;
use super::documentation::{block, builtin_page, parameter_code, parameter_comment, ruby_attribute_page, symbol_page};
use super::failure::Answer;
use super::state::State;
use super::target::{Target, target_at};

/// The maximum length of a fact's value, in characters.
const MAX_VALUE: usize = 400;

/// Describes the name or expression at a cursor.
pub fn hover(state: &mut State, params: HoverParams) -> Answer<Option<Hover>> {
    let cursor = state.cursor(&params.text_document_position_params)?;
    let found = described(state, &cursor.name, cursor.offset);
    let Some((text, span)) = found else { return Ok(None) };
    let Some(lines) = state.lines(&cursor.name) else { return Ok(None) };
    let kind = if state.client.markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
    let contents = HoverContents::Markup(MarkupContent { kind, value: text });
    Ok(Some(Hover { contents, range: Some(lines.range(span)) }))
}

fn described(state: &mut State, name: &Arc<str>, offset: usize) -> Option<(String, Span)> {
    let known = fact_at(state, name, offset).or_else(|| attribute_text(state, name, offset));
    if known.is_some() {
        return known;
    }
    if let Some((target, span)) = target_at(state, name, offset) {
        let text = match &target {
            Target::Symbol(symbol) => symbol_text(state, symbol, span, name),
            Target::Variable(variable, file) => Some(variable_text(state, variable, file, name, span)),
        };
        if let Some(text) = text {
            return Some((text, span));
        }
    }
    word_page(state, name, offset).or_else(|| type_page(state, name, offset))
}

fn symbol_text(state: &State, symbol: &Symbol, span: Span, file: &str) -> Option<String> {
    if let Some(text) = key_text(state, symbol) {
        return Some(text);
    }
    let written = span.of(state.entry(file)?.source.text()).to_owned();
    let resource = puppet_catalog::builtin(&written).filter(|_| symbol.kind == SymbolKind::ResourceType);
    let page = symbol_page(state, symbol).or_else(|| resource.map(resource_page));
    page.or_else(|| builtin_page(state, &written))
}

/// Describes the parameter that a data key names.
fn key_text(state: &State, symbol: &Symbol) -> Option<String> {
    if symbol.kind != SymbolKind::DataKey {
        return None;
    }
    let (class, parameter) = symbol.parameter_key()?;
    parameter_text(state, &Symbol::new(SymbolKind::Class, class), parameter)
}

/// Describes the parameter of a class or defined type whose value an attribute at an offset gives.
fn attribute_text(state: &State, name: &str, offset: usize) -> Option<(String, Span)> {
    let (source, parse) = state.parse(name)?;
    let Parse::Code(parsed) = &*parse else { return None };
    let (symbol, parameter, span) = attribute_at(&parsed.program, source.text(), offset as u32)?;
    Some((parameter_text(state, &symbol, &parameter)?, span))
}

/// Describes a parameter of a class or defined type.
fn parameter_text(state: &State, owner: &Symbol, parameter: &str) -> Option<String> {
    let location = state.index()?.definition(owner.kind, &owner.name)?;
    let text = location.file.source.text();
    let code = block(&parameter_code(text, location.item, parameter)?);
    let comment = parameter_comment(text, location.item, parameter);
    let kind = if owner.kind == SymbolKind::Class { "class" } else { "defined type" };
    let from = format!("parameter of {kind} `{}`", owner.name);
    Some([Some(code), comment, Some(from)].into_iter().flatten().collect::<Vec<_>>().join("\n\n"))
}

fn variable_text(state: &mut State, variable: &Variable, file: &Arc<str>, name: &Arc<str>, span: Span) -> String {
    if let VariableOwner::Class(class) = &variable.owner
        && let Some(text) = parameter_text(state, &Symbol::new(SymbolKind::Class, class), &variable.name)
    {
        return text;
    }
    let ty = static_type(state, name, span);
    let code = ty.map_or_else(|| format!("${}", variable.name), |ty| format!("${}: {ty}", variable.name));
    let more = match &variable.owner {
        VariableOwner::Top => global_text(state, &variable.name),
        VariableOwner::Class(class) => Some(format!("variable of class `{class}`")),
        VariableOwner::Local(_) => local_comment(state, variable, file),
    };
    [Some(block(&code)), more].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
}

/// Returns what the comment of a definition says about its parameter.
fn local_comment(state: &State, variable: &Variable, file: &Arc<str>) -> Option<String> {
    let places = super::target::places_in(state, variable, file);
    let first = places.first()?;
    let entry = state.entry(file)?;
    let mut definitions = entry.index.definitions.iter();
    let owner = definitions.rfind(|one| one.parameters.iter().any(|param| param.span.end == first.end))?;
    parameter_comment(entry.source.text(), owner, &variable.name)
}

/// Describes a variable of the top scope that exists without code: a fact, or one that the compiler sets.
fn global_text(state: &State, name: &str) -> Option<String> {
    let known = state.session.names().variables().into_iter().find(|view| view.name == name)?;
    Some(format!("fact or variable of the compiler\n\n{}", block(&shortened(&known.value, MAX_VALUE))))
}

fn static_type(state: &mut State, name: &Arc<str>, span: Span) -> Option<String> {
    let text = state.documents.get(name)?.text().to_owned();
    let found = state.session.analyze().static_type_at(name, &text, span.start as usize)?;
    (!found.is_any).then_some(found.type_text)
}

/// Describes the built-in word at an offset: a function, a type, a resource type, an attribute or a keyword.
fn word_page(state: &State, name: &str, offset: usize) -> Option<(String, Span)> {
    let document = state.documents.get(name).filter(|document| document.member.is_code())?;
    let text = document.text();
    let span = word_around(text, offset);
    let word = span.of(text);
    if word.is_empty() {
        return None;
    }
    let after = text.get(span.end as usize..)?.trim_start();
    let is_attribute = after.starts_with("=>") || after.starts_with("+>");
    if is_attribute && let Some(row) = pprepl_session::complete::type_around(text.get(..span.start as usize)?) {
        return Some((builtin_page(state, &format!("{}.{word}", row.name))?, span));
    }
    if is_attribute {
        let body = pprepl_session::complete::body_at(text.get(..span.start as usize)?)?;
        return Some((ruby_attribute_page(state, &body.kind.to_lowercase(), word)?, span));
    }
    if after.starts_with('{')
        && let Some(row) = puppet_catalog::builtin(word)
    {
        return Some((resource_page(row), span));
    }
    let is_bare = state.parse(name).is_some_and(|(_, parse)| is_string(&parse, offset));
    if is_bare {
        return None;
    }
    let keyword = || pprepl_session::complete::keyword_summary(word).map(|gist| format!("`{word}`: {gist}"));
    let tree = document.tree()?;
    let is_code = puppet_tree::Structure::of(&tree).place(offset) == puppet_tree::Place::Code;
    if !is_code {
        return None;
    }
    Some((keyword().or_else(|| builtin_page(state, word))?, span))
}

/// Returns whether the word at an offset is a string without quotes, and not the name of a called function or a
/// declared resource type.
fn is_string(parse: &Parse, offset: usize) -> bool {
    let Parse::Code(parsed) = parse else { return false };
    let around = around(&parsed.program.body, offset as u32);
    let Some((last, outer)) = around.split_last() else { return false };
    let names_other = outer.iter().any(|expr| match &expr.kind {
        ExprKind::Call(call) => call.functor.span == last.span,
        ExprKind::Method(method) => method.name.span == last.span,
        ExprKind::Resource(resource) => resource.type_name.span == last.span,
        _ => false,
    });
    matches!(last.kind, ExprKind::Name(_)) && !names_other
}

/// Describes a resource type with the names of its attributes.
fn resource_page(row: &puppet_catalog::ResourceType) -> String {
    let names: Vec<String> = row.attributes.iter().map(|attribute| format!("`{}`", attribute.name)).collect();
    format!("resource type `{}`: {}\n\nattributes: {}", row.name, row.summary, names.join(", "))
}

/// Returns the span of the word around an offset.
fn word_around(text: &str, offset: usize) -> Span {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == ':';
    let before = text.get(..offset).unwrap_or("");
    let start = offset - before.chars().rev().take_while(|letter| is_part(*letter)).count();
    let rest = text.get(offset..).unwrap_or("");
    let end = offset + rest.chars().take_while(|letter| is_part(*letter)).count();
    let word = text.get(start..end).unwrap_or("");
    let trimmed = word.trim_end_matches(':');
    Span::new(start as u32, (start + trimmed.len()) as u32)
}

fn type_page(state: &mut State, name: &Arc<str>, offset: usize) -> Option<(String, Span)> {
    let document = state.documents.get(name).filter(|document| document.member.is_code())?;
    let text = document.text().to_owned();
    let found = state.session.analyze().static_type_at(name, &text, offset)?;
    // The type of a block of several lines says little about the place.
    let is_short = !found.span.of(&text).contains('\n');
    (is_short && !found.is_any).then(|| (block(&found.type_text), found.span))
}

/// Describes the fact at an offset: `$facts['os']['family']`.
fn fact_at(state: &State, name: &str, offset: usize) -> Option<(String, Span)> {
    let (_, parse) = state.parse(name)?;
    let Parse::Code(parsed) = &*parse else { return None };
    let around = around(&parsed.program.body, offset as u32);
    let access = around.iter().rev().find(|expr| matches!(expr.kind, ExprKind::Access(..)))?;
    let path = fact_path(access)?;
    let value = state.session.facts().data(&path)?;
    let json = serde_json::to_string_pretty(&value).ok()?;
    let text = format!("fact `{path}`\n\n```json\n{}\n```", shortened_lines(&json));
    Some((text, access.span))
}

fn shortened_lines(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().take(20).collect();
    if text.lines().count() > lines.len() {
        lines.push("..");
    }
    lines.join("\n")
}

/// Returns the path of the fact that an access names.
fn fact_path(expr: &Expr) -> Option<String> {
    let ExprKind::Access(left, keys) = &expr.kind else { return None };
    let [key] = &keys[..] else { return None };
    let (ExprKind::String(key) | ExprKind::Name(key)) = &key.kind else { return None };
    match &left.kind {
        ExprKind::Variable(name) if matches!(&**name, "facts" | "::facts") => Some(key.to_string()),
        _ => Some(format!("{}.{key}", fact_path(left)?)),
    }
}
