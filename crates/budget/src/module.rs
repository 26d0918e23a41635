//! The memory of a WebAssembly module: it grows in pages and never shrinks.

/// The size of a page, in bytes.
const PAGE: u64 = 64 << 10;

/// The memory that a module may have in all, in bytes: half of what it can address, as browsers do not give more to
/// every page.
const MAX: u64 = 2 << 30;

/// Returns the bytes of the module's memory.
pub(super) fn in_use() -> Option<u64> {
    Some(core::arch::wasm32::memory_size::<0>() as u64 * PAGE)
}

/// Returns the bytes that the module may still ask for.
pub(super) fn available() -> Option<u64> {
    Some(MAX.saturating_sub(in_use()?))
}
