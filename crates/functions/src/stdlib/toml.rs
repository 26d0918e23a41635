//! Formats hashes as TOML, in the order and format of stdlib: values by name, then tables, then arrays of tables.

use pprepl_budget as budget;
use puppet_pcore::ruby_text::ruby_inspect;
use puppet_pcore::{Hash, Value};

use super::super::ruby;

/// Formats a hash as TOML. Ends early when the budget is exhausted: callers poll.
pub(super) fn toml(hash: &Hash) -> String {
    let mut out = String::new();
    visit(hash, &[], &mut out);
    out
}

/// The entries of a table, each kind sorted by name.
struct Parts<'h> {
    values: Vec<(String, &'h Value)>,
    tables: Vec<(String, &'h Hash)>,
    lists: Vec<(String, &'h [Value])>,
}

fn parts(hash: &Hash) -> Parts<'_> {
    let mut entries: Vec<(String, &Value)> = hash.iter().map(|(key, value)| (ruby::to_s(key), value)).collect();
    entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut parts = Parts { values: Vec::new(), tables: Vec::new(), lists: Vec::new() };
    for (name, value) in entries {
        match value {
            Value::Hash(table) => parts.tables.push((name, table)),
            Value::Array(list) if matches!(list.items.first(), Some(Value::Hash(_))) => {
                parts.lists.push((name, &list.items));
            }
            value => parts.values.push((name, value)),
        }
    }
    parts
}

fn visit(hash: &Hash, prefix: &[String], out: &mut String) {
    let parts = parts(hash);
    if !prefix.is_empty() && (!parts.values.is_empty() || hash.is_empty()) {
        out.push_str(&format!("[{}]\n", prefix.join(".")));
    }
    dump(&parts, prefix, out);
}

fn dump(parts: &Parts<'_>, prefix: &[String], out: &mut String) {
    for (name, value) in &parts.values {
        if budget::is_exhausted() {
            return;
        }
        out.push_str(&format!("{} = {}\n", key(name), display(value)));
    }
    let inner = |name: &str| [prefix, &[key(name)]].concat();
    for (name, table) in &parts.tables {
        if budget::is_exhausted() {
            return;
        }
        visit(table, &inner(name), out);
    }
    for (name, list) in &parts.lists {
        let path = inner(name);
        for table in list.iter().filter_map(Value::as_hash) {
            if budget::is_exhausted() {
                return;
            }
            out.push_str(&format!("[[{}]]\n", path.join(".")));
            dump(&self::parts(table), &path, out);
        }
    }
}

/// Formats a key, quoted unless it is a bare one.
fn key(name: &str) -> String {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if plain { name.to_owned() } else { format!("\"{}\"", name.replace('"', "\\\"")) }
}

fn display(value: &Value) -> String {
    let text = ruby_inspect(value);
    match value {
        // Undoes the escapes of Ruby's interpolation, which TOML does not have.
        Value::Str(_) => text.replace("\\#$", "#$").replace("\\#@", "#@").replace("\\#{", "#{"),
        _ => text,
    }
}
