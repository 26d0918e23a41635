//! `service`: services that run.

use super::{Attribute, PROVIDER, parameter, property, shape};

pub(crate) static SERVICE: &[Attribute] = &[
    PROVIDER,
    property("ensure", "Does it run now?")
        .words(&["running", "stopped"])
        .aliases(&[("true", "running"), ("false", "stopped")]),
    property("enable", "Does it start with the system?").words(&["true", "false", "manual", "mask", "delayed"]),
    property("logonaccount", "The account that the service runs as (Windows)."),
    property("flags", "The options that the service is started with, as a text (OpenBSD)."),
    parameter("logonpassword", "The password of that account.").shape(&shape::NO_COLON),
    parameter("binary", "The daemon's path, where no init script knows it."),
    parameter("hasstatus", "Does the init script know `status`?").words(&["true", "false"]),
    parameter("name", "The service's name; the title stands for it."),
    parameter("path", "The folders to look for init scripts in.").shape(&shape::TEXTS),
    parameter("pattern", "What to look for among the processes, where there is no `status`."),
    parameter("restart", "The command that restarts the service."),
    parameter("start", "The command that starts the service."),
    parameter("status", "The command that tells whether it runs, by its exit code."),
    parameter("stop", "The command that stops the service."),
    parameter("control", "The variable of the control file, where the system has one."),
    parameter("hasrestart", "Does the init script know `restart`?").words(&["true", "false"]),
    parameter("manifest", "A command or file that sets the service up (Solaris)."),
    parameter("timeout", "How many seconds starting and stopping may take.").shape(&shape::POSITIVE),
];
