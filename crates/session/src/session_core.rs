//! The evaluator under the session's settings: what every service of a session reads and runs code with.

use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use pprepl_budget::{self as budget, Deadline, Exhausted, Limits};
use pprepl_ruby::Ruby;
use pprepl_text::{Diagnostic, Source};
use puppet_eval::{BudgetScope, Flow, Host, Vm};
use puppet_pcore::{
    Ty, TypeRules, Value, in_edition, infer_by_documents, normal_form, program_form, resolved, source_form, type_text,
};
use puppet_syntax::{Completeness, LexOptions, Parsed};

use super::described::{DescribedTypes, has_more_parts, is_too_big, is_too_deep, types_of};
use super::parse_cache::ParseCache;
use super::settings::{Edition, Settings};
use super::type_form::{short, with_meaning};
use super::{Capture, Preview, engine, purity};

/// The evaluator, its settings, and the parse of the input being typed.
pub(crate) struct Core {
    pub(crate) settings: Settings,
    pub(crate) vm: Vm,
    /// The parse of the input being typed.
    parses: ParseCache,
    /// The Ruby that runs code of modules, if that is on.
    ruby: Option<Ruby>,
}

/// The budget before a piece of work began; [`Core::end_budget`] restores it.
pub(crate) struct OuterBudget(BudgetScope);

impl Core {
    pub(crate) fn new(settings: Settings, host: Box<dyn Host>) -> Core {
        let vm = engine::vm(&settings, host);
        let mut core = Core { settings, vm, parses: ParseCache::default(), ruby: None };
        core.apply_foreign();
        core
    }

    /// Applies the settings of code that is not written in Puppet.
    fn apply_foreign(&mut self) {
        engine::set_foreign(&self.settings, &mut self.vm, &mut self.ruby);
    }

    /// Applies changed settings to the evaluator.
    pub(crate) fn configure(&mut self) {
        self.apply_foreign();
        self.vm.configure(&engine::settings(&self.settings));
    }

    /// Returns the limits of one evaluation, from the settings.
    pub(crate) fn limits(&self) -> Limits {
        let settings = &self.settings.execution;
        let limit = |number: u64| Some(number).filter(|number| *number > 0);
        Limits {
            deadline: None,
            time: limit(settings.time).map(Duration::from_secs),
            steps: limit(settings.steps),
            memory: limit(settings.memory).map(|mebibytes| mebibytes << 20),
        }
    }

    /// Starts the budget of the settings.
    pub(crate) fn begin_budget(&mut self) -> OuterBudget {
        let limits = self.limits();
        OuterBudget(self.vm.calls.begin(limits))
    }

    /// Ends the budget; returns the limit that it exhausted.
    pub(crate) fn end_budget(&mut self, outer: OuterBudget) -> Option<Exhausted> {
        let ended = budget::check().err();
        self.vm.calls.end(outer.0);
        if ended == Some(Exhausted::Canceled) {
            // The user's cancellation is handled here, unless an enclosing scope must end as well.
            self.vm.calls.cancel_flag().store(budget::reason().is_some(), Ordering::Relaxed);
        }
        ended
    }

    pub(crate) fn lex_options(&self, template: bool) -> LexOptions {
        LexOptions { template, ..engine::lex_options(&self.settings) }
    }

    /// Returns the options for a whole file, or for an input with another name than a file.
    pub(crate) fn options_for(&self, name: &str) -> LexOptions {
        let options = engine::lex_options(&self.settings);
        // Only a bare name leaves it to the current directory what the file is.
        if name.ends_with(".pp") && !name.contains('/') && is_current("plans") {
            return LexOptions { tasks: true, ..options.for_file(name) };
        }
        options.for_file(name)
    }

    /// Returns the options for a source. A part of a file, as a cell is, counts as an input.
    pub(crate) fn options_of(&self, source: &Source) -> LexOptions {
        if source.is_part() { engine::lex_options(&self.settings) } else { self.options_for(source.name()) }
    }

    /// Returns the parse of the source; the last one is cached.
    pub(crate) fn read(&self, text: &str) -> Rc<Parsed> {
        self.parses.parse(text, engine::lex_options(&self.settings))
    }

    /// Returns whether the input is complete: Enter runs it.
    pub(crate) fn is_complete(&self, text: &str) -> bool {
        self.read(text).complete == Completeness::Complete
    }

    /// Returns whether the edition follows the reference implementation exactly.
    pub(crate) fn is_strict(&self) -> bool {
        self.settings.edition == Edition::Puppet8
    }

    /// Formats the value as source: exactly as the reference does, or so that it evaluates to the same value.
    pub(crate) fn form(&self, value: &Value) -> Option<String> {
        if self.is_strict() { program_form(value) } else { source_form(value) }
    }

    /// Returns the current match variables.
    pub(crate) fn captures(&self) -> Vec<Capture> {
        let Some(matches) = self.vm.matches() else { return Vec::new() };
        let capture = |number| Capture { number, value: matches.get(number).map(str::to_owned) };
        (0..matches.groups.len()).map(capture).collect()
    }

    /// Evaluates source without side effects, within a time; `None` when it may have some, fails or takes longer.
    pub(crate) fn preview(&mut self, text: &str, within: Duration) -> Option<Preview> {
        let (letter, rules) = (self.is_strict(), self.vm.settings.types);
        self.preview_value(text, within, |value| preview(&rules, &value, letter))?.ok()?
    }

    /// Evaluates source as [`Core::preview`] does, to the value itself.
    pub(crate) fn try_evaluate(&mut self, text: &str, within: Duration) -> Option<Value> {
        self.preview_value(text, within, |value| value)?.ok()
    }

    /// Evaluates source, applies `then` to the value and rolls back at once, all within the time; `None` when it may
    /// have side effects.
    pub(crate) fn preview_value<T>(
        &mut self,
        text: &str,
        within: Duration,
        then: impl FnOnce(Value) -> T,
    ) -> Option<Result<T, Box<Flow>>> {
        let parsed = self.read(text);
        let is_fault = |found: &Vec<Diagnostic>| found.iter().any(Diagnostic::is_error);
        if is_fault(&parsed.diagnostics) || !purity::is_pure(&self.vm, &parsed.program.body) {
            return None;
        }
        if is_fault(&self.vm.validate(&parsed.program, text)) {
            return None;
        }
        let source = Source::new("preview", text);
        Some(self.without_trace(within, |vm| {
            let made = then(vm.run_program(&source, &parsed.program)?);
            budget::check()?;
            Ok(made)
        }))
    }

    /// Runs `act` on the evaluator within a time, and rolls back every change.
    pub(crate) fn without_trace<T>(&mut self, within: Duration, act: impl FnOnce(&mut Vm) -> T) -> T {
        let mark = self.vm.journal.mark();
        let matches = self.vm.matches();
        let limits = Limits { deadline: Some(Deadline::after(within)), ..self.limits() };
        let budget = self.vm.calls.begin(limits);
        let paused = std::mem::replace(&mut self.vm.functions.is_foreign_paused, true);
        let is_outer = self.vm.aliases.begin_trial();
        let result = act(&mut self.vm);
        self.vm.functions.is_foreign_paused = paused;
        self.vm.calls.end(budget);
        self.vm.discard(mark);
        if is_outer {
            self.vm.aliases.end_trial();
        }
        self.vm.set_matches(matches);
        let _ = self.vm.messages.take_logs();
        let _ = self.vm.messages.take_warnings();
        result
    }
}

/// Returns whether the current directory has this name.
fn is_current(name: &str) -> bool {
    std::env::current_dir().is_ok_and(|folder| folder.file_name().is_some_and(|last| last == name))
}

/// The maximum number of parts of a value for inference by the language reference.
const MAX_DOCUMENTED: usize = 5_000;

/// Previews a value; with `to_the_letter` in the reference's source form.
fn preview(rules: &TypeRules, value: &Value, to_the_letter: bool) -> Option<Preview> {
    if is_too_deep(value) || is_too_big(value) {
        return None;
    }
    let types = types_of(rules, value, DescribedTypes::default());
    let (meaning, normal) = match value {
        Value::Type(ty) => (Some(with_meaning(ty)), other_form(rules, ty)),
        _ => (None, None),
    };
    // Inference by the language reference describes the result of each step, which takes quadratic time.
    let told = !has_more_parts(value, MAX_DOCUMENTED);
    let documents = told.then(|| type_text(&in_edition(rules, &infer_by_documents(value))));
    let value = if to_the_letter { program_form(value) } else { source_form(value) }?;
    let (detailed, reduced, generalized) = (types.detailed?, types.reduced?, types.generalized?);
    Some(Preview { value, detailed, reduced, generalized, documents, meaning, normal })
}

/// Returns the normal form of a type, where that is another than its definition.
fn other_form(rules: &TypeRules, ty: &Ty) -> Option<String> {
    let normal = normal_form(rules, ty);
    let is_other = type_text(&normal) != type_text(ty) && type_text(&normal) != type_text(&resolved(ty));
    is_other.then(|| short(&in_edition(rules, &normal)))
}
