//! Completion at an offset of an input: variables, functions, types, keywords, hash keys and meta-commands with their
//! arguments. It depends on the session, but on no terminal.

mod body;
mod code;
mod declared;
mod heredoc;
mod item;
mod line;
mod listed;
mod locals;
mod operand;
mod place;
mod rank;
mod receiver;
mod resource;
mod signature;

use crate::Session;
use crate::commands;

pub use body::{Body, body_at};
pub use item::{Completion, Item, ItemKind};
pub use listed::keyword_summary;
pub use place::place;
pub use resource::type_around;
pub use signature::{Signature, open_call, parameters, signature};

/// Completes at byte `offset` of `text`; an item replaces the bytes from [`Completion::from`] to `offset`.
pub fn complete(session: &mut Session, text: &str, offset: usize) -> Completion {
    session.inside_budget(|session| found(session, text, offset)).unwrap_or_default()
}

fn found(session: &mut Session, text: &str, offset: usize) -> Completion {
    let offset = floor(text, offset);
    let start = text.len() - text.trim_start().len();
    if start < offset && (commands::is_command(text) || text.trim() == ":") {
        line::complete(session, text, start, offset)
    } else {
        code::complete(session, text, 0, offset)
    }
}

/// Returns the greatest character boundary at or before `offset`.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
