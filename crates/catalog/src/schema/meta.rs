//! The metaparameters, which every resource accepts.

use super::{Attribute, AttributeKind, attribute};

pub static METAPARAMETERS: &[Attribute] = &[
    meta("alias", "A further name that references may use."),
    meta("audit", "The attributes that are only watched: a change is told, not undone ('all' for every one)."),
    meta("before", "Resources that come after this one."),
    meta("loglevel", "The level of the log lines about changes.")
        .words(&["debug", "info", "notice", "warning", "err", "alert", "emerg", "crit", "verbose"]),
    meta("noop", "Only say what would change (true), or change it even when the run as a whole does not (false).")
        .words(&["true", "false"]),
    meta("notify", "Resources that come after this one and are refreshed when it changes."),
    meta("require", "Resources that come before this one."),
    meta("schedule", "The schedule that says when the resource may be managed."),
    meta("stage", "The run stage that a class belongs to."),
    meta("subscribe", "Resources that come before this one and refresh it when they change."),
    meta("tag", "Further tags, for collectors and for runs of a part."),
];

const fn meta(name: &'static str, summary: &'static str) -> Attribute {
    attribute(name, AttributeKind::Metaparameter, summary)
}
