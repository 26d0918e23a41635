//! The index of an environment, built in the background on all cores.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, Builder};

use pprepl_files::{self as files, Rules};
use pprepl_project::{Discovery, FileEntry, Member, Project, index};
use pprepl_session::{LexOptions, Session, Settings, SystemHost};

/// The stack size of a thread, in bytes: deeply nested code is parsed recursively.
const STACK: usize = 96 << 20;

/// An environment with its index.
pub struct Indexed {
    pub discovery: Discovery,
    pub project: Project,
}

/// The progress of the work, in percent.
pub type Progress = Box<dyn Fn(u32) + Send>;

/// Finds and reads the files around a directory. `done` gets the result in a thread of its own.
///
/// Returns false if the system does not start a thread.
pub fn start(
    settings: Settings,
    root: PathBuf,
    progress: Progress,
    done: impl FnOnce(Indexed) + Send + 'static,
) -> bool {
    let work = move || done(indexed(settings, &root, &progress));
    Builder::new().name("index".to_owned()).stack_size(STACK).spawn(work).is_ok()
}

/// Finds and reads the files around a directory, on all cores or, without threads, here.
pub fn indexed(settings: Settings, root: &std::path::Path, progress: &Progress) -> Indexed {
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let discovery = session.project().find_around(root);
    let rules = session.project().code_rules(root);
    let options = session.source().lex_options();
    drop(session);
    let members = discovery.members();
    let (next, (sender, entries)) = (AtomicUsize::new(0), channel());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let project = thread::scope(|scope| {
        let mut has_thread = false;
        for _ in 0..threads {
            let (sender, members, next, rules) = (sender.clone(), &members, &next, &rules);
            let work = move || read(members, next, (options, rules), &sender);
            has_thread |= Builder::new().stack_size(STACK).spawn_scoped(scope, work).is_ok();
        }
        if !has_thread {
            read(&members, &next, (options, &rules), &sender);
        }
        drop(sender);
        let mut percent = 0;
        Project::new(entries.into_iter().enumerate().map(|(count, entry)| {
            let now = (count * 100 / members.len().max(1)) as u32;
            if now >= percent + 5 {
                percent = now;
                progress(now);
            }
            entry
        }))
    });
    let mut project = project;
    project.set_gaps(discovery.gaps().clone());
    Indexed { discovery, project }
}

/// Reads files until none is left.
fn read(members: &[Member], next: &AtomicUsize, (options, rules): (LexOptions, &Rules), entries: &Sender<FileEntry>) {
    while let Some(member) = members.get(next.fetch_add(1, Ordering::Relaxed)) {
        if let Some(text) = text_of(member, rules) {
            let _ = entries.send(index(member, text, options).0);
        }
    }
}

/// Reads the text of a file; `None` if it cannot or may not be read.
fn text_of(member: &Member, rules: &Rules) -> Option<String> {
    if member.is_read() {
        return files::read_code(&member.path, rules).and_then(files::text).ok();
    }
    rules.check_code(&member.path).ok().map(|()| String::new())
}
