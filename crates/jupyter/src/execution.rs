//! Executes cells.

use pprepl_session::{EditRequest, Evaluation, Outcome, Report, Rewriter, commands, submit_source};
use pprepl_text::{Severity, Source, visible};
use serde_json::{Map, Value, json};

use super::cell_parts::{Part, PartKind, parts};
use super::display::value_data;
use super::failure::Failure;
use super::inspection::page;
use super::kernel::Kernel;
use super::message::Request;
use super::publisher::Stream;

/// The result of a cell.
#[derive(Default)]
struct CellResult {
    failure: Option<Failure>,
    /// Requests to the front end.
    payload: Vec<Value>,
    /// The last value of the cell as plain text.
    value: Option<String>,
}

/// Executes the cell of a request, and returns the content of the reply.
pub(crate) fn execute(kernel: &mut Kernel, request: &Request) -> Value {
    let code = request.text("code");
    let is_silent = request.flag("silent", false);
    let is_stored = !is_silent && request.flag("store_history", true);
    let count = kernel.count + 1;
    if is_stored {
        kernel.count = count;
    }
    kernel.cell.publish("execute_input", json!({ "code": code, "execution_count": count }));
    if let Some(warning) = kernel.warning.take_if(|_| !is_silent) {
        kernel.cell.stream(Stream::Stderr, &visible(&warning));
    }
    let all = parts(code, kernel.session.settings().input_options());
    let name = format!("In[{count}]");
    replace_former_run(kernel, request, &name, &all);
    let result = run(kernel, code, &name, &all, count);
    kernel.cell.report_omitted();
    if is_stored {
        kernel.history.add(count, code, result.value.clone());
    }
    match result.failure {
        Some(failure) => {
            if request.flag("stop_on_error", true) {
                kernel.queue.abort_executions();
            }
            with_count(failure.reply(), count)
        }
        None => {
            let expressions = user_expressions(kernel, request);
            let content = json!({ "status": "ok", "payload": result.payload, "user_expressions": expressions });
            with_count(content, count)
        }
    }
}

/// Adds the number of the cell to the content of a message.
pub(crate) fn with_count(mut content: Value, count: i64) -> Value {
    if let Some(content) = content.as_object_mut() {
        content.insert("execution_count".to_owned(), json!(count));
    }
    content
}

/// Undoes the former run of the cell, and the runs of deleted cells. Invalid code replaces no run.
fn replace_former_run(kernel: &mut Kernel, request: &Request, name: &str, all: &[Part]) {
    let deleted = request.metadata.get("deletedCells").and_then(Value::as_array).into_iter().flatten();
    for id in deleted.filter_map(Value::as_str) {
        withdraw(kernel, id, name);
    }
    let code = request.text("code");
    let cell_id = request.metadata.get("cellId").and_then(Value::as_str);
    // A front end that does not name its cells: the same code is the same cell.
    let id = cell_id.unwrap_or(code);
    let is_invalid = |report: &Report| report.severity == Severity::Error;
    let codes = all.iter().filter(|part| part.kind == PartKind::Code).filter_map(|part| code.get(part.span.clone()));
    let is_valid =
        codes.map(|code| kernel.session.source().check(name, code)).all(|found| !found.iter().any(is_invalid));
    if is_valid {
        withdraw(kernel, id, name);
    }
    kernel.runs.entry(id.to_owned()).or_default().push(name.to_owned());
}

/// Undoes all runs of a cell.
fn withdraw(kernel: &mut Kernel, id: &str, name: &str) {
    for former in kernel.runs.remove(id).unwrap_or_default() {
        Rewriter::new(&mut kernel.session).withdraw(&former, &format!("{former} runs again as {name}"));
    }
}

/// Runs the parts of a cell until one fails.
fn run(kernel: &mut Kernel, code: &str, name: &str, all: &[Part], count: i64) -> CellResult {
    let mut result = CellResult::default();
    for (number, part) in all.iter().enumerate() {
        // A cell has one result. The values before it are shown, too.
        let count = (number + 1 == all.len()).then_some(count);
        let text = code.get(part.span.clone()).unwrap_or_default();
        match &part.kind {
            PartKind::Clear => kernel.cell.publish("clear_output", json!({ "wait": false })),
            PartKind::Help(name, with_source) => help(kernel, name, *with_source, &mut result),
            PartKind::Command(line) => {
                let outcome = commands::run(&mut kernel.session, line);
                show(kernel, &outcome, count, &mut result);
            }
            PartKind::Code => {
                let source = Source::part(name, text, part.lines_before);
                let outcome = submit_source(&mut kernel.session, &source);
                show(kernel, &outcome, count, &mut result);
            }
        }
        if result.failure.is_some() {
            break;
        }
    }
    result
}

/// Shows what a part of a cell gives. The last part has the number of the cell.
fn show(kernel: &mut Kernel, outcome: &Outcome, count: Option<i64>, result: &mut CellResult) {
    match outcome {
        Outcome::Nothing => {}
        Outcome::Evaluated(evaluation) => show_evaluation(kernel, evaluation, count, result),
        Outcome::Command(answer) => {
            show_warnings(kernel, &answer.reports);
            let text = visible(answer.text.trim_end());
            if !text.is_empty() {
                kernel.cell.publish("display_data", display(&json!({ "text/plain": text })));
            }
            fail(kernel, Failure::of(&answer.reports), result);
        }
        Outcome::Edit(EditRequest::File { path, line }) => {
            let place = format!("the definition is in {}:{line}", path.display());
            let text = visible(&place);
            kernel.cell.publish("display_data", display(&json!({ "text/plain": text })));
        }
        Outcome::Edit(EditRequest::Line(text) | EditRequest::Input { text, .. }) => {
            result.payload.push(json!({ "source": "set_next_input", "text": text, "replace": false }));
        }
        Outcome::Lesson(_) => {
            let message = "lessons run at the prompt and in the notebook: 'pprepl learn'";
            fail(kernel, Some(Failure::plain("NO_LESSON", message)), result);
        }
        Outcome::Quit => result.payload.push(json!({ "source": "ask_exit", "keepkernel": false })),
    }
}

fn show_evaluation(kernel: &mut Kernel, evaluation: &Evaluation, count: Option<i64>, result: &mut CellResult) {
    show_warnings(kernel, &evaluation.reports);
    if evaluation.failed() {
        return fail(kernel, Failure::of(&evaluation.reports), result);
    }
    if let Some((plain, data)) = value_data(&mut kernel.session, evaluation, &mut kernel.painter) {
        match count {
            Some(count) => kernel.cell.publish("execute_result", with_count(display(&data), count)),
            None => kernel.cell.publish("display_data", display(&data)),
        }
        result.value = Some(plain);
    }
    show_warnings(kernel, &evaluation.notes);
}

fn display(data: &Value) -> Value {
    json!({ "data": data, "metadata": {} })
}

/// Publishes the reports that are not errors.
fn show_warnings(kernel: &Kernel, reports: &[Report]) {
    for report in reports.iter().filter(|report| report.severity != Severity::Error) {
        kernel.cell.stream(Stream::Stderr, &format!("{}\n", report.frame_ansi().trim_end()));
    }
}

fn fail(kernel: &Kernel, failure: Option<Failure>, result: &mut CellResult) {
    if let Some(failure) = &failure {
        kernel.cell.publish("error", failure.content());
    }
    result.failure = failure;
}

/// Shows the page of a name in the pager of the front end.
fn help(kernel: &mut Kernel, name: &str, with_source: bool, result: &mut CellResult) {
    match page(&mut kernel.session, name, with_source) {
        Some(text) => {
            result.payload.push(json!({ "source": "page", "data": { "text/plain": text }, "start": 0 }));
        }
        None => {
            // The command reports what the name may mean.
            let outcome = commands::run(&mut kernel.session, &format!(":doc {name}"));
            show(kernel, &outcome, None, result);
        }
    }
}

/// Evaluates the expressions of a request. Their changes are rolled back.
fn user_expressions(kernel: &mut Kernel, request: &Request) -> Map<String, Value> {
    let expressions = request.content.get("user_expressions").and_then(Value::as_object);
    let mut found = Map::new();
    for (key, code) in expressions.into_iter().flatten() {
        let code = code.as_str().unwrap_or_default();
        let content = match kernel.session.inspect().value(code) {
            Ok(value) => {
                let plain = visible(&value.entire_value().text).into_owned();
                json!({ "status": "ok", "data": { "text/plain": plain }, "metadata": {} })
            }
            Err(reports) => {
                let failure = Failure::of(&reports);
                failure.unwrap_or_else(|| Failure::plain("NO_VALUE", "the expression has no value")).reply()
            }
        };
        found.insert(key.clone(), content);
    }
    found
}
