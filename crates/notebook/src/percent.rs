//! The percent format: a manifest whose comment lines `# %%` start cells.
//!
//! Reading cuts a text into pieces, one for each cell, that give the text again when they are put together; a piece is
//! written as it was read for as long as its cell says the same. So what a reader takes for a cell's text (without the
//! blank line before the next mark) and how a writer puts it need not be one to one over all files, only over cells.
//!
//! A `# %%` line is a mark unless it is in a string, a heredoc or a `/* */` comment of its cell. Each cell is read
//! for itself, from its mark on. When a string has no end, the first mark after its quote ends the cell; when such a
//! cell is written before others, its code is put in comments under `[unfinished]`, as else it would swallow them.
//!
//! The text is a manifest whose grammar holds whenever each cell's does. What Puppet refuses of the whole only is left as
//! it is: a bare value that ends a cell is idle when another cell's code follows (`puppet parser validate` says so).

use super::comment::{commented, first_mark, guarded, is_prose, lexed, uncommented, unguarded};
use super::mark::{self, Holds};
use super::{Cell, CellKind};

/// What a file may start with; in a document it is no part of a cell.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

/// How many bytes may be read in search of the ends of strings and heredocs that have none within their cells: that many
/// times the file, or this many. After that such cells end at the next mark, as a file in which every cell is broken
/// must not take time by the square of its size.
const SEARCH: (usize, usize) = (4, 4 << 20);

/// A cell as a file has it.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The whole text, mark included.
    text: String,
    /// The length of the mark's line with its end; 0 without a mark.
    mark: usize,
    /// Returns whether it was the last of its file.
    last: bool,
    /// Where it was among the cells.
    place: usize,
}

/// A file taken apart.
pub(super) struct Pieces {
    /// What is before the first cell: Jupytext's header, blank lines.
    pub preamble: String,
    /// Returns whether `\r\n` is the line end of most lines.
    pub crlf: bool,
    /// Returns whether the last has line no end.
    pub open_end: bool,
    pub cells: Vec<(CellMetadata, Piece)>,
}

/// What a cell says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellMetadata {
    pub kind: CellKind,
    pub heading: String,
    pub text: String,
}

/// Takes a text (without its byte order mark) apart.
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

/// Do most lines end in `\r\n`?
fn is_crlf(text: &str) -> bool {
    let lines = text.bytes().filter(|byte| *byte == b'\n').count();
    text.matches("\r\n").count() * 2 > lines
}

fn line_starts(text: &str) -> impl Iterator<Item = usize> {
    let behind = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(behind).filter(|at| *at < text.len())
}

/// The line that starts at `at`, without its end, and where the next one starts.
fn line_at(text: &str, at: usize) -> (&str, usize) {
    let rest = text.get(at..).unwrap_or("");
    let len = rest.find('\n').map_or(rest.len(), |len| len + 1);
    (unmarked(rest.get(..len).unwrap_or("")), at + len)
}

/// A line without its end.
fn unmarked(line: &str) -> &str {
    line.strip_suffix('\n').unwrap_or(line).trim_end_matches('\r')
}

/// The bytes before the first cell: Jupytext's header between two `# ---` lines, and blank lines before a mark.
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

/// The length of the header that a text starts with.
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
    /// Where the lines start that look like marks.
    marks: &'t [usize],
    /// How many bytes may still be read in search of an end.
    search: usize,
}

impl Reader<'_> {
    /// Where the cell that starts at `at` ends, and the length of its mark's line.
    fn cell(&mut self, at: usize) -> (usize, usize) {
        let (line, next) = line_at(self.text, at);
        match mark::rest_of(line).filter(|_| self.marks.binary_search(&at).is_ok()) {
            None => (self.code_end(at), 0),
            Some(rest) if mark::read(rest).0 == Holds::Prose => (self.prose_end(next), next - at),
            Some(_) => (self.code_end(next), next - at),
        }
    }

    /// Prose ends at a mark, or where code starts.
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

    /// Code ends at the first mark that is not in a string, heredoc or comment.
    fn code_end(&mut self, start: usize) -> usize {
        let from = self.marks.partition_point(|mark| *mark < start);
        let ahead = self.marks.get(from..).unwrap_or(&[]);
        let mut count = 0;
        while let Some(&end) = ahead.get(count) {
            match self.mark_inside(start, end) {
                CellRegion::Mark(end) => return end,
                CellRegion::Closed => return end,
                CellRegion::Open if self.search == 0 => return end,
                // Twice as far each time: reading all of a long heredoc's marks one by one would take the square.
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

    /// What is between a cell's start and a line that looks like a mark?
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

    /// Where a cell ends that continues to the last of the marks: at one that counts, else at the first one after what
    /// is open, else at the end of the text.
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

/// What a part of a cell has.
enum CellRegion {
    /// A mark in its midst.
    Mark(usize),
    /// Nothing open at its end.
    Closed,
    /// A string, heredoc or comment without an end.
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

    /// The body without its last line end, and without the blank line before the next mark.
    fn without_separator<'b>(&self, body: &'b str) -> &'b str {
        let without = |body: &'b str| body.strip_suffix('\n').map(|rest| rest.trim_end_matches('\r'));
        let once = without(body).unwrap_or(body.trim_end_matches('\r'));
        if self.last { once } else { without(once).unwrap_or(once) }
    }
}

/// The lines up to the last comment.
fn without_space_end(lines: &str) -> &str {
    let mut lines = lines;
    while let Some((before, last)) = lines.rsplit_once('\n')
        && !last.starts_with('#')
    {
        lines = before;
    }
    if lines.starts_with('#') || lines.contains('\n') { lines } else { "" }
}

/// A text with `\n` as line end.
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

/// A notebook to be written.
pub(super) struct Writer<'d> {
    pub preamble: &'d str,
    pub crlf: bool,
    pub open_end: bool,
    /// The cells, each with the piece that it was read from.
    pub cells: Vec<(&'d Cell, Option<&'d Piece>)>,
    /// How many cells the file had.
    pub read: usize,
}

impl Writer<'_> {
    /// The text, without a byte order mark.
    pub(super) fn text(&self) -> String {
        let untouched = self.is_untouched();
        let mut out = self.preamble.to_owned();
        for place in 0..self.cells.len() {
            self.push_cell(&mut out, place, untouched);
        }
        out
    }

    /// How many lines of the text are before the text of each cell.
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

    /// Is every cell as it was read, and where it was?
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

    /// Returns whether the cell would be read otherwise, or as a part of the one before, without a mark.
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

    /// How the cell must be written: code that leaves a string or heredoc open only as the last cell stays as it is.
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

    /// The lines after the mark, with what separates them from the next.
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
    /// Returns whether it is what this cell says.
    fn is_of(&self, cell: &Cell) -> bool {
        self.kind == cell.kind && self.heading == cell.heading && self.text == cell.text
    }
}

impl Piece {
    /// The mark's line as it was written, when it says this.
    fn mark_of(&self, holds: Holds, heading: &str) -> Option<&str> {
        let line = unmarked(self.text.get(..self.mark)?);
        let (said, was) = mark::read(mark::rest_of(line)?);
        (said == holds && was == heading).then_some(line)
    }
}

/// How many line ends a text has.
fn ends(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}
