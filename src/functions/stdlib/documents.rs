//! Data as texts of other languages and back: JSON, YAML, TOML, Python, Ruby; files of data.
//!
//! YAML is written as Psych writes it, but for long lines, which are not folded. HOCON is not read.

use std::path::Path;

use serde_json::Value as Json;

use crate::eval::{Builtin, Call, Effect, Level, R, Signature};
use crate::pcore::ruby_text::ruby_inspect;
use crate::pcore::{Hash, Value, float_text};

use super::super::{ruby, signature};
use super::arguments::{received, to_integer, wants};
use super::paths::module_folder;
use super::toml::toml;
use super::yaml::yaml_indented;

/// What `to_json_pretty` takes.
pub(super) const TO_JSON_PRETTY: &[Signature] = &[signature(
    "Variant[Hash, Array] $data, Optional[Boolean] $skip_undef = false, Optional[Struct[{ \
     indent => Optional[String], space => Optional[String], space_before => Optional[String], \
     object_nl => Optional[String], array_nl => Optional[String], \
     allow_nan => Optional[Boolean], max_nesting => Optional[Integer[-1]]}]] $options = undef",
    "String",
    to_json_pretty,
)];

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new("to_json", &[signature("Any $data", "String", to_json)], "The data as JSON in one line.")
        .shows("to_json({'a' => [1, undef]})", "'{\"a\":[1,null]}'"),
    Builtin::new(
        "to_json_pretty",
        TO_JSON_PRETTY,
        "As JSON with an entry a line; true as second argument leaves out what is undef at the top.",
    )
    .shows("to_json_pretty([1]).size", "8"),
    Builtin::new("to_yaml", &[signature("Any $data, Hash $options = {}", "String", to_yaml)], "The data as YAML.")
        .shows("to_yaml({'a' => [1, 'x']}).split(\"\\n\")", "['---', 'a:', '- 1', '- x']"),
    Builtin::new("to_toml", &[signature("Hash $data", "String", to_toml)], "The data as TOML.")
        .shows("to_toml({'a' => 1}).chomp", "'a = 1'"),
    Builtin::new("to_python", &[signature("Any $data", "String", to_python)], "The data as a value of Python.")
        .shows("to_python({'a' => [true, undef]})", "'{\"a\": [True, None]}'"),
    Builtin::new("to_ruby", &[signature("Any $data", "String", to_ruby)], "The data as a value of Ruby.")
        .shows("to_ruby({'a' => [true, undef]})", "'{\"a\" => [true, nil]}'"),
    Builtin::new(
        "parsejson",
        &[signature("Any $text, Any $default = undef, Any *$ignored", "Any", parsejson)],
        "The data in a JSON text; a default where it is none.",
    )
    .shows("parsejson('{\"a\": [1]}')", "{'a' => [1]}"),
    Builtin::new(
        "parsepson",
        &[signature("String[1] $text, Any $default = undef", "Any", parsejson)],
        "The data in a PSON text, which is JSON; a default where it is none.",
    )
    .shows("parsepson('[1]')", "[1]"),
    Builtin::new(
        "parseyaml",
        &[signature("Any $text, Any $default = undef, Any *$ignored", "Any", parseyaml)],
        "The data in a YAML text; a default where it is none.",
    )
    .shows("parseyaml('a: [1, two]')", "{'a' => [1, 'two']}"),
    Builtin::new(
        "parsehocon",
        &[signature("String $text, Any $default = undef", "Any", parsehocon)],
        "The data in a HOCON text; refused here.",
    ),
    Builtin::new(
        "loadjson",
        &[signature("Any $path, Any $default = undef, Any *$ignored", "Any", loadjson)],
        "The data in a JSON file; a default where there is none.",
    )
    .effect(Effect::Files),
    Builtin::new(
        "loadyaml",
        &[signature("Any $path, Any $default = undef, Any *$ignored", "Any", loadyaml)],
        "The data in a YAML file; a default where there is none.",
    )
    .effect(Effect::Files),
    Builtin::new(
        "load_module_metadata",
        &[signature("Any $module, Any $may_miss = false", "Hash", load_module_metadata)],
        "What a module's metadata.json says.",
    )
    .effect(Effect::Files),
];

/// How JSON is laid out.
pub(crate) struct Layout {
    indent: String,
    space: String,
    space_before: String,
    object_line: String,
    array_line: String,
}

impl Layout {
    /// All in one line.
    pub(crate) fn compact() -> Layout {
        let none = String::new;
        Layout { indent: none(), space: none(), space_before: none(), object_line: none(), array_line: none() }
    }

    /// An entry a line.
    pub(crate) fn pretty() -> Layout {
        let line = || "\n".to_owned();
        Layout {
            indent: "  ".to_owned(),
            space: " ".to_owned(),
            space_before: String::new(),
            object_line: line(),
            array_line: line(),
        }
    }

    fn with(mut self, options: &Hash) -> Layout {
        for (name, place) in [
            ("indent", &mut self.indent),
            ("space", &mut self.space),
            ("space_before", &mut self.space_before),
            ("object_nl", &mut self.object_line),
            ("array_nl", &mut self.array_line),
        ] {
            if let Some(text) = options.get_str(name).and_then(Value::as_str) {
                *place = text.to_owned();
            }
        }
        self
    }

    /// The value as JSON.
    pub(crate) fn json(&self, value: &Value) -> String {
        let mut out = String::new();
        self.write(value, 0, &mut out);
        out
    }

    fn write(&self, value: &Value, depth: usize, out: &mut String) {
        match value {
            Value::Undef | Value::Unset => out.push_str("null"),
            Value::Bool(_) | Value::Int(_) | Value::Big(_) => out.push_str(&ruby::to_s(value)),
            Value::Float(float) => out.push_str(&float_text(float.get())),
            // As the JSON of Ruby 3.1 has it.
            Value::Array(list) if list.items.is_empty() => {
                out.push('[');
                out.push_str(&self.array_line);
                self.end(depth, &self.array_line, out);
                out.push(']');
            }
            Value::Array(list) => {
                out.push('[');
                for (at, item) in list.items.iter().enumerate() {
                    self.begin(at, depth, &self.array_line, out);
                    self.write(item, depth + 1, out);
                }
                self.end(depth, &self.array_line, out);
                out.push(']');
            }
            Value::Hash(hash) => {
                out.push('{');
                for (at, (key, item)) in hash.iter().enumerate() {
                    self.begin(at, depth, &self.object_line, out);
                    out.push_str(&json_text(&ruby::to_s(key)));
                    out.push_str(&self.space_before);
                    out.push(':');
                    out.push_str(&self.space);
                    self.write(item, depth + 1, out);
                }
                self.end(depth, &self.object_line, out);
                out.push('}');
            }
            other => out.push_str(&json_text(&ruby::to_s(other))),
        }
    }

    fn begin(&self, at: usize, depth: usize, line: &str, out: &mut String) {
        if at > 0 {
            out.push(',');
        }
        out.push_str(line);
        (0..=depth).for_each(|_| out.push_str(&self.indent));
    }

    fn end(&self, depth: usize, line: &str, out: &mut String) {
        out.push_str(line);
        if !line.is_empty() {
            (0..depth).for_each(|_| out.push_str(&self.indent));
        }
    }
}

fn json_text(text: &str) -> String {
    Json::from(text).to_string()
}

pub(super) fn to_json(call: &mut Call<'_>) -> R {
    Ok(Value::from(Layout::compact().json(call.arg(0))))
}

fn to_json_pretty(call: &mut Call<'_>) -> R {
    let mut data = call.arg(0).clone();
    if call.arg(1).is_true() {
        data = match data {
            Value::Array(list) => Value::array(list.items.iter().filter(|item| !item.is_undef()).cloned().collect()),
            Value::Hash(hash) => {
                let mut hash = (*hash).clone();
                hash.retain(|_, value| !value.is_undef());
                Value::hash(hash)
            }
            other => other,
        };
    }
    let layout = match call.arg(2) {
        Value::Hash(options) => Layout::pretty().with(options),
        _ => Layout::pretty(),
    };
    Ok(Value::from(layout.json(&data) + "\n"))
}

pub(super) fn to_yaml(call: &mut Call<'_>) -> R {
    let step = call.args().get(1).and_then(Value::as_hash).and_then(|options| options.get_str("indentation"));
    Ok(Value::from(yaml_indented(call.arg(0), step.map_or(2, to_integer))))
}

pub(super) fn to_toml(call: &mut Call<'_>) -> R {
    match call.arg(0) {
        Value::Hash(hash) => Ok(Value::from(toml(hash))),
        other => wants(call, "a hash", other),
    }
}

/// Lists and hashes in the signs of a language, the rest by `other`.
fn written(value: &Value, arrow: &str, other: fn(&Value) -> String) -> String {
    match value {
        Value::Array(list) => {
            let items: Vec<String> = list.items.iter().map(|item| written(item, arrow, other)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Hash(hash) => {
            let entry = |(key, value): (&Value, &Value)| {
                format!("{}{arrow}{}", written(key, arrow, other), written(value, arrow, other))
            };
            let entries: Vec<String> = hash.iter().map(entry).collect();
            format!("{{{}}}", entries.join(", "))
        }
        single => other(single),
    }
}

/// What data knows: for a pattern and `default` a hash that tells the kind.
fn as_data(value: &Value) -> Value {
    let entry = |(key, text): (&str, &str)| (Value::str(key), Value::str(text));
    match value {
        Value::Regexp(pattern) => {
            Value::hash([("__ptype", "Regexp"), ("__pvalue", &*pattern.source)].into_iter().map(entry).collect())
        }
        Value::Default => Value::hash([("__ptype", "Default")].into_iter().map(entry).collect()),
        Value::Array(list) => Value::array(list.items.iter().map(as_data).collect()),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, value)| (as_data(key), as_data(value))).collect()),
        other => other.clone(),
    }
}

pub(super) fn to_python(call: &mut Call<'_>) -> R {
    Ok(Value::from(written(&as_data(call.arg(0)), ": ", |value| match value {
        Value::Undef | Value::Unset => "None".to_owned(),
        Value::Bool(truth) if truth.get() => "True".to_owned(),
        Value::Bool(_) => "False".to_owned(),
        other => ruby_inspect(other),
    })))
}

pub(super) fn to_ruby(call: &mut Call<'_>) -> R {
    Ok(Value::from(written(&as_data(call.arg(0)), " => ", ruby_inspect)))
}

/// A JSON value as Puppet's.
pub(crate) fn from_json(json: &Json) -> Value {
    match json {
        Json::Null => Value::Undef,
        Json::Bool(truth) => Value::bool(*truth),
        Json::Number(number) => match (number.as_i64(), number.to_string().parse::<num_bigint::BigInt>()) {
            (Some(int), _) => Value::Int(int),
            (None, Ok(big)) => Value::from(big),
            _ => Value::float(number.as_f64().unwrap_or_default()),
        },
        Json::String(text) => Value::str(text.as_str()),
        Json::Array(items) => Value::array(items.iter().map(from_json).collect()),
        Json::Object(entries) => {
            Value::hash(entries.iter().map(|(key, value)| (Value::str(key.as_str()), from_json(value))).collect())
        }
    }
}

fn read_json(text: &str) -> Result<Value, String> {
    serde_json::from_str::<Json>(text).map(|json| from_json(&json)).map_err(|fault| format!("this is no JSON: {fault}"))
}

/// What was read; the default for a false or undef, and for a fault when there is a default.
fn or_default(call: &Call<'_>, read: Result<Value, String>, default: Value) -> R {
    match read {
        Ok(value) if value.is_true() => Ok(value),
        Ok(_) => Ok(default),
        Err(_) if default.is_true() => Ok(default),
        Err(fault) => call.fail(fault),
    }
}

fn parsejson(call: &mut Call<'_>) -> R {
    let args = received(call)?;
    let read = match args.first() {
        Some(Value::Str(text)) => read_json(&text.text),
        other => Err(format!("JSON is a text, not {}", other.map_or("nothing", super::arguments::kind))),
    };
    or_default(call, read, args.get(1).cloned().unwrap_or(Value::Undef))
}

fn parseyaml(call: &mut Call<'_>) -> R {
    let args = received(call)?;
    let read = match args.first() {
        Some(Value::Str(text)) => call.host().read_yaml(&text.text),
        other => Err(format!("YAML is a text, not {}", other.map_or("nothing", super::arguments::kind))),
    };
    or_default(call, read, args.get(1).cloned().unwrap_or(Value::Undef))
}

fn parsehocon(call: &mut Call<'_>) -> R {
    call.fail("HOCON is not read here: write the data as JSON or YAML")
}

/// The text of a file; `None`, and a warning, when there is none.
fn file(call: &mut Call<'_>, path: &str) -> R<Option<String>> {
    if path.starts_with("http://") || path.starts_with("https://") {
        return call.fail(format!("`{}` fetches nothing over the network here", call.name()));
    }
    match call.host().read_file(Path::new(path)) {
        Ok(text) => Ok(Some(text)),
        Err(fault) => {
            super::super::files::unless_missing(Path::new(path), &fault)?;
            call.log(Level::Warning, &format!("{path} cannot be read, so that the default is taken"));
            Ok(None)
        }
    }
}

fn load(call: &mut Call<'_>, read: fn(&mut Call<'_>, &str) -> Result<Value, String>) -> R {
    let args = received(call)?;
    let default = args.get(1).cloned().unwrap_or(Value::Undef);
    let path = args.first().map(ruby::to_s).unwrap_or_default();
    match file(call, &path)? {
        Some(text) => {
            let found = read(call, &text);
            or_default(call, found, default)
        }
        None => Ok(default),
    }
}

fn loadjson(call: &mut Call<'_>) -> R {
    load(call, |_, text| read_json(text))
}

fn loadyaml(call: &mut Call<'_>) -> R {
    load(call, |call, text| call.host().read_yaml(text))
}

fn load_module_metadata(call: &mut Call<'_>) -> R {
    let args = received(call)?;
    let module = args.first().map(ruby::to_s).unwrap_or_default();
    let Some(folder) = module_folder(call, &module) else {
        return call.fail(format!("there is no module `{module}`"));
    };
    match call.host().read_file(&folder.join("metadata.json")) {
        Ok(text) => read_json(&text).or_else(|fault| call.fail(fault)),
        Err(fault) => {
            super::super::files::unless_missing(&folder.join("metadata.json"), &fault)?;
            if args.get(1).is_some_and(Value::is_true) {
                return Ok(Value::hash(Hash::new()));
            }
            call.fail(format!("the module `{module}` has no metadata.json"))
        }
    }
}
