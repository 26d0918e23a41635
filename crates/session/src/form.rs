//! A text in the form of the style guide, and notes on how it is read, under the session's settings.

use super::report::reports;
use super::{Report, Session};
use pprepl_text::Source;
use puppet_syntax::format::{Formatted, align_arrows, format};
use puppet_syntax::{self as syntax, Note};

impl Session {
    /// The text formatted, or what is wrong with it; one whose name ends in `.epp` is a template.
    pub fn formatted(&self, name: &str, text: &str) -> Result<Formatted, Vec<Report>> {
        format(text, self.lex_options(name.ends_with(".epp")))
            .map_err(|found| reports(&Source::new(name, text), &found))
    }

    /// Where the text is read in a way that its looks may not tell.
    pub fn notes(&self, text: &str) -> Vec<Note> {
        syntax::notes(text, self.lex_options(false))
    }

    /// The text, which may be half written, with the arrows of each list under each other.
    pub fn aligned(&self, text: &str) -> String {
        align_arrows(text, self.lex_options(false))
    }
}
