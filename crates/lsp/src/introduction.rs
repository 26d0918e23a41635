//! The answer to the first request of a client.

use serde_json::{Value, json};

use super::capabilities::capabilities;
use super::client::Client;

/// Returns the capabilities and the name of the server for a client.
pub fn introduction(client: &Client) -> Value {
    json!({
        "capabilities": capabilities(client),
        "serverInfo": { "name": "pprepl", "version": env!("CARGO_PKG_VERSION") },
    })
}
