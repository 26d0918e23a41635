//! Reading within limits, and the words for what is not read.

use std::fs;
use std::io::{self, ErrorKind};

use pprepl_files::{read_argument, read_named, read_named_text, reason};

#[test]
fn a_file_is_read_up_to_its_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    for (length, limit, refusal) in [
        (0, 0, None),
        (1, 0, Some("larger than 0 bytes")),
        (10, 10, None),
        (11, 10, Some("larger than 10 bytes")),
        (1 << 20, (1 << 20) - 1, Some("larger than 1048575 bytes")),
        (1 << 20, 1 << 20, None),
        ((1 << 20) + 1, 1 << 20, Some("larger than 1 MiB")),
        ((3 << 20) + 1, (2 << 20) + 5, Some("larger than 2 MiB")),
        (3 << 20, 3 << 20, None),
    ] {
        fs::write(&path, vec![b'x'; length]).unwrap();
        for read in [read_named, read_argument] {
            let found = read(&path, limit as u64);
            let shown = found.as_ref().map(Vec::len).map_err(reason);
            assert_eq!(shown, refusal.map_or(Ok(length), |words| Err(words.to_owned())), "{length} {limit}");
        }
    }
    assert_eq!(reason(&read_named(folder.path(), 1).unwrap_err()), "is a directory");
    assert_eq!(reason(&read_argument(folder.path(), 1).unwrap_err()), "is a directory");
}

#[test]
fn text_is_utf_8() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    fs::write(&path, "é\n").unwrap();
    assert_eq!(read_named_text(&path, 10).unwrap(), "é\n");
    fs::write(&path, b"one\n\xc3\xa9 \xff").unwrap();
    let error = read_named_text(&path, 10).unwrap_err();
    assert_eq!(reason(&error), "not UTF-8 text (byte 0xff in line 2, column 3)");
}

#[test]
fn errors_of_the_system_have_the_same_words_everywhere() {
    for (kind, words) in [
        (ErrorKind::NotFound, "no such file or directory"),
        (ErrorKind::PermissionDenied, "permission denied"),
        (ErrorKind::AlreadyExists, "file exists"),
        (ErrorKind::IsADirectory, "is a directory"),
        (ErrorKind::NotADirectory, "not a directory"),
        (ErrorKind::DirectoryNotEmpty, "directory not empty"),
        (ErrorKind::InvalidFilename, "file name too long"),
    ] {
        assert_eq!(reason(&io::Error::from(kind)), words);
    }
    let folder = tempfile::tempdir().unwrap();
    let missing = read_named(&folder.path().join("missing"), 1).unwrap_err();
    assert_eq!(reason(&missing), "no such file or directory");
    assert_eq!(reason(&io::Error::other("Own Words (os error 5)")), "own words");
    assert_eq!(reason(&io::Error::new(ErrorKind::NotFound, "Own words")), "own words");
    if cfg!(unix) {
        assert_eq!(reason(&io::Error::from_raw_os_error(1)), "operation not permitted");
    }
}

/// The kernel generates some files: only the command line reads them, as a stream.
#[cfg(target_os = "linux")]
#[test]
fn files_of_the_kernel_are_streams_of_the_command_line() {
    let path = std::path::Path::new("/proc/self/comm");
    assert!(!read_argument(path, 100).unwrap().is_empty());
    assert_eq!(reason(&read_argument(path, 1).unwrap_err()), "larger than 1 bytes");
    assert_eq!(reason(&read_named(path, 100).unwrap_err()), "is below /proc, /dev or /sys");
    // A regular file below a directory of the system is one, too.
    let folder = std::path::Path::new("/dev/shm");
    if let Ok(own) = tempfile::NamedTempFile::new_in(folder) {
        let rules = pprepl_files::Rules::default();
        assert_eq!(reason(&pprepl_files::read(own.path(), &rules).unwrap_err()), "is below /proc, /dev or /sys");
    }
}

/// Only a directory that the user named holds code; the parent of a name alone is one directory, too.
#[test]
fn code_is_read_in_named_directories_only() {
    use pprepl_files::{Reach, Rules, read_code, read_operand};
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name);
    for name in ["modules/a.pp", "beside.pp", "modules2/a.pp"] {
        fs::create_dir_all(at(name).parent().unwrap()).unwrap();
        fs::write(at(name), name).unwrap();
    }
    let rules =
        Rules { reach: Reach::Notebook, code: vec![at("modules")], named: vec![at("beside.pp")], ..Rules::default() };
    assert_eq!(read_code(&at("modules/a.pp"), &rules).unwrap(), b"modules/a.pp");
    assert_eq!(read_operand(&at("beside.pp"), &rules).unwrap(), b"beside.pp");
    for name in ["modules2/a.pp", "modules/../modules2/a.pp", "missing.pp"] {
        let error = read_operand(&at(name), &rules).unwrap_err();
        assert!(pprepl_files::rejection(&error).is_some_and(pprepl_files::Rejection::is_of_reach), "{name}: {error}");
    }
    assert!(Rules { code: vec!["".into()], ..rules.clone() }.check_code(&at("modules/a.pp")).is_err());
    assert!(read_code(&at("modules2/a.pp"), &Rules { reach: Reach::All, ..rules }).is_ok());
}
