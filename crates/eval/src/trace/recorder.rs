//! The recorder of a traced run: a bounded list of events.

use std::sync::Arc;

use pprepl_text::{Source, Span};
use puppet_syntax::ast::Name;

use super::{EventKind, EventOutcome, TraceEvent, ValuePreview};

/// The maximum number of events in a trace. Later events are only counted, except those on the path to an error.
pub const MAX_EVENTS: usize = 10_000;

/// The maximum number of rounds of one call in a trace. Later rounds are only counted, except one that fails.
pub const MAX_ROUNDS: u32 = 100;

/// The events of a run, in the order in which they began.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    pub events: Vec<TraceEvent>,
    /// The number of events that are not in the list.
    pub omitted: u64,
}

/// Records the events of a run.
#[derive(Default)]
pub(crate) struct Recorder {
    recording: Recording,
    /// The events that have begun and not ended, the outermost first.
    open: Vec<usize>,
    /// The number of events that have ended.
    ended: u32,
    /// True while an error passes through the events around the one that raised it.
    is_failing: bool,
}

/// The place and kind of an event, known when code is compiled.
#[derive(Clone)]
pub(crate) struct EventSite {
    pub(crate) source: Arc<Source>,
    pub(crate) span: Span,
    pub(crate) head: Span,
    pub(crate) kind: EventKind,
}

impl Recorder {
    /// Begins an event; `None` when the trace is full even for the path to an error.
    pub(crate) fn enter(&mut self, site: &EventSite) -> Option<usize> {
        if self.recording.events.len() >= 2 * MAX_EVENTS {
            self.recording.omitted += 1;
            return None;
        }
        let parent = self.open.last().copied();
        let index = self.recording.events.len();
        let kind = match site.kind {
            EventKind::Round(_) => EventKind::Round(self.next_round()),
            ref kind => kind.clone(),
        };
        self.recording.events.push(TraceEvent {
            source: site.source.clone(),
            span: site.span,
            head: site.head,
            kind,
            depth: self.open.len() as u32,
            parent,
            bindings: Vec::new(),
            outcome: EventOutcome::Open,
            ended: 0,
            rounds: 0,
            folded: 0,
        });
        self.open.push(index);
        Some(index)
    }

    /// Counts a round of the event around it.
    fn next_round(&mut self) -> u32 {
        let Some(around) = self.open.last().and_then(|&at| self.recording.events.get_mut(at)) else { return 1 };
        around.rounds += 1;
        around.rounds
    }

    /// Adds a variable that an event sets.
    pub(crate) fn bind(&mut self, event: usize, name: Name, value: ValuePreview) {
        if let Some(event) = self.recording.events.get_mut(event) {
            event.bindings.push((name, value));
        }
    }

    /// Ends an event. An event beyond the limits is removed, unless an error passes through it.
    pub(crate) fn leave(&mut self, index: usize, outcome: EventOutcome) {
        while self.open.pop().is_some_and(|open| open > index) {}
        let fails = matches!(outcome, EventOutcome::Failed { .. });
        let outcome = if fails && self.is_failing { EventOutcome::Passed } else { outcome };
        self.is_failing = fails;
        self.ended += 1;
        let Some(event) = self.recording.events.get_mut(index) else { return };
        event.outcome = outcome;
        event.ended = self.ended;
        let is_late_round = matches!(event.kind, EventKind::Round(number) if number > MAX_ROUNDS);
        if fails || !(is_late_round || index >= MAX_EVENTS) {
            return;
        }
        if let (true, Some(parent)) = (is_late_round, event.parent)
            && let Some(parent) = self.recording.events.get_mut(parent)
        {
            parent.folded += 1;
        }
        self.recording.omitted += (self.recording.events.len() - index) as u64;
        self.recording.events.truncate(index);
    }

    /// Returns the events.
    pub(crate) fn finish(self) -> Recording {
        self.recording
    }
}
