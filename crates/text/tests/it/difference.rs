//! Differences of two texts by lines.

use pprepl_text::difference::{changed_lines, line_role};
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
