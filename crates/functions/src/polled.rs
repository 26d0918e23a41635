//! Lists, strings and digests that may be large, created under the budget. Each element polls; each string is charged.

use pprepl_budget as budget;
use puppet_eval::EvalResult;

/// Bytes processed between two budget checks.
const CHUNK: usize = 1 << 20;

pub(super) fn collect<T>(items: impl Iterator<Item = T>) -> EvalResult<Vec<T>> {
    let count = items.size_hint().0;
    budget::charge(count.saturating_mul(size_of::<T>()))?;
    let mut all = Vec::with_capacity(count);
    for item in items {
        budget::poll()?;
        all.push(item);
    }
    Ok(all)
}

/// Collects the elements for which `keep` holds.
pub(super) fn filter<'v, T: Clone + 'v>(
    items: impl Iterator<Item = &'v T>,
    mut keep: impl FnMut(&T) -> EvalResult<bool>,
) -> EvalResult<Vec<T>> {
    let mut kept = Vec::new();
    for item in items {
        budget::poll()?;
        if keep(item)? {
            kept.push(item.clone());
        }
    }
    Ok(kept)
}

pub(super) fn map<I: Iterator, T>(items: I, mut change: impl FnMut(I::Item) -> EvalResult<T>) -> EvalResult<Vec<T>> {
    let count = items.size_hint().0;
    budget::charge(count.saturating_mul(size_of::<T>()))?;
    let mut all = Vec::with_capacity(count);
    for item in items {
        budget::poll()?;
        all.push(change(item)?);
    }
    Ok(all)
}

/// Writes a string character by character.
pub(super) fn write(text: &str, mut write: impl FnMut(char, &mut String)) -> EvalResult<String> {
    budget::charge(text.len())?;
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        budget::poll()?;
        write(letter, &mut out);
    }
    Ok(out)
}

pub(super) fn join<'t>(texts: impl Iterator<Item = &'t str>, separator: &str) -> EvalResult<String> {
    let mut out = String::new();
    for (at, text) in texts.enumerate() {
        budget::charge(text.len() + separator.len())?;
        if at > 0 {
            out.push_str(separator);
        }
        out.push_str(text);
    }
    Ok(out)
}

/// Computes the digest of bytes.
pub(super) fn digest<D: sha2::Digest>(bytes: &[u8]) -> EvalResult<Vec<u8>> {
    let mut digest = D::new();
    for chunk in bytes.chunks(CHUNK) {
        budget::check()?;
        digest.update(chunk);
    }
    Ok(digest.finalize().to_vec())
}
