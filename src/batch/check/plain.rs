//! The check of files and directories that do not form an environment.

use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::thread;

use super::checking::{Checking, is_input};
use super::file::check_path;
use super::findings::{Batches, Findings, print_in_order};
use crate::batch::threads::{Queue, start};
use crate::batch::{Status, files};

/// Checks the files of the paths.
pub(super) fn run(checking: &Checking<'_>, paths: &[PathBuf], print: &mut dyn FnMut(Findings)) -> Status {
    let (files, status) = files::of(paths, &checking.exclusion, &checking.reading);
    check_files(checking, &files, print);
    status
}

/// Checks files.
pub(super) fn check_files(checking: &Checking<'_>, files: &[PathBuf], print: &mut dyn FnMut(Findings)) {
    // The standard input is read in order.
    let threads = if files.iter().any(|path| is_input(path)) { 1 } else { checking.threads(files.len()) };
    if threads == 1 {
        // The process ends after the check: the memory of the session need not be released piece by piece.
        let mut session = ManuallyDrop::new(checking.session());
        return files.iter().for_each(|path| print(check_path(&mut session, path, checking)));
    }
    let (queue, (sender, receiver)) = (Queue::new(files.len()), channel());
    thread::scope(|scope| {
        for _ in 0..threads {
            let (queue, sender) = (&queue, sender.clone());
            start(scope, move || {
                let mut session = ManuallyDrop::new(checking.session());
                let mut batches = Batches::new(&sender);
                while let Some(index) = queue.take() {
                    batches.add(index, check_path(&mut session, &files[index], checking));
                }
            });
        }
        drop(sender);
        print_in_order(receiver, print);
    });
}
