//! Differences of two texts by lines.

use pprepl_text::difference::{changed_lines, line_role, unified};
use pprepl_text::theme::Role;

#[test]
fn changed_lines_have_a_sign_and_its_role() {
    let lines = changed_lines("a\nb\nc\n", "a\nx\nc\nd\n");
    assert_eq!(lines, ["- b", "+ x", "+ d"]);
    let roles: Vec<Option<Role>> = lines.iter().map(|line| line_role(line)).collect();
    assert_eq!(roles, [Some(Role::Error), Some(Role::Success), Some(Role::Success)]);
    for other in ["", "-", "+", "-b", "+x", "  b", "é"] {
        assert_eq!(line_role(other), None, "{other:?}");
    }
}

/// The lines `1` to `20`, with some of them replaced.
fn numbers(replaced: &[(usize, &str)]) -> String {
    let line = |number: usize| match replaced.iter().find(|(at, _)| *at == number) {
        Some((_, text)) => (*text).to_owned(),
        None => format!("{number}\n"),
    };
    (1..=20).map(line).collect()
}

#[test]
fn near_changes_share_a_hunk() {
    let text = |replaced: &[(usize, &str)]| unified("f", &numbers(&[]), &numbers(replaced));
    assert_eq!(text(&[]), "");
    assert_eq!(text(&[(5, "five\n")]), "--- a/f\n+++ b/f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
    // Six equal lines between the changes are in the context of both.
    let near = text(&[(5, "five\n"), (12, "twelve\n")]);
    assert!(near.contains("@@ -2,14 +2,14 @@") && near.matches("@@ ").count() == 1, "{near}");
    let far = text(&[(5, "five\n"), (13, "")]);
    assert!(far.contains("@@ -2,7 +2,7 @@") && far.contains("@@ -10,7 +10,6 @@"), "{far}");
    let ends = text(&[(1, ""), (20, "20")]);
    assert!(ends.contains("@@ -1,4 +1,3 @@\n-1\n 2\n 3\n 4\n"), "{ends}");
    assert!(ends.ends_with(" 19\n-20\n+20\n\\ No newline at end of file\n"), "{ends}");
    let insertion = unified("f", "", "a\nb\n");
    assert_eq!(insertion, "--- a/f\n+++ b/f\n@@ -0,0 +1,2 @@\n+a\n+b\n");
}
