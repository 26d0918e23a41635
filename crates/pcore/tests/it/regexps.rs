//! The check of a pattern that is not compiled gives the same answer as the one that compiles it.

use proptest::prelude::*;
use puppet_pcore::Regexp;

/// The error messages of both checks.
fn both(source: &str) -> (Option<String>, Option<String>) {
    let message = |result: puppet_pcore::Result<()>| result.err().map(|issue| issue.message);
    (message(Regexp::new(source).validate()), message(Regexp::new(source).check()))
}

#[test]
fn validation_finds_what_compilation_finds() {
    let fine = [
        "",
        "abc",
        r"^\d+(\.\d+)*$",
        r"\A[a-z][\w-]{0,61}\Z",
        r"(?i:x|y)+?",
        r"[[:alpha:]&&[^q]]",
        r"\p{Alpha}{3,5}",
        r"(?<n>a)\k<n>",
        r"(a(?=b))\1",
        r"\h{8}-\h{4}",
    ];
    for source in fine {
        assert_eq!(both(source), (None, None), "{source}");
    }
    let invalid = ["(", "[", "a**{", "(?<n", r"\k<x>", "[z-a]", r"(?:\p{L}{999}){99}"];
    for source in invalid {
        let (quick, full) = both(source);
        assert_eq!(quick, full, "{source}");
    }
    assert!(both(r"(?:\p{L}{999}){99}").0.is_some_and(|message| message.contains("too big")));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn validation_agrees_with_compilation(source in r"([a-c]|\\w|\\p\{L\}|[(\[]|[)\]]|\||[*+?]|\{[0-9]{1,4}\}|\^|\\k<n>|\(\?<n>){0,12}") {
        let (quick, full) = both(&source);
        prop_assert_eq!(quick, full);
    }
}
