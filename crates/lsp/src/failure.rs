//! The error of a request.

use lsp_server::{ErrorCode, RequestId, Response};

/// The error of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub code: i32,
    pub message: String,
}

/// The answer to a request.
pub type Answer<T> = Result<T, Failure>;

impl Failure {
    /// A request that cannot be fulfilled: the client shows the message.
    pub fn failed(message: impl Into<String>) -> Failure {
        Failure { code: ErrorCode::RequestFailed as i32, message: message.into() }
    }

    pub fn invalid(message: impl Into<String>) -> Failure {
        Failure { code: ErrorCode::InvalidParams as i32, message: message.into() }
    }

    pub fn unknown_method(method: &str) -> Failure {
        Failure { code: ErrorCode::MethodNotFound as i32, message: format!("unknown method '{method}'") }
    }

    pub fn canceled() -> Failure {
        Failure { code: ErrorCode::RequestCanceled as i32, message: "the request was canceled".to_owned() }
    }

    /// A request before `initialize`.
    pub fn not_initialized() -> Failure {
        Failure { code: ErrorCode::ServerNotInitialized as i32, message: "expected 'initialize' first".to_owned() }
    }

    /// The client sent `initialize` twice.
    pub fn initialized_already() -> Failure {
        Failure { code: ErrorCode::InvalidRequest as i32, message: "the server is initialized already".to_owned() }
    }

    /// A request after `shutdown`.
    pub fn shut_down() -> Failure {
        Failure { code: ErrorCode::InvalidRequest as i32, message: "the server is shut down".to_owned() }
    }

    /// Returns the response to a request that failed.
    pub fn response(self, id: RequestId) -> Response {
        Response::new_err(id, self.code, self.message)
    }
}
