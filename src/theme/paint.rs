//! A text in a theme's colours: parts by what they are, and marks laid over them.

use crate::text::Span;

use super::{ColorDepth, Style, Theme};

impl Theme {
    /// `text` with each of `parts` (in order, none over another) in its style, and with the styles of `marks` laid over.
    pub fn painted(
        &self,
        text: &str,
        parts: impl IntoIterator<Item = (Span, &'static str)>,
        marks: &[(Span, &'static str)],
        depth: ColorDepth,
    ) -> String {
        let mut marks = marks.to_vec();
        marks.sort_by_key(|(span, _)| span.start);
        let mut brush = Brush { theme: self, text, depth, known: Vec::new(), marks: &marks, out: String::new() };
        brush.out.reserve(text.len() * 2);
        let mut at = 0;
        for (span, name) in parts {
            let (start, end) = (span.start as usize, span.end as usize);
            brush.piece(at, start, Style::default());
            let style = brush.style(name);
            brush.piece(start.max(at), end, style);
            at = end.max(at);
        }
        brush.piece(at, text.len(), Style::default());
        brush.out
    }
}

struct Brush<'b> {
    theme: &'b Theme,
    text: &'b str,
    depth: ColorDepth,
    /// The styles so far: a text has few kinds of parts.
    known: Vec<(&'static str, Style)>,
    marks: &'b [(Span, &'static str)],
    out: String,
}

impl Brush<'_> {
    fn style(&mut self, name: &'static str) -> Style {
        if let Some((_, style)) = self.known.iter().find(|(known, _)| *known == name) {
            return *style;
        }
        let style = self.theme.style(name);
        self.known.push((name, style));
        style
    }

    /// Paints the bytes `from..to`, cut where marks start or end.
    fn piece(&mut self, from: usize, to: usize, style: Style) {
        let mut at = from;
        while at < to {
            let marks = self.marks;
            let over: Vec<&'static str> =
                marks.iter().filter(|(span, _)| holds(span, at)).map(|(_, role)| *role).collect();
            let edges = marks.iter().flat_map(|(span, _)| [span.start as usize, span.end as usize]);
            let next = edges.filter(|edge| *edge > at).min().unwrap_or(to).min(to);
            let mut laid = style;
            for role in over {
                laid = laid.overlaid(self.style(role));
            }
            laid.paint_to(&mut self.out, self.text.get(at..next).unwrap_or(""), self.depth);
            at = next;
        }
    }
}

fn holds(span: &Span, at: usize) -> bool {
    (span.start as usize..span.end as usize).contains(&at)
}
