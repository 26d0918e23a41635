//! The settings of the command line.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::themes::THEMES;
use pprepl_files::Reach;
use pprepl_session::config::{self, Config};
use pprepl_session::settings::SettingError;
use pprepl_session::{FactsError, Settings, check_facts, commands};

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

/// Reads the user's configuration file. A missing file is empty.
pub fn configuration(file: Option<&Path>) -> Config {
    let settings = Settings { themes: THEMES, ..Settings::default() };
    file.map_or_else(Config::default, |file| config::load(file, &settings, commands::is_reserved))
}

/// Returns the settings of the configuration, changed by those of the command line.
pub fn settings(options: &Options, configuration: &Config) -> Result<Settings, OptionError> {
    let mut settings = Settings { themes: THEMES, ..Settings::default() };
    // An edition sets the whole language: other rows come after it.
    let (edition, others): (Vec<_>, Vec<_>) = configuration.settings.iter().partition(|(key, _)| key == "edition");
    for (key, value) in edition.into_iter().chain(others) {
        settings.set(key, value).map_err(OptionError::Setting)?;
    }
    settings.personal.aliases.clone_from(&configuration.aliases);
    if let Some(edition) = &options.edition {
        settings.set("edition", edition).map_err(OptionError::Setting)?;
    }
    let named = [
        (&options.module_path, &mut settings.environment.modulepath),
        (&options.node, &mut settings.environment.node),
        (&options.facts, &mut settings.environment.facts),
    ];
    for (given, setting) in named.into_iter().filter(|(given, _)| !given.is_empty()) {
        setting.clone_from(given);
    }
    if let Some(file) = &options.hiera {
        if !file.is_file() {
            return Err(OptionError::NoFile("hiera", file.clone()));
        }
        settings.environment.hiera = file.display().to_string();
    }
    if options.safe {
        settings.execution.files = Reach::Notebook;
    }
    if options.tasks {
        settings.language.tasks = true;
    }
    for pair in &options.settings {
        let (key, value) = pair.split_once('=').ok_or_else(|| OptionError::NotAPair(pair.clone()))?;
        settings.set(key.trim(), value.trim()).map_err(OptionError::Setting)?;
    }
    for (key, limit) in [("time", options.time), ("steps", options.steps), ("memory", options.memory)] {
        if let Some(limit) = limit {
            settings.set(key, &limit.to_string()).map_err(|error| OptionError::Limit(key, error))?;
        }
    }
    if let Some(style) = &options.personal.style {
        settings.set("style", style).map_err(OptionError::Setting)?;
    }
    if let Some(files) = &options.reach {
        settings.set("files", files).map_err(OptionError::Setting)?;
    }
    if let Some(ruby) = &options.foreign.ruby {
        settings.set("ruby", ruby).map_err(OptionError::Setting)?;
    }
    if let Some(file) = &options.foreign.stand_ins {
        if !file.is_file() {
            return Err(OptionError::NoFile("stand-ins", file.clone()));
        }
        settings.foreign.stand_ins = absolute(file).display().to_string();
    }
    if let Some(file) = &options.foreign.puppetdb {
        if !file.is_file() {
            return Err(OptionError::NoFile("puppetdb", file.clone()));
        }
        settings.foreign.puppetdb = absolute(file).display().to_string();
    }
    if options.safe {
        "off".clone_into(&mut settings.foreign.ruby);
    }
    check_facts(&settings).map_err(OptionError::Facts)?;
    Ok(settings)
}
