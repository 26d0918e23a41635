//! The words of the command line, looked at before they are parsed: options may be before a subcommand, and a first
//! operand that is neither a file nor a subcommand may be meant as one.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::Command;

use pprepl_text::suggest;

/// The words with the subcommand first, where there is one: what was before it belongs to it, too. A file of that name
/// is written with its directory, or after `--`.
pub(super) fn ordered(words: impl IntoIterator<Item = OsString>, command: impl Fn() -> Command) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    if words.get(1).is_none_or(|first| !first.to_string_lossy().starts_with('-')) {
        return words;
    }
    let command = &command();
    if let Some(at) = first_operand(&words, command).filter(|at| is_subcommand(&words[*at], command)) {
        let subcommand = words.remove(at);
        words.insert(1.min(words.len()), subcommand);
    }
    words
}

fn is_subcommand(word: &OsStr, command: &Command) -> bool {
    word.to_str().is_some_and(|word| command.find_subcommand(word).is_some())
}

/// Where the first word is that is neither an option nor an option's value.
fn first_operand(words: &[OsString], command: &Command) -> Option<usize> {
    let mut at = 1;
    while let Some(word) = words.get(at) {
        let word = word.to_string_lossy();
        if word == "--" {
            return None;
        }
        if word == "-" || !word.starts_with('-') {
            return Some(at);
        }
        at += if awaits_value(&word, command) { 2 } else { 1 };
    }
    None
}

/// Returns whether the word is after this option its value.
fn awaits_value(word: &str, command: &Command) -> bool {
    if let Some(long) = word.strip_prefix("--") {
        let takes = |argument: &&clap::Arg| argument.get_long() == Some(long) && argument.get_action().takes_values();
        return command.get_arguments().any(|argument| takes(&argument));
    }
    let takes = |letter: char| {
        let of_letter = command.get_arguments().find(|argument| argument.get_short() == Some(letter));
        of_letter.is_some_and(|argument| argument.get_action().takes_values())
    };
    // What follows the letter in the same word is its value.
    word.char_indices()
        .skip(1)
        .find(|(_, letter)| takes(*letter))
        .is_some_and(|(at, letter)| at + letter.len_utf8() == word.len())
}

/// The subcommand that an operand may be meant as, when there is no such file: the one of this name or nearly so.
pub(super) fn meant(operand: &Path, command: &Command) -> Option<String> {
    let word = operand.to_str().filter(|word| !word.contains(['/', '.']) && !operand.exists())?;
    if is_subcommand(operand.as_os_str(), command) {
        return Some(word.to_owned());
    }
    suggest::nearest(word, command.get_subcommands().map(Command::get_name)).map(str::to_owned)
}
