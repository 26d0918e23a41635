//! Corners of the language that Puppet's users reach, each with the answer of a live Puppet (`tests/corners/puppet.rb`
//! asks it; `live_puppet.rs` asks Puppet 8 again).

use std::collections::BTreeMap;

use pprepl_session::{Edition, Session, Settings, SystemHost};
use pprepl_text::Severity;
use serde_json::Value;

fn session() -> Session {
    let mut settings = Settings::default();
    Edition::Puppet8.apply(&mut settings);
    Session::new(settings, Box::new(SystemHost::silent()))
}

/// Returns what differs from Puppet's answer.
pub fn difference(row: &Value) -> Option<String> {
    let code = row["code"].as_str().unwrap();
    let got = session().evaluate("input", code);
    let error = got.reports.iter().find(|report| report.severity == Severity::Error);
    let found = error.map(|report| format!("{} {}", report.code, report.message));
    let found = found.unwrap_or_else(|| format!("{:?}", got.value));
    let agrees = match (&row["error"], error) {
        (Value::Null, None) => got.value.as_deref() == row["value"].as_str(),
        (Value::String(issue), Some(report)) => report.code == issue.as_str(),
        (Value::Bool(_), Some(_)) => true,
        _ => false,
    };
    let notices: Vec<&str> =
        got.logs.iter().filter(|(level, _)| level.as_str() == "notice").map(|(_, text)| &**text).collect();
    let wanted: Vec<&str> = row["logs"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    (!agrees || notices != wanted).then(|| format!("{row}\n    found {found}, notices {notices:?}"))
}

/// Returns the rows of a file: questions with Puppet's answers.
pub fn rows(file: &str) -> Vec<Value> {
    let path = pprepl_testing::root().join("tests/corners").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Compares every row of a file with Puppet's answer.
fn compare(file: &str) {
    let mut families: BTreeMap<String, usize> = BTreeMap::new();
    let mut differences = Vec::new();
    for row in rows(file) {
        *families.entry(row["family"].as_str().unwrap().to_owned()).or_default() += 1;
        differences.extend(difference(&row));
    }
    println!("{families:?}");
    assert!(families.values().sum::<usize>() >= 300, "{families:?}");
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn puppet_answers_alike() {
    compare("answers.jsonl");
}

/// Values, types, operators, conversions, formats, functions, patterns and programs with one wrong token, each crossed with
/// others (`tests/corners/questions.py`). Left out are rows that show Ruby itself (a Timespan as a last value, types of times
/// that never equal each other, an error when an `Init` is printed), an error of
/// `scanf` that nobody has explained yet, and `Optional['a']` and `NotUndef['a']` against
/// `Enum['a']`, which are equal sets of values here and unrelated in Puppet.
#[test]
fn puppet_answers_alike_in_crossed_tables() {
    compare("crossed.jsonl");
}

/// Programs that a search found: each reaches a condition of the code with a result that no other test gives it.
#[test]
fn puppet_answers_alike_where_nothing_else_looks() {
    compare("searched.jsonl");
}

#[test]
fn a_break_in_a_function_keeps_the_memo_of_reduce() {
    let code = "function stop() { break() }\n[1, 2, 3].reduce(0) |$memo, $x| { if $x == 3 { stop() } $memo + $x }";
    assert_eq!(session().evaluate("input", code).value.as_deref(), Some("3"));
}

#[test]
fn a_context_of_the_code_keeps_its_cache_between_inputs() {
    let mut session = session();
    session.evaluate("input", "$context = Puppet::LookupContext.new('ntp')\n$context.cache('a', 1)");
    assert_eq!(session.evaluate("input", "$context.cached_value('a')").value.as_deref(), Some("1"));
}

#[test]
fn contexts_are_as_in_puppet() {
    let mut session = session();
    let mut says = |code: &str| {
        let told = session.evaluate("input", code);
        let faults = told.reports.iter().map(|report| report.message.clone());
        told.value.clone().into_iter().chain(faults).collect::<Vec<_>>().join(" | ")
    };
    says("$who = 'me'\n$a = Puppet::LookupContext.new('ntp')\n$b = Puppet::LookupContext.new('ntp')");
    for (code, expected) in [
        ("\"${a}\"", "'Puppet::LookupContext({})'"),
        ("[$a == $b, $a == $a]", "[false, true]"),
        ("[$a.module_name, $a.environment_name]", "['ntp', 'production']"),
        ("$a.interpolate('I am %{who}')", "'I am me'"),
        ("$a.interpolate({'k' => ['%{who}', 1]})", "{'k' => ['me', 1]}"),
        ("$a.explain || { 'why' }", "undef"),
        ("$a.cache_all({'x' => 1, 2 => 'y'})", "undef"),
        (
            "\"${a.cached_entries}\"",
            "'Iterator[Tuple[Variant[String, Integer], Variant[Integer, String], 2, 2]]-Value'",
        ),
        ("$a.cached_entries.map |$entry| { $entry }", "[['x', 1], [2, 'y']]"),
        ("$a.cached_entries.map |$key, $entry| { \"${key}=${entry}\" }", "['x=1', '2=y']"),
        ("[$a.cache_has_key('x'), $b.cache_has_key('x'), $a.cached_value(2)]", "[true, false, 'y']"),
    ] {
        assert_eq!(says(code), expected, "{code}");
    }
    for (code, fault) in [
        ("$a.cache([1], 1)", "`cache`: parameter 'key' expects"),
        ("$a.cache('x')", "`cache` expects 3 arguments, found 2"),
        ("$a.cache_all([1])", "`cache_all`: parameter 'values' expects"),
        ("$a.interpolate(1, 2)", "`interpolate`"),
        ("$a.nosuch", "unknown function `nosuch`"),
        ("cache('x', 1)", "unknown function `cache`"),
    ] {
        let told = says(code);
        assert!(told.contains(fault), "{code}: {told}");
    }
}

#[test]
fn an_iterator_over_a_hash_has_keys_and_values_as_in_puppet() {
    let mut session = session();
    let mut says = |code: &str| {
        let told = session.evaluate("input", code);
        let faults = told.reports.iter().map(|report| report.message.clone());
        told.value.clone().into_iter().chain(faults).collect::<Vec<_>>().join(" | ")
    };
    says("$h = {a => 1, b => 2}\n$entries = $h.step(1)");
    for (code, expected) in [
        ("$entries.map |$k, $v| { \"${k}=${v}\" }", "['a=1', 'b=2']"),
        ("$entries.map |$entry| { $entry }", "[['a', 1], ['b', 2]]"),
        ("$entries.step(1).map |$k, $v| { $v }", "[1, 2]"),
        ("$entries.filter |$k, $v| { $v == 1 }", "{'a' => 1}"),
        ("$entries.filter |$entry| { $entry[1] == 1 }", "[['a', 1]]"),
        ("[$entries.any |$k, $v| { $v == 2 }, $entries.all |$k, $v| { $k == 'a' }]", "[true, false]"),
        ("[$entries.index |$k, $v| { $v == 2 }, $entries.index |$v| { $v == 1 }]", "['b', 'a']"),
        ("[$entries.index(2), $entries.index(3)]", "['b', undef]"),
        ("$entries.reduce |$sum, $entry| { $sum + $entry }", "['a', 1, 'b', 2]"),
        ("$entries.slice(2)", "[[['a', 1], ['b', 2]]]"),
        ("[Array($entries), Hash($entries)]", "[[['a', 1], ['b', 2]], {['a', 1] => ['b', 2]}]"),
        ("Hash($h.reverse_each)", "{['b', 2] => ['a', 1]}"),
        ("[*$entries]", "[['a', 1], ['b', 2]]"),
        ("{}.step(1).map |$k, $v| { $k }", "[]"),
        // Other steps and orders have only elements.
        ("$h.step(2).map |$k, $v| { [$k, $v] }", "[[0, ['a', 1]]]"),
        ("$h.reverse_each.map |$k, $v| { [$k, $v] }", "[[0, ['b', 2]], [1, ['a', 1]]]"),
        ("$entries.reverse_each.map |$k, $v| { $k }", "[0, 1]"),
    ] {
        assert_eq!(says(code), expected, "{code}");
    }
}
