//! Colors inside regular expressions.

use pprepl_text::theme::Role;
use puppet_tree::{Highlighter, IncrementalHighlighter};

fn parts(text: &str) -> Vec<(String, Role)> {
    let mut live = IncrementalHighlighter::new(Highlighter::new());
    while !live.follow(text) {}
    live.highlights(0).iter().map(|one| (one.span.of(text).to_owned(), one.capture)).collect()
}

#[test]
fn capturing_groups_have_their_own_colors() {
    let found = parts(r"$x =~ /^(\d+)-(?:a|(?<name>b))[()]$/");
    let of = |role| -> String { found.iter().filter(|part| part.1 == role).map(|part| part.0.as_str()).collect() };
    assert_eq!(of(Role::Group1), "()");
    assert_eq!(of(Role::Group2), "(?<name>)");
    assert_eq!(of(Role::StringEscape), "\\d");
    assert!(of(Role::Operator).contains("(?:"), "{found:?}");
}

#[test]
fn a_division_has_no_groups() {
    assert!(parts("$x / (1 + 2) / 3").iter().all(|part| part.1 != Role::Group1));
}

#[test]
fn the_template_of_inline_epp_is_colored() {
    let found = parts("inline_epp(@(END))\n  <% if $x { %>text<% } %>\n  | END\n");
    assert!(found.iter().any(|part| part.0 == "if" && part.1 != Role::StringHeredoc), "{found:?}");
}

#[test]
fn unfinished_expressions_are_colored_as_far_as_possible() {
    for text in ["/", "/(", "/(?", "/(?<", "/(?<n", "/[", "/\\", "/)", "/(?<=", "/\u{e9}(\u{e9}"] {
        parts(&format!("$x =~ {text}"));
        parts(&format!("$x =~ {text}/"));
    }
}
