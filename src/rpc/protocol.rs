//! JSON-RPC 2.0 itself: requests, notifications, and the errors that malformed ones deserve.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};

use crate::session::Session;

use super::methods;

/// A JSON-RPC error.
#[derive(Debug)]
pub struct Fault {
    /// JSON-RPC's number.
    pub code: i32,
    /// What is wrong.
    pub message: String,
}

impl Fault {
    /// The line is no JSON.
    pub const PARSE: i32 = -32700;
    /// The JSON is no request.
    pub const REQUEST: i32 = -32600;
    /// There is no such method.
    pub const METHOD: i32 = -32601;
    /// The method does not take these parameters.
    pub const PARAMS: i32 = -32602;
    /// A bug of ours.
    pub const INTERNAL: i32 = -32603;

    /// A fault.
    pub fn new(code: i32, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into() }
    }
}

/// The answer to a line; `None` for a blank one and for a notification.
pub fn answer(session: &mut Session, line: &[u8]) -> Option<String> {
    if line.iter().all(u8::is_ascii_whitespace) {
        return None;
    }
    let request: Value = match serde_json::from_slice(line) {
        Ok(request) => request,
        Err(error) => return Some(failure(&Value::Null, &Fault::new(Fault::PARSE, format!("not JSON: {error}")))),
    };
    let id = match id(&request) {
        Ok(id) => id,
        Err(fault) => return Some(failure(&Value::Null, &fault)),
    };
    let result = call(session, &request);
    match (id, result) {
        (None, Ok(_)) => None,
        (None, Err(fault)) if fault.code != Fault::REQUEST => None,
        (id, Ok(result)) => Some(json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string()),
        (id, Err(fault)) => Some(failure(&id.unwrap_or(Value::Null), &fault)),
    }
}

/// The request's id; `None` for a notification.
fn id(request: &Value) -> Result<Option<Value>, Fault> {
    let Value::Object(object) = request else {
        return Err(Fault::new(Fault::REQUEST, "a request is an object"));
    };
    match object.get("id") {
        None => Ok(None),
        Some(id @ (Value::Null | Value::Number(_) | Value::String(_))) => Ok(Some(id.clone())),
        Some(_) => Err(Fault::new(Fault::REQUEST, "an id is a number, a string or null")),
    }
}

fn call(session: &mut Session, request: &Value) -> Result<Value, Fault> {
    if request.get("jsonrpc").is_some_and(|version| version != "2.0") {
        return Err(Fault::new(Fault::REQUEST, "the protocol is JSON-RPC 2.0"));
    }
    let Some(Value::String(method)) = request.get("method") else {
        return Err(Fault::new(Fault::REQUEST, "a request has a method, a string"));
    };
    let nothing = json!({});
    let params = match request.get("params") {
        None | Some(Value::Null) => &nothing,
        Some(params @ Value::Object(_)) => params,
        Some(Value::Array(list)) if list.is_empty() => &nothing,
        Some(_) => return Err(Fault::new(Fault::PARAMS, "the parameters are an object: they go by name")),
    };
    guarded(|| methods::call(session, method, params))
}

/// A panic below is a bug of ours: it is answered, and the session goes on.
fn guarded(run: impl FnOnce() -> Result<Value, Fault>) -> Result<Value, Fault> {
    catch_unwind(AssertUnwindSafe(run))
        .unwrap_or_else(|_| Err(Fault::new(Fault::INTERNAL, "pprepl failed at this; the session goes on")))
}

fn failure(id: &Value, fault: &Fault) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": fault.code, "message": fault.message } }).to_string()
}
