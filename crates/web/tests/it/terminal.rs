//! The notebook as the terminal has it: the same document and sources, with the kernel on its own thread.

use std::collections::BTreeMap;
use std::time::Duration;

use pprepl_notebook::kernel::{CellReport, Event, Mode, Setup, Worker};
use pprepl_notebook::{CellId, CellKind, Document, OpenNotebook, Operation, RunSources};
use pprepl_session::Settings;
use serde_json::{Value, json};

use crate::same::Step;

/// A notebook of the terminal. Its methods do what `src/tui/runner.rs` and `src/tui/cell_actions.rs` do.
pub struct Terminal {
    book: OpenNotebook,
    sources: RunSources,
    worker: Worker<()>,
    reports: BTreeMap<CellId, CellReport>,
    is_auto: bool,
}

impl Terminal {
    pub fn new(text: &str, is_auto: bool) -> Terminal {
        let setup = |stack| Setup::new(Settings::default(), stack);
        let worker = Worker::start(setup, || {}).expect("a thread");
        worker.set_mode(mode(is_auto));
        let book = OpenNotebook::of(Document::parse(text));
        let (sources, reports) = (RunSources::default(), BTreeMap::new());
        let mut terminal = Terminal { book, sources, worker, reports, is_auto };
        terminal.sources.commit_all(terminal.book.document().cells());
        terminal.arrange();
        terminal.settle();
        terminal
    }

    /// Waits until nothing runs.
    fn settle(&mut self) {
        while self.worker.is_busy() {
            self.listen(Duration::from_millis(1));
        }
        while let Some(event) = self.worker.event() {
            self.note(event);
        }
    }

    fn listen(&mut self, time: Duration) {
        if let Ok(event) = self.worker.events().recv_timeout(time) {
            self.note(event);
        }
    }

    fn note(&mut self, event: Event<()>) {
        if let Event::Finished { cell, report } = event {
            self.reports.insert(cell, *report);
        }
    }

    fn arrange(&mut self) {
        self.worker.arrange(self.sources.committed(self.book.document().cells()));
    }

    fn commit(&mut self, ids: &[CellId]) {
        for id in ids {
            if let Some(cell) = self.book.document().cell(*id) {
                self.sources.commit(cell);
            }
        }
    }

    fn change(&mut self, operation: Operation) {
        self.book.pause();
        if self.book.apply(operation, Duration::ZERO).is_ok() {
            self.rearranged();
        }
    }

    fn rearranged(&mut self) {
        let cells = self.book.document().cells();
        self.sources.follow(cells);
        self.reports.retain(|id, _| cells.iter().any(|cell| cell.id == *id && cell.is_code()));
        self.arrange();
    }

    pub fn ids(&self) -> Vec<CellId> {
        self.book.document().cells().iter().map(|cell| cell.id).collect()
    }

    fn cell(&self, at: usize) -> CellId {
        let ids = self.ids();
        ids[at % ids.len()]
    }

    /// Carries out a step, and waits until nothing runs.
    pub fn step(&mut self, step: &Step) {
        match step {
            Step::Type(at, text) => {
                let id = self.cell(*at);
                let cell = self.book.document().cell(id).expect("the cell");
                if cell.text != *text {
                    let operation = Operation::set_text(cell, text.clone());
                    let _ = self.book.apply(operation, Duration::ZERO);
                }
            }
            Step::Insert(at, kind, text) => {
                let cell = self.book.new_cell(*kind, text);
                let at = at % (self.ids().len() + 1);
                self.change(Operation::Insert { at, cell });
            }
            Step::Delete(at) => self.change(Operation::Delete { id: self.cell(*at) }),
            Step::Move(at, to) => self.change(Operation::Move { id: self.cell(*at), to: to % self.ids().len() }),
            Step::Split(at) => {
                let id = self.cell(*at);
                let text = &self.book.document().cell(id).expect("the cell").text;
                let at = text.find(' ').map_or(0, |place| place + 1);
                self.change(Operation::Split { id, at });
            }
            Step::Merge(at) => self.change(Operation::Merge { id: self.cell(*at) }),
            Step::Kind(at, kind) => self.change(Operation::Turn { id: self.cell(*at), kind: *kind }),
            Step::Undo => {
                if self.book.undo().is_some() {
                    self.rearranged();
                }
            }
            Step::Redo => {
                if self.book.redo().is_some() {
                    self.rearranged();
                }
            }
            Step::Run(at) => self.run(self.cell(*at)),
            Step::RunAll => self.run_all(),
            Step::RunStale => self.run_stale(),
            Step::RunFrom(at) => self.run_from(self.cell(*at)),
            Step::Leave(at) => self.leave(self.cell(*at)),
            Step::Auto(is_auto) => {
                self.is_auto = *is_auto;
                self.worker.set_mode(mode(*is_auto));
            }
            Step::Restart => {
                self.reports.clear();
                self.worker.restart();
                self.arrange();
            }
        }
        self.settle();
    }

    /// Ends a step of the history: the next edit is undone alone.
    pub fn pause(&mut self) {
        self.book.pause();
    }

    fn run(&mut self, id: CellId) {
        if let Some(cell) = self.book.document().cell(id) {
            self.sources.commit_requested(cell);
        }
        self.worker.arrange_and_run(self.sources.committed(self.book.document().cells()), vec![id]);
    }

    fn run_all(&mut self) {
        self.commit(&self.ids());
        self.arrange();
        self.worker.run_all();
    }

    fn run_stale(&mut self) {
        let edited = |id: &CellId| {
            let cell = self.book.document().cell(*id);
            cell.is_some_and(|cell| self.sources.is_edited(cell)) || !self.reports.contains_key(id)
        };
        let ids: Vec<CellId> = self.ids().into_iter().filter(edited).collect();
        self.commit(&ids);
        self.arrange();
        self.worker.run_stale();
    }

    fn run_from(&mut self, id: CellId) {
        let below: Vec<CellId> = self.ids().into_iter().skip_while(|other| *other != id).collect();
        self.commit(&below);
        self.arrange();
        let is_code = |id: &&CellId| self.book.document().cell(**id).is_some_and(|cell| cell.kind == CellKind::Code);
        if let Some(first) = below.iter().find(is_code) {
            self.worker.run_from(*first);
        }
    }

    fn leave(&mut self, id: CellId) {
        self.book.pause();
        let cell = self.book.document().cell(id).expect("the cell");
        if self.is_auto && self.sources.is_edited(cell) {
            self.commit(&[id]);
            self.arrange();
        }
    }

    /// Returns the cells, and the result of each code cell, as the page has them.
    pub fn view(&self) -> Value {
        let cells = self.book.document().cells().iter().map(|cell| {
            let report = self.reports.get(&cell.id).filter(|_| cell.is_code());
            json!({
                "id": cell.id.0,
                "kind": if cell.is_code() { "code" } else { "prose" },
                "text": cell.text,
                "heading": cell.heading,
                "result": report.map(result),
            })
        });
        json!({ "text": self.book.document().text(), "cells": cells.collect::<Vec<_>>() })
    }
}

fn mode(is_auto: bool) -> Mode {
    if is_auto { Mode::Auto } else { Mode::Lazy }
}

/// Returns what the page and the terminal must show alike.
fn result(report: &CellReport) -> Value {
    let evaluation = &report.evaluation;
    let logs: Vec<Value> = evaluation.logs.iter().map(|(level, text)| json!([level.as_str(), text])).collect();
    let reports = evaluation.reports.iter().chain(&evaluation.notes);
    let diagnostics: Vec<Value> =
        reports.map(|one| json!([one.severity.as_str(), one.code, one.message, one.help])).collect();
    json!({
        "run": report.runs,
        "ok": !report.failed(),
        "empty": report.empty,
        "value": report.display().filter(|_| !report.failed()),
        "type": evaluation.reduced,
        "detailed": evaluation.detailed,
        "logs": logs,
        "diagnostics": diagnostics,
    })
}
