//! The limits of a class, of the files and of the names of hosts: what is at a limit, and one more.

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::Path;

use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE};
use pprepl_serve::{App, ClassDesk, Hosts, ServeError, SharedFolder, Site, SiteError, page_address, qr_lines};

use crate::fixture::{COURSE, NOON, Place, get, post, request, room};

fn write(root: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
    fs::write(path, bytes).expect("a file");
}

fn join(app: &mut App, token: &str, name: &str, now: u64) -> (u16, String) {
    let (status, answer) = post(app, "/api/class/join", token, &serde_json::json!({ "name": name }).to_string(), now);
    (status, answer["error"].as_str().unwrap_or_default().to_owned())
}

#[test]
fn each_file_has_its_media_type_and_caching() {
    let place = Place::new();
    let rows = [
        ("a.css", "text/css; charset=utf-8", false),
        ("a.mjs", "text/javascript; charset=utf-8", false),
        ("a.webmanifest", "application/json; charset=utf-8", false),
        ("a.wasm", "application/wasm", false),
        ("a.svg", "image/svg+xml", false),
        ("a.png", "image/png", false),
        ("a.ico", "image/x-icon", false),
        ("a.woff2", "font/woff2", false),
        ("a.toml", "text/plain; charset=utf-8", false),
        ("a.other", "application/octet-stream", false),
        ("plain", "application/octet-stream", false),
        ("app-ABCD1234.css", "text/css; charset=utf-8", true),
        ("a-b-12345678.js.map", "application/json; charset=utf-8", true),
        ("app-ABCD123.css", "text/css; charset=utf-8", false),
        ("app-ABCD12345.css", "text/css; charset=utf-8", false),
        ("app-ABCD123a.css", "text/css; charset=utf-8", false),
        ("app-ABCD.234.css", "text/css; charset=utf-8", false),
        ("ABCD1234.css", "text/css; charset=utf-8", false),
        ("dir-ABCD1234/a.css", "text/css; charset=utf-8", false),
    ];
    for (name, _, _) in rows {
        write(&place.path().join("site"), name, "x");
    }
    let mut app = place.app();
    for (name, media, is_kept) in rows {
        let response = get(&mut app, &format!("/{name}"));
        assert_eq!(response.headers()[CONTENT_TYPE], media, "{name}");
        let caching = if is_kept { "public, max-age=31536000, immutable" } else { "no-cache" };
        assert_eq!(response.headers()[CACHE_CONTROL], caching, "{name}");
    }
}

#[test]
fn a_copy_is_current_with_its_tag_only() {
    let place = Place::new();
    let mut app = place.app();
    let tag = get(&mut app, "/").headers()["etag"].to_str().expect("text").to_owned();
    let rows = [
        (tag.clone(), 304),
        (format!("W/{tag}"), 304),
        (format!("\"other\", {tag}"), 304),
        ("*".to_owned(), 304),
        ("\"other\"".to_owned(), 200),
        ("W/\"other\"".to_owned(), 200),
        (tag.trim_matches('"').to_owned(), 200),
    ];
    for (known, status) in rows {
        let response = app.answer(&request("GET", "/", &[("if-none-match", &known)], ""), NOON);
        assert_eq!((response.status().as_u16(), response.body().is_empty()), (status, status == 304), "{known}");
    }
}

#[test]
fn a_local_server_answers_to_local_names() {
    let place = Place::new();
    let of = |address: &str| Hosts::of(address.parse::<SocketAddr>().expect("an address"));
    assert_eq!([of("127.0.0.1:1"), of("[::1]:1")], [Hosts::Local; 2]);
    assert_eq!([of("0.0.0.0:1"), of("192.0.2.1:1"), of("[::]:1")], [Hosts::Any; 3]);
    let rows = [
        ("localhost", 200),
        ("LocalHost:8000", 200),
        ("page.localhost", 200),
        ("Page.LOCALHOST:8000", 200),
        ("127.0.0.1", 200),
        ("[::1]:8000", 200),
        ("192.168.1.20:80", 200),
        ("localhost:", 200),
        ("127.0.0.1:", 200),
        ("[::1]:", 200),
        ("localhost::", 421),
        (":", 421),
        (":80", 421),
        ("example.com:", 421),
        ("localhost:80a", 421),
        ("notlocalhost", 421),
        ("localhost.example.com", 421),
        ("example.com:8000", 421),
        ("", 421),
    ];
    let mut any = App::new(place.site(), Hosts::Any);
    for (host, status) in rows {
        let asked =
            hyper::Request::builder().uri("/").header("host", host).body(Default::default()).expect("a request");
        assert_eq!(place.app().answer(&asked, NOON).status().as_u16(), status, "{host}");
        assert_eq!(any.answer(&asked, NOON).status().as_u16(), 200, "{host}");
    }
    // Only HTTP/1.0 has requests without a host.
    let nameless = hyper::Request::builder()
        .version(hyper::Version::HTTP_10)
        .uri("/")
        .body(Default::default())
        .expect("a request");
    assert_eq!(
        (place.app().answer(&nameless, NOON).status().as_u16(), any.answer(&nameless, NOON).status().as_u16()),
        (421, 200)
    );
}

#[test]
fn each_request_of_a_class_has_its_method_and_role() {
    let place = Place::new();
    let (mut app, learners, teacher) = place.class();
    for (method, path, allowed) in [
        ("POST", "/api/class", "GET"),
        ("POST", "/api/class/room", "GET"),
        ("HEAD", "/api/class/room", "GET"),
        ("GET", "/api/class/join", "POST"),
        ("GET", "/api/class/progress", "POST"),
        ("POST", "/", "GET, HEAD"),
    ] {
        let response = app.answer(&request(method, path, &[], ""), NOON);
        assert_eq!(
            (response.status().as_u16(), &response.headers()[ALLOW]),
            (405, &allowed.parse().expect("text")),
            "{method} {path}"
        );
    }
    let mut about = |token: &str| {
        let bearer = format!("Bearer {token}");
        let response = app.answer(&request("GET", "/api/class", &[("authorization", &bearer)], ""), NOON);
        let value: serde_json::Value = serde_json::from_slice(response.body()).unwrap_or_default();
        (response.status().as_u16(), value["role"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(about(&teacher), (200, "teacher".to_owned()));
    assert_eq!(about(&learners), (200, "learner".to_owned()));
    assert_eq!(about("other"), (403, String::new()));
    assert_eq!(about(""), (403, String::new()));
}

#[test]
fn a_teacher_asks_for_the_room_thirty_times_at_once() {
    let place = Place::new();
    let (mut app, _, teacher) = place.class();
    let statuses: Vec<u16> = (0..32).map(|_| room(&mut app, &teacher, NOON).0).collect();
    assert_eq!(statuses, [[200; 30].as_slice(), &[429; 2]].concat());
    assert_eq!(room(&mut app, &teacher, NOON + 1_000).0, 200);
}

#[test]
fn weak_and_unreadable_secrets_are_refused() {
    let place = Place::new();
    for (learners, teacher, key, is_strong) in
        [(8, 16, 32, true), (10, 20, 40, true), (7, 16, 32, false), (8, 15, 32, false), (8, 16, 31, false)]
    {
        let secret = |length: usize| "x".repeat(length);
        let text = serde_json::json!({ "learners": secret(learners), "teacher": secret(teacher), "key": secret(key) });
        write(place.path(), "room/.serve.json", text.to_string());
        let found = ClassDesk::open(&place.path().join("room"), COURSE).map_err(|error| error.to_string());
        match found {
            Ok(desk) => assert_eq!((desk.learner_token().len(), is_strong), (learners, true)),
            Err(error) => assert_eq!((&*error, is_strong), (".serve.json has weak tokens; delete it", false)),
        }
    }
    write(place.path(), "room/.serve.json", "{}");
    assert!(ClassDesk::open(&place.path().join("room"), COURSE).is_err());
    // Secrets that cannot be read are not replaced.
    fs::create_dir_all(place.path().join("other/.serve.json")).expect("a directory");
    assert!(ClassDesk::open(&place.path().join("other"), COURSE).is_err());
}

#[test]
fn names_and_news_end_at_their_limits() {
    let place = Place::new();
    let (mut app, token, _) = place.class();
    let rows = [
        ("x".repeat(40), 200),
        ("\u{e9}".repeat(40), 200),
        ("x".repeat(41), 400),
        (format!("Ann{}", " ".repeat(317)), 200),
        (format!("Bob{}", " ".repeat(318)), 400),
        ("a  b".to_owned(), 200),
        ("a b".to_owned(), 409),
        ("-_-".to_owned(), 400),
    ];
    for (name, status) in &rows {
        assert_eq!(join(&mut app, &token, name, NOON).0, *status, "{name}");
    }
    assert_eq!(app.take_news().last().map(String::as_str), Some("a b joined (4 in the class)"));
    let joined = (0..110).filter(|at| join(&mut app, &token, &format!("n{at}"), NOON + at * 1_000).0 == 200).count();
    assert_eq!((joined, app.take_news().len()), (110, 100));
    assert_eq!(app.take_news(), Vec::<String>::new());
    fs::remove_dir_all(place.path().join("room")).expect("removed");
    let (status, text) = join(&mut app, &token, "Zoe", NOON + 200_000);
    assert_eq!(status, 500, "{text}");
}

#[test]
fn a_report_is_full_at_its_limit() {
    let place = Place::new();
    let (mut app, token, _) = place.class();
    let body = serde_json::json!({ "name": "Ann" }).to_string();
    let key = post(&mut app, "/api/class/join", &token, &body, NOON).1["key"].as_str().expect("a key").to_owned();
    let file = fs::read_dir(place.path().join("room")).expect("a directory").flatten().map(|entry| entry.path());
    let file = file.into_iter().find(|path| path.extension().is_some_and(|is| is == "jsonl")).expect("a report");
    let record =
        serde_json::json!({ "name": "Ann", "records": [{ "lesson": "ports", "step": "one", "state": "done" }] });
    for (size, status) in [((512 << 10) - 1, 200), (512 << 10, 507), ((512 << 10) + 1, 507)] {
        fs::write(&file, "\n".repeat(size)).expect("a file");
        assert_eq!(post(&mut app, "/api/class/progress", &key, &record.to_string(), NOON).0, status, "{size}");
    }
    fs::remove_file(&file).expect("removed");
    assert_eq!(post(&mut app, "/api/class/progress", &key, &record.to_string(), NOON).0, 403);
}

/// Returns the number of files of a list, and of those that are omitted.
fn listed(app: &mut App, now: u64) -> (usize, u64) {
    let response = app.answer(&request("GET", "/folder/index.json", &[], ""), now);
    let list: serde_json::Value = serde_json::from_slice(response.body()).expect("JSON");
    (list["files"].as_array().expect("files").len(), list["omitted"].as_u64().expect("a number"))
}

fn sharing(place: &Place, folder: &Path) -> App {
    App::new(place.site(), Hosts::Local).with_folder(Some(SharedFolder::read(folder).expect("a folder")))
}

#[test]
fn a_shared_folder_ends_at_its_limits() {
    let place = Place::new();
    let large = place.path().join("large");
    (0..33).for_each(|at| write(&large, &format!("{at:02}.txt"), vec![b'x'; 1 << 20]));
    write(&large, "too_large.txt", vec![b'x'; (1 << 20) + 1]);
    write(&large, "zz.exe", "x");
    assert_eq!(listed(&mut sharing(&place, &large), NOON), (32, 2));
    let many = place.path().join("many");
    (0..1_001).for_each(|at| write(&many, &format!("{at}.pp"), ""));
    assert_eq!(listed(&mut sharing(&place, &many), NOON), (1_000, 1));
    let deep = place.path().join("deep");
    let below = |depth: usize| format!("{}a.pp", "d/".repeat(depth));
    [0, 11, 12, 13].iter().for_each(|depth| write(&deep, &below(*depth), ""));
    assert_eq!(listed(&mut sharing(&place, &deep), NOON), (3, 0));
}

#[test]
fn a_list_is_read_again_after_a_second() {
    let place = Place::new();
    let mut app = place.app();
    assert_eq!(listed(&mut app, NOON), (2, 0));
    write(place.path(), "folder/new.pp", "");
    assert_eq!([listed(&mut app, NOON + 999), listed(&mut app, NOON + 1_000)], [(2, 0), (3, 0)]);
}

#[test]
fn a_site_has_a_limited_number_of_files() {
    let place = Place::new();
    let site = place.path().join("many");
    write(&site, "index.html", "");
    (0..3_999).for_each(|at| write(&site, &format!("{at}.txt"), ""));
    assert!(Site::read(&site).is_ok());
    write(&site, "one_more.txt", "");
    assert!(matches!(Site::read(&site), Err(SiteError::TooLarge(_))));
}

/// A link may lead out of the site.
#[cfg(unix)]
#[test]
fn links_are_no_files_of_a_site_or_folder() {
    let place = Place::new();
    let outside = place.path().join("outside.pp");
    for name in ["site/link.pp", "folder/link.pp"] {
        std::os::unix::fs::symlink(&outside, place.path().join(name)).expect("a link");
    }
    let mut app = place.app();
    assert_eq!(get(&mut app, "/link.pp").status().as_u16(), 404);
    assert_eq!(listed(&mut app, NOON), (2, 0));
}

#[test]
fn addresses_are_those_that_others_can_reach() {
    let page = |address: &str, is_secure: bool| page_address(address.parse().expect("an address"), is_secure);
    assert_eq!(page("127.0.0.1:80", false), "http://localhost:80/");
    assert_eq!(page("192.0.2.7:81", true), "https://192.0.2.7:81/");
    assert_eq!(page("[2001:db8::1]:82", false), "http://[2001:db8::1]:82/");
    for all in ["0.0.0.0:80", "[::]:80"] {
        let address = page(all, false);
        assert!(!address.contains("0.0.0.0") && !address.contains("[::]"), "{address}");
    }
    let listen = |kind: io::ErrorKind, address: &str| {
        ServeError::Listen(address.parse().expect("an address"), kind.into()).to_string()
    };
    assert_eq!(
        listen(io::ErrorKind::AddrInUse, "127.0.0.1:80"),
        "another program uses 127.0.0.1:80; try '--listen 127.0.0.1:81'"
    );
    assert_eq!(
        listen(io::ErrorKind::AddrInUse, "127.0.0.1:65535"),
        "another program uses 127.0.0.1:65535; try '--listen 127.0.0.1:1'"
    );
    assert!(listen(io::ErrorKind::PermissionDenied, "127.0.0.1:80").starts_with("cannot listen on 127.0.0.1:80: "));
}

#[test]
fn a_code_ends_with_half_a_line() {
    insta::assert_snapshot!(qr_lines("x").join("\n"));
}
