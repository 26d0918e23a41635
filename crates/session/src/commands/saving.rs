//! Saves settings in the user's configuration file.

use std::path::Path;

use pprepl_text::IssueCode;
use serde_json::json;

use crate::config;
use crate::settings::{SETTINGS, Settings, current_key};

use super::command::{self, CommandError, CommandResult};

/// Splits `--save` off the end of a value; returns the value, and whether the switch was there.
pub(super) fn without_switch(value: Option<&str>) -> (Option<&str>, bool) {
    match value {
        Some("--save") => (None, true),
        Some(text) => match text.strip_suffix("--save").filter(|rest| rest.ends_with(char::is_whitespace)) {
            Some(rest) => (Some(rest.trim_end()), true),
            None => (value, false),
        },
        None => (None, false),
    }
}

/// Returns the file to save in.
pub(super) fn file(settings: &Settings) -> Result<&Path, Box<CommandError>> {
    settings.personal.file.as_deref().ok_or_else(|| {
        CommandError::new(IssueCode::UnwritableFile, "only the interactive session saves its configuration")
            .with_help("write the row into config.toml, or start 'pprepl' and repeat the command there")
    })
}

/// Saves a row of the configuration file, or removes it.
pub(super) fn row(
    settings: &Settings,
    table: &str,
    key: &str,
    value: Option<&str>,
) -> Result<String, Box<CommandError>> {
    let path = file(settings)?;
    let name = path.display().to_string();
    config::save(path, table, key, value)
        .map_err(|error| CommandError::new(IssueCode::UnwritableFile, format!("cannot save in {name}: {error}")))?;
    Ok(name)
}

/// Saves one setting with its present value.
pub(super) fn save_setting(settings: &Settings, key: &str) -> CommandResult {
    let key = current_key(key, "");
    let Some(value) = settings.get(&key) else {
        let error = settings.clone().set(&key, "").err().map(|error| error.to_string()).unwrap_or_default();
        return Err(CommandError::new(IssueCode::UnknownSetting, error));
    };
    let name = row(settings, "settings", &key, Some(&value))?;
    command::with_value(
        value.clone(),
        format!("{key} = {value}, saved in {name}"),
        json!({ &*key: value, "file": name }),
    )
}

/// Saves all settings that differ from their defaults.
pub(super) fn save_all(settings: &Settings) -> CommandResult {
    let usual = Settings::of(settings.edition);
    let edition = SETTINGS.iter().filter(|row| row.key == "edition" && settings.edition != Settings::default().edition);
    let others = SETTINGS.iter().filter(|row| row.value(settings) != row.value(&usual));
    let mut lines = Vec::new();
    let mut name = file(settings)?.display().to_string();
    for setting in edition.chain(others) {
        let value = setting.value(settings);
        name = row(settings, "settings", setting.key, Some(&value))?;
        lines.push(format!("  {} = {value}", setting.key));
    }
    if lines.is_empty() {
        return command::text("All settings have their defaults; nothing was saved.");
    }
    command::text(format!("Saved in {name}:\n{}", lines.join("\n")))
}
