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
