//! Which candidates fit what was typed: those that start with it; else those that hold it; else those that hold its
//! letters in order. Only the best kind is offered, so that a common beginning can be put in at once.

use super::item::Item;

/// The items that fit `typed`, best first.
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

/// How well `label` fits; `None` when it does not.
fn rank(label: &str, typed: &str) -> Option<u8> {
    if label.starts_with(typed) {
        return Some(0);
    }
    let (label, typed) = (label.to_lowercase(), typed.to_lowercase());
    if label.starts_with(&typed) {
        return Some(1);
    }
    // A `$` or a quote alone says nothing of the name.
    let letters = typed.chars().filter(|c| c.is_alphanumeric()).count();
    match letters {
        0 | 1 => None,
        _ if label.contains(&typed) => Some(2),
        _ if in_order(&label, &typed) => Some(3),
        _ => None,
    }
}

/// Returns whether the letters are of `typed` in `label`, in this order, the first one first.
fn in_order(label: &str, typed: &str) -> bool {
    let mut rest = label.chars();
    label.chars().next() == typed.chars().next() && typed.chars().all(|c| rest.any(|l| l == c))
}
