//! Transcripts: the inputs of a session with their answers. A paste keeps the inputs; `pprepl test` runs them again. Only text whose first line starts with a prompt
//! (or with a greeting) counts as a transcript, so that code is never changed.
//!
//! An answer or another prompt ends an input, unless it is incomplete there: then the line belongs to its heredoc,
//! string or brackets.

use std::borrow::Cow;
use std::ops::Range;

use super::code_completeness::code_is_incomplete;
use super::growing_code::GrowingCode;
use crate::commands;
use puppet_syntax::{LexOptions, OpenEnd, lex};

/// Returns `text` without prompts, and without the answers between its inputs when it is a transcript.
pub fn without_prompts(text: &str) -> Cow<'_, str> {
    transcript_inputs(text).map_or(Cow::Borrowed(text), |inputs| Cow::Owned(inputs.join("\n")))
}

/// An input of a transcript with its answer. Lines are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    pub shell: Shell,
    /// The number in the prompt.
    pub number: Option<usize>,
    /// The spaces before the prompt.
    pub indent: String,
    pub input: String,
    /// The line of the prompt.
    pub line: usize,
    /// The lines of the answer, without empty lines at its end.
    pub answer: Range<usize>,
}

/// Returns the inputs of a transcript in order; `None` for other text.
pub fn transcript_inputs(text: &str) -> Option<Vec<String>> {
    Some(transcript(text)?.into_iter().map(|exchange| exchange.input).collect())
}

/// Returns whether a line starts with a prompt and an input.
pub fn is_prompt(line: &str) -> bool {
    Prompt::at_start_of(line).is_some()
}

/// Returns the inputs of a transcript with their answers in order; `None` for other text.
pub fn transcript(text: &str) -> Option<Vec<Exchange>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut at = lines.iter().position(|line| !line.trim().is_empty() && !is_greeting(line))?;
    Prompt::at_start_of(lines.get(at)?)?;
    let mut exchanges = Vec::new();
    while let Some(line) = lines.get(at) {
        let Some(prompt) = Prompt::at_start_of(line) else {
            at += 1;
            continue;
        };
        let (input, next) = input(&lines, at, &prompt);
        if !input.trim().is_empty() {
            exchanges.push(exchange(&lines, at, &prompt, input, next));
        }
        at = next;
    }
    Some(exchanges)
}

/// Returns the input in line `at` with the lines up to the prompt at or after `next`.
fn exchange(lines: &[&str], at: usize, prompt: &Prompt, input: String, next: usize) -> Exchange {
    let start = at + input.split('\n').count();
    let rest = lines.get(next..).unwrap_or_default();
    let prompt_after = next + rest.iter().position(|line| is_prompt(line)).unwrap_or(rest.len());
    let answer = lines.get(start..prompt_after).unwrap_or_default();
    let blank = answer.iter().rev().take_while(|line| line.trim().is_empty()).count();
    Exchange {
        shell: prompt.shell,
        number: prompt.number,
        indent: prompt.indent.to_owned(),
        input,
        line: at,
        answer: start..start + answer.len() - blank,
    }
}

/// The shells whose prompts are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// `pprepl:3> `. Only the first line of an input has a prompt.
    Pprepl,
    /// `3:>> ` or `>> ` (puppet-debugger). Every line of an input has a prompt.
    Debugger,
}

/// A prompt at the start of a line.
struct Prompt<'l> {
    shell: Shell,
    number: Option<usize>,
    /// The spaces before it: a document indents its examples.
    indent: &'l str,
    /// The rest of the line.
    code: &'l str,
}

impl<'l> Prompt<'l> {
    fn at_start_of(line: &'l str) -> Option<Prompt<'l>> {
        let own = line.trim_start();
        let indent = line.get(..line.len() - own.len())?;
        let (shell, code) = after_pprepl(own)
            .map(|code| (Shell::Pprepl, code))
            .or_else(|| after_debugger(own).map(|code| (Shell::Debugger, code)))?;
        let head = own.get(..own.len() - code.len()).unwrap_or("").trim_end_matches(['>', ':', ' ']);
        let number = head.rsplit(':').next().unwrap_or(head).parse().ok();
        Some(Prompt { shell, number, indent, code: code.strip_prefix(' ').unwrap_or(code) })
    }
}

fn after_pprepl(line: &str) -> Option<&str> {
    let (head, code) = line.strip_prefix("pprepl")?.split_once('>')?;
    head.chars().all(|c| c.is_ascii_alphanumeric() || ":[]()=_-.+ ".contains(c)).then_some(code)
}

fn after_debugger(line: &str) -> Option<&str> {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    digits.strip_prefix(':').unwrap_or(digits).strip_prefix(">>")
}

/// Returns whether a shell prints the line before its first prompt.
fn is_greeting(line: &str) -> bool {
    let starts =
        ["pprepl ", "$ pprepl", "$ puppet debugger", "Ruby Version:", "Puppet Version:", "Puppet Debugger Version:"];
    let line = line.trim_start();
    starts.into_iter().any(|start| line.starts_with(start)) && Prompt::at_start_of(line).is_none()
        || line.starts_with("Created by: NWOps")
        || line.starts_with("Type \"commands\" for a list")
        || line.starts_with("or \"help\" to show the help")
}

/// Returns whether an answer starts with the line: a value, a type, a log message, an error frame or `...`.
fn is_answer(line: &str) -> bool {
    let line = line.trim_start();
    let starts =
        ["=> ", ": ", "--> ", "...", "Notice: ", "Info: ", "Debug: ", "Warning: ", "Error: ", "Evaluation Error: "];
    let words = ["error", "warning", "note", "help", "fault"];
    let frame =
        |word: &str| line.strip_prefix(word).is_some_and(|rest| rest.starts_with(": ") || rest.starts_with('['));
    starts.into_iter().any(|start| line.starts_with(start)) || line == "=>" || words.into_iter().any(frame)
}

/// Returns the input whose prompt is in line `at`, and the next line to search for a prompt.
fn input(lines: &[&str], at: usize, prompt: &Prompt) -> (String, usize) {
    let mut input = prompt.code.to_owned();
    if commands::is_command(&input) && !is_incomplete(&input) {
        return (input, at + 1);
    }
    let first = input.len();
    let mut code = GrowingCode::default();
    for (next, line) in lines.iter().enumerate().skip(at + 1) {
        let other = Prompt::at_start_of(line);
        let ends = other.is_some() || is_answer(line);
        match other {
            _ if ends && !commands::puppet_code(&input).is_some_and(|own| code.is_incomplete(own)) => {
                return (ended(input, first, other.is_some()), next);
            }
            Some(other) if prompt.shell == Shell::Debugger && other.shell == Shell::Debugger => {
                push_line(&mut input, other.code);
            }
            // Ctrl-C discarded the input.
            Some(_) if !is_inside_text(&input) => return (String::new(), next),
            _ => push_line(&mut input, line.strip_prefix(prompt.indent).unwrap_or(line)),
        }
    }
    (ended(input, first, false), lines.len())
}

fn push_line(input: &mut String, line: &str) {
    input.push('\n');
    input.push_str(line);
}

/// Returns the input without the empty lines at its end. `first` is the length of its first line. What follows a
/// complete first line is output if no answer but another prompt comes after it.
fn ended(input: String, first: usize, at_prompt: bool) -> String {
    let head = input.get(..first).unwrap_or_default();
    let kept = if at_prompt && !is_incomplete(head) { head } else { &input };
    kept.trim_end().to_owned()
}

/// Returns whether the next line is content of a string, heredoc or comment.
fn is_inside_text(input: &str) -> bool {
    let lexed = lex(&format!("{input}\n"), LexOptions::default());
    lexed.unfinished.is_some_and(|open| !matches!(open.what, OpenEnd::Bracket | OpenEnd::TemplateTag))
}

fn is_incomplete(input: &str) -> bool {
    commands::puppet_code(input).is_some_and(|code| code_is_incomplete(code, LexOptions::default()))
}
