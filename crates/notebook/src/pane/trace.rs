//! The trace pane: the steps of a cell's run, read step by step. The current step is marked in the cell; with a
//! prediction the values from the next step on are hidden.

use std::sync::Arc;

use pprepl_session::trace::{TraceStep, TraceView, UNFOLDED_ROUNDS, call_path, cells, marker};
use pprepl_text::theme::Role;
use rustc_hash::FxHashSet;

use super::{Line, PLACE, View};

/// A reader of a trace: the current step, what is folded, and the prediction.
#[derive(Clone, Debug, Default)]
pub struct TraceReader {
    trace: Arc<TraceView>,
    /// The name of the cell's source.
    source: String,
    at: usize,
    /// The steps whose inside is hidden.
    folded: FxHashSet<usize>,
    /// The calls all of whose rounds are shown.
    unfolded: FxHashSet<usize>,
    /// The step from which values are hidden.
    hidden_from: Option<usize>,
    /// A remark on the last prediction or search.
    remark: Option<(Role, String)>,
}

/// A line of the pane: a step, or a number of rounds that are folded.
enum Row {
    Step(usize),
    /// Rounds of the call of this step.
    More(usize, usize),
}

impl TraceReader {
    /// Starts to read a trace of a cell with this source name.
    pub fn new(trace: Arc<TraceView>, source: &str) -> TraceReader {
        TraceReader { trace, source: source.to_owned(), ..TraceReader::default() }
    }

    /// Reads a new trace from the same place on.
    pub fn renewed(self, trace: Arc<TraceView>) -> TraceReader {
        let last = trace.steps.len().saturating_sub(1);
        let is_same = trace.steps.len() == self.trace.steps.len();
        let hidden_from = self.hidden_from.filter(|_| is_same);
        TraceReader { at: self.at.min(last), trace, hidden_from, ..self }
    }

    /// Returns the current step.
    pub fn current(&self) -> Option<&TraceStep> {
        self.trace.steps.get(self.at)
    }

    /// Goes a number of shown steps forward, or back.
    pub fn step(&mut self, by: isize) {
        let shown = self.visible_steps();
        let place = shown.partition_point(|step| *step < self.at);
        let last = shown.len().saturating_sub(1);
        self.go(shown.get(place.saturating_add_signed(by).min(last)).copied());
    }

    /// Goes to the next step that is not inside this one.
    pub fn over(&mut self) {
        let end = self.trace.end_of(self.at);
        self.go(self.visible_steps().into_iter().find(|step| *step >= end));
    }

    /// Goes to the step around this one; at the top to the step before.
    pub fn out(&mut self) {
        match self.current().and_then(|step| step.parent) {
            Some(parent) => self.go(Some(parent)),
            None => self.step(-1),
        }
    }

    /// Goes to the first step after this one that gave undef or false, from the last one to the first.
    pub fn next_nothing(&mut self) {
        self.find_where("no step gave undef or false", TraceStep::is_nothing);
    }

    /// Goes to the next step whose value or variables contain this text.
    pub fn find(&mut self, text: &str) {
        let has = |step: &TraceStep| {
            let bound = step.bindings.iter().any(|(_, value)| value.contains(text));
            bound || step.value.as_deref().is_some_and(|value| value.contains(text))
        };
        self.find_where("no step has this value", has);
    }

    fn find_where(&mut self, otherwise: &str, fits: impl Fn(&TraceStep) -> bool) {
        self.hidden_from = None;
        let count = self.trace.steps.len();
        let found = (1..=count).map(|by| (self.at + by) % count.max(1));
        match found.into_iter().find(|at| self.trace.steps.get(*at).is_some_and(&fits)) {
            Some(at) => {
                self.reveal(at);
                self.go(Some(at));
            }
            None => self.remark = Some((Role::Hint, otherwise.to_owned())),
        }
    }

    /// Unfolds what hides a step.
    fn reveal(&mut self, at: usize) {
        let mut around = self.trace.steps.get(at).and_then(|step| step.parent);
        while let Some(step) = around {
            self.folded.remove(&step);
            self.unfolded.insert(step);
            around = self.trace.steps.get(step).and_then(|step| step.parent);
        }
    }

    /// Folds or unfolds the inside of the current step. A call with many rounds shows three of them, all, or none.
    pub fn fold(&mut self) {
        let has_inside = self.trace.end_of(self.at) > self.at + 1;
        let own = if has_inside { Some(self.at) } else { self.current().and_then(|step| step.parent) };
        let Some(step) = own else { return };
        let inside = self.trace.steps.get(step..self.trace.end_of(step)).unwrap_or_default();
        let is_long = inside.iter().any(|inner| inner.parent == Some(step) && inner.round > UNFOLDED_ROUNDS);
        if self.folded.remove(&step) {
            self.unfolded.remove(&step);
        } else if !is_long || !self.unfolded.insert(step) {
            self.folded.insert(step);
        }
        self.go(Some(step));
    }

    /// Hides the values from the next step on that has one, and returns the question for it.
    pub fn predict(&mut self) -> Option<String> {
        let from = self.hidden_from.unwrap_or(self.at + usize::from(self.at > 0));
        let can_be_asked = |step: &TraceStep| step.value.is_some() && step.complete && step.error.is_none();
        let rest = self.visible_steps().into_iter().filter(|step| *step >= from);
        let next = rest.into_iter().find(|step| self.trace.steps.get(*step).is_some_and(can_be_asked));
        let Some(next) = next else {
            self.hidden_from = None;
            self.remark = Some((Role::Hint, "no further value to predict".to_owned()));
            return None;
        };
        self.hidden_from = Some(next);
        self.at = next;
        self.remark = None;
        self.trace.steps.get(next).map(|step| {
            let code = if step.reduced.is_empty() { &step.code } else { &step.reduced };
            let code = if code.is_empty() { &step.label } else { code };
            format!("Predict the value of {code}")
        })
    }

    /// Returns the value that is being predicted.
    pub fn predicted(&self) -> Option<&str> {
        self.trace.steps.get(self.hidden_from?)?.value.as_deref()
    }

    /// Shows the value that was predicted, with the verdict: whether the answer is right, or why it cannot be judged.
    pub fn judged(&mut self, answer: &str, verdict: Result<bool, String>) {
        let Some(value) = self.predicted().map(str::to_owned) else { return };
        self.remark = Some(match verdict {
            Ok(true) => (Role::Success, format!("right: {value}")),
            Ok(false) => (Role::Warning, format!("not {answer}: it is {value}")),
            Err(message) => (Role::Error, format!("{message}; it is {value}")),
        });
        self.hidden_from = self.hidden_from.map(|from| from + 1);
    }

    /// Shows all values.
    pub fn stop_predicting(&mut self) {
        self.hidden_from = None;
    }

    fn go(&mut self, step: Option<usize>) {
        if let Some(step) = step {
            self.at = step;
            self.remark = None;
            // A step that is reached shows its value.
            self.hidden_from = self.hidden_from.map(|from| from.max(step + 1));
        }
    }

    /// Returns the indices of the steps that are not folded.
    fn visible_steps(&self) -> Vec<usize> {
        let step = |row: &Row| match row {
            Row::Step(at) => Some(*at),
            Row::More(..) => None,
        };
        self.rows().iter().filter_map(step).collect()
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut at = 0;
        while let Some(step) = self.trace.steps.get(at) {
            let end = self.trace.end_of(at);
            let inside = self.trace.steps.get(at..end).unwrap_or_default();
            let fails = inside.iter().any(|step| step.error.is_some());
            let call = step.parent.unwrap_or(at);
            if step.round > UNFOLDED_ROUNDS && !fails && !self.unfolded.contains(&call) {
                match rows.last_mut() {
                    Some(Row::More(of, count)) if *of == call => *count += 1,
                    _ => rows.push(Row::More(call, 1)),
                }
                at = end;
                continue;
            }
            rows.push(Row::Step(at));
            at = if self.folded.contains(&at) { end } else { at + 1 };
        }
        rows
    }

    /// Returns whether the prediction hides the value of a step: it, or a step inside it, is not reached.
    fn hides(&self, at: usize) -> bool {
        self.hidden_from.is_some_and(|from| at >= from || self.trace.end_of(at) > from)
    }
}

/// Builds the pane; without a reader the cell has no trace.
pub fn view(reader: Option<&TraceReader>) -> View {
    let Some(reader) = reader else {
        let mut view = View::new("Trace");
        view.say(Role::Hint, "Run the cell first: a trace repeats its run, and rolls it back.");
        return view;
    };
    let count = reader.trace.steps.len();
    let mut view = View::new(format!("Trace: step {} of {count}", (reader.at + 1).min(count)));
    if count == 0 {
        view.say(Role::Hint, "Nothing was evaluated: the code is its own value.");
    }
    for row in reader.rows() {
        match row {
            Row::Step(at) => push_step(reader, at, &mut view),
            Row::More(call, rounds) => {
                let indent = reader.trace.steps.get(call).map_or(0, |step| step.indent + 1);
                let rounds = if rounds == 1 { "1 more round".to_owned() } else { format!("{rounds} more rounds") };
                view.say(Role::Hint, format!("{}… {rounds}", "  ".repeat(indent)));
            }
        }
    }
    push_foot(reader, &mut view);
    view
}

/// Adds the details of the current step below its line: its operands, the remark, and the code of another source.
fn push_details(reader: &TraceReader, step: &TraceStep, is_own: bool, view: &mut View) {
    let blanks = "  ".repeat(step.indent + 1);
    if !step.reduced.is_empty() {
        view.say(Role::Hint, format!("{blanks}→ {}", step.reduced));
    }
    if let Some((role, text)) = &reader.remark {
        view.say(*role, format!("{blanks}{text}"));
    }
    if is_own {
        view.mark(step.span, Role::Match);
    } else {
        let line = step.source.line_column(step.span.start).line;
        let place = format!("{}:{line}", step.source.name());
        let code = marker(step).0;
        view.push(Line::of(Role::Hint, blanks).and(PLACE, place).and(Role::Plain, format!("  {}", code.trim())));
    }
}

fn push_step(reader: &TraceReader, at: usize, view: &mut View) {
    let Some(step) = reader.trace.steps.get(at) else { return };
    if at == reader.at {
        view.focus_next();
    }
    let hidden = reader.hides(at);
    let is_ahead = reader.hidden_from.is_some_and(|from| at > from);
    let mut line = Line::of(Role::Plain, "  ".repeat(step.indent));
    for (role, text) in cells(step) {
        if !is_ahead || role != Role::Variable {
            line = line.and(role, spaced(&text));
        }
    }
    line = match (&step.error, &step.value) {
        (Some(_), _) | (None, Some(_)) if hidden => line.and(Role::Hint, "= ?"),
        (Some(error), _) => line.and(Role::Error, format!("error: {error}")),
        (None, Some(value)) => line.and(Role::Result, format!("= {value}  ")),
        (None, None) => line,
    };
    if !hidden {
        line = line.and(Role::Hint, &step.note);
    }
    let is_own = step.source.name() == reader.source;
    view.push(if is_own { line.at(step.span) } else { line });
    if at == reader.at {
        push_details(reader, step, is_own, view);
    }
}

fn push_foot(reader: &TraceReader, view: &mut View) {
    if reader.hidden_from.is_some() {
        return;
    }
    if reader.trace.omitted > 0 {
        view.say(Role::Hint, format!("… {} events beyond the limits", reader.trace.omitted));
    }
    if let Some(path) = call_path(&reader.trace) {
        view.say(Role::Error, path);
    }
    for report in reader.trace.reports.iter().filter(|_| reader.trace.steps.iter().all(|step| step.error.is_none())) {
        view.say(Role::Error, &report.message);
    }
}

fn spaced(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{text}  ") }
}
