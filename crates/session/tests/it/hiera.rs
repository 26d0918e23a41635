//! Hiera's answers are Puppet's: `tests/hiera/keys.jsonl` and `forms.jsonl` hold keys and programs with what an installed
//! Puppet made of them over the tree in `tests/hiera` (`tests/hiera/compare.py` asks it again): the value, and the files
//! that it was found in. Broken files and configurations are told in their place and leave the session whole.

use std::path::{Path, PathBuf};

use pprepl_session::commands;
use pprepl_session::{CommandAnswer, Evaluation, Level, LookupView, Outcome, Session, Settings, SystemHost};
use serde_json::Value as Json;

fn root() -> PathBuf {
    pprepl_testing::root().join("tests/hiera")
}

/// A session in the environment of a tree with `facts.yaml`, `global` and `environments/production`.
fn session(root: &Path) -> Session {
    let mut settings = Settings::default();
    let global = root.join("global/hiera.yaml");
    if global.exists() {
        settings.set("hiera", &global.display().to_string()).expect("a setting");
    }
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    session.load_facts(&root.join("facts.yaml")).expect("facts");
    session.open_environment(&root.join("environments/production"), None).expect("an environment");
    session
}

/// The tree of this folder, with the strictness that Puppet 8 has and that the reference was asked with.
fn reference() -> Session {
    let mut session = session(&root());
    session.set("strict", "error").expect("a setting");
    session
}

fn cases(name: &str) -> Vec<Json> {
    let text = std::fs::read_to_string(root().join(name)).expect("the cases");
    text.lines().map(|line| serde_json::from_str(line).expect("a case")).collect()
}

/// What we answer, in the form of the cases.
fn answered(session: &mut Session, case: &Json) -> Json {
    let mut made = case.as_object().cloned().expect("a case");
    made.retain(|key, _| key == "key" || key == "merge");
    let view = match case.get("merge") {
        Some(Json::Object(_)) => return answered_with_options(session, case),
        merge => session.inspect().lookup(case["key"].as_str().expect("a key"), merge.and_then(Json::as_str)),
    };
    fill(&mut made, view);
    Json::Object(made)
}

fn fill(made: &mut serde_json::Map<String, Json>, view: LookupView) {
    if view.report.is_some() {
        made.insert("fails".to_owned(), Json::Bool(true));
        return;
    }
    made.insert("found".to_owned(), Json::Bool(view.found));
    if let Some(value) = view.value {
        made.insert("value".to_owned(), Json::String(value));
        let inside = format!("{}/", pprepl_files::slashed(&root()));
        let file = |(file, _): &(String, u32)| Json::String(file.strip_prefix(&inside).unwrap_or(file).to_owned());
        // A function without a file is a place, too, but not to the reference.
        let files = view.places.iter().filter(|(file, _)| Path::new(file).exists());
        made.insert("files".to_owned(), files.map(file).collect());
    }
}

/// A strategy with options goes through the function.
fn answered_with_options(session: &mut Session, case: &Json) -> Json {
    let merge = case["merge"].to_string().replace("\":", "\"=>");
    let code = format!("lookup('{}', undef, {merge}, 'nothing')", case["key"].as_str().expect("a key"));
    let evaluation = session.evaluate("input", &code);
    let mut made = case.clone();
    if evaluation.failed() {
        made["fails"] = Json::Bool(true);
    } else {
        made["value"] = Json::from(evaluation.value.or(evaluation.shown));
    }
    made
}

#[test]
fn keys_have_the_values_and_the_places_that_puppet_gives() {
    let mut session = reference();
    let cases = cases("keys.jsonl");
    let found = cases.iter().filter(|case| case.get("value").is_some()).count();
    assert!(found >= 40, "only {found} lookups");
    let mut wrong = Vec::new();
    for case in &cases {
        let ours = answered(&mut session, case);
        if ours != *case {
            wrong.push(format!("puppet {case}\nours   {ours}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn programs_get_what_puppet_gives() {
    let mut wrong = Vec::new();
    for case in cases("forms.jsonl") {
        let code = case["code"].as_str().expect("code");
        let evaluation = reference().evaluate("input", code);
        let ours = if evaluation.failed() { None } else { evaluation.value.clone().or(evaluation.shown.clone()) };
        if ours.as_deref() != case.get("value").and_then(Json::as_str) {
            let messages: Vec<_> = evaluation.reports.iter().map(|report| &report.message).collect();
            wrong.push(format!("{code}\n  puppet {:?}\n  ours   {ours:?} {messages:?}", case.get("value")));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// A folder with these files, and facts.
fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let facts = ("facts.yaml", "role: web\nos: {family: Debian}\nloop: '%{loop}'\n");
    for (path, text) in files.iter().chain([&facts]) {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    std::fs::create_dir_all(folder.path().join("environments/production")).expect("a folder");
    folder
}

const CONFIG: &str = "environments/production/hiera.yaml";
const COMMON: &str = "environments/production/data/common.yaml";
const PLAIN: &str = "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n";

/// Code, place (file's end, line, column) and message of what went wrong when a key was looked up.
fn fault(files: &[(&str, &str)], key: &str) -> (String, String, String) {
    let folder = tree(files);
    let mut session = session(folder.path());
    let evaluation = session.evaluate("input", &format!("lookup('{key}')"));
    let report = evaluation.reports.iter().find(|report| !report.code.as_str().is_empty()).expect("a report").clone();
    let explained = session.inspect().lookup(key, None).report.expect("the same report");
    assert_eq!((report.code.as_str(), &report.message), (explained.code.as_str(), &explained.message));
    // The session is whole, and a mended file is read again.
    assert_eq!(session.evaluate("input", "1 + 1").value.as_deref(), Some("2"));
    for (path, _) in files {
        let text = if path.ends_with("hiera.yaml") { PLAIN } else { "mended: 1\n" };
        std::fs::write(folder.path().join(path), text).expect("a file");
    }
    std::fs::create_dir_all(folder.path().join("environments/production/data")).expect("a folder");
    std::fs::write(folder.path().join(COMMON), "mended: 1\n").expect("a file");
    assert_eq!(session.evaluate("input", "lookup('mended')").value.as_deref(), Some("1"), "after {key}");
    let (line, column) = report.position.unwrap_or_default();
    let file = Path::new(&report.source_name).file_name().unwrap_or_default().to_string_lossy().into_owned();
    (report.code.to_string(), format!("{file}:{line}:{column}"), report.message)
}

#[track_caller]
fn fails(files: &[(&str, &str)], key: &str, code: &str, place: &str, message: &str) {
    let found = fault(files, key);
    assert_eq!((found.0.as_str(), found.1.as_str()), (code, place), "{}", found.2);
    assert!(found.2.contains(message), "{}", found.2);
}

/// The files that an installed Puppet reads for the same patterns.
#[test]
fn globs_have_the_sets_of_ruby() {
    let names = ["a", "b", "c", "d", "ax", "bx", "xyz", "xaz", "[ab", "q-1"];
    let paths: Vec<String> = names.iter().map(|n| format!("environments/production/data/g/{n}.yaml")).collect();
    let texts: Vec<String> = names.iter().map(|n| format!("from: ['{n}']\n")).collect();
    for (pattern, expected) in [
        ("g/[ab]*.yaml", "['a', 'ax', 'b', 'bx']"),
        ("g/[!a-c].yaml", "['d']"),
        ("g/[^a-c].yaml", "['d']"),
        ("g/x[^y]z.yaml", "['xaz']"),
        ("g/[ab.yaml", "nothing"),
        ("g/{a,xyz}.yaml", "['a', 'xyz']"),
        ("g/?.yaml", "['a', 'b', 'c', 'd']"),
        ("g/q[-x]1.yaml", "['q-1']"),
        ("g/[x-z]y[z].yaml", "['xyz']"),
    ] {
        let config = format!("version: 5\nhierarchy:\n  - {{name: A, glob: \"{pattern}\"}}\n");
        let mut files: Vec<(&str, &str)> =
            paths.iter().map(String::as_str).zip(texts.iter().map(String::as_str)).collect();
        files.push((CONFIG, &config));
        let folder = tree(&files);
        let call = "lookup('from', {merge => unique, default_value => nothing})";
        let got = session(folder.path()).evaluate("input", call);
        assert_eq!(
            got.value.unwrap_or_default().replace("'nothing'", "nothing"),
            expected,
            "{pattern}: {:?}",
            got.reports
        );
    }
}

/// Patterns of which a search that tries all ways never ends, or takes all memory.
#[test]
fn globs_end_whatever_they_repeat() {
    let long = format!("environments/production/data/{}.yaml", "a".repeat(120));
    let folders: Vec<String> =
        (1..=12).map(|depth| format!("environments/production/data/{}deep.yaml", "d/".repeat(depth))).collect();
    let many = "**/".repeat(20);
    for (pattern, expected) in [
        (format!("{many}deep.yaml"), Ok("['deep']")),
        (format!("{}deep.yaml", "**/d*/".repeat(8)), Ok("['deep']")),
        (format!("{}b.yaml", "*a".repeat(40)), Ok("[]")),
        (format!("{}.yaml", "a*".repeat(40)), Ok("['long']")),
        (format!("{}x.yaml", "{".repeat(5_000)), Ok("[]")),
        (format!("{}x.yaml", "{a}".repeat(2_000)), Ok("[]")),
        (format!("{}.yaml", "{a,b}".repeat(9)), Ok("[]")),
        (format!("{}.yaml", "{a,b}".repeat(24)), Err("HIERA_CONFIG")),
        (format!("{}.yaml", "{a,b}".repeat(5_000)), Err("HIERA_CONFIG")),
        (format!("{}.yaml", "{a/x,b/x,c/x}".repeat(20)), Err("HIERA_CONFIG")),
        (format!("{{{}}}.yaml", "a,".repeat(100_000)), Err("HIERA_CONFIG")),
        (format!("{}a{}.yaml", "{b,".repeat(2_000), "}".repeat(2_000)), Err("HIERA_CONFIG")),
    ] {
        let config = format!("version: 5\nhierarchy:\n  - {{name: A, glob: \"{pattern}\"}}\n");
        let mut files: Vec<(&str, &str)> = folders.iter().map(|path| (path.as_str(), "from: [deep]\n")).collect();
        files.extend([(CONFIG, config.as_str()), (&long, "from: [long]\n")]);
        let folder = tree(&files);
        let call = "lookup('from', {merge => unique, default_value => []})";
        let got = session(folder.path()).evaluate("input", call);
        let code = got.reports.first().map(|report| report.code.to_string());
        assert_eq!(code.as_deref(), expected.err(), "{pattern:.40}");
        assert_eq!(got.value.as_deref(), expected.ok(), "{pattern:.40}");
    }
}

/// More patterns than the evaluator caches.
#[test]
fn many_patterns_of_lookup_options_are_compiled_once() {
    let patterns: String = (0..3_000).map(|n| format!("  '^key{n}_.*': {{merge: unique}}\n")).collect();
    let data = format!("lookup_options:\n{patterns}key2999_a: [1, 1]\n");
    let config = "version: 5\nhierarchy:\n  - {name: A, path: a.yaml}\n";
    let folder = tree(&[(CONFIG, config), ("environments/production/data/a.yaml", &data)]);
    let got = session(folder.path()).evaluate("input", "Integer[1, 100].map |$n| { lookup('key2999_a') }.unique");
    assert_eq!(got.value.as_deref(), Some("[[1]]"), "{:?}", got.reports);
}

/// The names in a directory are remembered for one input only.
#[test]
fn a_glob_finds_files_that_appear_between_inputs() {
    let config = "version: 5\nhierarchy:\n  - {name: A, glob: '**/*.yaml'}\n";
    let folder = tree(&[(CONFIG, config), ("environments/production/data/a.yaml", "k: [1]\n")]);
    let mut session = session(folder.path());
    let call = "[lookup('k', {merge => unique}), lookup('k', {merge => unique})]";
    assert_eq!(session.evaluate("input", call).value.as_deref(), Some("[[1], [1]]"));
    let data = folder.path().join("environments/production/data");
    std::fs::create_dir(data.join("b")).unwrap();
    std::fs::write(data.join("b/c.yaml"), "k: [2]\n").unwrap();
    assert_eq!(session.evaluate("input", call).value.as_deref(), Some("[[1, 2], [1, 2]]"));
    std::fs::remove_file(data.join("a.yaml")).unwrap();
    assert_eq!(session.evaluate("input", call).value.as_deref(), Some("[[2], [2]]"));
}

/// What an installed Puppet gives for the same data.
#[test]
fn values_of_other_kinds_replace_each_other_in_deep_merges() {
    let config = "version: 5\nhierarchy:\n  - {name: A, paths: [top.yaml, mid.yaml, low.yaml]}\n";
    let top = "hash_over_string: {a: 1}\nhash_over_array: {a: 1, b: {c: 2}}\nempty: {}\nstring: text\narray: [1]\n\
        nested: {x: {y: 1}, z: '--gone'}\nlist: ['--b', c]\nknock: '--'\nknock_hash: {a: '--', b: ['1', '--2']}\n";
    let mid = "hash_over_string: text\nhash_over_array: [1, 2]\nempty: text\nstring: {a: 1}\narray: {a: 1}\n\
        nested: {x: plain, z: {w: 1}}\nlist: [a, b]\nknock: value\nknock_hash: {a: 5, b: ['2', '3']}\n";
    let low = "hash_over_string: {z: 9}\nhash_over_array: {z: 9}\nnested: {x: {q: 1}}\nlist: [z]\n";
    let data = |name: &str| format!("environments/production/data/{name}.yaml");
    let (one, two, three) = (data("top"), data("mid"), data("low"));
    let folder = tree(&[(CONFIG, config), (&one, top), (&two, mid), (&three, low)]);
    let mut session = session(folder.path());
    for (key, deep, knocked_out) in [
        ("hash_over_string", "{'z' => 9, 'a' => 1}", "{'z' => 9, 'a' => 1}"),
        ("hash_over_array", "{'z' => 9, 'a' => 1, 'b' => {'c' => 2}}", "{'z' => 9, 'a' => 1, 'b' => {'c' => 2}}"),
        ("empty", "'text'", "'text'"),
        ("string", "'text'", "'text'"),
        ("array", "[1]", "[1]"),
        ("nested", "{'x' => {'q' => 1, 'y' => 1}, 'z' => '--gone'}", "{'x' => {'q' => 1, 'y' => 1}, 'z' => ''}"),
        ("list", "['z', 'a', 'b', '--b', 'c']", "['z', 'a', 'c']"),
        ("knock", "'--'", "''"),
        ("knock_hash", "{'a' => '--', 'b' => ['2', '3', '1', '--2']}", "{'a' => '', 'b' => ['3', '1']}"),
    ] {
        let prefix = "{merge => {strategy => deep, knockout_prefix => '--'}}";
        for (options, expected) in [("{merge => deep}", deep), (prefix, knocked_out)] {
            let got = session.evaluate("input", &format!("lookup('{key}', {options})"));
            assert_eq!(got.value.as_deref(), Some(expected), "{key} {options}: {:?}", got.reports);
        }
    }
}

/// A function that gives Hiera all data may put many values into its cache at once.
#[test]
fn a_data_function_caches_many_values_at_once() {
    let config = "version: 5\nhierarchy:\n  - {name: A, lookup_key: many}\n";
    let folder = tree(&[(CONFIG, config)]);
    let mut session = session(folder.path());
    let many = "function many($key, $options, $context) {
      unless $context.cache_has_key('b') { notice('filled') $context.cache_all({ 'a' => 1, 'b' => 2 }) }
      if $context.cache_has_key($key) { $context.cached_value($key) } else { $context.not_found }
    }";
    assert!(!session.evaluate("input", many).failed());
    let got = session.evaluate("input", "[lookup('a'), lookup('b'), lookup('c', {default_value => 0})]");
    assert_eq!(got.value.as_deref(), Some("[1, 2, 0]"), "{:?}", got.reports);
    assert_eq!(got.logs.len(), 1, "{:?}", got.logs);
}

/// What a search enters it leaves: thousands of searches one after the other nest no deeper than one.
#[test]
fn searches_one_after_the_other_are_not_nested() {
    let config = "version: 5\nhierarchy:\n  - {name: A, lookup_key: many}\n  - {name: B, path: common.yaml}\n";
    let folder = tree(&[(CONFIG, config), (COMMON, "a: 1\nb: \"x%{lookup('a')}\"\n")]);
    let mut session = session(folder.path());
    session.set("depth", "100").expect("a setting");
    let many = "function many($key, $options, $context) {
      if $key == 'all' { Integer[1, 300].map |$n| { $context.interpolate('%{role}') }.unique } else { $context.not_found }
    }";
    assert!(!session.evaluate("input", many).failed());
    for (code, value) in [
        ("lookup('all')", "['web']"),
        ("Integer[1, 300].map |$n| { lookup('b') }.unique", "['x1']"),
        // An error leaves what it entered, too.
        ("Integer[1, 300].map |$n| { lookup('nosuch', {default_value => 0}) }.unique", "[0]"),
    ] {
        let got = session.evaluate("input", code);
        assert_eq!(got.value.as_deref(), Some(value), "{code}: {:?}", got.reports);
    }
}

/// A search that fails at the conversion hides no place.
#[test]
fn a_place_is_hidden_by_a_value_only() {
    let config = "version: 5\nhierarchy:\n  - {name: A, paths: [common.yaml, other.yaml]}\n";
    let other = "environments/production/data/other.yaml";
    for (options, fails, hidden) in [("", false, 1), ("lookup_options: {a: {convert_to: Integer}}\n", true, 0)] {
        let folder = tree(&[(CONFIG, config), (COMMON, &format!("{options}a: x\n")), (other, "a: y\n")]);
        let view = session(folder.path()).inspect().lookup("a", None);
        assert_eq!((view.report.is_some(), view.places.len(), view.hidden.len()), (fails, 1, hidden), "{options}");
    }
}

#[test]
fn a_broken_file_is_shown_in_its_place() {
    let data = |text| [(CONFIG, PLAIN), (COMMON, text)];
    fails(&data("a: 1\nb: [1, 2\nc: 3\n"), "a", "HIERA_DATA", "common.yaml:3:2", "YAML");
    fails(&data("a: 1\n\tb: 1\n"), "a", "HIERA_DATA", "common.yaml:1:4", "tab");
    fails(&data("a: 1\nday: 2024-05-01\n"), "a", "HIERA_DATA", "common.yaml:2:6", "date");
    fails(&data("a: :sym\n"), "a", "HIERA_DATA", "common.yaml:1:4", "symbol");
    fails(
        &data("a: 1\nb: '%{lookup(\"a\")} %{nonsense(\"a\")}'\n"),
        "b",
        "HIERA_INTERPOLATION_UNKNOWN_INTERPOLATION_METHOD",
        "common.yaml:2:1",
        "nonsense",
    );
    fails(
        &data("x: {y: 1}\nb: 'x %{alias(\"x\")}'\n"),
        "b",
        "HIERA_INTERPOLATION_ALIAS_NOT_ENTIRE_STRING",
        "common.yaml:2:1",
        "alias",
    );
    fails(
        &data("a: '%{lookup(\"b\")}'\nb: '%{lookup(\"a\")}'\n"),
        "a",
        "HIERA_RECURSION",
        "common.yaml:2:1",
        "a -> b -> a",
    );
    fails(&data("a: 1\nl: '%{loop}'\n"), "l", "HIERA_RECURSION", "common.yaml:2:1", "scope:loop");
    fails(&data("lookup_options: 5\na: 1\n"), "a", "HIERA_DATA", "input:1:1", "hash");
    fails(&data("lookup_options: {a: {merge: sideways}}\na: 1\n"), "a", "HIERA_MERGE", "input:1:1", "sideways");
    fails(&data("lookup_options: {a: {convert_to: Integer}}\na: x\n"), "a", "HIERA_CONVERSION", "input:1:1", "Integer");
    let json = "version: 5\nhierarchy:\n  - {name: J, path: j.json, data_hash: json_data}\n";
    let file = "environments/production/data/j.json";
    fails(&[(CONFIG, json), (file, "{\"a\": 1,\n \"b\": }\n")], "a", "HIERA_DATA", "j.json:2:7", "JSON");
}

/// An error in JSON is the character before which the reader stops.
#[test]
fn an_error_in_json_has_its_place() {
    let config = "version: 5\nhierarchy:\n  - {name: J, path: j.json, data_hash: json_data}\n";
    for (text, start, end) in [
        ("x", (1, 1), (1, 2)),
        ("{\"a\": 1,\n\n \"b\": }\n", (3, 7), (3, 8)),
        ("{\"é\": é}", (1, 7), (1, 8)),
        ("\u{feff}x", (1, 2), (1, 3)),
        ("\u{feff}{\"a\": 1,\n\n \"b\": }\n", (3, 7), (3, 8)),
    ] {
        let folder = tree(&[(CONFIG, config), ("environments/production/data/j.json", text)]);
        let got = session(folder.path()).evaluate("input", "lookup('a')");
        let report = &got.reports[0];
        assert_eq!((report.position, report.end), (Some(start), Some(end)), "{text}: {report:?}");
    }
}

#[test]
fn a_string_with_a_digest_stands_for_an_encrypted_value() {
    let eyaml = "version: 5\nhierarchy:\n  - {name: E, path: common.yaml, lookup_key: eyaml_lookup_key}\n";
    let data = "s: ENC[PKCS7,MIIxSECRET]\nfolded: >\n  ENC[PKCS7,MIIx\n  SECRET]\nother: ENC[PKCS7,MIIy]\n\
                url: 'db://me:ENC[PKCS7,MIIxSECRET]@db/x'\nlist: [plain, {pw: 'ENC[PKCS7,MIIxSECRET]'}]\nplain: 'a]'\n\
                lookup_options: {hidden: {convert_to: Sensitive}}\nhidden: ENC[PKCS7,MIIxSECRET]\n";
    let folder = tree(&[(CONFIG, eyaml), (COMMON, data)]);
    let mut session = session(folder.path());
    let mut value = |code: &str| {
        let evaluation = session.evaluate("input", code);
        let warnings = evaluation.logs.iter().filter(|(_, text)| text.contains("encrypted")).count();
        (evaluation.value.unwrap_or_else(|| panic!("{code}: {:?}", evaluation.reports)), warnings)
    };
    let (first, warnings) = value("lookup('s', String[1])");
    assert_eq!((first.len(), warnings), ("'ENC[01234567]'".len(), 1), "{first}");
    assert!(first.starts_with("'ENC[") && !first.contains("MII"), "{first}");
    assert_eq!(value("lookup('s') == lookup('folded').strip"), ("true".to_owned(), 0));
    assert_eq!(value("lookup('s') == lookup('other')").0, "false");
    assert_eq!(value("lookup('url') == \"db://me:${lookup('s')}@db/x\"").0, "true");
    assert_eq!(value("lookup('list') == ['plain', {'pw' => lookup('s')}]").0, "true");
    assert_eq!(value("lookup('plain')").0, "'a]'");
    assert_eq!(value("lookup('hidden')").0, "#<Sensitive [value redacted]>");
}

#[test]
fn a_wrong_configuration_is_shown_in_its_place() {
    let level = |text: &str| format!("version: 5\nhierarchy:\n{text}");
    let case = |text: &str, code: &str, place: &str, message: &str| {
        fails(&[(CONFIG, text), (COMMON, "a: 1\n")], "a", code, place, message);
    };
    case("version: 5\nhierarchy: [\n", "HIERA_DATA", "hiera.yaml:3:1", "YAML");
    case("version: 4\n", "HIERA_UNSUPPORTED_VERSION", "hiera.yaml:1:10", "version 4");
    case("version: 6\n", "HIERA_UNSUPPORTED_VERSION", "hiera.yaml:1:10", "version 6");
    case("version: five\n", "HIERA_CONFIG", "hiera.yaml:1:1", "number");
    case("version: 5\nhierachy: []\n", "HIERA_CONFIG", "hiera.yaml:2:1", "hierachy");
    case(&level("  - {path: common.yaml}\n"), "HIERA_CONFIG", "hiera.yaml:3:5", "name");
    case(&level("  - {name: A, path: 5}\n"), "HIERA_CONFIG", "hiera.yaml:3:21", "string");
    case(&level("  - {name: A, paht: x.yaml}\n"), "HIERA_CONFIG", "hiera.yaml:3:15", "paht");
    case(
        &level("  - {name: A, path: x, glob: y}\n"),
        "HIERA_MULTIPLE_LOCATION_SPECS",
        "hiera.yaml:3:12",
        "more than one",
    );
    case(
        &level("  - {name: A, path: x}\n  - {name: A, path: y}\n"),
        "HIERA_HIERARCHY_NAME_MULTIPLY_DEFINED",
        "hiera.yaml:4:12",
        "line 3",
    );
    case(
        &level("  - {name: A, path: x, data_hash: yaml_data, lookup_key: z}\n"),
        "HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS",
        "hiera.yaml:3:12",
        "more than one",
    );
    case(
        "version: 5\ndefaults: {datadir: data}\nhierarchy:\n  - {name: A, path: x}\n",
        "HIERA_MISSING_DATA_PROVIDER_FUNCTION",
        "hiera.yaml:4:12",
        "function",
    );
    case(
        "version: 5\ndefaults: {data_hash: a, lookup_key: b}\n",
        "HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS_IN_DEFAULT",
        "hiera.yaml:2:1",
        "more than one",
    );
    case(
        "version: 5\ndefaults: {data_hash: a, options: {path: b}}\n",
        "HIERA_DEFAULT_OPTION_RESERVED_BY_PUPPET",
        "hiera.yaml:2:36",
        "path",
    );
    case(
        &level("  - {name: A, path: x, options: {uri: b}}\n"),
        "HIERA_OPTION_RESERVED_BY_PUPPET",
        "hiera.yaml:3:34",
        "uri",
    );
    case("version: 5\ndefault_hierarchy: []\n", "HIERA_DEFAULT_HIERARCHY_NOT_IN_MODULE", "hiera.yaml:2:1", "module");
    case(&level("  - {name: A, uri: 'http://x'}\n"), "HIERA_URI", "hiera.yaml:3:12", "URI");
    case(&level("  - {name: A}\n"), "HIERA_CONFIG", "hiera.yaml:3:12", "no file");
    case(&level("  - {name: A, mapped_paths: [a, b]}\n"), "HIERA_CONFIG", "hiera.yaml:3:29", "three");
    case(
        &level("  - {name: A, path: common.yaml, lookup_key: 'my::own'}\n"),
        "HIERA_DATA_PROVIDER_FUNCTION_NOT_FOUND",
        "hiera.yaml:3:12",
        "my::own",
    );
    case(
        &level("  - {name: A, path: common.yaml, data_hash: hocon_data}\n"),
        "HIERA_DATA_PROVIDER_FUNCTION_NOT_FOUND",
        "hiera.yaml:3:12",
        "hocon_data",
    );
    case(
        &level("  - {name: A, path: \"%{lookup('x')}.yaml\"}\n"),
        "HIERA_INTERPOLATION_METHOD_SYNTAX_NOT_ALLOWED",
        "hiera.yaml:3:12",
        "lookup",
    );
}

#[test]
fn version_3_is_ignored_or_refused_as_strictness_says() {
    let folder = tree(&[(CONFIG, ":backends: [yaml]\n:hierarchy: [common]\n"), (COMMON, "a: 1\n")]);
    let mut lenient = session(folder.path());
    let evaluation = lenient.evaluate("input", "lookup('a', undef, undef, 'none')");
    assert_eq!(evaluation.value.as_deref(), Some("'none'"));
    assert!(evaluation.logs.iter().any(|(level, text)| *level == Level::Warning && text.contains("version 3")));
    lenient.set("strict", "error").expect("a setting");
    let refused = lenient.evaluate("input", "lookup('a', undef, undef, 'none')");
    assert_eq!(refused.reports[0].code, "HIERA_VERSION_3_NOT_GLOBAL");
    assert!(refused.reports[0].source_name.ends_with("hiera.yaml"));
}

#[test]
fn an_unknown_variable_is_nothing_a_warning_or_a_fault() {
    let config =
        "version: 5\nhierarchy:\n  - {name: A, path: \"%{nowhere}/common.yaml\"}\n  - {name: B, path: common.yaml}\n";
    let folder = tree(&[(CONFIG, config), (COMMON, "a: 'x%{nowhere}'\n")]);
    let mut s = session(folder.path());
    let warned = s.evaluate("input", "lookup('a')");
    assert_eq!(warned.value.as_deref(), Some("'x'"));
    assert!(
        warned.logs.iter().any(|(level, text)| *level == Level::Warning && text.contains("nowhere")),
        "{:?}",
        warned.logs
    );
    s.set("strict", "off").expect("a setting");
    assert_eq!(s.evaluate("input", "lookup('a')").value.as_deref(), Some("'x'"));
    s.set("strict", "error").expect("a setting");
    let refused = s.evaluate("input", "lookup('a')");
    let report = &refused.reports[0];
    assert_eq!((report.code.as_str(), report.position), ("HIERA_UNDEFINED_VARIABLE", Some((1, 1))));
}

#[test]
fn unknown_variable_in_a_path_is_a_warning() {
    let levels = [
        "path: \"nodes/%{nowhere}.yaml\"",
        "paths: [\"nodes/%{nowhere}.yaml\", \"%{nowhere.deep}/b.yaml\"]",
        "glob: \"nodes/%{nowhere}/*.yaml\"",
        "datadir: \"data/%{nowhere}/x\", path: a.yaml",
        "mapped_paths: [nowhere, each, \"%{each}.yaml\"]",
    ];
    for level in levels {
        let config = format!("version: 5\nhierarchy:\n  - {{name: A, {level}}}\n  - {{name: B, path: common.yaml}}\n");
        let folder = tree(&[(CONFIG, &config), (COMMON, "a: 1\n")]);
        let mut s = session(folder.path());
        s.set("strict", "error").expect("a setting");
        let found = s.evaluate("input", "lookup('a')");
        assert_eq!(found.value.as_deref(), Some("1"), "{level}: {:?}", found.reports);
        assert!(found.logs.iter().any(|(_, text)| text.contains("nowhere")), "{level}: {:?}", found.logs);
    }
}

#[test]
fn what_is_odd_is_warned_about_once() {
    let module = "environments/production/modules/m";
    let folder = tree(&[
        (CONFIG, PLAIN),
        (COMMON, "- a list\n"),
        (&format!("{module}/hiera.yaml"), "version: 5\n"),
        (&format!("{module}/data/common.yaml"), "m::a: 1\nother: 2\n"),
    ]);
    let mut s = session(folder.path());
    let first = s.evaluate("input", "[lookup('m::a'), lookup('m::a')]");
    let warnings: Vec<&String> = first.logs.iter().map(|(_, text)| text).collect();
    assert_eq!(first.value.as_deref(), Some("[1, 1]"));
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings[0].contains("expected a hash") && warnings[1].contains("'other'"), "{warnings:?}");
}

fn run(session: &mut Session, line: &str) -> CommandAnswer {
    match commands::submit(session, line) {
        Outcome::Command(answer) => *answer,
        other => panic!("{other:?}"),
    }
}

#[test]
fn lookup_tells_every_step_and_the_reason() {
    let mut s = session(&root());
    let inside = format!("{}/", pprepl_files::slashed(&root()));
    let mut shown = String::new();
    for line in [
        ":lookup plain",
        ":lookup --unique plain",
        ":lookup web::vhosts.main.port",
        ":lookup web::index",
        ":lookup interpolated",
        ":lookup hash_value",
        ":lookup port_text",
        ":lookup nested.nope",
        ":lookup no_such_key",
        ":lookup cycle_a",
        ":lookup lookup_options",
    ] {
        let answer = run(&mut s, line);
        let joined: Vec<String> =
            answer.styled.iter().map(|line| line.iter().map(|(_, text)| &**text).collect()).collect();
        assert_eq!(joined.join("\n"), answer.text, "the parts are the text");
        shown.push_str(&format!("> {line}\n{}\n\n", answer.text.replace(&inside, "")));
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn lookup_is_data_too() {
    let mut s = session(&root());
    let answer = run(&mut s, ":lookup plain");
    let data = answer.data.expect("data");
    assert_eq!(answer.value.as_deref(), Some("'from the node'"));
    assert_eq!(data["value"], "from the node");
    assert_eq!(data["places"][0]["line"], 2);
    assert!(data["places"][0]["file"].as_str().expect("a file").ends_with("nodes/web1.example.com.yaml"));
    assert_eq!(data["hidden"].as_array().map(Vec::len), Some(3));
    assert_eq!(data["steps"]["kind"], "search");
    // A step of a file or a layer has its path, and no other one has.
    let mut steps = vec![&data["steps"]];
    let mut kinds = Vec::new();
    while let Some(step) = steps.pop() {
        let kind = step["kind"].as_str().expect("a kind");
        let path = step["path"].as_str();
        match kind {
            "file" => assert!(path.is_some(), "{step}"),
            "layer" => assert!(path.is_none_or(|path| path.ends_with("hiera.yaml")), "{step}"),
            _ => assert_eq!(path, None, "{step}"),
        }
        kinds.push((kind, path.is_some()));
        steps.extend(step["steps"].as_array().expect("steps"));
    }
    assert!(kinds.contains(&("file", true)) && kinds.contains(&("layer", true)), "{kinds:?}");
    let merged = run(&mut s, ":lookup limits").data.expect("data");
    assert_eq!(merged["merge"], "deep, knockout_prefix '--'");
    assert_eq!(merged["value"]["groups"], serde_json::json!(["users", "ops"]));
    assert_eq!(merged["places"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_changed_file_is_read_again() {
    let folder = tree(&[(CONFIG, PLAIN), (COMMON, "a: 1\n")]);
    let mut s = session(folder.path());
    assert_eq!(s.evaluate("input", "lookup('a')").value.as_deref(), Some("1"));
    std::fs::write(folder.path().join(COMMON), "a: changed\n").expect("a file");
    assert_eq!(s.evaluate("input", "lookup('a')").value.as_deref(), Some("'changed'"));
    std::fs::remove_file(folder.path().join(COMMON)).expect("gone");
    assert!(s.evaluate("input", "lookup('a')").failed());
}

#[test]
fn a_class_takes_its_parameters_from_the_data_with_their_types() {
    let folder = tree(&[(CONFIG, PLAIN), (COMMON, "c::port: eighty\nc::name_of: given\nc::nothing: ~\n")]);
    let mut s = session(folder.path());
    let wrong: Evaluation = s.evaluate("input", "class c(Integer $port = 1) { } include c");
    assert!(wrong.failed() && wrong.reports[0].message.contains("port"), "{:?}", wrong.reports);
    let right = s.evaluate("input", "class c($name_of = 'own', $nothing = 'default', $port = 2) { } class { 'c': port => 3 } [$c::name_of, $c::nothing, $c::port]");
    assert_eq!(right.value.as_deref(), Some("['given', 'default', 3]"), "{:?}", right.reports);
}

#[test]
fn a_long_chain_of_lookups_does_not_end_the_session() {
    let chain: String = (0..20_000).map(|n| format!("k{n}: \"%{{lookup('k{}')}}\"\n", n + 1)).collect();
    let folder = tree(&[(CONFIG, PLAIN), (COMMON, &chain)]);
    let mut s = session(folder.path());
    let evaluation = s.evaluate("input", "lookup('k0')");
    assert_eq!(evaluation.reports[0].code, "STACK_LEVEL_TOO_DEEP");
}

#[test]
fn keys_are_completed() {
    let mut s = session(&root());
    let keys = |s: &mut Session, line: &str| -> Vec<String> {
        let found = pprepl_session::complete::complete(s, line, line.len());
        found.items.into_iter().map(|item| item.label).collect()
    };
    assert_eq!(keys(&mut s, ":lookup web::po"), ["web::port"]);
    assert!(keys(&mut s, ":lookup --deep deep_").contains(&"deep_users".to_owned()));
    assert!(keys(&mut s, ":lookup db::").contains(&"db::password".to_owned()));
}

#[test]
fn aliases_cannot_fill_the_memory() {
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for n in 1..12 {
        let inner = vec![format!("*a{}", n - 1); 10].join(", ");
        bomb.push_str(&format!("a{n}: &a{n} [{inner}]\n"));
    }
    fails(&[(CONFIG, PLAIN), (COMMON, &bomb)], "a11", "HIERA_DATA", "common.yaml:7:5", "aliases");
}

#[test]
fn what_is_missing_is_told_as_missing() {
    let folder = tree(&[]);
    let mut s = session(folder.path());
    assert!(run(&mut s, ":lookup a").text.contains("hiera.yaml  no such file"));
    let text = run(&mut s, ":lookup nowhere::a").text;
    assert!(text.contains("module nowhere (not on the module path)"), "{text}");
    let module = folder.path().join("environments/production/modules/there");
    std::fs::create_dir_all(module.join("manifests")).expect("a folder");
    let text = run(&mut session(folder.path()), ":lookup there::a").text;
    assert!(text.contains("module there  no hiera.yaml"), "{text}");
    std::fs::write(folder.path().join(CONFIG), PLAIN).expect("a file");
    std::fs::create_dir_all(folder.path().join("environments/production/data")).expect("a folder");
    std::fs::write(folder.path().join(COMMON), b"a: \xff\n").expect("a file");
    let report = s.evaluate("input", "lookup('a')").reports[0].clone();
    assert!(report.code == "HIERA_DATA" && report.message.contains("cannot be read"), "{}", report.message);
    let mut bare = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    assert!(run(&mut bare, ":lookup a").text.contains("no data found"));
    bare.set("hiera", "/no/such/hiera.yaml").expect("a setting");
    assert!(run(&mut bare, ":lookup a").text.contains("/no/such/hiera.yaml  no such file"));
}

#[test]
fn a_function_of_the_session_can_be_a_source_of_data() {
    let config = "version: 5\nhierarchy:\n  - {name: F, lookup_key: 'environment::find'}\n";
    let folder = tree(&[(CONFIG, config)]);
    let mut s = session(folder.path());
    s.evaluate(
        "input",
        "function environment::find($key, $options, $context) { case $key { 'a': { 1 } 'c': { $context.nonsense() } default: { $context.not_found } } }",
    );
    assert_eq!(s.evaluate("input", "lookup('a')").value.as_deref(), Some("1"));
    assert_eq!(s.evaluate("input", "lookup('b', undef, undef, 2)").value.as_deref(), Some("2"));
    let text = run(&mut s, ":lookup a").text;
    assert!(text.contains("environment::find()  found 1"), "{text}");
    assert_eq!(s.evaluate("input", "lookup('c')").reports[0].code, "UNKNOWN_FUNCTION");
}

#[test]
fn a_function_of_data_explains_itself() {
    let config = "version: 5\nhierarchy:\n  - {name: F, lookup_key: 'environment::find'}\n";
    let folder = tree(&[(CONFIG, config)]);
    let mut s = session(folder.path());
    s.evaluate(
        "input",
        "function environment::find($key, $options, $context) {
           $context.explain || { \"asked for ${key}\\u{1b}[31m\" }
           $context.explain || { notice('never'); 2 }
           case $key { 'a': { 1 } 's': { Sensitive('hidden') } default: { $context.not_found } } }",
    );
    let text = run(&mut s, ":lookup a").text;
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let at = lines.iter().position(|line| *line == "environment::find()  found 1").expect("the function");
    assert_eq!(lines[at + 1..at + 3], [r"asked for a\e[31m", "2"], "{text}");
    let missing = run(&mut s, ":lookup b").text;
    assert!(missing.contains("asked for b"), "{missing}");
    // What is said of a secret may hold it.
    let secret = run(&mut s, ":lookup s").text;
    assert!(!secret.contains("asked for s"), "{secret}");
    // A search that nobody explains runs no explanation.
    let found = s.evaluate("input", "lookup('a')");
    assert_eq!((found.value.as_deref(), found.logs.len()), (Some("1"), 0));
}

/// A session over one file of data.
fn with_data(folder: &Path, data: &str) -> Session {
    let config = "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n";
    std::fs::create_dir_all(folder.join("data")).expect("a folder");
    std::fs::write(folder.join("hiera.yaml"), config).expect("a file");
    std::fs::write(folder.join("data/common.yaml"), data).expect("a file");
    let mut settings = Settings::default();
    settings.set("hiera", &folder.join("hiera.yaml").display().to_string()).expect("a setting");
    Session::new(settings, Box::new(SystemHost::silent()))
}

#[test]
fn values_that_are_converted_to_sensitive_are_not_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = "lookup_options:
  m::pw: { convert_to: Sensitive }
  m::hash: { convert_to: Sensitive, merge: deep }
  m::bad: { convert_to: [Sensitive, 1, 2] }
  m::list: { convert_to: 'Sensitive[Array]' }
m::pw: hunter2SECRET
m::hash: { password: hunter2SECRET, inner: { other: 'hunter2SECRET %{lookup(\"name\")}' } }
m::bad: hunter2SECRET
m::list: [hunter2SECRET]
m::text: 'it is %{lookup(\"m::pw\")}'
m::plain: visible
name: ada
";
    let mut session = with_data(folder.path(), data);
    for key in ["m::pw", "m::hash", "m::hash.password", "m::bad", "m::list", "m::text"] {
        let view = session.inspect().lookup(key, None);
        assert!(!format!("{view:?}").contains("hunter2"), "{key}: {view:?}");
        let view = session.inspect().lookup(key, Some("first"));
        assert!(!format!("{view:?}").contains("hunter2"), "{key}: {view:?}");
        for command in [format!(":lookup {key}"), format!(":lookup {key} first")] {
            let shown = format!("{:?}", commands::submit(&mut session, &command));
            assert!(!shown.contains("hunter2"), "{command}: {shown}");
        }
    }
    assert!(format!("{:?}", session.inspect().lookup("m::plain", None)).contains("visible"));
}

#[test]
fn values_that_ask_for_others_twice_are_found_in_linear_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut data = "a0: [x]\ne0: ''\nt0: xxxxxxxxxxxxxxxx\n".to_owned();
    for level in 1..61 {
        let below = level - 1;
        data += &format!("a{level}: [\"%{{alias('a{below}')}}\", \"%{{alias('a{below}')}}\"]\n");
        data += &format!("e{level}: \"%{{lookup('e{below}')}}%{{hiera('e{below}')}}\"\n");
        data += &format!("t{level}: \"%{{lookup('t{below}')}}%{{lookup('t{below}')}}\"\n");
    }
    let mut session = with_data(folder.path(), &data);
    session.set("memory", "128").expect("a setting");
    assert_eq!(session.evaluate("input", "lookup('a60').length").value.as_deref(), Some("2"));
    assert_eq!(session.evaluate("input", "lookup('e60')").value.as_deref(), Some("''"));
    assert!(session.inspect().lookup("e60", None).found);
    let evaluation = session.evaluate("input", "lookup('t60').length");
    let codes: Vec<&str> = evaluation.reports.iter().map(|report| report.code.as_str()).collect();
    assert_eq!(codes, ["MEMORY_LIMIT"]);
}
