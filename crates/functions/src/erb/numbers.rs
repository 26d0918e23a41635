//! Methods of numbers.

use puppet_pcore::Value;

use super::super::stdlib::arguments::{integer_argument, integral_float, to_integer};
use super::ast::Block;
use super::run::{RubyResult, Run, text_of};

impl Run<'_, '_> {
    pub(super) fn on_number(
        &mut self,
        number: &Value,
        name: &str,
        args: &[Value],
        block: Option<&Block>,
    ) -> RubyResult {
        match (number, args) {
            (_, [_]) if matches!(name, "round" | "to_s" | "upto") => self.of_number(number, name, args, block),
            (Value::Int(a), [Value::Int(b)]) => self.of_integers(*a, name, *b),
            (_, [Value::Int(_) | Value::Float(_)]) => self.of_floats(real(number), name, real(&args[0])),
            (_, [other]) if matches!(name, "+" | "-" | "*" | "/" | "%" | "<" | ">" | "<=" | ">=") => {
                self.run_error(format!("a number and {} have no `{name}`", super::super::ruby::inspected(other)))
            }
            _ => self.of_number(number, name, args, block),
        }
    }

    fn of_integers(&mut self, a: i64, name: &str, b: i64) -> RubyResult {
        let result = match name {
            "+" => a.checked_add(b),
            "-" => a.checked_sub(b),
            "*" => a.checked_mul(b),
            "/" | "div" | "%" | "modulo" if b == 0 => return self.run_error("a division by 0"),
            "/" | "div" => {
                let (a, b) = (i128::from(a), i128::from(b));
                i64::try_from(a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0)).ok()
            }
            "%" | "modulo" => {
                let (a, b) = (i128::from(a), i128::from(b));
                Some((((a % b) + b) % b) as i64)
            }
            "**" | "pow" if b < 0 => return self.unsupported("a power with a negative exponent"),
            "**" | "pow" => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
            "<<" => u32::try_from(b).ok().filter(|b| *b < 63).and_then(|b| a.checked_mul(1 << b)),
            ">>" => u32::try_from(b).ok().map(|b| a >> b.min(63)),
            "&" => Some(a & b),
            "|" => Some(a | b),
            "^" => Some(a ^ b),
            "<" => return Ok(Value::bool(a < b)),
            ">" => return Ok(Value::bool(a > b)),
            "<=" => return Ok(Value::bool(a <= b)),
            ">=" => return Ok(Value::bool(a >= b)),
            "fdiv" => return Ok(Value::float(a as f64 / b as f64)),
            other => return self.unsupported(format!("the method `{other}` of an integer")),
        };
        match result {
            Some(result) => Ok(Value::Int(result)),
            None => self.unsupported("an integer beyond 64 bits"),
        }
    }

    fn of_floats(&mut self, a: f64, name: &str, b: f64) -> RubyResult {
        Ok(match name {
            "+" => Value::float(a + b),
            "-" => Value::float(a - b),
            "*" => Value::float(a * b),
            "/" | "fdiv" => Value::float(a / b),
            "%" => Value::float(a - b * (a / b).floor()),
            "**" => Value::float(a.powf(b)),
            "<" => Value::bool(a < b),
            ">" => Value::bool(a > b),
            "<=" => Value::bool(a <= b),
            ">=" => Value::bool(a >= b),
            other => return self.unsupported(format!("the method `{other}` of a float")),
        })
    }

    fn of_number(&mut self, number: &Value, name: &str, args: &[Value], block: Option<&Block>) -> RubyResult {
        let float = real(number);
        let whole = |float: f64| match number {
            Value::Float(_) => Value::Int(float as i64),
            other => other.clone(),
        };
        Ok(match (name, args) {
            ("to_i" | "truncate" | "to_int", []) => whole(float.trunc()),
            ("to_f", []) => Value::float(float),
            ("floor", []) => whole(float.floor()),
            ("ceil", []) => whole(float.ceil()),
            ("round", []) => whole(float.round()),
            ("round", [_]) if matches!(number, Value::Int(_)) => number.clone(),
            ("round", [digits]) => {
                let scale = 10f64.powi(to_integer(digits) as i32);
                Value::float((float * scale).round() / scale)
            }
            ("abs", []) => match number {
                Value::Int(int) => Value::Int(int.saturating_abs()),
                _ => Value::float(float.abs()),
            },
            ("zero?", []) => Value::bool(float == 0.0),
            ("even?", []) => Value::bool(to_integer(number) % 2 == 0),
            ("odd?", []) => Value::bool(to_integer(number) % 2 != 0),
            ("between?", [low, high]) => Value::bool(real(low) <= float && float <= real(high)),
            ("to_s", [Value::Int(base @ 2..=36)]) if matches!(number, Value::Int(_)) => {
                Value::from(in_base(to_integer(number), base.unsigned_abs()))
            }
            ("times", []) | ("upto", [_]) => {
                let block = self.needed(block, name)?;
                let (from, to) = match args.first() {
                    Some(to) => (to_integer(number), to_integer(to)),
                    None => (0, to_integer(number) - 1),
                };
                for at in from..=to {
                    self.block(block, vec![Value::Int(at)])?;
                }
                number.clone()
            }
            ("=~", _) => Value::Undef,
            ("succ" | "next", []) => Value::Int(to_integer(number).saturating_add(1)),
            (
                "empty?" | "each" | "join" | "length" | "keys" | "split" | "include?" | "upcase" | "downcase" | "strip",
                _,
            ) => {
                return self.run_error(format!("a number has no `{name}`"));
            }
            (other, _) => return self.unsupported(format!("the method `{other}` of a number")),
        })
    }

    /// Converts as `Integer(x)` or `Float(x)`.
    pub(super) fn number(&mut self, kind: &str, value: &Value) -> RubyResult {
        let found = match (kind, value) {
            ("Integer", Value::Int(int)) => Some(Value::Int(*int)),
            ("Integer", Value::Float(float)) => Some(Value::Int(float.get() as i64)),
            ("Integer", Value::Str(text)) => integer_argument(&text.text).map(Value::Int),
            (_, Value::Int(_) | Value::Float(_)) => Some(Value::float(real(value))),
            (_, Value::Str(text)) => integral_float(&text.text).map(Value::float),
            _ => None,
        };
        match found {
            Some(found) => Ok(found),
            None => self.run_error(format!("'{}' is no {kind}", text_of(value))),
        }
    }
}

/// Formats a number with the digits of a base.
fn in_base(number: i64, base: u64) -> String {
    let mut digits = Vec::new();
    let mut rest = number.unsigned_abs();
    while digits.is_empty() || rest > 0 {
        digits.extend(char::from_digit((rest % base) as u32, base as u32));
        rest /= base;
    }
    let sign = if number < 0 { "-" } else { "" };
    sign.chars().chain(digits.into_iter().rev()).collect()
}

/// Converts the number to a float.
fn real(value: &Value) -> f64 {
    match value {
        Value::Int(int) => *int as f64,
        Value::Float(float) => float.get(),
        Value::Big(big) => big.to_string().parse().unwrap_or(f64::INFINITY),
        _ => f64::NAN,
    }
}
