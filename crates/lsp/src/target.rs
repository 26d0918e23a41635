//! The thing that a place in a document names, and all places that name it.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use pprepl_project::{
    FileEntry, Parse, Project, ReferenceRole, Symbol, SymbolKind, Variable, VariableOwner, VariableRole, Variables,
};
use pprepl_text::{Source, Span};

use super::attributes::{attribute_at, attributes_named};
use super::comment::parameter_in_comment;
use super::state::State;

/// A thing that code names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Symbol(Symbol),
    /// A variable; a local one belongs to this file.
    Variable(Variable, Arc<str>),
}

/// A place that names a thing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub file: Arc<str>,
    pub start: u32,
    pub end: u32,
    pub kind: PlaceKind,
}

/// The role of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlaceKind {
    Definition,
    Write,
    Read,
}

impl Place {
    pub fn new(file: &Arc<str>, span: Span, kind: PlaceKind) -> Place {
        Place { file: file.clone(), start: span.start, end: span.end, kind }
    }

    pub fn span(&self) -> Span {
        Span::new(self.start, self.end)
    }
}

/// Returns the variables of a file with code.
pub fn variables_of(state: &State, name: &str) -> Option<(Arc<Source>, Variables)> {
    let (source, parse) = state.parse(name)?;
    let variables = variables_in(&source, &parse)?;
    Some((source, variables))
}

fn variables_in(source: &Source, parse: &Rc<Parse>) -> Option<Variables> {
    match &**parse {
        Parse::Code(parsed) => Some(Variables::new(&parsed.program, source.text())),
        Parse::Data(_) | Parse::Path => None,
    }
}

/// Returns the thing that is named at an offset, and the span of the name.
pub fn target_at(state: &State, name: &Arc<str>, offset: usize) -> Option<(Target, Span)> {
    let offset = offset as u32;
    let entry = state.entry(name)?;
    if let Some((_, variables)) = variables_of(state, name)
        && let Some(found) = variables.at(offset)
    {
        let variable = resolved_variable(state, &variables, found);
        return Some((Target::Variable(variable, name.clone()), found.span));
    }
    if let Some(found) = parameter_at(state, name, offset) {
        return Some(found);
    }
    let index = state.index()?;
    let (symbol, span) = symbol_at(index, entry, offset)?;
    Some((Target::Symbol(meant(index, symbol)), span))
}

/// Returns the parameter of a class or defined type whose value an attribute at an offset gives.
fn parameter_at(state: &State, name: &Arc<str>, offset: u32) -> Option<(Target, Span)> {
    let (source, parse) = state.parse(name)?;
    let Parse::Code(parsed) = &*parse else { return None };
    let (symbol, parameter, span) = attribute_at(&parsed.program, source.text(), offset)?;
    Some((parameter_of(state, &symbol, &parameter)?, span))
}

/// Returns a parameter of a class or defined type of the environment.
fn parameter_of(state: &State, symbol: &Symbol, name: &str) -> Option<Target> {
    let location = state.index()?.definition(symbol.kind, &symbol.name)?;
    let file = location.file.member.name.clone();
    let parameter = location.item.parameters.iter().find(|one| &*one.name == name)?;
    let (_, variables) = variables_of(state, &file)?;
    let variable = variables.variable(variables.at(parameter.span.end)?);
    Some(Target::Variable(variable, file))
}

/// Returns the variable of an occurrence; one that a class inherits belongs to the parent.
fn resolved_variable(state: &State, variables: &Variables, found: &pprepl_project::VariableOccurrence) -> Variable {
    let own = variables.variable(found);
    let mut parent = variables.inherited_from(found);
    let mut seen = BTreeSet::new();
    while let Some(class) = parent.take().filter(|class| seen.insert(class.clone())) {
        let inherited = Variable { owner: VariableOwner::Class(class.clone()), name: own.name.clone() };
        if !settings_of(state, &inherited).is_empty() {
            return inherited;
        }
        parent = parent_of(state, &class);
    }
    own
}

fn parent_of(state: &State, class: &str) -> Option<Arc<str>> {
    let location = state.index()?.definition(SymbolKind::Class, class)?;
    let at = location.file.index.definitions.iter().position(|one| std::ptr::eq(one, location.item))? as u32;
    let parents = location.file.index.references.iter();
    let own = |one: &&pprepl_project::Reference| one.role == ReferenceRole::Inherits && one.inside == Some(at);
    parents.into_iter().find(own).map(|one| one.symbol.name.clone())
}

/// Returns the smallest reference or definition of a file at an offset; of several names at one place, the one that the
/// environment defines.
fn symbol_at(index: &Project, entry: &FileEntry, offset: u32) -> Option<(Symbol, Span)> {
    let holds = |span: Span| !span.is_empty() && span.start <= offset && offset <= span.end;
    let references = entry.index.references.iter().map(|one| (&one.symbol, one.span));
    let definitions = entry.index.definitions.iter().map(|one| (&one.symbol, one.name));
    let mut all: Vec<(&Symbol, Span)> = references.chain(definitions).filter(|(_, span)| holds(*span)).collect();
    all.sort_by_key(|(symbol, span)| (span.len(), !index.has(symbol.kind, &symbol.name)));
    all.first().map(|(symbol, span)| ((*symbol).clone(), *span))
}

/// Returns the symbol that a reference means: a type's name may be that of a resource type.
fn meant(index: &Project, symbol: Symbol) -> Symbol {
    let is_resource = symbol.kind == SymbolKind::Type
        && !index.has(SymbolKind::Type, &symbol.name)
        && index.has(SymbolKind::ResourceType, &symbol.name);
    if is_resource { Symbol { kind: SymbolKind::ResourceType, name: symbol.name } } else { symbol }
}

/// Returns the places that define a thing. A variable is defined where it is set.
pub fn definitions_of(state: &State, target: &Target) -> Vec<Place> {
    match target {
        Target::Symbol(symbol) => {
            let Some(index) = state.index() else { return Vec::new() };
            let place = |found: pprepl_project::Location<'_, pprepl_project::Definition>| {
                Place::new(&found.file.member.name, found.item.name, PlaceKind::Definition)
            };
            let mut found: Vec<Place> = index.definitions(symbol).into_iter().map(place).collect();
            if let Some(parameter) = parameter_of_key(state, symbol) {
                // A data key means the parameter of a class.
                found.insert(0, parameter);
            }
            found
        }
        Target::Variable(variable, file) => match variable.owner {
            VariableOwner::Local(_) => settings_in(state, variable, file),
            VariableOwner::Top => {
                let here = settings_in(state, variable, file);
                if here.is_empty() { settings_of(state, variable) } else { here }
            }
            VariableOwner::Class(_) => settings_of(state, variable),
        },
    }
}

/// Returns the place of the class parameter that a data key names.
pub fn parameter_of_key(state: &State, symbol: &Symbol) -> Option<Place> {
    let (class, parameter) = symbol.parameter_key()?;
    let location = state.index()?.definition(SymbolKind::Class, class)?;
    let found = location.item.parameters.iter().find(|one| &*one.name == parameter)?;
    Some(Place::new(&location.file.member.name, found.span, PlaceKind::Definition))
}

/// Returns the places of a file that set a variable.
fn settings_in(state: &State, variable: &Variable, file: &Arc<str>) -> Vec<Place> {
    // Only a read may mean an inherited variable: a class that inherits itself asks for its settings once.
    places_of_roles(state, variable, file, |role| role != VariableRole::Read)
}

/// Returns the places of the environment that set a variable of a class or of the top scope.
fn settings_of(state: &State, variable: &Variable) -> Vec<Place> {
    let Some(index) = state.index() else { return Vec::new() };
    match &variable.owner {
        VariableOwner::Class(class) => {
            let location = index.definition(SymbolKind::Class, class);
            location.map(|found| settings_in(state, variable, &found.file.member.name)).unwrap_or_default()
        }
        VariableOwner::Top => {
            let sites = index.files().filter(|file| file.member.role == pprepl_project::FileRole::SiteManifest);
            sites.flat_map(|file| settings_in(state, variable, &file.member.name)).collect()
        }
        VariableOwner::Local(_) => Vec::new(),
    }
}

/// Returns the places of a file that name a variable.
pub fn places_in(state: &State, variable: &Variable, file: &Arc<str>) -> Vec<Place> {
    places_of_roles(state, variable, file, |_| true)
}

fn places_of_roles(
    state: &State,
    variable: &Variable,
    file: &Arc<str>,
    is_wanted: fn(VariableRole) -> bool,
) -> Vec<Place> {
    let Some((_, variables)) = variables_of(state, file) else { return Vec::new() };
    let kind = |role: VariableRole| match role {
        VariableRole::Parameter => PlaceKind::Definition,
        VariableRole::Assignment => PlaceKind::Write,
        VariableRole::Read => PlaceKind::Read,
    };
    let is_it = |one: &&pprepl_project::VariableOccurrence| {
        let is_named = is_wanted(one.role) && one.name.ends_with(&*variable.name);
        is_named && resolved_variable(state, &variables, one) == *variable
    };
    // A qualified name: the place is its last part.
    let place = |one: &pprepl_project::VariableOccurrence| {
        let span = Span::new(one.span.end - variable.name.len() as u32, one.span.end);
        Place::new(file, span, kind(one.role))
    };
    match &variable.owner {
        VariableOwner::Local(_) => {
            variables.occurrences_of(variable).filter(|one| is_wanted(one.role)).map(place).collect()
        }
        VariableOwner::Class(_) | VariableOwner::Top => variables.occurrences.iter().filter(is_it).map(place).collect(),
    }
}

/// Returns all places of the environment that name a thing, its definitions included, in order.
pub fn places_of(state: &State, target: &Target) -> Vec<Place> {
    let mut places = match target {
        Target::Symbol(symbol) => symbol_places(state, symbol),
        Target::Variable(variable, file) => match &variable.owner {
            VariableOwner::Local(_) => {
                let mut places = places_in(state, variable, file);
                places.extend(parameter_places(state, variable, file));
                places
            }
            VariableOwner::Class(class) => class_variable_places(state, variable, class),
            VariableOwner::Top => top_variable_places(state, variable, file),
        },
    };
    places.sort();
    places.dedup_by(|one, other| one.file == other.file && one.start == other.start);
    places
}

fn symbol_places(state: &State, symbol: &Symbol) -> Vec<Place> {
    let Some(index) = state.index() else { return Vec::new() };
    let definitions = index.definitions(symbol).into_iter();
    let definitions =
        definitions.map(|found| Place::new(&found.file.member.name, found.item.name, PlaceKind::Definition));
    let references = index.references(symbol).into_iter();
    let references = references.map(|found| Place::new(&found.file.member.name, found.item.span, PlaceKind::Read));
    let mut places: Vec<Place> = definitions.chain(references).collect();
    places.extend(parameter_of_key(state, symbol));
    places
}

/// Returns the files that define a class or name its variables, and those of the classes that inherit it.
fn files_with_class(index: &Project, symbol: &Symbol) -> BTreeSet<Arc<str>> {
    let mut files: BTreeSet<Arc<str>> =
        index.definitions(symbol).iter().map(|one| one.file.member.name.clone()).collect();
    let (mut classes, mut next) = (BTreeSet::from([symbol.clone()]), vec![symbol.clone()]);
    let names = |role: ReferenceRole| matches!(role, ReferenceRole::Variable | ReferenceRole::Inherits);
    while let Some(class) = next.pop() {
        for found in index.references(&class).into_iter().filter(|one| names(one.item.role)) {
            files.insert(found.file.member.name.clone());
            let inside = found.item.inside.filter(|_| found.item.role == ReferenceRole::Inherits);
            let child = inside.and_then(|at| found.file.index.definitions.get(at as usize));
            next.extend(child.map(|child| child.symbol.clone()).filter(|child| classes.insert(child.clone())));
        }
    }
    files
}

fn class_variable_places(state: &State, variable: &Variable, class: &Arc<str>) -> Vec<Place> {
    let Some(index) = state.index() else { return Vec::new() };
    let symbol = Symbol { kind: SymbolKind::Class, name: class.clone() };
    let files = files_with_class(index, &symbol);
    let mut places: Vec<Place> = files.iter().flat_map(|file| places_in(state, variable, file)).collect();
    places.extend(parameter_uses(state, &symbol, &variable.name));
    places.extend(comments_of(state, &symbol, &variable.name));
    let key = Symbol::new(SymbolKind::DataKey, &format!("{class}::{}", variable.name));
    let end = |span: Span| Span::new(span.end.saturating_sub(variable.name.len() as u32), span.end);
    let keys = index.definitions(&key).into_iter();
    places.extend(keys.map(|one| Place::new(&one.file.member.name, end(one.item.name), PlaceKind::Write)));
    let lookups = index.references(&key).into_iter();
    places.extend(lookups.map(|one| Place::new(&one.file.member.name, end(one.item.span), PlaceKind::Read)));
    places
}

/// Returns the attributes that give a parameter of a defined type its value, and the comment about a parameter.
fn parameter_places(state: &State, variable: &Variable, file: &Arc<str>) -> Vec<Place> {
    let settings = settings_in(state, variable, file);
    let Some(entry) = state.entry(file) else { return Vec::new() };
    let is_own = |definition: &&pprepl_project::Definition| {
        let spans = |place: &Place| definition.parameters.iter().any(|one| one.span.end == place.end);
        settings.iter().any(spans)
    };
    let Some(definition) = entry.index.definitions.iter().find(is_own) else { return Vec::new() };
    let mut places = comments_of(state, &definition.symbol, &variable.name);
    if definition.symbol.kind == SymbolKind::ResourceType {
        places.extend(parameter_uses(state, &definition.symbol, &variable.name));
    }
    places
}

/// Returns the places in the comments of definitions that are about a parameter.
fn comments_of(state: &State, symbol: &Symbol, parameter: &str) -> Vec<Place> {
    let Some(index) = state.index() else { return Vec::new() };
    let definitions = index.definitions(symbol).into_iter();
    let place = |found: pprepl_project::Location<'_, pprepl_project::Definition>| {
        let text = found.file.source.text();
        let is_own = found.item.parameters.iter().any(|one| &*one.name == parameter);
        let span = parameter_in_comment(text, found.item.extent.start, parameter).filter(|_| is_own)?;
        Some(Place::new(&found.file.member.name, span, PlaceKind::Read))
    };
    definitions.filter_map(place).collect()
}

/// Returns the attributes with a name in the declarations of a class or defined type.
fn parameter_uses(state: &State, symbol: &Symbol, parameter: &str) -> Vec<Place> {
    let Some(index) = state.index() else { return Vec::new() };
    let is_declaration = |role: ReferenceRole| {
        matches!(role, ReferenceRole::Declaration | ReferenceRole::Resource | ReferenceRole::Type)
    };
    let references = index.references(symbol).into_iter().filter(|one| is_declaration(one.item.role));
    let files: BTreeSet<Arc<str>> = references.map(|one| one.file.member.name.clone()).collect();
    let mut places = Vec::new();
    for file in files {
        let Some((source, parse)) = state.parse(&file) else { continue };
        let Parse::Code(parsed) = &*parse else { continue };
        let spans = attributes_named(&parsed.program, source.text(), symbol, parameter);
        places.extend(spans.into_iter().map(|span| Place::new(&file, span, PlaceKind::Write)));
    }
    places
}

/// Returns the places of a variable of the top scope: only files whose text has the name are read.
fn top_variable_places(state: &State, variable: &Variable, own: &Arc<str>) -> Vec<Place> {
    let Some(index) = state.index() else { return Vec::new() };
    let is_shared = !settings_of(state, variable).is_empty();
    if !is_shared {
        return places_in(state, variable, own);
    }
    let has = |file: &&FileEntry| file.member.is_code() && file.source.text().contains(&*variable.name);
    let files: Vec<Arc<str>> = index.files().filter(has).map(|file| file.member.name.clone()).collect();
    files.iter().flat_map(|file| places_in(state, variable, file)).collect()
}
