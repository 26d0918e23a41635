//! The names that a session knows, and their marks in the input being typed: roles that a front end lays over its
//! colors.

use rustc_hash::FxHashMap;

use pprepl_text::Span;
use pprepl_text::theme::Role;
use puppet_check::FROM_AGENT_AND_SERVER;
use puppet_functions as functions;
use puppet_pcore::{Value, display_start};
use puppet_tree::{Document, MentionKind, NameOccurrence, mentions};

use super::described::type_name;
use super::history::History;
use super::session_core::Core;
use super::{Capture, FunctionView, TypeView, VariableView};

/// A span and its role.
pub type Mark = (Span, Role);

/// The names of a session: variables, functions and types.
pub struct Names<'s> {
    pub(crate) core: &'s Core,
    pub(crate) history: &'s History,
}

/// The number of bytes of a variable's value in a view, which is built on every Tab.
const MAX_DISPLAYED: usize = 2_000;

impl Names<'_> {
    /// Returns the number of the input that set the match variables, and of a later one whose match did not set them.
    pub fn match_inputs(&self) -> Option<(usize, Option<usize>)> {
        let (set, hidden) = self.history.match_inputs();
        (set > 0).then_some((set, (hidden > 0).then_some(hidden)))
    }

    /// Returns the set variables in the order of assignment; variables from before any input come first.
    pub fn variables(&self) -> Vec<VariableView> {
        self.variables_where(|_| true, usize::MAX)
    }

    /// Returns the variables whose names `keep` accepts, as [`Names::variables`] does; only the first `most` with their values
    /// and types.
    pub fn variables_where(&self, keep: impl Fn(&str) -> bool, most: usize) -> Vec<VariableView> {
        let set: FxHashMap<&str, usize> = self.core.vm.settings_of_variables().collect();
        let mut kept: Vec<(&str, &Value)> = self.core.vm.globals.iter().filter(|(name, _)| keep(name)).collect();
        // Order of assignment; slots are created when a name is compiled.
        kept.sort_by_key(|(name, _)| set.get(name));
        let view = |(at, (name, value)): (usize, (&str, &Value))| VariableView {
            name: name.to_owned(),
            value: if at < most { display_start(value, MAX_DISPLAYED) } else { String::new() },
            type_name: if at < most { type_name(value) } else { String::new() },
            input: set.get(name).and_then(|entry| self.history.input_of_entry(*entry)),
        };
        kept.into_iter().enumerate().map(view).collect()
    }

    /// Returns the functions, the session's first.
    pub fn functions(&self) -> Vec<FunctionView> {
        self.functions_where(|_| true)
    }

    /// Returns the functions whose names `keep` accepts, the session's first.
    pub fn functions_where(&self, keep: impl Fn(&str) -> bool) -> Vec<FunctionView> {
        let own = self.core.vm.functions.defined_where(&keep).map(|(name, parameters, returns)| FunctionView {
            signatures: vec![format!("{name}({parameters}){returns}")],
            name,
            builtin: false,
            summary: String::new(),
            example: (String::new(), String::new()),
        });
        let of_plans = functions::plans::ROWS.iter().filter(|_| self.core.settings.language.tasks);
        let builtin = functions::builtins().chain(of_plans).filter(|row| keep(row.name)).map(|row| FunctionView {
            name: row.name.to_owned(),
            builtin: true,
            signatures: row
                .signatures
                .iter()
                .map(|one| format!("{}({}) >> {}", row.name, one.params, one.returns))
                .collect(),
            summary: row.summary.to_owned(),
            example: (row.example.to_owned(), row.gives.to_owned()),
        });
        let mut own: Vec<FunctionView> = own.collect();
        own.sort_by(|a, b| a.name.cmp(&b.name));
        own.into_iter().chain(builtin).collect()
    }

    /// Returns the types, aliases of the session first.
    pub fn types(&self) -> Vec<TypeView> {
        let own = self.core.vm.aliases.defined().map(|(name, definition)| TypeView {
            name,
            builtin: false,
            definition,
            summary: String::new(),
        });
        let builtin = puppet_pcore::type_names().iter().map(|row| (row.name, row.summary));
        let of_plans = functions::plans::type_names().filter(|_| self.core.settings.language.tasks);
        let builtin = builtin.chain(of_plans.map(|name| (name, "A type of Bolt's plans."))).map(|(name, summary)| {
            TypeView { name: name.to_owned(), builtin: true, definition: String::new(), summary: summary.to_owned() }
        });
        let mut own: Vec<TypeView> = own.collect();
        own.sort_by(|a, b| a.name.cmp(&b.name));
        own.into_iter().chain(builtin).collect()
    }

    /// Returns the names of the resource types that can be declared, in lower case: built-in and defined ones.
    pub(crate) fn resource_types(&self) -> Vec<String> {
        let own = self.core.vm.catalog.definitions().into_iter().filter(|(kind, _)| *kind == "define");
        let own = own.map(|(_, name)| name.to_string());
        puppet_catalog::builtins().iter().map(|row| row.name.to_owned()).chain(own).collect()
    }

    /// Returns whether the session has a value for a variable, so that an assumption is not needed.
    pub fn has_value(&self, name: &str) -> bool {
        let name = name.trim().trim_start_matches('$').trim_start_matches("::");
        self.core.vm.globals.get(name).or_else(|| self.core.vm.globals.preset(name)).is_some()
    }

    /// Returns whether a variable exists before any program: a fact, or a variable set by the compiler.
    pub fn is_given(&self, name: &str) -> bool {
        self.core.vm.globals.is_fact(name) || is_given(name)
    }

    /// Returns the current match variables.
    pub fn match_variables(&self) -> Vec<Capture> {
        self.core.captures()
    }

    /// Returns the marks of notable names: unknown or unused variables, match variables, facts, own types. The name
    /// that ends at `cursor` is being typed, so it never counts as unknown.
    pub fn marks(&self, document: &Document, cursor: usize) -> Vec<Mark> {
        let found = mentions(document);
        // A variable at the very end may be assigned next.
        let end = document.text().trim_end().len();
        let mark = |mention: &NameOccurrence| {
            let role = self.role(mention, cursor)?;
            let going_on = role == Role::NameUnknown && mention.span.end as usize == end;
            (!going_on).then_some((mention.span, role))
        };
        found.iter().filter_map(mark).collect()
    }

    fn role(&self, mention: &NameOccurrence, cursor: usize) -> Option<Role> {
        let name = mention.name;
        match mention.kind {
            MentionKind::Type => self.core.vm.aliases.get(name).map(|_| Role::NameAlias),
            _ if name.is_empty() => None,
            _ if name.bytes().all(|byte| byte.is_ascii_digit()) => Some(Role::NameMatch),
            MentionKind::Known => None,
            MentionKind::Unused => (mention.span.end as usize != cursor).then_some(Role::NameUnused),
            MentionKind::Free => self.free(name).filter(|_| mention.span.end as usize != cursor),
        }
    }

    /// Returns the role of a variable that the input does not set.
    fn free(&self, name: &str) -> Option<Role> {
        let own = name.strip_prefix("::").unwrap_or(name);
        if is_given(own) {
            return FACTS.contains(&own).then_some(Role::NameFact);
        }
        match self.core.vm.globals.get(own) {
            Some(_) if self.is_fact(own) => Some(Role::NameFact),
            Some(_) => None,
            // A class that is not loaded yet may have it.
            None => (!own.contains("::")).then_some(Role::NameUnknown),
        }
    }

    fn is_fact(&self, name: &str) -> bool {
        matches!(self.core.vm.globals.get("facts"), Some(Value::Hash(facts)) if facts.iter().any(|(key, _)| key.as_str() == Some(name)))
    }
}

/// Returns whether the variable exists without being set.
fn is_given(name: &str) -> bool {
    GIVEN.contains(&name) || FROM_AGENT_AND_SERVER.contains(&name)
}

/// Variables that exist without being set.
const GIVEN: &[&str] = &[
    "facts",
    "trusted",
    "server_facts",
    "environment",
    "settings",
    "title",
    "name",
    "module_name",
    "caller_module_name",
];

/// Those of [`GIVEN`] that describe the node.
const FACTS: &[&str] = &["facts", "trusted", "server_facts"];
