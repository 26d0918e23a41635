//! `:diff`: the differences of two values, by path and with their types.

use serde_json::json;

use crate::inspect::Side;
use crate::settings::Style;
use crate::{Session, ValueChange, value_changes};
use pprepl_budget as budget;
use pprepl_text::columns::{columns, shortened};
use pprepl_text::{IssueCode, Span, visible};
use puppet_syntax::ast::ExprKind;

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "diff",
    aliases: &[],
    params: &[Param::needed("A, B", Kind::Code)],
    group: Group::Values,
    summary: "compare two values by path, with their types",
    details: "'-' marks a part of A only, '+' a part of B only, '~' a part that differs. The path follows the value in \
              code: $x['a'][0]. 1 and 1.0 differ. The comma can be omitted between names: ':diff $a $b' or \
              ':diff _1 _2'. CODE runs, and its changes are rolled back. ':catalog diff' compares catalogs, ':fork \
              diff' sessions.",
    examples: &[
        Example {
            before: &[],
            line: ":diff { 'a' => [1, 2], 'b' => 1 }, { 'a' => [1, '2'] }",
            shows: "~ ['a'][1]  2  : Integer  ->  '2'  : String",
        },
        Example { before: &["$a = [1, 2, 3]", "$b = [1, 3]"], line: ":diff $a $b", shows: "- [1]  2  : Integer" },
        Example { before: &[], line: ":diff 1, 1", shows: "No difference." },
    ],
    run: diff,
}];

fn diff(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let code = arguments.text(0);
    let Some((one, other)) = operands(session, code) else {
        return Err(CommandError::new(IssueCode::CommandArgument, "expected two values, separated by a comma")
            .with_help(":diff $a, $b"));
    };
    let (before, after) = match (session.inspect().value(one), session.inspect().value(other)) {
        (Ok(before), Ok(after)) => (before, after),
        (Err(reports), _) | (_, Err(reports)) => return command::with_reports(reports),
    };
    let changes = value_changes(&before, &after);
    let polled = || changes.iter().take_while(|_| !budget::is_exhausted());
    let data = polled().map(change_data).collect();
    if changes.is_empty() {
        return command::with_data("No difference.", data);
    }
    let text = match session.settings().display.style {
        Style::Full => columns(&polled().map(row).collect::<Vec<_>>()),
        Style::Plain => polled().map(sentence).collect::<Vec<_>>().join("\n"),
    };
    command::with_data(visible(&text), data)
}

/// Describes a change in a sentence.
fn sentence(change: &ValueChange) -> String {
    let path = if change.path.is_empty() { "The value" } else { &change.path };
    let part = |part: &Option<(String, String)>| {
        let (text, type_name) = part.clone().unwrap_or_default();
        format!("{} of type {type_name}", shortened(&text, MAX_WIDTH))
    };
    match change.side {
        Side::Removed => format!("{path} is only in the first value: {}.", part(&change.before)),
        Side::Added => format!("{path} is only in the second value: {}.", part(&change.after)),
        Side::Changed => format!("{path} differs: {}, then {}.", part(&change.before), part(&change.after)),
    }
}

/// Splits the code into two expressions: at its comma, or else at the first whitespace between two complete ones.
fn operands<'c>(session: &Session, code: &'c str) -> Option<(&'c str, &'c str)> {
    const BRACKET: u32 = 1;
    let list = session.source().parsed(&format!("[{code}\n]"));
    let is_valid = !list.diagnostics.iter().any(pprepl_text::Diagnostic::is_error);
    if let ExprKind::Array(items) = &list.program.body.kind
        && let [one, other] = items.as_slice()
        && is_valid
    {
        let span = |span: Span| code.get((span.start - BRACKET) as usize..(span.end - BRACKET) as usize);
        // Parentheses are not part of a span.
        let comma = code.get((one.span.end - BRACKET) as usize..)?.find(',')? + (one.span.end - BRACKET) as usize;
        return span(other.span).map(|_| (code[..comma].trim(), code[comma + 1..].trim().trim_end_matches(',')));
    }
    let is_code =
        |text: &str| !text.trim().is_empty() && session.source().is_complete(text) && is_valid_code(session, text);
    let spaces = code.char_indices().filter(|(_, sign)| sign.is_whitespace()).map(|(at, _)| at);
    spaces
        .take(MAX_SPLITS)
        .map(|at| (code[..at].trim(), code[at..].trim()))
        .find(|(one, other)| is_code(one) && is_code(other))
}

/// The number of positions at which the code is split.
const MAX_SPLITS: usize = 200;

fn is_valid_code(session: &Session, text: &str) -> bool {
    !session.source().parsed(text).diagnostics.iter().any(pprepl_text::Diagnostic::is_error)
}

/// The width of a value in a row.
const MAX_WIDTH: usize = 60;

fn row(change: &ValueChange) -> Vec<String> {
    let path = if change.path.is_empty() { "the value" } else { &change.path };
    let part = |(text, type_name): &(String, String)| format!("{}  : {type_name}", shortened(text, MAX_WIDTH));
    let parts: Vec<String> = [&change.before, &change.after].into_iter().flatten().map(part).collect();
    vec![format!("{} {path}", change.side.mark()), parts.join("  ->  ")]
}

fn change_data(change: &ValueChange) -> serde_json::Value {
    let part = |part: &Option<(String, String)>| part.as_ref().map(|(value, of)| json!({ "value": value, "type": of }));
    json!({
        "change": change.side.as_str(),
        "path": change.path,
        "before": part(&change.before),
        "after": part(&change.after),
    })
}
