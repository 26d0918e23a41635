//! The report of tests: as text, JSON or JUnit.

use serde_json::json;

use pprepl_text::visible;

use super::result::{FileTests, Problem, TestCase};
use crate::batch::arguments::Options;
use crate::batch::junit::{Case, Suite, documents};
use crate::batch::printer;

/// Prints the failures of a file and its result as text.
pub(super) fn text(file: &FileTests, options: &Options) {
    let color = printer::colored(options.color, &std::io::stderr());
    for problem in file.tests.iter().flat_map(|test| &test.problems) {
        let [plain, colored] = &problem.frames;
        printer::error_line(if color { colored } else { plain }.trim_end());
    }
    if !options.quiet {
        let failed = file.tests.iter().filter(|test| test.failed()).count();
        printer::line(&format!("{}: {}", visible(&file.name), result(file.tests.len(), failed)));
    }
}

/// Returns the result of tests: `ok (3 tests)`, `1 of 3 tests failed`.
pub(super) fn result(count: usize, failed: usize) -> String {
    let tests = if count == 1 { "test" } else { "tests" };
    if failed == 0 { format!("ok ({count} {tests})") } else { format!("{failed} of {count} {tests} failed") }
}

/// Prints each test of a file as a line of JSON.
pub(super) fn lines(file: &FileTests) {
    for test in &file.tests {
        printer::record(&json!({
            "file": file.name,
            "test": test.name,
            "line": test.line,
            "failed": test.failed(),
            "diagnostics": test.problems.iter().map(diagnostic).collect::<Vec<_>>(),
            "elapsed_us": (test.seconds * 1_000_000.0) as u64,
        }));
    }
}

fn diagnostic(problem: &Problem) -> serde_json::Value {
    let difference = problem.difference.as_ref();
    json!({
        "severity": if problem.is_error { "error" } else { "warning" },
        "code": problem.code,
        "topic": problem.topic,
        "message": problem.message,
        "help": problem.help,
        "position": problem.position.map(|(line, column)| [line, column]),
        "expected": difference.map(|(expected, _)| expected),
        "found": difference.map(|(_, found)| found),
    })
}

/// Prints the tests of all files as one document.
pub(super) fn junit(files: &[FileTests]) {
    let suite = |file: &FileTests| Suite { file: file.name.clone(), cases: file.tests.iter().map(case).collect() };
    printer::text(&documents(&files.iter().map(suite).collect::<Vec<_>>()));
}

fn case(test: &TestCase) -> Case {
    let fault = test.problems.iter().find(|problem| problem.is_error);
    let fault = fault.map(|problem| (problem.topic.clone(), problem.message.clone(), problem.frames[0].clone()));
    Case { fault, invalid: test.invalid, seconds: test.seconds, ..Case::of(test.name.as_str(), test.line) }
}
