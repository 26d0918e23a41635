//! The session: evaluates inputs in order, records their changes, and undoes and redoes them.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pprepl_budget::{self as budget, Exhausted, Limits};
use pprepl_files::Reach;
use pprepl_text::{Diagnostic, Severity, Source};
use puppet_check::{RuleSet, SignatureCache};
use puppet_eval::{Change, Flow, Host, Level, Vm};
use puppet_functions::loader::hiera::Hiera;
use puppet_pcore::{Captures, Hash, Value, display_override, infer_by_documents, program_form, source_form, type_text};
use puppet_syntax::ast::Program;
use puppet_syntax::{self as syntax, HeredocInfo, Parsed};

use super::assume::Assumption;
use super::check::merge_static_warnings;
use super::parse_cache::ParseCache;
use super::reload::SessionSnapshot;
use super::report::{report, reports};
use super::settings::{Settings, StaticCheck};
use super::stop::DebugPrompt;
use super::views::Types;
use super::{
    Capture, DescribedTypes, Evaluation, InputView, Outcome, Preview, Report, engine, purity, types_of, views,
};

/// A session: variables, functions, types and the catalog persist from input to input.
pub struct Session {
    pub(super) settings: Settings,
    pub(super) vm: Vm,
    pub(super) hiera: Rc<Hiera>,
    /// The parsed signatures of built-in functions, for the checker.
    pub(super) signatures: SignatureCache,
    /// The enabled rules of the checker.
    pub(super) rules: RuleSet,
    /// The severities of rules that differ from the default.
    pub(super) severities: Vec<(String, Severity)>,
    /// The user's assumptions about external variables.
    pub(super) assumed: Vec<Assumption>,
    pub(super) inputs: Vec<InputView>,
    pub(super) last: Option<Evaluation>,
    /// The undoable steps, with their start in the journal.
    pub(super) done: Vec<Step>,
    pub(super) undone: Vec<(Step, Vec<Change>)>,
    /// The numbers of the undone inputs.
    pub(super) gone: BTreeSet<usize>,
    /// The session before `:reset`, for `:undo`.
    pub(super) before_reset: Option<Box<SessionSnapshot>>,
    /// The session that `:redo` restores after a reset was undone, and the number of steps undone before that.
    pub(super) after_reset: Option<(usize, Box<SessionSnapshot>)>,
    /// The facts of the node, if any.
    pub(super) facts: Option<Rc<Hash>>,
    /// The environment's name, if any.
    pub(super) environment: Option<String>,
    pub(super) environment_root: Option<PathBuf>,
    /// The parse of the input being typed.
    pub(super) reading: ParseCache,
    /// The codes of the notes that were shown.
    pub(super) seen_notes: BTreeSet<String>,
    /// Whether cells are checked, whose kernel reports names that two cells define.
    pub(super) is_notebook_check: bool,
    /// The inputs of the last match that set the match variables, and of the last one that did not.
    pub(super) match_inputs: (usize, usize),
    /// The types of a value that the session describes.
    told: DescribedTypes,
}

#[derive(Clone)]
pub(super) struct Step {
    /// The start of its changes in the journal.
    pub(super) mark: usize,
    /// The number of its input.
    pub(super) input: usize,
    /// The first line of its source.
    pub(super) title: String,
    /// The names that it assigned or defined.
    pub(super) names: Vec<String>,
}

impl Session {
    pub fn new(settings: Settings, host: Box<dyn Host>) -> Session {
        let mut vm = engine::vm(&settings, host);
        vm.debugger.set_handler(Rc::new(DebugPrompt));
        let hiera = engine::hiera(&settings, None, &mut vm);
        let mut session = Session {
            settings,
            vm,
            hiera,
            signatures: SignatureCache::default(),
            rules: RuleSet::default(),
            severities: Vec::new(),
            assumed: Vec::new(),
            inputs: Vec::new(),
            last: None,
            done: Vec::new(),
            undone: Vec::new(),
            gone: BTreeSet::new(),
            before_reset: None,
            after_reset: None,
            facts: None,
            environment: None,
            environment_root: None,
            reading: ParseCache::default(),
            seen_notes: BTreeSet::new(),
            is_notebook_check: false,
            match_inputs: (0, 0),
            told: DescribedTypes::default(),
        };
        session.vm.set_node(&session.settings.node);
        // A front end that accepts settings from a user checks the facts first (`check_facts`).
        let _ = session.take_facts();
        session
    }

    /// Selects the types of a value to infer: the session omits the others.
    pub fn report_types(&mut self, told: DescribedTypes) {
        self.told = told;
    }

    /// Attaches the debugger prompt for breakpoints.
    pub(super) fn attach_debugger(&mut self) {
        self.vm.debugger.set_handler(Rc::new(DebugPrompt));
    }

    /// Evaluates an input; whitespace yields nothing. (Meta-commands are dispatched one layer up, see `commands`.)
    pub fn submit(&mut self, text: &str) -> Outcome {
        if text.trim().is_empty() || self.is_only_comment(text) {
            return Outcome::Nothing;
        }
        let name = format!("input {}", self.inputs.len() + 1);
        let foresees = self.settings.check == StaticCheck::Warn;
        Outcome::Evaluated(Box::new(self.evaluate_input(&name, text, foresees, |_| {})))
    }

    /// Returns whether the input consists of comments only.
    fn is_only_comment(&self, text: &str) -> bool {
        if !text.trim_start().starts_with(['#', '/']) {
            return false;
        }
        let parsed = syntax::parse(text, engine::lex_options(&self.settings));
        parsed.diagnostics.is_empty() && matches!(parsed.program.body.kind, syntax::ast::ExprKind::Nop)
    }

    /// Evaluates source under a name of its own.
    pub fn evaluate(&mut self, name: &str, text: &str) -> Evaluation {
        self.evaluate_step(name, text, |_| {})
    }

    /// Evaluates source after `first`, a change of the evaluator that belongs to the same step.
    pub(super) fn evaluate_step(&mut self, name: &str, text: &str, first: impl FnOnce(&mut Vm)) -> Evaluation {
        self.evaluate_input(name, text, false, first)
    }

    /// Evaluates source; with `foresees` the static checker runs first.
    fn evaluate_input(&mut self, name: &str, text: &str, foresees: bool, first: impl FnOnce(&mut Vm)) -> Evaluation {
        let start = Instant::now();
        let source = Source::new(name, text);
        let budget = self.vm.calls.begin(self.limits());
        self.vm.start_input(self.inputs.len() + 1);
        let mark = self.vm.journal.mark();
        first(&mut self.vm);
        let mut evaluation = self.run(&source, text, foresees);
        self.vm.calls.end(budget);
        self.keep_new_notes(&mut evaluation.notes);
        evaluation.logs.extend(self.vm.messages.take_logs());
        self.record_input(mark, name, text, &mut evaluation);
        evaluation.elapsed = start.elapsed();
        self.last = Some(evaluation.clone());
        evaluation
    }

    pub(super) fn run(&mut self, source: &Arc<Source>, text: &str, foresees: bool) -> Evaluation {
        let parsed = syntax::parse_part(text, engine::lex_options(&self.settings), source.lines_before());
        let Parsed { program, heredocs, mut diagnostics, .. } = parsed;
        let mut evaluation = Evaluation { heredocs, ..Evaluation::default() };
        let readable = !diagnostics.iter().any(Diagnostic::is_error);
        if readable {
            diagnostics.extend(self.vm.validate(&program, text));
        }
        // The reference stops at the first syntax error, but summarizes several static errors.
        let summed = readable && self.is_strict() && diagnostics.iter().filter(|one| one.is_error()).count() > 1;
        note_findings(&diagnostics, summed, &mut evaluation);
        if diagnostics.iter().any(Diagnostic::is_error) {
            if budget::reason() == Some(Exhausted::Canceled) {
                evaluation.cancelled = true;
                self.vm.calls.cancel_flag().store(false, Ordering::Relaxed);
            }
            evaluation.invalid = true;
            evaluation.reports = invalid_reports(source, &diagnostics, summed);
            return evaluation;
        }
        evaluation.reports = reports(source, &diagnostics);
        if self.settings.check == StaticCheck::Error {
            let refused = self.blocking_errors(source, &program);
            if !refused.is_empty() {
                evaluation.invalid = true;
                evaluation.reports.extend(refused);
                return evaluation;
            }
        }
        let foreseen = if foresees { self.static_warnings(source, &program) } else { Vec::new() };
        let (notes, foreseen): (Vec<Report>, Vec<Report>) =
            foreseen.into_iter().partition(|one| one.severity == Severity::Note);
        let mark = self.vm.journal.mark();
        self.run_valid(source, &program, &mut evaluation);
        if !foreseen.is_empty() {
            merge_static_warnings(foreseen, &mut evaluation);
        }
        self.add_notes(source, &program, (notes, mark), &mut evaluation);
        evaluation
    }

    /// Formats the value as source: exactly as the reference does, or so that it evaluates to the same value.
    pub(super) fn form(&self, value: &Value) -> Option<String> {
        if self.is_strict() { program_form(value) } else { source_form(value) }
    }

    fn is_strict(&self) -> bool {
        self.settings.edition == super::Edition::Puppet8
    }

    fn run_valid(&mut self, source: &Arc<Source>, program: &Program, evaluation: &mut Evaluation) {
        let mark = self.vm.journal.mark();
        let matches = self.vm.matches();
        let before = matches.clone();
        let result = self.vm.run_program(source, program);
        evaluation.reports.extend(reports(source, &self.vm.messages.take_warnings()));
        match result {
            Ok(value) => {
                let found = self.attribute_findings(mark);
                evaluation.reports.extend(reports(source, &found));
                match found.iter().any(Diagnostic::is_error) {
                    true => self.roll_back_failed(mark, matches),
                    false => self.show(source, value, (mark, matches), evaluation),
                }
            }
            Err(flow) => {
                self.roll_back_failed(mark, matches);
                self.fail(source, *flow, evaluation);
            }
        }
        evaluation.captures = self.captures();
        evaluation.matched = !is_same_match(before.as_ref(), self.vm.matches().as_ref());
    }

    /// Rolls back a failed input, where the setting `atomic` requires that.
    fn roll_back_failed(&mut self, mark: usize, matches: Option<Rc<Captures>>) {
        if self.settings.atomic {
            self.vm.discard(mark);
            self.vm.set_matches(matches);
        }
        self.vm.outputs.drop_last();
    }

    pub(super) fn captures(&self) -> Vec<Capture> {
        let Some(matches) = self.vm.matches() else { return Vec::new() };
        let capture = |number| Capture { number, value: matches.get(number).map(str::to_owned) };
        (0..matches.groups.len()).map(capture).collect()
    }

    /// Formats the value and its types under the same budget. A value that exceeds it fails like an evaluation: the
    /// prompt returns, and no changes remain.
    fn show(
        &mut self,
        source: &Arc<Source>,
        value: Value,
        (mark, matches): (usize, Option<Rc<puppet_pcore::Captures>>),
        evaluation: &mut Evaluation,
    ) {
        self.describe(&value, evaluation);
        if let Err(exhausted) = budget::check() {
            let described =
                Evaluation { value: None, shown: None, detailed: None, reduced: None, ..evaluation.clone() };
            *evaluation = Evaluation { generalized: None, ..described };
            self.roll_back_failed(mark, matches);
            return self.fail(source, *Box::<Flow>::from(exhausted), evaluation);
        }
        evaluation.number = Some(self.inputs.len() + 1);
        self.vm.outputs.keep(value);
    }

    fn describe(&self, value: &Value, evaluation: &mut Evaluation) {
        // In the reference's strict form a collector has no source form.
        let formless = self.is_strict() && matches!(value, Value::Callable(_));
        if views::is_too_deep(value) {
            evaluation.shown = Some("(a value nested too deeply to show)".to_owned());
        } else if self.vm.messages.runs_apart() && views::is_too_big(value) {
            // A notebook shows the beginning of a value: the complete form would only fill the memory.
            evaluation.shown = Some("(a value too large to show)".to_owned());
        } else {
            evaluation.value = self.form(value).filter(|_| !formless);
            evaluation.shown = evaluation.value.is_none().then(|| display_override(value));
            let types = types_of(value, self.told);
            evaluation.detailed = types.detailed;
            evaluation.reduced = types.reduced;
            evaluation.generalized = types.generalized;
        }
    }

    /// Returns all types of the last value.
    pub(super) fn last_types(&self) -> Types {
        types_of(self.vm.outputs.last(), DescribedTypes::default())
    }

    pub(super) fn fail(&mut self, source: &Arc<Source>, flow: Flow, evaluation: &mut Evaluation) {
        self.vm.outputs.drop_last();
        let diagnostic = match flow {
            Flow::Fault(fault) => fault.to_diagnostic(),
            Flow::Cancelled => {
                evaluation.cancelled = true;
                self.vm.calls.cancel_flag().store(false, Ordering::Relaxed);
                diagnostic_without_span("CANCELLED", "the evaluation was stopped", "nothing that it did was kept")
            }
            Flow::Break => diagnostic_without_span("ILLEGAL_BREAK", "`break()` has no loop here to leave", BREAK_HELP),
            Flow::Next(_) => {
                diagnostic_without_span("ILLEGAL_NEXT", "`next()` stands in no function or block", RETURN_HELP)
            }
            Flow::Return(_) => {
                diagnostic_without_span("ILLEGAL_RETURN", "`return()` stands in no function", RETURN_HELP)
            }
        };
        evaluation.reports.push(report(source, &diagnostic));
    }

    /// Records the input and its step.
    fn record_input(&mut self, mark: usize, name: &str, text: &str, evaluation: &mut Evaluation) {
        let (assigned, defined) = self.vm.changed_names(mark);
        evaluation.assigned = assigned;
        evaluation.defined = defined;
        if evaluation.value.is_none() && evaluation.failed() && evaluation.invalid {
            self.vm.outputs.drop_last();
        }
        if self.vm.journal.mark() > mark {
            let title = text.trim().lines().next().unwrap_or_default().to_owned();
            let names = evaluation.assigned.iter().map(|name| format!("${name}")).chain(evaluation.defined.clone());
            self.done.push(Step { mark, input: self.inputs.len() + 1, title, names: names.collect() });
            self.undone.clear();
            self.after_reset = None;
        }
        self.inputs.push(InputView {
            number: self.inputs.len() + 1,
            name: name.to_owned(),
            text: text.to_owned(),
            value: evaluation.value.clone().or_else(|| evaluation.shown.clone()),
            type_name: [&evaluation.reduced, &evaluation.detailed, &evaluation.generalized]
                .into_iter()
                .flatten()
                .next()
                .cloned(),
            failed: evaluation.failed(),
        });
    }

    /// Undoes the last `count` inputs that changed something; returns a line for each. The inputs before a reset
    /// follow the inputs after it.
    pub fn undo(&mut self, count: usize) -> Vec<String> {
        let mut lines = Vec::new();
        while lines.len() < count {
            match self.done.pop() {
                Some(step) => {
                    let changes = self.vm.roll_back(step.mark);
                    lines.push(line_of(&step));
                    self.gone.insert(step.input);
                    self.undone.push((step, changes));
                }
                None if self.undo_reset() => lines.push(RESET.to_owned()),
                None => break,
            }
        }
        self.follow_undo();
        lines
    }

    /// Redoes the last `count` undone inputs.
    pub fn redo(&mut self, count: usize) -> Vec<String> {
        let mut lines = Vec::new();
        while lines.len() < count {
            if self.redo_reset() {
                lines.push(RESET.to_owned());
                continue;
            }
            match self.undone.pop() {
                Some((mut step, changes)) => {
                    step.mark = self.vm.journal.mark();
                    self.vm.replay(&changes);
                    lines.push(line_of(&step));
                    self.gone.remove(&step.input);
                    self.done.push(step);
                }
                None => break,
            }
        }
        self.follow_undo();
        lines
    }

    /// Synchronizes the node and the named values with the current state after an undo or redo.
    fn follow_undo(&mut self) {
        self.follow_node();
        let last = self.last_valued(self.inputs.len() + 1);
        self.vm.outputs.set_undone(self.gone.iter().copied().collect(), last);
    }

    /// Resets the session as [`Session::reset`] does, but undoably.
    pub fn start_over(&mut self) {
        let is_fresh = self.inputs.is_empty() && self.assumed.is_empty();
        let before = self.set_aside();
        if is_fresh {
            // Two resets in a row are one.
            self.restore(before);
        } else {
            self.before_reset = Some(Box::new(before));
            self.after_reset = None;
        }
    }

    fn undo_reset(&mut self) -> bool {
        let Some(before) = self.before_reset.take() else { return false };
        let after = self.set_aside();
        self.take_up(*before);
        self.after_reset = Some((self.undone.len(), Box::new(after)));
        true
    }

    fn redo_reset(&mut self) -> bool {
        let Some((_, after)) = self.after_reset.take_if(|(undone, _)| *undone == self.undone.len()) else {
            return false;
        };
        let before = self.set_aside();
        self.take_up(*after);
        self.before_reset = Some(Box::new(before));
        true
    }

    /// Restores a state under the active settings.
    fn take_up(&mut self, kept: SessionSnapshot) {
        self.restore(kept);
        self.vm.configure(&engine::settings(&self.settings));
        self.vm.set_module_path(self.settings.module_folders());
        self.hiera = engine::hiera(&self.settings, self.environment_root.as_deref(), &mut self.vm);
    }

    /// Undoes the last step without a redo.
    pub(super) fn forget_step(&mut self) {
        if let Some(step) = self.done.pop() {
            self.vm.discard(step.mark);
        }
    }

    /// Resets the session under the active settings; this cannot be undone.
    pub fn reset(&mut self) {
        self.vm.reset(&engine::settings(&self.settings));
        self.vm.set_node(&self.settings.node);
        self.apply_facts();
        if let Some(name) = &self.environment {
            self.vm.globals.set_environment_name(name);
        }
        self.assumed.clear();
        self.inputs.clear();
        self.last = None;
        self.done.clear();
        self.undone.clear();
        self.gone.clear();
        self.before_reset = None;
        self.after_reset = None;
    }

    /// Returns whether this input was undone.
    pub fn is_undone(&self, number: usize) -> bool {
        self.gone.contains(&number)
    }

    /// Returns the position in the journal at the end of this input.
    pub(super) fn end_of_input(&self, number: usize) -> usize {
        let later = self.done.iter().find(|step| step.input > number);
        later.map_or(self.vm.journal.mark(), |step| step.mark)
    }

    /// Returns the number of the input that made this entry of the journal.
    pub(super) fn input_of_entry(&self, entry: usize) -> Option<usize> {
        // The marks ascend.
        let later = self.done.partition_point(|step| step.mark <= entry);
        self.done.get(later.checked_sub(1)?).map(|step| step.input)
    }

    /// Returns the number of the last input with changes that was not undone.
    pub(super) fn last_change(&self) -> Option<usize> {
        self.done.last().map(|step| step.input)
    }

    /// Returns the active settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes a setting; the error describes an invalid key or value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        if key == "node" {
            return self.set_node(value);
        }
        let before = self.settings.clone();
        self.settings.set(key, value).map_err(|error| error.to_string())?;
        if key == "facts" {
            self.take_facts().inspect_err(|_| self.settings = before)?;
        } else {
            self.apply_facts();
        }
        self.vm.configure(&engine::settings(&self.settings));
        self.vm.set_module_path(self.settings.module_folders());
        self.apply_file_rules();
        self.hiera = engine::hiera(&self.settings, self.environment_root.as_deref(), &mut self.vm);
        Ok(())
    }

    /// Sets which files code may read: the files of a trusted or untrusted notebook in the directory `folder`.
    pub fn set_reach(&mut self, files: Reach, folder: &str) {
        self.settings.files = files;
        folder.clone_into(&mut self.settings.folder);
        self.apply_file_rules();
    }

    /// Marks the following code as not requested by the user; such code reads no files.
    pub fn set_unasked(&mut self, unasked: bool) {
        self.vm.host_mut().set_unasked(unasked);
    }

    /// Returns the maximum size in bytes of a file that the user names.
    pub fn file_limit(&self) -> u64 {
        self.settings.file_size << 20
    }

    pub(super) fn apply_file_rules(&mut self) {
        let rules = engine::file_rules(&self.settings, self.environment_root.as_deref());
        self.vm.host_mut().set_file_rules(rules);
    }

    /// Returns the syntax errors and static findings of source; evaluates nothing.
    pub fn check(&self, name: &str, text: &str) -> Vec<Report> {
        let template = name.ends_with(".epp");
        let source = Source::new(name, text);
        let options = syntax::LexOptions { template, ..engine::lex_options(&self.settings) };
        let parsed = syntax::parse(text, options);
        let mut found = parsed.diagnostics;
        if !found.iter().any(Diagnostic::is_error) {
            found.extend(self.vm.validate(&parsed.program, text));
            found.extend(self.static_attribute_findings(&parsed.program));
        }
        reports(&source, &found)
    }

    /// Evaluates source without side effects, within a time; `None` when it may have some, fails or takes longer.
    pub fn preview(&mut self, text: &str, within: Duration) -> Option<Preview> {
        let letter = self.is_strict();
        self.preview_value(text, within, |value| preview(&value, letter))?.ok()?
    }

    pub(super) fn try_evaluate(&mut self, text: &str, within: Duration) -> Option<Value> {
        self.preview_value(text, within, |value| value)?.ok()
    }

    /// Evaluates source, applies `then` to the value and rolls back at once, all within the time; `None` when it may
    /// have side effects.
    fn preview_value<T>(
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

    /// Returns the limits of one evaluation, from the settings.
    pub(super) fn limits(&self) -> Limits {
        let settings = &self.settings;
        let limit = |number: u64| Some(number).filter(|number| *number > 0);
        Limits {
            deadline: None,
            time: limit(settings.time).map(Duration::from_secs),
            steps: limit(settings.steps),
            memory: limit(settings.memory).map(|mebibytes| mebibytes << 20),
        }
    }

    /// Runs `act` on the evaluator within a time, and rolls back every change.
    pub(super) fn without_trace<T>(&mut self, within: Duration, act: impl FnOnce(&mut Vm) -> T) -> T {
        let mark = self.vm.journal.mark();
        let matches = self.vm.matches();
        let limits = Limits { deadline: Some(Instant::now() + within), ..self.limits() };
        let budget = self.vm.calls.begin(limits);
        let result = act(&mut self.vm);
        self.vm.calls.end(budget);
        self.vm.discard(mark);
        self.vm.set_matches(matches);
        let _ = self.vm.messages.take_logs();
        let _ = self.vm.messages.take_warnings();
        result
    }

    /// Returns the error of source without side effects; `None` when it succeeds or may have some.
    pub fn error_at(&mut self, text: &str, within: Duration) -> Option<Report> {
        match self.preview_value(text, within, |_| ())? {
            Err(flow) => match *flow {
                Flow::Fault(fault) => Some(report(&Source::new("input", text), &fault.to_diagnostic())),
                _ => None,
            },
            Ok(_) => None,
        }
    }

    /// Returns the heredocs of the source.
    pub fn heredocs(&self, text: &str) -> Vec<HeredocInfo> {
        syntax::parse(text, engine::lex_options(&self.settings)).heredocs
    }

    /// Returns the last input's evaluation.
    pub fn last(&self) -> Option<&Evaluation> {
        self.last.as_ref()
    }

    /// Returns the inputs so far.
    pub fn inputs(&self) -> &[InputView] {
        &self.inputs
    }

    /// Returns the flag that cancels the running evaluation when set.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        self.vm.calls.cancel_flag()
    }
}

/// The title of a reset in `:undo` and `:redo`.
const RESET: &str = ":reset";

const BREAK_HELP: &str = "`break()` belongs into the block of each, map, filter, reduce or slice";
const RETURN_HELP: &str = "leave it out: an input's value is that of its last statement";

/// The maximum number of parts of a value for inference by the language reference.
const MAX_DOCUMENTED: usize = 5_000;

/// Previews a value; with `to_the_letter` in the reference's source form.
fn preview(value: &Value, to_the_letter: bool) -> Option<Preview> {
    if views::is_too_deep(value) || views::is_too_big(value) {
        return None;
    }
    let types = types_of(value, DescribedTypes::default());
    let meaning = match value {
        Value::Type(ty) => Some(super::info::with_meaning(ty)),
        _ => None,
    };
    // Inference by the language reference describes the result of each step, which takes quadratic time.
    let told = !matches!(value, Value::Type(_)) && !views::has_more_parts(value, MAX_DOCUMENTED);
    let documents = told.then(|| type_text(&infer_by_documents(value)));
    let value = if to_the_letter { program_form(value) } else { source_form(value) }?;
    let (detailed, reduced, generalized) = (types.detailed?, types.reduced?, types.generalized?);
    Some(Preview { value, detailed, reduced, generalized, documents, meaning })
}

/// Returns whether both are the captures of the same match.
fn is_same_match(one: Option<&Rc<Captures>>, other: Option<&Rc<Captures>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Rc::ptr_eq(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// Creates a diagnostic without a span.
fn diagnostic_without_span(code: &'static str, message: &str, help: &str) -> Diagnostic {
    Diagnostic::new(pprepl_text::Severity::Error, code, None, message).with_help(help)
}

/// Logs warnings; also single errors, where the reference summarizes errors.
fn note_findings(diagnostics: &[Diagnostic], summed: bool, evaluation: &mut Evaluation) {
    for found in diagnostics {
        if !found.is_error() {
            evaluation.logs.push((Level::Warning, found.message.clone()));
        } else if summed {
            evaluation.logs.push((Level::Err, found.message.clone()));
        }
    }
}

fn invalid_reports(source: &Arc<Source>, diagnostics: &[Diagnostic], summed: bool) -> Vec<Report> {
    let mut all = reports(source, diagnostics);
    if summed {
        let errors = diagnostics.iter().filter(|found| found.is_error()).count();
        let message = format!("the input has {errors} errors");
        let summary = Diagnostic::new(pprepl_text::Severity::Error, "", None, message);
        all.insert(0, report(source, &summary));
    }
    all
}

fn line_of(step: &Step) -> String {
    if step.names.is_empty() { step.title.clone() } else { format!("{}  ({})", step.title, step.names.join(", ")) }
}
