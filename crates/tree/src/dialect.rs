//! The languages that have a grammar, and their parsers.

/// The language of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    #[default]
    Puppet,
    /// A template (EPP): text with Puppet in tags.
    Template,
}

impl Dialect {
    pub(super) fn language(self) -> tree_sitter::Language {
        match self {
            Dialect::Puppet => tree_sitter_puppet::LANGUAGE.into(),
            Dialect::Template => tree_sitter_puppet::LANGUAGE_EPP.into(),
        }
    }

    /// Creates a parser for the dialect. `None` only if its grammar did not fit the library, which the grammar's
    /// tests exclude.
    pub(super) fn parser(self) -> Option<tree_sitter::Parser> {
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&self.language()).ok()?;
        Some(parser)
    }
}

/// Creates a parser for Puppet.
pub(super) fn parser() -> Option<tree_sitter::Parser> {
    Dialect::Puppet.parser()
}
