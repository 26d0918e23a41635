//! Pretty-printing of long source over several lines: a group that does not fit the width breaks at the commas of
//! its outermost brackets, indented. It only inserts whitespace where Puppet allows it, so that the result parses
//! to the same value.

use std::borrow::Cow;

use super::columns::width;

/// The columns of one indentation level.
const STEP: usize = 2;

/// The maximum depth of brackets that are split; deeper ones stay on their line.
const MAX_DEPTH: usize = 60;

/// Lays out `text`, the source of a value or type, within `room` columns where possible.
pub fn layout(text: &str, room: usize) -> String {
    if width(text) <= room || text.contains('\n') {
        return text.to_owned();
    }
    let mut reader = Reader { text, at: 0, depth: 0 };
    let item = reader.item();
    if reader.at < text.len() {
        return text.to_owned();
    }
    let mut page = Page { out: String::with_capacity(text.len() * 2), column: 0, room };
    page.item(&item, 0);
    page.out
}

/// Returns `text`, the source of a value or type, with `…` in the brackets below the first `depth` levels.
pub fn limited_depth(text: &str, depth: usize) -> Cow<'_, str> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let item = reader.item();
    if reader.at < text.len() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    push_levels(&item, depth, &mut out);
    Cow::Owned(out)
}

fn push_levels(item: &Item<'_>, levels: usize, out: &mut String) {
    for piece in item {
        match piece {
            Piece::Plain(text) => out.push_str(text),
            Piece::Group(group) => push_group(group, levels, out),
        }
    }
}

fn push_group(group: &Group<'_>, levels: usize, out: &mut String) {
    let is_empty = group.whole.len() == group.open.len() + group.close.len();
    out.push_str(group.open);
    match levels.checked_sub(1) {
        None if is_empty => {}
        None => out.push('…'),
        Some(levels) => {
            for (number, item) in group.items.iter().enumerate() {
                out.push_str(if number == 0 { "" } else { ", " });
                push_levels(item, levels, out);
            }
        }
    }
    out.push_str(group.close);
}

/// A part of an item.
enum Piece<'a> {
    Plain(&'a str),
    Group(Group<'a>),
}

/// The parts between two commas.
type Item<'a> = Vec<Piece<'a>>;

/// A pair of brackets and its items.
struct Group<'a> {
    whole: &'a str,
    open: &'a str,
    items: Vec<Item<'a>>,
    close: &'a str,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn slice(&self, from: usize) -> &'a str {
        self.text.get(from..self.at).unwrap_or("")
    }

    fn skip(&mut self) {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    /// Parses up to a comma or an unmatched closing bracket.
    fn item(&mut self) -> Item<'a> {
        let mut pieces = Vec::new();
        let mut from = self.at;
        while let Some(c) = self.rest().chars().next() {
            match c {
                ',' | ']' | '}' | ')' => break,
                '[' | '{' | '(' if self.depth < MAX_DEPTH => {
                    pieces.push(Piece::Plain(self.slice(from)));
                    pieces.push(Piece::Group(self.group()));
                    from = self.at;
                }
                '\'' | '"' => self.quoted(c),
                '/' if starts_value(self.slice(from)) => self.quoted(c),
                _ => self.skip(),
            }
        }
        pieces.push(Piece::Plain(self.slice(from)));
        pieces
    }

    fn group(&mut self) -> Group<'a> {
        let start = self.at;
        self.skip();
        self.depth += 1;
        let open = self.slice(start);
        let mut items = Vec::new();
        loop {
            self.at += self.rest().len() - self.rest().trim_start().len();
            items.push(self.item());
            if !self.rest().starts_with(',') {
                break;
            }
            self.skip();
        }
        let close = self.at;
        self.skip();
        self.depth -= 1;
        Group { whole: self.slice(start), open, items, close: self.slice(close) }
    }

    /// Parses a string or regular expression.
    fn quoted(&mut self, quote: char) {
        self.skip();
        while let Some(c) = self.rest().chars().next() {
            self.skip();
            match c {
                '\\' => self.skip(),
                c if c == quote => break,
                _ => {}
            }
        }
    }
}

/// Returns whether a value may start after this part of an item.
fn starts_value(before: &str) -> bool {
    let before = before.trim_end();
    before.is_empty() || before.ends_with("=>")
}

struct Page {
    out: String,
    column: usize,
    room: usize,
}

impl Page {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
        self.column += width(text);
    }

    fn line(&mut self, indent: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
    }

    fn item(&mut self, item: &Item<'_>, indent: usize) {
        for piece in item {
            match piece {
                Piece::Plain(text) => self.push(text),
                Piece::Group(group) => self.group(group, indent),
            }
        }
    }

    /// Writes a group on this line when it fits (with a comma after it), else over several.
    fn group(&mut self, group: &Group<'_>, indent: usize) {
        if self.column + width(group.whole) < self.room {
            return self.push(group.whole);
        }
        self.push(group.open);
        if let [item] = group.items.as_slice()
            && is_lone_group(item)
        {
            self.item(item, indent);
        } else {
            self.items(group, indent + STEP);
            self.line(indent);
        }
        self.push(group.close);
    }

    fn items(&mut self, group: &Group<'_>, indent: usize) {
        let scalars =
            group.items.iter().all(|item| matches!(item.as_slice(), [Piece::Plain(text)] if !text.contains("=>")));
        let last = group.items.len().saturating_sub(1);
        for (number, item) in group.items.iter().enumerate() {
            if number == 0 || !scalars || self.column + item_width(item) + 2 > self.room {
                self.line(indent);
            } else {
                self.push(" ");
            }
            self.item(item, indent);
            if number < last {
                self.push(",");
            }
        }
    }
}

/// Returns whether the item is only brackets, as in `Struct[{...}]`.
fn is_lone_group(item: &Item<'_>) -> bool {
    let mut groups = 0;
    item.iter().all(|piece| match piece {
        Piece::Plain(text) => text.is_empty(),
        Piece::Group(_) => {
            groups += 1;
            groups == 1
        }
    }) && groups == 1
}

fn item_width(item: &Item<'_>) -> usize {
    item.iter()
        .map(|piece| match piece {
            Piece::Plain(text) => width(text),
            Piece::Group(group) => width(group.whole),
        })
        .sum()
}
