//! What a cell defines and what it needs, from its text alone: variables, functions, types, classes, resources.
//!
//! A doubt counts as a need: a name that may be read is one that is needed. Bodies of functions, classes and defines run
//! when something calls them, so what they need is kept with the definition. What the text cannot tell (names that are
//! computed, templates) makes a cell `open`: it needs whatever is before it.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::manifest::unused_end;
use pprepl_text::Span;
use puppet_catalog as catalog;
use puppet_functions as functions;
use puppet_syntax::ast::Program;

use super::walk::Walker;

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
    /// Which resources there are.
    Resources,
    /// All else that the catalog has: classes that were declared, collectors, defaults, overrides, relations.
    Catalog,
    Match,
}

impl Name {
    /// As it is written, for a finding; `None` for what has no name of its own.
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

/// What a piece of code needs.
#[derive(Clone, Debug, Default)]
pub struct Needs {
    /// The names, each with the first place where it stands.
    pub names: BTreeMap<Name, Span>,
    /// Returns whether it needs what no text tells.
    pub open: bool,
    /// Returns whether it may change the catalog.
    pub declares: bool,
    /// Returns whether it reads files.
    pub reads: bool,
}

impl Needs {
    /// One more name.
    pub fn add(&mut self, name: Name, span: Span) {
        self.names.entry(name).or_insert(span);
    }

    /// All of another piece of code, which is at one place here.
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
    /// Where it stands.
    pub span: Span,
    /// What using it needs.
    pub body: Needs,
    /// Returns whether it is a type alias, whose meaning is looked up once and kept.
    pub alias: bool,
}

/// How early a cell runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// It has nothing but functions and types: it is read before all others, as Puppet does.
    Functions,
    /// It has nothing but definitions.
    Definitions,
    /// In its place.
    #[default]
    Code,
    /// It has nothing but nodes, whose bodies run after all code at top scope.
    Nodes,
}

/// What a cell defines and needs.
#[derive(Clone, Debug, Default)]
pub struct CellNames {
    pub defines: Vec<Defined>,
    /// What its own code needs when it runs.
    pub needs: Needs,
    /// Returns whether it may leave other match variables after.
    pub matches: bool,
    /// The variable that its value is that of, where it ends with one.
    pub value: Option<Rc<str>>,
    /// Where it ends in a value that does nothing.
    pub idle: Option<Span>,
    /// Returns whether there is nothing to run in it.
    pub empty: bool,
    /// When it runs.
    pub rank: Rank,
}

impl CellNames {
    /// Those of a text without errors.
    pub fn of(program: &Program) -> CellNames {
        let mut walker = Walker::default();
        walker.cell(&program.body);
        CellNames { idle: unused_end(program), ..walker.finish() }
    }

    /// Returns whether it defines this name.
    pub fn has(&self, name: &Name) -> bool {
        self.defines.iter().any(|defined| defined.name == *name)
    }

    /// The names that it defines.
    pub fn defined(&self) -> FxHashSet<Name> {
        self.defines.iter().map(|defined| defined.name.clone()).collect()
    }
}

/// What calling a built-in function needs beside its arguments.
pub(super) enum Calls {
    /// Nothing.
    Plain,
    /// It looks things up by names that are computed.
    Open,
    /// The first argument names a variable.
    ByVariable,
    /// The first argument names a function.
    ByFunction,
    /// The first argument may be the text of a type.
    ByType,
    /// The arguments name classes; it declares them.
    Classes,
    /// The first argument names a resource type; it declares some.
    Resources,
    /// It changes the catalog or asks for what is in it.
    Catalog,
}

/// Returns whether a built-in functions read files.
pub(super) fn reads_files(name: &str) -> bool {
    let row = functions::find(name).or_else(|| functions::stdlib::find(name).map(|(_, row)| row));
    row.is_some_and(|row| row.effect == puppet_eval::Effect::Files)
}

/// How a function is to be taken; `None` when it is no built-in one.
pub(super) fn built_in(name: &str) -> Option<Calls> {
    let row = functions::find(name)?;
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
