//! Formats hashes as TOML, in the order and format of stdlib: values by name, then tables, then arrays of tables.

use pprepl_budget as budget;
use puppet_pcore::ruby_text::ruby_inspect;
use puppet_pcore::{Hash, Value};

use super::super::order::sort_by_ruby_order;
use super::super::ruby;

/// Formats a hash as TOML; `None` if a table has keys without an order, or one that has no quotes. Ends early when the
/// budget is exhausted: callers poll.
pub(super) fn toml(hash: &Hash) -> Option<String> {
    let mut out = String::new();
    visit(hash, &[], &mut out)?;
    Some(out)
}

/// The entries of a table, each kind sorted by name.
struct Parts<'h> {
    values: Vec<(String, &'h Value)>,
    tables: Vec<(String, &'h Hash)>,
    lists: Vec<(String, &'h [Value])>,
}

fn parts(hash: &Hash) -> Option<Parts<'_>> {
    let mut entries: Vec<(&Value, &Value)> = hash.iter().collect();
    if !sort_by_ruby_order(&mut entries, |(key, _)| key) {
        return None;
    }
    let mut parts = Parts { values: Vec::new(), tables: Vec::new(), lists: Vec::new() };
    for (own, value) in entries {
        let name = if own.is_undef() { String::new() } else { ruby::to_s(own) };
        if own.as_str().is_none() && !is_unquoted(&name) {
            return None;
        }
        match value {
            Value::Hash(table) => parts.tables.push((name, table)),
            Value::Array(list) if matches!(list.items.first(), Some(Value::Hash(_))) => {
                parts.lists.push((name, &list.items));
            }
            value => parts.values.push((name, value)),
        }
    }
    Some(parts)
}

fn visit(hash: &Hash, prefix: &[String], out: &mut String) -> Option<()> {
    let parts = parts(hash)?;
    if !prefix.is_empty() && (!parts.values.is_empty() || hash.is_empty()) {
        out.push_str(&format!("[{}]\n", prefix.join(".")));
    }
    dump(&parts, prefix, out)
}

fn dump(parts: &Parts<'_>, prefix: &[String], out: &mut String) -> Option<()> {
    for (name, value) in &parts.values {
        if budget::is_exhausted() {
            return Some(());
        }
        out.push_str(&format!("{} = {}\n", key(name), display(value)));
    }
    let inner = |name: &str| [prefix, &[key(name)]].concat();
    for (name, table) in &parts.tables {
        if budget::is_exhausted() {
            return Some(());
        }
        visit(table, &inner(name), out)?;
    }
    for (name, list) in &parts.lists {
        let path = inner(name);
        for table in list.iter().filter_map(Value::as_hash) {
            if budget::is_exhausted() {
                return Some(());
            }
            out.push_str(&format!("[[{}]]\n", path.join(".")));
            dump(&self::parts(table)?, &path, out)?;
        }
    }
    Some(())
}

/// Formats a key, quoted unless it is a bare one.
fn key(name: &str) -> String {
    if is_unquoted(name) { name.to_owned() } else { format!("\"{}\"", name.replace('"', "\\\"")) }
}

/// Returns whether a line of the key needs no quotes; the module looks at no more.
fn is_unquoted(name: &str) -> bool {
    let is_plain = |line: &str| line.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    name.strip_suffix('\n').unwrap_or(name).split('\n').any(is_plain)
}

fn display(value: &Value) -> String {
    let text = ruby_inspect(value);
    match value {
        // Undoes the escapes of Ruby's interpolation, which TOML does not have.
        Value::Regexp(_) => ruby_inspect(&Value::from(text)),
        Value::Str(_) => text.replace("\\#$", "#$").replace("\\#@", "#@").replace("\\#{", "#{"),
        _ => text,
    }
}
