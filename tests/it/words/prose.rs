//! Extracts prose: the comments and strings of Rust source, and the paragraphs of Markdown.

use std::sync::LazyLock;

use regex::Regex;

/// Code within prose.
static CODE: LazyLock<Regex> = LazyLock::new(|| Regex::new("`[^`]*`").expect("a pattern"));

/// Placeholders and variables within strings.
static NAME: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\{[A-Za-z_][\w.]*|\$\w+").expect("a pattern"));

/// The start of an item or heading in Markdown.
static START: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^\s*(?:[-*+] |\d+\. |#+ )").expect("a pattern"));

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Strings,
    DocComments,
    Comments,
    Docs,
}

/// A run of prose.
#[derive(Debug)]
pub struct Prose {
    pub class: Class,
    pub text: String,
    /// Byte offsets at which a source line begins, with the line's number, in order.
    lines: Vec<(usize, usize)>,
}

impl Prose {
    fn new(class: Class) -> Prose {
        Prose { class, text: String::new(), lines: Vec::new() }
    }

    fn push(&mut self, text: &str, line: usize) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.lines.push((self.text.len(), line));
        self.text.push_str(text);
    }

    /// The source line of a byte offset.
    pub fn line_at(&self, offset: usize) -> usize {
        self.lines.iter().rev().find(|(start, _)| *start <= offset).map_or(1, |(_, line)| *line)
    }
}

/// A string or comment as the scanner meets it.
struct Lexeme {
    class: Class,
    text: String,
    line: usize,
    /// Whether it is outside of test modules.
    live: bool,
}

/// Scans Rust source for strings and comments. It knows raw strings, escapes, character literals and `#[cfg(test)]`.
struct Scanner<'s> {
    source: &'s str,
    at: usize,
    line: usize,
    depth: usize,
    /// The depth of braces around each open test module.
    tests: Vec<usize>,
    test_follows: bool,
    found: Vec<Lexeme>,
}

impl<'s> Scanner<'s> {
    fn run(source: &'s str) -> Vec<Lexeme> {
        let mut scanner =
            Scanner { source, at: 0, line: 1, depth: 0, tests: Vec::new(), test_follows: false, found: Vec::new() };
        while scanner.at < source.len() {
            scanner.step();
        }
        scanner.found
    }

    fn rest(&self) -> &'s str {
        &self.source[self.at..]
    }

    fn step(&mut self) {
        let rest = self.rest();
        let ch = rest.chars().next().unwrap_or_default();
        match ch {
            '/' if rest.starts_with("//") => self.line_comment(),
            '/' if rest.starts_with("/*") => self.block_comment(),
            '"' => self.string(0),
            'r' | 'b' if !self.in_word() && raw_prefix(rest).is_some() => {
                self.string(raw_prefix(rest).unwrap_or_default());
            }
            '\'' => self.at += character(rest).unwrap_or(1),
            _ => self.other(ch),
        }
    }

    fn other(&mut self, ch: char) {
        match ch {
            '\n' => self.line += 1,
            '#' if self.rest().starts_with("#[cfg(test)]") || self.rest().starts_with("#[test]") => {
                self.test_follows = true;
            }
            '{' => {
                if self.test_follows {
                    self.tests.push(self.depth);
                    self.test_follows = false;
                }
                self.depth += 1;
            }
            '}' => {
                self.depth = self.depth.saturating_sub(1);
                if self.tests.last() == Some(&self.depth) {
                    self.tests.pop();
                }
            }
            ';' => self.test_follows = false,
            _ => {}
        }
        self.at += ch.len_utf8();
    }

    fn in_word(&self) -> bool {
        self.source[..self.at].chars().next_back().is_some_and(|ch| ch.is_alphanumeric() || ch == '_')
    }

    fn add(&mut self, class: Class, text: String, line: usize) {
        self.found.push(Lexeme { class, text, line, live: self.tests.is_empty() });
    }

    fn line_comment(&mut self) {
        let body = self.rest().split('\n').next().unwrap_or_default();
        let is_doc = (body.starts_with("///") && !body.starts_with("////")) || body.starts_with("//!");
        let class = if is_doc { Class::DocComments } else { Class::Comments };
        let text = body[2..].strip_prefix(['/', '!']).unwrap_or(&body[2..]);
        self.add(class, text.trim().to_owned(), self.line);
        self.at += body.len();
    }

    fn block_comment(&mut self) {
        let end = self.rest().find("*/").map_or(self.rest().len(), |end| end + 2);
        let body = &self.rest()[..end];
        self.add(Class::Comments, body.trim_matches(['/', '*']).to_owned(), self.line);
        self.line += body.matches('\n').count();
        self.at += end;
    }

    /// A string whose prefix (`r`, `b`, `br` and hash signs, without the quote) has this length.
    fn string(&mut self, prefix: usize) {
        let (line, start) = (self.line, self.at + prefix + 1);
        let hashes = self.rest()[..prefix].matches('#').count();
        let raw = self.rest()[..prefix].contains('r');
        let body = &self.source[start..];
        let text = if raw {
            let end = body.find(&format!("\"{}", "#".repeat(hashes))).unwrap_or(body.len());
            self.at = (start + end + 1 + hashes).min(self.source.len());
            self.line += body[..end].matches('\n').count();
            body[..end].to_owned()
        } else {
            self.escaped(start)
        };
        self.add(Class::Strings, text, line);
    }

    fn escaped(&mut self, start: usize) -> String {
        let mut text = String::new();
        let mut chars = self.source[start..].char_indices().peekable();
        let mut end = self.source.len();
        while let Some((at, ch)) = chars.next() {
            match ch {
                '"' => {
                    end = start + at + 1;
                    break;
                }
                '\\' => match chars.next().map(|(_, ch)| ch) {
                    Some('\n') => {
                        self.line += 1;
                        while let Some((_, space)) = chars.next_if(|(_, ch)| ch.is_whitespace()) {
                            self.line += usize::from(space == '\n');
                        }
                    }
                    Some('n') => text.push('\n'),
                    Some('t') => text.push(' '),
                    Some('u') => {
                        while chars.next_if(|(_, ch)| *ch != '}').is_some() {}
                        chars.next();
                        text.push('·');
                    }
                    Some(ch @ ('\\' | '"' | '\'')) => text.push(ch),
                    _ => {}
                },
                _ => {
                    self.line += usize::from(ch == '\n');
                    text.push(ch);
                }
            }
        }
        self.at = end;
        text
    }
}

/// The length of `r`, `b` or `br` with hash signs, where a quote follows.
fn raw_prefix(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let letters = if text.starts_with("br") { 2 } else { 1 };
    let raw = text.starts_with('r') || letters == 2;
    let hashes = if raw { bytes[letters..].iter().take_while(|byte| **byte == b'#').count() } else { 0 };
    (bytes.get(letters + hashes) == Some(&b'"')).then_some(letters + hashes)
}

/// The length of a character literal; `None` for a lifetime.
fn character(text: &str) -> Option<usize> {
    let mut chars = text.char_indices().skip(1);
    let (_, first) = chars.next()?;
    if first == '\\' {
        chars.next()?;
        return text[2..]
            .char_indices()
            .skip(1)
            .find(|(_, ch)| *ch == '\'')
            .map(|(at, _)| at + 3)
            .filter(|end| *end < 16);
    }
    chars.next().filter(|(_, ch)| *ch == '\'' && first != '\'').map(|(at, _)| at + 1)
}

/// The prose of Rust source. Consecutive lines of one comment are one text; code in backquotes and fences is blanked out.
pub fn of_rust(source: &str) -> Vec<Prose> {
    let mut found: Vec<Prose> = Vec::new();
    let (mut open, mut last, mut fence) = (None::<Prose>, 0, false);
    for lexeme in Scanner::run(source).into_iter().filter(|lexeme| lexeme.live) {
        if lexeme.class == Class::Strings {
            found.extend(open.take());
            let is_prose = lexeme.text.trim().contains(' ') || is_upper(&lexeme.text);
            if is_prose && has_word(&lexeme.text) {
                let mut prose = Prose::new(Class::Strings);
                prose.push(&NAME.replace_all(&lexeme.text, "{_"), lexeme.line);
                found.push(prose);
            }
            continue;
        }
        let is_doc = lexeme.class == Class::DocComments;
        if is_doc && lexeme.text.starts_with("```") {
            fence = !fence;
            continue;
        }
        if is_doc && fence {
            continue;
        }
        let joins = open.as_ref().is_some_and(|prose| prose.class == lexeme.class) && lexeme.line == last + 1;
        if !joins || lexeme.text.is_empty() {
            found.extend(open.take());
        }
        last = lexeme.line;
        if !lexeme.text.is_empty() {
            let prose = open.get_or_insert_with(|| Prose::new(lexeme.class));
            prose.push(&CODE.replace_all(&lexeme.text, "`x`"), lexeme.line);
        }
    }
    found.extend(open);
    found
}

fn is_upper(text: &str) -> bool {
    text.contains(char::is_uppercase) && !text.contains(char::is_lowercase)
}

/// Returns whether two ASCII letters follow each other.
fn has_word(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_alphabetic))
}

/// The prose of Markdown: each paragraph, item and table cell, without code.
pub fn of_markdown(source: &str) -> Vec<Prose> {
    let mut found: Vec<Prose> = Vec::new();
    let (mut open, mut fence) = (None::<Prose>, false);
    for (number, line) in source.lines().enumerate().map(|(at, line)| (at + 1, line)) {
        let trimmed = line.trim_start();
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            fence = !fence;
            continue;
        }
        if fence {
            continue;
        }
        let is_code = line.starts_with("    ") && open.is_none();
        let starts = START.is_match(line) || trimmed.starts_with('|') || trimmed.starts_with("<!--");
        if trimmed.is_empty() || starts || is_code {
            found.extend(open.take());
        }
        if trimmed.is_empty() || is_code || trimmed.starts_with("<!--") {
            continue;
        }
        if trimmed.starts_with('|') {
            for cell in trimmed.replace("\\|", "/").split('|').filter(|cell| !cell.trim().is_empty()) {
                let mut prose = Prose::new(Class::Docs);
                prose.push(&CODE.replace_all(cell.trim(), "`x`"), number);
                found.push(prose);
            }
            continue;
        }
        let body = START.replace(line, "");
        open.get_or_insert_with(|| Prose::new(Class::Docs)).push(&CODE.replace_all(body.trim(), "`x`"), number);
    }
    found.extend(open);
    found
}
