//! The methods of lessons.

use std::collections::BTreeMap;
use std::fs;

use pprepl_lessons::{
    Course, JudgeSetup, Learner, LessonCells, Progress, ProgressFiles, Question, QuizState, StepKind, StepState,
    answers, command_line, configure, question, start as first_text, working_copy, write_files,
};
use pprepl_notebook::{CellKind, Document};
use pprepl_rpc::{RpcError, params};
use serde_json::{Value, json};

use crate::answer::{Answer, rejected};
use crate::engine::Engine;
use crate::lesson::{begin, lesson_of, run_before, skip as skip_step, step_cell};
use crate::lesson_data::{checked_data, lesson_data, steps_data};
use crate::notebook::Notebook;
use crate::notebook_data::state_data;
use crate::notebook_methods::{cell_id, start, with_results};
use crate::open_lesson::{LessonText, OpenLesson, read_lesson};

pub fn list(engine: &mut Engine, _: &Value) -> Answer {
    let progress = progress_of(engine)?;
    let course = engine.course();
    Ok(json!({ "chapters": course.chapters(&progress), "names": course.names().collect::<Vec<_>>() }))
}

fn progress_of(engine: &Engine) -> Result<Progress, RpcError> {
    Progress::read(&engine.progress_file()).map_err(|error| rejected(format!("cannot read your progress: {error}")))
}

fn lesson_text(course: Course, params: &Value) -> Result<LessonText, RpcError> {
    if let Some(text) = params::optional_text(params, "text")? {
        return read_lesson(params::optional_text(params, "name")?.unwrap_or("lesson.pp"), text);
    }
    let name = params::text(params, "lesson")?;
    let unknown = || rejected(format!("no chapter has the name '{name}'; 'lesson/list' lists the chapters"));
    let (file, text) = course.text(name).ok_or_else(unknown)?;
    read_lesson(file, text)
}

pub fn open(engine: &mut Engine, params: &Value) -> Answer {
    let course = engine.course();
    let LessonText { lesson, hash } = lesson_text(course, params)?;
    let folder = engine.lessons_folder().join(&lesson.name).join("files");
    let mut start = start(engine, params)?;
    start.title = format!("{}.pp", lesson.name);
    start.trusted = true;
    configure(&lesson, |key, value| start.settings.set(key, value)).map_err(rejected)?;
    if !lesson.files.is_empty() {
        write_files(&lesson, &folder).map_err(|error| rejected(format!("cannot write the files: {error}")))?;
        start.environment = Some(folder.clone());
    }
    let setup = JudgeSetup { folder: Some(folder), stack: Some(engine.stack), ..JudgeSetup::default() };
    let files = ProgressFiles { own: Some(engine.progress_file()), report: None };
    let learner = Learner::new(lesson.clone(), hash, &setup, files)
        .map_err(|error| rejected(format!("cannot read your progress: {error}")))?;
    let known = match params::optional_text(params, "text_of_copy")? {
        Some(text) => answers(&Document::parse(text)),
        None => BTreeMap::new(),
    };
    let key = start.key.clone();
    let mut notebook = Notebook::new(start, working_copy(&lesson, &known));
    let mut cells = LessonCells::default();
    cells.set_lesson(true, notebook.cells());
    notebook.sources.set_on_request(cells.on_request());
    notebook.lesson = Some(OpenLesson { lesson, learner, cells });
    notebook.begin();
    begin(&mut notebook)?;
    let data = opened_data(&mut notebook, course);
    engine.notebooks.insert(key, notebook);
    data
}

fn opened_data(notebook: &mut Notebook, course: Course) -> Answer {
    let mut data = lesson_data(lesson_of(notebook)?, course);
    data["notebook"] = with_results(notebook);
    Ok(data)
}

/// Adds the steps and the state of the notebook to an answer, and reports new records of the progress.
fn answered(engine: &mut Engine, params: &Value, mut data: Value) -> Answer {
    let notebook = engine.notebook(params)?;
    let lesson = lesson_of(notebook)?;
    let error = lesson.learner.take_write_error();
    data["steps"] = json!(steps_data(lesson));
    data["next"] = json!(lesson.next_open());
    data["write_error"] = json!(error);
    for (name, value) in state_data(notebook) {
        data[&name] = value;
    }
    report_records(engine);
    Ok(data)
}

/// Reports the records that the progress file has had since the last call.
fn report_records(engine: &mut Engine) {
    let Ok(text) = fs::read_to_string(engine.progress_file()) else { return };
    let from = usize::try_from(engine.reported).unwrap_or(0);
    engine.reported = text.len() as u64;
    for line in text.get(from..).unwrap_or_default().lines() {
        if let Ok(record) = serde_json::from_str::<Value>(line) {
            engine.outbox.notify("lesson/record", json!({ "record": record }));
        }
    }
}

/// Counts the records so far as reported.
fn mark_reported(engine: &mut Engine) {
    engine.reported = fs::metadata(engine.progress_file()).map_or(0, |metadata| metadata.len());
}

pub fn check(engine: &mut Engine, params: &Value) -> Answer {
    let step = params::text(params, "step")?;
    mark_reported(engine);
    let notebook = engine.notebook(params)?;
    let id = step_cell(notebook, step)?;
    if let Some(answer) = params::optional_text(params, "answer")? {
        notebook.set_cell(id, CellKind::Code, answer.to_owned())?;
    }
    let answer = notebook.cell(id)?.text.clone();
    notebook.book.pause();
    run_before(notebook, step);
    let checked = lesson_of(notebook)?.learner.check_and_run(step, &answer);
    if checked.verdict.may_run() && command_line(&answer).is_none() {
        notebook.run(&[id]);
    }
    answered(engine, params, checked_data(&checked))
}

pub fn quiz(engine: &mut Engine, params: &Value) -> Answer {
    let (step, answer) = (params::text(params, "step")?, params::text(params, "answer")?);
    mark_reported(engine);
    let notebook = engine.notebook(params)?;
    let id = step_cell(notebook, step)?;
    let lesson = lesson_of(notebook)?;
    let code = match &lesson.cell(step)?.kind {
        // Two expressions are not a program: the first would be a value without use. The verdict shows both.
        StepKind::Quiz(quiz) if quiz.question != Question::Same => quiz.code.text.trim_end().to_owned(),
        _ => String::new(),
    };
    let is_question = lesson.cells.is_question(id);
    let verdict = lesson.learner.predict(step, answer);
    if verdict.state != QuizState::Unreadable && !code.is_empty() && is_question {
        notebook.set_cell(id, CellKind::Code, code)?;
        notebook.run(&[id]);
    }
    let data = json!({
        "state": quiz_state(verdict.state),
        "lines": verdict.lines,
        "truth": verdict.truth,
        "because": verdict.because,
    });
    answered(engine, params, data)
}

fn quiz_state(state: QuizState) -> &'static str {
    match state {
        QuizState::Right => "right",
        QuizState::Wrong => "wrong",
        QuizState::Unreadable => "unreadable",
        QuizState::Broken => "broken",
    }
}

pub fn hint(engine: &mut Engine, params: &Value) -> Answer {
    let step = params::text(params, "step")?;
    mark_reported(engine);
    let hint = lesson_of(engine.notebook(params)?)?.learner.hint(step);
    answered(engine, params, json!({ "hint": hint }))
}

pub fn solution(engine: &mut Engine, params: &Value) -> Answer {
    let step = params::text(params, "step")?;
    mark_reported(engine);
    let code = lesson_of(engine.notebook(params)?)?.learner.solution(step);
    answered(engine, params, json!({ "code": code }))
}

pub fn mark_run(engine: &mut Engine, params: &Value) -> Answer {
    let step = params::text(params, "step")?;
    mark_reported(engine);
    let notebook = engine.notebook(params)?;
    let id = step_cell(notebook, step)?;
    let lesson = lesson_of(notebook)?;
    if !matches!(lesson.cell(step)?.kind, StepKind::Run { .. }) {
        return Err(rejected("this step is not code to run: 'lesson/check' or 'lesson/quiz' answers it"));
    }
    if lesson.learner.state(step) != StepState::Done {
        lesson.learner.record(step, StepState::Done, None);
    }
    notebook.run(&[id]);
    answered(engine, params, json!({}))
}

pub fn skip(engine: &mut Engine, params: &Value) -> Answer {
    let step = params::text(params, "step")?;
    mark_reported(engine);
    skip_step(engine.notebook(params)?, step)?;
    answered(engine, params, json!({}))
}

/// Sets the cell of a step to its text in the lesson.
pub fn reset(engine: &mut Engine, params: &Value) -> Answer {
    let step = params::text(params, "step")?;
    let notebook = engine.notebook(params)?;
    let id = step_cell(notebook, step)?;
    let cell = lesson_of(notebook)?.cell(step)?;
    let (kind, text) = match &cell.kind {
        StepKind::Exercise(exercise) => (CellKind::Code, first_text(exercise)),
        StepKind::Quiz(quiz) => (CellKind::Prose, question(quiz)),
        StepKind::Run { .. } | StepKind::Given | StepKind::Example => (CellKind::Code, cell.body.text.clone()),
        StepKind::Prose | StepKind::Notes => (CellKind::Prose, cell.body.text.clone()),
    };
    notebook.sources.commit_source(id, "");
    notebook.set_cell(id, kind, text)?;
    let document = with_results(notebook);
    answered(engine, params, json!({ "notebook": document }))
}

pub fn unlock(engine: &mut Engine, params: &Value) -> Answer {
    let id = cell_id(params)?;
    let notebook = engine.notebook(params)?;
    notebook.cell(id)?;
    lesson_of(notebook)?.cells.unlock(id);
    Ok(with_results(notebook))
}

pub fn progress(engine: &mut Engine, _: &Value) -> Answer {
    let text = fs::read_to_string(engine.progress_file()).unwrap_or_default();
    Ok(json!({ "records": text }))
}

pub fn restore(engine: &mut Engine, params: &Value) -> Answer {
    let records = params::text(params, "records")?;
    let file = engine.progress_file();
    let written = file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&file, records));
    written.map_err(|error| rejected(format!("cannot write your progress: {error}")))?;
    engine.reported = records.len() as u64;
    let (_, known) = Progress::parse(records);
    Ok(json!({ "records": known.len() }))
}
