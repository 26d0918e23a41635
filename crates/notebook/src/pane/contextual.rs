//! The pane that has the most to tell of a place, found from the text alone and quickly: it is asked for with each key.

use super::heredoc::is_at;
use super::{CursorContext, Pane};
use puppet_syntax::{TokenKind, lex};

/// The pane for what is under the cursor, where one is made for just that.
pub fn contextual_pane(here: &CursorContext<'_>) -> Option<Pane> {
    let lexed = lex(here.text, here.options);
    if let Some(heredoc) = lexed.heredocs.iter().find(|heredoc| is_at(here, heredoc)) {
        let line = here.text.get(..heredoc.opener.end as usize)?.rsplit('\n').next()?;
        return Some(if line.contains("epp") { Pane::Epp } else { Pane::Heredoc });
    }
    let at = here.token(&lexed.tokens)?;
    let token = lexed.tokens.get(at).filter(|token| here.is_in(token.span))?;
    let next = lexed.tokens.get(at + 1).map(|next| next.kind);
    match token.kind {
        TokenKind::Regexp | TokenKind::Match | TokenKind::NoMatch => Some(Pane::Captures),
        TokenKind::Name if next == Some(TokenKind::LBrace) => Some(Pane::Catalog),
        TokenKind::Name if token.span.of(here.text).ends_with("epp") => Some(Pane::Epp),
        _ => None,
    }
}
