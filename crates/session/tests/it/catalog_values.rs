//! Values of resource attributes at the edges of what is valid, as an installed Puppet takes or refuses them.

use puppet_catalog::schema::{AttributeVerdict, check};
use puppet_catalog::{builtin, capitalized, is_tag};
use puppet_pcore::Value;

fn refuses(type_name: &str, title: &str, attributes: &[(&str, &str)]) -> bool {
    let row = builtin(type_name).expect("a type");
    let values: Vec<(&str, Value)> = attributes.iter().map(|(name, value)| (*name, Value::str(*value))).collect();
    let given: Vec<(&str, &Value)> = values.iter().map(|(name, value)| (*name, value)).collect();
    check(row, title, &given).iter().any(|finding| finding.fit == AttributeVerdict::Refused)
}

/// Type, title, attribute, the values that Puppet takes, and those that it refuses.
type ValueRow = (&'static str, &'static str, &'static str, &'static [&'static str], &'static [&'static str]);

const VALUES: &[ValueRow] = &[
    ("file", "/x", "mode", &["644", "0644", "00644", "u=rw"], &["064444", "000644", "888", ""]),
    (
        "file",
        "/x",
        "source",
        &["/a", "puppet:///m/a", "file:///a", "http://a/b", "https://a/b"],
        &["ftp://a/b", "a", "puppet:a"],
    ),
    ("exec", "/bin/true", "environment", &["A=1", "_=1", "A_=1", "A=", "A-B=1"], &["=1", "-=1", "A", "é=1"]),
    (
        "schedule",
        "s",
        "range",
        &["2 - 4", "2-4", "23 - 4", "4 - 23", "2:59 - 4", "4 - 2:59", "22:30 - 05:00:00"],
        &["24 - 4", "4 - 24", "2:60 - 4", "4 - 2:60", "2 - x", "x - 2", "2 -", "- 2", "2"],
    ),
    (
        "schedule",
        "s",
        "weekday",
        &["Tues", "wednes", "Thurs", "satur", "tuesday", "sat", "mon", "monday", "6", "fri"],
        &["su", "sunda", "7", "tuesda", "frid"],
    ),
];

#[test]
fn values_at_the_edges_are_taken_or_refused() {
    let mut wrong = Vec::new();
    for (type_name, title, attribute, taken, refused) in VALUES {
        for (values, expected) in [(taken, false), (refused, true)] {
            let differs = |value: &&&str| refuses(type_name, title, &[(attribute, value)]) != expected;
            wrong.extend(values.iter().filter(differs).map(|value| format!("{type_name}: {attribute} => {value:?}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_checksum_has_the_digits_of_its_kind() {
    for (kind, length) in [("md5", 32), ("sha1", 40), ("sha224", 56), ("sha256", 64), ("sha384", 96), ("sha512", 128)] {
        for (value, expected) in [
            ("a".repeat(length), false),
            ("a".repeat(length - 1), true),
            ("a".repeat(length + 1), true),
            (format!("g{}", "a".repeat(length - 1)), true),
        ] {
            let found = refuses("file", "/x", &[("checksum", kind), ("checksum_value", &value)]);
            assert_eq!(found, expected, "{kind} {value}");
        }
    }
}

#[test]
fn a_tag_has_words_and_signs_between_them() {
    for tag in ["a", "é", "_x", "é_x", "é:x", "é.x", "é-x", "a:b"] {
        assert!(is_tag(tag), "{tag:?}");
    }
    for tag in ["-é", "é x", "a b", ""] {
        assert!(!is_tag(tag), "{tag:?}");
    }
}

/// The node may run Windows, whose paths Puppet takes there.
#[test]
fn a_source_may_be_a_path_of_windows() {
    for (path, expected) in [
        (r"C:/a", false),
        (r"C:\a", false),
        (r"z:/", false),
        (r"\\server\a", false),
        (r"C:a", true),
        (r"C:", true),
        (r"1:/a", true),
        (r"CD:/a", true),
        (r"\a", true),
    ] {
        assert_eq!(refuses("file", "/x", &[("source", path)]), expected, "{path}");
    }
}

#[test]
fn a_reference_has_capitals_after_each_colon() {
    for (name, expected) in [
        ("file", "File"),
        ("a::b_c::d", "A::B_c::D"),
        ("é::à::b", "É::À::B"),
        ("aé::bß", "Aé::Bß"),
        ("ß", "SS"),
        ("", ""),
    ] {
        assert_eq!(capitalized(name), expected);
    }
}
