//! Answers requests by calling their methods.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;

use pprepl_session::Session;

use crate::methods;
use crate::protocol::{Request, RpcError, respond};

/// Returns the response to a request; `None` for a notification. A canceled request does not start.
pub fn answer(session: &mut Session, request: &Request, is_canceled: bool) -> Option<String> {
    match request {
        Request::Malformed(answer) => Some(answer.clone()),
        Request::Call(call) if is_canceled => respond(call.id.as_ref(), Ok(methods::canceled(session, &call.method))),
        Request::Call(call) => {
            let result = guarded(|| methods::call(session, &call.method, &call.params));
            respond(call.id.as_ref(), result)
        }
    }
}

/// Runs a call and turns a panic into an internal error response. The session continues.
pub fn guarded(run: impl FnOnce() -> Result<Value, RpcError>) -> Result<Value, RpcError> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        Err(RpcError::new(RpcError::INTERNAL, "internal error on this request; the session continues"))
    })
}
