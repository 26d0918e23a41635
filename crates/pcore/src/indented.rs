//! Objects in the format `%#p`: each attribute on its own line, indented by the level of the object.

use super::print::init_hash;
use super::{Hash, Object, Value, display, display_complete};

/// The approximate maximum width of a list on one line.
const WIDE: usize = 100;
/// The width that a container or other large value adds to a list.
const BIG: usize = 1000;

/// Returns the object's text at indentation `level`.
pub(super) fn object_text(object: &Object, level: usize) -> String {
    let mut writer = Writer { out: String::new(), level };
    writer.object(object);
    writer.out
}

struct Writer {
    out: String,
    level: usize,
}

impl Writer {
    fn object(&mut self, object: &Object) {
        self.out.push_str(object.class.name.as_deref().unwrap_or("Object"));
        self.out.push('(');
        self.hash(&init_hash(object));
        self.out.push(')');
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Object(object) => self.object(object),
            Value::Hash(hash) => self.hash(hash),
            Value::Array(array) => self.array(&array.items),
            other => self.out.push_str(&display_complete(other)),
        }
    }

    fn line(&mut self) {
        self.out.truncate(self.out.trim_end().len());
        self.out.push('\n');
        self.out.push_str(&"  ".repeat(self.level));
    }

    fn hash(&mut self, hash: &Hash) {
        self.out.push('{');
        self.level += 1;
        for (index, (key, value)) in hash.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            self.line();
            self.value(key);
            self.out.push_str(" => ");
            self.value(value);
        }
        self.level -= 1;
        self.line();
        self.out.push('}');
    }

    fn array(&mut self, items: &[Value]) {
        self.out.push('[');
        let short = self.is_short(items);
        self.level += usize::from(!short);
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            if !short {
                self.line();
            }
            self.value(item);
        }
        if !short {
            self.level -= 1;
            self.line();
        }
        self.out.push(']');
    }

    fn is_short(&self, items: &[Value]) -> bool {
        let width = |item: &Value| match item {
            Value::Str(text) => text.text.chars().count() + 2,
            Value::Array(array) if array.items.is_empty() => 2,
            Value::Hash(hash) if hash.is_empty() => 2,
            Value::Undef | Value::Unset | Value::Bool(_) | Value::Int(_) | Value::Big(_) | Value::Float(_) => {
                display(item).len()
            }
            Value::Default => ":default".len(),
            _ => BIG,
        };
        items.is_empty() || items.iter().map(width).sum::<usize>() + 2 * self.level < WIDE
    }
}
