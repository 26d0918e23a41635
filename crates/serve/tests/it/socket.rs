//! The socket: half requests, huge headers and bodies, many connections, and a clean end.

use std::io::{BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use pprepl_serve::{MAX_BODY, Server, Tls};

use crate::fixture::Place;

/// A server on a free port, which ends when it is dropped.
pub struct Running {
    pub address: SocketAddr,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    /// The files, and the token of the class.
    place: Place,
    token: String,
}

impl Running {
    fn new() -> Running {
        Running::with_tls(None)
    }

    pub fn with_tls(tls: Option<Tls>) -> Running {
        let place = Place::new();
        let (app, token, _) = place.class();
        let server = Server::bind(([127, 0, 0, 1], 0).into()).expect("a free port").with_tls(tls);
        let address = server.address();
        let is_over = Arc::new(AtomicBool::new(false));
        let flag = is_over.clone();
        let work = move || server.run(app, || flag.load(Ordering::Relaxed), |_| {}).expect("served");
        Running { address, is_over, thread: Some(thread::spawn(work)), place, token }
    }

    pub fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).expect("a connection")
    }

    /// Sends bytes, and returns all that comes back until the connection ends.
    pub fn exchange(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // A server that refuses early may close before all is written.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn status(&self, bytes: &[u8]) -> String {
        self.exchange(bytes).lines().next().unwrap_or("").to_owned()
    }

    fn serves(&self) {
        let page = self.exchange(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        assert!(page.starts_with("HTTP/1.1 200 OK\r\n") && page.ends_with("<title>page</title>"), "{page}");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.thread.take().expect("a thread").join().expect("a clean end");
    }
}

#[test]
fn requests_that_are_not_http_get_an_answer_and_end() {
    let server = Running::new();
    let many: String = (0..500).map(|number| format!("x-{number}: 1\r\n")).collect();
    let hostile: &[(&[u8], &str)] = &[
        (b"\0\0\0\0\r\n\r\n", "HTTP/1.1 400 Bad Request"),
        (b"GET\r\n\r\n", "HTTP/1.1 400 Bad Request"),
        (b"GET / HTTP/9.9\r\n\r\n", "HTTP/1.1 400 Bad Request"),
        (b"GET ../../etc/passwd HTTP/1.1\r\nhost: localhost\r\n\r\n", "HTTP/1.1 400 Bad Request"),
        (b"GET /\xff\xfe HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n", "HTTP/1.1 4"),
        (b"GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n", "HTTP/1.1 400 Bad Request"),
        (
            b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
            "HTTP/1.1 400 Bad Request",
        ),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", "HTTP/1.1 400 Bad Request"),
    ];
    for (bytes, expected) in hostile {
        let status = server.status(bytes);
        assert!(status.starts_with(expected), "{:?}: {status}", String::from_utf8_lossy(bytes));
    }
    let huge = format!("GET / HTTP/1.1\r\nhost: localhost\r\nx: {}\r\n\r\n", "x".repeat(1 << 20));
    let long = format!("GET /{} HTTP/1.1\r\nhost: localhost\r\n\r\n", "x".repeat(1 << 20));
    let headers = format!("GET / HTTP/1.1\r\nhost: localhost\r\n{many}\r\n");
    for bytes in [huge, long, headers] {
        let status = server.status(bytes.as_bytes());
        // The system may drop the answer with what was not read.
        assert!(status.is_empty() || status.starts_with("HTTP/1.1 4"), "{status}");
    }
    server.serves();
}

#[test]
fn a_body_beyond_the_limit_is_refused() {
    let server = Running::new();
    let head = |size: usize| {
        let token = &server.token;
        format!(
            "POST /api/class/join HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\nconnection: close\r\ncontent-length: {size}\r\n\r\n"
        )
    };
    let large = head(MAX_BODY + 1) + &"x".repeat(MAX_BODY + 1);
    let status = server.status(large.as_bytes());
    assert!(status.is_empty() || status.starts_with("HTTP/1.1 413"), "{status}");
    let body = r#"{"name":"Ann"}"#;
    assert!(server.status((head(body.len()) + body).as_bytes()).starts_with("HTTP/1.1 200"));
    assert!(server.place.path().join("room").read_dir().expect("a directory").count() == 2);
}

#[test]
fn half_requests_do_not_keep_others_waiting() {
    let server = Running::new();
    let mut half: Vec<TcpStream> = Vec::new();
    for number in 0..100 {
        let mut stream = server.connect();
        let text: &[u8] = if number % 2 == 0 {
            b"GET / HT"
        } else {
            b"POST /api/class/join HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{"
        };
        stream.write_all(text).expect("written");
        half.push(stream);
    }
    server.serves();
}

#[test]
fn one_connection_carries_many_requests() {
    let server = Running::new();
    // Without a buffer, 200,000 reads would take longer under Wine than a connection may.
    let mut stream = BufReader::new(server.connect());
    let request = b"GET /assets/app-ABCD1234.js HTTP/1.1\r\nhost: localhost\r\n\r\n";
    for _ in 0..999 {
        stream.get_mut().write_all(request).expect("written");
        read_answer(&mut stream);
    }
    stream.get_mut().write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").expect("written");
    let mut rest = String::new();
    stream.read_to_string(&mut rest).expect("the last answer");
    assert!(rest.ends_with("<title>page</title>"), "{rest}");
}

/// Reads one answer whose body is `export {}`.
fn read_answer(stream: &mut impl Read) {
    let mut answer = Vec::new();
    let mut byte = [0];
    while !answer.ends_with(b"\r\n\r\nexport {}") {
        stream.read_exact(&mut byte).expect("an answer");
        answer.push(byte[0]);
    }
}

#[test]
fn a_port_in_use_is_named_with_the_next_one() {
    let server = Running::new();
    let error = Server::bind(server.address).expect_err("in use").to_string();
    let next = server.address.port().wrapping_add(1).max(1);
    assert_eq!(error, format!("another program uses {}; try '--listen 127.0.0.1:{next}'", server.address));
}
