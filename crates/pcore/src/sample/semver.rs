//! Versions and ranges of versions.

use std::rc::Rc;

use super::super::Value;
use super::super::semver_range::{SemVerRange, parse_version};
use super::Sampler;

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
