//! `service`: services that run.

use super::{Attribute, PROVIDER, parameter, property, shape};

pub(crate) static SERVICE: &[Attribute] = &[
    PROVIDER,
    property("ensure", "Whether the service runs.")
        .words(&["running", "stopped"])
        .aliases(&[("true", "running"), ("false", "stopped")]),
    property("enable", "Whether the service starts at boot.").words(&["true", "false", "manual", "mask", "delayed"]),
    property("logonaccount", "The account that the service runs as (Windows)."),
    property("flags", "The start options, as a String (OpenBSD)."),
    parameter("logonpassword", "The password of that account.").shape(&shape::NO_COLON),
    parameter("binary", "The path of the daemon, if no init script contains it."),
    parameter("hasstatus", "Whether the init script supports `status`.").words(&["true", "false"]),
    parameter("name", "The service's name; defaults to the title."),
    parameter("path", "The directories to search for init scripts.").shape(&shape::TEXTS),
    parameter("pattern", "The pattern to search in the process table, without `status`."),
    parameter("restart", "The command that restarts the service."),
    parameter("start", "The command that starts the service."),
    parameter("status", "The command that checks whether it runs, by its exit code."),
    parameter("stop", "The command that stops the service."),
    parameter("control", "The variable in the control file, where the system has one."),
    parameter("hasrestart", "Whether the init script supports `restart`.").words(&["true", "false"]),
    parameter("manifest", "A command or file that configures the service (Solaris)."),
    parameter("timeout", "The timeout of start and stop, in seconds.").shape(&shape::POSITIVE),
];
