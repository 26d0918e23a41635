//! The blocks of Markdown for a terminal: headings, paragraphs, list items, quotes, tables and code.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::fence::is_puppet;

/// A block of Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProseBlock {
    pub kind: ProseKind,
    /// The text: one line with inline marks, or the lines of code or of a table.
    pub text: String,
    /// Whether an empty line is above it.
    pub is_apart: bool,
}

/// The kind of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProseKind {
    Heading,
    Paragraph,
    /// An item of a list: its depth from 0, and its number unless it has a bullet.
    Item {
        depth: usize,
        number: Option<u64>,
    },
    Quote,
    /// Indented code and tables: lines that appear as they are.
    Verbatim,
    /// Code in fences.
    Code {
        is_puppet: bool,
    },
}

/// Returns the blocks of Markdown in their order. HTML is text.
pub fn prose_blocks(markdown: &str) -> Vec<ProseBlock> {
    let mut reader = Reader { markdown, ..Reader::default() };
    for (event, range) in Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter() {
        reader.event(event, range);
    }
    reader.end_line();
    reader.blocks
}

/// The state between the events of the parser.
#[derive(Default)]
struct Reader<'m> {
    markdown: &'m str,
    blocks: Vec<ProseBlock>,
    /// The next number of each open list; `None` for one with bullets.
    lists: Vec<Option<u64>>,
    quotes: usize,
    is_heading: bool,
    is_table: bool,
    /// The item whose first line follows, and its start.
    item: Option<(ProseKind, usize)>,
    /// The inline text so far.
    inline: Option<Range<usize>>,
    /// The open code block: its kind, its start, and its text so far.
    code: Option<(ProseKind, usize, String)>,
}

impl Reader<'_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match (event, &mut self.code) {
            (Event::End(TagEnd::Table), _) => self.is_table = false,
            (_, _) if self.is_table => {}
            (Event::Text(text), Some((_, _, code))) => code.push_str(&text),
            (Event::Start(tag), _) => self.start(&tag, range),
            (Event::End(tag), _) => self.end(tag),
            (Event::Rule, _) => {
                self.end_line();
                self.inline = Some(range);
                self.end_line();
            }
            _ => self.extend(range),
        }
    }

    fn start(&mut self, tag: &Tag<'_>, range: Range<usize>) {
        if is_inline(tag) {
            return self.extend(range);
        }
        self.end_line();
        match tag {
            Tag::Heading { .. } => self.is_heading = true,
            Tag::BlockQuote(_) => self.quotes += 1,
            Tag::List(first) => self.lists.push(*first),
            Tag::Item => self.start_item(range.start),
            Tag::CodeBlock(kind) => self.code = Some((code_kind(kind), range.start, String::new())),
            Tag::Table(_) => {
                self.is_table = true;
                let text = self.markdown.get(range.clone()).unwrap_or("").trim_end().to_owned();
                self.push(ProseKind::Verbatim, text, range.start);
            }
            _ => {}
        }
    }

    fn start_item(&mut self, start: usize) {
        let depth = self.lists.len().saturating_sub(1);
        let next = self.lists.last_mut().and_then(Option::as_mut);
        let number = next.map(|next| {
            *next += 1;
            *next - 1
        });
        self.item = Some((ProseKind::Item { depth, number }, start));
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Link | TagEnd::Image => return,
            _ => self.end_line(),
        }
        match tag {
            TagEnd::Heading(_) => self.is_heading = false,
            TagEnd::BlockQuote(_) => self.quotes = self.quotes.saturating_sub(1),
            TagEnd::List(_) => drop(self.lists.pop()),
            TagEnd::Item => self.end_item(),
            TagEnd::CodeBlock => self.end_code(),
            _ => {}
        }
    }

    /// Adds an item without text.
    fn end_item(&mut self) {
        if let Some((kind, start)) = self.item.take() {
            self.push(kind, String::new(), start);
        }
    }

    fn end_code(&mut self) {
        let Some((kind, start, code)) = self.code.take() else { return };
        let code = code.trim_end_matches('\n');
        let text = match kind {
            ProseKind::Verbatim => code.lines().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n"),
            _ => code.to_owned(),
        };
        self.push(kind, text, start);
    }

    fn extend(&mut self, range: Range<usize>) {
        // A mark spans the text inside it.
        let known = self.inline.take().unwrap_or(range.clone());
        self.inline = Some(known.start..known.end.max(range.end));
    }

    /// Ends the inline text: it is a block.
    fn end_line(&mut self) {
        let Some(range) = self.inline.take() else { return };
        let lines = self.markdown.get(range.clone()).unwrap_or("").lines();
        let unquoted = |line: &str| match self.quotes {
            0 => line.trim().to_owned(),
            _ => line.trim_start_matches(['>', ' ']).trim_end().to_owned(),
        };
        let text = lines.map(unquoted).collect::<Vec<_>>().join(" ").trim().to_owned();
        let (kind, start) = match self.item.take() {
            Some(item) => item,
            None if self.is_heading => (ProseKind::Heading, range.start),
            None if self.quotes > 0 => (ProseKind::Quote, range.start),
            None => (ProseKind::Paragraph, range.start),
        };
        self.push(kind, text, start);
    }

    fn push(&mut self, kind: ProseKind, text: String, start: usize) {
        let is_apart = !self.blocks.is_empty() && is_after_empty_line(self.markdown, start);
        self.blocks.push(ProseBlock { kind, text, is_apart });
    }
}

fn is_inline(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Link { .. } | Tag::Image { .. })
}

fn code_kind(kind: &CodeBlockKind<'_>) -> ProseKind {
    match kind {
        CodeBlockKind::Indented => ProseKind::Verbatim,
        CodeBlockKind::Fenced(info) => {
            let word = info.split([' ', ',']).next().unwrap_or("");
            ProseKind::Code { is_puppet: word.is_empty() || is_puppet(word) }
        }
    }
}

/// Returns whether the line above that of an offset is empty.
fn is_after_empty_line(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or("");
    let above = before.rsplit_once('\n').map_or("", |(above, _)| above);
    above.rsplit('\n').next().is_some_and(|line| line.trim_matches(['>', ' ']).is_empty())
}
