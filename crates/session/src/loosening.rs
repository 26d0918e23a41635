//! Decides who may loosen a setting that widens the abilities of code. The user may, on the command line, in their
//! configuration and at the prompt. Settings inside a notebook, lesson, project file or loaded file only tighten.

use pprepl_budget as budget;

use super::settings::{SETTINGS, SettingError, Settings};

/// The origin of a setting's change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The user: the command line, their configuration, the prompt.
    User,
    /// A source that may be untrusted.
    Text,
}

/// Returns whether a setting allows code more than before.
fn is_looser(key: &str, before: &Settings, after: &Settings) -> bool {
    match key {
        "files" => after.execution.files > before.execution.files,
        "file_size" => after.execution.file_size > before.execution.file_size,
        "depth" => after.execution.depth > before.execution.depth,
        "elements" => after.execution.elements > before.execution.elements,
        "memory" => memory(after) > memory(before),
        "time" => limit(after.execution.time) > limit(before.execution.time),
        "steps" => limit(after.execution.steps) > limit(before.execution.steps),
        "modulepath" => {
            let known = before.module_folders();
            after.module_folders().iter().any(|folder| !known.contains(folder))
        }
        "ruby" => names_another(&before.foreign.ruby, &after.foreign.ruby) && after.foreign.ruby != "off",
        // Each names a file that is read.
        "stand_ins" => names_another(&before.foreign.stand_ins, &after.foreign.stand_ins),
        "puppetdb" => names_another(&before.foreign.puppetdb, &after.foreign.puppetdb),
        "hiera" => names_another(&before.environment.hiera, &after.environment.hiera),
        "facts" => names_another(&before.environment.facts, &after.environment.facts),
        "theme" => {
            names_another(&before.display.theme, &after.display.theme) && after.display.theme.contains(['/', '.'])
        }
        _ => false,
    }
}

fn names_another(before: &str, after: &str) -> bool {
    !after.is_empty() && before != after
}

/// Returns a limit; 0 means unlimited.
fn limit(number: u64) -> u64 {
    if number == 0 { u64::MAX } else { number }
}

/// Returns the bytes of memory; 0 means the default.
fn memory(settings: &Settings) -> u64 {
    if settings.execution.memory == 0 { budget::default_memory() } else { settings.execution.memory << 20 }
}

impl Settings {
    /// Changes a setting on behalf of `origin`: only the user may loosen it.
    pub fn set_from(&mut self, origin: Origin, key: &str, value: &str) -> Result<(), SettingError> {
        let mut changed = self.clone();
        changed.set(key, value)?;
        if origin == Origin::Text
            && let Some(row) = SETTINGS.iter().find(|row| is_looser(row.key, self, &changed))
        {
            return Err(SettingError::Loosened(row.key, row.value(self)));
        }
        *self = changed;
        Ok(())
    }
}
