//! Changes of the definitions and the catalog.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::Source;
use puppet_catalog::{self as catalog, ScopeId};
use puppet_syntax::ast::Name;

use super::definition::{Definition, NodeDefinition};

/// A change of the definitions or the catalog; its inverse is an `Edit` too.
#[derive(Clone)]
pub enum Edit {
    /// A change of the catalog itself.
    Catalog(catalog::Edit),
    /// The definition of a name.
    Definition(Name, Option<Definition>),
    Node(Name, Option<Rc<NodeDefinition>>),
    /// The scope of a class whose body has started.
    ClassScope(Name, Option<ScopeId>),
    /// True if a class or defined type may override any resource (a collector with overrides was in it).
    Overriding(Name, bool),
    /// The name of the session's node.
    NodeName(Option<Name>),
    /// The source of a module's file that was loaded.
    Imported(Name, Option<Arc<Source>>),
}

impl Edit {
    /// Returns the number of the resource that this changes.
    pub(crate) fn resource(&self) -> Option<u32> {
        match self {
            Edit::Catalog(edit) => edit.resource(),
            _ => None,
        }
    }

    /// Returns whether this changes what is defined, not what is declared.
    pub(crate) fn is_of_definitions(&self) -> bool {
        match self {
            Edit::Definition(..) | Edit::Node(..) | Edit::Imported(..) => true,
            Edit::Catalog(_) | Edit::ClassScope(..) | Edit::Overriding(..) | Edit::NodeName(_) => false,
        }
    }

    /// Returns the number of the resource that this, an inverse, removes.
    pub(crate) fn new_resource(&self) -> Option<u32> {
        match self {
            Edit::Catalog(catalog::Edit::Resource(id, None)) => Some(*id),
            _ => None,
        }
    }
}
