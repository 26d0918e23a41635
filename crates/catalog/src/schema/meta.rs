//! The metaparameters, which every resource accepts.

use super::{Attribute, AttributeKind, attribute};

pub static METAPARAMETERS: &[Attribute] = &[
    meta("alias", "An additional name for references."),
    meta("audit", "The attributes to audit: changes are reported, not undone ('all' for every one)."),
    meta("before", "Resources that come after this one."),
    meta("loglevel", "The level of the log lines about changes.")
        .words(&["debug", "info", "notice", "warning", "err", "alert", "emerg", "crit", "verbose"]),
    meta("noop", "Only report changes (true), or apply them even in a no-op run (false).").words(&["true", "false"]),
    meta("notify", "Resources that come after this one and are refreshed when it changes."),
    meta("require", "Resources that come before this one."),
    meta("schedule", "The schedule that limits when the resource may be managed."),
    meta("stage", "The run stage that a class belongs to."),
    meta("subscribe", "Resources that come before this one and refresh it when they change."),
    meta("tag", "Additional tags, for collectors and partial runs."),
];

const fn meta(name: &'static str, summary: &'static str) -> Attribute {
    attribute(name, AttributeKind::Metaparameter, summary)
}
