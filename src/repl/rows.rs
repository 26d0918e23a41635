//! Text as rows of a screen: painted text that is cut at the width of the screen.

use pprepl_text::columns::width;
use unicode_segmentation::UnicodeSegmentation;

/// Columns between two tab stops of a terminal.
const TAB_STOP: usize = 8;

/// A row of a screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The text with its styles. It starts in the style in which the row before it ends, and ends without one.
    pub painted: String,
    /// The text without styles.
    pub plain: String,
    /// The line of the text that the row belongs to (zero-based).
    pub line: usize,
}

/// Splits painted text into rows of at most `columns` columns.
pub fn rows(text: &str, columns: usize) -> Vec<Row> {
    let mut splitter = Splitter { columns: columns.max(1), ..Splitter::default() };
    for (line, text) in text.lines().enumerate() {
        splitter.start(line);
        splitter.add(text);
        splitter.end();
    }
    splitter.rows
}

#[derive(Default)]
struct Splitter {
    columns: usize,
    rows: Vec<Row>,
    row: Row,
    column: usize,
    /// The style sequences since the last reset.
    style: String,
}

impl Splitter {
    fn start(&mut self, line: usize) {
        self.row = Row { painted: self.style.clone(), plain: String::new(), line };
        self.column = 0;
    }

    fn end(&mut self) {
        if !self.style.is_empty() {
            self.row.painted.push_str("\x1b[0m");
        }
        self.rows.push(std::mem::take(&mut self.row));
    }

    fn add(&mut self, line: &str) {
        let mut rest = line;
        while let Some(at) = rest.find("\x1b[") {
            self.add_plain(&rest[..at]);
            let Some(end) = rest[at..].find('m') else { return };
            self.add_style(&rest[at..=at + end]);
            rest = &rest[at + end + 1..];
        }
        self.add_plain(rest);
    }

    fn add_style(&mut self, sequence: &str) {
        match sequence {
            "\x1b[0m" | "\x1b[m" => self.style.clear(),
            _ => self.style.push_str(sequence),
        }
        self.row.painted.push_str(sequence);
    }

    fn add_plain(&mut self, text: &str) {
        for grapheme in text.graphemes(true) {
            if grapheme == "\t" {
                let spaces = TAB_STOP - self.column % TAB_STOP;
                (0..spaces).for_each(|_| self.push(" ", 1));
            } else {
                self.push(grapheme, width(grapheme));
            }
        }
    }

    fn push(&mut self, grapheme: &str, columns: usize) {
        if self.column > 0 && self.column + columns > self.columns {
            let line = self.row.line;
            self.end();
            self.start(line);
        }
        self.row.painted.push_str(grapheme);
        self.row.plain.push_str(grapheme);
        self.column += columns;
    }
}
