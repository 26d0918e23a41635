//! The connection file that a front end writes: the addresses of the sockets, and the key that signs messages.

use std::fmt::{self, Display};
use std::path::Path;

use serde::Deserialize;

/// The maximum size of a connection file, in bytes.
const MAX_SIZE: u64 = 1 << 20;

/// The addresses of a kernel's sockets. A port of 0 means any free port.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Connection {
    #[serde(default = "tcp")]
    pub transport: String,
    pub ip: String,
    pub shell_port: u16,
    pub control_port: u16,
    pub iopub_port: u16,
    pub stdin_port: u16,
    pub hb_port: u16,
    /// The key of the signatures; empty: messages are not signed.
    #[serde(default)]
    pub key: String,
    #[serde(default = "hmac_sha256")]
    pub signature_scheme: String,
}

/// The reason why a kernel cannot use a connection file.
#[derive(Debug)]
pub enum ConnectionError {
    Unreadable(String),
    Invalid(String),
    Transport(String),
    Scheme(String),
}

fn tcp() -> String {
    "tcp".to_owned()
}

fn hmac_sha256() -> String {
    "hmac-sha256".to_owned()
}

impl Connection {
    /// Reads a connection file.
    pub fn read(path: &Path) -> Result<Connection, ConnectionError> {
        let text = pprepl_files::read_named(path, MAX_SIZE).and_then(pprepl_files::text);
        let text = text.map_err(|error| ConnectionError::Unreadable(pprepl_files::reason(&error)))?;
        let connection: Connection =
            serde_json::from_str(&text).map_err(|error| ConnectionError::Invalid(error.to_string()))?;
        connection.check()
    }

    fn check(self) -> Result<Connection, ConnectionError> {
        if self.transport != tcp() {
            return Err(ConnectionError::Transport(self.transport));
        }
        if self.signature_scheme != hmac_sha256() {
            return Err(ConnectionError::Scheme(self.signature_scheme));
        }
        Ok(self)
    }

    /// Returns the address to listen on.
    pub(crate) fn address(&self) -> &str {
        if self.ip == "*" { "0.0.0.0" } else { &self.ip }
    }
}

impl Display for ConnectionError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConnectionError::Unreadable(reason) => out.write_str(reason),
            ConnectionError::Invalid(reason) => write!(out, "not a connection file of Jupyter: {reason}"),
            ConnectionError::Transport(found) => write!(out, "expected the transport 'tcp', found '{found}'"),
            ConnectionError::Scheme(found) => {
                write!(out, "expected the signature scheme 'hmac-sha256', found '{found}'")
            }
        }
    }
}

impl std::error::Error for ConnectionError {}
