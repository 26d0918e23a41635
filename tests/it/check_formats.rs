//! The formats of `pprepl check`: SARIF, JUnit, annotations of GitHub, JSON by its schema; comments and files that change
//! the rules.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::program::{self, Ran, tree};

fn pprepl(folder: &Path, arguments: &[&str]) -> Ran {
    Ran::from(program::pprepl(folder, arguments).env("XDG_CONFIG_HOME", folder.join("home")))
}

fn check(folder: &Path, arguments: &[&str]) -> Ran {
    pprepl(folder, &[&["check"], arguments].concat())
}

const WRONG: &str = "class web(Integer $port = '80') { }\n";
const UNUSED: &str = "function f() {\n  $a = 1\n  2\n}\n";

fn sarif(folder: &Path, arguments: &[&str]) -> Value {
    let ran = check(folder, &[&["--sarif"], arguments].concat());
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}{}", ran.out, ran.err))
}

#[test]
fn uris_of_sarif_are_encoded_and_relative() {
    let root = tree(&[("a b#%ü.pp", WRONG), ("in/x.pp", WRONG)]);
    let uri = |argument: &str| {
        let found = sarif(root.path(), &[argument]);
        found["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"].clone()
    };
    assert_eq!(uri("a b#%ü.pp"), json!({ "uri": "a%20b%23%25%C3%BC.pp", "uriBaseId": "SRCROOT" }));
    assert_eq!(uri("./in/../in/x.pp"), json!({ "uri": "in/x.pp", "uriBaseId": "SRCROOT" }));
    let absolute = root.path().canonicalize().unwrap().join("in/x.pp");
    assert_eq!(uri(absolute.to_str().unwrap()), json!({ "uri": "in/x.pp", "uriBaseId": "SRCROOT" }));
    let other = tree(&[("y.pp", WRONG)]);
    let outside = uri(other.path().join("y.pp").to_str().unwrap());
    assert!(
        outside["uri"].as_str().unwrap().starts_with("file:///") && outside.get("uriBaseId").is_none(),
        "{outside}"
    );
    let base = sarif(root.path(), &["in/x.pp"])["runs"][0]["originalUriBaseIds"]["SRCROOT"]["uri"].clone();
    assert!(base.as_str().unwrap().starts_with("file:///") && base.as_str().unwrap().ends_with('/'), "{base}");
}

#[test]
fn rules_of_sarif_have_the_texts_that_github_requires() {
    let root = tree(&[("a.pp", &format!("{WRONG}$x = [1\n")), ("b.pp", WRONG), ("c.pp", "$x = 1\n$x = 2\n")]);
    let found = sarif(root.path(), &["a.pp", "b.pp", "c.pp"]);
    let rules = found["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap().clone();
    assert!(rules.len() >= 3, "{rules:#?}");
    insta::assert_snapshot!("rules_of_sarif", format!("{rules:#?}"));
    for rule in &rules {
        for part in ["shortDescription", "fullDescription", "help"] {
            let text = rule[part]["text"].as_str().unwrap_or_default();
            assert!(text.len() > 10 && text.trim_end().len() == text.len(), "{rule:#}");
        }
    }
    for result in found["runs"][0]["results"].as_array().unwrap() {
        let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64().unwrap() >= 1);
    }
}

#[test]
fn sarif_follows_the_published_schema() {
    let long = format!("# {}\n", "x".repeat(150));
    let styled = "class a {\n\t$b = \"c\"  \n  file { '/a': mode => '0644', ensure=>file }\n  /* d */\n  notify { \"$b\": }\n}\n";
    let root = tree(&[
        ("a b#%ü.pp", &format!("{WRONG}{UNUSED}$x = 1\n$x = 2\n")),
        ("style.pp", &format!("{long}{styled}")),
        ("broken.pp", "$x = [1\n"),
    ]);
    let validator = schema_in("pprepl-sarif-1", "log");
    let all = ["--style-rules", "--hints", "a b#%ü.pp", "style.pp", "broken.pp", "none.pp"];
    let found = sarif(root.path(), &all);
    let errors: Vec<String> =
        validator.iter_errors(&found).map(|one| format!("{}: {one}", one.instance_path)).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let results = found["runs"][0]["results"].as_array().unwrap();
    let ids: Vec<&str> = results.iter().map(|one| one["ruleId"].as_str().unwrap()).collect();
    for id in
        ["140chars", "hard_tabs", "trailing_whitespace", "double_quoted_strings", "ensure_first_param", "star_comments"]
    {
        assert!(ids.contains(&id), "{id} is not in {ids:?}");
    }
    assert!(results.iter().any(|one| !one["fixes"].as_array().unwrap().is_empty()));
    assert!(results.iter().any(|one| !one["relatedLocations"].as_array().unwrap().is_empty()));
    // The whole schema of SARIF is not part of pprepl.
    match std::env::var_os("SARIF_SCHEMA") {
        Some(path) => {
            let whole: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
            let whole = jsonschema::validator_for(&whole).expect("a schema");
            assert!(
                whole.is_valid(&found),
                "{:?}",
                whole.iter_errors(&found).map(|one| one.to_string()).collect::<Vec<_>>()
            );
        }
        None => eprintln!("not compared with the schema of OASIS: SARIF_SCHEMA does not name it"),
    }
    for text in [r#"{ "version": "2.1.0" }"#, r#"{ "$schema": "x", "version": "2.1.0", "runs": [] }"#] {
        assert!(!validator.is_valid(&serde_json::from_str(text).unwrap()), "{text}");
    }
}

#[test]
fn a_fingerprint_survives_when_code_moves() {
    let root = tree(&[("a.pp", WRONG), ("b.pp", &format!("# new\n\n{WRONG}")), ("c.pp", &WRONG.repeat(2))]);
    let prints = |name: &str| -> Vec<String> {
        let found = sarif(root.path(), &[name]);
        let results = found["runs"][0]["results"].as_array().unwrap().clone();
        let mismatches = results.iter().filter(|result| result["ruleId"] == "type-mismatch");
        mismatches.map(|one| one["partialFingerprints"]["primaryLocationLineHash"].to_string()).collect()
    };
    assert_eq!(prints("a.pp"), prints("b.pp"));
    let twice = prints("c.pp");
    assert!(twice.len() == 2 && twice[0] != twice[1], "{twice:?}");
    // Programs that keep fingerprints compare them with those of later versions.
    assert_eq!(prints("a.pp"), ["\"d98ed96dc7a8eed9:1\""]);
    let all = sarif(root.path(), &["a.pp"]);
    let results = all["runs"][0]["results"].as_array().unwrap();
    let hashes: std::collections::BTreeSet<String> =
        results.iter().map(|one| one["partialFingerprints"]["primaryLocationLineHash"].to_string()).collect();
    assert_eq!(hashes.len(), results.len(), "{hashes:?}");
}

#[test]
fn a_file_that_cannot_be_read_is_in_every_format() {
    let root = tree(&[("a.pp", "class a { }\n")]);
    let found = sarif(root.path(), &["a.pp", "none.pp"]);
    let invocation = &found["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    assert!(invocation["toolExecutionNotifications"][0]["message"]["text"].as_str().unwrap().contains("none.pp"));
    assert_eq!(sarif(root.path(), &["a.pp"])["runs"][0]["invocations"][0]["executionSuccessful"], true);
    let junit = check(root.path(), &["--junit", "a.pp", "none.pp"]);
    assert_eq!(junit.status, 64);
    assert!(junit.out.contains("<error type=\"unreadable-file\""), "{}", junit.out);
    let line: Value = serde_json::from_str(&check(root.path(), &["--json", "none.pp"]).out).unwrap();
    assert!(line["error"].as_str().unwrap().contains("cannot read"), "{line}");
    assert!(check(root.path(), &["--format", "github", "none.pp"]).out.starts_with("::error file=none.pp,"));
}

#[test]
fn test_cases_of_junit_keep_their_names_when_code_moves() {
    let root = tree(&[("a.pp", &WRONG.repeat(2)), ("b.pp", &format!("\n\n{}", WRONG.repeat(2)))]);
    let names = |arguments: &[&str]| -> Vec<String> {
        let out = pprepl(root.path(), arguments).out;
        out.lines()
            .filter_map(|line| Some(line.split_once("<testcase name=\"")?.1.split('"').next()?.to_owned()))
            .collect()
    };
    let first = names(&["check", "--junit", "a.pp"]);
    assert!(first.contains(&"type-mismatch (2)".to_owned()), "{first:?}");
    assert_eq!(first, names(&["check", "--junit", "b.pp"]));
    fs::write(root.path().join("n.pp"), "# %%\n\n$a = 1\n# %% Named\n$a + 1\n# %%\n$a\n# %%\n$a\n").unwrap();
    assert_eq!(names(&["run", "--junit", "n.pp"]), ["$a = 1", "Named", "$a", "$a (2)"]);
}

#[test]
fn several_notebooks_run_in_one_report() {
    let root = tree(&[("a.pp", "# %%\n1\n"), ("b.pp", "# %%\nfail('x')\n"), ("c.pp", "# %%\n3\n")]);
    let ran = pprepl(root.path(), &["run", "--junit", "a.pp", "b.pp", "c.pp"]);
    assert_eq!(ran.status, 1);
    assert_eq!(ran.out.matches("<testsuite name=").count(), 3);
    assert_eq!(ran.out.matches("<testsuites tests=\"3\" failures=\"1\"").count(), 1, "{}", ran.out);
    assert_eq!(pprepl(root.path(), &["run", "a.pp", "c.pp"]).out, "1\n3\n");
    let html = pprepl(root.path(), &["run", "a.pp", "c.pp", "--html", "x.html"]);
    assert_eq!(html.status, 64);
    assert!(html.err.contains("takes one notebook, found 2"), "{}", html.err);
}

#[test]
fn annotations_of_github_are_escaped() {
    let root = tree(&[("a,b.pp", WRONG)]);
    let ran = check(root.path(), &["--format", "github", "a,b.pp"]);
    assert_eq!(
        ran.out,
        "::error file=a%2Cb.pp,line=1,endLine=1,col=27,endColumn=31,title=type-mismatch::expected Integer, found \
         String%0Awrite 80 without quotes, or convert it: Numeric('80')\n"
    );
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
}

#[test]
fn the_count_line_and_quiet() {
    let root = tree(&[("a.pp", &format!("{WRONG}{UNUSED}")), ("c.pp", "class c { }\n")]);
    let all = check(root.path(), &["a.pp", "c.pp"]);
    let last = all.err.lines().last().unwrap();
    assert!(last.starts_with("1 error and ") && last.ends_with(" in 2 files"), "{last}");
    let quiet = check(root.path(), &["--quiet", "a.pp", "c.pp"]).err;
    assert!(quiet.contains("error[") && !quiet.contains("note[") && !quiet.contains(" in 2 files"), "{quiet}");
    assert_eq!(check(root.path(), &["c.pp"]).err, "");
}

#[test]
fn comments_suppress_findings() {
    let found = |text: &str| {
        let root = tree(&[("a.pp", text)]);
        let ran = check(root.path(), &["--deny", "unused-variable", "a.pp"]);
        (ran.status, ran.err)
    };
    let lines = |body: &str| format!("function f() {{\n{body}  2\n}}\n");
    assert_eq!(found(&lines("  $a = 1\n")).0, 1);
    for body in [
        "  $a = 1 # pprepl:ignore unused-variable\n",
        "  $a = 1 #pprepl:ignore unused-variable because of a test\n",
        "  $a = 1 # pprepl:ignore\n",
        "  # pprepl:ignore unused-variable\n  # more\n\n  $a = 1\n",
        "  $a = 1\n  # pprepl:ignore-file unused-variable\n",
        "  $a = 1 # pprepl:ignore reassignment, unused-variable\n",
    ] {
        assert_eq!(found(&lines(body)), (0, String::new()), "{body}");
    }
    for body in ["  # pprepl:ignore unused-variable\n  $b = 1\n  $a = 1\n", "  $a = 1 # pprepl:ignore reassignment\n"] {
        assert_eq!(found(&lines(body)).0, 1, "{body}");
    }
    let (status, err) = found(&lines("  $a = 1 # pprepl:ignore unused-varable\n"));
    assert!(
        status == 1
            && err.contains("a.pp:2: unknown rule 'unused-varable' in a comment; did you mean 'unused-variable'?"),
        "{err}"
    );
    assert_eq!(found("$x = = 1 # pprepl:ignore\n").0, 2, "an error of syntax cannot be suppressed");
}

#[test]
fn the_nearest_file_of_a_directory_has_the_rules() {
    let root = tree(&[
        ("home/pprepl/config.toml", "[check]\ndeny = [\"unused-variable\"]\n"),
        ("a.pp", UNUSED),
        ("module/.pprepl.toml", "[check]\nallow = [\"unused-variable\"]\n"),
        ("module/manifests/init.pp", UNUSED),
        ("module/strict/.pprepl.toml", "[check]\nwarn = [\"unused-variable\"]\n"),
        ("module/strict/x.pp", UNUSED),
        ("wrong/.pprepl.toml", "[settings]\nfiles = \"all\"\n"),
        ("wrong/x.pp", UNUSED),
    ]);
    assert_eq!(check(root.path(), &["a.pp"]).status, 1, "the user's own file");
    let allowed = check(root.path(), &["module/manifests/init.pp"]);
    assert_eq!((allowed.status, allowed.err.as_str()), (0, ""));
    let warned = check(root.path(), &["module/strict/x.pp"]);
    assert!(warned.status == 0 && warned.err.contains("warning[unused-variable]"), "{}", warned.err);
    assert_eq!(
        check(root.path(), &["module/manifests", "--deny", "unused-variable"]).status,
        1,
        "the command line wins"
    );
    assert_eq!(check(root.path(), &["module/manifests", "--no-project-config"]).status, 1);
    let wrong = check(root.path(), &["wrong/x.pp"]);
    assert_eq!(wrong.status, 64);
    assert!(
        wrong.err.contains("wrong/.pprepl.toml: line 1, column 2: [settings] belongs in your own"),
        "{}",
        wrong.err
    );
    assert_eq!(check(root.path(), &["a.pp", "module/manifests/init.pp"]).err.matches("unused-variable]").count(), 1);
}

/// Returns a validator for one of the published forms.
fn schema(name: &str) -> jsonschema::Validator {
    schema_in("pprepl-1", name)
}

fn schema_in(file: &str, name: &str) -> jsonschema::Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/schemas/{file}.schema.json"));
    let whole: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::meta::validate(&whole).expect("a valid schema");
    let one = json!({ "$schema": whole["$schema"], "$ref": format!("#/$defs/{name}"), "$defs": whole["$defs"] });
    jsonschema::validator_for(&one).expect("a schema")
}

#[test]
fn lines_of_json_follow_the_published_schema() {
    let root = tree(&[
        ("a.pp", &format!("{WRONG}{UNUSED}")),
        ("b.pp", "$x = [1\n"),
        ("n.pp", "# %%\nnotice('a')\n# %%\n$x +\n"),
    ]);
    let cases: &[(&str, &[&str])] = &[
        ("evaluation", &["--json", "-e", "[1, 'a']", "-e", "1 +", "-e", "$nosuch", "-e", "notice(1)", "-e", "1 2"]),
        ("evaluation", &["--json", "a.pp"]),
        ("evaluation", &["--json", "--set", "echo=all", "-e", "1\n[2]\n3"]),
        ("answer", &["--json", "-e", ":type 1", "-e", ":nosuch", "-e", ":vars"]),
        ("checked", &["check", "--json", "--hints", "a.pp", "b.pp", "none.pp"]),
        ("cell", &["run", "--json", "n.pp"]),
        ("test", &["test", "--json", "n.pp"]),
    ];
    for (name, arguments) in cases {
        let validator = schema(name);
        let ran = pprepl(root.path(), arguments);
        for line in ran.out.lines() {
            let value: Value = serde_json::from_str(line).unwrap();
            let errors: Vec<String> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{arguments:?}: {errors:#?}\n{line}");
            assert_eq!(value["version"], 1);
            assert!(!line.contains("\"line\":null") && !line.contains("\"column\":null"), "{line}");
        }
        assert!(*name == "test" || !ran.out.is_empty(), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn results_of_rpc_follow_the_published_schema() {
    let calls = [
        ("eval", json!({ "source": "notice(1) [1, 'a']" }), "evaluation"),
        ("eval", json!({ "source": "1 +" }), "evaluation"),
        ("command", json!({ "line": ":type 1" }), "answer"),
        ("command", json!({ "line": ":nosuch" }), "answer"),
        ("type", json!({ "source": "[1]" }), "types"),
        ("type", json!({ "source": "$a = [1, 2]", "offset": 6 }), "types"),
        ("check", json!({ "source": "upcas('a')" }), "check"),
        ("tokens", json!({ "source": "$a = 1" }), "tokens"),
        ("tree", json!({ "source": "$a = 1" }), "tree"),
        ("complete", json!({ "source": "upca" }), "completion"),
        ("inspect", json!({}), "inspection"),
        ("trace", json!({ "source": "1 + 2" }), "trace"),
        ("options", json!({ "strict": "error" }), "settings"),
        ("reset", json!({}), "empty"),
    ];
    let request = |(id, (method, params, _)): (usize, &(&str, Value, &str))| {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string() + "\n"
    };
    let input: String = calls.iter().enumerate().map(request).collect();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_pprepl"))
        .arg("rpc")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
    let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let response = schema_in("pprepl-rpc-1", "response");
    let asked = schema_in("pprepl-rpc-1", "request");
    assert_eq!(out.lines().count(), calls.len());
    for ((number, call), line) in calls.iter().enumerate().zip(out.lines()) {
        let answer: Value = serde_json::from_str(line).unwrap();
        let request: Value = serde_json::from_str(&request((number, call))).unwrap();
        let own = schema_in("pprepl-rpc-1", call.2);
        let all =
            asked.iter_errors(&request).chain(response.iter_errors(&answer)).chain(own.iter_errors(&answer["result"]));
        let errors: Vec<String> = all.map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:#?}\n{line}", call.0);
        assert_eq!(answer["result"]["version"], 1, "{line}");
    }
}

#[test]
fn an_incomplete_input_has_a_place() {
    let ran = pprepl(Path::new("."), &["--json", "-e", "1 +"]);
    let line: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&line["diagnostics"][0]["line"], &line["diagnostics"][0]["column"]), (&json!(1), &json!(4)));
}
