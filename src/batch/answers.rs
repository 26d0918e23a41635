//! `pprepl lesson grade`: judges the answers in the files of students, and prints a table of people by exercises.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;

use pprepl_files::Rules;
use pprepl_lessons::{Feedback, JudgeSetup, JudgedAnswer, Lesson, StepKind, answers_in, judge_answers, read};
use pprepl_notebook::export::Form;
use pprepl_notebook::{Document, import};
use pprepl_session::Settings;
use pprepl_text::columns::width;
use pprepl_text::{Severity, visible};

use super::arguments::{GradeAnswers, Options};
use super::grade::temporary_directory;
use super::junit::{Case, Suite, documents};
use super::lesson_findings::report;
use super::{Status, files, input, interrupt, printer};

/// The endings of students' files in directories.
const ENDINGS: [&str; 3] = ["pp", "ipynb", "md"];

/// Judges the answers of students.
pub(super) fn run(what: &GradeAnswers, options: &Options, settings: &Settings) -> Status {
    let lesson = match master(&what.master, options) {
        Ok(lesson) => lesson,
        Err(status) => return status,
    };
    let folder = match temporary_directory(&lesson) {
        Ok(folder) => folder,
        Err(error) => {
            printer::error(&format!("error: cannot create a directory for the files of the lesson: {error}"));
            return Status::Failed;
        }
    };
    let setup = JudgeSetup { folder: folder.clone(), stack: Some(options.stack), ..JudgeSetup::default() };
    let rules = input::rules(&what.answers, settings);
    let (paths, status) = student_files(what, &rules);
    let people = judged(&lesson, &paths, &setup, &rules);
    if let Some(folder) = folder {
        let _ = std::fs::remove_dir_all(folder);
    }
    if people.is_empty() {
        printer::error_line("error: no file of a student found");
        return status.max(Status::Usage);
    }
    print(&lesson, &people, what, options);
    people.iter().map(Person::status).fold(status, Status::max)
}

/// Reads the lesson.
fn master(path: &Path, options: &Options) -> Result<Arc<Lesson>, Status> {
    let (name, text) = input::read(path, options)?;
    let lesson = read(&name, &Document::parse(&text));
    if report(&lesson, options) == Some(Severity::Error) {
        return Err(Status::Invalid);
    }
    if exercises(&lesson).next().is_none() {
        printer::error(&format!("error[lesson-test]: {name} has no exercise"));
        return Err(Status::Invalid);
    }
    Ok(Arc::new(lesson))
}

/// Returns the files of students: those that are named, and those in directories, without the lesson itself.
fn student_files(what: &GradeAnswers, rules: &Rules) -> (Vec<PathBuf>, Status) {
    let master = what.master.canonicalize().ok();
    files::accepted(&what.answers, rules, |path| {
        let is_notebook = path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known));
        is_notebook && (master.is_none() || path.canonicalize().ok() != master)
    })
}

fn exercises(lesson: &Lesson) -> impl Iterator<Item = &str> {
    lesson.cells.iter().filter_map(|cell| match &cell.kind {
        StepKind::Exercise(exercise) => Some(exercise.name.as_str()),
        _ => None,
    })
}

/// A student with the verdicts.
struct Person {
    /// The name of the file without its directory and ending, or its path where that is not unique.
    name: String,
    file: String,
    /// The verdicts, or the status when the file has none.
    answers: Result<Vec<JudgedAnswer>, Status>,
}

impl Person {
    fn status(&self) -> Status {
        match &self.answers {
            Ok(answers) if answers.iter().any(|answer| is_wrong(answer.state)) => Status::Failed,
            Ok(_) => Status::Success,
            Err(status) => *status,
        }
    }

    /// Returns the number of right answers.
    fn right(&self) -> usize {
        self.answers.iter().flatten().filter(|answer| answer.state.is_done()).count()
    }
}

/// Returns whether an answer was given and is not right.
fn is_wrong(state: Feedback) -> bool {
    state != Feedback::NotTried && !state.is_done()
}

fn judged(lesson: &Arc<Lesson>, paths: &[PathBuf], setup: &JudgeSetup, rules: &Rules) -> Vec<Person> {
    let stem = |path: &Path| path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let mut people = Vec::new();
    for path in paths {
        if interrupt::happened() {
            break;
        }
        let short = stem(path);
        let is_unique = paths.iter().filter(|other| stem(other) == short).count() == 1;
        let file = pprepl_files::slashed(path);
        let name = if is_unique { short } else { file.clone() };
        people.push(Person { name, file, answers: one(lesson, path, setup, rules) });
    }
    people
}

/// Judges the answers in one file.
fn one(lesson: &Arc<Lesson>, path: &Path, setup: &JudgeSetup, rules: &Rules) -> Result<Vec<JudgedAnswer>, Status> {
    let (name, text) = input::read_operand(path, rules)?;
    let document = match import::read(Form::of(path).unwrap_or(Form::Manifest), &text) {
        Ok((document, _)) => document,
        Err(error) => {
            printer::error(&format!("error[UNREADABLE_NOTEBOOK]: {name}: {error}"));
            return Err(Status::Invalid);
        }
    };
    let answers = answers_in(&document);
    if !exercises(lesson).any(|exercise| answers.contains_key(exercise)) {
        printer::error(&format!("error[lesson-test]: {name} has no exercise of the lesson {}", lesson.name));
        return Err(Status::Invalid);
    }
    Ok(judge_answers(lesson, &answers, setup))
}

fn print(lesson: &Lesson, people: &[Person], what: &GradeAnswers, options: &Options) {
    if what.json {
        people.iter().for_each(|person| printer::record(&row(lesson, person)));
    } else if what.junit {
        printer::text(&documents(&people.iter().map(suite).collect::<Vec<_>>()));
    } else {
        printer::line(table(lesson, people).trim_end());
        if !options.quiet {
            people.iter().for_each(feedback);
        }
    }
}

/// Formats a table of people by exercises; a legend names the exercises.
fn table(lesson: &Lesson, people: &[Person]) -> String {
    let names: Vec<&str> = exercises(lesson).collect();
    let longest = people.iter().map(|person| width(&visible(&person.name))).max().unwrap_or(0);
    let mut out = String::new();
    for (at, name) in names.iter().enumerate() {
        out.push_str(&format!("{:>3}  {name}\n", at + 1));
    }
    let numbers: String = (1..=names.len()).map(|number| format!("{number:>3}")).collect();
    out.push_str(&format!("\n{}{numbers}\n", " ".repeat(longest)));
    for person in people {
        let name = visible(&person.name);
        let gap = " ".repeat(longest.saturating_sub(width(&name)));
        let marks = match &person.answers {
            Ok(answers) => {
                let marks: String = answers.iter().map(|answer| format!("  {}", mark(answer.state))).collect();
                format!("{marks}   {} of {}", person.right(), names.len())
            }
            Err(_) => "  no answers".to_owned(),
        };
        out.push_str(&format!("{name}{gap}{marks}\n"));
    }
    out
}

fn mark(state: Feedback) -> char {
    match state {
        Feedback::Right | Feedback::Broken => '\u{2713}',
        Feedback::NotTried => '\u{b7}',
        Feedback::Unfilled => '_',
        Feedback::Unreadable | Feedback::Fails | Feedback::Differs | Feedback::Forbidden => '\u{2717}',
    }
}

/// Prints the feedback on wrong answers.
fn feedback(person: &Person) {
    let wrong: Vec<&JudgedAnswer> = person.answers.iter().flatten().filter(|answer| is_wrong(answer.state)).collect();
    if !wrong.is_empty() {
        printer::line(&format!("\n{}", visible(&person.name)));
    }
    for answer in wrong {
        let text = answer.lines.join(" ");
        printer::line(&visible(&format!("  {} ({}): {text}", answer.exercise, answer.state.as_str())));
    }
}

fn row(lesson: &Lesson, person: &Person) -> serde_json::Value {
    let answers =
        person.answers.iter().flatten().map(
            |answer| json!({ "exercise": answer.exercise, "state": answer.state.as_str(), "feedback": answer.lines }),
        );
    json!({
        "file": person.file,
        "name": person.name,
        "lesson": lesson.name,
        "readable": person.answers.is_ok(),
        "failed": person.status() != Status::Success,
        "right": person.right(),
        "answers": answers.collect::<Vec<_>>(),
    })
}

fn suite(person: &Person) -> Suite {
    let of = |answer: &JudgedAnswer| {
        let text = answer.lines.join("\n");
        let state = answer.state.as_str();
        let fault = is_wrong(answer.state).then(|| (state.to_owned(), text.clone(), text));
        let out = if answer.state == Feedback::NotTried { state.to_owned() } else { String::new() };
        Case { fault, out, ..Case::of(answer.exercise.as_str(), 1) }
    };
    let unreadable = || {
        let message = "no answers".to_owned();
        vec![Case { fault: Some((message.clone(), message, String::new())), invalid: true, ..Case::of("file", 1) }]
    };
    let cases = match &person.answers {
        Ok(answers) => answers.iter().map(of).collect(),
        Err(_) => unreadable(),
    };
    Suite { file: person.file.clone(), cases }
}
