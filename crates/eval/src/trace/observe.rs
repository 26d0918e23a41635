//! Events that running code sends to the recorder. Without a recorder, every function does nothing.

use std::sync::Arc;

use pprepl_text::{Source, Span};
use puppet_pcore::Value;
use puppet_syntax::ast::Name;

use super::{EventKind, EventOutcome, EventSite, Recorder, Recording, TraceEvent, ValuePreview};
use crate::{EvalResult, Flow, Vm};

/// Starts a recording: code that is compiled from now on records its events. Compiled bodies are dropped, so that they
/// are compiled again.
pub fn start_recording(vm: &mut Vm) {
    vm.recorder = Some(Box::default());
    vm.functions.forget_bodies();
}

/// Ends the recording and returns its events. The bodies that record are dropped.
pub fn end_recording(vm: &mut Vm) -> Recording {
    let recorder = vm.recorder.take();
    vm.functions.forget_bodies();
    let mut recording = recorder.map(|recorder| recorder.finish()).unwrap_or_default();
    hide_operands(&mut recording.events);
    recording
}

/// Hides the operands of calls that made a Sensitive value, and what these were computed from.
fn hide_operands(events: &mut [TraceEvent]) {
    let mut hides = vec![false; events.len()];
    for index in 0..events.len() {
        let Some((before, [event, ..])) = events.split_at_mut_checked(index) else { return };
        let parent = event.parent.filter(|_| is_operand(&event.kind));
        let is_hidden = parent.is_some_and(|at| {
            hides[at] || before.get(at).is_some_and(|parent| is_call(&parent.kind) && makes_secret(parent))
        });
        if let (true, EventOutcome::Value(value)) = (is_hidden, &mut event.outcome) {
            value.hide();
        }
        hides[index] = is_hidden;
    }
}

fn makes_secret(event: &TraceEvent) -> bool {
    event.value().is_some_and(|value| value.is_sensitive)
}

fn is_call(kind: &EventKind) -> bool {
    matches!(kind, EventKind::Call(_))
}

/// Returns whether an event of this kind is a part of the expression around it.
fn is_operand(kind: &EventKind) -> bool {
    use EventKind::{Access, Call, Collection, Interpolation, Operator, Prefix, Read};
    matches!(kind, Read | Access | Collection | Interpolation | Call(_) | Operator(_) | Prefix)
}

/// Begins an event.
pub(crate) fn enter(vm: &mut Vm, site: &EventSite) -> Option<usize> {
    vm.recorder.as_mut()?.enter(site)
}

/// Begins an event of the catalog; `site` returns its source, span and kind.
#[inline]
pub(crate) fn enter_with(vm: &mut Vm, site: impl FnOnce(&Vm) -> (Arc<Source>, Span, EventKind)) -> Option<usize> {
    vm.recorder.as_ref()?;
    let (source, span, kind) = site(vm);
    enter(vm, &EventSite { source, span, head: span, kind })
}

/// Ends an event with the result of its code.
pub(crate) fn leave(vm: &mut Vm, event: Option<usize>, result: &EvalResult) {
    let Some(event) = event else { return };
    let outcome = match result {
        Ok(value) => EventOutcome::Value(preview(vm, value)),
        Err(flow) => outcome_of(vm, flow),
    };
    finish(vm, event, outcome);
}

/// Ends an event that has no value.
#[inline]
pub(crate) fn leave_done<T>(vm: &mut Vm, event: Option<usize>, result: &EvalResult<T>) {
    let Some(event) = event else { return };
    let outcome = match result {
        Ok(_) => EventOutcome::Done,
        Err(flow) => outcome_of(vm, flow),
    };
    finish(vm, event, outcome);
}

/// Records an event that ends at once with a value; `was` is the value before it.
pub(crate) fn note(
    vm: &mut Vm,
    site: impl FnOnce(&Vm) -> (Arc<Source>, Span, EventKind),
    value: &Value,
    was: Option<&Value>,
) {
    let Some(event) = enter_with(vm, site) else { return };
    if let Some(was) = was {
        bind(vm, Some(event), &"was".into(), was);
    }
    let outcome = EventOutcome::Value(preview(vm, value));
    finish(vm, event, outcome);
}

/// Adds a variable that an event sets.
pub(crate) fn bind(vm: &mut Vm, event: Option<usize>, name: &Name, value: &Value) {
    let Some(event) = event else { return };
    let value = preview(vm, value);
    if let Some(recorder) = &mut vm.recorder {
        recorder.bind(event, name.clone(), value);
    }
}

/// Adds the captures of the active match, which the code of an event made.
pub(crate) fn bind_captures(vm: &mut Vm, event: Option<usize>) {
    let Some(matches) = vm.matches.clone() else { return };
    for number in 0..matches.groups.len() {
        let value = matches.get(number).map_or(Value::Undef, Value::str);
        bind(vm, event, &number.to_string().into(), &value);
    }
}

/// Returns whether events are recorded.
#[inline]
pub(crate) fn is_recording(vm: &Vm) -> bool {
    vm.recorder.is_some()
}

fn finish(vm: &mut Vm, event: usize, outcome: EventOutcome) {
    if let Some(recorder) = &mut vm.recorder {
        Recorder::leave(recorder, event, outcome);
    }
}

/// Returns the preview of a value; what `unwrap` revealed is masked.
fn preview(vm: &Vm, value: &Value) -> ValuePreview {
    let mut preview = ValuePreview::new(value);
    vm.messages.secrets.mask(&mut preview.text);
    preview
}

fn outcome_of(vm: &Vm, flow: &Flow) -> EventOutcome {
    match flow {
        Flow::Fault(fault) => {
            let mut message = fault.issue.message.clone();
            vm.messages.secrets.mask(&mut message);
            EventOutcome::Failed { code: fault.issue.code, message }
        }
        Flow::Next(value) => EventOutcome::Left("next", Some(preview(vm, value))),
        Flow::Return(value) => EventOutcome::Left("return", Some(preview(vm, value))),
        Flow::Break => EventOutcome::Left("break", None),
        Flow::Cancelled => EventOutcome::Open,
    }
}
