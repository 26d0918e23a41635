//! The tree of scopes: the top scope and those of classes, each with its variables and their locations, shadowing,
//! and the active resource defaults. The variables of a define or function are discarded after its body.

use rustc_hash::FxHashMap;

use puppet_catalog::{ScopeId, TOP, capitalized};
use puppet_pcore::{Value, display_start};
use puppet_syntax::ast::Name;

use crate::Capture;
use crate::catalog_view::CatalogView;
use crate::described::quick_type_name;

#[derive(Debug, Clone)]
pub struct ScopeView {
    /// Its name: `top scope`, `Class[web]`.
    pub name: String,
    pub depth: usize,
    pub variables: Vec<SeenVariable>,
    /// Its own defaults: `File { mode => '0644' }` with their locations.
    pub defaults: Vec<(String, Option<String>)>,
    pub remark: Option<String>,
}

/// A variable in its scope.
#[derive(Debug, Clone)]
pub struct SeenVariable {
    /// The name without `$`.
    pub name: String,
    /// The value's source form, shortened.
    pub value: String,
    /// Its generalized type; only the kind of a large value.
    pub type_name: String,
    /// The location of the assignment, in words.
    pub origin: Option<String>,
    /// The shadowed variable: `$::x`.
    pub hides: Option<String>,
}

/// Returns whether it is an instance of a defined type.
fn is_of_define(resource: &puppet_catalog::Resource) -> bool {
    !resource.reference.is_class() && &*resource.reference.type_name != "node"
}

/// The number of bytes shown of a value.
const MAX_DISPLAYED: usize = 200;

impl CatalogView<'_> {
    /// Returns the scopes, outer ones first.
    pub fn scopes(&self) -> Vec<ScopeView> {
        let compilation = &self.core.vm.catalog;
        let catalog = compilation.catalog();
        let set: FxHashMap<&str, usize> = self.core.vm.settings_of_variables().collect();
        let mut views = vec![self.top_scope(&set)];
        views.extend(self.match_scope());
        let mut open: Vec<(ScopeId, usize)> = vec![(TOP, 0)];
        let classes = compilation.begun_classes();
        let named = |name: &Name| Some((compilation.class_scope(name)?, name.clone()));
        let mut inner: Vec<(ScopeId, Name)> = compilation.node_scope().into_iter().collect();
        inner.extend(classes.iter().filter_map(named));
        while let Some((outer, depth)) = open.pop() {
            if outer != TOP {
                let name = catalog.scope(outer).map_or_else(|| "".into(), |scope| scope.owner.clone());
                views.push(self.inner_scope(&name, outer, depth, &set));
            }
            let seen = inner.iter().rev().filter(|(scope, _)| self.seen_from(*scope) == Some(outer));
            open.extend(seen.map(|(scope, _)| (*scope, depth + 1)));
        }
        views
    }

    /// Returns the scope that a class's body sees after its own: its parent class's, else the top scope.
    fn seen_from(&self, scope: ScopeId) -> Option<ScopeId> {
        let compilation = &self.core.vm.catalog;
        let owner = &compilation.catalog().scope(scope)?.owner;
        let parent = compilation.class_of(owner).and_then(|class| class.parent.as_ref());
        let parent = parent.and_then(|parent| compilation.class_scope(parent));
        Some(parent.or_else(|| self.node_around(scope)).unwrap_or(TOP))
    }

    /// Returns the scope of the node definition in whose body a scope was created.
    fn node_around(&self, scope: ScopeId) -> Option<ScopeId> {
        let catalog = self.core.vm.catalog.catalog();
        let (node, _) = self.core.vm.catalog.node_scope()?;
        let mut at = catalog.scope(scope)?.parent;
        while let Some(outer) = at.filter(|outer| *outer != node) {
            at = catalog.scope(outer).and_then(|scope| scope.parent);
        }
        at
    }

    fn top_scope(&self, set: &FxHashMap<&str, usize>) -> ScopeView {
        let own = self.core.vm.globals.iter().filter(|(name, _)| !name.contains("::"));
        let variables = own.map(|(name, value)| self.variable(name, name, value, None, set)).collect();
        let waiting = self.core.vm.catalog.entries().filter(|(_, one)| one.evaluated && is_of_define(one)).count();
        let remark = (waiting > 0).then(|| {
            format!(
                "the scopes of {waiting} resources of defines are discarded after their bodies; use breakpoint() \
                     in a body to see one"
            )
        });
        ScopeView { name: "top scope".to_owned(), depth: 0, variables, defaults: self.defaults_in(TOP), remark }
    }

    /// Returns the match variables of the inputs, which the next successful match replaces. Cells have a pane for them.
    fn match_scope(&self) -> Option<ScopeView> {
        let (set, _) = self.history.match_inputs();
        self.history.inputs.iter().find(|input| input.number == set)?;
        let origin = Some(format!("input {set}"));
        let variable = |capture: Capture| {
            let value = capture.value.map_or(Value::Undef, |text| text.as_str().into());
            SeenVariable {
                name: capture.number.to_string(),
                value: display_start(&value, MAX_DISPLAYED),
                type_name: quick_type_name(&value),
                origin: origin.clone(),
                hides: None,
            }
        };
        let variables: Vec<SeenVariable> = self.core.captures().into_iter().map(variable).collect();
        let remark = Some("until the next successful match".to_owned());
        let name = "match variables".to_owned();
        (!variables.is_empty()).then(|| ScopeView { name, depth: 1, variables, defaults: Vec::new(), remark })
    }

    fn inner_scope(&self, class: &str, scope: ScopeId, depth: usize, set: &FxHashMap<&str, usize>) -> ScopeView {
        let prefix = format!("{class}::");
        let own = self.core.vm.globals.iter().filter_map(|(name, value)| {
            let own = name.strip_prefix(&*prefix).filter(|own| !own.contains("::"))?;
            Some((name, own, value))
        });
        let variables = own
            .filter(|(_, own, _)| !matches!(*own, "title" | "name"))
            .map(|(whole, own, value)| self.variable(whole, own, value, self.hidden(class, scope, own), set))
            .collect();
        let parent = self.core.vm.catalog.class_of(class).and_then(|class| class.parent.as_ref());
        let remark = parent.map(|parent| {
            format!(
                "inherits {parent}: sees its variables, then the variables of the \
                                                  top scope"
            )
        });
        let name = match class.strip_prefix("node ") {
            Some(node) => format!("Node['{node}']"),
            None => format!("Class[{class}]"),
        };
        ScopeView { name, depth, variables, defaults: self.defaults_in(scope), remark }
    }

    /// Returns the variable that another one shadows: of a parent class, the node, or the top scope.
    fn hidden(&self, class: &str, scope: ScopeId, name: &str) -> Option<String> {
        let compilation = &self.core.vm.catalog;
        let mut seen = vec![class.to_owned()];
        let mut at = compilation.class_of(class).and_then(|class| class.parent.clone());
        while let Some(parent) = at.filter(|parent| !seen.iter().any(|known| **known == **parent)) {
            let whole = format!("{parent}::{name}");
            if self.core.vm.globals.get(&whole).is_some() {
                return Some(format!("${whole}"));
            }
            at = compilation.class_of(&parent).and_then(|class| class.parent.clone());
            seen.push(parent.to_string());
        }
        if let Some((_, node)) = compilation.node_scope().filter(|_| self.node_around(scope).is_some())
            && self.core.vm.globals.get(&format!("{node}::{name}")).is_some()
        {
            return Some(format!("${name} of the node"));
        }
        self.core.vm.globals.get(name).map(|_| format!("$::{name}"))
    }

    fn variable(
        &self,
        whole: &str,
        name: &str,
        value: &puppet_pcore::Value,
        hides: Option<String>,
        set: &FxHashMap<&str, usize>,
    ) -> SeenVariable {
        let input = set.get(whole).and_then(|entry| self.history.input_of_entry(*entry));
        let origin = match input {
            Some(input) => Some(format!("input {input}")),
            None if self.core.vm.globals.is_fact(whole) => Some("a fact".to_owned()),
            None => None,
        };
        let (name, type_name) = (name.to_owned(), quick_type_name(value));
        SeenVariable { name, value: display_start(value, MAX_DISPLAYED), type_name, origin, hides }
    }

    fn defaults_in(&self, scope: ScopeId) -> Vec<(String, Option<String>)> {
        let own = self.core.vm.catalog.catalog().all_defaults().filter(|(at, ..)| *at == scope);
        let view =
            |(_, type_name, parameters): (ScopeId, &std::rc::Rc<str>, &std::rc::Rc<[puppet_catalog::Parameter]>)| {
                let shown = |one: &puppet_catalog::Parameter| {
                    format!("{} => {}", one.name, puppet_pcore::display_complete(&one.value))
                };
                let all: Vec<String> = parameters.iter().map(shown).collect();
                let place = parameters.first().and_then(|one| one.place.as_deref()).map(|place| place.line());
                (format!("{} {{ {} }}", capitalized(type_name), all.join(", ")), place)
            };
        let mut all: Vec<(String, Option<String>)> = own.map(view).collect();
        all.sort();
        all
    }
}
