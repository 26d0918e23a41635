//! Fuzzy search: what matches, and in which order.

use pprepl_text::fuzzy::FuzzyQuery;

#[test]
fn letters_match_in_order_and_the_best_comes_first() {
    let texts = ["notice($x)", "$ports.map |$p| { $p }", "map", "include apache"];
    assert_eq!(FuzzyQuery::new("map").ranked(&texts), [2, 1]);
    assert_eq!(FuzzyQuery::new("incap").ranked(&texts), [3]);
    assert_eq!(FuzzyQuery::new("ap inc").ranked(&texts), [3]);
    assert_eq!(FuzzyQuery::new("").ranked(&texts), [0, 1, 2, 3]);
    assert!(FuzzyQuery::new("zz").ranked(&texts).is_empty());
}

#[test]
fn punctuation_has_no_meaning_of_its_own() {
    let texts = ["'a' != $b", "!$a", "^", "x$"];
    assert_eq!(FuzzyQuery::new("!$").ranked(&texts).first(), Some(&1));
    assert_eq!(FuzzyQuery::new("$b").ranked(&texts), [0]);
}

#[test]
fn case_counts_only_when_typed() {
    let texts = ["service", "Service"];
    assert_eq!(FuzzyQuery::new("ser").ranked(&texts).len(), 2);
    assert_eq!(FuzzyQuery::new("Ser").ranked(&texts), [1]);
}
