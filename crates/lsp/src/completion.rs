//! Completion: variables in scope, facts, functions, types, classes, resources with their attributes and values, and the
//! parameters that Hiera data may set. Nothing is evaluated.

use std::sync::Arc;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, Documentation, MarkupContent, MarkupKind,
};
use pprepl_project::{Definition, FileRole, Location, Symbol, SymbolKind};
use pprepl_session::complete::{Body, body_at, keyword_summary, place};
use puppet_catalog::schema::METAPARAMETERS;
use puppet_catalog::{builtin, builtins, capitalized};
use puppet_syntax::{EndContext, LexOptions, Token, TokenKind, lex_without_repair};
use serde_json::Value;

use super::candidate::{About, Candidate, Found, Word};
use super::document::Document;
use super::documentation::{builtin_page, header, parameter_code, ruby_attribute_page, symbol_page};
use super::failure::Answer;
use super::ruby::{self, RubyType};
use super::state::State;
use super::symbols::kind_named;
use super::target::variables_of;

/// The characters after which an editor completes automatically.
pub const TRIGGERS: [&str; 6] = ["$", ":", ".", "'", "[", ">"];

/// The keywords, each with a template; `$` and a number is a place to fill in.
const KEYWORDS: [(&str, &str); 18] = [
    ("and", "and"),
    ("case", "case ${1:\\$value} {\n  ${2:'match'}: {\n    $0\n  }\n  default: {}\n}"),
    ("class", "class ${1:name} (\n  ${2}\n) {\n  $0\n}"),
    ("default", "default"),
    ("define", "define ${1:name} (\n  ${2}\n) {\n  $0\n}"),
    ("else", "else {\n  $0\n}"),
    ("elsif", "elsif ${1:condition} {\n  $0\n}"),
    ("false", "false"),
    ("function", "function ${1:name}(${2}) >> ${3:Any} {\n  $0\n}"),
    ("if", "if ${1:condition} {\n  $0\n}"),
    ("in", "in"),
    ("inherits", "inherits"),
    ("node", "node ${1:default} {\n  $0\n}"),
    ("or", "or"),
    ("true", "true"),
    ("type", "type ${1:Name} = ${0:Any}"),
    ("undef", "undef"),
    ("unless", "unless ${1:condition} {\n  $0\n}"),
];

/// Completes at a cursor.
pub fn complete(state: &mut State, params: CompletionParams) -> Answer<Option<CompletionResponse>> {
    let cursor = state.cursor(&params.text_document_position)?;
    let Some(document) = state.documents.get(&cursor.name) else { return Ok(None) };
    let text = document.text();
    let before = text.get(..cursor.offset).unwrap_or(text);
    let found = match document.member.role {
        FileRole::Data => data_keys(state, before),
        FileRole::Template => match before.rfind("<%") {
            Some(tag) if !before.get(tag..).unwrap_or("").contains("%>") => {
                in_source(state, &cursor.name, before, tag + 2)
            }
            _ => None,
        },
        _ if document.member.is_code() => in_source(state, &cursor.name, before, 0),
        _ => None,
    };
    let Some(found) = found else { return Ok(None) };
    let lines = document.lines(state.client.encoding);
    Ok(Some(CompletionResponse::List(found.list(&lines, cursor.offset, state.client.snippets))))
}

/// Adds the documentation to an item.
pub fn resolve(state: &mut State, mut item: CompletionItem) -> Answer<CompletionItem> {
    let text = |key: &str| item.data.as_ref().and_then(|data| data.get(key)).and_then(Value::as_str);
    let symbol = text("kind").and_then(kind_named).zip(text("name"));
    let page = match symbol {
        Some((kind, name)) => symbol_page(state, &Symbol::new(kind, name)),
        None => match text("type").zip(text("attribute")) {
            Some((kind, name)) => ruby_attribute_page(state, kind, name),
            None => text("builtin").and_then(|name| builtin_page(state, name)),
        },
    };
    let markup = |value| MarkupContent { kind: MarkupKind::Markdown, value };
    item.documentation = page.map(|value| Documentation::MarkupContent(markup(value)));
    Ok(item)
}

/// Where completed code is: its document, and the offset of its first byte there. The code of a template starts after a
/// tag.
struct Source<'n> {
    name: &'n Arc<str>,
    start: usize,
}

fn in_source(state: &State, name: &Arc<str>, before: &str, start: usize) -> Option<Found> {
    let code = before.get(start..)?;
    let source = &Source { name, start };
    let mut found = match place(code) {
        EndContext::Code => in_code(state, source, code, false),
        EndContext::Interpolation => in_code(state, source, code, true),
        EndContext::Text(quote) | EndContext::Plain(quote) => in_string(state, source, code, quote),
        EndContext::Other => None,
    }?;
    found.word.from += start;
    Some(found)
}

fn is_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == ':'
}

/// Returns the start of the name at the end of `before`. A single colon does not belong to it.
fn word_start(before: &str) -> usize {
    let start = before.trim_end_matches(is_name).len();
    let word = before.get(start..).unwrap_or("");
    match word.rfind(':') {
        Some(at) if !word.get(..at).unwrap_or("").ends_with(':') => start + at + 1,
        _ => start,
    }
}

fn in_code(state: &State, source: &Source<'_>, before: &str, is_interpolation: bool) -> Option<Found> {
    if let Some(found) = variable(state, source, before) {
        return Some(found);
    }
    if let Some(found) =
        before.strip_suffix('[').and_then(|left| fact_keys(state, left, Word::new(before, before.len()), "'"))
    {
        return Some(found);
    }
    let from = word_start(before);
    let (ahead, written) = before.split_at_checked(from)?;
    let word = Word::new(before, from);
    if let Some(found) = class_name(state, before, from) {
        return Some(found);
    }
    if let Some(body) = body_at(ahead)
        && let Some(candidates) = in_body(state, &body)
    {
        return Some(Found { word, candidates });
    }
    let mut candidates = Vec::new();
    if ahead.ends_with('.') && !ahead.ends_with("..") {
        candidates.extend(functions(state, &word));
        return Some(Found { word, candidates });
    }
    if !written.starts_with(|first: char| first.is_ascii_uppercase()) {
        candidates.extend(KEYWORDS.iter().map(|(word, snippet)| {
            let gist = keyword_summary(word).unwrap_or_default();
            Candidate::new(*word, CompletionItemKind::KEYWORD, 3).detail(gist).snippet(*snippet)
        }));
        candidates.extend(functions(state, &word));
        if is_statement_start(ahead) {
            candidates.extend(resource_types(state, &word));
        }
        if is_interpolation {
            candidates.extend(variables(state, source, &word, ""));
        }
    }
    if written.starts_with(|first: char| first.is_ascii_uppercase()) {
        candidates.extend(references(state, &word));
    }
    candidates.extend(types(state, &word));
    Some(Found { word, candidates })
}

/// Returns the names by which references to resources begin: `File`, `Web::Site`.
fn references(state: &State, word: &Word) -> Vec<Candidate> {
    let own = state.index().into_iter().flat_map(|index| index.names(SymbolKind::ResourceType));
    let own = own.filter(|name| word.is_in(name)).map(|name| {
        let mut found = symbol(SymbolKind::ResourceType, name);
        found.label = capitalized(name);
        found
    });
    let class = word.is_in("class").then(|| Candidate::new("Class", CompletionItemKind::STRUCT, 2));
    let known = builtins().iter().filter(|row| word.is_in(row.name)).map(|row| {
        Candidate::new(capitalized(row.name), CompletionItemKind::STRUCT, 2)
            .detail(row.summary)
            .about(About::Builtin(row.name.to_owned()))
    });
    own.chain(class).chain(known).collect()
}

/// Returns whether a statement may start after `before`.
fn is_statement_start(before: &str) -> bool {
    let before = before.trim_end_matches([' ', '\t']);
    before.is_empty() || before.ends_with(['\n', '{', '}', '@'])
}

fn in_string(state: &State, source: &Source<'_>, before: &str, quote: usize) -> Option<Found> {
    let ahead = before.get(..quote)?;
    let mark = before.get(quote..quote + 1)?;
    if let Some(found) = ahead.strip_suffix('[').and_then(|left| fact_keys(state, left, Word::new(before, quote), mark))
    {
        return Some(found);
    }
    if mark == "\""
        && let Some(found) = variable(state, source, before)
    {
        return Some(found);
    }
    if let Some(found) = class_name(state, before, quote + 1) {
        return Some(found);
    }
    if let Some(found) = argument(state, source, before, quote) {
        return Some(found);
    }
    let body = body_at(ahead)?;
    let candidates = values(state, &body)?;
    Some(Found { word: Word::new(before, quote + 1), candidates })
}

/// Completes a string that names something: the title in a reference, a data key, a template.
fn argument(state: &State, source: &Source<'_>, before: &str, quote: usize) -> Option<Found> {
    let ahead = before.get(..quote)?.trim_end();
    let word = Word::new(before, quote + 1);
    let plain = ahead.trim_end_matches(['(', '[']).trim_end();
    let last = plain.get(plain.trim_end_matches(is_name).len()..)?;
    let value = |name: &str| Candidate::new(name, CompletionItemKind::VALUE, 0);
    let candidates: Vec<Candidate> = if ahead.ends_with('[') && last.starts_with(|one: char| one.is_ascii_uppercase()) {
        titles(state, source, &last.trim_start_matches("::").to_lowercase(), &word)
    } else {
        let index = state.index()?;
        match last {
            "lookup" | "hiera" => {
                let keys = index.names(SymbolKind::DataKey).filter(|name| word.is_in(name));
                let mut found: Vec<Candidate> = keys.map(|name| symbol(SymbolKind::DataKey, name)).collect();
                found.extend(parameter_keys(state, &word, ""));
                found.sort_by(|one, other| one.label.cmp(&other.label));
                found.dedup_by(|one, other| one.label == other.label);
                found
            }
            "epp" => {
                let names = index.files().filter(|file| file.member.role == FileRole::Template).filter_map(|file| {
                    let (module, (_, rest)) =
                        (file.member.module.as_ref()?, file.member.name.rsplit_once("/templates/")?);
                    rest.ends_with(".epp").then(|| format!("{module}/{rest}"))
                });
                names.filter(|name| word.is_in(name)).map(|name| value(&name)).collect()
            }
            _ => return None,
        }
    };
    (!candidates.is_empty()).then_some(Found { word, candidates })
}

/// Returns the titles of the resources of a type that the code declares, the titles of the own file first.
fn titles(state: &State, source: &Source<'_>, type_name: &str, word: &Word) -> Vec<Candidate> {
    let files = state.index().into_iter().flat_map(|index| index.files());
    let mut found: Vec<Candidate> = Vec::new();
    for file in files {
        let rank = u8::from(file.member.name != *source.name);
        let all = file.index.declared.resources.iter().filter(|one| *one.type_name == *type_name);
        let named = all.filter(|one| word.is_in(&one.title));
        found.extend(named.map(|one| Candidate::new(&*one.title, CompletionItemKind::VALUE, rank)));
    }
    found.sort_by(|one, other| (&one.label, one.rank).cmp(&(&other.label, other.rank)));
    found.dedup_by(|one, other| one.label == other.label);
    found
}

/// Completes a variable: `$na`, `${na`.
fn variable(state: &State, source: &Source<'_>, before: &str) -> Option<Found> {
    let from = before.trim_end_matches(is_name).len();
    let ahead = before.get(..from)?;
    if ahead.ends_with('$') {
        return Some(variables_found(state, source, Word::new(before, from - 1), "$"));
    }
    let is_open = ahead.ends_with("${");
    is_open.then(|| variables_found(state, source, Word::new(before, from), ""))
}

fn variables_found(state: &State, source: &Source<'_>, word: Word, sigil: &str) -> Found {
    let candidates = variables(state, source, &word, sigil);
    Found { word, candidates }
}

/// Returns the variables that are visible at a word and have it, the innermost scope first.
fn variables(state: &State, source: &Source<'_>, word: &Word, sigil: &str) -> Vec<Candidate> {
    let mut found = Vec::new();
    let item = |name: &str, rank| Candidate::new(format!("{sigil}{name}"), CompletionItemKind::VARIABLE, rank);
    let from = source.start + word.from;
    if let Some((_, variables)) = variables_of(state, source.name) {
        found.extend(variables.visible(from as u32).into_iter().map(|one| item(&one.name, 0)));
    }
    // The code around the cursor may not parse: the names of its tokens count, too.
    if let Some(document) = state.documents.get(source.name) {
        found.extend(names_of_variables(document, from).into_iter().map(|name| item(name, 1)));
    }
    found.retain(|one| word.is_in(&one.label));
    for view in state.session.names().variables_where(|name| word.is_in(&format!("{sigil}{name}")), usize::MAX) {
        let detail = pprepl_text::columns::shortened(&view.value, 40);
        found.push(item(&view.name, 2).detail(detail));
    }
    found.sort_by(|one, other| (&one.label, one.rank).cmp(&(&other.label, other.rank)));
    found.dedup_by(|one, other| one.label == other.label);
    found
}

/// Returns the local variables that a document names, without the one at an offset.
fn names_of_variables(document: &Document, offset: usize) -> Vec<&str> {
    let options = LexOptions::default().for_file(&document.member.name);
    let lexed = lex_without_repair(document.text(), options);
    let before = [None].into_iter().chain(lexed.tokens.iter().map(|token| Some(token.kind)));
    let is_variable = |token: &Token, before: Option<TokenKind>| match token.kind {
        TokenKind::Variable => true,
        // `${name}`
        TokenKind::Name => matches!(before, Some(TokenKind::DqPre | TokenKind::DqMid)),
        _ => false,
    };
    let named = lexed.tokens.iter().zip(before).filter(|(token, before)| is_variable(token, *before));
    let others = named.filter(|(token, _)| token.span.start as usize != offset);
    let names = others.map(|(token, _)| token.span.of(document.text()).trim_start_matches('$'));
    names.filter(|name| !name.is_empty() && !name.contains(':')).collect()
}

/// Completes the keys of a fact: `$facts['os'][`. `left` ends before the bracket.
fn fact_keys(state: &State, left: &str, word: Word, quote: &str) -> Option<Found> {
    let mut path: Vec<String> = Vec::new();
    let mut head = left;
    while let Some(inner) = head.strip_suffix(']') {
        let open = inner.rfind('[')?;
        path.insert(0, inner.get(open + 1..)?.trim_matches(['\'', '"']).to_owned());
        head = inner.get(..open)?;
    }
    let start = head.trim_end_matches(is_name).len();
    let (ahead, name) = head.split_at_checked(start)?;
    if !ahead.ends_with('$') && !ahead.ends_with("${") {
        return None;
    }
    let keys = state.session.facts().keys_of(name.trim_start_matches("::"), &path.join("."));
    let candidate = |(key, detail): (String, String)| {
        let detail = pprepl_text::columns::shortened(&detail, 60);
        Candidate::new(format!("{quote}{key}{quote}"), CompletionItemKind::PROPERTY, 0).detail(detail)
    };
    let candidates: Vec<Candidate> = keys.into_iter().map(candidate).collect();
    (!candidates.is_empty()).then_some(Found { word, candidates })
}

/// Completes the name of a class: `include na`, `inherits na`, `class { 'na`.
fn class_name(state: &State, before: &str, from: usize) -> Option<Found> {
    let (ahead, word) = (before.get(..from)?, Word::new(before, from));
    let plain = ahead.trim_end().trim_end_matches(['(', '\'', '"', '[']).trim_end();
    let last = plain.rsplit(|letter: char| !is_name(letter)).next()?;
    let is_wanted = matches!(last, "include" | "require" | "contain" | "inherits" | "Class")
        || plain.strip_suffix('{').is_some_and(|plain| plain.trim_end().ends_with("class"));
    let index = state.index().filter(|_| is_wanted)?;
    let names = index.names(SymbolKind::Class).filter(|name| word.is_in(name));
    let candidates = names.map(|name| symbol(SymbolKind::Class, name)).collect();
    Some(Found { word, candidates })
}

fn symbol(kind: SymbolKind, name: &str) -> Candidate {
    let shown = match kind {
        SymbolKind::Class => CompletionItemKind::CLASS,
        SymbolKind::ResourceType => CompletionItemKind::STRUCT,
        SymbolKind::Function | SymbolKind::Plan => CompletionItemKind::FUNCTION,
        SymbolKind::Type => CompletionItemKind::INTERFACE,
        SymbolKind::DataKey => CompletionItemKind::PROPERTY,
    };
    Candidate::new(name, shown, 1).about(About::Symbol(kind, name.to_owned()))
}

fn functions(state: &State, word: &Word) -> Vec<Candidate> {
    let builtin = state.session.names().functions_where(|name| word.is_in(name)).into_iter().map(|view| {
        let detail = view.signatures.first().cloned().unwrap_or_default();
        Candidate::new(&*view.name, CompletionItemKind::FUNCTION, 2)
            .detail(detail)
            .snippet(format!("{}($0)", view.name))
            .about(About::Builtin(view.name))
    });
    let own = state.index().into_iter().flat_map(|index| index.names(SymbolKind::Function));
    let own = own
        .filter(|name| word.is_in(name))
        .map(|name| symbol(SymbolKind::Function, name).snippet(format!("{name}($0)")));
    builtin.chain(own).collect()
}

fn types(state: &State, word: &Word) -> Vec<Candidate> {
    let builtin = state.session.names().types().into_iter().filter(|view| word.is_in(&view.name)).map(|view| {
        Candidate::new(&*view.name, CompletionItemKind::TYPE_PARAMETER, 4)
            .detail(view.summary)
            .about(About::Builtin(view.name))
    });
    let own = state.index().into_iter().flat_map(|index| index.names(SymbolKind::Type));
    let own = own.filter(|name| word.is_in(name)).map(|name| {
        let mut found = symbol(SymbolKind::Type, name);
        found.label = capitalized(name);
        found
    });
    builtin.chain(own).collect()
}

/// Returns the resource types with the form of a declaration.
fn resource_types(state: &State, word: &Word) -> Vec<Candidate> {
    let own = builtins().iter().filter(|row| word.is_in(row.name)).map(|row| {
        Candidate::new(row.name, CompletionItemKind::STRUCT, 2)
            .detail(row.summary)
            .snippet(format!("{} {{ '${{1:title}}':\n  $0\n}}", row.name))
            .about(About::Builtin(row.name.to_owned()))
    });
    let index = state.index().into_iter();
    let defined = index.flat_map(|index| {
        let names = index.names(SymbolKind::ResourceType).filter(|name| word.is_in(name));
        names.filter_map(|name| index.definition(SymbolKind::ResourceType, name))
    });
    own.chain(defined.map(|location| declaration(&location))).collect()
}

/// Returns a defined type with its required parameters.
fn declaration(location: &Location<'_, Definition>) -> Candidate {
    let name = &location.item.symbol.name;
    let required = location.item.parameters.iter().filter(|one| !one.has_default);
    let lines: Vec<String> =
        required.enumerate().map(|(at, one)| format!("  {} => ${{{}}},\n", one.name, at + 2)).collect();
    let body = if lines.is_empty() { "  $0\n".to_owned() } else { lines.concat() };
    symbol(SymbolKind::ResourceType, name).snippet(format!("{name} {{ '${{1:title}}':\n{body}}}"))
}

/// Completes in the body of a resource: the names of its attributes, or the value of one.
fn in_body(state: &State, body: &Body) -> Option<Vec<Candidate>> {
    if body.value_of.is_some() {
        // A value may be any expression: the accepted words are added by quotes.
        let all = values(state, body)?;
        return (!all.is_empty()).then_some(all);
    }
    if !body.wants_name {
        return None;
    }
    let is_new = |name: &str| !body.given.iter().any(|given| given == name);
    let mut found: Vec<Candidate> = Vec::new();
    let kind = body.kind.to_lowercase();
    if let Some(row) = builtin(&kind) {
        let own = row.attributes.iter().filter(|one| is_new(one.name));
        found.extend(own.map(|one| attribute(one.name, &one.takes(), &format!("{kind}.{}", one.name), 0)));
    }
    if let Some(text) = definition_of(state, body).as_ref().and_then(ruby::text_of) {
        let known = RubyType::read(&text).attributes;
        let about = |name: &str| About::Attribute { type_name: kind.clone(), attribute: name.to_owned() };
        let own = known.iter().filter(|one| is_new(&one.name));
        found.extend(own.map(|one| {
            attribute(&one.name, one.text.lines().next().unwrap_or_default(), "", 0).about(about(&one.name))
        }));
    } else if let Some(location) = definition_of(state, body) {
        let text = location.file.source.text();
        for parameter in location.item.parameters.iter().filter(|one| is_new(&one.name)) {
            let code = parameter_code(text, location.item, &parameter.name).unwrap_or_default();
            found.push(attribute(&parameter.name, &code, "", u8::from(parameter.has_default)));
        }
    }
    let meta = METAPARAMETERS.iter().filter(|one| is_new(one.name));
    found.extend(meta.map(|one| attribute(one.name, &one.takes(), one.name, 2)));
    Some(found)
}

fn attribute(name: &str, takes: &str, page: &str, rank: u8) -> Candidate {
    let about = if page.is_empty() { About::Nothing } else { About::Builtin(page.to_owned()) };
    Candidate::new(name, CompletionItemKind::PROPERTY, rank)
        .detail(takes.split_whitespace().collect::<Vec<_>>().join(" "))
        .snippet(format!("{name} => $0,"))
        .about(about)
}

/// Returns the class or defined type that a body declares.
fn definition_of<'s>(state: &'s State, body: &Body) -> Option<Location<'s, Definition>> {
    let index = state.index()?;
    match &*body.kind {
        "class" => index.definition(SymbolKind::Class, &body.title),
        kind => index.definition(SymbolKind::ResourceType, kind),
    }
}

/// Completes a string that is the value of an attribute: the words that it accepts.
fn values(state: &State, body: &Body) -> Option<Vec<Candidate>> {
    let name = body.value_of.as_deref()?;
    if let Some(attribute) = builtin(&body.kind.to_lowercase()).and_then(|row| row.attribute(name)) {
        let words = attribute.words.iter().map(|word| Candidate::new(*word, CompletionItemKind::VALUE, 0));
        return Some(words.collect());
    }
    let location = definition_of(state, body)?;
    if let Some(text) = ruby::text_of(&location) {
        let known = RubyType::read(&text);
        let words = known.attribute(name)?.values.iter();
        return Some(words.map(|word| Candidate::new(word, CompletionItemKind::VALUE, 0)).collect());
    }
    let code = parameter_code(location.file.source.text(), location.item, name)?;
    Some(ruby::enum_words(&code)?.map(|word| Candidate::new(word, CompletionItemKind::VALUE, 0)).collect())
}

/// Completes the key of a data file: the parameters of all classes.
fn data_keys(state: &State, before: &str) -> Option<Found> {
    let line = before.get(before.rfind('\n').map_or(0, |at| at + 1)..)?;
    let typed = line.trim_start_matches(['\'', '"']);
    if !typed.chars().all(is_name) {
        return None;
    }
    let word = Word::new(before, before.len() - typed.len());
    state.index()?;
    let candidates = parameter_keys(state, &word, ": $0");
    Some(Found { word, candidates })
}

/// Returns the data keys of the parameters of all classes; the text that an item adds after the key.
fn parameter_keys(state: &State, word: &Word, after: &str) -> Vec<Candidate> {
    let Some(index) = state.index() else { return Vec::new() };
    let mut candidates = Vec::new();
    for location in index.names(SymbolKind::Class).filter_map(|name| index.definition(SymbolKind::Class, name)) {
        let text = location.file.source.text();
        let class = &location.item.symbol.name;
        for parameter in &location.item.parameters {
            let label = format!("{class}::{}", parameter.name);
            if !word.is_in(&label) {
                continue;
            }
            let annotation = parameter.annotation.map_or("", |span| span.of(text));
            let snippet = format!("{label}{after}");
            candidates.push(
                Candidate::new(label, CompletionItemKind::PROPERTY, 0)
                    .detail(annotation.split_whitespace().collect::<Vec<_>>().join(" "))
                    .snippet(snippet)
                    .about(About::Symbol(SymbolKind::Class, class.to_string())),
            );
        }
    }
    candidates
}

/// Returns the header of a symbol's definition on one line.
pub fn one_line(location: &Location<'_, Definition>) -> String {
    header(location).split_whitespace().collect::<Vec<_>>().join(" ")
}
