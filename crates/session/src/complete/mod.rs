//! Completion at a place of an input: variables, functions, types, keywords, hash keys and meta-commands with their
//! arguments. Knows the session; knows no terminal.

mod code;
mod item;
mod line;
mod place;
mod rank;
mod resource;
mod signature;

use crate::Session;
use crate::commands;

pub use code::keyword_summary;
pub use item::{Completion, Item, ItemKind};
pub use resource::type_around;
pub use signature::{Signature, signature};

/// What may be at byte `offset` of `text`, in place of what is between [`Completion::from`] and there.
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

/// The greatest character boundary that is not beyond `offset`.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
