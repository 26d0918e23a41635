//! The check of a `hiera.yaml` before any search: all its errors, each in its place.

use std::sync::Arc;

use pprepl_text::{Diagnostic, IssueCode, Severity, Source, Span, suggest};
use puppet_eval::Flow;

use super::config::{DEFAULTS, Defaults, FUNCTIONS, LEVEL, Level, Reader, TOP, given};
use super::error::error_in;
use super::layer::LayerKind;
use crate::loader::yaml::{self, Node};

/// The functions that read data.
pub struct Backends<'a> {
    /// Returns whether the environment has a function.
    pub has: &'a dyn Fn(&str) -> bool,
    /// Whether no other functions can exist: all modules are here.
    pub is_complete: bool,
}

/// The functions of Puppet that read data, and the setting that names each.
const OWN_FUNCTIONS: [(&str, &str); 5] = [
    ("yaml_data", "data_hash"),
    ("json_data", "data_hash"),
    ("hocon_data", "data_hash"),
    ("eyaml_lookup_key", "lookup_key"),
    ("hiera_lookup_key", "lookup_key"),
];

/// Returns what is wrong in a `hiera.yaml`. A file of version 3, which a search ignores in a layer that cannot have it, is
/// a warning if not `is_strict`.
pub fn check_config(
    source: &Arc<Source>,
    kind: &LayerKind,
    backends: &Backends<'_>,
    is_strict: bool,
) -> Vec<Diagnostic> {
    let mut check = ConfigCheck { reader: Reader { source, kind }, backends, found: Vec::new() };
    match yaml::read(source.text()) {
        Ok(root) => check.root(root.as_ref(), is_strict),
        Err(error) => {
            let help = error.help.as_deref().unwrap_or_default();
            check.add(error_in(source, error.span, IssueCode::HieraData, error.message.as_str(), help));
        }
    }
    check.found
}

/// The check of one file.
struct ConfigCheck<'a> {
    reader: Reader<'a>,
    backends: &'a Backends<'a>,
    found: Vec<Diagnostic>,
}

impl ConfigCheck<'_> {
    fn add(&mut self, error: Box<Flow>) {
        if let Flow::Fault(fault) = *error {
            self.found.push(fault.to_diagnostic());
        }
    }

    /// Returns the value, or adds the error.
    fn value_of<T>(&mut self, read: Result<T, Box<Flow>>) -> Option<T> {
        read.map_err(|error| self.add(error)).ok()
    }

    fn root(&mut self, root: Option<&Node>, is_strict: bool) {
        let root = root.filter(|root| root.value.as_hash().is_some());
        let Some(version) = self.value_of(root.map_or(Ok(3), |root| self.reader.version(root))) else { return };
        match root {
            Some(root) if version == 5 => self.settings(root),
            root if version == 3 && *self.reader.kind == LayerKind::Global => {
                let read = self.reader.version3(root, "");
                let _ = self.value_of(read);
            }
            _ => {
                self.add(self.reader.wrong_version(root, version));
                let is_ignored = version == 3 && *self.reader.kind != LayerKind::Global && !is_strict;
                self.found.iter_mut().filter(|_| is_ignored).for_each(|one| one.severity = Severity::Warning);
            }
        }
    }

    fn settings(&mut self, root: &Node) {
        self.names(root, &TOP, "hiera.yaml");
        if let Some(defaults) = given(root, "defaults") {
            self.names(defaults, &DEFAULTS, "`defaults`");
            self.functions(defaults);
        }
        let defaults = self.value_of(self.reader.defaults(root)).unwrap_or_else(Defaults::plain);
        if let Some(hierarchy) = given(root, "hierarchy") {
            self.hierarchy(hierarchy, &defaults);
        }
        if let Some((_, hierarchy)) = root.entry("plan_hierarchy") {
            self.hierarchy(hierarchy, &defaults);
        }
        match root.entry("default_hierarchy") {
            Some((span, _)) if !matches!(self.reader.kind, LayerKind::Module(_)) => {
                self.add(self.reader.misplaced_default_hierarchy(span));
            }
            Some((_, hierarchy)) => self.hierarchy(hierarchy, &defaults),
            None => {}
        }
    }

    fn names(&mut self, node: &Node, known: &[&str], owner: &str) {
        self.reader.unknown_names(node, known, owner).into_iter().for_each(|error| self.add(Box::new(error)));
    }

    fn hierarchy(&mut self, node: &Node, defaults: &Defaults) {
        if self.value_of(self.reader.list_of_levels(node)).is_none() {
            return;
        }
        let mut levels: Vec<Level> = Vec::new();
        for item in node.items() {
            self.names(item, &LEVEL, "a level");
            self.functions(item);
            let Some(level) = self.value_of(self.reader.level(item, defaults)) else { continue };
            match levels.iter().find(|known| known.name == level.name) {
                Some(first) => self.add(self.reader.second_level(first, &level)),
                None => levels.push(level),
            }
        }
    }

    /// Checks the functions that a level or the defaults name.
    fn functions(&mut self, node: &Node) {
        for setting in FUNCTIONS {
            if let Some((_, value)) = node.entry(setting)
                && let Some(name) = value.text()
            {
                self.function(setting, name, value.span);
            }
        }
    }

    fn function(&mut self, setting: &str, name: &str, span: Span) {
        match OWN_FUNCTIONS.iter().find(|(known, _)| *known == name) {
            Some((_, right)) if *right != setting && setting != "hiera3_backend" => {
                let message = format!("`{name}` is no {setting} function");
                self.unknown_function(span, message, &format!("write `{right}: {name}`"));
            }
            Some(_) => {}
            None if setting == "hiera3_backend" || (self.backends.has)(name) => {}
            None => {
                let of_setting = OWN_FUNCTIONS.iter().filter(|(_, known)| *known == setting).map(|(known, _)| *known);
                let message = format!("unknown {setting} function '{name}'");
                match suggest::nearest(name, of_setting) {
                    Some(near) => self.unknown_function(span, message, &format!("did you mean `{near}`?")),
                    None if self.backends.is_complete => {
                        self.unknown_function(span, message, "no module of the environment has it");
                        self.found.iter_mut().rev().take(1).for_each(|one| one.severity = Severity::Warning);
                    }
                    None => {}
                }
            }
        }
    }

    fn unknown_function(&mut self, span: Span, message: String, help: &str) {
        let code = IssueCode::HieraDataProviderFunctionNotFound;
        self.add(error_in(self.reader.source, span, code, message, help));
    }
}
