//! The built-in functions: every row is found, documented, and its example gives what the row says.

use pprepl::functions::{builtins, documentation, find};

#[test]
fn rows_are_sorted_and_named_once() {
    let names: Vec<&str> = builtins().map(|row| row.name).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(names, sorted);
    for row in builtins() {
        assert!(std::ptr::eq(find(row.name).unwrap(), row), "{}", row.name);
    }
    assert!(find("no_such_function").is_none());
    assert!(find("").is_none());
}

#[test]
fn every_row_says_what_it_does_in_a_sentence() {
    for row in builtins() {
        assert!(!row.signatures.is_empty(), "{}", row.name);
        assert!(row.summary.ends_with(['.', '?']) && row.summary.len() >= 15, "{}: {}", row.name, row.summary);
    }
}

#[test]
fn only_puppets_statement_functions_go_without_parentheses() {
    let statements: Vec<&str> = builtins().filter(|row| row.statement).map(|row| row.name).collect();
    let expected = "break contain debug err fail import include info next notice realize require return tag warning";
    assert_eq!(statements.join(" "), expected);
}

#[test]
fn documentation_shows_signatures_summary_and_example() {
    let text = documentation(find("slice").unwrap());
    assert_eq!(
        text,
        "slice(Hash $hash, Integer[1, default] $size, Optional[Callable] &$block) >> Any
slice(Iterable $list, Integer[1, default] $size, Optional[Callable] &$block) >> Any

Cuts into arrays of a size; a lambda gets each slice as one array or as that many arguments.

  [1, 2, 3, 4, 5].slice(2)
  => [[1, 2], [3, 4], [5]]
"
    );
}
