//! What the source of a cell defines and needs, a row each: `tests/rules/cells.txt`.

use pprepl_notebook::kernel::{CellNames, Name, Needs};
use pprepl_testing::check_rules;
use puppet_syntax::{LexOptions, parse};

fn named(name: &Name) -> String {
    match name {
        Name::Variable(_) | Name::Function(_) | Name::Definition(_) | Name::Resource(..) => {
            name.source().expect("a name of the source")
        }
        Name::Resources => "resources".to_owned(),
        Name::Catalog => "catalog".to_owned(),
        Name::Match => "match".to_owned(),
    }
}

fn needed(needs: &Needs) -> Vec<String> {
    let flags = [(needs.open, "all before"), (needs.declares, "declares"), (needs.reads, "files")];
    let flags = flags.into_iter().filter(|(is, _)| *is).map(|(_, word)| word.to_owned());
    needs.names.keys().map(named).chain(flags).collect()
}

/// Returns the definitions of a cell, each with its needs in parentheses, and the needs of the cell itself.
fn shown(text: &str) -> String {
    let text = text.replace('⏎', "\n");
    let parsed = parse(&text, LexOptions::default());
    let names = CellNames::of(&parsed.program);
    let mut parts = Vec::new();
    for defined in &names.defines {
        let alias = if defined.alias { "alias " } else { "" };
        let body = needed(&defined.body);
        let body = if body.is_empty() { String::new() } else { format!(" ({})", body.join(", ")) };
        parts.push(format!("{alias}{}{body}", named(&defined.name)));
    }
    let mut line = format!("defines {} | needs {}", list(&parts), list(&needed(&names.needs)));
    if names.matches {
        line.push_str(" | matches");
    }
    if let Some(value) = &names.value {
        line.push_str(&format!(" | value in ${value}"));
    }
    if let Some(idle) = names.idle {
        line.push_str(&format!(" | unused {}", idle.of(&text)));
    }
    if !parsed.diagnostics.is_empty() {
        line.push_str(" | has errors");
    }
    if names.empty {
        line.push_str(" | empty");
    }
    format!("{line} | {:?}", names.rank).replace('\n', "⏎")
}

fn list(words: &[String]) -> String {
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}

#[test]
fn cells_define_and_need_what_their_source_shows() {
    check_rules("cells.txt", shown);
}
