//! The index of one file.

use super::declared::{Declaration, Declared};
use super::definition::Definition;
use super::lookup_option::LookupOption;
use super::reference::Reference;

/// The definitions and references of a file, in source order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileIndex {
    pub definitions: Vec<Definition>,
    pub references: Vec<Reference>,
    /// The `lookup_options` of a data file.
    pub lookup_options: Vec<LookupOption>,
    /// The declarations of a manifest.
    pub declared: Declared,
    /// The strings of a data file that may be names of classes, sorted.
    pub words: Vec<Box<str>>,
    /// Whether the file has errors, so that the index may lack a part of it.
    pub is_partial: bool,
}

impl FileIndex {
    /// Returns whether both declare, define and name the same. Places and interfaces may differ.
    pub(super) fn has_outline_of(&self, other: &FileIndex) -> bool {
        let (declared, others) = (&self.declared, &other.declared);
        self.is_partial == other.is_partial
            && self.words == other.words
            && self.definitions.iter().map(|one| &one.symbol).eq(other.definitions.iter().map(|one| &one.symbol))
            && self.references.iter().map(Reference::outline).eq(other.references.iter().map(Reference::outline))
            && declared.openings == others.openings
            && declared.adjusted == others.adjusted
            && declared.resources.iter().map(Declaration::outline).eq(others.resources.iter().map(Declaration::outline))
    }
}
