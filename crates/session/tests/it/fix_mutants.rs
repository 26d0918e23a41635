//! Fixes of mutants of real manifests: an offered fix gives a program that parses and has fewer findings. The mutants are
//! those of the conformance data, and slips put into Debian's manifests. A run takes every 11th; `PPREPL_MUTANTS=all` takes
//! all, and `PPREPL_SHOW` names the fixes that the gate drops.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use pprepl_session::{CheckView, Report, ReportFix, Session, Settings, SourceKind, SystemHost};
use pprepl_text::{Severity, Source, applied};
use puppet_syntax::{LexOptions, parse};
use serde_json::Value;

/// A slip: what a manifest has, and what a learner writes.
const SLIPS: &[(&str, &str)] = &[
    (" => ", " = "),
    (" => ", ": "),
    (" => ", " -> "),
    ("elsif", "else if"),
    ("elsif", "elif"),
    ("':\n", "'\n"),
    (",\n", "\n"),
    (" == ", " = "),
    (" == ", " === "),
    (" and ", " && "),
    (" or ", " || "),
    ("!= ", "<> "),
    ("  $", "  "),
    ("Boolean ", "boolean "),
    ("String ", "string "),
    ("= true,", "= 'true',"),
    ("ensure =>", "ensrue =>"),
    ("mode => '0", "mode => 0"),
    ("include ", "inlcude "),
    ("undef", "nil"),
    ("unless ", "if not "),
    ("|| {", "{"),
];

fn rows() -> Vec<Value> {
    let path = pprepl_testing::root().join("tests/conformance/syntax/mutants.jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The kind, the name and the text of each mutant.
fn mutants(folder: &Path) -> Vec<(String, String, String)> {
    let mut files: HashMap<String, String> = HashMap::new();
    let mut all = Vec::new();
    let mut slip = 0;
    for row in rows() {
        let key = format!("{}/{}", row["package"].as_str().unwrap(), row["path"].as_str().unwrap());
        let is_new = !files.contains_key(&key);
        let text = files.entry(key.clone()).or_insert_with(|| std::fs::read_to_string(folder.join(&key)).unwrap());
        if is_new {
            for _ in SLIPS {
                slip += 1;
                let (right, wrong) = SLIPS[slip % SLIPS.len()];
                if let Some(at) = text.find(right) {
                    let mutant = format!("{}{wrong}{}", &text[..at], &text[at + right.len()..]);
                    all.push((format!("{right:?} as {wrong:?}"), key.clone(), mutant));
                }
            }
        }
        let (at, del) = (row["at"].as_u64().unwrap() as usize, row["del"].as_u64().unwrap() as usize);
        let mutant = format!("{}{}{}", &text[..at], row["ins"].as_str().unwrap(), &text[at + del..]);
        all.push((row["kind"].as_str().unwrap().to_owned(), key, mutant));
    }
    all
}

fn parses(text: &str, name: &str) -> bool {
    let options = LexOptions { template: name.ends_with(".epp"), ..LexOptions::default() };
    !parse(text, options).diagnostics.iter().any(|found| found.is_error())
}

fn findings(view: &CheckView) -> usize {
    view.reports.iter().filter(|report| report.severity > Severity::Note).count()
}

/// What became of the fixes of one kind of mutant.
#[derive(Debug, Default)]
struct Counts {
    mutants: usize,
    with_fix: usize,
    offered: usize,
    dropped: usize,
}

fn named(reports: &[Report]) -> Vec<(&Report, &ReportFix)> {
    reports.iter().flat_map(|report| report.fixes.iter().map(move |fix| (report, fix))).collect()
}

#[test]
fn an_offered_fix_gives_a_better_program() {
    let Some(folder) = pprepl_testing::debian() else { return };
    let step = if std::env::var("PPREPL_MUTANTS").is_ok_and(|count| count == "all") { 1 } else { 11 };
    let shows = std::env::var_os("PPREPL_SHOW").is_some();
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let (mut kinds, mut wrong): (BTreeMap<String, Counts>, Vec<String>) = (BTreeMap::new(), Vec::new());
    for (kind, name, text) in mutants(&folder).into_iter().step_by(step) {
        let view = session.analyze().check_file(&name, &text);
        let counts = kinds.entry(kind.clone()).or_default();
        counts.mutants += 1;
        let candidates = named(&view.reports).len();
        if candidates == 0 {
            continue;
        }
        let mut offered = view.reports.clone();
        session.analyze().keep_passing_fixes(&Source::new(&name, &*text), SourceKind::File, &mut offered);
        let fixes = named(&offered);
        counts.with_fix += usize::from(!fixes.is_empty());
        counts.offered += fixes.len();
        counts.dropped += candidates - fixes.len();
        if shows && fixes.len() < candidates {
            let titles: Vec<&str> = named(&view.reports).iter().map(|(_, fix)| &*fix.fix.title).collect();
            let told: Vec<&str> = view.reports.iter().map(|report| &*report.message).collect();
            println!("{kind} {name}: of {titles:?} for {told:?} {} offered", fixes.len());
        }
        for (report, fix) in fixes {
            let (after, _) = applied(&text, [&fix.fix]);
            let now = session.analyze().check_file(&name, &after);
            if !parses(&after, &name) || findings(&now) >= findings(&view) {
                wrong.push(format!("{kind} {name}: {} => {}", report.message, fix.fix.title));
            }
        }
    }
    let sum = |of: fn(&Counts) -> usize| kinds.values().map(of).sum::<usize>();
    println!("{kinds:#?}");
    println!(
        "{} mutants, {} with a fix, {} offered, {} dropped",
        sum(|one| one.mutants),
        sum(|one| one.with_fix),
        sum(|one| one.offered),
        sum(|one| one.dropped)
    );
    assert!(wrong.is_empty(), "{} wrong fixes: {:#?}", wrong.len(), &wrong[..wrong.len().min(20)]);
}
