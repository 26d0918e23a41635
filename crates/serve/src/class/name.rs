//! The names of learners: what may be one, and the file of each.

use pprepl_text::visible;
use sha2::{Digest, Sha256};

use super::error::ClassError;

/// The maximum length of a name in characters.
const MAX_NAME: usize = 40;

/// A name that can be used, with spaces joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnerName {
    pub shown: String,
    /// The name for comparing: `Ann` and `ann` are one learner.
    pub folded: String,
}

impl LearnerName {
    /// Checks a name.
    pub fn new(text: &str) -> Result<LearnerName, ClassError> {
        // Before anything that takes time: a long text is refused by its length.
        if text.len() > 8 * MAX_NAME {
            return Err(ClassError::Name("it has more than 40 characters"));
        }
        let shown = text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<&str>>().join(" ");
        let reason = if shown.is_empty() {
            Some("it is empty")
        } else if shown.chars().count() > MAX_NAME {
            Some("it has more than 40 characters")
        } else if shown.contains(['\n', '\t']) || visible(&shown) != shown {
            Some("it has characters that cannot be shown")
        } else if !shown.chars().any(char::is_alphanumeric) {
            Some("it has no letter or digit")
        } else {
            None
        };
        match reason {
            Some(reason) => Err(ClassError::Name(reason)),
            None => Ok(LearnerName { folded: shown.to_lowercase(), shown }),
        }
    }

    /// Returns the name of the report's file: readable, and different for different names.
    pub fn file(&self) -> String {
        let plain = |ch: char| if ch.is_ascii_alphanumeric() { ch } else { '_' };
        let readable: String = self.folded.chars().map(plain).collect();
        let digest = Sha256::digest(self.folded.as_bytes());
        let digest: String = digest.iter().take(5).map(|byte| format!("{byte:02x}")).collect();
        format!("{readable}-{digest}.jsonl")
    }
}
