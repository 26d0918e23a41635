//! How much memory the process uses, and how much one evaluation may use.

/// The most that one evaluation may use unless a setting says otherwise.
const MAX_DEFAULT: u64 = 1 << 30;

/// The least, however little is available: below it nothing useful runs.
const MIN_DEFAULT: u64 = 32 << 20;

/// The share of the available memory that one evaluation may use. A vector that grows needs three times its size for a
/// moment: the old and the new room.
const SHARE: u64 = 4;

/// The bytes of memory in use by this process; `None` where the system does not say.
pub(super) fn in_use() -> Option<u64> {
    Some(memory_stats::memory_stats()?.physical_mem as u64)
}

/// The default limit: a quarter of what is available to this process, at most 1 GiB.
pub(super) fn default_limit() -> u64 {
    let least = [system(), control_group(), address_space()].into_iter().flatten().min();
    least.map_or(MAX_DEFAULT, |available| (available / SHARE).clamp(MIN_DEFAULT, MAX_DEFAULT))
}

/// What the system has available.
fn system() -> Option<u64> {
    let mut system = sysinfo::System::new().ok()?;
    system.refresh_memory_specifics(sysinfo::MemoryRefreshKind::nothing().with_ram());
    Some(system.available_memory()).filter(|available| *available > 0)
}

/// What the control group (a container's limit) has left.
fn control_group() -> Option<u64> {
    let limits = sysinfo::System::new().ok()?.cgroup_limits()?;
    Some(limits.free_memory)
}

/// What `ulimit -v` leaves of the address space.
#[cfg(unix)]
fn address_space() -> Option<u64> {
    let most = rustix::process::getrlimit(rustix::process::Resource::As).current?;
    let used = memory_stats::memory_stats()?.virtual_mem as u64;
    Some(most.saturating_sub(used))
}

/// Only unix limits the address space of a process.
#[cfg(not(unix))]
fn address_space() -> Option<u64> {
    None
}
