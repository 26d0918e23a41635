//! The description of the kernel.

use serde_json::{Value, json};

use super::message::PROTOCOL;

/// The name of the language, in Jupyter and in notebooks.
pub(crate) const LANGUAGE: &str = "puppet";

/// The version of Puppet that the kernel implements by default.
const LANGUAGE_VERSION: &str = "8";

/// Returns the answer to `kernel_info_request`.
pub(crate) fn kernel_info() -> Value {
    let version = env!("CARGO_PKG_VERSION");
    json!({
        "status": "ok",
        "protocol_version": PROTOCOL,
        "implementation": "pprepl",
        "implementation_version": version,
        "language_info": {
            "name": LANGUAGE,
            "version": LANGUAGE_VERSION,
            "mimetype": "text/x-puppet",
            "file_extension": ".pp",
            "pygments_lexer": LANGUAGE,
            "codemirror_mode": LANGUAGE,
            "nbconvert_exporter": "script",
        },
        "banner": format!("pprepl {version}: Puppet {LANGUAGE_VERSION}. ':help' lists the commands, and '?name' explains a name."),
        "debugger": false,
        "supported_features": [],
        "help_links": [
            { "text": "Puppet language", "url": "https://www.puppet.com/docs/puppet/8/puppet_language.html" },
        ],
    })
}
