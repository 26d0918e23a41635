//! The percent format: a manifest whose comment lines `# %%` start cells.
//!
//! The reader splits a file into pieces, one for each cell, that concatenate to the text again. A piece is written
//! back unchanged while its cell has the same content. So the mapping from a cell's source to its written form must
//! be one-to-one only over cells, not over all files. (The source excludes the blank line before the next mark.)
//!
//! A `# %%` line is a mark unless it is in a string, a heredoc or a `/* */` comment of its cell. Each cell is lexed
//! separately, from its mark on. For an unclosed string, the first mark after its quote ends the cell. If such a cell
//! is written before others, its code is put into comments under `[unfinished]`, because it would swallow them.
//!
//! The text is a syntactically valid manifest if each cell is. Errors of the combined file only are left as they are:
//! a bare value at the end of a cell has no effect when code of another cell follows (`puppet parser validate`
//! reports it).

use super::comment::{commented, first_mark, guarded, is_prose, lexed, uncommented, unguarded};
use super::mark::{self, Holds};
use super::{Cell, CellKind};

/// The optional first character of a file; in a document it is not part of a cell.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

/// The budget in bytes for lexing cells with unclosed strings and heredocs: a multiple of the file size, and a
/// minimum. Beyond it such cells end at the next mark, so that the time for a file of broken cells stays linear.
const SEARCH: (usize, usize) = (4, 4 << 20);

/// A cell as written in the file.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The complete text, including the mark.
    text: String,
    /// The length of the mark's line with its end; 0 without a mark.
    mark: usize,
    /// Whether it was the last cell of the file.
    last: bool,
    /// Its index among the cells of the file.
    place: usize,
}

/// A file split into pieces.
pub(super) struct Pieces {
    /// The text before the first cell: Jupytext's header, blank lines.
    pub preamble: String,
    /// Whether most lines end in `\r\n`.
    pub crlf: bool,
    /// Whether the last line has no line end.
    pub open_end: bool,
    pub cells: Vec<(CellMetadata, Piece)>,
}

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellMetadata {
    pub kind: CellKind,
    pub heading: String,
    pub text: String,
}

/// Splits a file (without its byte order mark) into pieces.
pub(super) fn read(text: &str) -> Pieces {
    let marks: Vec<usize> = line_starts(text).filter(|&at| mark::is_mark(line_at(text, at).0)).collect();
    let preamble = preamble_end(text, &marks);
    let search = SEARCH.1.max(SEARCH.0 * text.len());
    let mut reader = Reader { text, marks: &marks, search };
    let mut cells = Vec::new();
    let mut at = preamble;
    while at < text.len() || cells.is_empty() {
        let (end, mark) = reader.cell(at);
        let piece = Piece {
            text: text.get(at..end).unwrap_or("").to_owned(),
            mark,
            last: end >= text.len(),
            place: cells.len(),
        };
        cells.push((piece.metadata(), piece));
        at = end.max(at + 1);
    }
    Pieces {
        preamble: text.get(..preamble).unwrap_or("").to_owned(),
        crlf: is_crlf(text),
        open_end: !text.is_empty() && !text.ends_with('\n'),
        cells,
    }
}

/// Returns whether most lines end in `\r\n`.
fn is_crlf(text: &str) -> bool {
    let lines = text.bytes().filter(|byte| *byte == b'\n').count();
    text.matches("\r\n").count() * 2 > lines
}

fn line_starts(text: &str) -> impl Iterator<Item = usize> {
    let behind = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(behind).filter(|at| *at < text.len())
}

/// Returns the line that starts at `at`, without its end, and the start of the next line.
fn line_at(text: &str, at: usize) -> (&str, usize) {
    let rest = text.get(at..).unwrap_or("");
    let len = rest.find('\n').map_or(rest.len(), |len| len + 1);
    (unmarked(rest.get(..len).unwrap_or("")), at + len)
}

/// Returns a line without its end.
fn unmarked(line: &str) -> &str {
    line.strip_suffix('\n').unwrap_or(line).trim_end_matches('\r')
}

/// Returns the end of the preamble: Jupytext's header between two `# ---` lines, and blank lines before a mark.
fn preamble_end(text: &str, marks: &[usize]) -> usize {
    let header = header_end(text);
    let mut at = header;
    while at < text.len() && marks.binary_search(&at).is_err() {
        let (line, next) = line_at(text, at);
        if !line.trim().is_empty() {
            return header;
        }
        at = next;
    }
    if at < text.len() { at } else { header }
}

/// Returns the length of the header at the start of a file.
fn header_end(text: &str) -> usize {
    let (first, mut at) = line_at(text, 0);
    if first != "# ---" {
        return 0;
    }
    while at < text.len() {
        let (line, next) = line_at(text, at);
        if line == "# ---" {
            return if text.get(..next).is_some_and(|header| header.ends_with('\n')) { next } else { 0 };
        }
        if !line.starts_with('#') || mark::is_mark(line) {
            return 0;
        }
        at = next;
    }
    0
}

struct Reader<'t> {
    text: &'t str,
    /// The starts of the lines that look like marks.
    marks: &'t [usize],
    /// The remaining bytes that may be lexed in search of a closing token.
    search: usize,
}

impl Reader<'_> {
    /// Returns the end of the cell that starts at `at`, and the length of its mark's line.
    fn cell(&mut self, at: usize) -> (usize, usize) {
        let (line, next) = line_at(self.text, at);
        match mark::rest_of(line).filter(|_| self.marks.binary_search(&at).is_ok()) {
            None => (self.code_end(at), 0),
            Some(rest) if mark::read(rest).0 == Holds::Prose => (self.prose_end(next), next - at),
            Some(_) => (self.code_end(next), next - at),
        }
    }

    /// Returns the end of prose: a mark, or the start of code.
    fn prose_end(&self, start: usize) -> usize {
        let mut at = start;
        while at < self.text.len() && self.marks.binary_search(&at).is_err() {
            let (line, next) = line_at(self.text, at);
            if !is_prose(line) {
                break;
            }
            at = next;
        }
        at
    }

    /// Returns the end of code: the first mark outside strings, heredocs and comments.
    fn code_end(&mut self, start: usize) -> usize {
        let from = self.marks.partition_point(|mark| *mark < start);
        let ahead = self.marks.get(from..).unwrap_or(&[]);
        let mut count = 0;
        while let Some(&end) = ahead.get(count) {
            match self.mark_inside(start, end) {
                CellRegion::Mark(end) => return end,
                CellRegion::Closed => return end,
                CellRegion::Open if self.search == 0 => return end,
                // The step doubles each time (galloping search): checking each mark of a long heredoc would take
                // quadratic time.
                CellRegion::Open => {
                    self.search = self.search.saturating_sub(if count == 0 { 0 } else { end - start });
                    count = count * 2 + 1;
                }
            }
        }
        if ahead.is_empty() {
            return self.text.len();
        }
        self.last_end(start, ahead)
    }

    /// Classifies the region between a cell's start and a line that looks like a mark.
    fn mark_inside(&self, start: usize, end: usize) -> CellRegion {
        let code = self.text.get(start..end).unwrap_or("");
        let read = lexed(code);
        let limit = read.unfinished.map_or(code.len(), |open| open.opener.start as usize);
        match first_mark(code, &read, limit) {
            Some(at) => CellRegion::Mark(start + at),
            None if read.unfinished.is_none() => CellRegion::Closed,
            None => CellRegion::Open,
        }
    }

    /// Returns the end of a cell that extends to the last mark: at a valid mark, else at the first mark after the
    /// unclosed construct, else at the end of the text.
    fn last_end(&mut self, start: usize, ahead: &[usize]) -> usize {
        let code = self.text.get(start..).unwrap_or("");
        let read = lexed(code);
        let limit = read.unfinished.map_or(code.len(), |open| open.opener.start as usize);
        if let Some(at) = first_mark(code, &read, limit) {
            return start + at;
        }
        self.search = self.search.saturating_sub(code.len());
        ahead.iter().copied().find(|mark| *mark >= start + limit).unwrap_or(self.text.len())
    }
}

/// The lexical state of a region of a cell.
enum CellRegion {
    /// A mark inside the region.
    Mark(usize),
    /// Nothing is open at its end.
    Closed,
    /// An unclosed string, heredoc or comment.
    Open,
}

impl Piece {
    pub(super) fn metadata(&self) -> CellMetadata {
        let (mark, body) = self.text.split_at_checked(self.mark).unwrap_or(("", &self.text));
        let (holds, heading) = mark::rest_of(unmarked(mark)).map_or((Holds::Code, String::new()), mark::read);
        let body = self.without_separator(body);
        let lines = unified(body);
        let text = match holds {
            Holds::Prose => uncommented(without_space_end(&lines)),
            Holds::Unfinished if lines.split('\n').all(is_prose) => uncommented(lines.trim_end_matches('\n')),
            _ => unguarded(&lines),
        };
        CellMetadata { kind: holds.kind(), heading, text }
    }

    /// Returns the body without its last line end, and without the blank line before the next mark.
    fn without_separator<'b>(&self, body: &'b str) -> &'b str {
        let without = |body: &'b str| body.strip_suffix('\n').map(|rest| rest.trim_end_matches('\r'));
        let once = without(body).unwrap_or(body.trim_end_matches('\r'));
        if self.last { once } else { without(once).unwrap_or(once) }
    }
}

/// Returns the lines up to the last comment.
fn without_space_end(lines: &str) -> &str {
    let mut lines = lines;
    while let Some((before, last)) = lines.rsplit_once('\n')
        && !last.starts_with('#')
    {
        lines = before;
    }
    if lines.starts_with('#') || lines.contains('\n') { lines } else { "" }
}

/// Normalizes the line ends to `\n`.
pub(super) fn unified(text: &str) -> String {
    if !text.contains('\r') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        out.push_str(unmarked(line));
        if line.ends_with('\n') {
            out.push('\n');
        }
    }
    out
}

/// The writer of a notebook.
pub(super) struct Writer<'d> {
    pub preamble: &'d str,
    pub crlf: bool,
    pub open_end: bool,
    /// The cells, each with its piece of the file.
    pub cells: Vec<(&'d Cell, Option<&'d Piece>)>,
    /// The number of cells in the file.
    pub read: usize,
}

impl Writer<'_> {
    /// Returns the text, without a byte order mark.
    pub(super) fn text(&self) -> String {
        let untouched = self.is_untouched();
        let mut out = self.preamble.to_owned();
        for place in 0..self.cells.len() {
            self.push_cell(&mut out, place, untouched);
        }
        out
    }

    /// Returns the number of lines before the source of each cell.
    pub(super) fn lines_before(&self) -> Vec<usize> {
        let untouched = self.is_untouched();
        let mut out = self.preamble.to_owned();
        let mut lines = ends(&out);
        let mut before = Vec::with_capacity(self.cells.len());
        for place in 0..self.cells.len() {
            out.clear();
            self.push_cell(&mut out, place, untouched);
            let first = out.split('\n').next().unwrap_or_default();
            before.push(lines + usize::from(mark::is_mark(first.trim_end_matches('\r'))));
            lines += ends(&out);
        }
        before
    }

    /// Returns whether every cell has its original content and index.
    fn is_untouched(&self) -> bool {
        let kept = |(place, (cell, piece)): (usize, &(&Cell, Option<&Piece>))| {
            piece.is_some_and(|piece| piece.place == place && piece.metadata().is_of(cell))
        };
        self.cells.len() == self.read && self.cells.iter().enumerate().all(kept)
    }

    fn push_cell(&self, out: &mut String, place: usize, untouched: bool) {
        let Some((cell, piece)) = self.cells.get(place) else { return };
        let last = place + 1 == self.cells.len();
        let marked = self.needs_mark(place);
        match piece.filter(|piece| untouched || self.still_fits(piece, cell, last, marked)) {
            Some(piece) => out.push_str(&piece.text),
            None => self.push_again(out, cell, *piece, last, marked),
        }
    }

    /// Returns whether the cell can be written as it was read, although other cells have changed.
    fn still_fits(&self, piece: &Piece, cell: &Cell, last: bool, marked: bool) -> bool {
        let said = piece.metadata();
        piece.last == last
            && (piece.mark > 0 || !marked)
            && said.is_of(cell)
            && (last || cell.kind == CellKind::Prose || is_closed(&piece.text))
    }

    /// Returns whether the cell needs a mark: without one it would be read differently, or as a part of the previous
    /// cell.
    fn needs_mark(&self, place: usize) -> bool {
        let Some((cell, _)) = self.cells.get(place) else { return true };
        if cell.kind == CellKind::Prose || !cell.heading.is_empty() {
            return true;
        }
        let before = place.checked_sub(1).and_then(|before| self.cells.get(before));
        match before {
            Some((before, _)) => before.kind != CellKind::Prose || is_prose(cell.text.split('\n').next().unwrap_or("")),
            None => {
                let alone = self.cells.len() == 1;
                !(self.preamble.is_empty() || header_end(self.preamble) == self.preamble.len())
                    || (!alone && cell.text.trim().is_empty())
                    || cell.text.starts_with(BYTE_ORDER_MARK)
                    || (self.preamble.is_empty() && header_end(&(guarded(&cell.text) + "\n")) > 0)
            }
        }
    }

    fn push_again(&self, out: &mut String, cell: &Cell, piece: Option<&Piece>, last: bool, marked: bool) {
        let holds = self.holds(cell, last);
        if marked || holds != Holds::Code || piece.is_none_or(|piece| piece.mark > 0) {
            let old = piece.and_then(|piece| piece.mark_of(holds, &cell.heading));
            out.push_str(&old.map_or_else(|| mark::write(holds, &cell.heading), str::to_owned));
            out.push_str(self.line_end());
        }
        out.push_str(&self.body(cell, holds, last));
    }

    /// Returns the kind for writing the cell: unclosed code stays code only in the last cell.
    fn holds(&self, cell: &Cell, last: bool) -> Holds {
        if cell.kind == CellKind::Prose {
            return Holds::Prose;
        }
        let body = self.body(cell, Holds::Code, last);
        let read = lexed(&body);
        let Some(open) = read.unfinished else { return Holds::Code };
        let behind = body.get(open.opener.start as usize..).unwrap_or("");
        let harmless = last && !behind.split('\n').any(|line| mark::is_mark(line.trim_end_matches('\r')));
        if harmless { Holds::Code } else { Holds::Unfinished }
    }

    /// Returns the lines after the mark, with the separator before the next one.
    fn body(&self, cell: &Cell, holds: Holds, last: bool) -> String {
        let mut body = match holds {
            Holds::Code if cell.text.is_empty() => String::new(),
            Holds::Code => guarded(&cell.text) + "\n",
            Holds::Prose | Holds::Unfinished => commented(&cell.text),
        };
        if !last {
            body.push('\n');
        } else if self.open_end && !body.ends_with("\n\n") && body.len() > 1 {
            body.pop();
        }
        if self.crlf { body.replace('\n', "\r\n") } else { body }
    }

    fn line_end(&self) -> &'static str {
        if self.crlf { "\r\n" } else { "\n" }
    }
}

/// Returns whether the text leaves no string, heredoc or comment open.
fn is_closed(text: &str) -> bool {
    lexed(text).unfinished.is_none()
}

impl CellMetadata {
    /// Returns whether the content equals that of the cell.
    fn is_of(&self, cell: &Cell) -> bool {
        self.kind == cell.kind && self.heading == cell.heading && self.text == cell.text
    }
}

impl Piece {
    /// Returns the mark's line as written if it declares this kind and heading.
    fn mark_of(&self, holds: Holds, heading: &str) -> Option<&str> {
        let line = unmarked(self.text.get(..self.mark)?);
        let (said, was) = mark::read(mark::rest_of(line)?);
        (said == holds && was == heading).then_some(line)
    }
}

fn ends(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}
