//! Puppet code in a theme's colours, by what the syntax tree says of each part. The text itself is not changed: only
//! escape sequences of ours come in between.

use std::cell::RefCell;
use std::thread::JoinHandle;

use crate::text::Span;
use crate::theme::{ColorDepth, Theme};
use crate::tree::{Document, Highlight, Highlighter, Structure};

/// A highlighter that gets ready beside the first prompt: compiling its query takes longer than a prompt may.
pub struct Painter {
    highlighter: RefCell<Highlighter>,
    /// The text that is being edited: only what changed is parsed again.
    document: RefCell<Document>,
    getting_ready: RefCell<Option<JoinHandle<Highlighter>>>,
    /// The last text and its parts.
    last: RefCell<(String, Vec<Highlight>)>,
}

impl Painter {
    /// A painter that is getting ready when `wanted`.
    pub fn new(wanted: bool) -> Painter {
        let prepare = || {
            let mut highlighter = Highlighter::new();
            highlighter.text("1");
            highlighter
        };
        let started = wanted.then(|| std::thread::Builder::new().spawn(prepare).ok()).flatten();
        Painter {
            highlighter: RefCell::new(Highlighter::new()),
            document: RefCell::new(Document::new("")),
            getting_ready: RefCell::new(started),
            last: RefCell::default(),
        }
    }

    /// `text` in the theme's colours. The brackets at the bytes of `marks` are painted as partners.
    pub fn paint(&self, text: &str, theme: &Theme, depth: ColorDepth, marks: &[usize]) -> String {
        if text.trim().is_empty() {
            return text.to_owned();
        }
        if let Some(ready) = self.getting_ready.take().and_then(|thread| thread.join().ok()) {
            *self.highlighter.borrow_mut() = ready;
        }
        let parts = self.parts(text);
        paint(&parts, text, theme, depth, marks)
    }

    /// The parts of a text; those of the last one are kept, since a line is often drawn again as it is.
    fn parts(&self, text: &str) -> Vec<Highlight> {
        let mut last = self.last.borrow_mut();
        if last.0 != text {
            *last = (text.to_owned(), self.found(text));
        }
        last.1.clone()
    }

    fn found(&self, text: &str) -> Vec<Highlight> {
        if let Some(capture) = plain(text) {
            return vec![Highlight { span: Span::new(0, text.len() as u32), capture }];
        }
        let mut highlighter = self.highlighter.borrow_mut();
        // Only the text of heredocs may be in another language.
        if text.len() <= LONG && text.contains("@(") {
            return highlighter.text(text);
        }
        let mut document = self.document.borrow_mut();
        document.set_text(text, None);
        highlighter.visible(&document, 0..text.len())
    }

    /// The bracket before or at byte `pos` of `text`, and its partner.
    pub fn partners(&self, text: &str, pos: usize) -> Vec<usize> {
        let near = [pos.checked_sub(1), Some(pos)].into_iter().flatten();
        let bracket = |at: &usize| text.as_bytes().get(*at).is_some_and(|byte| b"()[]{}".contains(byte));
        let Some(at) = near.into_iter().find(bracket) else { return Vec::new() };
        let mut document = self.document.borrow_mut();
        document.set_text(text, None);
        let pair = Structure::of(&document).bracket_pair(at);
        let mut marks: Vec<usize> =
            pair.into_iter().flat_map(|(a, b)| [a.span.start as usize, b.span.start as usize]).collect();
        marks.sort_unstable();
        marks
    }
}

/// What a text is that is a single word or decimal number: the usual answer needs no parsing.
fn plain(text: &str) -> Option<&'static str> {
    match text {
        "true" | "false" => Some("boolean"),
        "undef" | "default" => Some("constant.builtin"),
        _ => (text.starts_with(|c: char| ('1'..='9').contains(&c)) && text.bytes().all(|b| b.is_ascii_digit()))
            .then_some("number"),
    }
}

/// How many bytes with a heredoc are parsed anew at each key; any other text is followed edit by edit.
const LONG: usize = 2048;

/// `text` with each part in its style; brackets are one byte long.
fn paint(parts: &[Highlight], text: &str, theme: &Theme, depth: ColorDepth, marks: &[usize]) -> String {
    let mut painted = String::with_capacity(text.len() * 2);
    let mut at = 0;
    for part in parts {
        let (start, end) = (part.span.start as usize, part.span.end as usize);
        painted.push_str(text.get(at..start).unwrap_or(""));
        let style = theme.style(part.capture);
        let mut from = start;
        for &mark in marks.iter().filter(|mark| (start..end).contains(mark)) {
            style.paint_to(&mut painted, text.get(from..mark).unwrap_or(""), depth);
            let partner = style.overlaid(theme.style("bracket.match"));
            partner.paint_to(&mut painted, text.get(mark..mark + 1).unwrap_or(""), depth);
            from = mark + 1;
        }
        style.paint_to(&mut painted, text.get(from..end).unwrap_or(""), depth);
        at = end.max(at);
    }
    painted.push_str(text.get(at..).unwrap_or(""));
    painted
}
