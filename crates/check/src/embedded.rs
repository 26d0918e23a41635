//! Templates in a string of the source: their places are told as places of the source.

use pprepl_text::Span;

use super::typed_expr::FileSpan;

/// A template with the string that holds it.
pub(super) struct Embedded {
    /// The file index of the template.
    file: u32,
    /// The file that holds the string, and the span of the string.
    outer: FileSpan,
    /// For each line of the template where it begins, there and in the outer file; empty if escapes change the text.
    lines: Vec<(u32, u32)>,
}

impl Embedded {
    /// Finds the places of the lines of a template in the string around it.
    pub(super) fn new(file: u32, outer: u32, span: Span, text: &str, whole: &str) -> Embedded {
        let outer = FileSpan { file: outer, span };
        Embedded { file, outer, lines: lines_of(span.of(whole), span.start, text).unwrap_or_default() }
    }

    /// Returns the place in the outer file of a place in the template; `None` for a place elsewhere.
    pub(super) fn outer(&self, spot: FileSpan) -> Option<FileSpan> {
        if spot.file != self.file {
            return None;
        }
        let place = |offset: u32| {
            let (from, to) = self.lines.iter().rfind(|(from, _)| *from <= offset)?;
            Some(to + (offset - from))
        };
        let span = place(spot.span.start).zip(place(spot.span.end)).map(|(start, end)| Span::new(start, end));
        Some(FileSpan { file: self.outer.file, span: span.unwrap_or(self.outer.span) })
    }

    /// Returns whether the string has the text of the template itself.
    pub(super) fn is_exact(&self) -> bool {
        !self.lines.is_empty()
    }
}

/// Returns where each line of a template begins, there and in the source. A heredoc may have a margin, a string its
/// quote before the first line.
fn lines_of(written: &str, start: u32, text: &str) -> Option<Vec<(u32, u32)>> {
    let inner = written.strip_prefix('\'').or_else(|| written.strip_prefix('"')).unwrap_or(written);
    let mut there = start + (written.len() - inner.len()) as u32;
    let (mut here, mut lines, mut raw) = (0, Vec::new(), inner.split_inclusive('\n'));
    for line in text.split_inclusive('\n') {
        let source = raw.next()?;
        let margin = source.find(line.trim_end_matches('\n'))?;
        let is_margin = source.get(..margin).is_some_and(|before| before.trim().is_empty());
        lines.push((here, there + margin as u32));
        here += line.len() as u32;
        there += source.len() as u32;
        if !is_margin {
            return None;
        }
    }
    Some(lines)
}
