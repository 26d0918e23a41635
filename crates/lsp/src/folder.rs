//! A directory that the client has open, with the state of its environment.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::Uri;
use pprepl_project::FileRole;
use pprepl_session::Settings;
use pprepl_session::config::CheckRules;

use super::client::Client;
use super::document::Document;
use super::state::State;
use super::uri::path_of;

/// A directory that the client has open. Documents outside of all directories belong to the first.
pub struct Folder {
    /// The number of the directory, which no other one gets.
    pub number: usize,
    /// The directory that is or will be indexed.
    pub root: Option<PathBuf>,
    pub state: State,
    pub is_indexing: bool,
    /// Whether files came or went while the index was built.
    pub is_outdated: bool,
}

/// All directories that the client has open; at least one, perhaps without a path.
pub struct Folders {
    all: Vec<Folder>,
    settings: Settings,
    /// The rules of the user's configuration.
    rules: CheckRules,
    stack: usize,
    client: Client,
    /// The number of directories so far.
    count: usize,
    /// The directory of the last request.
    last: usize,
}

impl Folders {
    /// Opens these directories. `stack` is the stack size of this thread for checks, in bytes.
    pub fn new(settings: Settings, rules: CheckRules, stack: usize, client: Client, roots: Vec<PathBuf>) -> Folders {
        let mut folders = Folders { all: Vec::new(), settings, rules, stack, client, count: 0, last: 0 };
        roots.into_iter().for_each(|root| folders.add(Some(root)));
        folders.ensure_one();
        folders
    }

    fn add(&mut self, root: Option<PathBuf>) {
        self.count += 1;
        let state = State::new(self.settings.clone(), self.rules.clone(), self.stack, self.client);
        self.all.push(Folder { number: self.count, root, state, is_indexing: false, is_outdated: false });
    }

    fn ensure_one(&mut self) {
        if self.all.is_empty() {
            self.add(None);
        }
    }

    pub fn client(&self) -> Client {
        self.client
    }

    pub fn all(&self) -> &[Folder] {
        &self.all
    }

    pub fn all_mut(&mut self) -> &mut [Folder] {
        &mut self.all
    }

    /// Returns the directory with a number.
    pub fn numbered(&mut self, number: usize) -> Option<&mut Folder> {
        self.all.iter_mut().find(|folder| folder.number == number)
    }

    /// Returns the directory that a file belongs to: the innermost one around it, or the first of all.
    fn place(&self, path: Option<&Path>) -> usize {
        let depth = |folder: &Folder| {
            let root = folder.root.as_deref()?;
            path?.starts_with(root).then(|| root.components().count())
        };
        let around = self.all.iter().enumerate().filter_map(|(at, folder)| Some((depth(folder)?, at)));
        around.max_by_key(|(depth, at)| (*depth, usize::MAX - at)).map_or(0, |(_, at)| at)
    }

    /// Returns the directory of a document.
    pub fn of(&mut self, uri: &Uri) -> &mut Folder {
        self.of_path(path_of(uri).as_deref())
    }

    pub fn of_path(&mut self, path: Option<&Path>) -> &mut Folder {
        self.last = self.place(path);
        &mut self.all[self.last]
    }

    /// Returns the directory of the last document: a request that names none follows on one that does.
    pub fn last(&mut self) -> &mut Folder {
        self.last = self.last.min(self.all.len() - 1);
        &mut self.all[self.last]
    }

    /// Opens and closes directories. Returns whether the documents may have other findings now.
    pub fn change(&mut self, added: Vec<PathBuf>, removed: &[PathBuf]) -> bool {
        let before = (self.count, self.all.len());
        let is_removed = |folder: &Folder| folder.root.as_ref().is_some_and(|root| removed.contains(root));
        let (closed, kept): (Vec<Folder>, Vec<Folder>) =
            std::mem::take(&mut self.all).into_iter().partition(is_removed);
        self.all = kept;
        let known = |root: &PathBuf| self.all.iter().any(|folder| folder.root.as_ref() == Some(root));
        let new: Vec<PathBuf> = added.into_iter().filter(|root| !known(root)).collect();
        new.into_iter().for_each(|root| self.add(Some(root)));
        self.ensure_one();
        let documents = closed.into_iter().flat_map(|mut folder| folder.state.close_all()).collect();
        self.settle(documents);
        before != (self.count, self.all.len())
    }

    /// Moves all documents to their directories.
    fn settle(&mut self, mut documents: Vec<Document>) {
        for at in 0..self.all.len() {
            let state = &self.all[at].state;
            let names: Vec<Arc<str>> = state.documents.keys().cloned().collect();
            let strangers = names.into_iter().filter(|name| self.place(Some(Path::new(&**name))) != at);
            for name in strangers.collect::<Vec<_>>() {
                documents.extend(self.all[at].state.close(&name));
            }
        }
        for document in documents {
            let (text, name, revision) = (document.text().to_owned(), document.member.name, document.revision);
            let language = if document.member.role == FileRole::Foreign { "" } else { "puppet" };
            let state = &mut self.of(&document.uri).state;
            state.open(document.uri, language, document.version, text);
            if let Some(moved) = state.documents.get_mut(&name) {
                moved.revision = revision + 1;
            }
        }
    }

    /// Uses other settings from now on.
    pub fn set_settings(&mut self, settings: &Settings) {
        self.settings = settings.clone();
        self.all.iter_mut().for_each(|folder| folder.state.set_settings(settings.clone()));
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}
