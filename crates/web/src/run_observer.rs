//! The observer of the kernel: reports the runs of cells to the page.

use std::sync::Arc;

use pprepl_notebook::CellId;
use pprepl_notebook::kernel::{CellReport, Observer};
use pprepl_session::Level;
use serde_json::{Value, json};

use crate::notebook_data::{RanCell, result_data};
use crate::outbox::Outbox;

/// A run that ended: the cell and its result as the protocol has it.
pub struct Finished {
    pub cell: CellId,
    pub result: Value,
}

/// Collects the runs of cells, and passes them on.
pub struct RunObserver {
    key: String,
    outbox: Outbox,
    /// The code cells in order, with the sources that run.
    sources: Vec<(CellId, Arc<str>)>,
    pub finished: Vec<Finished>,
}

impl RunObserver {
    pub fn new(key: String, outbox: Outbox, sources: Vec<(CellId, Arc<str>)>) -> RunObserver {
        RunObserver { key, outbox, sources, finished: Vec::new() }
    }
}

impl Observer for RunObserver {
    fn began(&mut self, cell: CellId) {
        self.outbox.notify("notebook/began", json!({ "notebook": self.key, "cell": cell.0 }));
    }

    fn finished(&mut self, cell: CellId, report: &CellReport) {
        let source = self.sources.iter().find(|(id, _)| *id == cell).map_or("", |(_, text)| text);
        let ids: Vec<CellId> = self.sources.iter().map(|(id, _)| *id).collect();
        let result = result_data(&RanCell { cell, source, cells: &ids }, report);
        self.outbox.notify("notebook/finished", json!({ "notebook": self.key, "result": result }));
        self.finished.push(Finished { cell, result });
    }
}

/// Reports a log line of a running cell.
pub fn log(outbox: &Outbox, key: &str, cell: CellId, level: Level, text: &str) {
    let params = json!({ "notebook": key, "cell": cell.0, "level": level.as_str(), "text": text });
    outbox.notify("notebook/log", params);
}
