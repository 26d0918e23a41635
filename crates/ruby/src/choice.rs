//! The Ruby to run, and its limits.

use std::path::{Path, PathBuf};

/// The Ruby to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RubyChoice {
    /// The program; `None` for the first `ruby` of the search path.
    pub program: Option<PathBuf>,
    /// True to load the real `puppet` library in place of the driver's own constants.
    pub library: bool,
}

/// The limits of the process, which the driver sets for itself before it loads foreign code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RubyLimits {
    /// The address space in bytes.
    pub memory: u64,
    /// The processor time of one call in seconds.
    pub seconds: u64,
}

/// The address space without a memory limit in the settings, in bytes.
const MEMORY: u64 = 768 << 20;

/// The address space that Ruby needs for itself, in bytes.
const OWN_MEMORY: u64 = 256 << 20;

/// The processor time of one call without a time limit in the settings, in seconds.
const SECONDS: u64 = 60;

impl RubyLimits {
    /// Returns the limits for these limits of an evaluation: MiB of memory and seconds; 0 for the default.
    pub fn new(memory: u64, seconds: u64) -> RubyLimits {
        RubyLimits {
            memory: if memory == 0 { MEMORY } else { (memory << 20).saturating_add(OWN_MEMORY) },
            seconds: if seconds == 0 { SECONDS } else { seconds.saturating_add(1) },
        }
    }
}

impl RubyChoice {
    /// Returns the choice of a setting's value: `off`, `auto`, `puppet`, or the path of a program.
    pub fn from_setting(word: &str) -> Option<RubyChoice> {
        match word {
            "" | "off" => None,
            "auto" => Some(RubyChoice { program: None, library: false }),
            "puppet" => Some(RubyChoice { program: None, library: true }),
            path => {
                // The process starts in another directory.
                let program = std::path::absolute(path).unwrap_or_else(|_| PathBuf::from(path));
                Some(RubyChoice { program: Some(program), library: false })
            }
        }
    }

    /// Returns the path of the program, if it exists.
    pub(crate) fn find(&self) -> Option<PathBuf> {
        match &self.program {
            Some(program) => Some(program.clone()).filter(|path| path.is_file()),
            None => {
                let path = std::env::var_os("PATH")?;
                std::env::split_paths(&path)
                    .filter(|directory| directory.is_absolute())
                    .map(|directory| directory.join("ruby"))
                    .find(|file| file.is_file())
            }
        }
    }
}

/// The directories that the process may search for programs, after that of Ruby itself.
const SEARCH_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Returns the search path for the process.
pub(crate) fn search_path(program: &Path) -> String {
    match program.parent().and_then(Path::to_str) {
        Some(own) if !own.is_empty() => format!("{own}:{SEARCH_PATH}"),
        _ => SEARCH_PATH.to_owned(),
    }
}
