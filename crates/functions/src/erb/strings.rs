//! Methods of strings.

use pprepl_budget as budget;
use puppet_pcore::Value;

use super::super::iterable::character;
use super::super::polled;
use super::super::stdlib::arguments::{leading_float, leading_integer, to_integer};
use super::ast::Block;
use super::run::{RubyResult, Run, symbol, text_of, unsymbolized};

impl Run<'_, '_> {
    pub(super) fn on_text(&mut self, text: &str, name: &str, args: &[Value], block: Option<&Block>) -> RubyResult {
        let first = args.first().unwrap_or(&Value::Undef);
        Ok(match name {
            "length" | "size" => Value::Int(text.chars().count() as i64),
            "empty?" => Value::bool(text.is_empty()),
            "to_i" => Value::Int(leading_integer(text)),
            "to_f" => Value::float(leading_float(text)),
            "to_sym" | "intern" => symbol(text),
            "to_str" => Value::str(text),
            "upcase" => Value::from(charged(text)?.to_uppercase()),
            "downcase" => Value::from(charged(text)?.to_lowercase()),
            "capitalize" | "chomp" | "chop" | "strip" | "lstrip" | "rstrip" if args.is_empty() => {
                return Ok(self.outer.call_function(name, vec![Value::str(text)])?);
            }
            "chomp" => Value::str(text.strip_suffix(text_of(first).as_str()).unwrap_or(text)),
            "swapcase" | "squeeze" => return self.unsupported(format!("the method `{name}` of a string")),
            "reverse" => Value::from(charged(text)?.chars().rev().take_while(polling).collect::<String>()),
            "chars" => Value::array(polled::collect(text.chars().map(character))?),
            "lines" => Value::array(polled::collect(text.split_inclusive('\n').map(Value::str))?),
            "each_line" => {
                let block = self.needed(block, name)?;
                for line in text.split_inclusive('\n') {
                    self.block(block, vec![Value::str(line)])?;
                }
                Value::str(text)
            }
            "include?" => Value::bool(text.contains(&self.expected(first, name)?)),
            "start_with?" => Value::bool(args.iter().any(|start| text.starts_with(&text_of(start)))),
            "end_with?" => Value::bool(args.iter().any(|end| text.ends_with(&text_of(end)))),
            "+" => {
                let more = self.expected(first, name)?;
                budget::charge(text.len() + more.len())?;
                Value::from(format!("{text}{more}"))
            }
            "<<" | "concat" => {
                let mut whole = charged(text)?.to_owned();
                for item in args {
                    let more = super::super::ruby::appendix(item).or_else(|message| self.run_error(message))?;
                    budget::charge(more.len())?;
                    whole.push_str(&more);
                }
                Value::from(whole)
            }
            "*" => match to_integer(first) {
                times @ 0..=1_000_000 => {
                    budget::charge(text.len().saturating_mul(times as usize))?;
                    Value::from(text.repeat(times as usize))
                }
                _ => return self.run_error("the repeated string is too long"),
            },
            "%" => {
                let args = match first {
                    Value::Array(list) => polled::collect(list.items.iter().map(unsymbolized))?,
                    single => vec![unsymbolized(single)],
                };
                Value::from(puppet_pcore::sprintf(text, &args)?)
            }
            "<" | ">" | "<=" | ">=" => {
                let other = self.expected(first, name)?;
                Value::bool(match name {
                    "<" => text < &*other,
                    ">" => text > &*other,
                    "<=" => text <= &*other,
                    _ => text >= &*other,
                })
            }
            "=~" | "match" | "match?" => return self.text_match(text, name, first),
            "[]" | "slice" => return self.letters(text, args),
            "split" => return self.split(text, args),
            "gsub" | "sub" => return self.replaced(text, name == "gsub", args, block),
            "scan" => {
                let Value::Regexp(pattern) = self.pattern(first)? else { return Ok(Value::Undef) };
                let mut all = Vec::new();
                let mut at = 0;
                while at <= text.len() {
                    budget::poll()?;
                    let Some(spans) = pattern.find_at(text, at)? else { break };
                    let group =
                        |span: &Option<(usize, usize)>| span.map_or(Value::Undef, |(a, b)| Value::str(&text[a..b]));
                    let Some((from, to)) = spans.first().copied().flatten() else { break };
                    all.push(match spans.len() {
                        1 => group(&spans[0]),
                        _ => Value::array(spans[1..].iter().map(group).collect()),
                    });
                    at = if to > from { to } else { next_letter(text, to) };
                }
                Value::array(all)
            }
            "tr" | "delete" | "without" => {
                let from: Vec<char> = expanded(&text_of(first));
                let to: Vec<char> =
                    if name == "tr" { expanded(&text_of(args.get(1).unwrap_or(&Value::Undef))) } else { Vec::new() };
                if text_of(first).starts_with('^') && text_of(first).len() > 1 {
                    return self.unsupported(format!("`{name}` of all other letters"));
                }
                let change = |letter: char| match from.iter().position(|known| *known == letter) {
                    Some(at) => to.get(at).or(to.last()).copied(),
                    None => Some(letter),
                };
                Value::from(charged(text)?.chars().take_while(polling).filter_map(change).collect::<String>())
            }
            "ljust" | "rjust" | "center" => {
                if args.get(1).is_some_and(|fill| text_of(fill).is_empty()) {
                    return self.run_error("the text that pads is empty");
                }
                justified(text, name, args)
            }
            "index" => {
                let found = match first {
                    Value::Regexp(pattern) => self.matched(pattern, &Value::str(text))?,
                    other => text.find(&text_of(other)).map(|at| text[..at].chars().count()),
                };
                found.map_or(Value::Undef, |at| Value::Int(at as i64))
            }
            "partition" | "rpartition" => return self.partition(text, name, first),
            "prepend" => {
                let before = text_of(first);
                budget::charge(before.len() + text.len())?;
                Value::from(format!("{before}{text}"))
            }
            "hash" | "hex" | "unpack" | "encode" | "force_encoding" | "crypt" | "sum" | "succ" | "next" | "ord" => {
                return self.unsupported(format!("the method `{name}` of a string"));
            }
            "each" | "join" | "keys" | "key?" | "map" | "sort" | "collect" | "each_pair" | "has_key?" | "flatten"
            | "push" | "pop" | "shift" | "unshift" | "any?" | "each_with_index" | "first" | "last" | "compact"
            | "values" | "select" | "reject" | "uniq" => {
                return self.run_error(format!("a string has no `{name}`"));
            }
            other => return self.unsupported(format!("the method `{other}` of a string")),
        })
    }

    /// Returns the string operand of a method.
    fn expected(&self, value: &Value, name: &str) -> RubyResult<String> {
        match value {
            Value::Str(text) => Ok(text.text.clone()),
            other => self.run_error(format!("a string and {} have no `{name}`", super::super::ruby::inspected(other))),
        }
    }

    /// Returns a pattern. A string becomes a pattern that matches it literally.
    fn pattern(&mut self, value: &Value) -> RubyResult {
        match value {
            Value::Regexp(_) => Ok(value.clone()),
            Value::Str(text) => {
                Ok(Value::Regexp(self.outer.vm().regexps.get(&super::super::stdlib::escapes::pattern_of(&text.text))))
            }
            other => self.run_error(format!("{} is not a pattern", super::super::ruby::inspected(other))),
        }
    }

    fn text_match(&mut self, text: &str, name: &str, pattern: &Value) -> RubyResult {
        let pattern = match pattern {
            Value::Regexp(pattern) => pattern.clone(),
            Value::Str(source) if name != "=~" => self.outer.vm().regexps.get(&source.text),
            other => return self.run_error(format!("{} is not a pattern", super::super::ruby::inspected(other))),
        };
        if name == "match" {
            return self.match_data(&pattern, text);
        }
        let at = self.matched(&pattern, &Value::str(text))?;
        Ok(match (name, at) {
            ("match?", at) => Value::bool(at.is_some()),
            (_, None) => Value::Undef,
            (_, Some(at)) => Value::Int(at as i64),
        })
    }

    /// Returns the text before the first or the last match, the match, and the text after it.
    fn partition(&mut self, text: &str, name: &str, sign: &Value) -> RubyResult {
        let last = name == "rpartition";
        let place = match sign {
            Value::Regexp(_) if last => return self.unsupported("`rpartition` by a pattern"),
            Value::Regexp(pattern) => match pattern.find_at(text, 0)? {
                Some(spans) => {
                    self.groups.set(text, &spans);
                    spans.first().copied().flatten()
                }
                None => {
                    self.groups.clear();
                    None
                }
            },
            Value::Str(sign) => {
                let sign = sign.text.as_str();
                let at = if last { text.rfind(sign) } else { text.find(sign) };
                at.map(|at| (at, at + sign.len()))
            }
            other => return self.run_error(format!("{} does not part a string", super::super::ruby::inspected(other))),
        };
        budget::charge(text.len())?;
        let parts = match place {
            Some((from, to)) => [&text[..from], &text[from..to], &text[to..]],
            None if last => ["", "", text],
            None => [text, "", ""],
        };
        Ok(Value::array(parts.map(Value::str).to_vec()))
    }

    /// Returns `text[1]`, `text[1, 2]`, `text['part']` or `text[/pattern/, 1]`.
    fn letters(&mut self, text: &str, args: &[Value]) -> RubyResult {
        Ok(match args {
            [Value::Int(at)] => part(text, *at, 1).filter(|part| !part.is_empty()).map_or(Value::Undef, Value::from),
            [Value::Int(at), Value::Int(size)] => part(text, *at, *size).map_or(Value::Undef, Value::from),
            [Value::Str(inner)] => {
                if text.contains(&inner.text) {
                    args[0].clone()
                } else {
                    Value::Undef
                }
            }
            [Value::Regexp(pattern), rest @ ..] => {
                self.matched(pattern, &Value::str(text))?;
                let group = rest.first().map_or(0, to_integer);
                self.groups.values().get(group.max(0) as usize).cloned().unwrap_or(Value::Undef)
            }
            _ => return self.unsupported("these parts of a string"),
        })
    }

    fn split(&mut self, text: &str, args: &[Value]) -> RubyResult {
        let mut parts: Vec<Value> = match args {
            [] => polled::collect(text.split_whitespace().map(Value::str))?,
            [Value::Str(sign)] if sign.text == " " => polled::collect(text.split_whitespace().map(Value::str))?,
            [Value::Str(sign)] if sign.text.is_empty() => polled::collect(text.chars().map(character))?,
            [Value::Str(sign)] => polled::collect(text.split(sign.text.as_str()).map(Value::str))?,
            [Value::Str(sign), Value::Int(most)] if *most > 0 && !sign.text.is_empty() => {
                let parts = text.splitn(*most as usize, sign.text.as_str()).map(Value::str);
                return Ok(Value::array(polled::collect(parts)?));
            }
            [pattern @ Value::Regexp(_)] => {
                return Ok(self.outer.call_function("split", vec![Value::str(text), pattern.clone()])?);
            }
            _ => return self.unsupported("this way to split a string"),
        };
        while parts.last().is_some_and(|part| part.as_str() == Some("")) {
            parts.pop();
        }
        Ok(Value::array(parts))
    }

    fn replaced(&mut self, text: &str, all: bool, args: &[Value], block: Option<&Block>) -> RubyResult {
        let Some(first) = args.first() else { return self.unsupported("a replacement without a pattern") };
        let Value::Regexp(pattern) = self.pattern(first)? else { return Ok(Value::Undef) };
        let mut out = String::new();
        let mut at = 0;
        let mut copied = 0;
        while at <= text.len() {
            budget::poll()?;
            let Some(spans) = pattern.find_at(text, at)? else { break };
            let Some((from, to)) = spans.first().copied().flatten() else { break };
            budget::charge(from - copied)?;
            out.push_str(&text[copied..from]);
            let groups: Vec<Option<&str>> = spans.iter().map(|span| span.map(|(a, b)| &text[a..b])).collect();
            match (args.get(1), block) {
                (Some(Value::Hash(hash)), _) => {
                    out.push_str(&hash.get_str(&text[from..to]).map(text_of).unwrap_or_default())
                }
                (Some(replacement), _) => {
                    let length = out.len();
                    expand(&text_of(replacement), &groups, &mut out);
                    budget::charge(out.len() - length)?;
                }
                (None, Some(block)) => {
                    // The block sees the groups of this match.
                    self.groups.set(text, &spans);
                    out.push_str(&text_of(&self.block(block, vec![Value::str(&text[from..to])])?));
                }
                (None, None) => return self.unsupported("a replacement without its text"),
            }
            copied = to;
            at = if to > from { to } else { next_letter(text, to) };
            if !all {
                break;
            }
        }
        out.push_str(text.get(copied..).unwrap_or_default());
        Ok(Value::from(out))
    }
}

/// Pads a string to a width.
fn justified(text: &str, name: &str, args: &[Value]) -> Value {
    let width = args.first().map_or(0, to_integer).clamp(0, 10_000) as usize;
    let fill: Vec<char> = args.get(1).map_or_else(|| " ".to_owned(), text_of).chars().collect();
    let missing = width.saturating_sub(text.chars().count());
    let pad = |count: usize| fill.iter().cycle().take(count).collect::<String>();
    Value::from(match name {
        "ljust" => format!("{text}{}", pad(missing)),
        "rjust" => format!("{}{text}", pad(missing)),
        _ => format!("{}{text}{}", pad(missing / 2), pad(missing - missing / 2)),
    })
}

/// Charges the budget for a string that is copied.
fn charged(text: &str) -> RubyResult<&str> {
    budget::charge(text.len())?;
    Ok(text)
}

/// Returns false when the budget is exhausted; the end of the template polls again.
fn polling<T>(_: &T) -> bool {
    !budget::is_exhausted()
}

/// Returns the start of the next letter; past the end after the last.
fn next_letter(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.chars().next()).map_or(text.len() + 1, |letter| at + letter.len_utf8())
}

/// Returns letters from an index on, counted from the end when negative.
fn part(text: &str, at: i64, size: i64) -> Option<String> {
    let count = text.chars().count() as i64;
    let at = if at < 0 { at + count } else { at };
    let fits = (0..=count).contains(&at) && size >= 0;
    fits.then(|| text.chars().skip(at as usize).take(size as usize).collect())
}

/// Expands ranges such as `a-c`.
fn expanded(set: &str) -> Vec<char> {
    let letters: Vec<char> = set.chars().collect();
    let mut all = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        match letters[at..] {
            [from, '-', to, ..] => {
                all.extend(from..=to);
                at += 3;
            }
            _ => {
                all.push(letters[at]);
                at += 1;
            }
        }
    }
    all
}

/// Expands a replacement: `\1` means a group.
fn expand(replacement: &str, groups: &[Option<&str>], out: &mut String) {
    let mut letters = replacement.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            out.push(letter);
            continue;
        }
        match letters.next() {
            Some(digit) if digit.is_ascii_digit() => {
                let group = digit.to_digit(10).unwrap_or(0) as usize;
                out.push_str(groups.get(group).copied().flatten().unwrap_or_default());
            }
            Some('&') => out.push_str(groups.first().copied().flatten().unwrap_or_default()),
            Some('\\') => out.push('\\'),
            Some(other) => out.extend(['\\', other]),
            None => out.push('\\'),
        }
    }
}
