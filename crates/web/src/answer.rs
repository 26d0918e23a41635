//! The answer of a method.

use pprepl_rpc::RpcError;
use serde_json::Value;

/// The result of a method, or the error of its request.
pub type Answer = Result<Value, RpcError>;

/// Returns the error of a request that does not fit the state.
pub fn rejected(message: impl Into<String>) -> RpcError {
    RpcError::new(RpcError::REJECTED, message)
}
