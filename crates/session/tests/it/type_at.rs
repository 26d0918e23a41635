//! The type of the expression at a place: before it runs, and after. `^` marks the place in each text.

use pprepl_session::commands;
use pprepl_session::{Session, Settings, SystemHost, TypeAt};

fn session() -> Session {
    Session::new(Settings::default(), Box::new(SystemHost::silent()))
}

fn at(session: &mut Session, marked: &str) -> Option<TypeAt> {
    let offset = marked.find('^').expect("a mark");
    session.analyze().type_at("cell", &marked.replacen('^', "", 1), offset)
}

/// The text of the expression and its static type.
fn seen(marked: &str) -> (String, String) {
    let found = at(&mut session(), marked).unwrap_or_else(|| panic!("{marked}: nothing there"));
    (found.code, found.static_type)
}

#[track_caller]
fn shows(marked: &str, code: &str, ty: &str) {
    assert_eq!(seen(marked), (code.to_owned(), ty.to_owned()), "{marked}");
}

#[test]
fn the_innermost_expression_is_told() {
    shows("[1, ^'a', 2]", "'a'", "String");
    shows("^[1, 'a']", "[1, 'a']", "Tuple[Integer[1, 1], String]");
    shows("1 ^+ 2", "1 + 2", "Integer[3, 3]");
    shows("{ 'k' => ^true }", "true", "Boolean[true]");
    shows("(^1)", "1", "Integer[1, 1]");
}

#[test]
fn at_its_end_an_expression_is_still_meant() {
    shows("1 + 22^", "22", "Integer[22, 22]");
    shows("$x = 'a'\n$x^", "$x", "String");
    shows("upcase('a')^", "upcase('a')", "String");
}

#[test]
fn names_that_are_bound_have_types() {
    shows("^$x = 5", "$x", "Integer[5, 5]");
    shows("[$a, ^$b] = [1, 'b']", "$b", "String");
    shows("function f(Integer ^$n) { $n + 1 }", "$n", "Integer");
    shows("[1, 2].each |^$x| { notice($x) }", "$x", "Integer[1, 2]");
    shows("define d(String ^$s = 'a') { notice($s) }", "$s", "String");
}

#[test]
fn bodies_are_looked_into() {
    shows("function f(Integer $n) { ^$n + 1 }", "$n", "Integer");
    shows("[1, 2].map |$x| { ^$x * 2 }", "$x", "Integer[1, 2]");
    shows("class c(String $s = 'a') { notice(^$s) }", "$s", "String");
    shows("\"a${^[1]}\"", "[1]", "Tuple[Integer[1, 1]]");
    shows("@(\"END\")\n  n: ${upcase(^'x')}\n  | END\n", "'x'", "String");
}

#[test]
fn a_test_narrows_what_is_told() {
    shows("function f(Optional[String] $s) { if $s { ^$s } }", "$s", "String");
    shows("function f(Variant[String, Integer] $v) { case $v { Integer: { ^$v } default: { 0 } } }", "$v", "Integer");
}

#[test]
fn written_types_are_types() {
    shows("function f(^Integer[1, 5] $n) { $n }", "Integer[1, 5]", "Type[Integer[1, 5]]");
}

#[test]
fn a_name_in_a_string_stands_for_the_variable() {
    shows("$x = 5\n\"a${^x}\"", "$x", "Integer[5, 5]");
}

#[test]
fn what_is_required_is_told_with_why_it_does_not_fit() {
    let mut s = session();
    let text = "function f(Struct[{a => Integer, b => String}] $h) { $h }\nf(^{ a => 'x', b => 1 })";
    let found = at(&mut s, text).unwrap();
    assert_eq!(found.wanted.as_deref(), Some("Struct[{'a' => Integer, 'b' => String}]"));
    let places: Vec<&str> = found.mismatch.iter().map(|misfit| misfit.place.as_str()).collect();
    assert_eq!(places, ["the value", "entry 'a'", "entry 'b'"]);
    let inner = at(&mut s, &text.replace('^', "").replace("'x'", "^'x'")).unwrap();
    assert_eq!((inner.code.as_str(), inner.static_type.as_str()), ("'x'", "String"));
    assert_eq!(inner.wanted.as_deref(), Some("Integer"));
    assert_eq!(inner.reports.len(), 1, "the finding at this place only");
    let fits = at(&mut s, "function g(Integer $n) { $n }\ng(^5)").unwrap();
    assert_eq!((fits.wanted.as_deref(), fits.mismatch.len()), (Some("Integer"), 0));
}

#[test]
fn after_the_run_values_and_their_types_are_told() {
    let mut s = session();
    let text = "$xs = [1, 2.5]\n^$xs";
    assert!(at(&mut s, text).unwrap().value.is_none());
    commands::submit(&mut s, &text.replace('^', ""));
    let value = at(&mut s, text).unwrap().value.expect("a value");
    assert_eq!(value.value, "[1, 2.5]");
    assert_eq!(value.detailed, "Tuple[Integer[1, 1], Float[2.5, 2.5]]");
    assert_eq!(value.reduced, "Array[Numeric, 2, 2]");
    assert_eq!(value.generalized, "Array[Numeric]");
}

#[test]
fn nothing_with_an_effect_is_looked_up() {
    let mut s = session();
    let text = "notice('x')^";
    assert!(at(&mut s, text).unwrap().value.is_none());
    // The last value is known without running it again.
    commands::submit(&mut s, "notice('x')");
    assert_eq!(at(&mut s, text).unwrap().value.unwrap().value, "undef");
    assert_eq!(s.last().unwrap().logs.len(), 1);
}

#[test]
fn a_parameter_of_a_lambda_is_not_the_sessions_variable() {
    let mut s = session();
    commands::submit(&mut s, "$x = 'mine'");
    let found = at(&mut s, "[1].map |$x| { ^$x }").unwrap();
    assert_eq!((found.static_type.as_str(), found.value.is_none()), ("Integer[1, 1]", true));
    let matched = at(&mut s, "if 'ab' =~ /(b)/ { ^$1 }").unwrap();
    assert!(matched.value.is_none());
}

#[test]
fn after_a_failure_the_tree_of_the_value_is_told() {
    let mut s = session();
    let text = "function h($x) { $x }\nassert_type(Struct[{port => Integer}], ^h({ port => 'x80' }))";
    commands::submit(&mut s, &text.replace('^', ""));
    let found = at(&mut s, text).unwrap();
    assert!(found.mismatch.iter().any(|misfit| misfit.place == "entry 'port'"), "{:?}", found.mismatch);
}

#[test]
fn a_text_with_errors_is_read_as_far_as_it_goes() {
    let mut s = session();
    let found = at(&mut s, "$x = [1, 2]\n^$x\n$y = ").unwrap();
    assert_eq!(found.static_type, "Tuple[Integer[1, 1], Integer[2, 2]]");
    assert!(at(&mut s, "^").is_none());
    for text in ["^$x = ", "[1, ^", "f(^", "if ^{", "\"${^", "'^", "{ a => ^", "|^$x|", "case ^1 {", "$x ? { ^"] {
        let _ = at(&mut s, text);
    }
}
