//! The ways to ask give the same answers: over the conformance cases, the prompt's session, `rpc`, and the cells of a
//! notebook. Questions of an editor between the inputs (types, findings, tokens, completions) leave no trace.

use pprepl_notebook::CellId;
use pprepl_notebook::kernel::{Kernel, Mode, Setup, Unobserved};
use pprepl_session::{Edition, Evaluation, Session, Settings, SystemHost, json as shapes};
use pprepl_testing::cases::{Case, sample};
use pprepl_text::Severity;
use serde_json::{Value, json};

/// The edition of the reference for two of three cases, the usual one for the third.
fn settings(number: usize) -> Settings {
    let mut settings = Settings::default();
    let edition = if number.is_multiple_of(3) { Edition::Eight } else { Edition::Puppet8 };
    edition.apply(&mut settings);
    settings
}

fn session(number: usize) -> Session {
    Session::new(settings(number), Box::new(SystemHost::silent()))
}

fn call(session: &mut Session, method: &str, params: &Value) -> Value {
    pprepl_rpc::call(session, method, params).unwrap_or_else(|error| panic!("{method} {params}: {error:?}"))
}

/// An answer without its duration.
fn without_time(mut answer: Value) -> Value {
    answer.as_object_mut().expect("an object").remove("elapsed_us");
    answer
}

/// All that a user sees of a session.
fn state(session: &mut Session) -> Value {
    let parts: Vec<Value> =
        [":vars", ":functions", ":types", ":catalog", ":match", ":history", ":heredoc", ":scope", ":set"]
            .into_iter()
            .map(|line| call(session, "command", &json!({ "line": line })))
            .collect();
    json!([call(session, "inspect", &json!({})), parts])
}

/// Asks what an editor asks while a user types.
fn ask(session: &mut Session, step: &str) {
    let characters = step.chars().count();
    for method in ["type", "check", "tokens", "tree", "trace"] {
        call(session, method, &json!({ "source": step }));
    }
    for offset in [0, characters / 2, characters] {
        call(session, "complete", &json!({ "source": step, "offset": offset }));
        call(session, "type", &json!({ "source": step, "offset": offset }));
    }
    if !step.contains('\n') {
        for command in [":type", ":tokens", ":ast", ":cst", ":check", ":fmt", ":parens", ":rewrite"] {
            call(session, "command", &json!({ "line": format!("{command} {step}") }));
        }
    }
}

fn differ(faults: &mut Vec<String>, what: &str, expected: &Value, found: &Value) {
    if expected != found {
        faults.push(format!("{what}\n  session: {expected}\n  other:   {found}"));
    }
}

fn show(faults: &[String], count: usize) {
    println!("{count} inputs");
    assert!(count > 500, "{count} inputs");
    let first: Vec<&str> = faults.iter().take(20).map(String::as_str).collect();
    assert!(faults.is_empty(), "{} of {count} differ:\n{}", faults.len(), first.join("\n\n"));
}

/// What differs between a session and `rpc` in some of the cases, and the number of inputs.
fn rpc_faults(cases: &[(usize, Case)]) -> (Vec<String>, usize) {
    let (mut faults, mut count) = (Vec::new(), 0);
    for (number, case) in cases {
        let (mut direct, mut remote) = (session(*number), session(*number));
        for step in &case.steps {
            count += 1;
            let before = state(&mut remote);
            ask(&mut remote, step);
            differ(
                &mut faults,
                &format!("{}: state after questions on {step:?}", case.id),
                &before,
                &state(&mut remote),
            );
            let mut evaluation = direct.evaluate("input", step);
            direct.keep_passing_fixes(&mut evaluation);
            let expected = without_time(shapes::evaluation(&evaluation));
            let found = without_time(call(&mut remote, "eval", &json!({ "source": step })));
            differ(&mut faults, &format!("{}: {step:?}", case.id), &expected, &found);
        }
        differ(&mut faults, &format!("{}: state at the end", case.id), &state(&mut direct), &state(&mut remote));
    }
    (faults, count)
}

#[test]
fn rpc_answers_as_the_session_and_questions_leave_no_trace() {
    let cases = sample(12);
    // The longest test of the crate: one core would wait for the other.
    let (first, second) = cases.split_at(cases.len() / 2);
    let (mut found, rest) = std::thread::scope(|scope| {
        let rest = scope.spawn(|| rpc_faults(second));
        (rpc_faults(first), rest.join().expect("the other half"))
    });
    found.0.extend(rest.0);
    show(&found.0, found.1 + rest.1);
}

/// The cells of a notebook, one for each input.
struct Cells {
    kernel: Kernel,
    ids: Vec<CellId>,
}

impl Cells {
    /// Adds the inputs one by one, or all at once, in cells that run.
    fn new(number: usize, steps: &[String], one_by_one: bool) -> Cells {
        let mut kernel = Kernel::new(Setup::with_host(settings(number), Box::new(|_| Box::new(SystemHost::silent()))));
        kernel.set_mode(Mode::Auto, &mut Unobserved);
        let cells: Vec<_> =
            steps.iter().enumerate().map(|(at, step)| (CellId(at as u64 + 1), step.as_str().into())).collect();
        let ids = cells.iter().map(|(id, _)| *id).collect();
        let first = if one_by_one { 1 } else { cells.len() };
        for count in first..=cells.len() {
            kernel.arrange(cells[..count].to_vec(), &mut Unobserved);
        }
        Cells { kernel, ids }
    }
}

/// What a cell and an input show alike. (A cell shows each time what a session shows once: notes, and warnings of code that
/// did not run.)
fn shown(evaluation: &Evaluation) -> Value {
    let logs: Vec<Value> = evaluation.logs.iter().map(|(level, text)| json!([level.as_str(), text])).collect();
    let errors = evaluation.reports.iter().filter(|report| report.severity == Severity::Error);
    let errors: Vec<Value> = errors.map(|one| json!([one.code, one.message, one.help, one.place()])).collect();
    json!({
        "value": evaluation.value,
        "shown": evaluation.shown,
        "types": [evaluation.detailed, evaluation.reduced, evaluation.generalized],
        "logs": logs,
        "errors": errors,
    })
}

/// Returns whether an input uses a name that a later one defines: its cell then runs again.
fn names_come_late(steps: &[String], evaluations: &[Evaluation]) -> bool {
    evaluations.iter().enumerate().any(|(at, one)| {
        let names = one.defined.iter().chain(&one.assigned);
        names.into_iter().any(|name| steps[..at].iter().any(|step| step.contains(&**name)))
    })
}

#[test]
fn cells_answer_as_inputs() {
    let (mut faults, mut count) = (Vec::new(), 0);
    for (number, case) in sample(12) {
        let mut direct = session(number);
        let evaluations: Vec<Evaluation> = case
            .steps
            .iter()
            .enumerate()
            .map(|(at, step)| direct.evaluate(&format!("cell {}", at + 1), step))
            .collect();
        if names_come_late(&case.steps, &evaluations) {
            continue;
        }
        let expected: Vec<Value> = evaluations.iter().map(shown).collect();
        for one_by_one in [true, false] {
            let cells = Cells::new(number, &case.steps, one_by_one);
            for ((id, expected), step) in cells.ids.iter().zip(&expected).zip(&case.steps) {
                count += 1;
                let what = format!("{} (one by one: {one_by_one}): {step:?}", case.id);
                let found = cells.kernel.report(*id).map_or(Value::Null, |report| shown(&report.evaluation));
                differ(&mut faults, &what, expected, &found);
            }
        }
    }
    show(&faults, count);
}
