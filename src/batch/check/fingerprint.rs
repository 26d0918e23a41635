//! Identifies a finding across runs: by its rule and the text of its line, not by the number of the line.

use std::collections::HashMap;

use pprepl_session::Report;

/// The findings of a file by rule and line text.
pub(super) struct Fingerprints<'t> {
    lines: Vec<&'t str>,
    seen: HashMap<u64, usize>,
}

impl<'t> Fingerprints<'t> {
    /// Starts the findings of a source.
    pub(super) fn new(text: &'t str) -> Fingerprints<'t> {
        Fingerprints { lines: text.lines().collect(), seen: HashMap::new() }
    }

    /// Returns the fingerprint of the next finding: a hash, and the number of earlier findings with this hash plus one.
    pub(super) fn next(&mut self, report: &Report) -> String {
        let at = report.place().map_or(0, |(line, _)| (line as usize).saturating_sub(1));
        let line = self.lines.get(at).copied().unwrap_or_default().trim();
        let hash = fnv(&[report.code.as_str(), "\n", line]);
        let count = self.seen.entry(hash).or_default();
        *count += 1;
        format!("{hash:016x}:{count}")
    }
}

/// Returns the 64-bit FNV-1a hash of a string in parts. The standard library's hashes may change between versions.
fn fnv(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
