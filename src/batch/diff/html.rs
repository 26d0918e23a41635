//! A comparison as one HTML page: no script, no font, no request.

use std::fmt::Write as _;

use pprepl_text::visible;

use super::change::{AttributeChange, ResourceChange, Side};
use super::report::DiffReport;

/// The page's style. Each side has a sign as well as a color.
const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
h2{font:600 1rem monospace}table{border-collapse:collapse;width:100%}\
td,th{border:1px solid #888;padding:.2rem .5rem;text-align:left;vertical-align:top}\
td pre{margin:0;white-space:pre-wrap;word-break:break-word}summary{cursor:pointer}\
@media(prefers-color-scheme:dark){body{background:#181818;color:#eee}a{color:#9cf}}";

/// Returns the page.
pub fn page(report: &DiffReport) -> String {
    let title = format!("{} and {}", report.from, report.to);
    let mut out = String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    let _ =
        writeln!(out, "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>", escaped(&title));
    let _ = writeln!(out, "<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{}</h1>", escaped(&title));
    let _ = writeln!(out, "<p>{}</p>", escaped(&report.summary()));
    for (change, nodes) in report.changes(super::text::attributes) {
        push_change(&mut out, report, change, &nodes);
    }
    for (failures, nodes) in report.failures() {
        let _ = writeln!(out, "<section>\n<h2>! no catalog</h2>");
        push_nodes(&mut out, &nodes);
        for (side, cause) in [(&report.from, &failures.from), (&report.to, &failures.to)] {
            if let Some(cause) = cause {
                let _ = writeln!(out, "<p>{}:</p>\n<pre>{}</pre>", escaped(side), escaped(cause));
            }
        }
        out.push_str("</section>\n");
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn push_change(out: &mut String, report: &DiffReport, change: &ResourceChange, nodes: &[&str]) {
    let side = match change.side {
        Side::Added => "added",
        Side::Removed => "removed",
        Side::Changed => "changed",
    };
    let mark = super::text::mark(change.side);
    let _ = writeln!(out, "<section>\n<h2>{mark} {} ({side})</h2>", escaped(&change.resource));
    push_nodes(out, nodes);
    let (from, to) = (escaped(&report.from), escaped(&report.to));
    let _ = writeln!(out, "<table>\n<tr><th>attribute</th><th>{from}</th><th>{to}</th></tr>");
    for attribute in &change.attributes {
        push_attribute(out, attribute);
    }
    out.push_str("</table>\n</section>\n");
}

fn push_attribute(out: &mut String, attribute: &AttributeChange) {
    let value = |json: &Option<String>| match json {
        Some(json) => format!("<pre>{}</pre>", escaped(&text(json))),
        None => String::new(),
    };
    let (from, to) = match attribute.is_secret {
        true => ("sensitive".to_owned(), "another sensitive value".to_owned()),
        false => (value(&attribute.from), value(&attribute.to)),
    };
    let _ = writeln!(out, "<tr><td>{}</td><td>{from}</td><td>{to}</td></tr>", escaped(&attribute.name));
}

/// Returns a value: the text of a string, everything else as JSON.
fn text(json: &str) -> String {
    match serde_json::from_str(json) {
        Ok(serde_json::Value::String(text)) => text,
        _ => json.to_owned(),
    }
}

fn push_nodes(out: &mut String, nodes: &[&str]) {
    let noun = if nodes.len() == 1 { "node" } else { "nodes" };
    let names: Vec<String> = nodes.iter().map(|name| escaped(name)).collect();
    let _ = writeln!(out, "<details><summary>{} {noun}</summary><p>{}</p></details>", nodes.len(), names.join(", "));
}

/// Escapes a string for HTML. Control characters other than line breaks become visible.
fn escaped(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| visible(line).into_owned()).collect();
    lines.join("\n").replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
