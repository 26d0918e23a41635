//! Substitution, splitting and scanning by Ruby's rules for empty matches.

use pprepl_budget as budget;
use pprepl_text::Topic;

use super::super::{Regexp, Result, ValueError};
use super::Spans;

impl Regexp {
    /// Works like Ruby's `sub` or, with `global`, `gsub`. The replacement may contain `\0`, `\1`, `\k<name>`,
    /// `\&`, `` \` ``, `\'` and `\\`.
    pub fn replace(&self, subject: &str, replacement: &str, global: bool) -> Result<String> {
        budget::charge(subject.len())?;
        let mut out = String::with_capacity(subject.len());
        let mut copied = 0;
        self.each_match(subject, |spans| {
            let (from, to) = entire_match(spans);
            out.push_str(subject.get(copied..from).unwrap_or(""));
            budget::charge(replacement.len())?;
            self.expand(subject, spans, replacement, &mut out)?;
            copied = to;
            Ok(global)
        })?;
        out.push_str(&subject[copied..]);
        Ok(out)
    }

    /// Returns all matches, in order.
    pub fn scan(&self, subject: &str) -> Result<Vec<Spans>> {
        let mut found = Vec::new();
        self.each_match(subject, |spans| {
            budget::charge(size_of_val(&**spans))?;
            found.push(spans.clone());
            Ok(true)
        })?;
        Ok(found)
    }

    /// Calls `visit` with each match until it returns `false`. After an empty match the search continues one
    /// character further; an empty match directly after another match counts.
    fn each_match(&self, subject: &str, mut visit: impl FnMut(&Spans) -> Result<bool>) -> Result<()> {
        let mut start = 0;
        while start <= subject.len() {
            budget::poll()?;
            let Some(spans) = self.find_at(subject, start)? else { break };
            if !visit(&spans)? {
                break;
            }
            let (from, to) = entire_match(&spans);
            start = if from == to { to + char_length(subject, to) } else { to };
        }
        Ok(())
    }

    fn expand(&self, subject: &str, spans: &Spans, replacement: &str, out: &mut String) -> Result<()> {
        let (from, to) = entire_match(spans);
        let mut rest = replacement;
        while let Some(at) = rest.find('\\') {
            out.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            let Some(c) = rest.chars().next() else {
                out.push('\\');
                break;
            };
            rest = &rest[c.len_utf8()..];
            match c {
                '0' => push_charged(text_of(subject, spans, 0), out)?,
                // Numbers do not refer to named groups here.
                '1'..='9' if !self.names()?.is_empty() => {}
                '1'..='9' => push_charged(text_of(subject, spans, c as usize - '0' as usize), out)?,
                '&' => push_charged(text_of(subject, spans, 0), out)?,
                '`' => push_charged(&subject[..from], out)?,
                '\'' => push_charged(&subject[to..], out)?,
                '\\' => out.push('\\'),
                'k' if rest.starts_with('<') => {
                    let Some((name, after)) = rest[1..].split_once('>') else {
                        return Err(ValueError::new(
                            Topic::RegexpSyntax,
                            "the name of a group in the replacement has no end",
                        ));
                    };
                    push_charged(self.named(subject, spans, name)?, out)?;
                    rest = after;
                }
                c => {
                    out.push('\\');
                    out.push(c);
                }
            }
        }
        out.push_str(rest);
        Ok(())
    }

    fn named<'s>(&self, subject: &'s str, spans: &Spans, name: &str) -> Result<&'s str> {
        match self.names()?.iter().find(|(other, _)| other == name) {
            Some((_, numbers)) => {
                let took_part = |number: &&usize| spans.get(**number).is_some_and(Option::is_some);
                Ok(numbers.iter().rev().find(took_part).map_or("", |number| text_of(subject, spans, *number)))
            }
            None => Err(ValueError::new(Topic::RegexpSyntax, format!("unknown group '{name}'"))),
        }
    }

    /// Works like Ruby's `split`: captures are part of the result, trailing empty strings are dropped.
    pub fn split<'s>(&self, subject: &'s str) -> Result<Vec<&'s str>> {
        let mut parts = Vec::new();
        let (mut begin, mut start) = (0, 0);
        let mut last_empty = false;
        while start <= subject.len() {
            budget::poll()?;
            let Some(spans) = self.find_at(subject, start)? else { break };
            let (from, to) = entire_match(&spans);
            if from == to && start == from {
                if subject.is_empty() {
                    parts.push("");
                    break;
                }
                if !last_empty {
                    start += char_length(subject, start);
                    last_empty = true;
                    continue;
                }
                let end = (begin + char_length(subject, begin)).min(subject.len());
                parts.push(&subject[begin..end]);
                begin = start;
            } else {
                parts.push(&subject[begin..from]);
                begin = to;
                start = to;
            }
            last_empty = false;
            let captured = spans.iter().skip(1).flatten();
            parts.extend(captured.map(|(from, to)| subject.get(*from..*to).unwrap_or("")));
        }
        if !subject.is_empty() && begin <= subject.len() {
            parts.push(&subject[begin..]);
        }
        while parts.last().is_some_and(|part| part.is_empty()) {
            parts.pop();
        }
        Ok(parts)
    }
}

fn push_charged(text: &str, out: &mut String) -> Result<()> {
    budget::charge(text.len())?;
    out.push_str(text);
    Ok(())
}

fn entire_match(spans: &Spans) -> (usize, usize) {
    spans.first().copied().flatten().unwrap_or((0, 0))
}

/// Returns the length of the character at an offset; 1 at the end, so that a search continues past it.
fn char_length(subject: &str, at: usize) -> usize {
    subject.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
}

fn text_of<'s>(subject: &'s str, spans: &Spans, group: usize) -> &'s str {
    spans.get(group).copied().flatten().and_then(|(from, to)| subject.get(from..to)).unwrap_or("")
}
