//! The session as the type environment of the static checker.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_budget::Deadline;
use pprepl_project::SymbolKind;
use pprepl_text::{Diagnostic, Source};
use puppet_check::{ClassBody, ExternalType, KnownFunction, KnownParams, RuleSet, TypeEnv};
use puppet_eval::{Builtin, ClassDefinition, DefineDefinition, Definition, Strictness, Vm, has_resource_type};
use puppet_functions::loader::facts;
use puppet_functions::plans;
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, TypeRules, Value, infer_detailed, infer_generalized};
use puppet_syntax::ast::{Param, Program};
use puppet_syntax::{LexOptions, parse};

use super::checker_state::Assumption;
use super::described::has_more_parts;
use super::project_view::ProjectView;
use super::settings::Language;

/// The settings of one check.
pub(super) struct CheckSettings {
    rules: TypeRules,
    additions: bool,
    strict: bool,
    hides_builtins: bool,
    orders_strings: bool,
    strict_variables: bool,
    empty_string_true: bool,
    told: RuleSet,
    until: Option<Deadline>,
    closed: bool,
    /// Whether the kernel of a notebook reports names that two cells define.
    is_shared: bool,
    /// Whether all definitions that the source can use are known.
    is_complete: bool,
}

impl CheckSettings {
    /// Returns the settings of a check; in a `closed` one no further code defines names.
    pub(super) fn new(
        vm: &Vm,
        language: &Language,
        rules: RuleSet,
        until: Option<Deadline>,
        closed: bool,
    ) -> CheckSettings {
        CheckSettings {
            rules: vm.settings.types,
            additions: language.additions,
            strict: vm.settings.strict == Strictness::Error,
            hides_builtins: language.shadow_builtins,
            orders_strings: language.string_numbers,
            strict_variables: language.strict_variables,
            empty_string_true: language.empty_string_true,
            told: rules,
            until,
            closed,
            is_shared: false,
            is_complete: false,
        }
    }

    /// Sets whether all definitions that the source can use are known.
    pub(super) fn complete(self, is_complete: bool) -> CheckSettings {
        CheckSettings { is_complete, ..self }
    }

    /// Sets whether the kernel of a notebook reports names that two cells define.
    pub(super) fn shared(self, is_shared: bool) -> CheckSettings {
        CheckSettings { is_shared, ..self }
    }
}

/// The session as a type environment.
pub(super) struct SessionTypeEnv<'s> {
    pub(super) vm: &'s mut Vm,
    pub(super) settings: CheckSettings,
    pub(super) assumed: &'s [Assumption],
    /// The environment, if one is checked.
    pub(super) project: Option<&'s ProjectView>,
}

/// The maximum number of keys to compare with an unknown one.
const MAX_KEYS: usize = 2_000;

/// Collections with more elements get a general type.
const LARGE: usize = 64;

impl TypeEnv for SessionTypeEnv<'_> {
    fn enabled_rules(&self) -> RuleSet {
        self.settings.told
    }

    fn until(&self) -> Option<Deadline> {
        self.settings.until
    }

    fn rules(&self) -> TypeRules {
        self.settings.rules
    }

    fn additions(&self) -> bool {
        self.settings.additions
    }

    fn strict(&self) -> bool {
        self.settings.strict
    }

    fn orders_strings(&self) -> bool {
        self.settings.orders_strings
    }

    fn hides_builtins(&self) -> bool {
        self.settings.hides_builtins
    }

    fn is_closed(&self) -> bool {
        self.settings.closed
    }

    fn is_complete(&self) -> bool {
        self.settings.is_complete
    }

    fn empty_string_is_true(&self) -> bool {
        self.settings.empty_string_true
    }

    fn type_at(&mut self, variable: &str, path: &[&str]) -> Option<Ty> {
        let value = self.value_at(variable, path)?;
        let is_plain = matches!(value, Value::Str(_) | Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Undef);
        is_plain.then(|| infer_detailed(value))
    }

    fn is_shared(&self) -> bool {
        self.settings.is_shared || !self.settings.closed
    }

    fn is_assigned(&mut self, variable: &str) -> bool {
        self.vm.globals.get(variable).is_some()
    }

    fn is_declared(&mut self, type_name: &str, title: &str) -> bool {
        self.vm.catalog.catalog().find(type_name, title).is_some()
    }

    fn is_adjusted(&self, type_name: &str) -> bool {
        let catalog = self.vm.catalog.catalog();
        let has_defaults = catalog.all_defaults().any(|(_, known, _)| **known == *type_name);
        has_defaults || !catalog.collectors().is_empty() || !catalog.overrides().is_empty()
    }

    fn keys_at(&mut self, variable: &str, path: &[&str]) -> Option<Vec<Rc<str>>> {
        let Value::Hash(hash) = self.value_at(variable, path)? else { return None };
        hash.iter().take(MAX_KEYS).map(|(key, _)| key.as_str().map(Into::into)).collect()
    }

    fn alias(&mut self, name: &str) -> Option<Ty> {
        if self.vm.settings.lex.tasks && plans::is_result(name) {
            // Results have functions of their own under the names of built-in ones: `$results.count`.
            return Some(c::any());
        }
        match self.project {
            Some(project) => project.named_type(self.vm, name),
            None => self.vm.known_alias(name),
        }
    }

    fn is_resource_type(&mut self, name: &str) -> bool {
        match self.project {
            Some(project) => project.is_resource_type(self.vm, name),
            None => self.vm.is_known_resource_type(name),
        }
    }

    fn has_resource_type(&mut self, name: &str) -> bool {
        has_resource_type(self.vm, name)
    }

    fn function(&mut self, name: &str) -> Option<KnownFunction> {
        if let Some(project) = self.project {
            let tasks = self.vm.settings.lex.tasks;
            return project.function(name).or_else(|| {
                let of_plans = || plans::find(name).filter(|_| tasks);
                let row = self.vm.function(name).builtin;
                let is_ruby = row.is_none() && project.has(SymbolKind::Function, name);
                if is_ruby { Some(KnownFunction::Opaque) } else { row.or_else(of_plans).map(builtin) }
            });
        }
        let entry = self.vm.function(name);
        if !entry.defined.get() && entry.builtin.is_none() {
            self.vm.load_function(&entry);
        }
        if let Some(user) = &*entry.user.borrow() {
            let (definition, source) = (user.definition.clone(), user.source.clone());
            return Some(KnownFunction::Puppet { definition, source });
        }
        match entry.builtin {
            Some(row) => Some(builtin(row)),
            None if self.vm.has_ruby_function(name) => Some(KnownFunction::Opaque),
            None => plans::find(name).filter(|_| self.vm.settings.lex.tasks).map(builtin),
        }
    }

    fn variable(&mut self, name: &str) -> ExternalType {
        match self.vm.globals.get(name) {
            Some(value) => {
                // The exact type of a value with shared parts is as large as its full expansion. A finding must not
                // show a sensitive value.
                let wide = has_more_parts(value, LARGE) || matches!(value, Value::Sensitive(_));
                ExternalType::Type(if wide { infer_generalized(value) } else { infer_detailed(value) })
            }
            None if self.assumed(name).is_some() => self.assumed(name).map_or(ExternalType::Maybe, ExternalType::Type),
            None if name.contains("::") || self.is_own(name) || !self.settings.strict_variables => ExternalType::Maybe,
            None => ExternalType::Nothing,
        }
    }

    fn variables(&self) -> Vec<Rc<str>> {
        let assumed = self.assumed.iter().map(|(name, _)| name.clone());
        self.vm.globals.assigned_names().into_iter().chain(assumed).collect()
    }

    fn functions(&self) -> Vec<Rc<str>> {
        let of_project = self.project.map(ProjectView::functions).unwrap_or_default();
        self.vm.functions.known_names().into_iter().chain(of_project).collect()
    }

    fn class(&mut self, name: &str) -> Option<Rc<dyn KnownParams>> {
        if let Some(project) = self.project {
            return project.class(name);
        }
        match self.vm.known_class(name)? {
            Definition::Class(class) => Some(Rc::new(ClassParams(class))),
            Definition::Define(_) => None,
        }
    }

    fn lex_options(&self) -> LexOptions {
        self.vm.settings.lex
    }

    fn template(&mut self, name: &str) -> Option<(Arc<Source>, Rc<Program>)> {
        let name = if name.ends_with(".epp") { name.to_owned() } else { format!("{name}.epp") };
        let path = self.vm.host_mut().module_file("templates", &name)?;
        let text = self.vm.host_mut().read_file(&path).ok()?;
        let parsed = parse(&text, LexOptions { template: true, ..self.vm.settings.lex });
        let is_whole = !parsed.diagnostics.iter().any(Diagnostic::is_error);
        is_whole.then(|| (Source::new(pprepl_files::slashed(&path), text), Rc::new(parsed.program)))
    }

    fn moved_fact(&self, name: &str) -> Option<String> {
        facts::moved(name)
    }

    fn is_missing_template(&mut self, name: &str) -> bool {
        self.settings.is_complete && self.vm.host_mut().module_file("templates", name).is_none()
    }

    fn near_class(&self, name: &str) -> Option<Rc<str>> {
        self.project?.near_class(name)
    }

    fn define(&mut self, name: &str) -> Option<Rc<dyn KnownParams>> {
        if let Some(project) = self.project {
            return project.define(name);
        }
        match self.vm.known_define(name)? {
            Definition::Define(define) => Some(Rc::new(DefineParams(define))),
            Definition::Class(_) => None,
        }
    }
}

impl SessionTypeEnv<'_> {
    /// Returns the value at a path of string keys in a variable.
    fn value_at(&self, variable: &str, path: &[&str]) -> Option<&Value> {
        let mut value = self.vm.globals.get(variable)?;
        for key in path {
            let Value::Hash(hash) = value else { return None };
            value = hash.get(&Value::str(*key))?;
        }
        Some(value)
    }

    fn assumed(&self, name: &str) -> Option<Ty> {
        self.assumed.iter().find(|(known, _)| **known == *name).map(|(_, ty)| ty.clone())
    }

    /// Returns whether the name is a session variable: `_` or `_3` (values of earlier inputs), or `title` and the
    /// like at top scope.
    fn is_own(&self, name: &str) -> bool {
        let output = name.strip_prefix('_').is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()));
        output || matches!(name, "title" | "name")
    }
}

fn builtin(row: &'static Builtin) -> KnownFunction {
    let overloads = row.signatures.iter().map(|signature| (signature.params, signature.returns)).collect();
    KnownFunction::Builtin(row.name, overloads)
}

struct ClassParams(Rc<ClassDefinition>);
struct DefineParams(Rc<DefineDefinition>);

impl KnownParams for ClassParams {
    fn params(&self) -> &[Param] {
        &self.0.definition.params
    }

    fn body(&self) -> Option<ClassBody<'_>> {
        let class = &self.0.definition;
        Some(ClassBody { parent: class.parent.as_deref(), statements: &class.body })
    }

    fn source(&self) -> &Arc<Source> {
        &self.0.source
    }
}

impl KnownParams for DefineParams {
    fn params(&self) -> &[Param] {
        &self.0.definition.params
    }

    fn body(&self) -> Option<ClassBody<'_>> {
        None
    }

    fn source(&self) -> &Arc<Source> {
        &self.0.source
    }
}
