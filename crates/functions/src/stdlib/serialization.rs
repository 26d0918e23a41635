//! Serialization of data and the reverse: JSON, YAML, TOML, Python, Ruby; data files.
//!
//! YAML has Psych's format.

use std::path::Path;

use pprepl_budget as budget;
use pprepl_files::Rejection;
use pprepl_text::Topic;
use puppet_eval::{Builtin, Call, Effect, EvalResult, Level, Signature};
use puppet_pcore::json;
use puppet_pcore::{Hash, Value, ValueError, float_text};

use super::super::loader::yaml::{self, DataError};
use super::super::ruby;
use super::arguments::{leading_integer, received, to_integer, wants};
use super::deprecation::deprecated;
use super::hocon::{self, HoconError};
use super::paths::module_folder;
use super::sensitive::Opened;
use super::toml::toml;
use super::yaml::{Options, yaml_with};

/// The overloads of `to_json_pretty`.
pub(super) const TO_JSON_PRETTY: &[Signature] = &[Signature::new(PRETTY, "String", to_json_pretty)];

/// The parameters of `to_json_pretty`.
pub(super) const PRETTY: &str = "Variant[Hash, Array] $data, Optional[Boolean] $skip_undef = false, Struct[{ \
     indent => Optional[String], space => Optional[String], space_before => Optional[String], \
     object_nl => Optional[String], array_nl => Optional[String], \
     allow_nan => Optional[Boolean], max_nesting => Optional[Integer[-1, default]]}] $options = {}";

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
    Builtin::new(
        "parsejson",
        &[Signature::new(
            "Any $text, Any $default = undef, Any *$ignored, Optional[Callable] &$block",
            "Any",
            parsejson,
        )],
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
        "parsepson",
        &[Signature::new("String[1] $text, Any $default = undef", "Undef", no_pson)],
        "Returns undef, since Puppet 8 has no PSON; deprecated.",
    )
    .marked("From Puppet 8, PSON is no longer"),
    Builtin::new(
        "parseyaml",
        &[Signature::new(
            "Any $text, Any $default = undef, Any *$ignored, Optional[Callable] &$block",
            "Any",
            parseyaml,
        )],
        "Parses YAML; returns the default for invalid YAML.",
    )
    .shows("parseyaml('a: [1, two]')", "{'a' => [1, 'two']}"),
    Builtin::new(
        "parsehocon",
        &[Signature::new("String $text, Any $default = undef", "Any", parsehocon)],
        "Parses HOCON; returns the default for invalid HOCON.",
    )
    .shows("parsehocon('a.b = [1, two]')", "{'a' => {'b' => [1, 'two']}}"),
    Builtin::new(
        "stdlib::parsehocon",
        &[Signature::new("String $text, Any $default = undef", "Any", parsehocon)],
        "Parses HOCON; returns the default for invalid HOCON.",
    )
    .shows("stdlib::parsehocon('a = 1')", "{'a' => 1}"),
    Builtin::new(
        "loadjson",
        &[Signature::new(
            "Any $path, Any $default = undef, Any *$ignored, Optional[Callable] &$block",
            "Any",
            loadjson,
        )],
        "Reads a JSON file; returns the default if it does not exist.",
    )
    .effect(Effect::Files),
    Builtin::new(
        "loadyaml",
        &[Signature::new(
            "Any $path, Any $default = undef, Any *$ignored, Optional[Callable] &$block",
            "Any",
            loadyaml,
        )],
        "Reads a YAML file; returns the default if it does not exist.",
    )
    .effect(Effect::Files),
    Builtin::new(
        "load_module_metadata",
        &[Signature::new(
            "Any $module, Any $may_miss = false, Optional[Callable] &$block",
            "Hash",
            load_module_metadata,
        )],
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

/// Runs a writer on data without Sensitive values; what it writes is Sensitive if there were any.
pub(super) fn rewrapped(call: &mut Call<'_>, write: fn(&mut Call<'_>) -> EvalResult) -> EvalResult {
    let opened = Opened::of(call.arg(0))?;
    let given = call.take(0);
    call.replace(0, opened.data.clone());
    let made = write(call);
    // Whoever looks at the call later sees no secrets.
    call.replace(0, given);
    Ok(opened.closed(made?))
}

/// The depth of data that JSON can have by default.
const JSON_DEPTH: usize = 100;

/// Fails for data that are nested too deep for JSON.
fn check_depth(call: &Call<'_>, value: &Value, most: usize) -> EvalResult<()> {
    fn is_deeper(value: &Value, most: usize) -> bool {
        if budget::is_exhausted() {
            return false;
        }
        match value {
            Value::Array(list) => most == 0 || list.items.iter().any(|item| is_deeper(item, most - 1)),
            Value::Hash(hash) => most == 0 || hash.values().any(|item| is_deeper(item, most - 1)),
            _ => false,
        }
    }
    match is_deeper(value, most) {
        true => call.fail(format!("the data are nested more than {most} levels deep")),
        false => Ok(()),
    }
}

/// Fails for a number that JSON does not have.
fn check_finite(call: &Call<'_>, value: &Value) -> EvalResult<()> {
    budget::poll()?;
    match value {
        Value::Float(float) if !float.get().is_finite() => {
            call.fail(format!("JSON has no number {}", float_text(float.get())))
        }
        Value::Array(list) => list.items.iter().try_for_each(|item| check_finite(call, item)),
        Value::Hash(hash) => hash.values().try_for_each(|item| check_finite(call, item)),
        _ => Ok(()),
    }
}

pub(super) fn to_json(call: &mut Call<'_>) -> EvalResult {
    check_depth(call, call.arg(0), JSON_DEPTH)?;
    check_finite(call, call.arg(0))?;
    entire_document(Layout::compact().json(call.arg(0)))
}

pub(super) fn to_json_pretty(call: &mut Call<'_>) -> EvalResult {
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
    let none = Hash::new();
    let options = call.arg(2).as_hash().unwrap_or(&none);
    match options.get_str("max_nesting") {
        // Both mean any depth.
        Some(Value::Int(-1 | 0)) => {}
        Some(Value::Int(most)) => check_depth(call, &data, usize::try_from(*most).unwrap_or(usize::MAX))?,
        _ => check_depth(call, &data, JSON_DEPTH)?,
    }
    if !options.get_str("allow_nan").is_some_and(Value::is_true) {
        check_finite(call, &data)?;
    }
    entire_document(Layout::pretty().with(options).json(&data) + "\n")
}

pub(super) fn to_yaml(call: &mut Call<'_>) -> EvalResult {
    let options = yaml_options(call)?;
    entire_document(yaml_with(call.arg(0), &options))
}

/// Reads the options of `to_yaml`. Unknown ones mean nothing.
fn yaml_options(call: &Call<'_>) -> EvalResult<Options> {
    let mut options = Options::default();
    let Some(given) = call.args().get(1).and_then(Value::as_hash) else { return Ok(options) };
    for (name, value) in given.iter() {
        let number = || match value {
            Value::Int(_) | Value::Float(_) => Ok(to_integer(value)),
            other => wants(call, "a number as option", other),
        };
        match name.as_str() {
            None => return wants(call, "the names of options as strings", name),
            Some("indentation") => options.indentation = number()?,
            Some("line_width") => match number()? {
                ..-1 => return call.fail("a line width is at least -1"),
                width => options.line_width = Some(width),
            },
            Some("canonical") => options.canonical = value.is_true(),
            Some("header") if given.get_str("version").is_none() => {
                options.version = value.is_true().then_some("1.1");
            }
            Some("version") => options.version = yaml_version(call, value)?,
            Some(_) => {}
        }
    }
    Ok(options)
}

fn yaml_version(call: &Call<'_>, value: &Value) -> EvalResult<Option<&'static str>> {
    let parts: Vec<i64> = match value {
        Value::Array(list) => list.items.iter().map(to_integer).collect(),
        Value::Str(text) => text.text.split('.').map(leading_integer).collect(),
        _ => vec![1, 1],
    };
    match parts[..] {
        [] => Ok(None),
        [1, 1, ..] => Ok(Some("1.1")),
        [1, 2, ..] => Ok(Some("1.2")),
        _ => call.fail("a version of YAML is 1.1 or 1.2"),
    }
}

pub(super) fn to_toml(call: &mut Call<'_>) -> EvalResult {
    match call.arg(0) {
        Value::Hash(hash) => match toml(hash) {
            Some(text) => entire_document(text),
            None => call.fail("TOML has no keys of different kinds"),
        },
        other => wants(call, "a hash", other),
    }
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

fn no_pson(call: &mut Call<'_>) -> EvalResult {
    match deprecated(call, "parsepson", "Puppet 8 has no PSON; use parsejson instead") {
        Ok(()) => Ok(Value::Undef),
        // The function takes its own error for one of the text.
        Err(_) if call.len() > 1 => Ok(call.take(1)),
        Err(flow) => Err(flow),
    }
}

fn invalid_yaml(fault: &DataError) -> Box<ValueError> {
    ValueError::new(Topic::ArgumentValue, fault.message.clone())
}

fn parseyaml(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let read = match args.first() {
        Some(Value::Str(text)) => yaml::load(&text.text).map_err(|fault| invalid_yaml(&fault)),
        other => Err(not_text("YAML", other)),
    };
    or_default(call, read, args.get(1).cloned().unwrap_or(Value::Undef))
}

fn parsehocon(call: &mut Call<'_>) -> EvalResult {
    let read = hocon::read(call.arg(0).as_str().unwrap_or_default());
    budget::poll()?;
    match read {
        Ok(value) => Ok(value),
        Err(HoconError::Syntax(_)) if call.len() > 1 => Ok(call.take(1)),
        Err(HoconError::Syntax(message) | HoconError::Meaning(message)) => {
            call.fail(format!("invalid HOCON: {message}"))
        }
    }
}

/// Returns the content of a file; `None` if it does not exist, with a warning, or if it is a directory and there is a
/// default.
fn file(call: &mut Call<'_>, path: &str, has_default: bool) -> EvalResult<Option<String>> {
    if path.starts_with("http://") || path.starts_with("https://") {
        return call.fail(format!("`{}` fetches nothing over the network here", call.name()));
    }
    match call.host().read_file(Path::new(path)) {
        Ok(text) => Ok(Some(text)),
        Err(fault) if has_default && matches!(pprepl_files::rejection(&fault), Some(Rejection::Folder)) => Ok(None),
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
    match file(call, &path, default.is_true())? {
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
