//! Semantic tokens, from the tree of a document: complete, as changes, and of a range.

use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensDelta,
    SemanticTokensDeltaParams, SemanticTokensEdit, SemanticTokensFullDeltaResult, SemanticTokensLegend,
    SemanticTokensParams, SemanticTokensRangeParams, SemanticTokensRangeResult, SemanticTokensResult, Uri,
};
use pprepl_text::Span;
use pprepl_text::theme::Role;
use std::sync::Arc;

use super::failure::Answer;
use super::position::Lines;
use super::state::State;

/// The kinds of tokens; a token has the index of its kind.
const TYPES: [SemanticTokenType; 13] = [
    SemanticTokenType::CLASS,
    SemanticTokenType::TYPE,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::METHOD,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::STRING,
    SemanticTokenType::NUMBER,
    SemanticTokenType::REGEXP,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::COMMENT,
];

const MODIFIERS: [SemanticTokenModifier; 2] =
    [SemanticTokenModifier::DECLARATION, SemanticTokenModifier::DEFAULT_LIBRARY];

const DECLARATION: u32 = 1;
const DEFAULT_LIBRARY: u32 = 2;

pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers: MODIFIERS.to_vec() }
}

/// Returns the kind of a role and its modifiers; `None` for punctuation.
fn kind_of(role: Role) -> Option<(SemanticTokenType, u32)> {
    Some(match role {
        Role::TypeDefinition => (SemanticTokenType::CLASS, DECLARATION),
        Role::Type => (SemanticTokenType::TYPE, 0),
        Role::Function => (SemanticTokenType::FUNCTION, DECLARATION),
        Role::FunctionCall => (SemanticTokenType::FUNCTION, 0),
        Role::FunctionBuiltin => (SemanticTokenType::FUNCTION, DEFAULT_LIBRARY),
        Role::FunctionMethod => (SemanticTokenType::METHOD, 0),
        Role::Variable => (SemanticTokenType::VARIABLE, 0),
        Role::VariableBuiltin => (SemanticTokenType::VARIABLE, DEFAULT_LIBRARY),
        Role::VariableParameter => (SemanticTokenType::PARAMETER, DECLARATION),
        Role::Attribute | Role::Property | Role::Label => (SemanticTokenType::PROPERTY, 0),
        Role::Keyword | Role::Boolean | Role::ConstantBuiltin => (SemanticTokenType::KEYWORD, 0),
        Role::String | Role::StringEscape | Role::StringHeredoc | Role::StringSpecial => (SemanticTokenType::STRING, 0),
        Role::Number => (SemanticTokenType::NUMBER, 0),
        Role::StringRegexp => (SemanticTokenType::REGEXP, 0),
        Role::Operator | Role::KeywordOperator => (SemanticTokenType::OPERATOR, 0),
        Role::Comment => (SemanticTokenType::COMMENT, 0),
        _ => return None,
    })
}

/// Returns the tokens of a document.
pub fn full(state: &mut State, params: SemanticTokensParams) -> Answer<Option<SemanticTokensResult>> {
    let (number, data) = renewed(state, &params.text_document.uri)?;
    Ok(Some(SemanticTokens { result_id: Some(number.to_string()), data }.into()))
}

/// Returns the tokens that differ from an earlier answer, or all if that is not known.
pub fn delta(state: &mut State, params: SemanticTokensDeltaParams) -> Answer<Option<SemanticTokensFullDeltaResult>> {
    let uri = params.text_document.uri;
    let known = state.document(&uri)?.tokens.clone();
    let known = known.filter(|(number, _)| number.to_string() == params.previous_result_id);
    let (number, data) = renewed(state, &uri)?;
    let result_id = Some(number.to_string());
    Ok(Some(match known {
        Some((_, old)) => SemanticTokensDelta { result_id, edits: difference(&old, &data) }.into(),
        None => SemanticTokens { result_id, data }.into(),
    }))
}

/// Returns the edit between two lists of tokens; tokens count as five numbers.
fn difference(old: &[SemanticToken], new: &[SemanticToken]) -> Vec<SemanticTokensEdit> {
    let same = |pair: &(&SemanticToken, &SemanticToken)| pair.0 == pair.1;
    let first = old.iter().zip(new).take_while(same).count();
    let rest = old.len().min(new.len()) - first;
    let last = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(same).count();
    let added = new.get(first..new.len() - last).unwrap_or_default();
    if added.is_empty() && first + last == old.len() {
        return Vec::new();
    }
    vec![SemanticTokensEdit {
        start: first as u32 * 5,
        delete_count: (old.len() - first - last) as u32 * 5,
        data: Some(added.to_vec()),
    }]
}

/// Returns the tokens of a range.
pub fn range(state: &mut State, params: SemanticTokensRangeParams) -> Answer<Option<SemanticTokensRangeResult>> {
    let document = state.document(&params.text_document.uri)?;
    let (name, span) = (document.member.name.clone(), document.lines(state.client.encoding).span(params.range));
    let data = tokens_in(state, &name, Some(span));
    Ok(Some(SemanticTokens { result_id: None, data }.into()))
}

/// Computes the tokens of a document, and keeps them for the next question.
fn renewed(state: &mut State, uri: &Uri) -> Answer<(u64, Vec<SemanticToken>)> {
    let name = state.document(uri)?.member.name.clone();
    let data = tokens_in(state, &name, None);
    let mut number = 1;
    if let Some(document) = state.documents.get_mut(&name) {
        number = document.tokens.as_ref().map_or(1, |(last, _)| last + 1);
        document.tokens = Some((number, data.clone()));
    }
    Ok((number, data))
}

fn tokens_in(state: &mut State, name: &Arc<str>, span: Option<Span>) -> Vec<SemanticToken> {
    let encoding = state.client.encoding;
    let Some(document) = state.documents.get(name) else { return Vec::new() };
    let Some(tree) = document.tree() else { return Vec::new() };
    let view = span.map_or(0..document.text().len(), |span| span.start as usize..span.end as usize);
    let lines = document.lines(encoding);
    let mut writer = Writer { lines: &lines, encoding, last: (0, 0), tokens: Vec::new() };
    for highlight in state.highlighter.visible(&tree, view) {
        if let Some((kind, modifiers)) = kind_of(highlight.capture) {
            writer.add(highlight.span, &kind, modifiers);
        }
    }
    writer.tokens
}

/// Writes tokens relative to each other.
struct Writer<'l> {
    lines: &'l Lines<'l>,
    encoding: super::position::Encoding,
    /// The line and the column of the last token.
    last: (u32, u32),
    tokens: Vec<SemanticToken>,
}

impl Writer<'_> {
    /// Adds a token; one of several lines becomes one for each line.
    fn add(&mut self, span: Span, kind: &SemanticTokenType, modifiers: u32) {
        let Some(number) = TYPES.iter().position(|known| known == kind) else { return };
        let first = self.lines.line_of(span.start as usize);
        for line in first..self.lines.count() {
            let own = self.lines.span_of_line(line);
            if own.start >= span.end {
                return;
            }
            let part = Span::new(own.start.max(span.start), own.end.min(span.end));
            if part.start < part.end {
                self.push(part, number as u32, modifiers);
            }
        }
    }

    fn push(&mut self, span: Span, token_type: u32, token_modifiers_bitset: u32) {
        let start = self.lines.position(span.start);
        let (line, column) = self.last;
        let delta_line = start.line - line;
        let delta_start = if delta_line == 0 { start.character.saturating_sub(column) } else { start.character };
        let length = self.encoding.length(span.of(self.lines.text()));
        self.tokens.push(SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset });
        self.last = (start.line, start.character);
    }
}
