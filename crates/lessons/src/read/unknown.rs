//! The finding that an option is unknown.

use pprepl_text::suggest::nearest;
use pprepl_text::{Diagnostic, IssueCode, visible};

use crate::option::CellOption;

/// Adds the finding that an option is unknown, with the nearest name.
pub(super) fn unknown(option: &CellOption, known: &[&'static str], findings: &mut Vec<Diagnostic>) {
    let help = match nearest(&option.name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the options here are {}", known.join(", ")),
    };
    let message = format!("unknown option: `{}`", visible(&option.name));
    let found = Diagnostic::warning(IssueCode::LessonOption, option.span, message);
    findings.push(found.with_help(help));
}
