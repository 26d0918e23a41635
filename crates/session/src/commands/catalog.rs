//! `:catalog` and related commands: the declared resources as a list, one in full, and the changes between two
//! inputs.

use pprepl_text::IssueCode;
use serde_json::json;

use crate::Session;
use crate::inspect::{AttributeView, CollectorView, DetailView, EdgeView, EntryView};
use pprepl_text::columns::{columns, shortened};

use super::catalog_changes::{change_data, changes_text};
use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

/// The further actions of `:catalog`.
const ACTIONS: &[&str] = &["diff", "export", "check", "import"];

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "catalog",
        aliases: &["resources"],
        params: &[Param::optional("ACTION", Kind::Word(ACTIONS)), Param::optional("FILTER", Kind::Filter)],
        group: Group::Catalog,
        summary: "list resources, show changes, export or import a catalog",
        details: "FILTER is a part of the reference, the container or the location, or a mark: virtual, exported, \
                  collected, realized. ':catalog diff' shows the changes of the last input that changed something, \
                  ':catalog diff A' of the inputs after input A, ':catalog diff A B' of the inputs after A up to B; \
                  0 is the start. ':catalog diff FILE' compares a catalog in JSON with the session, ':catalog \
                  diff FILE FILE' two of them; ':catalog import FILE' declares its resources. ':catalog export' prints the final catalog as Puppet's JSON, ':catalog export \
                  FILE' writes it to a new file. ':catalog check' lists the errors that the compiler would report: \
                  dangling references, unknown attributes, cycles. The session is unchanged.",
        examples: &[
            Example {
                before: &["class web { @file { '/srv': ensure => directory } }", "include web"],
                line: ":catalog",
                shows: "File['/srv']  virtual  1",
            },
            Example {
                before: &["notify { 'a': }", "Notify <| |> { message => 'hi' }"],
                line: ":catalog diff",
                shows: "message  (not set) -> 'hi'",
            },
            Example {
                before: &["notify { 'a': } -> notify { 'b': }"],
                line: ":catalog export",
                shows: "\"parameters\":{\"before\":[\"Notify[b]\"]}",
            },
            Example {
                before: &["notify { 'a': } -> notify { 'b': } Notify['b'] -> Notify['a']"],
                line: ":catalog check",
                shows: "Notify['a'] => Notify['b'] => Notify['a']",
            },
        ],
        run: catalog,
    },
    Command {
        name: "resource",
        aliases: &[],
        params: &[Param::needed("REF", Kind::Reference)],
        group: Group::Catalog,
        summary: "show a resource: attribute origins, containers, tags, edges, collectors",
        details: "REF is written as in Puppet: Notify['a'] or Class[web]. For a changed attribute the page shows its \
                  earlier values, too; for each collector of the type, why it found the resource or not.",
        examples: &[
            Example {
                before: &["Notify { loglevel => 'debug' }", "notify { 'a': message => 'hi' }"],
                line: ":resource Notify['a']",
                shows: "default of top scope at input 1:1",
            },
            Example {
                before: &["notify { 'a': } Notify <| title == 'b' |>"],
                line: ":resource Notify['a']",
                shows: "title == 'b' does not hold: title is 'a'",
            },
        ],
        run: resource,
    },
];

fn catalog(session: &mut Session, arguments: &Arguments) -> CommandResult {
    match arguments.get(0) {
        Some("diff") => difference(session, arguments.text(1)),
        Some("import") => super::import::import(session, arguments.text(1).trim()),
        Some("export") => super::export::export(session, arguments.text(1).trim()),
        Some("check") => super::export::check(session),
        _ => list(session, arguments.text(1)),
    }
}

/// Lists the resources whose row contains the filter.
fn list(session: &Session, filter: &str) -> CommandResult {
    let filter = filter.to_lowercase();
    let all = session.catalog().entries();
    let entries: Vec<&EntryView> = all.iter().filter(|entry| filter.is_empty() || entry.holds(&filter)).collect();
    if all.is_empty() {
        return command::text("No resources declared. notify { 'a': } declares a resource, include NAME a class.");
    }
    if entries.is_empty() {
        return Err(CommandError::new(IssueCode::CommandArgument, format!("no resource matches '{filter}'"))
            .with_help(format!(":catalog lists all {}", all.len())));
    }
    let head = ["resource", "marks", "attributes", "in", "declared at"].map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(entries.iter().map(|entry| row(entry))).collect();
    command::with_data(columns(&rows), entries.iter().map(|entry| entry_data(entry)).collect())
}

fn row(entry: &EntryView) -> Vec<String> {
    vec![
        shortened(&entry.reference, 60),
        entry.marks.join(", "),
        entry.attributes.to_string(),
        shortened(&entry.container, 40),
        entry.place.clone().unwrap_or_default(),
    ]
}

fn entry_data(entry: &EntryView) -> serde_json::Value {
    json!({
        "reference": entry.reference,
        "marks": entry.marks,
        "attributes": entry.attributes,
        "container": entry.container,
        "place": entry.place,
    })
}

fn resource(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let text = arguments.text(0).trim();
    match session.catalog().resource(text) {
        Ok(view) => command::with_data(page(&view), detail_data(&view)),
        Err(help) => Err(CommandError::new(IssueCode::UnknownResource, format!("{text} is not in the catalog"))
            .with_help(help.to_string())),
    }
}

/// Formats a resource in full, by subject.
fn page(view: &DetailView) -> String {
    let entry = &view.entry;
    let marks = if entry.marks.is_empty() { String::new() } else { format!("  ({})", entry.marks.join(", ")) };
    let mut parts = vec![format!("{}{marks}", entry.reference)];
    let mut facts: Vec<Vec<String>> = Vec::new();
    let mut fact = |name: &str, text: String| facts.push(vec![format!("  {name}"), text]);
    match &entry.place {
        Some(place) => fact("declared at", place.clone()),
        None if matches!(&*entry.reference, "Class[main]" | "Class[settings]") => {
            fact("declared", "by Puppet itself".to_owned());
        }
        None => {}
    }
    if let Some(place) = &view.definition {
        fact("defined at", place.clone());
    }
    if !view.path.is_empty() {
        fact("contained in", view.path.join(" > "));
    }
    fact("tags", view.tags.join(", "));
    parts.push(columns(&facts));
    let rows: Vec<Vec<String>> = view.attributes.iter().flat_map(attribute_rows).collect();
    section(&mut parts, "attributes", &rows);
    section(&mut parts, "comes after", &edge_rows(&view.before, |edge| &edge.from));
    section(&mut parts, "comes before", &edge_rows(&view.after, |edge| &edge.to));
    let contents: Vec<Vec<String>> = view.contents.iter().map(|inner| vec![format!("    {inner}")]).collect();
    section(&mut parts, "contains", &contents);
    let rows: Vec<Vec<String>> = view.collectors.iter().flat_map(collector_rows).collect();
    section(&mut parts, "collectors", &rows);
    parts.join("\n")
}

fn section(parts: &mut Vec<String>, title: &str, rows: &[Vec<String>]) {
    if !rows.is_empty() {
        parts.push(format!("  {title}"));
        parts.push(columns(rows));
    }
}

/// Returns the rows of an attribute, its earlier values below it.
fn attribute_rows(attribute: &AttributeView) -> Vec<Vec<String>> {
    let now = vec![
        format!("    {}", attribute.name),
        format!("=> {}", shortened(&attribute.value, 60)),
        attribute.origin.clone(),
    ];
    let was = |(value, origin): &(String, String)| {
        vec![String::new(), format!("   was {}", shortened(value, 56)), origin.clone()]
    };
    std::iter::once(now).chain(attribute.earlier.iter().map(was)).collect()
}

fn edge_rows<'e>(edges: &'e [EdgeView], other: impl Fn(&'e EdgeView) -> &'e String) -> Vec<Vec<String>> {
    edges.iter().map(|edge| vec![format!("    {} {}", edge.arrow(), other(edge)), edge.origin()]).collect()
}

fn collector_rows(collector: &CollectorView) -> Vec<Vec<String>> {
    let verdict = if collector.matches { "found it" } else { "did not find it" };
    let place = collector.place.as_ref().map_or_else(String::new, |place| format!("at {place}"));
    let head = vec![format!("    {}  {verdict}  {place}", shortened(&collector.text, 70))];
    let reason = |line: &String| vec![format!("      {line}")];
    std::iter::once(head).chain(collector.reasons.iter().map(reason)).collect()
}

fn detail_data(view: &DetailView) -> serde_json::Value {
    let attribute = |one: &AttributeView| {
        let earlier: Vec<_> =
            one.earlier.iter().map(|(value, origin)| json!({ "value": value, "origin": origin })).collect();
        json!({ "name": one.name, "value": one.value, "means": one.means, "origin": one.origin, "earlier": earlier })
    };
    let collector = |one: &CollectorView| json!({ "collector": one.text, "place": one.place, "found": one.matches, "reasons": one.reasons });
    json!({
        "reference": view.entry.reference,
        "marks": view.entry.marks,
        "place": view.entry.place,
        "definition": view.definition,
        "path": view.path,
        "tags": view.tags,
        "attributes": view.attributes.iter().map(attribute).collect::<serde_json::Value>(),
        "before": view.before.iter().map(edge_data).collect::<serde_json::Value>(),
        "after": view.after.iter().map(edge_data).collect::<serde_json::Value>(),
        "contents": view.contents,
        "collectors": view.collectors.iter().map(collector).collect::<serde_json::Value>(),
    })
}

/// Converts an edge to data.
pub(super) fn edge_data(edge: &EdgeView) -> serde_json::Value {
    json!({ "source": edge.from, "target": edge.to, "notifies": edge.notifies, "by": edge.by, "place": edge.place })
}

/// `:catalog diff [A [B]]`
fn difference(session: &Session, words: &str) -> CommandResult {
    if let Some((one, other)) = files(words) {
        return super::import::compare(session, one, other);
    }
    let number = |word: &str| {
        word.parse::<usize>().map_err(|_| {
            CommandError::new(IssueCode::CommandArgument, format!("expected the number of an input, found '{word}'"))
                .with_help(":history lists the inputs; ':catalog diff 2 5' compares the states after two of them")
        })
    };
    let numbers = words.split_whitespace().map(number).collect::<Result<Vec<usize>, _>>()?;
    if numbers.len() > 2 {
        return Err(CommandError::new(IssueCode::CommandArity, ":catalog diff takes at most two numbers of inputs"));
    }
    let view = session
        .catalog()
        .difference(numbers.first().copied(), numbers.get(1).copied())
        .map_err(|message| CommandError::new(IssueCode::CommandArgument, message.to_string()))?;
    let points = format!("From {} to {}:", point(view.from), point(view.to));
    let data = json!({
        "from": view.from,
        "to": view.to,
        "changes": view.changes.iter().map(change_data).collect::<serde_json::Value>(),
    });
    if view.changes.is_empty() {
        return command::with_data(format!("{points} the catalog is unchanged."), data);
    }
    command::with_data(format!("{points}\n{}", changes_text(&view.changes)), data)
}

/// Returns the files to compare, when the words are not numbers.
fn files(words: &str) -> Option<(&str, Option<&str>)> {
    let mut parts = words.split_whitespace();
    let one = parts.next().filter(|word| word.contains(['.', '/']))?;
    Some((one, parts.next()))
}

fn point(number: usize) -> String {
    if number == 0 { "the start".to_owned() } else { format!("after input {number}") }
}
