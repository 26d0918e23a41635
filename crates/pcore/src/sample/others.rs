//! Versions, times, bytes, URIs, and lists of values of all kinds.

use std::rc::Rc;

use super::super::semver_range::{SemVerRange, parse_version};
use super::super::{Hash, Regexp, TimeRange, Ty, Uri, Value, uri};
use super::{Sampler, collections, pattern};
use crate::algebra::constant;

const SECOND: i128 = 1_000_000_000;

impl Sampler {
    /// Returns versions that the ranges name, and their neighbors.
    pub(super) fn versions(&mut self, ranges: &[Rc<SemVerRange>]) -> Vec<Value> {
        let mut found = Vec::new();
        for range in ranges.iter().take(20) {
            let named = versions_in(&range.canonical());
            found.extend(named.iter().cloned());
            found.extend(named.iter().flat_map(neighbours));
        }
        let usual = ["1.2.3", "0.0.0", "1.0.0", "2.0.0", "0.1.0", "10.20.30", "1.0.0-alpha.1", "1.0.0+build.5"];
        found.extend(usual.iter().filter_map(|text| parse_version(text).ok()));
        found.push(semver::Version::new(
            self.random.below(9) as u64,
            self.random.below(9) as u64,
            self.random.below(99) as u64,
        ));
        found.into_iter().map(|version| Value::SemVer(Rc::new(version))).collect()
    }

    pub(super) fn timespans(&mut self, range: &TimeRange) -> Vec<Value> {
        let usual = [3600 * SECOND, 0, 90 * SECOND, -SECOND, 5_000_000, 86_400 * SECOND, 123_456_789_012_345];
        self.times(range, &usual).into_iter().map(|time| Value::Timespan(Rc::new(time))).collect()
    }

    pub(super) fn timestamps(&mut self, range: &TimeRange) -> Vec<Value> {
        let usual = [1_577_934_245, 0, -1, 951_827_696, 4_102_444_800, 253_402_300_799].map(|time| time * SECOND);
        self.times(range, &usual).into_iter().map(|time| Value::Timestamp(Rc::new(time))).collect()
    }

    fn times(&mut self, range: &TimeRange, usual: &[i128]) -> Vec<i128> {
        let mut found: Vec<i128> = Vec::new();
        found.extend(range.from.into_iter().chain(range.to));
        found.extend(usual);
        let chance = i128::from(self.random.next() >> 8);
        match (range.from, range.to) {
            (Some(from), Some(to)) if from <= to => found.push(from.saturating_add((to.saturating_sub(from)) / 2)),
            (Some(from), _) => found.extend([from.saturating_add(1), from.saturating_add(chance)]),
            (_, Some(to)) => found.extend([to.saturating_sub(1), to.saturating_sub(chance)]),
            _ => found.push(chance),
        }
        found.retain(|time| range.from.is_none_or(|from| from <= *time) && range.to.is_none_or(|to| *time <= to));
        found
    }

    pub(super) fn uris(&mut self, parameters: Option<&Value>) -> Vec<Value> {
        let usual =
            ["http://example.com/a?b=c#d", "https://me@example.com:8443/", "file:///etc/hosts", "mailto:a@b.com", "x"];
        let mut found: Vec<Value> = Vec::new();
        match parameters {
            Some(Value::Uri(uri)) => found.push(Value::Uri(uri.clone())),
            Some(Value::Str(text)) => found.extend(uri::parse(&text.text).ok()),
            Some(Value::Hash(parts)) => found.extend(self.uri_of(parts)),
            _ => {}
        }
        found.extend(usual.iter().filter_map(|text| uri::parse(text).ok()));
        found
    }

    fn uri_of(&mut self, parts: &Hash) -> Option<Value> {
        let mut made = uri::Parts::default();
        for (key, wanted) in parts.iter() {
            let part = self.part(wanted)?;
            match key.as_str()? {
                "scheme" => made.scheme = Some(part),
                "userinfo" => made.userinfo = Some(part),
                "host" => made.host = Some(part),
                "port" => made.port = part.parse().ok(),
                "path" => made.path = part,
                "query" => made.query = Some(part),
                "fragment" => made.fragment = Some(part),
                "opaque" => made.opaque = Some(part),
                _ => return None,
            }
        }
        let host_needed = made.port.is_some() || made.userinfo.is_some();
        made.host = made.host.or_else(|| host_needed.then(|| "example.com".to_owned()));
        let text = made.to_text();
        uri::parse(&text).ok().or_else(|| Some(Value::Uri(Rc::new(Uri { text: text.into() }))))
    }

    /// Returns a string that matches the requirement on a URI part.
    fn part(&mut self, wanted: &Value) -> Option<String> {
        match wanted {
            Value::Str(text) => Some(text.text.clone()),
            Value::Int(number) => Some(number.to_string()),
            Value::Regexp(re) => pattern::matching(re, &mut self.random).first()?.as_str().map(str::to_owned),
            Value::Type(ty) => match self.pool(ty, 1).first()? {
                Value::Str(text) => Some(text.text.clone()),
                Value::Int(number) => Some(number.to_string()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns arguments for `new`: instances of the type, and strings and numbers that it converts.
    pub(super) fn initial(&mut self, inner: Option<&Ty>, arguments: &[Value], n: usize) -> Vec<Value> {
        let Some(inner) = inner else { return self.any(n) };
        let own = self.pool(inner, n);
        let texts = ["42", "1.5", "true", "1.2.3", "1-00:00:00", "2020-01-02", "text", "http://a/"];
        let mut others: Vec<Value> = vec![Value::Int(1), Value::float(2.0), Value::bool(true)];
        others.extend(texts.iter().map(|text| Value::str(*text)));
        others.push(Value::array(vec![Value::array(vec![Value::str("a"), Value::Int(1)])]));
        others.extend(
            own.iter()
                .take(3)
                .map(|value| Value::array(std::iter::once(value.clone()).chain(arguments.iter().cloned()).collect())),
        );
        others.push(Value::hash([(Value::str("from"), Value::str("10"))].into_iter().collect()));
        super::in_turns(vec![own, others])
    }
}

/// Returns the versions that a range's text names.
pub(super) fn versions_in(text: &str) -> Vec<semver::Version> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '=' | '|'));
    words.filter_map(|word| parse_version(word).ok()).collect()
}

/// Returns the neighbors of a version.
pub(super) fn neighbours(version: &semver::Version) -> Vec<semver::Version> {
    let semver::Version { major, minor, patch, .. } = *version;
    let mut found = vec![
        semver::Version::new(major, minor, patch),
        semver::Version::new(major, minor, patch.saturating_add(1)),
        semver::Version::new(major, minor.saturating_add(1), 0),
        semver::Version::new(major.saturating_add(1), 0, 0),
    ];
    if patch > 0 {
        found.push(semver::Version::new(major, minor, patch - 1));
    } else if minor > 0 {
        found.push(semver::Version::new(major, minor - 1, 99));
    } else if major > 0 {
        found.push(semver::Version::new(major - 1, 99, 99));
    }
    found
}

/// Returns ranges of versions.
pub(super) fn version_ranges() -> Vec<Value> {
    let texts =
        [">=1.0.0 <2.0.0", "*", "1.2.3", "~1.2", "^1.0.0", ">=1.0.0", "<0.5.0", "1.0.0 - 2.0.0", "1.x || >=3.0.0"];
    let range = |text: &&str| SemVerRange::parse(text).ok().map(|range| Value::SemVerRange(Rc::new(range)));
    texts.iter().filter_map(range).collect()
}

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
    found.extend(version_ranges().into_iter().take(1));
    found.extend(uri::parse("http://example.com/").ok());
    found.push(collections::keyed(found.clone()));
    found
}
