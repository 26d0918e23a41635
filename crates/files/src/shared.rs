//! Files of a directory that others can write, too. Such a file is opened only if it is a regular file with one name:
//! a link could lead to any file of the user, and a pipe would block.

use std::fs::{DirEntry, File};
use std::io;
use std::path::Path;

use super::Rejection;
use super::handle::{self, Access, check_kind, has_other_name};

/// Returns whether a directory entry is a regular file, and not a link to one.
pub fn is_regular(entry: &DirEntry) -> bool {
    entry.file_type().is_ok_and(|kind| kind.is_file())
}

/// Opens a file for reading.
///
/// # Errors
/// It is a link, has a second name, or is not a regular file.
pub fn open(path: &Path) -> io::Result<File> {
    checked(handle::open_unfollowed(path, Access::Read)?)
}

/// Opens an existing file for reading and appending.
///
/// # Errors
/// It does not exist, is a link, has a second name, or is not a regular file.
pub fn open_for_append(path: &Path) -> io::Result<File> {
    checked(handle::open_unfollowed(path, Access::Append)?)
}

/// Opens a file for reading and appending, and creates it if it is missing. Only its owner can read a new file.
///
/// # Errors
/// It is a link, has a second name, or is not a regular file.
pub fn create_or_append(path: &Path) -> io::Result<File> {
    match super::private::create_new_for_append(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => open_for_append(path),
        created => created,
    }
}

fn checked(file: File) -> io::Result<File> {
    let metadata = file.metadata()?;
    check_kind(&metadata)?;
    if has_other_name(&metadata) { Err(Rejection::Link.into()) } else { Ok(file) }
}
