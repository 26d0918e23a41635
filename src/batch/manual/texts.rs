//! The parts of the manual pages that the description of the command line lacks. Rows start with the name of a subcommand, which
//! is empty for the program.

/// The date of the pages.
pub(super) const DATE: &str = "2026-11-23";

/// Environment variables that all commands read.
pub(super) const COMMON_VARIABLES: &[(&str, &str)] = &[
    ("PPREPL_CONFIG", "The configuration file in place of the usual one; empty for none."),
    ("XDG_CONFIG_HOME", "The directory of configuration, by default ~/.config."),
    ("NO_COLOR", "If set and not empty, no colors."),
    ("FORCE_COLOR, CLICOLOR_FORCE", "If set and not 0, colors also without a terminal."),
    ("CLICOLOR", "If 0, no colors."),
];

pub(super) const VARIABLES: &[(&str, &str, &str)] = &[
    ("", "VISUAL, EDITOR", "The editor for ':edit' and Ctrl-X Ctrl-E."),
    ("", "COLORFGBG", "The terminal's colors: the theme 'auto' is light or dark by its background."),
    ("", "XDG_DATA_HOME", "The directory of the history, by default ~/.local/share."),
    ("notebook", "XDG_DATA_HOME", "The directory of preferences and trusted notebooks, by default ~/.local/share."),
    ("learn", "XDG_DATA_HOME", "The directory of your progress, by default ~/.local/share."),
    ("kernel", "JUPYTER_DATA_DIR", "The directory of your Jupyter data, by default ~/.local/share/jupyter."),
];

/// Files that all commands read.
pub(super) const COMMON_FILES: &[(&str, &str)] =
    &[("~/.config/pprepl/config.toml", "Your configuration: settings, aliases, keys and check rules.")];

pub(super) const FILES: &[(&str, &str, &str)] = &[
    ("", "~/.config/pprepl/init.pp", "Code that the prompt runs at its start."),
    ("", "~/.local/share/pprepl/history.jsonl", "The inputs of earlier sessions."),
    ("check", ".pprepl.toml", "In the directory of a checked file or above it: the rules for the files below."),
    ("notebook", "~/.local/share/pprepl/notebook.json", "The panes, theme and keys that you used last."),
    ("kernel", "~/.local/share/jupyter/kernels/puppet/kernel.json", "The kernel specification."),
    ("learn", "~/.local/share/pprepl/progress.jsonl", "Your progress in the lessons."),
];

pub(super) const EXAMPLES: &[(&str, &str, &str)] = &[
    ("", "pprepl", "Open the prompt."),
    ("", "pprepl -e '[1, 2].map |$x| { $x * 2 }'", "Print a value."),
    ("", "pprepl --facts debian-12 -i site.pp", "Evaluate a file with facts, then open the prompt."),
    ("tokens", "pprepl tokens site.pp", "Print the tokens with their places."),
    ("ast", "pprepl ast --json site.pp", "Print the syntax tree as JSON."),
    ("check", "pprepl check manifests", "Check all files of a directory."),
    (
        "check",
        "pprepl check --fix --deny unused-variable site.pp",
        "Apply the safe fixes, and fail on unused variables.",
    ),
    ("check", "pprepl check --format github .", "Annotate a pull request in GitHub Actions."),
    ("catalog", "pprepl catalog --node web1.example.com site.pp", "Print the catalog of a node."),
    ("diff", "pprepl diff production HEAD --nodes facts", "Compare two revisions over all nodes."),
    ("run", "pprepl run --junit a.pp b.pp", "Run two notebooks, and print a test report."),
    ("test", "pprepl test docs", "Test the transcripts and notebooks of a directory."),
    ("fmt", "pprepl fmt --check manifests", "List the files that are not formatted."),
    ("notebook", "pprepl notebook lesson.pp", "Open a notebook."),
    ("learn", "pprepl learn --list", "List the chapters of the course."),
    ("lesson", "pprepl lesson student master.pp student.pp", "Write the students' version of a lesson."),
    ("class", "pprepl class --list reports", "Print how far the learners are."),
    ("serve", "pprepl serve lessons", "Serve the page with the lessons of a directory to this machine."),
    ("serve", "pprepl serve --listen 0.0.0.0 --class reports", "Serve a class in the local network."),
    ("serve", "pprepl serve --export public", "Write the page for a static server."),
    ("present", "pprepl present 1 --minutes 45", "Present the first chapter with a timer."),
    ("share", "pprepl share notebook.pp", "Print a notebook as one line."),
    ("explain", "pprepl explain unset-variable", "Explain an error."),
    (
        "rpc",
        "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eval\",\"params\":{\"code\":\"1 + 1\"}}' | pprepl rpc",
        "Evaluate code by JSON-RPC.",
    ),
    ("kernel", "pprepl kernel install --user", "Install the kernel for your Jupyter."),
    (
        "kernel",
        "pprepl --facts debian-12 kernel install --name puppet-debian --display-name 'Puppet (Debian)'",
        "Install a second kernel, which has the facts of a node.",
    ),
    ("lsp", "pprepl lsp --facts debian-12", "Serve an editor, which starts this command, with the values of facts."),
    (
        "completions",
        "pprepl completions bash > ~/.local/share/bash-completion/completions/pprepl",
        "Install the completions for bash.",
    ),
    ("man", "pprepl man check | man -l -", "Read the page of a command."),
    ("man", "pprepl man --dir ~/.local/share/man/man1", "Install all pages."),
];

/// The exit status; rows with `*` are those of all commands.
pub(super) const STATUS: &[(&str, &str, &str)] = &[
    ("*", "0", "Success."),
    ("*", "1", "An evaluation failed, or a check found an error."),
    ("*", "2", "A source is not valid Puppet."),
    ("diff", "3", "The catalogs differ."),
    ("*", "64", "The command line, the configuration or a file is invalid."),
    ("*", "130", "Stopped by Ctrl-C."),
    ("*", "141", "The reader of the output has closed it."),
];
