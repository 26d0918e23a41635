//! The signature of the call that is being typed: the overload and the parameter at the cursor, where `‸` stands.

use pprepl_session::complete::signature;
use pprepl_session::{Session, Settings, SystemHost};

/// The signature with the parameter in force between `«` and `»`; `-` where there is none.
fn told(marked: &str) -> String {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    session.evaluate("input 1", "function greet(String $who, Integer $times = 1, *$rest) { }");
    let at = marked.find('‸').unwrap();
    let text = marked.replace('‸', "");
    let Some(found) = signature(&session, &text, at) else { return "-".to_owned() };
    let (start, end) = (found.active.start, found.active.end);
    format!("{}«{}»{}", &found.text[..start], &found.text[start..end], &found.text[end..])
}

#[test]
fn the_parameter_at_the_cursor() {
    assert_eq!(told("greet(‸"), "greet(«String $who», Integer $times = 1, *$rest)");
    assert_eq!(told("greet('a', ‸"), "greet(String $who, «Integer $times = 1», *$rest)");
    assert_eq!(told("$x = greet('a', 2, [1, 2], {a => 1}, ‸) + 1"), "greet(String $who, Integer $times = 1, «*$rest»)");
    assert_eq!(told("greet(max(1, 2), ‸"), "greet(String $who, «Integer $times = 1», *$rest)");
    assert_eq!(told("notice(greet(‸))"), "greet(«String $who», Integer $times = 1, *$rest)");
    assert_eq!(told("'a'.greet(‸"), "greet(String $who, «Integer $times = 1», *$rest)");
}

#[test]
fn the_overload_that_takes_so_many() {
    let found = told("regsubst($a, /b/, ‸");
    assert!(found.starts_with("regsubst($text, $pattern, «") && found.contains("one of"), "{found}");
    assert!(found.chars().count() < 160, "the others are told by their names: {found}");
}

#[test]
fn where_no_call_is_open() {
    for text in ["‸", "greet('a')‸", "$a = (1 + ‸", "unknown_one(‸", "# greet(‸", "'greet(‸", "greet('a'; ‸"]
    {
        assert_eq!(told(text), "-", "{text}");
    }
}

#[test]
fn bad_input_is_no_call() {
    for text in ["((((‸", ")‸", "greet(\u{1b}[2J‸", "é.greet(‸", "@(END)\n greet(‸"] {
        told(text);
    }
}
