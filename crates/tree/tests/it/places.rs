//! Every place of a text: what it is in, the open brackets, the pair of brackets, the smallest statement, and what a quote,
//! a bracket and a pipe bring along there.

use std::fmt::Write;

use puppet_tree::{Document, Structure, indent_for_line, indent_for_new_line, is_empty_pair, pairing};

const TEXT: &str = "\
class a($b = [1]) {
  $c = \"d ${e['f']} $g\" # h
  if $i =~ /j{2}/ {
    k('l') |$m, $n| { () }
  }
  $o = @(\"END\"/L)
    p ${q} {
    | END
  file { '/r':
    s => { 't' => [u, {}], };
  }
}
'v\\'w";

#[test]
fn every_place_is_known() {
    let document = Document::new(TEXT);
    let structure = Structure::of(&document);
    let mut out = String::new();
    for offset in 0..=TEXT.len() {
        let open: String = structure.open_brackets(offset).iter().map(|bracket| bracket.span.of(TEXT)).collect();
        let pair = structure
            .bracket_pair(offset)
            .map_or_else(String::new, |(a, b)| format!("{}-{}", a.span.start, b.span.start));
        let statement =
            structure.statement_at(offset).map_or_else(String::new, |span| format!("{}-{}", span.start, span.end));
        let typed = ['(', ')', '\'', '"', '|', '{'].map(|c| format!("{:?}", pairing(&document, offset, c)));
        let _ = writeln!(
            out,
            "{offset} {:?} {:?} in {open:?} pair {pair} statement {statement} {} {}{}",
            TEXT.get(offset..=offset).unwrap_or_default(),
            structure.place(offset),
            typed.join(" "),
            if structure.is_interpolated(offset) { " interpolated" } else { "" },
            if is_empty_pair(&document, offset) { " empty pair" } else { "" },
        );
    }
    insta::assert_snapshot!(out);
}

/// The lines keep their own indentation, and get it again without it. A new line is indented by what is open.
#[test]
fn every_line_is_indented() {
    let mut out = String::new();
    let plain: String = TEXT.lines().map(|line| format!("{}\n", line.trim_start())).collect();
    for text in [TEXT, plain.as_str()] {
        let document = Document::new(text);
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let end = start + line.trim_end_matches('\n').len();
            let (own, next) = (indent_for_line(&document, start), indent_for_new_line(&document, end));
            let _ = writeln!(out, "{own} {next} {line:?}");
            start += line.len();
        }
    }
    insta::assert_snapshot!(out);
}
