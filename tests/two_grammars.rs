//! The two grammars, the parser's and tree-sitter's, say the same: both accept a text or both refuse it, and the
//! statements that they see start at the same places.

use std::path::PathBuf;

use pprepl::syntax::ast::ExprKind;
use pprepl::syntax::{LexOptions, parse};
use pprepl::text::Source;
use pprepl::tree::{Document, Structure};
use serde_json::Value;

/// The reference's language, with regular expressions of one line, as both read them by default.
const OPTIONS: LexOptions = LexOptions { multiline_regexp: false, ..LexOptions::PUPPET8 };

fn rows(path: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/conformance").join(path);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Does the parser accept the text? Then the starts of its statements.
fn parsed(text: &str) -> Option<Vec<u32>> {
    let parsed = parse(text, OPTIONS);
    if parsed.diagnostics.iter().any(|diagnostic| diagnostic.is_error()) {
        return None;
    }
    Some(match &parsed.program.body.kind {
        ExprKind::Nop => Vec::new(),
        ExprKind::Block(statements) => statements.iter().map(|statement| statement.span.start).collect(),
        _ => vec![parsed.program.body.span.start],
    })
}

/// The same of the tree.
fn seen(text: &str) -> Option<Vec<u32>> {
    let document = Document::new(text);
    if document.has_error() {
        return None;
    }
    Some(Structure::of(&document).statements().iter().map(|statement| statement.start).collect())
}

/// How many texts there were, and on which the grammars differ.
#[derive(Default)]
struct Score {
    count: usize,
    verdicts: Vec<String>,
    starts: Vec<String>,
}

impl Score {
    fn compare(&mut self, name: &str, text: &str) {
        self.count += 1;
        let source = Source::new(name, text);
        let at = |offset: Option<&u32>| offset.map(|&o| source.line_column(o)).map(|p| (p.line, p.column));
        match (parsed(text), seen(text)) {
            (Some(ours), Some(theirs)) if ours != theirs => {
                let first = ours.iter().zip(&theirs).position(|(a, b)| a != b).unwrap_or(ours.len().min(theirs.len()));
                self.starts.push(format!("{name}: {:?} or {:?}", at(ours.get(first)), at(theirs.get(first))));
            }
            (ours, theirs) if ours.is_some() != theirs.is_some() => {
                let only = if ours.is_some() { "the parser" } else { "the tree" };
                self.verdicts.push(format!("{name}: accepted by {only} only"));
            }
            _ => {}
        }
    }

    /// At most so many texts in a thousand may get two verdicts, and as many other statements.
    fn settle(&self, permille: usize) {
        let summary =
            format!("{} texts, {} verdicts, {} starts differ", self.count, self.verdicts.len(), self.starts.len());
        println!("{summary}");
        let shown: Vec<&String> = self.verdicts.iter().chain(&self.starts).take(30).collect();
        let most = self.count * permille / 1000;
        assert!(self.verdicts.len() <= most && self.starts.len() <= most, "{summary}\n{shown:#?}");
    }
}

fn debian() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("PPREPL_DEBIAN").unwrap_or_else(|| "/work/debian".into()));
    if !folder.is_dir() {
        println!("skipped: {} is not there (set PPREPL_DEBIAN)", folder.display());
        return None;
    }
    Some(folder)
}

fn manifest(folder: &std::path::Path, row: &Value) -> Option<(String, String)> {
    let path = row["path"].as_str()?;
    let text = std::fs::read_to_string(folder.join(row["package"].as_str()?).join(path)).ok()?;
    path.ends_with(".pp").then(|| (path.to_string(), text))
}

#[test]
fn on_manifests() {
    let Some(folder) = debian() else { return };
    let mut score = Score::default();
    for row in rows("syntax/debian.jsonl") {
        let Some((name, text)) = manifest(&folder, &row) else { continue };
        score.compare(&name, &text);
    }
    score.settle(0);
}

#[test]
fn on_mutants_of_manifests() {
    let Some(folder) = debian() else { return };
    let mut score = Score::default();
    for row in rows("syntax/mutants.jsonl") {
        let Some((name, mut text)) = manifest(&folder, &row) else { continue };
        let (at, del) = (row["at"].as_u64().unwrap() as usize, row["del"].as_u64().unwrap() as usize);
        text.replace_range(at..at + del, row["ins"].as_str().unwrap());
        score.compare(&format!("{name} {} at {at}", row["kind"]), &text);
    }
    score.settle(1);
}

#[test]
fn on_snippets_and_conformance_steps() {
    let mut score = Score::default();
    for row in rows("syntax/snippets.jsonl").iter().filter(|row| row["epp"] == false) {
        score.compare(row["note"].as_str().unwrap(), row["src"].as_str().unwrap());
    }
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/puppet8");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        for row in rows(&format!("puppet8/{name}")) {
            for step in row["steps"].as_array().unwrap() {
                let text = step.as_str().unwrap();
                score.compare(&format!("{} {text:?}", row["id"]), text);
            }
        }
    }
    score.settle(2);
}

// ---- made up programs

/// A small generator, so that the test finds the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const OPERANDS: &[&str] = &[
    "1",
    "$a",
    "'b'",
    "\"c ${d} $e\"",
    "foo",
    "true",
    "undef",
    "default",
    "File['x']",
    "Integer[1, 2]",
    "[1, 2]",
    "{ a => 1 }",
    "0x1F",
    "1.5",
    "a-b",
    "::f::g",
    "$h[0]",
    "$i.size",
    "foo(1)",
    "/re/",
];
const OPERATORS: &[&str] = &[
    " + ", " - ", " * ", " / ", " % ", " << ", " >> ", " == ", " != ", " < ", " >= ", " =~ ", " !~ ", " in ", " and ",
    " or ", "-", "+", "*", " -> ", " = ", ".", "[", " ? ",
];
const BREAKS: &[&str] = &["\n", " ", "; ", "\n  ", " # c\n", " /* d */ "];
const NOISE: &[&str] = &[
    ")", "(", "]", "[", "}", "{", "|", ",", ";", ":", "=>", "=", "'", "\"", "$", "/", "@", "!", "-", "*", "if",
    "class", "notice ", "include", "in", "?", ".", "->", "<|", "|>", "type", "::", "else",
];

/// Two operands joined. Left out is what the tree is known to see otherwise: a slash behind `}`, `default` or `undef`
/// starts a regular expression for the parser, and a bare word with a dash is one token also behind a dot.
fn joined(dice: &mut Dice, left: &str, right: &str) -> String {
    let divides = !left.ends_with(['}', 'd', 'e', 't', 'f']);
    match dice.pick(OPERATORS) {
        " / " if !divides => format!("{left} + {right}"),
        "." if right.starts_with("a-b") => format!("{left}.b"),
        operator => format!("{left}{operator}{right}"),
    }
}

fn expression(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 {
        return dice.pick(OPERANDS).to_string();
    }
    let one = expression(dice, depth - 1);
    match dice.below(9) {
        0 | 1 => {
            let other = expression(dice, depth - 1);
            joined(dice, &one, &other)
        }
        2 => format!("({one})"),
        3 => format!("[{one}, {}]", dice.pick(OPERANDS)),
        4 => format!("foo({one})"),
        5 => format!("{one}.map |$x| {{ {} }}", dice.pick(OPERANDS)),
        6 => format!("{}{one}", dice.pick(&["!", "-", "*"])),
        7 => format!("{one} ? {{ 1 => {}, default => 2 }}", dice.pick(OPERANDS)),
        _ => format!("{one}[{}]", dice.pick(OPERANDS)),
    }
}

fn statement(dice: &mut Dice, depth: usize) -> String {
    let mut one = expression(dice, depth.min(2));
    if one.starts_with('/') {
        one.insert_str(0, "$r = ");
    }
    if depth == 0 {
        return one;
    }
    let inner = statement(dice, depth - 1);
    match dice.below(14) {
        0 => format!("$a = {one}"),
        1 => format!("notice {one}, {}", dice.pick(OPERANDS)),
        2 => format!("include {}", dice.pick(&["a", "b::c, d", "'e'"])),
        3 => format!("if {one} {{ {inner} }} else {{ }}"),
        4 => format!("unless {one} {{ {inner} }}"),
        5 => format!("case {one} {{ 1, 2: {{ {inner} }} default: {{ }} }}"),
        6 => format!("file {{ {one}: ensure => {}, mode => 1; 'b': }}", dice.pick(OPERANDS)),
        7 => format!("class a::b(Integer $x = 1, *$y) {{ {inner} }}"),
        8 => format!("function a($x) >> Integer {{ {inner} }}"),
        9 => format!("File <| title == {one} |>"),
        10 => format!("$a = @(\"END\")\n  text ${{{one}}} $b\n  | END\n{inner}"),
        11 => format!("type A = {}", dice.pick(&["Integer", "Array[String]", "[A, B]", "{ a => 1 }"])),
        12 => format!("File {{ mode => {one} }}"),
        _ => one,
    }
}

fn program(dice: &mut Dice) -> String {
    let mut text = String::new();
    for _ in 0..1 + dice.below(4) {
        let depth = dice.below(4);
        text.push_str(&statement(dice, depth));
        text.push_str(dice.pick(BREAKS));
    }
    text
}

#[test]
fn on_made_up_programs() {
    let mut dice = Dice(5);
    let mut score = Score::default();
    for _ in 0..6000 {
        let text = program(&mut dice);
        score.compare(&format!("{text:?}"), &text);
    }
    score.settle(5);
}

#[test]
fn on_made_up_programs_with_noise() {
    let mut dice = Dice(9);
    let mut score = Score::default();
    for _ in 0..6000 {
        let mut text = program(&mut dice);
        let mut at = dice.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        text.insert_str(at, dice.pick(NOISE));
        score.compare(&format!("{text:?}"), &text);
    }
    score.settle(10);
}
