//! The generated parts of the documents, between `<!-- generated: NAME -->` and `<!-- end: NAME -->`. Each is written
//! from the program's own table.

use pprepl::tui::action::ROWS;
use pprepl::tui::editor;
use pprepl::tui::table::{Context, KeySet, Row};
use pprepl_session::commands::{self, Group};
use pprepl_session::settings::{Allowed, SETTINGS, Setting};
use pprepl_session::{Edition, Settings};
use pprepl_text::Severity;
use puppet_check::{RULES, Rule};
use puppet_syntax::explain::explain;

/// Every generated part. Each is in some document.
pub const NAMES: &[&str] =
    &["commands", "prompt keys", "notebook keys", "presenter keys", "settings", "editions", "checker rules"];

fn generated(name: &str) -> String {
    match name {
        "commands" => command_tables(),
        "prompt keys" => prompt_keys(),
        "notebook keys" => notebook_keys(),
        "presenter keys" => presenter_keys(),
        "settings" => settings(),
        "editions" => editions(),
        "checker rules" => checker_rules(),
        other => panic!("unknown generated part '{other}'"),
    }
}

/// A document with its generated parts written again; their names are added to `found`.
pub fn replaced(text: &str, found: &mut Vec<String>) -> String {
    const OPEN: &str = "<!-- generated: ";
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(OPEN) {
        let head = start + rest[start..].find(" -->").expect("the mark's end") + " -->".len();
        let name = &rest[start + OPEN.len()..head - " -->".len()];
        let close = format!("<!-- end: {name} -->");
        let end = rest.find(&close).unwrap_or_else(|| panic!("expected {close}"));
        out.push_str(&rest[..head]);
        out.push_str(&format!("\n\n{}\n\n", generated(name).trim_end()));
        out.push_str(&close);
        found.push(name.to_owned());
        rest = &rest[end + close.len()..];
    }
    out + rest
}

/// A Markdown table. Bars within cells are escaped.
fn table(heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut out = format!("| {} |\n|{}\n", heads.join(" | "), " --- |".repeat(heads.len()));
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
        out.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    out
}

fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

fn command_tables() -> String {
    let mut out = String::new();
    for group in Group::ALL {
        let rows = commands::table().filter(|command| command.group == group).map(|command| {
            let aliases: Vec<String> = command.aliases.iter().map(|alias| code(&format!(":{alias}"))).collect();
            let also = if aliases.is_empty() { String::new() } else { format!(" (also {})", aliases.join(", ")) };
            let own = format!(":{}", command.name);
            let example = command.examples.iter().find(|example| example.line.starts_with(&own));
            let example = example.map_or(String::new(), |example| code(&example.line.replace('\n', " ")));
            vec![code(&command.usage()) + &also, command.summary.to_owned(), example]
        });
        out.push_str(&format!("### {}\n\n{}\n", group.title(), table(&["command", "what it does", "example"], rows)));
    }
    out
}

fn prompt_keys() -> String {
    let rows = pprepl::repl::keys().map(|(key, what)| vec![code(key), what.to_owned()]);
    table(&["key", "what it does"], rows)
}

/// The rows of one place of the notebook.
fn key_rows<A>(rows: &[Row<A>], context: Context) -> Vec<Vec<String>> {
    let list = |keys: &[&str]| keys.iter().map(|key| code(key)).collect::<Vec<_>>().join(", ");
    let of_set = |row: &Row<A>, set: KeySet| {
        row.further.iter().filter(|(of, _)| *of == set).map(|(_, keys)| list(keys)).collect::<Vec<_>>().join(", ")
    };
    rows.iter()
        .filter(|row| row.context == context)
        .map(|row| {
            let all = |set| [list(row.keys), of_set(row, set)].into_iter().filter(|keys| !keys.is_empty());
            let of = |set| all(set).collect::<Vec<_>>().join(", ");
            let plain = of(KeySet::Plain);
            let further = [("Emacs", KeySet::Emacs), ("vi", KeySet::Vi)].map(|(name, set)| match of(set) {
                keys if keys.is_empty() || keys == plain => String::new(),
                keys => format!("; {name}: {keys}"),
            });
            let keys = plain + &further.concat();
            let keys = if keys.is_empty() { "(palette)" } else { keys.trim_start_matches("; ") };
            vec![keys.to_owned(), code(row.name), row.summary.to_owned()]
        })
        .collect()
}

fn notebook_keys() -> String {
    const HEADS: [&str; 3] = ["keys", "name in keys.toml", "what it does"];
    let mut out = String::new();
    for (title, context) in [
        ("Everywhere", Context::Notebook),
        ("In the text of a cell", Context::Edit),
        ("On a selected cell", Context::Cell),
        ("In a pane", Context::Pane),
    ] {
        let mut rows = key_rows(ROWS, context);
        if context == Context::Edit {
            rows.extend(key_rows(editor::ROWS, context));
        }
        out.push_str(&format!("### {title}\n\n{}\n", table(&HEADS, rows)));
    }
    out
}

fn presenter_keys() -> String {
    let keys = |keys: &[&str]| keys.iter().map(|key| code(key)).collect::<Vec<_>>().join(", ");
    let rows = pprepl::present::action::ROWS.iter().map(|row| vec![keys(row.keys), row.summary.to_owned()]);
    table(&["keys", "what it does"], rows)
}

fn values(setting: &Setting) -> String {
    match setting.allowed {
        Allowed::Number(from, to) => format!("{from} to {to}"),
        Allowed::Text => "any text".to_owned(),
        Allowed::Word => "a name".to_owned(),
        Allowed::Switch | Allowed::Words(_) => {
            setting.words().iter().map(|word| code(word)).collect::<Vec<_>>().join(", ")
        }
    }
}

fn settings() -> String {
    let usual = Settings::default();
    let rows = SETTINGS.iter().map(|setting| {
        let value = setting.value(&usual);
        let value = if value.is_empty() { String::new() } else { code(&value) };
        vec![code(setting.key), values(setting), value, setting.summary.to_owned()]
    });
    table(&["setting", "values", "default", "what it does"], rows)
}

fn editions() -> String {
    let all: Vec<Settings> = Edition::ALL.into_iter().map(Settings::of).collect();
    let rows = SETTINGS.iter().filter(|setting| setting.is_language() && setting.key != "edition").map(|setting| {
        let values = all.iter().map(|settings| code(&setting.value(settings)));
        std::iter::once(code(setting.key)).chain(values).collect()
    });
    let heads: Vec<String> = Edition::ALL.iter().map(|edition| code(edition.as_str())).collect();
    let heads: Vec<&str> = std::iter::once("setting").chain(heads.iter().map(String::as_str)).collect();
    table(&heads, rows)
}

fn checker_rules() -> String {
    let severity = |rule: &Rule| match (rule.severity, rule.on) {
        (Severity::Error, _) => "error",
        (Severity::Warning, _) => "warning",
        (_, false) => "note, off by default",
        _ if rule.visible => "note",
        _ => "note, with `--hints`",
    };
    let mut out = table(
        &["rule", "severity", "what it reports"],
        RULES
            .iter()
            .map(|rule| vec![format!("[`{0}`](#{0})", rule.code), severity(rule).to_owned(), rule.summary.to_owned()]),
    );
    for rule in RULES {
        out.push_str(&format!("\n### {}\n\n", rule.code));
        let Some(row) = explain(rule.code.as_str()) else { continue };
        out.push_str(&format!("{} ({})\n", row.text, severity(rule)));
        if !row.example.is_empty() {
            out.push_str(&format!("\nReported:\n\n```puppet\n{}\n```\n", row.example));
            out.push_str(&format!("\nFixed:\n\n```puppet\n{}\n```\n", row.fix));
        }
    }
    out
}
