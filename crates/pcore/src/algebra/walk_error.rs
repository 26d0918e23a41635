//! The first error of a walk over types and values that answers with a Boolean, as most of its callers have no error to
//! return. The operator that started the walk takes the error.

use std::cell::Cell;

thread_local! {
    static FIRST: Cell<Option<String>> = const { Cell::new(None) };
}

/// Keeps the message of an error unless an earlier one is kept.
pub(super) fn keep(message: String) {
    FIRST.set(FIRST.take().or(Some(message)));
}

/// Returns the kept message, and keeps none.
pub(super) fn take() -> Option<String> {
    FIRST.take()
}
