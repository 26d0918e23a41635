//! The tree of a text: documents that follow edits, colours, completeness, indentation, structure and recovery.

use std::time::Duration;

use pprepl_text::Span;
use puppet_tree::{
    CAPTURES, Completeness, Dialect, Document, Highlight, Highlighter, IncrementalHighlighter, MentionKind, Place,
    Structure, completeness, concrete_tree, indent_for_line, indent_for_new_line, mentions, recover,
};

// ---- documents

#[test]
fn a_document_follows_its_edits() {
    let mut document = Document::new("$a = 1\n");
    assert!(!document.has_error());
    assert!(document.edit(5..6, "[1, ", None));
    assert_eq!(document.text(), "$a = [1, \n");
    assert!(document.has_error());
    assert!(document.edit(9..9, "2]", None));
    assert_eq!(document.text(), "$a = [1, 2]\n");
    assert!(!document.has_error());
}

#[test]
fn an_operator_behind_a_heredoc_goes_on_with_its_statement() {
    let mut document = Document::new("$a = @(E)\nx\nE\n$b\n");
    assert_eq!(Structure::of(&document).statements().len(), 2);
    document.edit(14..14, "+ ", None);
    assert_eq!(Structure::of(&document).statements().len(), 1);
}

#[test]
fn an_edit_is_cut_to_the_text_and_to_characters() {
    let mut document = Document::new("'é'");
    document.edit(2..99, "x", None);
    assert_eq!(document.text(), "'x");
    document.edit(50..60, "'", None);
    assert_eq!(document.text(), "'x'");
}

#[test]
fn a_new_text_is_one_edit() {
    let mut document = Document::new("$a = 'ä'\n$b = 2\n");
    for text in ["$a = 'ö'\n$b = 2\n", "", "x", "xx", "x", "'é'", "'è'", "$a = 1"] {
        assert!(document.set_text(text, None));
        assert_eq!(document.text(), text);
        assert!(!document.has_error());
    }
}

#[test]
fn a_parse_without_budget_left_keeps_the_old_tree_and_goes_on_later() {
    let text = "$a = [1, 2, 3]\n".repeat(3000);
    let mut document = Document::new(text.clone());
    let mut highlighter = Highlighter::new();
    let painted = highlighter.visible(&document, 0..14);
    assert!(!document.edit(text.len()..text.len(), "\"", Some(Duration::ZERO)) || !document.is_stale());
    let changed = document.edit(0..0, "'", Some(Duration::ZERO));
    assert_eq!(changed, !document.is_stale());
    if document.is_stale() {
        assert_eq!(highlighter.visible(&document, 0..15).len(), painted.len(), "the old colours moved along");
    }
    assert!(document.catch_up(None));
    assert!(!document.is_stale());
}

// ---- colours

/// The highlights as `text:capture`, for reading.
fn told(text: &str, highlights: &[Highlight]) -> Vec<String> {
    highlights.iter().map(|h| format!("{}:{}", h.span.of(text), h.capture)).collect()
}

#[test]
fn a_text_is_told_apart() {
    let text = "$a = \"x ${b.size} \\n\" # why";
    assert_eq!(
        told(text, &Highlighter::new().text(text)),
        [
            "$a:variable",
            "=:operator",
            "\"x :string",
            "${:punctuation.special",
            "b:variable",
            ".:punctuation.delimiter",
            "size:function.method",
            "}:punctuation.special",
            " :string",
            "\\n:string.escape",
            "\":string",
            "# why:comment",
        ]
    );
}

#[test]
fn resources_calls_and_definitions_are_told_apart() {
    let text = "file { '/a': ensure => file }\nnotice foo(1)\nclass a::b(Integer $x) { return }";
    let told = told(text, &Highlighter::new().text(text));
    for part in [
        "file:type",
        "'/a':string",
        "ensure:property",
        "=>:operator",
        "file:string.special",
        "notice:function.builtin",
        "foo:function.call",
        "1:number",
        "class:keyword",
        "a::b:type.definition",
        "Integer:type",
        "$x:variable.parameter",
        "return:keyword",
    ] {
        assert!(told.iter().any(|one| one == part), "{part} in {told:?}");
    }
}

#[test]
fn puppet_in_a_heredoc_is_told_apart_too() {
    let text = "$a = @(END:pp)\nnotice 'x'\n| END\n";
    let told = told(text, &Highlighter::new().text(text));
    assert!(told.contains(&"notice:function.builtin".to_string()), "{told:?}");
}

#[test]
fn a_template_is_told_apart() {
    let text = "<%- | String $x | -%>\nif <%# why %><%= $x %>\n<% if $x { -%>\n  <%% 1\n<% } -%>\n";
    let told = told(text, &Highlighter::new().text_in(Dialect::Template, text));
    for part in [
        "<%-:punctuation.special",
        "String:type",
        "$x:variable",
        "<%# why %>:comment",
        "if:keyword",
        "<%%:string.escape",
    ] {
        assert!(told.iter().any(|one| one == part), "{part} in {told:?}");
    }
    assert_eq!(told.iter().filter(|one| *one == "if:keyword").count(), 1, "the other `if` is text");
    let document = Document::of(Dialect::Template, text);
    assert!(!document.has_error());
    let highlights = Highlighter::new().visible(&document, 0..text.len());
    assert_eq!(told, self::told(text, &highlights));
}

#[test]
fn a_template_in_a_heredoc_is_told_apart_too() {
    let text = "$a = @(END:epp)\nx <%= $b.size %>\n| END\n";
    let told = told(text, &Highlighter::new().text(text));
    assert!(told.contains(&"size:function.method".to_string()), "{told:?}");
}

#[test]
fn a_document_in_view_has_the_colours_of_its_text() {
    let statement =
        "file { '/a/${x}': ensure => file, mode => '0644' } -> Service['b']\nif $a =~ /b/ { notice \"c\" }\n";
    let text = format!("class big {{\n{}}}\n$a = @(\"E\")\ntext ${{b}}\nE\n", statement.repeat(200));
    let mut highlighter = Highlighter::new();
    let all = highlighter.text(&text);
    let document = Document::new(text.clone());
    let starts = [5, 6, 11, 20].map(|start| start..start + 100);
    for view in [0..text.len(), 0..300, 5000..6000, text.len() - 40..text.len()].into_iter().chain(starts) {
        let seen = highlighter.visible(&document, view.clone());
        let clip = |h: &Highlight| Highlight {
            span: Span::new(h.span.start.max(view.start as u32), h.span.end.min(view.end as u32)),
            capture: h.capture,
        };
        let expected: Vec<Highlight> = all.iter().map(clip).filter(|h| h.span.start < h.span.end).collect();
        assert_eq!(told(&text, &seen), told(&text, &expected), "{view:?}");
        assert!(seen.iter().all(|highlight| !highlight.span.is_empty()), "{view:?}");
    }
}

#[test]
fn every_capture_has_a_name_that_themes_know() {
    for capture in CAPTURES {
        assert!(pprepl_text::theme::Role::CAPTURES.contains(capture), "{capture}");
    }
    for line in tree_sitter_puppet::HIGHLIGHTS_QUERY.lines().filter(|line| !line.trim_start().starts_with(';')) {
        for word in line.split(['@', '"']).skip(1).step_by(1).filter(|_| line.contains('@')) {
            let name: String = word.chars().take_while(|c| c.is_ascii_lowercase() || *c == '.').collect();
            let quoted = line.contains(&format!("\"{word}")) || line.contains(&format!("\"@{word}"));
            assert!(
                name.is_empty() || quoted || CAPTURES.iter().any(|capture| capture.as_str() == name),
                "{name} in {line}"
            );
        }
    }
}

// ---- completeness

#[test]
fn an_input_is_complete_incomplete_or_broken() {
    use Completeness::{Broken, Complete, Incomplete};
    for (text, expected) in [
        ("", Complete),
        ("\n# nothing\n", Complete),
        ("$a = 1", Complete),
        ("notice 'x'", Complete),
        ("if $a { 1 }", Complete),
        ("$a = @(END)\ntext\n| END\n", Complete),
        ("/* note */", Complete),
        ("$a =", Incomplete),
        ("$a = [", Incomplete),
        ("$a = [1,\n", Incomplete),
        ("foo(1", Incomplete),
        ("if $a", Incomplete),
        ("if $a {\n  notice 1\n", Incomplete),
        ("if $a { 1 } else", Incomplete),
        ("class foo", Incomplete),
        ("class foo {", Incomplete),
        ("file { '/x':", Incomplete),
        ("File['a'] ->", Incomplete),
        ("'abc", Incomplete),
        ("$a = 'abc\n$b = 1\n", Incomplete),
        ("$a = \"abc\n${b} $c\nclass d {", Incomplete),
        ("$a = [1 2, 'abc\n$b = 1\n", Broken),
        ("\"abc ${x", Incomplete),
        ("$a = @(END)", Incomplete),
        ("$a = @(END)\ntext\n", Incomplete),
        ("$a = @(END:pp) + @(B)\ntext\nEND\n", Incomplete),
        ("$a.each |$x| {", Incomplete),
        ("$a ? {", Incomplete),
        ("$a = 1 /* and", Incomplete),
        (")", Broken),
        ("$a = 1 }", Broken),
        ("$a = = 1", Broken),
        ("foo(,)", Broken),
        ("$a = [1 2", Broken),
        ("$a = ^", Broken),
        ("foo(1)) {", Broken),
        ("12a", Broken),
    ] {
        assert_eq!(completeness(text), expected, "{text:?}");
    }
}

// ---- structure

fn texts<'t>(text: &'t str, spans: &[Span]) -> Vec<&'t str> {
    spans.iter().map(|span| span.of(text)).collect()
}

#[test]
fn statements_hold_their_heredocs() {
    let text = "$a = @(END)\ntext\n| END\nnotice $a; $b = 1 # c\n";
    let document = Document::new(text);
    let spans = Structure::of(&document).statements();
    assert_eq!(texts(text, &spans), ["$a = @(END)\ntext\n| END", "notice $a", "$b = 1"]);
}

#[test]
fn the_innermost_statement_and_the_next_larger_part() {
    let text = "class a {\n  $b = [1, 22]\n}\n";
    let document = Document::new(text);
    let structure = Structure::of(&document);
    let at = text.find("22").unwrap() as u32;
    assert_eq!(structure.statement_at(at as usize).map(|s| s.of(text)), Some("$b = [1, 22]"));
    let mut span = Span::at(at);
    let mut grown = Vec::new();
    while let Some(larger) = structure.enclosing(span) {
        grown.push(larger.of(text).trim_end());
        span = larger;
    }
    assert_eq!(grown[..4], ["22", "[1, 22]", "$b = [1, 22]", "{\n  $b = [1, 22]\n}"]);
}

#[test]
fn brackets_in_texts_are_none() {
    let text = "foo('(', [\"{ ${x[1]} }\"]) # )";
    let document = Document::new(text);
    let structure = Structure::of(&document);
    let (open, close) = structure.bracket_pair(4).unwrap();
    assert_eq!((open.span.start as usize, close.span.start as usize), (3, text.rfind(") #").unwrap()));
    assert_eq!(structure.bracket_pair(5), None);
    let (open, close) = structure.bracket_pair(text.find("${").unwrap()).unwrap();
    assert_eq!((open.span.of(text), close.span.of(text)), ("${", "}"));
}

#[test]
fn every_kind_of_bracket_has_its_partner() {
    for (text, open, close) in [
        ("File <| title == 'a' |>", "<|", "|>"),
        ("File <<| title == 'a' |>>", "<<|", "|>>"),
        ("f(1)", "(", ")"),
        ("[1]", "[", "]"),
        ("$a = { b => 1 }", "{", "}"),
    ] {
        let document = Document::new(text);
        let at = text.find(open).unwrap();
        let found = Structure::of(&document).bracket_pair(at);
        let (left, right) = found.unwrap_or_else(|| panic!("{text}: expected a pair"));
        assert_eq!((left.span.of(text), right.span.of(text)), (open, close), "{text}");
    }
    // Between two brackets it is the one that starts there.
    let text = "$a[[1]][(2)]";
    let document = Document::new(text);
    let pair = |at| Structure::of(&document).bracket_pair(at).map(|(a, b)| (a.span.start, b.span.start));
    let found: Vec<Option<(u32, u32)>> = (0..=text.len()).map(pair).collect();
    let [none, outer, inner, second, round] = [None, Some((2, 6)), Some((3, 5)), Some((7, 11)), Some((8, 10))];
    assert_eq!(found, [none, none, outer, inner, inner, inner, outer, second, round, round, round, second, second]);
}

#[test]
fn words_of_a_shell_are_keywords_at_the_start_of_a_command() {
    let shell = "if true; then\n  echo if\n  x = 1\n";
    assert_eq!(
        told(shell, &puppet_tree::embedded_highlights(shell, "sh")),
        ["if:keyword", "then:keyword", "echo:keyword", "if:keyword", "1:number"]
    );
    let ini = "if = 1\nx = 1\n";
    assert_eq!(
        told(ini, &puppet_tree::embedded_highlights(ini, "ini")),
        ["if:property", "1:number", "x:property", "1:number"]
    );
}

#[test]
fn open_brackets_of_half_typed_text() {
    let text = "class a {\n  foo([1, $x.each |$y| {\n";
    let document = Document::new(text);
    let open: String =
        Structure::of(&document).open_brackets(text.len()).iter().map(|b| b.span.of(text)).collect::<Vec<_>>().join("");
    assert_eq!(open, "{([{");
}

#[test]
fn a_place_is_in_code_or_text() {
    let text = "$a = \"b ${c} d\" # e\n$f = 'g' =~ /h/\n$i = @(END)\nj\n| END\n'k";
    let document = Document::new(text);
    let structure = Structure::of(&document);
    let place = |part: &str| structure.place(text.find(part).unwrap() + 1);
    assert_eq!(place("a ="), Place::Code);
    assert_eq!(place("b "), Place::Text);
    assert_eq!(place("c}"), Place::Code);
    assert_eq!(place(" d"), Place::Text);
    assert_eq!(place("# e"), Place::Comment);
    assert_eq!(place("g'"), Place::Text);
    assert_eq!(place("'g'"), Place::Text);
    assert_eq!(place("h/"), Place::Regexp);
    assert_eq!(place("j"), Place::Heredoc);
    assert_eq!(structure.place(text.len()), Place::Text);
    assert_eq!(structure.place(0), Place::Code);
}

#[test]
fn what_has_lines_can_be_folded() {
    let text = "class a {\n  $b = [\n    1,\n  ]\n}\n$c = [1]\n";
    let document = Document::new(text);
    let folds = Structure::of(&document).folds();
    assert_eq!(texts(text, &folds), ["{\n  $b = [\n    1,\n  ]\n}", "[\n    1,\n  ]"]);
}

// ---- indentation

/// The columns for a line behind `text`, while it is being typed.
fn typed(text: &str) -> usize {
    indent_for_new_line(&Document::new(text), text.len())
}

#[test]
fn a_new_line_goes_in_behind_what_is_open() {
    assert_eq!(typed("$a = 1"), 0);
    assert_eq!(typed("class a {"), 2);
    assert_eq!(typed("class a {\n  if $b {"), 4);
    assert_eq!(typed("class a {\n  if $b {\n    1\n  }"), 2);
    assert_eq!(typed("foo([{"), 2);
    assert_eq!(typed("$a.each |$b| {"), 2);
    assert_eq!(typed("$a ="), 2);
    assert_eq!(typed("$a = {\n  b =>"), 4);
    assert_eq!(typed("$a = { b => ["), 2);
}

#[test]
fn attributes_go_in_below_a_title_of_its_own_line() {
    assert_eq!(typed("file { '/a':"), 2);
    assert_eq!(typed("file {\n  '/a':"), 4);
    assert_eq!(typed("file {\n  '/a':\n    ensure => file,"), 4);
    assert_eq!(typed("file {\n  '/a':\n    ensure => file;"), 2);
}

#[test]
fn a_text_keeps_its_own_indentation() {
    assert_eq!(typed("class a {\n  $b = 'c"), 2);
    assert_eq!(typed("$a = @(END)\n  a text of some length\n    and more"), 4);
    assert_eq!(typed("# a {"), 0);
}

#[test]
fn a_closing_bracket_goes_back_to_its_opener() {
    let text = "class a {\n  foo([\n    1,\n    ])\n    }\n";
    let document = Document::new(text);
    let columns: Vec<usize> = text
        .lines()
        .scan(0, |start, line| {
            let at = *start;
            *start += line.len() + 1;
            Some(indent_for_line(&document, at))
        })
        .collect();
    assert_eq!(columns, [0, 2, 4, 2, 0]);
    let of_line = |text: &str, line: &str| indent_for_line(&Document::new(text), text.find(line).expect("the line"));
    assert_eq!(of_line("$a =\n1", "1"), 2);
    assert_eq!(of_line("$a = [\n{ 'b' =>\n1 }]", "1"), 4);
    assert_eq!(of_line("class a {\n    $b = @(END)\n   text\n| END\n}", "   text"), 3);
    assert_eq!(of_line("class a {\n  f(\n)\n}", ")"), 2);
    assert_eq!(of_line("class a {\n  f(\n)\n}", "}"), 0);
    assert_eq!(of_line("class a {\n  # note\nb", "b"), 2);
    let between = "foo {}";
    assert_eq!(indent_for_new_line(&Document::new(between), 5), 0);
}

// ---- recovery

#[test]
fn a_sound_text_has_no_holes() {
    let text = "$a = @(END)\n$b = (\nEND\nclass c {\n$d = 1\n}\nA ->\nB\n";
    assert_eq!(recover(text).holes, []);
    assert_eq!(recover(text).rest, text);
}

#[test]
fn only_the_broken_line_is_left_out() {
    for (before, broken, behind) in [
        ("$a = 1\n", "notice(", "\n$b = [1]\nfile { '/c': }\n"),
        ("$a = 1\n", "$b = 'abc", "\n$c = 'd'\n"),
        ("class a {\n  $b = 1\n  ", "$c = = 2", "\n  $d = 3\n}\n"),
        ("file { '/a':\n  ensure => file,\n  ", "mode =>,", "\n  owner => 'b',\n}\n$c = 1\n"),
        ("$a = 1 ", "}", "\n$b = 2\n"),
        ("", "class a {", "\n  $b = 1\n  $c = 2\n$d = 1\n"),
        ("$x = 1\nA ->\nB\n", "foo(1))", "\n$b = @(END)\n)\nEND\n$c = 1\n"),
        ("if $a {\n  $b = 1\n} else {\n  ", "$c =", "\n}\n$d = 1\n"),
    ] {
        let text = format!("{before}{broken}{behind}");
        let found = recover(&text);
        assert_eq!(texts(&text, &found.holes), [broken], "{text}");
        assert_eq!(found.rest.len(), text.len());
        assert_eq!(found.with_hole(&text, 0), text);
    }
}

#[test]
fn every_fault_has_its_hole() {
    let text = "$a = [1 2]\n$b = 1\nfoo(\n$c = 2\nclass d {\n  $e = = 1\n  $f = 1\n  )\n}\n$g = 1\n";
    let found = recover(text);
    assert_eq!(texts(text, &found.holes), ["$a = [1 2]", "foo(", "$e = = 1", ")"]);
    assert_eq!(found.with_hole(text, 1).lines().nth(2), Some("foo("));
}

#[test]
fn the_neighbours_of_half_typed_statements_survive() {
    let neighbours =
        ["$zz_0 = 1", "$zz_1 = [1, 2]", "file { '/zz_2': ensure => file }", "class zz_3($a) { notice($a) }"];
    let mut lost = Vec::new();
    let mut count = 0;
    for line in include_str!("../../../../tests/conformance/syntax/recovery.jsonl").lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = row["src"].as_str().unwrap();
        let found = recover(text);
        count += 1;
        lost.extend(neighbours.iter().filter(|n| !found.rest.contains(**n)).map(|n| format!("{n} of {text:?}")));
        // `$a =` and the like take the next line as their value: that is no fault.
        assert!(found.holes.len() <= 1, "{:?} of {text:?}", found.holes);
    }
    println!("{count} texts");
    assert!(lost.is_empty(), "{lost:#?}");
}

// ---- what is typed

/// The parts of a text that is being typed, as `text:capture`.
fn live(text: &str) -> Vec<String> {
    let mut live = IncrementalHighlighter::new(Highlighter::new());
    assert!(live.follow(text));
    told(text, &live.highlights(text.len()))
}

#[test]
fn heredocs_are_coloured_by_their_tags() {
    let json = live("$a = @(\"END\":json)\n  {\"k\": [1, \"v\", null, ${b}]}\n  | END\n");
    for part in ["\"k\":property", "1:number", "\"v\":string", "null:constant.builtin", "b:variable"] {
        assert!(json.iter().any(|one| one == part), "{part} in {json:?}");
    }
    let yaml = live("$a = @(END:yaml)\n  name: web # why\n  - port: 80\n  - 'x'\n  | END\n");
    for part in ["name:property", "# why:comment", "80:number", "'x':string", "-:punctuation.delimiter"] {
        assert!(yaml.iter().any(|one| one == part), "{part} in {yaml:?}");
    }
    let shell = live("$a = @(A:bash), @(B:pp)\n  if [ $x ]; then # c\nA\n  notice 'x'\nB\n");
    for part in ["if:keyword", "$x:variable", "# c:comment", "notice:function.builtin"] {
        assert!(shell.iter().any(|one| one == part), "{part} in {shell:?}");
    }
    let unknown = live("$a = @(END:brainfuck)\n  if 1\n  | END\n");
    assert!(unknown.iter().all(|one| !one.starts_with("if:")), "{unknown:?}");
}

#[test]
fn a_long_text_has_colours_around_the_cursor_only() {
    let line = "file { '/a': ensure => file }\n";
    let text = line.repeat(2000);
    let mut live = IncrementalHighlighter::new(Highlighter::new());
    while !live.follow(&text) {
        std::thread::yield_now();
    }
    let middle = line.len() * 1000;
    let view = live.view(middle);
    assert!(view.contains(&middle) && view.len() < text.len() / 4, "{view:?}");
    let found = live.highlights(middle);
    assert!(found.iter().all(|part| view.contains(&(part.span.start as usize))));
    assert!(found.len() > 300, "{}", found.len());
}

#[test]
fn names_are_known_free_or_unused() {
    let text =
        "$a = 1\n$b = $a + $c\nfunction f($x, $y) { $z = $x }\n[1].each |$i| { notice($i, $b) }\n\"${c} ${a}\"\n";
    let document = Document::new(text);
    let kinds = |name: &str| -> Vec<MentionKind> {
        mentions(&document).iter().filter(|mention| mention.name == name).map(|mention| mention.kind).collect()
    };
    use MentionKind::{Free, Known, Unused};
    assert_eq!(kinds("a"), [Known, Known, Known]);
    assert_eq!(kinds("b"), [Known, Known]);
    assert_eq!(kinds("c"), [Free, Free]);
    assert_eq!((kinds("x"), kinds("y"), kinds("z")), (vec![Known, Known], vec![Unused], vec![Unused]));
    assert_eq!(kinds("i"), [Known, Known]);
}

#[test]
fn the_concrete_tree_shows_what_is_not_there() {
    let nodes = concrete_tree(&Document::new("$a = [1"));
    assert_eq!((nodes[0].kind.as_str(), nodes[0].depth), ("source_file", 0));
    let missing = nodes.iter().find(|node| node.missing).expect("a missing bracket");
    assert_eq!((missing.kind.as_str(), missing.named, missing.span), ("]", false, Span::new(7, 7)));
}

#[test]
fn a_text_read_behind_catches_up() {
    let mut document = Document::new("");
    let text = "$a = [1, 2, 3]\n".repeat(2000);
    document.set_text(&text, Some(Duration::ZERO));
    // Typing goes on while a thread reads the text as it was.
    let mut typed = text.clone();
    while document.is_stale() {
        typed.push('1');
        document.set_text(&typed, Some(Duration::from_micros(200)));
    }
    assert!(!document.has_error());
    assert_eq!(Structure::of(&document).statements().len(), Structure::of(&Document::new(typed)).statements().len());
}

/// A cursor before a text, a comment or a pattern is in code still; the first offset inside is not.
#[test]
fn places_begin_behind_the_first_sign() {
    let text = "'ab' + \"cd ${e} f\"\n# g\n$x =~ /h/\n@(END)\n  i\n  | END\n$y";
    let document = Document::new(text);
    let structure = Structure::of(&document);
    let at = |part: &str, after: usize| structure.place(text.find(part).expect(part) + after);
    for (part, after, expected) in [
        ("'ab'", 0, Place::Code),
        ("'ab'", 1, Place::Text),
        ("'ab'", 3, Place::Text),
        ("'ab'", 4, Place::Code),
        ("\"cd", 0, Place::Code),
        ("\"cd", 1, Place::Text),
        ("${e}", 0, Place::Text),
        ("${e}", 2, Place::Code),
        ("${e}", 4, Place::Text),
        ("# g", 0, Place::Code),
        ("# g", 1, Place::Comment),
        ("# g", 3, Place::Comment),
        ("/h/", 0, Place::Code),
        ("/h/", 1, Place::Regexp),
        ("/h/", 3, Place::Code),
        ("  i", 1, Place::Heredoc),
        ("$y", 0, Place::Code),
        ("$y", 2, Place::Code),
    ] {
        assert_eq!(at(part, after), expected, "{part} + {after}");
    }
}
