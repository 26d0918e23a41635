//! What keys do to a text, told as texts: `‸` is the cursor, `«»` a selection.

use pprepl_session::edit::{self, Edit, Enter, Selection};
use pprepl_session::{LexOptions, Session, Settings, SystemHost};
use pprepl_text::theme::Role;
use puppet_tree::Document;

/// A text without its signs, its cursor, and its selection.
struct Place {
    document: Document,
    cursor: usize,
    selection: Option<std::ops::Range<usize>>,
}

fn place(marked: &str) -> Place {
    let (mut text, mut cursor, mut opened, mut selection) = (String::new(), None, None, None);
    for c in marked.chars() {
        match c {
            '‸' => cursor = Some(text.len()),
            '«' => opened = Some(text.len()),
            '»' => selection = opened.map(|start| start..text.len()),
            c => text.push(c),
        }
    }
    let cursor = cursor.unwrap_or_else(|| selection.clone().map_or(text.len(), |s| s.end));
    Place { document: Document::new(text), cursor, selection }
}

/// The text after an edit, with its cursor; `-` for none.
fn shown(place: &Place, edit: Option<Edit>) -> String {
    let Some(edit) = edit else { return "-".to_owned() };
    let mut text = edit.applied(place.document.text());
    text.insert(edit.cursor, '‸');
    text
}

fn typed(marked: &str, c: char, autoclose: bool) -> String {
    let place = place(marked);
    shown(&place, edit::insert(&place.document, place.cursor, place.selection.clone(), c, autoclose))
}

fn entered(marked: &str, autoclose: bool) -> String {
    let place = place(marked);
    match edit::enter(&place.document, place.cursor, autoclose, LexOptions::default()) {
        Enter::Runs => "runs".to_owned(),
        Enter::GoesOn(edit) => shown(&place, Some(edit)),
    }
}

fn commented(marked: &str) -> String {
    let place = place(marked);
    shown(&place, edit::comment(place.document.text(), place.cursor, place.selection.clone()))
}

#[test]
fn a_bracket_brings_its_partner_along_when_wanted() {
    assert_eq!(typed("$a = ‸", '[', true), "$a = [‸]");
    assert_eq!(typed("$a = ‸", '[', false), "-");
    assert_eq!(typed("\"x $‸\"", '{', true), "\"x ${‸}\"");
    assert_eq!(typed("[1‸]", ']', true), "[1]‸");
    assert_eq!(typed("[1‸]", ']', false), "-");
    assert_eq!(typed("'it‸'", '(', true), "-");
}

#[test]
fn a_bracket_or_quote_goes_around_the_selection() {
    assert_eq!(typed("$a = «1 + 2» * 3", '(', false), "$a = (1 + 2)‸ * 3");
    assert_eq!(typed("«été»", '"', true), "\"été\"‸");
    assert_eq!(typed("«a»", ')', false), "-");
}

#[test]
fn a_line_after_a_heredoc_has_the_indent_of_its_opener() {
    let next = |text: &str| entered(&format!("{text}‸"), false).replacen(text, "", 1);
    assert_eq!(next("if true {\n  $x = @(END)\n    text\n    | END"), "\n  ‸");
    assert_eq!(next("if true {\n  f(@(A), @(B),\n    a\n    | A\n    b\n    | B"), "\n    ‸");
    assert_eq!(next("if true {\n  $x = @(END)\n    text"), "\n‸");
    assert_eq!(next("if true {\n  $x = @(END)\n    text\n    | END\n  f(1)"), "\n  ‸");
}

#[test]
fn a_closing_bracket_steps_back_a_level() {
    assert_eq!(typed("if true {\n  ‸", '}', false), "if true {\n}‸");
    assert_eq!(typed("f(\n    ‸", ')', false), "f(\n  )‸");
    assert_eq!(typed("  ‸", ')', false), "-");
    assert_eq!(typed("if true {\n  1\n  ‸\n}", '}', true), "if true {\n  1\n}‸");
}

#[test]
fn backspace_takes_the_selection_or_an_empty_pair() {
    let gone = |marked: &str, autoclose| {
        let place = place(marked);
        shown(&place, edit::backspace(&place.document, place.cursor, place.selection.clone(), autoclose))
    };
    assert_eq!(gone("1 «+ 2»", false), "1 ‸");
    assert_eq!(gone("f(‸)", true), "f‸");
    assert_eq!(gone("f(‸)", false), "-");
    assert_eq!(gone("f(1‸)", true), "-");
    assert_eq!(gone("‸", true), "-");
}

#[test]
fn enter_runs_what_is_whole_and_goes_on_with_what_is_open() {
    assert_eq!(entered("1 + 1‸", false), "runs");
    assert_eq!(entered("‸", false), "runs");
    assert_eq!(entered("if true {‸", false), "if true {\n  ‸");
    assert_eq!(entered("file { '/a':\n  ensure =>‸", false), "file { '/a':\n  ensure =>\n    ‸");
    assert_eq!(entered("class a {\n  file { '/a':\n  }‸", false), "class a {\n  file { '/a':\n  }\n  ‸");
    assert_eq!(
        entered("file {\n  \"/a${b}\":\n    mode => 1,‸", false),
        "file {\n  \"/a${b}\":\n    mode => 1,\n    ‸"
    );
    assert_eq!(entered("$a = = 1‸", false), "runs");
    assert_eq!(entered(":type [1,‸", false), ":type [1,\n  ‸");
    assert_eq!(entered(":help‸", false), "runs");
    assert_eq!(entered("[1,‸\n2]", false), "[1,\n  ‸\n2]");
    assert_eq!(entered("$t = @(END)\n  a‸", false), "$t = @(END)\n  a\n‸");
}

#[test]
fn enter_between_brackets_opens_them() {
    assert_eq!(entered("if true {‸}", true), "if true {\n  ‸\n}");
    assert_eq!(entered("if true {\n  f([‸])\n}", true), "if true {\n  f([\n    ‸\n  ])\n}");
    assert_eq!(entered("'{‸}'", true), "runs");
}

#[test]
fn lines_become_comments_and_code_again() {
    assert_eq!(commented("$a = ‸1"), "# $a = ‸1");
    assert_eq!(commented("# $a = ‸1"), "$a = ‸1");
    assert_eq!(commented("#‸$a"), "‸$a");
    assert_eq!(commented("if $a {\n«  b()\n\n    c()\n»}"), "if $a {\n  # b()\n\n  #   c()\n‸}");
    assert_eq!(commented("if $a {\n«  # b()\n\n  #   c()\n»}"), "if $a {\n  b()\n\n    c()\n‸}");
    assert_eq!(commented("«# a\nb»"), "# # a\n# b‸");
    assert_eq!(commented("«a\n   \nb»"), "# a\n   \n# b‸");
    assert_eq!(commented("\n‸\n"), "-");
}

#[test]
fn lines_move_by_levels() {
    let right = |marked: &str| {
        let place = place(marked);
        shown(&place, edit::shift_right(place.document.text(), place.cursor, place.selection.clone()))
    };
    let left = |marked: &str| {
        let place = place(marked);
        shown(&place, edit::shift_left(place.document.text(), place.cursor, place.selection.clone()))
    };
    assert_eq!(right("«a\n\nb»\nc"), "  a\n\n  b‸\nc");
    assert_eq!(right("a‸b"), "  a‸b");
    assert_eq!(left("    a‸"), "  a‸");
    assert_eq!(left("« a\n   b»"), "a\n b‸");
    assert_eq!(left("a‸"), "-");
    assert_eq!(left("  ‸  a"), "‸  a");
}

#[test]
fn a_text_is_aligned_and_formatted_around_its_cursor() {
    let place = place("{\n'a'=>‸1,\n'long'=>2}");
    let text = place.document.text();
    assert_eq!(shown(&place, edit::align(text, place.cursor)), "{\n'a'    =>‸1,\n'long' =>2}");
    assert_eq!(shown(&place, edit::format(text, place.cursor)), "{\n  'a'    =>‸ 1,\n  'long' => 2 }");
    assert_eq!(edit::format("$a = 1", 3), None);
    assert_eq!(edit::format(":set  types off", 3), None);
}

#[test]
fn a_selection_grows_along_the_syntax() {
    let at = place("$x = [1, 2‸3 * 4]");
    let mut selection = Selection::default();
    let mut steps = Vec::new();
    for _ in 0..4 {
        selection.expand(&at.document, at.cursor);
        steps.extend(selection.of(at.document.text(), at.cursor).map(|range| &at.document.text()[range]));
    }
    assert_eq!(steps, ["23", "23 * 4", "[1, 23 * 4]", "$x = [1, 23 * 4]"]);
    selection.shrink(at.document.text(), at.cursor);
    assert_eq!(selection.of(at.document.text(), at.cursor), Some(5..16));
    assert_eq!(selection.of(at.document.text(), 3), None, "another cursor");
    // At the end of a word of more than one byte a letter.
    let at = place("'é' + é‸ ");
    assert!(edit::enclosing(&at.document, at.cursor, None).is_some());
}

#[test]
fn marks_tell_what_is_unknown_and_what_is_wrong() {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    session.set("facts", "debian-12").expect("a setting");
    session.evaluate("input", "$own = 1");
    let told = |text: &str| -> Vec<(String, Role)> {
        let document = Document::new(text);
        let marks = edit::marks(&session, &document, text.len());
        marks.iter().map(|(span, role)| (span.of(text).to_owned(), *role)).collect()
    };
    assert_eq!(told("$nosuch + 1"), [("$nosuch".to_owned(), Role::NameUnknown)]);
    assert_eq!(told("$1 + 1"), [("$1".to_owned(), Role::NameMatch)]);
    assert_eq!(told("$os + 1"), [("$os".to_owned(), Role::NameFact)]);
    assert_eq!(told("$own + 1"), []);
    assert_eq!(told("$x = = 3"), [("=".to_owned(), Role::Fault)]);
    assert_eq!(told(":type $nosuch + 1"), []);
}

#[test]
fn brackets_are_marked_with_their_partners_or_without() {
    let marked = |marked: &str| -> Vec<(usize, Role)> {
        let place = place(marked);
        let marks = edit::bracket_marks(&place.document, place.cursor);
        marks.iter().map(|(span, role)| (span.start as usize, *role)).collect()
    };
    let (pair, alone) = (Role::BracketMatch, Role::BracketUnmatched);
    assert_eq!(marked("f([1])‸"), [(1, pair), (5, pair)]);
    assert_eq!(marked("f([1]‸)"), [(2, pair), (4, pair)]);
    assert_eq!(marked("f(‸[1]"), [(1, alone)]);
    assert_eq!(marked("\"${‸x\""), [(1, alone)]);
    assert_eq!(marked("f(‸"), [], "it may be closed yet");
    assert_eq!(marked("'(‸' x"), [], "no bracket");
}

/// The inputs of a transcript, as one text each.
fn inputs(text: &str) -> Vec<String> {
    edit::transcript_inputs(text).unwrap_or_default()
}

#[test]
fn transcripts_of_documents_lose_their_indentation() {
    let text = "    pprepl:1> [1].each |$x| {\n      notice($x)\n    }\n    Notice: 1\n    => [1]\n\nProse.\n\n    pprepl:2> :vars\n    $a  1";
    assert_eq!(inputs(text), ["[1].each |$x| {\n  notice($x)\n}", ":vars"]);
}

#[test]
fn transcripts_of_puppet_debugger_have_a_prompt_on_each_line() {
    let text = "Ruby Version: 2.3.1\nPuppet Version: 5.3.3\n\n1:>> $a = [1,2].map |$n| {\n  2:>>   $n * 2\n  3:>> }\n => [\n  [0] 2,\n  [1] 4\n]\n4:>> file{'/tmp/x': ensure => present}\n => Puppet::Type::File {\n  path => \"/tmp/x\",\n}\n5:>> ";
    assert_eq!(inputs(text), ["$a = [1,2].map |$n| {\n  $n * 2\n}", "file{'/tmp/x': ensure => present}"]);
}

#[test]
fn answers_of_a_transcript_have_their_lines() {
    let text = "pprepl 0.1\n\npprepl:1> [1,\n2]\n=> [1, 2]\n   : Array\n\npprepl:2> :vars\n$a  1\n\nend\n\n\
                pprepl:2> 3\npprepl:3> notice('x')\n...\n";
    let exchanges = edit::transcript(text).unwrap();
    let told: Vec<_> =
        exchanges.iter().map(|one| (one.number, one.input.as_str(), one.line, one.answer.clone())).collect();
    assert_eq!(
        told,
        [
            (Some(1), "[1,\n2]", 2, 4..6),
            (Some(2), ":vars", 7, 8..11),
            (Some(2), "3", 12, 13..13),
            (Some(3), "notice('x')", 13, 14..15)
        ]
    );
    let debugger = edit::transcript("  1:>> $a = [1,\n  2:>> 2]\n => [\n  [0] 1\n]\n  >> 1").unwrap();
    assert_eq!(
        (debugger[0].shell, debugger[0].answer.clone(), debugger[1].number),
        (edit::Shell::Debugger, 2..5, None)
    );
}

#[test]
fn a_discarded_input_is_not_part_of_a_transcript() {
    assert_eq!(inputs("pprepl:1> [1,\npprepl:1> 2\n=> 2\n"), ["2"]);
}

#[test]
fn heredoc_bodies_of_a_transcript_are_left_alone() {
    let text = "pprepl:1> @(END)\n  >> no prompt\n  => no answer\n  Notice: no log\n  | END\n=> 'x'\npprepl:2> 1";
    assert_eq!(inputs(text), ["@(END)\n  >> no prompt\n  => no answer\n  Notice: no log\n  | END", "1"]);
}

#[test]
fn code_is_no_transcript() {
    for code in ["$x = 1\n>> 2", "notice('pprepl:1> x')", "", "\n", "pprepl"] {
        assert_eq!(edit::transcript_inputs(code), None, "{code:?}");
    }
}

#[test]
fn enter_runs_what_no_line_can_complete() {
    for input in ["5.", "file?", "[1].empty?", "Array<String>", "Array<Array<String>>", ":cst [1,\n", "1 + 1"] {
        assert!(edit::runs(input, input.len(), LexOptions::default()), "{input:?}");
    }
    for input in ["$x ?", "$x.", "1 +", "5 >", "$a >", "Integer >", "[1,\n:help", "'a\n:help", "'a\nhelp", ":cst [1,"] {
        assert!(!edit::runs(input, input.len(), LexOptions::default()), "{input:?}");
    }
}

#[test]
fn each_line_knows_what_it_continues() {
    let openers = |text: &'static str| edit::openers(text).join(" ");
    assert_eq!(openers("class a (\n  $b = [\n  ],\n) {\n  \n}\n"), " ( [ ( { {".to_owned() + " ");
    assert_eq!(openers("$t = @(END)\n  ( [\n  | END\n1"), " @(END) @(END) ");
    assert_eq!(openers("f(@(A), @(B)\n a\n A\n b\n B\n"), " @(A) @(A) @(B) @(B) (");
    assert_eq!(openers("'a\nb\n"), " ' '");
    assert_eq!(openers("{ \"a\n${b}\n\"\n"), " \" \" {");
    assert_eq!(openers("/* a\nb"), " /*");
    assert_eq!(openers("$t = @(END)\n  (\n"), " @(END) @(END)");
}
