//! The observer of the kernel: reports the runs of cells to the page.

use std::sync::Arc;

use pprepl_notebook::CellId;
use pprepl_notebook::kernel::{CellReport, Observer};
use pprepl_session::Level;
use serde_json::{Value, json};

use crate::outbox::Outbox;
use crate::result_context::ResultContext;
use crate::result_data::result_data;

/// Collects the runs of cells, and passes them on.
pub struct RunObserver {
    key: String,
    outbox: Outbox,
    /// The code cells in order, with the sources that run.
    sources: Vec<(CellId, Arc<str>)>,
    pub is_lesson: bool,
    /// The results of the runs that ended.
    pub finished: Vec<Value>,
}

impl RunObserver {
    pub fn new(key: String, outbox: Outbox, sources: Vec<(CellId, Arc<str>)>) -> RunObserver {
        RunObserver { key, outbox, sources, is_lesson: false, finished: Vec::new() }
    }
}

impl Observer for RunObserver {
    fn began(&mut self, cell: CellId) {
        self.outbox.notify("notebook/began", json!({ "notebook": self.key, "cell": cell.0 }));
    }

    fn finished(&mut self, cell: CellId, report: &CellReport) {
        let source = self.sources.iter().find(|(id, _)| *id == cell).map_or("", |(_, text)| text);
        let ids: Vec<CellId> = self.sources.iter().map(|(id, _)| *id).collect();
        let of = ResultContext { cell, source, cells: &ids, is_lesson: self.is_lesson };
        let result = result_data(&of, report);
        self.outbox.notify("notebook/finished", json!({ "notebook": self.key, "result": result }));
        self.finished.push(result);
    }
}

/// Reports a log line of a running cell.
pub fn log(outbox: &Outbox, key: &str, cell: CellId, level: Level, text: &str) {
    let params = json!({ "notebook": key, "cell": cell.0, "level": level.as_str(), "text": text });
    outbox.notify("notebook/log", params);
}
