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

/// Lines of a mapping, and the entries that Psych reads from them.
const LINES: &[(&str, &str)] = &[
    ("q: \"x\ny [z\"\n", r#""q"=>"x y [z""#),
    ("q: 'x\ny [z'\n", r#""q"=>"x y [z""#),
    ("s: [a#b]\n", r#""s"=>["a#b"]"#),
    ("s: [a #b\n]\n", r#""s"=>["a"]"#),
    ("s: x]\n", r#""s"=>"x]""#),
    ("s: x}\n", r#""s"=>"x}""#),
    ("s: x, [y\n", r#""s"=>"x, [y""#),
    ("s: x [y\n", r#""s"=>"x [y""#),
    ("s: {a: 1, b: [2,\n3]}\n", r#""s"=>{"a"=>1, "b"=>[2, 3]}"#),
    ("s: {\"a\":[1,\n2]}\n", r#""s"=>{"a"=>[1, 2]}"#),
    ("s: a:[b\n", r#""s"=>"a:[b""#),
    ("s: [a:[b]]\n", "!error"),
    ("s: 'a\\'\nt: 1\n", r#""s"=>"a\\", "t"=>1"#),
    ("s: \"a\\\"[\"\nt: 1\n", r#""s"=>"a\"[", "t"=>1"#),
    ("s: 'it''s ['\nt: 1\n", r#""s"=>"it's [", "t"=>1"#),
    ("s: [&x]\nt: 1\n", r#""s"=>[nil], "t"=>1"#),
    ("s: [&x , *x]\nt: 1\n", r#""s"=>[nil, nil], "t"=>1"#),
    ("s: {a: &x}\nt: 1\n", r#""s"=>{"a"=>nil}, "t"=>1"#),
    ("s: &x [1,\n2]\n", r#""s"=>[1, 2]"#),
    ("s: !!str [\nt: 1\n", "!error"),
    ("s:\n  - [1,\n2]\n  - ? a\n", r#""s"=>[[1, 2], {"a"=>nil}]"#),
    ("s: |\n  [x\n   \"\nt: 1\n", r#""s"=>"[x\n \"\n", "t"=>1"#),
    ("s: >-\n  x [\n\n  y\nt: 1\n", r#""s"=>"x [\ny", "t"=>1"#),
    ("# [ comment\ns: 1 # [\n", r#""s"=>1"#),
    ("s: -[x\n", r#""s"=>"-[x""#),
    ("s: {u: http://x}\n", r#""s"=>{"u"=>"http://x"}"#),
    ("s: {u: 'http://x', v: \"[\"}\n", r#""s"=>{"u"=>"http://x", "v"=>"["}"#),
    ("- x\n", "!error"),
];

/// The lines are between others that are read only where YAML 1.1 is more lenient than YAML 1.2, as all such lines are
/// found at once after a few of them.
#[test]
fn lines_between_lenient_ones_keep_their_meaning() {
    let mut wrong = Vec::new();
    for (lines, expected) in LINES {
        let found = read(&format!("a: [1,\n2]\nb: [1,\n2]\nc: [1,\n2]\n{lines}d: [3,\n4]\n"));
        let entries = found.strip_prefix(r#"{"a"=>[1, 2], "b"=>[1, 2], "c"=>[1, 2], "#);
        let entries = entries.and_then(|rest| rest.strip_suffix(r#", "d"=>[3, 4]}"#)).unwrap_or(&found);
        if entries != *expected {
            wrong.push(format!("{lines:?}\n    psych {expected}\n    ours  {found}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// Texts, and what Psych reads from them.
const TEXTS: &[(&str, &str)] = &[
    ("k: 'a\\\nb'\nm: 1\n", r#"{"k"=>"a\\ b", "m"=>1}"#),
    ("k: 'a\nb\\'\nm: 1\n", r#"{"k"=>"a b\\", "m"=>1}"#),
    ("k: \"a\nb\\\"\nc\"\nm: 1\n", r#"{"k"=>"a b\" c", "m"=>1}"#),
    ("k: \"a\\\nb\"\nm: 1\n", r#"{"k"=>"ab", "m"=>1}"#),
    ("m:\n  k: \"a\\\nb\nc\"\n  n: 1\n", r#"{"m"=>{"k"=>"ab c", "n"=>1}}"#),
    ("m:\n  k: 'a\\\nb\nc'\n  n: 1\n", r#"{"m"=>{"k"=>"a\\ b c", "n"=>1}}"#),
    ("m:\n  k: 'a\nb\\'\n  n: 1\n", r#"{"m"=>{"k"=>"a b\\", "n"=>1}}"#),
    ("\"a\":b\n", r#""a""#),
    ("'a':b\n", r#""a""#),
    ("{\"a\":b}\n", r#"{"a"=>"b"}"#),
    ("{a: 1, \"b\":c}\n", r#"{"a"=>1, "b"=>"c"}"#),
    ("[a :b]\n", r#"["a :b"]"#),
    ("m:\n  a: [1,\n2]\n  b:\tx\n", r#"{"m"=>{"a"=>[1, 2], "b"=>"x"}}"#),
    ("m:\n  b:\tx\n  a: [1,\n2]\n  c:\ty\n", r#"{"m"=>{"b"=>"x", "a"=>[1, 2], "c"=>"y"}}"#),
    ("a:\t[1,\n2]\n", r#"{"a"=>[1, 2]}"#),
    (
        "m:\n  a: [1,\n2]\n  b: [1,\n2]\n  c: [1,\n2]\n  d:\tx\n  e: ['1:\t2',\n'3']\n",
        r#"{"m"=>{"a"=>[1, 2], "b"=>[1, 2], "c"=>[1, 2], "d"=>"x", "e"=>["1:\t2", "3"]}}"#,
    ),
    ("a: !str:X b\n", "!error"),
    ("a: !ruby/string:X b\n", "!error"),
    ("a: !str b\n", r#"{"a"=>"b"}"#),
    ("a: !seq:X [1]\n", "!error"),
    ("a: !ruby/array:X [1]\n", "!error"),
    ("a: !ruby/array [1]\n", r#"{"a"=>[1]}"#),
    ("a: !seq [1]\n", r#"{"a"=>[1]}"#),
    ("a: !ruby/object:Hash {b: 1}\n", r#"{"a"=>{"b"=>1}}"#),
    ("a: !ruby/object:Foo {b: 1}\n", "!error"),
    ("a: !ruby/hash:Foo {b: 1}\n", "!error"),
    ("a: !map:X {b: 1}\n", "!error"),
    ("a: !map {b: 1}\n", r#"{"a"=>{"b"=>1}}"#),
    ("a: !omap [b: 1]\n", r#"{"a"=>{"b"=>1}}"#),
    ("a: !!omap [b: 1]\n", r#"{"a"=>{"b"=>1}}"#),
    ("a: !omap {b: 1}\n", "!error"),
    ("a: !!omap {b: 1}\n", "!error"),
    ("a: !x:omap {b: 1}\n", r#"{"a"=>{"b"=>1}}"#),
    ("a: !set {b: }\n", "!error"),
    ("a: !!set {b: }\n", "!error"),
    ("a: !binary aGk+Pz8/\n", r#"{"a"=>"hi>???"}"#),
    ("a: !!binary aG\\k=\n", r#"{"a"=>"hi"}"#),
    ("a: !!binary aGk=\n", r#"{"a"=>"hi"}"#),
    ("a: !binary 'a G k +'\n", r#"{"a"=>"hi>"}"#),
    ("a: -1:30\n", r#"{"a"=>-1800}"#),
    ("a: 1:30\n", r#"{"a"=>5400}"#),
    ("a: 1_0:30\n", r#"{"a"=>37800}"#),
    ("a: 1__0:30:00\n", r#"{"a"=>5400}"#),
    ("a: 1:30.5\n", r#"{"a"=>5430.0}"#),
    ("a: 190:20:30.15\n", r#"{"a"=>685230.15}"#),
    ("a: -190:20:30.15\n", r#"{"a"=>-682769.85}"#),
    ("a: +1:30\n", r#"{"a"=>5400}"#),
    ("a: 1_:30\n", r#"{"a"=>5400}"#),
    ("a: 1_0:30.5\n", r#"{"a"=>37830.0}"#),
    ("a: 1__0:30.5\n", r#"{"a"=>5430.0}"#),
    ("a: 1_:30.5\n", r#"{"a"=>5430.0}"#),
    ("a: 12:30-5\n", r#"{"a"=>"12:30-5"}"#),
    ("a: 1:2:3:4\n", r#"{"a"=>"1:2:3:4"}"#),
    ("a: 1:60\n", r#"{"a"=>"1:60"}"#),
    ("a: 1:30._\n", r#"{"a"=>5400.0}"#),
    ("a: 1:30.5_0\n", r#"{"a"=>5430.0}"#),
    ("a: !!float abc\n", "!error"),
    ("a: !!float '1.5'\n", r#"{"a"=>1.5}"#),
    ("a: !!float 1e5\n", r#"{"a"=>100000.0}"#),
    ("a: !!float 1\n", r#"{"a"=>1.0}"#),
    ("a: !!float 1.5\n", r#"{"a"=>1.5}"#),
    ("a: !!float ''\n", "!error"),
    ("a: !!float '1e5'\n", r#"{"a"=>100000.0}"#),
    ("a: !!float 1_0\n", r#"{"a"=>10.0}"#),
    ("a: !!float true\n", "!error"),
    ("a: !!float 1,5\n", r#"{"a"=>15.0}"#),
    ("a: !!float .5e\n", "!error"),
];

#[test]
fn quotes_tabs_tags_and_numbers_are_read_as_psych_reads_them() {
    let wrong: Vec<String> = TEXTS
        .iter()
        .filter(|(text, expected)| read(text) != *expected)
        .map(|(text, expected)| format!("{text:?}\n    psych {expected}\n    ours  {}", read(text)))
        .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
