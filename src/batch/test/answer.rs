//! An answer of the prompt in its parts: the value, the type, log lines, errors. Parts are compared in a form without
//! the layout: a value may be on one line or on several.

use std::borrow::Cow;
use std::ops::Range;
use std::str::Chars;

use pprepl_session::Level;
use pprepl_session::edit::Shell;
use pprepl_text::visible;

/// The sign of omitted text.
const OMITTED: &str = "...";

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Value,
    Type,
    Log,
    /// The first line of an error.
    Error,
    /// The first line of a warning or a note.
    Advice,
    /// A line of a change that the setting `fix` made.
    Change,
    /// A line of a command's answer.
    Text,
    /// Any number of parts that the author omitted.
    Omitted,
}

/// A part of an answer.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) kind: Kind,
    /// The text for the comparison.
    pub(super) text: String,
    /// The issue code of an error, where it is known.
    pub(super) code: Option<String>,
    /// The lines of the answer.
    pub(super) lines: Range<usize>,
}

/// The lines of an answer, and how to read them.
pub(super) struct Answer<'a> {
    pub(super) lines: &'a [&'a str],
    /// Whether a command gave it: its lines are text.
    pub(super) of_command: bool,
    pub(super) shell: Shell,
}

impl Answer<'_> {
    /// Returns the parts in order.
    pub(super) fn items(&self) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            if line.trim().is_empty() && items.is_empty() {
                continue;
            }
            match self.start(line, items.last(), at) {
                Some(kind) => items.push(Item { kind, text: String::new(), code: None, lines: at..at + 1 }),
                None => match items.last_mut() {
                    Some(last) => last.lines.end = at + 1,
                    None => items.push(Item { kind: Kind::Text, text: String::new(), code: None, lines: at..at + 1 }),
                },
            }
        }
        for at in 0..items.len() {
            let is_cut = items.get(at + 1).is_some_and(|next| next.kind == Kind::Omitted);
            let item = &mut items[at];
            item.text = self.text(item, is_cut);
        }
        items
    }

    /// Returns the kind of the part that starts with a line; `None` when it continues the part before it.
    fn start(&self, line: &str, last: Option<&Item>, at: usize) -> Option<Kind> {
        let last = last.map(|item| item.kind);
        let own = line.trim();
        if own.is_empty() {
            return None;
        }
        let is_in_frame = matches!(last, Some(Kind::Error | Kind::Advice));
        if own == OMITTED || is_fold(own) {
            // A frame shows `...` between two lines of code.
            let is_of_frame = is_in_frame && self.lines.get(at + 1).is_some_and(|next| is_of_frame(next));
            return (!is_of_frame).then_some(Kind::Omitted);
        }
        if let Some(kind) = self.frame_start(own).filter(|_| !line.starts_with(' ') || self.shell == Shell::Debugger) {
            return Some(kind);
        }
        if is_in_frame && is_of_frame(line) {
            return None;
        }
        match () {
            () if self.of_command => Some(Kind::Text),
            () if own == "=>" || own.starts_with("=> ") => Some(Kind::Value),
            () if own.starts_with(": ") && last == Some(Kind::Value) => Some(Kind::Type),
            () if log_level(line).is_some() => Some(Kind::Log),
            () if is_change(line) && matches!(last, None | Some(Kind::Log | Kind::Change)) => Some(Kind::Change),
            () if last.is_none() || last == Some(Kind::Omitted) => Some(Kind::Text),
            () => None,
        }
    }

    fn frame_start(&self, line: &str) -> Option<Kind> {
        if self.shell == Shell::Debugger {
            let line = line.strip_prefix("=> ").unwrap_or(line);
            let is_error = line.starts_with("Error:") || line.starts_with("Evaluation Error:");
            return is_error.then_some(Kind::Error);
        }
        let is = |word: &str| line.strip_prefix(word).is_some_and(|rest| rest.starts_with(['[', ':']));
        match () {
            () if is("error") => Some(Kind::Error),
            () if is("warning") || is("note") || is("help") => Some(Kind::Advice),
            () => None,
        }
    }

    /// Returns the text for the comparison. `is_cut`: the author omitted the rest.
    fn text(&self, item: &Item, is_cut: bool) -> String {
        let lines = self.lines.get(item.lines.clone()).unwrap_or_default();
        let first = lines.first().map_or("", |line| line.trim());
        let end = if is_cut { OMITTED } else { "" };
        match item.kind {
            Kind::Omitted => String::new(),
            Kind::Text | Kind::Change | Kind::Error | Kind::Advice => {
                first.split_whitespace().collect::<Vec<_>>().join(" ")
            }
            Kind::Value if self.shell == Shell::Debugger => {
                squeezed(&lines.iter().map(|line| plain(line)).collect::<String>()) + end
            }
            Kind::Value | Kind::Type => squeezed(&lines.join("\n")) + end,
            Kind::Log => {
                let text = lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n");
                without_scope(text.trim()).into_owned() + end
            }
        }
    }
}

/// Returns whether the line says how much of a long output is not shown.
fn is_fold(line: &str) -> bool {
    line.starts_with(OMITTED) && line.ends_with("':out' shows all")
}

/// Returns whether the line belongs to the frame of a diagnostic.
fn is_of_frame(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with(' ') || line.starts_with(|ch: char| ch.is_ascii_digit())
}

fn is_change(line: &str) -> bool {
    line.starts_with("- ") || line.starts_with("+ ")
}

/// Returns the level of a log line.
fn log_level(line: &str) -> Option<Level> {
    let (label, _) = line.split_once(':')?;
    Level::ALL.into_iter().find(|level| level.label() == label)
}

/// Removes the scope that Puppet's own tools name: `Notice: Scope(Class[main]): text`.
fn without_scope(line: &str) -> Cow<'_, str> {
    let parts = line.split_once(": Scope(").and_then(|(label, rest)| Some((label, rest.split_once("): ")?.1)));
    parts.map_or(Cow::Borrowed(line), |(label, text)| Cow::Owned(format!("{label}: {text}")))
}

/// Returns a line of a value of puppet-debugger as Puppet writes it: `[0] 2,` is an element, `nil` is `undef`.
fn plain(line: &str) -> String {
    let own = line.trim();
    let element = own.strip_prefix('[').and_then(|rest| rest.split_once("] "));
    let own =
        element.filter(|(index, _)| index.bytes().all(|byte| byte.is_ascii_digit())).map_or(own, |(_, rest)| rest);
    let own = if own == "=> nil" { "=> undef" } else { own };
    with_puppet_strings(own)
}

/// Rewrites the strings of Ruby as Puppet prints them: `"it's"` is `'it\'s'`.
fn with_puppet_strings(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, string)) = rest.split_once('"') {
        let Some((content, behind)) = ruby_string(string) else { break };
        out.push_str(before);
        let mut quoted = String::new();
        pprepl_session::quote(&content, &mut quoted);
        out.push_str(&visible(&quoted));
        rest = behind;
    }
    out + rest
}

/// Reads the content of a string of Ruby to its closing quote; returns it and the text after it.
fn ruby_string(text: &str) -> Option<(String, &str)> {
    let mut content = String::new();
    let mut chars = text.chars();
    loop {
        match chars.next()? {
            '"' => return Some((content, chars.as_str())),
            '\\' => content.push(ruby_escape(&mut chars)?),
            ch => content.push(ch),
        }
    }
}

/// Reads an escape of a string of Ruby after its backslash.
fn ruby_escape(chars: &mut Chars) -> Option<char> {
    Some(match chars.next()? {
        'a' => '\x07',
        'b' => '\x08',
        'e' => '\x1b',
        'f' => '\x0c',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\x0b',
        'u' => return code_point(chars, 4),
        'x' => return code_point(chars, 2),
        ch => ch,
    })
}

/// Reads a character by its hexadecimal number: `{1F600}`, or `digits` digits.
fn code_point(chars: &mut Chars, digits: usize) -> Option<char> {
    let text = chars.as_str();
    let (number, behind) = match text.strip_prefix('{') {
        Some(braced) => braced.split_once('}')?,
        None => text.split_at_checked(digits)?,
    };
    *chars = behind.chars();
    char::from_u32(u32::from_str_radix(number, 16).ok()?)
}

/// Removes the space outside of strings.
fn squeezed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut quote: Option<char> = None;
    let mut is_escaped = false;
    for ch in text.chars() {
        match quote {
            Some(_) if is_escaped => is_escaped = false,
            Some(_) if ch == '\\' => is_escaped = true,
            Some(sign) if ch == sign => quote = None,
            Some(_) => {}
            None if ch.is_whitespace() => continue,
            None if ch == '\'' || ch == '"' => quote = Some(ch),
            None => {}
        }
        out.push(ch);
    }
    out
}

/// Returns whether a part of a transcript describes a printed part.
pub(super) fn describes(written: &Item, printed: &Item, shell: Shell) -> bool {
    if written.kind != printed.kind {
        return false;
    }
    match written.kind {
        // Other tools have other words for the same error.
        Kind::Error if shell == Shell::Debugger => true,
        Kind::Error => is_same_error(written, printed),
        _ => fits(&written.text, &printed.text),
    }
}

/// Compares `error[NAME]: MESSAGE`: NAME may be the topic, the issue code, or nothing.
fn is_same_error(written: &Item, printed: &Item) -> bool {
    let parts = |text: &str| -> Option<(String, String)> {
        let (head, message) = text.split_once(": ")?;
        let name = head.strip_prefix("error")?.trim_matches(['[', ']']);
        Some((name.to_owned(), message.to_owned()))
    };
    let (Some((name, message)), Some((topic, found))) = (parts(&written.text), parts(&printed.text)) else {
        return fits(&written.text, &printed.text);
    };
    let is_named = name.is_empty() || fits(&name, &topic) || printed.code.as_ref().is_some_and(|code| *code == name);
    is_named && fits(&message, &found)
}

/// Returns whether `text` is `pattern`, in which `...` matches any text.
fn fits(pattern: &str, text: &str) -> bool {
    if pattern == text {
        return true;
    }
    let Some((first, rest)) = pattern.split_once(OMITTED) else { return false };
    let Some(mut text) = text.strip_prefix(first) else { return false };
    let (middle, last) = rest.rsplit_once(OMITTED).unwrap_or(("", rest));
    for part in middle.split(OMITTED) {
        let Some(at) = text.find(part) else { return false };
        text = text.get(at + part.len()..).unwrap_or("");
    }
    text.ends_with(last)
}
