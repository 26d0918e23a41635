//! Reloads files that changed on disk: shows the differences, and reruns the inputs as in a fresh session. On failure
//! the session is unchanged.

mod definitions;

use std::path::{Path, PathBuf};

use pprepl_text::Severity;
use puppet_eval::{Change as Entry, Stamp, Vm};

use super::assume::Assumption;
use super::inspect::{self, Snapshot};
use super::session::Step;
use super::{Evaluation, InputView, Report, Session, engine, file};
use puppet_functions::loader::hiera::Hiera;

pub use definitions::DefinitionChange;

/// The result of a reload.
#[derive(Debug, Clone, Default)]
pub struct ReloadView {
    /// The number of files checked.
    pub files: usize,
    pub changed: Vec<String>,
    /// The changed definitions in them.
    pub definitions: Vec<DefinitionChange>,
    /// The number of inputs that ran again; 0 when nothing required it.
    pub inputs: usize,
    /// Inputs whose value changed: number, before, after.
    pub values: Vec<(usize, Option<String>, Option<String>)>,
    /// The differences of the catalog.
    pub catalog: Vec<inspect::Change>,
}

/// The reason why a reload was canceled: the session is unchanged.
#[derive(Debug, Clone)]
pub struct ReloadError {
    pub message: String,
    pub reports: Vec<Report>,
}

/// The stamps of the session's files, for detecting changes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileStamps(Vec<(PathBuf, Option<Stamp>)>);

impl FileStamps {
    /// Returns the files whose stamps differ.
    pub fn changed_since(&self, earlier: &FileStamps) -> Vec<String> {
        let was = |path: &PathBuf| earlier.0.iter().find(|(known, _)| known == path).map(|(_, stamp)| *stamp);
        let differs = |(path, stamp): &&(PathBuf, Option<Stamp>)| was(path).is_none_or(|known| known != *stamp);
        self.0.iter().filter(differs).map(|(path, _)| path.display().to_string()).collect()
    }
}

/// A loaded file of code.
struct LoadedFile {
    path: PathBuf,
    name: String,
    text: String,
}

/// The saved state of a session.
pub(super) struct SessionSnapshot {
    vm: Vm,
    hiera: std::rc::Rc<Hiera>,
    inputs: Vec<InputView>,
    last: Option<Evaluation>,
    done: Vec<Step>,
    undone: Vec<(Step, Vec<Entry>)>,
    gone: std::collections::BTreeSet<usize>,
    facts: Option<std::rc::Rc<puppet_pcore::Hash>>,
    assumed: Vec<Assumption>,
    before_reset: Option<Box<SessionSnapshot>>,
}

impl Session {
    /// Checks the loaded files, and reruns the inputs if one changed or `all` is set.
    pub fn reload(&mut self, all: bool) -> Result<ReloadView, ReloadError> {
        let taken = self.loaded_files();
        let mut view = ReloadView { files: taken.len(), ..ReloadView::default() };
        let mut fresh: Vec<(String, String)> = Vec::new();
        for file in &taken {
            let text = self.read_again(file)?;
            if text.as_deref() != Some(&*file.text) {
                view.changed.push(file.name.clone());
                let new = text.clone().unwrap_or_default();
                view.definitions.extend(definitions::compare(
                    &file.name,
                    &file.text,
                    &new,
                    engine::lex_options(&self.settings),
                ));
            }
            fresh.extend(text.map(|text| (file.name.clone(), text)));
        }
        if view.changed.is_empty() && !all {
            return Ok(view);
        }
        self.check_fresh(&view.changed, &fresh)?;
        let before = Snapshot::of(self.vm.catalog(), self.vm.catalog().catalog());
        let kept = self.set_aside();
        let again = self.facts_again(all).and_then(|()| self.run_again(&kept, &fresh));
        match again {
            Ok(count) => {
                view.inputs = count;
                self.assumed.clone_from(&kept.assumed);
            }
            Err(fault) => {
                self.restore(kept);
                return Err(fault);
            }
        }
        view.values = changed_values(&kept.inputs, &self.inputs);
        view.catalog = inspect::compare(&before, &Snapshot::of(self.vm.catalog(), self.vm.catalog().catalog()));
        Ok(view)
    }

    /// Returns the stamps of the files that the session depends on: code, facts, the environment's data.
    pub fn watch(&mut self) -> FileStamps {
        self.watch_with(&[])
    }

    /// Returns the stamps of the session's files and of `further` ones.
    pub fn watch_with(&mut self, further: &[PathBuf]) -> FileStamps {
        let mut paths: Vec<PathBuf> = further.to_vec();
        paths.extend(self.loaded_files().into_iter().map(|file| file.path));
        if !self.settings.environment.facts.is_empty() {
            paths.push(file::meant(&self.settings.environment.facts));
        }
        if !self.settings.environment.hiera.is_empty() {
            paths.push(file::meant(&self.settings.environment.hiera));
        }
        if let Some(root) = self.environment_root.clone() {
            paths.extend([root.join("environment.conf"), root.join("hiera.yaml")]);
            for folder in ["manifests", "data", "hieradata"] {
                self.files_below(&root.join(folder), 0, &mut paths);
            }
        }
        paths.sort();
        paths.dedup();
        let host = self.vm.host_mut();
        FileStamps(paths.into_iter().map(|path| (path.clone(), host.stamp(&path))).collect())
    }

    fn files_below(&mut self, folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) {
        const MAX_LEVELS: usize = 8;
        for (name, is_folder) in self.vm.host_mut().list(folder) {
            let path = folder.join(name);
            if !is_folder {
                paths.push(path);
            } else if depth < MAX_LEVELS {
                self.files_below(&path, depth + 1, paths);
            }
        }
    }

    /// Returns the resources and edges that differ from another session's.
    pub fn catalog_since(&self, earlier: &Session) -> Vec<inspect::Change> {
        let snapshot = |of: &Session| Snapshot::of(of.vm.catalog(), of.vm.catalog().catalog());
        inspect::compare(&snapshot(earlier), &snapshot(self))
    }

    /// Returns the definitions in files that differ from another session's.
    pub fn definitions_since(&self, earlier: &Session) -> Vec<DefinitionChange> {
        let old = earlier.loaded_files();
        let options = engine::lex_options(&self.settings);
        let compare = |file: LoadedFile| {
            let before = old.iter().find(|known| known.name == file.name).map_or("", |known| &known.text);
            definitions::compare(&file.name, before, &file.text, options)
        };
        self.loaded_files().into_iter().flat_map(compare).collect()
    }

    /// Returns the loaded files of code: first the inputs, then the modules.
    fn loaded_files(&self) -> Vec<LoadedFile> {
        let mut all: Vec<LoadedFile> = Vec::new();
        let of_inputs = self.inputs.iter().filter(|input| is_file(input) && !self.gone.contains(&input.number));
        for input in of_inputs {
            all.retain(|known| known.name != input.name);
            all.push(LoadedFile { path: file::meant(&input.name), name: input.name.clone(), text: input.text.clone() });
        }
        let of_modules = self.vm.catalog().imported();
        all.extend(of_modules.iter().map(|source| LoadedFile {
            path: PathBuf::from(source.name()),
            name: source.name().to_owned(),
            text: source.text().to_owned(),
        }));
        all
    }

    /// Reads a file again; `None` when it no longer exists.
    fn read_again(&mut self, file: &LoadedFile) -> Result<Option<String>, ReloadError> {
        match self.vm.host_mut().read_named(&file.path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(ReloadError {
                message: format!("cannot read {}: {}", file.name, file::reason(&error)),
                reports: Vec::new(),
            }),
        }
    }

    /// Rejects changed files with syntax errors before anything runs.
    fn check_fresh(&self, changed: &[String], fresh: &[(String, String)]) -> Result<(), ReloadError> {
        let different = fresh.iter().filter(|(name, _)| changed.contains(name));
        let mut reports: Vec<Report> = different.flat_map(|(name, text)| self.check(name, text)).collect();
        reports.retain(|report| report.severity == Severity::Error);
        if reports.is_empty() {
            return Ok(());
        }
        Err(ReloadError { message: "a changed file is not valid Puppet; the session is as it was".to_owned(), reports })
    }

    /// Saves the session's state and starts an empty one.
    pub(super) fn set_aside(&mut self) -> SessionSnapshot {
        let fresh = self.vm.renewed();
        let kept = SessionSnapshot {
            vm: std::mem::replace(&mut self.vm, fresh),
            hiera: self.hiera.clone(),
            inputs: std::mem::take(&mut self.inputs),
            last: self.last.take(),
            done: std::mem::take(&mut self.done),
            undone: std::mem::take(&mut self.undone),
            gone: std::mem::take(&mut self.gone),
            facts: self.facts.clone(),
            assumed: self.assumed.clone(),
            before_reset: self.before_reset.take(),
        };
        self.attach_debugger();
        self.reset();
        self.vm.set_module_path(self.settings.module_folders());
        self.hiera = engine::hiera(&self.settings, self.environment_root.as_deref(), &mut self.vm);
        kept
    }

    /// Restores a saved state.
    pub(super) fn restore(&mut self, mut kept: SessionSnapshot) {
        kept.vm.take_host_of(&mut self.vm);
        let SessionSnapshot { vm, hiera, inputs, last, done, undone, gone, facts, assumed, before_reset } = kept;
        self.vm = vm;
        self.hiera = hiera;
        self.inputs = inputs;
        self.last = last;
        self.done = done;
        self.undone = undone;
        self.gone = gone;
        self.facts = facts;
        self.assumed = assumed;
        self.before_reset = before_reset;
    }

    /// Reads the fact file again, if `all` is set.
    fn facts_again(&mut self, all: bool) -> Result<(), ReloadError> {
        let path = file::meant(&self.settings.environment.facts);
        if !all || self.settings.environment.facts.is_empty() || self.vm.host_mut().stamp(&path).is_none() {
            return Ok(());
        }
        self.take_facts().map_err(|message| ReloadError {
            message: format!("{message}; the session is as it was"),
            reports: Vec::new(),
        })
    }

    /// Reruns the inputs, except those that failed or were undone, and returns their number. An input without changes
    /// may fail now: it may have used an input that was undone since.
    fn run_again(&mut self, kept: &SessionSnapshot, fresh: &[(String, String)]) -> Result<usize, ReloadError> {
        let mut count = 0;
        // A node's definition runs where it ran before: at its own step.
        self.vm.defer_nodes(kept.inputs.iter().any(|input| node_of(input).is_some()));
        for input in &kept.inputs {
            if input.failed || kept.gone.contains(&input.number) {
                self.inputs.push(input.clone());
                self.gone.extend(kept.gone.get(&input.number));
                continue;
            }
            let new = fresh.iter().find(|(name, _)| is_file(input) && *name == input.name);
            let text = match new {
                Some((_, text)) => text,
                None if is_file(input) && !input.text.is_empty() && self.was_a_file(input) => {
                    return Err(ReloadError {
                        message: format!("{} is gone; the session is as it was", input.name),
                        reports: Vec::new(),
                    });
                }
                None => &input.text,
            };
            let evaluation = match node_of(input) {
                Some(node) => {
                    self.vm.defer_nodes(false);
                    self.evaluate_step(&input.name, text, |vm| vm.change_node(node))
                }
                None => self.evaluate(&input.name, text),
            };
            let matters = is_file(input) || kept.done.iter().any(|step| step.input == input.number);
            if evaluation.cancelled || (evaluation.failed() && matters) {
                let message = format!("{} fails now; the session is as it was", describe(input));
                return Err(ReloadError { message, reports: evaluation.reports });
            }
            count += 1;
        }
        self.vm.defer_nodes(false);
        Ok(count)
    }

    /// Returns whether the input is the source of a file that no longer exists.
    fn was_a_file(&mut self, input: &InputView) -> bool {
        self.vm.host_mut().stamp(&file::meant(&input.name)).is_none()
    }
}

/// Returns the node whose definition the input ran.
fn node_of(input: &InputView) -> Option<&str> {
    input.text.strip_prefix("# node ").filter(|_| input.name == "node" && !input.failed)
}

/// Returns whether the input is the source of a file.
fn is_file(input: &InputView) -> bool {
    let typed = input.name == format!("input {}", input.number);
    !typed && !["-e", "input", "stdin", "-", "node"].contains(&input.name.as_str())
}

fn describe(input: &InputView) -> String {
    if is_file(input) { input.name.clone() } else { format!("input {}", input.number) }
}

/// Returns the inputs whose value changed.
fn changed_values(old: &[InputView], new: &[InputView]) -> Vec<(usize, Option<String>, Option<String>)> {
    let pairs = old.iter().zip(new).filter(|(old, new)| old.value != new.value);
    pairs.map(|(old, new)| (old.number, old.value.clone(), new.value.clone())).collect()
}
