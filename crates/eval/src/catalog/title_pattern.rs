//! The patterns by which a resource type in Ruby takes attributes from a title (`self.title_patterns`, and the entry
//! `title_patterns` of Puppet's resource API), by a static reading. Nothing runs.

use std::rc::Rc;

use puppet_pcore::{Regexp, Value};

/// A pattern, and the attribute of each of its groups.
type Row = (Rc<Regexp>, Vec<Box<str>>);

/// The patterns in a type's file.
pub(super) enum TitlePatterns {
    /// The type has none: the title is the name.
    None,
    Literal(Vec<Row>),
    /// Ruby code computes them.
    Computed,
}

/// Attributes with their values.
pub(super) type Attributes = Rc<[(Rc<str>, Value)]>;

/// The attributes of a title.
pub(super) enum FromTitle {
    Attributes(Vec<(Rc<str>, Value)>),
    /// No pattern matches, which Puppet refuses.
    NoMatch,
    /// Only Ruby knows.
    Unknown,
}

impl TitlePatterns {
    /// Reads the Ruby file of a resource type.
    pub(super) fn read(text: &str) -> TitlePatterns {
        let rows = match (body(text), text.find("title_patterns:")) {
            (Some(body), _) => Reader::new(&body).statements(),
            (None, Some(at)) if text.contains("ResourceApi") => {
                Reader::new(&text[at + "title_patterns:".len()..]).entries()
            }
            // Another word for it may be a call of a module that defines the method.
            (None, None) if !text.contains("title_patterns") => return TitlePatterns::None,
            (None, _) => None,
        };
        rows.map_or(TitlePatterns::Computed, TitlePatterns::Literal)
    }

    /// Returns the pattern of a type whose title is the value of this attribute.
    pub(super) fn entire(name: &str) -> TitlePatterns {
        TitlePatterns::Literal(vec![(Regexp::with_options("(.*)", false, false, true), vec![name.into()])])
    }

    /// Returns the attributes that the title gives, with their values.
    pub(super) fn attributes(&self, title: &str) -> FromTitle {
        let rows = match self {
            TitlePatterns::None => return FromTitle::Attributes(Vec::new()),
            TitlePatterns::Literal(rows) => rows,
            TitlePatterns::Computed => return FromTitle::Unknown,
        };
        for (pattern, names) in rows {
            let groups = match pattern.find_at(title, 0) {
                Ok(Some(groups)) => groups,
                Ok(None) => continue,
                Err(_) => return FromTitle::Unknown,
            };
            let texts = groups.iter().skip(1).map(|group| group.map(|(from, to)| &title[from..to]));
            let given = names.iter().zip(texts);
            let given = given.filter_map(|(name, text)| Some((Rc::from(&**name), Value::str(text?))));
            return FromTitle::Attributes(given.collect());
        }
        FromTitle::NoMatch
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

/// The helpers of the module keystone, which many of OpenStack's types use.
const HELPERS: &str = "PuppetX::Keystone::CompositeNamevar.";
const NO_TWO_COLONS: &str = "(?:[^:]|:[^:])+";

/// A reader of nested literal arrays of patterns and symbols, with local variables for patterns before them.
struct Reader<'t> {
    rest: &'t str,
    locals: Vec<(&'t str, String)>,
}

impl<'t> Reader<'t> {
    fn new(rest: &'t str) -> Reader<'t> {
        Reader { rest, locals: Vec::new() }
    }

    /// Reads the body of the method to its end: local variables, then the rows or the call of a helper.
    fn statements(mut self) -> Option<Vec<Row>> {
        while self.local().is_some() {}
        let rows = match self.take(HELPERS) {
            Some(()) => self.split_in_two()?,
            None => self.rows()?,
        };
        self.skip();
        self.rest.is_empty().then_some(rows)
    }

    /// Reads `name = ` and a pattern.
    fn local(&mut self) -> Option<()> {
        self.skip();
        let name = self.word().filter(|name| name.starts_with(|letter: char| letter.is_lowercase()))?;
        let mut ahead = Reader { rest: &self.rest[name.len()..], locals: std::mem::take(&mut self.locals) };
        let source = ahead.take("=").and_then(|()| ahead.plain_pattern());
        self.locals = std::mem::take(&mut ahead.locals);
        self.locals.push((name, source?));
        self.rest = ahead.rest;
        Some(())
    }

    /// Reads a pattern without flags: a literal, `Regexp.new(..)` of one, a variable, or a helper.
    fn plain_pattern(&mut self) -> Option<String> {
        if self.take("Regexp.new(").is_some() {
            let source = self.plain_pattern()?;
            return self.take(")").map(|()| source);
        }
        if self.take(HELPERS).is_some() {
            return self.take("not_two_colon_regex").map(|()| NO_TWO_COLONS.to_owned());
        }
        self.skip();
        if self.rest.starts_with(['/', '%']) {
            return self.literal().filter(|(_, flags)| flags.is_empty()).map(|(source, _)| source);
        }
        let name = self.word()?;
        let source = self.locals.iter().rev().find(|(local, _)| *local == name)?.1.clone();
        self.rest = &self.rest[name.len()..];
        Some(source)
    }

    /// Reads `basic_split_title_patterns(:a, :b)`: `a::b`, or `a` alone.
    fn split_in_two(&mut self) -> Option<Vec<Row>> {
        self.take("basic_split_title_patterns(")?;
        let (first, second) = (self.symbol()?, self.symbol()?);
        self.take(")")?;
        let row = |source: &str, names: Vec<Box<str>>| (Regexp::with_options(source, false, false, false), names);
        let both = row(&format!("^({NO_TWO_COLONS})::({NO_TWO_COLONS})$"), vec![first.clone(), second]);
        Some(vec![both, row(&format!("^({NO_TWO_COLONS})$"), vec![first])])
    }

    /// Reads `[[/../, [[:a], [:b]]], ..]`.
    fn rows(&mut self) -> Option<Vec<Row>> {
        self.take("[")?;
        let mut rows = Vec::new();
        while self.take("]").is_none() {
            self.take("[")?;
            let pattern = self.pattern()?;
            let names = self.names()?;
            self.take("]")?;
            rows.push((pattern, names));
        }
        Some(rows)
    }

    /// Reads the list of the resource API, whose groups have the names of attributes:
    /// `[{ pattern: /(?<a>..)/, desc: '..' }, ..]`.
    fn entries(mut self) -> Option<Vec<Row>> {
        self.take("[")?;
        let mut rows = Vec::new();
        while self.take("]").is_none() {
            self.take("{")?;
            self.take("pattern:")?;
            let pattern = self.pattern()?;
            let mut names = pattern.names().ok()?.to_vec();
            names.sort_by_key(|(_, groups)| groups.first().copied());
            if self.take("desc:").is_some() {
                self.quoted()?;
            }
            self.take("}")?;
            rows.push((pattern, names.into_iter().map(|(name, _)| name.into()).collect()));
        }
        Some(rows)
    }

    /// Reads a string without an escape.
    fn quoted(&mut self) -> Option<()> {
        self.skip();
        let quote = self.rest.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
        let end = self.rest[1..].find(quote)?;
        let inside = &self.rest[1..=end];
        self.rest = &self.rest[end + 2..];
        (!inside.contains(['\\', '#'])).then_some(())
    }

    /// Reads `[[:a], [:b]]`.
    fn names(&mut self) -> Option<Vec<Box<str>>> {
        self.take("[")?;
        let mut names = Vec::new();
        while self.take("]").is_none() {
            self.take("[")?;
            names.push(self.symbol()?);
            self.take("]")?;
        }
        Some(names)
    }

    fn symbol(&mut self) -> Option<Box<str>> {
        self.take(":")?;
        let name = self.word()?;
        self.rest = &self.rest[name.len()..];
        Some(name.into())
    }

    /// Returns the word that follows.
    fn word(&self) -> Option<&'t str> {
        let end = self.rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(self.rest.len());
        Some(&self.rest[..end]).filter(|word| !word.is_empty())
    }

    /// Reads a literal pattern.
    fn pattern(&mut self) -> Option<Rc<Regexp>> {
        self.skip();
        let (source, flags) = self.literal()?;
        let has = |flag| flags.contains(flag);
        let known = flags.chars().all(|flag| "imx".contains(flag));
        known.then(|| Regexp::with_options(&source, has('i'), has('x'), has('m')))
    }

    /// Reads `/../` or `%r{..}`, and its flags; variables in it are replaced.
    fn literal(&mut self) -> Option<(String, &'t str)> {
        let closing = if self.take("%r{").is_some() { '}' } else { self.take("/").map(|()| '/')? };
        let end = closing_at(self.rest, closing)?;
        let source = self.with_locals(&self.rest[..end])?;
        self.rest = &self.rest[end + 1..];
        let flags = self.rest.find(|letter: char| !letter.is_ascii_lowercase()).unwrap_or(self.rest.len());
        let (given, rest) = self.rest.split_at(flags);
        self.rest = rest;
        Some((source.replace("\\/", "/"), given))
    }

    /// Returns the pattern with the sources of variables for `#{name}`, as Ruby interpolates a Regexp.
    fn with_locals(&self, source: &str) -> Option<String> {
        let mut parts = source.split("#{");
        let mut out = parts.next()?.to_owned();
        for part in parts {
            let (name, text) = part.split_once('}')?;
            let (_, local) = self.locals.iter().rev().find(|(local, _)| *local == name)?;
            out.push_str(&format!("(?-mix:{local}){text}"));
        }
        Some(out)
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
