//! The syntax tree of a document, which is parsed when a request needs it: many keys have none that does.

use std::cell::{Ref, RefCell};

use puppet_tree::{Dialect, Document as Tree};

/// The tree of an earlier or of the present text of a document.
pub struct CurrentTree(RefCell<Tree>);

impl CurrentTree {
    /// Creates the tree of an empty document.
    pub fn new(dialect: Dialect) -> CurrentTree {
        CurrentTree(RefCell::new(Tree::of(dialect, "")))
    }

    /// Returns the tree of this text. What differs from the text of the last call is parsed.
    pub fn of(&self, text: &str) -> Ref<'_, Tree> {
        if let Ok(mut tree) = self.0.try_borrow_mut() {
            tree.set_text(text, None);
        }
        self.0.borrow()
    }
}
