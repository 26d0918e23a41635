//! `pprepl test`: runs notebooks and transcripts as tests.

mod alignment;
mod answer;
mod notebook;
mod printed;
mod report;
mod result;
mod transcript;
mod update;

use std::path::Path;

use pprepl_files::Rules;
use pprepl_notebook::export::Form;
use pprepl_notebook::file::{folder_of, write};
use pprepl_session::{Session, Settings, SystemHost};
use pprepl_text::{IssueCode, difference, visible};

use super::arguments::{Arguments, Test};
use super::{Status, files, input, interrupt, output, printer};
use notebook::Notebook;
use result::{FileTests, TestCase};
use transcript::Transcript;
use update::{settle, updated};

/// The endings of files with tests, in directories.
const ENDINGS: [&str; 5] = ["pp", "ipynb", "md", "markdown", "txt"];

/// Runs the tests of files and directories.
pub fn run(what: &Test, arguments: &Arguments, settings: &Settings) -> Status {
    let rules = input::rules(&what.files, settings);
    let (mut paths, mut status) = files::accepted(&what.files, &rules, has_ending);
    paths.retain(|path| what.files.contains(path) || has_tests(path, &rules));
    let runner = Runner { what, arguments, settings, rules };
    let mut tested = Vec::new();
    for path in &paths {
        if interrupt::happened() {
            break;
        }
        match runner.file(path) {
            Ok((file, _)) if what.filter.is_some() && file.tests.is_empty() => {}
            Ok((file, of_file)) => {
                status = status.max(of_file);
                if what.json {
                    report::lines(&file);
                } else if !what.junit {
                    report::text(&file, &arguments.inputs.options);
                }
                tested.push(file);
            }
            Err(of_file) => status = status.max(of_file),
        }
    }
    let is_readable = !tested.is_empty() || status == Status::Success;
    if is_readable { status.max(runner.end(&tested)) } else { status }
}

fn ending(path: &Path) -> &str {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

fn has_ending(path: &Path) -> bool {
    ENDINGS.contains(&ending(path))
}

/// Returns whether a file of a directory has tests: expectations, or a transcript.
fn has_tests(path: &Path, rules: &Rules) -> bool {
    let Ok(text) = pprepl_session::file::read_operand(path, rules) else { return false };
    let has_expectation = || Notebook::read(path, "", &text).is_ok_and(|notebook| notebook.has_expectations());
    let is_transcript = || read_transcript(path, "", &text).is_some_and(|transcript| transcript.has_answers());
    is_transcript() || (ending(path) != "txt" && has_expectation())
}

/// Returns the transcript in a file. A manifest and a Jupyter notebook have none.
fn read_transcript<'t>(path: &Path, name: &str, text: &'t str) -> Option<Transcript<'t>> {
    match Form::of(path) {
        Some(Form::Manifest | Form::Jupyter | Form::Html | Form::Svg | Form::Cast) => None,
        Some(Form::Markdown) => Transcript::read(name, text, true),
        Some(Form::Results) | None => Transcript::read(name, text, false),
    }
}

struct Runner<'a> {
    what: &'a Test,
    arguments: &'a Arguments,
    settings: &'a Settings,
    rules: Rules,
}

impl Runner<'_> {
    /// Tests a file.
    fn file(&self, path: &Path) -> Result<(FileTests, Status), Status> {
        let (name, text) = input::read_operand(path, &self.rules)?;
        let mut tests = self.tests(path, &name, &text)?;
        if let Some(wanted) = &self.what.filter {
            let wanted = wanted.to_lowercase();
            tests.retain(|test| test.name.to_lowercase().contains(&wanted));
        }
        if self.what.update {
            self.update(path, &name, &text, &mut tests)?;
        }
        let status = tests.iter().map(status_of).max().unwrap_or(Status::Success);
        Ok((FileTests { name, tests }, status))
    }

    /// Runs the inputs of a transcript, or the cells of a notebook; Markdown may have both.
    fn tests(&self, path: &Path, name: &str, text: &str) -> Result<Vec<TestCase>, Status> {
        // An environment that does not load is reported once, before its tests.
        let _ = self.session(path)?;
        let transcript = read_transcript(path, name, text);
        let mut tests = transcript.as_ref().map_or(Vec::new(), |transcript| {
            transcript.run(|| self.session(path).unwrap_or_else(|_| self.session_without_environment(path)))
        });
        if transcript.is_some() && Form::of(path) != Some(Form::Markdown) {
            return Ok(tests);
        }
        let notebook = Notebook::read(path, name, text).map_err(|error| {
            printer::error(&format!("error[UNREADABLE_NOTEBOOK]: {name}: {error}"));
            Status::Invalid
        })?;
        if transcript.is_none() || notebook.has_code() {
            let cells = notebook.run(self.session(path)?).map_err(|error| {
                printer::error(&format!("error: cannot create a directory for the files of the lesson: {error}"));
                Status::Failed
            })?;
            tests.extend(cells);
        }
        Ok(tests)
    }

    /// Returns a session for a file, in the environment of the command line.
    fn session(&self, path: &Path) -> Result<Session, Status> {
        let mut session = self.session_without_environment(path);
        match output::open(self.arguments, &mut session) {
            Status::Success => Ok(session),
            status => Err(status),
        }
    }

    fn session_without_environment(&self, path: &Path) -> Session {
        let folder = if path == Path::new("-") { String::new() } else { folder_of(path).display().to_string() };
        let settings = Settings { folder, ..self.settings.clone() };
        let host = SystemHost::silent().with_stack(self.arguments.inputs.options.stack);
        let session = Session::new(settings, Box::new(host));
        interrupt::follow(session.cancel_flag());
        session
    }

    /// Writes the file with the corrections of its tests, and prints the changes.
    fn update(&self, path: &Path, name: &str, text: &str, tests: &mut [TestCase]) -> Result<(), Status> {
        let now = updated(text, tests);
        if now == text {
            return Ok(());
        }
        let is_stream = path == Path::new("-");
        if is_stream {
            printer::text(&now);
        } else if let Err(error) = write(path, &now) {
            let reason = pprepl_session::file::reason(&error);
            printer::error(&format!("error[{}]: cannot write {name}: {reason}", IssueCode::UnwritableFile.topic()));
            return Err(Status::Usage);
        }
        if !is_stream && !self.what.json && !self.what.junit {
            printer::text(&difference::unified(name, text, &now));
        }
        settle(tests);
        Ok(())
    }

    /// Prints what concerns all files; returns the status of a run without tests.
    fn end(&self, tested: &[FileTests]) -> Status {
        if self.what.junit {
            report::junit(tested);
        }
        let count: usize = tested.iter().map(|file| file.tests.len()).sum();
        let failed = tested.iter().flat_map(|file| &file.tests).filter(|test| test.failed()).count();
        let is_text = !self.what.json && !self.what.junit && !self.arguments.inputs.options.quiet;
        if is_text && tested.len() > 1 {
            printer::line(&format!("{} files: {}", tested.len(), report::result(count, failed)));
        }
        match &self.what.filter {
            _ if count > 0 => return Status::Success,
            Some(name) => printer::error_line(&format!("error: no test has a name with '{}'", visible(name))),
            None => printer::error_line("error: no tests found"),
        }
        Status::Usage
    }
}

fn status_of(test: &TestCase) -> Status {
    match (test.failed(), test.invalid) {
        (false, _) => Status::Success,
        (true, false) => Status::Failed,
        (true, true) => Status::Invalid,
    }
}
