//! A small site, a folder and requests.

use std::fs;
use std::path::Path;

use hyper::body::Bytes;
use hyper::{Request, Response};
use pprepl_lessons::Course;
use pprepl_serve::{App, ClassDesk, Hosts, SharedFolder, Site};
use tempfile::TempDir;

/// A course of one lesson.
pub const COURSE: Course = Course::new(&[(
    "01-ports.pp",
    "# %% [markdown]\n#| lesson ports title \"Ports\"\n# # Ports\n\n# %% One\n#| exercise one\n#| task Set `$a` to 1.\n#| check value $a == 1\n#| solution $a = 1\n\n# %% Two\n#| exercise two\n#| task Set `$b` to 2.\n#| check value $b == 2\n#| solution $b = 2\n",
)]);

/// The time of a first request in milliseconds.
pub const NOON: u64 = 1_790_000_000_000;

/// The directories of a test.
pub struct Place {
    pub root: TempDir,
}

impl Place {
    pub fn new() -> Place {
        let root = tempfile::tempdir().expect("a directory");
        let write = |name: &str, text: &str| {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
            fs::write(path, text).expect("a file");
        };
        write("site/index.html", "<!doctype html><title>page</title>");
        write("site/index.html.br", "brotli of the page");
        write("site/index.html.gz", "gzip of the page");
        write("site/class.html", "<!doctype html><title>room</title>");
        write("site/assets/app-ABCD1234.js", "export {}");
        write("site/.hidden", "secret");
        write("folder/ports.pp", "$ports = [80]\n");
        write("folder/data/my data.yaml", "a: 1\n");
        write("folder/.git/config", "secret");
        write("folder/key.pem", "secret");
        write("outside.pp", "secret");
        Place { root }
    }

    pub fn path(&self) -> &Path {
        self.root.path()
    }

    pub fn site(&self) -> Site {
        Site::read(&self.path().join("site")).expect("a site")
    }

    pub fn folder(&self) -> SharedFolder {
        SharedFolder::read(&self.path().join("folder")).expect("a folder")
    }

    pub fn desk(&self) -> ClassDesk {
        ClassDesk::open(&self.path().join("room"), COURSE).expect("a class")
    }

    pub fn app(&self) -> App {
        App::new(self.site(), Hosts::Local).with_folder(Some(self.folder()))
    }

    /// Returns an app with a class, and the tokens of its learners and its teacher.
    pub fn class(&self) -> (App, String, String) {
        let desk = self.desk();
        let (learners, teacher) = (desk.learner_token().to_owned(), desk.teacher_token().to_owned());
        (self.app().with_class(Some(desk)), learners, teacher)
    }
}

/// Returns a request with these headers.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Request<Bytes> {
    let mut request = Request::builder().method(method).uri(path).header("host", "localhost:8000");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Bytes::from(body.to_owned())).expect("a request")
}

pub fn get(app: &mut App, path: &str) -> Response<Bytes> {
    app.answer(&request("GET", path, &[], ""), NOON)
}

/// Posts JSON with a token, and returns the status and the answer.
pub fn post(app: &mut App, path: &str, token: &str, body: &str, now: u64) -> (u16, serde_json::Value) {
    let bearer = format!("Bearer {token}");
    let response = app.answer(&request("POST", path, &[("authorization", &bearer)], body), now);
    (response.status().as_u16(), serde_json::from_slice(response.body()).unwrap_or_default())
}

/// Returns the room for a token.
pub fn room(app: &mut App, token: &str, now: u64) -> (u16, serde_json::Value) {
    let bearer = format!("Bearer {token}");
    let response = app.answer(&request("GET", "/api/class/room", &[("authorization", &bearer)], ""), now);
    (response.status().as_u16(), serde_json::from_slice(response.body()).unwrap_or_default())
}

/// Returns a response as text: status, headers in order, body.
pub fn text(response: &Response<Bytes>) -> String {
    let mut text = format!("{}\n", response.status());
    for (name, value) in response.headers() {
        text.push_str(&format!("{name}: {}\n", value.to_str().unwrap_or("?")));
    }
    text + "\n" + &String::from_utf8_lossy(response.body())
}
