//! Splits a command's line by its parameters: words, quoted or not, and a last parameter that takes the rest of the
//! line. Too few or too many arguments are an error that shows the usage.

use super::command::{Arguments, Command, CommandTable, Kind, Param};
use super::command_error::CommandError;
use pprepl_text::IssueCode;

impl Arguments {
    /// Parses `rest`, the line after the name of a command of `table`.
    pub(super) fn parse(table: CommandTable, command: &Command, rest: &str) -> Result<Arguments, Box<CommandError>> {
        let mut rest = rest.trim();
        let mut values = Vec::with_capacity(command.params.len());
        for param in command.params {
            reject_options(command, param, rest)?;
            let (value, after) = take(param, rest);
            if value.is_none() && param.required {
                return Err(too_few(command, param));
            }
            values.push(value);
            rest = after.trim_start();
        }
        if rest.is_empty() { Ok(Arguments { values, table }) } else { Err(too_many(command, rest)) }
    }
}

/// Rejects an option that the command does not have, and one after the argument: neither is a part of it.
fn reject_options(command: &Command, param: &Param, rest: &str) -> Result<(), Box<CommandError>> {
    let first = match param.kind {
        // Any text may begin with hyphens. A word that is not an option leaves the line to the next parameter.
        Kind::Text | Kind::Value | Kind::Word(_) => None,
        _ => rest.split_whitespace().next().filter(|word| is_option(word)),
    };
    let later = match param.kind {
        Kind::DataKey | Kind::Fact | Kind::Path if !rest.starts_with(['\'', '"']) => {
            rest.split_whitespace().skip(1).find(|word| is_option(word))
        }
        _ => None,
    };
    let Some(word) = first.or(later) else { return Ok(()) };
    let options: Vec<&str> = command.options().collect();
    let message = match options.contains(&word) {
        true => format!("expected {word} before {}", param.name),
        false => format!("unknown option '{word}' of :{}", command.name),
    };
    let known = if options.is_empty() { "it has none".to_owned() } else { format!("it has {}", options.join(", ")) };
    let help = format!("{known}: {}   (:help {} explains it)", command.usage(), command.name);
    Err(CommandError::new(IssueCode::CommandArgument, message).with_help(help))
}

/// Returns whether a word has the form of an option: `--deep`. `--$x` is code.
fn is_option(word: &str) -> bool {
    word.strip_prefix("--").is_some_and(|name| name.starts_with(|first: char| first.is_ascii_alphabetic()))
}

/// Returns whether the parameter takes the rest of the line.
fn takes_rest(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Code
            | Kind::Text
            | Kind::DataKey
            | Kind::Path
            | Kind::Filter
            | Kind::Reference
            | Kind::Fact
            | Kind::Value
    )
}

/// Returns the value of `param` at the start of `rest`, and the remaining line.
fn take<'a>(param: &Param, rest: &'a str) -> (Option<String>, &'a str) {
    if rest.is_empty() {
        return (None, rest);
    }
    if takes_rest(param.kind) {
        let text = if param.kind == Kind::Path { unquoted(rest) } else { rest };
        return (Some(text.to_owned()), "");
    }
    let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    match param.kind {
        // A missing optional word like `--epp` leaves the line to the next parameter.
        Kind::Word(words) if !param.required && !words.contains(&word) => (None, rest),
        _ => (Some(unquoted(word).to_owned()), after),
    }
}

/// Removes the quotes of a path.
fn unquoted(text: &str) -> &str {
    let inner = |quote: char| text.strip_prefix(quote).and_then(|t| t.strip_suffix(quote));
    inner('\'').or_else(|| inner('"')).unwrap_or(text)
}

fn too_few(command: &Command, param: &Param) -> Box<CommandError> {
    CommandError::new(IssueCode::CommandArity, format!(":{} needs {}", command.name, param.name)).with_help(format!(
        "{}   (:help {} explains it)",
        command.usage(),
        command.name
    ))
}

fn too_many(command: &Command, rest: &str) -> Box<CommandError> {
    let message = match command.params.len() {
        0 => format!(":{} takes no arguments", command.name),
        _ => format!("unexpected argument '{rest}' of :{}", command.name),
    };
    CommandError::new(IssueCode::CommandArity, message).with_help(format!(
        "{}   (:help {} explains it)",
        command.usage(),
        command.name
    ))
}
