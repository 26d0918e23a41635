//! Queries of the static checker: definitions by name, including those of modules, which are loaded when first named.
//! The journal records the loaded definitions, so that the caller can roll them back.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::Source;
use puppet_catalog::agent_type;
use puppet_pcore::{Ty, Type};
use puppet_syntax::ast::{Expr, ExprKind, Program};

use super::catalog::RubyType;
use super::catalog::definition::Definition;
use super::define::define_alias;
use super::services::Autoload;
use super::{FunctionEntry, SourcePos, Vm, types};

impl Vm {
    /// Returns the type alias of this name, resolved.
    pub fn known_alias(&mut self, name: &str) -> Option<Ty> {
        types::named(self, name, SourcePos::default()).ok().filter(|ty| !matches!(**ty, Type::TypeReference(_)))
    }

    /// Returns whether this is a resource type, in lower case.
    pub fn is_known_resource_type(&mut self, name: &str) -> bool {
        self.settings.unknown_types || self.knows_resource_type(name).unwrap_or(true)
    }

    /// Loads the file of a module that defines the function, if there is one.
    pub fn load_function(&mut self, entry: &Rc<FunctionEntry>) {
        let _ = self.autoload_function(entry);
    }

    /// Returns whether a module has this function in Ruby.
    pub fn has_ruby_function(&mut self, name: &str) -> bool {
        self.ruby_file("functions", name).is_some()
    }

    /// Returns the class of this name, in lower case.
    pub fn known_class(&mut self, name: &str) -> Option<Definition> {
        if !self.knows_class(name).unwrap_or(false) {
            return None;
        }
        self.catalog.definition(name).cloned()
    }

    /// Returns the defined type of this name, in lower case.
    pub fn known_define(&mut self, name: &str) -> Option<Definition> {
        if !self.knows_resource_type(name).unwrap_or(false) {
            return None;
        }
        self.catalog.definition(name).cloned()
    }
}

/// Returns whether the name in lower case is certainly a resource type.
pub fn has_resource_type(vm: &mut Vm, name: &str) -> bool {
    vm.knows_resource_type(name).unwrap_or(false)
}

/// Returns the resource type that a file in Ruby defines; `None` if the file cannot be read.
pub(crate) fn ruby_type(vm: &mut Vm, path: PathBuf) -> Option<Rc<RubyType>> {
    let stamp = vm.host.stamp(&path);
    if let Some(known) = vm.catalog.sources.ruby_type(&path, stamp) {
        return Some(known);
    }
    let found = Rc::new(RubyType::read(&vm.host.read_code(&path).ok()?));
    vm.catalog.sources.keep_ruby_type(path, stamp, &found);
    Some(found)
}

/// Returns the attributes of a resource type, in lower case, that a module implements in Ruby; `None` where its file may
/// define more than it shows, or a manifest defines the type. No manifest is loaded.
pub fn ruby_attributes(vm: &mut Vm, name: &str) -> Option<Rc<[Box<str>]>> {
    if vm.catalog.definition(name).is_some() {
        return None;
    }
    if let Some(path) = vm.ruby_file("type", name) {
        return ruby_type(vm, path)?.attributes.clone();
    }
    let (module, rest) = name.split_once("::").unwrap_or((name, "init"));
    let manifest = format!("{module}/{}.pp", rest.replace("::", "/"));
    let is_defined = vm.host.module_file("manifests", &manifest).is_some();
    RubyType::bundled(agent_type(name).filter(|_| !is_defined)?).attributes
}

/// Registers the type aliases of a file that are new.
pub fn add_aliases(vm: &mut Vm, source: &Arc<Source>, program: &Program) {
    for statement in statements(&program.body) {
        if let ExprKind::TypeAlias(alias) = &statement.kind {
            let _ = define_alias(vm, source, alias, statement);
        }
    }
}

/// Returns the statements of a program.
fn statements(body: &Expr) -> &[Expr] {
    match &body.kind {
        ExprKind::Block(statements) => statements,
        _ => std::slice::from_ref(body),
    }
}
