//! Judges the expectations of cells while a notebook runs: the options `expect` of a cell against its run.

use std::sync::Arc;

use pprepl_notebook::kernel::{ExpectationJudge, ExpectationResult};
use pprepl_session::{CellRun, Session};
use pprepl_text::Source;

use crate::judge::{CellResult, mistake, names_of, static_findings};
use crate::lesson::Expectation;
use crate::option::{CellOption, options};
use crate::read::expectation;

/// Judges the expectations of the cells of a notebook.
#[derive(Clone, Copy, Debug, Default)]
pub struct CellJudge;

impl ExpectationJudge for CellJudge {
    fn findings(&self, session: &mut Session, source: &Arc<Source>) -> Vec<String> {
        let expected: Vec<Expectation> =
            expect_options(source.text()).iter().filter_map(|option| expectation(&option.value).ok()).collect();
        static_findings(session, expected.iter(), source)
    }

    fn judge(
        &self,
        session: &mut Session,
        source: &Arc<Source>,
        mut findings: Vec<String>,
        run: &CellRun,
    ) -> Vec<ExpectationResult> {
        findings.extend(run.evaluation.notes.iter().chain(&run.evaluation.reports).flat_map(names_of));
        let value = run.value.as_ref().map(|value| value.value());
        let result = CellResult { evaluation: &run.evaluation, value, findings: &findings };
        expect_options(source.text()).iter().map(|option| judged(session, option, &result)).collect()
    }
}

/// Returns the expectations at the top of a cell.
fn expect_options(text: &str) -> Vec<CellOption> {
    let starts = text.split('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len() + 1;
        Some((start, line))
    });
    options(starts).into_iter().filter(|option| option.name == "expect").collect()
}

fn judged(session: &mut Session, option: &CellOption, result: &CellResult) -> ExpectationResult {
    let text = option.value.text.clone();
    match expectation(&option.value) {
        Ok(expected) => ExpectationResult {
            text,
            mistake: mistake(session, &expected, result),
            expects_failure: matches!(expected, Expectation::Fails(_)),
        },
        Err(error) => ExpectationResult { text, mistake: Some(error.sentence()), expects_failure: false },
    }
}
