//! The rules of a check: their list, and the options that change them.

use serde_json::json;

use pprepl_session::config::CheckRules;
use pprepl_session::{RULES, STYLE_RULES, Session, StyleRule};
use pprepl_text::Severity;
use pprepl_text::columns::columns;

use crate::batch::arguments::Check;
use crate::batch::{Status, printer};

/// Lists the rules.
pub(super) fn list(as_json: bool) -> Status {
    if as_json {
        for rule in RULES {
            let row =
                json!({ "rule": rule.code, "on": rule.on, "kind": rule.severity.as_str(), "summary": rule.summary });
            printer::record(&row);
        }
        for rule in STYLE_RULES {
            let row = json!({ "rule": rule.code, "on": false, "kind": "style", "summary": rule.summary, "fix": rule.has_fix });
            printer::record(&row);
        }
    } else {
        let row = |rule: &pprepl_session::Rule| {
            [rule.code.as_str(), rule.severity.as_str(), rule.summary].map(str::to_owned).to_vec()
        };
        let style = |rule: &StyleRule| [rule.code.as_str(), "style", rule.summary].map(str::to_owned).to_vec();
        printer::line(&columns(&RULES.iter().map(row).chain(STYLE_RULES.iter().map(style)).collect::<Vec<_>>()));
    }
    Status::Success
}

/// Disables rules, and raises the severity of others: first those of configuration files, then of the command line.
pub(super) fn adjust(session: &mut Session, configured: &CheckRules, check: &Check) {
    let all = configured.rules.iter().copied().chain(check.allow.iter().map(|rule| (*rule, None)));
    let all = all.chain(check.warn.iter().map(|rule| (*rule, Some(Severity::Warning))));
    for (code, severity) in all.chain(check.deny.iter().map(|rule| (*rule, Some(Severity::Error)))) {
        session.analyze().adjust(code, severity);
    }
}
