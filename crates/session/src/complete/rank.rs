//! Ranks candidates against the typed text. Names that start with it are offered alone, so that their common start can be
//! inserted at once; without any, those that contain its letters in order, the best match first.

use pprepl_text::fuzzy::FuzzyQuery;

use super::item::Item;

/// How a label matches the typed text, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    Start,
    StartOfAnyCase,
    Fuzzy,
}

/// Returns the items that match `typed`, best first.
pub fn matching_items(items: Vec<Item>, typed: &str) -> Vec<Item> {
    let lower = typed.to_lowercase();
    let mut ranked: Vec<(Match, Item)> =
        items.into_iter().filter_map(|item| Some((kind_of_match(&item.label, typed, &lower)?, item))).collect();
    let Some(best) = ranked.iter().map(|(rank, _)| *rank).min() else { return Vec::new() };
    ranked.retain(|(rank, _)| *rank == best);
    let mut items: Vec<Item> = ranked.into_iter().map(|(_, item)| item).collect();
    items.sort_by(|a, b| (a.order, a.kind, &a.label).cmp(&(b.order, b.kind, &b.label)));
    items.dedup_by(|a, b| a.label == b.label);
    if best == Match::Fuzzy {
        let mut query = FuzzyQuery::new(typed);
        items.sort_by_cached_key(|item| std::cmp::Reverse(query.score(&item.label)));
    }
    items
}

/// Returns whether a label matches the typed text.
pub fn is_match(label: &str, typed: &str) -> bool {
    kind_of_match(label, typed, &typed.to_lowercase()).is_some()
}

fn kind_of_match(label: &str, typed: &str, lower: &str) -> Option<Match> {
    if label.starts_with(typed) {
        return Some(Match::Start);
    }
    let label = label.to_lowercase();
    if label.starts_with(lower) {
        return Some(Match::StartOfAnyCase);
    }
    // A `$` or a quote alone does not identify a name.
    let letters = lower.chars().filter(|c| c.is_alphanumeric()).count();
    (letters > 1 && (label.contains(lower) || in_order(&label, lower))).then_some(Match::Fuzzy)
}

/// Returns whether `label` contains the letters of `typed` in this order, starting with the same letter.
fn in_order(label: &str, typed: &str) -> bool {
    let mut rest = label.chars();
    label.chars().next() == typed.chars().next() && typed.chars().all(|c| rest.any(|l| l == c))
}
