//! The columns that the author aligned: the names and the `=` of parameters, the `=` of assignments, the first
//! attributes after titles, and the comments after parameters. Pieces that share a column in the source share one in
//! the result, whatever their widths are there. Other pieces are spaced as if alone.

use rustc_hash::FxHashMap;

use super::pieces::{Line, PieceKind, Pieces};
use super::shape::{Role, Shapes};
use crate::TokenKind;
use pprepl_text::columns::width;

/// A kind of column, by the pieces that are in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The names of parameters, after their types.
    Names,
    /// The `=` of the defaults of parameters.
    Defaults,
    /// The comments after parameters.
    Comments,
    /// The `=` of assignments.
    Assignments,
    /// The first attributes after titles on their line.
    Attributes,
}

impl Column {
    /// The columns in the order of their layout: a column depends on those to its left.
    pub const CODE: [Column; 4] = [Column::Names, Column::Defaults, Column::Assignments, Column::Attributes];

    /// Returns whether a row outside of the column of its neighbors joins it.
    fn draws_in(self) -> bool {
        matches!(self, Column::Names | Column::Defaults)
    }
}

/// A way to measure columns in the source: with this width of tabs, or from the first piece of the line.
#[derive(Clone, Copy)]
enum Ruler {
    Tabs(usize),
    Line,
}

/// The rulers to try, in this order.
const RULERS: [Ruler; 4] = [Ruler::Tabs(8), Ruler::Tabs(4), Ruler::Tabs(2), Ruler::Line];

/// A piece that may be part of a column.
struct Row {
    /// The index of the piece.
    at: usize,
    /// The first piece of its line.
    first: usize,
    /// The index of its line.
    line: usize,
    /// The frame that contains it.
    list: usize,
    /// The number of its run: no empty line is between the rows of one.
    run: usize,
}

impl Row {
    /// Returns whether another row is in the same list.
    fn shares_list(&self, other: &Row) -> bool {
        self.list == other.list
    }
}

/// Where a row is in the source.
#[derive(Clone, Copy)]
struct RowLocation {
    /// The column in which the text before it ends.
    from: usize,
    /// The column in which the piece starts.
    to: usize,
    /// True if a tab is before it.
    tab: bool,
    /// True if it starts its line.
    starts_line: bool,
}

impl RowLocation {
    /// Returns the columns before it that a list with as little space as possible does not have.
    fn slack(self) -> usize {
        match self {
            RowLocation { starts_line: true, .. } => usize::MAX,
            RowLocation { tab: true, .. } => 0,
            _ => self.to.saturating_sub(self.from + 1),
        }
    }

    /// Returns whether the author put more than one space before it, after other text.
    fn is_padded(self) -> bool {
        !self.starts_line && (self.tab || self.to > self.from + 1)
    }
}

/// A source with its pieces and their structure.
#[derive(Clone, Copy)]
pub struct Layout<'p, 's> {
    pub source: &'s str,
    pub pieces: &'p Pieces<'s>,
    pub shapes: &'p Shapes,
}

/// The spaces of the result.
pub struct Spaces<'g> {
    /// The column in which each line starts.
    pub indents: &'g mut [usize],
    /// The number of spaces before each piece. Those before the first piece of a line are in `indents` too.
    pub gaps: &'g mut [usize],
    /// The pieces that get a comma after them.
    pub commas: &'g [bool],
}

impl<'s> Layout<'_, 's> {
    /// Lays out a column of each list again, as far as the source has it.
    pub fn align(self, column: Column, spaces: &mut Spaces) {
        for list in self.rows(column).chunk_by(Row::shares_list) {
            self.lay_out(list, &self.spots(list), column, spaces);
        }
    }

    /// Lays out a column like that of another source, `model`, in the lists with other text before it.
    pub fn align_like(self, model: Layout, column: Column, spaces: &mut Spaces) {
        let (rows, models) = (self.rows(column), model.rows(column));
        for (list, old) in rows.chunk_by(Row::shares_list).zip(models.chunk_by(Row::shares_list)) {
            let is_same = |(row, old): (&Row, &Row)| self.before(row) == model.before(old);
            if list.len() == old.len() && !list.iter().zip(old).all(is_same) {
                self.lay_out(list, &model.spots(old), column, spaces);
            }
        }
    }

    /// Lays out a column of one list. `spots` are its places before.
    fn lay_out(self, list: &[Row], spots: &[RowLocation], column: Column, spaces: &mut Spaces) {
        let ends: Vec<usize> = list.iter().map(|row| self.end(row, spaces)).collect();
        let new = new_columns(list, spots, &ends, column.draws_in());
        for ((row, end), new) in list.iter().zip(ends).zip(new) {
            let (Some(new), Some(gap)) = (new, spaces.gaps.get_mut(row.at)) else { continue };
            *gap = new.saturating_sub(end);
            if let Some(indent) = spaces.indents.get_mut(row.line).filter(|_| row.at == row.first) {
                *indent = *gap;
            }
        }
    }

    /// Returns the text before a row on its line.
    fn before(self, row: &Row) -> &'s str {
        let start = self.pieces.all.get(row.at).map_or(0, |piece| piece.start);
        self.line_to(start)
    }

    /// Returns the part of a line before an offset.
    fn line_to(self, offset: usize) -> &'s str {
        let before = self.source.get(..offset).unwrap_or("");
        before.rsplit('\n').next().unwrap_or("")
    }

    /// Returns the column in which each line of the source starts.
    pub fn starts(self) -> Vec<usize> {
        let of = |line: &Line| self.pieces.all.get(line.first).map_or(0, |piece| self.column(piece.start, 8));
        self.pieces.lines.iter().map(of).collect()
    }

    /// Returns the rows of a column, by list.
    fn rows(self, column: Column) -> Vec<Row> {
        let parts = parameters(self.pieces, self.shapes);
        let mut runs: FxHashMap<usize, usize> = FxHashMap::default();
        let mut rows = Vec::new();
        for (number, line) in self.pieces.lines.iter().enumerate() {
            if let Some(around) = self.shapes.inside.get(line.first).filter(|_| line.blank_before) {
                *runs.entry(*around).or_default() += 1;
            }
            let Some(at) = self.find(column, line, &parts) else { continue };
            let Some(&list) = self.shapes.inside.get(at) else { continue };
            let run = runs.get(&list).copied().unwrap_or(0);
            rows.push(Row { at, first: line.first, line: number, list, run });
        }
        rows.sort_by_key(|row| row.list);
        rows
    }

    /// Returns the piece of a line that belongs to a column.
    fn find(self, column: Column, line: &Line, parts: &[Part]) -> Option<usize> {
        let mut all = line.first..line.end;
        let is = |at: usize, kind| self.pieces.token(at) == Some(kind);
        let around = *self.shapes.inside.get(line.first)?;
        let beside = |at: usize| self.shapes.inside.get(at) == Some(&around);
        match column {
            Column::Names => {
                let name = all.find(|at| parts.get(*at) == Some(&Part::Name))?;
                let is_star = |at: &usize| is(*at, TokenKind::Times) && self.shapes.role(*at) == Role::Prefix;
                let at = name.checked_sub(1).filter(is_star).unwrap_or(name);
                self.starts_before(line, at).then_some(at)
            }
            Column::Defaults => {
                let at = all.find(|at| parts.get(*at) == Some(&Part::Default))?;
                self.starts_before(line, at).then_some(at)
            }
            Column::Comments => {
                let at = line.end.checked_sub(1).filter(|at| *at > line.first)?;
                let comment = self.pieces.all.get(at).is_some_and(|piece| piece.kind == PieceKind::LineComment);
                let list = self.shapes.frame(at).is_some_and(|frame| frame.parameters.is_some());
                (comment && list && self.starts_before(line, at)).then_some(at)
            }
            Column::Assignments => {
                let at = all.skip(1).find(|at| is(*at, TokenKind::Equals) && beside(*at))?;
                (parts.get(at) != Some(&Part::Default)).then_some(at)
            }
            Column::Attributes => {
                let last = line.end.saturating_sub(1);
                let colon = (line.first..last).find(|at| is(*at, TokenKind::Colon) && beside(*at))?;
                (around > 0).then_some(colon + 1)
            }
        }
    }

    /// Returns whether the list that contains a piece starts on an earlier line.
    fn starts_before(self, line: &Line, at: usize) -> bool {
        self.shapes.frame(at).is_some_and(|frame| frame.opener < line.first)
    }

    /// Returns the column of the result in which the text before a row ends.
    fn end(self, row: &Row, spaces: &Spaces) -> usize {
        let mut end = 0;
        for at in (row.first..row.at).rev() {
            let Some(piece) = self.pieces.all.get(at) else { continue };
            end += usize::from(spaces.commas.get(at) == Some(&true));
            if let Some((_, last)) = piece.text.rsplit_once('\n') {
                return end + width(last);
            }
            end += width(piece.text);
            end +=
                if at == row.first { spaces.indents.get(row.line) } else { spaces.gaps.get(at) }.copied().unwrap_or(0);
        }
        end
    }

    /// Returns where the rows of a list are in the source, by the ruler that aligns the most.
    fn spots(self, list: &[Row]) -> Vec<RowLocation> {
        let by = |ruler| list.iter().map(|row| self.location(row, ruler)).collect::<Vec<RowLocation>>();
        let mut best = by(RULERS[0]);
        let mut most = aligned(&best).values().sum::<usize>();
        for ruler in RULERS.into_iter().skip(1) {
            let spots = by(ruler);
            let count = aligned(&spots).values().sum();
            if count > most {
                (best, most) = (spots, count);
            }
        }
        best
    }

    fn location(self, row: &Row, ruler: Ruler) -> RowLocation {
        let piece = |at: usize| self.pieces.all.get(at);
        let start = piece(row.at).map_or(0, |piece| piece.start);
        let end = row.at.checked_sub(1).and_then(piece).map_or(0, |piece| piece.start + piece.text.len());
        let tab = self.source.get(end..start).is_some_and(|space| space.contains('\t'));
        let starts_line = row.at == row.first;
        match ruler {
            Ruler::Tabs(size) => {
                RowLocation { from: self.column(end, size), to: self.column(start, size), tab, starts_line }
            }
            Ruler::Line => {
                let line = piece(row.first).map_or(0, |piece| self.column(piece.start, 8));
                let of = |offset| self.column(offset, 8).saturating_sub(line);
                RowLocation { from: of(end), to: of(start), tab, starts_line }
            }
        }
    }

    /// Returns the column of an offset in the source.
    fn column(self, offset: usize, tab: usize) -> usize {
        let mut parts = self.line_to(offset).split('\t');
        let first = parts.next().map_or(0, width);
        parts.fold(first, |column, part| (column / tab + 1) * tab + width(part))
    }
}

/// The meaning of a piece in a list of parameters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Other,
    /// The name of a parameter.
    Name,
    /// The `=` after it.
    Default,
}

/// Returns the parts of all lists of parameters.
fn parameters(pieces: &Pieces, shapes: &Shapes) -> Vec<Part> {
    // For each frame, what comes next in its parameter.
    let mut next = vec![Part::Name; shapes.frames.len()];
    let part = |at: usize| {
        let list = *shapes.inside.get(at)?;
        let next = next.get_mut(list).filter(|_| shapes.frames.get(list).is_some_and(|f| f.parameters.is_some()))?;
        let (part, then) = match (pieces.token(at)?, *next) {
            (TokenKind::Comma, _) => (Part::Other, Part::Name),
            (TokenKind::Variable, Part::Name) => (Part::Name, Part::Default),
            (TokenKind::Equals, Part::Default) => (Part::Default, Part::Other),
            (_, now) => (Part::Other, now),
        };
        *next = then;
        Some(part)
    };
    (0..pieces.all.len()).map(part).map(|part| part.unwrap_or(Part::Other)).collect()
}

/// Returns the columns that several rows share, at least one after more than one space, with the number of their rows.
fn aligned(spots: &[RowLocation]) -> FxHashMap<usize, usize> {
    let mut found: FxHashMap<usize, (usize, bool)> = FxHashMap::default();
    for location in spots {
        let (count, padded) = found.entry(location.to).or_default();
        *count += 1;
        *padded |= location.is_padded();
    }
    let shared = found.into_iter().filter(|(_, (count, padded))| *count > 1 && *padded);
    shared.map(|(column, (count, _))| (column, count)).collect()
}

/// The rows of one run that share a column.
struct Group {
    rows: Vec<usize>,
    /// The column in which the widest text before a row ends.
    end: usize,
    /// The space that all rows have in addition to one column.
    slack: usize,
}

/// Returns the new column of each row of a list that has one. `ends` are the columns in which the text before the rows
/// ends now.
///
/// A group without spare space gets none. The others keep the column of such a group that shares theirs, or their own
/// space. A row outside of the column that most rows of its run share joins it, if `draws_in` and it fits.
fn new_columns(list: &[Row], spots: &[RowLocation], ends: &[usize], draws_in: bool) -> Vec<Option<usize>> {
    let shared = aligned(spots);
    let mut groups: FxHashMap<(usize, usize), Group> = FxHashMap::default();
    for (index, ((row, location), end)) in list.iter().zip(spots).zip(ends).enumerate() {
        if shared.contains_key(&location.to) {
            let new = || Group { rows: Vec::new(), end: 0, slack: location.slack() };
            let group = groups.entry((row.run, location.to)).or_insert_with(new);
            group.rows.push(index);
            (group.end, group.slack) = (group.end.max(*end), group.slack.min(location.slack()));
        }
    }
    let common = common_columns(&groups);
    let mut result = vec![None; list.len()];
    // The largest group of each run, with its new column.
    let mut largest: FxHashMap<usize, (usize, usize)> = FxHashMap::default();
    for ((run, column), group) in &groups {
        let least = group.end + 1;
        let new = if group.slack == 0 { least } else { common.get(column).map_or(least, |new| least.max(*new)) };
        for index in &group.rows {
            result[*index] = Some(new);
        }
        let best = largest.entry(*run).or_default();
        *best = (*best).max((group.rows.len(), new));
    }
    if draws_in {
        draw_in(list, spots, ends, &largest, &mut result);
    }
    result
}

/// Returns the new column of the groups with spare space that share a column: the column of the groups without, if there is
/// one.
fn common_columns(groups: &FxHashMap<(usize, usize), Group>) -> FxHashMap<usize, usize> {
    let mut common: FxHashMap<usize, (usize, usize)> = FxHashMap::default();
    for ((_, column), group) in groups {
        let (end, slack) = common.entry(*column).or_insert((group.end, group.slack));
        if (group.slack == 0) == (*slack == 0) {
            (*end, *slack) = ((*end).max(group.end), (*slack).min(group.slack));
        } else if group.slack == 0 {
            (*end, *slack) = (group.end, 0);
        }
    }
    common.into_iter().map(|(column, (end, slack))| (column, slack.saturating_add(end + 1))).collect()
}

/// Puts the rows without a column into the one of most rows of their run, where they fit.
fn draw_in(
    list: &[Row],
    spots: &[RowLocation],
    ends: &[usize],
    largest: &FxHashMap<usize, (usize, usize)>,
    columns: &mut [Option<usize>],
) {
    let rows = list.iter().zip(spots).filter(|(_, location)| !location.starts_line);
    let mut sizes: FxHashMap<usize, usize> = FxHashMap::default();
    rows.for_each(|(row, _)| *sizes.entry(row.run).or_default() += 1);
    for (((row, location), end), column) in list.iter().zip(spots).zip(ends).zip(columns) {
        let (Some((count, new)), Some(size)) = (largest.get(&row.run), sizes.get(&row.run)) else { continue };
        if column.is_none() && !location.starts_line && count * 2 > *size && end < new {
            *column = Some(*new);
        }
    }
}
