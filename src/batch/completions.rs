//! Shell completions, generated from the description of the command line. They know what an option's value can be, also
//! where the option takes other values too: fact sets and files, themes and theme files.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};

use pprepl_session::settings::SETTINGS;
use pprepl_session::{commands, fact_sets};

use super::{Status, arguments, printer};
use crate::themes::THEMES;

/// Prints the completions for a shell.
pub fn run(shell: clap_complete::Shell) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut with_words(arguments::description()), "pprepl", &mut script);
    let script = String::from_utf8_lossy(&script);
    let script = match shell {
        clap_complete::Shell::Fish => for_fish(&script),
        clap_complete::Shell::Zsh => for_zsh(&script),
        _ => script.into_owned(),
    };
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

/// Completes subcommands after the first word: clap's script for zsh expects the files of the program before them.
fn for_zsh(script: &str) -> String {
    const COMMANDS: &str = "\":: :_pprepl_commands\" \\\n";
    const FIRST: &str = "\":: :_pprepl_first\" \\\n";
    const END: &str = "if [ \"$funcstack[1]\" = \"_pprepl\" ]; then";
    const FUNCTION: &str =
        "_pprepl_first() {\n    _alternative 'commands:command:_pprepl_commands' 'files:file:_files'\n}\n\n";
    // A word with a dot or a slash is a file, and more files may follow.
    const CASES: &str = "case $line[2] in\n";
    const FILES: &str = "case $line[1] in\n            (*.*|*/*) _files && ret=0 ;;\n";
    let Some((before, rest)) = script.split_once(COMMANDS) else { return script.to_owned() };
    let options = before.rsplit_once("'::files ").map_or(before, |(options, _)| options);
    let rest = rest.replacen(CASES, FILES, 1).replace("$line[2]", "$line[1]");
    format!("{options}{FIRST}{}", rest.replacen(END, &format!("{FUNCTION}{END}"), 1))
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
