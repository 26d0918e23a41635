//! The explanation of a name: its pages as text and data.

use serde_json::{Value, json};

use crate::Session;
use pprepl_text::Code;
use pprepl_text::columns::wrap;

use super::super::documentation::documentation;
use super::page::{Page, Subject, WIDE};
use super::pages::named;
use super::{additions, operators};

/// Returns the pages of a name as text and data; `None` for a name without one.
pub fn explanation(session: &Session, name: &str) -> Option<(String, Value)> {
    let pages = named(name);
    let first = pages.first()?;
    let mut parts: Vec<String> = pages.iter().map(page_text).collect();
    if documentation(session, first.name, WIDE).is_some() {
        parts.push(format!("':doc {}' has its reference.", first.name));
    }
    let mut data = page_data(first);
    if let (Some(second), Some(fields)) = (pages.get(1), data.as_object_mut()) {
        fields.insert("error".to_owned(), page_data(second));
    }
    Some((parts.join("\n\n"), data))
}

/// Returns the table that follows the text of some pages.
pub fn page_table(page: &Page) -> Option<String> {
    match (page.subject, page.name) {
        (Subject::Language, "operators" | "precedence") => Some(operators::table()),
        (Subject::Language, "additions") => Some(additions::listing()),
        _ => None,
    }
}

fn wrapped(text: &str) -> String {
    text.split('\n').flat_map(|paragraph| wrap(paragraph, WIDE)).collect::<Vec<_>>().join("\n")
}

/// Formats a page.
fn page_text(page: &Page) -> String {
    let title = match page.subject {
        Subject::Language => page.name.to_owned(),
        Subject::Topic(_) => format!("{} (an error)", page.name),
        Subject::Code(Code::Style(code)) => {
            let rule = puppet_style::RULES.iter().find(|rule| rule.code == code);
            format!("{} (a rule of style: {})", page.name, rule.map_or("", |rule| rule.summary))
        }
        Subject::Code(Code::Issue(_) | Code::Rule(_)) => match page.topic() {
            Some(topic) => format!("{} (topic {topic})", page.name),
            None => format!("{} (a rule of the checker)", page.name),
        },
    };
    let mut lines = vec![title, String::new(), wrapped(page.text)];
    lines.extend(page_table(page).map(|table| format!("\n{table}")));
    let wrong = if page.puppet8_only { "Wrong in edition puppet8" } else { "Wrong" };
    let right = if page.wrong.is_empty() { "Try" } else { "Right" };
    for (heading, example) in [(wrong, page.wrong), (right, page.right)] {
        if !example.is_empty() {
            lines.push(format!("\n{heading}"));
            lines.extend(example.lines().map(|line| format!("  {line}")));
        }
    }
    let codes = page.codes();
    if !codes.is_empty() {
        lines.push(String::new());
        lines.extend(wrap(&format!("Puppet's codes: {}", codes.join(", ")), WIDE));
    }
    lines.join("\n")
}

fn page_data(page: &Page) -> Value {
    json!({
        "topic": page.name,
        "text": page.text,
        "wrong": page.wrong,
        "right": page.right,
        "codes": page.codes(),
        "of_topic": page.topic(),
    })
}
