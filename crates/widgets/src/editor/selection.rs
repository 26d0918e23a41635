//! The selection of an edited text: its start, its shape, and the smaller selections it was expanded from.

/// How the anchor and the cursor delimit a selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// The characters between them.
    #[default]
    Between,
    /// The character under the later one too (vi's visual mode).
    Inclusive,
    /// Complete lines (vi's visual line mode).
    Lines,
}

/// The start of the selection; the cursor is its end.
#[derive(Default)]
pub struct Selection {
    /// The start of the selection.
    pub anchor: Option<usize>,
    /// Which characters it covers.
    pub shape: Shape,
    /// Whether every movement selects (Emacs' mark).
    pub marking: bool,
    /// The anchor and cursor before each expansion.
    pub grown: Vec<(Option<usize>, usize)>,
}

impl Selection {
    /// Clears the selection; its shape stays.
    pub fn clear(&mut self) {
        self.anchor = None;
        self.marking = false;
    }

    /// Sets Emacs' mark at the cursor, or clears it if it is there.
    pub fn set_mark(&mut self, cursor: usize) {
        self.marking = !(self.marking && self.anchor == Some(cursor));
        self.anchor = self.marking.then_some(cursor);
    }
}
