//! The configuration file: settings, aliases and keys; what is wrong is reported with its place.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn pprepl(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pprepl"));
    command.args(arguments).current_dir(home).env("XDG_CONFIG_HOME", home).stdin(Stdio::null());
    for variable in ["NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "PPREPL_CONFIG", "COLORTERM"] {
        command.env_remove(variable);
    }
    command
}

fn run(home: &Path, arguments: &[&str]) -> (String, String) {
    texts(&pprepl(home, arguments).output().unwrap())
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// A home with this configuration.
fn home(config: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("pprepl")).unwrap();
    fs::write(home.path().join("pprepl/config.toml"), config).unwrap();
    home
}

#[test]
fn settings_of_the_file_apply_and_the_command_line_wins() {
    let home = home("[settings]\nedition = \"4x\"\noutput_lines = 7\ntiming = true\n");
    assert_eq!(run(home.path(), &["-e", ":set edition"]).0.lines().next(), Some("edition = 4x"));
    assert_eq!(run(home.path(), &["-e", ":set output_lines"]).0.lines().next(), Some("output_lines = 7"));
    assert_eq!(run(home.path(), &["-e", ":set timing"]).0.lines().next(), Some("timing = on"));
    assert_eq!(run(home.path(), &["--edition", "8", "-e", ":set edition"]).0.lines().next(), Some("edition = 8"));
    assert_eq!(run(home.path(), &["--config", "none", "-e", ":set edition"]).0.lines().next(), Some("edition = 8"));
}

#[test]
fn each_wrong_row_is_reported_with_its_place_and_the_others_apply() {
    let home = home(
        "[settings]\nthme = \"light\"\necho = \"lost\"\ntheme = \"drak\"\nstrict = \"error\"\ntime = [1]\n\
         [aliases]\ntype = \"1\"\n\"a b\" = \"1\"\nempty = \"\"\n[check]\ndeny = [\"unused-varible\"]\nhint = true\nhints = \"yes\"\n[chekc]\n[steps]\n[nosuchtable]\n",
    );
    let (out, err) = run(home.path(), &["-e", ":set strict"]);
    assert_eq!(out.lines().next(), Some("strict = error"));
    let rows: Vec<&str> = err.lines().map(|line| line.split_once("config.toml: ").unwrap().1).collect();
    assert_eq!(
        rows,
        [
            "line 2, column 1: unknown setting 'thme'; did you mean 'theme'?",
            "line 3, column 8: echo takes one of last, all, off, not 'lost'; did you mean 'last'?",
            "line 4, column 9: unknown theme 'drak'; did you mean 'dark'?",
            "line 6, column 8: expected a string, a number or a Boolean for 'time', found an array",
            "line 8, column 1: ':type' is a command; an alias needs another name",
            "line 9, column 1: 'a b' is not a valid alias; use letters, digits, '_' and '-'",
            "line 10, column 9: expected a command or code for 'empty', found an empty string",
            "line 12, column 9: unknown rule 'unused-varible'; did you mean 'unused-variable'?",
            "line 13, column 1: unknown key 'hint'; did you mean 'hints'?",
            "line 14, column 9: expected true or false for 'hints', found a string",
            "line 15, column 2: unknown table 'chekc'; did you mean '[check]'?",
            "line 16, column 2: 'steps' belongs below [settings]",
            "line 17, column 2: unknown table 'nosuchtable'; the tables are [settings], [aliases], [keys], [check]",
        ]
    );
}

#[test]
fn a_file_that_is_not_toml_is_reported_and_the_session_starts() {
    let home = home("[settings]\ntheme = \n");
    let (out, err) = run(home.path(), &["-e", "1 + 1"]);
    assert_eq!(out, "2\n");
    assert!(err.contains("config.toml: line 2, column 9: "), "{err}");
}

#[test]
fn an_alias_is_a_command_or_code_with_the_rest_of_the_line() {
    let home = home("[aliases]\ntyp = \":type\"\nsum = \"[1, 2].reduce |$a, $b| { $a + $b } +\"\n");
    assert!(run(home.path(), &["-e", ":typ [1]"]).0.contains("Array[Integer[1, 1], 1, 1]"));
    assert_eq!(run(home.path(), &["-e", ":sum 4"]).0, "7\n");
    let (out, _) =
        run(home.path(), &["-e", ":alias two = 1 + 1", "-e", ":two", "-e", ":alias --remove two", "-e", ":two"]);
    assert!(out.contains("\n2\n") && out.contains("Removed ':two'."), "{out}");
    let (_, err) = run(home.path(), &["-e", ":alias --remove tip"]);
    assert!(err.contains("did you mean ':typ'?"), "{err}");
}

#[test]
fn only_the_interactive_session_saves() {
    let home = home("");
    let (_, err) = run(home.path(), &["-e", ":set timing on --save"]);
    assert!(err.contains("only the interactive session saves"), "{err}");
}

#[test]
fn plain_style_writes_sentences() {
    let home = tempfile::tempdir().unwrap();
    let (out, err) = run(home.path(), &["--style", "plain", "--color", "always", "-e", "$nosuch", "-e", "[1]"]);
    assert_eq!(out, "[1]\n");
    assert!(err.starts_with("Error in input 1, line 1, column 1: "), "{err}");
    assert!(err.contains("\nMore: ':explain unset-variable'.\n"), "{err}");
    assert!(!err.contains('|') && !err.contains("-->") && !err.contains('\u{1b}'), "{err}");
    let (_, err) = run(home.path(), &["--style", "plane", "-e", "1"]);
    assert!(err.contains("'plain'"), "{err}");
}

#[test]
fn values_are_colored_where_colors_are_asked_for() {
    let home = tempfile::tempdir().unwrap();
    let out = |variables: &[(&str, &str)], arguments: &[&str]| {
        let mut command = pprepl(home.path(), arguments);
        command.envs(variables.iter().copied());
        texts(&command.output().unwrap()).0
    };
    let code = ["-e", "['a', 1]"];
    let plain = "['a', 1]\n";
    assert!(out(&[], &["--color", "always", "-e", "['a', 1]"]).contains('\u{1b}'));
    assert!(out(&[("FORCE_COLOR", "1")], &code).contains('\u{1b}'));
    assert!(out(&[("CLICOLOR_FORCE", "1")], &code).contains('\u{1b}'));
    assert_eq!(out(&[], &code), plain);
    assert_eq!(out(&[("FORCE_COLOR", "0")], &code), plain);
    assert_eq!(out(&[("CLICOLOR_FORCE", "0")], &code), plain);
    assert_eq!(out(&[("FORCE_COLOR", "1"), ("NO_COLOR", "1")], &code), plain);
    assert_eq!(out(&[("FORCE_COLOR", "1")], &["--color", "never", "-e", "['a', 1]"]), plain);
}

#[test]
fn a_saved_row_keeps_the_rest_of_the_file() {
    use pprepl_session::config::save;
    let home = home("# mine\n[settings] # display\ntheme = \"dark\" # at night\n\n[aliases]\nty = \":type\"\n");
    let path = home.path().join("pprepl/config.toml");
    save(&path, "settings", "theme", Some("light")).unwrap();
    save(&path, "settings", "timing", Some("on")).unwrap();
    save(&path, "check", "hints", Some("x \"y\"")).unwrap();
    save(&path, "aliases", "ty", None).unwrap();
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "# mine\n[settings] # display\ntiming = \"on\"\ntheme = \"light\" # at night\n\n[aliases]\n\n[check]\nhints = 'x \"y\"'\n"
    );
    fs::write(&path, "settings = { theme = \"dark\" }\n").unwrap();
    assert!(save(&path, "settings", "timing", Some("on")).is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), "settings = { theme = \"dark\" }\n");
    fs::write(&path, "[settings\n").unwrap();
    assert!(save(&path, "settings", "timing", Some("on")).unwrap_err().to_string().contains("line 1"));
    fs::write(&path, "[aliases]").unwrap();
    save(&path, "check", "hints", Some("on")).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "[aliases]\n\n[check]\nhints = \"on\"\n");
    fs::write(&path, b"\xff").unwrap();
    assert!(save(&path, "check", "hints", Some("on")).is_err());
    assert_eq!(fs::read(&path).unwrap(), b"\xff");
    let fresh = home.path().join("new/config.toml");
    save(&fresh, "settings", "theme", Some("light")).unwrap();
    assert_eq!(fs::read_to_string(fresh).unwrap(), "[settings]\ntheme = \"light\"\n");
}
