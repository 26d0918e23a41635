//! Completion as front ends get it: where, what, and with which words.

use pprepl_session::complete::{Completion, ItemKind, complete};
use pprepl_session::{Session, Settings, SystemHost};

/// A session after these inputs.
fn after(inputs: &[&str]) -> Session {
    let mut session = Session::new(
        Settings { themes: pprepl_testing::THEMES, ..Settings::default() },
        Box::new(SystemHost::silent()),
    );
    for input in inputs {
        assert!(!session.evaluate("input", input).failed(), "{input}");
    }
    session
}

/// The completion at `|` in `text`.
fn at(session: &mut Session, text: &str) -> Completion {
    let offset = text.find('¦').expect("a cursor");
    complete(session, &text.replace('¦', ""), offset)
}

fn labels(found: &Completion) -> Vec<&str> {
    found.items.iter().map(|item| item.label.as_str()).collect()
}

/// The text with its only completion put in.
fn completed(session: &mut Session, text: &str) -> String {
    let offset = text.find('¦').expect("a cursor");
    let found = at(session, text);
    assert_eq!(found.items.len(), 1, "{text}: {:?}", labels(&found));
    let text = text.replace('¦', "");
    format!("{}{}{}", &text[..found.from], found.items[0].label, &text[offset..])
}

#[test]
fn variables_anywhere_in_the_line() {
    let mut s = after(&["$greeting = 'hi'", "$other = 1"]);
    assert_eq!(completed(&mut s, "$gr¦"), "$greeting");
    assert_eq!(completed(&mut s, "upcase($gr¦)"), "upcase($greeting)");
    assert_eq!(completed(&mut s, "[1, 2].map |$i| { $gre¦ }"), "[1, 2].map |$i| { $greeting }");
    assert_eq!(completed(&mut s, "\"say $gre¦!\""), "\"say $greeting!\"");
    assert_eq!(completed(&mut s, "\"say ${gre¦}!\""), "\"say ${greeting}!\"");
    assert_eq!(completed(&mut s, "$x = @(\"END\")\n  ${gree¦\n  | END\n"), "$x = @(\"END\")\n  ${greeting\n  | END\n");
    let found = at(&mut s, "$¦");
    assert!(labels(&found).starts_with(&["$greeting", "$other"]), "{:?}", labels(&found));
    assert_eq!(found.items[0].detail, "String = 'hi'");
}

#[test]
fn nothing_where_nothing_is_code() {
    let mut s = after(&["$greeting = 'hi'"]);
    for text in ["'$gree¦'", "# $gree¦", "1 /* $gree¦ */", "$x = @(END)\n  $gree¦\n  | END\n", "'upca¦'"] {
        assert_eq!(labels(&at(&mut s, text)), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn functions_have_signature_and_sentence() {
    let mut s = after(&["function twice(Integer $n) { $n * 2 }"]);
    let found = at(&mut s, "reverse_e¦");
    assert_eq!((found.items[0].label.as_str(), found.items[0].kind), ("reverse_each", ItemKind::Function));
    assert!(found.items[0].detail.contains("Iterable"), "{}", found.items[0].detail);
    assert!(!found.items[0].doc.is_empty());
    assert_eq!(completed(&mut s, "1 + twi¦"), "1 + twice");
    assert_eq!(completed(&mut s, "[1].reverse_e¦"), "[1].reverse_each");
}

#[test]
fn types_and_keywords() {
    let mut s = after(&["type Portnumber = Integer[1, 65535]"]);
    assert_eq!(completed(&mut s, "80 =~ Portn¦"), "80 =~ Portnumber");
    assert!(labels(&at(&mut s, "$x =~ Int¦")).contains(&"Integer"));
    assert!(labels(&at(&mut s, "unl¦")).contains(&"unless"));
}

#[test]
fn the_keys_of_a_hash_to_any_depth() {
    let mut s = after(&["$h = {'os' => {'family' => 'Debian', 'name' => 'x'}, 'it' => 1}"]);
    assert_eq!(labels(&at(&mut s, "$h[¦")), ["'it'", "'os'"]);
    assert_eq!(labels(&at(&mut s, "$h['¦")), ["'it'", "'os'"]);
    assert_eq!(completed(&mut s, "$h['o¦"), "$h['os'");
    assert_eq!(completed(&mut s, "$h[\"o¦"), "$h[\"os\"");
    assert_eq!(completed(&mut s, "notice($h['os']['fam¦"), "notice($h['os']['family'");
    assert_eq!(labels(&at(&mut s, "$h['it']['¦")), Vec::<&str>::new());
}

#[test]
fn what_starts_with_it_comes_first_else_what_holds_it() {
    let mut s = after(&["$alpha = 1", "$beta_alpha = 2"]);
    assert_eq!(labels(&at(&mut s, "$alp¦")), ["$alpha"]);
    assert_eq!(labels(&at(&mut s, "$ALP¦")), ["$alpha"]);
    assert_eq!(labels(&at(&mut s, "$_alp¦")), ["$beta_alpha"]);
    assert_eq!(labels(&at(&mut s, "$bap¦")), ["$beta_alpha"]);
}

#[test]
fn commands_and_their_arguments() {
    let mut s = after(&["$greeting = 1"]);
    assert_eq!(completed(&mut s, ":tok¦"), ":tokens");
    assert_eq!(completed(&mut s, ":type $gree¦"), ":type $greeting");
    assert_eq!(completed(&mut s, ":set strict_v¦"), ":set strict_variables");
    assert_eq!(labels(&at(&mut s, ":set edition ¦")), ["3x", "4x", "8", "puppet8"]);
    assert_eq!(completed(&mut s, ":theme hi¦"), ":theme high-contrast");
    assert_eq!(completed(&mut s, ":help und¦"), ":help undo");
    assert_eq!(completed(&mut s, ":doc reverse_e¦"), ":doc reverse_each");
    assert_eq!(completed(&mut s, ":explain ILLEGAL_REASS¦"), ":explain ILLEGAL_REASSIGNMENT");
    assert_eq!(completed(&mut s, ":tokens --epp <%= $gree¦"), ":tokens --epp <%= $greeting");
    assert!(at(&mut s, ":¦").items.len() > 20);
    assert!(at(&mut s, "::¦").items.iter().all(|item| item.kind != ItemKind::Command));
}

#[test]
fn files_for_load() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("site.pp"), "1").unwrap();
    let mut s = after(&[]);
    let line = format!(":load {}/si¦", folder.path().display());
    assert_eq!(completed(&mut s, &line), line.replace("si¦", "site.pp"));
}

#[test]
fn any_offset_of_any_text_is_answered() {
    let mut s = after(&["$h = {'a' => 1}"]);
    let text = "$h['a'] \u{e9} \"${h[\" @(\"E\") \u{1f600} :x 'q' /r\n}]) | E :set é";
    for offset in 0..=text.len() + 3 {
        let found = complete(&mut s, text, offset);
        assert!(text.is_char_boundary(found.from), "{offset}");
    }
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        complete(&mut s, &text[..end], end);
    }
}

#[test]
fn completion_has_no_effect() {
    let mut s = after(&["$h = {'a' => 1}"]);
    at(&mut s, "$h[notice('x')]['¦");
    assert_eq!(s.inputs().len(), 1);
    assert_eq!(s.names().variables().len(), 1);
}

/// Runs on a stack like the binary's.
fn on_a_wide_stack(run: fn()) {
    let thread = std::thread::Builder::new().stack_size(96 << 20).spawn(run).expect("a thread");
    thread.join().expect("it ends well");
}

#[test]
fn a_variable_of_any_size_and_depth_is_offered() {
    on_a_wide_stack(|| {
        let mut s = after(&[
            "$wide = Integer[1, 100000].map |$i| { $i }",
            "$deep = Integer[1, 30000].reduce([]) |$a, $i| { [$a] }",
            "$text = Integer[1, 5000].map |$i| { 'x' }.join()",
        ]);
        let found = at(&mut s, "$¦");
        assert_eq!(labels(&found), ["$deep", "$text", "$wide"]);
        assert!(found.items.iter().all(|item| item.detail.len() < 200), "{:?}", found.items);
    });
}

#[test]
fn parameters_locals_and_lambda_variables_come_from_the_text() {
    let mut s = after(&["$port_of_session = 1"]);
    let found = at(&mut s, "function f(Integer $port, $portal = 2) { $po¦ }");
    assert_eq!(labels(&found), ["$port", "$portal", "$port_of_session"]);
    let found = at(&mut s, "class web(Integer[1] $listen) {\n  $lis¦");
    assert_eq!((found.items[0].label.as_str(), found.items[0].detail.as_str()), ("$listen", "Integer[1]"));
    assert_eq!(completed(&mut s, "[1].each |$index| { $ind¦ }"), "[1].each |$index| { $index }");
    assert_eq!(
        completed(&mut s, "$inner = 1\nif true { $innermost = 2 }\n$innerm¦"),
        "$inner = 1\nif true { $innermost = 2 }\n$innermost"
    );
    // A lambda's variables end with it.
    assert_eq!(labels(&at(&mut s, "[1].each |$index| { $index }\n$ind¦")), Vec::<&str>::new());
    assert_eq!(labels(&at(&mut s, "[$left, $right] = [1, 2]\n\"${lef¦")), ["left"]);
}

#[test]
fn top_scope_variables_are_completed_by_their_full_names() {
    let mut s = after(&["$greeting = 'hi'"]);
    assert_eq!(completed(&mut s, "$::gree¦"), "$::greeting");
    assert_eq!(completed(&mut s, "\"${::gree¦}\""), "\"${::greeting}\"");
}

#[test]
fn classes_resource_types_and_references() {
    let mut s =
        after(&["class web::server($x = 1) {}", "define web::site(Enum['a', 'b c'] $kind, Boolean $on = true) {}"]);
    assert_eq!(completed(&mut s, "include web::se¦"), "include web::server");
    assert_eq!(completed(&mut s, "class app inherits web::se¦"), "class app inherits web::server");
    assert_eq!(completed(&mut s, "Class['web::se¦']"), "Class['web::server']");
    assert_eq!(completed(&mut s, "class { 'web::se¦"), "class { 'web::server");
    assert_eq!(completed(&mut s, "web::si¦"), "web::site");
    assert_eq!(completed(&mut s, "if true {\n  servi¦"), "if true {\n  service");
    assert_eq!(completed(&mut s, "$x = Servic¦"), "$x = Service[");
    assert!(labels(&at(&mut s, "$x = servi¦")).is_empty());
}

#[test]
fn own_parameters_and_their_words() {
    let mut s = after(&["define web::site(Enum['a', 'b c'] $kind, Boolean $on = true) {}", "class web($port) {}"]);
    let found = at(&mut s, "web::site { 'x':\n  ¦");
    assert_eq!(labels(&found)[..2], ["kind", "on"]);
    assert_eq!((found.items[0].detail.as_str(), found.items[0].doc.as_str()), ("Enum['a', 'b c']", "required"));
    assert_eq!(labels(&at(&mut s, "web::site { 'x': kind => ¦")), ["'b c'", "a"]);
    assert_eq!(labels(&at(&mut s, "web::site { 'x': kind => '¦")), ["'a'", "'b c'"]);
    assert_eq!(labels(&at(&mut s, "web::site { 'x': kind => a, on => t¦")), ["true"]);
    assert_eq!(completed(&mut s, "class { 'web': po¦"), "class { 'web': port");
}

#[test]
fn titles_of_the_catalog() {
    let mut s = after(&["notify { ['one', 'other']: }"]);
    assert_eq!(labels(&at(&mut s, "Notify[¦")), ["'one'", "'other'"]);
    assert_eq!(completed(&mut s, "Notify['ot¦"), "Notify['other'");
}

#[test]
fn methods_fit_the_value_or_the_static_type() {
    let mut s = after(&["$list = [1]"]);
    let of_list = at(&mut s, "$list.¦");
    assert!(labels(&of_list).contains(&"map") && !labels(&of_list).contains(&"keys"), "{:?}", labels(&of_list));
    let of_text = at(&mut s, "function f(String $text) { $text.¦ }");
    assert!(labels(&of_text).contains(&"downcase") && !labels(&of_text).contains(&"keys"), "{:?}", labels(&of_text));
    assert_eq!(labels(&at(&mut s, "[1].mp¦"))[0], "map");
    assert!(labels(&at(&mut s, "$unknown.¦")).contains(&"downcase"));
}

#[test]
fn the_types_of_the_value_come_first_after_a_match() {
    let mut s = after(&[]);
    let found = at(&mut s, "42 =~ ¦");
    assert_eq!(labels(&found)[..2], ["Integer[42, 42]", "Integer"]);
    let place = |name: &str| labels(&found).iter().position(|label| *label == name);
    assert!(place("Numeric") < place("Scalar") && place("Scalar") < place("String"), "{:?}", labels(&found));
}

#[test]
fn keys_inside_interpolations() {
    let mut s = after(&["$h = {'os' => {'family' => 'Debian'}}"]);
    assert_eq!(labels(&at(&mut s, "\"${h['os']['¦")), ["'family'"]);
    assert_eq!(labels(&at(&mut s, "\"${h[¦")), ["'os'"]);
}

#[test]
fn escapes_and_the_openers_of_heredocs() {
    let mut s = after(&[]);
    assert!(labels(&at(&mut s, "\"a\\¦")).contains(&"\\n"));
    assert_eq!(labels(&at(&mut s, "'a\\¦")), ["\\'", "\\\\"]);
    assert!(labels(&at(&mut s, "\"a\\\\¦")).is_empty());
    assert_eq!(labels(&at(&mut s, "$x = @(\"X\"/n¦"))[..2], ["t", "s"]);
    assert_eq!(completed(&mut s, "$x = @(X:js¦"), "$x = @(X:json");
    let found = at(&mut s, "$x = @(\"X\"/nt)\n  a\\¦");
    assert_eq!(labels(&found), ["\\n", "\\t", "\\\\"]);
}

#[test]
fn functions_have_their_overloads_and_an_example() {
    let mut s = after(&[]);
    let found = at(&mut s, "[1].map¦");
    assert!(!found.items[0].overloads.is_empty() && found.items[0].example.contains("=>"), "{:?}", found.items[0]);
}

#[test]
fn ten_thousand_names_are_completed() {
    let mut s = after(&["Integer[1, 1].each |$i| { $i }"]);
    let variables: String = (0..10_000).map(|number| format!("$name_{number} = {number}\n")).collect();
    assert!(!s.evaluate("input", &variables).failed());
    assert_eq!(labels(&at(&mut s, "$name_9999¦")), ["$name_9999"]);
    assert_eq!(at(&mut s, "$¦").items.len(), 10_000);
}

#[test]
fn the_first_of_many_variables_have_values() {
    let many: String = (0..503).map(|number| format!("$v{number} = {number} ")).collect();
    let mut s = after(&[&many]);
    let found = at(&mut s, "$v¦");
    let detailed = found.items.iter().filter(|item| !item.detail.is_empty()).count();
    assert_eq!((found.items.len(), detailed), (503, 500));
}
