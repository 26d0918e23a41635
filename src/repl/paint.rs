//! Puppet code in a theme's colours, by what the syntax tree says of each part. The text itself is not changed: only
//! escape sequences of ours come in between.

use crate::theme::{ColorDepth, Theme};
use crate::tree::Highlighter;

/// `text` painted. The brackets at the bytes of `marks` are painted as partners.
pub fn paint(highlighter: &mut Highlighter, text: &str, theme: &Theme, depth: ColorDepth, marks: &[usize]) -> String {
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
