//! Memory use of the process, and the memory that one evaluation may use.

/// The upper bound of the default limit.
const MAX_DEFAULT: u64 = 1 << 30;

/// The lower bound of the default limit, however little is available: below it nothing useful runs.
const MIN_DEFAULT: u64 = 32 << 20;

/// The divisor of the available memory that gives the default limit. A growing vector briefly needs three times its
/// size: the old and the new allocation.
const SHARE: u64 = 4;

/// Returns the bytes of memory in use by this process; `None` if the system does not report it.
pub(super) fn in_use() -> Option<u64> {
    Some(memory_stats::memory_stats()?.physical_mem as u64)
}

/// Returns the default limit: a quarter of the memory available to this process, at most 1 GiB.
pub(super) fn default_limit() -> u64 {
    let least = [system(), control_group(), address_space()].into_iter().flatten().min();
    least.map_or(MAX_DEFAULT, |available| (available / SHARE).clamp(MIN_DEFAULT, MAX_DEFAULT))
}

/// Returns the memory that the system has available.
fn system() -> Option<u64> {
    let mut system = sysinfo::System::new().ok()?;
    system.refresh_memory_specifics(sysinfo::MemoryRefreshKind::nothing().with_ram());
    Some(system.available_memory()).filter(|available| *available > 0)
}

/// Returns the memory that remains in the control group (a container's limit).
fn control_group() -> Option<u64> {
    let limits = sysinfo::System::new().ok()?.cgroup_limits()?;
    Some(limits.free_memory)
}

/// Returns the address space that `ulimit -v` leaves.
#[cfg(unix)]
fn address_space() -> Option<u64> {
    let most = rustix::process::getrlimit(rustix::process::Resource::As).current?;
    let used = memory_stats::memory_stats()?.virtual_mem as u64;
    Some(most.saturating_sub(used))
}

/// Only Unix limits the address space of a process.
#[cfg(not(unix))]
fn address_space() -> Option<u64> {
    None
}
