//! `:lattice`: a drawing of the types around a type, and the path of a value up to Any.

use serde_json::json;

use crate::settings::Style;
use crate::{LatticePath, LatticeView, Session};
use pprepl_text::columns::{columns, width, wrap};
use pprepl_text::{IssueCode, Severity};

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};
use super::types::INSPECT_TIME;

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "lattice",
    aliases: &["neighbours"],
    params: &[Param::needed("TYPE", Kind::Code)],
    group: Group::Types,
    summary: "show the direct supertypes and subtypes of a type",
    details: "Above a type with parameters are its forms with one parameter loosened. The drawing includes your own \
              types. With TYPE, VALUE, or with a value alone, it shows the path from the value's exact type up to \
              Any.",
    examples: &[
        Example { before: &[], line: ":lattice Numeric", shows: "Float   Integer" },
        Example { before: &["type Port = Integer[1, 65535]"], line: ":lattice Integer", shows: "Port" },
        Example { before: &[], line: ":lattice Integer[1, 5]", shows: "Integer[default, 5]" },
        Example { before: &[], line: ":lattice 5", shows: "Integer[5, 5]" },
    ],
    run: lattice,
}];

fn lattice(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let Some(view) = session.inspect().lattice(arguments.text(0), INSPECT_TIME) else {
        let reports = session.source().check("input", &format!("[{}]", arguments.text(0)));
        if reports.iter().any(|report| report.severity == Severity::Error) {
            return command::with_reports(reports);
        }
        let message = "a type, a value, or a type and a value is needed; it may not do anything";
        return Err(CommandError::new(IssueCode::CommandArgument, message));
    };
    let mut parts = Vec::new();
    if let Some(name) = &view.type_name {
        parts.push(match session.settings().display.style {
            Style::Full => picture(&view.parents, name, &view.children),
            Style::Plain => sentences(&view.parents, name, &view.children),
        });
        let rows = notes(&view);
        if !rows.is_empty() {
            parts.push(columns(&rows));
        }
    }
    parts.extend(view.path.as_ref().map(way));
    command::with_data(parts.join("\n\n"), data(&view))
}

fn notes(view: &LatticeView) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    if !view.equal.is_empty() {
        rows.push(vec!["the same as".to_owned(), view.equal.join(", ")]);
    }
    if let Some(general) = &view.generalized {
        rows.push(vec!["generalized".to_owned(), general.clone()]);
    }
    rows
}

fn way(path: &LatticePath) -> String {
    let head = match path.is_instance {
        Some(true) => format!("{} is an instance; the path:", path.value),
        Some(false) => {
            let above = path.above_both.join(", ");
            format!("{} is not an instance (above both: {above}); the path:", path.value)
        }
        None => format!("path of {}:", path.value),
    };
    let rows: Vec<Vec<String>> = path
        .steps
        .iter()
        .map(|(name, beside)| {
            let beside = if beside.is_empty() { String::new() } else { format!("(also {})", beside.join(", ")) };
            vec![format!("  {name}"), beside]
        })
        .collect();
    format!("{head}\n{}", columns(&rows))
}

fn data(view: &LatticeView) -> serde_json::Value {
    let path = view.path.as_ref().map(|path| {
        json!({
            "value": path.value,
            "instance": path.is_instance,
            "steps": path.steps.iter().map(|(name, beside)| json!({ "type": name, "beside": beside })).collect::<Vec<_>>(),
            "above_both": path.above_both,
        })
    });
    json!({
        "type": view.type_name,
        "parents": view.parents,
        "children": view.children,
        "equal": view.equal,
        "generalized": view.generalized,
        "path": path,
    })
}

/// The maximum width of a drawing.
const WIDE: usize = 78;
/// Spaces between two names.
const GAP: usize = 3;

/// Draws the type in the middle, connected by lines to those above and below.
fn picture(above: &[String], name: &str, below: &[String]) -> String {
    let widest = [row_width(above), row_width(below)].into_iter().filter(|width| *width <= WIDE).max().unwrap_or(0);
    let middle = widest.max(width(name)) / 2;
    let mut lines = Vec::new();
    if !above.is_empty() {
        lines.extend(row(above, middle));
        lines.push(joint(&ends(above, middle), middle, true));
    }
    lines.push(format!("{}{name}", " ".repeat(middle.saturating_sub(width(name) / 2))));
    if !below.is_empty() {
        lines.push(joint(&ends(below, middle), middle, false));
        lines.extend(row(below, middle));
    }
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

/// Describes the types around a type in sentences.
fn sentences(above: &[String], name: &str, below: &[String]) -> String {
    let listed = |names: &[String], relation: &str| match names {
        [] => format!("No type is directly {relation} {name}."),
        names => format!("Directly {relation} {name}: {}.", names.join(", ")),
    };
    format!("{}\n{}", listed(above, "above"), listed(below, "below"))
}

fn row_width(names: &[String]) -> usize {
    names.iter().map(|name| width(name)).sum::<usize>() + GAP * names.len().saturating_sub(1)
}

/// Centers names in a row; long rows continue on further lines.
fn row(names: &[String], middle: usize) -> Vec<String> {
    let wide = row_width(names);
    if wide > WIDE && names.len() <= 6 {
        return names.iter().map(|name| format!("  {name}")).collect();
    }
    if wide > WIDE {
        let listed = names.iter().map(|name| name.replace(' ', "\u{a0}")).collect::<Vec<_>>().join(" ");
        let lines = wrap(&listed, WIDE - 2);
        return lines.iter().map(|line| format!("  {}", line.replace(' ', "  ").replace('\u{a0}', " "))).collect();
    }
    vec![format!("{}{}", " ".repeat(middle.saturating_sub(wide / 2)), names.join(&" ".repeat(GAP)))]
}

/// Returns the center columns of the names.
fn ends(names: &[String], middle: usize) -> Vec<usize> {
    let wide = row_width(names);
    if wide > WIDE || names.len() == 1 {
        return vec![middle];
    }
    let mut at = middle.saturating_sub(wide / 2);
    let mut ends = Vec::new();
    for name in names {
        ends.push(at + width(name) / 2);
        at += width(name) + GAP;
    }
    ends
}

/// Draws the line that connects the middle with the names above or below.
fn joint(ends: &[usize], middle: usize, above: bool) -> String {
    let (Some(first), Some(last)) = (ends.first(), ends.last()) else { return String::new() };
    let (left, right) = (*first.min(&middle), *last.max(&middle));
    (0..=right)
        .map(|at| {
            let end = ends.contains(&at);
            match (at == middle, end, at == left, at == right) {
                _ if at < left => ' ',
                (true, true, true, true) => '│',
                (true, true, ..) => '┼',
                (true, false, ..) => {
                    if above {
                        '┬'
                    } else {
                        '┴'
                    }
                }
                (false, true, true, _) => {
                    if above {
                        '└'
                    } else {
                        '┌'
                    }
                }
                (false, true, _, true) => {
                    if above {
                        '┘'
                    } else {
                        '┐'
                    }
                }
                (false, true, ..) => {
                    if above {
                        '┴'
                    } else {
                        '┬'
                    }
                }
                (false, false, ..) => '─',
            }
        })
        .collect()
}
