//! Files that only their owner can read.

use std::fs;

use pprepl_files::private;

#[test]
fn a_file_is_replaced_and_nothing_is_left_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("a/b");
    private::create_folder(&below).unwrap();
    let path = below.join("state.json");
    private::replace(&path, b"one").unwrap();
    private::replace_synced(&path, b"two").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"two");
    assert_eq!(fs::read_dir(&below).unwrap().count(), 1);
    assert!(private::create_new(&path).is_err(), "it exists");
}

#[test]
fn a_file_that_cannot_be_replaced_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("taken");
    fs::create_dir(&path).unwrap();
    fs::write(path.join("x"), "").unwrap();
    assert!(private::replace(&path, b"bytes").is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the temporary file is gone");
}

/// Other systems have no modes: there the files inherit the rights of the directory.
#[cfg(unix)]
#[test]
fn only_the_owner_has_rights() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("own");
    private::create_folder(&below).unwrap();
    private::replace(&below.join("file"), b"").unwrap();
    let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(below.clone()), mode(below.join("file"))), (0o700, 0o600));
}
