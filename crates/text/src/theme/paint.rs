//! Source painted in a theme's colors: captures and the marks over them.

use crate::Span;

use super::{ColorDepth, Role, Style, Theme};

impl Theme {
    /// Paints `text` with each of `parts` (in order, without overlaps) in its style, and overlays the styles of
    /// `marks`.
    pub fn painted(
        &self,
        text: &str,
        parts: impl IntoIterator<Item = (Span, Role)>,
        marks: &[(Span, Role)],
        depth: ColorDepth,
    ) -> String {
        let mut marks = marks.to_vec();
        marks.sort_by_key(|(span, _)| span.start);
        let mut brush = Painter {
            theme: self,
            text,
            depth,
            switches: [const { None }; Role::COUNT],
            marks: &marks,
            out: String::new(),
        };
        brush.out.reserve(text.len() + text.len().min(16 * 1024) * 2);
        let mut at = 0;
        for (span, role) in parts {
            let (start, end) = (span.start as usize, span.end as usize);
            brush.piece(at, start, Role::Plain);
            brush.piece(start.max(at), end, role);
            at = end.max(at);
        }
        brush.piece(at, text.len(), Role::Plain);
        brush.out
    }
}

struct Painter<'b> {
    theme: &'b Theme,
    text: &'b str,
    depth: ColorDepth,
    /// The sequences that switch the styles on, by role; made on first use.
    switches: [Option<String>; Role::COUNT],
    /// The marks that do not end before the next painted byte.
    marks: &'b [(Span, Role)],
    out: String,
}

impl Painter<'_> {
    /// Paints the bytes `from..to`, split where marks start or end.
    fn piece(&mut self, from: usize, to: usize, role: Role) {
        if from >= to {
            return;
        }
        let over = self.marks.iter().take_while(|(span, _)| span.end as usize <= from).count();
        self.marks = self.marks.get(over..).unwrap_or_default();
        let near = self.marks.partition_point(|(span, _)| (span.start as usize) < to);
        match self.marks.get(..near) {
            None | Some([]) => self.unmarked(from, to, role),
            Some(marks) => self.marked(from, to, role, marks),
        }
    }

    fn unmarked(&mut self, from: usize, to: usize, role: Role) {
        let text = self.text.get(from..to).unwrap_or("");
        let switch = self.switches[role as usize].get_or_insert_with(|| self.theme.style(role).sgr(self.depth));
        match switch.is_empty() {
            true => self.out.push_str(text),
            false => Style::paint_switched(&mut self.out, text, switch),
        }
    }

    fn marked(&mut self, from: usize, to: usize, role: Role, marks: &[(Span, Role)]) {
        let own = self.theme.style(role);
        let mut at = from;
        while at < to {
            let edges = marks.iter().flat_map(|(span, _)| [span.start as usize, span.end as usize]);
            let next = edges.filter(|edge| *edge > at).min().unwrap_or(to).min(to);
            let mut laid = own;
            for (_, role) in marks.iter().filter(|(span, _)| holds(span, at)) {
                laid = laid.overlaid(self.theme.style(*role));
            }
            laid.paint_to(&mut self.out, self.text.get(at..next).unwrap_or(""), self.depth);
            at = next;
        }
    }
}

fn holds(span: &Span, at: usize) -> bool {
    (span.start as usize..span.end as usize).contains(&at)
}
