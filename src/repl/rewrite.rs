//! Changes of the text that is being typed, as plain text to text: alignment, the style guide's form, pairs.

use std::ops::Range;

use crate::commands;
use crate::syntax::LexOptions;
use crate::syntax::format::{align_arrows, format};
use crate::tree::{Document, INDENT, Pairing, Place, Structure, is_empty_pair as around_nothing, partner};

use super::indent;

/// The text with the arrows of each list under each other.
pub fn aligned(text: &str) -> String {
    if commands::is_command(text) { text.to_owned() } else { align_arrows(text, LexOptions::default()) }
}

/// The text in the form of the style guide; one that does not parse is only aligned.
pub fn formatted(text: &str) -> String {
    if commands::is_command(text) {
        return text.to_owned();
    }
    match format(text, LexOptions::default()) {
        Ok(formatted) => formatted.text.trim_end().to_owned(),
        Err(_) => aligned(text),
    }
}

/// The place in `new` with as many characters that are no blanks before it as `pos` has in `old`.
pub fn same_place(old: &str, pos: usize, new: &str) -> usize {
    let count = old.get(..pos).unwrap_or(old).chars().filter(|c| !c.is_whitespace()).count();
    if pos >= old.trim_end().len() {
        return new.len();
    }
    let mut seen = 0;
    for (at, c) in new.char_indices() {
        if seen == count {
            return at;
        }
        seen += usize::from(!c.is_whitespace());
    }
    new.len()
}

/// What a typed bracket or quote does at `pos`.
pub fn pairing(line: &str, pos: usize, typed: char) -> Pairing {
    crate::tree::pairing(&Document::new(line), pos, typed)
}

/// Does a pair with nothing in it stand around `pos`?
pub fn is_empty_pair(line: &str, pos: usize) -> bool {
    around_nothing(&Document::new(line), pos)
}

/// A text between a bracket or quote and its partner.
pub fn wrapped(text: &str, opener: char) -> Option<String> {
    Some(format!("{opener}{text}{}", partner(opener)?))
}

/// Enter between a bracket and its partner: both get a line of their own. The text to put in, and the cursor.
pub fn opened_block(line: &str, pos: usize) -> Option<(String, usize)> {
    let opener = line.get(..pos)?.chars().next_back().filter(|c| "([{".contains(*c))?;
    if !line.get(pos..)?.starts_with(partner(opener)?) || Structure::of(&Document::new(line)).place(pos) != Place::Code
    {
        return None;
    }
    let start = line.get(..pos)?.rfind('\n').map_or(0, |at| at + 1);
    let own = line.get(start..pos)?;
    let outer = own.len() - own.trim_start_matches(' ').len();
    let inner = indent::next_line(line.get(..pos)?, pos).len().max(outer + INDENT);
    let cursor = pos + 1 + inner;
    Some((format!("\n{}\n{}", " ".repeat(inner), " ".repeat(outer)), cursor))
}

/// On a line of blanks with the same bracket next below: the blanks that go away, and the place behind the bracket.
pub fn closer_below(line: &str, pos: usize, bracket: char) -> Option<(Range<usize>, usize)> {
    let before = line.get(..pos)?;
    let start = before.rfind('\n')?;
    let after = line.get(pos..)?;
    let blanks = after.len() - after.trim_start().len();
    let below = after.get(..blanks)?.contains('\n') && after.get(blanks..)?.starts_with(bracket);
    let blank = before.get(start..)?.trim().is_empty();
    (below && blank).then(|| (start..pos, start + blanks + 1))
}
