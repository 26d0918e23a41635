//! A text with its tree, kept up to date edit by edit.
//!
//! The tree is that of a fresh parse of the text, whatever was edited. In a sound text an incremental parse gives the same;
//! in a broken one it may fix another way, for where it can use parts of the old tree it weighs other ways to continue. So a
//! text with an error is read once more from its start: by an edit that may take its time, else when the front end has
//! some; the key itself only waits for the incremental parse.
//!
//! A parse may be given a budget: when it runs out, the old tree stays, moved along with the edits, so that a front end
//! can paint its colors. A thread of its own then reads the text as it was to its end, however fast the user types; what
//! it gives is moved along with the edits since, and read on from there at the next call. So is a long text with an error.

use std::ops::{ControlFlow, Range};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use tree_sitter::{InputEdit, Node, ParseOptions, ParseState, Parser, Point, Tree};

use pprepl_budget as budget;

use super::cache::StatementCache;
use super::highlight::Capture;
use super::names::Names;
use super::{Dialect, Highlight};

/// A text with an error of at most that many bytes is read from its start within a front end's budget, which takes up to
/// three milliseconds; a longer one in a thread of its own.
const FRESH_AT_ONCE: usize = 48 * 1024;

/// What a tree is to the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TreeStatus {
    /// That of a fresh parse.
    Exact,
    /// That of an incremental parse in which there is an error.
    Mended,
    /// That of an earlier text, moved along with the edits.
    Old,
}

/// A text, and its tree as of the last parse that came to its end.
pub struct Document {
    text: String,
    dialect: Dialect,
    parser: Option<Parser>,
    tree: Option<Tree>,
    standing: TreeStatus,
    behind: Option<BackgroundParse>,
    /// The colors and the names of its statements, as they were found last.
    pub(super) colors: StatementCache<Vec<Highlight>>,
    pub(super) names: StatementCache<Names>,
    /// What the query found in the sound parts of broken statements.
    pub(super) pieces: StatementCache<Vec<Capture>>,
}

/// A parse that continues beside.
struct BackgroundParse {
    parse: JoinHandle<Option<Tree>>,
    /// What was edited since it started.
    edits: Vec<InputEdit>,
}

impl Document {
    /// A document of this text, parsed.
    pub fn new(text: impl Into<String>) -> Document {
        Document::of(Dialect::Puppet, text)
    }

    /// A document of a text in this dialect, parsed.
    pub fn of(dialect: Dialect, text: impl Into<String>) -> Document {
        let mut document = Document {
            text: text.into(),
            dialect,
            parser: dialect.parser(),
            tree: None,
            standing: TreeStatus::Old,
            behind: None,
            colors: StatementCache::default(),
            names: StatementCache::default(),
            pieces: StatementCache::default(),
        };
        document.catch_up(None);
        document
    }

    /// What the text is written in.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether the tree is that of an earlier text, because a parse ran out of its budget.
    pub fn is_stale(&self) -> bool {
        self.standing == TreeStatus::Old
    }

    /// Is the tree that of a fresh parse? Else [`Document::catch_up`] makes it that.
    pub fn is_exact(&self) -> bool {
        self.standing == TreeStatus::Exact
    }

    /// Returns whether the grammar finds an error in the text.
    pub fn has_error(&self) -> bool {
        self.root().is_none_or(|root| root.has_error())
    }

    /// The root of the tree.
    pub(super) fn root(&self) -> Option<Node<'_>> {
        self.tree.as_ref().map(Tree::root_node)
    }

    /// Replaces the bytes of `range` (cut to the text, and to whole characters) and parses again within `budget`; without
    /// one the tree is that of a fresh parse. Tells whether it is that of the text.
    pub fn edit(&mut self, range: Range<usize>, replacement: &str, budget: Option<Duration>) -> bool {
        let start = self.boundary(range.start);
        let old_end = self.boundary(range.end).max(start);
        let start_position = point(&self.text, start);
        let old_end_position = advance(start_position, self.text.get(start..old_end).unwrap_or(""));
        self.text.replace_range(start..old_end, replacement);
        let edit = InputEdit {
            start_byte: start,
            old_end_byte: old_end,
            new_end_byte: start + replacement.len(),
            start_position,
            old_end_position,
            new_end_position: advance(start_position, replacement),
        };
        if let Some(tree) = &mut self.tree {
            tree.edit(&edit);
        }
        if let Some(behind) = &mut self.behind {
            behind.edits.push(edit);
        }
        self.standing = TreeStatus::Old;
        match budget {
            Some(_) => self.update(budget),
            None => self.catch_up(None),
        }
    }

    /// Makes the text `text`, as one edit of the part that differs.
    pub fn set_text(&mut self, text: &str, budget: Option<Duration>) -> bool {
        let old = &self.text;
        if old == text {
            return self.update(budget);
        }
        let shorter = old.len().min(text.len());
        let mut start = old.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
        while !old.is_char_boundary(start) || !text.is_char_boundary(start) {
            start -= 1;
        }
        let same_tail = |n: &usize| old.as_bytes().get(old.len() - n - 1) == text.as_bytes().get(text.len() - n - 1);
        let mut tail = (0..shorter - start).take_while(same_tail).count();
        while !old.is_char_boundary(old.len() - tail) || !text.is_char_boundary(text.len() - tail) {
            tail -= 1;
        }
        let old_end = old.len() - tail;
        let middle = text.get(start..text.len() - tail).unwrap_or("");
        self.edit(start..old_end, middle, budget)
    }

    /// Brings the tree up to the text, if it is after. Tells whether it has come there.
    fn update(&mut self, budget: Option<Duration>) -> bool {
        if self.standing == TreeStatus::Old {
            self.take_over();
        }
        if self.standing == TreeStatus::Old {
            let old = self.tree.clone();
            self.read(old.as_ref(), deadline(budget));
        }
        if self.standing == TreeStatus::Old {
            self.parse_in_background();
        }
        self.standing != TreeStatus::Old
    }

    /// Makes the tree that of a fresh parse, if it is another. Tells whether it is now.
    pub fn catch_up(&mut self, budget: Option<Duration>) -> bool {
        self.update(budget);
        if self.standing == TreeStatus::Mended {
            self.take_over();
        }
        if self.standing == TreeStatus::Mended && (budget.is_none() || self.text.len() <= FRESH_AT_ONCE) {
            self.read(None, deadline(budget));
        }
        if self.standing == TreeStatus::Mended {
            self.parse_in_background();
        }
        self.standing == TreeStatus::Exact
    }

    /// Reads the text, from its start or by an old tree. When time is up the document stays as it is.
    fn read(&mut self, old: Option<&Tree>, deadline: Option<Instant>) {
        let Some(parser) = &mut self.parser else { return };
        let bytes = self.text.as_bytes();
        let mut text = |at: usize, _: Point| bytes.get(at..).unwrap_or(&[]);
        let mut watch = |_: &ParseState| match deadline {
            Some(deadline) if Instant::now() >= deadline => ControlFlow::Break(()),
            _ if budget::check().is_err() => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let options = ParseOptions::new().progress_callback(&mut watch);
        if let Some(tree) = parser.parse_with_options(&mut text, old, Some(options)) {
            let exact = old.is_none() || !tree.root_node().has_error();
            self.standing = if exact { TreeStatus::Exact } else { TreeStatus::Mended };
            self.tree = Some(tree);
        } else {
            parser.reset();
        }
        if self.standing == TreeStatus::Exact {
            self.behind = None;
        }
    }

    /// Takes the tree of the parse beside, when that has come to its end.
    fn take_over(&mut self) {
        if !self.behind.as_ref().is_some_and(|behind| behind.parse.is_finished()) {
            return;
        }
        let Some(behind) = self.behind.take() else { return };
        if self.standing == TreeStatus::Mended && !behind.edits.is_empty() {
            // The tree at hand is of a newer text.
            return;
        }
        if let Ok(Some(mut tree)) = behind.parse.join() {
            behind.edits.iter().for_each(|edit| tree.edit(edit));
            let_go(self.tree.replace(tree));
            self.standing = if behind.edits.is_empty() { TreeStatus::Exact } else { TreeStatus::Old };
        }
    }

    /// Reads the text as it is now in a thread of its own, when none is at it.
    fn parse_in_background(&mut self) {
        if self.behind.is_some() {
            return;
        }
        let (dialect, text) = (self.dialect, self.text.clone());
        let sound = self.tree.as_ref().filter(|tree| !tree.root_node().has_error()).cloned();
        let parse = move || exact(dialect, &text, sound);
        self.behind = Builder::new().spawn(parse).ok().map(|parse| BackgroundParse { parse, edits: Vec::new() });
    }

    /// `offset` cut to the text and moved back to the start of its character.
    fn boundary(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

/// When a budget that begins now runs out.
fn deadline(budget: Option<Duration>) -> Option<Instant> {
    budget.map(|budget| Instant::now() + budget)
}

/// The tree of a fresh parse, by the tree of an earlier sound text when there is one.
fn exact(dialect: Dialect, text: &str, old: Option<Tree>) -> Option<Tree> {
    let mut parser = dialect.parser()?;
    let read = old.and_then(|old| parser.parse(text, Some(&old)));
    read.filter(|tree| !tree.root_node().has_error()).or_else(|| parser.parse(text, None))
}

/// Gives a large tree back in a thread of its own: that takes milliseconds.
fn let_go(tree: Option<Tree>) {
    if tree.as_ref().is_some_and(|tree| tree.root_node().end_byte() > 64 * 1024) {
        // Without a thread it is dropped here.
        let _ = Builder::new().spawn(move || drop(tree));
    }
}

/// Row and column (in bytes) of an offset.
fn point(text: &str, offset: usize) -> Point {
    advance(Point::new(0, 0), text.get(..offset).unwrap_or(""))
}

/// Where one is after `text` that starts at `from`.
fn advance(from: Point, text: &str) -> Point {
    let bytes = text.as_bytes();
    match bytes.iter().rposition(|&b| b == b'\n') {
        None => Point::new(from.row, from.column + bytes.len()),
        Some(last) => {
            let rows = bytes.iter().filter(|&&b| b == b'\n').count();
            Point::new(from.row + rows, bytes.len() - last - 1)
        }
    }
}
