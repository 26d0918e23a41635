//! Shell completions, generated from the description of the command line. They know what an option's value can be, also
//! where the option takes other values too: fact sets and files, themes and theme files.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};

use pprepl_session::config::rule_names;
use pprepl_session::settings::SETTINGS;
use pprepl_session::{commands, fact_sets};

use super::{Status, arguments, printer};
use crate::themes::THEMES;

/// Prints the completions for a shell.
pub fn run(shell: clap_complete::Shell) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut with_words(arguments::description()), "pprepl", &mut script);
    let script = String::from_utf8_lossy(&script);
    let script = if shell == clap_complete::Shell::Fish { for_fish(&script) } else { script.into_owned() };
    printer::line(script.trim_end());
    Status::Success
}

/// Completes the value of an option before a subcommand: clap's script for fish gives up at an option that still waits for
/// its value.
fn for_fish(script: &str) -> String {
    const PARSE: &str = "argparse -s (__fish_pprepl_global_optspecs) -- $cmd 2>/dev/null";
    let again = format!("\n    or begin\n        set -e cmd[-1]\n        {PARSE}\n    end\n    or return\n");
    script.replacen(&format!("{PARSE}\n    or return\n"), &format!("{PARSE}{again}"), 1)
}

/// Adds the words that options take to a command and its subcommands.
fn with_words(command: Command) -> Command {
    command.mut_args(with_values).mut_subcommands(with_words)
}

fn with_values(argument: Arg) -> Arg {
    let words = words(argument.get_id().as_str());
    // A required operand stays as it is: its words are only examples.
    if words.is_empty() {
        argument
    } else {
        argument.value_parser(PossibleValuesParser::new(words)).hide_possible_values(false)
    }
}

/// Returns the words for an option; none for an option that describes them itself.
fn words(option: &str) -> Vec<String> {
    match option {
        "facts" => fact_sets().map(|(name, _)| name.to_owned()).collect(),
        "theme" => std::iter::once("auto").chain(THEMES.names()).map(str::to_owned).collect(),
        "settings" => SETTINGS.iter().flat_map(assignments).collect(),
        "allow" | "warn" | "deny" => rule_names().map(str::to_owned).collect(),
        "topic" => commands::pages().map(|page| page.name.to_owned()).collect(),
        _ => Vec::new(),
    }
}

/// Returns `KEY=WORD` for each word of a setting, or `KEY=`.
fn assignments(setting: &pprepl_session::settings::Setting) -> Vec<String> {
    match setting.words() {
        [] => vec![format!("{}=", setting.key)],
        words => words.iter().map(|word| format!("{}={word}", setting.key)).collect(),
    }
}
