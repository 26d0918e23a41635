//! The columns of parameter lists: what an author aligned is aligned after formatting and after a fix, and what was not
//! is left alone.

use std::fs;

use proptest::prelude::*;
use puppet_syntax::ast::{ExprKind, Param};
use puppet_syntax::format::{format, keep_columns};
use puppet_syntax::{LexOptions, parse, pn, walk};

use super::fmt::{TEMPLATE, becomes, files_of, formatted, template_becomes};

#[test]
fn a_wider_type_moves_the_names_and_defaults_of_all() {
    becomes(
        "class a (\n  String                    $long = 'x',\n  Enum['present','absent']  $e    = 'present',\n  \
         Integer                   $i    = 1,\n) { }\n",
        "class a (\n  String                     $long = 'x',\n  Enum['present', 'absent']  $e    = 'present',\n  \
         Integer                    $i    = 1,\n) { }\n",
    );
}

#[test]
fn a_narrower_type_moves_them_too() {
    becomes(
        "define a(\n  Enum[ 'x' , 'y' ] $one = 1,\n  String            $b   = 2,\n) { }\n",
        "define a (\n  Enum['x', 'y'] $one = 1,\n  String         $b   = 2,\n) { }\n",
    );
}

#[test]
fn a_list_without_columns_is_left_alone() {
    for text in [
        "class a (\n  String $a = 'x',\n  Integer $port = 80,\n  Enum['a', 'b'] $mode = 'a',\n) { }\n",
        "class a (\n  String $a,\n) { }\n",
        "class a (String $a, Integer $port = 80) { }\n",
        "function f(\n  $a,\n  $long = 1,\n) { }\n",
    ] {
        becomes(text, text);
    }
    becomes(
        "class a (\n  String    $a = 'x',\n  Integer     $port = 80,\n) { }\n",
        "class a (\n  String $a = 'x',\n  Integer $port = 80,\n) { }\n",
    );
}

#[test]
fn columns_of_names_alone_and_of_defaults_alone() {
    becomes(
        "class a (\n  Enum['a','b'] $a = 'a',\n  String        $long = 'x',\n) { }\n",
        "class a (\n  Enum['a', 'b'] $a = 'a',\n  String         $long = 'x',\n) { }\n",
    );
    becomes(
        "class a (\n  Enum['a','b'] $a = 'a',\n  String $long     = 'x',\n) { }\n",
        "class a (\n  Enum['a', 'b'] $a = 'a',\n  String $long      = 'x',\n) { }\n",
    );
}

#[test]
fn parameters_without_a_type_or_a_default() {
    becomes(
        "class a (\n  $plain                = 1,\n  Enum['a','b'] $a      = 'a',\n  String        $needed,\n  Integer       \
         $number = 2,\n) { }\n",
        "class a (\n  $plain                 = 1,\n  Enum['a', 'b'] $a      = 'a',\n  String         $needed,\n  Integer        \
         $number = 2,\n) { }\n",
    );
    becomes(
        "function f(\n  Enum['a','b'] $a,\n  Integer       *$rest,\n) { }\n",
        "function f(\n  Enum['a', 'b'] $a,\n  Integer        *$rest,\n) { }\n",
    );
}

#[test]
fn a_type_or_a_default_of_several_lines() {
    becomes(
        "class a (\n  Hash[String,Integer] $h = {\n    'a' => 1,\n\n    'bcd' => 2,\n  },\n  String               $s = \
         'x',\n  Struct[{\n    a => Integer,\n  }]                   $t = { a => 1 },\n) { }\n",
        "class a (\n  Hash[String, Integer] $h = {\n    'a'   => 1,\n\n    'bcd' => 2,\n  },\n  String                $s = \
         'x',\n  Struct[{\n    a => Integer,\n  }]                    $t = { a => 1 },\n) { }\n",
    );
}

#[test]
fn comments_between_and_after_parameters() {
    becomes(
        "class a (\n  # the mode\n  Enum['a','b'] $a = 'a', # first\n  # the name\n  String        $b = 'x'  # second\n) { \
         }\n",
        "class a (\n  # the mode\n  Enum['a', 'b'] $a = 'a', # first\n  # the name\n  String         $b = 'x', # second\n) { \
         }\n",
    );
    becomes(
        "class a (\n  String $a = ['a','b'],   # first\n  String $b = 'x',         # second\n) { }\n",
        "class a (\n  String $a = ['a', 'b'],   # first\n  String $b = 'x',          # second\n) { }\n",
    );
}

#[test]
fn each_run_has_its_own_columns() {
    becomes(
        "class a (\n  Enum['a','b'] $a = 'a',\n  String        $b = 'x',\n\n  Integer       $c = 1,\n  \
         Hash          $d = {},\n\n  Boolean $e = true,\n  Array   $f = [],\n) { }\n",
        "class a (\n  Enum['a', 'b'] $a = 'a',\n  String         $b = 'x',\n\n  Integer        $c = 1,\n  \
         Hash           $d = {},\n\n  Boolean $e = true,\n  Array   $f = [],\n) { }\n",
    );
    becomes(
        "class a (\n  Enum['a','b'] $a,\n  String        $b,\n\n  Array[String] $c,\n  Hash          $d,\n) { }\n",
        "class a (\n  Enum['a', 'b'] $a,\n  String         $b,\n\n  Array[String] $c,\n  Hash          $d,\n) { }\n",
    );
}

#[test]
fn spare_space_before_a_column_is_kept() {
    let text = "class a (\n  String      $a = 'x',\n  Integer     $b = 1,\n) { }\n";
    becomes(text, text);
}

#[test]
fn a_type_too_wide_for_the_column_stays_outside() {
    let text = "class a (\n  String  $a,\n  Variant[String, Integer, Boolean] $b,\n  Integer $c,\n) { }\n";
    becomes(text, text);
}

#[test]
fn a_row_beside_its_column_joins_it() {
    becomes(
        "class a (\n  String           $a,\n  Optional[String]           $b,\n  Integer          $c,\n) { }\n",
        "class a (\n  String           $a,\n  Optional[String] $b,\n  Integer          $c,\n) { }\n",
    );
}

#[test]
fn wide_characters_count_as_two_columns() {
    becomes(
        "class a (\n  Enum['日本','b'] $a = 'b',\n  String           $b = 'x',\n) { }\n",
        "class a (\n  Enum['日本', 'b'] $a = 'b',\n  String            $b = 'x',\n) { }\n",
    );
}

#[test]
fn columns_of_tabs() {
    for text in [
        "class a (\n\tString\t\t$a\t= 'x',\n\tEnum['a','b']\t$long\t= 'b',\n) { }\n",
        "class a (\n\tString\t\t\t$a\t\t= 'x',\n\tEnum['a','b']\t$long\t= 'b',\n) { }\n",
    ] {
        becomes(text, "class a (\n  String         $a    = 'x',\n  Enum['a', 'b'] $long = 'b',\n) { }\n");
    }
}

#[test]
fn names_and_defaults_on_lines_of_their_own() {
    becomes(
        "class a (\n  Enum['a','b']  $a,\n  Integer        $b,\n                 $c,\n) { }\n",
        "class a (\n  Enum['a', 'b']  $a,\n  Integer         $b,\n                  $c,\n) { }\n",
    );
    becomes(
        "class a (\n  Enum['a','b'] $a       = 'a',\n  Integer $long_indeed_is_this\n                         = 1,\n) { }\n",
        "class a (\n  Enum['a', 'b'] $a       = 'a',\n  Integer $long_indeed_is_this\n                          = 1,\n) { }\n",
    );
    becomes(
        "class a (\n  Integer $a,\n    $b,\n  Integer $long\n  = 1,\n) { }\n",
        "class a (\n  Integer $a,\n  $b,\n  Integer $long\n    = 1,\n) { }\n",
    );
}

#[test]
fn rows_with_another_indentation() {
    becomes(
        "class a (\n  Enum['a','b'] $a,\n    String        $b,\n      Integer       $c\n) { }\n",
        "class a (\n  Enum['a', 'b'] $a,\n  String         $b,\n  Integer        $c,\n) { }\n",
    );
}

#[test]
fn every_kind_of_list_has_columns() {
    becomes(
        "class a::b (\n  Enum['a','b'] $a = 1,\n  String        $b = 2\n) inherits a {\n}\n",
        "class a::b (\n  Enum['a', 'b'] $a = 1,\n  String         $b = 2,\n) inherits a {\n}\n",
    );
    becomes(
        "function f(\n  Enum['a','b'] $a = 1,\n  String        $b = 2\n) >> String {\n}\n",
        "function f(\n  Enum['a', 'b'] $a = 1,\n  String         $b = 2,\n) >> String {\n}\n",
    );
    becomes(
        "$x.each |\n  Enum['a','b'] $a,\n  String        $b\n| {\n}\n",
        "$x.each |\n  Enum['a', 'b'] $a,\n  String         $b,\n| {\n}\n",
    );
    template_becomes(
        "<%- |\n  Enum['a','b'] $a = 1,\n  String        $b = 2,\n| -%>\n",
        "<%- |\n  Enum['a', 'b'] $a = 1,\n  String         $b = 2,\n| -%>\n",
    );
    let tasks = LexOptions { tasks: true, ..LexOptions::PUPPET8 };
    let plan = "plan a::b(\n  Enum['a','b'] $a,\n  TargetSpec    $b,\n) { }\n";
    assert_eq!(
        format(plan, tasks).expect("it parses").text,
        "plan a::b(\n  Enum['a', 'b'] $a,\n  TargetSpec     $b,\n) { }\n"
    );
}

#[test]
fn assignments_and_attributes_keep_their_columns() {
    becomes(
        "class a {\n  [$a,$b]  = [1, 2]\n  $long    = 2\n  $other   = $x ? { 1 => 2 }\n}\n",
        "class a {\n  [$a, $b]  = [1, 2]\n  $long     = 2\n  $other    = $x ? { 1 => 2 }\n}\n",
    );
    becomes(
        "my_config {\n  ['a','b']: value => 1;\n  'long':    value => 2;\n}\n",
        "my_config {\n  ['a', 'b']: value => 1;\n  'long':     value => 2;\n}\n",
    );
}

/// What a fix makes of a source.
fn keeps(source: &str, edited: &str, kept: &str) {
    assert_eq!(keep_columns(source, edited, LexOptions::PUPPET8), kept);
    assert_eq!(ink(kept), ink(edited));
}

fn ink(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[test]
fn a_fix_keeps_the_columns() {
    let source = "class a (\n  String  $a = undef,\n  Integer $bc = 1,\n  Boolean $d  = true,\n) { }\n";
    let edited = source.replace("String ", "Optional[String] ");
    keeps(
        source,
        &edited,
        "class a (\n  Optional[String] $a  = undef,\n  Integer          $bc = 1,\n  Boolean          $d  = true,\n) { }\n",
    );
}

#[test]
fn a_fix_leaves_other_lists_and_lists_without_columns_alone() {
    let source =
        "class a (\n  String $a = undef,\n  Integer $b = 1,\n) { }\nclass b (\n\tString\t$a,\n\tHash\t$b,\n) { }\n";
    let edited = source.replace("String $", "Optional[String] $");
    keeps(source, &edited, &edited);
    // A parameter more: which row was which is unknown.
    let edited = source.replace("class a (\n", "class a (\n  Integer $new,\n");
    keeps(source, &edited, &edited);
}

/// A parameter in the source: the columns before which it has text, each with the column in which that text ends.
#[derive(Clone, Copy, Debug)]
struct Place {
    name: Option<(usize, usize)>,
    default: Option<(usize, usize)>,
}

/// Returns the parameters of each list, as the syntax tree has them.
fn lists(text: &str, options: LexOptions) -> Vec<Vec<Place>> {
    let mut lists = Vec::new();
    let mut add = |params: &[Param]| lists.push(params.iter().map(|param| place(text, param)).collect());
    walk::for_each_everywhere(&parse(text, options).program.body, &mut |expr| {
        if let Some(lambda) = walk::lambda_of(expr) {
            add(&lambda.params);
        }
        match &expr.kind {
            ExprKind::Class(class) => add(&class.params),
            ExprKind::Define(define) => add(&define.params),
            ExprKind::Function(function) | ExprKind::Plan(function) => add(&function.params),
            ExprKind::Epp(epp) => add(&epp.params),
            _ => {}
        }
    });
    lists
}

fn place(text: &str, param: &Param) -> Place {
    let from = param.type_expr.as_ref().map_or(param.span.start, |of| of.span.end) as usize;
    let name = from + text[from..].find(['$', '*']).unwrap_or(0);
    let default = param.default.as_ref().and_then(|_| Some(name + text[name..].find('=')?));
    // The first parameter of a line counts, if its list starts above.
    let starts_line = |at: usize| {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let start = line + text[line..].find(|c: char| !c.is_whitespace()).unwrap_or(0);
        start == param.span.start as usize || text[param.span.start as usize..at].contains('\n')
    };
    let of = |at: usize| (at > param.span.start as usize && starts_line(at)).then(|| columns(text, at));
    Place { name: of(name), default: default.and_then(of) }
}

/// Returns the column in which the text before an offset ends, and the column of the offset.
fn columns(text: &str, at: usize) -> (usize, usize) {
    let line = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at];
    (pprepl_text::columns::width(line.trim_end()), pprepl_text::columns::width(line))
}

/// Returns the runs of at least `least` rows in one column, one of them after text and more than one space: indices of rows.
fn runs(places: &[Option<(usize, usize)>], least: usize) -> Vec<Vec<usize>> {
    let rows: Vec<usize> = (0..places.len()).collect();
    let column = |at: &usize| places[*at].map(|(_, to)| to);
    let padded = |at: &usize| places[*at].is_some_and(|(end, to)| end > 0 && to > end + 1);
    rows.chunk_by(|a, b| column(a).is_some() && column(a) == column(b))
        .filter(|run| run.len() >= least && run.iter().any(padded))
        .map(<[usize]>::to_vec)
        .collect()
}

/// Returns whether a run of the first text is not one in the second.
fn loses_a_run(before: &str, after: &str, options: LexOptions, least: usize) -> bool {
    let (before, after) = (lists(before, options), lists(after, options));
    assert_eq!(before.len(), after.len());
    before.iter().zip(&after).any(|(before, after)| {
        [|place: &Place| place.name, |place: &Place| place.default].iter().any(|of| {
            let before: Vec<_> = before.iter().map(of).collect();
            runs(&before, least).iter().any(|run| {
                let columns: Vec<_> = run.iter().map(|at| of(&after[*at]).map(|(_, to)| to)).collect();
                columns.windows(2).any(|pair| pair[0] != pair[1])
            })
        })
    })
}

/// Formats all files of Debian's packages of this kind.
fn debian_keeps(kind: &str, options: LexOptions) {
    let Some(folder) = pprepl_testing::debian() else { return };
    let mut files = Vec::new();
    files_of(&folder, kind, &mut files);
    let (mut lost, mut changed) = (Vec::new(), 0);
    for path in &files {
        let Ok(text) = fs::read_to_string(path) else { continue };
        let Ok(formatted) = format(&text, options) else { continue };
        changed += usize::from(formatted.text != text);
        if loses_a_run(&text, &formatted.text, options, 3) {
            lost.push(path.display().to_string());
        }
    }
    println!("{changed} of {} files change", files.len());
    assert!(lost.is_empty(), "{} of {} files lose columns:\n{}", lost.len(), files.len(), lost.join("\n"));
}

#[test]
fn debian_s_manifests_keep_their_columns() {
    debian_keeps("pp", LexOptions::PUPPET8);
    debian_keeps("epp", TEMPLATE);
}

/// Types whose width formatting changes, and types that it leaves alone.
const TYPES: [&str; 9] = [
    "String",
    "Integer",
    "Enum['a','b']",
    "Array[ String ]",
    "Hash[String,Integer]",
    "Optional[Enum['long','longer','longest']]",
    "Enum[ '日本' , 'x' ]",
    "Variant[Integer[1,2],Float]",
    "Boolean",
];

const DEFAULTS: [&str; 5] = ["1", "['a','b']", "{'a'=>1}", "'日本'", "$x ? { 1=>2 }"];

/// A list of parameters in columns: types, the length of names, defaults, and how much space is to spare.
fn aligned_list(rows: &[(usize, usize, usize)], spare: usize) -> String {
    let width = pprepl_text::columns::width;
    let types = rows.iter().map(|row| width(TYPES[row.0])).max().unwrap_or(0) + spare;
    let names = rows.iter().map(|row| row.1).max().unwrap_or(0);
    let mut text = "class a (\n".to_owned();
    for (number, (kind, name, default)) in rows.iter().enumerate() {
        let name = format!("{:a<name$}", format!("p{number}"));
        let kind = TYPES[*kind];
        let gap = " ".repeat(types - width(kind));
        text += &format!("  {kind}{gap} ${name}");
        if let Some(default) = DEFAULTS.get(*default) {
            text += &format!("{} = {default}", " ".repeat((names + 2).saturating_sub(name.len())));
        }
        text += ",\n";
    }
    text + ") { }\n"
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_aligned_list_stays_aligned(
        rows in prop::collection::vec((0..TYPES.len(), 2..9usize, 0..DEFAULTS.len() + 2), 2..8),
        spare in 0..3usize,
    ) {
        let text = aligned_list(&rows, spare);
        let once = formatted(&text);
        prop_assert!(!loses_a_run(&text, &once, LexOptions::PUPPET8, 2), "{text}\n{once}");
        prop_assert_eq!(formatted(&once), once.clone());
        prop_assert_eq!(pn(&parse(&once, LexOptions::PUPPET8).program), pn(&parse(&text, LexOptions::PUPPET8).program));
    }
}
