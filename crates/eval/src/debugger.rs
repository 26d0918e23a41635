//! Stops: `breakpoint()` opens a running program where it stands. Who is asked what to do then is not known here; what
//! there is to see is: the frames of the calls that led there, each with its variables, and looking at an expression in
//! one of them, which changes nothing.
//!
//! Code is compiled for stops only where someone can be asked and a text with `breakpoint` in it was read: nothing else
//! pays for it.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::Source;
use puppet_catalog::ScopeId;
use puppet_pcore::{Value, display_start};
use puppet_syntax::ast::{Name, Program};

use super::compile::{Compiler, new_stack};
use super::{EvalResult, Flow, Level, SourcePos, Vm};

/// A variable: its name and value.
pub type Variable = (Name, Value);

/// A place that runs, or that called what runs.
#[derive(Clone)]
pub struct Frame {
    /// The class, define or function whose body it is; empty at top scope.
    pub owner: Name,
    /// The text that `site` is of.
    pub source: Arc<Source>,
    /// Where it stands.
    pub site: SourcePos,
    /// The variables that are seen there, but for those of the top scope.
    pub variables: Rc<Vec<Variable>>,
    /// The scope that runs.
    pub scope: ScopeId,
}

impl Frame {
    /// The text's name and the line: `input 3:1`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.source.name(), self.source.line_column(self.site.span.start).line)
    }

    /// What it is called: the owner, or the top scope.
    pub fn name(&self) -> &str {
        if self.owner.is_empty() { "top scope" } else { &self.owner }
    }
}

/// Decides what happens where code has stopped. An error ends the run.
pub trait Debugger {
    /// The program is in the last of `Vm::frames`.
    fn stopped(&self, vm: &mut Vm) -> EvalResult<()>;
}

/// What stops need to know.
#[derive(Default)]
pub(crate) struct DebugState {
    stopper: Option<Rc<dyn Debugger>>,
    /// Is code compiled for stops?
    pub(super) on: bool,
    /// Returns whether the next statements stop.
    pub(super) stepping: bool,
    /// Is something looked at while the program stands?
    looking: bool,
    /// The calls that led here, the outermost first.
    pub(super) frames: Vec<Frame>,
}

impl Vm {
    /// Says who decides at stops.
    pub fn set_stopper(&mut self, stopper: Rc<dyn Debugger>) {
        self.stops.stopper = Some(stopper);
    }

    /// The calls that led to where the program stands, the outermost first.
    pub fn frames(&self) -> &[Frame] {
        &self.stops.frames
    }

    /// The number of the input that runs.
    pub fn running_input(&self) -> usize {
        self.input
    }

    /// How texts are read.
    pub fn lex_options(&self) -> puppet_syntax::LexOptions {
        self.settings.lex
    }

    /// Lets the next statement stop.
    pub fn step(&mut self) {
        self.stops.stepping = true;
    }

    pub(super) fn start_stops(&mut self, source: &Source) {
        self.stops.frames.clear();
        self.stops.stepping = false;
        self.stops.looking = false;
        self.watch_for_stops(source);
    }

    /// A text is taken in: with a `breakpoint` in it code is compiled for stops from now on.
    pub(super) fn watch_for_stops(&mut self, source: &Source) {
        if !self.stops.on && self.host.is_attended() && source.text().contains("breakpoint") {
            self.stops.on = true;
            self.forget_bodies();
        }
    }

    /// The program is at a frame: someone says what to do, or a line of the log tells of it.
    pub(crate) fn stop(&mut self, frame: Frame) -> EvalResult<()> {
        if self.stops.looking {
            return Ok(());
        }
        let Some(stopper) = self.stops.stopper.clone().filter(|_| self.host.is_attended()) else {
            let line = self.describe(&frame);
            self.log(Level::Notice, &line);
            return Ok(());
        };
        self.stops.stepping = false;
        self.stops.looking = true;
        self.stops.frames.push(frame);
        let result = stopper.stopped(self);
        self.stops.frames.pop();
        self.stops.looking = false;
        result
    }

    /// A frame as a line of the log.
    fn describe(&self, frame: &Frame) -> String {
        const MAX: usize = 200;
        let shown = |(name, value): &Variable| format!("${name} = {}", display_start(value, MAX));
        let mut variables: Vec<String> = frame.variables.iter().map(shown).collect();
        if variables.is_empty() && frame.owner.is_empty() {
            let own = self.variables().filter(|(name, _)| !name.contains("::") && !self.is_fact(name));
            variables.extend(own.map(|(name, value)| format!("${name} = {}", display_start(value, MAX))));
        }
        let variables = if variables.is_empty() { "no variables".to_owned() } else { variables.join(", ") };
        format!("breakpoint in {} at {}: {variables}", frame.name(), frame.place())
    }

    /// Evaluates a program in a frame; `own` are variables that earlier looks set, and gets those that this one sets. All
    /// else that it changes is undone.
    pub fn eval_in_frame(
        &mut self,
        at: usize,
        own: &mut Vec<Variable>,
        source: &Arc<Source>,
        program: &Program,
    ) -> EvalResult {
        let Some(frame) = self.stops.frames.get(at).cloned() else { return Err(Flow::runtime("nothing stands there")) };
        let mut known: Vec<Variable> = own.clone();
        for variable in frame.variables.iter() {
            if !known.iter().any(|(name, _)| *name == variable.0) {
                known.push(variable.clone());
            }
        }
        let (mark, matches, depth) = (self.journal_len(), self.matches(), self.depth);
        let scope = std::mem::replace(&mut self.catalog.current, frame.scope);
        let result = self.define_imported(source, program).and_then(|()| self.run_watch(source, program, &known, own));
        self.catalog.current = scope;
        self.depth = depth;
        self.discard(mark);
        self.set_matches(matches);
        result.map_err(|mut flow| {
            flow.enter_source(source);
            flow
        })
    }

    fn run_watch(
        &mut self,
        source: &Arc<Source>,
        program: &Program,
        known: &[Variable],
        own: &mut Vec<Variable>,
    ) -> EvalResult {
        let names: Vec<Name> = known.iter().map(|(name, _)| name.clone()).collect();
        let look = Compiler::compile_watch(self, source.clone(), &names, &program.body);
        let mut stack = new_stack(look.size);
        for (slot, (_, value)) in look.known.iter().zip(known) {
            stack[*slot] = value.clone();
        }
        let result = (look.code)(self, &mut stack);
        for (name, slot) in look.set {
            let value = std::mem::take(&mut stack[slot]);
            if result.is_ok() && !matches!(value, Value::Unset) {
                own.retain(|(known, _)| *known != name);
                own.push((name, value));
            }
        }
        result
    }
}
