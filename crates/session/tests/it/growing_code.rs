//! Code that arrives line by line: what parses is never held back.

use pprepl_session::edit::{GrowingCode, code_is_incomplete};
use puppet_syntax::{LexOptions, parse_once};
use serde_json::Value;

use crate::two_grammars::programs::{Dice, program};

/// Code so long that only the tokens of the lines after it are looked at.
fn long_comment() -> String {
    "# a comment\n".repeat(300)
}

/// Gives a text line by line after a long comment. Returns the first lines that parse and are held back.
fn held_back(text: &str) -> Option<String> {
    let mut code = long_comment();
    let start = code.len();
    let mut growing = GrowingCode::default();
    growing.is_incomplete(&code);
    for line in text.split_inclusive('\n') {
        code.push_str(line);
        let own = &code[start..];
        let parses = !parse_once(own, LexOptions::default()).diagnostics.iter().any(pprepl_text::Diagnostic::is_error);
        if growing.is_incomplete(&code) && parses {
            return Some(own.to_owned());
        }
    }
    None
}

#[test]
fn snippets_that_parse_are_not_held_back() {
    let folder = pprepl_testing::root().join("tests/conformance");
    let text = std::fs::read_to_string(folder.join("syntax/snippets.jsonl")).unwrap();
    let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let held: Vec<String> = rows.filter_map(|row| held_back(row["src"].as_str().unwrap())).collect();
    assert!(held.is_empty(), "{held:#?}");
}

#[test]
fn programs_that_parse_are_not_held_back() {
    let mut dice = Dice(11);
    let programs = (0..60).map(|_| program(&mut dice).replace(' ', "\n"));
    let held: Vec<String> = programs.filter_map(|text| held_back(&text)).collect();
    assert!(held.is_empty(), "{held:#?}");
}

#[test]
fn what_ends_a_long_text_is_seen() {
    let (lines, body) = (long_comment(), "text with 'quotes' and [brackets\n".repeat(500));
    let whole = [
        format!("$a = @(END)\n{body}  | END\n"),
        format!("$a = @(\"E N D\":json/L)\n{body}  E N D\n"),
        format!("$a = \"{}\"\n", body.replace('"', "")),
        format!("/*\n{body}*/\n"),
        format!("$a = [\n{}]\n", "  [1, 2],\n".repeat(500)),
        format!("{}notify {{ 'z': }}\n", "notify { 'a': } ->\n".repeat(500)),
        format!("$a = [\n{}\n/ 2]\n", "  [1, 2],\n".repeat(500) + "4"),
    ];
    for text in whole {
        let mut growing = GrowingCode::default();
        let mut code = lines.clone();
        let ended: Vec<bool> = text
            .split_inclusive('\n')
            .map(|line| {
                code.push_str(line);
                !growing.is_incomplete(&code)
            })
            .collect();
        assert_eq!(ended.iter().position(|ended| *ended), Some(ended.len() - 1), "{}", text.get(..20).unwrap());
    }
}

#[test]
fn an_error_in_a_short_input_ends_it() {
    let code = "class c {\n  $a = = 1\n";
    assert!(!code_is_incomplete(code, LexOptions::default()));
    assert!(!GrowingCode::default().is_incomplete(code));
}
