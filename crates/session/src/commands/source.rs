//! `:source` and `:browse`: the code of a definition, and the definitions of a module.

use serde_json::json;

use crate::{DefinitionView, Definitions, Session};
use pprepl_text::columns::{columns, shortened};
use pprepl_text::{IssueCode, suggest, visible};

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};
use super::definition_page::{definition_data, place};
use super::documentation::{documentation, nearest_documented};

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "source",
        aliases: &[],
        params: &[Param::needed("NAME", Kind::Name)],
        group: Group::Names,
        summary: "show the code of a function, class, define or type",
        details: "Definitions of the session, of loaded files and of the modules of the module path are found; \
                  nothing is loaded. ':edit NAME' opens the definition in your editor, ':load FILE' runs a file.",
        examples: &[Example {
            before: &["function double(Integer $x) { $x * 2 }"],
            line: ":source double",
            shows: "function double(Integer $x) { $x * 2 }",
        }],
        run: source,
    },
    Command {
        name: "browse",
        aliases: &[],
        params: &[Param::optional("MODULE", Kind::Filter)],
        group: Group::Names,
        summary: "list the definitions of a module, or the modules",
        details: "Classes, defined types, functions, types and plans, each with its summary. The setting modulepath or \
                  an environment names the modules.",
        examples: &[Example { before: &[], line: ":browse", shows: "No modules" }],
        run: browse,
    },
];

fn source(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let view = find_definition(session, arguments.text(0).trim_start_matches(['&', '$']))?;
    let text = format!("# {}\n{}", place(&view), view.code);
    let mut data = definition_data(&view);
    data["code"] = json!(view.code);
    command::with_data(visible(&text), data)
}

/// Returns the definition of a name that Puppet code defines.
pub(super) fn find_definition(session: &mut Session, name: &str) -> Result<DefinitionView, Box<CommandError>> {
    if let Some(view) = Definitions::new(session).definition(name) {
        return Ok(view);
    }
    let refuse = |message: String| CommandError::new(IssueCode::CommandArgument, message);
    if documentation(session, name, usize::MAX).is_some() {
        return Err(refuse(format!("'{name}' is built in and has no Puppet source")).with_help(format!(":doc {name}")));
    }
    let help = match nearest_documented(session, name) {
        Some(near) => format!("did you mean '{near}'?"),
        None => "':load FILE' runs a file; ':functions' and ':types' list names".to_owned(),
    };
    Err(refuse(format!("unknown function, class or type '{name}'")).with_help(help))
}

fn browse(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let modules = Definitions::new(session).modules();
    let Some(name) = arguments.get(0).map(str::trim) else {
        let rows: Vec<Vec<String>> =
            modules.iter().map(|(name, folder)| vec![name.clone(), pprepl_files::slashed(folder)]).collect();
        let data = modules.iter().map(|(name, folder)| json!({ "name": name, "folder": folder })).collect();
        return match rows.is_empty() {
            true => command::with_data("No modules. ':set modulepath DIR' names a directory of modules.", data),
            false => command::with_data(visible(&columns(&rows)), data),
        };
    };
    let Some(found) = Definitions::new(session).module_definitions(name) else {
        let near = suggest::nearest(name, modules.iter().map(|(name, _)| name.as_str()));
        let help = near.map_or(":browse lists the modules".to_owned(), |near| format!("did you mean '{near}'?"));
        return Err(CommandError::new(IssueCode::CommandArgument, format!("unknown module '{name}'")).with_help(help));
    };
    let room = session.width;
    let text: Vec<String> = KINDS.iter().filter_map(|(kind, title)| part(&found, kind, title, room)).collect();
    command::with_data(visible(&text.join("\n\n")), found.iter().map(definition_data).collect())
}

/// The kinds of definitions with their headings.
const KINDS: &[(&str, &str)] = &[
    ("class", "Classes"),
    ("define", "Defined types"),
    ("function", "Functions"),
    ("Ruby function", "Functions in Ruby"),
    ("type", "Types"),
    ("plan", "Plans"),
];

fn part(found: &[DefinitionView], kind: &str, title: &str, room: usize) -> Option<String> {
    let mut views: Vec<&DefinitionView> = found.iter().filter(|view| view.kind == kind).collect();
    views.sort_by(|one, other| one.name.cmp(&other.name));
    let names = views.iter().map(|view| view.name.len()).max()?;
    let left = room.saturating_sub(names + 4).max(20);
    let row = |view: &&DefinitionView| {
        let summary = view.comment.summary();
        let summary = if summary.is_empty() { view.result.replace('\n', " ") } else { summary };
        vec![format!("  {}", view.name), shortened(&summary, left)]
    };
    Some(format!("{title}\n{}", columns(&views.iter().map(row).collect::<Vec<_>>())))
}
