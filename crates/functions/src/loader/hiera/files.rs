//! A cache of data files, read again when they change on disk.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::loader::data::read_json;
use crate::loader::yaml::{self, DataError, Node};
use pprepl_budget as budget;
use pprepl_files::{self as files, Rejection};
use pprepl_text::{IssueCode, Source, Span};
use puppet_eval::{EvalResult, Flow, Host, Stamp};

use super::error::{data_error, error_in};

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Yaml,
    Json,
}

#[derive(Debug)]
pub(super) struct DataFile {
    pub(super) source: Arc<Source>,
    /// Its root node; `None` when it is empty.
    pub(super) root: Result<Option<Node>, DataError>,
    stamp: Stamp,
    /// Whether it was read so soon after it was written that a later change may not alter its stamp.
    fresh: bool,
}

/// The maximum granularity of file system clocks, in nanoseconds.
const TICK: i128 = 50_000_000;

/// The files read so far.
#[derive(Debug, Default)]
pub(super) struct Files {
    read: FxHashMap<PathBuf, Rc<DataFile>>,
}

impl Files {
    /// Returns the current file; `None` if it does not exist.
    pub(super) fn get(&mut self, host: &mut dyn Host, path: &Path, format: Format) -> EvalResult<Option<Rc<DataFile>>> {
        let Some(stamp) = host.stamp(path).filter(|stamp| !stamp.folder) else {
            self.read.remove(path);
            return Ok(None);
        };
        if let Some(known) = self.read.get(path).filter(|known| known.stamp == stamp && !known.fresh) {
            return Ok(Some(known.clone()));
        }
        let file = Rc::new(read(host, path, format, stamp)?);
        self.read.insert(path.to_owned(), file.clone());
        Ok(Some(file))
    }
}

fn read(host: &mut dyn Host, path: &Path, format: Format, stamp: Stamp) -> EvalResult<DataFile> {
    let shown = pprepl_files::slashed(path);
    let text = host.read_data(path);
    budget::check()?;
    let text = text.map_err(|error| {
        let help = files::rejection(&error).and_then(Rejection::help);
        let help = help.unwrap_or_else(|| "data are files of UTF-8 text".to_owned());
        let not_allowed = files::rejection(&error).is_some_and(Rejection::is_of_reach);
        let code = if not_allowed { IssueCode::FileNotAllowed } else { IssueCode::HieraData };
        data_error(code, format!("{shown} cannot be read: {}", files::reason(&error)), &help)
    })?;
    let root = match format {
        Format::Yaml => yaml::read(&text),
        Format::Json => read_json(&text).map(|value| Some(Node::plain(value, Span::default()))),
    };
    // A partially read file is not cached.
    budget::poll()?;
    let fresh = host.now() - stamp.modified < TICK;
    Ok(DataFile { source: Source::new(shown, text), root, stamp, fresh })
}

impl DataFile {
    /// Returns the root node; fails with the location in an invalid file.
    pub(super) fn root(&self) -> EvalResult<Option<&Node>> {
        match &self.root {
            Ok(root) => Ok(root.as_ref()),
            Err(fault) => Err(self.data_error(fault)),
        }
    }

    /// Returns an error in this file.
    pub(super) fn data_error(&self, fault: &DataError) -> Box<Flow> {
        error_in(
            &self.source,
            fault.span,
            IssueCode::HieraData,
            fault.message.as_str(),
            fault.help.as_deref().unwrap_or(""),
        )
    }
}
