//! Preprocesses the arguments before parsing: options may precede a subcommand. A first operand that is neither a file
//! nor a subcommand may be a misspelled subcommand.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::Command;

use pprepl_text::suggest;

/// Moves the subcommand to the front, if there is one: options before it apply to it too. To name a file like a
/// subcommand, write its directory or use `--`.
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

/// Writes `check --style` as `check --style-rules`: only a word of the option `--style` follows that option.
pub(super) fn with_style_rules(mut words: Vec<OsString>) -> Vec<OsString> {
    if !words.iter().skip(1).any(|word| word == "check") {
        return words;
    }
    for at in 1..words.len() {
        let is_option = words.get(at + 1).is_some_and(|next| next == "plain" || next == "full");
        if let Some(word) = words.get_mut(at).filter(|word| *word == "--style" && !is_option) {
            *word = "--style-rules".into();
        }
    }
    words
}

fn is_subcommand(word: &OsStr, command: &Command) -> bool {
    word.to_str().is_some_and(|word| command.find_subcommand(word).is_some())
}

/// Returns the index of the first word that is neither an option nor an option's value.
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

/// Returns whether the word after this option is its value.
fn awaits_value(word: &str, command: &Command) -> bool {
    if let Some(long) = word.strip_prefix("--") {
        let takes = |argument: &&clap::Arg| argument.get_long() == Some(long) && argument.get_action().takes_values();
        return command.get_arguments().any(|argument| takes(&argument));
    }
    let takes = |letter: char| {
        let of_letter = command.get_arguments().find(|argument| argument.get_short() == Some(letter));
        of_letter.is_some_and(|argument| argument.get_action().takes_values())
    };
    // The rest of the word after the letter is its value.
    word.char_indices()
        .skip(1)
        .find(|(_, letter)| takes(*letter))
        .is_some_and(|(at, letter)| at + letter.len_utf8() == word.len())
}

/// Returns the subcommand that an operand probably means if no such file exists: one with the same or a similar name.
pub(super) fn meant(operand: &Path, command: &Command) -> Option<String> {
    let word = operand.to_str().filter(|word| !word.contains(['/', '.']) && !operand.exists())?;
    if is_subcommand(operand.as_os_str(), command) {
        return Some(word.to_owned());
    }
    suggest::nearest(word, command.get_subcommands().map(Command::get_name)).map(str::to_owned)
}
