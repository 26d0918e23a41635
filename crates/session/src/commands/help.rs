//! `:help`: what a beginner needs, all commands as a list, or one row in full. `:cheat`: Puppet's syntax on one screen.

use crate::Session;
use pprepl_text::columns::{columns, wrap};

use super::command::{self, Arguments, Command, CommandResult, CommandTable, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "help",
        aliases: &["h"],
        params: &[Param::optional("COMMAND", Kind::Command)],
        group: Group::Settings,
        summary: "the first commands, all commands, or one command",
        details: "':help all' lists all commands. A unique prefix of a command is enough: ':tok' is ':tokens'.",
        examples: &[
            Example { before: &[], line: ":help", shows: "explain the last error" },
            Example { before: &[], line: ":help all", shows: "Inspect code" },
            Example { before: &[], line: ":help undo", shows: ":undo [N]" },
        ],
        run: help,
    },
    Command {
        name: "cheat",
        aliases: &[],
        params: &[],
        group: Group::Settings,
        summary: "Puppet's syntax on one screen",
        details: "",
        examples: &[Example { before: &[], line: ":cheat", shows: "# a variable is set once" }],
        run: |_, _| command::text(CHEAT_SHEET),
    },
];

/// The needs of a beginner, each with a command.
pub const FIRST_COMMANDS: &[(&str, &str)] = &[
    ("explain the last error", ":explain"),
    ("fix the last input and run it again", ":fix"),
    ("see the type of an expression", ":type [1, 2]"),
    ("look up a function or a resource type", ":doc map"),
    ("list your variables", ":vars"),
    ("see the declared resources", ":catalog"),
    ("undo the last input", ":undo"),
    ("explain a part of the language", ":explain strings"),
    ("learn in twelve steps", ":tour"),
    ("see Puppet's syntax on one screen", ":cheat"),
];

/// Puppet's syntax on one screen. It is a program that runs.
pub const CHEAT_SHEET: &str = "\
$port = 8080                         # a variable is set once; $half = 0.5
$name = 'web'                        # '..' as it is, \"..\" with ${variables}
$url = \"http://${name}:${port}\"
$list = [80, 443]                    # $list[0]   $list + [8080]   80 in $list
$hash = { 'a' => 1, 'b' => 2 }       # $hash['a']   $hash + { 'c' => 3 }
if $port > 1024 and $name =~ /^w/ { notice('yes') } elsif !$list { } else { }
case $name { /web/: { notice('a web server') } default: { fail('unknown') } }
$kind = $port ? { 80 => 'http', default => 'other' }     # selector
$list.each |$p| { notice($p) }                           # for effects
$more = $list.map |$p| { $p + 8000 }                     # also filter, reduce
$hash.each |$key, $value| { notice(\"${key}=${value}\") }
function twice(Integer $n) >> Integer { $n * 2 }         # twice(4) or 4.twice
type Port = Integer[1, 65535]                            # 80 =~ Port
file { '/etc/motd': ensure => file, content => 'Hi' }    # type { 'title': .. }
class web(Port $port = 80) { notice($port) }             # include web
class { 'web': port => 8080 }                            # with parameters
define site(String $owner = 'root') { notice($title) }   # your own type
site { 'a': owner => 'ada' }
File['/etc/motd'] -> Site['a']                           # order; '~>' notifies
$text = @(\"END\")                     # a heredoc, up to the line with END
  Hello ${name}
  | END";

fn help(_: &mut Session, arguments: &Arguments) -> CommandResult {
    match arguments.get(0) {
        None => command::text(first_page()),
        Some("all") => command::text(overview(arguments.table())),
        Some(word) => command::text(page(arguments.table().find(word.trim_start_matches(':'))?)),
    }
}

/// Formats the first commands by need.
fn first_page() -> String {
    let rows: Vec<Vec<String>> =
        FIRST_COMMANDS.iter().map(|(need, line)| vec![format!("  {need}"), (*line).to_owned()]).collect();
    format!(
        "Type Puppet and press Enter: the value follows, and its type.\n\
         A line that starts with ':' is a command:\n\n{}\n\n\
         Tab completes, Up recalls, Alt-Enter inserts a line break.\n\
         Ctrl-C discards the input or cancels the run, Ctrl-D quits.\n\
         ':help all' lists all commands, ':help COMMAND' describes one.",
        columns(&rows)
    )
}

/// Formats all commands by group.
fn overview(table: CommandTable) -> String {
    let mut lines = vec!["A line that starts with ':' is a command:".to_owned()];
    for group in Group::ALL {
        let rows: Vec<Vec<String>> = table
            .commands()
            .filter(|command| command.group == group)
            .map(|command| vec![format!("  {}", command.usage()), command.summary.to_owned()])
            .collect();
        lines.push(format!("\n{}", group.title()));
        lines.push(columns(&rows));
    }
    lines.push("\nType ':help COMMAND' for details.".to_owned());
    lines.join("\n")
}

/// Formats one command in full.
pub(super) fn page(command: &Command) -> String {
    let mut lines = vec![command.usage(), String::new()];
    lines.extend(wrap(&sentence(command.summary), 78));
    if !command.details.is_empty() {
        lines.extend(command.details.lines().flat_map(|line| wrap(line, 78)));
    }
    if !command.aliases.is_empty() {
        let names: Vec<String> = command.aliases.iter().map(|alias| format!(":{alias}")).collect();
        lines.push(format!("\nAlso: {}", names.join(", ")));
    }
    if !command.examples.is_empty() {
        lines.push("\nExamples".to_owned());
        lines.extend(command.examples.iter().flat_map(example_lines));
    }
    lines.join("\n")
}

fn example_lines(example: &'static Example) -> impl Iterator<Item = String> {
    example.before.iter().chain(std::iter::once(&example.line)).flat_map(|text| text.lines()).map(|l| format!("  {l}"))
}

/// Adds a capital letter and a period.
fn sentence(summary: &str) -> String {
    let mut chars = summary.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", chars.as_str())
}
