//! A plan that is read without tasks mode: one error that says so, in place of those that follow from it.

use pprepl_text::{Diagnostic, Span};

use super::lexer::lex_without_repair;
use super::{LexOptions, Token, TokenKind};

/// Replaces the errors of a plan by one if the first error is in a plan, or in an `apply` block, that was read without
/// tasks mode. The code and the position remain: they are Puppet's. If it is `alone`, the later errors are removed.
pub(super) fn name_plan(source: &str, options: LexOptions, alone: bool, found: &mut Vec<Diagnostic>) {
    if options.tasks || !source.contains("plan") && !source.contains("apply") {
        return;
    }
    let Some(first) = found.iter().position(Diagnostic::is_error) else { return };
    let at = found[first].offset().map_or(source.len(), |at| at as usize);
    let lexed = lex_without_repair(source, options);
    let Some(head) = opened_before(source, &lexed.tokens, at) else { return };
    let mut told = found.swap_remove(first);
    found.retain(|other| !alone || !other.is_error() || other.offset().is_some_and(|at| at < head.start));
    told.message = format!("`{}` is part of a plan, which Puppet reads in tasks mode only", head.of(source));
    told.help = Some(
        "put the file below a directory `plans`, or read it with '--tasks' or ':set tasks on'; Bolt runs plans"
            .to_owned(),
    );
    told.labels.clear();
    told.fixes.clear();
    found.insert(first.min(found.len()), told);
}

/// Returns the head of the last plan or `apply` that starts before an offset.
fn opened_before(source: &str, tokens: &[Token], at: usize) -> Option<Span> {
    let before = tokens.partition_point(|token| token.span.start as usize <= at);
    let mut heads = (0..before).rev().filter_map(|index| head(source, tokens, index));
    heads.next()
}

/// Returns the span of `plan NAME` or `apply` if the token at this index starts one.
fn head(source: &str, tokens: &[Token], index: usize) -> Option<Span> {
    let token = tokens.get(index).filter(|token| token.kind == TokenKind::Name)?;
    let next = tokens.get(index + 1)?;
    let opens =
        |kind| matches!(kind, TokenKind::LParen | TokenKind::WsLParen | TokenKind::LBrace | TokenKind::SelBrace);
    match token.span.of(source) {
        "plan" => {
            let is_name = matches!(next.kind, TokenKind::Name | TokenKind::Word | TokenKind::Ref);
            let after = tokens.get(index + 2).is_some_and(|after| opens(after.kind));
            (is_name && after).then(|| token.span.to(next.span))
        }
        "apply" => {
            let is_call = matches!(next.kind, TokenKind::LParen | TokenKind::WsLParen);
            (is_call && has_body(tokens, index + 1)).then_some(token.span)
        }
        _ => None,
    }
}

/// Returns whether the arguments that open at this index are followed by a block.
fn has_body(tokens: &[Token], open: usize) -> bool {
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            TokenKind::LParen | TokenKind::WsLParen => depth += 1,
            TokenKind::RParen => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            let next = tokens.get(index + 1).map(|next| next.kind);
            return matches!(next, Some(TokenKind::LBrace | TokenKind::SelBrace));
        }
    }
    false
}
