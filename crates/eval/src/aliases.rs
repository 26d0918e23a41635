//! The type aliases of a session.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use pprepl_text::Source;
use puppet_pcore::{Alias, Ty, Type, TypeSetType};
use puppet_syntax::ast::{Expr, ExprKind, HashEntry, Name, TypeAlias};

/// The type aliases by name, and the definitions from which they are resolved.
#[derive(Default)]
pub struct Aliases {
    /// The aliases, by their names in lower case.
    pub(crate) by_name: FxHashMap<Name, Rc<Alias>>,
    /// The definitions of unresolved aliases, by the alias itself. Names are not unique: an undone alias may be
    /// reapplied, and others may share its name.
    pub(crate) unresolved: AliasDefinitions,
    /// The definitions of plain aliases that are resolved.
    pub(crate) resolved: AliasDefinitions,
    /// True if unknown type names become references, while an alias is resolved at its use.
    pub(crate) is_lenient: bool,
    /// The TypeSet whose types use their short names, while one of them is resolved.
    pub(crate) scope: Option<Rc<TypeScope>>,
    /// The definitions before a trial, while there is one.
    trial: Option<AliasTrial>,
}

/// A trial: types are used without a trace. The first use of a type resolves it, and Puppet reports a wrong definition only
/// then; so the uses of a trial resolve copies.
struct AliasTrial {
    unresolved: AliasDefinitions,
    resolved: AliasDefinitions,
    /// The copies of unresolved aliases, by the alias itself.
    copies: Vec<(Rc<Alias>, Rc<Alias>)>,
}

impl Aliases {
    /// Removes all aliases.
    pub(crate) fn clear(&mut self) {
        self.by_name.clear();
        self.unresolved.clear();
        self.resolved.clear();
        self.trial = None;
    }

    /// Begins a trial; returns `false` if there is one already.
    pub fn begin_trial(&mut self) -> bool {
        if self.trial.is_some() {
            return false;
        }
        let unresolved = std::mem::take(&mut self.unresolved);
        let resolved = std::mem::take(&mut self.resolved);
        self.trial = Some(AliasTrial { unresolved, resolved, copies: Vec::new() });
        true
    }

    /// Ends a trial: the definitions are those before it. The caller has removed the aliases that it added.
    pub fn end_trial(&mut self) {
        if let Some(trial) = self.trial.take() {
            self.unresolved = trial.unresolved;
            self.resolved = trial.resolved;
        }
    }

    /// Returns the alias that a use resolves: in a trial the copy of an unresolved one.
    pub(crate) fn alias_of_use(&mut self, alias: &Rc<Alias>) -> Rc<Alias> {
        let Some(trial) = &mut self.trial else { return alias.clone() };
        if let Some((_, copy)) = trial.copies.iter().find(|(known, _)| Rc::ptr_eq(known, alias)) {
            return copy.clone();
        }
        let Some(definition) = trial.unresolved.get(alias) else { return alias.clone() };
        let copy = Rc::new(Alias::new(&*alias.name));
        self.unresolved.insert(&copy, definition.clone());
        trial.copies.push((alias.clone(), copy.clone()));
        copy
    }

    /// Returns the alias of this name.
    pub fn get(&self, name: &str) -> Option<&Rc<Alias>> {
        self.by_name.get(name.strip_prefix("::").unwrap_or(name).to_ascii_lowercase().as_str())
    }

    /// Returns the type aliases: name and type; the text of the definition as long as it is not resolved.
    pub fn defined(&self) -> impl Iterator<Item = (String, String)> {
        self.by_name.values().map(|alias| {
            let resolved = alias.resolved.get().map(|ty| ty.to_string());
            let written = || self.unresolved.get(alias).map_or("", AliasDefinition::text).to_owned();
            (alias.name.to_string(), resolved.unwrap_or_else(written))
        })
    }
}

/// An alias's definition, kept until it is resolved; the definition of a plain alias is kept longer (see `types::again`).
#[derive(Clone)]
pub(crate) struct AliasDefinition {
    pub(crate) definition: Rc<TypeAlias>,
    pub(crate) source: Arc<Source>,
    /// The TypeSet that contains it.
    pub(crate) scope: Option<Rc<TypeScope>>,
    /// Its path in the definition of the TypeSet: pairs of the entry with the types and the index there, the outermost
    /// set first.
    pub(crate) path: Vec<(usize, usize)>,
}

/// Definitions by their alias. The alias is stored with its definition, so that its address stays in use.
#[derive(Default)]
pub(crate) struct AliasDefinitions(FxHashMap<*const Alias, (Rc<Alias>, AliasDefinition)>);

impl AliasDefinitions {
    pub(crate) fn insert(&mut self, alias: &Rc<Alias>, definition: AliasDefinition) {
        self.0.insert(Rc::as_ptr(alias), (alias.clone(), definition));
    }

    pub(crate) fn get(&self, alias: &Rc<Alias>) -> Option<&AliasDefinition> {
        self.0.get(&Rc::as_ptr(alias)).map(|(_, definition)| definition)
    }

    pub(crate) fn remove(&mut self, alias: &Rc<Alias>) -> Option<AliasDefinition> {
        self.0.remove(&Rc::as_ptr(alias)).map(|(_, definition)| definition)
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

impl AliasDefinition {
    pub(crate) fn new(definition: Rc<TypeAlias>, source: Arc<Source>) -> AliasDefinition {
        AliasDefinition { definition, source, scope: None, path: Vec::new() }
    }

    /// Returns the expression that defines the name.
    pub(crate) fn expr(&self) -> &Expr {
        let mut expr = &self.definition.type_expr;
        for (entry, member) in &self.path {
            if let Some(inner) = members_in(expr, *entry).and_then(|types| types.get(*member)) {
                expr = &inner.value;
            }
        }
        expr
    }

    /// Returns the text that defines the name.
    pub(crate) fn text(&self) -> &str {
        self.expr().span.of(self.source.text())
    }

    /// Returns the definition of a type of the TypeSet.
    pub(crate) fn member(&self, scope: &Rc<TypeScope>, entry: usize, member: usize) -> AliasDefinition {
        let mut path = self.path.clone();
        path.push((entry, member));
        AliasDefinition {
            definition: self.definition.clone(),
            source: self.source.clone(),
            scope: Some(scope.clone()),
            path,
        }
    }
}

/// Returns the types in the definition of a TypeSet: the hash in an entry of its hash.
fn members_in(expr: &Expr, entry: usize) -> Option<&[HashEntry]> {
    let hash = match &expr.kind {
        ExprKind::Access(_, keys) => keys.first()?,
        _ => expr,
    };
    let ExprKind::Hash(entries) = &hash.kind else { return None };
    match &entries.get(entry)?.value.kind {
        ExprKind::Hash(types) => Some(types),
        _ => None,
    }
}

/// The names by which the types of a TypeSet refer to each other.
#[derive(Default)]
pub(crate) struct TypeScope {
    /// Its types by short name.
    pub(crate) members: Vec<(Rc<str>, Rc<Alias>)>,
    /// Other TypeSets, by their local names.
    pub(crate) references: Vec<(Rc<str>, Rc<TypeSetType>)>,
}

impl TypeScope {
    pub(crate) fn member(&self, name: &str) -> Option<Rc<Alias>> {
        self.members.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, alias)| alias.clone())
    }

    /// Resolves a reference to a TypeSet or a type in it.
    pub(crate) fn referred(&self, name: &str) -> Option<Ty> {
        let (first, rest) = name.split_once("::").map_or((name, None), |(first, rest)| (first, Some(rest)));
        let (_, set) = self.references.iter().find(|(known, _)| known.eq_ignore_ascii_case(first))?;
        match rest {
            None => Some(Rc::new(Type::TypeSet(set.clone()))),
            Some(rest) => member_of(set, rest),
        }
    }
}

/// Returns a type of a TypeSet by its name in the set.
pub(crate) fn member_of(set: &TypeSetType, name: &str) -> Option<Ty> {
    set.types.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, ty)| ty.clone())
}
