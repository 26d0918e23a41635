//! `:trace` and `:rewrite`: the evaluation of code step by step.

use serde_json::json;

use crate::trace::{self, rewriting_lines, trace_data, trace_lines};
use crate::{CommandAnswer, Outcome, Session, StyledLine};
use pprepl_text::IssueCode;

use super::Arguments;
use super::command::{Command, CommandError, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "trace",
        aliases: &[],
        params: &[Param::needed("CODE", Kind::Code)],
        group: Group::Look,
        summary: "every step of an evaluation, with its values",
        details: "CODE runs, and all its changes are rolled back: the session stays as it is, and log lines are muted. A line is a step: the code, the code with its values, the result. What a lambda, a \
                  function, a class or a branch does is indented; after three rounds of a lambda the others are \
                  folded. An error ends the trace. The limits are 10,000 events and 100 rounds of one call.",
        examples: &[
            Example { before: &[], line: ":trace [1, 2, 3].filter |$x| { $x > 1 }", shows: "round 2 of 3" },
            Example {
                before: &["function double(Integer $x) { $x * 2 }"],
                line: ":trace double(4) + 1",
                shows: "8 + 1",
            },
        ],
        run: trace,
    },
    Command {
        name: "rewrite",
        aliases: &[],
        params: &[Param::needed("EXPR", Kind::Code)],
        group: Group::Look,
        summary: "an expression rewritten to its value, as in algebra",
        details: "Each line is the whole expression with the part that was just evaluated replaced by its value. The \
                  expression must have no side effects; ':trace' shows any code.",
        examples: &[Example { before: &["$x = 5"], line: ":rewrite (1 + 2) * $x", shows: "= 3 * 5" }],
        run: rewrite,
    },
];

/// The width of the answer, in columns.
const WIDE: usize = 100;

fn trace(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let view = trace::trace(session, "trace", arguments.text(0));
    let data = trace_data(&view);
    let mut lines = trace_lines(&view, WIDE);
    if lines.is_empty() && view.reports.is_empty() {
        lines.push(vec![(
            pprepl_text::theme::Role::Hint,
            "Nothing was evaluated: the code is its own value.".to_owned(),
        )]);
    }
    let answer = CommandAnswer { data: Some(data), reports: view.reports, ..styled_answer(lines) };
    Ok(Outcome::Command(Box::new(answer)))
}

fn rewrite(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let rewriting = trace::rewrite(session, arguments.text(0)).map_err(|trace::Impure| {
        CommandError::new(IssueCode::CommandArgument, "the code has side effects, which cannot be rewritten to a value")
            .with_help("':trace' shows its steps")
    })?;
    let lines: Vec<&str> = rewriting.lines.iter().map(|line| line.text.as_str()).collect();
    let data = json!({ "lines": lines, "complete": !rewriting.cut });
    let answer = styled_answer(rewriting_lines(&rewriting));
    Ok(Outcome::Command(Box::new(CommandAnswer { data: Some(data), reports: rewriting.reports, ..answer })))
}

/// Returns an answer of lines with roles.
fn styled_answer(lines: Vec<StyledLine>) -> CommandAnswer {
    let text = |line: &StyledLine| line.iter().map(|(_, text)| text.as_str()).collect::<String>();
    let text = lines.iter().map(text).collect::<Vec<_>>().join("\n");
    CommandAnswer { text, styled: lines, ..CommandAnswer::default() }
}
