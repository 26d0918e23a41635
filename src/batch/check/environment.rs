//! The check of an environment in two rounds: each thread reads its part of the files into the index, and when the
//! index is complete, checks the files that it has read.

use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread;

use rustc_hash::FxHashMap;

use pprepl_project::{Discovery, FileEntry, Member, Project};
use pprepl_session::file;
use pprepl_session::{EnvironmentError, Session};

use super::checking::Checking;
use super::file::{check_data, check_path, check_text};
use super::findings::{Batch, Batches, Findings, print_in_order};
use crate::batch::files::{self, Says};
use crate::batch::threads::{Queue, start};
use crate::batch::{Status, printer};

/// The files of an environment.
pub(super) struct Files {
    pub(super) discovery: Discovery,
    /// The members of the index.
    pub(super) members: Vec<Member>,
    /// The files to check, in the order of the output.
    pub(super) checked: Vec<PathBuf>,
}

/// Checks an environment.
pub(super) fn run(checking: &Checking<'_>, root: &Path, print: &mut dyn FnMut(Findings)) -> Status {
    match find(checking, root, Says::Skipped) {
        Ok((files, status)) => {
            check_all(checking, &files, print);
            status
        }
        Err(error) => {
            printer::error(&error.lines());
            Status::Usage
        }
    }
}

/// Finds the files of an environment.
pub(super) fn find(checking: &Checking<'_>, root: &Path, says: Says) -> Result<(Files, Status), EnvironmentError> {
    // The files to check, and those of the index, which are partly elsewhere, come from two searches at once.
    let (found, (all, status)) = thread::scope(|scope| {
        let all = scope.spawn(|| files::all(root, &checking.exclusion, &checking.reading, says));
        let found = ManuallyDrop::new(checking.session()).project().find(root);
        (found, all.join().unwrap_or_else(|_| (Vec::new(), Status::Failed)))
    });
    let mut discovery = found?;
    // An excluded file is not checked, but known.
    all.iter().filter(|found| files::is_code(&found.path)).for_each(|found| discovery.add_other(&found.path));
    let is_checked =
        |found: &files::Found| !found.is_excluded && (files::is_code(&found.path) || discovery.is_data(&found.path));
    let checked = all.into_iter().filter(is_checked).map(|found| found.path).collect();
    let members = discovery.members();
    Ok((Files { discovery, members, checked }, status))
}

/// Indexes and checks all files. Returns the index.
pub(super) fn check_all(checking: &Checking<'_>, files: &Files, print: &mut dyn FnMut(Findings)) -> Arc<Project> {
    let threads = checking.threads(files.members.len());
    let (queue, complete) = (Queue::new(files.members.len()), OnceLock::new());
    let positions: FxHashMap<&Path, usize> =
        files.checked.iter().enumerate().map(|(position, path)| (&**path, position)).collect();
    let round = Round { checking, files, positions: &positions, queue: &queue, complete: &complete };
    let ((entries, indexed), (sender, findings)) = (channel(), channel());
    thread::scope(|scope| {
        let work = |entries: Sender<Indexed>, sender| move || round.run(&entries, &sender);
        let started = (0..threads).filter(|_| start(scope, work(entries.clone(), sender.clone()))).count();
        drop((entries, sender));
        if started == 0 {
            print(Findings::failed(Status::Failed, "error: the system does not start a thread"));
        }
        let mut project = collect(&indexed, started);
        project.set_gaps(files.discovery.gaps().clone());
        let project = complete.get_or_init(|| Arc::new(project)).clone();
        print_in_order(findings, print);
        project
    })
}

/// Checks some files of an indexed environment.
pub(super) fn check_some(
    checking: &Checking<'_>,
    discovery: &Discovery,
    project: &Arc<Project>,
    paths: &[&Path],
    print: &mut dyn FnMut(Findings),
) {
    let (queue, (sender, receiver)) = (Queue::new(paths.len()), channel());
    thread::scope(|scope| {
        for _ in 0..checking.threads(paths.len()) {
            let (queue, sender) = (&queue, sender.clone());
            start(scope, move || {
                let mut session = checking.session();
                session.project().enter(discovery);
                session.project().set_index(project.clone());
                let mut batches = Batches::new(&sender);
                while let Some(position) = queue.take() {
                    batches.add(position, check(&mut session, project, paths[position], checking));
                }
            });
        }
        drop(sender);
        print_in_order(receiver, print);
    });
}

/// The files that a thread has indexed in the first round.
type Indexed = Vec<FileEntry>;

/// Collects the entries of the index until every thread has ended its first round.
fn collect(indexed: &Receiver<Indexed>, threads: usize) -> Project {
    Project::new(indexed.iter().take(threads).flatten())
}

/// The first round of a thread: sends its entries at the end, even if the thread panics. The others wait for them.
struct FirstRound<'s> {
    entries: Indexed,
    sender: &'s Sender<Indexed>,
}

impl Drop for FirstRound<'_> {
    fn drop(&mut self) {
        let _ = self.sender.send(std::mem::take(&mut self.entries));
    }
}

/// The work of one thread.
#[derive(Clone, Copy)]
struct Round<'c> {
    checking: &'c Checking<'c>,
    files: &'c Files,
    /// The positions of the files in the output.
    positions: &'c FxHashMap<&'c Path, usize>,
    queue: &'c Queue,
    /// The index, when it is complete.
    complete: &'c OnceLock<Arc<Project>>,
}

impl<'c> Round<'c> {
    fn run(self, entries: &Sender<Indexed>, findings: &Sender<Batch>) {
        let mut batches = Batches::new(findings);
        let (mut session, own) = self.index(entries);
        let project = self.complete.wait();
        session.project().set_index(project.clone());
        for member in own {
            if let Some(position) = self.positions.get(&*member.path) {
                batches.add(*position, check(&mut session, project, &member.path, self.checking));
            }
        }
    }

    /// Reads files into the index. Returns those that this thread has taken.
    fn index(self, entries: &Sender<Indexed>) -> (ManuallyDrop<Session>, Vec<&'c Member>) {
        let mut round = FirstRound { entries: Vec::new(), sender: entries };
        let mut session = ManuallyDrop::new(self.checking.session());
        session.project().enter(&self.files.discovery);
        let mut own = Vec::new();
        while let Some(at) = self.queue.take() {
            let member = &self.files.members[at];
            own.push(member);
            // The check of a file reports why it cannot be read.
            if let Some(text) = session.project().text_of(member) {
                round.entries.push(session.project().index(member, text));
            }
        }
        (session, own)
    }
}

/// Checks a file of the environment.
fn check(session: &mut Session, project: &Project, path: &Path, checking: &Checking<'_>) -> Findings {
    match project.file(&file::name(path)) {
        Some(entry) if entry.member.is_code() => check_text(session, path, entry.source.text().to_owned(), checking),
        Some(_) => check_data(session, path, checking),
        None => check_path(session, path, checking),
    }
}
