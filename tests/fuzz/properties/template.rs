//! Templates: EPP and ERB.

use pprepl_session::{Evaluation, Session};

use super::host::{is_limit, quoted, session};

/// What the templates of the seeds use.
const VARIABLES: &str = include_str!("../../erb/variables.pp");

fn with_variables() -> Session {
    let mut session = session();
    assert!(!session.evaluate("variables", VARIABLES).failed());
    session
}

fn rendered(session: &mut Session, function: &str, text: &str) -> Evaluation {
    session.evaluate("template", &format!("String({function}({}), '%s')", quoted(text)))
}

/// The text of an evaluation's value: it comes as a literal of the language.
fn is_text(evaluation: &Evaluation, text: &str) -> bool {
    evaluation.value.as_deref() == Some(quoted(text).as_str())
}

fn has_limit(evaluation: &Evaluation) -> bool {
    evaluation.cancelled || evaluation.reports.iter().any(|report| is_limit(report.code.as_str()))
}

/// The view of a template and the function that renders it agree; a text without tags is rendered as it is.
pub fn epp(data: &[u8]) {
    let text = super::text(data);
    let mut session = with_variables();
    let view = session.inspect().template(&text, None);
    let evaluation = rendered(&mut session, "inline_epp", &text);
    if has_limit(&evaluation) {
        return;
    }
    if let (Some(shown), true) = (&view.text, view.reports.is_empty()) {
        assert!(is_text(&evaluation, shown), "the view: {shown:?}, the function: {:?}", evaluation.value);
    }
    if evaluation.failed() {
        assert!(view.text.is_none() || !view.reports.is_empty(), "the function fails, the view does not");
    }
    // A byte order mark is refused.
    if !text.contains("<%") && !text.contains("%>") && !text.starts_with('\u{feff}') {
        assert!(is_text(&evaluation, &text), "{text:?} became {:?}", evaluation.value);
    }
    assert_eq!(session.evaluate("after", "$n").value.as_deref(), Some("3"), "the session goes on");
}

/// A template gives the same twice or fails with a report; a text without tags is rendered as it is.
pub fn erb(data: &[u8]) {
    let text = super::text(data);
    let mut session = with_variables();
    let first = rendered(&mut session, "inline_template", &text);
    if has_limit(&first) {
        return;
    }
    assert!(!first.failed() || !first.reports.is_empty(), "a failure without a report");
    let second = rendered(&mut session, "inline_template", &text);
    assert!(has_limit(&second) || first.value == second.value, "{:?}, then {:?}", first.value, second.value);
    if !text.contains('%') {
        assert!(is_text(&first, &text), "{text:?} became {:?}", first.value);
    }
    assert_eq!(session.evaluate("after", "$n").value.as_deref(), Some("3"), "the session goes on");
}
