//! Golden answers: files with their headers, encodings and caching.

use crate::fixture::{NOON, Place, get, request, text};

#[test]
fn the_page_has_all_security_headers() {
    let place = Place::new();
    insta::assert_snapshot!(text(&get(&mut place.app(), "/")));
}

#[test]
fn a_compressed_form_is_sent_to_who_accepts_it() {
    let place = Place::new();
    let mut app = place.app();
    let mut body = |accepted: &str| {
        let response = app.answer(&request("GET", "/index.html", &[("accept-encoding", accepted)], ""), NOON);
        let encoding = response.headers().get("content-encoding").map(|value| value.to_str().expect("text").to_owned());
        (encoding.unwrap_or_default(), String::from_utf8_lossy(response.body()).into_owned())
    };
    assert_eq!(body("gzip, deflate, br, zstd"), ("br".into(), "brotli of the page".into()));
    assert_eq!(body("gzip"), ("gzip".into(), "gzip of the page".into()));
    assert_eq!(body("br;q=0, gzip;q=1.0"), ("gzip".into(), "gzip of the page".into()));
    assert_eq!(body("").1, "<!doctype html><title>page</title>");
    assert_eq!(body("brotli").1, "<!doctype html><title>page</title>");
}

#[test]
fn a_name_with_a_digest_is_kept_for_ever_and_others_are_asked_for() {
    let place = Place::new();
    let mut app = place.app();
    let caching =
        |response: &hyper::Response<_>| response.headers()["cache-control"].to_str().expect("text").to_owned();
    assert_eq!(caching(&get(&mut app, "/assets/app-ABCD1234.js")), "public, max-age=31536000, immutable");
    let page = get(&mut app, "/");
    assert_eq!(caching(&page), "no-cache");
    let tag = page.headers()["etag"].to_str().expect("text").to_owned();
    let again = app.answer(&request("GET", "/", &[("if-none-match", &tag)], ""), NOON);
    assert_eq!((again.status().as_u16(), again.body().len()), (304, 0));
}

#[test]
fn the_folder_lists_its_files_and_serves_them() {
    let place = Place::new();
    let mut app = place.app();
    insta::assert_snapshot!(String::from_utf8_lossy(get(&mut app, "/folder/index.json").body()), @r#"{"version":1,"files":[{"name":"data/my data.yaml","size":5},{"name":"ports.pp","size":14}],"omitted":0}"#);
    assert_eq!(get(&mut app, "/folder/ports.pp").body(), "$ports = [80]\n");
    assert_eq!(get(&mut app, "/folder/p%6frt%73.p%70").body(), "$ports = [80]\n");
    assert_eq!(get(&mut app, "/folder/data/my%20data.yaml").body(), "a: 1\n");
    std::fs::write(place.path().join("folder/new.pp"), "1").expect("a file");
    let later = app.answer(&request("GET", "/folder/index.json", &[], ""), NOON + 5_000);
    assert!(String::from_utf8_lossy(later.body()).contains("new.pp"));
}

#[test]
fn the_room_has_its_own_page() {
    let place = Place::new();
    assert_eq!(get(&mut place.app(), "/class").body(), "<!doctype html><title>room</title>");
}
