//! Serialization of data and the reverse: JSON, YAML, TOML, Python, Ruby; data files.
//!
//! YAML has Psych's format, except that long lines are not folded. HOCON is not supported.

use std::path::Path;

use pprepl_budget as budget;
use pprepl_text::Topic;
use puppet_eval::{Builtin, Call, Effect, EvalResult, Level, Signature};
use puppet_pcore::json;
use puppet_pcore::ruby_text::ruby_inspect;
use puppet_pcore::{Hash, Value, ValueError, float_text};

use super::super::ruby;
use super::arguments::{received, to_integer, wants};
use super::paths::module_folder;
use super::toml::toml;
use super::yaml::yaml_indented;

/// The overloads of `to_json_pretty`.
pub(super) const TO_JSON_PRETTY: &[Signature] = &[Signature::new(
    "Variant[Hash, Array] $data, Optional[Boolean] $skip_undef = false, Optional[Struct[{ \
     indent => Optional[String], space => Optional[String], space_before => Optional[String], \
     object_nl => Optional[String], array_nl => Optional[String], \
     allow_nan => Optional[Boolean], max_nesting => Optional[Integer[-1]]}]] $options = undef",
    "String",
    to_json_pretty,
)];

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new("to_json", &[Signature::new("Any $data", "String", to_json)], "The data as JSON in one line.")
        .shows("to_json({'a' => [1, undef]})", "'{\"a\":[1,null]}'"),
    Builtin::new(
        "to_json_pretty",
        TO_JSON_PRETTY,
        "Formats data as JSON, one entry a line; true as second argument omits undef entries at the top level.",
    )
    .shows("to_json_pretty([1]).size", "8"),
    Builtin::new(
        "to_yaml",
        &[Signature::new("Any $data, Hash $options = {}", "String", to_yaml)],
        "Formats data as YAML.",
    )
    .shows("to_yaml({'a' => [1, 'x']}).split(\"\\n\")", "['---', 'a:', '- 1', '- x']"),
    Builtin::new("to_toml", &[Signature::new("Hash $data", "String", to_toml)], "Formats data as TOML.")
        .shows("to_toml({'a' => 1}).chomp", "'a = 1'"),
    Builtin::new("to_python", &[Signature::new("Any $data", "String", to_python)], "Formats data as a Python literal.")
        .shows("to_python({'a' => [true, undef]})", "'{\"a\": [True, None]}'"),
    Builtin::new("to_ruby", &[Signature::new("Any $data", "String", to_ruby)], "Formats data as a Ruby literal.")
        .shows("to_ruby({'a' => [true, undef]})", "'{\"a\" => [true, nil]}'"),
    Builtin::new(
        "parsejson",
        &[Signature::new("Any $text, Any $default = undef, Any *$ignored", "Any", parsejson)],
        "Parses JSON; returns the default for invalid JSON.",
    )
    .shows("parsejson('{\"a\": [1]}')", "{'a' => [1]}"),
    Builtin::new(
        "parsepson",
        &[Signature::new("String[1] $text, Any $default = undef", "Any", parsejson)],
        "Parses PSON, which is JSON; returns the default for invalid PSON.",
    )
    .shows("parsepson('[1]')", "[1]"),
    Builtin::new(
        "parseyaml",
        &[Signature::new("Any $text, Any $default = undef, Any *$ignored", "Any", parseyaml)],
        "Parses YAML; returns the default for invalid YAML.",
    )
    .shows("parseyaml('a: [1, two]')", "{'a' => [1, 'two']}"),
    Builtin::new(
        "parsehocon",
        &[Signature::new("String $text, Any $default = undef", "Any", parsehocon)],
        "Parses HOCON; unsupported.",
    ),
    Builtin::new(
        "loadjson",
        &[Signature::new("Any $path, Any $default = undef, Any *$ignored", "Any", loadjson)],
        "Reads a JSON file; returns the default if it does not exist.",
    )
    .effect(Effect::Files),
    Builtin::new(
        "loadyaml",
        &[Signature::new("Any $path, Any $default = undef, Any *$ignored", "Any", loadyaml)],
        "Reads a YAML file; returns the default if it does not exist.",
    )
    .effect(Effect::Files),
    Builtin::new(
        "load_module_metadata",
        &[Signature::new("Any $module, Any $may_miss = false", "Hash", load_module_metadata)],
        "Reads a module's metadata.json.",
    )
    .effect(Effect::Files),
];

/// The layout of JSON.
pub(crate) struct Layout {
    indent: String,
    space: String,
    space_before: String,
    object_line: String,
    array_line: String,
}

impl Layout {
    /// Returns the layout on one line.
    pub(crate) fn compact() -> Layout {
        let none = String::new;
        Layout { indent: none(), space: none(), space_before: none(), object_line: none(), array_line: none() }
    }

    /// Returns the layout with a line for each entry.
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

    /// Formats a value as JSON. Ends early when the budget is exhausted: callers poll.
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
            // As in the JSON of Ruby 3.1.
            Value::Array(list) if list.items.is_empty() => {
                out.push('[');
                out.push_str(&self.array_line);
                self.end(depth, &self.array_line, out);
                out.push(']');
            }
            Value::Array(list) => {
                out.push('[');
                for (at, item) in list.items.iter().enumerate() {
                    if budget::is_exhausted() {
                        return;
                    }
                    self.begin(at, depth, &self.array_line, out);
                    self.write(item, depth + 1, out);
                }
                self.end(depth, &self.array_line, out);
                out.push(']');
            }
            Value::Hash(hash) => {
                out.push('{');
                for (at, (key, item)) in hash.iter().enumerate() {
                    if budget::is_exhausted() {
                        return;
                    }
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
        // Thousands of levels may end at once, each with a long indentation.
        if budget::is_exhausted() {
            return;
        }
        out.push_str(line);
        if !line.is_empty() {
            (0..depth).for_each(|_| out.push_str(&self.indent));
        }
    }
}

/// Returns a document; fails if an exhausted budget has cut it short.
pub(super) fn entire_document(document: String) -> EvalResult {
    budget::poll()?;
    Ok(Value::from(document))
}

fn json_text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

pub(super) fn to_json(call: &mut Call<'_>) -> EvalResult {
    entire_document(Layout::compact().json(call.arg(0)))
}

fn to_json_pretty(call: &mut Call<'_>) -> EvalResult {
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
    entire_document(layout.json(&data) + "\n")
}

pub(super) fn to_yaml(call: &mut Call<'_>) -> EvalResult {
    let step = call.args().get(1).and_then(Value::as_hash).and_then(|options| options.get_str("indentation"));
    entire_document(yaml_indented(call.arg(0), step.map_or(2, to_integer)))
}

pub(super) fn to_toml(call: &mut Call<'_>) -> EvalResult {
    match call.arg(0) {
        Value::Hash(hash) => entire_document(toml(hash)),
        other => wants(call, "a hash", other),
    }
}

/// A language's arrow between key and value, and its form of values that are not collections.
struct Language {
    arrow: &'static str,
    single: fn(&Value, &mut String),
}

impl Language {
    /// Writes a value. A pattern or `default`, which data do not have, becomes a hash that names the kind.
    fn write(&self, value: &Value, out: &mut String) {
        match value {
            Value::Array(list) => {
                out.push('[');
                for (at, item) in list.items.iter().enumerate() {
                    if budget::is_exhausted() {
                        return;
                    }
                    out.push_str(if at > 0 { ", " } else { "" });
                    self.write(item, out);
                }
                out.push(']');
            }
            Value::Hash(hash) => self.write_entries(hash.iter(), out),
            Value::Regexp(pattern) => self.write_kind("Regexp", Some(&pattern.source), out),
            Value::Default => self.write_kind("Default", None, out),
            single => (self.single)(single, out),
        }
    }

    fn write_entries<'v>(&self, entries: impl Iterator<Item = (&'v Value, &'v Value)>, out: &mut String) {
        out.push('{');
        for (at, (key, value)) in entries.enumerate() {
            if budget::is_exhausted() {
                return;
            }
            out.push_str(if at > 0 { ", " } else { "" });
            self.write(key, out);
            out.push_str(self.arrow);
            self.write(value, out);
        }
        out.push('}');
    }

    fn write_kind(&self, kind: &str, value: Option<&str>, out: &mut String) {
        let entry = |(key, text): (&str, &str)| (Value::str(key), Value::str(text));
        let entries = [Some(("__ptype", kind)), value.map(|value| ("__pvalue", value))];
        let hash: Hash = entries.into_iter().flatten().map(entry).collect();
        self.write_entries(hash.iter(), out);
    }

    fn document(&self, value: &Value) -> EvalResult {
        let mut out = String::new();
        self.write(value, &mut out);
        entire_document(out)
    }
}

const PYTHON: Language = Language {
    arrow: ": ",
    single: |value, out| match value {
        Value::Undef | Value::Unset => out.push_str("None"),
        Value::Bool(truth) => out.push_str(if truth.get() { "True" } else { "False" }),
        other => out.push_str(&ruby_inspect(other)),
    },
};

const RUBY: Language = Language { arrow: " => ", single: |value, out| out.push_str(&ruby_inspect(value)) };

pub(super) fn to_python(call: &mut Call<'_>) -> EvalResult {
    PYTHON.document(call.arg(0))
}

pub(super) fn to_ruby(call: &mut Call<'_>) -> EvalResult {
    RUBY.document(call.arg(0))
}

fn read_json(text: &str) -> puppet_pcore::Result<Value> {
    json::read(text, json::Beyond::Big)
        .map_err(|fault| ValueError::new(Topic::ArgumentValue, format!("invalid JSON: {fault}")))
}

/// Creates the error for data that is not a string.
fn not_text(format: &str, given: Option<&Value>) -> Box<ValueError> {
    ValueError::new(
        Topic::ArgumentValue,
        format!("expected {format} in a string, found {}", given.map_or("nothing", super::arguments::kind)),
    )
}

/// Returns the value read; the default for a false or undef, and for an error when a default is given.
fn or_default(call: &Call<'_>, read: puppet_pcore::Result<Value>, default: Value) -> EvalResult {
    budget::poll()?;
    match read {
        Ok(value) if value.is_true() => Ok(value),
        Ok(_) => Ok(default),
        Err(_) if default.is_true() => Ok(default),
        Err(fault) => call.fail(fault.message),
    }
}

fn parsejson(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let read = match args.first() {
        Some(Value::Str(text)) => read_json(&text.text),
        other => Err(not_text("JSON", other)),
    };
    or_default(call, read, args.get(1).cloned().unwrap_or(Value::Undef))
}

fn parseyaml(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let read = match args.first() {
        Some(Value::Str(text)) => call.host().read_yaml(&text.text),
        other => Err(not_text("YAML", other)),
    };
    or_default(call, read, args.get(1).cloned().unwrap_or(Value::Undef))
}

fn parsehocon(call: &mut Call<'_>) -> EvalResult {
    call.fail("HOCON is not read here: write the data as JSON or YAML")
}

/// Returns the content of a file; if it does not exist, warns and returns `None`.
fn file(call: &mut Call<'_>, path: &str) -> EvalResult<Option<String>> {
    if path.starts_with("http://") || path.starts_with("https://") {
        return call.fail(format!("`{}` fetches nothing over the network here", call.name()));
    }
    match call.host().read_file(Path::new(path)) {
        Ok(text) => Ok(Some(text)),
        Err(fault) => {
            super::super::files::unless_missing(Path::new(path), &fault)?;
            call.log(Level::Warning, &format!("{path} cannot be read: the default is used"));
            Ok(None)
        }
    }
}

fn load(call: &mut Call<'_>, read: fn(&mut Call<'_>, &str) -> puppet_pcore::Result<Value>) -> EvalResult {
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

fn loadjson(call: &mut Call<'_>) -> EvalResult {
    load(call, |_, text| read_json(text))
}

fn loadyaml(call: &mut Call<'_>) -> EvalResult {
    load(call, |call, text| call.host().read_yaml(text))
}

fn load_module_metadata(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let module = args.first().map(ruby::to_s).unwrap_or_default();
    let Some(folder) = module_folder(call, &module) else {
        return call.fail(format!("unknown module `{module}`"));
    };
    match call.host().read_file(&folder.join("metadata.json")) {
        Ok(text) => {
            let read = read_json(&text);
            budget::poll()?;
            read.or_else(|fault| call.fail(fault.message))
        }
        Err(fault) => {
            super::super::files::unless_missing(&folder.join("metadata.json"), &fault)?;
            if args.get(1).is_some_and(Value::is_true) {
                return Ok(Value::hash(Hash::new()));
            }
            call.fail(format!("the module `{module}` has no metadata.json"))
        }
    }
}
