//! `pprepl check --watch`: checks again what a change affects. In an environment these are the changed files and those
//! that depend on them; elsewhere the changed files. Modification times are polled. It ends with the process.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use pprepl_project::Project;
use pprepl_session::EnvironmentError;
use pprepl_text::visible;

use super::checking::Checking;
use super::environment::{self, Files};
use super::findings::Findings;
use super::plain;
use super::tally::Tally;
use crate::batch::files::Says;
use crate::batch::{Status, files, interrupt, printer};

/// Pause between two looks at the files.
const PAUSE: Duration = Duration::from_millis(300);

/// The modification time and the size of each file.
type Stamps = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Checks the operands, and again after each change.
pub(super) fn run(checking: &Checking<'_>) -> Status {
    match &checking.check.files[..] {
        [root] if pprepl_project::is_environment(root) => watch_environment(checking, root),
        paths => watch_files(checking, paths),
    }
}

fn print(findings: Findings) {
    findings.print(&mut Tally::default());
}

fn watch_files(checking: &Checking<'_>, paths: &[PathBuf]) -> Status {
    let mut earlier = Stamps::new();
    while !interrupt::happened() {
        let found = files::watched(paths, &checking.exclusion, &checking.reading);
        let now = stamps(&found);
        let changed: Vec<PathBuf> = changed(&earlier, &now).into_iter().filter(|path| now.contains_key(path)).collect();
        if !changed.is_empty() {
            let is_first = earlier.is_empty();
            plain::check_files(checking, &changed, &mut print);
            report(if is_first { &[] } else { &changed }, changed.len());
        }
        earlier = now;
        sleep(PAUSE);
    }
    Status::INTERRUPTED
}

fn watch_environment(checking: &Checking<'_>, root: &Path) -> Status {
    let mut state = match WatchedEnvironment::new(checking, root) {
        Ok(state) => state,
        Err(error) => {
            printer::error(&error.lines());
            return Status::Usage;
        }
    };
    while !interrupt::happened() {
        sleep(PAUSE);
        if let Err(error) = state.update(checking, root) {
            printer::error(&error.lines());
        }
    }
    Status::INTERRUPTED
}

/// An environment at the time of the last check.
struct WatchedEnvironment {
    stamps: Stamps,
    project: Arc<Project>,
}

impl WatchedEnvironment {
    /// Checks all files.
    fn new(checking: &Checking<'_>, root: &Path) -> Result<WatchedEnvironment, EnvironmentError> {
        let (files, _) = environment::find(checking, root, Says::Skipped)?;
        let stamps = stamps_of(&files);
        let project = environment::check_all(checking, &files, &mut print);
        report(&[], files.checked.len());
        Ok(WatchedEnvironment { stamps, project })
    }

    /// Checks the files that changes since the last look affect.
    fn update(&mut self, checking: &Checking<'_>, root: &Path) -> Result<(), EnvironmentError> {
        let (files, _) = environment::find(checking, root, Says::Nothing)?;
        let now = stamps_of(&files);
        let changed = changed(&self.stamps, &now);
        if changed.is_empty() {
            return Ok(());
        }
        let project = Arc::new(updated(&self.project, &files, &changed, checking));
        let names: BTreeSet<Arc<str>> = changed.iter().map(|path| pprepl_files::slashed(path).into()).collect();
        let affected = project.affected(&self.project, &names);
        let is_affected = |path: &&PathBuf| affected.contains(&*pprepl_files::slashed(path));
        let paths: Vec<&Path> = files.checked.iter().filter(is_affected).map(|path| &**path).collect();
        environment::check_some(checking, &files.discovery, &project, &paths, &mut print);
        report(&changed, paths.len());
        (self.stamps, self.project) = (now, project);
        Ok(())
    }
}

/// Returns the index with the changed files read again.
fn updated(before: &Project, files: &Files, changed: &[PathBuf], checking: &Checking<'_>) -> Project {
    let mut project = before.clone();
    project.set_gaps(files.discovery.gaps().clone());
    let mut session = checking.session();
    session.project().enter(&files.discovery);
    for path in changed {
        let member = files.members.iter().find(|member| member.path == *path);
        let text = member.and_then(|member| Some((member, session.project().text_of(member)?)));
        match text {
            Some((member, text)) => project.update(session.project().index(member, text)),
            None => project.remove(&pprepl_files::slashed(path)),
        }
    }
    project
}

fn stamps_of(files: &Files) -> Stamps {
    let members = files.members.iter().map(|member| member.path.clone());
    let configurations = files.discovery.configurations().iter().cloned();
    let all: Vec<PathBuf> = members.chain(files.checked.iter().cloned()).chain(configurations).collect();
    stamps(&all)
}

fn stamps(paths: &[PathBuf]) -> Stamps {
    let stamp = |path: &PathBuf| {
        let about = std::fs::metadata(path).ok()?;
        Some((path.clone(), (about.modified().ok(), about.len())))
    };
    paths.iter().filter_map(stamp).collect()
}

/// Returns the files that differ: changed, new and removed ones.
fn changed(earlier: &Stamps, now: &Stamps) -> Vec<PathBuf> {
    let differs = now.iter().filter(|(path, stamp)| earlier.get(*path) != Some(stamp)).map(|(path, _)| path);
    let removed = earlier.keys().filter(|path| !now.contains_key(*path));
    differs.chain(removed).cloned().collect()
}

/// Reports the end of a round.
fn report(changed: &[PathBuf], checked: usize) {
    let files = |count: usize| if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
    let names: Vec<String> = changed.iter().map(|path| pprepl_files::slashed(path)).collect();
    let changed = if names.is_empty() { String::new() } else { format!("changed: {}; ", names.join(", ")) };
    printer::error_line(&visible(&format!("--- {changed}checked {}", files(checked))));
}
