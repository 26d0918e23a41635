//! Replays the transcripts of a document: indented blocks that begin with a prompt.
//!
//! `pprepl:1> CODE` is an input of a session; all such blocks of a document are one session. `$ COMMAND` is a shell
//! command that names pprepl; it runs in a directory that all blocks of a document share. What follows is the output.
//! Other indented blocks stay as they are.

use std::path::Path;
use std::process::Command;

use pprepl_session::commands;
use pprepl_session::edit;
use pprepl_session::{Evaluation, LexOptions, Outcome, Report, Session, Settings, SystemHost};
use pprepl_text::columns::hung;
use pprepl_text::layout::layout;
use pprepl_text::outline::outlined;
use regex::Regex;

/// The columns of the terminal that the documents show.
const WIDTH: usize = 80;

const INDENT: &str = "    ";

/// The document with the output of every transcript as the program prints it now. Adds to `count` for each input.
pub fn replayed(text: &str, count: &mut usize) -> String {
    let mut session = None;
    let home = tempfile::tempdir().expect("a directory");
    let mut out = String::new();
    let lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        let after_empty = at == 0 || lines[at - 1].trim().is_empty();
        if !after_empty || !starts_block(lines[at]) {
            out.push_str(lines[at]);
            out.push('\n');
            at += 1;
            continue;
        }
        let mut block = vec![&lines[at][INDENT.len()..]];
        at += 1;
        while let Some(line) = block_line(&lines[at..]) {
            block.push(line);
            at += 1;
        }
        let printed = if is_shell(block[0]) {
            replay_shell(&block, home.path(), count)
        } else {
            let session =
                session.get_or_insert_with(|| Session::new(Settings::default(), Box::new(SystemHost::silent())));
            replay_session(&block, session, count)
        };
        for line in printed {
            out.push_str(format!("{INDENT}{line}").trim_end());
            out.push('\n');
        }
    }
    out
}

/// The first of these lines when it goes on with a block: an indented line, or an empty line before output.
fn block_line<'t>(lines: &[&'t str]) -> Option<&'t str> {
    let goes_on = |line: &&str| line.starts_with(INDENT) && !starts_block(line);
    match *lines.first()? {
        line if line.starts_with(INDENT) => Some(&line[INDENT.len()..]),
        "" => lines.iter().find(|line| !line.is_empty()).filter(|line| goes_on(line)).map(|_| ""),
        _ => None,
    }
}

fn starts_block(line: &str) -> bool {
    line.strip_prefix(INDENT).is_some_and(|line| is_prompt(line).is_some() || is_shell(line))
}

fn is_shell(line: &str) -> bool {
    line.starts_with("$ ") && line.contains("pprepl")
}

/// The code after `pprepl:N> `.
fn is_prompt(line: &str) -> Option<&str> {
    let (number, code) = line.strip_prefix("pprepl:")?.split_once("> ")?;
    number.chars().all(|ch| ch.is_ascii_digit()).then_some(code)
}

fn replay_session(block: &[&str], session: &mut Session, count: &mut usize) -> Vec<String> {
    let mut printed = Vec::new();
    let mut lines = block.iter().peekable();
    while let Some(line) = lines.next() {
        let Some(first) = is_prompt(line) else { continue };
        let mut input = first.to_owned();
        while edit::is_incomplete(&input, LexOptions::default()) && !commands::is_command(&input) {
            let Some(line) = lines.next_if(|line| is_prompt(line).is_none()) else { break };
            input.push('\n');
            input.push_str(line);
        }
        let number = session.inputs().last().map_or(1, |input| input.number + 1);
        printed.extend(format!("pprepl:{number}> {input}").lines().map(str::to_owned));
        printed.extend(answered(session, &input));
        *count += 1;
    }
    printed
}

/// What the prompt prints for an input, without colors.
fn answered(session: &mut Session, input: &str) -> Vec<String> {
    let frames = |reports: &[Report]| reports.iter().flat_map(|report| lines_of(report.frame())).collect::<Vec<_>>();
    match commands::submit(session, input) {
        Outcome::Evaluated(evaluation) => {
            let mut printed = logged(&evaluation);
            printed.extend(evaluation.changed_lines());
            printed.extend(frames(&evaluation.reports));
            if !evaluation.failed() {
                let value = evaluation.value.as_deref().map(|value| layout(value, WIDTH - 3));
                let type_line = evaluation.reduced.as_deref().map(|name| outlined(name, WIDTH - 6));
                printed.extend(value.iter().flat_map(|value| lines_of(&format!("=> {value}"))));
                printed.extend(type_line.iter().flat_map(|name| lines_of(&format!("   : {name}"))));
            }
            printed
        }
        Outcome::Command(answer) => {
            let rows = answer
                .text
                .lines()
                .flat_map(|row| hung(row, WIDTH).iter().map(|line| line.to_string()).collect::<Vec<_>>());
            rows.chain(frames(&answer.reports)).collect()
        }
        Outcome::Edit(_) | Outcome::Nothing | Outcome::Quit | Outcome::Lesson(_) => Vec::new(),
    }
}

fn logged(evaluation: &Evaluation) -> Vec<String> {
    let line = |(level, text): &(pprepl_session::Level, String)| {
        let mut word = level.as_str().to_owned();
        word.get_mut(..1).map(str::make_ascii_uppercase);
        format!("{word}: {text}")
    };
    evaluation.logs.iter().map(line).collect()
}

fn lines_of(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// Runs shell commands. Times are written as 0, so that a run can be compared with another one.
fn replay_shell(block: &[&str], home: &Path, count: &mut usize) -> Vec<String> {
    let times = Regex::new(r#"("elapsed_us":)\d+"#).expect("a pattern");
    let binary = Path::new(env!("CARGO_BIN_EXE_pprepl"));
    let directory = binary.parent().unwrap_or(binary).display();
    let path = format!("{directory}:{}", std::env::var("PATH").unwrap_or_default());
    let mut printed = Vec::new();
    for line in block.iter().filter(|line| line.starts_with("$ ")) {
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("{{ {}\n}} 2>&1", &line[2..])).current_dir(home);
        let output = command.env("PATH", &path).env("HOME", home).env("NO_COLOR", "1").output().expect("a shell");
        printed.push((*line).to_owned());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        printed.extend(times.replace_all(&text, "${1}0").lines().map(|line| line.trim_end().to_owned()));
        *count += 1;
    }
    printed
}
