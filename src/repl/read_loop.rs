//! Reads inputs, submits them to the session and shows the results.

use std::cell::RefCell;
use std::fmt;
use std::io::{self, IsTerminal};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use rustyline::error::ReadlineError;

use crate::terminal::hold::{self, Hold};
use crate::terminal::{sequences, signal};
use pprepl_session::commands;
use pprepl_session::edit;
use pprepl_session::{EditRequest, Evaluation, FileStamps, Outcome, PlayStep, Report, Session};
use pprepl_text::Severity;
use pprepl_text::columns::shortened;
use pprepl_text::visible;

use super::history_entry::EntryResult;
use super::history_file::data_folder;
use super::key_reader::KeyReader;
use super::lesson_start::LessonStart;
use super::line::{self, Line};
use super::pager::Pager;
use super::pasted::PastedInputs;
use super::player::Player;
use super::session::{self, report_types};
use super::shared::Shared;
use super::show::Screen;
use super::start::Start;
use super::waiting::TerminalGuard;
use super::{interrupt, own_keys, prompt, terminal, tour_offer};
use crate::classroom::{Lessons, command_at_end};

/// An error that ends the session, or prevents its start.
#[derive(Debug)]
pub enum ReplError {
    /// The handler of Ctrl-C cannot be set.
    Interrupt(io::Error),
    /// The handlers of other signals cannot be set.
    Signals(io::Error),
    /// The terminal cannot be set up.
    Terminal(ReadlineError),
    /// Reading from the terminal failed.
    Read(ReadlineError),
}

impl fmt::Display for ReplError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplError::Interrupt(error) => write!(f, "cannot watch for Ctrl-C: {error}"),
            ReplError::Signals(error) => write!(f, "cannot watch for signals: {error}"),
            ReplError::Terminal(error) => write!(f, "cannot use this terminal: {error}"),
            ReplError::Read(error) => write!(f, "cannot read from this terminal: {error}"),
        }
    }
}

impl std::error::Error for ReplError {}

/// Runs the session until the user quits.
pub fn run(start: Start) -> Result<(), ReplError> {
    let screen = Rc::new(Screen::new(&start));
    let session = session::session(&start, &screen);
    screen.acknowledge(session.cancel_flag());
    interrupt::install(session.cancel_flag()).map_err(ReplError::Interrupt)?;
    let session = Rc::new(RefCell::new(session));
    let shared = Arc::new(Shared::new(screen.text().clone()));
    let _hold = Hold::take(data_folder().as_deref());
    // A terminating signal is always handled at once: the typed inputs are already in the history.
    signal::on_end(|number| hold::end(number, terminal::give_back)).map_err(ReplError::Signals)?;
    restore_before_panics();
    let waiting = Rc::new(TerminalGuard::enter());
    let mut line = line::open(&session, &screen, &shared, &waiting).map_err(ReplError::Terminal)?;
    for fault in own_keys::bind(&mut line, &shared, &start.keys) {
        screen.note(&format!("warning: config.toml: {fault}"));
    }
    // With an external printer, rustyline also waits for changes of the window size. Without one it notices them only
    // when the signal interrupts this thread, and the main thread receives the signal.
    let _printer = line.create_external_printer().ok();
    let mut repl = Repl {
        session,
        screen,
        shared,
        waiting,
        once: RefCell::default(),
        player: RefCell::default(),
        own_keys: start.keys.clone(),
        initial: String::new(),
        interrupted: false,
        watch: None,
        lessons: Lessons::new(start.stack),
        start: LessonStart { settings: start.settings.clone(), stack: start.stack },
    };
    repl.greet(&start);
    repl.run_first(&start);
    repl.watch = start.watch.then(|| repl.session.borrow_mut().reloader().watch());
    repl.serve(&mut line)
}

/// Restores the terminal before a panic of this thread prints its message. Other threads do not change the terminal.
fn restore_before_panics() {
    let owner = std::thread::current().id();
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |about| {
        if std::thread::current().id() == owner {
            terminal::give_back();
        }
        before(about);
    }));
}

/// The report of a panic.
const INTERNAL_ERROR: &str = "internal error on this input; the session continues. Please report it.";

/// Returns whether the user tries to quit or get help without knowing the command.
fn is_farewell(text: &str) -> bool {
    ["exit", "quit", "help", "exit()", "quit()", "help()"].contains(&text.trim())
}

/// The effect of an input on the inputs after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Passed,
    Failed,
    Quits,
}

fn has_failed(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Evaluated(evaluation) => evaluation.failed() || evaluation.cancelled,
        Outcome::Command(answer) => answer.reports.iter().any(|report| report.severity == Severity::Error),
        Outcome::Nothing | Outcome::Edit(_) | Outcome::Lesson(_) | Outcome::Quit => false,
    }
}

pub(super) struct Repl {
    pub(super) session: Rc<RefCell<Session>>,
    pub(super) screen: Rc<Screen>,
    shared: Arc<Shared>,
    waiting: Rc<TerminalGuard>,
    /// The file for the output of the next input.
    pub(super) once: RefCell<Option<String>>,
    /// The file that is played step by step.
    pub(super) player: RefCell<Player>,
    /// The user's own keys.
    pub(super) own_keys: Vec<(String, Vec<String>)>,
    /// The initial text of the next line.
    pub(super) initial: String,
    /// Whether the last key was Ctrl-C on an empty line.
    interrupted: bool,
    /// The stamps of the watched files at the last check.
    watch: Option<FileStamps>,
    pub(super) lessons: Lessons,
    /// The options for the session of a lesson.
    pub(super) start: LessonStart,
}

impl Repl {
    fn greet(&self, start: &Start) {
        if !start.quiet {
            let version = crate::VERSION;
            self.screen.line(&format!("pprepl {version} - type Puppet, ':help' for help, Ctrl-D to quit"));
            if start.first.is_empty() && tour_offer::take_offer() {
                self.screen.line("New here? ':tour' shows pprepl in twelve steps.");
            }
        }
    }

    /// Runs the environment and the code of the command line.
    fn run_first(&self, start: &Start) {
        let _running = self.waiting.run();
        if let Some((name, found)) = &start.classification {
            let evaluation = self.session.borrow_mut().classify(name, found, false);
            evaluation.into_iter().for_each(|evaluation| self.show_silently(evaluation));
        }
        if let Some(root) = &start.environment {
            self.open_environment(root);
        }
        if let Some(file) = &start.init {
            self.run_init(file);
        }
        for (name, text) in &start.first {
            self.evaluate(name, text);
        }
    }

    fn serve(&mut self, line: &mut Line) -> Result<(), ReplError> {
        loop {
            self.session.borrow_mut().width = terminal::width();
            if !self.play_rest(line) {
                return Ok(());
            }
            let initial = self.initial_text();
            let prompt = prompt::prompt(&self.session.borrow(), &self.screen);
            line.helper().iter().for_each(|typing| typing.forget());
            let read = line.readline_with_initial(&prompt, (&initial, ""));
            let dropped = self.shared.take_dropped();
            self.shared.forget_line();
            let accepted = read.as_deref().ok().filter(|_| dropped.is_none());
            line.helper().iter().for_each(|typing| typing.leave(accepted));
            match read {
                Ok(text) => {
                    let goes_on = match dropped {
                        Some(dropped) => self.interrupt(&dropped),
                        None => self.process_input(&text, line),
                    };
                    if !goes_on {
                        return Ok(());
                    }
                }
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Eof) => return Ok(()),
                Err(ReadlineError::Signal(_)) => {}
                Err(error) => return Err(ReplError::Read(error)),
            }
        }
    }

    /// Returns the initial text of the next line: text to edit, or the next step of the file that is played.
    fn initial_text(&mut self) -> String {
        if !self.initial.is_empty() {
            return std::mem::take(&mut self.initial);
        }
        let Some((text, announcement)) = self.player.borrow_mut().next_step() else { return String::new() };
        if let Some(announcement) = announcement {
            self.screen.note(&announcement);
        }
        text
    }

    /// Runs the steps of `:play rest`, up to the first that fails. Returns `false` to quit.
    fn play_rest(&mut self, line: &mut Line) -> bool {
        loop {
            let Some(text) = self.player.borrow().next_of_rest() else { return true };
            self.echo(&text);
            if self.run_input(&text, line) == Step::Quits {
                return false;
            }
        }
    }

    /// Handles Ctrl-C or a key that opens the editor. Returns `false` to quit.
    fn interrupt(&mut self, dropped: &str) -> bool {
        if self.shared.take_edit() {
            self.open_editor(dropped);
            return true;
        }
        let paused = self.player.borrow_mut().pause();
        if let Some(report) = &paused {
            self.screen.note(report);
        }
        if paused.is_some() || !dropped.trim().is_empty() {
            self.shared.recaller().history.remember(dropped);
            self.interrupted = false;
            return true;
        }
        if self.interrupted {
            return false;
        }
        self.interrupted = true;
        self.screen.note("Press Ctrl-C again or Ctrl-D to quit.");
        true
    }

    /// Processes an input. Returns `false` to quit.
    fn process_input(&mut self, typed: &str, line: &mut Line) -> bool {
        self.interrupted = false;
        if self.shared.take_proposal(typed) {
            self.session.borrow_mut().take_back_last();
        }
        let inputs = self.shared.inputs(typed);
        self.shared.set_pasted(PastedInputs::default());
        if let [_, _, ..] = inputs.as_slice() {
            return self.run_inputs(inputs, line);
        }
        let text = edit::without_prompts(typed);
        let text = text.trim_end();
        if let Some((start, command)) = self.lessons.is_open().then(|| command_at_end(text)).flatten() {
            return self.run_at_end(start, command, line);
        }
        if self.take_for_lesson(text) {
            return true;
        }
        text.trim().is_empty() || self.run_input(text, line) != Step::Quits
    }

    /// Runs a command that was typed after the start of an answer, and offers the start again if the step continues.
    /// Returns `false` to quit.
    fn run_at_end(&mut self, start: &str, command: &str, line: &mut Line) -> bool {
        let goes_on = self.run_input(command, line) != Step::Quits;
        // The other commands leave the step.
        if self.initial.is_empty() && command == ":hint" {
            start.clone_into(&mut self.initial);
        }
        goes_on
    }

    /// Runs the inputs of a transcript one by one, up to the first that fails. Returns `false` to quit.
    fn run_inputs(&mut self, inputs: Vec<String>, line: &mut Line) -> bool {
        let mut left = inputs.as_slice();
        while let Some((input, others)) = left.split_first() {
            self.echo(input);
            left = others;
            match self.run_input(input, line) {
                Step::Passed => {}
                Step::Failed => break,
                Step::Quits => return false,
            }
        }
        if !left.is_empty() {
            let rest = PastedInputs::new(left);
            self.shared.recaller().history.remember(rest.line());
            self.shared.set_pasted(rest);
            let count = left.len();
            let inputs = if count == 1 { "input" } else { "inputs" };
            self.screen.note(&format!("{count} more {inputs} did not run. Press Up to restore them."));
        }
        true
    }

    /// Shows an input of a transcript as if typed at its own prompt.
    fn echo(&self, input: &str) {
        let session = self.session.borrow();
        let (_, prompt) = prompt::prompt(&session, &self.screen);
        let code = self.screen.code_being_typed(input, session.settings());
        self.screen.line(&[&prompt, &*code].concat());
    }

    fn run_input(&mut self, text: &str, line: &mut Line) -> Step {
        let is_new = self.shared.recaller().history.remember(text);
        interrupt::clear(&self.session.borrow().cancel_flag());
        let waiting = self.waiting.clone();
        let _running = waiting.run();
        self.take_changes();
        let step = self.player.borrow().unchanged(text);
        let outcome = match &step {
            Some((name, step)) => self.play(name, step),
            None => self.submit(text),
        };
        self.check_watched_files();
        let failed = outcome.as_ref().is_none_or(has_failed);
        let result = EntryResult::of(outcome.as_ref());
        let is_private =
            outcome.as_ref().is_some_and(|outcome| self.shared.recaller().history.is_private(text, outcome));
        let judged = outcome.clone().filter(|_| self.lessons.is_open());
        let goes_on = self.show(text, outcome, line);
        self.end_step(text, failed);
        if let Some(outcome) = judged {
            self.judge(text, &outcome);
        }
        self.shared.recaller().history.finish(text, result, is_new && !is_private);
        match (goes_on, failed) {
            (false, _) => Step::Quits,
            (true, true) => Step::Failed,
            (true, false) => Step::Passed,
        }
    }

    /// Shows the outcome of an input. Returns `false` to quit.
    fn show(&mut self, text: &str, outcome: Option<Outcome>, line: &mut Line) -> bool {
        match outcome {
            Some(Outcome::Quit) => false,
            Some(Outcome::Lesson(request)) => {
                self.request_lesson(&request);
                true
            }
            Some(Outcome::Edit(request)) => {
                self.edit(&request);
                true
            }
            Some(outcome) => {
                self.show_outcome(&outcome);
                self.offer_fix(&outcome);
                let session = self.session.borrow();
                line::adapt(line, &self.shared, session.settings());
                if is_farewell(text) {
                    self.screen.note("That is a string in Puppet. Use ':quit' or Ctrl-D to quit, ':help' for help.");
                }
                true
            }
            None => true,
        }
    }

    /// Shows an outcome; the output of a command by pages if it is longer than the screen.
    fn show_outcome(&self, outcome: &Outcome) {
        let session = self.session.borrow();
        if self.carry_out(outcome) || self.write_once(outcome, session.settings()) {
            return;
        }
        let text = self.screen.rendered(outcome, session.settings());
        let is_paged = matches!(outcome, Outcome::Command(_)) && session.settings().display.pager;
        if !(is_paged && self.page(&text)) {
            self.screen.output(&text);
        }
    }

    /// Shows output by pages. Returns `false` if it fits the screen, or without a terminal.
    pub(super) fn page(&self, text: &str) -> bool {
        if !io::stdout().is_terminal() || !sequences::are_obeyed() {
            return false;
        }
        let Some(mut pager) = Pager::of(text) else { return false };
        let Some(_keys) = self.waiting.read_keys() else { return false };
        pager.run(&mut KeyReader::default(), |text| self.screen.raw(text));
        true
    }

    /// Reports what ':fix' would run in place of an input that failed, or that has a note with a fix.
    fn offer_fix(&self, outcome: &Outcome) {
        let has_fix = |notes: &[Report]| notes.iter().any(|note| !note.fixes.is_empty());
        let is_fixable =
            matches!(outcome, Outcome::Evaluated(evaluation) if evaluation.failed() || has_fix(&evaluation.notes));
        if !is_fixable {
            return;
        }
        let Ok(mended) = self.session.borrow_mut().fix_last_input(None) else { return };
        match mended.after.trim() {
            one if one.contains('\n') => self.screen.note("':fix' applies the fix and runs it again"),
            one => self.screen.note(&format!("':fix' runs it as  {}", shortened(&visible(one), 60))),
        }
    }

    /// Reloads the files that changed since the last check.
    fn take_changes(&mut self) {
        let Some(earlier) = &self.watch else { return };
        let changed = self.session.borrow_mut().reloader().watch().changed_since(earlier);
        if changed.is_empty() {
            return;
        }
        self.screen.note(&format!("Changed: {}", changed.join(", ")));
        self.run_command(":reload all");
    }

    /// Records the current stamps of the watched files.
    fn check_watched_files(&mut self) {
        if self.watch.is_some() {
            self.watch = Some(self.session.borrow_mut().reloader().watch());
        }
    }

    fn open_environment(&self, root: &Path) {
        let opened = self.session.borrow_mut().open_environment(root, None);
        let session = self.session.borrow();
        match opened {
            Ok(evaluations) => {
                for evaluation in evaluations {
                    self.screen.outcome(&Outcome::Evaluated(Box::new(evaluation)), session.settings());
                }
            }
            Err(error) => self.screen.note(&error.lines()),
        }
    }

    /// Runs an input. A panic in it is an internal error: it is reported, and the session continues.
    pub(super) fn submit(&self, text: &str) -> Option<Outcome> {
        let mut session = self.session.borrow_mut();
        report_types(&mut session);
        let outcome = catch_unwind(AssertUnwindSafe(|| commands::submit(&mut session, text)));
        if outcome.is_err() {
            self.waiting.resume();
            self.screen.note(INTERNAL_ERROR);
        }
        outcome.ok()
    }

    /// Runs a step of the file that is played.
    fn play(&self, name: &str, step: &PlayStep) -> Option<Outcome> {
        let mut session = self.session.borrow_mut();
        report_types(&mut session);
        let outcome = catch_unwind(AssertUnwindSafe(|| pprepl_session::play(&mut session, name, step)));
        if outcome.is_err() {
            self.waiting.resume();
            self.screen.note(INTERNAL_ERROR);
        }
        outcome.ok()
    }

    /// Goes to the next step of the file that is played, unless the input failed or is a command.
    fn end_step(&self, text: &str, failed: bool) {
        let mut player = self.player.borrow_mut();
        if !player.is_playing() || commands::is_command(text) {
            return;
        }
        if failed {
            return player.failed();
        }
        if let Some(report) = player.passed() {
            self.screen.note(&report);
        }
    }

    pub(super) fn evaluate(&self, name: &str, text: &str) {
        report_types(&mut self.session.borrow_mut());
        let evaluation = self.session.borrow_mut().evaluate(name, text);
        self.screen.outcome(&Outcome::Evaluated(Box::new(evaluation)), self.session.borrow().settings());
    }

    /// Evaluates code without its value: only errors and log lines are shown.
    pub(super) fn run_silently(&self, name: &str, text: &str) {
        let evaluation = self.session.borrow_mut().evaluate(name, text);
        self.show_silently(evaluation);
    }

    /// Shows an evaluation without its value.
    fn show_silently(&self, evaluation: Evaluation) {
        let shown = Evaluation { value: None, shown: None, ..evaluation };
        self.screen.outcome(&Outcome::Evaluated(Box::new(shown)), self.session.borrow().settings());
    }

    /// Opens an input or a definition in the user's editor.
    fn edit(&mut self, request: &EditRequest) {
        match request {
            EditRequest::Line(text) => self.open_editor(text),
            EditRequest::Input { number, text } => self.edit_input(*number, text),
            EditRequest::File { path, line } => self.edit_file(path, *line),
        }
    }

    /// Opens an input in the editor, and runs the session again with the saved text.
    fn edit_input(&mut self, number: usize, text: &str) {
        self.waiting.pause();
        let edited = pprepl_session::edit::external::edit(text);
        self.waiting.resume();
        match edited {
            Ok(Some(edited)) if edited != text.trim_end() => {
                let command = format!(":redo {number} {edited}");
                // The user can edit a failed input again.
                if !self.run_command(&command) {
                    self.initial = command;
                }
            }
            Ok(_) => self.screen.note("Not changed."),
            Err(error) => self.screen.note(&error.to_string()),
        }
    }

    /// Opens a file in the editor, and reloads what changed.
    fn edit_file(&self, path: &Path, line: u32) {
        let stamp = || std::fs::metadata(path).and_then(|data| Ok((data.modified()?, data.len()))).ok();
        let before = stamp();
        self.waiting.pause();
        let opened = pprepl_session::edit::external::open(path, line);
        self.waiting.resume();
        match opened {
            Ok(_) if stamp() != before => {
                self.run_command(":reload");
            }
            Ok(_) => self.screen.note("Not changed."),
            Err(error) => self.screen.note(&error.to_string()),
        }
    }

    /// Runs a command and shows its outcome. Returns whether it succeeded.
    fn run_command(&self, text: &str) -> bool {
        let Some(outcome) = self.submit(text) else { return false };
        self.screen.outcome(&outcome, self.session.borrow().settings());
        !has_failed(&outcome)
    }

    /// Opens `text` in the user's editor. The saved text becomes the next line.
    fn open_editor(&mut self, text: &str) {
        self.waiting.pause();
        let edited = pprepl_session::edit::external::edit(text);
        self.waiting.resume();
        match edited {
            Ok(Some(edited)) => {
                self.shared.recaller().history.remember(text);
                self.initial = edited;
            }
            Ok(None) => self.initial = text.to_owned(),
            Err(message) => {
                self.screen.note(&message.to_string());
                self.initial = text.to_owned();
            }
        }
    }
}
