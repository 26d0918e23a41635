//! Ruby's `sprintf` and the formats of `String(..)`: every row is what the reference answered.

use num_bigint::BigInt;
use pprepl_session::{Edition, Evaluation, Outcome, Session, Settings, SystemHost};
use puppet_pcore::{Hash, Value, sprintf};

/// A JSON value as one of ours. Numbers beyond 64 bits come as text in the data and are read as such here.
fn value(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Undef,
        serde_json::Value::Bool(b) => Value::from(*b),
        serde_json::Value::Number(n) if n.is_i64() => Value::Int(n.as_i64().unwrap()),
        serde_json::Value::Number(n) => Value::float(n.as_f64().unwrap()),
        serde_json::Value::String(s) => match s.strip_prefix("big:") {
            Some(digits) => Value::from(digits.parse::<BigInt>().unwrap()),
            None => Value::str(s.as_str()),
        },
        serde_json::Value::Array(items) => Value::array(items.iter().map(value).collect()),
        serde_json::Value::Object(entries) => {
            Value::hash(entries.iter().map(|(key, entry)| (Value::str(key.as_str()), value(entry))).collect::<Hash>())
        }
    }
}

#[test]
fn sprintf_agrees_with_ruby() {
    let mut wrong = Vec::new();
    for line in include_str!("../../../../tests/conformance/sprintf.jsonl").lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let args: Vec<Value> = case["a"].as_array().unwrap().iter().map(value).collect();
        let ours = sprintf(case["f"].as_str().unwrap(), &args).ok();
        if ours.as_deref() != case["r"].as_str() {
            wrong.push(format!("{line}\n  ours {ours:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} cases differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn evaluate(source: &str) -> Evaluation {
    let mut settings = Settings::default();
    Edition::Puppet8.apply(&mut settings);
    match Session::new(settings, Box::new(SystemHost::silent())).submit(source) {
        Outcome::Evaluated(evaluation) => *evaluation,
        other => panic!("{source}: {other:?}"),
    }
}

/// Inputs with the reference's values, `!` where it fails; in order, a tab between.
#[test]
fn conversions_agree_with_the_reference() {
    let mut wrong = Vec::new();
    for line in include_str!("../../../../tests/conformance/conversions.txt").lines() {
        let (source, expected) = line.split_once('\t').unwrap();
        let evaluation = evaluate(&source.replace("\\n", "\n"));
        let ours = if evaluation.failed() { "!".to_owned() } else { evaluation.value.unwrap_or_default() };
        if ours.replace('\n', "\\n") != expected {
            wrong.push(format!("{source}\n  expected {expected}\n  ours     {ours}"));
        }
    }
    assert!(wrong.is_empty(), "{} inputs differ:\n{}", wrong.len(), wrong.join("\n"));
}

mod random {
    use proptest::prelude::*;
    use puppet_pcore::{Value, format_value, sprintf};

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// No format makes it panic.
        #[test]
        fn never_panics(format in r"%[-+0# \[\{<\(|*$1-9.]{0,6}[a-zA-Z%]?", int in any::<i64>(), float in any::<f64>(), text in ".{0,4}") {
            for value in [Value::Int(int), Value::float(float), Value::str(text), Value::Undef, Value::from(true)] {
                let _ = sprintf(&format, &[value.clone(), value.clone()]);
                let _ = format_value(&value, Some(&Value::str(format.as_str())));
                let _ = format_value(&Value::array(vec![value]), Some(&Value::str(format.as_str())));
            }
        }
    }
}
