//! Definitions of classes, defined types and nodes.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::Source;
use puppet_pcore::Ty;
use puppet_syntax::ast::{self, Name};

use super::super::SourcePos;
use super::param_table::ParamTable;

/// The definition of a class or a defined type.
#[derive(Clone)]
pub enum Definition {
    Class(Rc<ClassDefinition>),
    Define(Rc<DefineDefinition>),
}

pub struct ClassDefinition {
    /// The name in lower case, qualified by the enclosing classes.
    pub name: Name,
    /// The parent's name.
    pub parent: Option<Name>,
    pub definition: Rc<ast::Class>,
    /// The types of the parameters, evaluated.
    pub(super) types: Vec<Option<Ty>>,
    pub(super) table: ParamTable,
    /// The source that contains it.
    pub source: Arc<Source>,
}

pub struct DefineDefinition {
    /// The name in lower case, qualified by the enclosing classes.
    pub name: Name,
    pub definition: Rc<ast::Define>,
    /// The types of the parameters, evaluated.
    pub(super) types: Vec<Option<Ty>>,
    pub(super) table: ParamTable,
    /// The source that contains it.
    pub source: Arc<Source>,
}

impl Definition {
    /// Returns Puppet's word for the kind of definition.
    pub fn kind(&self) -> &'static str {
        match self {
            Definition::Class(_) => "class",
            Definition::Define(_) => "define",
        }
    }

    /// Returns the source and the byte offset of the name.
    pub fn place(&self) -> (&Arc<Source>, u32) {
        match self {
            Definition::Class(class) => (&class.source, class.definition.name_span.start),
            Definition::Define(define) => (&define.source, define.definition.name_span.start),
        }
    }
}

pub struct NodeDefinition {
    pub definition: Rc<ast::Node>,
    /// The source that contains it.
    pub source: Arc<Source>,
    /// The byte offset of its start.
    pub at: u32,
    /// Its number in reading order.
    pub order: u32,
}

/// A definition that was read and is not yet registered.
pub(crate) enum PendingDefinition {
    Named(Name, Definition, SourcePos),
    Node(Name, Rc<NodeDefinition>, SourcePos),
}
