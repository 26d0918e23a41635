//! Search in all cells: incremental matches, navigation between them, and replacement of all.

use super::action::Action;
use super::command::{Command, DialogRequest, SearchCommand};
use super::editor::{Query, Search};
use super::keyboard::Keyboard;
use super::mode::Mode;
use super::notebook_view::NotebookView;
use super::workspace::Workspace;
use pprepl_notebook::{CellId, Operation};

impl NotebookView {
    /// Opens the search dialog; the search starts at the cursor. `request` is the dialog for a query.
    pub fn open_search(&mut self, request: fn(String) -> DialogRequest) {
        let before = self.search.query.as_ref().map(display).unwrap_or_default();
        self.search.start = Some((self.current, self.editor().cursor(), self.mode));
        self.push(Command::Dialog(request(before)));
    }

    /// Runs a step of the search dialog.
    pub fn search(&mut self, command: SearchCommand, keys: &Keyboard) {
        match command {
            SearchCommand::Preview(text) => {
                let (role, remark) = self.preview(&text);
                self.push(Command::Remark(role, remark));
            }
            SearchCommand::Find(text) => self.finish_search(&text, keys),
            SearchCommand::AskReplacement(text) => {
                if !text.is_empty() {
                    self.preview(&text);
                    self.push(Command::Dialog(DialogRequest::ReplaceWith));
                }
            }
            SearchCommand::ReplaceAll(with) => self.replace_all(&with, keys),
            SearchCommand::Cancel => self.cancel_search(),
        }
    }

    /// Goes to the first match from the start of the search, in its cell or one below. Returns the number of matches
    /// as a remark with its color role.
    fn preview(&mut self, asked: &str) -> (&'static str, String) {
        let query = query(asked);
        if query.text.is_empty() {
            return ("hint", "/…/ for a regular expression; case-sensitive if there are capitals".to_owned());
        }
        let search = match Search::new(query.clone()) {
            Ok(search) => search,
            Err(message) => return ("error", message),
        };
        self.search.query = Some(query);
        let (id, at, _) = self.search.start.unwrap_or((self.current, 0, self.mode));
        let hits = hits(&self.book, &search);
        let Some((first, _)) = nearest(&self.book, &hits, (id, at), true) else {
            self.back_to_start();
            return ("warning", "not found".to_owned());
        };
        self.show_match(first);
        let cells = hits.chunk_by(|(one, _), (other, _)| one == other).count();
        ("info", format!("{} in {cells} {}", hits.len(), if cells == 1 { "cell" } else { "cells" }))
    }

    /// Finishes the search: the cursor stays at the match.
    fn finish_search(&mut self, asked: &str, keys: &Keyboard) {
        let (role, remark) = self.preview(asked);
        if role == "info" {
            self.mode = Mode::Edit;
        }
        let key = keys.text_of(Action::NextHit);
        let more = if role == "info" { format!(" ({key}: next)") } else { String::new() };
        self.show_status(role, remark + &more);
    }

    /// Cancels the search and restores the cursor.
    fn cancel_search(&mut self) {
        self.editor().give_up_search();
        self.back_to_start();
        self.search.start = None;
    }

    fn back_to_start(&mut self) {
        let Some((id, at, mode)) = self.search.start.filter(|(id, ..)| self.book.cell(*id).is_some()) else { return };
        self.go_to(id);
        self.editor().set_cursor(at);
        self.mode = mode;
    }

    /// Goes to the next or previous match of the cell editor's query, in this cell or another.
    pub(super) fn go_to_match_of_cell(&mut self, forward: bool) {
        if let Some(query) = self.editor().query().cloned() {
            self.search.query = Some(query);
        }
        self.go_to_match(forward);
    }

    /// Goes to the next or previous match, in this cell or another.
    pub fn go_to_match(&mut self, forward: bool) {
        self.take_edits();
        let Some(Ok(search)) = self.search.query.clone().map(Search::new) else {
            return self.push(Command::act(Action::Find));
        };
        let hits = hits(&self.book, &search);
        let here = (self.current, self.editor().cursor() + usize::from(forward));
        let Some((hit, at)) = nearest(&self.book, &hits, here, forward) else {
            return self.show_status("warning", "not found");
        };
        self.mode = Mode::Edit;
        self.show_match(hit);
        self.show_status("info", format!("{} of {}", at + 1, hits.len()));
    }

    fn show_match(&mut self, (id, at): (CellId, usize)) {
        let Some(query) = self.search.query.clone() else { return };
        self.go_to(id);
        if self.book.cell(id).is_some_and(|cell| cell.folded) {
            self.fold();
        }
        let editor = self.editor();
        editor.set_cursor(at);
        editor.begin_search();
        // The query is known to be valid.
        let _ = editor.search(query);
        self.viewport.follow = true;
    }

    /// Replaces every match, as one change.
    fn replace_all(&mut self, with: &str, keys: &Keyboard) {
        let Some(Ok(search)) = self.search.query.clone().map(Search::new) else { return };
        let mut all = Vec::new();
        let mut count = 0;
        let mut cells = 0;
        for cell in self.book.cells() {
            let hits: Vec<_> = search.hits(&cell.text, 0).collect();
            count += hits.len();
            cells += usize::from(!hits.is_empty());
            // From the end, so that earlier offsets stay valid.
            for hit in hits.into_iter().rev() {
                let text = search.replacement(&cell.text, &hit, with);
                all.push(Operation::Edit { id: cell.id, range: hit, text });
            }
        }
        self.cancel_search();
        if count == 0 {
            return self.show_status("warning", "not found");
        }
        self.change(Operation::Together { all });
        // The editor's own undo covers only its own cell.
        self.mode = Mode::Select;
        let key = keys.text_of(Action::Undo);
        let cells = format!("{cells} {}", if cells == 1 { "cell" } else { "cells" });
        self.show_status("info", format!("replaced {count} in {cells} ({key}: undo)"));
    }
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
