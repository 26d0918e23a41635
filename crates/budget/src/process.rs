//! The memory of the process and of the system.

/// Returns the bytes of memory in use by this process; `None` if the system does not report it.
pub(super) fn in_use() -> Option<u64> {
    Some(memory_stats::memory_stats()?.physical_mem as u64)
}

/// Returns the bytes that the process may still use, as far as the system reports it.
pub(super) fn available() -> Option<u64> {
    [system(), control_group(), address_space()].into_iter().flatten().min()
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
