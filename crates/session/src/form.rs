//! Formats source by the style guide, and notes how it is parsed, under the session's settings.

use super::report::reports;
use super::{Report, Session};
use pprepl_text::Source;
use puppet_syntax::format::{Formatted, align_arrows, format};
use puppet_syntax::{self as syntax, Note};

impl Session {
    /// Formats source, or returns its errors; a name that ends in `.epp` means a template.
    pub fn formatted(&self, name: &str, text: &str) -> Result<Formatted, Vec<Report>> {
        format(text, self.lex_options(name.ends_with(".epp")))
            .map_err(|found| reports(&Source::new(name, text), &found))
    }

    /// Returns notes where the meaning of source differs from its looks.
    pub fn notes(&self, text: &str) -> Vec<Note> {
        syntax::notes(text, self.lex_options(false))
    }

    /// Aligns the arrows of each list in source, which may be incomplete.
    pub fn aligned(&self, text: &str) -> String {
        align_arrows(text, self.lex_options(false))
    }
}
