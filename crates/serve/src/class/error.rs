//! The errors of a class: requests that it does not accept.

use std::fmt::{self, Display, Formatter};

use hyper::StatusCode;

/// A request that the class does not accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassError {
    /// The token is not one of this class.
    Token,
    /// The name is not usable, and why.
    Name(&'static str),
    /// Another learner has this name.
    Taken(String),
    /// The class has its maximum number of learners.
    Full(usize),
    /// Too many requests for now.
    Busy,
    /// The learner's file has its maximum size.
    Quota,
    /// The body is not what is expected, and why.
    Body(String),
    /// The progress cannot be written.
    Write(String),
}

impl ClassError {
    /// Returns the status of the response.
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            ClassError::Token => StatusCode::FORBIDDEN,
            ClassError::Name(_) | ClassError::Body(_) => StatusCode::BAD_REQUEST,
            ClassError::Taken(_) => StatusCode::CONFLICT,
            ClassError::Full(_) | ClassError::Quota => StatusCode::INSUFFICIENT_STORAGE,
            ClassError::Busy => StatusCode::TOO_MANY_REQUESTS,
            ClassError::Write(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl Display for ClassError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ClassError::Token => {
                f.write_str("This link does not belong to this class. Ask your teacher for a new one.")
            }
            ClassError::Name(why) => write!(f, "This name cannot be used: {why}."),
            ClassError::Taken(name) => write!(f, "Another learner is called {name}. Choose another name."),
            ClassError::Full(count) => write!(f, "The class is full: it has {count} learners."),
            ClassError::Busy => f.write_str("Too many requests. Try again in some seconds."),
            ClassError::Quota => f.write_str("Your report has reached its maximum size."),
            ClassError::Body(why) => write!(f, "The request cannot be read: {why}."),
            ClassError::Write(why) => write!(f, "The progress cannot be written: {why}."),
        }
    }
}
