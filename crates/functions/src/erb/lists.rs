//! Methods of arrays and hashes. A hash iterates over pairs of key and value.

use pprepl_budget as budget;
use puppet_eval::EvalResult;
use puppet_pcore::{Hash, RubySet, Value};

use super::super::ruby::flatten;
use super::super::stdlib::arguments::to_integer;
use super::super::{polled, ruby};
use super::ast::Block;
use super::methods::order;
use super::run::{RubyResult, Run, Stop, text_of};

fn joined(items: &[Value], separator: &str) -> EvalResult<String> {
    fn join(items: &[Value], separator: &str, out: &mut String) -> EvalResult<()> {
        for (at, item) in items.iter().enumerate() {
            budget::poll()?;
            budget::charge(separator.len())?;
            out.push_str(if at > 0 { separator } else { "" });
            match item {
                // An empty array is an empty text between separators.
                Value::Array(inner) => join(&inner.items, separator, out)?,
                single => {
                    let text = text_of(single);
                    budget::charge(text.len())?;
                    out.push_str(&text);
                }
            }
        }
        Ok(())
    }
    let mut out = String::new();
    join(items, separator, &mut out)?;
    Ok(out)
}

fn has(items: &[Value], value: &Value) -> EvalResult<bool> {
    for item in items {
        budget::poll()?;
        if ruby::same(item, value) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the element at an index, counted from the end when negative.
fn place(items: &[Value], index: i64) -> Option<&Value> {
    let index = if index < 0 { index + items.len() as i64 } else { index };
    items.get(usize::try_from(index).ok()?)
}

fn at(items: &[Value], index: i64) -> Value {
    place(items, index).cloned().unwrap_or(Value::Undef)
}

fn pair(key: &Value, value: &Value) -> Value {
    Value::array(vec![key.clone(), value.clone()])
}

fn unique(items: &[Value]) -> EvalResult<Vec<Value>> {
    let mut seen = Hash::new();
    for item in items {
        budget::poll()?;
        seen.insert(item.clone(), Value::Undef);
    }
    Ok(seen.into_entries().into_iter().map(|(item, _)| item).collect())
}

/// Concatenates two lists.
fn chained(first: &[Value], second: &[Value]) -> EvalResult {
    budget::charge(size_of_val(first) + size_of_val(second))?;
    Ok(Value::array([first, second].concat()))
}

/// Repeats a list.
fn repeated(items: &[Value], times: i64) -> EvalResult {
    let times = usize::try_from(times).unwrap_or(0);
    budget::charge(size_of_val(items).saturating_mul(times))?;
    Ok(Value::array(std::iter::repeat_n(items, times).flatten().cloned().collect()))
}

/// Returns all lists of an element of each list, the last one varying fastest.
fn product(items: &[Value], others: &[Value]) -> EvalResult {
    let mut rows: Vec<Vec<Value>> = items.iter().map(|item| vec![item.clone()]).collect();
    for other in others {
        let other = other.as_array().unwrap_or_default();
        let mut longer = Vec::new();
        for row in &rows {
            for item in other {
                budget::charge(size_of_val(&row[..]) + size_of::<Value>())?;
                longer.push([&row[..], std::slice::from_ref(item)].concat());
            }
        }
        rows = longer;
    }
    Ok(Value::array(rows.into_iter().map(Value::array).collect()))
}

impl Run<'_, '_> {
    pub(super) fn on_list(&mut self, items: &[Value], name: &str, args: &[Value], block: Option<&Block>) -> RubyResult {
        let first = args.first().unwrap_or(&Value::Undef);
        let count = || usize::try_from(to_integer(first)).unwrap_or(0);
        Ok(match name {
            "[]" | "at" | "slice" => match args {
                [Value::Int(index)] => at(items, *index),
                [Value::Int(from), Value::Int(size)] => {
                    let from = if *from < 0 { from + items.len() as i64 } else { *from };
                    match usize::try_from(from) {
                        Ok(from) if from <= items.len() => {
                            Value::array(items.iter().skip(from).take((*size).max(0) as usize).cloned().collect())
                        }
                        _ => Value::Undef,
                    }
                }
                _ => return self.run_error("an array has integer indices"),
            },
            "fetch" | "dig" if args.len() == 1 && !matches!(first, Value::Int(_)) => {
                return self.run_error("an array has integer indices");
            }
            "fetch" if block.is_none() => match (place(items, to_integer(first)), args.get(1)) {
                (Some(item), _) => item.clone(),
                (None, Some(default)) => default.clone(),
                (None, None) => {
                    return self.run_error(format!("index {} is outside of the array", ruby::inspected(first)));
                }
            },
            "dig" if args.len() == 1 => at(items, to_integer(first)),
            "dig" => {
                let inner = at(items, to_integer(first));
                if inner.is_undef() { inner } else { self.send(inner, "dig", args[1..].to_vec(), None)? }
            }
            "join" => Value::from(joined(items, &if first.is_undef() { String::new() } else { text_of(first) })?),
            "flatten" => {
                let mut out = Vec::new();
                flatten(items, if first.is_undef() { usize::MAX } else { count() }, &mut out)?;
                Value::array(out)
            }
            "compact" => Value::array(items.iter().filter(|item| !item.is_undef()).cloned().collect()),
            "uniq" if block.is_none() => Value::array(unique(items)?),
            "reverse" => Value::array(items.iter().rev().cloned().collect()),
            "last" if args.is_empty() => at(items, -1),
            "last" => Value::array(items.iter().skip(items.len().saturating_sub(count())).cloned().collect()),
            "+" | "concat" => match first {
                Value::Array(more) => chained(items, &more.items)?,
                other => return self.run_error(format!("an array and {} have no `+`", ruby::inspected(other))),
            },
            "-" | "&" | "|" => match first {
                Value::Array(other) => Value::array(match name {
                    "-" => {
                        let gone = RubySet::of(&other.items)?;
                        polled::filter(items.iter(), |item| Ok(!gone.contains(item)?))?
                    }
                    "&" => {
                        let wanted = RubySet::of(&other.items)?;
                        unique(&polled::filter(items.iter(), |item| Ok(wanted.contains(item)?))?)?
                    }
                    _ => unique(&[items, &other.items[..]].concat())?,
                }),
                other => return self.run_error(format!("an array and {} have no `{name}`", ruby::inspected(other))),
            },
            "*" => match first {
                Value::Str(separator) => Value::from(joined(items, &separator.text)?),
                Value::Int(times) => repeated(items, *times)?,
                _ => return self.run_error("an array is repeated an integer number of times"),
            },
            "<<" | "push" => chained(items, args)?,
            "unshift" | "prepend" => chained(args, items)?,
            "without" => Value::array(items.iter().filter(|item| !ruby::same(item, first)).cloned().collect()),
            "but_last" => Value::array(items[..items.len().saturating_sub(1)].to_vec()),
            "but_first" => Value::array(items.iter().skip(1).cloned().collect()),
            "cleared" => Value::array(Vec::new()),
            "include?" | "member?" => Value::bool(has(items, first)?),
            "index" | "find_index" if block.is_none() => {
                items.iter().position(|item| ruby::same(item, first)).map_or(Value::Undef, |at| Value::Int(at as i64))
            }
            "each_index" => {
                let block = self.needed(block, name)?;
                for index in 0..items.len() {
                    self.block(block, vec![Value::Int(index as i64)])?;
                }
                Value::array(items.to_vec())
            }
            "values_at" => Value::array(args.iter().map(|index| at(items, to_integer(index))).collect()),
            "transpose" => {
                let width = items.first().and_then(Value::as_array).map_or(0, <[Value]>::len);
                let column = |index: usize| {
                    Value::array(
                        items
                            .iter()
                            .map(|row| row.as_array().map_or(Value::Undef, |row| at(row, index as i64)))
                            .collect(),
                    )
                };
                Value::array((0..width).map(column).collect())
            }
            "product" if block.is_none() => product(items, args)?,
            "rotate" => {
                let by = if args.is_empty() { 1 } else { to_integer(first) };
                let from = by.rem_euclid(items.len().max(1) as i64) as usize;
                Value::array([&items[from.min(items.len())..], &items[..from.min(items.len())]].concat())
            }
            "rindex" if block.is_none() => {
                let found = items.iter().rposition(|item| ruby::same(item, first));
                found.map_or(Value::Undef, |at| Value::Int(at as i64))
            }
            "assoc" => {
                let is_key = |item: &&Value| {
                    let row = item.as_array().unwrap_or_default();
                    row.first().is_some_and(|key| ruby::same(key, first))
                };
                items.iter().find(is_key).cloned().unwrap_or(Value::Undef)
            }
            "to_a" | "to_ary" | "entries" => Value::array(items.to_vec()),
            "keys" | "each_pair" | "has_key?" | "split" | "upcase" | "downcase" | "strip" | "values" | "gsub"
            | "=~" => {
                return self.run_error(format!("an array has no `{name}`"));
            }
            _ => return self.over(Value::array(items.to_vec()), items.to_vec(), name, args, block),
        })
    }

    pub(super) fn on_hash(&mut self, hash: &Hash, name: &str, args: &[Value], block: Option<&Block>) -> RubyResult {
        let first = args.first().unwrap_or(&Value::Undef);
        let get = |key: &Value| hash.get(key).cloned().unwrap_or(Value::Undef);
        Ok(match name {
            "[]" | "dig" if args.len() == 1 => get(first),
            "dig" => {
                let inner = get(first);
                if inner.is_undef() { inner } else { self.send(inner, "dig", args[1..].to_vec(), None)? }
            }
            "fetch" => match (hash.get(first), args.get(1), block) {
                (Some(value), ..) => value.clone(),
                (None, Some(default), _) => default.clone(),
                (None, None, Some(block)) => self.block(block, vec![first.clone()])?,
                (None, None, None) => return self.run_error(format!("key {} not found", ruby::inspected(first))),
            },
            "key?" | "has_key?" | "include?" | "member?" => Value::bool(hash.get(first).is_some()),
            "value?" | "has_value?" => Value::bool(hash.values().any(|value| ruby::same(value, first))),
            "keys" => Value::array(hash.keys().cloned().collect()),
            "values" => Value::array(hash.values().cloned().collect()),
            "values_at" => Value::array(args.iter().map(get).collect()),
            "each_key" | "each_value" => {
                let block = self.needed(block, name)?;
                for (key, value) in hash.iter() {
                    self.block(block, vec![if name == "each_key" { key } else { value }.clone()])?;
                }
                Value::hash(hash.clone())
            }
            "merge" => {
                let mut all = hash.clone();
                for other in args {
                    match other {
                        Value::Hash(other) if block.is_none() => all.merge(other),
                        _ => return self.unsupported("this way to merge hashes"),
                    }
                }
                Value::hash(all)
            }
            "store" => {
                let mut all = hash.clone();
                all.insert(first.clone(), args.get(1).cloned().unwrap_or(Value::Undef));
                Value::hash(all)
            }
            "without" => {
                let mut all = hash.clone();
                all.remove(first);
                Value::hash(all)
            }
            "cleared" => Value::hash(Hash::new()),
            "compact" => Value::hash(hash.iter().filter(|(_, value)| !value.is_undef()).map(owned).collect()),
            "invert" => Value::hash(hash.iter().map(|(key, value)| (value.clone(), key.clone())).collect()),
            "select" | "filter" | "reject" => {
                let block = self.needed(block, name)?;
                let mut kept = Hash::new();
                for (key, value) in hash.iter() {
                    if self.block(block, vec![key.clone(), value.clone()])?.is_true() == (name != "reject") {
                        kept.insert(key.clone(), value.clone());
                    }
                }
                Value::hash(kept)
            }
            "to_h" | "to_hash" => Value::hash(hash.clone()),
            "join" | "split" | "upcase" | "downcase" | "gsub" | "<<" | "strip" | "start_with?" | "=~" => {
                return self.run_error(format!("a hash has no `{name}`"));
            }
            _ => {
                let pairs = hash.iter().map(|(key, value)| pair(key, value)).collect();
                return self.over(Value::hash(hash.clone()), pairs, name, args, block);
            }
        })
    }

    /// Calls a method that arrays and hashes share, over elements or pairs.
    fn over(
        &mut self,
        whole: Value,
        items: Vec<Value>,
        name: &str,
        args: &[Value],
        block: Option<&Block>,
    ) -> RubyResult {
        let first = args.first().unwrap_or(&Value::Undef);
        let count = usize::try_from(to_integer(first)).unwrap_or(0);
        Ok(match (name, block) {
            ("length" | "size", _) | ("count", None) if args.is_empty() => Value::Int(items.len() as i64),
            ("count", None) => Value::Int(items.iter().filter(|item| ruby::same(item, first)).count() as i64),
            ("empty?", _) => Value::bool(items.is_empty()),
            ("any?", None) => Value::bool(items.iter().any(Value::is_true)),
            ("all?", None) => Value::bool(items.iter().all(Value::is_true)),
            ("none?", None) => Value::bool(!items.iter().any(Value::is_true)),
            ("first", _) if args.is_empty() => items.into_iter().next().unwrap_or(Value::Undef),
            ("first" | "take", _) => Value::array(items.into_iter().take(count).collect()),
            ("drop", _) => Value::array(items.into_iter().skip(count).collect()),
            ("to_a" | "entries", _) => Value::array(items),
            ("to_h", None) => {
                let entry = |item: &Value| {
                    let pair = item.as_array().unwrap_or_default();
                    (at(pair, 0), at(pair, 1))
                };
                Value::hash(items.iter().map(entry).collect())
            }
            ("sort", None) => Value::array(self.sorted(items)?),
            ("max" | "min", None) => {
                let sorted = self.sorted(items)?;
                at(&sorted, if name == "max" { -1 } else { 0 })
            }
            ("sum", None) => {
                let mut sum = Value::Int(0);
                for item in items {
                    sum = self.send(sum, "+", vec![item], None)?;
                }
                sum
            }
            ("zip", None) => {
                let others: Vec<Vec<Value>> =
                    args.iter().map(|other| self.elements(other)).collect::<RubyResult<_>>()?;
                let row = |(index, item): (usize, Value)| {
                    let others = others.iter().map(|other| at(other, index as i64));
                    Value::array(std::iter::once(item).chain(others).collect())
                };
                Value::array(items.into_iter().enumerate().map(row).collect())
            }
            ("each_slice", _) => {
                let block = self.needed(block, name)?;
                for slice in items.chunks(count.max(1)) {
                    self.block(block, vec![Value::array(slice.to_vec())])?;
                }
                whole
            }
            ("inject" | "reduce", None) => match args {
                [.., method] => {
                    let method = text_of(method);
                    let start = (args.len() > 1).then(|| first.clone());
                    let mut items = start.into_iter().chain(items);
                    let mut memo = items.next().unwrap_or(Value::Undef);
                    for item in items {
                        memo = self.send(memo, &method, vec![item], None)?;
                    }
                    memo
                }
                [] => return self.unsupported(format!("`{name}` without a block")),
            },
            ("each_with_object", Some(_)) => return self.unsupported("`each_with_object`"),
            (_, Some(block)) => return self.with_block(whole, items, name, args, block),
            // An enumerator is represented by its elements.
            ("map" | "each" | "collect" | "each_pair" | "select" | "each_entry", None) => Value::array(items),
            ("each_with_index", None) => {
                let indexed = |(index, item): (usize, Value)| pair(&item, &Value::Int(index as i64));
                Value::array(items.into_iter().enumerate().map(indexed).collect())
            }
            (other, None) => return self.unsupported(format!("the method `{other}` of an array or hash")),
        })
    }

    fn with_block(&mut self, whole: Value, items: Vec<Value>, name: &str, args: &[Value], block: &Block) -> RubyResult {
        Ok(match name {
            "each" | "each_pair" | "each_entry" => {
                for item in items {
                    self.block(block, vec![item])?;
                }
                whole
            }
            "reverse_each" => {
                for item in items.into_iter().rev() {
                    self.block(block, vec![item])?;
                }
                whole
            }
            "each_with_index" => {
                for (index, item) in items.into_iter().enumerate() {
                    self.block(block, vec![item, Value::Int(index as i64)])?;
                }
                whole
            }
            "with_index" => {
                let start = args.first().map_or(0, to_integer);
                let mut all = Vec::with_capacity(items.len());
                for (index, item) in (start..).zip(items) {
                    all.push(self.block(block, vec![item, Value::Int(index)])?);
                }
                Value::array(all)
            }
            "map" | "collect" | "flat_map" => {
                let mut all = Vec::with_capacity(items.len());
                for item in items {
                    match self.block(block, vec![item])? {
                        Value::Array(inner) if name == "flat_map" => all.extend(inner.items.iter().cloned()),
                        single => all.push(single),
                    }
                }
                Value::array(all)
            }
            "select" | "filter" | "reject" => {
                let mut kept = Vec::new();
                for item in items {
                    if self.block(block, vec![item.clone()])?.is_true() == (name != "reject") {
                        kept.push(item);
                    }
                }
                Value::array(kept)
            }
            "find" | "detect" | "any?" | "all?" | "none?" | "index" | "find_index" | "count" => {
                return self.test_elements(items, name, block);
            }
            "sort_by" | "min_by" | "max_by" | "group_by" | "uniq" | "partition" => {
                return self.keyed(items, name, block);
            }
            "sort" => return self.sorted_with(items, block),
            "inject" | "reduce" => {
                let mut items = items.into_iter();
                let mut memo = match args.first() {
                    Some(start) => start.clone(),
                    None => items.next().unwrap_or(Value::Undef),
                };
                for item in items {
                    memo = self.block(block, vec![memo, item])?;
                }
                memo
            }
            "to_h" => {
                let pairs: Vec<Value> =
                    items.into_iter().map(|item| self.block(block, vec![item])).collect::<RubyResult<_>>()?;
                self.send(Value::array(pairs), "to_h", Vec::new(), None)?
            }
            other => return self.unsupported(format!("the method `{other}` of an array or hash")),
        })
    }

    /// Calls a block with the elements until the answer is known.
    fn test_elements(&mut self, items: Vec<Value>, name: &str, block: &Block) -> RubyResult {
        let mut count = 0;
        for (index, item) in items.into_iter().enumerate() {
            let truth = self.block(block, vec![item.clone()])?.is_true();
            count += i64::from(truth);
            match (name, truth) {
                ("find" | "detect", true) => return Ok(item),
                ("index" | "find_index", true) => return Ok(Value::Int(index as i64)),
                ("any?", true) => return Ok(Value::bool(true)),
                ("all?", false) | ("none?", true) => return Ok(Value::bool(false)),
                _ => {}
            }
        }
        Ok(match name {
            "count" => Value::Int(count),
            "any?" => Value::bool(false),
            "all?" | "none?" => Value::bool(true),
            _ => Value::Undef,
        })
    }

    /// Calls a method that uses the block's result for each element as a key.
    fn keyed(&mut self, items: Vec<Value>, name: &str, block: &Block) -> RubyResult {
        let mut keyed = Vec::with_capacity(items.len());
        for item in items {
            keyed.push((self.block(block, vec![item.clone()])?, item));
        }
        if matches!(name, "group_by" | "uniq" | "partition") {
            return Ok(grouped(keyed, name));
        }
        let mut fits = true;
        keyed.sort_by(|(a, _), (b, _)| {
            order(a, b).unwrap_or_else(|| {
                fits = false;
                std::cmp::Ordering::Equal
            })
        });
        if !fits {
            return self.run_error("these values have no order");
        }
        let mut sorted: Vec<Value> = keyed.into_iter().map(|(_, item)| item).collect();
        Ok(match name {
            "sort_by" => Value::array(sorted),
            "min_by" => at(&sorted, 0),
            _ => sorted.pop().unwrap_or(Value::Undef),
        })
    }

    /// Sorts with a block.
    fn sorted_with(&mut self, items: Vec<Value>, block: &Block) -> RubyResult {
        // Merge sort: a block may fail or be inconsistent.
        let mut runs: Vec<Vec<Value>> = items.into_iter().map(|item| vec![item]).collect();
        while runs.len() > 1 {
            let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
            let mut runs_left = runs.into_iter();
            while let Some(first) = runs_left.next() {
                merged.push(match runs_left.next() {
                    Some(second) => self.merged(first, second, block)?,
                    None => first,
                });
            }
            runs = merged;
        }
        Ok::<Value, Stop>(Value::array(runs.pop().unwrap_or_default()))
    }

    /// Merges two sorted lists.
    fn merged(&mut self, first: Vec<Value>, second: Vec<Value>, block: &Block) -> RubyResult<Vec<Value>> {
        let mut sorted = Vec::with_capacity(first.len() + second.len());
        let (mut first, mut second) = (first.into_iter().peekable(), second.into_iter().peekable());
        while let (Some(a), Some(b)) = (first.peek(), second.peek()) {
            let Value::Int(order) = self.block(block, vec![a.clone(), b.clone()])? else {
                return self.run_error("a block that sorts returns an integer");
            };
            sorted.extend(if order <= 0 { first.next() } else { second.next() });
        }
        sorted.extend(first);
        sorted.extend(second);
        Ok(sorted)
    }
}

fn grouped(keyed: Vec<(Value, Value)>, name: &str) -> Value {
    match name {
        "partition" => {
            let (yes, no): (Vec<_>, Vec<_>) = keyed.into_iter().partition(|(truth, _)| truth.is_true());
            let items = |side: Vec<(Value, Value)>| Value::array(side.into_iter().map(|(_, item)| item).collect());
            Value::array(vec![items(yes), items(no)])
        }
        "uniq" => {
            let mut seen = Hash::new();
            let mut kept = Vec::new();
            for (key, item) in keyed {
                if seen.get(&key).is_none() {
                    seen.insert(key, Value::Undef);
                    kept.push(item);
                }
            }
            Value::array(kept)
        }
        _ => {
            let mut places = Hash::new();
            let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
            for (key, item) in keyed {
                match places.get(&key) {
                    Some(Value::Int(place)) => groups[*place as usize].1.push(item),
                    _ => {
                        places.insert(key.clone(), Value::Int(groups.len() as i64));
                        groups.push((key, vec![item]));
                    }
                }
            }
            Value::hash(groups.into_iter().map(|(key, group)| (key, Value::array(group))).collect())
        }
    }
}

fn owned((key, value): (&Value, &Value)) -> (Value, Value) {
    (key.clone(), value.clone())
}
