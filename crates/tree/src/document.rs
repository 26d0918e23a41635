//! A source with its tree, updated edit by edit.
//!
//! The tree always equals that of a fresh parse of the source. In valid source an incremental parse produces the
//! same tree. In invalid source it may recover differently, because reused parts of the old tree change the cost of
//! the alternatives. So an invalid source is parsed again from its start: at once if the edit has no budget, else
//! when the front end has time; the key itself only waits for the incremental parse.
//!
//! A parse may have a budget. When it runs out, the old tree stays, adjusted by the edits, so that a front end can
//! paint its colors. A background thread then completes the parse of that version of the source, however fast the
//! user types. The next call adjusts its tree by the later edits and parses incrementally from there. A long
//! invalid source is handled the same way.

use std::ops::{ControlFlow, Range};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use tree_sitter::{InputEdit, Node, ParseOptions, ParseState, Parser, Point, Tree};

use pprepl_budget as budget;

use super::cache::StatementCache;
use super::capture::Capture;
use super::name_set::Names;
use super::{Dialect, Highlight};

/// Up to this size in bytes, an invalid source is parsed from its start within a front end's budget. That takes up to
/// three milliseconds. A longer one is parsed on a background thread.
const FRESH_AT_ONCE: usize = 48 * 1024;

/// The relation of a tree to the source.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TreeStatus {
    /// Equal to the tree of a fresh parse.
    Exact,
    /// From an incremental parse that contains an error.
    Mended,
    /// From an earlier version of the source, adjusted by the edits.
    Old,
}

/// A source, and the tree of the last parse that completed.
pub struct Document {
    text: String,
    dialect: Dialect,
    parser: Option<Parser>,
    tree: Option<Tree>,
    standing: TreeStatus,
    behind: Option<BackgroundParse>,
    /// The highlights and the names of its statements, as last computed.
    pub(super) colors: StatementCache<Vec<Highlight>>,
    pub(super) names: StatementCache<Names>,
    /// The captures of the query in the valid parts of broken statements.
    pub(super) pieces: StatementCache<Vec<Capture>>,
}

/// A parse on a background thread.
struct BackgroundParse {
    parse: JoinHandle<Option<Tree>>,
    /// The edits since it started.
    edits: Vec<InputEdit>,
}

impl Document {
    /// Parses this source into a document.
    pub fn new(text: impl Into<String>) -> Document {
        Document::of(Dialect::Puppet, text)
    }

    /// Parses a source in this dialect into a document.
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

    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether the tree is that of an earlier version, because a parse ran out of its budget.
    pub fn is_stale(&self) -> bool {
        self.standing == TreeStatus::Old
    }

    /// Returns whether the tree equals that of a fresh parse. If not, [`Document::catch_up`] makes it so.
    pub fn is_exact(&self) -> bool {
        self.standing == TreeStatus::Exact
    }

    /// Returns whether the grammar finds an error in the source.
    pub fn has_error(&self) -> bool {
        self.root().is_none_or(|root| root.has_error())
    }

    pub(super) fn root(&self) -> Option<Node<'_>> {
        self.tree.as_ref().map(Tree::root_node)
    }

    /// Replaces the bytes of `range` (clamped to the source and to character boundaries) and parses again within
    /// `budget`. Without a budget the tree equals that of a fresh parse. Returns whether the tree matches the
    /// source.
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

    /// Sets the source to `text` by one edit of the differing part.
    pub fn set_text(&mut self, text: &str, budget: Option<Duration>) -> bool {
        let old = &self.text;
        if old == text {
            return self.update(budget);
        }
        let shorter = old.len().min(text.len());
        let mut start = old.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
        // Both are cut between the same characters.
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let same_tail = |n: &usize| old.as_bytes().get(old.len() - n - 1) == text.as_bytes().get(text.len() - n - 1);
        let mut tail = (0..shorter - start).take_while(same_tail).count();
        while !text.is_char_boundary(text.len() - tail) {
            tail -= 1;
        }
        let old_end = old.len() - tail;
        let middle = text.get(start..text.len() - tail).unwrap_or("");
        self.edit(start..old_end, middle, budget)
    }

    /// Updates the tree to the source if it is out of date. Returns whether it matches now.
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

    /// Makes the tree equal to that of a fresh parse. Returns whether it is now.
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

    /// Parses the source, from its start or with an old tree. After the deadline the document stays unchanged.
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

    /// Adopts the tree of the background parse if that has completed.
    fn take_over(&mut self) {
        if !self.behind.as_ref().is_some_and(|behind| behind.parse.is_finished()) {
            return;
        }
        let Some(behind) = self.behind.take() else { return };
        if self.standing == TreeStatus::Mended && !behind.edits.is_empty() {
            // The current tree belongs to a newer version.
            return;
        }
        if let Ok(Some(mut tree)) = behind.parse.join() {
            behind.edits.iter().for_each(|edit| tree.edit(edit));
            let_go(self.tree.replace(tree));
            self.standing = if behind.edits.is_empty() { TreeStatus::Exact } else { TreeStatus::Old };
        }
    }

    /// Parses the current source on a background thread, unless one is running.
    fn parse_in_background(&mut self) {
        if self.behind.is_some() {
            return;
        }
        let (dialect, text) = (self.dialect, self.text.clone());
        let sound = self.tree.as_ref().filter(|tree| !tree.root_node().has_error()).cloned();
        let parse = move || exact(dialect, &text, sound);
        self.behind = Builder::new().spawn(parse).ok().map(|parse| BackgroundParse { parse, edits: Vec::new() });
    }

    /// Clamps `offset` to the source and moves it to the start of its character.
    fn boundary(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

/// Returns the deadline of a budget that begins now.
fn deadline(budget: Option<Duration>) -> Option<Instant> {
    budget.map(|budget| Instant::now() + budget)
}

/// Returns the tree of a fresh parse, using the tree of an earlier valid source if there is one.
fn exact(dialect: Dialect, text: &str, old: Option<Tree>) -> Option<Tree> {
    let mut parser = dialect.parser()?;
    let read = old.and_then(|old| parser.parse(text, Some(&old)));
    read.filter(|tree| !tree.root_node().has_error()).or_else(|| parser.parse(text, None))
}

/// Drops a large tree on another thread: that takes milliseconds.
fn let_go(tree: Option<Tree>) {
    if tree.as_ref().is_some_and(|tree| tree.root_node().end_byte() > 64 * 1024) {
        // Without a thread the tree is dropped here.
        let _ = Builder::new().spawn(move || drop(tree));
    }
}

/// Returns the row and column (in bytes) of an offset.
fn point(text: &str, offset: usize) -> Point {
    advance(Point::new(0, 0), text.get(..offset).unwrap_or(""))
}

/// Returns the position after `text`, which starts at `from`.
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
