//! `exec`: runs a command.

use super::{Attribute, PROVIDER, parameter, property, shape};

pub(crate) static EXEC: &[Attribute] = &[
    parameter("command", "The command; the title stands for it.").shape(&shape::COMMAND),
    PROVIDER,
    property("returns", "The exit codes that count as success; 0 unless given."),
    parameter("path", "The folders to look for programs in: an Array, or a text with ':' between.")
        .shape(&shape::TEXTS),
    parameter("user", "The user to run the command as."),
    parameter("group", "The group to run the command as."),
    parameter("cwd", "The folder to run the command in.").shape(&shape::PATH),
    parameter("logoutput", "Log what the command prints: always, never, or only when it fails.").words(&[
        "true",
        "false",
        "on_failure",
    ]),
    parameter("refresh", "Another command for when the resource is refreshed.").shape(&shape::COMMAND),
    parameter("environment", "Variables of the environment: 'NAME=value', or an Array of them.")
        .shape(&shape::SETTINGS),
    parameter("umask", "The umask of the command.").shape(&shape::UMASK),
    parameter("timeout", "How many seconds the command may take; 300 unless given, 0 for any time.")
        .shape(&shape::SECONDS),
    parameter("tries", "How often the command is tried until it succeeds.").shape(&shape::TRIES),
    parameter("try_sleep", "How many seconds lie between two tries.").shape(&shape::PAUSE),
    parameter("refreshonly", "Run the command only when another resource notifies this one.").words(&["true", "false"]),
    parameter("creates", "Files that the command makes: when they are there, it is not run.").shape(&shape::PATHS),
    parameter("unless", "Commands: when one of them succeeds, the command is not run.").shape(&shape::COMMANDS),
    parameter("onlyif", "Commands: only when all of them succeed, the command is run.").shape(&shape::COMMANDS),
];
