//! Values as rich data for Ruby: JSON in which `__ptype` names the type of a value that JSON lacks.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pprepl_budget as budget;
use pprepl_text::Topic;
use puppet_eval::{EvalResult, Flow, callable_arity};
use puppet_pcore::print::init_hash;
use puppet_pcore::{CallableValue, Hash, Object, Type, Value, interpolate};

/// The maximum depth of a value.
const MAX_DEPTH: usize = 400;

/// The maximum size of a request in bytes.
const MAX_BYTES: usize = 256 << 20;

/// Values that stay in the evaluator; Ruby gets their numbers.
#[derive(Default)]
pub(crate) struct Handles {
    first: u64,
    values: Vec<Value>,
}

impl Handles {
    /// Keeps a value; returns its number.
    fn keep(&mut self, value: Value) -> u64 {
        self.values.push(value);
        self.first + self.values.len() as u64 - 1
    }

    /// Returns the value of a number, while the call that passed it lasts.
    pub(crate) fn get(&self, number: u64) -> Option<&Value> {
        self.values.get(usize::try_from(number.checked_sub(self.first)?).ok()?)
    }

    /// Forgets all values; their numbers are not used again.
    pub(crate) fn clear(&mut self) {
        self.first += self.values.len() as u64;
        self.values.clear();
    }
}

/// Encodes a list of values.
pub(crate) fn encode_all(values: &[Value], handles: &mut Handles) -> EvalResult<String> {
    let mut encoder = Encoder { out: String::new(), handles, charged: 0 };
    encoder.items(values, 0)?;
    Ok(encoder.out)
}

/// Encodes a value.
pub(crate) fn encode(value: &Value, handles: &mut Handles) -> EvalResult<String> {
    let mut encoder = Encoder { out: String::new(), handles, charged: 0 };
    encoder.value(value, 0)?;
    Ok(encoder.out)
}

/// Quotes a string as JSON.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

struct Encoder<'h> {
    out: String,
    handles: &'h mut Handles,
    /// The bytes of `out` that the budget knows.
    charged: usize,
}

impl Encoder<'_> {
    fn value(&mut self, value: &Value, depth: usize) -> EvalResult<()> {
        self.check(depth)?;
        match value {
            Value::Unset | Value::Undef => self.out.push_str("null"),
            Value::Default => self.out.push_str(r#"{"__ptype":"Default"}"#),
            Value::Bool(bit) => self.out.push_str(if bit.get() { "true" } else { "false" }),
            Value::Int(number) => write!(self.out, "{number}").unwrap_or_default(),
            Value::Big(number) => self.typed("Integer", &number.to_string()),
            Value::Float(number) if number.get().is_finite() => {
                write!(self.out, "{:?}", number.get()).unwrap_or_default();
            }
            Value::Float(number) => self.typed("Float", non_finite(number.get())),
            Value::Str(text) => self.out.push_str(&quoted(&text.text)),
            Value::Array(array) => self.items(&array.items, depth)?,
            Value::Hash(hash) => self.hash(hash, depth)?,
            Value::Type(ty) => self.ty(ty),
            Value::Regexp(regexp) => self.typed("Regexp", &regexp.source),
            Value::Sensitive(inner) => {
                self.out.push_str(r#"{"__ptype":"Sensitive","__pvalue":"#);
                self.value(inner, depth + 1)?;
                self.out.push('}');
            }
            Value::Binary(bytes) => self.typed("Binary", &STANDARD.encode(&**bytes)),
            Value::SemVer(_) => self.typed("SemVer", &interpolate(value)),
            Value::SemVerRange(_) => self.typed("SemVerRange", &interpolate(value)),
            Value::Timespan(nanos) => self.typed("Timespan", &nanos.to_string()),
            Value::Timestamp(nanos) => self.typed("Timestamp", &nanos.to_string()),
            Value::Uri(_) => self.typed("URI", &interpolate(value)),
            Value::Object(object) => self.object(object, value, depth)?,
            Value::Callable(callable) => self.callable(callable, value),
            Value::Iterator(_) => {
                let message = "an iterator cannot be passed to Ruby: make an Array of it";
                return Err(Flow::fail_with(Topic::RubyCode, message));
            }
        }
        Ok(())
    }

    /// Checks the budget and the bounds.
    fn check(&mut self, depth: usize) -> EvalResult<()> {
        budget::poll()?;
        if depth > MAX_DEPTH || self.out.len() > MAX_BYTES {
            let message =
                format!("the value is too large for Ruby: more than {MAX_DEPTH} levels or {} MiB", MAX_BYTES >> 20);
            return Err(Flow::fail_with(Topic::RubyCode, message));
        }
        if self.out.len() > self.charged + (1 << 20) {
            budget::charge(self.out.len() - self.charged)?;
            self.charged = self.out.len();
        }
        Ok(())
    }

    fn typed(&mut self, name: &str, text: &str) {
        write!(self.out, r#"{{"__ptype":"{name}","__pvalue":{}}}"#, quoted(text)).unwrap_or_default();
    }

    fn items(&mut self, items: &[Value], depth: usize) -> EvalResult<()> {
        self.out.push('[');
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.out.push(',');
            }
            self.value(item, depth + 1)?;
        }
        self.out.push(']');
        Ok(())
    }

    /// Encodes a hash; one with a key that JSON cannot have becomes a list of keys and values.
    fn hash(&mut self, hash: &Hash, depth: usize) -> EvalResult<()> {
        let is_plain = |key: &Value| key.as_str().is_some_and(|key| key != "__ptype");
        if !hash.keys().all(is_plain) {
            let items: Vec<Value> = hash.iter().flat_map(|(key, value)| [key.clone(), value.clone()]).collect();
            self.out.push_str(r#"{"__ptype":"Hash","__pvalue":"#);
            self.items(&items, depth)?;
            self.out.push('}');
            return Ok(());
        }
        self.out.push('{');
        for (at, (key, value)) in hash.iter().enumerate() {
            if at > 0 {
                self.out.push(',');
            }
            self.out.push_str(&quoted(key.as_str().unwrap_or_default()));
            self.out.push(':');
            self.value(value, depth + 1)?;
        }
        self.out.push('}');
        Ok(())
    }

    /// Encodes a type by its source, and a reference also by its parts.
    fn ty(&mut self, ty: &Type) {
        let mut parts = format!(r#"{{"__ptype":"Type","__pvalue":{}"#, quoted(&ty.to_string()));
        let mut add = |key: &str, text: &str| write!(parts, r#","{key}":{}"#, quoted(text)).unwrap_or_default();
        match ty {
            Type::Resource { type_name: Some(name), title } => {
                add("type_name", name);
                if let Some(title) = title {
                    add("title", title);
                }
            }
            Type::Class(Some(name)) => add("class_name", name),
            _ => {}
        }
        parts.push('}');
        self.out.push_str(&parts);
    }

    fn object(&mut self, object: &Object, value: &Value, depth: usize) -> EvalResult<()> {
        if let Some((id, _)) = object.as_host() {
            self.out.push_str(r#"{"__ptype":"Kept","__pvalue":"#);
            self.value(id, depth + 1)?;
            self.out.push('}');
            return Ok(());
        }
        let number = self.handles.keep(value.clone());
        let name = quoted(object.class.name.as_deref().unwrap_or("Object"));
        write!(self.out, r#"{{"__ptype":"Object","__pvalue":{number},"type":{name},"attributes":"#).unwrap_or_default();
        self.hash(&init_hash(object), depth + 1)?;
        self.out.push('}');
        Ok(())
    }

    fn callable(&mut self, callable: &CallableValue, value: &Value) {
        let number = self.handles.keep(value.clone());
        write!(self.out, r#"{{"__ptype":"Callable","__pvalue":{number}"#).unwrap_or_default();
        if let Some((required, most)) = callable_arity(callable) {
            let most = most.map_or_else(|| "null".to_owned(), |most| most.to_string());
            write!(self.out, r#","arity":[{required},{most}]"#).unwrap_or_default();
        }
        self.out.push('}');
    }
}

fn non_finite(number: f64) -> &'static str {
    match number {
        number if number.is_nan() => "NaN",
        number if number > 0.0 => "Infinity",
        _ => "-Infinity",
    }
}
