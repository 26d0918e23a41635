//! What the resource types of Puppet itself take: each attribute with its kind, its words, the shape of other values and a
//! sentence. A type is a table; `builtin` lists the types, `verdict` looks at values, `whole` at what goes together.
//!
//! What depends on the provider or the machine (a version that a package manager does not know) is omitted.

mod exec;
mod file;
mod group;
mod meta;
mod package;
mod plain;
mod resource_checks;
mod service;
mod shape;
mod user;
mod verdict;

pub use meta::METAPARAMETERS;
pub use shape::Shape;
pub use verdict::{AttributeVerdict, ResourceError, check};

pub(super) use exec::EXEC;
pub(super) use file::FILE;
pub(super) use group::GROUP;
pub(super) use package::PACKAGE;
pub(super) use plain::{FILEBUCKET, NAME_ONLY, NOTIFY, RESOURCES, SCHEDULE, TIDY};
pub(super) use service::SERVICE;
pub(super) use user::USER;

/// Returns whether an attribute is managed, or does it say how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    /// A state of the system that Puppet compares and changes.
    Property,
    /// Something that says how the resource is managed.
    Parameter,
    /// A parameter of every resource.
    Metaparameter,
}

impl AttributeKind {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            AttributeKind::Property => "property",
            AttributeKind::Parameter => "parameter",
            AttributeKind::Metaparameter => "metaparameter",
        }
    }
}

/// An attribute of a resource type.
#[derive(Debug)]
pub struct Attribute {
    pub name: &'static str,
    /// Property or parameter.
    pub kind: AttributeKind,
    /// The words that it takes.
    pub words: &'static [&'static str],
    /// Further words with those that they stand for.
    pub aliases: &'static [(&'static str, &'static str)],
    /// What it takes besides the words; `None` for nothing else.
    pub shape: Option<&'static Shape>,
    /// One sentence.
    pub summary: &'static str,
}

impl Attribute {
    /// With words that it takes; nothing else, unless a shape follows.
    const fn words(self, words: &'static [&'static str]) -> Attribute {
        Attribute { words, shape: None, ..self }
    }

    /// With true and false, also written as yes and no.
    const fn switch(self) -> Attribute {
        self.words(SWITCH)
    }

    /// With further words for some of its words.
    const fn aliases(self, aliases: &'static [(&'static str, &'static str)]) -> Attribute {
        Attribute { aliases, ..self }
    }

    /// With the shape of its values, besides words.
    const fn shape(self, shape: &'static Shape) -> Attribute {
        Attribute { shape: Some(shape), ..self }
    }

    /// Returns whether it takes any value.
    pub fn takes_anything(&self) -> bool {
        self.shape.is_some_and(|shape| std::ptr::eq(shape, &shape::ANYTHING))
    }

    /// What it takes in words: `present, absent, or a version`; empty for anything.
    pub fn takes(&self) -> String {
        let shape =
            self.shape.filter(|_| !self.takes_anything()).map(|shape| shape.says).filter(|says| !says.is_empty());
        let mut forms: Vec<&str> = self.words.to_vec();
        forms.extend(shape);
        match forms.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            Some((last, _)) => (*last).to_owned(),
            None => String::new(),
        }
    }
}

const SWITCH: &[&str] = &["true", "false", "yes", "no"];

/// A property that takes anything.
const fn property(name: &'static str, summary: &'static str) -> Attribute {
    attribute(name, AttributeKind::Property, summary)
}

/// A parameter that takes anything.
const fn parameter(name: &'static str, summary: &'static str) -> Attribute {
    attribute(name, AttributeKind::Parameter, summary)
}

const fn attribute(name: &'static str, kind: AttributeKind, summary: &'static str) -> Attribute {
    Attribute { name, kind, words: &[], aliases: &[], shape: Some(&shape::ANYTHING), summary }
}

const PROVIDER: Attribute =
    parameter("provider", "Which way of managing is used; left out, it is chosen for the system.");
