//! Recursion of types that contain themselves: which named types (on either side of a question) are being looked at.
//!
//! The reference's rules decide answers, not only termination: once a name is met again on both sides, the answer is
//! yes, since everything on the way to it was; the marks on the right side stay for the rest of the question.

/// What was met again so far.
#[derive(Default)]
pub(super) struct Guard {
    left: Vec<usize>,
    right: Vec<usize>,
    left_again: bool,
    right_again: bool,
}

/// What entering a name did, to be undone by leaving.
pub(super) enum Entered {
    /// It was new: leaving forgets it.
    New,
    /// It was there, or the side had recursed already.
    Known,
}

impl Guard {
    /// Both sides recursed?
    pub(super) fn both(&self) -> bool {
        self.left_again && self.right_again
    }

    /// The left side recursed?
    pub(super) fn left_again(&self) -> bool {
        self.left_again
    }

    /// What an answer depends on for a part of the value: the names on the left side (which of them, while none was met
    /// again), and what recursed.
    pub(super) fn of_left(&self) -> (usize, bool, bool) {
        let names = if self.left_again { 0 } else { sum(&self.left) };
        (names, self.left_again, self.right_again)
    }

    /// The same for a part of the type on the right side, where names are marked.
    pub(super) fn of_both(&self) -> (usize, usize, bool, bool) {
        let (left, left_again, right_again) = self.of_left();
        let right = if right_again { 0 } else { sum(&self.right) };
        (left, right, left_again, right_again)
    }

    /// Enters a name on the left side.
    pub(super) fn enter_left(&mut self, id: usize) -> Entered {
        enter(&mut self.left, &mut self.left_again, id)
    }

    /// Leaves it.
    pub(super) fn leave_left(&mut self, id: usize, entered: Entered) {
        leave(&mut self.left, &mut self.left_again, id, entered);
    }

    /// Enters a name (or a value) on the right side.
    pub(super) fn enter_right(&mut self, id: usize) -> Entered {
        enter(&mut self.right, &mut self.right_again, id)
    }

    /// Leaves it.
    pub(super) fn leave_right(&mut self, id: usize, entered: Entered) {
        leave(&mut self.right, &mut self.right_again, id, entered);
    }
}

/// Which ids these are, in one number.
fn sum(ids: &[usize]) -> usize {
    ids.iter().fold(ids.len(), |sum, id| sum.wrapping_add(id.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
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
