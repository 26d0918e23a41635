//! Stable sorts that add little to the program: one sort of positions serves all types.
//!
//! `slice::sort_by_key` is about 6 KB of code for each type and key. Use it where the time of a sort counts.

use std::cmp::Ordering;

/// Sorts by a key and keeps the order of items with equal keys.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |one, other| key(one).cmp(&key(other)));
}

/// Sorts by a comparison and keeps the order of equal items.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let order = positions(items.len(), &mut |one, other| match (items.get(one), items.get(other)) {
        (Some(one), Some(other)) => compare(one, other),
        _ => Ordering::Equal,
    });
    for (at, other) in swaps(order) {
        items.swap(at, other);
    }
}

/// Returns the positions of `count` items in their order.
fn positions(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|one, other| compare(*one, *other));
    order
}

/// Returns the swaps that bring each item to its place, cycle by cycle.
fn swaps(mut order: Vec<usize>) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for start in 0..order.len() {
        let mut at = start;
        while let Some(place) = order.get_mut(at) {
            let next = std::mem::replace(place, at);
            if next == start || next == at {
                break;
            }
            found.push((at, next));
            at = next;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns numbers below `bound` that follow no order (a linear congruential generator).
    fn numbers(count: usize, bound: u64) -> Vec<u64> {
        let mut state = 42_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % bound
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn sorts_as_the_standard_library() {
        for count in [0, 1, 2, 3, 20, 21, 1_000] {
            for bound in [1, 2, 10, 1_000_000] {
                let mut items: Vec<(u64, usize)> = numbers(count, bound).into_iter().zip(0..).collect();
                let mut expected = items.clone();
                expected.sort_by_key(|item| item.0);
                sort_by_key(&mut items, |item| item.0);
                assert_eq!(items, expected, "{count} numbers below {bound}");
                expected.sort_by(|one, other| other.cmp(one));
                sort_by(&mut items, |one, other| other.cmp(one));
                assert_eq!(items, expected, "{count} numbers below {bound}, descending");
            }
        }
    }

    #[test]
    fn a_sorted_list_needs_no_swap() {
        assert_eq!(swaps(positions(100, &mut |one, other| one.cmp(&other))), []);
        assert_eq!(swaps(vec![1, 0, 2]), [(0, 1)]);
    }

    #[test]
    fn each_item_is_swapped_at_most_once_more_than_needed() {
        let mut order = numbers(10_000, 1_000_000);
        let sorted = positions(order.len(), &mut |one, other| order[one].cmp(&order[other]));
        assert!(swaps(sorted).len() < order.len());
        sort_by(&mut order, Ord::cmp);
        assert!(order.is_sorted());
    }
}
