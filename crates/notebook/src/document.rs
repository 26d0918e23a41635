//! A notebook as a value: its cells in order, and the parts of its file that must survive unchanged.
//!
//! `percent` defines the file format. A document accepts any text, and reproduces it byte by byte while it is
//! unchanged; an unchanged cell is written as it was even when other cells have changed. Outputs are not part of it.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::mark::fit_heading;
use super::percent::{BYTE_ORDER_MARK, Piece, Writer, read, unified};
use super::{Cell, CellId, CellKind, Operation, OperationError};

#[derive(Clone, Debug)]
pub struct Document {
    cells: Vec<Cell>,
    /// A cache of each cell's index, rebuilt when it is outdated.
    places: RefCell<FxHashMap<CellId, usize>>,
    /// The source pieces of the cells in the file. A deleted cell keeps its piece, because undo may restore the cell.
    pieces: FxHashMap<CellId, Piece>,
    /// The number of cells in the file.
    read: usize,
    preamble: String,
    byte_order_mark: bool,
    crlf: bool,
    mixed: bool,
    open_end: bool,
    next: u64,
}

impl Default for Document {
    fn default() -> Document {
        Document::parse("")
    }
}

/// Two documents are equal if their cells have equal content in the same order; cell ids do not count.
impl PartialEq for Document {
    fn eq(&self, other: &Document) -> bool {
        self.byte_order_mark == other.byte_order_mark
            && self.preamble == other.preamble
            && self.cells.len() == other.cells.len()
            && self.cells.iter().zip(&other.cells).all(|(own, other)| own.says(other))
    }
}

/// Returns whether some lines end in `\r\n` and others in `\n` alone.
fn is_mixed(text: &str) -> bool {
    let (all, long) = (text.matches('\n').count(), text.matches("\r\n").count());
    long > 0 && long < all
}

impl Document {
    /// Parses a manifest into a notebook. Every input is valid: a file without marks is one code cell.
    pub fn parse(text: &str) -> Document {
        let stripped = text.strip_prefix(BYTE_ORDER_MARK);
        let pieces = read(stripped.unwrap_or(text));
        let mut document = Document {
            cells: Vec::with_capacity(pieces.cells.len()),
            places: RefCell::default(),
            pieces: FxHashMap::default(),
            read: pieces.cells.len(),
            preamble: pieces.preamble,
            byte_order_mark: stripped.is_some(),
            crlf: pieces.crlf,
            mixed: is_mixed(text),
            open_end: pieces.open_end,
            next: 1,
        };
        for (said, piece) in pieces.cells {
            let mut cell = document.new_cell(said.kind, "");
            (cell.text, cell.heading) = (said.text, said.heading);
            document.pieces.insert(cell.id, piece);
            document.cells.push(cell);
        }
        document
    }

    /// Creates a notebook of these cells; without cells it has one empty code cell.
    pub fn of(cells: impl IntoIterator<Item = (CellKind, String, String)>) -> Document {
        let mut document = Document::default();
        let mut made = Vec::new();
        for (kind, heading, text) in cells {
            made.push(Cell { heading, ..document.new_cell(kind, &text) });
        }
        if !made.is_empty() {
            // A new document has exactly the replaced cell, and the new ones have unique ids.
            let _ = document.apply(Operation::Replace { at: 0, count: 1, cells: made });
            document.pieces.clear();
        }
        document
    }

    /// Returns the text of the file. It is a valid manifest if the code of each cell is.
    pub fn text(&self) -> String {
        let mark = if self.byte_order_mark { BYTE_ORDER_MARK.to_string() } else { String::new() };
        mark + &self.writer().text()
    }

    fn writer(&self) -> Writer<'_> {
        Writer {
            preamble: &self.preamble,
            crlf: self.crlf,
            open_end: self.open_end,
            cells: self.cells.iter().map(|cell| (cell, self.pieces.get(&cell.id))).collect(),
            read: self.read,
        }
    }

    /// Returns whether the file mixes line ends.
    pub fn has_mixed_line_ends(&self) -> bool {
        self.mixed
    }

    /// Returns the line end for writing the document.
    pub fn line_end(&self) -> &'static str {
        if self.crlf { "\r\n" } else { "\n" }
    }

    /// Returns the number of file lines before the source of each cell.
    pub fn lines_before(&self) -> Vec<(CellId, usize)> {
        self.cells.iter().map(|cell| cell.id).zip(self.writer().lines_before()).collect()
    }

    /// Returns the cell of a file line (from 1), and the offset of the line in the cell's source. A line between
    /// cells maps to the first line of the cell below.
    pub fn cell_at_line(&self, line: usize) -> Option<(CellId, usize)> {
        let before = self.lines_before();
        let behind = before.iter().position(|(_, before)| *before >= line).unwrap_or(before.len());
        let (id, first) = *before.get(behind.saturating_sub(1))?;
        let text = &self.cell(id)?.text;
        let within = line.saturating_sub(first + 1);
        if within > text.matches('\n').count() {
            return before.get(behind).map(|(id, _)| (*id, 0)).or(Some((id, text.len())));
        }
        let offset = text.split_inclusive('\n').take(within).map(str::len).sum();
        Some((id, offset))
    }

    /// The cells in order: at least one.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the cell with that id.
    pub fn cell(&self, id: CellId) -> Option<&Cell> {
        self.place(id).and_then(|place| self.cells.get(place))
    }

    /// Returns the index of the cell with that id.
    pub fn place(&self, id: CellId) -> Option<usize> {
        // A file may have 100,000 cells, and lookups are frequent.
        let is_there = |place: usize| self.cells.get(place).is_some_and(|cell| cell.id == id);
        let known = self.places.borrow().get(&id).copied();
        if known.is_none_or(|place| !is_there(place)) {
            let all = self.cells.iter().enumerate().map(|(place, cell)| (cell.id, place));
            self.places.replace(all.collect());
        }
        self.places.borrow().get(&id).copied()
    }

    /// Creates a cell with a unique id, for an insertion.
    pub fn new_cell(&mut self, kind: CellKind, text: &str) -> Cell {
        let id = CellId(self.next);
        self.next += 1;
        Cell { id, kind, text: unified(text), heading: String::new(), folded: false }
    }

    /// Returns the number of the next new cell; with it a journal reproduces the ids of a session.
    pub(super) fn next_number(&self) -> u64 {
        self.next
    }

    /// Numbers new cells from `next` on, and never reuses a number.
    pub(super) fn count_from(&mut self, next: u64) {
        self.next = self.next.max(next);
    }

    /// Restores the cell ids of another session. Does nothing when the counts differ.
    pub fn rename_cells(&mut self, ids: &[CellId]) {
        let distinct: std::collections::BTreeSet<_> = ids.iter().collect();
        if ids.len() != self.cells.len() || distinct.len() != ids.len() {
            return;
        }
        let mut pieces = FxHashMap::default();
        for (cell, &id) in self.cells.iter_mut().zip(ids) {
            if let Some(piece) = self.pieces.remove(&cell.id) {
                pieces.insert(id, piece);
            }
            cell.id = id;
            self.next = self.next.max(id.0.saturating_add(1));
        }
        self.pieces = pieces;
    }

    /// Adopts the format of the reread file, and returns its changed cells with new ids: the index and count of the
    /// cells to replace, and the new cells. Equal cells at the start and the end stay.
    pub(super) fn reread(&mut self, text: &str) -> (usize, usize, Vec<Cell>) {
        let fresh = Document::parse(text);
        let mut cells = fresh.cells;
        let mut pieces = fresh.pieces;
        let same = |(own, other): &(&Cell, &Cell)| own.says(other);
        let first = self.cells.iter().zip(&cells).take_while(same).count();
        let rest = self.cells.len().min(cells.len()) - first;
        let last = self.cells.iter().rev().zip(cells.iter().rev()).take(rest).take_while(same).count();
        let (own, read) = (self.cells.len() - last, cells.len() - last);
        let kept = self.cells.iter().take(first).chain(self.cells.iter().skip(own));
        let read_so = cells.iter().take(first).chain(cells.iter().skip(read));
        for (own, other) in kept.zip(read_so) {
            self.pieces.extend(pieces.remove(&other.id).map(|piece| (own.id, piece)));
        }
        cells.truncate(read);
        cells.drain(..first);
        for cell in &mut cells {
            let id = CellId(self.next);
            self.next += 1;
            self.pieces.extend(pieces.remove(&cell.id).map(|piece| (id, piece)));
            cell.id = id;
        }
        self.read = fresh.read;
        self.preamble = fresh.preamble;
        (self.byte_order_mark, self.crlf, self.open_end) = (fresh.byte_order_mark, fresh.crlf, fresh.open_end);
        (first, own - first, cells)
    }

    /// Applies an operation and returns its inverse. A failed operation changes nothing.
    pub fn apply(&mut self, operation: Operation) -> Result<Operation, OperationError> {
        match operation {
            Operation::Insert { at, cell } => self.replace(at, 0, vec![cell]),
            Operation::Delete { id } => self.delete(id),
            Operation::Move { id, to } => self.shift(id, to),
            Operation::Split { id, at } => self.split(id, at),
            Operation::Merge { id } => self.merge(id),
            Operation::Turn { id, kind } => self.alter(id, |cell| cell.kind = kind),
            Operation::Head { id, heading } => self.alter(id, |cell| cell.heading = heading),
            Operation::Edit { id, range, text } => self.edit(id, range, text),
            Operation::Fold { id, folded } => self.fold(id, folded),
            Operation::Replace { at, count, cells } => self.replace(at, count, cells),
            Operation::Together { all } => self.together(all),
        }
    }

    fn found(&self, id: CellId) -> Result<usize, OperationError> {
        self.place(id).ok_or(OperationError::NoSuchCell(id))
    }

    fn delete(&mut self, id: CellId) -> Result<Operation, OperationError> {
        let at = self.found(id)?;
        self.replace(at, 1, Vec::new())
    }

    fn replace(&mut self, at: usize, count: usize, cells: Vec<Cell>) -> Result<Operation, OperationError> {
        let end =
            at.checked_add(count).filter(|end| *end <= self.cells.len()).ok_or(OperationError::NoSuchPlace(at))?;
        if cells.is_empty() && count == self.cells.len() {
            return Err(OperationError::OnlyCell);
        }
        self.reject_used(at..end, &cells)?;
        let fitted: Vec<Cell> = cells.into_iter().map(fitted).collect();
        self.next = fitted.iter().map(|cell| cell.id.0.saturating_add(1)).fold(self.next, u64::max);
        let came = fitted.len();
        let went: Vec<Cell> = self.cells.splice(at..end, fitted).collect();
        Ok(Operation::Replace { at, count: came, cells: went })
    }

    /// Rejects ids of remaining cells and duplicates among the new cells.
    fn reject_used(&self, gone: std::ops::Range<usize>, cells: &[Cell]) -> Result<(), OperationError> {
        let mut seen: std::collections::BTreeSet<CellId> = std::collections::BTreeSet::new();
        let stay = self.cells.iter().enumerate().filter(|(place, _)| !gone.contains(place)).map(|(_, cell)| cell.id);
        if !cells.is_empty() {
            seen.extend(stay);
        }
        match cells.iter().find(|cell| !seen.insert(cell.id)) {
            Some(cell) => Err(OperationError::Taken(cell.id)),
            None => Ok(()),
        }
    }

    fn shift(&mut self, id: CellId, to: usize) -> Result<Operation, OperationError> {
        let from = self.found(id)?;
        if to >= self.cells.len() {
            return Err(OperationError::NoSuchPlace(to));
        }
        let cell = self.cells.remove(from);
        self.cells.insert(to, cell);
        Ok(Operation::Move { id, to: from })
    }

    fn split(&mut self, id: CellId, at: usize) -> Result<Operation, OperationError> {
        let place = self.found(id)?;
        let Some(cell) = self.cells.get(place) else { return Err(OperationError::NoSuchCell(id)) };
        let (first, second) = cell.text.split_at_checked(at).ok_or(OperationError::NoSuchText)?;
        let (first, second) = match first.strip_suffix('\n') {
            Some(first) => (first, second),
            None => (first, second.strip_prefix('\n').unwrap_or(second)),
        };
        let first = Cell { text: first.to_owned(), ..cell.clone() };
        let second = Cell { id: CellId(self.next), heading: String::new(), text: second.to_owned(), ..cell.clone() };
        self.replace(place, 1, vec![first, second])
    }

    fn merge(&mut self, id: CellId) -> Result<Operation, OperationError> {
        let place = self.found(id)?;
        let (Some(first), Some(second)) = (self.cells.get(place), self.cells.get(place + 1)) else {
            return Err(OperationError::LastCell);
        };
        let text = match (first.text.is_empty(), second.text.is_empty()) {
            (true, _) => second.text.clone(),
            (_, true) => first.text.clone(),
            _ => format!("{}\n{}", first.text, second.text),
        };
        let heading = if first.heading.is_empty() { second.heading.clone() } else { first.heading.clone() };
        let merged = Cell { text, heading, ..first.clone() };
        self.replace(place, 2, vec![merged])
    }

    fn alter(&mut self, id: CellId, change: impl FnOnce(&mut Cell)) -> Result<Operation, OperationError> {
        let place = self.found(id)?;
        let mut cell = self.cells.get(place).cloned().ok_or(OperationError::NoSuchCell(id))?;
        change(&mut cell);
        self.replace(place, 1, vec![cell])
    }

    fn fold(&mut self, id: CellId, folded: bool) -> Result<Operation, OperationError> {
        let place = self.found(id)?;
        let cell = self.cells.get_mut(place).ok_or(OperationError::NoSuchCell(id))?;
        let folded = std::mem::replace(&mut cell.folded, folded);
        Ok(Operation::Fold { id, folded })
    }

    fn edit(&mut self, id: CellId, range: std::ops::Range<usize>, text: String) -> Result<Operation, OperationError> {
        let place = self.found(id)?;
        let cell = self.cells.get_mut(place).ok_or(OperationError::NoSuchCell(id))?;
        cell.text.get(range.clone()).ok_or(OperationError::NoSuchText)?;
        let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text };
        let mut range = range;
        // A lone `\r` would merge into a line end before `\n` or at the end.
        let behind = cell.text.get(range.end..).unwrap_or("");
        let opens =
            if text.is_empty() { behind.is_empty() || behind.starts_with('\n') } else { text.starts_with('\n') };
        if opens {
            let before = cell.text.get(..range.start).unwrap_or("");
            range.start = before.trim_end_matches('\r').len();
        }
        let end = range.start + text.len();
        let gone = cell.text.get(range.clone()).unwrap_or("").to_owned();
        if gone.contains('\r') {
            // An edit cannot restore that.
            let text = [cell.text.get(..range.start), Some(&text), cell.text.get(range.end..)].into_iter().flatten();
            let cell = Cell { text: text.collect(), ..cell.clone() };
            return self.replace(place, 1, vec![cell]);
        }
        cell.text.replace_range(range.clone(), &text);
        Ok(Operation::Edit { id, range: range.start..end, text: gone })
    }

    fn together(&mut self, all: Vec<Operation>) -> Result<Operation, OperationError> {
        let mut undo = Vec::with_capacity(all.len());
        for operation in all {
            match self.apply(operation) {
                Ok(inverse) => undo.push(inverse),
                Err(refused) => {
                    // Each reverts the operation that was just applied.
                    for inverse in undo.into_iter().rev() {
                        let _ = self.apply(inverse);
                    }
                    return Err(refused);
                }
            }
        }
        undo.reverse();
        Ok(Operation::Together { all: undo })
    }
}

/// Normalizes the heading and the line ends of a cell to a form that can be written.
fn fitted(cell: Cell) -> Cell {
    let heading = fit_heading(&cell.heading);
    let text = if cell.text.contains('\r') { unified(&cell.text) } else { cell.text };
    Cell { heading, text, ..cell }
}
