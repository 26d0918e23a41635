//! The debugger: `breakpoint()` pauses a running program. This module provides the frames of the call stack, each with
//! its variables, and evaluates watch expressions in a frame without changing the session. A [`Debugger`] decides how
//! to continue.
//!
//! Code is compiled for pauses only when the host is attended and a source with `breakpoint` in it was read: nothing
//! else pays for it.

use std::sync::Arc;

use pprepl_text::{Source, Topic};
use puppet_pcore::{Value, display_start};
use puppet_syntax::ast::{Name, Program};

use super::debug_state::{Frame, Variable};
use super::define::define_imported;
use super::services::Compile;
use super::stack::new_stack;
use super::{EvalResult, Flow, Level, Vm};

impl Vm {
    /// Pauses at a frame: the debugger decides, or a log line reports the pause.
    pub(crate) fn stop(&mut self, frame: Frame) -> EvalResult<()> {
        if self.debugger.looking {
            return Ok(());
        }
        let Some(handler) = self.debugger.handler.clone().filter(|_| self.host.is_attended()) else {
            let line = describe(self, &frame);
            self.log(Level::Notice, &line);
            return Ok(());
        };
        self.debugger.stepping = false;
        self.debugger.looking = true;
        self.debugger.frames.push(frame);
        let result = handler.stopped(self);
        self.debugger.frames.pop();
        self.debugger.looking = false;
        result
    }

    /// Evaluates a program in a frame. `own` are the variables that earlier watch expressions set; the new ones are
    /// added to it. All other changes are rolled back.
    pub fn eval_in_frame(
        &mut self,
        at: usize,
        own: &mut Vec<Variable>,
        source: &Arc<Source>,
        program: &Program,
    ) -> EvalResult {
        let Some(frame) = self.debugger.frames.get(at).cloned() else {
            return Err(Flow::fail_with(Topic::Command, "no frame at this index"));
        };
        let mut known: Vec<Variable> = own.clone();
        for variable in frame.variables.iter() {
            if !known.iter().any(|(name, _)| *name == variable.0) {
                known.push(variable.clone());
            }
        }
        let (mark, matches, depth) = (self.journal.mark(), self.matches(), self.calls.depth);
        let scope = std::mem::replace(&mut self.catalog.current, frame.scope);
        let result =
            define_imported(self, source, program).and_then(|()| run_watch(self, source, program, &known, own));
        self.catalog.current = scope;
        self.calls.depth = depth;
        self.discard(mark);
        self.set_matches(matches);
        result.map_err(|mut flow| {
            flow.enter_source(source);
            flow
        })
    }
}

/// Formats a frame as a line of the log.
fn describe(vm: &Vm, frame: &Frame) -> String {
    const MAX: usize = 200;
    let shown = |(name, value): &Variable| format!("${name} = {}", display_start(value, MAX));
    let mut variables: Vec<String> = frame.variables.iter().map(shown).collect();
    if variables.is_empty() && frame.owner.is_empty() {
        let own = vm.globals.iter().filter(|(name, _)| !name.contains("::") && !vm.globals.is_fact(name));
        variables.extend(own.map(|(name, value)| format!("${name} = {}", display_start(value, MAX))));
    }
    let variables = if variables.is_empty() { "no variables".to_owned() } else { variables.join(", ") };
    format!("breakpoint in {} at {}: {variables}", frame.name(), frame.place())
}

fn run_watch(
    vm: &mut Vm,
    source: &Arc<Source>,
    program: &Program,
    known: &[Variable],
    own: &mut Vec<Variable>,
) -> EvalResult {
    let names: Vec<Name> = known.iter().map(|(name, _)| name.clone()).collect();
    let look = vm.compile_watch(source.clone(), &names, &program.body);
    let mut stack = new_stack(look.size);
    for (slot, (_, value)) in look.known.iter().zip(known) {
        stack[*slot] = value.clone();
    }
    let result = (look.code)(vm, &mut stack);
    for (name, slot) in look.set {
        let value = std::mem::take(&mut stack[slot]);
        if result.is_ok() && !matches!(value, Value::Unset) {
            own.retain(|(known, _)| *known != name);
            own.push((name, value));
        }
    }
    result
}
