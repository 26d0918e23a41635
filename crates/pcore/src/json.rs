//! Parsing JSON directly into values, without an intermediate tree: each element polls the budget.

use std::cell::Cell;
use std::fmt;

use num_bigint::BigInt;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use pprepl_budget as budget;

use super::{Hash, Value};

/// The conversion of an integer beyond signed 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    Big,
    Float,
}

/// Parses one JSON document. When the budget is exhausted the error is arbitrary: callers poll before they
/// use it.
pub fn read(text: &str, beyond: Beyond) -> serde_json::Result<Value> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let numbers = Cell::new(text);
    let value = Reader { beyond, numbers: &numbers }.deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

/// The parser of one value.
#[derive(Clone, Copy)]
struct Reader<'t> {
    beyond: Beyond,
    /// The text after the last number, for integers that the library reads as floats.
    numbers: &'t Cell<&'t str>,
}

impl Reader<'_> {
    /// Returns the value of the next number: the given one, unless it is an integer beyond 64 bits.
    fn number(self, read: Value) -> Value {
        if self.beyond == Beyond::Float {
            return read;
        }
        let number = next_number(self.numbers);
        if !matches!(read, Value::Float(_)) {
            return read;
        }
        number.parse::<BigInt>().map_or(read, Value::from)
    }
}

/// Takes the next number out of a document, which begins outside of strings.
fn next_number<'t>(rest: &Cell<&'t str>) -> &'t str {
    let text = rest.get();
    let mut bytes = text.bytes().enumerate();
    let mut start = None;
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => {
                while let Some((_, byte)) = bytes.next()
                    && byte != b'"'
                {
                    if byte == b'\\' {
                        bytes.next();
                    }
                }
            }
            b'-' | b'0'..=b'9' => {
                start = Some(at);
                break;
            }
            _ => {}
        }
    }
    let number = text.split_at(start.unwrap_or(text.len())).1;
    let end = number.find(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '+' | '.' | 'e' | 'E'));
    let (number, after) = number.split_at(end.unwrap_or(number.len()));
    rest.set(after);
    number
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Ends the parsing when the budget is exhausted.
fn poll<E: Error>() -> Result<(), E> {
    budget::poll().map_err(|_| E::custom("the reading was ended"))
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Undef)
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<Value, E> {
        Ok(Value::bool(truth))
    }

    fn visit_i64<E: Error>(self, integer: i64) -> Result<Value, E> {
        Ok(self.number(Value::Int(integer)))
    }

    fn visit_u64<E: Error>(self, integer: u64) -> Result<Value, E> {
        Ok(self.number(i64::try_from(integer).map_or_else(|_| Value::float(integer as f64), Value::Int)))
    }

    fn visit_f64<E: Error>(self, float: f64) -> Result<Value, E> {
        Ok(self.number(Value::float(float)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        budget::charge(text.len()).map_err(|_| E::custom("the reading was ended"))?;
        Ok(Value::str(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element_seed(self)? {
            poll()?;
            items.push(item);
        }
        Ok(Value::array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut hash = Hash::new();
        while let Some(key) = access.next_key::<std::borrow::Cow<'de, str>>()? {
            poll()?;
            hash.insert(Value::str(&*key), access.next_value_seed(self)?);
        }
        Ok(Value::hash(hash))
    }
}
