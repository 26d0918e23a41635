//! Manual pages.

use clap::{Arg, ArgAction, Command};

use pprepl_session::commands;

use super::roff::{Roff, bold, escaped, italic};
use super::texts::{COMMON_FILES, COMMON_VARIABLES, DATE, EXAMPLES, FILES, STATUS, VARIABLES};
use crate::VERSION;

/// Returns the subcommands that have a page.
pub(super) fn commands(description: &Command) -> impl Iterator<Item = &Command> {
    description.get_subcommands().filter(|command| command.get_name() != "help" && !command.is_hide_set())
}

/// Returns the page of the program.
pub(super) fn main(description: &Command) -> String {
    let mut page = start("PPREPL");
    name(&mut page, "pprepl", description);
    page.section("SYNOPSIS");
    page.raw(&format!("{} [{}] [{}...]", bold("pprepl"), italic("OPTION"), italic("FILE")));
    page.raw(".br");
    page.raw(&format!("{} {} [{}...]", bold("pprepl"), italic("COMMAND"), italic("ARGUMENT")));
    page.section("DESCRIPTION");
    page.text(&long_about(description));
    page.section("OPTIONS");
    options(&mut page, description);
    page.section("COMMANDS");
    for command in commands(description) {
        page.item(&format!("{}(1)", bold(&format!("pprepl-{}", command.get_name()))), &about(command));
    }
    page.section("INTERACTIVE COMMANDS");
    for command in commands::table() {
        let params: String = command.params.iter().map(|param| format!(" {}", italic(&param.usage()))).collect();
        page.item(&(bold(&format!(":{}", command.name)) + &params), command.summary);
    }
    end(&mut page, "", description);
    page.finish()
}

/// Returns the page of a subcommand.
pub(super) fn of(command: &Command) -> String {
    let own = command.get_name();
    let full = format!("pprepl-{own}");
    let mut page = start(&full.to_uppercase());
    name(&mut page, &full, command);
    page.section("SYNOPSIS");
    page.raw(&synopsis(command));
    page.section("DESCRIPTION");
    page.text(&long_about(command));
    if command.get_arguments().any(is_visible) {
        page.section("OPTIONS");
        options(&mut page, command);
    }
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        page.section(&format!("\"OPTIONS OF {}\"", inner.get_name().to_uppercase()));
        page.text(&about(inner));
        options(&mut page, inner);
    }
    page.section("\"COMMON OPTIONS\"");
    page.text("The options of all commands are in");
    page.raw(&format!("{}(1).", bold("pprepl")));
    end(&mut page, own, command);
    page.finish()
}

fn start(title: &str) -> Roff {
    Roff::new(title, DATE, &format!("pprepl {}", VERSION.split(' ').next().unwrap_or(VERSION)))
}

fn name(page: &mut Roff, name: &str, command: &Command) {
    page.section("NAME");
    let about = about(command);
    let words = about.trim_end_matches('.').split_whitespace().map(escaped);
    page.words([escaped(name), "\\-".to_owned()].into_iter().chain(words));
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

fn long_about(command: &Command) -> String {
    let text = command.get_long_about().or(command.get_about()).map(ToString::to_string).unwrap_or_default();
    if text.ends_with('.') { text } else { format!("{text}.") }
}

fn is_visible(argument: &Arg) -> bool {
    !argument.is_hide_set() && argument.get_id() != "help"
}

fn synopsis(command: &Command) -> String {
    let mut words = vec![bold(&format!("pprepl {}", command.get_name()))];
    if command.get_arguments().any(|argument| is_visible(argument) && !argument.is_positional()) {
        words.push(format!("[{}]", italic("OPTION")));
    }
    if command.has_subcommands() {
        words.push(italic("ACTION"));
    }
    for argument in command.get_positionals() {
        let many = if is_many(argument) { "..." } else { "" };
        let value = italic(&value_name(argument)) + many;
        words.push(if argument.is_required_set() { value } else { format!("[{value}]") });
    }
    words.join(" ")
}

fn is_many(argument: &Arg) -> bool {
    matches!(argument.get_action(), ArgAction::Append)
}

fn value_name(argument: &Arg) -> String {
    let names = argument.get_value_names().unwrap_or_default();
    names.first().map_or_else(|| argument.get_id().as_str().to_uppercase(), ToString::to_string)
}

/// Adds the operands, then the options.
fn options(page: &mut Roff, command: &Command) {
    let arguments = command.get_arguments().filter(|argument| is_visible(argument));
    let (operands, options): (Vec<&Arg>, Vec<&Arg>) = arguments.partition(|argument| argument.is_positional());
    for argument in operands.into_iter().chain(options) {
        page.item(&term(argument), &text(argument));
    }
}

fn term(argument: &Arg) -> String {
    let short = argument.get_short().map(|letter| bold(&format!("-{letter}")));
    let long = argument.get_long().map(|word| bold(&format!("--{word}")));
    let takes = argument.get_action().takes_values();
    match (short, long) {
        (None, None) => italic(&value_name(argument)),
        (short, long) => {
            let names = short.into_iter().chain(long).collect::<Vec<_>>().join(", ");
            if takes { format!("{names} {}", italic(&value_name(argument))) } else { names }
        }
    }
}

fn text(argument: &Arg) -> String {
    let mut text = argument.get_help().map(ToString::to_string).unwrap_or_default();
    if !text.ends_with('.') {
        text.push('.');
    }
    let values = argument.get_possible_values();
    let names: Vec<&str> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
    if argument.get_action().takes_values() && !argument.is_hide_possible_values_set() && !names.is_empty() {
        text.push_str(&format!("\n\nValues: {}.", names.join(", ")));
    }
    let defaults: Vec<String> = argument.get_default_values().iter().map(|value| value.display().to_string()).collect();
    if argument.get_action().takes_values() && !argument.is_hide_default_value_set() && !defaults.is_empty() {
        text.push_str(&format!("\n\nDefault: {}.", defaults.join(" ")));
    }
    text
}

/// Adds the sections that all pages have: environment, files, examples, status, and other pages.
fn end(page: &mut Roff, name: &str, command: &Command) {
    let own = |table: &'static [(&'static str, &'static str, &'static str)]| {
        table.iter().filter(move |(of, _, _)| *of == name).map(|(_, term, text)| (*term, *text))
    };
    page.section("ENVIRONMENT");
    own(VARIABLES).chain(COMMON_VARIABLES.iter().copied()).for_each(|(term, text)| page.item(&bold(term), text));
    page.section("FILES");
    own(FILES).chain(COMMON_FILES.iter().copied()).for_each(|(term, text)| page.item(&italic(term), text));
    page.section("EXAMPLES");
    own(EXAMPLES).for_each(|(line, text)| page.example(line, text));
    if own(EXAMPLES).next().is_none() {
        page.example(&format!("pprepl {} --help", command.get_name()), "Print the help of the command.");
    }
    page.section("\"EXIT STATUS\"");
    own(STATUS).chain(STATUS.iter().filter(|row| row.0 == "*").map(|row| (row.1, row.2))).for_each(|(code, text)| {
        page.item(&bold(code), text);
    });
    page.section("\"SEE ALSO\"");
    page.raw(&match name {
        "" => format!("{}(8), {}(1)", bold("puppet"), bold("pprepl-check")),
        _ => format!("{}(1)", bold("pprepl")),
    });
}
