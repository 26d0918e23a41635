//! Requests that want more than the site: paths, methods, hosts and bodies.

use crate::fixture::{NOON, Place, get, post, request};

#[test]
fn a_path_never_leaves_the_site_or_the_folder() {
    let place = Place::new();
    let mut app = place.app();
    let paths = [
        "/../outside.pp",
        "/..%2foutside.pp",
        "/%2e%2e/outside.pp",
        "/folder/../outside.pp",
        "/folder/..%2foutside.pp",
        "/folder/%2e%2e%2foutside.pp",
        "/folder/%252e%252e%252foutside.pp",
        "/folder/..%5coutside.pp",
        "/folder/ports.pp%00",
        "/folder/%ff%fe",
        "/folder/%",
        "/folder/%4",
        "/folder/.git/config",
        "/folder/key.pem",
        "/folder//etc/passwd",
        "//etc/passwd",
        "/.hidden",
        "/assets/",
        "/assets",
        "/index.html/",
        "/index.html.br",
        "/room/.serve.json",
    ];
    for path in paths {
        let response = get(&mut app, path);
        assert_eq!(response.status().as_u16(), 404, "{path}");
        assert!(!String::from_utf8_lossy(response.body()).contains("secret"), "{path}");
    }
}

#[test]
fn links_of_the_file_system_are_not_followed() {
    let place = Place::new();
    #[cfg(unix)]
    std::os::unix::fs::symlink(place.path().join("outside.pp"), place.path().join("folder/link.pp")).expect("a link");
    assert_eq!(get(&mut place.app(), "/folder/link.pp").status().as_u16(), 404);
}

#[test]
fn other_methods_are_refused() {
    let place = Place::new();
    let mut app = place.app();
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "PROPFIND"] {
        let response = app.answer(&request(method, "/", &[], ""), NOON);
        assert_eq!(response.status().as_u16(), 405, "{method}");
        assert_eq!(response.headers()["allow"], "GET, HEAD");
    }
}

#[test]
fn a_foreign_host_name_is_refused_on_this_machine() {
    let place = Place::new();
    let mut app = place.app();
    let mut status = |host: &str| {
        let mut request = request("GET", "/", &[], "");
        request.headers_mut().insert("host", host.parse().expect("a host"));
        app.answer(&request, NOON).status().as_u16()
    };
    for host in ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST:1"] {
        assert_eq!(status(host), 200, "{host}");
    }
    for host in ["evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example", ""] {
        assert_eq!(status(host), 421, "{host}");
    }
}

#[test]
fn a_request_has_one_header_host() {
    let place = Place::new();
    let mut app = place.app();
    for hosts in [
        ["localhost", "evil.example"].as_slice(),
        &["localhost", "localhost"],
        &[],
        &["localhost, evil.example"],
        &["localhost evil.example"],
        &["user@localhost"],
    ] {
        let mut request = request("GET", "/", &[], "");
        request.headers_mut().remove("host");
        for host in hosts {
            request.headers_mut().append("host", host.parse().expect("a host"));
        }
        assert_eq!(app.answer(&request, NOON).status().as_u16(), 400, "{hosts:?}");
    }
    for (address, status) in
        [("http://localhost:8000/", 200), ("http://LOCALHOST:8000/", 200), ("http://evil.example/", 400)]
    {
        assert_eq!(app.answer(&request("GET", address, &[], ""), NOON).status().as_u16(), status, "{address}");
    }
}

#[test]
fn bodies_that_are_not_a_request_get_a_sentence() {
    let place = Place::new();
    let (mut app, token, _) = place.class();
    let deep = "[".repeat(10_000);
    for body in ["", "{", "null", "[]", "{\"name\": 1}", "\u{0}", &deep] {
        let (status, answer) = post(&mut app, "/api/class/join", &token, body, NOON);
        assert_eq!(status, 400, "{body:.20}");
        assert!(answer["error"].as_str().is_some_and(|text| text.ends_with('.')), "{answer}");
    }
}
