//! Frames of peers that break the transport protocol, or lie about lengths. They have no key.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use pprepl_jupyter::Connection;

use crate::client::Client;

/// After this time a connection does not close.
const DEADLINE: Duration = Duration::from_secs(30);

/// A greeting of ZMTP 3.0 with the mechanism NULL.
fn greeting() -> Vec<u8> {
    let mut bytes = vec![0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 0];
    bytes.extend(b"NULL");
    bytes.resize(64, 0);
    bytes
}

fn command(name: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = vec![4, (1 + name.len() + data.len()) as u8, name.len() as u8];
    bytes.extend(name.bytes());
    bytes.extend(data);
    bytes
}

fn property(name: &str, value: &[u8]) -> Vec<u8> {
    let mut bytes = vec![name.len() as u8];
    bytes.extend(name.bytes());
    bytes.extend((value.len() as u32).to_be_bytes());
    bytes.extend(value);
    bytes
}

fn ready(port: usize) -> Vec<u8> {
    command("READY", &property("Socket-Type", if port == 4 { b"SUB" } else { b"DEALER" }))
}

/// A long frame that announces a length, and has no body.
fn long(flags: u8, length: u64) -> Vec<u8> {
    [&[flags | 2], length.to_be_bytes().as_slice()].concat()
}

/// What a peer sends instead of READY.
fn before_ready() -> Vec<(String, Vec<u8>)> {
    let mut rows: Vec<(String, Vec<u8>)> =
        [11, 16, 26, 32, 40, 61, 62].map(|power| (format!("a command of 2^{power}"), long(4, 1 << power))).into();
    rows.extend([
        ("a command of 2^64 - 1".to_owned(), long(4, u64::MAX)),
        ("a command of 1,025 bytes".to_owned(), long(4, 1_025)),
        ("a message of one byte".to_owned(), vec![0, 1, b'x']),
        ("a message of 2^62".to_owned(), long(0, 1 << 62)),
        ("unknown flags".to_owned(), vec![0xf8, 0]),
        ("a command with more".to_owned(), vec![5, 0]),
        ("an empty command".to_owned(), vec![4, 0]),
        ("a name longer than the command".to_owned(), vec![4, 2, 200, b'R']),
        ("another command".to_owned(), command("HELLO", b"")),
        ("a READY without a type".to_owned(), command("READY", b"")),
        ("another type of socket".to_owned(), command("READY", &property("Socket-Type", b"PUSH"))),
        ("a value of 4 GiB".to_owned(), command("READY", b"\x0bSocket-Type\xff\xff\xff\xffDEALER")),
        ("a name without an end".to_owned(), command("READY", b"\xffSocket")),
        ("a property without a value".to_owned(), command("READY", b"\x0bSocket-Type")),
    ]);
    rows
}

/// What a peer sends after READY.
fn after_ready() -> Vec<(String, Vec<u8>)> {
    let mut rows: Vec<(String, Vec<u8>)> =
        [27, 32, 40, 48, 61, 62, 63].map(|power| (format!("a message of 2^{power}"), long(0, 1 << power))).into();
    rows.extend([
        ("a message of 64 MiB and a byte".to_owned(), long(0, (64 << 20) + 1)),
        ("a part of 2^40".to_owned(), long(1, 1 << 40)),
        ("two parts whose sum is too long".to_owned(), [vec![1, 1, b'x'], long(0, 64 << 20)].concat()),
        ("more than 1,024 parts".to_owned(), [1, 0].repeat(1_025)),
        ("a command of 2^61".to_owned(), long(4, 1 << 61)),
        ("a command of 2 KiB".to_owned(), long(4, 2 << 10)),
        ("a command within a message".to_owned(), [vec![1, 1, b'x'], command("PING", b"\0\0")].concat()),
        ("an empty command".to_owned(), vec![4, 0]),
        ("a PING without its time".to_owned(), command("PING", b"")),
        ("a PING of 17 bytes".to_owned(), command("PING", &[0; 19])),
        ("an ERROR".to_owned(), command("ERROR", b"\x02no")),
        ("unknown flags".to_owned(), vec![0x80, 1, b'x']),
    ]);
    rows
}

/// What a peer sends instead of a greeting.
fn instead_of_greeting() -> Vec<(String, Vec<u8>)> {
    let mut version_2 = greeting();
    version_2[10] = 1;
    let mut plain = greeting();
    plain[12..17].copy_from_slice(b"PLAIN");
    vec![
        ("HTTP".to_owned(), b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".to_vec()),
        ("zeros".to_owned(), vec![0; 64]),
        ("version 2".to_owned(), version_2),
        ("the mechanism PLAIN".to_owned(), plain),
        ("a signature without its end".to_owned(), vec![0xff; 9].into_iter().chain([0; 55]).collect()),
    ]
}

fn ports(connection: &Connection) -> [u16; 5] {
    let Connection { shell_port, control_port, stdin_port, hb_port, iopub_port, .. } = *connection;
    [shell_port, control_port, stdin_port, hb_port, iopub_port]
}

/// Sends bytes, and waits until the kernel closes the connection.
fn is_closed_after(port: u16, bytes: &[u8]) -> bool {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(DEADLINE)).unwrap();
    // The kernel may close before it has read everything.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Ok(_) => true,
        Err(error) => matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe),
    }
}

#[test]
fn a_peer_that_breaks_the_protocol_loses_its_connection_and_the_session_goes_on() {
    let mut client = Client::start();
    client.execute("$kept = 6 * 7");
    for (number, port) in ports(&client.connection).into_iter().enumerate() {
        let mut rows = instead_of_greeting();
        rows.extend(before_ready().into_iter().map(|(name, bytes)| (name, [greeting(), bytes].concat())));
        let shaken = [greeting(), ready(number)].concat();
        rows.extend(after_ready().into_iter().map(|(name, bytes)| (name, [shaken.clone(), bytes].concat())));
        for (name, bytes) in rows {
            assert!(is_closed_after(port, &bytes), "{name} on port {number} keeps its connection");
        }
        assert_eq!(client.beat("still here"), "still here");
    }
    let (reply, published) = client.execute("$kept");
    assert_eq!(reply.content["status"], "ok");
    assert_eq!(published[0].content["data"]["text/plain"].as_str().unwrap().lines().next(), Some("42"));
}

#[test]
fn a_ping_is_answered_with_its_context() {
    let client = Client::start();
    for (number, port) in ports(&client.connection).into_iter().enumerate() {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        stream.write_all(&[greeting(), ready(number), command("PING", b"\0\x0ahello")].concat()).unwrap();
        let expected = command("PONG", b"hello");
        let mut seen = Vec::new();
        while !seen.ends_with(&expected) {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("a PONG arrives");
            seen.extend(byte);
        }
    }
}
