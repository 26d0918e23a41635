//! Parsed sources that sessions of a thread may share: the compile of many nodes parses each file once.

use std::any::Any;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use pprepl_text::Source;
use puppet_syntax::ast::Program;

use super::catalog::RubyType;
use super::stamp::Stamp;
use super::template_cache::TemplateCache;

/// A file of a module with its tree.
#[derive(Clone)]
pub(crate) struct ModuleFile {
    pub(crate) source: Arc<Source>,
    pub(crate) program: Rc<Program>,
}

/// A file as it was read, and its content.
struct ReadFile {
    path: PathBuf,
    stamp: Stamp,
    content: Rc<dyn Any>,
}

/// The parsed templates and, where files are known not to change, the parsed files of modules.
#[derive(Default)]
pub struct SourceCache {
    pub(crate) templates: RefCell<TemplateCache>,
    /// The file of PuppetDB's answers as it was read last, and its content.
    answers: RefCell<Option<ReadFile>>,
    /// The resource types of modules in Ruby, by their files, as these were read last.
    ruby_types: RefCell<FxHashMap<PathBuf, (Stamp, Rc<RubyType>)>>,
    /// By path. `None` where each session reads the files again.
    files: Option<RefCell<FxHashMap<String, ModuleFile>>>,
    /// The templates of files that do not change, by path.
    template_files: RefCell<FxHashMap<PathBuf, Rc<dyn Any>>>,
}

impl SourceCache {
    /// Creates a cache for sessions during which no file changes, under the same settings.
    pub fn of_unchanging_files() -> SourceCache {
        SourceCache { files: Some(RefCell::default()), ..SourceCache::default() }
    }

    /// Returns whether no file changes.
    pub(crate) fn has_unchanging_files(&self) -> bool {
        self.files.is_some()
    }

    /// Returns the parse of a template in the language whose trees are of type `T`.
    pub fn template<T: 'static>(&self, text: &str) -> Option<Rc<T>> {
        self.templates.borrow().get(text)
    }

    /// Keeps the parse of a template.
    pub fn keep_template<T: 'static>(&self, text: &str, parsed: Rc<T>) {
        self.templates.borrow_mut().insert(text, parsed);
    }

    /// Returns the parse of a template's file, if it was read and files do not change.
    pub fn template_file<T: 'static>(&self, path: &Path) -> Option<Rc<T>> {
        self.template_files.borrow().get(path)?.clone().downcast().ok()
    }

    /// Keeps the parse of a template's file where files do not change.
    pub fn keep_template_file<T: 'static>(&self, path: &Path, parsed: Rc<T>) {
        if self.has_unchanging_files() {
            self.template_files.borrow_mut().insert(path.to_owned(), parsed);
        }
    }

    /// Returns the content of the file of PuppetDB's answers, if it was read and is unchanged.
    pub(crate) fn answers<T: 'static>(&self, path: &Path, stamp: Option<Stamp>) -> Option<Rc<T>> {
        let known = self.answers.borrow();
        let known = known.as_ref().filter(|known| known.path == path && Some(known.stamp) == stamp)?;
        known.content.clone().downcast().ok()
    }

    /// Keeps the content of the file of PuppetDB's answers.
    pub(crate) fn keep_answers<T: 'static>(&self, path: &Path, stamp: Option<Stamp>, content: &Rc<T>) {
        let content: Rc<dyn Any> = content.clone();
        *self.answers.borrow_mut() = stamp.map(|stamp| ReadFile { path: path.to_owned(), stamp, content });
    }

    /// Returns the resource type that a file in Ruby defines, if it was read and is unchanged.
    pub(crate) fn ruby_type(&self, path: &Path, stamp: Option<Stamp>) -> Option<Rc<RubyType>> {
        let known = self.ruby_types.borrow();
        let (read, found) = known.get(path)?;
        (Some(*read) == stamp).then(|| found.clone())
    }

    /// Keeps the resource type that a file in Ruby defines.
    pub(crate) fn keep_ruby_type(&self, path: PathBuf, stamp: Option<Stamp>, found: &Rc<RubyType>) {
        if let Some(stamp) = stamp {
            self.ruby_types.borrow_mut().insert(path, (stamp, found.clone()));
        }
    }

    pub(crate) fn file(&self, path: &str) -> Option<ModuleFile> {
        self.files.as_ref()?.borrow().get(path).cloned()
    }

    pub(crate) fn keep_file(&self, path: &str, file: &ModuleFile) {
        if let Some(files) = &self.files {
            files.borrow_mut().insert(path.to_owned(), file.clone());
        }
    }
}
