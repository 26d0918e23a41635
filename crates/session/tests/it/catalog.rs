//! Classes, defines, nodes, resources, collectors and edges, as transcripts; atomic inputs, undo and redo; the order that
//! edges ask for.

use std::fmt::Write;
use std::rc::Rc;

use pprepl_session::{Edition, Evaluation, Session, Settings, SystemHost};
use pprepl_text::Severity;
use puppet_catalog::{Catalog, Edge, EdgeKind, Edit, Reference, Resource, TOP};

fn session(edition: Edition) -> Session {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    Session::new(settings, Box::new(SystemHost::silent()))
}

fn write(out: &mut String, input: &str, got: &Evaluation) {
    let _ = writeln!(out, "> {}", input.replace('\n', "\n. "));
    for (level, text) in &got.logs {
        let _ = writeln!(out, "{level}: {text}");
    }
    match got.reports.iter().find(|report| report.severity == Severity::Error) {
        Some(report) => {
            let at = report.position.map_or("nowhere".to_owned(), |(line, column)| format!("{line}:{column}"));
            let _ = writeln!(out, "{} at {at}: {}", report.code, report.message);
            report.labels.iter().for_each(|label| {
                let _ = writeln!(out, "  {}:{}: {}", label.position.0, label.position.1, label.message);
            });
            report.help.iter().for_each(|help| {
                let _ = writeln!(out, "  {help}");
            });
        }
        None => {
            let _ = writeln!(out, "{}", got.value.as_deref().unwrap_or("(no form)"));
        }
    }
}

/// What a session answers to inputs; `undo` and `redo` are taken as such.
fn transcript_in(edition: Edition, inputs: &[&str]) -> String {
    let mut session = session(edition);
    let mut out = String::new();
    for input in inputs {
        match *input {
            "undo" => {
                let _ = writeln!(out, "undo: {}", session.undo(1).join("; "));
            }
            "redo" => {
                let _ = writeln!(out, "redo: {}", session.redo(1).join("; "));
            }
            "resources" => {
                for resource in session.catalog().resources() {
                    let shown = |(name, value): &(String, String)| format!(" {name} => {value}");
                    let parameters: Vec<String> = resource.parameters.iter().map(shown).collect();
                    let _ = writeln!(out, "{}{}", resource.reference, parameters.join(","));
                }
            }
            input => write(&mut out, input, &session.evaluate("input", input)),
        }
    }
    out
}

fn transcript(inputs: &[&str]) -> String {
    transcript_in(Edition::default(), inputs)
}

#[test]
fn classes_run_once_and_keep_their_variables() {
    insta::assert_snapshot!(transcript(&[
        "class web ($port = 80, $url = \"http://localhost:${port}\") { $secure = $port == 443 notice(\"web ${title}\") }",
        "include web",
        "include web, 'web', Class['web']",
        "[$web::port, $::web::url, $web::secure]",
        "Class['web']['port']",
        "[$port, $secure] = Class['web']",
        "[$port, $secure]",
        "class { 'web': port => 443 }",
    ]));
}

#[test]
fn classes_take_parameters_by_name() {
    insta::assert_snapshot!(transcript(&[
        "class a (Integer $n, String $s = \"${n}\") { notice($s) }",
        "include a",
        "class { 'a': n => 'x' }",
        "class { 'a': n => 1, m => 2 }",
        "class { 'a': n => 1, s => undef }",
        "class b ($x = $y, $y = 2) { notice($x) }",
        "include b",
        "class { 'b': y => 7 }",
    ]));
}

#[test]
fn a_class_inherits_variables_and_may_override_resources() {
    insta::assert_snapshot!(transcript(&[
        "class base ($who = 'world') { notify { 'hello': message => $who, tag => ['a'] } }",
        "class loud inherits base { $loud = \"${who}!\" Notify['hello'] { message => $loud, tag +> 'b' } }",
        "include loud",
        "[Notify['hello']['message'], Notify['hello']['tag'], $loud::who]",
        "class other { Notify['hello'] { message => 'mine' } }",
        "include other",
        "class lost inherits nowhere { }",
        "include lost",
        "class one inherits two { } class two inherits one { } include one",
    ]));
}

#[test]
fn a_nested_class_does_not_see_the_outer_one() {
    insta::assert_snapshot!(transcript(&[
        "class outer { $x = 1 class inner { $y = $x } }",
        "include outer, outer::inner",
        "class outer2 { class inner { $y = 2 } include outer2::inner $z = $outer2::inner::y }",
        "include outer2",
        "$outer2::z",
        "class reader { notice(getvar('reader::x')) $x = 5 notice(inline_epp('<%= $x %>'), defined('$x')) }",
        "include reader",
    ]));
}

#[test]
fn bodies_see_what_matched_at_top_scope() {
    insta::assert_snapshot!(transcript(&[
        "'top1' =~ /(\\d)/",
        "class inner { notice($1) } class outer { if 'x2' =~ /(\\d)/ { include inner notice($1) } }",
        "define d { notice($1) }",
        "include outer",
        "d { 'a': }",
        "$1",
    ]));
}

#[test]
fn a_define_runs_after_the_input_that_declares_it() {
    insta::assert_snapshot!(transcript(&[
        "define site ($root, $index = \"${root}/index\", $owner = $name) { notify { \"of ${title}\": message => $index } notice($owner) }",
        "site { 'a': root => '/srv' } Notify['of a']['message']",
        "site { ['b', 'c']: root => '/srv'; 'd': root => '/opt', index => undef }",
        "[Notify['of b']['message'], Notify['of d']['message'], Site['d']['index']]",
        "site { 'e': }",
        "site { 'e': root => 1, rot => 2 }",
        "define broken { $x = $nosuch }\nbroken { 'x': }",
        "define outer { inner { \"${title}-in\": } } define inner { notice($title) }",
        "outer { 'o': }",
        "define tagged_one { notice($tag) } tagged_one { 'x': tag => 'blue' }",
        "define d::e { } d::e { 'x': }",
        "define worse { fail('worse') }",
        "create_resources('worse', {'y' => {}})",
        "define own { $title = 'mine' } own { 'x': }",
    ]));
}

#[test]
fn resources_are_written_in_many_forms() {
    insta::assert_snapshot!(transcript(&[
        "notify { 'a': message => 'hi', withpath => true }",
        "Notify['a']['message', 'withpath']",
        "notify { default: message => 'all'; ['b', 'c']: ; 'd': message => 'own' }",
        "Notify['b', 'd'].map |$n| { $n['message'] }",
        "Notify { 'e': * => {'message' => 'splat'} }",
        "Resource['notify'] { 'f': }",
        "file { '/tmp/': alias => 'temp' }",
        "[File['temp']['alias'], File['/tmp']['mode']]",
        "['x', 'y'].each |$t| { notify { $t: } }",
        "defined(Notify['x'], Notify['z'])",
        "notify { []: }",
        "resources",
    ]));
}

#[test]
fn what_is_wrong_with_a_resource_is_said() {
    insta::assert_snapshot!(transcript(&[
        "notify { undef: }",
        "notify { ['a', '']: }",
        "notify { ['a', undef]: }",
        "notify { 1: }",
        "notify { 'a': ; 'a': }",
        "notify { 'a': message => 1, message => 2 }",
        "notify { 'a': * => 'x' }",
        "'notify' { 'a': }",
        "notfy { 'a': }",
        "class { 'nosuch': }",
        "notify { 'a': }\nnotify { 'a': }",
        "notify { 'a': stage => 'x' }",
        "notify { 'a': tag => 'a b' }",
        "Notify['a']['message']",
        "notify { 'a': } Notify['a']['mesage']",
    ]));
}

#[test]
fn defaults_hold_in_their_scope_and_below() {
    insta::assert_snapshot!(transcript(&[
        "notify { 'before': }",
        "Notify { message => 'top' }",
        "[Notify['before']['message'], Notify['before']['withpath']]",
        "class inner { Notify { message => 'inner' } notify { 'in': } d { 'x': } } define d { notify { 'deep': } }",
        "include inner",
        "[Notify['in']['message'], Notify['deep']['message']]",
        "notify { 'own': message => 'own' } Notify['own']['message']",
        "Notify { message => 'again' }",
        "Integer { x => 1 }",
    ]));
}

#[test]
fn a_function_declares_in_the_top_scope() {
    insta::assert_snapshot!(transcript(&[
        "function f() { notify { 'from f': } tag('of_top') }",
        "class c { Notify { message => 'of c' } f() notice(Notify['from f']['message']) notice(tagged('of_top')) }",
        "include c",
        "tagged('of_top')",
    ]));
}

#[test]
fn overrides_change_what_is_not_set() {
    insta::assert_snapshot!(transcript(&[
        "notify { 'a': withpath => true }",
        "Notify['a'] { message => 'later' }",
        "Notify['a']['message']",
        "Notify['a'] { message => 'again' }",
        "Notify['late'] { message => 'waits' }",
        "notify { 'late': }",
        "resources",
        "Class['c'] { x => 1 }",
        "define d { } d { 'x': }",
        "D['x'] { tag => 'late' }",
    ]));
}

#[test]
fn collectors_look_at_the_end_of_an_input() {
    insta::assert_snapshot!(transcript(&[
        "@notify { 'a': tag => 'blue' } notify { 'b': message => 'old' }",
        "Notify <| tag == 'blue' or title == 'b' |> { message => 'new' }",
        "[Notify['a']['message'], Notify['b']['message']]",
        "Notify <| title != 'a' and withpath == true |> { tag => 'found' }",
        "notify { 'c': withpath => true }",
        "Notify['c']['tag']",
        "notice(Notify <| |>)",
        "@define_me { 'x': }",
        "define later { notice(\"later ${title}\") } @later { ['x', 'y']: }",
        "Later <| title == 'x' |>",
        "realize(Later['y'])",
        "Class <| |>",
        "Notfy <| |>",
        "Notify <| ! title == 'a' |>",
        "realize('what')",
        "Notify <<| |>>",
    ]));
}

#[test]
fn edges_join_what_may_not_be_there_yet() {
    insta::assert_snapshot!(transcript(&[
        "notify { 'a': } -> notify { ['b', 'c']: } ~> Notify['d']",
        "[Notify['a'], Notify['a']] <- Class['x']",
        "[] -> [] -> Notify['a']",
        "'Notify[a]' -> Notify <| |> -> Notify['b']",
        "Notify['a'] -> 1",
        "Integer -> Notify['a']",
        "'no type' -> Notify['a']",
    ]));
}

#[test]
fn a_name_is_defined_once() {
    insta::assert_snapshot!(transcript(&[
        "class a { } define b { } node c { } node /x.*/, default { notice('never') }",
        "class a { }",
        "define a { }",
        "class b { }",
        "class c { }",
        "node a { }",
        "node /x/ { }",
        "define noop_of ($noop) { }",
        "class typed (Foo $x) { }",
        "class typed (Integer $x = 1) { }",
        "defined('a', 'nothing')",
    ]));
}

#[test]
fn tags_come_from_names_and_containers() {
    insta::assert_snapshot!(transcript(&[
        "class a::b { tag('extra') notice(tagged('a'), tagged('a::b'), tagged('extra'), tagged('a', 'z')) }",
        "include a::b",
        "define d { notice(tagged('d'), tagged('title_x'), tagged('green')) } d { 'Title_X': tag => ['green'] }",
        "tag('no tag')",
        "tagged('main', 'class')",
    ]));
}

#[test]
fn an_input_that_fails_leaves_no_trace() {
    insta::assert_snapshot!(transcript(&[
        "class c ($n) { $x = 1 notify { 'in c': } fail('boom') }",
        "class { 'c': n => 1 }",
        "[defined(Class['c']), defined(Notify['in c']), defined('$c::x')]",
        "define d { notify { \"of ${title}\": } if $title == 'bad' { fail('bad') } }",
        "d { ['good', 'bad']: }",
        "[defined(D['good']), defined(Notify['of good'])]",
        "d { 'good': }",
        "notify { 'a': } notify { 'a': }",
        "defined(Notify['a'])",
        "class e { } class e { }",
        "defined('e')",
    ]));
}

#[test]
fn to_the_letter_what_was_done_stays_done() {
    insta::assert_snapshot!(transcript_in(
        Edition::Puppet8,
        &[
            "class c ($n) { $x = 1 notify { 'in c': } fail('boom') }",
            "class { 'c': n => 1 }",
            "[defined(Class['c']), defined(Notify['in c']), $c::x]",
            "include c",
            "class { 'c': n => 1 }",
            "define d { notice($title) } d { 'x': } $y = 1 / 0",
            "'the body waited for an input that succeeds'",
        ]
    ));
}

#[test]
fn what_was_declared_can_be_taken_back_and_brought_again() {
    insta::assert_snapshot!(transcript(&[
        "class c { $x = 1 notify { 'a': } }",
        "include c",
        "Notify <| title == 'a' |> { message => 'm' }",
        "Notify['a']['message']",
        "undo",
        "Notify['a']['message']",
        "redo",
        "Notify['a']['message']",
        "undo",
        "undo",
        "defined(Class['c'], Notify['a'], '$c::x')",
        "redo",
        "[$c::x, Notify['a']['message']]",
        "undo",
        "undo",
        "include c",
        "redo",
        "include c",
        "define d { notice($title) }",
        "d { 'x': }",
        "undo",
        "notify { 'another': }",
        "d { 'x': }",
        "resources",
    ]));
}

/// A catalog of notifies with edges between them.
fn catalog(titles: &[&str], edges: &[(&str, &str)]) -> Catalog {
    let mut catalog = Catalog::default();
    for title in titles {
        let resource = Resource {
            reference: Reference::new("notify", *title),
            title_value: None,
            parameters: Vec::new(),
            is_virtual: false,
            exported: false,
            tags: Vec::new(),
            given_tags: 0,
            scope: TOP,
            declarer: "".into(),
            container: None,
            evaluated: false,
            included: false,
            place: None,
        };
        catalog.apply(Edit::Resource(catalog.next_id(), Some(Rc::new(resource))));
    }
    for (from, to) in edges {
        let (from, to) = (Reference::new("notify", *from), Reference::new("notify", *to));
        catalog.apply(Edit::Edge(Some(Edge { from, to, kind: EdgeKind::Before, place: None })));
    }
    catalog
}

#[test]
fn every_edit_has_its_opposite() {
    let mut catalog = catalog(&["a", "b"], &[("a", "b")]);
    let alias = Edit::Alias(Reference::new("notify", "c"), Some(1));
    let back = catalog.apply(alias);
    assert_eq!(catalog.find("notify", "c"), Some(1));
    let again = catalog.apply(back);
    assert_eq!(catalog.find("notify", "c"), None);
    catalog.apply(again);
    assert_eq!(catalog.find("notify", "c"), Some(1));
    let gone = catalog.apply(Edit::Resource(1, None));
    assert_eq!((catalog.find("notify", "b"), catalog.resources().len()), (None, 1));
    catalog.apply(gone);
    assert_eq!(catalog.find("notify", "b"), Some(1));
}

#[test]
fn a_collector_has_no_type_line() {
    use pprepl_session::settings::TypeLine;
    let mut s = session(Edition::default());
    let collector = s.evaluate("input", "Notify <| |>");
    assert_eq!(collector.value.as_deref(), Some("'Catalog-Collector[Notify]'"));
    assert_eq!(collector.shown.as_deref(), Some("'Catalog-Collector[Notify]'"));
    for line in [TypeLine::Detailed, TypeLine::Reduced, TypeLine::Generalized, TypeLine::Off] {
        assert_eq!(collector.type_line(line), None);
    }
    let number = s.evaluate("input", "5");
    assert_eq!(number.type_line(TypeLine::Generalized), Some("Integer"));
    assert_eq!(number.type_line(TypeLine::Off), None);
}

/// A catalog file declares the resources of known types; one of PuppetDB has them one level down.
#[test]
fn catalogs_of_files_are_imported_and_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let resource = |kind: &str, title: &str, parameters: &str| {
        format!(r#"{{"type": "{kind}", "title": "{title}", "parameters": {{{parameters}}}}}"#)
    };
    let rows = [
        resource("Notify", "a", r#""message": "x""#),
        resource("Vhost", "v", r#""port": 80"#),
        resource("Class", "web", ""),
        resource("Nosuch", "n", ""),
    ];
    let plain = format!(r#"{{"resources": [{}]}}"#, rows.join(", "));
    let inner = format!(r#"{{"data": {{"resources": [{}]}}}}"#, rows[..1].join(", "));
    let files = [
        ("plain", plain.as_str()),
        ("inner", &inner),
        ("list", r#"{"data": [], "resources": [{}]}"#),
        ("none", r#"{"data": {}}"#),
        ("text", "5"),
    ];
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let path = |name: &str| pprepl_files::slashed(&folder.path().join(name));
    let mut shown = String::new();
    for lines in [
        vec![format!(":catalog import {}", path("plain")), ":catalog".to_owned()],
        vec![format!(":catalog import {}", path("inner")), ":catalog".to_owned()],
        vec![format!(":catalog import {}", path("list"))],
        vec![format!(":catalog import {}", path("none"))],
        vec![format!(":catalog import {}", path("text"))],
        vec![format!(":catalog diff {} {}", path("plain"), path("inner"))],
        vec![format!(":catalog diff {} {}", path("inner"), path("plain"))],
        vec![format!(":catalog diff {} {}", path("inner"), path("inner"))],
    ] {
        let mut session = session(Edition::Puppet8);
        session.evaluate("input", "define vhost($port = 1) { notify { $title: } } class web { }");
        for line in lines {
            let pprepl_session::Outcome::Command(answer) = pprepl_session::commands::submit(&mut session, &line) else {
                panic!("{line}: expected an answer");
            };
            let messages = answer.reports.iter().map(|report| report.message.as_str());
            let _ = writeln!(shown, "> {line}\n{}{}", answer.text, messages.collect::<Vec<_>>().join("\n"));
        }
    }
    insta::assert_snapshot!(shown.replace(&pprepl_files::slashed(folder.path()), "FOLDER"));
}
