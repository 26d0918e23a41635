//! The forms of a file of facts: a hash of facts, the answer of `puppet facts`, a file of a server's directory, and the
//! answers of PuppetDB about one node.

use std::borrow::Cow;
use std::rc::Rc;

use puppet_pcore::{Hash, Value, infer_generalized, interpolate};

/// The tag of the files below a server's `yaml/facts`.
const SERVER_TAG: &str = "!ruby/object:Puppet::Node::Facts";

/// The times of such a file, which YAML reads as timestamps.
const SERVER_TIMES: [&str; 2] = ["timestamp:", "expiration:"];

/// Returns the YAML of a server's file without the tag that names its Ruby class, and with its times as comments. Positions
/// stay the same.
pub(super) fn without_server_tag(text: &str) -> Cow<'_, str> {
    let body = text.strip_prefix("---").map(str::trim_start).and_then(|rest| rest.strip_prefix(SERVER_TAG));
    let Some(body) = body else { return Cow::Borrowed(text) };
    let head = text.len() - body.len() - "---".len();
    let mut plain = format!("---{}", " ".repeat(head));
    for line in body.split_inclusive('\n') {
        match SERVER_TIMES.iter().any(|time| line.starts_with(time)) {
            true => plain.extend(["#", &line[1..]]),
            false => plain.push_str(line),
        }
    }
    Cow::Owned(plain)
}

/// Returns the facts of a file's data.
///
/// # Errors
/// The data has another form, or the facts of several nodes: what was found.
pub(super) fn facts_of(value: Value) -> Result<Rc<Hash>, String> {
    match value {
        Value::Hash(hash) => Ok(of_hash(hash)),
        Value::Array(array) => of_answer(&array.items),
        other => Err(infer_generalized(&other).to_string()),
    }
}

/// Returns the facts of a hash: its own, or those one level down.
fn of_hash(hash: Rc<Hash>) -> Rc<Hash> {
    // `puppet facts find`, and the files of a server.
    if let (Some(Value::Str(_)), Some(Value::Hash(values))) = (hash.get_str("name"), hash.get_str("values")) {
        return values.clone();
    }
    // A row of PuppetDB's `factsets` or `inventory`.
    match (hash.get_str("certname"), hash.get_str("facts")) {
        (Some(Value::Str(_)), Some(Value::Hash(facts))) => Rc::new(of_row(&hash, facts)),
        _ => hash,
    }
}

/// Returns the facts of a row of PuppetDB, with its trusted facts.
fn of_row(row: &Hash, facts: &Hash) -> Hash {
    let mut found = match facts.get_str("data") {
        Some(Value::Array(data)) => named_values(&data.items),
        _ => facts.clone(),
    };
    if let Some(trusted @ Value::Hash(_)) = row.get_str("trusted") {
        found.insert(Value::str("trusted"), trusted.clone());
    }
    found
}

/// Returns the facts of PuppetDB's answer: one row, or the rows of `facts`.
fn of_answer(rows: &[Value]) -> Result<Rc<Hash>, String> {
    let mut nodes: Vec<String> =
        rows.iter().filter_map(|row| row.as_hash()?.get_str("certname").map(interpolate)).collect();
    let is_complete = nodes.len() == rows.len();
    nodes.dedup();
    match (nodes.as_slice(), rows) {
        ([_], [Value::Hash(row)]) if row.get_str("facts").is_some() => Ok(of_hash(row.clone())),
        ([_], rows) if is_complete => Ok(Rc::new(named_values(rows))),
        ([], _) => Err(infer_generalized(&Value::array(rows.to_vec())).to_string()),
        (several, _) => Err(format!("an answer about {} nodes; save that about one node", several.len())),
    }
}

/// Returns the facts of rows with a name and a value.
fn named_values(rows: &[Value]) -> Hash {
    let pair = |row: &Value| {
        let row = row.as_hash()?;
        Some((row.get_str("name")?.clone(), row.get_str("value")?.clone()))
    };
    rows.iter().filter_map(pair).collect()
}
