//! The choice of the most useful pane at the cursor, from the source alone: fast enough for each key.

use super::heredoc::is_at;
use super::{CursorContext, Pane};
use puppet_syntax::{TokenKind, lex};

/// Returns the pane for the construct under the cursor, if one is specific to it.
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
