//! The result of `match` of Ruby: a value of a template that has groups, and prints as the text that matched.

use std::rc::Rc;

use puppet_pcore::ruby_text::ruby_inspect;
use puppet_pcore::{Hash, Regexp, Type, Value};

use super::run::{RubyResult, Run, symbol_name, text_of};

/// The mark of the value: no type of the language has this platform.
const PLATFORM: &str = "match data";

/// The parts of a match.
struct Parts<'v> {
    groups: &'v [Value],
    /// The names of the groups with the strings that they matched.
    names: &'v Hash,
    before: &'v Value,
    after: &'v Value,
    /// The indices of the letters where each group begins and ends.
    places: &'v [Value],
}

impl Parts<'_> {
    fn of(value: &Value) -> Option<Parts<'_>> {
        let Value::Type(ty) = value else { return None };
        let Type::Runtime { runtime: Some(runtime), name: Some(name) } = &**ty else { return None };
        match (&**runtime, name.as_array()?) {
            (PLATFORM, [groups, names, before, after, places]) => Some(Parts {
                groups: groups.as_array()?,
                names: names.as_hash()?,
                before,
                after,
                places: places.as_array()?,
            }),
            _ => None,
        }
    }

    /// Returns `#<MatchData "e" 1:"e">`.
    fn inspect(&self) -> String {
        let names: Vec<&str> = self.names.iter().filter_map(|(name, _)| name.as_str()).collect();
        let mut text = "#<MatchData".to_owned();
        for (index, group) in self.groups.iter().enumerate() {
            text.push(' ');
            match index.checked_sub(1) {
                None => {}
                Some(place) => match names.get(place) {
                    Some(name) => text.push_str(&format!("{name}:")),
                    None => text.push_str(&format!("{index}:")),
                },
            }
            text.push_str(&ruby_inspect(group));
        }
        text + ">"
    }
}

/// Returns the value for a match; `spans` are the places of its groups.
fn value(pattern: &Regexp, text: &str, spans: &[Option<(usize, usize)>]) -> RubyResult {
    let group =
        |span: &Option<(usize, usize)>| span.and_then(|(from, to)| text.get(from..to)).map_or(Value::Undef, Value::str);
    let letters = |at: usize| Value::Int(text.get(..at).map_or(0, |before| before.chars().count()) as i64);
    let place = |span: &Option<(usize, usize)>| {
        span.map_or(Value::Undef, |(from, to)| Value::array(vec![letters(from), letters(to)]))
    };
    let mut names = Hash::new();
    for (name, numbers) in pattern.names()? {
        let found = numbers.iter().rev().filter_map(|number| spans.get(*number)).find(|span| span.is_some());
        names.insert(Value::str(name), found.map_or(Value::Undef, group));
    }
    let (from, to) = spans.first().copied().flatten().unwrap_or_default();
    let parts = vec![
        Value::array(spans.iter().map(group).collect()),
        Value::hash(names),
        Value::str(text.get(..from).unwrap_or_default()),
        Value::str(text.get(to..).unwrap_or_default()),
        Value::array(spans.iter().map(place).collect()),
    ];
    Ok(Value::ty(Type::Runtime { runtime: Some(Rc::from(PLATFORM)), name: Some(Value::array(parts)) }))
}

/// Returns the text that matched; `None` for a value that is no match.
pub(super) fn matched_text(value: &Value) -> Option<&str> {
    Parts::of(value)?.groups.first()?.as_str()
}

impl Run<'_, '_> {
    /// Returns the match of a pattern, or nil, and stores the groups for `$1`.
    pub(super) fn match_data(&mut self, pattern: &Regexp, text: &str) -> RubyResult {
        match pattern.find_at(text, 0)? {
            None => {
                self.groups.clear();
                Ok(Value::Undef)
            }
            Some(spans) => {
                self.groups.set(text, &spans);
                value(pattern, text, &spans)
            }
        }
    }

    /// Calls a method of a match; `None` for another receiver, or a method that all values have.
    pub(super) fn on_match(&mut self, receiver: &Value, name: &str, args: &[Value]) -> RubyResult<Option<Value>> {
        let Some(parts) = Parts::of(receiver) else { return Ok(None) };
        let groups = || Value::array(parts.groups.to_vec());
        let place = |index: usize| {
            let group = match args.first() {
                Some(Value::Int(group)) => usize::try_from(*group).ok()?,
                _ => return None,
            };
            parts.places.get(group).map(|place| place.as_array().and_then(|place| place.get(index)).cloned())
        };
        let found = match name {
            "to_s" => Value::from(text_of(receiver)),
            "inspect" => Value::from(parts.inspect()),
            "to_a" => groups(),
            "captures" => Value::array(parts.groups.get(1..).unwrap_or_default().to_vec()),
            "named_captures" => Value::hash(parts.names.clone()),
            "names" => Value::array(parts.names.iter().map(|(name, _)| name.clone()).collect()),
            "pre_match" => parts.before.clone(),
            "post_match" => parts.after.clone(),
            "size" | "length" => Value::Int(parts.groups.len() as i64),
            "begin" | "end" => match place(usize::from(name == "end")) {
                Some(found) => found.unwrap_or(Value::Undef),
                None => return self.run_error("the match has no such group"),
            },
            "[]" => match args {
                [key] if key.as_str().is_some() || symbol_name(key).is_some() => {
                    match parts.names.get_str(&text_of(key)) {
                        Some(found) => found.clone(),
                        None => return self.run_error(format!("the match has no group `{}`", text_of(key))),
                    }
                }
                _ => self.send(groups(), name, args.to_vec(), None)?,
            },
            "values_at" | "string" | "regexp" | "offset" | "deconstruct" | "deconstruct_keys" => {
                return self.unsupported(format!("the method `{name}` of a match"));
            }
            _ => return Ok(None),
        };
        Ok(Some(found))
    }
}
