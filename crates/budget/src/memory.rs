//! Memory use of the process, and the memory that one evaluation may use.

#[cfg(target_family = "wasm")]
use super::module as system;
#[cfg(not(target_family = "wasm"))]
use super::process as system;

pub(super) use system::in_use;

/// The upper bound of the default limit.
const MAX_DEFAULT: u64 = 1 << 30;

/// The lower bound of the default limit, however little is available: below it nothing useful runs.
const MIN_DEFAULT: u64 = 32 << 20;

/// The divisor of the available memory that gives the default limit. A growing vector briefly needs three times its
/// size: the old and the new allocation.
const SHARE: u64 = 4;

/// Returns the default limit: a quarter of the memory available to this process, at most 1 GiB.
pub(super) fn default_limit() -> u64 {
    system::available().map_or(MAX_DEFAULT, |available| (available / SHARE).clamp(MIN_DEFAULT, MAX_DEFAULT))
}
