//! Strings of a length, of an Enum, of a Pattern; and regular expressions.

use std::rc::Rc;

use super::super::{Regexp, Size, StringType, Value};
use super::{MAX_CHARACTERS, Sampler, pattern};

/// Strings that are useful for every type.
const TELLING: [&str; 22] = [
    "text",
    "",
    "a",
    "Hello, World",
    "it's",
    "grüße ☃",
    "$x ${y}",
    "line\nbreak",
    "tab\t\"quotes\"",
    "back\\slash",
    "1",
    "true",
    "undef",
    "/etc/hosts",
    "a::b",
    "1.2.3",
    "\u{1}\u{7f}",
    "e\u{301}",
    "\\'",
    "trailing\\",
    " ",
    "😀",
];

const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

impl Sampler {
    pub(super) fn strings(&mut self, string: &StringType) -> Vec<Value> {
        match string {
            StringType::Any => {
                let mut found: Vec<Value> = TELLING.iter().map(|text| Value::str(*text)).collect();
                found.extend((0..4).map(|_| self.any_string()));
                found
            }
            StringType::Size(size) => self.sized(*size),
            StringType::Value(value) => vec![Value::Str(value.clone())],
            StringType::Values(values) => values.iter().map(|value| Value::str(&**value)).collect(),
        }
    }

    fn sized(&mut self, size: Size) -> Vec<Value> {
        if size.from > MAX_CHARACTERS {
            return Vec::new();
        }
        let fits = |text: &&&str| {
            let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
            size.from <= length && size.to.is_none_or(|to| length <= to)
        };
        let mut found = vec![letters(size.from)];
        found.extend(size.to.filter(|to| *to <= MAX_CHARACTERS).map(letters));
        found.extend(TELLING.iter().filter(fits).map(|text| Value::str(*text)));
        let spread = size.to.map_or(8, |to| to - size.from).clamp(0, 8) as usize;
        for _ in 0..3 {
            let length = size.from + self.random.below(spread + 1) as i64;
            found.push(Value::str((0..length).map(|_| self.character()).collect::<String>()));
        }
        found.push(Value::str("\n".repeat(usize::try_from(size.from.max(1)).unwrap_or(1))));
        found
    }

    fn any_string(&mut self) -> Value {
        let length = self.random.below(12);
        Value::str((0..length).map(|_| self.character()).collect::<String>())
    }

    /// Returns a character: usually a letter, sometimes an unusual one.
    fn character(&mut self) -> char {
        const STRANGE: [char; 16] =
            ['\'', '"', '\\', '$', '{', '}', '\n', '\t', '\r', '\u{0}', '\u{1b}', 'é', '☃', '😀', '/', '\u{7f}'];
        if self.random.below(3) == 0 {
            self.random.pick(&STRANGE).copied().unwrap_or('?')
        } else {
            char::from(b' ' + self.random.below(95) as u8)
        }
    }

    pub(super) fn enumerated(&mut self, values: &[Rc<str>], ignore_case: bool) -> Vec<Value> {
        let mut found: Vec<Value> = values.iter().map(|value| Value::str(&**value)).collect();
        if ignore_case {
            found.extend(values.iter().flat_map(|value| cases(value)).map(Value::from));
        }
        found
    }

    pub(super) fn matching(&mut self, patterns: &[Rc<Regexp>]) -> Vec<Value> {
        if patterns.is_empty() {
            return self.strings(&StringType::Any);
        }
        let each = |pattern: &Rc<Regexp>| pattern::matching(pattern, &mut self.random);
        super::in_turns(patterns.iter().take(50).map(each).collect())
    }

    pub(super) fn regexps(&mut self, pattern: Option<&Rc<Regexp>>) -> Vec<Value> {
        match pattern {
            Some(pattern) => vec![Value::Regexp(pattern.clone())],
            None => ["a", "", "^[a-z]+$", "(\\d+)/(\\d+)", "a/b", "line\nbreak", "[/]", "(?i:x)", "\\/"]
                .into_iter()
                .map(|source| Value::Regexp(Regexp::new(source)))
                .collect(),
        }
    }
}

/// Returns a string of `count` letters.
pub(super) fn letters(count: i64) -> Value {
    Value::str(LETTERS.chars().cycle().take(usize::try_from(count).unwrap_or(0)).collect::<String>())
}

/// Returns the same letters in other cases.
pub(super) fn cases(text: &str) -> Vec<String> {
    let mut chars = text.chars();
    let first: String = chars.by_ref().take(1).flat_map(char::to_uppercase).collect();
    let capitalized = first + chars.as_str();
    let all = [text.to_uppercase(), capitalized, text.to_lowercase()];
    all.into_iter().filter(|other| other != text).collect()
}

/// Returns strings with one character too few and one too many.
pub(super) fn past_sizes(size: Size) -> Vec<Value> {
    let mut found = Vec::new();
    found.extend(size.to.filter(|to| *to < MAX_CHARACTERS).map(|to| letters(to + 1)));
    if (1..=MAX_CHARACTERS).contains(&size.from) {
        found.push(letters(size.from - 1));
    }
    found
}

/// Returns strings that differ slightly from one.
pub(super) fn mistakes(text: &str) -> Vec<Value> {
    let mut found = cases(text);
    found.push(format!("{text}x"));
    found.push(format!("{text}-"));
    found.push(text.chars().skip(1).collect());
    let mut cut = text.to_owned();
    cut.pop();
    found.push(cut);
    found.push(format!(" {text}"));
    found.push(text.replacen(|c: char| c.is_ascii_alphanumeric(), "_", 1));
    found.push(text.replacen(|c: char| c.is_ascii_digit(), "x", 1));
    found.push(text.replacen(|c: char| c.is_ascii_alphabetic(), "0", 1));
    found.push(String::new());
    found.push(text.chars().rev().collect());
    found.retain(|other| other != text);
    found.into_iter().map(Value::from).collect()
}
