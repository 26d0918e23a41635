//! Scrolling of rows that are higher than their area.

/// The scroll state of an area.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scroll {
    /// The first visible row.
    pub top: usize,
    /// The number of rows, and the height of the area, at the last frame.
    rows: usize,
    height: usize,
    /// Whether the next frame scrolls to the last block.
    reveals: bool,
}

impl Scroll {
    /// Scrolls to the last block in the next frame.
    pub fn reveal(&mut self) {
        self.reveals = true;
    }

    /// Adapts to the rows and the area of a frame; `last` is the first row of the last block.
    pub fn fit(&mut self, rows: usize, height: usize, last: usize) {
        (self.rows, self.height) = (rows, height);
        if std::mem::take(&mut self.reveals) {
            // The whole block where it fits, or else its beginning.
            self.top = if rows - last.min(rows) <= height { self.max_top() } else { last };
        }
        self.top = self.top.min(self.max_top());
    }

    /// Scrolls by a number of rows.
    pub fn by(&mut self, rows: isize) {
        self.top = self.top.saturating_add_signed(rows).min(self.max_top());
    }

    /// Scrolls down by a page. Returns `false` at the end.
    pub fn page_down(&mut self) -> bool {
        let is_below = self.has_below();
        if is_below {
            self.by(self.page());
        }
        is_below
    }

    /// Returns the rows of a page: one less than the area has.
    pub fn page(&self) -> isize {
        isize::try_from(self.height.saturating_sub(1)).unwrap_or(1).max(1)
    }

    /// Returns whether rows are hidden below the area.
    pub fn has_below(&self) -> bool {
        self.top < self.max_top()
    }

    fn max_top(&self) -> usize {
        self.rows.saturating_sub(self.height)
    }
}
