//! Method calls: methods of all values first, then methods by kind.

use std::cmp::Ordering;

use pprepl_budget as budget;
use puppet_pcore::Value;
use puppet_pcore::ruby_text::ruby_inspect;

use super::super::stdlib::serialization::Layout;
use super::super::{polled, ruby};
use super::ast::Block;
use super::run::{RubyResult, Run, substitute, symbol_name, text_of, without_symbols};

impl Run<'_, '_> {
    /// Calls a method of a value.
    pub(super) fn send(&mut self, receiver: Value, name: &str, args: Vec<Value>, block: Option<&Block>) -> RubyResult {
        if self.has_substitutes {
            let all: Vec<Value> = std::iter::once(&receiver).chain(&args).cloned().collect();
            if let Some(found) = substitute(self, name, &all)? {
                return Ok(found);
            }
        }
        if let Some(found) = self.on_match(&receiver, name, &args)? {
            return Ok(found);
        }
        if let Some(found) = self.of_any(&receiver, name, &args)? {
            return Ok(found);
        }
        // Every object has `=~`, which finds nothing.
        let is_plain = matches!(receiver, Value::Bool(_) | Value::Array(_) | Value::Hash(_));
        if name == "=~" && is_plain {
            return Ok(Value::Undef);
        }
        if let Some(symbol) = symbol_name(&receiver).map(str::to_owned) {
            return match name {
                "to_sym" => Ok(receiver),
                "id2name" | "name" => Ok(Value::from(symbol)),
                _ => self.on_text(&symbol, name, &args, block),
            };
        }
        match &receiver {
            Value::Undef | Value::Unset => self.on_nil(name, &args),
            Value::Bool(truth) => self.on_bool(truth.get(), name, &args),
            Value::Int(_) | Value::Big(_) | Value::Float(_) => self.on_number(&receiver, name, &args, block),
            Value::Str(text) => self.on_text(&text.text, name, &args, block),
            Value::Array(list) => self.on_list(&list.items, name, &args, block),
            Value::Hash(hash) => self.on_hash(hash, name, &args, block),
            Value::Regexp(pattern) => match name {
                "match" | "=~" | "match?" | "===" => {
                    let subject = args.first().unwrap_or(&Value::Undef);
                    let fits = matches!(subject, Value::Str(_) | Value::Undef) || symbol_name(subject).is_some();
                    if !fits && name != "===" {
                        return self
                            .run_error(format!("expected a string to match, found {}", ruby::inspected(subject)));
                    }
                    if name == "match" && !subject.is_undef() {
                        return self.match_data(pattern, &text_of(subject));
                    }
                    let at = self.matched(pattern, args.first().unwrap_or(&Value::Undef))?;
                    Ok(match (name, at) {
                        ("match?" | "===", at) => Value::bool(at.is_some()),
                        (_, None) => Value::Undef,
                        (_, Some(at)) => Value::Int(at as i64),
                    })
                }
                "source" => Ok(Value::str(&*pattern.source)),
                _ => self.unsupported(format!("the method `{name}` of a pattern")),
            },
            Value::Sensitive(inner) if name == "unwrap" => {
                self.outer.vm().messages.note_secret(inner);
                Ok((**inner).clone())
            }
            other => self.unsupported(format!("the method `{name}` of {}", ruby::inspected(other))),
        }
    }

    /// Calls a method that every value has.
    fn of_any(&mut self, receiver: &Value, name: &str, args: &[Value]) -> RubyResult<Option<Value>> {
        let first = args.first().unwrap_or(&Value::Undef);
        Ok(Some(match name {
            "nil?" => Value::bool(receiver.is_undef()),
            "to_s" if args.is_empty() => Value::from(text_of(receiver)),
            "inspect" => Value::from(ruby_inspect(receiver)),
            "==" | "eql?" | "equal?" => Value::bool(ruby::same(receiver, first)),
            "===" if !matches!(receiver, Value::Regexp(_)) => Value::bool(ruby::same(receiver, first)),
            "<=>" => match order(receiver, first) {
                Some(order) => Value::Int(order as i64),
                None => Value::Undef,
            },
            "dup" | "clone" | "freeze" | "itself" | "unwrap_or_self" => receiver.clone(),
            "to_yaml" => Value::from(super::super::stdlib::yaml::yaml(receiver)),
            "to_json" => Value::from(Layout::compact().json(&without_symbols(receiver)?)),
            "respond_to?" => Value::bool(self.responds(receiver, &text_of(first))?),
            _ => return Ok(None),
        }))
    }

    fn responds(&mut self, receiver: &Value, name: &str) -> RubyResult<bool> {
        Ok(match name {
            "each" | "map" | "empty?" if matches!(receiver, Value::Array(_) | Value::Hash(_)) => true,
            "each" | "map" => false,
            "join" => matches!(receiver, Value::Array(_)),
            "keys" | "each_pair" | "has_key?" => matches!(receiver, Value::Hash(_)),
            "empty?" | "length" | "size" => matches!(receiver, Value::Str(_) | Value::Array(_) | Value::Hash(_)),
            "to_s" => true,
            "unwrap" => matches!(receiver, Value::Sensitive(_)),
            other => return self.unsupported(format!("`respond_to?(:{other})`")),
        })
    }

    /// Returns whether the value is an instance of this Ruby class.
    pub(super) fn is_a(&mut self, value: &Value, class: &str) -> RubyResult<bool> {
        let is_symbol = symbol_name(value).is_some();
        Ok(match class {
            "String" => matches!(value, Value::Str(_)),
            "Symbol" => is_symbol || matches!(value, Value::Default),
            "Array" => matches!(value, Value::Array(_)),
            "Hash" => matches!(value, Value::Hash(_)),
            "Enumerable" => matches!(value, Value::Array(_) | Value::Hash(_)),
            "Integer" | "Fixnum" | "Bignum" => matches!(value, Value::Int(_) | Value::Big(_)),
            "Float" => matches!(value, Value::Float(_)),
            "Numeric" => matches!(value, Value::Int(_) | Value::Big(_) | Value::Float(_)),
            "TrueClass" => matches!(value, Value::Bool(truth) if truth.get()),
            "FalseClass" => matches!(value, Value::Bool(truth) if !truth.get()),
            "NilClass" => value.is_undef(),
            "Regexp" => matches!(value, Value::Regexp(_)),
            "Object" => true,
            "Puppet::Pops::Types::PSensitiveType::Sensitive" => matches!(value, Value::Sensitive(_)),
            other => return self.unsupported(format!("the class `{other}`")),
        })
    }

    fn on_nil(&mut self, name: &str, args: &[Value]) -> RubyResult {
        let other = args.first().is_some_and(Value::is_true);
        match name {
            "to_a" => Ok(Value::array(Vec::new())),
            "to_h" => Ok(Value::hash(Default::default())),
            "to_i" => Ok(Value::Int(0)),
            "to_f" => Ok(Value::float(0.0)),
            "=~" => Ok(Value::Undef),
            "&" => Ok(Value::bool(false)),
            "|" | "^" => Ok(Value::bool(other)),
            _ => self.run_error(format!("nil has no `{name}`: the variable is not set")),
        }
    }

    fn on_bool(&mut self, truth: bool, name: &str, args: &[Value]) -> RubyResult {
        let other = args.first().is_some_and(Value::is_true);
        match name {
            "&" => Ok(Value::bool(truth && other)),
            "|" => Ok(Value::bool(truth || other)),
            "^" => Ok(Value::bool(truth != other)),
            _ => self.run_error(format!("a truth has no `{name}`")),
        }
    }

    /// Returns the block that a method requires.
    pub(super) fn needed<'b>(&self, block: Option<&'b Block>, name: &str) -> RubyResult<&'b Block> {
        match block {
            Some(block) => Ok(block),
            None => self.unsupported(format!("`{name}` without a block")),
        }
    }

    /// Returns the elements to iterate over: elements, or pairs of key and value.
    pub(super) fn elements(&mut self, value: &Value) -> RubyResult<Vec<Value>> {
        match value {
            Value::Array(list) => {
                budget::charge(size_of_val(&list.items[..]))?;
                Ok(list.items.clone())
            }
            Value::Hash(hash) => {
                let pairs = hash.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()]));
                Ok(polled::collect(pairs)?)
            }
            other => self.run_error(format!("{} cannot be iterated over", ruby::inspected(other))),
        }
    }

    /// Sorts; values without an order are an error.
    pub(super) fn sorted(&mut self, mut items: Vec<Value>) -> RubyResult<Vec<Value>> {
        let mut fits = true;
        items.sort_by(|a, b| {
            order(a, b).unwrap_or_else(|| {
                fits = false;
                Ordering::Equal
            })
        });
        if fits { Ok(items) } else { self.run_error("these values have no order") }
    }
}

/// Compares as Ruby's `<=>`.
pub(super) fn order(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => Some(a.text.cmp(&b.text)),
        (Value::Array(a), Value::Array(b)) => {
            for (a, b) in a.items.iter().zip(&b.items) {
                match order(a, b)? {
                    Ordering::Equal => {}
                    other => return Some(other),
                }
            }
            Some(a.items.len().cmp(&b.items.len()))
        }
        (Value::Int(_) | Value::Float(_) | Value::Big(_), Value::Int(_) | Value::Float(_) | Value::Big(_)) => {
            puppet_pcore::compare(a, b).ok()
        }
        _ => match (symbol_name(a), symbol_name(b)) {
            (Some(a), Some(b)) => Some(a.cmp(b)),
            _ => ruby::same(a, b).then_some(Ordering::Equal),
        },
    }
}
