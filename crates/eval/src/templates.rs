//! The templates that are being rendered: their output, and the trace of its parts.

use puppet_pcore::{Str, Value};

use super::body_variables::BodyVariables;
use super::globals::Globals;
use super::variable_view::VariableView;

/// A trace from the output of a template back to its parts.
#[derive(Debug, Default)]
pub struct Trace {
    /// The depth of nested templates at which this one is rendered.
    depth: usize,
    /// The offset of each part in the template, and the offset of its output.
    pub parts: Vec<(u32, usize)>,
    /// The output, also of a template that failed.
    pub text: String,
    /// True if a Sensitive value is in the output.
    pub sensitive: bool,
}

/// The maximum number of recorded parts: a template may write in an infinite loop.
const MAX_PARTS: usize = 100_000;

impl Trace {
    /// Creates the trace of the templates at this depth.
    pub(crate) fn of_depth(depth: usize) -> Trace {
        Trace { depth, ..Trace::default() }
    }
}

/// The state of the templates that are being rendered.
#[derive(Default)]
pub struct Templates {
    /// The output of each template, the innermost last; true when it contains a Sensitive.
    pub(crate) output: Vec<(Str, bool)>,
    /// The trace of a template's output, while it is requested.
    pub(crate) trace: Option<Trace>,
    /// The caller's visible variables, for calls that look variables up by name.
    pub view: Vec<VariableView>,
    /// The arrays and hashes of variables that a template changed in place, with what they became.
    pub(crate) changed: Vec<(Value, Value)>,
    /// The variables that code in another language set in bodies.
    pub(crate) body_variables: BodyVariables,
}

impl Templates {
    /// Drops what an earlier program left.
    pub(crate) fn clear(&mut self) {
        self.output.clear();
        self.view.clear();
        self.changed.clear();
        self.body_variables.clear();
    }

    /// Returns the number of variables that code in another language set in bodies.
    pub fn set_count(&self) -> usize {
        self.body_variables.len()
    }

    /// Forgets the variables that were set since [`Self::set_count`] gave this number.
    pub fn forget_set(&mut self, count: usize) {
        self.body_variables.truncate(count);
    }

    /// Records that a template changed an array or hash in place, as Ruby does: each visible local variable that is the
    /// same object changes with it.
    /// Returns whether there was one.
    pub fn change_in_place(&mut self, old: &Value, new: &Value, globals: &Globals) -> bool {
        let is_seen = self.view.last_mut().is_some_and(|view| view.replace(old, new, globals));
        if is_seen {
            self.changed.push((old.clone(), new.clone()));
        }
        is_seen
    }

    /// Records that a part of a template is about to write.
    #[inline]
    pub(super) fn trace_part(&mut self, at: u32) {
        if let Some(trace) = &mut self.trace
            && trace.depth == self.output.len()
            && trace.parts.len() < MAX_PARTS
        {
            trace.parts.push((at, self.output.last().map_or(0, |(out, _)| out.text.len())));
        }
    }

    pub(super) fn end_trace(&mut self, out: &str, sensitive: bool) {
        if let Some(trace) = &mut self.trace
            && trace.depth == self.output.len() + 1
        {
            trace.text = out.to_owned();
            trace.sensitive = sensitive;
        }
    }
}
