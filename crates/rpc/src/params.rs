//! Parameters by name.

use serde_json::Value;

use crate::protocol::RpcError;

/// Returns a required string parameter.
///
/// # Errors
/// It is missing, or not a string.
pub fn text<'a>(params: &'a Value, name: &str) -> Result<&'a str, RpcError> {
    optional_text(params, name)?.ok_or_else(|| RpcError::new(RpcError::PARAMS, format!("'{name}' is missing")))
}

/// Returns an optional string parameter.
///
/// # Errors
/// It is not a string.
pub fn optional_text<'a>(params: &'a Value, name: &str) -> Result<Option<&'a str>, RpcError> {
    match params.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(RpcError::new(RpcError::PARAMS, format!("'{name}' must be a string"))),
    }
}

/// Returns an optional Boolean parameter; false if it is omitted.
///
/// # Errors
/// It is neither true nor false.
pub fn flag(params: &Value, name: &str) -> Result<bool, RpcError> {
    match params.get(name) {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(on)) => Ok(*on),
        Some(_) => Err(RpcError::new(RpcError::PARAMS, format!("'{name}' must be true or false"))),
    }
}

/// Returns an optional number that counts something.
///
/// # Errors
/// It is not a number from 0.
pub fn optional_count(params: &Value, name: &str) -> Result<Option<usize>, RpcError> {
    let rejected = || RpcError::new(RpcError::PARAMS, format!("'{name}' must be a number from 0"));
    match params.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => value.as_u64().and_then(|number| usize::try_from(number).ok()).map(Some).ok_or_else(rejected),
    }
}

/// Returns a required number that counts something.
///
/// # Errors
/// It is missing, or not a number from 0.
pub fn count(params: &Value, name: &str) -> Result<usize, RpcError> {
    optional_count(params, name)?.ok_or_else(|| RpcError::new(RpcError::PARAMS, format!("'{name}' is missing")))
}
