//! The two grammars, the parser's and tree-sitter's, say the same: both accept a text or both refuse it, and the
//! statements and definitions that they see, at all depths, have the same extents.
//!
//! Known to differ, and why. In the verdict: the text of a regular expression, which the grammar does not read; `plan`
//! and `apply`, keywords to it where a plan or a block can stand; a heredoc announced within `${}`. In the extents: a name
//! before braces without a title (one statement, two to the reference).

mod extents;
pub mod programs;

use pprepl_text::Diagnostic;
use programs::{Dice, NOISE, program};
use puppet_syntax::{LexOptions, parse};
use puppet_tree::{Completeness, completeness};
use serde_json::Value;

use extents::{Extents, of_program, of_tree};

/// The reference's language, as files are read.
const OPTIONS: LexOptions = LexOptions::PUPPET8;
const TEMPLATE: LexOptions = LexOptions { template: true, ..OPTIONS };

fn rows(path: &str) -> Vec<Value> {
    let path = pprepl_testing::root().join("tests/conformance").join(path);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What the parser finds in the text of a regular expression: no matter of the grammar.
const PATTERN_FAULTS: [&str; 4] =
    ["this `(` is never closed", "nothing before this that could be repeated", "this `)` closes", "this `[` is never"];

/// Does the parser accept the text? Then its statements and definitions.
fn parsed(text: &str, options: LexOptions) -> Option<Extents> {
    let parsed = parse(text, options);
    let in_pattern = |diagnostic: &Diagnostic| {
        diagnostic.code.as_str().is_empty() && PATTERN_FAULTS.iter().any(|fault| diagnostic.message.contains(fault))
    };
    let sound = !parsed.diagnostics.iter().any(|diagnostic| diagnostic.is_error() && !in_pattern(diagnostic));
    sound.then(|| of_program(&parsed.program, text))
}

/// How many texts there were, and on which the grammars differ.
#[derive(Default)]
struct Score {
    count: usize,
    verdicts: Vec<String>,
    extents: Vec<String>,
}

impl Score {
    fn compare(&mut self, name: &str, text: &str, options: LexOptions) {
        self.count += 1;
        match (parsed(text, options), of_tree(text, options.template)) {
            (Some(ours), Some(theirs)) if ours != theirs => {
                let show = |a: &Extents, b: &Extents| {
                    a.difference(b)
                        .take(2)
                        .map(|&(from, to)| text.get(from..to).map(str::to_string))
                        .collect::<Vec<_>>()
                };
                let (parser, tree) = (show(&ours, &theirs), show(&theirs, &ours));
                self.extents.push(format!("{name}: only the parser {parser:?}, only the tree {tree:?}"));
            }
            (ours, theirs) if ours.is_some() != theirs.is_some() => {
                let only = if ours.is_some() { "the parser" } else { "the tree" };
                self.verdicts.push(format!("{name}: accepted by {only} only"));
            }
            _ => {}
        }
    }

    /// At most so many texts in a thousand may get two verdicts, and as many other extents.
    fn settle(&self, permille: usize) {
        let (verdicts, extents) = (self.verdicts.len(), self.extents.len());
        let summary = format!("{} texts, {verdicts} verdicts, {extents} extents differ", self.count);
        println!("{summary}");
        if std::env::var_os("PPREPL_SHOW").is_some() {
            println!("{:#?}", (&self.verdicts, &self.extents));
        }
        let shown: Vec<&String> = self.verdicts.iter().take(20).chain(self.extents.iter().take(20)).collect();
        let most = self.count * permille / 1000;
        assert!(verdicts <= most && extents <= most, "{summary}\n{shown:#?}");
    }
}

/// Name and text of a manifest or template.
fn file(folder: &std::path::Path, row: &Value) -> Option<(String, String, LexOptions)> {
    let path = row["path"].as_str()?;
    let text = std::fs::read_to_string(folder.join(row["package"].as_str()?).join(path)).ok()?;
    let options = if path.ends_with(".epp") { TEMPLATE } else { OPTIONS };
    Some((path.to_string(), text, LexOptions { tasks: row["tasks"] == true, ..options }))
}

#[test]
fn on_manifests_and_templates() {
    let Some(folder) = pprepl_testing::debian() else { return };
    let mut score = Score::default();
    for row in rows("syntax/debian.jsonl") {
        let Some((name, text, options)) = file(&folder, &row) else { continue };
        score.compare(&name, &text, options);
    }
    score.settle(0);
}

#[test]
fn on_mutants_of_manifests() {
    let Some(folder) = pprepl_testing::debian() else { return };
    let mut score = Score::default();
    for row in rows("syntax/mutants.jsonl") {
        let Some((name, mut text, options)) = file(&folder, &row) else { continue };
        let (at, del) = (row["at"].as_u64().unwrap() as usize, row["del"].as_u64().unwrap() as usize);
        text.replace_range(at..at + del, row["ins"].as_str().unwrap());
        score.compare(&format!("{name} {} at {at}", row["kind"]), &text, options);
    }
    score.settle(1);
}

#[test]
fn on_snippets_and_conformance_steps() {
    let mut score = Score::default();
    for row in &rows("syntax/snippets.jsonl") {
        let options = if row["epp"] == true { TEMPLATE } else { OPTIONS };
        score.compare(row["note"].as_str().unwrap(), row["src"].as_str().unwrap(), options);
    }
    let folder = pprepl_testing::root().join("tests/conformance/puppet8");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        for row in rows(&format!("puppet8/{name}")) {
            for step in row["steps"].as_array().unwrap() {
                let text = step.as_str().unwrap();
                score.compare(&format!("{} {text:?}", row["id"]), text, OPTIONS);
            }
        }
    }
    score.settle(2);
}

// ---- made up programs

/// How many programs to make up: `PPREPL_PROGRAMS` asks for more than a quick run tries.
fn count() -> usize {
    std::env::var("PPREPL_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(6000)
}

#[test]
fn on_made_up_programs() {
    let mut dice = Dice(5);
    let mut score = Score::default();
    for _ in 0..count() {
        let text = program(&mut dice);
        score.compare(&format!("{text:?}"), &text, OPTIONS);
    }
    score.settle(5);
}

#[test]
fn on_made_up_programs_with_noise() {
    let mut dice = Dice(9);
    let mut score = Score::default();
    for _ in 0..count() {
        let mut text = program(&mut dice);
        let mut at = dice.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        text.insert_str(at, dice.pick(NOISE));
        score.compare(&format!("{text:?}"), &text, OPTIONS);
    }
    score.settle(10);
}

// ---- prefixes

/// Is a prefix of a snippet what it seems? The parser's word holds, but that a prefix of a right snippet may always seem
/// unfinished when it is not whole.
fn is_apt(prefix: &str, snippet_is_right: bool, options: LexOptions, seen: Completeness) -> bool {
    use puppet_syntax::Completeness as Whole;
    match parse(prefix, options).complete {
        Whole::Complete => seen == Completeness::Complete,
        Whole::Incomplete => seen == Completeness::Incomplete,
        Whole::Invalid => seen == Completeness::Broken || snippet_is_right && seen == Completeness::Incomplete,
    }
}

#[test]
fn every_prefix_is_as_complete_as_a_person_would_say() {
    let (mut count, mut wrong, mut other) = (0, Vec::new(), Vec::new());
    for row in rows("syntax/snippets.jsonl").iter().filter(|row| row["epp"] == false) {
        let (text, note) = (row["src"].as_str().unwrap(), row["note"].as_str().unwrap());
        // `plan` and `apply` are keywords or names, as the place wants it.
        let tasks = LexOptions { tasks: true, ..OPTIONS };
        let right = parsed(text, OPTIONS).is_some() || parsed(text, tasks).is_some();
        for (end, _) in text.char_indices().skip(1).chain([(text.len(), ' ')]) {
            let prefix = &text[..end];
            let seen = completeness(prefix);
            count += 1;
            if ![OPTIONS, tasks].iter().any(|&options| is_apt(prefix, right, options, seen)) {
                let whole = parse(prefix, OPTIONS).diagnostics.iter().all(|diagnostic| !diagnostic.is_error());
                let list = if whole { &mut wrong } else { &mut other };
                list.push(format!("{note}: {prefix:?}: {seen:?}"));
            }
        }
    }
    println!("{count} prefixes, {} whole ones taken for less, {} others differ", wrong.len(), other.len());
    if std::env::var_os("PPREPL_SHOW").is_some() {
        println!("{:#?}", (&wrong, &other));
    }
    let shown: Vec<_> = wrong.iter().chain(&other).take(60).collect();
    assert!(wrong.is_empty() && other.len() * 160 <= count, "{shown:#?}");
}
