//! YAML is read as Puppet reads it: `tests/yaml/psych.jsonl` holds texts and what Ruby's Psych made of them through
//! `Puppet::Util::Yaml.safe_load` (in the form of Ruby's `inspect`; `!error` where it refused, `!symbol` where a value
//! was a Ruby symbol). `YAML_CASES=FILE` runs another file of the same form.

use puppet_functions::loader::yaml::{self, Node};
use puppet_pcore::ruby_text::ruby_inspect;

/// What we make of a text, in the form of the file.
fn read(text: &str) -> String {
    match yaml::read(text) {
        Err(_) => "!error".to_owned(),
        Ok(None) => "false".to_owned(),
        Ok(Some(node)) if node.usable().is_err() => "!symbol".to_owned(),
        Ok(Some(node)) if node.value.is_undef() => "false".to_owned(),
        Ok(Some(node)) => ruby_inspect(&node.value),
    }
}

#[test]
fn yaml_is_what_psych_makes_of_it() {
    let path = std::env::var("YAML_CASES")
        .unwrap_or_else(|_| format!("{}/tests/yaml/psych.jsonl", pprepl_testing::root().display()));
    let cases = std::fs::read_to_string(path).expect("the file of cases");
    let mut wrong = Vec::new();
    for line in cases.lines() {
        let (text, expected): (String, String) = serde_json::from_str(line).expect("a case");
        let found = read(&text);
        if found != expected {
            wrong.push(format!("{text:?}\n    psych {expected}\n    ours  {found}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.lines().count(), wrong.join("\n"));
}

fn fault(text: &str) -> (u32, u32, String) {
    let fault = yaml::read(text).expect_err("a fault");
    let place = pprepl_text::Source::new("f.yaml", text).line_column(fault.span.start);
    (place.line, place.column, fault.message)
}

#[test]
fn a_fault_knows_its_place() {
    let (line, column, message) = fault("a: 1\nb: [1, 2\nc: 3\n");
    assert_eq!((line, column), (3, 2), "{message}");
    let (line, column, message) = fault("a: 1\nday: 2024-01-01\n");
    assert_eq!((line, column), (2, 6), "{message}");
    assert!(message.contains("2024-01-01"), "{message}");
    let (line, _, message) = fault("a:\n  b: 1\n\tc: 2\n");
    assert!(line == 2 && message.contains("tab"), "{line} {message}");
    let (line, column, _) = fault("é: *nowhere\n");
    assert_eq!((line, column), (1, 4));
}

#[test]
fn a_node_knows_where_its_parts_are() {
    let node: Node = yaml::read("a: 1\nb:\n  - x\n  - y: z\n").expect("yaml").expect("a document");
    let text = "a: 1\nb:\n  - x\n  - y: z\n";
    let (key, b) = node.entry("b").expect("the key");
    assert_eq!(key.of(text), "b");
    let items: Vec<&str> = b.items().map(|item| item.span.of(text)).collect();
    assert_eq!(items[0], "x");
    assert_eq!(b.items().nth(1).and_then(|item| item.entry("y")).map(|(_, z)| z.span.of(text)), Some("z"));
}

#[test]
fn deep_nesting_is_refused_not_fatal() {
    let deep = "[".repeat(100_000);
    assert!(yaml::read(&deep).is_err());
    assert!(yaml::read(&(("- ".repeat(20_000)) + "x")).is_err());
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]

    /// Whatever a file holds: it is read or refused at a place within it, and never ends the session.
    #[test]
    fn any_text_is_read_or_refused(text in "([a-c:\\-?&*!|>\\[\\]{},#'\"%@` \n\t\\\\~<0-9.é]|: |\n  |\n- |\n    |&a |\\*a |<<: |\r\n|---\n|\\|\n){0,40}") {
        if let Err(fault) = yaml::read(&text) {
            assert!(fault.span.end as usize <= text.len() && fault.span.start <= fault.span.end, "{text:?} {fault:?}");
            assert!(text.is_char_boundary(fault.span.start as usize), "{text:?} {fault:?}");
        }
    }
}

#[test]
fn one_long_line_is_read() {
    let items: Vec<String> = (0..60_000).map(|number| format!("\"vé{number}\"")).collect();
    let text = format!("k: [{}]\n", items.join(", "));
    let node = yaml::read(&text).expect("yaml").expect("a document");
    let (_, list) = node.entry("k").expect("the key");
    assert_eq!(list.items().count(), 60_000);
    let last = list.items().last().expect("an element");
    assert_eq!(last.span.of(&text), "\"vé59999\"");
}

#[test]
fn lines_within_brackets_need_no_indentation() {
    assert_eq!(read("k:\n  l: [a,\nb,\nc\n]\n  m: 1\n"), r#"{"k"=>{"l"=>["a", "b", "c"], "m"=>1}}"#);
    let entry = |number: usize| format!("  k{number}: [a,\n[b, 'it''s\nc'],\n# a comment ]\nd # ]\n]\n");
    let text = format!("top:\n{}", (0..3_000).map(entry).collect::<String>());
    let node = yaml::read(&text).expect("yaml").expect("a document");
    let (_, top) = node.entry("top").expect("the key");
    assert_eq!(top.entries().count(), 3_000);
    for (_, _, entry) in top.entries() {
        assert_eq!(ruby_inspect(&entry.value), r#"["a", ["b", "it's c"], "d"]"#);
    }
}

#[test]
fn tabs_after_colons_are_blanks() {
    let text: String = (0..3_000).map(|number| format!("k{number}:\tv # a:\tb\n")).collect();
    let text = format!("{text}block: |\n  a:\tb\n");
    let node = yaml::read(&text).expect("yaml").expect("a document");
    assert_eq!(node.entry("k2999").map(|(_, node)| ruby_inspect(&node.value)).as_deref(), Some("\"v\""));
    assert_eq!(node.entry("block").map(|(_, node)| ruby_inspect(&node.value)).as_deref(), Some(r#""a:\tb\n""#));
}
