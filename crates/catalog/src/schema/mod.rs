//! The schema of Puppet's built-in resource types: each attribute with its kind, its keywords, the shape of other
//! values and a summary. A type is a table; `builtin` lists the types, `verdict` checks values, `resource_checks`
//! checks combinations.
//!
//! Checks that depend on the provider or the machine (a version that a package manager does not know) are omitted.

mod bundled;
mod exec;
mod file;
mod group;
mod meta;
mod package;
mod plain;
mod resource_checks;
mod resource_error;
mod service;
mod shape;
mod time;
mod user;
mod verdict;

pub use meta::METAPARAMETERS;
pub use resource_error::{AttributeVerdict, ResourceError};
use shape::SWITCH;
pub use shape::Shape;
pub use verdict::check;

pub(super) use bundled::{CRON, MOUNT, SSH_AUTHORIZED_KEY};
pub(super) use exec::EXEC;
pub(super) use file::FILE;
pub(super) use group::GROUP;
pub(super) use package::PACKAGE;
pub(super) use plain::{FILEBUCKET, NAME_ONLY, NOTIFY, RESOURCES, SCHEDULE, TIDY};
pub(super) use service::SERVICE;
pub(super) use user::USER;

/// The kind of an attribute: managed state, or a parameter of its management.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    /// A state of the system that Puppet compares and changes.
    Property,
    /// A value that controls how the resource is managed.
    Parameter,
    /// A parameter of every resource.
    Metaparameter,
}

impl AttributeKind {
    /// Returns the name of the kind.
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
    pub kind: AttributeKind,
    /// The accepted keywords, without their aliases.
    pub words: &'static [&'static str],
    /// Aliases, each with the keyword that it means.
    pub aliases: &'static [(&'static str, &'static str)],
    /// The shape of other accepted values; `None` if only keywords are accepted.
    pub shape: Option<&'static Shape>,
    /// The description, one sentence.
    pub summary: &'static str,
}

impl Attribute {
    /// Adds keywords; no other value is accepted unless a shape follows.
    const fn words(self, words: &'static [&'static str]) -> Attribute {
        Attribute { words, shape: None, ..self }
    }

    /// Accepts true and false, also written as yes and no.
    const fn switch(self) -> Attribute {
        self.words(SWITCH)
    }

    /// Adds aliases for some keywords.
    const fn aliases(self, aliases: &'static [(&'static str, &'static str)]) -> Attribute {
        Attribute { aliases, ..self }
    }

    /// Sets the shape of accepted values other than the keywords.
    const fn shape(self, shape: &'static Shape) -> Attribute {
        Attribute { shape: Some(shape), ..self }
    }

    /// Returns whether any value is accepted.
    pub fn takes_anything(&self) -> bool {
        self.shape.is_some_and(|shape| std::ptr::eq(shape, &shape::ANYTHING))
    }

    /// Describes the accepted values: `present, absent, or a version`; empty for any value.
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

/// A property that accepts any value.
const fn property(name: &'static str, summary: &'static str) -> Attribute {
    attribute(name, AttributeKind::Property, summary)
}

/// A parameter that accepts any value.
const fn parameter(name: &'static str, summary: &'static str) -> Attribute {
    attribute(name, AttributeKind::Parameter, summary)
}

const fn attribute(name: &'static str, kind: AttributeKind, summary: &'static str) -> Attribute {
    Attribute { name, kind, words: &[], aliases: &[], shape: Some(&shape::ANYTHING), summary }
}

const PROVIDER: Attribute = parameter("provider", "The provider; by default, Puppet chooses one for the system.");
