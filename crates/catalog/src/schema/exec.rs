//! `exec`: runs a command.

use super::{Attribute, PROVIDER, parameter, property, shape};

pub(crate) static EXEC: &[Attribute] = &[
    parameter("command", "The command; defaults to the title.").shape(&shape::COMMAND),
    PROVIDER,
    property("returns", "The exit codes that count as success; 0 by default."),
    parameter("path", "The directories to search for programs: an Array, or a String separated by ':'.")
        .shape(&shape::TEXTS),
    parameter("user", "The user to run the command as."),
    parameter("group", "The group to run the command as."),
    parameter("cwd", "The directory to run the command in.").shape(&shape::PATH),
    parameter("logoutput", "Whether to log the output: always, never, or only on failure.").words(&[
        "true",
        "false",
        "on_failure",
    ]),
    parameter("refresh", "The command to run instead when the resource is refreshed.").shape(&shape::COMMAND),
    parameter("environment", "Environment variables: 'NAME=value', or an Array of them.").shape(&shape::SETTINGS),
    parameter("umask", "The umask of the command.").shape(&shape::UMASK),
    parameter("timeout", "The timeout in seconds; 300 by default, 0 for none.").shape(&shape::SECONDS),
    parameter("tries", "The maximum number of attempts.").shape(&shape::TRIES),
    parameter("try_sleep", "The seconds between two attempts.").shape(&shape::PAUSE),
    parameter("refreshonly", "Run the command only when another resource notifies this one.").words(&["true", "false"]),
    parameter("creates", "Files that the command creates; if they exist, it is not run.").shape(&shape::PATHS),
    parameter("unless", "Commands; if one of them succeeds, the command is not run.").shape(&shape::COMMANDS),
    parameter("onlyif", "Commands; only if all of them succeed, the command is run.").shape(&shape::COMMANDS),
];
