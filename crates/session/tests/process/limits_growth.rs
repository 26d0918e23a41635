//! What grows with the text grows in line with it: each row is of a size that took minutes when it grew with the square, and
//! has a budget of time that is far above what it needs now. Endless recursion ends with an error that says so.

use pprepl_session::commands;
use pprepl_session::complete::complete;
use pprepl_session::{Outcome, Session, Settings, SystemHost};

/// Seconds that an evaluation or a check may take. A loaded machine must do.
const SECONDS: &str = "40";

/// The bytes of stack that an evaluation may use, and those that its thread has.
const STACK: usize = 192 << 20;

fn session() -> Session {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent().with_stack(STACK)));
    session.set("time", SECONDS).expect("a setting");
    session
}

fn each(count: usize, row: impl Fn(usize) -> String) -> String {
    (0..count).map(row).collect()
}

/// Evaluates a text in a thread with room for deep calls: its value, else the first error's code.
fn run(text: &str) -> String {
    let text = text.to_owned();
    let thread = std::thread::Builder::new().stack_size(STACK + (32 << 20)).spawn(move || value_or_code(&text));
    thread.expect("a thread").join().expect("a value")
}

fn value_or_code(text: &str) -> String {
    let evaluation = session().evaluate("input", text);
    let fault = evaluation.reports.iter().find(|report| report.severity == pprepl_text::Severity::Error);
    fault.map_or_else(|| evaluation.value.clone().unwrap_or_default(), |report| report.code.to_string())
}

/// Checks a text: the codes of what was found.
fn codes(text: &str) -> Vec<String> {
    let mut codes: Vec<String> =
        session().analyze().check_types("input", text).reports.into_iter().map(|one| one.code.to_string()).collect();
    codes.dedup();
    codes
}

#[test]
fn names_of_many_segments() {
    let (types, name) = ("A::".repeat(50_000) + "B", "a::".repeat(50_000) + "b");
    assert_eq!(run(&types), "UNKNOWN_RESOURCE_TYPE");
    assert_eq!(run(&format!("include {name}")), "RUNTIME_ERROR");
    assert_eq!(run(&format!("class {name} {{ }} include {name} 1")), "1");
    assert_eq!(codes(&types), ["unknown-type"]);
    assert_eq!(codes(&format!("include {name}")), ["unknown-class"]);
}

#[test]
fn many_branches_are_checked() {
    let none: [&str; 0] = [];
    let options = each(20_000, |i| format!("  'v{i}': {{ $x = {i} }}\n"));
    assert_eq!(codes(&format!("case $facts['a'] {{\n{options}  default: {{ $x = 0 }}\n}}\nnotice($x)")), none);
    let options = each(20_000, |i| format!("  'v{i}' => 's{i}',\n"));
    assert_eq!(codes(&format!("$r = $facts['a'] ? {{\n{options}  default => 'x'\n}}\nnotice($r)")), none);
    let ifs = each(10_000, |i| format!("if $facts['x{i}'] {{ $y{i} = 1 }} else {{ $y{i} = 2 }}\n"));
    assert_eq!(codes(&format!("{ifs}notice($y0)")), none);
    let unknown = each(20_000, |i| format!("if $x{i} {{ $y{i} = 1 }} else {{ $y{i} = 2 }}\n"));
    assert_eq!(codes(&unknown), ["unknown-variable"]);
    let elsifs = each(400, |i| format!("elsif $facts['a'] == {i} {{ $x = {i} }}\n"));
    assert_eq!(codes(&format!("if $facts['a'] == 0 {{ $x = 1 }}\n{elsifs}else {{ $x = 3 }}\nnotice($x)")), none);
}

#[test]
fn many_parameters() {
    let params = each(10_000, |i| format!("Integer $p{i} = {i},\n"));
    assert_eq!(run(&format!("class c({params}) {{ }}\ninclude c\n$c::p9999")), "9999");
    let given = each(10_000, |i| format!("p{i} => {i},\n"));
    let class = format!("class c({params}) {{ }}\nclass {{ 'c': {given} }}\n");
    assert_eq!(run(&format!("{class}$c::p9999")), "9999");
    assert_eq!(codes(&class), [""; 0]);
    let define = format!(
        "define d({params}) {{ notify {{ \"${{p9999}}\": }} }}\nd {{ 'x': {given} }}\nd {{ 'y': p9999 => 7 }}\n1"
    );
    assert_eq!(run(&define), "1");
    let twice = each(10_000, |i| format!("$p{i}, ")) + "$p5";
    assert_eq!(run(&format!("function f({twice}) {{ 1 }}")), "DUPLICATE_PARAMETER");
}

#[test]
fn many_titles() {
    let titles = each(30_000, |i| format!("'x{i}', "));
    assert_eq!(run(&format!("(notify {{ [{titles}]: }}).length")), "30000");
    assert_eq!(run(&format!("notify {{ [{titles} 'x7']: }}")), "DUPLICATE_TITLE");
    let bodies = each(30_000, |i| format!("'x{i}': message => 'm';\n"));
    assert_eq!(run(&format!("(notify {{ {bodies} }}).length")), "30000");
    let references = format!("notify {{ [{titles}]: }} Notify[{titles}] -> notify {{ 'y': }}\n1");
    assert_eq!(run(&references), "1");
}

#[test]
fn classes_in_classes() {
    for (function, deep) in [("include", 300), ("contain", 300), ("require", 300)] {
        let classes = each(deep, |i| format!("class c{i} {{ {function} c{} notify {{ 'n{i}': }} }}\n", i + 1));
        let text = format!("{classes}class c{deep} {{ }}\ninclude c0\ntagged('c{deep}')");
        assert_eq!(run(&text), "true", "{function}");
        let classes = each(5_000, |i| format!("class c{i} {{ {function} c{} }}\n", i + 1));
        let text = format!("{classes}class c5000 {{ }}\ninclude c0");
        assert_eq!(run(&text), "STACK_LEVEL_TOO_DEEP", "{function}");
    }
}

/// The tags of a class in a class are those of all around it, those by `tag()` among them, as far as they are there.
#[test]
fn tags_of_classes_in_classes() {
    let mut session = session();
    let text = "tag('top')\nclass a { tag('early') include b tag('late') include c }\nclass b { include d }\n\
                class c { notify { 'n': } }\nclass d { }\ninclude a\n";
    session.evaluate("input", text);
    let export = session.catalog().export();
    let tags = |title: &str| {
        let found = export.resources.iter().find(|one| one.title == title).expect("a resource");
        found.tags.join(" ")
    };
    assert!(tags("D").contains("early"), "{}", tags("D"));
    assert!(!tags("D").contains("late"), "{}", tags("D"));
    assert!(tags("C").contains("late"), "{}", tags("C"));
    assert!(tags("C").contains("top"), "{}", tags("C"));
}

#[test]
fn tags_and_resources() {
    let text = each(10_000, |i| format!("tag('t{i}')\nnotify {{ 'x{i}': }}\n"));
    assert_eq!(run(&format!("{text}tagged('t9999')")), "true");
}

#[test]
fn tags_are_taken_back() {
    let mut session = session();
    session.submit("tag('a')");
    session.submit("tag('b', 'c')");
    commands::run(&mut session, ":undo");
    let value = |session: &mut Session, text: &str| match session.submit(text) {
        Outcome::Evaluated(evaluation) => evaluation.value.unwrap_or_default(),
        _ => String::new(),
    };
    assert_eq!(value(&mut session, "[tagged('a'), tagged('b'), tagged('c')]"), "[true, false, false]");
}

#[test]
fn recursion_ends() {
    assert_eq!(run("define d() { @d { \"${title}x\": } D <| |> } d { 'a': }"), "RUNTIME_ERROR");
    assert_eq!(run("define d() { d { \"${title}x\": } } d { 'a': }"), "RUNTIME_ERROR");
    assert_eq!(run("class a inherits b { } class b inherits a { } include a"), "RUNTIME_ERROR");
    assert_eq!(run("class a { include b } class b { include a } include a 1"), "1");
}

#[test]
fn keys_are_completed() {
    let mut session = session();
    let entries = each(20_000, |i| format!("'key{i}' => {i},"));
    session.evaluate("input", &format!("$h = {{ {entries} 'it is' => {{ 'in' => 1 }} }}\n1"));
    let found = complete(&mut session, "$h['", 4);
    assert_eq!(found.items.len(), 20_001);
    assert_eq!(complete(&mut session, "$h['key1999", 11).items.len(), 11);
    let found = complete(&mut session, "$h['it is']['", 13);
    assert_eq!(found.items.iter().map(|item| &*item.label).collect::<Vec<_>>(), ["'in'"]);
}

#[test]
fn one_long_line() {
    let mut session = session();
    let text = format!("$x = [{}]", each(100_000, |i| format!("'ä{i}', ")));
    let (tokens, _) = session.source().tokens("input", &text, false);
    let last = tokens.last().expect("a token");
    assert_eq!((last.kind, last.line, last.column), ("RBRACK", 1, text.chars().count() as u32));
    let Outcome::Command(answer) = commands::run(&mut session, &format!(":cst $x = [{}]", "1, ".repeat(20_000))) else {
        panic!("an answer")
    };
    assert!(answer.text.contains("1:60002-1:60003"), "{}", answer.reports.len());
}

/// A limit ends commands, checks and completion, too.
#[test]
fn limits_hold_beside_evaluation() {
    let mut session = session();
    session.evaluate("input", "Integer[1, 20000].each |$x| { notify { \"x$x\": } } Notify <| |> -> Notify <| |>");
    session.set("time", "1").expect("a setting");
    let answer = match commands::run(&mut session, ":catalog check") {
        Outcome::Command(answer) => answer,
        _ => panic!("an answer"),
    };
    let codes: Vec<&str> = answer.reports.iter().map(|report| report.code.as_str()).collect();
    assert!(codes == ["TIME_LIMIT"] || codes == ["MEMORY_LIMIT"], "{codes:?}");
}

/// The stop flag ends a command, and the next one runs.
#[test]
fn a_command_can_be_stopped() {
    let mut session = session();
    session.evaluate("input", "Integer[1, 3000].each |$x| { notify { \"x$x\": } }");
    session.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    let code = |outcome: Outcome| match outcome {
        Outcome::Command(answer) => answer.reports.first().map(|report| report.code.to_string()),
        _ => None,
    };
    assert_eq!(code(commands::run(&mut session, ":catalog")).as_deref(), Some("CANCELLED"));
    assert_eq!(code(commands::run(&mut session, ":catalog")), None);
    session.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    let view = session.analyze().check_types("input", &"notice(1)\n".repeat(1000));
    assert_eq!(view.reports.first().map(|report| report.code.as_str()), Some("CANCELLED"));
    assert_eq!(session.analyze().check_types("input", "1 + 1").reports.len(), 0);
}

/// Each open brace was read again by the list around it: thirty took a minute.
#[test]
fn unclosed_braces_in_one_another_are_read_once() {
    for form in ["class a {", "define a() {", "if true {", "node a {", "[1].each |$x| {", "function f() {"] {
        assert_eq!(run(&format!("{form}\n").repeat(100)), "SYNTAX_ERROR", "{form}");
        assert!(codes(&format!("{form}\n").repeat(100)).contains(&"SYNTAX_ERROR".to_owned()), "{form}");
    }
}

/// A field that fits no more digits tried all divisions of the fields before it.
#[test]
fn timespans_of_many_fields_are_read_in_line() {
    let digits = "1".repeat(130);
    assert_eq!(run(&format!("Timespan('{digits}', '{}x')", "%-9H".repeat(9))), "RUNTIME_ERROR");
    assert_eq!(run(&format!("Timespan('{}')", "1".repeat(100_000))), "RUNTIME_ERROR");
    assert_eq!(
        run("Timespan('1 2', '%_1H%_2M') == Timespan(3720) and Timespan(' 12', '%_3H') == Timespan(43200)"),
        "true"
    );
    assert_eq!(run("Timespan('1 2', '%_3H%_1M')"), "RUNTIME_ERROR");
}

#[test]
fn messages_quote_the_ends_of_long_strings() {
    let mut session = session();
    let evaluation = session.evaluate("input", "include(Integer[1, 20].reduce('ab') |$a, $i| { \"${a}${a}\" })");
    assert!(evaluation.reports.iter().all(|report| report.message.len() < 20_000));
    let evaluation = session.evaluate("input", "fail(Integer[1, 20].reduce('ab') |$a, $i| { \"${a}${a}\" })");
    assert!(evaluation.reports.iter().any(|report| report.message.len() > 1 << 20), "the author's text is whole");
}
