//! The names of learners: what may be one, and the file of each.

use pprepl_text::visible;
use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

use super::error::ClassError;
use super::keys::hexadecimal;

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
        let text: String = text.nfc().collect();
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

    /// Returns the name of the report's file: readable, with a digest of how the name looks.
    pub fn file(&self) -> String {
        format!("{}{}", self.readable(), self.file_end())
    }

    /// Returns the end of the names of all files whose names look like this one: `Ann` with a Cyrillic `А` is refused where
    /// `Ann` is (Unicode Technical Standard 39, "confusable detection").
    pub fn file_end(&self) -> String {
        file_end(&skeleton(&self.folded).collect::<String>())
    }

    /// Returns the name of the report's file in classes that were begun before names that look alike were compared.
    pub fn file_by_letters(&self) -> String {
        format!("{}{}", self.readable(), file_end(&self.folded))
    }

    fn readable(&self) -> String {
        self.folded.chars().map(|ch| if ch.is_ascii_alphanumeric() { ch } else { '_' }).collect()
    }
}

fn file_end(text: &str) -> String {
    format!("-{}.jsonl", hexadecimal(&Sha256::digest(text.as_bytes())[..5]))
}
