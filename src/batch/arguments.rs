//! The command line. A row of this table has its help; completions and the man page are generated from it.

use std::ffi::{OsStr, OsString};
use std::num::NonZeroU8;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use pprepl_session::Settings;
use pprepl_session::config::{Config, rule_named, rule_names};
use pprepl_session::settings::Style;
use pprepl_text::Code;

use super::exclusion;
use super::nodes::Shard;
use super::operands::{ordered, with_style_rules};

/// Learn, explore and check the Puppet language.
///
/// Without arguments pprepl opens the interactive session; with files, code or piped input it evaluates them.
#[derive(Debug, Parser)]
#[command(name = "pprepl", version = crate::VERSION, args_conflicts_with_subcommands = true, after_help = AFTER_HELP)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Action>,
    /// The inputs to evaluate, and the output format.
    #[command(flatten)]
    pub inputs: Inputs,
}

/// The command line without a subcommand.
#[derive(Debug, Parser)]
pub struct Inputs {
    /// Files of Puppet code to evaluate in order, in one session ('-' is the standard input)
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Evaluate CODE and print its value; may be repeated
    #[arg(short = 'e', long = "eval", value_name = "CODE", allow_hyphen_values = true)]
    pub code: Vec<String>,
    /// Continue interactively after the files or code
    #[arg(short, long)]
    pub interactive: bool,
    /// Run again when a file changes; at a prompt, reload changed files before the next input
    #[arg(long)]
    pub watch: bool,
    /// Print each evaluation as a line of JSON
    #[arg(long)]
    pub json: bool,
    /// The YAML that an external node classifier prints: parameters become variables, classes are declared
    #[arg(long, value_name = "FILE", global = true)]
    pub enc: Option<PathBuf>,
    /// Options of all modes.
    #[command(flatten)]
    pub options: Options,
}

const AFTER_HELP: &str = "Options may precede or follow a subcommand. Write a file named like a subcommand with its \
                          directory: './check'.\n\n\
                          Exit status: 0 success, 1 an evaluation failed, 2 the source is not valid Puppet, \
                          3 'diff' finds differences, 64 the command line is invalid, 130 after Ctrl-C, 141 when the output is closed, \
                          128 + N after signal N.";

/// Options of all modes.
#[derive(Debug, Default, Args)]
pub struct Options {
    /// The language edition: 8, 4x, 3x, or puppet8 for Puppet 8 exactly
    #[arg(long, value_name = "EDITION", global = true, value_parser = ["8", "4x", "3x", "puppet8"])]
    pub edition: Option<String>,
    /// Change a setting, like ':set'; may be repeated
    #[arg(long = "set", value_name = "SETTING=VALUE", global = true)]
    pub settings: Vec<String>,
    /// Module directories, separated by ':'
    #[arg(long = "modulepath", value_name = "DIRS", global = true, default_value = "", hide_default_value = true)]
    pub module_path: String,
    /// The directory of an environment: environment.conf, manifests, modules, functions, types, data
    #[arg(long, value_name = "DIR", global = true)]
    pub environment: Option<PathBuf>,
    /// The node's name; the node definition that matches it is evaluated
    #[arg(long, value_name = "NAME", global = true, default_value = "", hide_default_value = true)]
    pub node: String,
    /// The facts of the node: a JSON or YAML file, or a bundled set such as debian-12
    #[arg(long, value_name = "FILE|SET", global = true, default_value = "", hide_default_value = true)]
    pub facts: String,
    /// The hiera.yaml of the global data layer
    #[arg(long, value_name = "FILE", global = true)]
    pub hiera: Option<PathBuf>,
    /// Time limit of one evaluation in seconds; 0 for no limit
    #[arg(long, value_name = "SECONDS", global = true)]
    pub time: Option<u64>,
    /// Maximum calls and loop iterations of one evaluation; 0 for no limit
    #[arg(long, value_name = "NUMBER", global = true)]
    pub steps: Option<u64>,
    /// Memory limit of one evaluation in MiB; 0 for a quarter of the available memory, at most 1024
    #[arg(long, value_name = "MIB", global = true)]
    pub memory: Option<u64>,
    /// The user's configuration and output.
    #[command(flatten)]
    pub personal: PersonalOptions,
    /// When to use colors; auto depends on the terminal, NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE and CLICOLOR
    #[arg(long, value_name = "WHEN", global = true, value_enum, default_value_t)]
    pub color: ColorWhen,
    /// Print no greeting, values or log lines below warning
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Files that code may read: in the notebook's directory, also modules and environment, or all
    #[arg(long = "files", value_name = "FROM", global = true, value_parser = ["notebook", "modules", "all"])]
    pub reach: Option<String>,
    /// Read sources as Bolt reads plans, with `plan` and `apply` (default for files below a directory 'plans')
    #[arg(long, global = true)]
    pub tasks: bool,
    /// For untrusted code: read only files in the notebook's directory, run no notebook automatically
    #[arg(long, global = true)]
    pub safe: bool,
    /// Answers that are not Puppet code.
    #[command(flatten)]
    pub foreign: ForeignOptions,
    /// Maximum size of a file to read, in MiB; 0 for the default.
    #[arg(skip)]
    pub file_size: u64,
    /// Stack size of this thread for evaluations, in bytes.
    #[arg(skip)]
    pub stack: usize,
}

/// The options for Ruby, stand-ins and PuppetDB, which answer in place of Puppet code.
#[derive(Debug, Default, Args)]
pub struct ForeignOptions {
    /// Run the Ruby code of modules: auto (the ruby of PATH), puppet (with Puppet's library), or the path of a ruby
    #[arg(long, value_name = "PATH", global = true, num_args = 0..=1, require_equals = true, default_missing_value = "auto")]
    pub ruby: Option<String>,
    /// A file with functions in Puppet that replace those in Ruby
    #[arg(long, value_name = "FILE", global = true)]
    pub stand_ins: Option<PathBuf>,
    /// A file with PuppetDB's answers to queries, and the exported resources of other nodes
    #[arg(long, value_name = "FILE", global = true)]
    pub puppetdb: Option<PathBuf>,
}

/// The options of the user's configuration and output.
#[derive(Debug, Default, Args)]
pub struct PersonalOptions {
    /// Read your configuration from this file (`none` for no configuration)
    #[arg(long, value_name = "FILE", global = true)]
    pub config: Option<PathBuf>,
    /// How to write results and errors: full, or plain sentences for screen readers
    #[arg(long, value_name = "STYLE", global = true, value_parser = ["full", "plain"])]
    pub style: Option<String>,
    /// The user's configuration.
    #[arg(skip)]
    pub own: OwnConfig,
    /// The settings that the output needs.
    #[arg(skip)]
    pub output: OutputSettings,
}

/// The user's configuration with its file.
#[derive(Clone, Debug, Default)]
pub struct OwnConfig {
    pub file: Option<PathBuf>,
    pub config: Config,
}

impl OwnConfig {
    /// Returns the configuration of a file.
    pub fn new(file: Option<PathBuf>, config: Config) -> OwnConfig {
        OwnConfig { file, config }
    }

    /// Returns the file of code that the prompt runs first, `init.pp` next to the configuration, if there is one.
    pub fn init_file(&self) -> Option<PathBuf> {
        let file = self.file.as_ref()?.parent()?.join("init.pp");
        file.is_file().then_some(file)
    }
}

/// The settings that the output needs.
#[derive(Clone, Debug, Default)]
pub struct OutputSettings {
    /// The name of the color theme.
    pub theme: String,
    /// Whether errors are sentences.
    pub is_plain: bool,
}

impl OutputSettings {
    /// Returns what the output needs of these settings.
    pub fn new(settings: &Settings) -> OutputSettings {
        OutputSettings { theme: settings.display.theme.clone(), is_plain: settings.display.style == Style::Plain }
    }
}

impl Options {
    /// Returns the maximum size of a file to read, in bytes.
    pub fn file_limit(&self) -> u64 {
        if self.file_size == 0 { pprepl_files::LIMIT } else { self.file_size << 20 }
    }
}

/// A notebook to open.
#[derive(Debug, Args)]
pub struct Notebook {
    /// The notebook: a manifest, split into cells by lines that start with '# %%'
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Show it as slides, like 'present'
    #[arg(long, requires = "file")]
    pub present: bool,
    /// The key set: plain, emacs or vi (default: the last one used)
    #[arg(long, value_name = "KEYS", value_parser = ["plain", "emacs", "vi"])]
    pub keys: Option<String>,
    /// The color theme of this run: dark, light, high-contrast, 16-color or none
    #[arg(long, value_name = "THEME")]
    pub theme: Option<String>,
    /// Do not capture the mouse
    #[arg(long)]
    pub no_mouse: bool,
}

/// When to color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// If the output is a terminal and NO_COLOR is not set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorWhen {
    /// Returns the user's choice; `None` if the terminal decides.
    pub fn choice(self) -> Option<bool> {
        match self {
            ColorWhen::Auto => None,
            ColorWhen::Always => Some(true),
            ColorWhen::Never => Some(false),
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum Action {
    /// Print the tokens of a file
    Tokens(InspectArgs),
    /// Print the syntax tree in Puppet's PN notation
    Ast(InspectArgs),
    /// Check files without running them
    Check(Check),
    /// Compile files or an environment to a JSON catalog
    Catalog(Compile),
    /// Compare the catalogs of many nodes under two environments
    Diff(Diff),
    /// Run a notebook top to bottom
    Run(Run),
    /// Run notebooks and transcripts as tests
    Test(Test),
    /// Format files
    Fmt(Form),
    /// Open a notebook of code and prose cells
    Notebook(Notebook),
    /// Learn Puppet: the course, or a lesson file
    Learn(Learn),
    /// Prepare a lesson for students, or judge their answers
    Lesson {
        #[command(subcommand)]
        action: LessonAction,
    },
    /// Watch a class: the reports of its learners in a directory
    Class(ClassArgs),
    /// Serve the notebook and the course to browsers
    Serve(ServeArgs),
    /// Present a lesson or notebook as slides
    Present(Present),
    /// Print a notebook or lesson as one line of text to paste, or open such a line
    Share(Share),
    /// Explain an error, a rule or a part of the language
    Explain(Explain),
    /// Serve JSON-RPC, a message per line, on stdin/stdout
    Rpc,
    /// Serve an editor: the Language Server Protocol on stdin/stdout
    Lsp {
        /// Use stdin and stdout (the default; some editors add this option)
        #[arg(long)]
        stdio: bool,
    },
    /// Serve Jupyter: run its kernel, or install it
    Kernel(JupyterKernel),
    /// Print the completion script for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program or a command
    Man(Manual),
}

/// Options for the Jupyter kernel.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub struct JupyterKernel {
    /// Run the kernel with the connection file of a front end, which starts this command
    #[arg(long, short = 'f', value_name = "FILE")]
    pub connection_file: Option<PathBuf>,
    #[command(subcommand)]
    pub action: Option<KernelAction>,
}

/// Actions for the Jupyter kernel.
#[derive(Debug, Subcommand)]
pub enum KernelAction {
    /// Install the kernel specification; the options before `kernel` become those of the kernel
    Install(KernelInstall),
}

/// Options for the kernel specification.
#[derive(Debug, Args)]
pub struct KernelInstall {
    /// Install for yourself (the default)
    #[arg(long, conflicts_with = "prefix")]
    pub user: bool,
    /// Install below a prefix, such as /usr/local or a Python environment
    #[arg(long, value_name = "DIR")]
    pub prefix: Option<PathBuf>,
    /// The name by which notebooks refer to the kernel
    #[arg(long, value_name = "NAME", default_value = "puppet")]
    pub name: String,
    /// The name in menus
    #[arg(long, value_name = "TEXT", default_value = "Puppet")]
    pub display_name: String,
}

/// Options for manual pages.
#[derive(Debug, Args)]
pub struct Manual {
    /// The command (default: the program itself)
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    pub command: Option<String>,
    /// Write the pages of the program and all commands into this directory
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// One file to look at.
#[derive(Debug, Args)]
pub struct InspectArgs {
    /// The file ('-' is the standard input)
    pub file: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Read the file as a template (default for *.epp)
    #[arg(long)]
    pub epp: bool,
}

/// A lesson to learn.
#[derive(Debug, Args)]
pub struct Learn {
    /// A chapter of the course by name or number, or a lesson file (default: list the chapters)
    #[arg(value_name = "CHAPTER|FILE")]
    pub lesson: Option<String>,
    /// List the chapters with your progress
    #[arg(long, conflicts_with = "lesson")]
    pub list: bool,
    /// Print JSON
    #[arg(long, requires = "list")]
    pub json: bool,
    /// Also append your progress to this file, for the teacher
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Your name in the report (default: the name of the user)
    #[arg(long, value_name = "NAME", requires = "report")]
    pub name: Option<String>,
    /// The key set: plain, emacs or vi (default: the last one used)
    #[arg(long, value_name = "KEYS", value_parser = ["plain", "emacs", "vi"])]
    pub keys: Option<String>,
    /// The color theme of this run: dark, light, high-contrast, 16-color or none
    #[arg(long, value_name = "THEME")]
    pub theme: Option<String>,
    /// Do not capture the mouse
    #[arg(long)]
    pub no_mouse: bool,
}

/// A lesson to present.
#[derive(Debug, Args)]
pub struct Present {
    /// A chapter of the course by name or number, or a file (with '--follow', the default is the newest presentation)
    #[arg(value_name = "CHAPTER|FILE", required_unless_present = "follow")]
    pub lesson: Option<String>,
    /// Show the notes of a running presentation, for a second terminal
    #[arg(long)]
    pub follow: bool,
    /// Count down from this number of minutes
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=1440), conflicts_with = "follow")]
    pub minutes: Option<u64>,
    /// The speed of typed code in keys per second, from 1 to 200
    #[arg(long, value_name = "KEYS", default_value_t = Present::SPEED, value_parser = clap::value_parser!(u32).range(1..=200))]
    pub speed: u32,
    /// The color theme of this run: dark, light, high-contrast, 16-color or none
    #[arg(long, value_name = "THEME")]
    pub theme: Option<String>,
}

impl Present {
    /// The speed of typed code in keys per second.
    const SPEED: u32 = 14;

    /// Returns the default options with a theme.
    pub fn of_theme(theme: Option<String>) -> Present {
        Present { lesson: None, follow: false, minutes: None, speed: Present::SPEED, theme }
    }
}

/// An action on a lesson.
#[derive(Debug, Subcommand)]
pub enum LessonAction {
    /// Write the version for students: without solutions, answers, hidden checks and notes
    Student {
        /// The lesson
        master: PathBuf,
        /// The file to write ('-' is the standard output)
        out: PathBuf,
    },
    /// Judge the answers of students with all checks of the lesson
    Grade(GradeAnswers),
}

/// Answers to judge.
#[derive(Debug, Args)]
pub struct GradeAnswers {
    /// The lesson with its checks and solutions
    pub master: PathBuf,
    /// The files of students: their versions or copies of the lesson; and directories to search for them
    #[arg(required = true, value_name = "FILE|DIR")]
    pub answers: Vec<PathBuf>,
    /// Print JSON, one line per file
    #[arg(long)]
    pub json: bool,
    /// Print a JUnit XML test report: a suite per file, a test case per exercise
    #[arg(long, conflicts_with = "json")]
    pub junit: bool,
}

/// A class to watch.
#[derive(Debug, Args)]
pub struct ClassArgs {
    /// The directory with the learners' reports (*.jsonl), or one report file for all
    #[arg(value_name = "DIR|FILE")]
    pub folder: PathBuf,
    /// The lesson to show (default: the one that most learners work on)
    #[arg(long, value_name = "LESSON")]
    pub lesson: Option<String>,
    /// Print the class once, without a screen
    #[arg(long)]
    pub list: bool,
    /// Print JSON once
    #[arg(long, conflicts_with = "list")]
    pub json: bool,
    /// The color theme of this run: dark, light, high-contrast, 16-color or none
    #[arg(long, value_name = "THEME")]
    pub theme: Option<String>,
}

/// The site and the class to serve.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// A directory with notebooks and lessons that the page offers to open
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Listen on this address, a port, or both; 0.0.0.0 is the whole network (default: 127.0.0.1:8000)
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<String>,
    /// The directory of the site (default: next to the program, or in a data directory)
    #[arg(long, value_name = "DIR")]
    pub site: Option<PathBuf>,
    /// Write the site with its files into this new directory, for any static server
    #[arg(long, value_name = "DIR", conflicts_with_all = ["listen", "class"])]
    pub export: Option<PathBuf>,
    /// Open a class: write the progress of its learners into this directory, for 'pprepl class'
    #[arg(long, value_name = "DIR")]
    pub class: Option<PathBuf>,
    /// Serve by https, with a certificate for this run; browsers warn of it once
    #[arg(long, conflicts_with = "export")]
    pub tls: bool,
    /// Serve by https with this certificate (PEM, with those that signed it)
    #[arg(long, value_name = "FILE", requires = "key", conflicts_with = "export")]
    pub certificate: Option<PathBuf>,
    /// The private key of the certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "certificate")]
    pub key: Option<PathBuf>,
}

/// A notebook to share.
#[derive(Debug, Args)]
pub struct Share {
    /// The notebook or lesson ('-' is the standard input)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Read FILE as a shared line, and write the notebook to OUT without running it
    #[arg(long, value_name = "OUT")]
    pub open: Option<PathBuf>,
}

/// A name to explain.
#[derive(Debug, Args)]
pub struct Explain {
    /// A topic in the brackets of an error, an issue code, a rule, or a word of the language (default: list the topics)
    pub name: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Files to check.
#[derive(Debug, Args)]
pub struct Check {
    /// The files ('-' is the standard input), directories to search for *.pp and *.epp, and environments, whose Hiera
    /// data are checked too
    #[arg(required_unless_present = "rules", value_name = "FILE|DIR")]
    pub files: Vec<PathBuf>,
    /// Apply the safe fixes, and write the changed files
    #[arg(long)]
    pub fix: bool,
    /// Print the changes of '--fix' without writing them
    #[arg(long)]
    pub diff: bool,
    /// Report all notes: also those that depend on code elsewhere
    #[arg(long)]
    pub hints: bool,
    /// Also check the style, by the rules of puppet-lint; '--style' is short for it
    #[arg(long)]
    pub style_rules: bool,
    /// Do not report a rule; may be repeated
    #[arg(long, value_name = "RULE", value_parser = rule_parser(), hide_possible_values = true)]
    pub allow: Vec<Code>,
    /// Report a rule as warnings; may be repeated
    #[arg(long, value_name = "RULE", value_parser = rule_parser(), hide_possible_values = true)]
    pub warn: Vec<Code>,
    /// Report a rule as errors; may be repeated
    #[arg(long, value_name = "RULE", value_parser = rule_parser(), hide_possible_values = true)]
    pub deny: Vec<Code>,
    /// List the rules
    #[arg(long)]
    pub rules: bool,
    /// Print JSON, one line per file
    #[arg(long)]
    pub json: bool,
    /// Print SARIF, for editors and code review
    #[arg(long, conflicts_with = "json")]
    pub sarif: bool,
    /// Print a JUnit XML test report: a suite per file, a test case per finding
    #[arg(long, conflicts_with_all = ["json", "sarif"])]
    pub junit: bool,
    /// Print the findings as text, json, sarif, junit, or github (annotations of GitHub Actions)
    #[arg(long, value_name = "FORMAT", value_enum, conflicts_with_all = ["json", "sarif", "junit"])]
    pub format: Option<CheckFormat>,
    /// In directories, exclude the paths that GLOB matches, as a .gitignore does; may be repeated
    #[arg(long, value_name = "GLOB", value_parser = exclusion::pattern)]
    pub exclude: Vec<String>,
    /// Read no '.pprepl.toml' of a directory
    #[arg(long)]
    pub no_project_config: bool,
    /// Check changed files again, and the files of an environment that depend on them
    #[arg(long, conflicts_with_all = ["fix", "diff", "rules", "sarif", "junit"])]
    pub watch: bool,
    /// Use this number of threads (default: all cores)
    #[arg(long, value_name = "NUMBER")]
    pub jobs: Option<NonZeroU8>,
}

/// The format of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// Code frames on the standard error.
    Text,
    /// A line of JSON per file.
    Json,
    /// One SARIF document.
    Sarif,
    /// One JUnit document.
    Junit,
    /// Annotations of GitHub Actions.
    Github,
}

impl Check {
    /// Returns the format of the findings.
    pub fn findings_format(&self) -> CheckFormat {
        match (self.format, self.json, self.sarif, self.junit) {
            (Some(format), ..) => format,
            (None, true, ..) => CheckFormat::Json,
            (None, _, true, _) => CheckFormat::Sarif,
            (None, _, _, true) => CheckFormat::Junit,
            (None, false, false, false) => CheckFormat::Text,
        }
    }
}

/// Files to compile.
#[derive(Debug, Args)]
pub struct Compile {
    /// The files ('-' is the standard input)
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print only the diagnostics
    #[arg(long)]
    pub check: bool,
    /// Print sensitive values, as Puppet's catalog has them
    #[arg(long)]
    pub show_sensitive: bool,
    /// Compile a catalog for each facts file (JSON or YAML) in this directory
    #[arg(long, value_name = "DIR")]
    pub nodes: Option<PathBuf>,
    /// Write the catalogs of --nodes into this directory, NODE.json each
    #[arg(long, value_name = "DIR", requires = "nodes")]
    pub out: Option<PathBuf>,
    /// Compile only part I of N of the nodes, so that several machines share the work
    #[arg(long, value_name = "I/N", requires = "nodes")]
    pub shard: Option<Shard>,
    /// Print the summary of --nodes as JSON
    #[arg(long, requires = "nodes")]
    pub json: bool,
    /// Use this number of threads for --nodes (default: all cores)
    #[arg(long, value_name = "NUMBER", requires = "nodes")]
    pub jobs: Option<NonZeroU8>,
}

/// Two environments to compare.
#[derive(Debug, Args)]
pub struct Diff {
    /// The environments: directories, or revisions of the git repository here
    #[arg(value_name = "ENVIRONMENT", num_args = 2, required_unless_present = "merge")]
    pub environments: Vec<String>,
    /// Compare the catalogs for each facts file (JSON or YAML) in this directory
    #[arg(long, value_name = "DIR", required_unless_present = "merge")]
    pub nodes: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Write the comparison as an HTML page
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Compare only part I of N of the nodes, so that several machines share the work
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Merge comparisons that --json has printed
    #[arg(long, value_name = "FILE", conflicts_with_all = ["environments", "nodes", "shard"])]
    pub merge: Vec<PathBuf>,
    /// Use this number of threads (default: all cores)
    #[arg(long, value_name = "NUMBER")]
    pub jobs: Option<NonZeroU8>,
}

/// Notebooks to run.
#[derive(Clone, Debug, Args)]
pub struct Run {
    /// The notebooks: manifests with cells ('-' is the standard input), Jupyter notebooks or Markdown
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The notebook of this run.
    #[arg(skip)]
    pub file: PathBuf,
    /// Test a lesson: its solutions pass, its wrong answers do not, its quizzes have an answer
    #[arg(long, conflicts_with_all = ["check", "watch", "html", "svg", "markdown", "ipynb", "cast", "results", "compare"])]
    pub grade: bool,
    /// Check without running
    #[arg(long)]
    pub check: bool,
    /// Print JSON, one line per cell
    #[arg(long)]
    pub json: bool,
    /// Print a JUnit XML test report, one test case per cell
    #[arg(long, conflicts_with = "json")]
    pub junit: bool,
    /// Write the notebook with its results as a self-contained HTML page ('-' is the standard output)
    #[arg(long, value_name = "OUT", conflicts_with = "check")]
    pub html: Option<PathBuf>,
    /// Write it with its results as an SVG picture
    #[arg(long, value_name = "OUT", conflicts_with = "check")]
    pub svg: Option<PathBuf>,
    /// Write it with its results as Markdown
    #[arg(long, value_name = "OUT", conflicts_with = "check")]
    pub markdown: Option<PathBuf>,
    /// Write it with its results for Jupyter
    #[arg(long, value_name = "OUT", conflicts_with = "check")]
    pub ipynb: Option<PathBuf>,
    /// Write it with its results as a terminal session for asciinema
    #[arg(long, value_name = "OUT", conflicts_with = "check")]
    pub cast: Option<PathBuf>,
    /// Write only the results, for review or comparison
    #[arg(long, value_name = "OUT", conflicts_with = "check")]
    pub results: Option<PathBuf>,
    /// Compare with previously written results; status 1 if they differ
    #[arg(long, value_name = "RESULTS", conflicts_with_all = ["check", "json", "junit"])]
    pub compare: Option<PathBuf>,
    /// Print every step of each cell, with its values, as text, JSON lines or an HTML page
    #[arg(long, value_name = "FORM", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "text",
          conflicts_with_all = ["check", "json", "junit", "compare", "watch"])]
    pub trace: Option<TraceForm>,
    /// Rerun the affected cells when the file changes
    #[arg(long, conflicts_with_all = ["check", "junit"])]
    pub watch: bool,
}

/// Tests to run.
#[derive(Debug, Args)]
pub struct Test {
    /// Notebooks, Jupyter notebooks, Markdown and transcripts ('-' is the standard input), and directories to search
    /// for files with tests
    #[arg(required = true, value_name = "FILE|DIR")]
    pub files: Vec<PathBuf>,
    /// Report only the tests whose name contains NAME
    #[arg(long, value_name = "NAME")]
    pub filter: Option<String>,
    /// Correct the answers and expectations that do not hold, write the files, and print the changes
    #[arg(long)]
    pub update: bool,
    /// Print JSON, one line per test
    #[arg(long)]
    pub json: bool,
    /// Print a JUnit XML test report
    #[arg(long, conflicts_with = "json")]
    pub junit: bool,
}

/// The form of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceForm {
    /// Lines, below the value of each cell.
    Text,
    /// One line of JSON per cell.
    Json,
    /// One page for all cells.
    Html,
}

/// Files to format.
#[derive(Debug, Args)]
pub struct Form {
    /// The files to format in place ('-' formats the standard input to the standard output), and directories to search
    /// for *.pp and *.epp
    #[arg(required = true, value_name = "FILE|DIR")]
    pub files: Vec<PathBuf>,
    /// Write nothing; list the files that would change, with status 1
    #[arg(long)]
    pub check: bool,
    /// Write nothing; print the changes
    #[arg(long)]
    pub diff: bool,
    /// In directories, exclude the paths that GLOB matches, as a .gitignore does; may be repeated
    #[arg(long, value_name = "GLOB", value_parser = exclusion::pattern)]
    pub exclude: Vec<String>,
}

/// Returns the parser of rule names, for options such as `--allow`.
fn rule_parser() -> impl TypedValueParser<Value = Code> {
    let names = PossibleValuesParser::new(rule_names());
    names.try_map(|name| rule_named(&name).ok_or("unknown rule"))
}

impl Arguments {
    /// Parses a command line whose first word is the program's name.
    pub fn read(words: impl IntoIterator<Item = OsString>) -> Result<Arguments, clap::Error> {
        let words = with_style_rules(words.into_iter().collect());
        if !words.iter().skip(1).any(|word| may_be_subcommand(word))
            && let Ok(inputs) = Inputs::try_parse_from(&words)
        {
            return Ok(Arguments { command: None, inputs });
        }
        Arguments::try_parse_from(ordered(words, Arguments::command))
    }
}

/// Returns whether a word may name a subcommand, without building the subcommands: building them would dominate a short
/// run.
fn may_be_subcommand(word: &OsStr) -> bool {
    word.as_encoded_bytes().iter().all(u8::is_ascii_lowercase)
}

/// Returns the description of the command line, for completions and the man page.
pub fn description() -> clap::Command {
    Arguments::command()
}
