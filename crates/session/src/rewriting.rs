//! Commands that rewrite the history of a session: an input runs again as other code with all inputs after it, or a part
//! of the state is reset. The line before is kept for `:undo`.

use std::collections::BTreeSet;

use puppet_eval::ChangePart;
use puppet_syntax::ast::ExprKind;
use puppet_syntax::{parse, walk};

use super::branching::{change_line, lines};
use super::line::{Line, Rewind};
use super::state_view::{StateChange, state};
use super::step::Step;
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

/// Rewrites the history of a session.
pub struct Rewriter<'s> {
    session: &'s mut Session,
}

impl<'s> Rewriter<'s> {
    /// Returns the service for a session.
    pub fn new(session: &'s mut Session) -> Rewriter<'s> {
        Rewriter { session }
    }
}

impl Rewriter<'_> {
    /// Runs an input again as other code, and all inputs after it. Failed and undone inputs are omitted. If an input
    /// that succeeded before fails, the session is unchanged.
    pub fn run_again_from(&mut self, number: usize, text: &str, title: &str) -> Result<RewriteView, RewriteError> {
        let former = self.session.history.inputs.clone();
        let is_active = |input: &&InputView| !input.failed && !self.session.history.gone.contains(&input.number);
        let later: Vec<InputView> =
            former.iter().filter(|input| input.number > number).filter(is_active).cloned().collect();
        let Some(first) = former.iter().find(|input| input.number == number) else {
            return Err(RewriteError::NoInput(number));
        };
        if let Some(node) = std::iter::once(first).chain(&later).find(|input| input.name == "node") {
            return Err(RewriteError::Node(node.number));
        }
        let before = state(self.session);
        let mut line = lines(self.session).line();
        line.cut(number);
        let rewound = change_line(self.session, line);
        let edited = InputView { text: text.to_owned(), ..first.clone() };
        let count = 1 + later.len();
        for input in std::iter::once(edited).chain(later) {
            let evaluation = self.evaluate_as(&input);
            if evaluation.failed() {
                change_line(self.session, rewound);
                self.session.history.drop_unused_changes();
                return Err(RewriteError::Failed(input.number, evaluation.reports));
            }
        }
        self.keep_rewound(title, rewound);
        let values = changed_values(&former, &self.session.history.inputs);
        Ok(RewriteView { inputs: count, values, changes: before.changes_to(&state(self.session)) })
    }

    /// Evaluates an input under the name that it gets now.
    fn evaluate_as(&mut self, input: &InputView) -> super::Evaluation {
        let is_typed = input.name == format!("input {}", input.number);
        let name = if is_typed { format!("input {}", self.session.history.next_number()) } else { input.name.clone() };
        self.session.evaluate_step(&InputView { name, ..input.clone() }.source(&input.text), |_| {})
    }

    pub(crate) fn keep_rewound(&mut self, title: &str, line: Line) {
        let after = self.session.history.done.last().map(|step| step.id);
        self.session.history.rewinds = vec![Rewind { after, title: title.to_owned(), line }];
    }

    /// Returns the number and the source of the input that assigns a variable, with the value replaced by other code.
    pub fn with_other_value(&self, name: &str, code: &str) -> Result<(usize, String), RewriteError> {
        let refused = || RewriteError::NotAssigned(name.to_owned());
        let views = self.session.names().variables();
        let number = views.iter().find(|view| view.name == name).and_then(|view| view.input).ok_or_else(refused)?;
        let input = self.session.history.inputs.iter().find(|input| input.number == number).ok_or_else(refused)?;
        let parsed = parse(&input.text, self.session.core.options_for(&input.name));
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
        let before = state(self.session);
        let steps = self.session.history.done.clone();
        let mut line = lines(self.session).line();
        line.done.clear();
        line.undone.clear();
        let rewound = change_line(self.session, line);
        for step in steps {
            self.replay_without(part, &step);
        }
        self.follow_outputs();
        self.keep_rewound(title, rewound);
        before.changes_to(&state(self.session))
    }

    /// Undoes the inputs with this source name: a cell that runs again replaces its former run. The changes
    /// of later inputs are replayed, and nothing runs. Returns whether an input of the name had changed something.
    pub fn withdraw(&mut self, source_name: &str, title: &str) -> bool {
        let is_active = |input: &&InputView| input.name == source_name && !self.session.is_undone(input.number);
        let numbers: BTreeSet<usize> = self.session.inputs().iter().filter(is_active).map(|one| one.number).collect();
        if !self.session.history.done.iter().any(|step| numbers.contains(&step.input)) {
            return false;
        }
        let mut line = lines(self.session).line();
        line.done.retain(|step| !numbers.contains(&step.input));
        line.undone.clear();
        line.gone.extend(&numbers);
        let rewound = change_line(self.session, line);
        self.follow_outputs();
        self.keep_rewound(title, rewound);
        self.session.history.drop_unused_changes();
        true
    }

    /// Synchronizes the match variables and the named values with the inputs that are active.
    fn follow_outputs(&mut self) {
        self.session.core.vm.set_matches(self.session.history.matches());
        let last = self.session.history.last_valued(self.session.history.next_number());
        self.session.core.vm.outputs.set_undone(self.session.history.gone.iter().copied().collect(), last);
    }

    /// Replays the changes of a step that do not belong to a part. An input of which nothing is left counts as undone.
    fn replay_without(&mut self, part: ResetPart, step: &Step) {
        let changes = self.session.history.branches.inactive.get(&step.id).cloned().unwrap_or_default();
        let dropped = match part {
            ResetPart::Variables => ChangePart::Variable,
            ResetPart::Catalog => ChangePart::Catalog,
        };
        let count = changes.len();
        let kept: Vec<_> =
            changes.into_iter().filter(|change| self.session.core.vm.part_of(change) != dropped).collect();
        if kept.is_empty() {
            self.session.history.gone.insert(step.input);
            return;
        }
        let mark = self.session.core.vm.journal.mark();
        self.session.core.vm.replay(&kept);
        let id = if kept.len() == count { step.id } else { self.session.history.new_step() };
        if id == step.id {
            self.session.history.branches.inactive.remove(&id);
        }
        self.session.history.done.push(Step { id, mark, ..step.clone() });
    }
}

/// Returns the inputs whose value changed.
pub(super) fn changed_values(old: &[InputView], new: &[InputView]) -> Vec<(usize, Option<String>, Option<String>)> {
    let pairs = old.iter().zip(new).filter(|(old, new)| old.value != new.value);
    pairs.map(|(old, new)| (old.number, old.value.clone(), new.value.clone())).collect()
}
