//! Colored code and escaped text in a page.

use std::fmt::Write as _;

use super::sheet::class;
use pprepl_text::visible;
use puppet_tree::Highlighter;

/// A highlighter for code in HTML.
#[derive(Default)]
pub(super) struct PagePainter {
    highlighter: Highlighter,
}

impl PagePainter {
    /// Renders code as HTML; each capture is a `span` with its class.
    pub(super) fn code(&mut self, code: &str) -> String {
        let mut out = String::with_capacity(code.len() * 3);
        let mut at = 0;
        for part in self.highlighter.text(code) {
            let (start, end) = (part.span.start as usize, part.span.end as usize);
            push_visible(&mut out, code.get(at..start).unwrap_or(""));
            let _ = write!(out, "<span class=\"{}\">", class(part.capture));
            push_visible(&mut out, code.get(start..end).unwrap_or(""));
            out.push_str("</span>");
            at = end;
        }
        push_visible(&mut out, code.get(at..).unwrap_or(""));
        out
    }
}

fn push_escaped(out: &mut String, text: &str) {
    for ch in text.chars() {
        match ch {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Characters that HTML does not allow at all: NUL, and Unicode noncharacters.
            '\0' | '\u{fdd0}'..='\u{fdef}' => out.push('\u{fffd}'),
            ch if u32::from(ch) & 0xfffe == 0xfffe => out.push('\u{fffd}'),
            ch => out.push(ch),
        }
    }
}

/// Escapes text for HTML, also for attribute values.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    push_escaped(&mut out, text);
    out
}

fn push_visible(out: &mut String, text: &str) {
    push_escaped(out, &visible(text));
}
