//! Half-typed input: around a broken statement the statements before and after it keep their shape. What the grammar
//! alone reaches; pprepl's `tree::recovery` looks at the layout too and has a higher bar.

use tree_sitter::{Node, Parser, Tree};

const HALF_TYPED: &str = include_str!("data/half_typed.txt");
const BEHIND: &str = "$zz_1 = [1, 2]\nfile { '/zz_2': ensure => file }\nclass zz_3($a) { notice($a) }\n";
const CASES: &str = include_str!("../../tests/conformance/syntax/recovery.jsonl");

/// The value of `"src"` in a line of the data.
fn source(line: &str) -> String {
    let row: serde_json::Value = serde_json::from_str(line).unwrap();
    row["src"].as_str().unwrap().to_string()
}

fn parse(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_puppet::LANGUAGE.into()).unwrap();
    parser.parse(text, None).unwrap()
}

/// Is there a node of `kind` without a fault in it whose text starts with `start`?
fn survives(node: Node, text: &str, kind: &str, start: &str) -> bool {
    if node.kind() == kind && !node.has_error() && text[node.byte_range()].starts_with(start) {
        return true;
    }
    (0..node.child_count()).any(|i| survives(node.child(i).unwrap(), text, kind, start))
}

const NEIGHBOURS: [(&str, &str); 4] = [
    ("assignment", "$zz_0 ="),
    ("assignment", "$zz_1 = [1, 2]"),
    ("resource_declaration", "file { '/zz_2': ensure => file }"),
    ("class_definition", "class zz_3($a) {"),
];

/// How many bytes stand in what the tree calls a fault.
fn faulty_bytes(node: Node) -> usize {
    if node.is_error() {
        return node.end_byte() - node.start_byte();
    }
    (0..node.child_count()).map(|i| faulty_bytes(node.child(i).unwrap())).sum()
}

/// How the neighbours of broken statements fare.
#[derive(Default)]
struct Score {
    count: usize,
    kept_all: usize,
    faulty: f64,
    lost: Vec<String>,
}

impl Score {
    fn add(&mut self, text: &str) {
        let tree = parse(text);
        let root = tree.root_node();
        let gone: Vec<_> = NEIGHBOURS.iter().filter(|(kind, start)| !survives(root, text, kind, start)).collect();
        self.count += 1;
        self.kept_all += usize::from(gone.is_empty());
        self.faulty += faulty_bytes(root) as f64 / text.len() as f64;
        self.lost.extend(gone.into_iter().map(|(_, start)| format!("{start} of {text:?}\n    {}", root.to_sexp())));
    }

    /// At least so many of a hundred texts keep all neighbours, and at most so many of a hundred bytes are in faults.
    fn settle(&self, kept: usize, faulty: f64) {
        let (percent, mean) = (100 * self.kept_all / self.count, 100.0 * self.faulty / self.count as f64);
        let of = self.count;
        println!(
            "all neighbours survive in {} of {of} ({percent} %); {mean:.1} % of the bytes are in faults",
            self.kept_all
        );
        assert!(
            percent >= kept && mean <= faulty,
            "{} neighbours are lost:\n{}",
            self.lost.len(),
            self.lost.join("\n")
        );
    }
}

#[test]
fn the_neighbours_of_a_broken_statement_survive() {
    let mut score = Score::default();
    CASES.lines().for_each(|line| score.add(&source(line)));
    score.settle(90, 2.0);
}

/// Some of these texts are whole: what stands on the next line goes on with them, as the language has it.
#[test]
fn the_neighbours_of_what_is_half_typed_survive() {
    let mut score = Score::default();
    for broken in HALF_TYPED.lines() {
        score.add(&format!("$zz_0 = 1\n{broken}\n{BEHIND}"));
    }
    score.settle(91, 3.0);
}

/// What is left open, up to the place of a value.
const OPEN: [&str; 14] = [
    "$a = [1, ",
    "foo(1, ",
    "$h = { 'a' => ",
    "file { '/x': mode => ",
    "notice(\"x ${",
    "$a = $b[",
    "$a = $b ? { 1 => ",
    "class foo($a = ",
    "if ($a and ",
    "$a = (",
    "$a.map |$x| { ",
    "case $a { 1: { ",
    "include foo, ",
    "$a = $b.c(",
];
const OPEN_IN_IT: [&str; 9] = ["[", "foo(", "{ 'a' => ", "(", "$c[", "$c.d(", "\"s ${", "$b ? { 2 => ", "Foo["];
const LAST: [&str; 7] = ["", "1", "'x'", "$y", "$y,", "'x", "\"x"];

/// Statements as they stand in manifests.
const WHOLE: [&str; 9] = [
    "file { '/etc/motd':\n  ensure  => file,\n  content => epp('a/motd.epp', { 'name' => $name }),\n  require => [Package['a'], File['/b']],\n}",
    "a_config {\n  'DEFAULT/debug': value => $debug;\n  \"${name}/port\":  value => pick($port, 80), secret => true;\n}",
    "if $a == 'b' and !empty($c) {\n  include a::b\n} elsif $d =~ /x+/ {\n  fail(\"no ${d} here\")\n} else {\n  $e = undef\n}",
    "case $facts['os']['family'] {\n  'Debian', 'RedHat': {\n    $p = 'a'\n  }\n  default: {\n    fail('unknown')\n  }\n}",
    "$q = $r ? {\n  undef   => 'none',\n  /^a/    => \"${r}/x\",\n  default => $r,\n}",
    "$list.each |Integer $i, $item| {\n  user { \"u${i}\":\n    ensure => present,\n  }\n}",
    "ensure_packages(['a', 'b'], {\n  ensure => $ensure,\n  tag    => ['c'],\n})",
    "Package['a'] -> File<| tag == 'b' |> ~> Service['c']",
    "@user { 'deploy':\n  groups => ['www', 'adm'],\n  home   => \"/home/${name}\",\n}",
];

/// The statements, each cut short at every place that is not within a word or before a blank; in the body of a class,
/// indented, or not.
fn cut_short(in_body: bool) -> Score {
    let mut score = Score::default();
    for whole in WHOLE {
        let is_end = |&at: &usize| at > 0 && !whole[at..].starts_with(|c: char| c.is_alphanumeric() || c == ' ');
        for at in (0..whole.len()).filter(is_end) {
            let text = format!("$zz_0 = 1\n{}\n\n{BEHIND}", &whole[..at]);
            match in_body {
                true => score.add(&format!("class a {{\n  {}\n}}\n", text.trim_end().replace('\n', "\n  "))),
                false => score.add(&text),
            }
        }
    }
    score
}

#[test]
fn the_neighbours_of_what_is_cut_short_survive() {
    cut_short(false).settle(96, 20.0);
    cut_short(true).settle(96, 14.0);
}

/// A brace that closes nothing is all that is wrong with its text.
#[test]
fn a_brace_too_many_leaves_what_stands_before_it() {
    for broken in ["}", "$a = 1 }", "if $a { 1 } }", "foo { 'a': } }"] {
        let mut score = Score::default();
        score.add(&format!("$zz_0 = 1\n{broken}\n{BEHIND}"));
        score.settle(100, 3.0);
    }
}

/// A bracket or string that is open in another open one costs its own line, and seldom the next, which may be its value.
#[test]
fn the_neighbours_of_what_is_open_in_something_open_survive() {
    let mut score = Score::default();
    for (outer, inner) in OPEN.iter().flat_map(|outer| OPEN_IN_IT.iter().map(move |inner| (outer, inner))) {
        for last in LAST.iter().filter(|last| !(inner.starts_with('"') && last.starts_with('"'))) {
            score.add(&format!("$zz_0 = 1\n{outer}{inner}{last}\n{BEHIND}"));
        }
    }
    score.settle(100, 20.0);
}
