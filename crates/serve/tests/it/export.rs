//! The site as files, and directories that are not a site.

use std::fs;

use pprepl_serve::{Site, export, listen_address, qr_lines};

use crate::fixture::Place;

#[test]
fn the_export_has_all_files_of_the_site_and_the_folder() {
    let place = Place::new();
    let out = place.path().join("out/site");
    let count = export(&place.site(), Some(&place.folder()), &out).expect("written");
    assert_eq!(count, 9);
    for name in ["index.html", "index.html.br", "index.html.gz", "class.html", "assets/app-ABCD1234.js"] {
        let bytes = fs::read(out.join(name)).expect(name);
        assert_eq!(bytes, fs::read(place.path().join("site").join(name)).expect(name), "{name}");
    }
    assert!(fs::read_to_string(out.join("folder/index.json")).expect("a list").contains("ports.pp"));
    assert!(fs::read_to_string(out.join("_headers")).expect("headers").contains("nosniff"));
    assert!(!out.join(".hidden").exists());
    let error = export(&place.site(), None, &out).expect_err("not empty");
    assert!(error.to_string().ends_with("is not empty; name a new directory"), "{error}");
}

#[test]
fn a_directory_without_a_page_is_not_a_site() {
    let place = Place::new();
    let error = Site::read(&place.path().join("folder")).expect_err("no page");
    assert!(error.to_string().contains("has no index.html; 'web/build'"), "{error}");
    let error = Site::read(&place.path().join("none")).expect_err("missing");
    assert!(error.to_string().starts_with("cannot read "), "{error}");
}

#[test]
fn addresses_have_several_forms() {
    let read = |text: &str| listen_address(text).map(|address| address.to_string());
    assert_eq!(read("").as_deref(), Ok("127.0.0.1:8000"));
    assert_eq!(read("0.0.0.0").as_deref(), Ok("0.0.0.0:8000"));
    assert_eq!(read("0.0.0.0:80").as_deref(), Ok("0.0.0.0:80"));
    assert_eq!(read("9000").as_deref(), Ok("127.0.0.1:9000"));
    assert_eq!(read(":9000").as_deref(), Ok("127.0.0.1:9000"));
    assert_eq!(read("::").as_deref(), Ok("[::]:8000"));
    assert_eq!(read("[::1]:81").as_deref(), Ok("[::1]:81"));
    assert_eq!(read("localhost:81").as_deref(), Ok("127.0.0.1:81"));
    let error = read_error("everywhere");
    assert_eq!(error, "expected an IP address, a port or both, such as 0.0.0.0:8000, found 'everywhere'");
}

fn read_error(text: &str) -> String {
    listen_address(text).expect_err("not an address").to_string()
}

#[test]
fn a_code_has_square_lines() {
    let lines = qr_lines("http://192.168.1.20:8000/#class=abcdefghij");
    let width = lines[0].chars().count();
    assert!(lines.iter().all(|line| line.chars().count() == width));
    assert_eq!(lines.len(), width.div_ceil(2));
    assert!(qr_lines(&"x".repeat(5_000)).is_empty());
}
