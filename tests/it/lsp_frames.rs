//! Messages to `pprepl lsp` that cannot be read: each is answered with an error, and the next one is read.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;

fn framed(body: &[u8]) -> Vec<u8> {
    [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
}

/// Bytes that are no message, with the error that answers them.
fn malformed() -> Vec<(&'static str, Vec<u8>, i64)> {
    let deep = "[".repeat(500_000);
    let objects = "{\"a\":".repeat(100_000);
    vec![
        ("half an object", framed(b"{"), PARSE_ERROR),
        ("nothing", framed(b""), PARSE_ERROR),
        ("a space", framed(b" "), PARSE_ERROR),
        ("two values", framed(b"{} {}"), PARSE_ERROR),
        ("a comment", framed(b"// {}"), PARSE_ERROR),
        ("NaN", framed(b"{\"id\": NaN}"), PARSE_ERROR),
        ("an unclosed string", framed(b"{\"method\": \"x"), PARSE_ERROR),
        ("half a surrogate pair", framed(b"{\"method\": \"\\ud800\"}"), PARSE_ERROR),
        ("bytes that are not UTF-8", framed(b"\xff\xfe\xfd"), PARSE_ERROR),
        ("a string that is not UTF-8", framed(b"{\"method\": \"\xff\"}"), PARSE_ERROR),
        ("zeros", framed(&[0; 64]), PARSE_ERROR),
        ("deep arrays", framed(deep.as_bytes()), PARSE_ERROR),
        ("deep objects", framed(objects.as_bytes()), PARSE_ERROR),
        ("an array", framed(b"[]"), INVALID_REQUEST),
        ("a batch", framed(b"[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}]"), INVALID_REQUEST),
        ("a number", framed(b"1"), INVALID_REQUEST),
        ("null", framed(b"null"), INVALID_REQUEST),
        ("a string", framed(b"\"exit\""), INVALID_REQUEST),
        ("an empty object", framed(b"{}"), INVALID_REQUEST),
        ("a method that is a number", framed(b"{\"jsonrpc\":\"2.0\",\"method\":1}"), INVALID_REQUEST),
        ("a method that is an object", framed(b"{\"jsonrpc\":\"2.0\",\"method\":{}}"), INVALID_REQUEST),
        ("no length", b"\r\nContent-Type: x\r\n\r\n".to_vec(), INVALID_REQUEST),
        ("no length, with a body", b"Content-Type: x\r\n\r\n{\"id\":1}".to_vec(), INVALID_REQUEST),
        ("a length of a terabyte", b"Content-Length: 1099511627776\r\n\r\n".to_vec(), INVALID_REQUEST),
        ("a length that is a word", b"Content-Length: many\r\n\r\n".to_vec(), INVALID_REQUEST),
        ("a negative length", b"Content-Length: -1\r\n\r\n".to_vec(), INVALID_REQUEST),
        ("a length beyond 64 bits", b"Content-Length: 99999999999999999999999\r\n\r\n".to_vec(), INVALID_REQUEST),
        (
            "another length beyond 64 bits",
            b"content-length: 18446744073709551616\r\nX: y\r\n\r\n".to_vec(),
            INVALID_REQUEST,
        ),
        (
            "a message above the limit",
            [b"Content-Length: 67108865\r\n\r\n".to_vec(), vec![b'x'; (64 << 20) + 1]].concat(),
            INVALID_REQUEST,
        ),
    ]
}

/// Returns the next message of a server.
fn next(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().strip_prefix("Content-Length: ") {
            Some(count) => length = count.parse().ok()?,
            None if line.trim().is_empty() => break,
            None => {}
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

struct Server {
    child: std::process::Child,
    input: std::process::ChildStdin,
    output: BufReader<std::process::ChildStdout>,
}

impl Server {
    fn start() -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pprepl"));
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("pprepl starts");
        let (input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        Server { child, input, output: BufReader::new(output) }
    }

    fn send(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).and_then(|()| self.input.flush()).expect("the server reads");
    }

    fn request(&mut self, id: i64, method: &str, params: &Value) -> Value {
        self.send(&framed(
            json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string().as_bytes(),
        ));
        loop {
            let message = next(&mut self.output).expect("an answer");
            if message["id"] == id {
                return message;
            }
        }
    }
}

#[test]
fn a_message_that_cannot_be_read_does_not_end_the_server() {
    let mut server = Server::start();
    server.request(1, "initialize", &json!({"capabilities": {}}));
    server.send(&framed(br#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#));
    for (number, (what, bytes, code)) in malformed().into_iter().enumerate() {
        server.send(&bytes);
        let error = next(&mut server.output).expect(what);
        assert_eq!((&error["id"], &error["error"]["code"]), (&Value::Null, &code.into()), "{what}: {error}");
        let answer = server.request(100 + number as i64, "workspace/symbol", &json!({"query": "x"}));
        assert_eq!(answer["result"], json!([]), "{what}");
    }
    // The error names the request, where one can be recognized.
    server.send(&framed(b"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":[]}"));
    let error = next(&mut server.output).expect("an error");
    assert_eq!((&error["id"], &error["error"]["code"]), (&7.into(), &INVALID_REQUEST.into()));
    for id in [json!(2_147_483_648_i64), json!(-1e300), json!(1.5)] {
        server.send(&framed(json!({"jsonrpc": "2.0", "id": id, "method": "shutdown"}).to_string().as_bytes()));
        let error = next(&mut server.output).expect("an error");
        assert_eq!((&error["id"], &error["error"]["code"]), (&id, &INVALID_REQUEST.into()));
    }
    server.send(&framed(br#"{"jsonrpc":"2.0","id":null,"method":"shutdown"}"#));
    assert_eq!(next(&mut server.output).expect("an error")["error"]["code"], INVALID_REQUEST);
    assert_eq!(server.request(9, "initialize", &json!({"capabilities": {}}))["error"]["code"], INVALID_REQUEST);
    server.request(8, "shutdown", &Value::Null);
    server.send(&framed(br#"{"jsonrpc":"2.0","method":"exit"}"#));
    assert!(server.child.wait().expect("an end").success());
}

#[test]
fn messages_before_the_handshake_do_not_end_the_server() {
    let mut server = Server::start();
    server.send(&framed(br#"{"jsonrpc":"2.0","id":5,"result":null}"#));
    server.send(&framed(br#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#));
    assert_eq!(server.request(1, "shutdown", &Value::Null)["error"]["code"], -32002);
    server.request(2, "initialize", &json!({"capabilities": {}}));
    // Before the notification that it is initialized, a client may ask.
    assert_eq!(server.request(3, "workspace/symbol", &json!({"query": "x"}))["result"], json!([]));
    server.request(4, "shutdown", &Value::Null);
    server.send(&framed(br#"{"jsonrpc":"2.0","method":"exit"}"#));
    assert!(server.child.wait().expect("an end").success());
}

/// A length takes no memory before its bytes arrive.
#[test]
fn the_length_of_a_message_is_checked_before_memory_is_taken() {
    for length in ["1099511627776", "18446744073709551615", "9223372036854775807", "67108864"] {
        let mut server = Server::start();
        server.send(format!("Content-Length: {length}\r\n\r\n{{").as_bytes());
        drop(server.input);
        let mut rest = String::new();
        server.output.read_to_string(&mut rest).expect("text");
        let status = server.child.wait().expect("an end");
        assert!(matches!(status.code(), Some(0 | 1)), "{length}: {status}");
    }
}
