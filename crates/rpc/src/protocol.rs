//! The JSON-RPC 2.0 protocol: requests, notifications and protocol errors.

use serde_json::{Value, json};

use pprepl_session::json as shapes;
use pprepl_text::json_text;

/// A JSON-RPC error.
#[derive(Debug)]
pub struct RpcError {
    pub code: i32,
    pub message: String,
}

impl RpcError {
    /// Invalid JSON.
    pub const PARSE: i32 = -32700;
    /// The JSON value is not a request.
    pub const REQUEST: i32 = -32600;
    /// Unknown method.
    pub const METHOD: i32 = -32601;
    /// Invalid parameters for the method.
    pub const PARAMS: i32 = -32602;
    /// The request does not fit the state: the cell is locked, the position is outside.
    pub const REJECTED: i32 = -32000;
    /// Internal error.
    pub const INTERNAL: i32 = -32603;

    pub fn new(code: i32, message: impl Into<String>) -> RpcError {
        RpcError { code, message: message.into() }
    }
}

/// The method that cancels another request.
pub const CANCEL: &str = "cancel";

/// One line of the input.
pub enum Request {
    Call(Call),
    /// A malformed line, with its response.
    Malformed(String),
}

pub struct Call {
    /// The request id; `None` for a notification.
    pub id: Option<Value>,
    pub method: String,
    /// The parameters, by name.
    pub params: Value,
}

impl Request {
    /// Returns the id of a call.
    pub fn id(&self) -> Option<&Value> {
        match self {
            Request::Call(call) => call.id.as_ref(),
            Request::Malformed(_) => None,
        }
    }
}

/// Parses a line. Returns `None` for an empty line, and for a notification that cannot be processed.
pub fn read(line: &[u8]) -> Option<Request> {
    if line.iter().all(u8::is_ascii_whitespace) {
        return None;
    }
    let request: Value = match serde_json::from_slice(line) {
        Ok(request) => request,
        Err(error) => {
            return Some(malformed(&RpcError::new(RpcError::PARSE, format!("not JSON: {error}"))));
        }
    };
    let id = match id(&request) {
        Ok(id) => id,
        Err(fault) => return Some(malformed(&fault)),
    };
    match (call(id.clone(), request), id) {
        (Ok(call), _) => Some(Request::Call(call)),
        (Err(fault), None) if fault.code != RpcError::REQUEST => None,
        (Err(fault), id) => Some(Request::Malformed(failure(&id.unwrap_or(Value::Null), &fault))),
    }
}

/// A line that has no id that can be read.
pub fn malformed(fault: &RpcError) -> Request {
    Request::Malformed(failure(&Value::Null, fault))
}

/// Returns a response with a result; `None` for a notification.
pub fn respond(id: Option<&Value>, result: Result<Value, RpcError>) -> Option<String> {
    let id = id?;
    Some(match result {
        Ok(result) => json_text(json!({ "jsonrpc": "2.0", "id": id, "result": shapes::versioned(result) })),
        Err(fault) => failure(id, &fault),
    })
}

/// Returns the request's id; `None` for a notification.
fn id(request: &Value) -> Result<Option<Value>, RpcError> {
    let Value::Object(object) = request else {
        return Err(RpcError::new(RpcError::REQUEST, "a request must be an object"));
    };
    match object.get("id") {
        None => Ok(None),
        Some(id @ (Value::Null | Value::Number(_) | Value::String(_))) => Ok(Some(id.clone())),
        Some(_) => Err(RpcError::new(RpcError::REQUEST, "an id must be a number, a string or null")),
    }
}

fn call(id: Option<Value>, mut request: Value) -> Result<Call, RpcError> {
    if request.get("jsonrpc").is_some_and(|version| version != "2.0") {
        return Err(RpcError::new(RpcError::REQUEST, "the protocol must be JSON-RPC 2.0"));
    }
    let Some(Value::String(method)) = request.get_mut("method").map(Value::take) else {
        return Err(RpcError::new(RpcError::REQUEST, "'method' must be a string"));
    };
    let params = match request.get_mut("params").map(Value::take) {
        None | Some(Value::Null) => json!({}),
        Some(params @ Value::Object(_)) => params,
        Some(Value::Array(list)) if list.is_empty() => json!({}),
        Some(_) => {
            return Err(RpcError::new(RpcError::PARAMS, "'params' must be an object: parameters are passed by name"));
        }
    };
    Ok(Call { id, method, params })
}

fn failure(id: &Value, fault: &RpcError) -> String {
    json_text(json!({ "jsonrpc": "2.0", "id": id, "error": { "code": fault.code, "message": fault.message } }))
}
