//! The signs of a block that is being edited: the columns that the margin of a heredoc cuts, and right of each line its number
//! and the construct that it continues. The final drawing has no signs.

use std::ops::Range;
use std::rc::Rc;

use pprepl_session::edit::openers;
use pprepl_session::{LexOptions, OpenEnd, lex};
use pprepl_text::columns::{shortened, width};
use pprepl_text::theme::terminal::is_unicode;

/// The signs of a column that a margin cuts, and of the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CutSigns {
    cut: char,
    guide: char,
}

impl CutSigns {
    fn of_environment() -> CutSigns {
        if is_unicode() { CutSigns { cut: '·', guide: '│' } } else { CutSigns { cut: '.', guide: '|' } }
    }
}

/// Maximum number of columns of an opener.
const OPENER: usize = 12;

/// The signs of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gutter {
    /// The source of the block.
    text: String,
    signs: CutSigns,
    cuts: Vec<Range<usize>>,
    lines: Vec<LineSigns>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct LineSigns {
    /// The text at the right.
    label: String,
    /// The number of columns that the margin cuts.
    margin: usize,
}

impl Gutter {
    /// Returns the signs of a block.
    pub fn new(text: &str) -> Gutter {
        let margins = margins(text);
        let cuts = margins.iter().map(|margin| margin.spaces.clone()).filter(|cut| !cut.is_empty()).collect();
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
        let signs = |(at, (opener, start)): (usize, (&str, usize))| LineSigns {
            label: if at == 0 { String::new() } else { label(opener, at + 1) },
            margin: margins.iter().find(|margin| margin.spaces.start == start).map_or(0, |margin| margin.columns),
        };
        let lines = openers(text).into_iter().zip(starts).enumerate().map(signs).collect();
        Gutter { text: text.to_owned(), signs: CutSigns::of_environment(), cuts, lines }
    }

    /// Returns whether these are the signs of this block.
    pub fn is_of(&self, text: &str) -> bool {
        self.text == text
    }

    /// Returns the columns that the label of the last line takes, with the space before it.
    pub fn last_columns(&self) -> usize {
        self.lines.last().map_or(0, |signs| width(&signs.label) + 3)
    }

    fn with_cuts(&self, painted: &str, start: usize) -> String {
        let mut out = String::with_capacity(painted.len() + 64);
        let mut at = start;
        let mut rest = painted;
        while let Some(letter) = rest.chars().next() {
            if let Some(end) = rest.starts_with("\x1b[").then(|| rest.find('m')).flatten() {
                out.push_str(&rest[..=end]);
                rest = &rest[end + 1..];
                continue;
            }
            out.push(self.sign(at).filter(|_| letter == ' ').unwrap_or(letter));
            at += letter.len_utf8();
            rest = &rest[letter.len_utf8()..];
        }
        out
    }

    fn sign(&self, at: usize) -> Option<char> {
        let cut = self.cuts.iter().find(|cut| cut.contains(&at))?;
        Some(if at + 1 == cut.end { self.signs.guide } else { self.signs.cut })
    }

    /// Returns the output that draws the signs after a line whose text ends in the column `end`, and returns there.
    fn after_line(&self, line: usize, end: usize, columns: usize, paint: impl Fn(&str) -> String) -> String {
        let Some(signs) = self.lines.get(line) else { return String::new() };
        let mut sent = String::new();
        if end < signs.margin && signs.margin < columns {
            sent.push_str(&in_column(signs.margin - 1, &paint(self.signs.guide.encode_utf8(&mut [0; 4]))));
        }
        if self.has_label(line, end, columns) {
            let from = columns - 1 - width(&signs.label);
            sent.push_str(&in_column(from, &paint(&signs.label)));
        }
        if sent.is_empty() { sent } else { sent + &in_column(end, "") }
    }

    fn has_label(&self, line: usize, end: usize, columns: usize) -> bool {
        let Some(signs) = self.lines.get(line).filter(|signs| !signs.label.is_empty()) else { return false };
        end + width(&signs.label) + 3 < columns
    }
}

/// The signs of a block in their style, as they are drawn; by default none.
#[derive(Clone, Debug, Default)]
pub struct Signs {
    pub gutter: Option<Rc<Gutter>>,
    /// The sequences before and after a styled sign.
    pub style: (String, String),
}

impl Signs {
    /// Returns whether there is a sign to draw.
    pub fn has_signs(&self) -> bool {
        self.gutter.is_some()
    }

    /// Returns a painted part of the block, which starts at this offset, with a sign in each column that a margin cuts.
    pub fn with_cuts(&self, painted: &str, start: usize) -> String {
        self.gutter.as_ref().map_or_else(|| painted.to_owned(), |gutter| gutter.with_cuts(painted, start))
    }

    /// Returns the output that draws the signs after a line whose text ends in the column `end`, and returns there.
    pub fn after_line(&self, line: usize, end: usize, columns: usize) -> String {
        let paint = |sign: &str| [&self.style.0, sign, &self.style.1].concat();
        self.gutter.as_ref().map_or_else(String::new, |gutter| gutter.after_line(line, end, columns, paint))
    }

    /// Returns whether the line has a label at the right of the screen.
    pub fn is_wide(&self, line: usize, end: usize, columns: usize) -> bool {
        self.gutter.as_ref().is_some_and(|gutter| gutter.has_label(line, end, columns))
    }
}

/// Returns the label of a line: the construct that it continues, and its number.
fn label(opener: &str, number: usize) -> String {
    let opener = shortened(opener, OPENER);
    if opener.is_empty() { number.to_string() } else { format!("{opener} {number}") }
}

/// Returns `text` in a column of the row (zero-based).
fn in_column(column: usize, text: &str) -> String {
    format!("\x1b[{}G{text}", column + 1)
}

/// The part of a line that a margin cuts.
struct Margin {
    spaces: Range<usize>,
    /// The columns that the margin cuts of each line of the heredoc.
    columns: usize,
}

/// Returns the margins of the lines of heredocs; in an unfinished heredoc the spaces that all its lines have in common.
fn margins(text: &str) -> Vec<Margin> {
    if !text.contains("@(") {
        return Vec::new();
    }
    let lexed = lex(text, LexOptions::default());
    let mut found = Vec::new();
    let mut last = 0;
    for heredoc in &lexed.heredocs {
        let body = heredoc.body.start as usize..heredoc.body.end as usize;
        last = last.max(heredoc.end_line.end as usize);
        if let Some(margin) = &heredoc.margin {
            // A tab has no fixed width.
            let columns = if margin.contains('\t') { 0 } else { margin.len() };
            found.extend(body_margins(text, body, columns));
        }
    }
    if let Some(open) = lexed.unfinished.as_ref().filter(|open| matches!(open.what, OpenEnd::Heredoc)) {
        let from = last.max(open.opener.end as usize);
        let start = text.get(from..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| from + end + 1);
        let body = start..text.len();
        let common = common_margin(text.get(body.clone()).unwrap_or_default());
        found.extend(body_margins(text, body, common));
    }
    found
}

/// Returns the number of spaces at the start of every line that has text.
fn common_margin(body: &str) -> usize {
    let filled = body.split('\n').filter(|text| !text.trim().is_empty());
    filled.map(spaces).min().unwrap_or(0)
}

fn spaces(text: &str) -> usize {
    text.len() - text.trim_start_matches(' ').len()
}

/// Returns the margins of the lines of a body, of the given number of columns.
fn body_margins(text: &str, body: Range<usize>, columns: usize) -> Vec<Margin> {
    let mut at = body.start;
    let mut found = Vec::new();
    for line in text.get(body).unwrap_or_default().split('\n') {
        found.push(Margin { spaces: at..at + spaces(line).min(columns), columns });
        at += line.len() + 1;
    }
    found
}
