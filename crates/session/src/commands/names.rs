//! Lists the variables, functions and types of the session, and documents them.

use serde_json::json;

use crate::{Definitions, FunctionView, Session, TypeFilter, TypeView};
use pprepl_text::IssueCode;
use pprepl_text::columns::{columns, shortened};

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};
use super::definition_page::definition_page;
use super::documentation::{documentation, function_data, nearest_documented, type_data};
use super::filter::Filter;

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "vars",
        aliases: &["variables"],
        params: &[Param::optional("FILTER", Kind::Filter)],
        group: Group::Names,
        summary: "list variables: name, type, value and the input",
        details: "FILTER is a part of the name, or a regular expression: ':vars ^p'.",
        examples: &[Example { before: &["$port = 8080"], line: ":vars", shows: "$port  Integer  8080  input 1" }],
        run: variables,
    },
    Command {
        name: "functions",
        aliases: &["funcs"],
        params: &[Param::optional("FILTER", Kind::Filter)],
        group: Group::Names,
        summary: "list functions by name or type, your own first",
        details: "FILTER is a part of the name or the description, or a regular expression: ':functions ^s.*t$'. \
                  ':functions accepts TYPE' lists the functions whose first parameter accepts every value of TYPE, \
                  ':functions returns TYPE' those that return a value of TYPE.",
        examples: &[
            Example { before: &[], line: ":functions slice", shows: "slice" },
            Example { before: &[], line: ":functions ^s.*t$", shows: "split" },
            Example { before: &[], line: ":functions accepts Timestamp", shows: "strftime" },
            Example { before: &[], line: ":functions returns Boolean", shows: "empty" },
        ],
        run: functions,
    },
    Command {
        name: "types",
        aliases: &[],
        params: &[Param::optional("FILTER", Kind::Filter)],
        group: Group::Names,
        summary: "list types, your own aliases first",
        details: "FILTER is a part of the name or the description, or a regular expression.",
        examples: &[Example {
            before: &["type Port = Integer[1, 65535]"],
            line: ":types port",
            shows: "Integer[1, 65535]",
        }],
        run: types,
    },
    Command {
        name: "doc",
        aliases: &[],
        params: &[Param::needed("NAME", Kind::Name)],
        group: Group::Names,
        summary: "document a function, class, type, resource type or attribute",
        details: "A function's page has every overload and an example; ':doc file' lists the attributes of a \
                  resource type, ':doc file.ensure' describes one. Your own definitions and those of modules show \
                  their puppet-strings comments. Keywords and operators have pages, too.",
        examples: &[
            Example { before: &[], line: ":doc map", shows: "map(" },
            Example { before: &[], line: ":doc service", shows: "hasrestart" },
            Example { before: &[], line: ":doc file.ensure", shows: "absent, present, file" },
        ],
        run: doc,
    },
];

fn variables(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let text = arguments.text(0).trim_start_matches('$');
    let filter = Filter::new(text)?;
    let all = session.names().variables();
    if all.is_empty() {
        return command::text("No variables. $name = value sets one.");
    }
    let views: Vec<_> = all.into_iter().filter(|view| filter.matches(&view.name)).collect();
    if views.is_empty() {
        return Err(CommandError::new(IssueCode::CommandArgument, format!("no variable matches '{text}'"))
            .with_help(":vars lists them all"));
    }
    let rows: Vec<Vec<String>> = views
        .iter()
        .map(|view| {
            let input = view.input.map(|input| format!("input {input}")).unwrap_or_default();
            vec![format!("${}", view.name), view.type_name.clone(), shortened(&view.value, 60), input]
        })
        .collect();
    let data = views
        .iter()
        .map(|v| json!({ "name": v.name, "type": v.type_name, "value": v.value, "input": v.input }))
        .collect();
    command::with_data(columns(&rows), data)
}

fn functions(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let text = arguments.text(0);
    let mut views = session.names().functions();
    if let Some((way, of)) = by_type(text) {
        let found = session.inspect().functions_of(way, of, &views);
        match found {
            Ok(found) => views = found,
            Err(reports) => return command::with_reports(reports),
        }
    } else {
        let filter = Filter::new(text)?;
        views.retain(|view| filter.matches(&view.name) || filter.matches_text(&view.summary));
    }
    views.sort_by(|a, b| (a.builtin, &a.name).cmp(&(b.builtin, &b.name)));
    if views.is_empty() {
        return Err(CommandError::new(IssueCode::CommandArgument, format!("no function matches '{text}'")));
    }
    let rows: Vec<Vec<String>> = views.iter().map(|view| vec![view.name.clone(), summary(view)]).collect();
    command::with_data(columns(&rows), views.iter().map(function_data).collect())
}

/// Splits `accepts TYPE` or `returns TYPE`.
fn by_type(text: &str) -> Option<(TypeFilter, &str)> {
    let (word, of) = text.split_once(char::is_whitespace)?;
    match word {
        "accepts" => Some((TypeFilter::Accepts, of.trim())),
        "returns" => Some((TypeFilter::Returns, of.trim())),
        _ => None,
    }
}

/// Summarizes a function: its sentence, or its first overload.
fn summary(view: &FunctionView) -> String {
    if view.summary.is_empty() { view.signatures.first().cloned().unwrap_or_default() } else { view.summary.clone() }
}

fn types(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let text = arguments.text(0);
    let filter = Filter::new(text)?;
    let mut views: Vec<TypeView> = session
        .names()
        .types()
        .into_iter()
        .filter(|view| filter.matches(&view.name) || filter.matches_text(&view.summary))
        .collect();
    views.sort_by(|a, b| (a.builtin, &a.name).cmp(&(b.builtin, &b.name)));
    if views.is_empty() {
        return Err(CommandError::new(IssueCode::CommandArgument, format!("no type matches '{text}'")));
    }
    let rows: Vec<Vec<String>> = views.iter().map(|view| vec![view.name.clone(), type_summary(view)]).collect();
    command::with_data(columns(&rows), views.iter().map(type_data).collect())
}

fn type_summary(view: &TypeView) -> String {
    match (view.definition.is_empty(), view.summary.is_empty()) {
        (true, _) => view.summary.clone(),
        (false, true) => format!("= {}", view.definition),
        (false, false) => format!("= {}  {}", view.definition, view.summary),
    }
}

pub(super) fn doc(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let name = arguments.text(0).trim_start_matches([':', '&']).trim_end_matches("()");
    if let Some(view) = Definitions::new(session).definition(name) {
        let (text, data) = definition_page(&view, WIDE);
        return command::with_data(text, data);
    }
    if let Some((text, data)) = documentation(session, name, WIDE) {
        let more = if has_page(name) { format!("\n\n':explain {name}' explains it.") } else { String::new() };
        return command::with_data(text + &more, data);
    }
    if let Some((text, data)) = super::explanation(session, name) {
        return command::with_data(text, data);
    }
    let near = nearest_documented(session, name);
    let help = near.map_or(":functions and :types list them".to_owned(), |near| format!("did you mean '{near}'?"));
    Err(CommandError::new(IssueCode::CommandArgument, format!("unknown function or type '{name}'")).with_help(help))
}

/// Returns whether `:explain` has a page of this name that `:doc` does not include.
fn has_page(name: &str) -> bool {
    super::pages().any(|page| page.name == name && !name.starts_with(char::is_uppercase))
}

/// The width of a page of `:doc`.
const WIDE: usize = 78;
