//! The findings of the threads that check files.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::findings::Findings;

/// The findings of a file, with its index.
type FileFindings = (usize, Findings);

/// The channel from the threads to the printer.
pub(super) fn results() -> (Sender<FileFindings>, Receiver<FileFindings>) {
    channel()
}

/// Prints the findings in the order of their files as soon as those before are there.
pub(super) fn print_in_order(results: Receiver<FileFindings>, print: &mut dyn FnMut(Findings)) {
    let (mut waiting, mut next) = (BTreeMap::new(), 0);
    for (index, findings) in results {
        waiting.insert(index, findings);
        while let Some(findings) = waiting.remove(&next) {
            print(findings);
            next += 1;
        }
    }
    // A thread that ended early leaves gaps.
    waiting.into_values().for_each(print);
}
