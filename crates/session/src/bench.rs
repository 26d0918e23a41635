//! Measures code: the phases from lexing to the description of the value, and statistics of many runs.

use std::time::{Duration, Instant};

use pprepl_budget as budget;
use pprepl_text::{Diagnostic, Source};
use puppet_syntax as syntax;

use super::described::{DescribedTypes, is_too_big, is_too_deep, types_of};
use super::report::{report, reports};
use super::run::failure;
use super::{Evaluation, Report, Session};

/// The measurements of code.
#[derive(Clone, Debug)]
pub struct BenchView {
    /// The phases with their median durations, in order.
    pub phases: Vec<(&'static str, Duration)>,
    /// The number of runs of the evaluation.
    pub runs: usize,
    pub min: Duration,
    pub median: Duration,
    pub mean: Duration,
    /// 95 of 100 runs took at most this time.
    pub p95: Duration,
    pub max: Duration,
    /// The standard deviation of the runs from their mean.
    pub deviation: Duration,
}

/// The time for all runs of the evaluation.
const RUN_TIME: Duration = Duration::from_millis(1_000);

/// The largest number of runs.
const MAX_RUNS: usize = 10_000;

/// The smallest number of runs, if they take less than [`RUN_TIME`] each.
const MIN_RUNS: usize = 3;

/// The number of measurements of each other phase.
const PHASE_RUNS: usize = 15;

/// The time limit of one run.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Runs code many times, each time from the same state, and measures it. The session stays as it is.
pub fn bench(session: &mut Session, text: &str) -> Result<BenchView, Vec<Report>> {
    let source = Source::new("input", text);
    let options = session.core.lex_options(false);
    let parsed = syntax::parse(text, options);
    let mut found = parsed.diagnostics;
    if !found.iter().any(Diagnostic::is_error) {
        found.extend(session.core.vm.validate(&parsed.program, text));
    }
    found.retain(Diagnostic::is_error);
    if !found.is_empty() {
        return Err(reports(&source, &found));
    }
    let program = parsed.program;
    let mut phases = vec![
        ("lex", median_of(PHASE_RUNS, || drop(syntax::lex(text, options)))),
        ("parse", median_of(PHASE_RUNS, || drop(syntax::parse(text, options)))),
        ("validate", median_of(PHASE_RUNS, || drop(session.core.vm.validate(&program, text)))),
        ("check", median_of(PHASE_RUNS, || drop(session.analyze().static_warnings(&source, &program)))),
    ];
    let mut times = Vec::new();
    let start = Instant::now();
    let mut last = None;
    while times.len() < MAX_RUNS && (start.elapsed() < RUN_TIME || times.len() < MIN_RUNS) {
        let began = Instant::now();
        let result = session.core.without_trace(TIME_LIMIT, |vm| vm.run_program(&source, &program));
        times.push(began.elapsed());
        match result {
            Ok(value) => last = Some(value),
            Err(flow) => {
                let diagnostic = failure(&mut session.core, *flow, &mut Evaluation::default());
                return Err(vec![report(&source, &diagnostic)]);
            }
        }
        if budget::check().is_err() || start.elapsed() > RUN_TIME && times.len() >= MIN_RUNS {
            break;
        }
    }
    let mut view = statistics(times);
    phases.push(("evaluate", view.median));
    if let Some(value) = last.filter(|value| !is_too_deep(value) && !is_too_big(value)) {
        let rules = session.core.vm.settings.types;
        phases.push(("print", median_of(PHASE_RUNS, || drop(session.core.form(&value)))));
        let types = || drop(types_of(&rules, &value, DescribedTypes::default()));
        phases.push(("types", median_of(PHASE_RUNS, types)));
    }
    view.phases = phases;
    Ok(view)
}

/// Returns the median duration of several calls.
fn median_of(count: usize, mut act: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = Vec::with_capacity(count);
    let start = Instant::now();
    for _ in 0..count {
        let began = Instant::now();
        act();
        times.push(began.elapsed());
        if start.elapsed() > RUN_TIME {
            break;
        }
    }
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Returns the statistics of the runs.
fn statistics(mut times: Vec<Duration>) -> BenchView {
    times.sort_unstable();
    let runs = times.len();
    let at = |part: f64| {
        let index = ((runs.saturating_sub(1)) as f64 * part).round() as usize;
        times.get(index).copied().unwrap_or_default()
    };
    let seconds: Vec<f64> = times.iter().map(Duration::as_secs_f64).collect();
    let count = (runs as f64).max(1.0);
    let mean = seconds.iter().sum::<f64>() / count;
    let variance = seconds.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / count;
    BenchView {
        phases: Vec::new(),
        runs,
        min: at(0.0),
        median: at(0.5),
        mean: Duration::from_secs_f64(mean),
        p95: at(0.95),
        max: at(1.0),
        deviation: Duration::from_secs_f64(variance.sqrt()),
    }
}
