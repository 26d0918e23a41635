//! The captures of the highlight query.

/// A captured node and the index of its pattern.
#[derive(Clone, Copy)]
pub(super) struct Capture {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) pattern: usize,
    pub(super) capture: &'static str,
}

impl Capture {
    /// Shifts the offsets forward by `on` and back by `back`.
    pub(super) fn moved(&self, on: usize, back: usize) -> Capture {
        let move_place = |place: usize| (place + on).saturating_sub(back);
        Capture { start: move_place(self.start), end: move_place(self.end), ..*self }
    }
}
