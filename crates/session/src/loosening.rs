//! Who may loosen a setting that widens what code may do: the user does, on the command line, in their own configuration
//! and at the prompt. What comes with a text (a notebook, a lesson, a project's file, a loaded file) only tightens.

use pprepl_budget as budget;

use super::Settings;

/// On whose behalf a setting changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The user's: the command line, their configuration, the prompt.
    User,
    /// That of a text which may be a stranger's.
    Text,
}

/// Returns whether a setting allows code more than it did before.
pub(super) fn is_looser(key: &str, before: &Settings, after: &Settings) -> bool {
    match key {
        "files" => after.files > before.files,
        "file_size" => after.file_size > before.file_size,
        "depth" => after.depth > before.depth,
        "elements" => after.elements > before.elements,
        "memory" => memory(after) > memory(before),
        "time" => limit(after.time) > limit(before.time),
        "steps" => limit(after.steps) > limit(before.steps),
        "modulepath" => {
            let known = before.module_folders();
            after.module_folders().iter().any(|folder| !known.contains(folder))
        }
        // Each names a file that is read.
        "hiera" => names_another(&before.hiera, &after.hiera),
        "facts" => names_another(&before.facts, &after.facts),
        "theme" => names_another(&before.theme, &after.theme) && after.theme.contains(['/', '.']),
        _ => false,
    }
}

fn names_another(before: &str, after: &str) -> bool {
    !after.is_empty() && before != after
}

/// A limit where 0 is not one.
fn limit(number: u64) -> u64 {
    if number == 0 { u64::MAX } else { number }
}

/// The bytes of memory, where 0 is the default.
fn memory(settings: &Settings) -> u64 {
    if settings.memory == 0 { budget::default_memory() } else { settings.memory << 20 }
}
