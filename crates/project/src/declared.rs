//! The declarations of a manifest: resources and classes by their titles, code that may declare others, and the ends of
//! relationships.

use pprepl_text::Span;

/// The declarations of a file, in source order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    pub resources: Vec<Declaration>,
    pub openings: Vec<Opening>,
    /// The types, in lower case, whose resources get attributes apart from their declaration: by defaults, overrides and
    /// collectors.
    pub adjusted: Vec<Box<str>>,
    /// The resources that relationships need. Those that the file also tests, as in `defined(File['x'])`, are omitted.
    pub ends: Vec<RelationEnd>,
}

/// A declaration with a title that the code writes. The type of a class is `class`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The type in lower case.
    pub type_name: Box<str>,
    pub title: Box<str>,
    /// The span of the title.
    pub span: Span,
    /// The names of the given attributes; `None` if others may be given, and for core types.
    pub given: Option<Vec<Box<str>>>,
    /// The index of the definition of the file that contains it.
    pub inside: Option<u32>,
}

impl Declaration {
    /// Returns all but its place and its attributes.
    pub(super) fn outline(&self) -> (&str, &str, Option<u32>) {
        (&self.type_name, &self.title, self.inside)
    }
}

/// Code that may declare what the text does not name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    pub opened: Opened,
    /// The index of the definition of the file that contains it.
    pub inside: Option<u32>,
}

/// The resources or classes that such code may declare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opened {
    /// Any resource and any class.
    Anything,
    /// Resources of a type, in lower case, with computed titles. `class` is any class.
    Type { name: Box<str>, title: ComputedTitle },
    /// Any class whose name has a prefix: `include "role::${role}"`.
    Classes(Box<str>),
    /// The classes that Hiera data name: `lookup('classes').include`.
    ClassesOfData,
}

/// The written parts of a computed title: `"${folder}/x.conf"` ends with `/x.conf`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComputedTitle {
    pub prefix: Box<str>,
    pub suffix: Box<str>,
}

/// A resource that a relationship needs: `require => File['x']`, `File['x'] -> File['y']`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelationEnd {
    /// The type in lower case.
    pub type_name: Box<str>,
    pub title: Box<str>,
    /// The span of the title.
    pub span: Span,
    /// The index of the definition of the file that contains it.
    pub inside: Option<u32>,
}
