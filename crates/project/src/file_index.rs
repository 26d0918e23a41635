//! The index of one file.

use super::declared::Declared;
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
