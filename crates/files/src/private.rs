//! Files and directories that only their owner can read. On Windows they inherit the rights of the user's profile.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::Access;

/// Restricts the files that these options create.
fn restrict(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// Creates a directory, and those above it that are missing.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Creates a file; fails where one exists.
pub fn create_new(path: &Path) -> io::Result<File> {
    restrict(OpenOptions::new().write(true).read(true).create_new(true)).open(path)
}

/// Creates a file for reading and appending; fails where one exists.
pub(crate) fn create_new_for_append(path: &Path) -> io::Result<File> {
    restrict(OpenOptions::new().append(true).read(true).create_new(true)).open(path)
}

/// Opens a file of pprepl's own for reading and appending, and creates it if it is missing.
///
/// # Errors
/// It is not a regular file.
pub fn open_for_append(path: &Path) -> io::Result<File> {
    match create_new_for_append(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => super::open(path, Access::Append),
        created => created,
    }
}

/// Replaces a file atomically. A process killed meanwhile leaves one of the two; a system that crashes may lose both.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_after(path, bytes, |_| Ok(()))
}

/// Replaces a file atomically, after its bytes are on the disk.
pub fn replace_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_after(path, bytes, File::sync_all)
}

fn replace_after(path: &Path, bytes: &[u8], sync: impl Fn(&File) -> io::Result<()>) -> io::Result<()> {
    let beside = path.with_extension(format!("{}.new", std::process::id()));
    // A leftover of a killed process: the number in its name is the id of this process.
    let _ = fs::remove_file(&beside);
    let written = create_new(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        sync(&file)
    });
    let replaced = written.and_then(|()| fs::rename(&beside, path));
    if replaced.is_err() {
        // The failed temporary file has no further use.
        let _ = fs::remove_file(&beside);
    }
    replaced
}
