//! Arrays, hashes, interpolation, heredocs, template text and `x[..]`.

use std::rc::Rc;

use crate::pcore::{Blame, Hash, Value};
use crate::syntax::ast::{Expr, ExprKind, HashEntry, Heredoc, Name, Segment};

use super::super::code::Code;
use super::super::flow::Locate;
use super::super::{Flow, R, Site, Vm};
use super::Compiler;

/// An element of an array or an argument list.
pub(super) enum Item {
    /// One value.
    One(Code),
    /// `*x`: as many values as `x` has.
    Many(Code),
}

impl Compiler<'_> {
    /// Elements or arguments.
    pub(super) fn items(&mut self, exprs: &[Expr]) -> Vec<Item> {
        exprs.iter().map(|expr| self.item(expr)).collect()
    }

    fn item(&mut self, expr: &Expr) -> Item {
        match &expr.kind {
            ExprKind::Paren(inner) => self.item(inner),
            ExprKind::Unfold(_) => Item::Many(self.expr(expr)),
            _ => Item::One(self.expr(expr)),
        }
    }

    /// `[a, *b]`
    pub(super) fn array(&mut self, exprs: &[Expr]) -> Code {
        let items = self.items(exprs).into_boxed_slice();
        Box::new(move |vm, frame| {
            let mut values = Vec::with_capacity(items.len());
            gather(vm, frame, &items, &mut values)?;
            Ok(Value::array(values))
        })
    }

    /// `{k => v}`
    pub(super) fn hash(&mut self, entries: &[HashEntry]) -> Code {
        let entries: Box<[(Code, Code)]> =
            entries.iter().map(|entry| (self.expr(&entry.key), self.expr(&entry.value))).collect();
        Box::new(move |vm, frame| {
            let mut hash = Hash::with_capacity(entries.len());
            for (key, value) in &entries {
                let key = key(vm, frame)?;
                let value = value(vm, frame)?;
                hash.insert(key, value);
            }
            Ok(Value::hash(hash))
        })
    }

    /// `*x` where it is not unfolded: an array.
    pub(super) fn unfold(&mut self, inner: &Expr) -> Code {
        let code = self.expr(inner);
        Box::new(move |vm, frame| {
            let value = code(vm, frame)?;
            Ok(match value {
                Value::Array(_) => value,
                Value::Undef if !vm.settings.unfold_undef => Value::array(Vec::new()),
                Value::Hash(hash) => Value::array(pairs(&hash)),
                Value::Iterator(iterator) => Value::array(crate::pcore::print::iterator_items(&iterator)?),
                single => Value::array(vec![single]),
            })
        })
    }

    /// `"..${x}.."`
    pub(super) fn interpolated(&mut self, segments: &[Segment]) -> Code {
        if Self::only_text(segments) {
            let text: String = segments.iter().filter_map(text_of).collect();
            return Self::constant(Value::str(text));
        }
        let parts: Box<[Part]> = segments.iter().map(|segment| self.part(segment)).collect();
        Box::new(move |vm, frame| {
            let mut out = String::new();
            let mut parts = parts.iter();
            if let Some(first) = parts.next() {
                out = first.start(vm, frame)?;
            }
            for part in parts {
                part.write(vm, frame, &mut out)?;
            }
            if out.len() > MOST_TEXT { too_long(out.len()) } else { Ok(Value::str(out)) }
        })
    }

    fn part(&mut self, segment: &Segment) -> Part {
        match segment {
            Segment::Text(text, _) => Part::Text(text.clone()),
            Segment::Value { expr, .. } => Part::Value(self.operand(expr).into_code()),
        }
    }

    /// A heredoc; its text is checked against its syntax when it was computed.
    pub(super) fn heredoc(&mut self, heredoc: &Heredoc) -> Code {
        let site = Site::from(&heredoc.text);
        let text = self.expr(&heredoc.text);
        let Some(syntax) = heredoc.syntax.clone() else { return text };
        if !matches!(heredoc.text.kind, ExprKind::Interpolated(_)) {
            return text;
        }
        Box::new(move |vm, frame| {
            let value = text(vm, frame)?;
            let options = vm.settings.validate;
            let checked = value.as_str().and_then(|text| crate::syntax::check_heredoc_syntax(&syntax, text, &options));
            match checked {
                Some(finding) => Err(Flow::at(static_code(&finding.code), site, finding.message)),
                None => Ok(value),
            }
        })
    }

    /// Text of a template.
    pub(super) fn render_text(&mut self, text: &Name) -> Code {
        let text = text.clone();
        Box::new(move |vm, _| {
            if let Some((out, _)) = vm.output.last_mut() {
                out.push_str(&text);
            }
            Ok(Value::Undef)
        })
    }

    /// `<%= x %>`
    pub(super) fn render(&mut self, inner: &Expr) -> Code {
        let code = self.expr(inner);
        Box::new(move |vm, frame| {
            let value = code(vm, frame)?;
            if let Some((out, sensitive)) = vm.output.last_mut() {
                match &value {
                    Value::Sensitive(inner) => {
                        *sensitive = true;
                        crate::pcore::write_interpolated(inner, out);
                    }
                    value => crate::pcore::write_interpolated(value, out),
                }
            }
            Ok(Value::Undef)
        })
    }

    /// `x[k, ..]`
    pub(super) fn access(&mut self, left: &Expr, keys: &[Expr], expr: &Expr) -> Code {
        if let Some(constant) = self.constant_type(expr) {
            return Self::constant(constant);
        }
        let sites = Rc::new(AccessSites {
            whole: Site::from(expr),
            left: Site::from(left),
            keys: keys.iter().map(Site::from).collect(),
        });
        if let [key] = keys
            && !matches!(key.kind, ExprKind::Unfold(_))
        {
            let left = self.operand(left).into_code();
            let key = self.operand(key).into_code();
            return Box::new(move |vm, frame| {
                let base = left(vm, frame)?;
                let key = key(vm, frame)?;
                match (&base, &key) {
                    (Value::Hash(hash), Value::Str(_)) => Ok(hash.get(&key).cloned().unwrap_or(Value::Undef)),
                    (Value::Array(array), Value::Int(i)) if *i >= 0 => {
                        Ok(array.items.get(*i as usize).cloned().unwrap_or(Value::Undef))
                    }
                    _ => look_up(vm, &base, vec![key], &sites),
                }
            });
        }
        let left = self.expr(left);
        let keys = self.items(keys);
        Box::new(move |vm, frame| {
            let base = left(vm, frame)?;
            let mut values = Vec::with_capacity(keys.len());
            gather(vm, frame, &keys, &mut values)?;
            look_up(vm, &base, values, &sites)
        })
    }
}

fn text_of(segment: &Segment) -> Option<&str> {
    match segment {
        Segment::Text(text, _) => Some(text),
        Segment::Value { .. } => None,
    }
}

/// The issue codes that checking a heredoc's text may give, as static names.
fn static_code(code: &str) -> &'static str {
    match code {
        "ILLEGAL_JSON" => "ILLEGAL_JSON",
        "ILLEGAL_PP" => "ILLEGAL_PP",
        "ILLEGAL_EPP" => "ILLEGAL_EPP",
        "ILLEGAL_BASE64" => "ILLEGAL_BASE64",
        _ => "RUNTIME_ERROR",
    }
}

/// The places of an access.
pub(super) struct AccessSites {
    whole: Site,
    left: Site,
    keys: Vec<Site>,
}

impl AccessSites {
    fn of(&self, blame: Blame) -> Site {
        match blame {
            Blame::Left => self.left,
            Blame::Argument(index) => self.keys.get(index).or(self.keys.last()).copied().unwrap_or(self.whole),
            Blame::Right => self.keys.first().copied().unwrap_or(self.whole),
            Blame::Whole => self.whole,
        }
    }
}

/// `base[keys]` for any base.
fn look_up(vm: &mut Vm, base: &Value, keys: Vec<Value>, sites: &AccessSites) -> R {
    if let Value::Type(ty) = base {
        if let [Value::Type(inner)] = &keys[..]
            && super::matching::is_bare_resource(ty)
            && matches!(&**inner, crate::pcore::Type::Resource { .. })
        {
            return Ok(keys[0].clone());
        }
        if let Some(result) = super::super::catalog::parameter(vm, ty, &keys) {
            return result.blame(|blame| sites.of(blame));
        }
        let answer = crate::pcore::parameterize(&vm.settings.types, ty, &keys).blame(|blame| sites.of(blame))?;
        if answer.is_undef() || answer.as_array().is_some_and(<[Value]>::is_empty) {
            vm.log(
                super::super::Level::Warning,
                &format!("{}[] is given neither a name nor a title", crate::pcore::type_text(ty)),
            );
        }
        return Ok(answer);
    }
    crate::pcore::access::access(base, &keys, &vm.key_rules).blame(|blame| sites.of(blame))
}

/// The pairs of a hash as arrays.
fn pairs(hash: &Hash) -> Vec<Value> {
    hash.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect()
}

/// Evaluates elements or arguments in order.
pub(super) fn gather(vm: &mut Vm, frame: &mut [Value], items: &[Item], values: &mut Vec<Value>) -> R<()> {
    for item in items {
        match item {
            Item::One(code) => values.push(code(vm, frame)?),
            Item::Many(code) => match code(vm, frame)? {
                Value::Array(array) => values.extend(array.items.iter().cloned()),
                single => values.push(single),
            },
        }
    }
    Ok(())
}

/// A part of an interpolated string.
enum Part {
    Text(Name),
    Value(Code),
}

impl Part {
    /// The first part: a string that nobody else holds is grown in place.
    fn start(&self, vm: &mut Vm, frame: &mut [Value]) -> R<String> {
        match self {
            Part::Text(text) => {
                let mut out = String::with_capacity(text.len() + 24);
                out.push_str(text);
                Ok(out)
            }
            Part::Value(code) => match code(vm, frame)? {
                Value::Str(text) => Ok(Rc::try_unwrap(text).map_or_else(|shared| shared.text.clone(), |own| own.text)),
                value => {
                    let mut out = String::new();
                    write_value(&value, &mut out);
                    Ok(out)
                }
            },
        }
    }

    fn write(&self, vm: &mut Vm, frame: &mut [Value], out: &mut String) -> R<()> {
        match self {
            Part::Text(text) => out.push_str(text),
            Part::Value(code) => write_value(&code(vm, frame)?, out),
        }
        Ok(())
    }
}

/// How many bytes a string may get by interpolation: doubling one in a loop fills any memory.
const MOST_TEXT: usize = 256 << 20;

#[cold]
fn too_long(length: usize) -> R {
    Err(Flow::runtime(format!("the string has {length} bytes, and {MOST_TEXT} are the limit")))
}

fn write_value(value: &Value, out: &mut String) {
    match value {
        Value::Str(text) => out.push_str(&text.text),
        value => crate::pcore::write_interpolated(value, out),
    }
}
