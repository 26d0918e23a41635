//! The panes of the notebook as text with roles, over several sources and cursors, bad input included. The cursor is
//! where `‸` stands.

use pprepl_session::Level;
use std::fmt::Write;

use pprepl_notebook::pane::{self, CatalogQuery, CursorContext, Declared, Pane, View};
use pprepl_session::{Session, Settings, SystemHost};
use pprepl_text::theme::Role;

/// A text and its cursor.
pub(crate) fn cursor(marked: &str) -> (String, usize) {
    let at = marked.find('‸').expect("the text has a cursor");
    (marked.replace('‸', ""), at)
}

pub(crate) fn session(inputs: &[&str]) -> Session {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    for input in inputs {
        session.evaluate(&format!("cell {}", session.inputs().len() + 1), input);
    }
    session
}

/// The lines with the role of each piece, what each is about, and the marks.
pub(crate) fn told(text: &str, view: &View) -> String {
    check(text, view);
    let mut out = format!("── {} ──\n", view.title);
    for (index, line) in view.lines.iter().enumerate() {
        let about = line.span.map_or_else(String::new, |span| format!("   @{}-{}", span.start, span.end));
        let focus = if view.focus == Some(index) { "▶" } else { " " };
        let pieces: Vec<String> = line
            .pieces
            .iter()
            .map(|(role, text)| if *role == Role::Plain { text.clone() } else { format!("‹{role}:{text}›") })
            .collect();
        let _ = writeln!(out, "{focus}{}{about}", pieces.concat());
    }
    for (span, role) in &view.marks {
        let _ = writeln!(out, "mark {role} {}-{} {:?}", span.start, span.end, span.of(text));
    }
    out
}

/// What holds for every view: nothing that a terminal would obey, places within the text.
fn check(text: &str, view: &View) {
    let placed = |span: pprepl_text::Span| text.get(span.start as usize..span.end as usize).is_some();
    for line in &view.lines {
        for (_, piece) in &line.pieces {
            assert!(!piece.chars().any(char::is_control), "{piece:?}");
        }
        assert!(line.span.is_none_or(placed), "{line:?}");
    }
    for (span, role) in &view.marks {
        assert!(placed(*span), "{role} {span:?}");
    }
    assert!(view.focus.is_none_or(|focus| focus < view.lines.len()), "{view:?}");
    assert!(!view.title.chars().any(char::is_control));
}

fn tokens(marked: &str) -> String {
    let (text, at) = cursor(marked);
    told(&text, &pane::tokens(&CursorContext::new(&text, at)))
}

#[test]
fn the_token_under_the_cursor_and_its_rule() {
    insta::assert_snapshot!(tokens("$por‸t = [1, 0x1F]\n# done"));
}

#[test]
fn a_division_that_looks_like_a_regexp() {
    insta::assert_snapshot!(tokens("$a ‸/b/ c"));
}

#[test]
fn tokens_of_a_string_with_values() {
    insta::assert_snapshot!(tokens("\"a ${b‸} c\""));
}

#[test]
fn the_cursor_in_a_comment() {
    insta::assert_snapshot!(tokens("$a = 1 # a com‸ment\n$b"));
}

#[test]
fn tokens_of_a_template() {
    let (text, at) = cursor("<% if $x { -%>\nyes <%= $y‸ %>\n<% } %>");
    insta::assert_snapshot!(told(&text, &pane::tokens(&CursorContext::template(&text, at))));
}

#[test]
fn tokens_of_bad_input() {
    insta::assert_snapshot!(tokens("$a = 08 'open‸\u{1b}[2J"));
    insta::assert_snapshot!(tokens("‸"));
    insta::assert_snapshot!(tokens("   # only a comment\n‸"));
}

fn heredoc(marked: &str) -> String {
    let (text, at) = cursor(marked);
    told(&text, &pane::heredoc(&CursorContext::new(&text, at), None))
}

#[test]
fn a_heredoc_with_margin_and_trimmed_end() {
    insta::assert_snapshot!(heredoc("$t = @(END)\n    hello ‸world\n      deeper\n\n    bye\n    |- END\n"));
}

#[test]
fn a_heredoc_with_escapes_and_values() {
    insta::assert_snapshot!(heredoc(
        "$t = @(\"END\"/tL$)\n  a\\tb \\$x ${y‸}c $d\n  joined \\\n  ${[1,\n  2]} \\q\n  | END\n"
    ));
}

#[test]
fn a_heredoc_with_the_values_of_the_session() {
    let (text, at) = cursor("notice(@(\"END\"))\n  Hello ${who}‸!\n  | END\n");
    let mut session = session(&["$who = 'Ada'"]);
    insta::assert_snapshot!(told(&text, &pane::heredoc(&CursorContext::new(&text, at), Some(&mut session))));
}

#[test]
fn two_heredocs_on_a_line() {
    insta::assert_snapshot!(heredoc("$a = [@(A), @(B/n)]\none\nA\ntw‸o\\n\n- B\n$z = 1\n"));
}

#[test]
fn the_second_heredoc_of_a_line_has_values_of_its_own() {
    insta::assert_snapshot!(heredoc(
        "$a = [@(\"A\"), @(\"B\")]\none ${$x}\nA\n  tw‸o ${$y} and ${$z}\n  | B\n$z = 1\n"
    ));
}

#[test]
fn a_heredoc_with_crlf_line_ends() {
    insta::assert_snapshot!(heredoc("$a = @(A)\r\n  one‸\r\n  |- A\r\n"));
}

#[test]
fn bad_heredocs() {
    insta::assert_snapshot!(heredoc("$a = @(END)\n  text‸\n  END.\n"));
    insta::assert_snapshot!(heredoc("$a‸ = 1"));
    insta::assert_snapshot!(heredoc("$a = @(END)\n\u{1b}[31m‸\u{202e}x\nEND\n"));
}

fn tree(marked: &str) -> String {
    let (text, at) = cursor(marked);
    told(&text, &pane::tree(&CursorContext::new(&text, at), None))
}

#[test]
fn the_trees_of_the_statement_under_the_cursor() {
    insta::assert_snapshot!(tree("$a = 1\n$b = 2 + $a‸ * 3\nnotice($b)\n"));
}

#[test]
fn the_trees_of_a_resource() {
    insta::assert_snapshot!(tree("file { '/tmp/x':\n  mode => ‸'0644',\n}"));
}

#[test]
fn the_trees_of_text_that_cannot_be_read() {
    insta::assert_snapshot!(tree("$a = [1, 2‸\n$b = 3"));
    insta::assert_snapshot!(tree("‸"));
    insta::assert_snapshot!(tree("\u{1b}[31m ?? ‸"));
}

#[test]
fn a_short_cell_shows_all_its_statements() {
    let text = "$a = 1\n$b = 2\n$c‸ = 3\n$d = 4\n$e = 5\n";
    let shown = tree(text);
    assert!(["$a", "$b", "$c", "$d", "$e"].iter().all(|name| shown.contains(name)), "{shown}");
    // A long one shows those around the cursor.
    let many: String = (100..400).map(|n| format!("$v{n} = {n}\n")).collect();
    let shown = tree(&many.replace("$v250 =", "$v250‸ ="));
    assert!(shown.contains("$v250") && shown.contains("$v249") && !shown.contains("$v100"), "{shown}");
}

#[test]
fn a_long_class_is_shown_around_the_cursor_only() {
    let body: String = (0..500).map(|n| format!("  $v{n} = {n}\n")).collect();
    let text = format!("class long {{\n{body}}}\n");
    let at = text.find("$v250 = 250").unwrap() + 8;
    let view = pane::tree(&CursorContext::new(&text, at), None);
    check(&text, &view);
    assert!(view.lines.len() < 120, "{}", view.lines.len());
    assert!(view.text().contains("250") && !view.text().contains("$v10 "));
    assert_eq!(view.lines[view.focus.unwrap()].span.unwrap().of(&text), "250");
}

fn types(marked: &str, session: &mut Session, ran: bool) -> String {
    let (text, at) = cursor(marked);
    if !ran {
        return told(&text, &pane::types(&CursorContext::new(&text, at), session, None));
    }
    let evaluation = session.evaluate("cell", &text);
    told(&text, &pane::types(&CursorContext::new(&text, at), session, Some(&(&evaluation).into())))
}

#[test]
fn the_type_under_the_cursor_before_anything_runs() {
    insta::assert_snapshot!(types("$xs = [1, 2, 3]\n$ys = $xs.map |$x| { ‸$x * 2 }", &mut session(&[]), false));
}

#[test]
fn the_types_of_what_ran() {
    insta::assert_snapshot!(types(
        "$hosts = [{name => 'a', port => 80}, ‸{name => 'b', port => 443}]",
        &mut session(&[]),
        true
    ));
}

#[test]
fn the_type_in_a_template_that_stands_in_the_cell() {
    let mut session = session(&["$ports = [80, 443]"]);
    let text = "inline_epp(@(T))\n  <% $ports.each |$p| { -%>\n  port <%= $p‸ + 1 %>\n  <% } -%>\n  | T\n";
    insta::assert_snapshot!(types(text, &mut session, false));
    insta::assert_snapshot!(types("inline_epp('a <%= $ports‸[0] %> b')", &mut session, false));
    insta::assert_snapshot!(types("inline_epp('a‸ <%= $ports[0] %> b')", &mut session, false));
}

/// A variable that the template itself sets has not the value that one of the session has.
#[test]
fn a_variable_of_the_template_has_no_value_of_the_session() {
    let mut session = session(&["$ports = [80, 443]"]);
    for (text, is_of_session) in [
        ("inline_epp('<%= $po‸rts %>')", true),
        ("inline_epp('<% $other = 5 %><%= $po‸rts %>')", true),
        ("inline_epp('<% $ports = 5 %><%= $po‸rts %>')", false),
        ("inline_epp('<%- |Integer $ports| -%><%= $po‸rts %>')", false),
        ("inline_epp('<% [1].each |$ports| { %><%= $po‸rts %><% } %>')", false),
        ("inline_epp('<% [1].each |$ports| { %><%= 1 ‸+ 1 %><% } %>')", false),
    ] {
        let shown = types(text, &mut session, false);
        assert_eq!(shown.contains("[80, 443]"), is_of_session, "{text}\n{shown}");
    }
}

#[test]
fn types_in_the_bodies_of_functions_and_defines() {
    let mut session = session(&[]);
    let text = "function f(Optional[Integer] $x, Enum[a, b] *$y) >> String {\n  if $x { $‸x + 1 } else { $y }\n}";
    insta::assert_snapshot!(types(text, &mut session, false));
    insta::assert_snapshot!(types(&text.replace('‸', "").replace("$y }", "‸$y }"), &mut session, false));
    let text = "define site(Integer $port = 80) {\n  notify { \"${title} ${po‸rt}\": }\n}";
    insta::assert_snapshot!(types(text, &mut session, false));
}

#[test]
fn what_definitions_ask_for_and_give() {
    let mut session = session(&[]);
    for text in [
        "function ‸f(Struct[{port => Integer}] $x, Enum[a, b] $y = 'a', *$rest) >> String { 'a' }",
        "fun‸ction g() { 1 }",
        "function ‸h($a, Integer $b) { 1 }",
        "define si‸te(Integer $port = 80, String $owner) { }",
        "class we‸b { }",
    ] {
        insta::assert_snapshot!(types(text, &mut session, false));
    }
}

#[test]
fn why_a_value_does_not_fit() {
    let define = "function f(Struct[{port => Integer, name => String}] $x) { $x }";
    insta::assert_snapshot!(types("f({port => '80',‸ name => 1})", &mut session(&[define]), false));
}

#[test]
fn types_of_bad_input() {
    insta::assert_snapshot!(types("$a = [1, ‸", &mut session(&[]), false));
    insta::assert_snapshot!(types("‸", &mut session(&[]), false));
    insta::assert_snapshot!(types("1 + 'a‸\u{7}'", &mut session(&[]), true));
}

fn scope(marked: &str, session: &Session) -> String {
    let (text, at) = cursor(marked);
    told(&text, &pane::scope(&CursorContext::new(&text, at), &session.catalog().scopes()))
}

#[test]
fn the_scopes_around_the_cursor() {
    let session = session(&["$port = 1", "class web($port = 80) { $user = 'www' }", "include web"]);
    insta::assert_snapshot!(scope(
        "function f(Integer $port, *$rest) {\n  $sum = 1\n  [1].each |$i, $sum| {\n    $twice = $i * 2\n    notice(‸$port)\n  }\n}\n",
        &session
    ));
}

#[test]
fn the_scopes_of_a_cell_without_variables() {
    insta::assert_snapshot!(scope("‸", &session(&[])));
    insta::assert_snapshot!(scope("if { ‸ ", &session(&["$esc = \"\\u001b[2J\"", "$big = range(1, 5000)"])));
}

#[test]
fn the_cell_that_set_a_variable_is_told() {
    let session = session(&["$a = 1"]);
    let mut scopes = session.catalog().scopes();
    scopes[0].variables[0].origin = Some("cell 7".to_owned());
    let view = pane::scope(&CursorContext::new("$a", 1), &scopes);
    insta::assert_snapshot!(told("$a", &view));
}

#[test]
fn log_lines_of_all_cells() {
    let line = |cell, level, text| pane::LogLine { cell, level, text };
    let lines = [
        line(1, Level::Notice, "hello"),
        line(1, Level::Warning, "two\nlines \u{1b}[31m"),
        line(3, Level::Err, "it\tfailed"),
    ];
    insta::assert_snapshot!(told("", &pane::log(&lines)));
    insta::assert_snapshot!(told("", &pane::log(&[])));
    let many = vec![line(1, Level::Info, "again"); 100_000];
    let view = pane::log(&many);
    assert_eq!((view.lines.len(), view.focus), (2_003, Some(2_002)));
    assert_eq!(view.lines[0].text(), "(98000 earlier lines are not shown)");
}

fn help(marked: &str, session: &Session) -> String {
    let (text, at) = cursor(marked);
    let keys = [("Ctrl-Enter".to_owned(), "run the cell".to_owned())];
    told(&text, &pane::help(&CursorContext::new(&text, at), session, &keys))
}

#[test]
fn help_about_a_function() {
    insta::assert_snapshot!(help("$a.ma‸p |$x| { $x }", &session(&[])));
    insta::assert_snapshot!(help("function_that_is_not_there(‸1)", &session(&[])));
    insta::assert_snapshot!(help("max(1, (‸2))", &session(&[])));
}

#[test]
fn help_about_a_type_a_keyword_and_a_variable() {
    insta::assert_snapshot!(help("Inte‸ger[1]", &session(&[])));
    insta::assert_snapshot!(help("un‸less $x { }", &session(&[])));
    insta::assert_snapshot!(help("$po‸rt + 1", &session(&["$port = 80"])));
    insta::assert_snapshot!(help("'a' =‸~ /b/", &session(&[])));
    assert!(help("$x = @(E‸ND)\n  a\n  | END\n", &session(&[])).contains("‹title:heredoc›"));
}

#[test]
fn help_about_a_resource_type_and_its_attributes() {
    insta::assert_snapshot!(help("file { '/x': ens‸ure => file }", &session(&[])));
    insta::assert_snapshot!(help("file { '/x': ensure => ‸file }", &session(&[])));
    insta::assert_snapshot!(help("noti‸fy { 'x': ", &session(&[])));
}

#[test]
fn help_about_a_declared_class() {
    let session = session(&["class web { }", "class other { }", "include web, other"]);
    insta::assert_snapshot!(help("include we‸b", &session));
    let text = help("include othe‸r", &session);
    assert!(text.contains("Class[other]") && !text.contains("Class[web]"), "{text}");
}

#[test]
fn help_where_there_is_nothing() {
    insta::assert_snapshot!(help("‸", &session(&[])));
}

fn captures(marked: &str) -> String {
    let (text, at) = cursor(marked);
    told(&text, &pane::captures(&CursorContext::new(&text, at), None, None))
}

#[test]
fn the_groups_of_a_match_coloured_in_place() {
    insta::assert_snapshot!(captures("'web-042.example' =~ /^(\\w+)-((\\d)\\d*)‸/"));
}

#[test]
fn named_groups_and_one_that_took_no_part() {
    insta::assert_snapshot!(captures(
        "if 'port 80' =~ /(?<word>\\w+) (?<number>\\d+)(?<unit>k)?/ {\n  notice($1)‸\n}\n"
    ));
}

#[test]
fn a_pattern_that_is_being_typed() {
    insta::assert_snapshot!(captures("'abc' =~ /a(b‸/"));
    insta::assert_snapshot!(captures("'größe' =~ /ö*+ß{2,1}‸/"));
}

#[test]
fn plain_groups_beside_named_ones_capture_nothing() {
    let hint = "they do not capture";
    assert!(captures("'web-42' =~ /(?<role>\\w+)-(\\d+)‸/").contains(hint));
    for pattern in ["(?<role>\\w+)-(?:\\d+)", "(\\w+)-(\\d+)", "(?<r>\\w)\\(x", "(?<r>[(]+)", "(?<=w)(e)"] {
        assert!(!captures(&format!("'web-42(x' =~ /{pattern}‸/")).contains(hint), "{pattern}");
    }
}

#[test]
fn a_match_that_fails_tells_how_far_it_came() {
    insta::assert_snapshot!(captures("'port 80' =~ /port (\\d+)k‸/"));
}

#[test]
fn options_of_case_and_selector() {
    insta::assert_snapshot!(captures("case 'web1' {\n  /^db(\\d)/: { 1 }\n  /^web(\\d‸)/: { 2 }\n}\n"));
    insta::assert_snapshot!(captures("$x = 'ab' ? { /(.)b/ => $1‸, default => 0 }"));
    insta::assert_snapshot!(captures("/b‸(.)/ in ['xy', 'abc']"));
}

#[test]
fn functions_that_match() {
    insta::assert_snapshot!(captures("regsubst('a-b-c', '(-)(.)‸', '\\2+', 'G')"));
    insta::assert_snapshot!(captures("'a1b22'.match(/‸(\\d+)$/)"));
    insta::assert_snapshot!(captures("split('a, b', /,‸\\s*/)"));
    insta::assert_snapshot!(captures("regsubst('ABC', 'b(', 'x', 'I')‸"));
}

#[test]
fn variables_of_the_text_and_of_the_session() {
    insta::assert_snapshot!(captures("$s = 'abc'\n$t = \"x${s}\"\n$t =~ /b(.)‸/"));
    let (text, at) = cursor("$host =~ /^(\\w+)\\.‸/");
    insta::assert_snapshot!(captures("$host =~ /^(\\w+)\\.‸/"));
    let mut session = session(&["$host = 'web1.example.org'"]);
    let evaluation = session.evaluate("cell 2", &text);
    let view = pane::captures(&CursorContext::new(&text, at), Some(&mut session), Some(&(&evaluation).into()));
    insta::assert_snapshot!(told(&text, &view));
}

#[test]
fn the_name_of_the_node_is_matched() {
    let (text, at) = cursor("node /^web(\\d+)‸/ { notice($1) }");
    insta::assert_snapshot!(captures("node /^web(\\d+)‸/ { notice($1) }"));
    let mut session = session(&[]);
    session.set("node", "web12.example.org").unwrap();
    insta::assert_snapshot!(told(&text, &pane::captures(&CursorContext::new(&text, at), Some(&mut session), None)));
}

#[test]
fn captures_where_there_is_no_match() {
    insta::assert_snapshot!(captures("$a = 1‸"));
    insta::assert_snapshot!(captures("1 =~ Integer‸"));
    assert_eq!(captures("1 !~ Integer‸"), captures("1 =~ Integer‸"));
    insta::assert_snapshot!(captures("'\u{1b}[2J' =~ /\\e(.*)‸/"));
}

#[test]
fn a_pattern_without_an_end_is_given_up() {
    insta::assert_snapshot!(captures(&format!("'{}' =~ /(a+)+(?=b)$‸/", "a".repeat(60))));
}

fn epp(marked: &str, inputs: &[&str]) -> String {
    let (text, at) = cursor(marked);
    told(&text, &pane::epp(&CursorContext::new(&text, at), Some(&mut session(inputs))))
}

#[test]
fn a_template_in_a_heredoc_beside_its_text() {
    insta::assert_snapshot!(epp(
        "$t = @(END:epp)\n  <%- | Array $xs | -%>\n  <% $xs.each |$i, $x| { -%>\n  n<%= $i ‸%> = <%= $x %>\n  <% } -%>\n  <%# a remark -%>\n  done\n  | END\ninline_epp($t, {'xs' => ['a', \"b\\nc\"]})\n",
        &[]
    ));
}

#[test]
fn a_template_that_loops_on_one_line() {
    insta::assert_snapshot!(epp("inline_epp('<% [1, 2, 3].each |$i| { %><%= $i %>, <% } %>.\n<%% %%>‸ end')", &[]));
    insta::assert_snapshot!(epp("inline_epp(\"<% Integer[1, 90].each |\\$i| { -%>\n<%= \\$i %>‸\n<% } -%>\n\")", &[]));
}

#[test]
fn a_template_of_its_own_with_the_variables_of_the_session() {
    let (text, at) = cursor("port = <%= $port %>\n  <%- if $port > 80 { -%>\n‸high\n  <%- } -%>\n");
    let view = pane::epp(&CursorContext::template(&text, at), Some(&mut session(&["$port = 8080"])));
    insta::assert_snapshot!(told(&text, &view));
    let view = pane::epp(&CursorContext::template(&text, at), None);
    insta::assert_snapshot!(told(&text, &view));
}

#[test]
fn templates_with_faults() {
    insta::assert_snapshot!(epp("inline_epp('a\n<%= $nothing‸ %>\nb')", &[]));
    insta::assert_snapshot!(epp("inline_epp('a\n<%= [1, %>‸\nb')", &[]));
    insta::assert_snapshot!(epp("inline_epp('<%= 1 + \"x\" %>‸', 7)", &[]));
    insta::assert_snapshot!(epp("inline_epp('<% notice(1) %>‸')", &[]));
    insta::assert_snapshot!(epp("epp('nowhere/there.epp')‸", &[]));
    insta::assert_snapshot!(epp("$a = 1‸", &[]));
    insta::assert_snapshot!(epp("inline_epp('\u{1b}[2J<%= \"\\e\\u001b]0;x\" %>‸')", &[]));
}

#[test]
fn a_template_without_an_end_is_given_up() {
    let text = "inline_epp('<% Integer[1, 100000000].each |$i| { %>x<% } %>‸')";
    assert!(epp(text, &[]).contains("it takes too long"));
}

const SITE: &[&str] = &[
    "class web ($port = 80) {\n  file { '/etc/web.conf': mode => '0600' }\n  service { 'web': ensure => running, require => File['/etc/web.conf'] }\n}\ninclude web",
    "@notify { 'virt': tag => 'blue' }\nNotify <| tag == 'red' |>\nFile <| |> { owner => 'root' }",
];

fn catalog(marked: &str, inputs: &[&str], wish: &CatalogQuery) -> String {
    let (text, at) = cursor(marked);
    let here = CursorContext::new(&text, at).named("cell 2");
    told(&text, &pane::catalog(&here, &Declared::of(&session(inputs), &here, wish), wish))
}

#[test]
fn the_resources_and_the_one_under_the_cursor() {
    let cell = SITE[1].replace("'virt'", "'vi‸rt'");
    let wish = CatalogQuery::default();
    insta::assert_snapshot!(catalog(&cell, SITE, &wish));
    insta::assert_snapshot!(catalog("notice(File['/etc/web.conf'‸])", SITE, &wish));
}

#[test]
fn resources_that_match_a_filter() {
    let wish = CatalogQuery { filter: "Web".to_owned(), ..Default::default() };
    insta::assert_snapshot!(catalog("‸", SITE, &wish));
    let wish =
        CatalogQuery { filter: "nothing of it".to_owned(), selected: Some("][".to_owned()), ..Default::default() };
    insta::assert_snapshot!(catalog("‸", SITE, &wish));
    let wish = CatalogQuery { filter: "virtual".to_owned(), graph: true, ..Default::default() };
    insta::assert_snapshot!(catalog("‸", SITE, &wish));
}

#[test]
fn the_graph_with_a_circle_and_edges_to_nothing() {
    let wish = CatalogQuery { graph: true, ..Default::default() };
    insta::assert_snapshot!(catalog("‸", SITE, &wish));
    let circle = "notify { 'a': require => Notify['b'] }\nnotify { \"b\\u001b[2J\": }\nnotify { 'b': require => [Notify['a'], File['/x']] }";
    insta::assert_snapshot!(catalog("‸", &[circle], &wish));
    insta::assert_snapshot!(catalog("‸", &[], &wish));
    insta::assert_snapshot!(catalog("‸", &[], &CatalogQuery::default()));
}

#[test]
fn one_resource_in_full_with_lines_that_lead_on() {
    let wish = CatalogQuery { selected: Some("service[web]".to_owned()), ..Default::default() };
    insta::assert_snapshot!(catalog("‸", SITE, &wish));
    let wish = CatalogQuery { graph: true, ..wish };
    insta::assert_snapshot!(catalog("‸", SITE, &wish));
}

/// The catalog's graph without roles.
fn graph(input: &str) -> String {
    let session = session(&[input]);
    let here = CursorContext::new("", 0);
    shown(&here, &session, &CatalogQuery { graph: true, ..Default::default() }).text()
}

#[test]
fn edges_are_drawn_from_what_comes_first_to_what_comes_after() {
    insta::assert_snapshot!(graph("notify { 'a': } -> notify { 'b': } ~> notify { 'c': }\nNotify['a'] -> Notify['c']"));
    insta::assert_snapshot!(graph(
        "notify { ['x', 'y', 'z', 'end']: }\n[Notify['x'], Notify['y'], Notify['z']] -> Notify['end']\nNotify['x'] ~> Notify['z']"
    ));
}

#[test]
fn a_graph_with_containers_whose_edges_lead_up_and_down() {
    insta::assert_snapshot!(graph(
        "class one { notify { 'a': } notify { 'b': require => Notify['a'] } }\nclass two { notify { 'c': before => Notify['b'] } }\ninclude one, two\nClass['two'] -> notify { 'last': }"
    ));
}

#[test]
fn more_edges_than_there_are_lanes_are_told_behind_the_resource() {
    let all = |one: &dyn Fn(u32) -> String| (0..10).map(one).collect::<Vec<_>>().join("\n");
    let starts = all(&|n| format!("notify {{ 's{n}': }}"));
    let ends = all(&|n| format!("notify {{ 'e{n}': subscribe => Notify['s{n}'] }}"));
    insta::assert_snapshot!(graph(&format!("{starts}\n{ends}")));
}

fn shown(here: &CursorContext, session: &Session, wish: &CatalogQuery) -> View {
    pane::catalog(here, &Declared::of(session, here, wish), wish)
}

/// Every pane of a text at a place, as text.
fn every_pane(text: &str, at: usize, session: &mut Session, ran: Option<&pane::CellOutput>) -> String {
    let here = CursorContext::new(text, at);
    let views = [
        pane::types(&here, session, ran),
        pane::heredoc(&here, Some(session)),
        pane::captures(&here, Some(session), ran),
        pane::tokens(&here),
        pane::tree(&here, None),
        pane::scope(&here, &session.catalog().scopes()),
        pane::epp(&here, Some(session)),
        shown(&here, session, &CatalogQuery::default()),
        shown(&here, session, &CatalogQuery { graph: true, ..Default::default() }),
        shown(&here, session, &CatalogQuery { selected: Some("File['/s']".to_owned()), ..Default::default() }),
        pane::help(&here, session, &[]),
    ];
    views.iter().map(|view| told(text, view)).collect()
}

#[test]
fn sensitive_values_are_in_no_pane() {
    let secret = "hunter2-and-more";
    let make = format!(
        "$pw = Sensitive('{secret}')\n$all = {{'user' => 'ada', 'pw' => $pw}}\nfile {{ '/s': content => $pw }}"
    );
    let cell = "$pw\n$all\n$pw.unwrap =~ /hunter(.*)/\n\"x ${pw} ${pw.unwrap}\"\n$t = @(\"END\")\n  ${pw.unwrap}\n  ${pw}\n  | END\ninline_epp('<%= $pw %> <%= $pw.unwrap %>')\ninline_epp('<%= $p %>', {'p' => $pw})\ninline_epp('<%= $p %>', {'p' => $pw.unwrap})\nFile['/s']\n$all['pw']\nnotice($pw.unwrap)\n";
    for at in (0..=cell.len()).filter(|at| cell.is_char_boundary(*at)) {
        let mut session = session(&[&make]);
        let told = every_pane(cell, at, &mut session, None);
        for line in told.lines() {
            assert!(
                !line.contains("hunter2") && !line.contains("and-more"),
                "at {at} before {:?}: {line}",
                cell.get(at..)
            );
        }
    }
}

#[test]
fn no_pane_breaks_on_bad_input_wherever_the_cursor_is() {
    let texts = [
        "$a = [1, {'k' => @(END:json/nL), \"a${b\u{1b}\n  x\\\n  | END",
        "class c { $x = 'é👍🏽' =~ /(?<n>é)(/ \r\n file { [1, $x]: * => ",
        "<% $x.each |$y| { -%>\n<%= $y \u{0} %>\n<%% <%#",
        "inline_epp(@(\"E\":epp), {})\n<%= ${x} %>\n|- E\ncase 'a' { /[/: {} default: {} }",
        "\u{feff}\u{202e}$x = 0x\\\u{7f} if { ?",
    ];
    for text in texts {
        let mut session = session(&["$x = {'\u{1b}[2J' => [\"\\u202e\"]}", text]);
        for at in 0..=text.len() + 3 {
            if at > text.len() || text.is_char_boundary(at) {
                every_pane(text, at, &mut session, None);
                check(text, &pane::epp(&CursorContext::template(text, at), Some(&mut session)));
                check(text, &pane::types(&CursorContext::template(text, at), &mut session, None));
            }
        }
    }
}

#[test]
fn the_trees_of_a_long_text_are_those_of_the_whole() {
    let text: String = (0..200).map(|n| format!("$v{n} = @(\"E\") \n  text ${{x}} {n}\n  | E\n")).collect();
    let document = puppet_tree::Document::new(&*text);
    for needle in ["$v0 ", "${x} 99", "$v150", "| E\n$v199"] {
        let at = text.find(needle).unwrap();
        let (alone, with) = (
            pane::tree(&CursorContext::new(&text, at), None),
            pane::tree(&CursorContext::new(&text, at), Some(&document)),
        );
        let marks = |view: &View| view.marks.clone();
        assert_eq!(marks(&alone), marks(&with), "{needle}");
        // The line before the cursor's is the node around it.
        let near = |view: &View| {
            view.lines
                .iter()
                .filter(|line| line.pieces.iter().any(|piece| piece.0 == Role::Match))
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(near(&alone), near(&with), "{needle}");
    }
}

/// The table of panes is complete: names are unique and found again, and each row says what its pane shows.
#[test]
fn each_pane_has_a_row() {
    for (at, pane) in Pane::ALL.iter().enumerate() {
        assert_eq!(Pane::named(&pane.name().to_lowercase()), Some(*pane));
        assert_eq!(Pane::ALL.iter().position(|other| other.name() == pane.name()), Some(at), "{}", pane.name());
        assert!(!pane.description().is_empty() && !pane.description().ends_with('.'), "{}", pane.name());
        assert_eq!(pane::waiting(*pane).title, pane.name());
    }
}

/// A reader of the trace of code in this session; the pane takes it for that of cell 9.
fn reader(session: &mut Session, code: &str) -> pane::TraceReader {
    let trace = pprepl_session::trace::trace(session, "cell 9", code);
    pane::TraceReader::new(std::sync::Arc::new(trace), "cell 9")
}

#[test]
fn the_trace_pane_is_read_step_by_step() {
    let code = "$big = [80, 443, 8080].filter |$p| { $p > 100 }.map |$p| { $p * 10 }\ndouble($big[0])";
    let mut session = session(&["function double($n) {\n  $n * 2 }"]);
    let mut reader = reader(&mut session, code);
    let mut out = told(code, &pane::trace(Some(&reader)));
    for (what, act) in [
        ("next", (|reader| reader.step(1)) as fn(&mut pane::TraceReader)),
        ("over", pane::TraceReader::over),
        ("out", pane::TraceReader::out),
        ("false", pane::TraceReader::next_nothing),
        ("fold", pane::TraceReader::fold),
        ("find", |reader| reader.find("8860")),
        ("find", |reader| reader.find("nowhere")),
        ("next", |reader| reader.step(1)),
    ] {
        act(&mut reader);
        let _ = writeln!(out, "\n{what}: {}", told(code, &pane::trace(Some(&reader))));
    }
    insta::assert_snapshot!(out);
}

#[test]
fn rounds_fold_and_unfold() {
    let code = "Integer[1, 6].map |$i| { $i * $i }";
    let mut reader = reader(&mut session(&[]), code);
    let count = |reader: &pane::TraceReader| pane::trace(Some(reader)).lines.len();
    let (three, all) = (count(&reader), 8);
    reader.fold();
    assert_eq!(count(&reader), all - 1, "{}", pane::trace(Some(&reader)).text());
    reader.fold();
    assert_eq!(count(&reader), 1);
    reader.fold();
    assert_eq!(count(&reader), three);
    assert!(pane::trace(Some(&reader)).text().contains("… 3 more rounds"));
    reader.find("36");
    assert!(pane::trace(Some(&reader)).text().contains("round 6 of 6"));
}

#[test]
fn a_prediction_hides_what_comes_and_is_judged() {
    let code = "[1, 2].map |$x| { $x * 10 }.reduce |$sum, $x| { $sum + $x }";
    let mut session = session(&[]);
    let mut reader = reader(&mut session, code);
    let text = |reader: &pane::TraceReader| pane::trace(Some(reader)).text();
    assert_eq!(reader.predict().as_deref(), Some("Predict the value of [1, 2].map |$x|"));
    assert!(!text(&reader).contains("10,") && !text(&reader).contains("30"), "{}", text(&reader));
    assert_eq!(reader.predicted(), Some("[10, 20]"));
    let verdict = pprepl_session::trace::judge(&mut session, "[10, 20]", reader.predicted().unwrap());
    reader.judged("[10, 20]", verdict.map_err(|report| report.message));
    assert!(text(&reader).contains("right: [10, 20]") && !text(&reader).contains("30"), "{}", text(&reader));
    assert_eq!(reader.predict().as_deref(), Some("Predict the value of 1 * 10"));
    reader.judged("11", Ok(false));
    assert!(text(&reader).contains("not 11: it is 10"), "{}", text(&reader));
    while reader.predict().is_some() {
        reader.judged("?", Err("it cannot be read".to_owned()));
    }
    assert!(text(&reader).contains("30") && text(&reader).contains("no further value"), "{}", text(&reader));
}

/// What fails, and what has not ended, has no value to predict.
#[test]
fn only_steps_with_a_value_are_asked_for() {
    let mut session = session(&[]);
    let mut reader = reader(&mut session, "[1, 'a'].map |$x| { 10 + $x }");
    let mut questions = Vec::new();
    while let Some(question) = reader.predict() {
        questions.push(question);
        reader.judged("?", Ok(false));
    }
    assert_eq!(questions, ["Predict the value of 10 + 1"]);
    // What has no value of its own is compared as it is written.
    let mut judged = |answer: &str, value: &str| pprepl_session::trace::judge(&mut session, answer, value).ok();
    assert_eq!(judged("fail('x')", "fail('x')"), Some(true));
    assert_eq!(judged("fail('x')", "11"), Some(false));
    assert_eq!(judged("'a'", "'A'"), Some(false));
    assert_eq!(judged("11.0", "11"), Some(false));
    assert_eq!(judged("10 +", "11"), None);
    reader.step(-9);
    reader.predict();
    let hidden = pane::trace(Some(&reader)).text();
    reader.stop_predicting();
    let shown = pane::trace(Some(&reader)).text();
    assert!(!hidden.contains("11") && shown.contains("11"), "{hidden}\n{shown}");
}

#[test]
fn a_trace_may_be_empty_or_missing() {
    assert!(pane::trace(None).text().contains("Run the cell first"));
    let mut reader = reader(&mut session(&[]), "5");
    for act in
        [pane::TraceReader::over, pane::TraceReader::out, pane::TraceReader::fold, pane::TraceReader::next_nothing]
    {
        act(&mut reader);
    }
    reader.step(-3);
    assert_eq!(reader.predict(), None);
    assert!(pane::trace(Some(&reader)).text().contains("Nothing was evaluated"));
}

/// Each place of a cell in each pane: the first lines, where they are others than before.
#[test]
fn every_place_of_a_cell() {
    let text = "class web($p = 80) inherits a { notify { \"x${p}\": message => 'm' } }\n\
                $t = @(\"E\"/n)\n  a\\n${facts['b']}\n  | E\n\
                case 'b1' { /(b)(?<n>\\d)/: { $1 } default: { undef } }\n\
                unless !$x or 1 in [1] { fail('z') }\n\
                $y = $x ? { 1 => [2].map |$i| { $i ** 2 }, default => inline_epp('<% |$q| %><%= $q %>', { 'q' => 1 }) }\n";
    let mut session = session(&["$x = 1"]);
    let mut out = String::new();
    let mut before: [String; 7] = Default::default();
    let is_start = |at: usize| {
        let (last, next) = (text[..at].chars().next_back(), text[at..].chars().next());
        let class = |c: Option<char>| c.map(|c| if c.is_alphanumeric() { 'a' } else { c });
        class(last) != class(next)
    };
    for at in (0..=text.len()).filter(|&at| is_start(at)) {
        let here = CursorContext::new(text, at);
        let keys = [("Ctrl-Enter".to_owned(), "run the cell".to_owned())];
        let views = [
            pane::help(&here, &session, &keys),
            pane::tokens(&here),
            pane::heredoc(&here, None),
            pane::captures(&here, None, None),
            pane::types(&here, &mut session, None),
            pane::tree(&here, None),
            pane::scope(&here, &session.catalog().scopes()),
        ];
        let _ = writeln!(
            out,
            "=== {}‸{}",
            &text[..at].lines().last().unwrap_or(""),
            text[at..].lines().next().unwrap_or("")
        );
        for (view, before) in views.iter().zip(&mut before) {
            check(text, view);
            let lines: Vec<String> =
                view.lines.iter().map(|line| line.pieces.iter().map(|(_, text)| text.as_str()).collect()).collect();
            let focus = view.focus.map_or_else(String::new, |focus| format!(" ▶ {}", lines[focus].trim()));
            let start: Vec<&str> =
                lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).take(2).collect();
            let shown: String = format!("{}: {}{focus}", view.title, start.join(" / ")).chars().take(150).collect();
            if shown != *before {
                let _ = writeln!(out, "{shown}");
                *before = shown;
            }
        }
    }
    insta::assert_snapshot!(out);
}
