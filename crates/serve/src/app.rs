//! The answers of the server, without a network: each request at a time has a response.

use hyper::body::Bytes;
use hyper::header::{self, HeaderMap, HeaderName};
use hyper::{Method, Request, StatusCode, Version};

use crate::class::ClassDesk;
use crate::folder::SharedFolder;
use crate::host::Hosts;
use crate::reply::{self, Reply};
use crate::site::Site;

/// The prefix of the shared files.
const FOLDER: &str = "/folder/";

/// The prefix of requests about the class.
const CLASS: &str = "/api/class";

/// The site, the shared files and the class of a server.
pub struct App {
    site: Site,
    folder: Option<SharedFolder>,
    class: Option<ClassDesk>,
    hosts: Hosts,
}

impl App {
    /// Creates the app of a site.
    pub fn new(site: Site, hosts: Hosts) -> App {
        App { site, folder: None, class: None, hosts }
    }

    /// Adds the files that the page offers to open.
    #[must_use]
    pub fn with_folder(self, folder: Option<SharedFolder>) -> App {
        App { folder, ..self }
    }

    /// Adds a class.
    #[must_use]
    pub fn with_class(self, class: Option<ClassDesk>) -> App {
        App { class, ..self }
    }

    /// Returns what happened in the class since the last call, a line each, for the teacher's terminal.
    pub fn take_news(&mut self) -> Vec<String> {
        self.class.as_mut().map(ClassDesk::take_news).unwrap_or_default()
    }

    /// Answers a request. `now` is the time since 1970 in milliseconds.
    pub fn answer(&mut self, request: &Request<Bytes>, now: u64) -> Reply {
        let Ok(host) = host(request) else {
            return reply::sentence(
                StatusCode::BAD_REQUEST,
                "Expected one header Host, which names the same host as the address.",
            );
        };
        if !self.hosts.answers(host) {
            let text = "This server answers on this machine only, as localhost. 'pprepl serve --listen 0.0.0.0' \
                        opens it to the network.";
            return reply::sentence(StatusCode::MISDIRECTED_REQUEST, text);
        }
        let path = request.uri().path();
        if let Some(rest) = path.strip_prefix(CLASS) {
            return self.class(rest, request, now);
        }
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return not_allowed("GET, HEAD");
        }
        self.file(path, request.headers(), now)
    }

    fn file(&mut self, path: &str, headers: &HeaderMap, now: u64) -> Reply {
        let accepted = text(headers, header::ACCEPT_ENCODING).unwrap_or("");
        let known = text(headers, header::IF_NONE_MATCH);
        if let (Some(name), Some(folder)) = (path.strip_prefix(FOLDER), &mut self.folder) {
            if name == "index.json" {
                return reply::file(&folder.list(now), accepted, known);
            }
            let found = decoded(name).and_then(|name| folder.file(&name).cloned());
            return found.map_or_else(not_found, |asset| reply::file(&asset, accepted, known));
        }
        self.site.asset(path).map_or_else(not_found, |asset| reply::file(asset, accepted, known))
    }

    fn class(&mut self, rest: &str, request: &Request<Bytes>, now: u64) -> Reply {
        let Some(desk) = &mut self.class else {
            return reply::sentence(StatusCode::NOT_FOUND, "This server has no class.");
        };
        let method = match rest {
            "" | "/room" => Method::GET,
            "/join" | "/progress" => Method::POST,
            _ => return not_found(),
        };
        if *request.method() != method {
            return not_allowed(method.as_str());
        }
        let token = bearer(request.headers());
        let answer = match rest {
            "/join" => desk.join(token, request.body(), now),
            "/progress" => desk.progress(token, request.body(), now),
            "/room" => desk.room(token, request.uri().query().unwrap_or(""), now),
            _ => desk.about(token, now),
        };
        match answer {
            Ok(value) => reply::json(StatusCode::OK, &value),
            Err(error) => reply::json(error.status(), &serde_json::json!({ "error": error.to_string() })),
        }
    }
}

fn not_found() -> Reply {
    reply::sentence(StatusCode::NOT_FOUND, "This file is not part of the site.")
}

fn not_allowed(methods: &str) -> Reply {
    let mut reply = reply::sentence(StatusCode::METHOD_NOT_ALLOWED, &format!("Expected the method {methods}."));
    if let Ok(methods) = methods.parse() {
        reply.headers_mut().insert(header::ALLOW, methods);
    }
    reply
}

/// A request without a valid header `Host`.
struct InvalidHost;

/// Returns the host that a request names: in its address, or in its header. RFC 9112 has one header `Host` in each
/// request of HTTP/1.1, and no second one in any.
fn host(request: &Request<Bytes>) -> Result<Option<&str>, InvalidHost> {
    let mut headers = request.headers().get_all(header::HOST).iter();
    let (first, second) = (headers.next(), headers.next());
    let named = first.map(|host| host.to_str().map_err(|_| InvalidHost)).transpose()?;
    let absolute = request.uri().authority().map(|authority| authority.as_str());
    let differs = absolute.zip(named).is_some_and(|(absolute, named)| !absolute.eq_ignore_ascii_case(named));
    let is_missing = named.is_none() && request.version() == Version::HTTP_11;
    let is_list = named.is_some_and(|host| host.contains([',', ' ', '\t', '/', '@']));
    if second.is_some() || differs || is_missing || is_list { Err(InvalidHost) } else { Ok(absolute.or(named)) }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// Returns the token of a request.
fn bearer(headers: &HeaderMap) -> &str {
    let value = text(headers, header::AUTHORIZATION).unwrap_or("");
    value.strip_prefix("Bearer ").unwrap_or("").trim()
}

/// Decodes `%XX`; `None` for text that is not UTF-8.
fn decoded(name: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => bytes.push(hexadecimal(rest.next()?)? * 16 + hexadecimal(rest.next()?)?),
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok()
}

fn hexadecimal(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}
