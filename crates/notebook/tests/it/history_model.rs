//! The history of a notebook against a model: a tree whose nodes are whole texts.

use std::time::Duration;

use pprepl_notebook::history::History;
use pprepl_notebook::{CellId, Document, Operation};
use proptest::prelude::*;

/// What a user does.
#[derive(Clone, Debug)]
enum Step {
    /// Puts a text in the place of a range, long after the last change.
    Edits(usize, usize, String),
    Folds(bool),
    Undoes,
    Redoes,
    /// Selects the next or the previous branch.
    Chooses(bool),
    Saves,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0usize..12, 0usize..4, "[a-c \n]{0,3}").prop_map(|(at, length, text)| Step::Edits(at, length, text)),
        1 => any::<bool>().prop_map(Step::Folds),
        4 => Just(Step::Undoes),
        3 => Just(Step::Redoes),
        2 => any::<bool>().prop_map(Step::Chooses),
        1 => Just(Step::Saves),
    ]
}

/// The text of the cell and whether it is folded.
type State = (String, bool);

/// A state with its later ones, and the one that redo leads to.
struct Node {
    state: State,
    parent: Option<usize>,
    children: Vec<usize>,
    chosen: usize,
    /// Folding is not in the file.
    is_fold: bool,
}

struct Model {
    nodes: Vec<Node>,
    current: usize,
    saved: usize,
}

impl Model {
    fn new(state: State) -> Model {
        let start = Node { state, parent: None, children: Vec::new(), chosen: 0, is_fold: false };
        Model { nodes: vec![start], current: 0, saved: 0 }
    }

    fn change(&mut self, state: State, is_fold: bool) {
        let new = self.nodes.len();
        let node = &mut self.nodes[self.current];
        node.chosen = node.children.len();
        node.children.push(new);
        self.nodes.push(Node { state, parent: Some(self.current), children: Vec::new(), chosen: 0, is_fold });
        self.current = new;
    }

    fn undo(&mut self) -> bool {
        let Some(parent) = self.nodes[self.current].parent else { return false };
        let place = self.nodes[parent].children.iter().position(|child| *child == self.current);
        self.nodes[parent].chosen = place.expect("a child of its parent");
        self.current = parent;
        true
    }

    fn redo(&mut self) -> bool {
        let node = &self.nodes[self.current];
        let Some(child) = node.children.get(node.chosen) else { return false };
        self.current = *child;
        true
    }

    fn choose(&mut self, next: bool) {
        let node = &mut self.nodes[self.current];
        let count = node.children.len();
        if count > 0 {
            node.chosen = (node.chosen + if next { 1 } else { count - 1 }) % count;
        }
    }

    /// The state that the file sees: before the folds that lead here.
    fn in_file(&self, mut at: usize) -> usize {
        while let (true, Some(parent)) = (self.nodes[at].is_fold, self.nodes[at].parent) {
            at = parent;
        }
        at
    }
}

fn state(document: &Document) -> State {
    let cell = &document.cells()[0];
    (cell.text.clone(), cell.folded)
}

fn applied(document: &mut Document, history: &mut History, operation: &Operation, now: Duration) {
    let undo = document.apply(operation.clone()).expect("an operation that fits");
    history.record(operation, undo, now);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_history_is_a_tree_of_texts(steps in prop::collection::vec(step(), 0..60)) {
        let mut document = Document::parse("some text\nmore\n");
        let id: CellId = document.cells()[0].id;
        let (mut history, mut model) = (History::new(), Model::new(state(&document)));
        for (turn, step) in steps.iter().enumerate() {
            let now = Duration::from_secs(10 * turn as u64);
            match step {
                Step::Edits(at, length, text) => {
                    let size = document.cells()[0].text.len();
                    let start = (*at).min(size);
                    let range = start..(start + length).min(size);
                    applied(&mut document, &mut history, &Operation::Edit { id, range, text: text.clone() }, now);
                    model.change(state(&document), false);
                }
                Step::Folds(folded) => {
                    applied(&mut document, &mut history, &Operation::Fold { id, folded: *folded }, now);
                    model.change(state(&document), true);
                }
                Step::Undoes => {
                    let done = history.undo(|operation| document.apply(operation));
                    prop_assert_eq!(done.is_some(), model.undo());
                    prop_assert!(done.is_none_or(|result| result.is_ok()));
                }
                Step::Redoes => {
                    let done = history.redo(|operation| document.apply(operation));
                    prop_assert_eq!(done.is_some(), model.redo());
                    prop_assert!(done.is_none_or(|result| result.is_ok()));
                }
                Step::Chooses(next) => {
                    history.choose(*next);
                    model.choose(*next);
                }
                Step::Saves => {
                    history.mark_saved();
                    model.saved = model.current;
                }
            }
            let node = &model.nodes[model.current];
            prop_assert_eq!(&state(&document), &node.state, "{:?}", step);
            prop_assert_eq!(history.branches(), (node.children.len(), node.chosen), "{:?}", step);
            prop_assert_eq!(history.can_undo(), node.parent.is_some());
            prop_assert_eq!(history.can_redo(), !node.children.is_empty());
            prop_assert_eq!(history.is_changed(), model.in_file(model.saved) != model.in_file(model.current));
        }
    }
}
