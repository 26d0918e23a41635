//! The prompt at a breakpoint: the user inspects, evaluates, moves along the frames, steps, continues or aborts. The
//! host reads the lines; without an interactive host execution never pauses.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use pprepl_text::columns::{columns, shortened};
use pprepl_text::{Diagnostic, Source, suggest};
use puppet_eval::{DebugOutput, Debugger, EvalResult, Flow, Frame, Variable, Vm};
use puppet_pcore::{Value, display_override, display_start, infer_reduced, source_form};
use puppet_syntax as syntax;

use super::described::is_too_deep;
use super::lambda_layers::lambda_layers;
use super::report::report;

/// The commands at a breakpoint: name, aliases, summary.
pub const AT_STOPS: [(&str, &[&str], &str); 6] = [
    ("step", &[], "at a breakpoint: step to the next statement"),
    ("continue", &["c"], "at a breakpoint: continue to the next breakpoint() or the end"),
    ("abort", &[], "at a breakpoint: abort and roll back"),
    ("up", &[], "at a breakpoint: go up to the calling frame"),
    ("down", &[], "at a breakpoint: go down one frame"),
    ("where", &["bt"], "at a breakpoint: list the frames"),
];

/// The number of bytes shown of a variable.
const MAX_DISPLAYED: usize = 500;

/// The debugger that prompts the host at each breakpoint.
pub(super) struct DebugPrompt;

/// The action after a line.
enum Next {
    Stay,
    GoOn,
    Step,
    End,
}

/// The session at one breakpoint.
struct DebugSession<'v> {
    vm: &'v mut Vm,
    /// The selected frame, as an index in `Vm::frames`.
    at: usize,
    /// The variables set by watch expressions, for each frame.
    own: Vec<Vec<Variable>>,
    /// The number of evaluated lines.
    lines: usize,
}

impl Debugger for DebugPrompt {
    fn stopped(&self, vm: &mut Vm) -> EvalResult<()> {
        let count = vm.debugger.frames().len();
        let mut talk = DebugSession { vm, at: count.saturating_sub(1), own: vec![Vec::new(); count], lines: 0 };
        talk.on_break();
        loop {
            // The prompt does not see a Ctrl-C between two lines.
            if talk.vm.calls.cancel_flag().load(Ordering::Relaxed) {
                talk.vm.calls.check_cancelled()?;
            }
            let prompt = talk.prompt();
            let line = talk.vm.host_mut().ask(&prompt);
            let next = line.map_or(Next::End, |line| talk.take(line.trim()));
            match next {
                Next::Stay => {}
                Next::GoOn => return Ok(()),
                Next::Step => {
                    talk.vm.debugger.step();
                    return Ok(());
                }
                Next::End => return Err(Box::new(Flow::Cancelled)),
            }
        }
    }
}

impl DebugSession<'_> {
    fn say(&mut self, text: impl Into<String>) {
        self.vm.host_mut().report(&DebugOutput::Text(text.into()));
    }

    fn frame(&self) -> Option<&Frame> {
        self.vm.debugger.frames().get(self.at)
    }

    /// `pprepl:3(web::site)>`
    fn prompt(&self) -> String {
        let name = self.frame().map_or("", |frame| frame.name());
        format!("pprepl:{}({name})>", self.vm.outputs.running_input())
    }

    fn on_break(&mut self) {
        let Some(frame) = self.frame() else { return };
        let resource = self.resource(frame).map_or_else(String::new, |name| format!(" for {name}"));
        let head = format!("Paused in {}{resource} at {}. Type :help for commands.", frame.name(), frame.place());
        let text = format!("{head}\n{}", surroundings(frame));
        self.say(text);
    }

    /// Returns the resource whose body runs, when it is an instance of a defined type.
    fn resource(&self, frame: &Frame) -> Option<String> {
        let catalog = self.vm.catalog.catalog();
        let resource = catalog.get(catalog.scope(frame.scope)?.container)?;
        (*resource.reference.type_name == *frame.owner).then(|| resource.reference.to_string())
    }

    /// Handles a line as typed.
    fn take(&mut self, line: &str) -> Next {
        if line.is_empty() {
            return Next::Stay;
        }
        match line.strip_prefix(':').filter(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic())) {
            Some(command) => self.command(command),
            None => {
                self.evaluate(line);
                Next::Stay
            }
        }
    }

    fn command(&mut self, line: &str) -> Next {
        let word = line.split_whitespace().next().unwrap_or_default();
        let named = AT_STOPS.iter().find(|(name, aliases, _)| *name == word || aliases.contains(&word));
        match named.map_or(word, |(name, ..)| name) {
            "step" => return Next::Step,
            "continue" => return Next::GoOn,
            "abort" | "quit" | "q" => return Next::End,
            "up" => self.go(false),
            "down" => self.go(true),
            "where" => {
                let text = self.calls();
                self.say(text);
            }
            "vars" | "variables" => {
                let text = self.variables();
                self.say(text);
            }
            "scope" | "scopes" => {
                let text = self.scopes();
                self.say(text);
            }
            "help" | "h" => self.say(help()),
            other => {
                let names = AT_STOPS.iter().map(|(name, ..)| *name).chain(["vars", "scope", "help"]);
                let near = suggest::nearest(other, names).map(|near| format!("; did you mean ':{near}'?"));
                let near = near.unwrap_or_else(|| "; type :help for commands".to_owned());
                self.say(format!("':{other}' is not available at a breakpoint{near}"));
            }
        }
        Next::Stay
    }

    /// Selects the calling frame, or with `down` the called frame.
    fn go(&mut self, down: bool) {
        let next = if down { self.at.checked_add(1) } else { self.at.checked_sub(1) };
        match next.filter(|at| *at < self.vm.debugger.frames().len()) {
            Some(at) => {
                self.at = at;
                let Some(frame) = self.frame() else { return };
                let text = format!("{} at {}\n{}", frame.name(), frame.place(), surroundings(frame));
                self.say(text);
            }
            None if down => self.say("This is the innermost frame."),
            None if self.frame().is_none_or(|frame| frame.owner.is_empty()) => self.say("This is the input itself."),
            None => self.say("No caller: bodies of defines run after the code that declares their resources."),
        }
    }

    /// Formats the frames, the innermost first.
    fn calls(&self) -> String {
        let row = |(at, frame): (usize, &Frame)| {
            let mark = if at == self.at { ">" } else { " " };
            let resource = self.resource(frame).unwrap_or_default();
            vec![format!("{mark} {}", frame.name()), frame.place(), resource]
        };
        columns(&self.vm.debugger.frames().iter().enumerate().rev().map(row).collect::<Vec<_>>())
    }

    /// Returns the variables visible in the frame, also those set by watch expressions.
    fn seen(&self) -> Vec<(String, Value, &'static str)> {
        let mut all: Vec<(String, Value, &'static str)> = Vec::new();
        let own = self.own.get(self.at).into_iter().flatten().map(|(name, value)| (name, value, "set at the prompt"));
        let of_frame =
            self.frame().into_iter().flat_map(|frame| frame.variables.iter()).map(|(name, value)| (name, value, ""));
        for (name, value, remark) in own.chain(of_frame) {
            if !all.iter().any(|(known, ..)| **known == **name) {
                all.push((name.to_string(), value.clone(), remark));
            }
        }
        all
    }

    /// Returns the variables of the top scope, except facts.
    fn top(&self) -> Vec<(String, Value)> {
        let own = self.vm.globals.iter().filter(|(name, _)| !name.contains("::") && !self.vm.globals.is_fact(name));
        own.map(|(name, value)| (name.to_owned(), value.clone())).collect()
    }

    fn variables(&self) -> String {
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (name, value, remark) in self.seen() {
            rows.push(vec![format!("${name}"), infer_reduced_text(&value), displayed(&value), remark.to_owned()]);
        }
        if self.frame().is_none_or(|frame| frame.owner.is_empty()) {
            let seen = self.seen();
            for (name, value) in self.top().into_iter().filter(|(name, _)| !seen.iter().any(|(own, ..)| own == name)) {
                rows.push(vec![format!("${name}"), infer_reduced_text(&value), displayed(&value)]);
            }
        }
        if rows.is_empty() { "No variables here.".to_owned() } else { columns(&rows) }
    }

    /// Formats the variables of the lambdas around the stop, then those of the frame and of the top scope, and marks
    /// shadowing.
    fn scopes(&self) -> String {
        let top = self.top();
        let layers = self
            .frame()
            .map_or_else(Vec::new, |frame| lambda_layers(&frame.source, frame.site.span.start, self.vm.settings.lex));
        let mut parts = Vec::new();
        let mut rest = self.seen();
        for (at, layer) in layers.iter().enumerate() {
            let (own, outer): (Vec<_>, Vec<_>) = rest.into_iter().partition(|(name, ..)| layer.names.contains(name));
            rest = outer;
            let place =
                self.frame().map_or_else(String::new, |frame| format!("{}:{}", frame.source.name(), layer.line));
            parts.push(format!("lambda {} at {place}", layer.head));
            parts.push(variable_rows(&own, |name| {
                let hidden = layers[at + 1..].iter().find(|outer| outer.names.iter().any(|own| own == name));
                hidden
                    .map(|outer| format!("hides ${name} of the lambda in line {}", outer.line))
                    .or_else(|| shadowed(&top, name))
            }));
        }
        let is_top = self.frame().is_none_or(|frame| frame.owner.is_empty());
        if !is_top || !rest.is_empty() {
            parts.extend(self.frame().map(|frame| format!("{} at {}", frame.name(), frame.place())));
            parts.push(variable_rows(&rest, |name| shadowed(&top, name)));
        }
        let outer: Vec<(String, Value, &str)> =
            top.iter().map(|(name, value)| (name.clone(), value.clone(), "")).collect();
        parts.extend(["top scope".to_owned(), variable_rows(&outer, |_| None)]);
        parts.retain(|part| !part.is_empty());
        parts.join("\n")
    }

    /// Evaluates a line in the frame. Only later lines in this frame see the variables that it sets.
    fn evaluate(&mut self, line: &str) {
        self.lines += 1;
        let source = Source::new(format!("look {}", self.lines), line);
        let parsed = syntax::parse(line, self.vm.settings.lex);
        let mut found = parsed.diagnostics;
        if !found.iter().any(Diagnostic::is_error) {
            found.extend(self.vm.validate(&parsed.program, line));
        }
        for finding in found.iter().filter(|finding| finding.is_error()) {
            self.print_error(&source, finding);
        }
        if found.iter().any(Diagnostic::is_error) {
            return;
        }
        let mut own = self.own.get(self.at).cloned().unwrap_or_default();
        let set = own.len();
        let result = self.vm.eval_in_frame(self.at, &mut own, &source, &parsed.program);
        for warning in self.vm.messages.take_warnings() {
            self.print_error(&source, &warning);
        }
        match result {
            Ok(value) => self.print_value(&value),
            Err(flow) => self.print_flow(&source, *flow),
        }
        if own.len() > set && set == 0 {
            self.say("(Variables set here are discarded when the program continues.)");
        }
        if let Some(slot) = self.own.get_mut(self.at) {
            *slot = own;
        }
    }

    fn print_value(&mut self, value: &Value) {
        let told = if is_too_deep(value) {
            DebugOutput::Text("(a value nested too deeply to show)".to_owned())
        } else {
            let form = source_form(value).unwrap_or_else(|| display_override(value));
            DebugOutput::Value(form, infer_reduced(value).to_string())
        };
        self.vm.host_mut().report(&told);
    }

    fn print_flow(&mut self, source: &Arc<Source>, flow: Flow) {
        match flow {
            Flow::Fault(fault) => self.print_error(source, &fault.to_diagnostic()),
            Flow::Cancelled => {
                self.vm.calls.cancel_flag().store(false, Ordering::Relaxed);
                self.say("Evaluation canceled; still at the breakpoint.");
            }
            Flow::Next(value) | Flow::Return(value) => self.print_value(&value),
            Flow::Break => self.say("`break()` outside a loop."),
        }
    }

    fn print_error(&mut self, source: &Arc<Source>, found: &Diagnostic) {
        let report = report(source, found);
        self.vm.host_mut().report(&DebugOutput::Fault(report.frame().to_owned(), report.frame_ansi().to_owned()));
    }
}

/// Formats variables with their values, and what each one hides.
fn variable_rows(variables: &[(String, Value, &str)], hides: impl Fn(&str) -> Option<String>) -> String {
    let row = |(name, value, remark): &(String, Value, &str)| {
        let hides = hides(name).unwrap_or_else(|| (*remark).to_owned());
        vec![format!("    ${name}"), format!("= {}", displayed(value)), hides]
    };
    columns(&variables.iter().map(row).collect::<Vec<_>>())
}

/// Returns the words for a variable of the top scope that a variable of this name hides.
fn shadowed(top: &[(String, Value)], name: &str) -> Option<String> {
    top.iter().any(|(outer, _)| outer == name).then(|| format!("hides $::{name}"))
}

fn displayed(value: &Value) -> String {
    shortened(&display_start(value, MAX_DISPLAYED), 60)
}

fn infer_reduced_text(value: &Value) -> String {
    if is_too_deep(value) { String::new() } else { shortened(&puppet_pcore::infer_generalized(value).to_string(), 40) }
}

/// Returns the line of a frame with its context.
fn surroundings(frame: &Frame) -> String {
    const AROUND: u32 = 2;
    let source = &frame.source;
    let line = source.line_column(frame.site.span.start).line;
    let (first, last) = (line.saturating_sub(AROUND).max(1), (line + AROUND).min(source.line_count()));
    let digits = last.to_string().len();
    let row = |number: u32| {
        let mark = if number == line { ">" } else { " " };
        format!("{mark} {number:digits$} | {}", source.line(number))
    };
    (first..=last).map(row).collect::<Vec<_>>().join("\n")
}

fn help() -> String {
    let short = |summary: &str| summary.rsplit(": ").next().unwrap_or(summary).to_owned();
    let mut rows: Vec<Vec<String>> =
        AT_STOPS.iter().map(|(name, _, summary)| vec![format!("  :{name}"), short(summary)]).collect();
    rows.push(vec!["  :vars".to_owned(), "list the variables visible here".to_owned()]);
    rows.push(vec!["  :scope".to_owned(), "list these and the top scope's, with shadowing".to_owned()]);
    let rest = "Anything else is evaluated here. Variables and definitions are discarded when the program \
                continues.\nCtrl-C ends the run as ':abort' does, Ctrl-D continues as ':continue' does.";
    format!("{}\n{rest}", columns(&rows))
}
