//! Ranges of integers, floats, times and sizes: their intersections and differences.

use std::rc::Rc;

use super::super::super::{FloatRange, Int, IntegerRange, Size, TimeRange, Ty, Type};

/// The bounds of a range, inclusive; `None` means unbounded.
pub(super) type Bounds<N> = (Option<N>, Option<N>);

/// Returns the values in both ranges.
pub(super) fn both<N: PartialOrd + Clone>(a: &Bounds<N>, b: &Bounds<N>) -> Option<Bounds<N>> {
    let from = higher(&a.0, &b.0);
    let to = lower(&a.1, &b.1);
    is_range(&from, &to).then_some((from, to))
}

/// Returns the values of `a` below and above `b`. `before` and `after` return a value's neighbors.
pub(super) fn outside<N: PartialOrd + Clone>(
    a: &Bounds<N>,
    b: &Bounds<N>,
    before: impl Fn(&N) -> Option<N>,
    after: impl Fn(&N) -> Option<N>,
) -> Vec<Bounds<N>> {
    let below = b.0.as_ref().and_then(before).and_then(|last| both(a, &(None, Some(last))));
    let above = b.1.as_ref().and_then(after).and_then(|first| both(a, &(Some(first), None)));
    below.into_iter().chain(above).collect()
}

fn is_range<N: PartialOrd>(from: &Option<N>, to: &Option<N>) -> bool {
    match (from, to) {
        (Some(from), Some(to)) => from <= to,
        _ => true,
    }
}

fn higher<N: PartialOrd + Clone>(a: &Option<N>, b: &Option<N>) -> Option<N> {
    match (a, b) {
        (Some(x), Some(y)) => Some(if x > y { x.clone() } else { y.clone() }),
        (a, b) => a.clone().or(b.clone()),
    }
}

fn lower<N: PartialOrd + Clone>(a: &Option<N>, b: &Option<N>) -> Option<N> {
    match (a, b) {
        (Some(x), Some(y)) => Some(if x < y { x.clone() } else { y.clone() }),
        (a, b) => a.clone().or(b.clone()),
    }
}

/// Returns the bounds of a range of numbers or times, ascending.
pub(super) fn integer_bounds(range: &IntegerRange) -> Bounds<Int> {
    let (from, to) = range.ascending();
    (from.cloned(), to.cloned())
}

pub(super) fn time_bounds(range: &TimeRange) -> Bounds<i128> {
    (range.from, range.to)
}

pub(super) fn size_bounds(size: Size) -> Bounds<i64> {
    (Some(size.from.max(0)), size.to)
}

pub(super) fn integer((from, to): Bounds<Int>) -> Ty {
    Rc::new(Type::Integer(IntegerRange { from, to }))
}

pub(super) fn float((from, to): Bounds<f64>) -> Ty {
    Rc::new(Type::Float(FloatRange { from, to }))
}

pub(super) fn time((from, to): Bounds<i128>) -> Box<TimeRange> {
    Box::new(TimeRange { from, to, floats: (false, false) })
}

pub(super) fn size((from, to): Bounds<i64>) -> Size {
    Size { from: from.unwrap_or(0), to }
}

/// Returns the next smaller integer.
pub(super) fn integer_before(int: &Int) -> Option<Int> {
    Some(Int::from(int.to_big() - 1))
}

/// Returns the next larger integer.
pub(super) fn integer_after(int: &Int) -> Option<Int> {
    Some(Int::from(int.to_big() + 1))
}

/// Returns the next smaller float; `None` below the smallest one.
pub(super) fn float_before(float: &f64) -> Option<f64> {
    (*float != f64::NEG_INFINITY).then(|| float.next_down())
}

/// Returns the next larger float; `None` above the largest one.
pub(super) fn float_after(float: &f64) -> Option<f64> {
    (*float != f64::INFINITY).then(|| float.next_up())
}

pub(super) fn time_before(time: &i128) -> Option<i128> {
    time.checked_sub(1)
}

pub(super) fn time_after(time: &i128) -> Option<i128> {
    time.checked_add(1)
}

pub(super) fn size_before(size: &i64) -> Option<i64> {
    size.checked_sub(1).filter(|size| *size >= 0)
}

pub(super) fn size_after(size: &i64) -> Option<i64> {
    size.checked_add(1)
}

/// Returns the sizes in both ranges.
pub(super) fn both_sizes(a: Size, b: Size) -> Option<Size> {
    both(&size_bounds(a), &size_bounds(b)).map(size)
}

/// Returns the sizes of `a` that `b` does not have.
pub(super) fn sizes_outside(a: Size, b: Size) -> Vec<Size> {
    outside(&size_bounds(a), &size_bounds(b), size_before, size_after).into_iter().map(size).collect()
}

/// Merges ranges that overlap or follow each other; `after` returns a value's next one.
pub(super) fn merged<N: PartialOrd + Clone>(
    mut ranges: Vec<Bounds<N>>,
    after: impl Fn(&N) -> Option<N>,
) -> Vec<Bounds<N>> {
    ranges.sort_by(|(a, _), (b, _)| match (a, b) {
        (None, None) => std::cmp::Ordering::Equal,
        (None, _) => std::cmp::Ordering::Less,
        (_, None) => std::cmp::Ordering::Greater,
        (Some(a), Some(b)) => a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal),
    });
    let mut found: Vec<Bounds<N>> = Vec::new();
    for (from, to) in ranges {
        match found.last_mut() {
            Some((_, last)) if follows(last, &from, &after) => {
                *last = if last.is_none() || to.is_none() { None } else { higher(last, &to) };
            }
            _ => found.push((from, to)),
        }
    }
    found
}

/// Returns whether no value lies between the end of one range and the start of the next.
fn follows<N: PartialOrd>(end: &Option<N>, start: &Option<N>, after: impl Fn(&N) -> Option<N>) -> bool {
    match (end, start) {
        (Some(end), Some(start)) => after(end).is_none_or(|next| *start <= next),
        _ => true,
    }
}
