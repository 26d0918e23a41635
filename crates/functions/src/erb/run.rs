//! The evaluator of templates: variables, conditions, loops, blocks, assignment. Methods are in separate files.

use pprepl_text::Topic;
use std::rc::Rc;

use pprepl_budget::{self as budget, Exhausted};
use puppet_eval::{Call as Outer, EvalResult, Flow, has_substitute};
use puppet_pcore::{Hash, Regexp, Str, Type, Value, host_object};

use super::super::stdlib::escapes::pattern_of;
use super::super::stdlib::{paths, ranges};
use super::super::{polled, ruby};
use super::ast::{Block, Call, Expr, ExprKind, Param, Part};
use super::match_data::matched_text;
use super::unsupported::{UnsupportedRuby, is_method};
use super::variables::{Groups, Variables};
use crate::iteration::DepthGuard;

/// The reason for leaving normal control flow.
pub(super) enum Stop {
    Next(Value),
    Break,
    Fault(Box<Flow>),
}

/// The result of evaluating an expression.
pub(super) type RubyResult<T = Value> = Result<T, Stop>;

impl From<Box<Flow>> for Stop {
    fn from(flow: Box<Flow>) -> Stop {
        Stop::Fault(flow)
    }
}

impl From<Exhausted> for Stop {
    fn from(exhausted: Exhausted) -> Self {
        Stop::Fault(exhausted.into())
    }
}

impl From<Box<puppet_pcore::ValueError>> for Stop {
    fn from(issue: Box<puppet_pcore::ValueError>) -> Stop {
        Stop::Fault(issue.into())
    }
}

pub(super) struct Run<'r, 'c> {
    pub(super) outer: &'r mut Outer<'c>,
    name: &'r str,
    variables: Variables<'r>,
    out: Str,
    pub(super) groups: Groups,
    pub(super) line: usize,
    /// True if functions in Puppet may replace methods.
    pub(super) has_substitutes: bool,
    /// Refuses values that loops nest too deeply to release.
    nesting: DepthGuard,
}

/// Runs a template's syntax tree.
pub(super) fn run(outer: &mut Outer<'_>, name: &str, program: &Expr, assigned: &[String]) -> EvalResult<Str> {
    let (variables, groups) = (Variables::new(assigned), Groups::default());
    let has_substitutes = outer.host().substitutes().is_some();
    let mut run = Run {
        outer,
        name,
        variables,
        out: Str::default(),
        groups,
        line: 1,
        has_substitutes,
        nesting: DepthGuard::default(),
    };
    let result = run.eval(program);
    // Walks that cannot fail end early on an exhausted budget: their result is not used.
    budget::poll()?;
    match result {
        Ok(_) | Err(Stop::Next(_) | Stop::Break) => Ok(run.out),
        Err(Stop::Fault(flow)) => Err(flow),
    }
}

/// Returns a symbol as a value, of a kind that no template gets otherwise.
pub(super) fn symbol(name: &str) -> Value {
    Value::ty(Type::Runtime { runtime: Some("symbol".into()), name: Some(Value::str(name)) })
}

/// Returns the symbol's name.
pub(super) fn symbol_name(value: &Value) -> Option<&str> {
    match value {
        Value::Type(ty) => puppet_pcore::ruby_text::symbol(ty),
        _ => None,
    }
}

/// Returns a symbol as a string, as formats show it, and other values unchanged.
pub(super) fn unsymbolized(value: &Value) -> Value {
    symbol_name(value).map_or_else(|| value.clone(), Value::str)
}

/// Returns the value with strings in place of symbols, as JSON has them.
pub(super) fn without_symbols(value: &Value) -> EvalResult {
    with_symbols_as(value, &|name| Value::str(name))
}

/// Returns the value as Puppet's functions and variables get it: a symbol is an object of Ruby.
fn handed_on(value: &Value) -> EvalResult {
    if !has_symbols(value)? {
        return Ok(value.clone());
    }
    with_symbols_as(value, &|name| match name {
        "undef" => Value::Undef,
        "default" => Value::Default,
        name => host_object("Runtime[ruby, 'Symbol']", Value::str(name), name),
    })
}

fn has_symbols(value: &Value) -> EvalResult<bool> {
    budget::poll()?;
    let mut inner: Box<dyn Iterator<Item = &Value>> = match value {
        Value::Array(list) => Box::new(list.items.iter()),
        Value::Hash(hash) => Box::new(hash.iter().flat_map(|(key, value)| [key, value])),
        single => return Ok(symbol_name(single).is_some()),
    };
    inner.try_fold(false, |found, item| Ok(found || has_symbols(item)?))
}

/// Returns the value with what `made` gives in place of symbols.
fn with_symbols_as(value: &Value, made: &dyn Fn(&str) -> Value) -> EvalResult {
    Ok(match value {
        Value::Array(list) => {
            let mut items = Vec::with_capacity(list.items.len());
            for item in &list.items {
                budget::poll()?;
                items.push(with_symbols_as(item, made)?);
            }
            Value::array(items)
        }
        Value::Hash(hash) => {
            let mut entries = Hash::new();
            for (key, value) in hash.iter() {
                budget::poll()?;
                let key = symbol_name(key).map_or_else(|| key.clone(), made);
                entries.insert(key, with_symbols_as(value, made)?);
            }
            Value::hash(entries)
        }
        other => symbol_name(other).map_or_else(|| other.clone(), made),
    })
}

/// Formats as Ruby's `to_s`.
pub(super) fn text_of(value: &Value) -> String {
    let own = symbol_name(value).or_else(|| matched_text(value));
    own.map_or_else(|| ruby::to_s(value), str::to_owned)
}

impl Run<'_, '_> {
    /// Returns an error that Ruby would raise too.
    pub(super) fn run_error<T>(&self, what: impl std::fmt::Display) -> RubyResult<T> {
        Err(Stop::Fault(Flow::fail_with(Topic::Template, format!("{}, line {}: {what}", self.name, self.line))))
    }

    /// Returns the error of an unsupported Ruby construct.
    pub(super) fn unsupported<T>(&self, what: impl Into<String>) -> RubyResult<T> {
        Err(Stop::Fault(UnsupportedRuby::new(self.line, what).into_flow(self.name)))
    }

    pub(super) fn eval(&mut self, expr: &Expr) -> RubyResult {
        self.line = expr.line;
        match &expr.kind {
            ExprKind::Nil => Ok(Value::Undef),
            ExprKind::Bool(truth) => Ok(Value::bool(*truth)),
            ExprKind::Int(int) => Ok(Value::Int(*int)),
            ExprKind::Float(float) => Ok(Value::float(*float)),
            ExprKind::Text(text) => Ok(text.clone()),
            ExprKind::Str(parts) => Ok(Value::from(self.text(parts)?)),
            ExprKind::Symbol(name) => Ok(symbol(name)),
            ExprKind::Regexp(parts, flags, known) => match known.get() {
                Some(known) => Ok(Value::Regexp(known.clone())),
                None => {
                    let pattern = self.regexp(parts, flags)?;
                    if !parts.iter().any(|part| matches!(part, Part::Code(_))) {
                        let _ = known.set(pattern.clone());
                    }
                    Ok(Value::Regexp(pattern))
                }
            },
            ExprKind::Array(items) => Ok(Value::array(self.list(items)?)),
            ExprKind::Hash(entries) => self.hash(entries),
            ExprKind::Range(from, to, exclusive) => self.range(from, to, *exclusive),
            ExprKind::Instance(name) => {
                Ok(self.variables.instance(name).or_else(|| self.outer.variable(name)).unwrap_or(Value::Undef))
            }
            ExprKind::Group(group) => {
                let found = self.groups.text(*group);
                Ok(found.map_or(Value::Undef, Value::from))
            }
            ExprKind::Name(name) => self.variable(name),
            ExprKind::Constant(name) => self.unsupported(format!("the constant `{name}`")),
            ExprKind::Splat(_) => self.unsupported("a splat outside of a list"),
            ExprKind::Call(call) => self.call(call, expr.line),
            ExprKind::Assign(target, value) => {
                let value = self.eval(value)?;
                self.assign(target, value.clone())?;
                Ok(value)
            }
            ExprKind::Spread(targets, value) => {
                let value = self.eval(value)?;
                self.variables.bind(targets, &value, false);
                Ok(value)
            }
            ExprKind::Change(target, operator, value) => self.change(target, operator, value, expr.line),
            ExprKind::And(a, b) => match self.eval(a)? {
                left if left.is_true() => self.eval(b),
                left => Ok(left),
            },
            ExprKind::Or(a, b) => match self.eval(a)? {
                left if left.is_true() => Ok(left),
                _ => self.eval(b),
            },
            ExprKind::Not(inner) => Ok(Value::bool(!self.eval(inner)?.is_true())),
            ExprKind::Defined(inner) => self.defined(inner),
            ExprKind::If(condition, yes, no) => match (self.eval(condition)?.is_true(), no) {
                (true, _) => self.eval(yes),
                (false, Some(no)) => self.eval(no),
                (false, None) => Ok(Value::Undef),
            },
            ExprKind::Case(subject, options, otherwise) => self.case(subject.as_deref(), options, otherwise.as_deref()),
            ExprKind::While(condition, sense, body) => self.repeat(condition, *sense, body),
            ExprKind::For(params, list, body) => self.each(params, list, body),
            ExprKind::Next(value) => {
                let value = value.as_ref().map_or(Ok(Value::Undef), |value| self.eval(value))?;
                Err(Stop::Next(value))
            }
            ExprKind::Break => Err(Stop::Break),
            ExprKind::Several(all) => {
                let mut last = Value::Undef;
                for one in all {
                    last = self.eval(one)?;
                }
                Ok(last)
            }
            ExprKind::Print(text) => self.write(text),
            ExprKind::Output(inner) => {
                let value = self.eval(inner)?;
                match &value {
                    Value::Str(text) if text.is_bytes => write_marked(self, &text.text, true),
                    Value::Str(text) => self.write(&text.text),
                    other => self.write(&text_of(other)),
                }
            }
        }
    }

    /// Appends to the output of the template.
    fn write(&mut self, text: &str) -> RubyResult {
        if self.out.is_bytes {
            return write_marked(self, text, false);
        }
        budget::charge(text.len())?;
        self.out.text.push_str(text);
        Ok(Value::Undef)
    }

    fn text(&mut self, parts: &[Part]) -> RubyResult<String> {
        let mut out = String::new();
        for part in parts {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Code(code) => {
                    let text = text_of(&self.eval(code)?);
                    budget::charge(text.len())?;
                    out.push_str(&text);
                }
            }
        }
        Ok(out)
    }

    fn regexp(&mut self, parts: &[Part], flags: &str) -> RubyResult<Rc<Regexp>> {
        let source = self.text(parts)?;
        let has = |flag| flags.contains(flag);
        if flags.chars().any(|flag| !"imxo".contains(flag)) {
            return self.unsupported(format!("a pattern with the flags {flags}"));
        }
        let made = Regexp::with_options(&source, has('i'), has('x'), has('m'));
        Ok(self.outer.vm().regexps.get(&made.source))
    }

    /// Evaluates the elements of a list; spreads splats.
    pub(super) fn list(&mut self, items: &[Expr]) -> RubyResult<Vec<Value>> {
        let mut all = Vec::with_capacity(items.len());
        for item in items {
            match &item.kind {
                ExprKind::Splat(inner) => all.extend(splatted(&self.eval(inner)?)),
                _ => all.push(self.eval(item)?),
            }
        }
        Ok(all)
    }

    fn hash(&mut self, entries: &[(Expr, Expr)]) -> RubyResult {
        let mut hash = Hash::new();
        for (key, value) in entries {
            let key = self.eval(key)?;
            hash.insert(key, self.eval(value)?);
        }
        Ok(Value::hash(hash))
    }

    /// Expands a range.
    fn range(&mut self, from: &Expr, to: &Expr, exclusive: bool) -> RubyResult {
        match (self.eval(from)?, self.eval(to)?) {
            (Value::Int(from), Value::Int(to)) => {
                let to = if exclusive { to - 1 } else { to };
                if to.saturating_sub(from) > 1_000_000 {
                    return self.unsupported("a range that long");
                }
                Ok(Value::array((from..=to).map(Value::Int).collect()))
            }
            (Value::Str(from), Value::Str(to)) => {
                let all = ranges::texts(&from.text, &to.text, !exclusive).take(ranges::MAX);
                Ok(Value::array(polled::collect(all.map(Value::from))?))
            }
            _ => self.unsupported("a range of these values"),
        }
    }

    fn variable(&mut self, name: &str) -> RubyResult {
        match self.variables.local(name) {
            Some(value) => Ok(value.clone()),
            None if self.variables.is_assigned(name) => Ok(Value::Undef),
            None if matches!(name, "scope" | "classes" | "all_tags" | "binding" | "self" | "file") => {
                self.unsupported(format!("`{name}` alone"))
            }
            None if name == "raise" => self.run_error("the template gives up"),
            None if is_method(name) => self.unsupported(format!("`{name}` without a receiver")),
            None => self.run_error(format!("unknown variable `{name}`")),
        }
    }

    pub(super) fn assign(&mut self, target: &Expr, value: Value) -> RubyResult<()> {
        if matches!(value, Value::Array(_) | Value::Hash(_)) {
            self.nesting.at(&value)?;
        }
        match &target.kind {
            ExprKind::Name(name) => self.variables.set_local(name, value),
            ExprKind::Instance(name) => self.variables.set_instance(name, value),
            ExprKind::Call(Call { receiver: Some(receiver), name, args, .. })
                if matches!(&**name, "[]" | "lookupvar") && is_scope(&self.variables, receiver) =>
            {
                let name = self.list(args)?.first().map(text_of).unwrap_or_default();
                self.set_variable(&name, value)?;
            }
            ExprKind::Call(Call { receiver: Some(receiver), name, args, .. }) if name == "[]" => {
                let keys = self.list(args)?;
                let container = self.eval(receiver)?;
                let changed = self.with_element(container.clone(), keys.first().unwrap_or(&Value::Undef), value)?;
                self.assign_changed(receiver, container, changed)?;
            }
            // A changed value without a variable has no visible effect.
            _ => {}
        }
        Ok(())
    }

    /// Assigns what an array or hash became when a method changed it in place: other variables with the same object
    /// change with it.
    fn assign_changed(&mut self, target: &Expr, old: Value, new: Value) -> RubyResult<()> {
        let of_scope = match &target.kind {
            ExprKind::Call(Call { receiver: Some(receiver), name, args, .. })
                if matches!(&**name, "[]" | "lookupvar") && is_scope(&self.variables, receiver) =>
            {
                Some(self.list(args)?.first().map(text_of).unwrap_or_default())
            }
            _ => None,
        };
        if of_scope.is_none() {
            self.assign(target, new.clone())?;
        }
        if old.is_shared() {
            self.variables.change_in_place(&old, &new);
            self.outer.show_scope();
            let vm = self.outer.vm();
            vm.templates.change_in_place(&old, &new, &vm.globals);
        }
        if let Some(name) = of_scope {
            self.outer.show_scope();
            self.outer.vm().replace_visible_variable(&name, new);
        }
        Ok(())
    }

    /// Sets a variable of the scope.
    fn set_variable(&mut self, name: &str, value: Value) -> RubyResult<()> {
        self.outer.show_scope();
        match self.outer.vm().set_visible_variable(name, value, false) {
            Ok(()) => Ok(()),
            Err(message) => self.run_error(message),
        }
    }

    fn with_element(&mut self, container: Value, key: &Value, value: Value) -> RubyResult {
        match (container, key) {
            (Value::Hash(hash), key) => {
                let mut hash = (*hash).clone();
                hash.insert(key.clone(), value);
                Ok(Value::hash(hash))
            }
            (Value::Array(list), Value::Int(at)) => {
                let mut items = list.items.clone();
                let at = if *at < 0 { at + items.len() as i64 } else { *at };
                match usize::try_from(at) {
                    Ok(at) if at < 1_000_000 => {
                        if at >= items.len() {
                            items.resize(at + 1, Value::Undef);
                        }
                        items[at] = value;
                        Ok(Value::array(items))
                    }
                    _ => self.run_error("index not found"),
                }
            }
            (Value::Str(_), _) | (Value::Array(_), Value::Array(_) | Value::Float(_)) => {
                self.unsupported("an assignment to a part of this value")
            }
            (other, _) => self.run_error(format!("{} has no parts to set", ruby::inspected(&other))),
        }
    }

    fn change(&mut self, target: &Expr, operator: &str, value: &Expr, line: usize) -> RubyResult {
        let old = match &target.kind {
            ExprKind::Name(name) => self.variables.local(name).cloned().unwrap_or(Value::Undef),
            _ => self.eval(target)?,
        };
        let new = match operator {
            "||" if old.is_true() => return Ok(old),
            "&&" if !old.is_true() => return Ok(old),
            "||" | "&&" => self.eval(value)?,
            operator => {
                let value = self.eval(value)?;
                self.line = line;
                self.send(old, operator, vec![value], None)?
            }
        };
        self.assign(target, new.clone())?;
        Ok(new)
    }

    fn defined(&mut self, inner: &Expr) -> RubyResult {
        let found = match &inner.kind {
            // A scope variable that is undef is never passed to the template.
            ExprKind::Instance(name) => self
                .variables
                .instance(name)
                .or_else(|| self.outer.variable(name))
                .is_some_and(|value| !value.is_undef()),
            ExprKind::Name(name) => self.variables.local(name).is_some() || name == "scope",
            ExprKind::Constant(_) => return self.unsupported("`defined?` of a constant"),
            _ => self.eval(inner).is_ok_and(|value| !value.is_undef()),
        };
        let kind = match &inner.kind {
            ExprKind::Instance(_) => "instance-variable",
            ExprKind::Name(name) if self.variables.local(name).is_some() => "local-variable",
            ExprKind::Name(_) | ExprKind::Call(_) => "method",
            _ => "expression",
        };
        Ok(if found { Value::str(kind) } else { Value::Undef })
    }

    fn case(&mut self, subject: Option<&Expr>, options: &[(Vec<Expr>, Expr)], otherwise: Option<&Expr>) -> RubyResult {
        let subject = subject.map(|subject| self.eval(subject)).transpose()?;
        for (values, body) in options {
            for value in values {
                let fits = match &subject {
                    Some(subject) => self.option_fits(value, subject)?,
                    None => self.eval(value)?.is_true(),
                };
                if fits {
                    return self.eval(body);
                }
            }
        }
        otherwise.map_or(Ok(Value::Undef), |otherwise| self.eval(otherwise))
    }

    fn option_fits(&mut self, option: &Expr, subject: &Value) -> RubyResult<bool> {
        match &option.kind {
            ExprKind::Constant(name) => self.is_a(subject, name),
            ExprKind::Range(..) => {
                let range = self.eval(option)?;
                Ok(range.as_array().is_some_and(|items| items.iter().any(|item| ruby::same(item, subject))))
            }
            _ => match self.eval(option)? {
                Value::Regexp(pattern) => Ok(self.matched(&pattern, subject)?.is_some()),
                value => Ok(ruby::same(&value, subject)),
            },
        }
    }

    fn repeat(&mut self, condition: &Expr, sense: bool, body: &Expr) -> RubyResult {
        while self.eval(condition)?.is_true() == sense {
            self.outer.check_cancelled()?;
            self.outer.vm().calls.tick()?;
            match self.eval(body) {
                Err(Stop::Break) => break,
                Ok(_) | Err(Stop::Next(_)) => {}
                Err(other) => return Err(other),
            }
        }
        Ok(Value::Undef)
    }

    fn each(&mut self, params: &[Param], list: &Expr, body: &Expr) -> RubyResult {
        let list = self.eval(list)?;
        for element in self.elements(&list)? {
            self.outer.vm().calls.tick()?;
            match params {
                [Param::Name(name)] => self.variables.set_local(name, element),
                several => self.variables.bind(several, &element, false),
            }
            match self.eval(body) {
                Err(Stop::Break) => break,
                Ok(_) | Err(Stop::Next(_)) => {}
                Err(other) => return Err(other),
            }
        }
        Ok(list)
    }

    /// Calls a block.
    pub(super) fn block(&mut self, block: &Block, args: Vec<Value>) -> RubyResult {
        self.outer.vm().calls.tick()?;
        if let Some(method) = &block.method {
            let mut args = args.into_iter();
            let receiver = args.next().unwrap_or(Value::Undef);
            return self.send(receiver, method, args.collect(), None);
        }
        self.variables.open_block();
        let args = match &args[..] {
            [single @ Value::Array(_)] if block.params.len() > 1 => single.clone(),
            _ => Value::array(args),
        };
        self.variables.bind(&block.params, &args, true);
        let result = self.eval(&block.body);
        self.variables.close_block();
        match result {
            Err(Stop::Next(value)) => Ok(value),
            other => other,
        }
    }

    /// Matches a pattern and stores the groups for `$1`.
    pub(super) fn matched(&mut self, pattern: &Rc<Regexp>, subject: &Value) -> RubyResult<Option<usize>> {
        let text = match subject {
            Value::Str(text) => text.text.as_str(),
            other => match symbol_name(other) {
                Some(name) => name,
                None => return Ok(None),
            },
        };
        let Some(spans) = pattern.find_at(text, 0)? else {
            self.groups.clear();
            return Ok(None);
        };
        self.groups.set(text, &spans);
        let start = spans.first().copied().flatten().map_or(0, |(from, _)| from);
        Ok(Some(text[..start].chars().count()))
    }

    fn call(&mut self, call: &Call, line: usize) -> RubyResult {
        let result = match &call.receiver {
            None => self.kernel(call),
            Some(receiver) => match &receiver.kind {
                _ if is_scope(&self.variables, receiver) => self.scope(call),
                ExprKind::Constant(name) => self.of_constant(name, call),
                _ => self.of_value(receiver, call, line),
            },
        };
        match result {
            Err(Stop::Break) if call.block.is_some() => Ok(Value::Undef),
            other => other,
        }
    }

    fn of_value(&mut self, receiver: &Expr, call: &Call, line: usize) -> RubyResult {
        let value = self.eval(receiver)?;
        if call.safe && value.is_undef() {
            return Ok(Value::Undef);
        }
        if call.name == "[]"
            && let [Expr { kind: ExprKind::Range(from, to, exclusive), .. }] = &call.args[..]
        {
            return self.slice(&value, from, to, *exclusive);
        }
        // The class name in a kind query is not a value.
        if let ("is_a?" | "kind_of?" | "instance_of?", [Expr { kind: ExprKind::Constant(name), .. }]) =
            (&*call.name, &call.args[..])
        {
            return self.is_a(&value, name).map(Value::bool);
        }
        let args = self.list(&call.args)?;
        self.line = line;
        let changes = changing(&call.name);
        let Some(pure) = changes else { return self.send(value, &call.name, args, call.block.as_deref()) };
        let removed = removed(&value, &call.name, &args);
        let changed = match (pure, &args[..]) {
            ("<<" | "push", [item]) => {
                self.variables.release(receiver);
                // Only a shared value needs to be kept; another one changes in place.
                let old = if value.is_shared() { value.clone() } else { Value::Undef };
                let changed = self.appended(value, pure, item.clone())?;
                self.assign_changed(receiver, old, changed.clone())?;
                return Ok(changed);
            }
            _ => self.send(value.clone(), pure, args, call.block.as_deref())?,
        };
        self.assign_changed(receiver, value, changed.clone())?;
        Ok(removed.unwrap_or(changed))
    }

    /// Appends to a string or an array: in constant time if the value is not shared.
    fn appended(&mut self, value: Value, name: &str, item: Value) -> RubyResult {
        match value {
            Value::Array(list) => {
                let mut items = match Rc::try_unwrap(list) {
                    Ok(mut list) => std::mem::take(&mut list.items),
                    Err(shared) => {
                        budget::charge(size_of_val(&shared.items[..]))?;
                        shared.items.clone()
                    }
                };
                items.push(item);
                Ok(Value::array(items))
            }
            Value::Str(text) if name == "<<" => {
                let more = ruby::appendix(&item).or_else(|message| self.run_error(message))?;
                let mut text = match Rc::try_unwrap(text) {
                    Ok(text) => text.text,
                    Err(shared) => {
                        budget::charge(shared.text.len())?;
                        shared.text.clone()
                    }
                };
                budget::charge(more.len())?;
                text.push_str(&more);
                Ok(Value::from(text))
            }
            other => self.send(other, name, vec![item], None),
        }
    }

    /// Returns a slice: `text[1..2]`, `list[1..-1]`.
    fn slice(&mut self, value: &Value, from: &Expr, to: &Expr, exclusive: bool) -> RubyResult {
        let size = match value {
            Value::Array(list) => list.items.len() as i64,
            Value::Str(text) => text.char_count() as i64,
            _ => return self.unsupported("a range of this value's parts"),
        };
        let bound = |value: Value| match value {
            Value::Int(at) if at < 0 => at + size,
            Value::Int(at) => at,
            _ => size - 1,
        };
        let open = matches!(to.kind, ExprKind::Nil);
        let from = bound(self.eval(from)?);
        let to = bound(self.eval(to)?) - i64::from(exclusive && !open);
        if from < 0 || from > size {
            return Ok(Value::Undef);
        }
        let (skip, take) = (from as usize, (to - from + 1).max(0) as usize);
        Ok(match value {
            Value::Array(list) => Value::array(list.items.iter().skip(skip).take(take).cloned().collect()),
            other => Value::from(text_of(other).chars().skip(skip).take(take).collect::<String>()),
        })
    }

    /// Returns the value of a variable of Puppet's scope.
    fn scope_variable(&mut self, name: &str) -> RubyResult {
        match self.outer.variable(name) {
            Some(value) => Ok(value),
            None if self.outer.vm().rejects_unknown(name) => {
                self.run_error(format!("the variable `${name}` has no value here"))
            }
            None => Ok(Value::Undef),
        }
    }

    /// Evaluates `scope['x']`, `scope.lookupvar('x')`, `scope.call_function('f', ..)` or `scope.function_f([..])`.
    fn scope(&mut self, call: &Call) -> RubyResult {
        if let ("[]" | "lookupvar", Some(name)) = (&*call.name, literal(&call.args)) {
            return self.scope_variable(name);
        }
        let args = self.list(&call.args)?;
        let first = args.first().map(text_of).unwrap_or_default();
        match &*call.name {
            "[]" | "lookupvar" => self.scope_variable(&first),
            "setvar" => {
                let value = args.get(1).cloned().unwrap_or(Value::Undef);
                // Instance variables are set when the template starts.
                if self.variables.instance(&first).is_none() {
                    let before = self.outer.variable(&first).unwrap_or(Value::Undef);
                    self.variables.set_instance(&first, before);
                }
                self.set_variable(&first, value.clone())?;
                Ok(value)
            }
            "to_hash" => Ok(Value::hash(self.visible())),
            "include?" => Ok(Value::bool(self.outer.variable(&first).is_some_and(|value| !value.is_undef()))),
            "exist?" | "bound?" => Ok(Value::bool(self.outer.variable(&first).is_some())),
            "call_function" => {
                let args = splatted(args.get(1).unwrap_or(&Value::Undef));
                let args = args.iter().map(handed_on).collect::<EvalResult<_>>()?;
                Ok(self.outer.call_function(&first, args)?)
            }
            name => match name.strip_prefix("function_") {
                Some(function) => {
                    let args = match args.first() {
                        Some(Value::Array(list)) => list.items.clone(),
                        _ => return self.run_error(format!("`{name}` takes its arguments as an array")),
                    };
                    Ok(self.outer.call_function(function, args)?)
                }
                None => self.unsupported(format!("`scope.{name}`")),
            },
        }
    }

    /// Returns the variables of the scope by name: those at top scope, then the local ones, without undefined ones.
    fn visible(&mut self) -> Hash {
        self.outer.show_scope();
        let vm = self.outer.vm();
        let global = vm.globals.iter().filter(|(name, _)| !name.contains("::"));
        let mut all: Hash = global.map(|(name, value)| (Value::str(name), value.clone())).collect();
        for (name, value) in vm.templates.view.last().into_iter().flat_map(|view| view.list(&vm.globals)) {
            all.insert(Value::str(&*name), value);
        }
        all.into_entries().into_iter().filter(|(_, value)| !value.is_undef()).collect()
    }

    /// Calls a method of the template itself.
    fn kernel(&mut self, call: &Call) -> RubyResult {
        let args = self.list(&call.args)?;
        let first = args.first().cloned().unwrap_or(Value::Undef);
        if let Some(value) = substitute(self, &call.name, &args)? {
            return Ok(value);
        }
        match &*call.name {
            "Array" => Ok(match first {
                Value::Undef => Value::array(Vec::new()),
                Value::Array(_) => first,
                Value::Hash(_) => Value::array(self.elements(&first)?),
                single => Value::array(vec![single]),
            }),
            "String" => Ok(Value::from(text_of(&first))),
            "Integer" | "Float" => self.number(&call.name, &first),
            "sprintf" | "format" => {
                let values: Vec<Value> = args.iter().skip(1).map(unsymbolized).collect();
                Ok(Value::from(puppet_pcore::sprintf(&text_of(&first), &values)?))
            }
            "raise" | "fail" => {
                let message = args.iter().map(text_of).collect::<Vec<_>>().join(" ");
                self.run_error(message)
            }
            "require" => match &*text_of(&first) {
                // Puppet has loaded them.
                "json" | "yaml" | "erb" | "set" | "shellwords" => Ok(Value::bool(false)),
                other => self.unsupported(format!("`require '{other}'`")),
            },
            "has_variable?" => {
                let found = self.outer.variable(&text_of(&first));
                Ok(Value::bool(found.is_some_and(|value| !value.is_undef())))
            }
            name => self.unsupported(format!("the method `{name}`")),
        }
    }

    /// Calls a method of `File`, `JSON` and similar constants.
    fn of_constant(&mut self, name: &str, call: &Call) -> RubyResult {
        let args = self.list(&call.args)?;
        let first = args.first().cloned().unwrap_or(Value::Undef);
        if let Some(value) = substitute(self, &format!("{name}.{}", call.name), &args)? {
            return Ok(value);
        }
        match (name, &*call.name) {
            ("File", "join") => {
                let mut parts = Vec::new();
                super::super::ruby::flatten(&args, usize::MAX, &mut parts)?;
                let mut out = String::new();
                for (at, part) in parts.iter().map(text_of).enumerate() {
                    if at > 0 {
                        out.truncate(out.trim_end_matches('/').len());
                        out.push('/');
                        out.push_str(part.trim_start_matches('/'));
                    } else {
                        out.push_str(&part);
                    }
                }
                Ok(Value::from(out))
            }
            ("File", "basename") => {
                let path = text_of(&first);
                let suffix = args.get(1).map(text_of).unwrap_or_default();
                Ok(Value::str(paths::without_suffix(paths::last_part(&path), &suffix)))
            }
            ("File", "dirname") => Ok(Value::from(paths::folder(&text_of(&first)))),
            ("File", "extname") => Ok(Value::str(paths::extension(&text_of(&first)))),
            ("JSON", "generate" | "dump") => self.send(first, "to_json", Vec::new(), None),
            ("JSON", "pretty_generate") => {
                Ok(Value::from(super::super::stdlib::serialization::Layout::pretty().json(&without_symbols(&first)?)))
            }
            ("YAML", "dump") => self.send(first, "to_yaml", Vec::new(), None),
            ("Regexp", "escape" | "quote") => Ok(Value::from(pattern_of(&text_of(&first)))),
            ("Regexp", "new") => Ok(Value::Regexp(self.outer.vm().regexps.get(&text_of(&first)))),
            ("Hash", "new") if args.is_empty() && call.block.is_none() => Ok(Value::hash(Hash::new())),
            ("Array", "new") if args.is_empty() => Ok(Value::array(Vec::new())),
            ("String", "new") => Ok(Value::from(text_of(&first))),
            ("Hash", "[]") => match first {
                Value::Hash(_) => Ok(first),
                Value::Array(_) => self.send(first, "to_h", Vec::new(), None),
                _ => self.unsupported("this `Hash[..]`"),
            },
            (constant, method) => self.unsupported(format!("`{constant}.{method}`")),
        }
    }
}

/// Appends to the output of the template where that or the text is marked as bytes.
fn write_marked(run: &mut Run<'_, '_>, text: &str, is_bytes: bool) -> RubyResult {
    budget::charge(text.len())?;
    match run.out.append(text, is_bytes) {
        true => Ok(Value::Undef),
        false => run.run_error("incompatible character encodings: the text and the bytes are not ASCII"),
    }
}

/// Calls the function in Puppet that replaces a method, such as `erb::dir::pwd` for `dir.pwd`; `None` without one.
pub(super) fn substitute(run: &mut Run<'_, '_>, method: &str, args: &[Value]) -> RubyResult<Option<Value>> {
    let method = method.trim_end_matches(['?', '!']);
    if !run.has_substitutes || !method.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.') {
        return Ok(None);
    }
    let name = format!("erb::{}", method.to_ascii_lowercase().replace('.', "::"));
    if !has_substitute(run.outer.vm(), &name)? {
        return Ok(None);
    }
    Ok(Some(run.outer.call_function(&name, args.to_vec())?))
}

/// Returns the method that computes the new value for a method that changes its receiver.
fn changing(name: &str) -> Option<&str> {
    Some(match name {
        "<<" => "<<",
        "push" | "append" => "push",
        "unshift" => "unshift",
        "prepend" => "prepend",
        "concat" => "concat",
        "update" | "merge!" => "merge",
        "store" => "store",
        "delete" => "without",
        "delete_if" => "reject",
        "keep_if" => "select",
        "pop" => "but_last",
        "shift" => "but_first",
        "clear" => "cleared",
        "map!" | "collect!" | "compact!" | "uniq!" | "sort!" | "reject!" | "select!" | "flatten!" | "gsub!"
        | "sub!" | "strip!" | "lstrip!" | "rstrip!" | "chomp!" | "chop!" | "upcase!" | "downcase!" | "capitalize!"
        | "reverse!" | "squeeze!" | "tr!" => name.trim_end_matches('!'),
        _ => return None,
    })
}

/// Returns the result of a method that removes elements.
fn removed(value: &Value, name: &str, args: &[Value]) -> Option<Value> {
    match (name, value) {
        ("pop", Value::Array(list)) => Some(list.items.last().cloned().unwrap_or(Value::Undef)),
        ("shift", Value::Array(list)) => Some(list.items.first().cloned().unwrap_or(Value::Undef)),
        ("delete", Value::Hash(hash)) => {
            Some(args.first().and_then(|key| hash.get(key)).cloned().unwrap_or(Value::Undef))
        }
        ("delete", Value::Array(list)) => {
            let found = args.first().filter(|gone| list.items.iter().any(|item| ruby::same(item, gone)));
            Some(found.cloned().unwrap_or(Value::Undef))
        }
        _ => None,
    }
}

/// Returns the only argument of a call, if it is a string without interpolation.
fn literal(args: &[Expr]) -> Option<&str> {
    match args {
        [Expr { kind: ExprKind::Text(text), .. }] => text.as_str(),
        _ => None,
    }
}

/// Returns whether the expression is the scope of Puppet's variables.
fn is_scope(variables: &Variables<'_>, expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Name(name) if name == "scope") && variables.local("scope").is_none()
}

/// Returns the arguments that Ruby makes of `*value`: the pairs of a hash, and none of undef.
fn splatted(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(list) => list.items.clone(),
        Value::Hash(hash) => hash.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect(),
        Value::Undef | Value::Unset => Vec::new(),
        single => vec![single.clone()],
    }
}
