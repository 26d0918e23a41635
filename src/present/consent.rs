//! Consent: opening runs nothing, and the code of a file that the user does not trust runs after a question.

use pprepl_notebook::trust::Trust;

use super::talk::Talk;

/// Whether code may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsentState {
    Given,
    Unknown,
    Refused,
}

/// The user's consent, and the place that remembers it.
pub struct Consent {
    pub state: ConsentState,
    store: Trust,
    /// Whether nothing is remembered.
    is_safe: bool,
}

impl Consent {
    /// Returns the consent at the start.
    pub fn new(talk: &Talk, store: Trust, is_safe: bool) -> Consent {
        let is_trusted = talk.is_trusted(&store) && !is_safe;
        Consent { state: if is_trusted { ConsentState::Given } else { ConsentState::Unknown }, store, is_safe }
    }

    /// Records the answer. Returns a warning if it cannot be stored.
    pub fn answer(&mut self, yes: bool, talk: &Talk) -> Option<String> {
        self.state = if yes { ConsentState::Given } else { ConsentState::Refused };
        if !yes || self.is_safe {
            return None;
        }
        let error = talk.be_trusted(&self.store).err()?;
        Some(format!("cannot store that you trust this file: {}", pprepl_files::reason(&error)))
    }

    /// Forgets a refusal, so that the next run asks again.
    pub fn ask_again(&mut self) {
        if self.state == ConsentState::Refused {
            self.state = ConsentState::Unknown;
        }
    }
}
