//! Opened files: opened without blocking, then checked by handle.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::time::Duration;

use super::Rejection;

/// Directories that hold no user files: their content comes from the kernel, or from a device.
const SYSTEM: [&str; 3] = ["/proc", "/dev", "/sys"];

/// Rejects everything but regular files.
pub(super) fn check_kind(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() { Ok(()) } else { Err(kind_of(metadata).into()) }
}

#[cfg(unix)]
fn kind_of(metadata: &Metadata) -> Rejection {
    use std::os::unix::fs::FileTypeExt;
    let kind = metadata.file_type();
    if kind.is_dir() {
        Rejection::Folder
    } else if kind.is_fifo() {
        Rejection::Pipe
    } else if kind.is_socket() {
        Rejection::Socket
    } else {
        Rejection::Device
    }
}

#[cfg(not(unix))]
fn kind_of(metadata: &Metadata) -> Rejection {
    if metadata.is_dir() { Rejection::Folder } else { Rejection::Device }
}

/// Returns whether the kernel generates the content of a regular file, before it is opened: opening such a file may
/// have an effect. Regular files below other directories of the system are rejected once they are open.
#[cfg(target_os = "linux")]
pub(super) fn is_of_the_system(path: &Path) -> bool {
    rustix::fs::statfs(path).is_ok_and(|about| is_kernel_system(about.f_type as u32))
}

/// Returns whether a path is below a directory of the system, links followed.
#[cfg(not(target_os = "linux"))]
pub(super) fn is_of_the_system(path: &Path) -> bool {
    fs::canonicalize(path).is_ok_and(|real| is_below_system(&real))
}

fn is_below_system(real: &Path) -> bool {
    cfg!(unix) && SYSTEM.iter().any(|folder| real.starts_with(folder))
}

/// Returns whether a file has several names (hard links).
#[cfg(unix)]
pub fn has_other_name(metadata: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) > 1
}

/// Returns `false`: the standard library does not count the names of a file here.
#[cfg(not(unix))]
pub fn has_other_name(_: &Metadata) -> bool {
    false
}

/// How an existing file is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
    /// Reading and writing.
    Update,
    /// Reading and appending.
    Append,
}

/// Opens a file for reading. Neither a pipe without a writer nor a terminal can block this, and no terminal becomes
/// the controlling terminal of the process.
pub(super) fn open(path: &Path) -> io::Result<File> {
    open_existing(path, Access::Read)
}

/// Opens an existing file as [`open`] does.
#[cfg(unix)]
pub(super) fn open_existing(path: &Path, access: Access) -> io::Result<File> {
    open_by_flags(path, access, rustix::fs::OFlags::empty())
}

/// Opens an existing file as [`open`] does. Rejects a link at the end of the path.
#[cfg(unix)]
pub(super) fn open_unfollowed(path: &Path, access: Access) -> io::Result<File> {
    match open_by_flags(path, access, rustix::fs::OFlags::NOFOLLOW) {
        Err(_) if fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink()) => Err(Rejection::Link.into()),
        opened => opened,
    }
}

#[cfg(unix)]
fn open_by_flags(path: &Path, access: Access, more: rustix::fs::OFlags) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags};
    let access = match access {
        Access::Read => OFlags::RDONLY,
        Access::Write => OFlags::WRONLY,
        Access::Update => OFlags::RDWR,
        Access::Append => OFlags::RDWR | OFlags::APPEND,
    };
    let flags = access | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC | more;
    Ok(File::from(rustix::fs::open(path, flags, Mode::empty())?))
}

#[cfg(not(unix))]
pub(super) fn open_existing(path: &Path, access: Access) -> io::Result<File> {
    match access {
        Access::Read => File::open(path),
        Access::Write => File::options().write(true).open(path),
        Access::Update => File::options().read(true).write(true).open(path),
        Access::Append => File::options().read(true).append(true).open(path),
    }
}

/// Opens an existing file. Rejects a link at the end of the path, which this system follows: it is looked at before.
#[cfg(not(unix))]
pub(super) fn open_unfollowed(path: &Path, access: Access) -> io::Result<File> {
    if fs::symlink_metadata(path)?.is_symlink() {
        return Err(Rejection::Link.into());
    }
    open_existing(path, access)
}

/// The number of attempts to open a pipe without a reader, and the pause between them.
#[cfg(unix)]
const TRIES: (u32, Duration) = (200, Duration::from_millis(10));

/// Opens a file that is not a regular file for writing. Waits for the reader of a pipe only as long as [`TRIES`]
/// allow.
#[cfg(unix)]
pub(super) fn open_stream(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let mut opened = rustix::fs::open(path, flags, Mode::empty());
    for _ in 0..TRIES.0 {
        if !matches!(opened, Err(rustix::io::Errno::NXIO)) {
            break;
        }
        std::thread::sleep(TRIES.1);
        opened = rustix::fs::open(path, flags, Mode::empty());
    }
    let file = opened?;
    // The write itself waits for the reader, which exists now.
    rustix::fs::fcntl_setfl(&file, OFlags::empty())?;
    Ok(File::from(file))
}

#[cfg(not(unix))]
pub(super) fn open_stream(path: &Path) -> io::Result<File> {
    File::options().write(true).open(path)
}

/// Returns the real path of an opened file, all links followed. Rejects a file of the system.
pub(super) fn checked_path(file: &File, path: &Path) -> io::Result<PathBuf> {
    let real = real_path(file, path)?;
    if is_below_system(&real) || is_of_kernel(file) { Err(Rejection::System.into()) } else { Ok(real) }
}

/// Rejects a file of the system that the user named. Shared memory, below `/dev`, may hold files of users.
#[cfg(target_os = "linux")]
pub(super) fn check_named(file: &File, _: &Path) -> io::Result<()> {
    if is_of_kernel(file) { Err(Rejection::System.into()) } else { Ok(()) }
}

/// Rejects a file of the system that the user named.
#[cfg(not(target_os = "linux"))]
pub(super) fn check_named(file: &File, path: &Path) -> io::Result<()> {
    checked_path(file, path).map(drop)
}

/// Returns whether the kernel generates the content, wherever its file system is mounted.
#[cfg(target_os = "linux")]
fn is_of_kernel(file: &File) -> bool {
    rustix::fs::fstatfs(file).is_ok_and(|about| is_kernel_system(about.f_type as u32))
}

/// Returns whether the kernel generates the files of a file system of this type.
#[cfg(target_os = "linux")]
fn is_kernel_system(magic: u32) -> bool {
    /// The magic numbers of file systems: proc, sysfs, debugfs, tracefs, securityfs.
    const KERNEL: [u32; 5] = [0x9fa0, 0x6265_6572, 0x6462_6720, 0x7472_6163, 0x7363_6673];
    KERNEL.contains(&magic)
}

#[cfg(not(target_os = "linux"))]
fn is_of_kernel(_: &File) -> bool {
    false
}

/// Returns the real path of an opened file, all links followed.
#[cfg(target_os = "linux")]
pub(super) fn real_path(file: &File, path: &Path) -> io::Result<PathBuf> {
    use std::os::fd::AsRawFd;
    // Without /proc, only the path can be resolved.
    let real = fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd())).ok();
    real.filter(|real| real.is_absolute()).map_or_else(|| fs::canonicalize(path), Ok)
}

#[cfg(not(any(target_os = "linux", target_family = "wasm")))]
pub(super) fn real_path(_: &File, path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}

/// The files of a module are in memory and have no links, and its system resolves no paths: the steps of the path are
/// its real path.
#[cfg(target_family = "wasm")]
pub(super) fn real_path(_: &File, path: &Path) -> io::Result<PathBuf> {
    let mut real = PathBuf::from("/");
    for step in path.components() {
        match step {
            std::path::Component::Normal(name) => real.push(name),
            std::path::Component::ParentDir => drop(real.pop()),
            std::path::Component::RootDir | std::path::Component::CurDir | std::path::Component::Prefix(_) => {}
        }
    }
    Ok(real)
}
