//! The elements of nested arrays, which are not arrays themselves.
//!
//! Arrays share their parts: sixty nested arrays may have 2^60 leaves. So every walk polls the budget.

use std::rc::Rc;
use std::slice::Iter;

use pprepl_budget as budget;
use rustc_hash::FxHashSet;

use super::{Array, Value};

/// The leaves of values, from left to right. Ends early when the budget is exhausted; the caller polls it before it uses
/// what it got.
pub struct Leaves<'v> {
    /// The arrays around the next leaf, the outermost first, each with what remains of it.
    open: Vec<Iter<'v, Value>>,
    /// The addresses of the shared arrays that were visited, where each is visited once.
    visited: Option<FxHashSet<usize>>,
}

impl Leaves<'_> {
    fn is_first_visit(&mut self, array: &Rc<Array>) -> bool {
        let Some(visited) = &mut self.visited else { return true };
        Rc::strong_count(array) == 1 || visited.insert(Rc::as_ptr(array).addr())
    }
}

impl<'v> Iterator for Leaves<'v> {
    type Item = &'v Value;

    fn next(&mut self) -> Option<&'v Value> {
        loop {
            match self.open.last_mut()?.next() {
                _ if budget::is_exhausted() => return None,
                None => drop(self.open.pop()),
                Some(Value::Array(array)) if self.is_first_visit(array) => self.open.push(array.items.iter()),
                Some(Value::Array(_)) => {}
                Some(leaf) => return Some(leaf),
            }
        }
    }
}

/// Returns the leaves of values: each that is not an array, and those of each array.
pub fn leaves(values: &[Value]) -> Leaves<'_> {
    Leaves { open: vec![values.iter()], visited: None }
}

/// Returns the leaves of one value: itself, if it is not an array.
pub fn leaves_of(value: &Value) -> Leaves<'_> {
    leaves(std::slice::from_ref(value))
}

/// Returns the leaves of one value, where an array that occurs again is visited once: the walk is linear.
pub fn distinct_leaves(value: &Value) -> Leaves<'_> {
    Leaves { visited: Some(FxHashSet::default()), ..leaves_of(value) }
}

/// Returns values with the arrays among them flattened. Ends early when the budget is exhausted, by the memory of the
/// result, too; the caller polls it before it uses the result.
pub fn flatten(values: &[Value]) -> Vec<Value> {
    let mut flat = Vec::with_capacity(values.len());
    for leaf in leaves(values) {
        if flat.len() == flat.capacity() && budget::charge(2 * flat.len() * size_of::<Value>()).is_err() {
            break;
        }
        flat.push(leaf.clone());
    }
    flat
}
