//! What the checker says while a text is typed, what may be assumed of variables from outside, and rules on and off.

use std::time::Duration;

use pprepl_session::commands;
use pprepl_session::{CommandAnswer, Deadline, Edition, Outcome, Session, Settings, SystemHost, TypingHint};
use puppet_check::RULES;

fn session() -> Session {
    Session::new(Settings::default(), Box::new(SystemHost::silent()))
}

fn say(session: &mut Session, line: &str) -> CommandAnswer {
    match commands::submit(session, line) {
        Outcome::Command(answer) => *answer,
        other => panic!("{line}: {other:?}"),
    }
}

fn hint(session: &mut Session, text: &str) -> Option<TypingHint> {
    session.analyze().typing_hint(text, Deadline::after(Duration::from_secs(5)))
}

fn ty(text: &str) -> Option<TypingHint> {
    Some(TypingHint::Type(text.to_owned()))
}

#[test]
fn the_type_stands_behind_what_is_typed() {
    let mut s = session();
    assert_eq!(hint(&mut s, "$x = [1, 2.5]"), ty("Tuple[Integer[1, 1], Float[2.5, 2.5]]"));
    commands::submit(&mut s, "function f(Integer $n) >> String { notice($n) \"${n}\" }");
    assert_eq!(hint(&mut s, "f(5)"), ty("String"));
    assert_eq!(hint(&mut s, "if true {\n  f(1)\n} else {\n  2\n}"), ty("Variant[String, Integer[2, 2]]"));
    assert!(s.inputs().len() == 1 && s.last().unwrap().logs.is_empty(), "nothing ran");
}

#[test]
fn what_will_fail_is_told() {
    let mut s = session();
    commands::submit(&mut s, "function f(Integer $n) { $n }");
    let finding = TypingHint::Finding("expected Integer, found String".to_owned());
    assert_eq!(hint(&mut s, "$x = f('a')"), Some(finding));
}

#[test]
fn a_word_that_is_being_typed_is_not_held_against_anyone() {
    let mut s = session();
    commands::submit(&mut s, "$port = 80");
    assert_eq!(hint(&mut s, "$x = $por"), None);
    assert_eq!(hint(&mut s, "$x = [$por]"), Some(TypingHint::Finding("unknown variable 'por'".to_owned())));
    assert_eq!(hint(&mut s, "$x = $port"), ty("Integer[80, 80]"));
}

#[test]
fn of_what_goes_on_or_is_wrong_nothing_is_said() {
    let mut s = session();
    for text in
        ["$x = [1,", "$x = ", "if true {", "$x = 'a", "$x = )", "1 = 2", "", "class c { 1 }", "fail('x')", "notice(1)"]
    {
        assert_eq!(hint(&mut s, text), None, "{text}");
    }
}

#[test]
fn nobody_waits_for_a_long_text() {
    let mut s = session();
    let text = "$a = [1, 2].map |$x| { $x + 1 }\n".replace("$a", "$a0") + &"notice([[[1]]])\n".repeat(20_000);
    assert_eq!(
        s.analyze().typing_hint(&text, Deadline::after(Duration::ZERO)),
        None,
        "the time was up before it began"
    );
    assert!(
        s.analyze().typing_hint("$x = 5", Deadline::after(Duration::from_secs(5))).is_some(),
        "the next one is answered"
    );
}

#[test]
fn what_is_assumed_of_a_variable_is_its_type() {
    let mut s = session();
    assert!(say(&mut s, ":type $port").reports.iter().any(|r| r.code == "unknown-variable"));
    assert_eq!(say(&mut s, ":assume $port Integer[1, 65535]").value.as_deref(), Some("Integer[1, 65535]"));
    assert_eq!(say(&mut s, ":type $port").value.as_deref(), Some("Integer[1, 65535]"));
    assert_eq!(hint(&mut s, "$x = $port"), ty("Integer[1, 65535]"));
    let wrong = say(&mut s, ":check $port =~ /8/");
    assert_eq!(wrong.reports[0].code, "operand");
    say(&mut s, ":assume $port");
    assert!(say(&mut s, ":assume").text.starts_with("no assumptions"));
    assert!(say(&mut s, ":type $port").reports.iter().any(|r| r.code == "unknown-variable"));
}

#[test]
fn facts_can_be_assumed() {
    let mut s = session();
    say(&mut s, ":assume $facts : Struct[{os => Struct[{family => Enum['Debian', 'RedHat']}]}]");
    assert_eq!(say(&mut s, ":type $facts['os']['family']").value.as_deref(), Some("Enum['Debian', 'RedHat']"));
    assert_eq!(say(&mut s, ":check $facts['os']['family'] + 1").reports[0].code, "operand", "neither is a number");
    let mut other = session();
    say(&mut other, ":assume $facts : Struct[{os => Struct[{family => Enum['Debian', '12']}]}]");
    assert_eq!(say(&mut other, ":check $facts['os']['family'] + 1").reports.len(), 0, "a string may be a number");
    assert_eq!(say(&mut s, ":check $facts['os'] + 1").reports[0].code, "operand");
}

#[test]
fn a_value_goes_before_an_assumption() {
    let mut s = session();
    let told = say(&mut s, ":assume $x String");
    assert!(!told.text.contains("has priority"));
    commands::submit(&mut s, "$x = 5");
    assert!(say(&mut s, ":assume $x String").text.contains("has priority"));
    assert_eq!(say(&mut s, ":type $x").value.as_deref(), Some("Integer[5, 5]"));
    // What runs never asks for an assumption.
    say(&mut s, ":assume $y Integer");
    let Outcome::Evaluated(found) = commands::submit(&mut s, "$y") else { panic!("an evaluation") };
    assert_eq!(found.reports[0].code, "UNKNOWN_VARIABLE");
    say(&mut s, ":reset");
    assert!(say(&mut s, ":assume").text.starts_with("no assumptions"));
}

#[test]
fn an_assumption_needs_a_name_and_a_type() {
    let mut s = session();
    let refused = |s: &mut Session, line: &str| say(s, line).reports[0].message.clone();
    assert_eq!(refused(&mut s, ":assume $x 5"), "5 is a value, not a type");
    assert_eq!(refused(&mut s, ":assume $x Nosuch"), "'Nosuch' is not a valid type");
    assert_eq!(refused(&mut s, ":assume [1] Integer"), "'[1]' is not the name of a variable");
}

#[test]
fn each_rule_can_be_turned_off_and_on() {
    let mut s = session();
    let code = ":check [1] * 2";
    assert_eq!(say(&mut s, code).reports.len(), 1);
    assert!(say(&mut s, ":rules operand off").text.starts_with("operand  off"));
    assert_eq!(say(&mut s, code).reports.len(), 0);
    say(&mut s, ":rules operand on");
    assert_eq!(say(&mut s, code).reports.len(), 1);
    let listed = say(&mut s, ":rules");
    assert_eq!(listed.text.lines().count(), RULES.len());
    let refused = say(&mut s, ":rules operant");
    assert_eq!(refused.reports[0].help.as_deref(), Some("did you mean 'operand'?"));
}

#[test]
fn what_a_rule_off_would_say_is_not_foreseen() {
    let mut s = session();
    let reports = |s: &mut Session| match commands::submit(s, "if false { 1 =~ /x/ }") {
        Outcome::Evaluated(found) => found.reports.len(),
        _ => 99,
    };
    assert_eq!(reports(&mut s), 1);
    say(&mut s, ":rules operand off");
    assert_eq!(reports(&mut s), 0);
}

/// A preview of each input: the value, its types, and for a type what it means and its normal form.
#[test]
fn previews_show_values_and_types() {
    let mut text = String::new();
    for edition in [Edition::Eight, Edition::Puppet8] {
        let mut settings = Settings::default();
        edition.apply(&mut settings);
        let mut s = Session::new(settings, Box::new(SystemHost::silent()));
        for code in [
            "1 + 1",
            "1 + ",
            "1 )",
            "$x = 1",
            "notice(1)",
            "'a' + 1",
            "function f() { 1 }",
            "[1, 'a\n', 2.5]",
            "Integer[1, 5]",
            "Variant[Integer, Integer[1, 2]]",
            "Variant[Integer, Integer]",
            "Array[Any]",
            "type A = Integer",
            "Integer[1, 5001].map |$i| { 7 }",
            "Integer[1, 5000].map |$i| { 7 }",
            "Integer[1, 6000].reduce([]) |$m, $i| { [$m] }",
            "Integer[1, 20].reduce([1]) |$m, $i| { [$m, $m] }",
        ] {
            let found = s.preview(code, Duration::from_secs(30));
            let shown = found.map_or("nothing".to_owned(), |one| {
                let value: String = one.value.chars().take(20).collect();
                let types = [Some(one.detailed), Some(one.reduced), Some(one.generalized), one.documents, one.normal];
                let types = types.map(|ty| ty.map_or("-".to_owned(), |ty| ty.chars().take(60).collect()));
                format!("{value}: {} | {}", types.join(" | "), one.meaning.as_deref().unwrap_or("-"))
            });
            text.push_str(&format!("{code}\n  {}\n", shown.replace('\n', "\\n")));
        }
    }
    insta::assert_snapshot!(text);
}
