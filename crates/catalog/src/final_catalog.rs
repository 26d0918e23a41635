//! A compilation as it would end: every resource with its final parameters and tags, what contains what, what comes
//! before what, and what is wrong. Plain data; the evaluator computes it, and the session continues as if nothing was.

use std::rc::Rc;

use pprepl_text::Diagnostic;
use puppet_pcore::Value;

use super::{EdgeKind, Reference, SourceLocation};

/// What a resource is an instance of, in the words of a catalog's JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A resource type of Puppet's own, or of a module.
    Compilable,
    Defined,
    /// A class that a resource expression declared.
    Class,
    /// A class that `include` or its like declared; a node.
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

/// A resource as it ends.
#[derive(Clone, Debug)]
pub struct FinalResource {
    /// Type and title.
    pub reference: Reference,
    /// What it is an instance of.
    pub kind: Kind,
    /// The parameters that have a value.
    pub parameters: Vec<(Rc<str>, Value)>,
    pub tags: Vec<Rc<str>>,
    /// Returns whether it was never made real.
    pub is_virtual: bool,
    /// Returns whether it was declared by `@@`.
    pub exported: bool,
    /// Where it was declared; none for what `include` and its like declared.
    pub place: Option<SourceLocation>,
}

/// One resource comes before another.
#[derive(Clone, Debug)]
pub struct Dependency {
    /// The number of the one that comes first.
    pub from: u32,
    /// That of the other.
    pub to: u32,
    /// Returns whether the other reacts when the first changes, or does it contain it.
    pub kind: EdgeKind,
    /// Where it says so: an arrow, or the declaration with the metaparameter.
    pub place: Option<SourceLocation>,
}

/// The end of a compilation.
#[derive(Clone, Debug, Default)]
pub struct FinalCatalog {
    /// All resources in the order of the catalog.
    pub resources: Vec<FinalResource>,
    /// What contains what: the numbers of the container and of what it contains.
    pub containment: Vec<(u32, u32)>,
    /// What comes before what.
    pub dependencies: Vec<Dependency>,
    /// The classes in the order in which their bodies ran.
    pub classes: Vec<Rc<str>>,
    /// The tags of the catalog: those of its classes.
    pub tags: Vec<Rc<str>>,
    /// What is wrong, in the order in which Puppet would notice.
    pub findings: Vec<Diagnostic>,
}

impl FinalResource {
    /// Returns whether it contains others.
    pub fn is_container(&self) -> bool {
        self.kind != Kind::Compilable || &*self.reference.type_name == "stage"
    }

    pub fn parameter(&self, name: &str) -> Option<&Value> {
        self.parameters.iter().find(|(known, _)| **known == *name).map(|(_, value)| value)
    }

    /// Its type and title as a catalog's JSON has them.
    pub fn display(&self) -> (String, Rc<str>) {
        let title = match &*self.reference.title {
            ":main" => "main".into(),
            _ => self.reference.display_title(),
        };
        (super::capitalized(&self.reference.type_name), title)
    }
}
