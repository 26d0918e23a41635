//! Generates the README's table of meta-commands.

use super::{Group, table};

/// Formats the Markdown table between the README's two marks.
pub fn markdown() -> String {
    let mut lines = vec!["| command | what it does |".to_owned(), "| --- | --- |".to_owned()];
    for group in Group::ALL {
        for command in table().filter(|command| command.group == group) {
            let usage = command.usage().replace('|', "\\|");
            lines.push(format!("| `{usage}` | {} |", command.summary.replace('|', "\\|")));
        }
    }
    lines.join("\n")
}

/// Returns `readme` with the table between its marks replaced by the current one.
pub fn updated(readme: &str) -> Option<String> {
    const OPEN: &str = "<!-- commands: generated from src/commands -->";
    const CLOSE: &str = "<!-- end of commands -->";
    let start = readme.find(OPEN)? + OPEN.len();
    let end = start + readme.get(start..)?.find(CLOSE)?;
    Some(format!("{}\n{}\n{}", readme.get(..start)?, markdown(), readme.get(end..)?))
}
