//! The layout of a YAML document: indentation, brackets, quotes and folded lines, as libyaml writes them.

use std::fmt::Write as _;

use pprepl_budget as budget;
use puppet_pcore::{Hash, Value};

use super::analysis::{Analysis, is_break, is_printable};
use super::options::Options;
use super::scalar::{Scalar, Style};

/// The longest key in bytes that is written before a `:`.
const LONGEST_KEY: usize = 128;

/// The context of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Root,
    Element,
    /// A key or value of a hash.
    Entry,
    /// A key on one line with its value.
    Key,
}

pub(super) struct Emitter {
    out: String,
    /// The number of letters in the last line.
    column: usize,
    /// The columns before the items of the collection; `None` outside of any.
    indent: Option<usize>,
    step: usize,
    width: usize,
    longest: Option<i64>,
    canonical: bool,
    /// The number of open brackets.
    flow: usize,
    /// Whether the last letter was a space or an indicator that needs none after it.
    after_space: bool,
    /// Whether the line has only indentation so far.
    in_margin: bool,
    /// Whether the document ends with empty lines of a block.
    is_open: bool,
}

impl Emitter {
    pub(super) fn new(options: &Options) -> Emitter {
        let step = usize::try_from(options.indentation).ok().filter(|step| (2..10).contains(step)).unwrap_or(2);
        let width = match usize::try_from(options.line_width.unwrap_or(0)) {
            Err(_) => usize::MAX,
            Ok(width) if width <= 2 * step => 80,
            Ok(width) => width,
        };
        Emitter {
            out: String::new(),
            column: 0,
            indent: None,
            step,
            width,
            longest: options.longest(),
            canonical: options.canonical,
            flow: 0,
            after_space: true,
            in_margin: true,
            is_open: false,
        }
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    pub(super) fn document(&mut self, value: &Value, version: Option<&str>) {
        if let Some(version) = version {
            self.indicator("%YAML", true, false, false);
            self.indicator(version, true, false, false);
            self.margin();
        }
        self.indicator("---", true, false, false);
        if self.canonical {
            self.margin();
        }
        self.node(value, Place::Root);
        self.margin();
        if self.is_open {
            self.indicator("...", true, false, false);
            self.margin();
        }
    }

    fn node(&mut self, value: &Value, place: Place) {
        if budget::is_exhausted() {
            return;
        }
        let in_brackets = self.flow > 0 || self.canonical;
        match value {
            Value::Array(list) if in_brackets || list.items.is_empty() => self.flow_sequence(&list.items),
            Value::Array(list) => self.block_sequence(&list.items, place),
            Value::Hash(hash) if in_brackets || hash.is_empty() => self.flow_mapping(hash),
            Value::Hash(hash) => self.block_mapping(hash),
            single => {
                let scalar = Scalar::of(single, self.longest);
                self.scalar(&scalar, place);
            }
        }
    }

    fn deeper(&mut self, in_brackets: bool) -> Option<usize> {
        let before = self.indent;
        self.indent = Some(match before {
            None if in_brackets => self.step,
            None => 0,
            Some(columns) => columns + self.step,
        });
        before
    }

    fn flow_sequence(&mut self, items: &[Value]) {
        self.indicator("[", true, true, false);
        let before = self.deeper(true);
        self.flow += 1;
        for (at, item) in items.iter().enumerate() {
            self.separate(at);
            self.node(item, Place::Element);
        }
        self.close("]", before, items.is_empty());
    }

    fn flow_mapping(&mut self, hash: &Hash) {
        self.indicator("{", true, true, false);
        let before = self.deeper(true);
        self.flow += 1;
        for (at, (key, value)) in hash.iter().enumerate() {
            self.separate(at);
            if !self.canonical && self.is_simple(key) {
                self.node(key, Place::Key);
                self.indicator(":", false, false, false);
            } else {
                self.indicator("?", true, false, false);
                self.node(key, Place::Entry);
                if self.canonical || self.column > self.width {
                    self.margin();
                }
                self.indicator(":", true, false, false);
            }
            self.node(value, Place::Entry);
        }
        self.close("}", before, hash.is_empty());
    }

    fn separate(&mut self, at: usize) {
        if at > 0 {
            self.indicator(",", false, false, false);
        }
        if self.canonical || self.column > self.width {
            self.margin();
        }
    }

    fn close(&mut self, bracket: &str, before: Option<usize>, is_empty: bool) {
        self.flow -= 1;
        self.indent = before;
        if self.canonical && !is_empty {
            self.indicator(",", false, false, false);
            self.margin();
        }
        self.indicator(bracket, false, false, false);
    }

    fn block_sequence(&mut self, items: &[Value], place: Place) {
        let before = self.indent;
        // A list in a hash entry is not indented.
        let stays = place == Place::Entry && !self.in_margin && before.is_some();
        if !stays {
            self.deeper(false);
        }
        for item in items {
            self.margin();
            self.indicator("-", true, false, true);
            self.node(item, Place::Element);
        }
        self.indent = before;
    }

    fn block_mapping(&mut self, hash: &Hash) {
        let before = self.deeper(false);
        for (key, value) in hash.iter() {
            self.margin();
            if self.is_simple(key) {
                self.node(key, Place::Key);
                self.indicator(":", false, false, false);
            } else {
                self.indicator("?", true, false, true);
                self.node(key, Place::Entry);
                self.margin();
                self.indicator(":", true, false, true);
            }
            self.node(value, Place::Entry);
        }
        self.indent = before;
    }

    /// Returns whether a key is written before a `:` in one line.
    fn is_simple(&self, key: &Value) -> bool {
        match key {
            Value::Array(list) => list.items.is_empty(),
            Value::Hash(hash) => hash.is_empty(),
            single => {
                let scalar = Scalar::of(single, self.longest);
                let tag = scalar.tag.filter(|_| !scalar.plain && !scalar.quoted || self.canonical);
                let length = scalar.text.len() + tag.map_or(0, str::len);
                length <= LONGEST_KEY && !scalar.text.contains(is_break)
            }
        }
    }

    fn scalar(&mut self, scalar: &Scalar, place: Place) {
        let facts = Analysis::of(&scalar.text);
        let mut tag = scalar.tag.filter(|_| self.canonical || !scalar.plain && !scalar.quoted);
        let style = self.style(scalar, facts, tag.is_none(), place);
        if tag.is_none() && !scalar.quoted && style != Style::Plain {
            tag = Some("!");
        }
        if let Some(tag) = tag {
            self.indicator(tag, true, false, false);
        }
        let before = self.deeper(true);
        let folds = place != Place::Key;
        match style {
            Style::Plain => self.plain(&scalar.text, folds),
            Style::Single => self.single(&scalar.text, folds),
            Style::Double => self.double(&scalar.text, folds),
            Style::Literal => self.literal(&scalar.text),
            Style::Folded => self.folded(&scalar.text),
        }
        self.indent = before;
    }

    /// Returns the notation: the one asked for, or one that can express the text.
    fn style(&self, scalar: &Scalar, facts: Analysis, no_tag: bool, place: Place) -> Style {
        let is_key = place == Place::Key;
        let mut style = scalar.style;
        if self.canonical || is_key && facts.multiline {
            style = Style::Double;
        }
        if style == Style::Plain {
            let is_allowed = if self.flow > 0 { facts.flow_plain } else { facts.block_plain };
            let needs_quotes = scalar.text.is_empty() && (self.flow > 0 || is_key) || no_tag && !scalar.plain;
            if !is_allowed || needs_quotes {
                style = Style::Single;
            }
        }
        let fails = match style {
            Style::Single => !facts.single,
            Style::Literal | Style::Folded => !facts.block || self.flow > 0 || is_key,
            Style::Plain | Style::Double => false,
        };
        if fails { Style::Double } else { style }
    }

    fn put(&mut self, letter: char) {
        self.out.push(letter);
        self.column += 1;
    }

    fn line(&mut self) {
        self.out.push('\n');
        self.column = 0;
    }

    /// Writes a line end of the text.
    fn text_break(&mut self, letter: char) {
        self.out.push(letter);
        self.column = 0;
    }

    fn indicator(&mut self, text: &str, needs_space: bool, is_space: bool, in_margin: bool) {
        if needs_space && !self.after_space {
            self.put(' ');
        }
        text.chars().for_each(|letter| self.put(letter));
        self.after_space = is_space;
        self.in_margin = self.in_margin && in_margin;
        self.is_open = false;
    }

    /// Goes to the column of the items, in the next line if this one is used.
    fn margin(&mut self) {
        let columns = self.indent.unwrap_or(0);
        if !self.in_margin || self.column > columns || self.column == columns && !self.after_space {
            self.line();
        }
        while self.column < columns {
            self.put(' ');
        }
        self.after_space = true;
        self.in_margin = true;
    }

    /// Writes the first line end of several twice: a reader joins the lines around a single one.
    fn quoted_break(&mut self, letter: char, is_first: bool) {
        if is_first && letter == '\n' {
            self.line();
        }
        self.text_break(letter);
        self.in_margin = true;
    }

    fn plain(&mut self, text: &str, folds: bool) {
        if !self.after_space && (!text.is_empty() || self.flow > 0) {
            self.put(' ');
        }
        self.words(text, folds, |letter, out| out.put(letter));
        self.after_space = false;
        self.in_margin = false;
    }

    fn single(&mut self, text: &str, folds: bool) {
        self.indicator("'", true, false, false);
        let inside = text.len().saturating_sub(1);
        let had_breaks = self.words_between(text, folds, 1..inside, |letter, out| {
            if letter == '\'' {
                out.put('\'');
            }
            out.put(letter);
        });
        if had_breaks {
            self.margin();
        }
        self.indicator("'", false, false, false);
        self.after_space = false;
        self.in_margin = false;
    }

    fn words(&mut self, text: &str, folds: bool, write: impl FnMut(char, &mut Emitter)) -> bool {
        self.words_between(text, folds, 0..text.len(), write)
    }

    /// Writes a string whose long lines are folded at single spaces in a range. Returns whether it ends with a line end.
    fn words_between(
        &mut self,
        text: &str,
        folds: bool,
        places: std::ops::Range<usize>,
        mut write: impl FnMut(char, &mut Emitter),
    ) -> bool {
        let (mut spaces, mut breaks) = (false, false);
        let mut letters = text.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            if budget::is_exhausted() {
                return false;
            }
            if letter == ' ' {
                let next_is_space = letters.peek().is_some_and(|(_, next)| *next == ' ');
                match folds && !spaces && self.column > self.width && places.contains(&at) && !next_is_space {
                    true => self.margin(),
                    false => self.put(' '),
                }
                spaces = true;
            } else if is_break(letter) {
                self.quoted_break(letter, !breaks);
                breaks = true;
            } else {
                if breaks {
                    self.margin();
                }
                write(letter, self);
                self.in_margin = false;
                spaces = false;
                breaks = false;
            }
        }
        breaks
    }

    fn double(&mut self, text: &str, folds: bool) {
        self.indicator("\"", true, false, false);
        let last = text.len().saturating_sub(1);
        let mut spaces = false;
        let mut letters = text.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            if budget::is_exhausted() {
                return;
            }
            if letter == ' ' {
                let is_inside = at > 0 && at < last;
                if folds && !spaces && self.column > self.width && is_inside {
                    self.margin();
                    if letters.peek().is_some_and(|(_, next)| *next == ' ') {
                        self.put('\\');
                    }
                } else {
                    self.put(' ');
                }
                spaces = true;
                continue;
            }
            spaces = false;
            match letter {
                _ if is_printable(letter) && !is_break(letter) && !matches!(letter, '"' | '\\') => self.put(letter),
                _ => escape(letter).chars().for_each(|letter| self.put(letter)),
            }
        }
        self.indicator("\"", false, false, false);
        self.after_space = false;
        self.in_margin = false;
    }

    /// Writes the sign of a block, and how its first and last lines are read.
    fn block_start(&mut self, sign: &str, text: &str) {
        self.indicator(sign, true, false, false);
        if text.starts_with(|letter| letter == ' ' || is_break(letter)) {
            let step = self.step.to_string();
            self.indicator(&step, false, false, false);
        }
        let mut from_end = text.chars().rev();
        let hint = match (from_end.next(), from_end.next()) {
            (Some(last), before) if is_break(last) => match before {
                Some(before) if !is_break(before) => "",
                _ => "+",
            },
            _ => "-",
        };
        if !hint.is_empty() {
            self.indicator(hint, false, false, false);
        }
        self.is_open = hint == "+";
        self.line();
        self.in_margin = true;
        self.after_space = true;
    }

    fn literal(&mut self, text: &str) {
        self.block_start("|", text);
        let mut breaks = true;
        for letter in text.chars() {
            if budget::is_exhausted() {
                return;
            }
            if is_break(letter) {
                self.text_break(letter);
                self.in_margin = true;
                breaks = true;
            } else {
                if breaks {
                    self.margin();
                }
                self.put(letter);
                self.in_margin = false;
                breaks = false;
            }
        }
    }

    fn folded(&mut self, text: &str) {
        self.block_start(">", text);
        let (mut breaks, mut leading) = (true, true);
        for (at, letter) in text.char_indices() {
            if budget::is_exhausted() {
                return;
            }
            let next = || text.get(at + letter.len_utf8()..).unwrap_or_default();
            if is_break(letter) {
                let then = text.get(at..).unwrap_or_default().trim_start_matches(is_break);
                let is_text = !then.is_empty() && !then.starts_with([' ', '\t']);
                if !breaks && !leading && letter == '\n' && is_text {
                    self.line();
                }
                self.text_break(letter);
                self.in_margin = true;
                breaks = true;
                continue;
            }
            if breaks {
                self.margin();
                leading = matches!(letter, ' ' | '\t');
            }
            match !breaks && letter == ' ' && !next().starts_with(' ') && self.column > self.width {
                true => self.margin(),
                false => self.put(letter),
            }
            self.in_margin = false;
            breaks = false;
        }
    }
}

/// Returns the escape of a letter in double quotes.
fn escape(letter: char) -> String {
    let short = match letter {
        '\0' => "\\0",
        '\x07' => "\\a",
        '\x08' => "\\b",
        '\t' => "\\t",
        '\n' => "\\n",
        '\x0b' => "\\v",
        '\x0c' => "\\f",
        '\r' => "\\r",
        '\x1b' => "\\e",
        '"' => "\\\"",
        '\\' => "\\\\",
        '\u{85}' => "\\N",
        '\u{a0}' => "\\_",
        '\u{2028}' => "\\L",
        '\u{2029}' => "\\P",
        _ => "",
    };
    let mut out = short.to_owned();
    if short.is_empty() {
        let number = u32::from(letter);
        let _ = match number {
            0..=0xff => write!(out, "\\x{number:02X}"),
            0x100..=0xffff => write!(out, "\\u{number:04X}"),
            _ => write!(out, "\\U{number:08X}"),
        };
    }
    out
}
