//! A transcript as tests: each input with an answer is a test. The inputs of a file run in one session; a prompt with
//! the number 1 after a greater one starts another.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use pprepl_session::Session;
use pprepl_session::edit::{self, Exchange, Shell};
use pprepl_text::{Diagnostic, IssueCode, Source, Span};

use super::alignment::{Step, align};
use super::answer::{Answer, Item, Kind};
use super::printed::{Printed, report_types, submit};
use super::result::{LineEdit, Problem, TestCase};

/// A transcript to test.
pub(super) struct Transcript<'t> {
    source: Arc<Source>,
    lines: Vec<&'t str>,
    /// The inputs; their lines are those of the file.
    exchanges: Vec<Exchange>,
}

impl<'t> Transcript<'t> {
    /// Finds the inputs in a file; `None` for a file without prompts. In Markdown they are in indented blocks or in
    /// fences.
    pub(super) fn read(name: &str, text: &'t str, is_markdown: bool) -> Option<Transcript<'t>> {
        let lines: Vec<&str> = text.split('\n').map(|line| line.trim_end_matches('\r')).collect();
        let mut exchanges = Vec::new();
        for block in blocks(&lines, is_markdown) {
            let first = block.start;
            let inside = lines.get(block).unwrap_or_default().join("\n");
            exchanges
                .extend(edit::transcript(&inside).unwrap_or_default().into_iter().map(|found| moved(found, first)));
        }
        (!exchanges.is_empty()).then(|| Transcript { source: Source::new(name, text), lines, exchanges })
    }

    /// Returns whether an input has an answer.
    pub(super) fn has_answers(&self) -> bool {
        self.exchanges.iter().any(|exchange| !exchange.answer.is_empty())
    }

    /// Runs the inputs. In a transcript without any answer all answers are missing, so that an update writes them.
    pub(super) fn run(&self, mut session: impl FnMut() -> Session) -> Vec<TestCase> {
        let is_new = !self.has_answers();
        let mut current: Option<(Session, Option<usize>)> = None;
        let mut tests = Vec::new();
        for exchange in &self.exchanges {
            let restarts = |(_, last): &(Session, Option<usize>)| exchange.number == Some(1) && *last > Some(1);
            if current.as_ref().is_none_or(restarts) {
                let mut fresh = session();
                report_types(&mut fresh);
                current = Some((fresh, None));
            }
            let Some((session, last)) = &mut current else { continue };
            *last = exchange.number.or(*last);
            let start = Instant::now();
            let printed = submit(session, &exchange.input);
            if is_new || !exchange.answer.is_empty() {
                let mut test = self.compare(exchange, &printed);
                test.seconds = start.elapsed().as_secs_f64();
                tests.push(test);
            }
            if printed.quits {
                current = None;
            }
        }
        tests
    }

    fn compare(&self, exchange: &Exchange, printed: &Printed) -> TestCase {
        let first = exchange.input.lines().next().unwrap_or_default();
        let mut test = TestCase { name: first.to_owned(), line: exchange.line + 1, ..TestCase::default() };
        let answer: Vec<&str> = self.answer(exchange).iter().map(|line| unindented(line, &exchange.indent)).collect();
        let written = Answer { lines: &answer, of_command: printed.of_command, shell: exchange.shell }.items();
        let found = printed_items(printed, &written);
        let steps = align(&written, &found, exchange.shell);
        let change = Change { exchange, written: &written, found: &found, printed, steps: &steps };
        if steps.iter().any(|step| !matches!(step, Step::Keep(_))) {
            test.problems.push(self.problem(&change, &answer));
            test.edits.push(LineEdit {
                cell: None,
                lines: exchange.answer.clone(),
                text: change.lines(self.answer(exchange)),
            });
        }
        test
    }

    fn answer(&self, exchange: &Exchange) -> &[&'t str] {
        self.lines.get(exchange.answer.clone()).unwrap_or_default()
    }

    fn problem(&self, change: &Change, answer: &[&str]) -> Problem {
        let (removed, inserted) = change.first();
        let expected = removed.map(|item| part(answer, &item.lines));
        let lines: Vec<&str> = change.printed.lines.iter().map(String::as_str).collect();
        let found = inserted.map(|item| part(&lines, &item.lines));
        let same = expected.as_ref().zip(found.as_ref()).map_or(0, |(expected, found)| same_lines(expected, found));
        let rest = |text: &Option<String>| {
            text.as_ref().map(|text| after_lines(text, same)).filter(|rest| same == 0 || !rest.is_empty())
        };
        let message = match (rest(&expected), rest(&found)) {
            (Some(expected), Some(found)) => format!("expected `{}`, found `{}`", brief(&expected), brief(&found)),
            (Some(expected), None) => format!("expected `{}`, found nothing", brief(&expected)),
            (None, Some(found)) if answer.is_empty() => format!("the answer is missing: `{}`", brief(&found)),
            (None, found) => {
                let found = found.as_deref().unwrap_or_default();
                format!("expected the end of the answer, found `{}`", brief(found))
            }
        };
        let line = match removed {
            Some(item) => {
                change.exchange.answer.start + item.lines.start + same.min(item.lines.len().saturating_sub(1))
            }
            None => change.exchange.line,
        };
        let mut diagnostic = Diagnostic::error(IssueCode::LessonExpectation, self.span(line), message);
        diagnostic.source = Some(self.source.clone());
        let pair = expected.zip(found);
        diagnostic.help = pair.as_ref().and_then(|(expected, found)| first_difference(expected, found));
        Problem { difference: pair, ..Problem::from(&diagnostic) }
    }

    /// Returns the place of a line, from 0.
    fn span(&self, line: usize) -> Span {
        let start: usize = self.source.text().split_inclusive('\n').take(line).map(str::len).sum();
        let text = self.lines.get(line).copied().unwrap_or_default();
        let indent = text.len() - text.trim_start().len();
        Span::new((start + indent) as u32, (start + text.len()) as u32)
    }
}

/// Returns an exchange of a block with the lines of the file.
fn moved(found: Exchange, first: usize) -> Exchange {
    Exchange { line: found.line + first, answer: found.answer.start + first..found.answer.end + first, ..found }
}

/// Finds the blocks of lines that start with a prompt.
fn blocks(lines: &[&str], is_markdown: bool) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut fence: Option<Fence> = None;
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        match &fence {
            Some(open) if open.is_closed_by(line) => fence = None,
            None if is_markdown => fence = Fence::opened_by(line),
            _ => {}
        }
        let is_code = fence.as_ref().is_some_and(|fence| fence.is_puppet);
        if !edit::is_prompt(line) || is_code {
            at += 1;
            continue;
        }
        let end = block_end(lines, at, is_markdown, fence.as_ref());
        found.push(at..end);
        at = end;
    }
    found
}

/// Returns the end of the block that starts in a line.
fn block_end(lines: &[&str], at: usize, is_markdown: bool, fence: Option<&Fence>) -> usize {
    let indent = lines.get(at).map_or(0, |line| indentation(line));
    let ends = |line: &&str| match fence {
        Some(fence) => fence.is_closed_by(line),
        None if indent > 0 => !line.trim().is_empty() && indentation(line) < indent,
        None => is_markdown && line.trim().is_empty(),
    };
    // Its first line is a prompt.
    let rest = lines.get(at + 1..).unwrap_or_default();
    at + 1 + rest.iter().position(ends).unwrap_or(rest.len())
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns a line without the indentation of its block.
fn unindented<'l>(line: &'l str, indent: &str) -> &'l str {
    line.strip_prefix(indent).unwrap_or(line.trim_start())
}

/// An open fence of Markdown.
struct Fence {
    sign: char,
    length: usize,
    /// Whether it has the code of a cell.
    is_puppet: bool,
}

impl Fence {
    fn opened_by(line: &str) -> Option<Fence> {
        let own = line.trim_start();
        let sign = own.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
        let info = own.trim_start_matches(sign);
        let word = info.split_whitespace().next().unwrap_or_default();
        let length = own.len() - info.len();
        (length >= 3).then_some(Fence { sign, length, is_puppet: matches!(word, "puppet" | "pp") })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let own = line.trim();
        own.len() >= self.length && own.chars().all(|ch| ch == self.sign)
    }
}

/// Returns the parts of the output that the author may expect: a type line, warnings, notes and changes only where the
/// answer has one.
fn printed_items(printed: &Printed, written: &[Item]) -> Vec<Item> {
    let lines: Vec<&str> = printed.lines.iter().map(String::as_str).collect();
    let mut items = Answer { lines: &lines, of_command: printed.of_command, shell: Shell::Pprepl }.items();
    let mut codes = printed.codes.iter();
    for item in items.iter_mut().filter(|item| item.kind == Kind::Error) {
        item.code = codes.next().cloned();
    }
    let has = |kind: Kind| written.is_empty() || written.iter().any(|item| item.kind == kind);
    let is_optional = |kind: Kind| matches!(kind, Kind::Type | Kind::Advice | Kind::Change);
    items.retain(|item| !is_optional(item.kind) || has(item.kind));
    items
}

/// The difference between an answer and the output.
struct Change<'a> {
    exchange: &'a Exchange,
    written: &'a [Item],
    found: &'a [Item],
    printed: &'a Printed,
    steps: &'a [Step],
}

impl Change<'_> {
    /// Returns the first written part that is not printed, and the first printed part that is not written.
    fn first(&self) -> (Option<&Item>, Option<&Item>) {
        let start = self.steps.iter().position(|step| !matches!(step, Step::Keep(_))).unwrap_or(0);
        let steps = self.steps.get(start..).unwrap_or_default();
        let changes = || steps.iter().take_while(|step| !matches!(step, Step::Keep(_)));
        let removed = changes().find_map(|step| match step {
            Step::Remove(at) => self.written.get(*at),
            _ => None,
        });
        let inserted = changes().find_map(|step| match step {
            Step::Insert(at) => self.found.get(*at),
            _ => None,
        });
        // An omission takes what is printed in the place of a part before it.
        let same_kind = |part: &Item| self.found.iter().find(|found| found.kind == part.kind);
        (removed, inserted.or_else(|| removed.and_then(same_kind)))
    }

    /// Returns the lines of the corrected answer. What holds stays as it is written.
    fn lines(&self, answer: &[&str]) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for step in self.steps {
            match step {
                Step::Remove(_) => {}
                Step::Keep(at) => {
                    let lines = self.written.get(*at).and_then(|item| answer.get(item.lines.clone()));
                    out.extend(lines.unwrap_or_default().iter().map(|line| (*line).to_owned()));
                }
                Step::Insert(at) => {
                    let lines = self.found.get(*at).and_then(|item| self.printed.lines.get(item.lines.clone()));
                    let indented = |line: &String| format!("{}{line}", self.exchange.indent).trim_end().to_owned();
                    out.extend(lines.unwrap_or_default().iter().map(indented));
                }
            }
        }
        out
    }
}

/// Returns lines of an answer as one text.
fn part(lines: &[&str], range: &Range<usize>) -> String {
    lines.get(range.clone()).unwrap_or_default().join("\n").trim().to_owned()
}

/// Returns the first line of a part, shortened.
fn brief(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    let more = if text.lines().nth(1).is_some() { " .." } else { "" };
    pprepl_text::columns::shortened(first, MAX_BRIEF) + more
}

/// Returns how many lines of two parts are the same, if their first lines do not show the difference.
fn same_lines(expected: &str, found: &str) -> usize {
    if brief(expected) != brief(found) || expected == found {
        return 0;
    }
    expected.lines().zip(found.lines()).take_while(|(one, other)| one == other).count()
}

/// Returns the lines of a log after the first ones.
fn after_lines(text: &str, count: usize) -> String {
    text.lines().skip(count).collect::<Vec<_>>().join("\n")
}

/// The columns of a part in a message.
const MAX_BRIEF: usize = 60;

/// Returns where two parts begin to differ, if that is not at their start.
fn first_difference(expected: &str, found: &str) -> Option<String> {
    let same: usize = expected.chars().zip(found.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let rest = |text: &str| brief(text.get(same..).unwrap_or_default());
    let is_long = expected.len().max(found.len()) > MAX_SAME && same > 3;
    is_long.then(|| format!("the first difference: `{}`, found `{}`", rest(expected), rest(found)))
}

/// The length of parts without a note on the first difference.
const MAX_SAME: usize = 16;
