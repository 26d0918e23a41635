//! The token pane: the tokens around the cursor under their lexical names, with the current one highlighted, its
//! lexer rule, and notes on misleading source.

use pprepl_text::Span;
use pprepl_text::theme::Role;
use puppet_syntax::{Lexed, Note, Token, TokenKind, lex, notes_in, token_rule};

use super::{CursorContext, Line, View};

/// The number of tokens shown before and after the current one.
const AROUND: usize = 12;

pub fn view(here: &CursorContext<'_>) -> View {
    let lexed = lex(here.text, here.options);
    let mut view = View::new("Tokens");
    let count = lexed.tokens.iter().filter(|token| token.kind != TokenKind::End).count();
    let tokens = lexed.tokens.get(..count).unwrap_or_default();
    let Some(current) = here.token(tokens) else {
        view.say(Role::Hint, "No token yet, only whitespace and comments.");
        errors(&mut view, here, &lexed, Span::new(0, here.text.len() as u32));
        return view;
    };
    let window = current.saturating_sub(AROUND)..(current + AROUND + 1).min(count);
    let shown = tokens.get(window.clone()).unwrap_or_default();
    let reach = shown.first().map_or(0, |token| token.span.start)..shown.last().map_or(0, |token| token.span.end);
    let notes = notes_in(here.text, &lexed, window.clone());
    if let Some(token) = tokens.get(current).filter(|token| !here.is_in(token.span)) {
        let side = if token.span.end <= here.at() { "before" } else { "after" };
        view.say(Role::Hint, format!("No token here; showing the token {side} the cursor:"));
    }
    strip(&mut view, here, &lexed, shown, (current - window.start, &notes));
    errors(&mut view, here, &lexed, Span::new(reach.start, reach.end));
    view
}

/// Explains the token under the cursor.
fn rule(view: &mut View, token: &Token, notes: &[Note]) {
    let rule = token_rule(token.kind);
    view.mark(token.span, Role::Match);
    view.push(
        Line::of(Role::Plain, "    ")
            .and(Role::Plain, rule.text)
            .and(Role::Hint, format!("  {}", rule.section))
            .at(token.span),
    );
    for note in notes.iter().filter(|note| note.span == token.span) {
        view.push(
            Line::of(Role::Plain, "    ").and(Role::Note, "note: ").and(Role::Plain, &note.message).at(note.span),
        );
    }
}

/// Adds a line for each token, and the explanation below the current one.
fn strip(
    view: &mut View,
    here: &CursorContext<'_>,
    lexed: &Lexed,
    tokens: &[Token],
    (current, notes): (usize, &[Note]),
) {
    let wide = tokens.iter().map(|token| token.kind.as_str().len()).max().unwrap_or(0);
    for (index, token) in tokens.iter().enumerate() {
        let here_is = index == current;
        if here_is {
            view.focus_next();
        }
        let name = format!("{:wide$}", token.kind.as_str());
        let value = lexed.value(token, here.text);
        let line = Line::of(if here_is { Role::Key } else { Role::Gutter }, if here_is { "▸ " } else { "  " })
            .and(if here_is { Role::Match } else { Role::Label }, name)
            .and(Role::Plain, "  ")
            .and(role(token.kind), value)
            .at(token.span);
        view.push(line);
        if here_is {
            rule(view, token, notes);
        }
    }
}

/// Adds the lexical errors of the shown range.
fn errors(view: &mut View, here: &CursorContext<'_>, lexed: &Lexed, reach: Span) {
    let near = |span: Span| span.end >= reach.start && span.start <= reach.end || here.is_in(span);
    for found in lexed.diagnostics.iter().filter(|found| found.span.is_none_or(near)) {
        let role = if found.is_error() { Role::Error } else { Role::Warning };
        view.gap();
        let mut line = Line::of(role, format!("{}: ", found.severity.as_str())).and(Role::Plain, &found.message);
        line.span = found.span;
        view.push(line);
        if let Some(help) = &found.help {
            view.say(Role::Hint, help);
        }
    }
}

/// Returns the role of a token's value.
fn role(kind: TokenKind) -> Role {
    use TokenKind::*;
    match kind {
        Variable => Role::Variable,
        Number => Role::Number,
        String | DqPre | DqMid | DqPost | RenderString => Role::String,
        Regexp => Role::StringRegexp,
        Heredoc | SubLocate => Role::StringSpecial,
        Boolean | Undef | Default => Role::ConstantBuiltin,
        Ref => Role::Type,
        Name | Word => Role::Function,
        _ => Role::Operator,
    }
}
