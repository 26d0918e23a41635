//! YAML and Hiera.

use std::path::PathBuf;

use pprepl_session::Settings;
use pprepl_text::Span;
use puppet_functions::loader::data::read_json;
use puppet_functions::loader::yaml::{self, DataError, Node};
use puppet_pcore::{Value, display, eql, source_form};

use super::host::{is_limit, session, session_with};

fn assert_span(text: &str, span: Span) {
    let (start, end) = (span.start as usize, span.end as usize);
    let fits = start <= end && end <= text.len() && text.is_char_boundary(start) && text.is_char_boundary(end);
    assert!(fits, "{span:?} of {} bytes", text.len());
}

fn assert_fault(text: &str, fault: &DataError) {
    assert_span(text, fault.span);
    assert!(!fault.message.is_empty());
}

fn assert_places(text: &str, node: &Node, depth: usize) {
    assert_span(text, node.span);
    // Aliases repeat their nodes: the places deeper down are the same ones.
    if depth < 4 {
        node.items().for_each(|item| assert_places(text, item, depth + 1));
        node.entries().for_each(|(_, key, item)| {
            assert_span(text, key);
            assert_places(text, item, depth + 1);
        });
    }
}

/// A text is read, or refused at a place of it. JSON is read as the JSON reader reads it; the value, written as YAML, is
/// read back.
pub fn yaml(data: &[u8]) {
    let text = super::text(data);
    let read = yaml::read(&text);
    match &read {
        Err(fault) => assert_fault(&text, fault),
        Ok(Some(node)) => assert_places(&text, node, 0),
        Ok(None) => {}
    }
    if let Some(json) = common_json(&text) {
        let found = read.as_ref().ok().and_then(Option::as_ref).map(|node| &node.value);
        let found = found.unwrap_or_else(|| panic!("JSON is not read: {read:?}"));
        assert!(eql(found, &json), "{} as JSON, {} as YAML", display(&json), display(found));
    }
    if let Some(value) = read.ok().flatten().as_ref().and_then(|node| node.usable().ok()) {
        assert_written(value);
    }
}

/// JSON that YAML 1.1 reads alike: a collection on one line without escapes, floats, control characters and merge keys.
fn common_json(text: &str) -> Option<Value> {
    let is_plain = |c: char| matches!(c, ' '..='~') && c != '\\';
    if !text.starts_with(['[', '{']) || !text.chars().all(is_plain) || text.contains("\"<<\"") {
        return None;
    }
    read_json(text).ok().filter(|value| !has_float(value))
}

fn has_float(value: &Value) -> bool {
    match value {
        Value::Float(_) => true,
        Value::Array(array) => array.items.iter().any(has_float),
        Value::Hash(hash) => hash.values().any(has_float),
        _ => false,
    }
}

/// `to_yaml` writes what is read as the same value.
fn assert_written(value: &Value) {
    // Psych writes a key nil as a string, and so do we. `parseyaml` returns its default where a document is false.
    let lossy = |form: &str| form == "false" || form.len() > 2000 || form.contains("e+") || form.contains("undef =>");
    let Some(form) = source_form(value).filter(|form| !lossy(form)) else { return };
    let mut session = session();
    let given = session.evaluate("value", &format!("$v = {form}"));
    if given.failed() {
        // An integer beyond 64 bits, NaN: no literals.
        return;
    }
    let written = session.evaluate("written", "to_yaml($v)");
    let again = session.evaluate("read", "parseyaml(to_yaml($v)) == $v");
    if again.reports.iter().any(|report| is_limit(report.code.as_str())) {
        return;
    }
    let why = again.reports.first().map(|report| &report.message);
    assert_eq!(again.value.as_deref(), Some("true"), "{form} is written as {:?} {why:?}", written.value);
}

/// What separates the files of an input.
const NEXT: &str = "\n%%%\n";

/// A search and its explanation give the same value or both fail, within the budget.
pub fn hiera(data: &[u8]) {
    let text = super::text(data);
    let mut parts = text.split(NEXT);
    let mut file = |name: &str| (PathBuf::from("/h").join(name), parts.next().unwrap_or_default().to_owned());
    let files = vec![file("data/common.yaml"), file("data/node.yaml"), file("hiera.yaml")];
    let key = parts.next().unwrap_or("key").trim().to_owned();
    let mut settings = Settings::default();
    settings.set("hiera", "/h/hiera.yaml").expect("a setting");
    let mut session = session_with(settings, files);
    let found = session.evaluate("lookup", &format!("lookup({})", super::host::quoted(&key)));
    if found.cancelled || found.reports.iter().any(|report| is_limit(report.code.as_str())) {
        return;
    }
    let view = session.inspect().lookup(&key, None);
    assert_eq!(found.failed(), !view.found, "{:?} {:?}", found.reports.first(), view.report);
    // A Sensitive is printed by neither.
    if view.found && !view.value.iter().any(|value| value.contains("Sensitive")) {
        assert_eq!(found.value, view.value, "the function and the explanation");
    }
    let _ = session.inspect().data_keys();
    assert_eq!(session.evaluate("after", "1 + 1").value.as_deref(), Some("2"), "the session goes on");
}
