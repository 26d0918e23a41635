//! `:quote`: the literals of a string in every quoting style, and the result of each backslash.

use serde_json::json;

use crate::Session;
use crate::quoting::{EscapeResults, Literal, escape_results, literals};
use pprepl_text::columns::columns;
use pprepl_text::visible;

use super::command::{self, Arguments, Command, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "quote",
    aliases: &["escapes"],
    params: &[Param::optional("TEXT", Kind::Text)],
    group: Group::Values,
    summary: "write a string as a literal in every quoting style",
    details: "TEXT is the rest of the line, character by character; the best literal comes first. The name of a \
              variable that has a string ($text, or _ for the last value) means that string. The table shows what \
              each backslash of TEXT gives if it is typed in each style. Without TEXT it has all escapes.",
    examples: &[
        Example { before: &[], line: ":quote it's $5", shows: "single quotes       'it\\'s $5'" },
        Example { before: &[], line: ":quote C:\\new", shows: "\\n      unchanged  newline" },
        Example { before: &["$text = \"a\\tb\""], line: ":quote $text", shows: "\"a\\tb\"" },
        Example { before: &[], line: ":quote", shows: "\\s" },
    ],
    run: quote,
}];

fn quote(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let options = session.source().lex_options();
    let Some(typed) = arguments.get(0) else {
        let escapes = escape_results(None, options);
        return command::with_data(escapes_text(&escapes), json!({ "escapes": data(&escapes) }));
    };
    let text = string_of(session, typed).unwrap_or_else(|| typed.to_owned());
    let found = literals(&text, options);
    let escapes = escape_results(Some(&text), options);
    let mut parts = vec![literals_text(&found)];
    if !escapes.is_empty() {
        parts.push(format!("Each backslash, if typed so:\n{}", escapes_text(&escapes)));
    }
    let literal = |one: &Literal| json!({ "style": one.style.as_str(), "code": one.code });
    let data = json!({ "literals": found.iter().map(literal).collect::<Vec<_>>(), "escapes": data(&escapes) });
    let best = found.first().map(|literal| literal.code.clone()).unwrap_or_default();
    command::with_value(best, visible(&parts.join("\n\n")), data)
}

/// Returns the string of a variable or an earlier input that the text names.
fn string_of(session: &mut Session, text: &str) -> Option<String> {
    let is_word =
        |name: &str| !name.is_empty() && name.chars().all(|sign| sign.is_ascii_alphanumeric() || "_:".contains(sign));
    let is_output = text.strip_prefix('_').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    if !is_output && !text.strip_prefix('$').is_some_and(is_word) {
        return None;
    }
    session.inspect().value(text).ok()?.value().as_str().map(str::to_owned)
}

fn literals_text(found: &[Literal]) -> String {
    let row = |literal: &Literal| vec![literal.style.as_str().to_owned(), literal.code.clone()];
    columns(&found.iter().map(row).collect::<Vec<_>>())
}

fn escapes_text(escapes: &[EscapeResults]) -> String {
    let Some(first) = escapes.first() else { return String::new() };
    let mut head = vec!["escape".to_owned()];
    head.extend(first.results.iter().map(|(style, _)| style.signs().to_owned()));
    let row = |one: &EscapeResults| {
        std::iter::once(one.escape.clone()).chain(one.results.iter().map(|(_, result)| result.clone())).collect()
    };
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(escapes.iter().map(row)).collect();
    columns(&rows)
}

fn data(escapes: &[EscapeResults]) -> serde_json::Value {
    let results = |one: &EscapeResults| {
        let results = one.results.iter().map(|(style, result)| (style.as_str().to_owned(), json!(result)));
        json!({ "escape": one.escape, "results": results.collect::<serde_json::Map<_, _>>() })
    };
    escapes.iter().map(results).collect()
}
