//! The panes at places where one condition decides what they show: a row each.

use std::fmt::Write;
use std::sync::Arc;

use pprepl_notebook::pane::{self, CatalogQuery, CursorContext, Declared, TraceReader};
use pprepl_session::trace::trace;
use pprepl_text::theme::Role;

use crate::notebook_panes::{cursor, session, told};

/// Shows a pane for each text with a cursor.
fn each(texts: &[&str], show: impl Fn(&str, &CursorContext) -> String) -> String {
    let mut out = String::new();
    for marked in texts {
        let (text, at) = cursor(marked);
        let _ = writeln!(out, "> {}\n{}", marked.replace('\n', "\n> "), show(&text, &CursorContext::new(&text, at)));
    }
    out
}

#[test]
fn each_body_around_the_cursor_is_a_scope() {
    let session = session(&["$a = 1", "$b = [1]"]);
    let scopes = session.catalog().scopes();
    let texts = [
        "plan p($a, *$rest) {\n  $c = 2\n  notice($‸a)\n}",
        "define d($a, Integer $b = 1) {\n  $c = $a‸\n}",
        "node default {\n  $n = 1\n  notice($‸n)\n}",
        "function f() {\n  ‸1\n}",
        "function f($x) {\n  [1].each |$x| { $x = 2 notice($x‸) }\n}",
        "function f($a‸) { 1 }",
        "$a‸ + $b",
    ];
    let shown = each(&texts, |text, here| {
        let mut here = *here;
        here.options.tasks = text.starts_with("plan");
        told(text, &pane::scope(&here, &scopes))
    });
    let (text, at) = cursor("<%- |$q = 1| -%>\n<%= $q‸ %>");
    let template = told(&text, &pane::scope(&CursorContext::template(&text, at), &scopes));
    insta::assert_snapshot!(shown + &template);
}

#[test]
fn the_scope_of_many_variables_is_cut() {
    let shown = |count: usize| {
        let code: String = (0..count).map(|n| format!("$v{n} = {n}\n")).collect();
        let session = session(&[&code]);
        let view = pane::scope(&CursorContext::new("", 0), &session.catalog().scopes());
        view.text().lines().find(|line| line.contains("more)")).map(str::to_owned)
    };
    assert_eq!(shown(250), None);
    assert!(shown(400).is_some_and(|line| line.starts_with("  (and 1")), "{:?}", shown(400));
}

#[test]
fn errors_far_from_the_cursor_are_not_among_its_tokens() {
    let many = "1 ".repeat(40);
    let texts = [
        format!("08‸ {many}"),
        format!("08 {many}‸"),
        format!("{many}08 ‸"),
        format!("‸{many}08"),
        "$a = 1   ‸   ".to_owned(),
        "  ‸  $a = 1".to_owned(),
        "$a‸ = 1".to_owned(),
        "$x = Foo‸[1, 'a', \"b${c}d\", true]".to_owned(),
        "$x =~ /d/ ?‸ { default => fn(undef) }".to_owned(),
        "$x = @(E)\n  te‸xt\n  | E".to_owned(),
    ];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    insta::assert_snapshot!(each(&texts, |text, here| told(text, &pane::tokens(here))));
}

#[test]
fn trees_of_templates_and_of_other_documents() {
    let (text, at) = cursor("a <%= $x‸ %>\n<% if $y { %>b<% } %>");
    let template = told(&text, &pane::tree(&CursorContext::template(&text, at), None));
    let other = puppet_tree::Document::new("$other = 1");
    let texts = ["$a = 'x: y'‸", "$a = Foo‸[1]", "file { 'a: b': mode‸ => '1' }", "@@file { 'x‸': }"];
    let shown = each(&texts, |text, here| told(text, &pane::tree(here, Some(&other))));
    insta::assert_snapshot!(template + &shown);
}

#[test]
fn a_long_text_with_an_error_has_its_whole_tree() {
    let text: String = (0..200).map(|n| format!("$v{n} = {n}\n")).collect();
    let broken = text.clone() + "$x = [";
    let document = puppet_tree::Document::new(&*broken);
    let at = text.find("$v100").unwrap() + 2;
    let here = CursorContext::new(&broken, at);
    assert_eq!(pane::tree(&here, None).text(), pane::tree(&here, Some(&document)).text());
}

#[test]
fn a_tree_has_as_many_lines_before_the_cursor_as_after_it() {
    let text = format!("[{}]", (100..300).map(|n| n.to_string()).collect::<Vec<_>>().join(", "));
    let shown = pane::tree(&CursorContext::new(&text, text.find("200").unwrap()), None).text();
    let (syntax, concrete) = shown.split_once("Concrete tree").unwrap();
    let syntax: Vec<&str> =
        syntax.lines().filter(|line| line.trim_start().starts_with(|ch: char| ch.is_ascii_digit())).collect();
    assert_eq!((syntax.len(), syntax[24].trim()), (49, "200  200"), "{shown}");
    assert_eq!(concrete.lines().skip(1).count(), 49, "{concrete}");
}

#[test]
fn heredocs_without_lines_and_with_many() {
    let long: String = (0..100).map(|n| format!("row{n}\n")).collect();
    let texts = ["$a = @(E)‸\n| E\n".to_owned(), "$a = @(E)\n‸E\n$b = @(\"F\")\n-F\n".to_owned()];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    insta::assert_snapshot!(each(&texts, |text, here| told(text, &pane::heredoc(here, None))));
    for line in [0, 40, 41, 59, 60, 99] {
        let text = format!("$a = @(E)\n{long}E\n");
        let at = text.find(&format!("row{line}\n")).unwrap();
        let shown = pane::heredoc(&CursorContext::new(&text, at), None).text();
        let lines: Vec<&str> = shown.lines().filter(|line| line.contains(" row")).collect();
        let (first, last) = (line.max(40) - 40, (line + 40).min(99));
        assert_eq!(lines.len(), last - first + 1, "{line}");
        assert!(
            lines[0].ends_with(&format!(" row{first}⏎")) && lines[lines.len() - 1].ends_with(&format!(" row{last}⏎"))
        );
    }
}

#[test]
fn a_template_is_found_in_a_literal_a_variable_or_a_file() {
    let texts = [
        "$t = 'x <%= 1 %>'\n$u = 'y'\ninline_epp($t)‸",
        "$t = 'x <%= 1 %>'\n$t2 = $t\nepp($t)‸",
        "epp('x <%= 1 %>')‸",
        "inline_epp($of_session)‸",
        "inline_epp('‸')",
        "inline_epp(\"a\\t<%= 1‸ %>\")",
        "inline_epp('a', 1)\ninline_epp('b‸', 2)",
    ];
    let with =
        each(&texts, |text, here| told(text, &pane::epp(here, Some(&mut session(&["$of_session = 'z <%= 3 %>'"])))));
    let without = each(&texts, |text, here| told(text, &pane::epp(here, None)));
    let empty = told("", &pane::epp(&CursorContext::template("", 0), Some(&mut session(&[]))));
    insta::assert_snapshot!(format!("{with}WITHOUT A SESSION\n{without}{empty}"));
}

#[test]
fn types_inside_templates_are_those_of_the_template() {
    let texts = [
        "inline_epp('<%= ‸5 %>')",
        "inline_epp('<%= $‸n %>')",
        "inline_epp(\"a\\t<%= $‸n %>\")",
        "inline_epp('a\n<%= $‸n %>\nb')",
        "$‸n + 1",
    ];
    insta::assert_snapshot!(each(&texts, |text, here| told(text, &pane::types(here, &mut session(&["$n = 7"]), None))));
}

#[test]
fn a_run_reports_only_what_the_checker_does_not() {
    let mut session = session(&["$s = 'a'", "function f(Integer $x) { $x }"]);
    let texts = [
        "$b = f‸('x')",
        "$b = Integer[‸'x']",
        "$b = [1, 2].map |$x‸| { fail('y') }",
        "$b = ‸fail('y')",
        "$b = max‸()",
        "$s ‸= 1",
        "$b = 1 +‸ 'x'",
        "$b = no_such(‸1)",
        "$b = no_‸such(1)",
        "$b = $s + ‸1",
        "notice(1)\n$b = $s + ‸1",
        "notice(1‸)\n$b = $s + 1",
    ];
    let mut out = String::new();
    for marked in texts {
        let (text, at) = cursor(marked);
        let evaluation = session.evaluate("cell", &text);
        let view = pane::types(&CursorContext::new(&text, at), &mut session, Some(&(&evaluation).into()));
        let _ = writeln!(out, "> {marked}\n{}", told(&text, &view));
    }
    insta::assert_snapshot!(out);
}

#[test]
fn types_of_callables_say_how_many_arguments_they_take() {
    let texts = [
        "function ‸f($a, $b = 1) { 1 }",
        "function ‸f($a, $b) { 1 }",
        "function ‸f($a, *$b) { 1 }",
        "function ‸f(*$b) { 1 }",
        "function ‸f($a = 1) { 1 }",
    ];
    insta::assert_snapshot!(each(&texts, |text, here| told(text, &pane::types(here, &mut session(&[]), None))));
}

#[test]
fn matches_in_long_texts_are_cut_around_the_match() {
    let (a, b) = ("a".repeat(200), "b".repeat(200));
    let texts = [
        "regsubst('abc', 'x‸', 'y')".to_owned(),
        "split('abc', /x‸/)".to_owned(),
        "'abc' =~ /x‸/".to_owned(),
        format!("'{a}x{b}' =~ /x‸/"),
        format!("'{a}x' =~ /x‸/"),
        format!("'x{b}' =~ /x‸/"),
        format!("'{a}xy{b}' =~ /(?<=(a{{180}}))x(y)(?=(b{{180}}))‸/"),
        format!("regsubst('x{a}x{b}x', '(x)‸', 'y', 'G')"),
    ];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    insta::assert_snapshot!(each(&texts, |text, here| told(text, &pane::captures(here, None, None))));
}

#[test]
fn help_about_words_of_the_language() {
    let texts =
        ["$f = ‸&notice", "$a ‸+ 1", "$a[‸1]", "[1, ‸2]", "if ‸true { }", "$x ? ‸{ 1 => 2 }", "node ‸default { }"];
    insta::assert_snapshot!(each(&texts, |text, here| told(text, &pane::help(here, &session(&[]), &[]))));
}

#[test]
fn each_token_of_the_language_has_its_topics() {
    let topics = |marked: &str| {
        let (text, at) = cursor(marked);
        let view = pane::help(&CursorContext::new(&text, at), &session(&[]), &[]);
        let first = |line: &pane::Line| line.pieces.first().cloned();
        let title = |(role, word): (Role, String)| (role == Role::Title || role == Role::Keyword).then_some(word);
        view.lines.iter().filter_map(first).filter_map(title).collect::<Vec<_>>().join(", ")
    };
    let texts = [
        "‸if $a { }",
        "if $a { } ‸elsif $b { }",
        "if $a { } ‸else { }",
        "‸unless $a { }",
        "‸!$a",
        "‸true",
        "‸class a { }",
        "‸define a { }",
        "‸node a { }",
        "class a ‸inherits b { }",
        "‸undef",
        "‸case $a { }",
        "$a ‸? { }",
        "$a ? ‸{ }",
        "$a ‸{ }",
        "‸/a/",
        "@(‸E)\n a\n | E\n",
        "@(E)\n ‸a\n | E\n",
        "\"‸a${b}c${d}e\"",
        "\"a${b‸}c${d}e\"",
        "\"a${b}c${d}e‸\"",
        "‸[1]",
        "$a‸[1]",
        "f() ‸|$a| { }",
        "f() |$a‸| { }",
        "[1] ‸| $a",
        "$a ‸= 1",
        "‸&f",
        "f(‸, 1)",
        "$a ‸+ 1",
    ];
    let rows: String = texts.iter().map(|text| format!("{}: {}\n", text.replace('\n', "\\n"), topics(text))).collect();
    insta::assert_snapshot!(rows);
}

/// Shows the catalog of code.
fn catalog(marked: &str, code: &str, wish: &CatalogQuery) -> String {
    let (text, at) = cursor(marked);
    let (here, session) = (CursorContext::new(&text, at).named("cell 2"), session(&[code]));
    told(&text, &pane::catalog(&here, &Declared::of(&session, &here, wish), wish))
}

#[test]
fn the_catalog_is_filtered_and_keeps_the_resource_under_the_cursor() {
    let code = "class web { notify { 'a': } notify { 'b': require => Notify['a'] } }\ninclude web\nnotify { 'c': }";
    let wish = |filter: &str, graph: bool| CatalogQuery { filter: filter.to_owned(), graph, selected: None };
    let mut out = String::new();
    for (marked, filter, graph) in [
        ("notify { '‸b': }", "notify", false),
        ("notify { '‸b': }", "", false),
        ("‸", "class[web]", true),
        ("‸", "cell 1:3", true),
        ("‸", "notify[c", true),
        ("notify { '‸b': }", "", true),
        ("notify { '‸a': }", "", true),
    ] {
        let _ = writeln!(out, "> {marked} {filter} {graph}\n{}", catalog(marked, code, &wish(filter, graph)));
    }
    let dangling = "notify { 'a': before => Notify['none'] }";
    let circle = "notify { 'a': require => Notify['b'] }\nnotify { 'b': require => Notify['a'] }\nNotify['b'] -> notify { 'c': }";
    let far: String = (0..10).map(|n| format!("notify {{ 's{n}': before => Notify['e{n}'] }}\n")).collect();
    let ends: String = (0..10).map(|n| format!("notify {{ 'e{n}': }}\n")).collect();
    for (marked, code) in [("‸", dangling), ("notify { '‸a': }", circle), ("‸", &(far + &ends))] {
        let _ = writeln!(out, "> {marked}\n{}", catalog(marked, code, &wish("", true)));
    }
    insta::assert_snapshot!(out);
}

#[test]
fn a_graph_that_is_no_longer_asked_for_is_not_shown() {
    let session = session(&["notify { 'a': }"]);
    let here = CursorContext::new("", 0);
    let declared = Declared::of(&session, &here, &CatalogQuery { graph: true, ..Default::default() });
    assert!(pane::catalog(&here, &declared, &CatalogQuery::default()).text().starts_with("1 resource\n"));
    let declared = Declared::of(&session, &here, &CatalogQuery::default());
    let wish = CatalogQuery { graph: true, ..Default::default() };
    assert!(pane::catalog(&here, &declared, &wish).text().starts_with("1 resource\n"));
}

#[test]
fn long_lists_of_resources_are_cut() {
    let lines = |count: usize, graph: bool| {
        let code = format!("Integer[1, {count}].each |$n| {{ notify {{ \"n${{n}}\": }} }}");
        let text = catalog("‸", &code, &CatalogQuery { graph, ..Default::default() });
        text.lines().find(|line| line.contains("more (use a filter)")).map(|line| line.trim().to_owned())
    };
    for graph in [false, true] {
        assert_eq!(lines(400, graph), None);
        assert!(lines(510, graph).is_some_and(|line| line.contains("… and 1")), "{:?}", lines(510, graph));
    }
    let code = "class c { Integer[1, 203].each |$n| { notify { \"n${n}\": } } }\ninclude c";
    let wish = CatalogQuery { selected: Some("Class[c]".to_owned()), ..Default::default() };
    assert!(catalog("‸", code, &wish).contains("… and 3 more"));
}

/// Returns the lines that lead somewhere, each with its target.
fn targets(view: &pane::View) -> String {
    let told = |line: &pane::Line| {
        let text: String = line.pieces.iter().map(|(_, text)| text.as_str()).collect();
        line.goal.as_ref().map(|goal| format!("{} -> {goal:?}\n", text.trim()))
    };
    view.lines.iter().filter_map(told).collect()
}

#[test]
fn lines_of_a_resource_lead_to_what_they_name() {
    let code = "class web($mode = '0644') {\n  file { '/a': mode => $mode, owner => 'root' }\n  file { '/b': \
                require => File['/a'] }\n}\ninclude web\nFile <| title == '/a' |> { owner => 'web' }\nFile { group => 'www' }";
    let session = session(&[code]);
    let mut out = String::new();
    for (selected, graph) in [("File[/a]", false), ("File[/b]", false), ("Class[web]", false), ("File[/a]", true)] {
        let wish = CatalogQuery { selected: Some(selected.to_owned()), graph, ..Default::default() };
        let here = CursorContext::new(code, 30).named("cell 1");
        let _ = writeln!(
            out,
            "> {selected}\n{}",
            targets(&pane::catalog(&here, &Declared::of(&session, &here, &wish), &wish))
        );
    }
    let here = CursorContext::new(code, 0).named("cell 2");
    let wish = CatalogQuery::default();
    out += &targets(&pane::catalog(&here, &Declared::of(&session, &here, &wish), &wish));
    insta::assert_snapshot!(out);
}

#[test]
fn facts_are_filtered_by_path_and_value() {
    let mut session = session(&[]);
    let shown = |session: &pprepl_session::Session, filter: &str, edited: &[String]| {
        let text = pane::facts(session, filter, edited).text();
        text.lines().filter(|line| !line.contains("choose another")).take(4).map(str::to_owned).collect::<Vec<_>>()
    };
    let none = told("", &pane::facts(&session, "", &[]));
    session.set("facts", "debian-12").unwrap();
    let edited = ["os.family".to_owned()];
    let rows =
        ["OS.Fam", "debian", "no such fact", "os.family"].map(|filter| (filter, shown(&session, filter, &edited)));
    insta::assert_snapshot!(format!("{none}\n{rows:#?}"));
    // Enter edits a fact: a string without quotes, other data as a literal.
    let goals = |filter: &str| {
        let goals = pane::facts(&session, filter, &[]).lines.into_iter().filter_map(|line| line.goal);
        goals.map(|goal| format!("{goal:?}")).collect::<Vec<_>>()
    };
    insta::assert_snapshot!(
        "goals_of_facts",
        format!("{:#?}", ["os.family", "is_virtual", "load_averages"].map(goals))
    );
}

#[test]
fn each_construct_has_its_pane() {
    let texts = [
        "file‸ { '/a': }",
        "file ‸{ '/a': }",
        "$x = file‸\n",
        "1 + fil‸e",
        "{ a‸a => {} }",
        "$x =~‸ /a/",
        "$x =~ /a‸/",
        "$x !~‸ 'a'",
        "$x =‸= 'a'",
        "e‸pp('a/b.epp')",
        "inline‸_epp('x')",
        "ep‸p::x('x')",
        "not‸ice(1)",
        "$a = @(E)\n  te‸xt\n  | E",
        "$a = @(E‸)\n  text\n  | E",
        "$a = @(E:epp)\n  te‸xt\n  | E",
        "epp(@(E))\n  te‸xt\n  | E",
        "$a = @(E)\n  text\n  | E\n$b‸",
        "‸",
        "1  ‸  ",
    ];
    insta::assert_snapshot!(each(&texts, |_, here| format!("{:?}", pane::contextual_pane(here))));
}

#[test]
fn the_template_at_the_cursor_is_shown() {
    let texts = [
        "$t = @(E:epp)\n  a long line of text before the cursor\n  a <%= 1 %>‸\n  | E\ninline_epp('x')",
        "$t = @(E:epp)\n  ‸a\n  | E\ninline_epp('a long template that has its own lines')",
        "$t = @(E:epp)\n  a\n  | E\n$u = @(E:epp)\n  b‸\n  | E",
        "inline_epp('one‸')\ninline_epp('two')",
        "inline_epp('one')\ninline_epp('tw‸o')",
        "'one'.inline_epp‸({})",
        "$t = @(\"E\":epp)\n  a ${x} <%= 1 ‸%>\n  | E",
        "$t = @(\"E\":epp)\n  a ${x} <%= 1 ‸%>\n  | E\ninline_epp($t, { 'y' => 2 })",
        "$t = \"a ${x} <%= 1 %>\"\ninline_epp($t‸)",
        "$t = 'a'\n$t2 = 'b'\ninline_epp($t2‸)",
        "inline_epp($nowhere‸)",
        "inline_epp($x + 1‸)",
        "inline_epp()‸",
        "$f = 'inline_epp' call($f, 'x'‸)",
        "@(E)\n  no <%= 1 ‸%> template\n  | E",
    ];
    let shown = each(&texts, |text, here| told(text, &pane::epp(here, Some(&mut session(&["$x = 5"])))));
    insta::assert_snapshot!(shown);
}

#[test]
fn rounds_of_a_trace_fold_by_their_call() {
    let texts = [
        "Integer[1, 5].each |$i| { Integer[1, 5].each |$j| { $i * $j } }",
        "Integer[1, 4].map |$i| { $i * 2 }",
        "[1, 2, 3, 4, 5, 'x', 7].map |$i| { $i + 1 }",
        "Integer[1, 3].map |$i| { $i * 2 }",
    ];
    let mut out = String::new();
    for code in texts {
        let mut session = session(&[]);
        let mut reader = TraceReader::new(Arc::new(trace(&mut session, "cell 9", code)), "cell 9");
        let _ = writeln!(out, "> {code}\n{}", pane::trace(Some(&reader)).text());
        while let Some(question) = reader.predict() {
            let _ = writeln!(out, "{question}: {:?}", reader.predicted());
            reader.judged("?", Ok(true));
        }
    }
    insta::assert_snapshot!(out);
}
