//! The host of a session on this machine: its files, clock, randomness and environment. The front end chooses where
//! log lines appear immediately.

use std::cell::RefCell;
use std::collections::HashSet;
use std::hash::{BuildHasher, Hash, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};

use pprepl_files::{self as files, Links, Rejection, Rules};
use puppet_eval::{DebugOutput, Host, Level, Limits, ReadFile, ReadFiles, Stamp};
use puppet_functions::loader::environment::puppetfile_modules;
use puppet_pcore::{Value, ValueError};

use super::file_cache::{FileCache, Listing};
use super::ruby_files::RubyFiles;

/// The maximum size of a Puppetfile, in bytes.
const MAX_PUPPETFILE: u64 = 16 << 20;

/// A callback for each log line at the moment it is written.
pub type LogSink = Box<dyn FnMut(Level, &str)>;

/// The user interface at a breakpoint.
pub trait Dialogue {
    /// Asks for a line; `None` ends the run.
    fn ask(&mut self, prompt: &str) -> Option<String>;
    fn report(&mut self, told: &DebugOutput);
}

pub struct SystemHost {
    sink: LogSink,
    limits: Limits,
    rules: Rules,
    module_path: Vec<PathBuf>,
    environment: Option<PathBuf>,
    /// The file with functions that replace those in Ruby.
    substitutes: Option<PathBuf>,
    /// The file with the answers of PuppetDB.
    puppetdb: Option<PathBuf>,
    /// The modules' directories, listed on first use.
    modules: Option<Vec<PathBuf>>,
    ruby_files: RubyFiles,
    said: HashSet<String>,
    /// The files that programs asked for: a trial run may read them again.
    named: HashSet<PathBuf>,
    /// The files other than code that programs asked for.
    asked: ReadFiles,
    /// The answers of the file system, while a program runs or as long as no file changes.
    cache: Option<Rc<RefCell<FileCache>>>,
    /// Whether no file changes.
    keeps_cache: bool,
    /// The trial run in progress.
    trial: Option<TrialRun>,
    dialogue: Option<Box<dyn Dialogue>>,
}

/// A trial run of a program.
#[derive(Default)]
struct TrialRun {
    /// True if the program asked for a file that no earlier program named.
    has_asked: bool,
}

impl SystemHost {
    /// Creates a host whose log lines go to `sink`.
    pub fn new(sink: LogSink) -> SystemHost {
        SystemHost {
            sink,
            limits: Limits::default(),
            rules: Rules::default(),
            module_path: Vec::new(),
            environment: None,
            substitutes: None,
            puppetdb: None,
            modules: None,
            ruby_files: RubyFiles::default(),
            said: HashSet::new(),
            named: HashSet::new(),
            asked: ReadFiles::default(),
            cache: None,
            keeps_cache: false,
            trial: None,
            dialogue: None,
        }
    }

    /// Creates a host without immediate log output (an evaluation still lists the lines).
    pub fn silent() -> SystemHost {
        SystemHost::new(Box::new(|_, _| {}))
    }

    /// Sets the user interface for breakpoints.
    pub fn with_dialogue(mut self, dialogue: Box<dyn Dialogue>) -> SystemHost {
        self.dialogue = Some(dialogue);
        self
    }

    /// Shares what is known of files with other hosts: no file changes in their time.
    pub(super) fn with_cache(mut self, cache: &Rc<RefCell<FileCache>>) -> SystemHost {
        self.cache = Some(cache.clone());
        self.keeps_cache = true;
        self
    }

    /// Sets the bytes of the machine stack for evaluations: the caller knows its thread.
    pub fn with_stack(mut self, bytes: usize) -> SystemHost {
        self.limits.stack_bytes = bytes;
        self
    }
}

impl SystemHost {
    /// Rejects file access by code that the user did not request to run; a trial run reads only files that an earlier
    /// program named.
    fn reject_unasked(&mut self, path: &Path) -> io::Result<()> {
        let is_new = match &mut self.trial {
            Some(trial) => {
                let is_new = !self.named.contains(path);
                trial.has_asked |= is_new;
                is_new
            }
            None => false,
        };
        if self.rules.unasked || is_new {
            return Err(Rejection::Unasked.into());
        }
        if !self.named.contains(path) {
            self.named.insert(path.to_owned());
        }
        Ok(())
    }

    /// Returns the content of a file, which is read once when no file changes.
    fn cached(&self, path: &Path, read: impl FnOnce() -> io::Result<Vec<u8>>) -> io::Result<Vec<u8>> {
        match self.cache.as_ref().filter(|_| self.keeps_cache) {
            Some(cache) => cache.borrow_mut().content(path, read),
            None => read(),
        }
    }

    /// Returns whether a program runs that is not a trial, and files may change after it.
    fn records_files(&self) -> bool {
        self.cache.is_some() && !self.keeps_cache && self.trial.is_none() && !self.rules.unasked
    }

    /// Records that a program read this content.
    fn record_content(&mut self, path: &Path, content: &impl Hash) {
        if self.records_files() && !self.asked.has_content(path) {
            self.asked.add(path, stamp_of(path));
            self.asked.add_content(path, content);
        }
    }

    /// Returns whether a file is another one than a program found.
    fn is_changed(&self, path: &Path, before: &ReadFile) -> bool {
        let now = stamp_of(path);
        let (Some(old), Some(new)) = (before.stamp, now) else { return before.stamp.is_some() != now.is_some() };
        match before.content {
            _ if old.folder != new.folder => true,
            None => old != new && !new.folder,
            Some(_) if new.folder => !before.has(&listing_of(path)),
            // A file that cannot be read any more is another one.
            Some(_) => !files::read_named(path, self.rules.limit).is_ok_and(|bytes| before.has(&bytes)),
        }
    }

    fn find_module_file(&self, folder: &str, reference: &str) -> Option<PathBuf> {
        let (module, rest) = reference.split_once('/').unwrap_or((reference, ""));
        let inside = |part: &str| !part.split('/').any(|step| step == "..");
        if !inside(reference) {
            return None;
        }
        if module == "environment" {
            let root = self.environment.as_ref()?;
            return Some(root.join(folder).join(rest)).filter(|path| path.exists());
        }
        let file = |root: &PathBuf| [root.join(module).join(folder), PathBuf::from(rest)].iter().collect::<PathBuf>();
        self.module_path.iter().map(file).find(|path| path.exists())
    }

    /// Returns the directories of all modules, in the order of the module path; the first of equal names wins.
    fn modules(&mut self) -> &[PathBuf] {
        if self.modules.is_none() {
            let mut names = HashSet::new();
            let mut all: Vec<PathBuf> = Vec::new();
            for root in &self.module_path {
                let entries = std::fs::read_dir(root).into_iter().flatten().flatten();
                let mut folders: Vec<PathBuf> =
                    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
                folders.sort();
                folders.retain(|path| path.file_name().is_some_and(|name| names.insert(name.to_owned())));
                all.append(&mut folders);
            }
            self.modules = Some(all);
        }
        self.modules.as_deref().unwrap_or_default()
    }
}

/// Returns the metadata of a path.
fn stamp_of(path: &Path) -> Option<Stamp> {
    let about = std::fs::metadata(path).ok()?;
    let since = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let modified = since.map_or(0, |since| since.as_nanos() as i128);
    Some(Stamp { modified, size: about.len(), folder: about.is_dir() })
}

/// Returns the names in a directory, sorted, and whether they are directories.
fn listing_of(folder: &Path) -> Listing {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let name = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        Some((name, entry.file_type().is_ok_and(|kind| kind.is_dir())))
    };
    let mut names: Listing = entries.filter_map(name).collect();
    names.sort();
    names
}

impl Host for SystemHost {
    fn program_runs(&mut self, runs: bool) {
        if !self.keeps_cache {
            self.cache = runs.then(Rc::default);
        }
    }

    fn read_file(&mut self, path: &Path) -> io::Result<String> {
        self.read_bytes(path).and_then(files::text)
    }

    fn read_bytes(&mut self, path: &Path) -> io::Result<Vec<u8>> {
        self.reject_unasked(path)?;
        // While a program runs, no file changes: a template is rendered often.
        let bytes = match &self.cache {
            Some(cache) => cache.borrow_mut().content(path, || files::read(path, &self.rules)),
            None => files::read(path, &self.rules),
        };
        match &bytes {
            Ok(bytes) => self.record_content(path, bytes),
            Err(_) if self.records_files() => self.asked.add(path, stamp_of(path)),
            Err(_) => {}
        }
        bytes
    }

    fn read_data(&mut self, path: &Path) -> io::Result<String> {
        let bytes = self.cached(path, || files::read(path, &self.rules))?;
        self.record_content(path, &bytes);
        files::text(bytes)
    }

    fn read_named(&mut self, path: &Path) -> io::Result<String> {
        self.cached(path, || files::read_named(path, self.rules.limit)).and_then(files::text)
    }

    fn read_code(&mut self, path: &Path) -> io::Result<String> {
        self.cached(path, || files::read_code(path, &self.rules)).and_then(files::text)
    }

    fn check_code(&mut self, path: &Path) -> io::Result<()> {
        self.rules.check_code(path)
    }

    fn has_file(&mut self, path: &Path) -> io::Result<bool> {
        self.reject_unasked(path)?;
        self.rules.check(path)?;
        if self.records_files() {
            self.asked.add(path, stamp_of(path));
        }
        Ok(path.is_file())
    }

    fn set_file_rules(&mut self, rules: Rules) {
        self.rules = Rules { unasked: self.rules.unasked, ..rules };
    }

    fn set_unasked(&mut self, unasked: bool) {
        self.rules.unasked = unasked;
    }

    fn begin_trial(&mut self) {
        self.trial = Some(TrialRun::default());
    }

    fn end_trial(&mut self) -> bool {
        self.trial.take().is_some_and(|trial| trial.has_asked)
    }

    fn module_file(&mut self, folder: &str, reference: &str) -> Option<PathBuf> {
        match self.cache.clone() {
            Some(cache) => {
                cache.borrow_mut().module_file(folder, reference, || self.find_module_file(folder, reference))
            }
            None => self.find_module_file(folder, reference),
        }
    }

    fn file_of_modules(&mut self, path: &str) -> Option<PathBuf> {
        if path.split('/').any(|step| step == "..") {
            return None;
        }
        if self.keeps_cache
            && let Some(cache) = self.cache.clone()
        {
            let mut cache = cache.borrow_mut();
            return cache.ruby_files.get_or_insert_with(|| RubyFiles::listed(self.modules())).find(path);
        }
        if !self.ruby_files.is_good() {
            self.ruby_files = RubyFiles::listed(self.modules());
        }
        self.ruby_files.find(path)
    }

    fn read_yaml(&mut self, text: &str) -> puppet_pcore::Result<Value> {
        let failed = |fault: puppet_functions::loader::yaml::DataError| {
            ValueError::new(pprepl_text::Topic::ArgumentValue, fault.message)
        };
        let node = puppet_functions::loader::yaml::read(text).map_err(failed)?;
        node.map_or(Ok(Value::Undef), |node| node.usable().cloned().map_err(failed))
    }

    fn is_folder(&mut self, path: &Path) -> bool {
        path.is_dir()
    }

    fn manifests_in(&mut self, folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        collect_manifests(folder, &mut Links::default(), &mut found);
        found
    }

    fn set_substitutes(&mut self, file: Option<PathBuf>) {
        self.substitutes = file;
    }

    fn substitutes(&mut self) -> Option<PathBuf> {
        self.substitutes.clone()
    }

    fn set_puppetdb(&mut self, file: Option<PathBuf>) {
        self.puppetdb = file;
    }

    fn puppetdb(&mut self) -> Option<PathBuf> {
        self.puppetdb.clone()
    }

    fn set_environment(&mut self, root: Option<PathBuf>) {
        self.environment = root;
    }

    fn stamp(&mut self, path: &Path) -> Option<Stamp> {
        let stamp = match &self.cache {
            Some(cache) => cache.borrow_mut().stamp(path, || stamp_of(path)),
            None => stamp_of(path),
        };
        if self.records_files() {
            self.asked.add(path, stamp);
        }
        stamp
    }

    fn read_files(&self) -> ReadFiles {
        self.asked.clone()
    }

    fn set_read_files(&mut self, files: ReadFiles) {
        self.asked = files;
    }

    fn changed_files(&mut self) -> Vec<PathBuf> {
        self.asked.iter().filter(|(path, file)| self.is_changed(path, file)).map(|(path, _)| path.to_owned()).collect()
    }

    fn list(&mut self, folder: &Path) -> Vec<(String, bool)> {
        let listing = match &self.cache {
            Some(cache) => cache.borrow_mut().listing(folder, || listing_of(folder)),
            None => listing_of(folder),
        };
        self.record_content(folder, &listing);
        listing
    }

    fn set_module_path(&mut self, folders: Vec<PathBuf>) {
        self.module_path = folders;
        self.modules = None;
        self.ruby_files.forget();
    }

    fn puppetfile_of(&self, module: &str) -> Option<PathBuf> {
        if self.module_path.iter().any(|folder| folder.join(module).is_dir()) {
            return None;
        }
        let names_module = |folder: &Path| {
            let (file, code) = (folder.join("Puppetfile"), vec![folder.to_owned()]);
            let rules = Rules { limit: MAX_PUPPETFILE, code, ..self.rules.clone() };
            let text = files::read_code(&file, &rules).and_then(files::text).unwrap_or_default();
            puppetfile_modules(&text).iter().any(|name| name == module).then_some(file)
        };
        self.module_path.iter().filter_map(|folder| folder.parent()).find_map(names_module)
    }

    fn first_time(&mut self, key: &str) -> bool {
        match self.trial {
            Some(_) => !self.said.contains(key),
            None => self.said.insert(key.to_owned()),
        }
    }

    fn reset_once_warnings(&mut self) {
        self.said.clear();
    }

    fn now(&mut self) -> i128 {
        match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(since) => since.as_nanos() as i128,
            Err(before) => -(before.duration().as_nanos() as i128),
        }
    }

    fn random(&mut self) -> u64 {
        RandomState::new().hash_one(self.said.len())
    }

    fn time_zone(&mut self) -> String {
        std::env::var("TZ").ok().filter(|zone| !zone.is_empty()).unwrap_or_else(|| "UTC".to_owned())
    }

    fn environment(&mut self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn is_attended(&self) -> bool {
        self.dialogue.is_some()
    }

    fn ask(&mut self, prompt: &str) -> Option<String> {
        self.dialogue.as_mut()?.ask(prompt)
    }

    fn report(&mut self, told: &DebugOutput) {
        if let Some(dialogue) = &mut self.dialogue {
            dialogue.report(told);
        }
    }

    fn log(&mut self, level: Level, text: &str) {
        (self.sink)(level, text);
    }

    fn may_run_programs(&mut self) -> bool {
        if let Some(trial) = &mut self.trial {
            trial.has_asked = true;
        }
        self.trial.is_none() && !self.rules.unasked
    }

    fn limits(&self) -> Limits {
        self.limits
    }
}

/// Adds the manifests in a directory by name; a subdirectory's manifests take the position of its name.
fn collect_manifests(folder: &Path, links: &mut Links, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            if links.follows(folder, &entry) {
                collect_manifests(&entry, links, found);
            }
        } else if entry.extension().is_some_and(|extension| extension == "pp") {
            found.push(entry);
        }
    }
}
