//! The final catalog of a compilation: every resource with its final parameters and tags, containment, dependencies
//! and diagnostics. Plain data; the evaluator computes it without changing the session.

use std::rc::Rc;

use pprepl_text::Diagnostic;
use puppet_pcore::Value;

use super::{EdgeKind, Reference, SourceLocation};

/// The kind of a resource's definition, in the terms of the catalog's JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A resource type that is built in or comes from a module.
    Compilable,
    Defined,
    /// A class declared by a resource expression.
    Class,
    /// A class declared by `include` or a similar function, or a node.
    Unknown,
}

impl Kind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::Compilable => "compilable_type",
            Kind::Defined => "defined_type",
            Kind::Class => "class",
            Kind::Unknown => "unknown",
        }
    }
}

/// A resource with its final parameters.
#[derive(Clone, Debug)]
pub struct FinalResource {
    pub reference: Reference,
    /// Whether its title is a string.
    pub has_text_title: bool,
    pub kind: Kind,
    /// The parameters that have a value.
    pub parameters: Vec<(Rc<str>, Value)>,
    pub tags: Vec<Rc<str>>,
    /// Whether it was never realized.
    pub is_virtual: bool,
    /// Whether it was declared by `@@`.
    pub exported: bool,
    /// The location of the declaration; `None` for declarations by `include` and similar functions.
    pub place: Option<SourceLocation>,
}

/// A dependency: one resource comes before another.
#[derive(Clone, Debug)]
pub struct Dependency {
    /// The number of the first resource.
    pub from: u32,
    /// The number of the later resource.
    pub to: u32,
    /// Whether the later resource only follows, reacts to a change, or is contained.
    pub kind: EdgeKind,
    /// The location of the dependency: an arrow, or the declaration with the metaparameter.
    pub place: Option<SourceLocation>,
}

/// The result of a compilation.
#[derive(Clone, Debug, Default)]
pub struct FinalCatalog {
    /// All resources in the order of the catalog.
    pub resources: Vec<FinalResource>,
    /// Containment: the numbers of the container and of its content.
    pub containment: Vec<(u32, u32)>,
    pub dependencies: Vec<Dependency>,
    /// The classes in the order in which their bodies ran.
    pub classes: Vec<Rc<str>>,
    /// The tags of the catalog, from its classes.
    pub tags: Vec<Rc<str>>,
    /// The diagnostics, in the order in which Puppet would report them.
    pub findings: Vec<Diagnostic>,
}

impl FinalResource {
    /// Returns whether it contains other resources.
    pub fn is_container(&self) -> bool {
        self.kind != Kind::Compilable || &*self.reference.type_name == "stage"
    }

    /// Returns the names of the sensitive parameters; `namevar` is the one whose default is the title.
    pub fn sensitive<'r>(&'r self, namevar: &'r str) -> Vec<&'r str> {
        let secret = self.parameters.iter().filter(|(_, value)| matches!(value, Value::Sensitive(_)));
        secret.map(|(name, _)| if &**name == "name" { namevar } else { name }).collect()
    }

    pub fn parameter(&self, name: &str) -> Option<&Value> {
        self.parameters.iter().find(|(known, _)| **known == *name).map(|(_, value)| value)
    }

    /// Returns its type and title as in a catalog's JSON.
    pub fn display(&self) -> (String, Rc<str>) {
        (super::capitalized(&self.reference.type_name), self.reference.display_title())
    }
}
