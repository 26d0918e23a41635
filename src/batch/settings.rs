//! The settings of the command line.

use std::fmt;
use std::path::PathBuf;

use crate::themes::THEMES;
use pprepl_files::Reach;
use pprepl_session::settings::SettingError;
use pprepl_session::{Edition, FactsError, Settings, check_facts};

use super::arguments::Options;

/// An invalid setting on the command line.
#[derive(Debug)]
pub enum OptionError {
    /// The file of the option with this name does not exist.
    NoFile(&'static str, PathBuf),
    /// The argument of `--set` is not a pair.
    NotAPair(String),
    Setting(SettingError),
    /// The value of the option with this name is invalid.
    Limit(&'static str, SettingError),
    Facts(FactsError),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::NoFile(option, file) => write!(f, "--{option}: file not found: {}", file.display()),
            OptionError::NotAPair(text) => write!(f, "--set expects SETTING=VALUE, found '{text}'"),
            OptionError::Setting(error) => error.fmt(f),
            OptionError::Limit(option, error) => write!(f, "--{option}: {error}"),
            OptionError::Facts(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OptionError {}

/// Returns the absolute path of a file, as far as the current directory is known.
fn absolute(file: &std::path::Path) -> PathBuf {
    std::path::absolute(file).unwrap_or_else(|_| file.to_owned())
}

/// Returns the settings of the command line.
pub fn settings(options: &Options) -> Result<Settings, OptionError> {
    let edition = options.edition.as_deref().and_then(Edition::named).unwrap_or_default();
    let mut settings = Settings { themes: THEMES, ..Settings::of(edition) };
    settings.environment.modulepath.clone_from(&options.module_path);
    settings.environment.node.clone_from(&options.node);
    settings.environment.facts.clone_from(&options.facts);
    if let Some(file) = &options.hiera {
        if !file.is_file() {
            return Err(OptionError::NoFile("hiera", file.clone()));
        }
        settings.environment.hiera = file.display().to_string();
    }
    if options.safe {
        settings.execution.files = Reach::Notebook;
    }
    settings.language.tasks = options.tasks;
    for pair in &options.settings {
        let (key, value) = pair.split_once('=').ok_or_else(|| OptionError::NotAPair(pair.clone()))?;
        settings.set(key.trim(), value.trim()).map_err(OptionError::Setting)?;
    }
    for (key, limit) in [("time", options.time), ("steps", options.steps), ("memory", options.memory)] {
        if let Some(limit) = limit {
            settings.set(key, &limit.to_string()).map_err(|error| OptionError::Limit(key, error))?;
        }
    }
    if let Some(files) = &options.reach {
        settings.set("files", files).map_err(OptionError::Setting)?;
    }
    if let Some(ruby) = &options.ruby {
        settings.set("ruby", ruby).map_err(OptionError::Setting)?;
    }
    if let Some(file) = &options.stand_ins {
        if !file.is_file() {
            return Err(OptionError::NoFile("stand-ins", file.clone()));
        }
        settings.foreign.stand_ins = absolute(file).display().to_string();
    }
    if options.safe {
        "off".clone_into(&mut settings.foreign.ruby);
    }
    check_facts(&settings).map_err(OptionError::Facts)?;
    Ok(settings)
}
