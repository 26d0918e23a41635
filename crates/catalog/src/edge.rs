//! Edges between resources, and arrows whose ends are known only at the end.

use std::rc::Rc;

use super::{Reference, SourceLocation};

/// The meaning of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// `->`, `before`, `require`
    Before,
    /// `~>`, `notify`, `subscribe`
    Notify,
    /// The first contains the second.
    Contains,
}

/// An edge between references: its ends need not be declared yet.
#[derive(Clone, Debug)]
pub struct Edge {
    pub from: Reference,
    pub to: Reference,
    pub kind: EdgeKind,
    /// The location in the source.
    pub place: Option<Rc<SourceLocation>>,
}

/// An end of an arrow.
#[derive(Clone, Debug)]
pub enum End {
    Resource(Reference),
    /// The resources that the collector of this number finds in the end. Left of an arrow: if it finds none, the
    /// ends left of the collector.
    Collector(u32, Rc<[End]>),
    /// A type without a title, which is not a resource.
    Type(Rc<str>),
}

/// An arrow whose ends are known only at the end of the compilation.
#[derive(Clone, Debug)]
pub struct Arrow {
    pub from: End,
    pub to: End,
    pub kind: EdgeKind,
    /// The location in the source.
    pub place: Option<Rc<SourceLocation>>,
    /// The number of edges declared before it.
    pub after: u32,
}
