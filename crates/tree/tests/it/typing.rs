//! While text is typed: indentation, pairs, names, queries and what is left of broken text.

use pprepl_text::Span;
use puppet_tree::{
    Completeness, Document, Pairing, StructureQuery, StructureQueryError, completeness, indent_for_line,
    indent_for_new_line, is_empty_pair, mentions, pairing, recover,
};

/// The indentation of a new line at `▮`.
#[test]
fn a_new_line_is_indented_after_operators_and_titles() {
    for (text, expected) in [
        ("$a =▮", 2),
        ("$a = 1 *▮", 2),
        ("$a = 1 /▮", 2),
        ("/* a comment */▮", 0),
        ("$a = 1 and▮", 2),
        ("$band▮", 0),
        ("file {▮", 2),
        ("file {\n  'a':▮", 4),
        ("file {\n  # comment:\n  'a':▮", 4),
        ("file {\n  # 'a':▮", 2),
        ("file {\n  A::▮", 2),
        ("file {\n  'a':\n    x => 1;▮", 2),
        ("file {\n  'a':\n    x => 1;\n  'b':▮", 4),
        ("file { 'a':▮", 2),
        ("file {\n  { x => 'a':▮", 4),
        ("class a {\n  if true {\n    x()▮\n  }\n}", 4),
    ] {
        let at = text.find('▮').expect("a place");
        let document = Document::new(text.replace('▮', ""));
        assert_eq!(indent_for_new_line(&document, at), expected, "{text}");
    }
    let document = Document::new("class a {\n  x(\n1,\n)\n}\n");
    let found: Vec<usize> = [0, 10, 15, 18, 20].map(|at| indent_for_line(&document, at)).to_vec();
    assert_eq!(found, [0, 2, 4, 2, 0]);
}

/// What a typed sign brings at `▮`.
#[test]
fn a_typed_sign_brings_its_partner() {
    for (text, typed, expected) in [
        ("f▮", '(', Pairing::Brings(')')),
        ("f▮x", '(', Pairing::Plain),
        ("f(▮)", ')', Pairing::StepsOver),
        ("'a▮'", '\'', Pairing::StepsOver),
        ("'a\\▮'", '\'', Pairing::Plain),
        ("$a = ▮", '\'', Pairing::Brings('\'')),
        ("$a▮", '\'', Pairing::Plain),
        ("\"$▮\"", '{', Pairing::Brings('}')),
        ("\"\\$▮\"", '{', Pairing::Plain),
        ("'$▮'", '{', Pairing::Plain),
        ("$a = \"b $▮", '{', Pairing::Brings('}')),
        ("$a = 'b $▮", '{', Pairing::Plain),
        ("f(\"a\", 'b $▮", '{', Pairing::Plain),
        ("f('a', \"b $▮", '{', Pairing::Brings('}')),
        ("$a = @(\"E\")\n  b $▮\n  | E", '{', Pairing::Brings('}')),
        ("$a = @(E)\n▮  b\n  | E", '(', Pairing::Plain),
        ("$a = ▮/b/", '\'', Pairing::Plain),
        ("$a = \"${b}▮\"", '"', Pairing::StepsOver),
        ("$a = \"▮${b}\"", '(', Pairing::Plain),
        ("$a = \"${▮b}\"", ')', Pairing::Plain),
        ("$a = \"${b[▮]}\"", ']', Pairing::StepsOver),
        ("$a.each ▮", '|', Pairing::Brings('|')),
        ("$a.reverse_each ▮", '|', Pairing::Brings('|')),
        ("$a.each() ▮", '|', Pairing::Brings('|')),
        ("$a._ ▮", '|', Pairing::Brings('|')),
        ("each ▮", '|', Pairing::Plain),
        ("$a.each |$x▮|", '|', Pairing::StepsOver),
        ("$a.each |$x▮", '|', Pairing::Plain),
    ] {
        let at = text.find('▮').expect("a place");
        let document = Document::new(text.replace('▮', ""));
        assert_eq!(pairing(&document, at, typed), expected, "{text} {typed}");
    }
    for (text, expected) in [
        ("f(▮)", true),
        ("f(▮x)", false),
        ("f(▮]", false),
        ("$a = '▮'", true),
        ("$a = \"▮\"", true),
        ("$a = 'b▮'", false),
        ("$a = '(▮)'", false),
        ("$a = 'x'▮'y'", false),
        ("▮", false),
    ] {
        let at = text.find('▮').expect("a place");
        let document = Document::new(text.replace('▮', ""));
        assert_eq!(is_empty_pair(&document, at), expected, "{text}");
    }
}

#[test]
fn an_assignment_to_a_list_sets_each_variable() {
    let text = "[$a, $b] = [1, 2]\nnotice($a, $b, $c)\n$d[0] = 1\n";
    let found: Vec<String> =
        mentions(&Document::new(text)).iter().map(|one| format!("{} {:?}", one.name, one.kind)).collect();
    assert_eq!(found, ["a Known", "b Known", "a Known", "b Known", "c Free", "d Free"]);
    let text = "class a(Integer[1] $b) inherits c { File['d'] -> A::B[e] function f() >> String { $x = 1 } }\n";
    let found: Vec<String> =
        mentions(&Document::new(text)).iter().map(|one| format!("{} {:?}", one.name, one.kind)).collect();
    assert_eq!(found, ["Integer Type", "b Known", "File Type", "A::B Type", "String Type", "x Unused"]);
}

#[test]
fn a_query_is_a_name_or_a_pattern() {
    let text = "$a = 'b'\nnotice(\"c ${a}\")\n";
    let matches = |query: &str| -> Result<Vec<&str>, String> {
        let query = StructureQuery::new(query).map_err(|error: StructureQueryError| error.to_string())?;
        Ok(query.matches(text).into_iter().map(|range| &text[range]).collect())
    };
    assert_eq!(matches("assignment"), Ok(vec!["$a = 'b'"]));
    assert_eq!(matches(" string_text "), Ok(vec!["b"]));
    assert_eq!(matches("(assignment left: (_) @match)"), Ok(vec!["$a"]));
    assert_eq!(matches("(assignment left: (_) @other)"), Ok(vec!["$a"]));
    let mut out = String::new();
    for query in
        ["", "assignmnt", "(assignment lft: (_))", "(assignment", "(Assignment)", "_", "iff", "(expresion)", "clas"]
    {
        let answer = matches(query).map_or_else(|error| error, |found| format!("{found:?}"));
        out.push_str(&format!("{query}\n  {answer}\n"));
    }
    insta::assert_snapshot!(out);
}

/// Broken text: its holes, and what is left.
#[test]
fn the_statements_around_a_fault_are_kept() {
    let mut out = String::new();
    for text in [
        "$a = 1\n$b = = 2\n$c = 3\n",
        "$a = 1\n$b = [1\n\n# a comment\n$c = 3\n",
        "$a = 1\n  + 2\n!= 3 )\n$c = 3\n",
        "$a = 1\n! ) $b\n$c = 3\n",
        "$a = 1\n: ) b\n::c ) d\n$c = 3\n",
        "$a = 1\n!~ ) $b\n$c = 3\n",
        "class a {\n  $b = ) 1\n  $c = 2\n}\n$d = 3\n",
        "class a {\n  $b = 1\n  $c = = 2\n  $d = ) 3\n  $e = 4\n",
        "if $a ) {\n  $b = 1\n}\nelse_x = )\nelse {\n $c = 2\n}\n",
        "$a = @(E)\n  text ) \n  | E\n$b = = 1\n",
        "$a = @(E)\n  text\n$b = 1\n",
        "$a = ) 1 $b = 2\n",
        ") ] }\n",
        "File['a'] ->\n$b = = 1\nFile['c']\n",
    ] {
        let found = recover(text);
        let holes: Vec<String> = found.holes.iter().map(|hole: &Span| hole.of(text).replace('\n', "⏎")).collect();
        out.push_str(&format!("{text}  holes {holes:?}\n  rest  {}\n", found.rest.replace('\n', "⏎")));
    }
    insta::assert_snapshot!(out);
}

#[test]
fn a_text_is_complete_broken_or_unfinished() {
    let mut out = String::new();
    for text in [
        "$a = 1",
        "$a = ",
        "$a = [1",
        "$a = )",
        "$a = 'b",
        "$a = ) 'b",
        "$a = \"b ${c",
        "$a = @(E",
        "$a = ) @(E",
        "$a = @(E)",
        "$a = @(E)\n  x\n",
        "$a = @(E)\n  x\n  | E\n",
        "$a = @(E)\n  x\n  | E\n)",
        "$a = @(E)\n  x\n  | E\n$b = ) @(",
        "$a = @(E)\n  x\n  | E\n$b = @(F",
        "/* a */ $b = 1 /* c",
        "/* a */ $b = ) /* c",
        "/* a /* b */ /* c",
        "/* a */ /* b */ )",
        "$a = '\n$b = 1\n",
        "$a = /b",
        "if true {",
        "if true { )",
        "$a = 1;",
        "$a = 1 ; \n",
        "$a = ;",
        "$a = [1;",
        "$a = 1; $b =",
        ";",
    ] {
        let found: Completeness = completeness(text);
        out.push_str(&format!("{text:?} {found:?}\n"));
    }
    insta::assert_snapshot!(out);
}
