//! Ranks candidates against the typed text: prefix matches; else substring matches; else letters in order. Only the
//! best rank is offered, so that a common prefix can be inserted at once.

use super::item::Item;

/// Returns the items that match `typed`, best first.
pub fn matching_items(items: Vec<Item>, typed: &str) -> Vec<Item> {
    let mut ranked: Vec<(u8, Item)> =
        items.into_iter().filter_map(|item| rank(&item.label, typed).map(|rank| (rank, item))).collect();
    let Some(best) = ranked.iter().map(|(rank, _)| *rank).min() else { return Vec::new() };
    ranked.retain(|(rank, _)| *rank == best);
    let mut items: Vec<Item> = ranked.into_iter().map(|(_, item)| item).collect();
    items.sort_by(|a, b| (a.kind, &a.label).cmp(&(b.kind, &b.label)));
    items.dedup_by(|a, b| a.label == b.label);
    items
}

/// Returns the rank of `label`; `None` without a match.
fn rank(label: &str, typed: &str) -> Option<u8> {
    if label.starts_with(typed) {
        return Some(0);
    }
    let (label, typed) = (label.to_lowercase(), typed.to_lowercase());
    if label.starts_with(&typed) {
        return Some(1);
    }
    // A `$` or a quote alone does not identify a name.
    let letters = typed.chars().filter(|c| c.is_alphanumeric()).count();
    match letters {
        0 | 1 => None,
        _ if label.contains(&typed) => Some(2),
        _ if in_order(&label, &typed) => Some(3),
        _ => None,
    }
}

/// Returns whether `label` contains the letters of `typed` in this order, starting with the same letter.
fn in_order(label: &str, typed: &str) -> bool {
    let mut rest = label.chars();
    label.chars().next() == typed.chars().next() && typed.chars().all(|c| rest.any(|l| l == c))
}
