//! Descriptions of names as Markdown: the header of a definition with the comment before it, or the page of `:doc`.

use pprepl_project::{Definition, Location, Symbol, SymbolKind};
use pprepl_session::commands;
use pprepl_text::Span;
use puppet_syntax::{LexOptions, TokenKind, lex};

use super::comment::comment_before;
use super::ruby::{self, RubyFunction, RubyType};
use super::state::State;

/// The width of a page, in columns.
const WIDTH: usize = 80;

/// The maximum length of a header or of a definition that is shown whole, in lines.
const MAX_LINES: usize = 30;

/// Describes a symbol of the environment.
pub fn symbol_page(state: &State, symbol: &Symbol) -> Option<String> {
    let definitions = state.index()?.definitions(symbol);
    let location = definitions.first()?;
    if location.item.name.is_empty() {
        return Some(ruby_page(location));
    }
    let comment = comment_before(location.file.source.text(), location.item.extent.start);
    let parts = [Some(block(&header(location))), comment.map(|comment| prose(&comment)), place(location)];
    Some(parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n"))
}

/// Describes a function or resource type in Ruby.
fn ruby_page(location: &Location<'_, Definition>) -> String {
    let name = &location.item.symbol.name;
    let text = ruby::text_of(location).unwrap_or_default();
    let (code, comment, more) = match location.item.symbol.kind {
        SymbolKind::Function => {
            let found = RubyFunction::read(&text);
            let heads = found.signatures.iter().map(|one| format!("{name}{one}")).collect::<Vec<_>>();
            (if heads.is_empty() { name.to_string() } else { heads.join("\n") }, found.text, None)
        }
        _ => {
            let found = RubyType::read(&text);
            let names: Vec<String> = found.attributes.iter().map(|one| format!("`{}`", one.name)).collect();
            let names = (!names.is_empty()).then(|| format!("attributes: {}", names.join(", ")));
            (name.to_string(), found.text, names)
        }
    };
    let comment = Some(prose(&comment)).filter(|comment| !comment.is_empty());
    let from = location.file.member.module.as_ref().map(|module| format!("in Ruby, module `{module}`"));
    [Some(block(&code)), comment, more, from].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
}

/// Describes an attribute of a resource type in Ruby.
pub fn ruby_attribute_page(state: &State, type_name: &str, name: &str) -> Option<String> {
    let location = state.index()?.definition(SymbolKind::ResourceType, type_name)?;
    let found = RubyType::read(&ruby::text_of(&location)?);
    let attribute = found.attribute(name)?;
    Some(format!("`{name}` of `{type_name}`\n\n{}", attribute.text).trim_end().to_owned())
}

fn place(location: &Location<'_, Definition>) -> Option<String> {
    let module = location.file.member.module.as_ref()?;
    Some(format!("module `{module}`"))
}

/// Describes a built-in function, type, resource type or attribute.
pub fn builtin_page(state: &State, name: &str) -> Option<String> {
    let (text, _) = commands::documentation(&state.session, name, WIDTH)?;
    Some(format!("```text\n{}\n```", text.trim_end()))
}

/// Returns Puppet code as Markdown.
pub fn block(code: &str) -> String {
    format!("```puppet\n{code}\n```")
}

/// Returns the code of a definition up to its body.
pub fn header(location: &Location<'_, Definition>) -> String {
    let text = location.item.extent.of(location.file.source.text());
    let end = match location.item.symbol.kind {
        SymbolKind::Type | SymbolKind::DataKey => text.len(),
        SymbolKind::Class | SymbolKind::ResourceType | SymbolKind::Function | SymbolKind::Plan => body_start(text),
    };
    let code = text.get(..end).unwrap_or(text).trim_end();
    let count = code.lines().count();
    let mut shown: Vec<&str> = code.lines().take(MAX_LINES).collect();
    if count > MAX_LINES {
        shown.push("..");
    }
    shown.join("\n")
}

/// Returns the offset of the brace that opens the body of a definition.
fn body_start(text: &str) -> usize {
    let lexed = lex(text, LexOptions::default());
    let mut depth = 0usize;
    for token in &lexed.tokens {
        match token.kind {
            TokenKind::LParen | TokenKind::WsLParen | TokenKind::LBrack | TokenKind::ListStart => depth += 1,
            TokenKind::RParen | TokenKind::RBrack => depth = depth.saturating_sub(1),
            TokenKind::LBrace | TokenKind::SelBrace if depth == 0 => return token.span.start as usize,
            _ => {}
        }
    }
    text.len()
}

/// Returns a comment with the tags of Puppet Strings as Markdown.
fn prose(comment: &str) -> String {
    let line = |line: &str| match line.strip_prefix("@param ") {
        Some(rest) => {
            let (name, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            format!("- `{name}` {rest}")
        }
        None => line.strip_prefix("@summary ").unwrap_or(line).to_owned(),
    };
    comment.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns what the comment before a definition says about a parameter.
pub fn parameter_comment(text: &str, definition: &Definition, name: &str) -> Option<String> {
    let comment = comment_before(text, definition.extent.start)?;
    let mut lines = comment.lines().skip_while(|line| {
        let rest = line.strip_prefix("@param ").unwrap_or_default();
        !rest.split(' ').any(|word| word.trim_start_matches('$') == name)
    });
    let first = lines.next()?.strip_prefix("@param ")?.split_once(' ').map_or("", |(_, rest)| rest);
    let more = lines.take_while(|line| line.starts_with(' '));
    let text = std::iter::once(first).chain(more.map(str::trim)).collect::<Vec<_>>().join(" ");
    Some(text.trim().trim_start_matches(['[', ']']).to_owned()).filter(|text| !text.is_empty())
}

/// Returns the code of a parameter: its type, name and default.
pub fn parameter_code(text: &str, definition: &Definition, name: &str) -> Option<String> {
    let at = definition.parameters.iter().position(|one| &*one.name == name)?;
    let parameter = definition.parameters.get(at)?;
    let start = parameter.annotation.map_or(parameter.span.start, |annotation| annotation.start);
    let end = if parameter.has_default { parameter_end(text, start) } else { parameter.span.end };
    Some(Span::new(start, end).of(text).trim().to_owned())
}

/// Returns the end of the parameter that starts at an offset: the comma or the parenthesis after it.
fn parameter_end(text: &str, start: u32) -> u32 {
    let rest = text.get(start as usize..).unwrap_or_default();
    let mut depth = 0usize;
    for token in &lex(rest, LexOptions::default()).tokens {
        match token.kind {
            TokenKind::Comma | TokenKind::RParen if depth == 0 => return start + token.span.start,
            kind if kind.closing().is_some() => depth += 1,
            TokenKind::RParen | TokenKind::RBrack | TokenKind::RBrace => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    text.len() as u32
}
