//! Finds the context of an offset: code, a string, a comment or a heredoc. A quick scan of the preceding source;
//! unfinished code, which the real lexer rejects, misleads it for a line or two at most.

use std::collections::VecDeque;

/// The context of an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompletionContext {
    Code,
    /// Code between `${` and `}`, where a plain name is a variable.
    Interpolation,
    /// A double-quoted string or heredoc with interpolation that starts at this byte.
    Text(usize),
    /// A single-quoted string that starts at this byte.
    Plain(usize),
    /// A context without completion: a comment, a regular expression, a heredoc without interpolation.
    Nowhere,
}

/// Returns the context at the end of `before`, the source up to the offset.
pub fn place(before: &str) -> CompletionContext {
    let mut scan = Scan { text: before, at: 0, modes: vec![Mode::Code { braces: 0 }], heredocs: VecDeque::new() };
    while scan.at < before.len() {
        scan.step();
    }
    scan.place()
}

enum Mode {
    Code { braces: usize },
    Quoted(usize),
    Plain(usize),
    Interpolation { braces: usize },
    Heredoc { tag: String, start: usize, interpolates: bool },
    Nowhere { end: &'static str },
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    modes: Vec<Mode>,
    heredocs: VecDeque<(String, bool)>,
}

impl Scan<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Advances by one character.
    fn skip(&mut self) {
        self.at += self.rest().chars().next().map_or(1, char::len_utf8);
    }

    fn step(&mut self) {
        match self.modes.last() {
            Some(Mode::Quoted(_)) => self.quoted(),
            Some(Mode::Plain(_)) => self.plain(),
            Some(Mode::Heredoc { .. }) => self.heredoc(),
            Some(Mode::Nowhere { end }) => self.nowhere(end),
            _ => self.code(),
        }
    }

    fn code(&mut self) {
        let at = self.at;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return };
        match first {
            '\'' => self.enter(Mode::Plain(at)),
            '"' => self.enter(Mode::Quoted(at)),
            '#' => self.enter(Mode::Nowhere { end: "\n" }),
            '/' if rest.starts_with("/*") => self.enter(Mode::Nowhere { end: "*/" }),
            '/' if self.starts_regexp() => self.enter(Mode::Nowhere { end: "/" }),
            '@' if rest.starts_with("@(") => self.opener(),
            '{' => self.brace(),
            '}' => self.close(),
            '\n' => self.line_end(),
            _ => self.skip(),
        }
    }

    fn enter(&mut self, mode: Mode) {
        self.modes.push(mode);
        self.skip();
    }

    fn brace(&mut self) {
        if let Some(Mode::Code { braces } | Mode::Interpolation { braces }) = self.modes.last_mut() {
            *braces += 1;
        }
        self.skip();
    }

    fn close(&mut self) {
        match self.modes.last_mut() {
            Some(Mode::Interpolation { braces: 0 }) => drop(self.modes.pop()),
            Some(Mode::Code { braces } | Mode::Interpolation { braces }) => *braces = braces.saturating_sub(1),
            _ => {}
        }
        self.skip();
    }

    /// Scans a heredoc's `@(...)`.
    fn opener(&mut self) {
        let Some(end) = self.rest().find(')') else { return self.enter(Mode::Nowhere { end: ")" }) };
        let inside = self.rest().get(2..end).unwrap_or("");
        let interpolates = inside.contains('"');
        let tag = inside.split([':', '/']).next().unwrap_or("").trim().trim_matches('"').to_owned();
        self.heredocs.push_back((tag, interpolates));
        self.at += end + 1;
    }

    fn line_end(&mut self) {
        self.skip();
        if let Some((tag, interpolates)) = self.heredocs.pop_front() {
            self.modes.push(Mode::Heredoc { tag, start: self.at, interpolates });
        }
    }

    /// Returns whether a `/` starts a regular expression: only where a value may start.
    fn starts_regexp(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or("").trim_end();
        let word = before.len() - before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        let (ahead, word) = before.split_at(before.len() - word);
        let is_keyword = matches!(word, "and" | "case" | "elsif" | "if" | "in" | "node" | "or" | "unless");
        match word {
            "" => !ahead.ends_with([')', ']', '\'', '"']),
            _ => is_keyword && !ahead.ends_with(['$', ':', '.']),
        }
    }

    fn quoted(&mut self) {
        if self.rest().starts_with('\\') {
            self.skip();
            self.skip();
        } else if self.rest().starts_with("${") {
            self.skip();
            self.enter(Mode::Interpolation { braces: 0 });
        } else {
            self.leave_at('"');
        }
    }

    fn plain(&mut self) {
        if self.rest().starts_with('\\') {
            self.skip();
            self.skip();
        } else {
            self.leave_at('\'');
        }
    }

    fn leave_at(&mut self, quote: char) {
        if self.rest().starts_with(quote) {
            self.modes.pop();
        }
        self.skip();
    }

    fn nowhere(&mut self, end: &str) {
        if self.rest().starts_with('\\') && end == "/" {
            self.skip();
            self.skip();
        } else if self.rest().starts_with(end) {
            // The line end after a comment also starts pending heredocs.
            self.modes.pop();
            self.at += if end == "\n" { 0 } else { end.len() };
        } else if end == "/" && self.rest().starts_with('\n') {
            self.modes.pop();
        } else {
            self.skip();
        }
    }

    fn heredoc(&mut self) {
        let Some(Mode::Heredoc { tag, interpolates, .. }) = self.modes.last() else { return };
        if *interpolates && self.rest().starts_with("${") {
            self.skip();
            return self.enter(Mode::Interpolation { braces: 0 });
        }
        let line_start = self.at == 0 || self.text.as_bytes().get(self.at - 1) == Some(&b'\n');
        let line = if line_start { self.rest().split('\n').next().unwrap_or("") } else { "" };
        if line_start && line.len() < self.rest().len() && ends_heredoc(line, tag) {
            self.at += line.len();
            self.modes.pop();
        } else {
            self.skip();
        }
    }

    fn place(&self) -> CompletionContext {
        match self.modes.last() {
            Some(Mode::Quoted(start)) => CompletionContext::Text(*start),
            Some(Mode::Heredoc { interpolates: true, start, .. }) => CompletionContext::Text(*start),
            Some(Mode::Plain(start)) => CompletionContext::Plain(*start),
            Some(Mode::Interpolation { .. }) => CompletionContext::Interpolation,
            Some(Mode::Nowhere { .. } | Mode::Heredoc { .. }) => CompletionContext::Nowhere,
            Some(Mode::Code { .. }) | None => CompletionContext::Code,
        }
    }
}

fn ends_heredoc(line: &str, tag: &str) -> bool {
    let line = line.trim_start();
    let line = line.strip_prefix('|').unwrap_or(line).trim_start();
    let line = line.strip_prefix('-').unwrap_or(line).trim();
    line == tag
}
