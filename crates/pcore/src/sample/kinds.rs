//! Lists with values of all kinds, and Binary values.

use std::rc::Rc;

use super::super::semver_range::parse_version;
use super::super::{Hash, Regexp, Value, uri};
use super::times::SECOND;
use super::{collections, semver};
use crate::algebra::constant;

/// Returns Binary values.
pub(super) fn binaries() -> Vec<Value> {
    let all: Vec<u8> = (0..=255).collect();
    [b"pprepl".to_vec(), Vec::new(), vec![0, 255], all].into_iter().map(|bytes| Value::Binary(Rc::new(bytes))).collect()
}

/// Returns one value of each kind of data.
pub(super) fn plain() -> Vec<Value> {
    let array = Value::array(vec![Value::Int(1), Value::str("two")]);
    let hash: Hash = [(Value::str("key"), Value::Int(1))].into_iter().collect();
    vec![
        Value::str("text"),
        Value::Int(1),
        Value::float(1.5),
        Value::bool(true),
        Value::Undef,
        array,
        Value::hash(hash),
        Value::array(Vec::new()),
        Value::hash(Hash::new()),
        Value::bool(false),
        Value::str(""),
        Value::Int(0),
    ]
}

/// Returns one value of each kind outside of data.
pub(super) fn rich() -> Vec<Value> {
    let mut found = vec![
        Value::Regexp(Regexp::new("a.c")),
        Value::Type(constant::integer()),
        Value::Default,
        Value::Timespan(Rc::new(90 * SECOND)),
        Value::Timestamp(Rc::new(0)),
        Value::Binary(Rc::new(b"pprepl".to_vec())),
        Value::Sensitive(Rc::new(Value::str("hidden"))),
        Value::hash([(Value::Int(1), Value::str("one"))].into_iter().collect()),
        Value::hash([(Value::Undef, Value::Default)].into_iter().collect()),
    ];
    found.extend(parse_version("1.2.3").ok().map(|version| Value::SemVer(Rc::new(version))));
    found.extend(semver::version_ranges().into_iter().take(1));
    found.extend(uri::parse("http://example.com/").ok());
    found.push(collections::keyed(found.clone()));
    found
}
