//! The patterns by which a resource type in Ruby takes attributes from a title (`self.title_patterns`), by a static
//! reading of literal patterns. Nothing runs.

use std::rc::Rc;

use puppet_pcore::{Regexp, Value};

/// What a type's file shows of `self.title_patterns`.
pub(super) enum TitlePatterns {
    /// The type has none: the title is the name.
    None,
    /// Each pattern, and the attribute of each of its groups.
    Literal(Vec<(Rc<Regexp>, Vec<Box<str>>)>),
    /// Ruby code computes them.
    Computed,
}

impl TitlePatterns {
    /// Reads the Ruby file of a resource type.
    pub(super) fn read(text: &str) -> TitlePatterns {
        match body(text) {
            None => TitlePatterns::None,
            Some(body) => Reader { rest: &body }.rows().map_or(TitlePatterns::Computed, TitlePatterns::Literal),
        }
    }

    /// Returns the attributes that the title gives, with their values.
    pub(super) fn attributes(&self, title: &str) -> Vec<(Rc<str>, Value)> {
        let TitlePatterns::Literal(rows) = self else { return Vec::new() };
        for (pattern, names) in rows {
            let Ok(Some(groups)) = pattern.find_at(title, 0) else { continue };
            let texts = groups.iter().skip(1).map(|group| group.map(|(from, to)| &title[from..to]));
            let given = names.iter().zip(texts);
            return given.filter_map(|(name, text)| Some((Rc::from(&**name), Value::str(text?)))).collect();
        }
        Vec::new()
    }
}

/// Returns the lines between `def self.title_patterns` and its `end`.
fn body(text: &str) -> Option<String> {
    let mut lines = text.lines().skip_while(|line| !line.trim_start().starts_with("def self.title_patterns"));
    let head = lines.next()?;
    let indent = head.len() - head.trim_start().len();
    let is_end = |line: &&str| line.trim() == "end" && line.len() - line.trim_start().len() <= indent;
    Some(lines.take_while(|line| !is_end(line)).collect::<Vec<_>>().join("\n"))
}

/// A reader of nested literal arrays of patterns and symbols.
struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    /// Reads `[[/../, [[:a], [:b]]], ..]` to its end.
    fn rows(mut self) -> Option<Vec<(Rc<Regexp>, Vec<Box<str>>)>> {
        self.take("[")?;
        let mut rows = Vec::new();
        while self.take("]").is_none() {
            self.take("[")?;
            let pattern = self.pattern()?;
            let names = self.names()?;
            self.take("]")?;
            rows.push((pattern, names));
        }
        self.skip();
        self.rest.is_empty().then_some(rows)
    }

    /// Reads `[[:a], [:b]]`.
    fn names(&mut self) -> Option<Vec<Box<str>>> {
        self.take("[")?;
        let mut names = Vec::new();
        while self.take("]").is_none() {
            self.take("[")?;
            self.take(":")?;
            let end = self.rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_')?;
            names.push(self.rest[..end].into());
            self.rest = &self.rest[end..];
            self.take("]")?;
        }
        Some(names)
    }

    /// Reads `/../` or `%r{..}` without interpolation.
    fn pattern(&mut self) -> Option<Rc<Regexp>> {
        let closing = if self.take("%r{").is_some() { '}' } else { self.take("/").map(|()| '/')? };
        let end = closing_at(self.rest, closing)?;
        let source = &self.rest[..end];
        self.rest = &self.rest[end + 1..];
        let flags = self.rest.find(|letter: char| !letter.is_ascii_lowercase())?;
        let (given, rest) = self.rest.split_at(flags);
        self.rest = rest;
        let known = given.chars().all(|flag| "imx".contains(flag)) && !source.contains("#{");
        let has = |flag| given.contains(flag);
        known.then(|| Regexp::with_options(&source.replace("\\/", "/"), has('i'), has('x'), has('m')))
    }

    /// Takes a word, after spaces, comments and commas.
    fn take(&mut self, word: &str) -> Option<()> {
        self.skip();
        self.rest = self.rest.strip_prefix(word)?;
        Some(())
    }

    fn skip(&mut self) {
        loop {
            self.rest = self.rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
            match self.rest.strip_prefix('#') {
                Some(comment) => self.rest = comment.find('\n').map_or("", |end| &comment[end..]),
                None => return,
            }
        }
    }
}

/// Returns the offset of the delimiter that closes a pattern: not escaped, and braces in pairs.
fn closing_at(text: &str, closing: char) -> Option<usize> {
    let mut depth = 0usize;
    let mut escaped = false;
    for (at, letter) in text.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' if closing == '}' => depth += 1,
            _ if letter == closing && depth == 0 => return Some(at),
            '}' if closing == '}' => depth -= 1,
            _ => {}
        }
    }
    None
}
