//! Commands that rewrite the history of a session: an input runs again as other code with all inputs after it, or a part
//! of the state is reset. The line before is kept for `:undo`.

use puppet_eval::ChangePart;
use puppet_syntax::ast::ExprKind;
use puppet_syntax::{parse, walk};

use super::history::Step;
use super::line::{Line, Rewind};
use super::reload::changed_values;
use super::state_view::StateChange;
use super::{InputView, Report, Session};

/// The result of running inputs again.
#[derive(Clone, Debug, Default)]
pub struct RewriteView {
    /// The number of inputs that ran again.
    pub inputs: usize,
    /// Inputs whose value changed: number, before, after.
    pub values: Vec<(usize, Option<String>, Option<String>)>,
    /// The changes of the state.
    pub changes: Vec<StateChange>,
}

/// The reason why inputs cannot run again; the session is unchanged.
#[derive(Clone, Debug)]
pub enum RewriteError {
    /// No input has this number.
    NoInput(usize),
    /// This input or a later one sets the node.
    Node(usize),
    /// This input fails now.
    Failed(usize, Vec<Report>),
    /// The variable is not set by a plain assignment of an input.
    NotAssigned(String),
}

/// A part of the state that can be reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResetPart {
    /// The variables at top scope.
    Variables,
    /// Resources, relationships, and the classes that were evaluated; their definitions stay.
    Catalog,
}

impl Session {
    /// Runs an input again as other code, and all inputs after it. Failed and undone inputs are omitted. If an input
    /// that succeeded before fails, the session is unchanged.
    pub fn run_again_from(&mut self, number: usize, text: &str, title: &str) -> Result<RewriteView, RewriteError> {
        let former = self.history.inputs.clone();
        let is_active = |input: &&InputView| !input.failed && !self.history.gone.contains(&input.number);
        let later: Vec<InputView> =
            former.iter().filter(|input| input.number > number).filter(is_active).cloned().collect();
        let Some(first) = former.iter().find(|input| input.number == number) else {
            return Err(RewriteError::NoInput(number));
        };
        if let Some(node) = std::iter::once(first).chain(&later).find(|input| input.name == "node") {
            return Err(RewriteError::Node(node.number));
        }
        let before = self.state();
        let mut line = self.line();
        line.cut(number);
        let rewound = self.change_line(line);
        let edited = InputView { text: text.to_owned(), ..first.clone() };
        let count = 1 + later.len();
        for input in std::iter::once(edited).chain(later) {
            let evaluation = self.evaluate_as(&input);
            if evaluation.failed() {
                self.change_line(rewound);
                self.drop_unused_changes();
                return Err(RewriteError::Failed(input.number, evaluation.reports));
            }
        }
        self.keep_rewound(title, rewound);
        let values = changed_values(&former, &self.history.inputs);
        Ok(RewriteView { inputs: count, values, changes: before.changes_to(&self.state()) })
    }

    /// Evaluates an input under the name that it gets now.
    fn evaluate_as(&mut self, input: &InputView) -> super::Evaluation {
        let is_typed = input.name == format!("input {}", input.number);
        let name = if is_typed { format!("input {}", self.history.next_number()) } else { input.name.clone() };
        self.evaluate(&name, &input.text)
    }

    fn keep_rewound(&mut self, title: &str, line: Line) {
        let after = self.history.done.last().map(|step| step.id);
        self.history.rewinds = vec![Rewind { after, title: title.to_owned(), line }];
    }

    /// Returns the number and the source of the input that assigns a variable, with the value replaced by other code.
    pub fn with_other_value(&self, name: &str, code: &str) -> Result<(usize, String), RewriteError> {
        let refused = || RewriteError::NotAssigned(name.to_owned());
        let views = self.names().variables();
        let number = views.iter().find(|view| view.name == name).and_then(|view| view.input).ok_or_else(refused)?;
        let input = self.history.inputs.iter().find(|input| input.number == number).ok_or_else(refused)?;
        let parsed = parse(&input.text, self.core.options_for(&input.name));
        let mut value = None;
        walk::for_each_everywhere(&parsed.program.body, &mut |expr| {
            if let ExprKind::Assign(_, left, right) = &expr.kind
                && matches!(&left.kind, ExprKind::Variable(assigned) if &**assigned == name)
            {
                value = Some((left.span, right.span, expr.span));
            }
        });
        let (left, _, whole) = value.ok_or_else(refused)?;
        let (start, end) = (left.end as usize, whole.end as usize);
        let text = &input.text;
        let (before, after) = (text.get(..start).ok_or_else(refused)?, text.get(end..).ok_or_else(refused)?);
        Ok((number, format!("{before} = {code}{after}")))
    }

    /// Resets a part of the state, undoably. Returns the changes.
    pub fn reset_part(&mut self, part: ResetPart, title: &str) -> Vec<StateChange> {
        let before = self.state();
        let steps = self.history.done.clone();
        let mut line = self.line();
        line.done.clear();
        line.undone.clear();
        let rewound = self.change_line(line);
        for step in steps {
            self.replay_without(part, &step);
        }
        let last = self.history.last_valued(self.history.next_number());
        self.core.vm.outputs.set_undone(self.history.gone.iter().copied().collect(), last);
        self.keep_rewound(title, rewound);
        before.changes_to(&self.state())
    }

    /// Replays the changes of a step that do not belong to a part. An input of which nothing is left counts as undone.
    fn replay_without(&mut self, part: ResetPart, step: &Step) {
        let changes = self.history.branches.inactive.get(&step.id).cloned().unwrap_or_default();
        let dropped = match part {
            ResetPart::Variables => ChangePart::Variable,
            ResetPart::Catalog => ChangePart::Catalog,
        };
        let count = changes.len();
        let kept: Vec<_> = changes.into_iter().filter(|change| self.core.vm.part_of(change) != dropped).collect();
        if kept.is_empty() {
            self.history.gone.insert(step.input);
            return;
        }
        let mark = self.core.vm.journal.mark();
        self.core.vm.replay(&kept);
        let id = if kept.len() == count { step.id } else { self.history.new_step() };
        if id == step.id {
            self.history.branches.inactive.remove(&id);
        }
        self.history.done.push(Step { id, mark, ..step.clone() });
    }

    /// Drops the changes of steps that no line has.
    pub(super) fn drop_unused_changes(&mut self) {
        let mut used: Vec<usize> = Vec::new();
        for branch in &self.history.branches.others {
            steps_of(&branch.line, &mut used);
        }
        for rewind in &self.history.rewinds {
            steps_of(&rewind.line, &mut used);
        }
        if let Some((_, rewind)) = &self.history.branches.redo {
            steps_of(&rewind.line, &mut used);
        }
        used.sort_unstable();
        self.history.branches.inactive.retain(|id, _| used.binary_search(id).is_ok());
    }
}

/// Collects the steps of a line and of the lines before it.
fn steps_of(line: &Line, ids: &mut Vec<usize>) {
    ids.extend(line.done.iter().map(|step| step.id));
    line.rewinds.iter().for_each(|rewind| steps_of(&rewind.line, ids));
}
