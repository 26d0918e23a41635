//! The engine: its sessions, notebooks and language server.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use pprepl_assets::COURSE;
use pprepl_lessons::Course;
#[cfg(feature = "language-server")]
use pprepl_lsp::InlineServer;
use pprepl_rpc::{RpcError, params};
use pprepl_session::{Session, Settings, SystemHost};
use serde_json::Value;

use crate::answer::rejected;
use crate::notebook::Notebook;
use crate::outbox::{Outbox, Sink};
use crate::stop;

/// The name of a session or notebook that a message does not name.
const MAIN: &str = "main";

/// The maximum size of a lesson in bytes.
const MAX_LESSON: u64 = 1 << 20;

/// The surroundings of an engine, from its program.
pub struct EngineOptions {
    /// The settings of new sessions and notebooks.
    pub settings: Settings,
    /// The part of the stack that evaluations may use, in bytes.
    pub stack: usize,
    /// The root of the files that messages name: `/` in a module, a directory of its own elsewhere.
    pub root: PathBuf,
    /// A function that gets notifications at once, if the program has one.
    pub sink: Option<Sink>,
}

/// The engine of one page.
pub struct Engine {
    pub(crate) settings: Settings,
    pub(crate) stack: usize,
    pub(crate) root: PathBuf,
    pub(crate) outbox: Outbox,
    pub(crate) sessions: BTreeMap<String, Session>,
    pub(crate) notebooks: BTreeMap<String, Notebook>,
    #[cfg(feature = "language-server")]
    pub(crate) language: Option<InlineServer>,
    /// The course of the files in `/course`, or the one that this build has.
    course: Option<Course>,
    /// The bytes of the progress that were reported.
    pub(crate) reported: u64,
}

impl Engine {
    pub fn new(options: EngineOptions) -> Engine {
        let EngineOptions { settings, stack, root, sink } = options;
        stop::watch(root.join("stop"));
        Engine {
            settings,
            stack,
            root,
            outbox: Outbox::new(sink),
            sessions: BTreeMap::new(),
            notebooks: BTreeMap::new(),
            #[cfg(feature = "language-server")]
            language: None,
            course: None,
            reported: 0,
        }
    }

    /// Returns the session that a message names, created if it is new.
    pub(crate) fn session(&mut self, params: &Value) -> Result<&mut Session, RpcError> {
        let name = params::optional_text(params, "session")?.unwrap_or(MAIN);
        let (settings, stack) = (&self.settings, self.stack);
        let new = || Session::new(settings.clone(), Box::new(SystemHost::silent().with_stack(stack)));
        Ok(self.sessions.entry(name.to_owned()).or_insert_with(new))
    }

    /// Returns the name of the notebook of a message.
    pub(crate) fn notebook_name(params: &Value) -> Result<String, RpcError> {
        Ok(params::optional_text(params, "notebook")?.unwrap_or(MAIN).to_owned())
    }

    /// Returns the notebook that a message names.
    pub(crate) fn notebook(&mut self, params: &Value) -> Result<&mut Notebook, RpcError> {
        let name = Engine::notebook_name(params)?;
        let missing = || rejected(format!("no notebook '{name}' is open; expected 'notebook/open' first"));
        self.notebooks.get_mut(&name).ok_or_else(missing)
    }

    /// Returns the course of the files in `/course`, or else of this build. It is read once.
    pub(crate) fn course(&mut self) -> Course {
        if let Some(course) = self.course {
            return course;
        }
        let files = course_files(&self.root.join("course"));
        let course = if files.is_empty() { COURSE } else { Course::of_files(files) };
        if !course.is_empty() {
            self.course = Some(course);
        }
        course
    }

    /// Returns the file of the learner's progress.
    pub(crate) fn progress_file(&self) -> PathBuf {
        self.lessons_folder().join("progress.jsonl")
    }

    /// Returns the directory of the files of lessons.
    pub(crate) fn lessons_folder(&self) -> PathBuf {
        self.root.join("pprepl/learn")
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }
}

/// Reads the lessons in a directory, by name. A file that cannot be read is omitted.
fn course_files(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".pp")).collect();
    names.sort();
    let text = |name: String| {
        let bytes = pprepl_session::file::read(&folder.join(&name), MAX_LESSON).ok()?;
        Some((name, bytes))
    };
    names.into_iter().filter_map(text).collect()
}
