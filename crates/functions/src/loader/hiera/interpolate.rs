//! `%{..}` in data and in `hiera.yaml`: variables with a path, and the methods `lookup`, `hiera`, `alias`, `literal`
//! and `scope`.

use std::rc::Rc;

use pprepl_text::IssueCode;
use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_budget as budget;
use puppet_eval::EvalResult;
use puppet_pcore::operators::Strictness;
use puppet_pcore::ruby_text::ruby_to_s;
use puppet_pcore::{Hash, Value};

use super::error::data_error;
use super::explain::{StepKind, StepOutcome};
use super::key::{Key, Segment, invalid_key};
use super::lookup::Invocation;

/// The content of `%{..}`.
enum Expression<'t> {
    Empty,
    /// A method and its argument; without a method a variable.
    Call(&'t str, &'t str),
}

impl<'t> Expression<'t> {
    fn parse(text: &'t str) -> Expression<'t> {
        let text = text.trim();
        if ["", "::", "\"\"", "''", "\"::\"", "'::'"].contains(&text) {
            return Expression::Empty;
        }
        method(text).map_or(Expression::Call("scope", text), |(name, argument)| Expression::Call(name, argument))
    }
}

/// Parses `name('argument')`.
fn method(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.strip_suffix(')')?.split_once('(')?;
    let word = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let inside = ['"', '\''].into_iter().find_map(|quote| {
        let inside = rest.strip_prefix(quote)?.strip_suffix(quote)?;
        (!inside.is_empty() && !inside.contains(quote)).then_some(inside)
    })?;
    word.then_some((name, inside))
}

/// Returns whether the value contains an interpolation.
fn has_interpolation(value: &Value) -> bool {
    let mut known = FxHashSet::default();
    finds_interpolation(value, &mut known)
}

/// Searches for an interpolation. Shared collections are searched once; `known` has the addresses of those without any.
fn finds_interpolation(value: &Value, known: &mut FxHashSet<*const ()>) -> bool {
    match value {
        Value::Str(text) => text.text.contains("%{"),
        Value::Array(array) if Rc::strong_count(array) == 1 || known.insert(Rc::as_ptr(array).cast()) => {
            array.items.iter().any(|item| finds_interpolation(item, known))
        }
        Value::Hash(hash) if Rc::strong_count(hash) == 1 || known.insert(Rc::as_ptr(hash).cast()) => {
            hash.iter().any(|(key, value)| finds_interpolation(key, known) || finds_interpolation(value, known))
        }
        _ => false,
    }
}

impl Invocation<'_> {
    /// Interpolates a string of `hiera.yaml`, where methods are not allowed.
    pub(super) fn in_config(&mut self, text: &str) -> EvalResult<String> {
        if !text.contains("%{") {
            return Ok(text.to_owned());
        }
        self.interpolate_text(text, false).map(|value| ruby_to_s(&value))
    }

    /// Interpolates everything in a value.
    pub(super) fn interpolate(&mut self, value: &Value, methods: bool) -> EvalResult<Value> {
        if !has_interpolation(value) {
            return Ok(value.clone());
        }
        self.interpolated(value, methods, &mut FxHashMap::default())
    }

    /// Interpolates a value. Shared collections are interpolated once; `known` has their addresses.
    fn interpolated(
        &mut self,
        value: &Value,
        methods: bool,
        known: &mut FxHashMap<*const (), Value>,
    ) -> EvalResult<Value> {
        budget::poll()?;
        match value {
            Value::Str(text) if text.text.contains("%{") => self.interpolate_text(&text.text, methods),
            Value::Array(array) => {
                let address = Rc::as_ptr(array).cast();
                if let Some(made) = known.get(&address) {
                    return Ok(made.clone());
                }
                let items = array.items.iter().map(|item| self.interpolated(item, methods, known));
                let made = Value::array(items.collect::<EvalResult<Vec<_>>>()?);
                known.insert(address, made.clone());
                Ok(made)
            }
            Value::Hash(hash) => {
                let address = Rc::as_ptr(hash).cast();
                if let Some(made) = known.get(&address) {
                    return Ok(made.clone());
                }
                let mut made = Hash::new();
                for (key, value) in hash.iter() {
                    made.insert(self.interpolated(key, methods, known)?, self.interpolated(value, methods, known)?);
                }
                let made = Value::hash(made);
                known.insert(address, made.clone());
                Ok(made)
            }
            other => Ok(other.clone()),
        }
    }

    fn interpolate_text(&mut self, subject: &str, methods: bool) -> EvalResult<Value> {
        self.in_step(StepKind::Interpolation(subject.to_owned()), |inv| {
            let mut made = String::new();
            let mut rest = subject;
            while let Some((start, end)) = next_expression(rest) {
                made.push_str(&rest[..start]);
                let whole = rest.len() == subject.len() && start == 0 && end == subject.len();
                match Expression::parse(&rest[start + 2..end - 1]) {
                    Expression::Empty => {}
                    Expression::Call("alias", key) if methods => {
                        if !whole {
                            let message = "`%{alias(..)}` must be the whole string: it returns a value of any type";
                            return Err(data_error(
                                IssueCode::HieraInterpolationAliasNotEntireString,
                                message,
                                "use `lookup` for text",
                            ));
                        }
                        return inv.nested(key);
                    }
                    Expression::Call(method, argument) => {
                        let value = inv.called(method, argument, subject, methods)?;
                        let text = ruby_to_s(&value);
                        budget::charge(text.len())?;
                        made.push_str(&text);
                    }
                }
                rest = &rest[end..];
            }
            made.push_str(rest);
            Ok(Value::from(made))
        })
    }

    fn called(&mut self, method: &str, argument: &str, subject: &str, methods: bool) -> EvalResult<Value> {
        let plain = method == "scope" && !subject.contains("scope(");
        if !methods && !plain {
            let message = format!("`{method}(..)` is not allowed here: only variables are interpolated");
            return Err(data_error(
                IssueCode::HieraInterpolationMethodSyntaxNotAllowed,
                message,
                "hiera.yaml takes `%{name.path}`",
            ));
        }
        let (value, name) = match method {
            "scope" => (self.variable_path(argument, subject)?.unwrap_or(Value::Undef), format!("scope:{argument}")),
            "lookup" | "hiera" => (self.nested(argument)?, argument.to_owned()),
            "literal" => return Ok(Value::str(argument)),
            other => {
                let message = format!("unknown interpolation method `{other}`");
                let help = "the methods are lookup, hiera, alias, literal and scope";
                return Err(data_error(IssueCode::HieraInterpolationUnknownInterpolationMethod, message, help));
            }
        };
        if !has_interpolation(&value) {
            return Ok(value);
        }
        self.checked(&name, |inv| inv.interpolate(&value, methods))
    }

    /// Returns the value of another key for insertion into a string: `''` when it is not found.
    fn nested(&mut self, key: &str) -> EvalResult<Value> {
        let name = Value::str(key);
        if let Some(value) = self.overrides.get(&name) {
            return Ok(value.clone());
        }
        if Key::parse(key).is_none() {
            return Err(invalid_key(key));
        }
        let found = self.lookup_again(key)?;
        Ok(found.or_else(|| self.defaults.get(&name).cloned()).unwrap_or_else(|| Value::str("")))
    }

    /// Returns the value of a variable and a path into it; `None` when not found.
    pub(super) fn variable_path(&mut self, text: &str, subject: &str) -> EvalResult<Option<Value>> {
        let Some(key) = Key::parse(text) else {
            return Err(data_error(
                IssueCode::HieraData,
                format!("`{text}` in '{subject}' is not a name with a path"),
                "",
            ));
        };
        let value = self.in_step(StepKind::Variable(key.root.clone()), |inv| {
            let name = Value::str(key.root.as_str());
            let (value, outcome) = if let Some(value) = inv.overrides.get(&name) {
                (value.clone(), StepOutcome::Override(value.clone()))
            } else if let Some(value) = inv.variable(&key.root)? {
                (value.clone(), StepOutcome::Found(value, None))
            } else if let Some(value) = inv.defaults.get(&name) {
                (value.clone(), StepOutcome::Default(value.clone()))
            } else {
                (Value::Undef, StepOutcome::NoKey)
            };
            inv.report(outcome);
            Ok(value)
        })?;
        if value.is_undef() || key.segments.is_empty() {
            return Ok(Some(value));
        }
        self.dig(&key, value)
    }

    fn variable(&mut self, name: &str) -> EvalResult<Option<Value>> {
        if let Some((_, value)) = self.locals.iter().rev().find(|(known, _)| known == name) {
            return Ok(Some(value.clone()));
        }
        let known = match name {
            // The module of the running code, by its former name.
            "calling_module" if self.in_version3 => self.vm.visible_variable("module_name"),
            _ => self.vm.visible_variable(name),
        };
        if known.is_some() || name.parse::<usize>().is_ok() {
            return Ok(known);
        }
        let message = format!("unknown variable `${}`", name.trim_start_matches("::"));
        match self.vm.settings.strict {
            Strictness::Off => {}
            Strictness::Error if self.in_path && !self.in_version3 => {
                self.warn_once(&format!("no variable {name}"), &message)
            }
            Strictness::Warning => self.warn_once(&format!("no variable {name}"), &message),
            Strictness::Error => {
                let help = "set it, or take its name out of the data";
                return Err(data_error(IssueCode::HieraUndefinedVariable, message, help));
            }
        }
        Ok(None)
    }

    /// Follows a path into a value; `None` where it ends early.
    pub(super) fn dig(&mut self, key: &Key, value: Value) -> EvalResult<Option<Value>> {
        if key.segments.is_empty() {
            return Ok(Some(value));
        }
        let path = key.segments.iter().map(Segment::text).collect::<Vec<_>>().join(".");
        self.in_step(StepKind::Path(path), |inv| {
            let mut at = value;
            for segment in &key.segments {
                match step(&at, segment, key)? {
                    Some(next) => at = next,
                    None => {
                        inv.report(StepOutcome::NoKey);
                        return Ok(None);
                    }
                }
            }
            inv.report(StepOutcome::Found(at.clone(), None));
            Ok(Some(at))
        })
    }
}

fn step(value: &Value, segment: &Segment, key: &Key) -> EvalResult<Option<Value>> {
    match (value, segment) {
        (Value::Undef | Value::Unset, _) => Ok(None),
        (Value::Array(array), Segment::Index(index)) => {
            Ok(usize::try_from(*index).ok().and_then(|index| array.items.get(index).cloned()))
        }
        (Value::Hash(hash), segment) => Ok(hash.get(&segment.value()).cloned()),
        (other, segment) => {
            // The value may become Sensitive by lookup_options, so that its type is named only.
            let kind = puppet_pcore::operators::kind(other);
            let message = format!("'{}' asks for `{}` of {kind}, which is not a hash", key.text, segment.text());
            Err(data_error(IssueCode::HieraData, message, ""))
        }
    }
}

/// Returns start and end of the next `%{..}`.
fn next_expression(text: &str) -> Option<(usize, usize)> {
    let start = text.find("%{")?;
    let end = text.get(start..)?.find('}')?;
    Some((start, start + end + 1))
}
