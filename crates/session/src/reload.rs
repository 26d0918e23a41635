//! Reloads files that changed on disk: shows the differences, and reruns the inputs from the state before the first one.
//! `:undo` undoes a reload; on failure the session is unchanged.

mod definitions;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use pprepl_text::Severity;
use puppet_eval::{Outputs, ReadFiles, Stamp};

use super::branching::{change_line, lines};
use super::inspect::{self, Snapshot};
use super::line::Line;
use super::rewriting::{Rewriter, changed_values};
use super::{InputView, Report, Session, engine, file};

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
        self.differing(earlier, |_| true)
    }

    /// Returns the files that changed since a moment at which `known` was taken. Those that it does not have are judged by
    /// their modification times, which may be some milliseconds early; one in the future does not count.
    pub fn changed_during(&self, known: &FileStamps, moment: SystemTime) -> Vec<String> {
        // A clock before 1970 has no such time: every file counts as old.
        let nanoseconds = |time: SystemTime| time.duration_since(UNIX_EPOCH).map(|age| age.as_nanos() as i128).ok();
        let (start, end) = (nanoseconds(moment), nanoseconds(SystemTime::now()));
        let is_meanwhile = |modified: i128| start.is_some_and(|start| start < modified) && Some(modified) <= end;
        self.differing(known, |stamp| stamp.is_some_and(|stamp| is_meanwhile(stamp.modified)))
    }

    /// Returns the files with another stamp than in `earlier`. `is_new` judges those that it does not have.
    fn differing(&self, earlier: &FileStamps, is_new: impl Fn(&Option<Stamp>) -> bool) -> Vec<String> {
        let known: HashMap<&Path, &Option<Stamp>> = earlier.0.iter().map(|(path, stamp)| (&**path, stamp)).collect();
        let differs = |(path, stamp): &&(PathBuf, Option<Stamp>)| match known.get(&**path) {
            Some(before) => *before != stamp,
            None => is_new(stamp),
        };
        self.0.iter().filter(differs).map(|(path, _)| pprepl_files::slashed(path)).collect()
    }
}

/// A loaded file of code.
struct LoadedFile {
    path: PathBuf,
    name: String,
    text: String,
    /// Whether it belongs to an environment or a module, and the user did not name it.
    is_found: bool,
}

/// Watches and reloads the files of a session.
pub struct Reloader<'s> {
    pub(crate) session: &'s mut Session,
}

impl Session {
    /// Returns the service that watches and reloads files.
    pub fn reloader(&mut self) -> Reloader<'_> {
        Reloader { session: self }
    }

    /// Returns the definitions in files that differ from another session's.
    pub fn definitions_since(&self, earlier: &Session) -> Vec<DefinitionChange> {
        let old = loaded_files(earlier);
        let options = engine::lex_options(&self.core.settings);
        let compare = |file: LoadedFile| {
            let before = old.iter().find(|known| known.name == file.name).map_or("", |known| &known.text);
            definitions::compare(&file.name, before, &file.text, options)
        };
        loaded_files(self).into_iter().flat_map(compare).collect()
    }
}

impl Reloader<'_> {
    /// Checks the loaded files, and reruns the inputs if one changed or `all` is set.
    pub fn reload(&mut self, all: bool) -> Result<ReloadView, ReloadError> {
        let taken = loaded_files(self.session);
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
                    engine::lex_options(&self.session.core.settings),
                ));
            }
            fresh.extend(text.map(|text| (file.name.clone(), text)));
        }
        self.check_fresh(&view.changed, &fresh)?;
        let data = self.session.core.vm.host_mut().changed_files();
        view.changed.extend(data.iter().map(|path| pprepl_files::slashed(path)));
        if view.changed.is_empty() && !all {
            return Ok(view);
        }
        let before = Snapshot::of(&self.session.core.vm.catalog, self.session.core.vm.catalog.catalog());
        let former = self.session.history.inputs.clone();
        view.inputs = self.rerun(all, &fresh)?;
        view.values = changed_values(&former, &self.session.history.inputs);
        view.catalog = inspect::compare(
            &before,
            &Snapshot::of(&self.session.core.vm.catalog, self.session.core.vm.catalog.catalog()),
        );
        Ok(view)
    }

    /// Reloads if this file is loaded and its text is another one now; `None` if not.
    pub(crate) fn reload_if_changed(&mut self, path: &Path, text: &str) -> Option<Result<ReloadView, ReloadError>> {
        // Two paths may name one file.
        let same =
            |one: &Path| one == path || one.canonicalize().is_ok_and(|one| path.canonicalize().ok() == Some(one));
        let known = loaded_files(self.session).into_iter().find(|file| same(&file.path))?;
        (text != known.text).then(|| self.reload(false))
    }

    /// Runs all inputs again as a step that `:undo` undoes: from the state before the first one, with the files and
    /// the data of now. Returns their number. If one fails, the session is unchanged.
    fn rerun(&mut self, all: bool, fresh: &[(String, String)]) -> Result<usize, ReloadError> {
        let mut line = lines(self.session).line();
        line.cut(0);
        line.outputs = Outputs::default();
        line.files = ReadFiles::default();
        let facts = self.session.site.facts.clone();
        let rewound = change_line(self.session, line);
        // Modules and files of data may be new.
        self.session.core.vm.set_module_path(self.session.core.settings.module_folders());
        self.session.site.open_data(&mut self.session.core);
        let again = self.facts_again(all).and_then(|()| self.run_again(&rewound, fresh));
        self.session.core.vm.defer_nodes(false);
        match again {
            Ok(count) => {
                Rewriter::new(self.session).keep_rewound(if all { ":reload all" } else { ":reload" }, rewound);
                Ok(count)
            }
            Err(fault) => {
                self.session.site.facts = facts;
                self.session.apply_facts();
                change_line(self.session, rewound);
                self.session.history.drop_unused_changes();
                Err(fault)
            }
        }
    }

    /// Returns the stamps of the files that the session depends on: code, facts, the environment's data.
    pub fn watch(&mut self) -> FileStamps {
        self.watch_with(&[])
    }

    /// Returns the stamps of the session's files and of `further` ones.
    pub fn watch_with(&mut self, further: &[PathBuf]) -> FileStamps {
        let mut paths: Vec<PathBuf> = further.to_vec();
        paths.extend(loaded_files(self.session).into_iter().map(|file| file.path));
        if !self.session.core.settings.environment.facts.is_empty() {
            paths.push(file::meant(&self.session.core.settings.environment.facts));
        }
        if !self.session.core.settings.environment.hiera.is_empty() {
            paths.push(file::meant(&self.session.core.settings.environment.hiera));
        }
        if let Some(root) = self.session.site.root.clone() {
            paths.extend([root.join("environment.conf"), root.join("hiera.yaml")]);
            for folder in ["manifests", "data", "hieradata"] {
                self.files_below(&root.join(folder), 0, &mut paths);
            }
        }
        paths.sort();
        paths.dedup();
        let host = self.session.core.vm.host_mut();
        FileStamps(paths.into_iter().map(|path| (path.clone(), host.stamp(&path))).collect())
    }

    fn files_below(&mut self, folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) {
        const MAX_LEVELS: usize = 8;
        for (name, is_folder) in self.session.core.vm.host_mut().list(folder) {
            let path = folder.join(name);
            if !is_folder {
                paths.push(path);
            } else if depth < MAX_LEVELS {
                self.files_below(&path, depth + 1, paths);
            }
        }
    }

    /// Reads a file again; `None` when it no longer exists.
    fn read_again(&mut self, file: &LoadedFile) -> Result<Option<String>, ReloadError> {
        let host = self.session.core.vm.host_mut();
        let read = if file.is_found { host.read_code(&file.path) } else { host.read_named(&file.path) };
        match read {
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
        let mut reports: Vec<Report> =
            different.flat_map(|(name, text)| self.session.source().check(name, text)).collect();
        reports.retain(|report| report.severity == Severity::Error);
        if reports.is_empty() {
            return Ok(());
        }
        Err(ReloadError { message: "a changed file is not valid Puppet; the session is as it was".to_owned(), reports })
    }

    /// Reads the fact file again, if `all` is set.
    fn facts_again(&mut self, all: bool) -> Result<(), ReloadError> {
        let path = file::meant(&self.session.core.settings.environment.facts);
        if !all
            || self.session.core.settings.environment.facts.is_empty()
            || self.session.core.vm.host_mut().stamp(&path).is_none()
        {
            return Ok(());
        }
        self.session.take_facts().map_err(|message| ReloadError {
            message: format!("{message}; the session is as it was"),
            reports: Vec::new(),
        })
    }

    /// Reruns the inputs of a line, except those that failed or were undone, and returns their number. An input without
    /// changes may fail now: it may have used an input that was undone since.
    fn run_again(&mut self, former: &Line, fresh: &[(String, String)]) -> Result<usize, ReloadError> {
        let mut count = 0;
        // A node's definition runs where it ran before: at its own step.
        self.session.core.vm.defer_nodes(former.inputs.iter().any(|input| node_of(input).is_some()));
        for input in &former.inputs {
            if input.failed || former.gone.contains(&input.number) {
                self.session.history.inputs.push(input.clone());
                self.session.history.gone.extend(former.gone.get(&input.number));
                continue;
            }
            let new = fresh.iter().find(|(name, _)| is_file(input) && *name == input.name);
            let text = match new {
                Some((_, text)) => text,
                None if is_file(input) && !input.text.is_empty() && self.was_a_file(input) => {
                    return Err(ReloadError {
                        message: format!("{} no longer exists; the session is unchanged", input.name),
                        reports: Vec::new(),
                    });
                }
                None => &input.text,
            };
            let source = input.source(text);
            let evaluation = match node_of(input) {
                Some(node) => {
                    self.session.core.vm.defer_nodes(false);
                    node.clone_into(&mut self.session.core.settings.environment.node);
                    self.session.apply_facts();
                    self.session.evaluate_step(&source, |vm| vm.change_node(node))
                }
                None => self.session.evaluate_step(&source, |_| {}),
            };
            let matters = is_file(input) || former.done.iter().any(|step| step.input == input.number);
            if evaluation.cancelled || (evaluation.failed() && matters) {
                let message = format!("{} fails now; the session is as it was", describe(input));
                return Err(ReloadError { message, reports: evaluation.reports });
            }
            count += 1;
        }
        Ok(count)
    }

    /// Returns whether the input is the source of a file that no longer exists.
    fn was_a_file(&mut self, input: &InputView) -> bool {
        self.session.core.vm.host_mut().stamp(&file::meant(&input.name)).is_none()
    }
}

/// Returns the loaded files of code: first the inputs, then the modules.
fn loaded_files(session: &Session) -> Vec<LoadedFile> {
    let mut all: Vec<LoadedFile> = Vec::new();
    let of_inputs = session
        .history
        .inputs
        .iter()
        .filter(|input| is_file(input) && !input.failed && !session.history.gone.contains(&input.number));
    for input in of_inputs {
        all.retain(|known| known.name != input.name);
        let path = file::meant(&input.name);
        let is_found = session.site.manifests.contains(&path);
        all.push(LoadedFile { path, name: input.name.clone(), text: input.text.clone(), is_found });
    }
    let of_modules = session.core.vm.catalog.imported();
    all.extend(of_modules.iter().map(|source| LoadedFile {
        path: PathBuf::from(source.name()),
        name: source.name().to_owned(),
        text: source.text().to_owned(),
        is_found: true,
    }));
    all
}

/// Returns the node whose definition the input ran.
pub(super) fn node_of(input: &InputView) -> Option<&str> {
    input.text.strip_prefix("# node ").filter(|_| input.name == "node" && !input.failed)
}

/// Returns whether the input is the source of a whole file. A step of `:play` may differ from its file.
fn is_file(input: &InputView) -> bool {
    let typed = input.name == format!("input {}", input.number);
    !typed && input.lines_before.is_none() && !["-e", "input", "stdin", "-", "node"].contains(&input.name.as_str())
}

fn describe(input: &InputView) -> String {
    if is_file(input) { input.name.clone() } else { format!("input {}", input.number) }
}
