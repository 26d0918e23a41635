//! The survey of an index between its changes. It stays while each file declares and names the same as when the survey was
//! made; what is typed meanwhile may differ, as long as it comes back to that.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::entry::FileEntry;
use super::project::Project;
use super::survey::Survey;

/// The last survey, and the files that have changed since.
#[derive(Clone, Debug, Default)]
pub(super) struct SurveyCache {
    current: OnceLock<Arc<Survey>>,
    /// An earlier survey, while files differ from it.
    earlier: Option<Arc<Survey>>,
    /// The files as the surveys saw them, if they are different now. `None` is a file that did not exist.
    differing: BTreeMap<Arc<str>, Option<Arc<FileEntry>>>,
}

impl SurveyCache {
    /// Returns the survey of the present files. `None` if the budget ends before that is done.
    pub(super) fn get(&self, project: &Project) -> Option<&Survey> {
        if let Some(current) = self.current.get() {
            return Some(current);
        }
        let survey = Arc::new(Survey::new(project)?);
        Some(self.current.get_or_init(|| survey))
    }

    /// Notes that a file was replaced, added or removed.
    pub(super) fn replace(&mut self, name: &Arc<str>, old: Option<&Arc<FileEntry>>, new: Option<&Arc<FileEntry>>) {
        if let Some(current) = self.current.take() {
            let is_old = self.earlier.as_ref().is_some_and(|earlier| Arc::ptr_eq(earlier, &current));
            if !is_old {
                self.differing.clear();
            }
            self.earlier = Some(current);
        }
        let Some(earlier) = &self.earlier else { return };
        let before = self.differing.remove(name).unwrap_or_else(|| old.cloned());
        if !has_same_outline(before.as_ref(), new) {
            self.differing.insert(name.clone(), before);
        }
        if self.differing.is_empty() {
            self.current = OnceLock::from(earlier.clone());
        }
    }
}

/// Returns whether a survey sees the same in both.
fn has_same_outline(one: Option<&Arc<FileEntry>>, other: Option<&Arc<FileEntry>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.member == other.member && one.index.has_outline_of(&other.index),
        (None, None) => true,
        _ => false,
    }
}
