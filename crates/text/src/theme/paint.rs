//! Source painted in a theme's colors: captures and the marks over them.

use crate::Span;

use super::{ColorDepth, Style, Theme};

impl Theme {
    /// Paints `text` with each of `parts` (in order, without overlaps) in its style, and overlays the styles of
    /// `marks`.
    pub fn painted(
        &self,
        text: &str,
        parts: impl IntoIterator<Item = (Span, &'static str)>,
        marks: &[(Span, &'static str)],
        depth: ColorDepth,
    ) -> String {
        let mut marks = marks.to_vec();
        marks.sort_by_key(|(span, _)| span.start);
        let mut brush = Painter { theme: self, text, depth, known: Vec::new(), marks: &marks, out: String::new() };
        brush.out.reserve(text.len() + text.len().min(16 * 1024) * 2);
        let mut at = 0;
        for (span, name) in parts {
            let (start, end) = (span.start as usize, span.end as usize);
            brush.piece(at, start, None);
            brush.piece(start.max(at), end, Some(name));
            at = end.max(at);
        }
        brush.piece(at, text.len(), None);
        brush.out
    }
}

/// The resolved style of a name, and the sequence that switches it on.
#[derive(Clone)]
struct Known {
    name: &'static str,
    style: Style,
    on: String,
}

struct Painter<'b> {
    theme: &'b Theme,
    text: &'b str,
    depth: ColorDepth,
    /// The styles resolved so far: a source has few kinds of captures.
    known: Vec<Known>,
    /// The marks that do not end before the next painted byte.
    marks: &'b [(Span, &'static str)],
    out: String,
}

impl Painter<'_> {
    /// Returns the index of the resolved style of a name.
    fn known(&mut self, name: &'static str) -> usize {
        // Pointer equality is the common case: names are static strings.
        let same = |known: &Known| std::ptr::eq(known.name, name) || known.name == name;
        if let Some(at) = self.known.iter().position(same) {
            return at;
        }
        let style = self.theme.style(name);
        self.known.push(Known { name, style, on: style.sgr(self.depth) });
        self.known.len() - 1
    }

    fn style(&mut self, name: &'static str) -> Style {
        let at = self.known(name);
        self.known.get(at).map_or_else(Style::default, |known| known.style)
    }

    /// Paints the bytes `from..to`, split where marks start or end.
    fn piece(&mut self, from: usize, to: usize, name: Option<&'static str>) {
        if from >= to {
            return;
        }
        let over = self.marks.iter().take_while(|(span, _)| span.end as usize <= from).count();
        self.marks = self.marks.get(over..).unwrap_or_default();
        let near = self.marks.partition_point(|(span, _)| (span.start as usize) < to);
        match self.marks.get(..near) {
            None | Some([]) => self.plain(from, to, name),
            Some(marks) => self.marked(from, to, name, marks),
        }
    }

    /// Paints without marks.
    fn plain(&mut self, from: usize, to: usize, name: Option<&'static str>) {
        let text = self.text.get(from..to).unwrap_or("");
        let known = name.map(|name| self.known(name)).and_then(|at| self.known.get(at));
        match known.filter(|known| !known.on.is_empty()) {
            Some(known) => Style::paint_switched(&mut self.out, text, &known.on),
            None => self.out.push_str(text),
        }
    }

    fn marked(&mut self, from: usize, to: usize, name: Option<&'static str>, marks: &[(Span, &'static str)]) {
        let own = name.map_or_else(Style::default, |name| self.style(name));
        let mut at = from;
        while at < to {
            let edges = marks.iter().flat_map(|(span, _)| [span.start as usize, span.end as usize]);
            let next = edges.filter(|edge| *edge > at).min().unwrap_or(to).min(to);
            let mut laid = own;
            for (_, role) in marks.iter().filter(|(span, _)| holds(span, at)) {
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
