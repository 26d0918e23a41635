//! Lists of directories, with and without drive letters.

use std::path::PathBuf;

use pprepl_files::path_list::{SEPARATOR, join, split, split_with_drives};

#[test]
fn drive_letters_do_not_end_a_directory() {
    let rows: [(&str, &[&str]); 11] = [
        (r"C:\modules", &[r"C:\modules"]),
        (r"C:\modules;D:/site", &[r"C:\modules", "D:/site"]),
        (r"C:\a:D:\b", &[r"C:\a", r"D:\b"]),
        ("modules:site-modules:$basemodulepath", &["modules", "site-modules", "$basemodulepath"]),
        ("a:b", &["a", "b"]),
        (r"\\server\share\modules;x", &[r"\\server\share\modules", "x"]),
        ("1:/a", &["1", "/a"]),
        ("ab:/c", &["ab", "/c"]),
        ("a:/b; C:/d", &["a:/b", " C:/d"]),
        ("a:b:/c", &["a", "b:/c"]),
        ("", &[""]),
    ];
    for (list, parts) in rows {
        assert_eq!(split_with_drives(list), parts, "{list}");
    }
}

#[test]
fn a_list_is_joined_and_split() {
    let folders = vec![PathBuf::from("one"), PathBuf::from("two words")];
    assert_eq!(split(&join(&folders)), folders);
    assert_eq!(split(&format!(" one {SEPARATOR}{SEPARATOR} ")), [PathBuf::from("one")]);
}
