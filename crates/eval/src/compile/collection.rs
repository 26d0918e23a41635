//! Array and hash literals, and access expressions `x[..]`.

use std::rc::Rc;

use pprepl_budget as budget;
use puppet_pcore::{ErrorOperand, Hash, HashKey, Value};
use puppet_syntax::ast::{Expr, ExprKind, HashEntry};

use super::super::code::Code;
use super::super::flow::Locate;
use super::super::{EvalResult, SourcePos, Vm};
use super::Compiler;
use super::operand::{Get, Operand, SlotGet};

/// An element of an array or an argument list.
pub(super) enum Item {
    /// One value.
    One(Code),
    /// `*x`: all values of `x`.
    Many(Code),
}

impl Compiler<'_> {
    /// Compiles elements or arguments.
    pub(super) fn items(&mut self, exprs: &[Expr]) -> Vec<Item> {
        exprs.iter().map(|expr| compile_item(self, expr)).collect()
    }

    /// Compiles an array: `[a, *b]`.
    pub(super) fn array(&mut self, exprs: &[Expr]) -> Code {
        let items = self.items(exprs).into_boxed_slice();
        Box::new(move |vm, frame| {
            let mut values = Vec::with_capacity(items.len());
            gather(vm, frame, &items, &mut values)?;
            Ok(Value::array(values))
        })
    }

    /// Compiles a hash: `{k => v}`.
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

    /// Compiles `*x` outside of a list: the result is an array.
    pub(super) fn unfold(&mut self, inner: &Expr) -> Code {
        let code = self.expr(inner);
        Box::new(move |vm, frame| {
            let value = code(vm, frame)?;
            Ok(match value {
                Value::Array(_) => value,
                Value::Undef if !vm.settings.unfold_undef => Value::array(Vec::new()),
                Value::Hash(hash) => Value::array(pairs(&hash)),
                Value::Iterator(iterator) => Value::array(puppet_pcore::print::iterator_items(&iterator)?),
                single => Value::array(vec![single]),
            })
        })
    }

    /// Compiles `x[k, ..]`.
    pub(super) fn access(&mut self, left: &Expr, keys: &[Expr], expr: &Expr) -> Code {
        if let Some(constant) = self.constant_type(expr) {
            return Self::constant(constant);
        }
        let sites = Rc::new(AccessSites {
            whole: SourcePos::from(expr),
            left: SourcePos::from(left),
            keys: keys.iter().map(SourcePos::from).collect(),
        });
        if let [key] = keys
            && !matches!(key.kind, ExprKind::Unfold(_))
        {
            return access_one(self, left, key, sites);
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

fn compile_item(compiler: &mut Compiler<'_>, expr: &Expr) -> Item {
    match &expr.kind {
        ExprKind::Paren(inner) => compile_item(compiler, inner),
        ExprKind::Unfold(_) => Item::Many(compiler.expr(expr)),
        _ => Item::One(compiler.expr(expr)),
    }
}

/// Compiles `x[k]`.
fn access_one(compiler: &mut Compiler<'_>, left: &Expr, key: &Expr, sites: Rc<AccessSites>) -> Code {
    let text = known_key(key);
    match (compiler.operand(left), text, compiler.operand(key)) {
        (Operand::Slot(base), Some(text), key) => entry(base, text, key.into_code(), sites),
        (Operand::Slot(base), None, Operand::Slot(key)) => element(base, key, sites),
        (base, _, key) => {
            let (base, key) = (base.into_code(), key.into_code());
            Box::new(move |vm, frame| {
                let base = base(vm, frame)?;
                let key = key(vm, frame)?;
                match get(&base, &key) {
                    Some(found) => Ok(found),
                    None => look_up(vm, &base, vec![key], &sites),
                }
            })
        }
    }
}

/// Returns the key if it is a literal string.
pub(super) fn known_key(key: &Expr) -> Option<HashKey> {
    match &key.kind {
        ExprKind::String(text) if !text.starts_with('_') => Some(HashKey::new(text)),
        _ => None,
    }
}

/// Handles the common cases: a string in a hash, an index in an array.
#[inline(always)]
fn get(base: &Value, key: &Value) -> Option<Value> {
    match (base, key) {
        (Value::Hash(hash), Value::Str(_)) => Some(hash.get(key).cloned().unwrap_or(Value::Undef)),
        (Value::Array(array), Value::Int(i)) if *i >= 0 => {
            Some(array.items.get(*i as usize).cloned().unwrap_or(Value::Undef))
        }
        _ => None,
    }
}

/// Compiles `$x['key']`, which reads the hash in its slot.
fn entry(base: SlotGet, text: HashKey, key: Code, sites: Rc<AccessSites>) -> Code {
    Box::new(move |vm, frame| {
        if let Some(Value::Hash(hash)) = base.peek(frame) {
            return Ok(hash.get_known(&text).cloned().unwrap_or(Value::Undef));
        }
        let base = base.get(vm, frame)?;
        if let Value::Hash(hash) = &base {
            return Ok(hash.get_known(&text).cloned().unwrap_or(Value::Undef));
        }
        let key = key(vm, frame)?;
        look_up(vm, &base, vec![key], &sites)
    })
}

/// Compiles `$x[$k]`, which reads both values in their slots.
fn element(base: SlotGet, key: SlotGet, sites: Rc<AccessSites>) -> Code {
    Box::new(move |vm, frame| {
        if let (Some(base), Some(key)) = (base.peek(frame), key.compile_watch(frame))
            && let Some(found) = get(base, key)
        {
            return Ok(found);
        }
        let base = base.get(vm, frame)?;
        let key = key.get(vm, frame)?;
        match get(&base, &key) {
            Some(found) => Ok(found),
            None => look_up(vm, &base, vec![key], &sites),
        }
    })
}

/// The positions of an access expression.
pub(super) struct AccessSites {
    whole: SourcePos,
    left: SourcePos,
    keys: Vec<SourcePos>,
}

impl AccessSites {
    fn of(&self, blame: ErrorOperand) -> SourcePos {
        match blame {
            ErrorOperand::Left => self.left,
            ErrorOperand::Argument(index) => self.keys.get(index).or(self.keys.last()).copied().unwrap_or(self.whole),
            ErrorOperand::Right => self.keys.first().copied().unwrap_or(self.whole),
            ErrorOperand::Whole => self.whole,
        }
    }
}

/// Adds the parameters that the type accepts to an error's help.
#[cold]
fn with_form(mut issue: Box<puppet_pcore::ValueError>, ty: &puppet_pcore::Type) -> Box<puppet_pcore::ValueError> {
    let name = puppet_pcore::type_text(ty);
    let row = puppet_pcore::type_names().iter().find(|row| row.name == name);
    let form = row.map(|row| match row.parameters {
        "" => format!("{name} takes no parameters"),
        parameters => format!("it is written {name}{parameters}"),
    });
    issue.help = issue.help.take().or(form);
    issue
}

/// Evaluates `base[keys]` for any base.
fn look_up(vm: &mut Vm, base: &Value, keys: Vec<Value>, sites: &AccessSites) -> EvalResult {
    if let Value::Type(ty) = base {
        if let [Value::Type(inner)] = &keys[..]
            && super::matching::is_unreferenced_resource(ty)
            && matches!(&**inner, puppet_pcore::Type::Resource { .. })
        {
            return Ok(keys[0].clone());
        }
        if let Some(result) = super::super::catalog::parameter(vm, ty, &keys) {
            return result.blame(|blame| sites.of(blame));
        }
        let answer = puppet_pcore::parameterize(&vm.settings.types, ty, &keys);
        budget::poll()?;
        let answer = answer.map_err(|issue| with_form(issue, ty)).blame(|blame| sites.of(blame))?;
        if answer.is_undef() || answer.as_array().is_some_and(<[Value]>::is_empty) {
            vm.log(
                super::super::Level::Warning,
                &format!("{}[] is given neither a name nor a title", puppet_pcore::type_text(ty)),
            );
        }
        return Ok(answer);
    }
    let answer = puppet_pcore::access::access(base, &keys, &vm.key_rules);
    budget::poll()?;
    answer.blame(|blame| sites.of(blame))
}

/// Returns the pairs of a hash as arrays.
fn pairs(hash: &Hash) -> Vec<Value> {
    hash.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect()
}

/// Evaluates elements or arguments in order.
pub(super) fn gather(vm: &mut Vm, frame: &mut [Value], items: &[Item], values: &mut Vec<Value>) -> EvalResult<()> {
    for item in items {
        match item {
            Item::One(code) => values.push(code(vm, frame)?),
            Item::Many(code) => match code(vm, frame)? {
                Value::Array(array) => {
                    budget::charge(size_of_val(&array.items[..]))?;
                    values.extend(array.items.iter().cloned());
                }
                single => values.push(single),
            },
        }
    }
    Ok(())
}
