//! The listing of `:explain topics`: the groups on one screen, or one group with a sentence for each topic.

use pprepl_text::columns::{columns, width};
use pprepl_text::{IssueCode, TopicGroup, suggest};
use serde_json::{Value, json};

use super::super::command::{self, CommandError, CommandResult};
use super::language;
use super::page::{Page, Subject};
use super::pages::{pages, words};

/// The maximum width of a line.
const WIDE: usize = 79;

/// A group of pages.
struct Section {
    name: &'static str,
    title: &'static str,
    pages: Vec<Page>,
}

/// Returns the names of the groups, for completion.
pub fn group_names() -> Vec<&'static str> {
    sections().into_iter().map(|section| section.name).collect()
}

fn sections() -> Vec<Section> {
    let mut sections = vec![
        Section { name: "language", title: "The language", pages: language::PAGES.to_vec() },
        Section { name: "words", title: "Words and operators", pages: words().copied().collect() },
    ];
    sections.extend(TopicGroup::ALL.iter().map(|group| {
        let inside = |page: &Page| matches!(page.subject, Subject::Topic(topic) if topic.group() == *group);
        Section { name: name_of(*group), title: group.title(), pages: pages().filter(inside).collect() }
    }));
    let coded = |rule: bool| {
        move |page: &Page| match page.subject {
            Subject::Code(code) => matches!(code, pprepl_text::Code::Rule(_)) == rule,
            Subject::Language | Subject::Topic(_) => false,
        }
    };
    sections.push(Section {
        name: "rules",
        title: "Rules of the checker",
        pages: pages().filter(coded(true)).collect(),
    });
    sections.push(Section {
        name: "codes",
        title: "Puppet's issue codes",
        pages: pages().filter(coded(false)).collect(),
    });
    sections
}

/// Returns the word that selects a group of error topics.
const fn name_of(group: TopicGroup) -> &'static str {
    match group {
        TopicGroup::Syntax => "syntax",
        TopicGroup::Variables => "variables",
        TopicGroup::Functions => "functions",
        TopicGroup::ValuesTypes => "values",
        TopicGroup::Resources => "resources",
        TopicGroup::DataFiles => "data",
        TopicGroup::Session => "session",
    }
}

/// Lists the groups with some of their topics, on one screen.
pub(super) fn overview() -> String {
    let sections = sections();
    let mut lines = vec!["':explain NAME' shows a page, ':explain topics GROUP' lists a group.".to_owned()];
    let wide = sections.iter().map(|section| section.name.len()).max().unwrap_or(0);
    for section in &sections {
        let heading = match section.name {
            "language" => "\nHow Puppet works",
            "syntax" => "\nErrors",
            "rules" => "\nFindings before an input runs, and codes",
            _ => "",
        };
        if !heading.is_empty() {
            lines.push(heading.to_owned());
        }
        lines.extend(rows(section, wide));
    }
    lines.join("\n")
}

/// Returns how many lines of the overview a group has: what a beginner looks for has more.
fn lines_of(section: &Section) -> usize {
    match section.name {
        "language" => 4,
        "words" => 2,
        _ => 1,
    }
}

/// Formats a group with as many names as its lines hold.
fn rows(section: &Section, wide: usize) -> Vec<String> {
    let mut rows = vec![format!("  {:wide$} ", section.name)];
    let mut left = section.pages.len();
    for page in &section.pages {
        let is_last = rows.len() == lines_of(section);
        let more = if is_last && left > 1 { format!(" .. {} more", left - 1) } else { String::new() };
        let used = rows.last().map_or(0, |row| width(row));
        if used + 1 + width(page.name) + more.len() > WIDE {
            if is_last {
                break;
            }
            rows.push(" ".repeat(wide + 3));
        }
        rows.iter_mut().last().into_iter().for_each(|row| row.push_str(&format!(" {}", page.name)));
        left -= 1;
    }
    if left > 0 {
        rows.iter_mut().last().into_iter().for_each(|row| row.push_str(&format!(" .. {left} more")));
    }
    rows
}

/// Lists the topics of a group, each with its first sentence.
pub(super) fn group(name: &str) -> CommandResult {
    let sections = sections();
    let Some(section) = sections.iter().find(|section| section.name.eq_ignore_ascii_case(name)) else {
        let names: Vec<&str> = sections.iter().map(|section| section.name).collect();
        let help = match suggest::nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("the groups are {}", names.join(", ")),
        };
        let message = format!("unknown group '{name}'");
        return Err(CommandError::new(IssueCode::CommandArgument, message).with_help(help));
    };
    let rows: Vec<Vec<String>> =
        section.pages.iter().map(|page| vec![format!("  {}", page.name), sentence(page.text).to_owned()]).collect();
    command::with_data(format!("{}\n{}", section.title, columns(&rows)), section_data(section))
}

fn section_data(section: &Section) -> Value {
    let topics: Vec<Value> =
        section.pages.iter().map(|page| json!({ "topic": page.name, "summary": sentence(page.text) })).collect();
    json!({ "group": section.name, "title": section.title, "topics": topics })
}

pub(super) fn overview_data() -> Value {
    sections().iter().map(section_data).collect()
}

/// Returns the first sentence. A period inside a number, a name or an ellipsis does not end it.
pub fn sentence(text: &str) -> &str {
    let ends = text.match_indices(['.', '\n']).map(|(at, mark)| (at, at + mark.len()));
    let end = ends.filter(|(at, end)| is_end(text, *at, *end)).map(|(_, end)| end).next();
    text.get(..end.unwrap_or(text.len())).unwrap_or(text).trim_end()
}

fn is_end(text: &str, at: usize, end: usize) -> bool {
    let (before, rest) = (text.get(..at).unwrap_or(""), text.get(end..).unwrap_or(""));
    if text.get(at..end) == Some("\n") || rest.is_empty() {
        return true;
    }
    let next = rest.trim_start().chars().next();
    let starts = next.is_some_and(|c| c.is_uppercase() || matches!(c, '\'' | '`' | '$' | '=' | '@'));
    rest.starts_with(char::is_whitespace) && starts && !before.ends_with('.')
}
