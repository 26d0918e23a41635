//! Problems that no file shows alone: required parameters that nothing gives, and references to resources that nothing
//! declares.

use std::collections::BTreeMap;
use std::sync::Arc;

use pprepl_text::Span;

use super::declared::{Declaration, Declared, RelationEnd};
use super::definition::Definition;
use super::entry::FileEntry;
use super::member::FileRole;
use super::project::{Location, Project};
use super::reference::{Reference, ReferenceRole};
use super::survey::{Survey, nearest};
use super::symbol::{Symbol, SymbolKind};

/// A problem of an environment at its place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub span: Span,
    pub kind: ProblemKind,
    /// Whether the code may run, and then fails, if the environment has all its modules.
    pub is_certain: bool,
}

/// A kind of problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// Required parameters without a value.
    MissingParameters {
        /// The class or defined type.
        definition: Symbol,
        parameters: Vec<Box<str>>,
        /// The file that defines it, and the span of the first of these parameters there.
        place: (Arc<str>, Span),
    },
    /// A relationship with a resource that nothing declares.
    Undeclared {
        /// The type in lower case.
        type_name: Box<str>,
        title: Box<str>,
        /// A declared title that is similar.
        near: Option<Box<str>>,
    },
}

/// The problems of an environment by file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    by_file: BTreeMap<Arc<str>, Vec<Problem>>,
}

impl Problems {
    /// Returns the problems of a file, in source order.
    pub fn of(&self, file: &str) -> &[Problem] {
        self.by_file.get(file).map_or(&[], |found| found)
    }

    /// Returns the files with problems.
    pub(super) fn files(&self) -> impl Iterator<Item = &Arc<str>> {
        self.by_file.keys()
    }

    /// Finds the problems of an environment.
    pub(super) fn find(project: &Project) -> Problems {
        let found = project.files().map(|file| (file.member.name.clone(), Problems::of_file(project, file)));
        Problems { by_file: found.filter(|(_, found)| !found.is_empty()).collect() }
    }

    /// Finds the problems of a file.
    pub(super) fn of_file(project: &Project, file: &FileEntry) -> Vec<Problem> {
        let is_empty = file.index.declared == Declared::default() && file.index.references.is_empty();
        if is_empty || !is_searched(file) {
            return Vec::new();
        }
        let Some(survey) = project.survey() else { return Vec::new() };
        let mut found = Search { project, survey, file, names_unknown: None, found: Vec::new() }.run();
        found.sort_by_key(|problem| problem.span.start);
        found
    }
}

/// The number of problems in a file that get a suggestion.
const MAX_SUGGESTIONS: usize = 20;

/// Returns whether compilations evaluate the code of a file.
fn is_searched(file: &FileEntry) -> bool {
    matches!(file.member.role, FileRole::SiteManifest | FileRole::Manifest | FileRole::Function)
}

/// Returns whether a file names classes or defined types of a module that is not here.
fn names_unknown(project: &Project, file: &FileEntry) -> bool {
    let is_unknown = |symbol: &Symbol| match symbol.kind {
        SymbolKind::Class => !project.has(SymbolKind::Class, &symbol.name),
        SymbolKind::ResourceType => symbol.name.contains("::") && !project.has(SymbolKind::ResourceType, &symbol.name),
        SymbolKind::Function | SymbolKind::Plan | SymbolKind::Type | SymbolKind::DataKey => false,
    };
    let is_declared = |role| matches!(role, ReferenceRole::Include | ReferenceRole::Declaration);
    file.index.references.iter().any(|one| is_declared(one.role) && is_unknown(&one.symbol))
}

/// The search of one file.
struct Search<'p> {
    project: &'p Project,
    survey: &'p Survey,
    file: &'p FileEntry,
    /// Whether the file names classes or defined types of a module that is not here, once it is asked for.
    names_unknown: Option<bool>,
    found: Vec<Problem>,
}

impl<'p> Search<'p> {
    fn run(mut self) -> Vec<Problem> {
        let index = &self.file.index;
        index.references.iter().for_each(|reference| self.include(reference));
        index.declared.resources.iter().for_each(|declaration| self.declaration(declaration));
        index.declared.ends.iter().for_each(|end| self.end(end));
        self.found
    }

    /// Adds a problem of the definition `inside`. It is only possible in code that no compilation reaches.
    fn add(&mut self, inside: Option<u32>, problem: Problem) {
        let is_certain = problem.is_certain && self.survey.reach.has(self.file, inside);
        self.found.push(Problem { is_certain, ..problem });
    }

    fn include(&mut self, reference: &Reference) {
        let is_include = matches!(reference.role, ReferenceRole::Include | ReferenceRole::Inherits);
        if is_include && !self.survey.has("class", &reference.symbol.name) {
            self.missing(&reference.symbol, reference.span, &[], reference.inside);
        }
    }

    fn declaration(&mut self, declaration: &Declaration) {
        let Some(given) = &declaration.given else { return };
        let symbol = match &*declaration.type_name {
            "class" => Symbol::new(SymbolKind::Class, &declaration.title),
            name => Symbol::new(SymbolKind::ResourceType, name),
        };
        self.missing(&symbol, declaration.span, given, declaration.inside);
    }

    /// Adds the required parameters of a class or defined type to which neither its declaration nor data give a value.
    fn missing(&mut self, symbol: &Symbol, span: Span, given: &[Box<str>], inside: Option<u32>) {
        let [Location { file, item }] = self.project.definitions(symbol)[..] else { return };
        let is_class = symbol.kind == SymbolKind::Class;
        let has_value = |name: &str| {
            let key = || format!("{}::{name}", symbol.name);
            given.iter().any(|given| **given == *name) || is_class && self.project.has(SymbolKind::DataKey, &key())
        };
        let needed = |item: &Definition| {
            let open = item.parameters.iter().filter(|one| !one.has_default && !has_value(&one.name));
            open.map(|one| (one.name.clone(), one.span)).collect::<Vec<_>>()
        };
        let missing = needed(item);
        let Some((_, first)) = missing.first() else { return };
        let type_name = if is_class { "class" } else { &*symbol.name };
        let is_known = !is_class || self.knows_data(file);
        let is_open = self.survey.is_adjusted(type_name) || is_class && self.survey.may_have(type_name, &symbol.name);
        let kind = ProblemKind::MissingParameters {
            definition: symbol.clone(),
            place: (file.member.name.clone(), *first),
            parameters: missing.into_iter().map(|(name, _)| name).collect(),
        };
        self.add(inside, Problem { span, kind, is_certain: is_known && !is_open });
    }

    /// Returns whether the index has all data for the classes of a file.
    fn knows_data(&self, file: &FileEntry) -> bool {
        let gaps = self.project.gaps();
        let module = file.member.module.as_deref();
        let has_unknown = gaps.has_layer(None) || module.is_some() && gaps.has_layer(module);
        !(self.survey.has_partial_data || has_unknown)
    }

    fn end(&mut self, end: &RelationEnd) {
        if self.survey.has(&end.type_name, &end.title) {
            return;
        }
        let is_class = &*end.type_name == "class";
        let is_given = matches!((&*end.type_name, &*end.title), ("class", "main" | "settings") | ("stage", "main"));
        if is_given || &*end.type_name == "node" || is_class && self.project.has(SymbolKind::Class, &end.title) {
            return;
        }
        // A class that no file defines cannot be declared at all.
        let is_certain = match is_class {
            true => !self.survey.is_partial,
            false => {
                Survey::is_plain(self.project, &end.type_name) && !self.survey.may_have(&end.type_name, &end.title)
            }
        };
        let names_unknown = *self.names_unknown.get_or_insert_with(|| names_unknown(self.project, self.file));
        let has_gap = names_unknown
            || self.file.member.module.as_ref().is_some_and(|module| self.project.gaps().has_module(module));
        let is_certain = is_certain && !has_gap;
        let is_helped = is_certain && self.found.len() < MAX_SUGGESTIONS;
        let near = if is_helped { nearest(self.project, &end.type_name, &end.title).map(Into::into) } else { None };
        let kind = ProblemKind::Undeclared { type_name: end.type_name.clone(), title: end.title.clone(), near };
        self.add(end.inside, Problem { span: end.span, kind, is_certain });
    }
}
