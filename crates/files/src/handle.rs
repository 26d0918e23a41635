//! Opened files: opened so that nothing blocks, and asked what they really are.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::time::Duration;

use super::Rejection;

/// Directories that hold no files of anybody: what is read there is made by the kernel, or is a device.
const SYSTEM: [&str; 3] = ["/proc", "/dev", "/sys"];

/// Refuses what is no regular file.
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

/// Returns whether it is below a directory of the system, links followed.
pub(super) fn is_of_the_system(path: &Path) -> bool {
    fs::canonicalize(path).is_ok_and(|real| is_below_system(&real))
}

fn is_below_system(real: &Path) -> bool {
    cfg!(unix) && SYSTEM.iter().any(|folder| real.starts_with(folder))
}

/// Opens a file for reading. Neither a pipe without a writer nor a terminal can hold this up, and no terminal becomes that
/// of the process.
#[cfg(unix)]
pub(super) fn open(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok(File::from(rustix::fs::open(path, flags, Mode::empty())?))
}

#[cfg(not(unix))]
pub(super) fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// How often, and after how long, a pipe without a reader is tried again.
#[cfg(unix)]
const TRIES: (u32, Duration) = (200, Duration::from_millis(10));

/// Opens what is no regular file for writing. A reader of a pipe may be on its way; one that does not come is not waited
/// for any longer.
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
    // The writing itself waits for the reader that there is.
    rustix::fs::fcntl_setfl(&file, OFlags::empty())?;
    Ok(File::from(file))
}

#[cfg(not(unix))]
pub(super) fn open_stream(path: &Path) -> io::Result<File> {
    File::options().write(true).open(path)
}

/// Refuses an opened file of the system's own.
pub(super) fn check_system(file: &File, path: &Path) -> io::Result<()> {
    if is_below_system(&real_path(file, path)?) || is_of_kernel(file) { Err(Rejection::System.into()) } else { Ok(()) }
}

/// Returns whether the kernel makes up what is read, wherever its file system is mounted.
#[cfg(target_os = "linux")]
fn is_of_kernel(file: &File) -> bool {
    /// The kinds of file systems: proc, sysfs, debugfs, tracefs, securityfs.
    const KERNEL: [u32; 5] = [0x9fa0, 0x6265_6572, 0x6462_6720, 0x7472_6163, 0x7363_6673];
    rustix::fs::fstatfs(file).is_ok_and(|about| KERNEL.contains(&(about.f_type as u32)))
}

#[cfg(not(target_os = "linux"))]
fn is_of_kernel(_: &File) -> bool {
    false
}

/// Where an opened file really is, all links followed.
#[cfg(target_os = "linux")]
pub(super) fn real_path(file: &File, path: &Path) -> io::Result<PathBuf> {
    use std::os::fd::AsRawFd;
    // Without /proc the path is what there is to ask.
    let real = fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd())).ok();
    real.filter(|real| real.is_absolute()).map_or_else(|| fs::canonicalize(path), Ok)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn real_path(_: &File, path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}
