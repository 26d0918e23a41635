//! The captures of the highlight query.

use pprepl_text::Span;
use pprepl_text::theme::Role;

/// A span of a source and its capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight {
    pub span: Span,
    /// One of [`CAPTURES`](crate::CAPTURES).
    pub capture: Role,
}

/// A captured node and the index of its pattern.
#[derive(Clone, Copy)]
pub(super) struct Capture {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) pattern: usize,
    pub(super) capture: Role,
}

impl Capture {
    /// Shifts the offsets forward by `on` and back by `back`.
    pub(super) fn moved(&self, on: usize, back: usize) -> Capture {
        let move_place = |place: usize| (place + on).saturating_sub(back);
        Capture { start: move_place(self.start), end: move_place(self.end), ..*self }
    }
}
