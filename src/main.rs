//! The binary: parses the command line and starts a front end.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::error::{ContextKind, ContextValue, ErrorKind};

use pprepl::batch::arguments::{
    Action, Arguments, ClassArgs, JupyterKernel, Learn, Notebook, Options, OutputSettings, OwnConfig, Present,
};
use pprepl::batch::{self, Status, printer};
use pprepl::classroom::{open_lesson, report_place};
use pprepl::course::{self, COURSE};
use pprepl::present::{self, Colors, Presented};
use pprepl::repl::{self, Start};
use pprepl::rpc;
use pprepl::terminal::main_thread::{MainThread, main_thread};
use pprepl::terminal::signal;
use pprepl::tui::class::ClassStart;
use pprepl::tui::lesson::LessonStart;
use pprepl::tui::table::KeySet;
use pprepl::tui::{self, Ended};
use pprepl_notebook::file::folder_of;
use pprepl_notebook::trust::Trust;
use pprepl_session::config::{CheckRules, Config};
use pprepl_session::settings::Style;
use pprepl_session::{Session, Settings, SystemHost};
use pprepl_text::visible;

// The memory functions of the static Linux program.
#[cfg(target_env = "musl")]
use pprepl_musl as _;

/// Strings and arrays are allocated by the thousand: a faster allocator halves that cost.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Stack sizes of the working thread, in bytes: enough for a thousand nested calls and for values nested a hundred
/// thousand levels deep. Memory is only used where the stack is touched. The second size is for a system that rejects
/// the first.
const STACKS: [usize; 2] = [1 << 30, 96 << 20];

/// The part of the stack that evaluations may use, in bytes. The rest is reserve between two checks of the stack depth.
const FOR_EVALUATION: usize = 80 << 20;

/// Stack size of the system's main thread, in bytes.
const SMALL: usize = 1 << 20;

fn main() -> ExitCode {
    let (idle, tasks) = main_thread();
    let start = |bytes| {
        let idle = idle.clone();
        let work =
            move || leave(catch_unwind(AssertUnwindSafe(|| run(FOR_EVALUATION, &idle))).unwrap_or(Status::Failed));
        std::thread::Builder::new().stack_size(bytes).spawn(work)
    };
    let status = match STACKS.into_iter().find_map(|bytes| start(bytes).ok()) {
        Some(worker) => {
            drop(idle);
            tasks.run_all();
            worker.join().unwrap_or(Status::Failed)
        }
        None => run(SMALL, &idle),
    };
    ExitCode::from(status.code())
}

/// Ends the process from the working thread, without releasing memory.
fn leave(status: Status) -> Status {
    let _ = io::stdout().flush();
    signal::exit_now(i32::from(status.code()))
}

fn run(stack: usize, idle: &MainThread) -> Status {
    let mut arguments = match Arguments::read(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(error) => return report_usage_error(error),
    };
    arguments.inputs.options.stack = stack;
    let config_file = config_file(&arguments.inputs.options);
    let config = batch::configuration(config_file.as_deref());
    if let Some(file) = &config_file {
        report_errors(file, &config);
    }
    let mut settings = match batch::settings(&arguments.inputs.options, &config) {
        Ok(settings) => settings,
        Err(message) => {
            printer::error(&format!("error: {message}"));
            return Status::Usage;
        }
    };
    arguments.inputs.options.file_size = settings.execution.file_size;
    arguments.inputs.options.personal.output = OutputSettings::new(&settings);
    arguments.inputs.options.personal.own = OwnConfig::new(config_file, config);
    if let (None, Some(file)) =
        (&arguments.command, arguments.inputs.files.first().filter(|file| *file != Path::new("-")))
    {
        settings.folder = folder_of(file).display().to_string();
    }
    match arguments.command {
        Some(Action::Rpc) => serve(settings, &arguments.inputs.options),
        Some(Action::Lsp { .. }) => serve_editor(settings, arguments.inputs.options.personal.own.config.check, stack),
        Some(Action::Kernel(JupyterKernel { connection_file: Some(file), .. })) => {
            serve_notebooks(settings, &file, arguments.inputs.options.environment)
        }
        Some(Action::Notebook(notebook)) if notebook.present => {
            let file = notebook.file.map(Presented::File);
            file.map_or(Status::Usage, |file| {
                present_slides(settings, &file, &Present::of_theme(notebook.theme), &arguments.inputs.options)
            })
        }
        Some(Action::Present(what)) if what.follow => follow_notes(settings, &what, &arguments.inputs.options),
        Some(Action::Present(what)) => {
            let lesson = what.lesson.clone().map(Presented::Named);
            lesson.map_or(Status::Usage, |lesson| present_slides(settings, &lesson, &what, &arguments.inputs.options))
        }
        Some(Action::Notebook(notebook)) => {
            if !is_terminal() {
                printer::error_line(
                    "error: the notebook needs a terminal; 'pprepl run FILE' runs one without a screen",
                );
                return Status::Usage;
            }
            status_of(open_notebook(settings, notebook, &arguments.inputs.options, None))
        }
        Some(Action::Learn(Learn { lesson: Some(_), .. })) => learn(&settings, arguments),
        Some(Action::Class(what)) if !what.list && !what.json => {
            watch_class(&settings, &what, &arguments.inputs.options)
        }
        None if is_interactive(&arguments) => interact(settings, arguments),
        _ => batch::run(&arguments, settings, idle),
    }
}

/// Returns the user's configuration file: the file named on the command line or in the environment, or the one in the user's directory.
fn config_file(options: &Options) -> Option<PathBuf> {
    let variable = || std::env::var_os("PPREPL_CONFIG").map(PathBuf::from);
    let usual = || pprepl::repl::config_folder().map(|folder| folder.join("config.toml"));
    let file = options.personal.config.clone().or_else(variable).or_else(usual)?;
    (!file.as_os_str().is_empty() && file != Path::new("none")).then_some(file)
}

fn report_errors(file: &Path, config: &Config) {
    for error in &config.errors {
        printer::error(&format!("warning: {}: {error}", file.display()));
    }
}

fn watch_class(settings: &Settings, what: &ClassArgs, options: &Options) -> Status {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        printer::error_line("error: the class view needs a terminal; 'pprepl class --list' prints the class once");
        return Status::Usage;
    }
    let start = ClassStart {
        folder: what.folder.clone(),
        lesson: what.lesson.clone(),
        course: COURSE,
        color: options.color.choice(),
        theme: what.theme.clone().unwrap_or_else(|| settings.display.theme.clone()),
        clock: || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
    };
    match tui::class::run(&start) {
        Ok(None) => Status::Success,
        Ok(Some(signal)) => Status::Signaled(u8::try_from(signal).unwrap_or(u8::MAX)),
        Err(error) => {
            let name = what.folder.display().to_string();
            printer::error(&format!("error: {}: {}", visible(&name), pprepl_files::reason(&error)));
            Status::Usage
        }
    }
}

fn serve(settings: Settings, options: &Options) -> Status {
    let mut session = Session::new(settings, Box::new(SystemHost::silent().with_stack(options.stack)));
    match options.environment.as_ref().map(|root| session.open_environment(root, None)) {
        None => {}
        Some(Ok(evaluations)) => evaluations.iter().for_each(|one| printer::reports(&one.reports, options)),
        Some(Err(error)) => {
            printer::error(&error.lines());
            return Status::Usage;
        }
    }
    match rpc::run(session) {
        Ok(()) => Status::Success,
        Err(error) => printer::unwritable(&error),
    }
}

/// Serves an editor until it ends the server.
#[cfg(feature = "lsp")]
fn serve_editor(settings: Settings, rules: CheckRules, stack: usize) -> Status {
    match pprepl_lsp::run(settings, rules, stack, io::BufReader::new(io::stdin()), io::stdout()) {
        Ok(()) => Status::Success,
        Err(error) => {
            printer::error(&format!("error: {}", visible(&error.to_string())));
            Status::Failed
        }
    }
}

#[cfg(not(feature = "lsp"))]
fn serve_editor(_: Settings, _: CheckRules, _: usize) -> Status {
    batch::missing_feature("lsp")
}

/// Serves the front ends of Jupyter until one ends the kernel.
#[cfg(feature = "jupyter")]
fn serve_notebooks(settings: Settings, file: &Path, environment: Option<PathBuf>) -> Status {
    let usage = |message: String| {
        printer::error(&format!("error: {}: {}", visible(&file.display().to_string()), visible(&message)));
        Status::Usage
    };
    let connection = match pprepl_jupyter::Connection::read(file) {
        Ok(connection) => connection,
        Err(error) => return usage(error.to_string()),
    };
    let start = pprepl_jupyter::Start { connection, settings, environment };
    // Without a signal handler a front end can still interrupt by a message.
    let served =
        pprepl_jupyter::run(start, |_, interrupter| drop(signal::on_interrupt(move || interrupter.interrupt())));
    match served {
        Ok(()) => Status::Success,
        Err(error) => usage(error.to_string()),
    }
}

#[cfg(not(feature = "jupyter"))]
fn serve_notebooks(_: Settings, _: &Path, _: Option<PathBuf>) -> Status {
    batch::missing_feature("jupyter")
}

fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Opens a lesson in the notebook, and then each lesson that the learner opens from there.
fn learn(settings: &Settings, arguments: Arguments) -> Status {
    let Some(Action::Learn(what)) = arguments.command else { return Status::Usage };
    let Learn { lesson, report, name, keys, theme, no_mouse, .. } = what;
    let name = name.unwrap_or_else(course::user_name);
    let report = report.map(|file| (report_place(&file, &name), name));
    let mut next = lesson;
    while let Some(lesson) = next.take() {
        let start = open_lesson(&lesson).and_then(|open| LessonStart::new(open, report.clone()));
        let start = match start {
            Ok(start) => start,
            Err(error) => {
                printer::error(&format!("error: {}", error.text("pprepl learn")));
                return Status::Usage;
            }
        };
        if !is_terminal() {
            printer::error_line("error: a lesson needs a terminal; 'pprepl learn --list' lists the chapters");
            return Status::Usage;
        }
        let notebook = Notebook { file: None, keys: keys.clone(), theme: theme.clone(), no_mouse, present: false };
        match open_notebook(settings.clone(), notebook, &arguments.inputs.options, Some(start)) {
            Ok(Ended::Lesson(name)) => next = Some(name),
            ended => return status_of(ended),
        }
    }
    Status::Success
}

fn status_of(ended: Result<Ended, Status>) -> Status {
    match ended {
        Ok(Ended::Quit | Ended::Lesson(_)) => Status::Success,
        Ok(Ended::Signal(signal)) => Status::Signaled(u8::try_from(signal).unwrap_or(u8::MAX)),
        Err(status) => status,
    }
}

/// Opens a notebook, or the learner's copy of a lesson. Fails with the status after an error that it prints.
fn open_notebook(
    settings: Settings,
    notebook: Notebook,
    options: &Options,
    lesson: Option<LessonStart>,
) -> Result<Ended, Status> {
    let usage = |message: String| {
        printer::error(&format!("error: {message}"));
        Status::Usage
    };
    let mut settings = settings;
    if let Some(theme) = &notebook.theme {
        settings.set("theme", theme).map_err(|message| usage(message.to_string()))?;
    }
    let mut environment = options.environment.clone();
    if let Some(lesson) = &lesson {
        lesson.prepare(&mut settings).map_err(|error| usage(error.to_string()))?;
        environment = lesson.environment().or(environment);
    }
    let state_folder = pprepl::repl::data_folder();
    let configured = options.personal.own.config.settings.iter().map(|(key, _)| key.as_str());
    let given = options.settings.iter().filter_map(|pair| pair.split('=').next().map(str::trim));
    let is_set = configured.chain(given).any(|key| key == "keys");
    let default_keys = settings.get("keys").filter(|_| is_set).and_then(|name| KeySet::named(&name));
    let start = tui::Start {
        settings,
        file: notebook.file,
        environment,
        color: options.color.choice(),
        lesson,
        keys: notebook.keys.and_then(|name| KeySet::named(&name)),
        default_keys,
        mouse: !notebook.no_mouse,
        times: true,
        key_file: pprepl::repl::config_folder().map(|folder| folder.join("keys.toml")),
        own_keys: options.personal.own.config.keys.clone(),
        trust: Trust::at(state_folder.as_deref()),
        safe: options.safe,
        state_folder,
    };
    tui::run(&start).map_err(|error| {
        printer::error(&format!("error: {error}"));
        Status::Failed
    })
}

/// Returns the status after a full screen: the signal that ended it counts.
fn full_screen_status(ended: Result<Option<i32>, impl Display>) -> Status {
    match ended {
        Ok(None) => Status::Success,
        Ok(Some(signal)) => Status::Signaled(u8::try_from(signal).unwrap_or(u8::MAX)),
        Err(error) => {
            printer::error(&format!("error: {error}"));
            Status::Failed
        }
    }
}

/// Sets the theme of this run.
fn set_theme(settings: &mut Settings, theme: Option<&str>) -> Result<(), Status> {
    let Some(theme) = theme else { return Ok(()) };
    settings.set("theme", theme).map_err(|message| {
        printer::error(&format!("error: {message}"));
        Status::Usage
    })
}

/// Prepares a full screen: both ends are a terminal, and the theme exists.
fn prepare_slides(settings: &mut Settings, options: &Present) -> Result<(), Status> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        printer::error_line(
            "error: the presenter needs a terminal; 'pprepl run FILE' runs a notebook without a screen",
        );
        return Err(Status::Usage);
    }
    set_theme(settings, options.theme.as_deref())
}

fn present_slides(mut settings: Settings, what: &Presented, slides: &Present, options: &Options) -> Status {
    if let Err(status) = prepare_slides(&mut settings, slides) {
        return status;
    }
    let state_folder = pprepl::repl::data_folder();
    let start = present::Start {
        settings,
        stack: options.stack,
        environment: options.environment.clone(),
        color: options.color.choice(),
        minutes: slides.minutes,
        speed: slides.speed,
        trust: Trust::at(state_folder.as_deref()),
        safe: options.safe,
        state_folder,
    };
    full_screen_status(present::present(what, &start))
}

fn follow_notes(mut settings: Settings, what: &Present, options: &Options) -> Status {
    if let Err(status) = prepare_slides(&mut settings, what) {
        return status;
    }
    let colors =
        Colors { color: options.color.choice(), themes: settings.themes, theme: settings.display.theme.clone() };
    let state_folder = pprepl::repl::data_folder();
    full_screen_status(present::follow(what.lesson.as_deref(), state_folder.as_deref(), &colors))
}

fn interact(settings: Settings, arguments: Arguments) -> Status {
    let first = match batch::first_inputs(&arguments) {
        Ok(first) => first,
        Err(status) => return status,
    };
    let classification = match batch::classification(&arguments) {
        Ok(classification) => classification,
        Err(status) => return status,
    };
    let watch = arguments.inputs.watch;
    let Options { color, quiet, stack, environment, personal, .. } = arguments.inputs.options;
    let mut settings = settings;
    let mut color = color.choice();
    if settings.display.style == Style::Plain {
        settings.display = settings.display.without_drawings();
        color = color.or(Some(false));
    }
    let own = personal.own;
    let init = own.init_file();
    settings.personal.file = own.file;
    let keys = own.config.keys;
    match repl::run(Start { settings, stack, color, quiet, environment, classification, first, watch, init, keys }) {
        Ok(()) => Status::Success,
        Err(message) => {
            printer::error(&format!("error: {message}"));
            Status::Failed
        }
    }
}

/// Returns whether to start a prompt.
fn is_interactive(arguments: &Arguments) -> bool {
    let named = !arguments.inputs.files.is_empty() || !arguments.inputs.code.is_empty();
    io::stdin().is_terminal() && (arguments.inputs.interactive || !named)
}

/// Prints help, version or a command line error.
fn report_usage_error(error: clap::Error) -> Status {
    let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let text = with_visible_words(error).render();
    match (asked, io::stderr().is_terminal()) {
        (true, _) => printer::line(text.to_string().trim_end()),
        (false, true) => printer::error_line(text.ansi().to_string().trim_end()),
        (false, false) => printer::error_line(text.to_string().trim_end()),
    }
    if asked { Status::Success } else { Status::Usage }
}

/// Escapes the control characters of the words that an error quotes. clap prints them as they are.
fn with_visible_words(mut error: clap::Error) -> clap::Error {
    let escaped: Vec<(ContextKind, ContextValue)> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(word) => Some((kind, ContextValue::String(visible(word).into_owned()))),
            ContextValue::Strings(words) => {
                let words = words.iter().map(|word| visible(word).into_owned()).collect();
                Some((kind, ContextValue::Strings(words)))
            }
            // The rest is text of clap's own.
            _ => None,
        })
        .collect();
    let is_safe = escaped.iter().all(|(kind, value)| error.get(*kind) == Some(value));
    for (kind, value) in escaped {
        error.insert(kind, value);
    }
    if !is_safe {
        // A suggestion quotes the word once more, already styled.
        error.insert(ContextKind::Suggested, ContextValue::None);
    }
    error
}
