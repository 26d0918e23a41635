//! The evaluator under budgets, and the checker's word held against the run.

use pprepl_budget::{Limits, Scope};
use pprepl_session::{Edition, Session, Settings};
use puppet_syntax::ast::{BinaryOp, ExprKind};
use puppet_syntax::{LexOptions, parse, walk};

use super::host::{BUDGET, is_limit, session, session_with};

/// What an input can change, as text.
fn state(session: &Session) -> String {
    let own = |builtin: bool| !builtin;
    let functions: Vec<_> = session.names().functions().into_iter().filter(|one| own(one.builtin)).collect();
    let types: Vec<_> = session.names().types().into_iter().filter(|one| own(one.builtin)).collect();
    let variables: Vec<_> =
        session.names().variables().into_iter().map(|one| (one.name, one.value, one.type_name, one.input)).collect();
    format!("{variables:?}\n{functions:?}\n{types:?}\n{:?}", session.catalog().resources())
}

/// An input ends within its budget and fails without a trace; the session lives on; undo takes all back, and redo
/// brings all again.
pub fn evaluate(data: &[u8]) {
    let text = super::text(data);
    let mut session = session();
    let empty = state(&session);
    assert!(!session.evaluate("before", "$kept = 42").failed());
    let before = state(&session);
    let evaluation = session.evaluate("input", &text);
    for report in &evaluation.reports {
        // `fail('')` says what it is told to.
        let has_words = !report.message.is_empty() || text.contains("fail");
        assert!(has_words && !report.frame().is_empty(), "a report without words: {report:?}");
    }
    let after = state(&session);
    if evaluation.failed() {
        assert!(!evaluation.reports.is_empty() || evaluation.cancelled, "a failure without a report");
        assert_eq!(after, before, "a failed input left a trace");
    }
    assert_eq!(session.evaluate("after", "$kept").value.as_deref(), Some("42"), "the session goes on");
    session.undo(9);
    assert_eq!(state(&session), empty, "undone");
    session.redo(9);
    assert_eq!(state(&session), after, "done again");
}

/// A value is of the type that the checker foresaw, and a program of one path that has a static error does not run.
pub fn check(data: &[u8]) {
    let text = super::text(data);
    let mut settings = Settings::default();
    Edition::Puppet8.apply(&mut settings);
    settings.set("strict", "error").expect("a setting");
    let mut session = session_with(settings, Vec::new());
    let found = {
        let limit = |key: &str| BUDGET.iter().find(|(name, _)| *name == key).and_then(|(_, value)| value.parse().ok());
        let limits = Limits {
            steps: limit("steps"),
            memory: limit("memory").map(|mebibytes: u64| mebibytes << 20),
            ..Limits::default()
        };
        let _budget = Scope::enter(session.cancel_flag(), limits);
        session.analyze().static_report("input", &text)
    };
    let Some(value) = &found.value else { return };
    // What the reference gives for 0.0 / 0 is not a Float.
    if found.invalid.is_some()
        || value.contains("NaN")
        || found.failure.as_ref().is_some_and(|one| is_limit(one.code.as_str()))
    {
        return;
    }
    // `NotUndef[T]` of a `T` that takes undef refuses itself, in the reference as well.
    let is_regular = !value.contains("NotUndef[");
    assert!(found.misfits.is_empty() || !is_regular, "{value} is not of the type {}", found.type_text);
    if is_straight(&text) {
        // Two lists of different elements may both be empty.
        let errors: Vec<_> = found.errors.iter().filter(|error| error.code != "element-mismatch").collect();
        assert!(errors.is_empty(), "{value}, in spite of {}: {}", errors[0].code, errors[0].message);
    }
}

/// Does every run pass through all of the text?
fn is_straight(text: &str) -> bool {
    let parsed = parse(text, LexOptions::PUPPET8);
    let mut straight = true;
    walk::for_each_everywhere(&parsed.program.body, &mut |expr| {
        straight &= !matches!(
            expr.kind,
            ExprKind::If(_)
                | ExprKind::Unless(_)
                | ExprKind::Case(_)
                | ExprKind::Selector(_)
                | ExprKind::Function(_)
                | ExprKind::Plan(_)
                | ExprKind::Class(_)
                | ExprKind::Define(_)
                | ExprKind::Node(_)
                | ExprKind::TypeAlias(_)
                | ExprKind::TypeDefinition(_)
                | ExprKind::Collect(_)
                | ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..)
        ) && walk::lambda_of(expr).is_none();
    });
    straight
}
