//! The text that `:doc NAME` prints about a function. It shows signatures, summary and example, from the row alone.

use puppet_eval::{Builtin, Signature};

/// Formats the documentation of a function as plain lines.
pub fn documentation(row: &Builtin) -> String {
    let mut text: String = row.signatures.iter().map(|signature| signature_line(row.name, signature) + "\n").collect();
    text.push_str(&format!("\n{}\n", row.summary));
    if !row.example.is_empty() {
        text.push_str(&format!("\n  {}\n", row.example.replace('\n', "\n  ")));
    }
    if !row.gives.is_empty() {
        text.push_str(&format!("  => {}\n", row.gives));
    }
    text
}

/// Formats a signature as `name(Params) >> Returns`.
fn signature_line(name: &str, signature: &Signature) -> String {
    format!("{name}({}) >> {}", signature.params, signature.returns)
}
