//! The secrets of a class: the tokens of its links, and the digests of the learners' secrets. They are in a file of the
//! class's directory, so that links stay valid after a restart.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use pprepl_files::private;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The file of the secrets. `pprepl class` reads `*.jsonl` only.
const FILE: &str = ".serve.json";

/// The maximum size of the file in bytes.
const MAX_BYTES: u64 = 256 << 10;

/// Letters and digits that are not mistaken for each other on a board.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The secrets of a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keys {
    /// The token of the link for learners: 10 letters, 50 bits.
    pub learners: String,
    /// The token of the link for the teacher: 20 letters, 100 bits.
    pub teacher: String,
    /// The key of the secrets that earlier versions gave out: each was a digest of the learner's name.
    key: String,
    /// The digest of each learner's secret, by the name of the learner's file.
    #[serde(default)]
    secrets: BTreeMap<String, String>,
}

impl Keys {
    /// Reads the secrets of a class, or makes new ones.
    pub fn of_folder(folder: &Path) -> io::Result<Keys> {
        let path = folder.join(FILE);
        match pprepl_files::read_named(&path, MAX_BYTES) {
            Ok(bytes) => {
                let keys = serde_json::from_slice::<Keys>(&bytes).map_err(io::Error::other)?;
                if keys.is_strong() {
                    Ok(keys)
                } else {
                    Err(io::Error::other(format!("{FILE} has weak tokens; delete it")))
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let keys = Keys::random()?;
                private::replace(&path, serde_json::to_string(&keys).map_err(io::Error::other)?.as_bytes())?;
                Ok(keys)
            }
            Err(error) => Err(error),
        }
    }

    fn random() -> io::Result<Keys> {
        let (learners, teacher, key) = (random_token(10)?, random_token(20)?, random_token(40)?);
        Ok(Keys { learners, teacher, key, secrets: BTreeMap::new() })
    }

    fn is_strong(&self) -> bool {
        self.learners.len() >= 8 && self.teacher.len() >= 16 && self.key.len() >= 32
    }

    /// Makes a new secret for the learner of a file, and stores its digest. A learner who joins by a name that was
    /// deleted gets another one.
    ///
    /// # Errors
    /// The file of the secrets cannot be written, or the system has no random bytes.
    pub fn give_secret(&mut self, folder: &Path, file: &str) -> io::Result<String> {
        let secret = random_token(26)?;
        self.secrets.insert(file.to_owned(), digest(&secret));
        self.secrets.retain(|known, _| known == file || folder.join(known).exists());
        private::replace(&folder.join(FILE), serde_json::to_string(&self).map_err(io::Error::other)?.as_bytes())?;
        Ok(secret)
    }

    /// Returns whether a secret is that of a learner. `folded` is the learner's name for comparing.
    pub fn is_secret_of(&self, secret: &str, file: &str, folded: &str) -> bool {
        match self.secrets.get(file) {
            Some(known) => is_equal(&digest(secret), known),
            None => is_equal(secret, &self.by_name(folded)),
        }
    }

    /// Returns the secret that an earlier version gave to a learner.
    fn by_name(&self, folded: &str) -> String {
        let inner = Sha256::new().chain_update(&self.key).chain_update([0]).chain_update(folded).finalize();
        let outer = Sha256::new().chain_update(&self.key).chain_update([1]).chain_update(inner).finalize();
        hexadecimal(&outer[..16])
    }
}

fn digest(secret: &str) -> String {
    hexadecimal(&Sha256::digest(secret.as_bytes())[..16])
}

pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn random_token(letters: usize) -> io::Result<String> {
    let mut bytes = vec![0; letters];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// Compares secrets in a time that does not depend on where they differ.
pub fn is_equal(one: &str, other: &str) -> bool {
    let differing = one.bytes().zip(other.bytes()).fold(0, |differing, (a, b)| differing | (a ^ b));
    one.len() == other.len() && differing == 0
}

/// Creates the directory of a class if it is missing.
pub fn create(folder: &Path) -> io::Result<()> {
    if folder.is_dir() { Ok(()) } else { fs::create_dir_all(folder) }
}
