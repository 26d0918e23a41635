//! Search in all cells: incremental matches, navigation between them, and replacement of all.

use std::ops::Range;

use super::action::Action;
use super::command::{Command, DialogRequest, SearchCommand};
use super::editor::{Query, Search};
use super::keyboard::Keyboard;
use super::mode::Mode;
use super::notebook_view::NotebookView;
use super::workspace::Workspace;
use pprepl_notebook::{Cell, CellId, Operation};
use pprepl_text::theme::Role;
use puppet_tree::StructureQuery;

/// The subject of a search.
#[derive(Clone, Debug)]
enum Pattern {
    Text(Query),
    /// A query of the syntax tree.
    Structure(String),
}

/// A pattern that can be searched for.
enum Compiled {
    Text(Search),
    Structure(StructureQuery),
}

/// A match: its cell and its byte range there.
type Hit = (CellId, Range<usize>);

/// The search in all cells.
#[derive(Default)]
pub struct Finder {
    pattern: Option<Pattern>,
    /// The cell, offset and mode at the start, restored on cancel.
    start: Option<(CellId, usize, Mode)>,
    /// The last matches: each with its cell and line.
    marks: Vec<(CellId, usize)>,
}

impl Finder {
    /// Returns the matches to mark: each with its cell and line. `shows_hits`: the editor shows its matches.
    pub fn marks(&self, shows_hits: bool, mode: Mode) -> &[(CellId, usize)] {
        let is_visible = match self.pattern {
            Some(Pattern::Text(_)) => shows_hits,
            Some(Pattern::Structure(_)) => mode == Mode::Edit,
            None => false,
        };
        if is_visible { &self.marks } else { &[] }
    }

    /// Starts a search at the cursor. Returns the command that opens its dialog.
    pub fn open(&mut self, request: fn(String) -> DialogRequest, notebook: &mut NotebookView) -> Command {
        let dialog = request(String::new());
        let before = match (&self.pattern, &dialog) {
            (Some(Pattern::Structure(source)), DialogRequest::FindStructure(_)) => source.clone(),
            (Some(Pattern::Text(query)), DialogRequest::Find(_) | DialogRequest::Replace(_)) => display(query),
            _ => String::new(),
        };
        self.start = Some((notebook.current(), notebook.editor().cursor(), notebook.mode()));
        Command::Dialog(request(before))
    }

    /// Runs a step of a search. Returns the message to show, or the next dialog.
    pub fn run(&mut self, step: SearchCommand, notebook: &mut NotebookView, keys: &Keyboard) -> Option<Command> {
        match step {
            SearchCommand::Preview(text) => {
                let (role, remark) = self.preview(Pattern::Text(query(&text)), notebook);
                Some(Command::Remark(role, remark))
            }
            SearchCommand::PreviewStructure(text) => {
                let (role, remark) = self.preview(Pattern::Structure(text), notebook);
                Some(Command::Remark(role, remark))
            }
            SearchCommand::Find(text) => Some(self.finish(Pattern::Text(query(&text)), notebook, keys)),
            SearchCommand::FindStructure(text) => Some(self.finish(Pattern::Structure(text), notebook, keys)),
            SearchCommand::AskReplacement(text) if text.is_empty() => None,
            SearchCommand::AskReplacement(text) => {
                self.preview(Pattern::Text(query(&text)), notebook);
                Some(Command::Dialog(DialogRequest::ReplaceWith))
            }
            SearchCommand::ReplaceAll(with) => self.replace_all(&with, notebook, keys),
            SearchCommand::Cancel => {
                self.cancel(notebook);
                None
            }
            SearchCommand::Go { forward } => Some(self.go(forward, notebook)),
            SearchCommand::GoWithEditor { forward } => {
                if let Some(query) = notebook.editor().query().cloned() {
                    self.pattern = Some(Pattern::Text(query));
                }
                Some(self.go(forward, notebook))
            }
        }
    }

    /// Goes to the first match from the start of the search, in its cell or one below. Returns the number of matches
    /// as a remark with its color role.
    fn preview(&mut self, pattern: Pattern, notebook: &mut NotebookView) -> (Role, String) {
        if pattern.is_empty() {
            return (Role::Hint, pattern.hint().to_owned());
        }
        let compiled = match pattern.compile() {
            Ok(compiled) => compiled,
            Err(message) => return (Role::Error, message),
        };
        let (id, at, _) = self.start.unwrap_or((notebook.current(), 0, notebook.mode()));
        let hits = hits(&notebook.book, &compiled);
        let first = nearest(&notebook.book, &hits, (id, at), true);
        self.pattern = Some(pattern.clone());
        self.marks = marks(&notebook.book, &hits);
        let Some((first, _)) = first else {
            self.back_to_start(notebook);
            return (Role::Warning, "not found".to_owned());
        };
        show_match(first, pattern, notebook);
        let cells = hits.chunk_by(|(one, _), (other, _)| one == other).count();
        (Role::Info, format!("{} in {cells} {}", hits.len(), if cells == 1 { "cell" } else { "cells" }))
    }

    /// Finishes the search: the cursor stays at the match.
    fn finish(&mut self, pattern: Pattern, notebook: &mut NotebookView, keys: &Keyboard) -> Command {
        let (role, remark) = self.preview(pattern, notebook);
        if role != Role::Info {
            return Command::Status(role, remark);
        }
        notebook.set_mode(Mode::Edit);
        Command::Status(role, format!("{remark} ({}: next)", keys.text_of(Action::NextHit)))
    }

    /// Cancels the search and restores the cursor.
    fn cancel(&mut self, notebook: &mut NotebookView) {
        notebook.editor().give_up_search();
        self.back_to_start(notebook);
        self.start = None;
    }

    fn back_to_start(&self, notebook: &mut NotebookView) {
        let Some((id, at, mode)) = self.start.filter(|(id, ..)| notebook.book.cell(*id).is_some()) else { return };
        notebook.go_to_offset(id, at);
        notebook.set_mode(mode);
    }

    /// Goes to the next or previous match, in this cell or another. Without a query, asks for one.
    fn go(&mut self, forward: bool, notebook: &mut NotebookView) -> Command {
        notebook.take_edits();
        let Some((pattern, Ok(compiled))) = self.pattern.clone().map(|pattern| (pattern.clone(), pattern.compile()))
        else {
            return Command::act(Action::Find);
        };
        let hits = hits(&notebook.book, &compiled);
        self.marks = marks(&notebook.book, &hits);
        let here = (notebook.current(), notebook.editor().cursor() + usize::from(forward));
        let Some((hit, at)) = nearest(&notebook.book, &hits, here, forward) else {
            return Command::status(Role::Warning, "not found");
        };
        notebook.set_mode(Mode::Edit);
        show_match(hit, pattern, notebook);
        Command::status(Role::Info, format!("{} of {}", at + 1, hits.len()))
    }

    /// Replaces every match, as one change.
    fn replace_all(&mut self, with: &str, notebook: &mut NotebookView, keys: &Keyboard) -> Option<Command> {
        let Some(Pattern::Text(query)) = self.pattern.clone() else { return None };
        let Ok(search) = Search::new(query) else { return None };
        let (all, cells) = replacements(&notebook.book, &search, with);
        self.cancel(notebook);
        if all.is_empty() {
            return Some(Command::status(Role::Warning, "not found"));
        }
        let count = all.len();
        notebook.change(Operation::Together { all });
        // The editor's own undo covers only its own cell.
        notebook.set_mode(Mode::Select);
        let key = keys.text_of(Action::Undo);
        let cells = format!("{cells} {}", if cells == 1 { "cell" } else { "cells" });
        Some(Command::status(Role::Info, format!("replaced {count} in {cells} ({key}: undo)")))
    }
}

impl Pattern {
    fn is_empty(&self) -> bool {
        match self {
            Pattern::Text(query) => query.text.is_empty(),
            Pattern::Structure(source) => source.trim().is_empty(),
        }
    }

    /// Returns what the user can write.
    fn hint(&self) -> &'static str {
        match self {
            Pattern::Text(_) => "/…/ for a regular expression; case-sensitive if there are capitals",
            Pattern::Structure(_) => "(function_call) or (variable) @match; the Tree pane shows the names",
        }
    }

    /// Compiles the pattern. Fails with the message to show.
    fn compile(&self) -> Result<Compiled, String> {
        match self {
            Pattern::Text(query) => Search::new(query.clone()).map(Compiled::Text),
            Pattern::Structure(source) => {
                StructureQuery::new(source).map(Compiled::Structure).map_err(|error| error.to_string())
            }
        }
    }
}

/// Goes to a match, and marks the matches of the pattern in its cell.
fn show_match((id, range): Hit, pattern: Pattern, notebook: &mut NotebookView) {
    notebook.go_to(id);
    if notebook.current_cell().is_some_and(|cell| cell.folded) {
        notebook.fold();
    }
    let editor = notebook.editor();
    match pattern {
        Pattern::Text(query) => {
            editor.set_cursor(range.start);
            editor.begin_search();
            // The query is known to be valid.
            let _ = editor.search(query);
        }
        Pattern::Structure(_) => editor.select(range),
    }
    notebook.viewport.follow = true;
}

/// Returns the cell and the line of each match.
fn marks(book: &Workspace, hits: &[Hit]) -> Vec<(CellId, usize)> {
    let line = |(id, range): &Hit| {
        let before = book.cell(*id)?.text.get(..range.start)?;
        Some((*id, before.matches('\n').count()))
    };
    hits.iter().take(MAX_MARKS).filter_map(line).collect()
}

/// Maximum number of matches with a mark on the scroll bar.
const MAX_MARKS: usize = 2_000;

/// Returns the operations that replace every match, and the number of cells with matches.
fn replacements(book: &Workspace, search: &Search, with: &str) -> (Vec<Operation>, usize) {
    let mut all = Vec::new();
    let mut cells = 0;
    for cell in book.cells() {
        let hits: Vec<_> = search.hits(&cell.text, 0).collect();
        cells += usize::from(!hits.is_empty());
        // From the end, so that earlier offsets stay valid.
        for hit in hits.into_iter().rev() {
            let text = search.replacement(&cell.text, &hit, with);
            all.push(Operation::Edit { id: cell.id, range: hit, text });
        }
    }
    (all, cells)
}

/// Returns every match in cell order.
fn hits(book: &Workspace, pattern: &Compiled) -> Vec<Hit> {
    let of = |cell: &Cell| -> Vec<Hit> {
        let ranges: Vec<Range<usize>> = match pattern {
            Compiled::Text(search) => search.hits(&cell.text, 0).collect(),
            Compiled::Structure(query) if cell.is_code() => query.matches(&cell.text),
            Compiled::Structure(_) => Vec::new(),
        };
        ranges.into_iter().map(|range| (cell.id, range)).collect()
    };
    book.cells().iter().flat_map(of).collect()
}

/// Returns the first match from a position on, or the last one before it, wrapping around, with its index.
fn nearest(book: &Workspace, hits: &[Hit], from: (CellId, usize), forward: bool) -> Option<(Hit, usize)> {
    let place = |id: CellId, at: usize| (book.place(id).unwrap_or(0), at);
    let start = place(from.0, from.1);
    let behind = hits.partition_point(|(id, range)| place(*id, range.start) < start);
    let at = match forward {
        true if behind < hits.len() => behind,
        true => 0,
        false => behind.checked_sub(1).or(hits.len().checked_sub(1))?,
    };
    hits.get(at).map(|hit| (hit.clone(), at))
}

/// Parses a search line: `/…/` is a regular expression.
fn query(text: &str) -> Query {
    let pattern = text.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')).filter(|inside| !inside.is_empty());
    Query { text: pattern.unwrap_or(text).to_owned(), regex: pattern.is_some() }
}

/// Returns the search line of a query.
fn display(query: &Query) -> String {
    if query.regex { format!("/{}/", query.text) } else { query.text.clone() }
}
