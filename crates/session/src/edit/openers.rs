//! The constructs that are open in a source: the innermost one where each line starts, and the brackets at its end.

use std::iter::Peekable;
use std::slice::Iter;

use pprepl_text::Span;
use puppet_syntax::{LexOptions, Lexed, OpenEnd, Token, TokenKind, lex_without_repair};

/// Returns for each line the opener of the innermost construct that is open at its start: a bracket, a quote, `/*` or a
/// heredoc's tag; empty where nothing is open.
pub fn openers(text: &str) -> Vec<&str> {
    let lexed = lex_without_repair(text, LexOptions::default());
    let mut state = Openers::new(text, &lexed);
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    starts.map(|start| state.at(start as u32)).collect()
}

/// Returns the source with its open brackets closed; `None` if a string, comment or heredoc is open.
pub(crate) fn with_closers(text: &str) -> Option<String> {
    let lexed = lex_without_repair(text, LexOptions::default());
    if lexed.unfinished.is_some_and(|open| open.what != OpenEnd::Bracket) {
        return None;
    }
    let mut state = Openers::new(text, &lexed);
    state.at(text.len() as u32);
    let closers = state.open.iter().rev().map(|(opener, _)| match opener.of(text) {
        "(" => ')',
        "[" => ']',
        _ => '}',
    });
    // A comment may end the last line.
    Some(format!("{text}\n{}", closers.collect::<String>()))
}

struct Openers<'t, 'l> {
    text: &'t str,
    lexed: &'l Lexed,
    /// The tokens after the last line start.
    tokens: Peekable<Iter<'l, Token>>,
    /// The brackets that are open there, each with its closing token.
    open: Vec<(Span, TokenKind)>,
    /// The last token of several lines.
    long: Option<Span>,
}

impl<'t, 'l> Openers<'t, 'l> {
    fn new(text: &'t str, lexed: &'l Lexed) -> Openers<'t, 'l> {
        Openers { text, lexed, tokens: lexed.tokens.iter().peekable(), open: Vec::new(), long: None }
    }

    /// Returns the opener at a line start. Line starts come in order.
    fn at(&mut self, start: u32) -> &'t str {
        while let Some(token) = self.tokens.next_if(|token| token.span.start < start) {
            self.pass(token);
        }
        self.heredoc(start)
            .or_else(|| self.unfinished(start))
            .or_else(|| self.string(start))
            .unwrap_or_else(|| self.open.last().map_or("", |(span, _)| span.of(self.text)))
    }

    fn pass(&mut self, token: &Token) {
        if let Some(closing) = token.kind.closing() {
            self.open.push((token.span, closing));
        } else if let Some(at) = self.open.iter().rposition(|(_, closing)| *closing == token.kind) {
            self.open.truncate(at);
        }
        if matches!(token.kind, TokenKind::String | TokenKind::DqPre | TokenKind::DqMid | TokenKind::DqPost) {
            self.long = Some(token.span);
        }
    }

    fn heredoc(&self, start: u32) -> Option<&'t str> {
        let around = self.lexed.heredocs.iter().find(|one| one.body.start <= start && start <= one.end_line.start)?;
        Some(around.opener.of(self.text))
    }

    /// Returns the opener of a string, comment or heredoc that is open at the end of the source.
    fn unfinished(&self, start: u32) -> Option<&'t str> {
        let open = self.lexed.unfinished.as_ref().filter(|open| open.opener.start < start)?;
        let opener = open.opener.of(self.text);
        match open.what {
            OpenEnd::SingleQuote | OpenEnd::DoubleQuote | OpenEnd::Regexp => opener.get(..1),
            OpenEnd::Heredoc | OpenEnd::Comment => opener.lines().next(),
            OpenEnd::Bracket | OpenEnd::TemplateTag => None,
        }
    }

    fn string(&self, start: u32) -> Option<&'t str> {
        let around = self.long.filter(|span| span.start < start && start < span.end)?;
        let is_single = around.of(self.text).starts_with('\'');
        // A token after an interpolation starts inside its string.
        Some(if is_single { "'" } else { "\"" })
    }
}
