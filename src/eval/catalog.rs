//! What an input declares: classes, defines, nodes and resources. (The catalog side comes with its own files.)

use rustc_hash::FxHashSet;

use crate::pcore::{Answer, Ty, Value};
use crate::syntax::ast::Expr;

use super::code::Code;
use super::compile::Compiler;
use super::{Flow, Site, Vm};

/// The classes and resources declared so far.
#[derive(Default)]
pub struct Compilation {
    classes: FxHashSet<Box<str>>,
}

/// The resource types that Puppet itself has.
const RESOURCE_TYPES: &[&str] = &[
    "component",
    "exec",
    "file",
    "filebucket",
    "group",
    "notify",
    "package",
    "resources",
    "schedule",
    "service",
    "stage",
    "tidy",
    "user",
    "whit",
];

impl Compilation {
    /// Has this class been declared?
    pub fn has_class(&self, name: &str) -> bool {
        self.classes.contains(name)
    }

    /// Is it the name of a resource type, built-in or defined (in lower case)?
    pub fn is_resource_type(&self, name: &str) -> bool {
        RESOURCE_TYPES.contains(&name)
    }

    /// The declared resources: reference and parameters.
    pub fn resources(&self) -> impl Iterator<Item = (String, Vec<(String, Value)>)> {
        std::iter::empty()
    }

    /// Takes back what came after `mark`.
    pub(crate) fn roll_back(&mut self, mark: usize) -> usize {
        mark
    }

    /// Applies again what `roll_back` took back.
    pub(crate) fn replay(&mut self, mark: usize) -> usize {
        mark
    }
}

/// `File['x']['mode']`: a parameter of a declared resource. `None` when the access is no such look-up.
pub(crate) fn parameter(_vm: &mut Vm, _ty: &Ty, _keys: &[Value]) -> Option<Answer<Value>> {
    None
}

impl Vm {
    /// Takes in a class, define or node.
    pub(super) fn take_catalog_definition(
        &mut self,
        _source: &std::sync::Arc<crate::text::Source>,
        _expr: &Expr,
    ) -> super::R<()> {
        Ok(())
    }

    /// What waits until an input's own code has run: bodies of defines, collectors, overrides.
    pub(super) fn finish_catalog(&mut self, result: super::R) -> super::R {
        result
    }
}

impl Compiler<'_> {
    /// Resources, defaults, overrides, collectors.
    pub(crate) fn catalog_expression(&mut self, expr: &Expr) -> Code {
        let site = Site::from(expr);
        Box::new(move |_, _| Err(Flow::at("RUNTIME_ERROR", site, "resources cannot be declared yet")))
    }

    /// `a -> b`
    pub(crate) fn relation(
        &mut self,
        _op: crate::syntax::ast::EdgeOp,
        _left: &Expr,
        _right: &Expr,
        site: Site,
    ) -> Code {
        Box::new(move |_, _| Err(Flow::at("RUNTIME_ERROR", site, "relationships cannot be declared yet")))
    }
}
