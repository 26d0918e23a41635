//! The definitions and needs of a cell, from its source alone: variables, functions, types, classes, resources.
//!
//! The analysis is conservative: a name that may be read counts as a need. Bodies of functions, classes and defines
//! run when code calls them, so their needs are stored with the definition. Needs that the source does not show
//! (computed names, templates) make a cell `open`: it needs everything before it.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use pprepl_text::Span;
use puppet_catalog as catalog;
use puppet_functions as functions;

/// A name that one cell defines and others need.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Name {
    /// A variable at top scope, or of a class: `class::name`.
    Variable(Rc<str>),
    Function(Rc<str>),
    /// A type alias, class, define or node, in lower case.
    Definition(Rc<str>),
    /// A resource: its type in lower case and its title.
    Resource(Rc<str>, Rc<str>),
    /// The set of all resources.
    Resources,
    /// The rest of the catalog: declared classes, collectors, defaults, overrides, relations.
    Catalog,
    Match,
}

impl Name {
    /// Formats the name as in the source, for a finding; `None` for names that the source cannot contain.
    pub fn source(&self) -> Option<String> {
        match self {
            Name::Variable(name) => Some(format!("${name}")),
            Name::Function(name) => Some(format!("{name}()")),
            Name::Definition(name) => Some(catalog::capitalized(name)),
            Name::Resource(type_name, title) => Some(format!("{}['{title}']", catalog::capitalized(type_name))),
            Name::Resources | Name::Catalog | Name::Match => None,
        }
    }
}

/// The needs of a piece of code.
#[derive(Clone, Debug, Default)]
pub struct Needs {
    /// The names, each with its first span.
    pub names: BTreeMap<Name, Span>,
    /// Whether it needs names that the source does not show.
    pub open: bool,
    /// Whether it may change the catalog.
    pub declares: bool,
    /// Whether it reads files.
    pub reads: bool,
}

impl Needs {
    pub fn add(&mut self, name: Name, span: Span) {
        self.names.entry(name).or_insert(span);
    }

    /// Adds all needs of other code, at one span.
    pub fn take_in(&mut self, other: &Needs) {
        for (name, span) in &other.names {
            self.add(name.clone(), *span);
        }
        self.open |= other.open;
        self.declares |= other.declares;
        self.reads |= other.reads;
    }
}

/// A definition in a cell.
#[derive(Clone, Debug)]
pub struct Defined {
    pub name: Name,
    /// The span of the definition.
    pub span: Span,
    /// The needs of a use of the name.
    pub body: Needs,
    /// Whether it is a type alias, whose meaning is resolved once and stored.
    pub alias: bool,
}

/// The execution rank of a cell: cells of a smaller rank run first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Only functions, plans and types: they are read before all others, as in Puppet.
    Functions,
    /// Only definitions.
    Definitions,
    /// Code, in document order.
    #[default]
    Code,
    /// Only nodes, whose bodies run after all code at top scope.
    Nodes,
}

/// The definitions and needs of a cell.
#[derive(Clone, Debug, Default)]
pub struct CellNames {
    pub defines: Vec<Defined>,
    /// The needs of its own code when it runs.
    pub needs: Needs,
    /// Whether it may change the match variables.
    pub matches: bool,
    /// The variable that holds its value, if it ends with one.
    pub value: Option<Rc<str>>,
    /// The span of a value without effect at its end.
    pub idle: Option<Span>,
    /// Whether it contains no code.
    pub empty: bool,
    pub rank: Rank,
}

impl CellNames {
    /// Returns whether it defines this name.
    pub fn has(&self, name: &Name) -> bool {
        self.defines.iter().any(|defined| defined.name == *name)
    }

    /// Returns the names that it defines.
    pub fn defined(&self) -> FxHashSet<Name> {
        self.defines.iter().map(|defined| defined.name.clone()).collect()
    }
}

/// The needs of a call of a built-in function in addition to its arguments.
pub(super) enum Calls {
    /// None.
    Plain,
    /// It looks up computed names.
    Open,
    /// The first argument names a variable.
    ByVariable,
    /// The first argument names a function.
    ByFunction,
    /// The first argument may be a type as a String.
    ByType,
    /// The arguments name classes; it declares them.
    Classes,
    /// The first argument names a resource type; it declares resources.
    Resources,
    /// It changes or queries the catalog.
    Catalog,
}

/// Returns whether a built-in function reads files.
pub(super) fn reads_files(name: &str) -> bool {
    row(name).is_some_and(|row| row.effect == puppet_eval::Effect::Files)
}

/// Returns a function of Puppet or of a module that pprepl provides.
fn row(name: &str) -> Option<&'static puppet_eval::Builtin> {
    functions::find(name).or_else(|| functions::stdlib::find(name).map(|(_, row)| row))
}

/// Classifies a built-in function; `None` for any other.
pub(super) fn built_in(name: &str) -> Option<Calls> {
    let row = row(name)?;
    Some(match name {
        "getvar" => Calls::ByVariable,
        "call" => Calls::ByFunction,
        "assert_type" | "new" | "is_a" | "validate_legacy" => Calls::ByType,
        "include" | "contain" | "require" => Calls::Classes,
        "create_resources" | "ensure_resource" | "ensure_resources" => Calls::Resources,
        "is_function_available" => Calls::Open,
        _ if row.effect == puppet_eval::Effect::Declares => Calls::Catalog,
        _ if row.sees_scope => Calls::Open,
        _ => Calls::Plain,
    })
}
