//! Tokens: the names, values and places of the Lexical Structure seed, as `:tokens` shows them.

use pprepl_text::Source;
use proptest::prelude::*;
use puppet_syntax::{LexOptions, Lexed, TokenKind, lex};
use serde_json::Value as Json;

const CASES: &str = include_str!("../../../../tests/conformance/seeds/tokens.jsonl");

/// The seed's names for what Puppet's own lexer calls otherwise.
fn seed_name(puppet: &str) -> &str {
    match puppet {
        "EPP_START" => "EPPSTART",
        "RENDER_EXPR" => "RENDER_EXPRESSION",
        "CLASSREF" => "REF",
        "REGEX" => "REGEXP",
        "WSLPAREN" => "LPAREN",
        name => name,
    }
}

fn value(lexed: &Lexed, index: usize, source: &str) -> Json {
    let token = &lexed.tokens[index];
    match token.kind {
        TokenKind::SubLocate | TokenKind::EppStart | TokenKind::RenderExpr => Json::Null,
        TokenKind::Boolean => Json::Bool(lexed.value(token, source) == "true"),
        _ => Json::String(lexed.value(token, source).to_string()),
    }
}

fn tokens(lexed: &Lexed, source: &str) -> Vec<(String, Json, u32, u32)> {
    let text = Source::new("test", source);
    let shown = lexed.tokens.iter().enumerate().filter(|(_, token)| token.kind != TokenKind::End);
    shown
        .map(|(index, token)| {
            let place = text.line_column(token.span.start);
            (token.kind.as_str().to_string(), value(lexed, index, source), place.line, place.column)
        })
        .collect()
}

fn check(case: &Json) -> Result<(), String> {
    let source = case["src"].as_str().unwrap();
    let template = case["template_mode"] == Json::Bool(true);
    let lexed = lex(source, LexOptions { template, ..LexOptions::default() });
    let found = tokens(&lexed, source);
    let errors: Vec<_> = lexed.diagnostics.iter().filter(|d| d.is_error()).collect();
    let Some(expected) = case["pprepl_tokens"].as_array() else {
        let error = errors.first().ok_or("no error")?;
        let place = error.offset().map(|at| Source::new("test", source).line_column(at));
        let wanted = &case["puppet8_error"];
        let same_place =
            wanted["line"].is_null() || place.is_some_and(|p| wanted["line"] == p.line && wanted["pos"] == p.column);
        return match wanted["issue"] == error.code.as_str() && same_place && errors.len() == 1 {
            true => Ok(()),
            false => Err(format!("{} at {place:?} of {} errors, not {wanted}", error.code, errors.len())),
        };
    };
    if !errors.is_empty() {
        return Err(format!("{errors:?}"));
    }
    let kinds: Vec<Json> =
        found.iter().map(|(name, value, ..)| Json::from(vec![name.as_str().into(), value.clone()])).collect();
    if kinds != *expected {
        return Err(format!("{kinds:?}, not {expected:?}"));
    }
    let reference = case["puppet8_tokens"].as_array().unwrap();
    if reference.len() == found.len() {
        for (ours, theirs) in found.iter().zip(reference) {
            if ours.0 == seed_name(theirs[0].as_str().unwrap()) && (theirs[2] != ours.2 || theirs[3] != ours.3) {
                return Err(format!("{ours:?} is at {theirs}"));
            }
        }
    }
    Ok(())
}

#[test]
fn seed_tokens() {
    let mut failures = Vec::new();
    for line in CASES.lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        if let Err(why) = check(&case) {
            failures.push(format!("{} {}: {why}", case["id"], case["src"]));
        }
    }
    assert!(failures.is_empty(), "{} of 118 fail:\n{}", failures.len(), failures.join("\n"));
}

/// What holds for the tokens of any text.
fn well_formed(source: &str, options: LexOptions) -> Result<(), TestCaseError> {
    let lexed = lex(source, options);
    prop_assert_eq!(lexed.tokens.last().map(|t| t.kind), Some(TokenKind::End));
    for token in &lexed.tokens {
        prop_assert!(token.span.start <= token.span.end, "{:?} in {:?}", token, source);
        prop_assert!(
            source.get(token.span.start as usize..token.span.end as usize).is_some(),
            "{token:?} in {source:?}"
        );
        lexed.value(token, source);
    }
    for diagnostic in &lexed.diagnostics {
        let span = diagnostic.span.unwrap();
        prop_assert!(span.start <= span.end && span.end as usize <= source.len(), "{diagnostic:?} in {source:?}");
        prop_assert!(diagnostic.offset().unwrap() as usize <= source.len());
    }
    prop_assert_eq!(lexed.first_error.is_some(), lexed.diagnostics.iter().any(|d| d.is_error()));
    Ok(())
}

const OPTIONS: [LexOptions; 4] = [
    LexOptions { template: false, multiline_regexp: false, additions: true, tasks: false },
    LexOptions { template: true, multiline_regexp: false, additions: true, tasks: false },
    LexOptions::PUPPET8,
    LexOptions { template: true, multiline_regexp: true, additions: false, tasks: true },
];

/// Scraps of Puppet that put together go wrong in interesting ways.
fn scraps() -> impl Strategy<Value = String> {
    let scrap = prop::sample::select(vec![
        "$x",
        "${",
        "}",
        "\"",
        "'",
        "@(E)",
        "@(\"E\"/)",
        "E",
        "\n",
        " | E\n",
        "|- E\n",
        "\\",
        "\\u{41}",
        "\\u00",
        "<%",
        "<%=",
        "%>",
        "-%>",
        "<%#",
        "%%>",
        "/",
        "/*",
        "*/",
        "#",
        "::",
        "a::b",
        "A::b",
        "1.5e",
        "0x",
        "08",
        "é",
        "\u{a0}",
        "[",
        "(",
        "{",
        "?",
        " ",
        "\r\n",
        "$",
        "-",
        "a-b",
        "_x",
        "\u{feff}",
    ]);
    prop::collection::vec(scrap, 0..24).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gives_well_formed_tokens(source in "\\PC{0,60}|[\\x00-\\x7f]{0,60}") {
        for options in OPTIONS {
            well_formed(&source, options)?;
        }
    }

    #[test]
    fn any_mix_of_scraps_gives_well_formed_tokens(source in scraps()) {
        for options in OPTIONS {
            well_formed(&source, options)?;
        }
    }
}

/// The variables and names of the second reading.
fn repaired(source: &str) -> Vec<String> {
    let lexed = lex(source, LexOptions::default());
    let repaired = lexed.repaired.as_deref().unwrap_or(&lexed);
    repaired.tokens.iter().map(|token| token.span.of(source).to_string()).collect()
}

#[test]
fn a_missing_quote_costs_its_line_only() {
    for broken in ["'abc", "\"abc ${x", "\"${", "notice('abc)", "@(END)", "/* half", "$a = @(\"END\"/n)", "$x = \"it's"]
    {
        let source = format!(
            "$zz_0 = 'a'\n{broken}\n$zz_1 = [1, 2]\nfile {{ '/zz_2': ensure => \"file\" }}\nclass zz_3 {{ }}\n"
        );
        let found = repaired(&source);
        for name in ["$zz_0", "$zz_1", "'/zz_2'", "ensure", "\"file\"", "zz_3"] {
            assert!(found.iter().any(|text| text == name), "{name} is lost in {source}:\n{found:?}");
        }
    }
}

#[test]
fn the_reference_has_names_of_its_own() {
    for line in CASES.lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        let Some(expected) = case["puppet8_tokens"].as_array() else { continue };
        let source = case["src"].as_str().unwrap();
        let template = case["template_mode"] == Json::Bool(true);
        let lexed = lex(source, LexOptions { template, additions: false, multiline_regexp: true, tasks: false });
        let names = puppet_syntax::reference_names(&lexed.tokens);
        let all = lexed.tokens.iter().zip(names).filter(|(token, _)| token.kind != TokenKind::End);
        let found: Vec<&str> = all.map(|(_, name)| name).collect();
        let expected: Vec<&str> = expected.iter().map(|token| token[0].as_str().unwrap()).collect();
        // Signs that are not tokens have no name; Puppet's lexer reads a letter with an accent as two of them.
        let has_others = expected.contains(&"OTHER");
        if !has_others && !lexed.diagnostics.iter().any(|found| found.is_error()) {
            assert_eq!(found, expected, "{}: {source}", case["id"]);
        }
    }
}
