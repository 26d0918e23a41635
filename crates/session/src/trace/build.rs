//! Arranges the events of a recording as steps: operands before their operation, what an operation runs inside it.

use puppet_eval::{EventKind, EventOutcome, Recording, TraceEvent, ValuePreview};

use pprepl_text::{Span, visible};

use super::{TraceStep, TraceView};
use crate::Report;

/// The maximum length of code and values of a step, in bytes.
const MAX_CODE: usize = 240;

/// Returns the view of a recording, with the error that ended the run.
pub(crate) fn traced_view(recording: &Recording, reports: Vec<Report>) -> TraceView {
    TraceView { steps: steps(recording), omitted: recording.omitted, path: path(recording), reports }
}

/// Returns the steps of a recording.
fn steps(recording: &Recording) -> Vec<TraceStep> {
    let mut children = vec![Vec::new(); recording.events.len()];
    let mut roots = Vec::new();
    for (index, event) in recording.events.iter().enumerate() {
        match event.parent.and_then(|parent| children.get_mut(parent)) {
            Some(siblings) => siblings.push(index),
            None => roots.push(index),
        }
    }
    let mut builder = Builder { events: &recording.events, children, steps: Vec::new() };
    let top = Place { indent: 0, parent: None };
    roots.into_iter().for_each(|root| builder.visit(root, top));
    builder.steps
}

/// Returns the calls around the error, the outermost first.
fn path(recording: &Recording) -> Vec<String> {
    let failed = recording.events.iter().rposition(|event| matches!(event.outcome, EventOutcome::Failed { .. }));
    let mut path = Vec::new();
    let mut at = failed.and_then(|at| recording.events.get(at)).and_then(|event| event.parent);
    while let Some(event) = at.and_then(|at| recording.events.get(at)) {
        match &event.kind {
            EventKind::Body(name) | EventKind::Define(name) => path.push(with_bindings(name, event)),
            EventKind::Class(name) => path.push(with_bindings(&format!("class {name}"), event)),
            EventKind::Round(number) => path.push(with_bindings(&format!("round {number}"), event)),
            _ => {}
        }
        at = event.parent;
    }
    path.reverse();
    path
}

fn with_bindings(name: &str, event: &TraceEvent) -> String {
    let all: Vec<String> = bindings(event).into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if all.is_empty() { name.to_owned() } else { format!("{name}({})", all.join(", ")) }
}

/// The place of a step: its indentation, and the step that it is inside.
#[derive(Clone, Copy)]
struct Place {
    indent: usize,
    parent: Option<usize>,
}

struct Builder<'r> {
    events: &'r [TraceEvent],
    children: Vec<Vec<usize>>,
    steps: Vec<TraceStep>,
}

impl Builder<'_> {
    fn visit(&mut self, index: usize, place: Place) {
        let Some(event) = self.events.get(index).filter(|event| !is_empty_text(event)) else { return };
        match event.kind {
            EventKind::Body(_) => self.visit_inside(index, place, |_| true),
            EventKind::Read | EventKind::Access | EventKind::Collection | EventKind::Interpolation => {
                if self.is_simple(index) && !self.is_statement(event) {
                    return;
                }
                self.visit_operands(index, place);
                if self.is_statement(event) || is_raised(event) {
                    self.push(index, place);
                }
            }
            EventKind::Assignment => self.assignment(index, place),
            EventKind::Round(_) | EventKind::Branch => self.merged(index, place),
            EventKind::Call(_)
            | EventKind::Operator(_)
            | EventKind::Prefix
            | EventKind::Relation
            | EventKind::Condition
            | EventKind::Resource
            | EventKind::ResourceDefaults
            | EventKind::Override
            | EventKind::Collector
            | EventKind::Attribute(_)
            | EventKind::Default(_)
            | EventKind::TemplateOutput
            | EventKind::Data(_)
            | EventKind::InheritedAttribute { .. }
            | EventKind::Overridden { .. }
            | EventKind::Collected
            | EventKind::Class(_)
            | EventKind::Define(_)
            | EventKind::TemplateText => {
                let holds_statements = matches!(event.kind, EventKind::Class(_) | EventKind::Define(_));
                if !holds_statements {
                    self.visit_operands(index, place);
                }
                let parent = self.push(index, place);
                let inner = Place { indent: place.indent + 1, parent: Some(parent) };
                self.visit_inside(index, inner, |kind| holds_statements || is_inside(kind));
            }
        }
    }

    /// Visits the parts of an event that it computes first.
    fn visit_operands(&mut self, index: usize, place: Place) {
        for child in self.children_of(index) {
            if self.events.get(child).is_some_and(|event| !is_inside(&event.kind)) {
                self.visit(child, place);
            }
        }
    }

    fn visit_inside(&mut self, index: usize, place: Place, holds: impl Fn(&EventKind) -> bool) {
        for child in self.children_of(index) {
            if self.events.get(child).is_some_and(|event| holds(&event.kind)) {
                self.visit(child, place);
            }
        }
    }

    /// Adds a round or branch. What it runs goes into the same line when that is one step.
    fn merged(&mut self, index: usize, place: Place) {
        let at = self.push(index, place);
        self.visit_inside(index, Place { indent: place.indent + 1, parent: Some(at) }, |_| true);
        if self.steps.len() != at + 2 || self.steps.get(at + 1).is_some_and(|step| step.round > 0) {
            return;
        }
        let (Some(inner), Some(own)) = (self.steps.pop(), self.steps.get_mut(at)) else { return };
        own.code = inner.code;
        own.reduced = inner.reduced;
        own.error = inner.error;
        own.bindings.extend(inner.bindings);
        own.span = inner.span;
        if own.note.is_empty() {
            own.note = inner.note;
        }
    }

    /// Adds an assignment: in the line of the operation that computes its value, if there is one.
    fn assignment(&mut self, index: usize, place: Place) {
        let from = self.steps.len();
        self.visit_operands(index, place);
        let Some(event) = self.events.get(index) else { return };
        let last = self.children_of(index).last().copied().and_then(|last| self.events.get(last));
        let step = self.steps.iter().skip(from).rposition(|step| step.indent == place.indent).map(|at| from + at);
        let computed = last.zip(step).filter(|(last, _)| is_operation(&last.kind) && !event.is_failed());
        match computed.and_then(|(last, at)| self.steps.get_mut(at).map(|step| (last, step))) {
            Some((last, step)) if step.span == last.span => {
                let target = Span::new(event.span.start, last.span.start);
                let dots = if step.code.starts_with('.') { "…" } else { "" };
                step.code = format!("{} {dots}{}", one_line(target.of(event.source.text())), step.code);
                step.span = event.span;
                step.kind = event.kind.name();
            }
            _ => {
                self.push(index, place);
            }
        }
    }

    /// Adds the step of an event; returns its index.
    fn push(&mut self, index: usize, place: Place) -> usize {
        if let Some(event) = self.events.get(index) {
            let mut step = self.step(index, event, place);
            step.bindings.extend(self.parameters(index));
            self.steps.push(step);
        }
        self.steps.len().saturating_sub(1)
    }

    fn step(&self, index: usize, event: &TraceEvent, place: Place) -> TraceStep {
        let around = event.parent.and_then(|parent| self.events.get(parent));
        let value = event.value().filter(|_| shows_value(&event.kind)).map(|value| display(&value.text));
        let code = self.code(index, event);
        let says_value = value.as_deref().is_some_and(|value| says(&event.kind, &code, value));
        let is_value = value.as_deref() == Some(&code);
        let reduced = if shows_parts(&event.kind) { self.reduced(index, event) } else { String::new() };
        TraceStep {
            kind: event.kind.name(),
            indent: place.indent,
            parent: place.parent,
            source: event.source.clone(),
            span: event.span,
            label: self.label(event, around),
            bindings: bindings(event),
            reduced: if reduced == code { String::new() } else { reduced },
            value: value.filter(|_| !says_value),
            code: if is_value { String::new() } else { code },
            complete: event.value().is_some_and(|value| value.complete),
            note: note(event, around),
            error: match &event.outcome {
                EventOutcome::Failed { message, .. } => Some(display(message)),
                _ => None,
            },
            round: match event.kind {
                EventKind::Round(number) => number,
                _ => 0,
            },
            omitted_rounds: event.folded,
        }
    }

    fn label(&self, event: &TraceEvent, around: Option<&TraceEvent>) -> String {
        match &event.kind {
            EventKind::Round(number) => match around.map_or(0, |around| around.rounds) {
                0 | 1 => "once".to_owned(),
                rounds => format!("round {number} of {rounds}"),
            },
            EventKind::Branch => branch_label(event, around),
            EventKind::Default(name) => format!("default of ${name}"),
            EventKind::Data(name) => format!("data for ${name}"),
            EventKind::Class(name) => format!("class {name}"),
            EventKind::Define(reference) => reference.to_string(),
            EventKind::InheritedAttribute { .. } => "default".to_owned(),
            EventKind::Overridden { resource, .. } => format!("override {resource}"),
            EventKind::Collected => "collector".to_owned(),
            EventKind::TemplateText => "text".to_owned(),
            EventKind::TemplateOutput => "output".to_owned(),
            _ => String::new(),
        }
    }

    /// Returns the variables of the body that a call runs.
    fn parameters(&self, index: usize) -> Vec<(String, String)> {
        let inner = self.children_of(index);
        let bodies = inner.iter().filter_map(|&child| self.events.get(child));
        bodies.filter(|event| matches!(event.kind, EventKind::Body(_))).flat_map(bindings).collect()
    }

    /// Returns the code of an event on one line. The receiver of a chain has a line of its own.
    fn code(&self, index: usize, event: &TraceEvent) -> String {
        match event.kind {
            EventKind::Round(_) | EventKind::Branch | EventKind::Class(_) | EventKind::Define(_) => String::new(),
            EventKind::TemplateText => String::new(),
            _ => self.completed(event, one_line(self.head(index, event).of(event.source.text()))),
        }
    }

    /// Returns the code of an event with the values of its parts.
    fn reduced(&self, index: usize, event: &TraceEvent) -> String {
        let head = self.head(index, event);
        let parts = self.children_of(index);
        let parts = parts.iter().filter_map(|&child| self.events.get(child));
        let mut values: Vec<(Span, &str)> = Vec::new();
        for part in parts.filter(|part| !is_inside(&part.kind)) {
            let last = values.last().map_or(head.start, |(span, _)| span.end);
            if let Some(value) = part.value()
                && part.span.start >= last
                && part.span.end <= head.end
            {
                values.push((part.span, &value.text));
            }
        }
        self.completed(event, display(&one_line(&substituted(event.source.text(), head, &values))))
    }

    /// Completes the head of an event: the end of a lambda's parameters, the brackets of a body.
    fn completed(&self, event: &TraceEvent, head: String) -> String {
        let rest = Span::new(event.head.end, event.span.end).of(event.source.text()).trim_start();
        match event.kind {
            EventKind::Call(_) if event.head.end < event.span.end && rest.starts_with('|') && head.contains('|') => {
                format!("{head}|")
            }
            EventKind::Resource => format!("{head}: .. }}"),
            EventKind::ResourceDefaults | EventKind::Override => format!("{head} {{ .. }}"),
            EventKind::Condition if rest.starts_with('?') => format!("{head} ?"),
            _ => head,
        }
    }

    fn head(&self, index: usize, event: &TraceEvent) -> Span {
        let receiver = self.children_of(index).first().copied().filter(|_| matches!(event.kind, EventKind::Call(_)));
        let start = match receiver.and_then(|child| self.events.get(child).map(|receiver| (child, receiver))) {
            Some((child, receiver)) if receiver.span.start == event.span.start && !self.is_simple(child) => {
                receiver.span.end.min(event.head.end)
            }
            _ => event.head.start,
        };
        Span::new(start, event.head.end)
    }

    /// Returns whether an event is a part whose value the line of the operation around it shows.
    fn is_simple(&self, index: usize) -> bool {
        let Some(event) = self.events.get(index) else { return true };
        let is_part = matches!(
            event.kind,
            EventKind::Read | EventKind::Access | EventKind::Collection | EventKind::Interpolation
        );
        is_part && !is_raised(event) && self.children_of(index).iter().all(|&child| self.is_simple(child))
    }

    /// Returns whether an event is a statement: nothing around it shows its value.
    fn is_statement(&self, event: &TraceEvent) -> bool {
        let around = event.parent.and_then(|parent| self.events.get(parent));
        around.is_none_or(|around| {
            matches!(
                around.kind,
                EventKind::Round(_)
                    | EventKind::Body(_)
                    | EventKind::Branch
                    | EventKind::Class(_)
                    | EventKind::Define(_)
            )
        })
    }

    fn children_of(&self, index: usize) -> Vec<usize> {
        self.children.get(index).cloned().unwrap_or_default()
    }
}

/// Returns whether an event is text of a template without a character.
fn is_empty_text(event: &TraceEvent) -> bool {
    event.kind == EventKind::TemplateText && event.value().is_some_and(|value| value.text == "''")
}

/// Returns whether an event raised the error.
fn is_raised(event: &TraceEvent) -> bool {
    matches!(event.outcome, EventOutcome::Failed { .. })
}

/// Returns whether an event of this kind belongs inside the step around it; other events are operands.
pub(super) fn is_inside(kind: &EventKind) -> bool {
    match kind {
        EventKind::Round(_)
        | EventKind::Body(_)
        | EventKind::Branch
        | EventKind::Default(_)
        | EventKind::Data(_)
        | EventKind::Attribute(_)
        | EventKind::InheritedAttribute { .. }
        | EventKind::Overridden { .. }
        | EventKind::Collected
        | EventKind::Class(_)
        | EventKind::Define(_)
        | EventKind::TemplateText
        | EventKind::TemplateOutput => true,
        EventKind::Read
        | EventKind::Assignment
        | EventKind::Operator(_)
        | EventKind::Prefix
        | EventKind::Access
        | EventKind::Collection
        | EventKind::Interpolation
        | EventKind::Call(_)
        | EventKind::Condition
        | EventKind::Resource
        | EventKind::ResourceDefaults
        | EventKind::Override
        | EventKind::Collector
        | EventKind::Relation => false,
    }
}

fn is_operation(kind: &EventKind) -> bool {
    matches!(kind, EventKind::Call(_) | EventKind::Operator(_) | EventKind::Prefix | EventKind::Condition)
}

/// Returns whether the value of an event is worth a column.
fn shows_value(kind: &EventKind) -> bool {
    !matches!(kind, EventKind::ResourceDefaults | EventKind::Override | EventKind::Collector)
}

/// Returns whether the code of an attribute says its value already: `ensure => file`.
fn says(kind: &EventKind, code: &str, value: &str) -> bool {
    let is_attribute =
        matches!(kind, EventKind::Attribute(_) | EventKind::InheritedAttribute { .. } | EventKind::Overridden { .. });
    is_attribute && (code.ends_with(value) || code.ends_with(&format!(" {}", value.trim_matches('\''))))
}

/// Returns whether the values of its parts say more than the value of the whole.
fn shows_parts(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Operator(_)
            | EventKind::Prefix
            | EventKind::Access
            | EventKind::Call(_)
            | EventKind::Condition
            | EventKind::Assignment
            | EventKind::Resource
            | EventKind::Override
            | EventKind::Relation
    )
}

fn branch_label(event: &TraceEvent, around: Option<&TraceEvent>) -> String {
    if event.head != event.span {
        return format!("{}:", one_line(event.head.of(event.source.text())));
    }
    let before = around.map_or("", |around| Span::new(around.span.start, event.span.start).of(around.source.text()));
    let word = before.trim_end().trim_end_matches('{').trim_end();
    if word.ends_with("else") { "else".to_owned() } else { "then".to_owned() }
}

fn note(event: &TraceEvent, around: Option<&TraceEvent>) -> String {
    let binding = |wanted: &str| {
        let found = event.bindings.iter().find(|(name, _)| &**name == wanted);
        found.map(|(_, value)| format!("{wanted} {}", display(&value.text)))
    };
    match (&event.kind, &event.outcome) {
        (_, EventOutcome::Left(word, _)) => format!("{word}()"),
        (EventKind::Round(_), EventOutcome::Value(value)) if is_filter(around) => verdict(value).to_owned(),
        (EventKind::Overridden { .. }, _) => binding("was").unwrap_or_default(),
        (EventKind::Collected, _) => binding("found").unwrap_or_default(),
        _ => String::new(),
    }
}

fn is_filter(around: Option<&TraceEvent>) -> bool {
    matches!(around.map(|around| &around.kind), Some(EventKind::Call(name)) if &**name == "filter")
}

fn verdict(value: &ValuePreview) -> &'static str {
    if matches!(&*value.text, "false" | "undef") { "dropped" } else { "kept" }
}

fn bindings(event: &TraceEvent) -> Vec<(String, String)> {
    let is_variable =
        |name: &str| !matches!(event.kind, EventKind::Overridden { .. } | EventKind::Collected) || name.is_empty();
    let all = event.bindings.iter().filter(|(name, _)| is_variable(name));
    all.map(|(name, value)| (format!("${name}"), display(&value.text))).collect()
}

/// Returns text on one line, with visible control characters, cut where it is long.
fn display(text: &str) -> String {
    pprepl_text::columns::shortened(&visible(text), MAX_CODE)
}

/// Returns code on one line.
pub(super) fn one_line(code: &str) -> String {
    let words: Vec<&str> = code.split_whitespace().collect();
    display(&words.join(" "))
}

/// Returns the code in a span with values in place of parts; parentheses around a value alone are dropped.
pub(super) fn substituted(text: &str, head: Span, values: &[(Span, &str)]) -> String {
    let mut out = String::new();
    let mut at = head.start;
    for (span, value) in values {
        let before = Span::new(at, span.start.max(at)).of(text);
        let after = Span::new(span.end.min(head.end), head.end).of(text);
        match (groups(&out, before), after.strip_prefix(')')) {
            (Some(before), Some(_)) => {
                out.push_str(before);
                out.push_str(value);
                at = span.end + 1;
            }
            _ => {
                out.push_str(before);
                out.push_str(value);
                at = span.end;
            }
        }
    }
    out.push_str(Span::new(at.min(head.end), head.end).of(text));
    out
}

/// Returns the text before a parenthesis that only groups: not one of a call's arguments.
fn groups<'t>(written: &str, before: &'t str) -> Option<&'t str> {
    let rest = before.strip_suffix('(')?;
    let last = rest.trim_end().chars().last().or_else(|| written.trim_end().chars().last());
    last.is_none_or(|last| "+-*/%=<>!~&|(,[{?:".contains(last)).then_some(rest)
}
