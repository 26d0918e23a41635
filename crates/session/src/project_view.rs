//! The environment that a session checks: its index, which sessions share, and the syntax trees of its files, which
//! belong to one session. A file is parsed once, for its index, for its check and for the files that use it.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_budget as budget;
use pprepl_project::{FileEntry, Location, Member, Parse, Project, SymbolKind, index};
use pprepl_text::{Source, suggest};
use puppet_check::{ClassBody, KnownFunction, KnownParams};
use puppet_eval::{Vm, add_aliases};
use puppet_pcore::{Ty, Type};
use puppet_syntax::LexOptions;
use puppet_syntax::ast::{Class, Define, Expr, ExprKind, Function, Param};

/// A source with its parse.
type ParsedSource = (Arc<Source>, Rc<Parse>);

/// The kind and the name of a definition.
type DefinitionKey = (SymbolKind, Rc<str>);

/// The index of an environment with the syntax trees of a session.
#[derive(Default)]
pub(crate) struct ProjectView {
    pub(crate) index: Arc<Project>,
    /// The parses of files by name, with the source that they belong to.
    parses: RefCell<FxHashMap<Arc<str>, ParsedSource>>,
    /// The definitions that were asked for.
    found: RefCell<FxHashMap<DefinitionKey, Option<Tree>>>,
    /// The types and resource types that were asked for: the evaluator asks the file system about unknown ones.
    types: RefCell<FxHashMap<Rc<str>, Option<Ty>>>,
    resource_types: RefCell<FxHashMap<Rc<str>, bool>>,
    /// The nearest classes of the unknown ones that were asked for.
    near_classes: RefCell<FxHashMap<Rc<str>, Option<Rc<str>>>>,
    /// The files whose aliases the evaluator has.
    with_aliases: RefCell<FxHashSet<Arc<str>>>,
    options: LexOptions,
    /// Whether all modules of the environment are here.
    pub(crate) has_all_modules: bool,
}

/// A definition's tree, with its source.
#[derive(Clone)]
enum Tree {
    Class(Rc<Class>, Arc<Source>),
    Define(Rc<Define>, Arc<Source>),
    Function(Rc<Function>, Arc<Source>),
}

impl ProjectView {
    pub(super) fn new(options: LexOptions, has_all_modules: bool) -> ProjectView {
        ProjectView { options, has_all_modules, ..ProjectView::default() }
    }

    /// Sets the index.
    pub(super) fn set_index(&mut self, index: Arc<Project>) {
        self.index = index;
        self.forget();
    }

    /// Adds or replaces a file. Returns whether other files see it differently.
    pub(super) fn update(&mut self, entry: FileEntry) -> bool {
        let name = entry.member.name.clone();
        let has_changed = self.index.file(&name).is_none_or(|old| !old.has_interface_of(&entry));
        Arc::make_mut(&mut self.index).update(entry);
        // The definitions that were asked for have the source of their file, whose text has changed.
        self.found.get_mut().clear();
        if has_changed {
            self.forget();
        }
        has_changed
    }

    /// Removes a file.
    pub(super) fn remove(&mut self, name: &str) {
        Arc::make_mut(&mut self.index).remove(name);
        self.parses.get_mut().remove(name);
        self.forget();
    }

    /// Clears the answers to earlier questions.
    fn forget(&mut self) {
        self.found.get_mut().clear();
        self.types.get_mut().clear();
        self.resource_types.get_mut().clear();
        self.near_classes.get_mut().clear();
        self.with_aliases.get_mut().clear();
    }

    /// Reads a file into an entry of the index. The parse is kept for the check of the file.
    pub(super) fn index(&self, member: &Member, text: Arc<str>) -> FileEntry {
        let (entry, parse) = index(member, text, self.options);
        self.keep(&entry, parse);
        entry
    }

    fn keep(&self, entry: &FileEntry, parse: Parse) -> Rc<Parse> {
        let kept = Rc::new(parse);
        self.parses.borrow_mut().insert(entry.member.name.clone(), (entry.source.clone(), kept.clone()));
        kept
    }

    /// Returns the parse of a file with its source.
    pub(crate) fn parse(&self, name: &str) -> Option<ParsedSource> {
        if let Some(known) = self.parses.borrow().get(name) {
            return Some(known.clone());
        }
        let entry = self.index.file(name)?;
        let (_, parse) = index(&entry.member, entry.source.text(), self.options);
        let kept = if is_complete() { self.keep(entry, parse) } else { Rc::new(parse) };
        Some((entry.source.clone(), kept))
    }

    pub(crate) fn has(&self, kind: SymbolKind, name: &str) -> bool {
        self.index.has(kind, name)
    }

    /// Returns the names of the functions of the environment.
    pub(super) fn functions(&self) -> Vec<Rc<str>> {
        self.index.names(SymbolKind::Function).map(|name| (&**name).into()).collect()
    }

    /// Returns the class of the environment whose name is the nearest to an unknown one. Files often repeat an unknown
    /// name: each is searched once.
    pub(super) fn near_class(&self, name: &str) -> Option<Rc<str>> {
        if let Some(known) = self.near_classes.borrow().get(name) {
            return known.clone();
        }
        let near = suggest::nearest(name, self.index.names(SymbolKind::Class).map(|name| &**name)).map(Rc::from);
        self.near_classes.borrow_mut().insert(name.into(), near.clone());
        near
    }

    pub(super) fn class(&self, name: &str) -> Option<Rc<dyn KnownParams>> {
        match self.tree(SymbolKind::Class, name)? {
            Tree::Class(class, source) => {
                let is_whole = self.index.file(source.name()).is_some_and(|file| !file.index.is_partial);
                Some(Rc::new(ProjectClass(class, source, is_whole)))
            }
            Tree::Define(..) | Tree::Function(..) => None,
        }
    }

    pub(super) fn define(&self, name: &str) -> Option<Rc<dyn KnownParams>> {
        match self.tree(SymbolKind::ResourceType, name)? {
            Tree::Define(define, source) => Some(Rc::new(ProjectDefine(define, source))),
            Tree::Class(..) | Tree::Function(..) => None,
        }
    }

    pub(super) fn function(&self, name: &str) -> Option<KnownFunction> {
        match self.tree(SymbolKind::Function, name)? {
            Tree::Function(definition, source) => Some(KnownFunction::Puppet { definition, source }),
            Tree::Class(..) | Tree::Define(..) => None,
        }
    }

    /// Returns the type that a name means.
    pub(super) fn named_type(&self, vm: &mut Vm, name: &str) -> Option<Ty> {
        if let Some(known) = self.types.borrow().get(name) {
            return known.clone();
        }
        let found = self.own_type(vm, name).or_else(|| vm.known_alias(name));
        if is_complete() {
            self.types.borrow_mut().insert(name.into(), found.clone());
        }
        found
    }

    /// Returns the type that the environment defines: an alias, which is added to the evaluator, or a reference to a
    /// resource type.
    fn own_type(&self, vm: &mut Vm, name: &str) -> Option<Ty> {
        if let Some(location) = self.index.definition(SymbolKind::Type, name) {
            self.add_aliases_of(vm, location.file);
            return vm.known_alias(name);
        }
        let lower = name.strip_prefix("::").unwrap_or(name).to_lowercase();
        let is_resource = self.has(SymbolKind::ResourceType, &lower);
        is_resource.then(|| Rc::new(Type::Resource { type_name: Some(lower.into()), title: None }))
    }

    /// Adds the aliases of a file to the evaluator, with all aliases that they name: the evaluator finds only those of
    /// modules.
    fn add_aliases_of(&self, vm: &mut Vm, file: &FileEntry) {
        let mut open = vec![file];
        while let Some(file) = open.pop() {
            let name = &file.member.name;
            if !is_complete() || !self.with_aliases.borrow_mut().insert(name.clone()) {
                continue;
            }
            if let Some((source, parse)) = self.parse(name)
                && let Parse::Code(parsed) = &*parse
            {
                add_aliases(vm, &source, &parsed.program);
            }
            let types = file.index.references.iter().filter(|reference| reference.symbol.kind == SymbolKind::Type);
            let named = types.filter_map(|reference| self.index.definition(SymbolKind::Type, &reference.symbol.name));
            open.extend(named.map(|location| location.file));
        }
    }

    /// Returns whether a name in lower case is a resource type.
    pub(super) fn is_resource_type(&self, vm: &mut Vm, name: &str) -> bool {
        if let Some(known) = self.resource_types.borrow().get(name) {
            return *known;
        }
        let is_known = self.has(SymbolKind::ResourceType, name) || vm.is_known_resource_type(name);
        if is_complete() {
            self.resource_types.borrow_mut().insert(name.into(), is_known);
        }
        is_known
    }

    /// Returns the tree of a definition; `None` if it is unknown or in Ruby.
    fn tree(&self, kind: SymbolKind, name: &str) -> Option<Tree> {
        let key = (kind, Rc::from(name));
        if let Some(known) = self.found.borrow().get(&key) {
            return known.clone();
        }
        let tree = self.index.definition(kind, name).and_then(|location| self.tree_at(&location));
        if is_complete() {
            self.found.borrow_mut().insert(key, tree.clone());
        }
        tree
    }

    fn tree_at(&self, location: &Location<'_, pprepl_project::Definition>) -> Option<Tree> {
        let (source, parse) = self.parse(&location.file.member.name)?;
        let Parse::Code(parsed) = &*parse else { return None };
        definition_at(&parsed.program.body, location.item.extent.start, &source)
    }
}

/// Returns whether no limit cut the last work short: only then its result is kept.
fn is_complete() -> bool {
    budget::reason().is_none()
}

/// Returns the definition that begins at an offset.
fn definition_at(expr: &Expr, start: u32, source: &Arc<Source>) -> Option<Tree> {
    match &expr.kind {
        ExprKind::Block(statements) => statements.iter().find_map(|one| definition_at(one, start, source)),
        ExprKind::Class(class) if expr.span.start == start => Some(Tree::Class(class.clone(), source.clone())),
        ExprKind::Class(class) => definition_at(&class.body, start, source),
        ExprKind::Define(define) if expr.span.start == start => Some(Tree::Define(define.clone(), source.clone())),
        ExprKind::Function(function) if expr.span.start == start => {
            Some(Tree::Function(function.clone(), source.clone()))
        }
        _ => None,
    }
}

/// A class, and whether its file has no errors.
struct ProjectClass(Rc<Class>, Arc<Source>, bool);
struct ProjectDefine(Rc<Define>, Arc<Source>);

impl KnownParams for ProjectClass {
    fn params(&self) -> &[Param] {
        &self.0.params
    }

    fn body(&self) -> Option<ClassBody<'_>> {
        self.2.then(|| ClassBody { parent: self.0.parent.as_deref(), statements: &self.0.body })
    }

    fn source(&self) -> &Arc<Source> {
        &self.1
    }
}

impl KnownParams for ProjectDefine {
    fn params(&self) -> &[Param] {
        &self.0.params
    }

    fn body(&self) -> Option<ClassBody<'_>> {
        None
    }

    fn source(&self) -> &Arc<Source> {
        &self.1
    }
}
