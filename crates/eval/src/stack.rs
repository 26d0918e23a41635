//! The value stack: segments of slots.

use puppet_pcore::Value;

/// Returns a value stack that has room for at least `size` slots more than a segment.
pub(crate) fn new_stack(size: usize) -> Vec<Value> {
    const SEGMENT: usize = 4096;
    let mut stack = Vec::new();
    stack.resize_with(size + SEGMENT, || Value::Unset);
    stack
}
