//! The recursion guard of named types: the names on either side of a query that are in progress.
//!
//! The reference's rules decide answers, not only termination. Once a name is met again on both sides, the
//! answer is yes, since every previous step succeeded. The marks on the right side remain for the rest of the
//! query.

/// The names in progress, and which sides recursed so far.
#[derive(Default)]
pub(super) struct Guard {
    left: Vec<usize>,
    right: Vec<usize>,
    left_again: bool,
    right_again: bool,
}

/// The effect of entering a name, which leaving it undoes.
pub(super) enum Entered {
    /// The name was new: leaving forgets it.
    New,
    /// The name was marked, or the side had recursed already.
    Known,
}

impl Guard {
    /// Returns whether both sides recursed.
    pub(super) fn both(&self) -> bool {
        self.left_again && self.right_again
    }

    /// Returns whether the left side recursed.
    pub(super) fn left_again(&self) -> bool {
        self.left_again
    }

    /// Returns the memo key for a part of a value: the names on the left side (which ones, while none was met
    /// again), and which sides recursed.
    pub(super) fn of_left(&self) -> (usize, bool, bool) {
        let names = if self.left_again { 0 } else { sum(&self.left) };
        (names, self.left_again, self.right_again)
    }

    /// Returns the memo key for a part of the type on the right side, where names are marked.
    pub(super) fn of_both(&self) -> (usize, usize, bool, bool) {
        let (left, left_again, right_again) = self.of_left();
        let right = if right_again { 0 } else { sum(&self.right) };
        (left, right, left_again, right_again)
    }

    /// Enters a name on the left side.
    pub(super) fn enter_left(&mut self, id: usize) -> Entered {
        enter(&mut self.left, &mut self.left_again, id)
    }

    /// Undoes [`Guard::enter_left`].
    pub(super) fn leave_left(&mut self, id: usize, entered: Entered) {
        leave(&mut self.left, &mut self.left_again, id, entered);
    }

    /// Enters a name (or a value) on the right side.
    pub(super) fn enter_right(&mut self, id: usize) -> Entered {
        enter(&mut self.right, &mut self.right_again, id)
    }

    /// Undoes [`Guard::enter_right`].
    pub(super) fn leave_right(&mut self, id: usize, entered: Entered) {
        leave(&mut self.right, &mut self.right_again, id, entered);
    }
}

/// An odd factor that spreads ids over all bits; where a word has 32 bits, its low half.
const SPREAD: usize = 0x9E37_79B9_7F4A_7C15_u64 as usize;

/// Combines the ids into one number.
fn sum(ids: &[usize]) -> usize {
    ids.iter().fold(ids.len(), |sum, id| sum.wrapping_add(id.wrapping_mul(SPREAD)))
}

fn enter(seen: &mut Vec<usize>, again: &mut bool, id: usize) -> Entered {
    if *again {
        return Entered::Known;
    }
    if seen.contains(&id) {
        *again = true;
        return Entered::Known;
    }
    seen.push(id);
    Entered::New
}

fn leave(seen: &mut Vec<usize>, again: &mut bool, id: usize, entered: Entered) {
    if let Entered::New = entered {
        *again = false;
        seen.retain(|other| *other != id);
    }
}
