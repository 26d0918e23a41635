//! Collectors: the resources that they select, and the overrides that they set.

use std::fmt;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use puppet_pcore::Value;

use super::{Parameter, Reference, ScopeId, SourceLocation};

/// The query of a collector.
#[derive(Clone, Debug)]
pub enum Query {
    /// `name == value`; an array attribute matches if it contains the value.
    Equal(Rc<str>, Value),
    /// `name != value`
    NotEqual(Rc<str>, Value),
    /// `tag == value`: one of these tags, in lower case.
    Tagged(Vec<String>),
    /// `a and b`
    And(Box<Query>, Box<Query>),
    /// `a or b`
    Or(Box<Query>, Box<Query>),
    /// A value that is not a query; like Puppet, it fails only when it is evaluated.
    Value(Value),
}

/// The resources that a collector selects.
#[derive(Clone, Debug)]
pub enum CollectorQuery {
    /// `Type <| query |>`
    Catalog(Option<Query>),
    /// `Type <<| query |>>`: finds nothing without a store.
    Exported,
    /// The same with a store: exported resources of the catalog, and those of other nodes.
    Stored(Option<Query>),
    /// `realize(..)`: these references, until they are found.
    Fixed(Vec<Reference>),
}

#[derive(Clone, Debug)]
pub struct Collector {
    /// The type of the resources, in lower case; unused by `Fixed`.
    pub type_name: Rc<str>,
    pub wanted: CollectorQuery,
    /// The parameters that it sets on the resources.
    pub overrides: Rc<[Parameter]>,
    /// The class or define that contains it.
    pub owner: Rc<str>,
    /// The scope that contains it.
    pub scope: ScopeId,
    /// The location in the source.
    pub place: Option<Rc<SourceLocation>>,
    /// The resources found so far.
    pub collected: FxHashSet<u32>,
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Query::Equal(name, value) => write!(f, "{name} == {}", puppet_pcore::display_complete(value)),
            Query::NotEqual(name, value) => write!(f, "{name} != {}", puppet_pcore::display_complete(value)),
            Query::Tagged(tags) => write!(f, "tag == '{}'", tags.join("' or '")),
            Query::And(a, b) => write!(f, "({a} and {b})"),
            Query::Or(a, b) => write!(f, "({a} or {b})"),
            Query::Value(value) => write!(f, "{}", puppet_pcore::display_complete(value)),
        }
    }
}
