//! Puppet code in a theme's colours, by what the syntax tree says of each part. The text itself is not changed: only
//! escape sequences of ours come in between.

use std::cell::RefCell;
use std::thread::JoinHandle;

use crate::theme::{ColorDepth, Theme};
use crate::tree::Highlighter;

/// A highlighter that gets ready beside the first prompt: compiling its query takes longer than a prompt may.
pub struct Painter {
    highlighter: RefCell<Highlighter>,
    getting_ready: RefCell<Option<JoinHandle<Highlighter>>>,
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
        Painter { highlighter: RefCell::new(Highlighter::new()), getting_ready: RefCell::new(started) }
    }

    /// `text` in the theme's colours. The brackets at the bytes of `marks` are painted as partners.
    pub fn paint(&self, text: &str, theme: &Theme, depth: ColorDepth, marks: &[usize]) -> String {
        if text.trim().is_empty() {
            return text.to_owned();
        }
        if let Some(ready) = self.getting_ready.take().and_then(|thread| thread.join().ok()) {
            *self.highlighter.borrow_mut() = ready;
        }
        paint(&mut self.highlighter.borrow_mut(), text, theme, depth, marks)
    }
}

fn paint(highlighter: &mut Highlighter, text: &str, theme: &Theme, depth: ColorDepth, marks: &[usize]) -> String {
    let mut painted = String::with_capacity(text.len() * 2);
    let mut at = 0;
    for part in highlighter.text(text) {
        let (start, end) = (part.span.start as usize, part.span.end as usize);
        painted.push_str(text.get(at..start).unwrap_or(""));
        let style = theme.style(part.capture);
        let marked = marks.iter().any(|mark| (start..end).contains(mark));
        let style = if marked { style.overlaid(theme.style("bracket.match")) } else { style };
        style.paint_to(&mut painted, text.get(start..end).unwrap_or(""), depth);
        at = end.max(at);
    }
    painted.push_str(text.get(at..).unwrap_or(""));
    painted
}
