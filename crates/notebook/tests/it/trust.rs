//! The store of trusted notebooks: by path and text, bounded, its owner's only, and never in the way.

use std::fs;
use std::path::Path;

use pprepl_notebook::trust::Trust;

#[test]
fn a_text_is_trusted_at_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.pp"), "1").unwrap();
    let trust = Trust::at(Some(&at("state")));
    assert!(!trust.has(&at("a.pp"), "1"));
    trust.add(&at("a.pp"), "1").unwrap();
    assert!(trust.has(&at("a.pp"), "1"));
    assert!(!trust.has(&at("a.pp"), "2"));
    assert!(!trust.has(&at("b.pp"), "1"));
    // The same file by another name is the same file.
    pprepl_testing::link(&at("a.pp"), &at("link.pp")).unwrap();
    // Wine follows links, and does not tell where they lead.
    if cfg!(unix) || fs::canonicalize(at("link.pp")).ok() == fs::canonicalize(at("a.pp")).ok() {
        assert!(trust.has(&at("link.pp"), "1"));
    } else {
        pprepl_testing::skip("this system does not tell where a link leads");
    }
    assert!(trust.has(&at("./state/../a.pp"), "1"));
}

#[test]
fn the_store_is_small_and_private() {
    let folder = tempfile::tempdir().unwrap();
    let trust = Trust::at(Some(folder.path()));
    let old: String = (0..2_500).map(|number| format!("{number:064x}\n")).collect();
    fs::write(folder.path().join("trusted"), &old[..2_000 * 65]).unwrap();
    trust.add(Path::new("/a.pp"), "1").unwrap();
    trust.add(Path::new("/a.pp"), "1").unwrap();
    let text = fs::read_to_string(folder.path().join("trusted")).unwrap();
    assert_eq!(text.lines().count(), 2_000);
    assert!(!text.contains("a.pp"));
    #[cfg(unix)]
    {
        let about = fs::metadata(folder.path().join("trusted")).unwrap();
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o777, 0o600);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn lines_that_are_no_digests_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let trust = Trust::at(Some(folder.path()));
    let known = format!("{:064x}", 7);
    let lines = [&"g".repeat(64), &known, &"a".repeat(63), &"a".repeat(65), ""].map(|line| format!("{line}\n"));
    fs::write(folder.path().join("trusted"), lines.concat()).unwrap();
    trust.add(Path::new("/a.pp"), "1").unwrap();
    let text = fs::read_to_string(folder.path().join("trusted")).unwrap();
    assert_eq!((text.lines().count(), text.lines().next()), (2, Some(known.as_str())));
}

#[test]
fn a_store_that_cannot_be_read_trusts_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let trust = Trust::at(Some(folder.path()));
    for bad in [&b"\xff\xfe"[..], b"no digest\n", b""] {
        fs::write(folder.path().join("trusted"), bad).unwrap();
        assert!(!trust.has(Path::new("/a.pp"), "1"));
        trust.add(Path::new("/a.pp"), "1").unwrap();
        assert!(trust.has(Path::new("/a.pp"), "1"));
    }
    let none = Trust::default();
    none.add(Path::new("/a.pp"), "1").unwrap();
    assert!(!none.has(Path::new("/a.pp"), "1"));
}
