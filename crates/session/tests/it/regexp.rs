//! Ruby's regular expressions: every case is what Ruby 3.1 answered.

use std::rc::Rc;

use pprepl_session::{Session, Settings, SystemHost};
use puppet_pcore::{Regexp, Str};
use serde_json::{Value, json};

fn characters(text: &str, byte: usize) -> usize {
    text[..byte].chars().count()
}

fn span(text: &str, span: Option<(usize, usize)>) -> Value {
    span.map_or(Value::Null, |(from, to)| json!([characters(text, from), characters(text, to)]))
}

/// What our engine says about a case, in the form of the data.
fn answer(pattern: &str, subject: &str) -> Value {
    let regexp = Regexp::new(pattern);
    if let Err(issue) = regexp.check() {
        return json!({ "err": issue.message });
    }
    let text = Rc::new(Str::new(subject.to_owned()));
    let found = regexp.captures(&text).unwrap();
    let names: Vec<&str> = regexp.names().unwrap().iter().map(|(name, _)| name.as_str()).collect();
    let scan: Vec<Value> = regexp.scan(subject).unwrap().iter().map(|spans| span(subject, spans[0])).collect();
    json!({
        "m": found.map(|found| found.groups.iter().map(|group| span(subject, *group)).collect::<Vec<_>>()),
        "names": names,
        "gsub": regexp.replace(subject, "<\\0>", true).unwrap(),
        "split": regexp.split(subject).unwrap(),
        "scan": scan,
    })
}

/// The cases on which we differ.
fn differences(cases: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (pattern, subject) = (case["re"].as_str().unwrap(), case["s"].as_str().unwrap());
        let ours = answer(pattern, subject);
        let agrees = match case.get("err") {
            Some(_) => ours.get("err").is_some(),
            None => ["m", "names", "gsub", "split", "scan"].iter().all(|key| ours[*key] == case[*key]),
        };
        if !agrees {
            wrong.push(format!("{pattern:?} on {subject:?}\n  ruby {case}\n  ours {ours}"));
        }
    }
    wrong
}

#[test]
fn agrees_with_ruby() {
    let wrong = differences(include_str!("../../../../tests/conformance/regex.jsonl"));
    assert!(wrong.is_empty(), "{} cases differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn agrees_with_ruby_on_random_patterns() {
    let wrong = differences(include_str!("../../../../tests/conformance/regex_random.jsonl"));
    assert!(wrong.is_empty(), "{} cases differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn says_what_is_wrong_and_where() {
    let wrong = |pattern: &str| Regexp::new(pattern).check().unwrap_err().message;
    assert_eq!(wrong("a("), "/a(/ is not a regular expression: a ( has no ) after it (at character 3)");
    assert_eq!(
        wrong("é+*[z-a]"),
        "/é+*[z-a]/ is not a regular expression: the range of characters is empty (at character 8)"
    );
    assert_eq!(
        wrong("(?<n>a)\\1"),
        "/(?<n>a)\\1/ is not a regular expression: with named groups, refer to them by name (at character 10)"
    );
}

#[test]
fn replaces_by_templates() {
    let replaced = |pattern: &str, text: &str, by: &str| Regexp::new(pattern).replace(text, by, true).unwrap();
    assert_eq!(replaced("(a)(b)?", "abac", r"[\2\1\0]"), "[baab][aa]c");
    assert_eq!(replaced("(?<x>b)", "abc", r"<\k<x>|\`|\'|\&>"), "a<b|a|c|b>c");
    assert_eq!(replaced("b", "abc", r"\\1\x\"), r"a\1\x\c");
    assert_eq!(replaced("", "aé", "-"), "-a-é-");
    assert_eq!(Regexp::new("b").replace("abab", "x", false).unwrap(), "axab");
}

/// What Ruby does with case: a class is folded as a whole, ASCII sets stay ASCII, and `ß` is `ss`.
#[test]
fn folds_case_as_ruby_does() {
    let found =
        |pattern: &str, text: &str| Regexp::new(pattern).find_at(text, 0).unwrap().map(|spans| spans[0].unwrap());
    assert_eq!(found("(?i)[[:^lower:]]", "b"), Some((0, 1)));
    assert_eq!(found(r"(?i)\P{Lu}", "a"), None);
    assert_eq!(found(r"(?i)[\w]", "\u{17F}"), None);
    assert_eq!(found("(?i)[a-z]", "\u{17F}"), Some((0, 2)));
    assert_eq!(found("(?i)straße", "STRASSE"), Some((0, 7)));
    assert_eq!(found("(?i)ss$", "aß"), Some((1, 3)));
    // Ruby 3.1 loses these, in classes only.
    assert_eq!(found("(?i)[éx]", "É"), None);
    assert_eq!(found("(?i)éx", "ÉX"), Some((0, 3)));
}

#[test]
fn takes_the_longest_text_without() {
    let found =
        |pattern: &str, text: &str| Regexp::new(pattern).find_at(text, 0).unwrap().map(|spans| spans[0].unwrap());
    assert_eq!(found(r"/\*(?~\*/)\*/", "x /* a * b */ */"), Some((2, 13)));
    assert_eq!(found("(?~abc)", "xxabc"), Some((0, 4)));
    assert_eq!(found("(?~a|bcd)", "xbcda"), Some((0, 3)));
    assert_eq!(found("(?~)", "x"), None);
    assert!(Regexp::new("(?~a+b)").check().unwrap_err().message.contains("alternatives of a fixed length"));
}

fn code(answer: Result<bool, Box<puppet_pcore::ValueError>>) -> &'static str {
    answer.map_or_else(|issue| issue.code.as_str(), |_| "")
}

/// Patterns that take Ruby minutes or years: an answer, or an issue that says what to write instead.
#[test]
fn gives_up_in_time() {
    let long = format!("{}!", "a".repeat(5000));
    for pattern in ["^(a+)+$", "^(.*)*x", "^(a|a)*$", "^(a|aa)+$", "^([a-z]+)*$", "^(?:a?){30}a{30}$", "(a*)*b"] {
        assert!(!Regexp::new(pattern).is_match(&long).unwrap(), "{pattern}");
    }
    let text = "x".repeat(60);
    for pattern in [r"(x+x+)+\1[yz]", r"(?=(x|xx)+y)", r"^(?:(x+)*)+\1y", r"(?<!y)(x*)*\1z"] {
        let regexp = Regexp::new(pattern);
        assert!(matches!(code(regexp.is_match(&text)), "" | "REGEXP_TOO_HARD"), "{pattern}");
        let issue = regexp.replace(&text, "", true).err();
        assert!(issue.is_none_or(|issue| issue.help.unwrap().contains("(?>a+)")), "{pattern}");
    }
    assert_eq!(code(Regexp::new(r"(x+x+)+\1[yz]").is_match(&text)), "REGEXP_TOO_HARD");
}

/// Counts that multiply to what no engine can hold.
#[test]
fn refuses_what_becomes_too_big() {
    for pattern in [
        r"(?:\p{L}{1000}){1000}",
        "a{1000}{1000}{1000}",
        "((a{1000}){1000}){100}(?=b)",
        r"[[:alpha:]]{100000}",
        "(?:(?:(?:x{90}){90}){90}){90}(?!b)",
    ] {
        let issue = Regexp::new(pattern).check().unwrap_err();
        assert_eq!(issue.code, "REGEXP_TOO_BIG", "{pattern}: {}", issue.message);
        assert!(issue.help.unwrap().contains("make them smaller"));
    }
    assert!(Regexp::new("a{100001}").check().unwrap_err().message.contains("repeats too often"));
    assert!(Regexp::new("[[:alpha:]]{1,255}").check().is_ok());
}

/// A session goes on after such a pattern, with what it had.
#[test]
fn a_session_survives_them() {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    assert!(!session.evaluate("input", "$kept = 1").failed());
    let text = "x".repeat(60);
    for (input, code) in [
        (format!(r"'{text}' =~ /(x+x+)+\1y/"), "REGEXP_TOO_HARD"),
        (format!(r"regsubst('{text}', '(x+x+)+\1y', '')"), "REGEXP_TOO_HARD"),
        (format!(r"'{text}'.split('(x+x+)+\1y')"), "REGEXP_TOO_HARD"),
        (format!(r"'{text}'.match(/(x+x+)+\1y/)"), "REGEXP_TOO_HARD"),
        (format!(r"case '{text}' {{ /(x+x+)+\1y/: {{ 1 }} default: {{ 2 }} }}"), "REGEXP_TOO_HARD"),
        (format!(r"'{text}' ? {{ /(x+x+)+\1y/ => 1, default => 2 }}"), "REGEXP_TOO_HARD"),
        ("'a' =~ 'a{1000}{1000}{1000}'".to_owned(), "REGEXP_TOO_BIG"),
    ] {
        let evaluation = session.evaluate("input", &input);
        let codes: Vec<&str> = evaluation.reports.iter().map(|report| report.code.as_str()).collect();
        assert_eq!(codes, [code], "{input}");
    }
    assert_eq!(session.evaluate("input", "$kept + 1").value.as_deref(), Some("2"));
}

mod random {
    use super::Regexp;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// No pattern and no subject makes it panic.
        #[test]
        fn never_panics(pattern in r"[ab\(\)\[\]\{\}\*\+\?\^\$\|\.\\:<>=!\-,0-9éi \n]{0,24}", text in "[abé\n]{0,8}") {
            let regexp = Regexp::new(pattern);
            if regexp.check().is_ok() {
                let _ = regexp.scan(&text);
                let _ = regexp.split(&text);
                let _ = regexp.replace(&text, r"\0\1\k<a>", true);
            }
        }
    }
}
