//! Checks of the names in a lesson: steps are unique, and what an exercise follows exists above it.

use std::collections::BTreeSet;

use pprepl_text::{Diagnostic, IssueCode};

use crate::lesson::{Lesson, StepKind};

/// Adds findings about names.
pub(super) fn check(lesson: &mut Lesson) {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut findings = Vec::new();
    for cell in &lesson.cells {
        let Some(name) = cell.step() else { continue };
        if let StepKind::Exercise(exercise) = &cell.kind {
            for after in exercise.after.iter().filter(|after| !seen.contains(*after)) {
                let message = format!("no exercise above has the name `{after}`");
                let found = Diagnostic::error(IssueCode::LessonOption, cell.body.span, message);
                findings.push(found.with_help("`after` names an exercise above this one"));
            }
        }
        if !seen.insert(name.to_owned()) {
            let message = format!("the name `{name}` is used twice");
            let found = Diagnostic::error(IssueCode::LessonOption, cell.body.span, message);
            findings.push(found.with_help("give each step a name of its own"));
        }
    }
    lesson.findings.extend(findings);
}
