//! Data as literals of Python and Ruby. Values that those languages do not have are written as Puppet's rich data.

use pprepl_budget as budget;
use puppet_catalog::capitalized;
use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature};
use puppet_pcore::ruby_text::{ruby_inspect, symbol};
use puppet_pcore::{Hash, Type, Value};
use serde_json::{Value as Json, json};

use super::super::rich_data::{Secrets, data, is_plain};
use super::serialization::entire_document;

const TO_PYTHON: &[Signature] = &[Signature::new("Any $data", "String", to_python)];
const TO_RUBY: &[Signature] = &[Signature::new("Any $data", "String", to_ruby)];

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new("to_python", TO_PYTHON, "Formats data as a Python literal.")
        .shows("to_python({'a' => [true, undef]})", "'{\"a\": [True, None]}'")
        .effect(Effect::Reveals),
    Builtin::new("stdlib::to_python", TO_PYTHON, "Formats data as a Python literal.")
        .shows("stdlib::to_python([true, undef])", "'[True, None]'")
        .effect(Effect::Reveals),
    Builtin::new("to_ruby", TO_RUBY, "Formats data as a Ruby literal.")
        .shows("to_ruby({'a' => [true, undef]})", "'{\"a\" => [true, nil]}'")
        .effect(Effect::Reveals),
    Builtin::new("stdlib::to_ruby", TO_RUBY, "Formats data as a Ruby literal.")
        .shows("stdlib::to_ruby([true, undef])", "'[true, nil]'")
        .effect(Effect::Reveals),
];

/// A language's arrow between key and value, and its words for what is neither a number nor a string.
struct Language {
    arrow: &'static str,
    none: &'static str,
    truths: [&'static str; 2],
}

const PYTHON: Language = Language { arrow: ": ", none: "None", truths: ["False", "True"] };
const RUBY: Language = Language { arrow: " => ", none: "nil", truths: ["false", "true"] };

/// A part of a document: a value, or rich data of one.
enum Part<'v> {
    Value(&'v Value),
    Data(&'v Json),
    Text(&'v str),
    /// The keys and values of a hash, in turn.
    Pairs(&'v Hash),
}

impl Language {
    fn document(&self, value: &Value) -> EvalResult {
        let mut out = String::new();
        self.write(&Part::Value(value), &mut out);
        entire_document(out)
    }

    fn write(&self, part: &Part<'_>, out: &mut String) {
        match part {
            Part::Value(value) => self.write_value(value, out),
            Part::Data(data) => self.write_data(data, out),
            Part::Text(text) => out.push_str(&ruby_inspect(&Value::str(*text))),
            Part::Pairs(hash) => {
                let parts = hash.iter().flat_map(|(key, value)| [Part::Value(key), Part::Value(value)]);
                self.list(parts, out);
            }
        }
    }

    fn write_value(&self, value: &Value, out: &mut String) {
        let typed = |name: &'static str, part: Part<'_>, out: &mut String| {
            self.entries([(Part::Text("__ptype"), Part::Text(name)), (Part::Text("__pvalue"), part)].into_iter(), out);
        };
        match value {
            Value::Undef | Value::Unset => out.push_str(self.none),
            Value::Bool(truth) => out.push_str(self.truths[usize::from(truth.get())]),
            Value::Str(text) if text.is_bytes => self.write_data(&data(value, Secrets::Shown), out),
            Value::Int(_) | Value::Big(_) | Value::Float(_) | Value::Str(_) => out.push_str(&ruby_inspect(value)),
            Value::Array(list) => self.list(list.items.iter().map(Part::Value), out),
            Value::Hash(hash) if is_plain(hash) => {
                self.entries(hash.iter().map(|(key, value)| (Part::Value(key), Part::Value(value))), out);
            }
            Value::Hash(hash) => typed("Hash", Part::Pairs(hash), out),
            Value::Sensitive(inner) => typed("Sensitive", Part::Value(inner), out),
            Value::Type(ty) => match reference(ty) {
                Some(parts) => self.write_data(&parts, out),
                None => self.write_data(&data(value, Secrets::Shown), out),
            },
            other => self.write_data(&data(other, Secrets::Shown), out),
        }
    }

    fn write_data(&self, data: &Json, out: &mut String) {
        match data {
            Json::Null => out.push_str(self.none),
            Json::Bool(truth) => out.push_str(self.truths[usize::from(*truth)]),
            Json::Number(number) => match number.as_i64() {
                Some(number) => out.push_str(&number.to_string()),
                None => out.push_str(&ruby_inspect(&Value::float(number.as_f64().unwrap_or_default()))),
            },
            Json::String(text) => self.write(&Part::Text(text), out),
            Json::Array(items) => self.list(items.iter().map(Part::Data), out),
            Json::Object(entries) => {
                self.entries(entries.iter().map(|(key, value)| (Part::Text(key), Part::Data(value))), out);
            }
        }
    }

    fn list<'v>(&self, parts: impl Iterator<Item = Part<'v>>, out: &mut String) {
        out.push('[');
        for (at, part) in parts.enumerate() {
            if budget::is_exhausted() {
                return;
            }
            out.push_str(if at > 0 { ", " } else { "" });
            self.write(&part, out);
        }
        out.push(']');
    }

    fn entries<'v>(&self, entries: impl Iterator<Item = (Part<'v>, Part<'v>)>, out: &mut String) {
        out.push('{');
        for (at, (key, value)) in entries.enumerate() {
            if budget::is_exhausted() {
                return;
            }
            out.push_str(if at > 0 { ", " } else { "" });
            self.write(&key, out);
            out.push_str(self.arrow);
            self.write(&value, out);
        }
        out.push('}');
    }
}

/// Returns the parts of a reference to resources or classes, or of a Ruby symbol. (A catalog has them as text.)
fn reference(ty: &Type) -> Option<Json> {
    Some(match ty {
        Type::Resource { type_name: None, .. } => json!({ "__ptype": "Pcore::ResourceType" }),
        Type::Resource { type_name: Some(name), title: None } => {
            json!({ "__ptype": "Pcore::ResourceType", "type_name": capitalized(name) })
        }
        Type::Resource { type_name: Some(name), title: Some(title) } => {
            json!({ "__ptype": "Pcore::ResourceType", "type_name": capitalized(name), "title": &**title })
        }
        Type::Class(None) => json!({ "__ptype": "Pcore::ClassType" }),
        Type::Class(Some(name)) => json!({ "__ptype": "Pcore::ClassType", "class_name": &**name }),
        _ => json!({ "__ptype": "Symbol", "__pvalue": symbol(ty)? }),
    })
}

fn to_python(call: &mut Call<'_>) -> EvalResult {
    PYTHON.document(call.arg(0))
}

fn to_ruby(call: &mut Call<'_>) -> EvalResult {
    RUBY.document(call.arg(0))
}
