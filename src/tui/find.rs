//! Search in all cells: incremental matches, navigation between them, and replacement of all.

use super::action::Action;
use super::command::{Command, DialogRequest, SearchCommand};
use super::editor::{Query, Search};
use super::keyboard::Keyboard;
use super::mode::Mode;
use super::notebook_view::NotebookView;
use super::workspace::Workspace;
use pprepl_notebook::{CellId, Operation};
use pprepl_text::theme::Role;

/// The search in all cells.
#[derive(Default)]
pub struct Finder {
    query: Option<Query>,
    /// The cell, offset and mode at the start, restored on cancel.
    start: Option<(CellId, usize, Mode)>,
}

impl Finder {
    /// Starts a search at the cursor. Returns the command that opens its dialog.
    pub fn open(&mut self, request: fn(String) -> DialogRequest, notebook: &mut NotebookView) -> Command {
        let before = self.query.as_ref().map(display).unwrap_or_default();
        self.start = Some((notebook.current(), notebook.editor().cursor(), notebook.mode()));
        Command::Dialog(request(before))
    }

    /// Runs a step of a search. Returns the message to show, or the next dialog.
    pub fn run(&mut self, step: SearchCommand, notebook: &mut NotebookView, keys: &Keyboard) -> Option<Command> {
        match step {
            SearchCommand::Preview(text) => {
                let (role, remark) = self.preview(&text, notebook);
                Some(Command::Remark(role, remark))
            }
            SearchCommand::Find(text) => Some(self.finish(&text, notebook, keys)),
            SearchCommand::AskReplacement(text) if text.is_empty() => None,
            SearchCommand::AskReplacement(text) => {
                self.preview(&text, notebook);
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
                    self.query = Some(query);
                }
                Some(self.go(forward, notebook))
            }
        }
    }

    /// Goes to the first match from the start of the search, in its cell or one below. Returns the number of matches
    /// as a remark with its color role.
    fn preview(&mut self, asked: &str, notebook: &mut NotebookView) -> (Role, String) {
        let query = query(asked);
        if query.text.is_empty() {
            return (Role::Hint, "/…/ for a regular expression; case-sensitive if there are capitals".to_owned());
        }
        let search = match Search::new(query.clone()) {
            Ok(search) => search,
            Err(message) => return (Role::Error, message),
        };
        let (id, at, _) = self.start.unwrap_or((notebook.current(), 0, notebook.mode()));
        let hits = hits(&notebook.book, &search);
        let first = nearest(&notebook.book, &hits, (id, at), true);
        self.query = Some(query.clone());
        let Some((first, _)) = first else {
            self.back_to_start(notebook);
            return (Role::Warning, "not found".to_owned());
        };
        show_match(first, query, notebook);
        let cells = hits.chunk_by(|(one, _), (other, _)| one == other).count();
        (Role::Info, format!("{} in {cells} {}", hits.len(), if cells == 1 { "cell" } else { "cells" }))
    }

    /// Finishes the search: the cursor stays at the match.
    fn finish(&mut self, asked: &str, notebook: &mut NotebookView, keys: &Keyboard) -> Command {
        let (role, remark) = self.preview(asked, notebook);
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
        let Some((query, Ok(search))) = self.query.clone().map(|query| (query.clone(), Search::new(query))) else {
            return Command::act(Action::Find);
        };
        let hits = hits(&notebook.book, &search);
        let here = (notebook.current(), notebook.editor().cursor() + usize::from(forward));
        let Some((hit, at)) = nearest(&notebook.book, &hits, here, forward) else {
            return Command::status(Role::Warning, "not found");
        };
        notebook.set_mode(Mode::Edit);
        show_match(hit, query, notebook);
        Command::status(Role::Info, format!("{} of {}", at + 1, hits.len()))
    }

    /// Replaces every match, as one change.
    fn replace_all(&mut self, with: &str, notebook: &mut NotebookView, keys: &Keyboard) -> Option<Command> {
        let Ok(search) = self.query.clone().map(Search::new)? else { return None };
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

/// Goes to a match, and marks the matches of the query in its cell.
fn show_match((id, at): (CellId, usize), query: Query, notebook: &mut NotebookView) {
    notebook.go_to(id);
    if notebook.current_cell().is_some_and(|cell| cell.folded) {
        notebook.fold();
    }
    let editor = notebook.editor();
    editor.set_cursor(at);
    editor.begin_search();
    // The query is known to be valid.
    let _ = editor.search(query);
    notebook.viewport.follow = true;
}

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
fn hits(book: &Workspace, search: &Search) -> Vec<(CellId, usize)> {
    let of = |cell: &pprepl_notebook::Cell| {
        let id = cell.id;
        search.hits(&cell.text, 0).map(|hit| (id, hit.start)).collect::<Vec<_>>()
    };
    book.cells().iter().flat_map(of).collect()
}

/// Returns the first match from a position on, or the last one before it, wrapping around, with its index.
fn nearest(
    book: &Workspace,
    hits: &[(CellId, usize)],
    from: (CellId, usize),
    forward: bool,
) -> Option<((CellId, usize), usize)> {
    let place = |(id, at): (CellId, usize)| (book.place(id).unwrap_or(0), at);
    let start = place(from);
    let behind = hits.partition_point(|hit| place(*hit) < start);
    let at = match forward {
        true if behind < hits.len() => behind,
        true => 0,
        false => behind.checked_sub(1).or(hits.len().checked_sub(1))?,
    };
    hits.get(at).map(|hit| (*hit, at))
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
