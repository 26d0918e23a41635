//! The commands about types as transcripts: `:union`, `:type A < B`, `:lattice`, `:info`.

use std::path::Path;

use pprepl::commands;
use pprepl::session::{Edition, Outcome, Session, Settings, SystemHost};

fn session(edition: Edition) -> Session {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    Session::new(settings, Box::new(SystemHost::silent()))
}

/// What a command prints, findings last.
fn says(session: &mut Session, line: &str) -> String {
    match commands::submit(session, line) {
        Outcome::Command(answer) => {
            let reports = answer.reports.iter().map(|report| format!("{}: {}\n", report.code, report.message));
            format!("{}\n{}", answer.text, reports.collect::<String>()).trim_end().to_owned()
        }
        other => format!("{other:?}"),
    }
}

fn data(session: &mut Session, line: &str) -> serde_json::Value {
    match commands::submit(session, line) {
        Outcome::Command(answer) => answer.data.unwrap_or_default(),
        other => panic!("{line}: {other:?}"),
    }
}

/// `(input, answer)` pairs in one session.
fn transcript(edition: Edition, steps: &[(&str, &str)]) {
    let mut session = session(edition);
    for (line, expected) in steps {
        let found = says(&mut session, line);
        assert_eq!(found, expected.trim_matches('\n'), "{line} says\n{found}");
    }
}

/// What each input shows, in one session.
fn shows(edition: Edition, steps: &[(&str, &[&str])]) {
    let mut session = session(edition);
    for (line, parts) in steps {
        let found = says(&mut session, line);
        for part in *parts {
            assert!(found.contains(part), "{line} says\n{found}\nwithout {part:?}");
        }
    }
}

/// Cells that the documents give twice or that only stretch a row: the answer is the wider of the two types.
const STRETCHED: &[&str] = &["A-004b.0", "A-004b.1", "A-004b.2", "A-034.1", "A-035.2", "A-071.0", "A-071.2"];

#[test]
fn each_row_of_the_documents_is_named_by_its_line() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/seeds/claims.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let cases: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let unions = || cases.iter().filter(|case| case["steps"][0].as_str().is_some_and(|s| s.starts_with(":union ")));
    let mut tested = 0;
    let mut wrong = Vec::new();
    for case in unions() {
        let (id, step, line) = (case["id"].as_str().unwrap(), case["steps"][0].as_str().unwrap(), &case["line"]);
        let third = case["edition"] == "3x";
        if STRETCHED.contains(&id) || case["edition"] == "none" || !line.as_str().is_some_and(|l| l != "-") {
            continue;
        }
        // A pair may be claimed by several rows: any of them will do.
        let lines: Vec<String> = unions()
            .filter(|other| other["steps"] == case["steps"] && (other["edition"] == "3x") == third)
            .filter_map(|other| other["line"].as_str()?.split(['/', '-']).next().map(str::to_owned))
            .collect();
        let found = data(&mut session(if third { Edition::ThreeX } else { Edition::Eight }), step);
        let place = found["steps"][0]["place"].as_str().unwrap_or("no row").to_owned();
        let document = if third { "001" } else { "000" };
        if !lines.iter().any(|line| place == format!("{document}:{line}")) {
            wrong.push(format!("{id} {step}: {place}, not {lines:?}"));
        }
        tested += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tested > 200, "{tested}");
}

#[test]
fn the_third_edition_has_rows_of_its_own() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/seeds/claims.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let mut wrong = Vec::new();
    for case in text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()) {
        let (Some(step), Some(lines)) = (case["steps"][0].as_str(), case["line"].as_str()) else { continue };
        let Some((_, line)) = lines.split_once('/').filter(|_| step.starts_with(":union ")) else { continue };
        if STRETCHED.contains(&case["id"].as_str().unwrap()) || case["edition"] == "none" {
            continue;
        }
        let found = data(&mut session(Edition::ThreeX), step);
        let place = found["steps"][0]["place"].as_str().unwrap_or("no row").to_owned();
        let line = line.split('-').next().unwrap();
        if place != format!("001:{line}") {
            wrong.push(format!("{} {step}: {place}, not {line}", case["id"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unions_of_two() {
    transcript(
        Edition::Eight,
        &[
            (":union Integer, Float", "Numeric  000:312  Integer ∪ Float → Numeric"),
            (
                ":union Undef, Integer",
                "
Any  000:213  Undef ∪ (T ∉ Undef) → Any
Puppet 8: Integer (drops undef; not an upper bound)
least bound: Optional[Integer]",
            ),
            (
                ":union 'x', 'y'",
                "
String<x,y>  000:389  String<x> ∪ String<y> → String<x,y>
Puppet 8: Enum['x', 'y'] (the same values, written in another way)",
            ),
            (
                ":union Array[Integer, 1, 2], Array[Float, 3, 4]",
                "
Array[Numeric, 1, 4]  000:501  Array[R,a,b] ∪ Array[Q,c,d] → Array[R ∪ Q, min(a,c), max(b,d)]
Puppet 8: Array[Numeric] (wider: sizes are dropped)",
            ),
            (
                ":union Data, Regexp",
                "
Data  000:224  Data ∪ Scalar → Data
Puppet 8: RichData (there Data does not accept Regexp)",
            ),
        ],
    );
}

#[test]
fn unions_of_more_are_folded_from_the_left() {
    transcript(
        Edition::Eight,
        &[(
            ":union 1, 'a', [1]",
            "
Any  folded from the left
  Integer[1, 1] ∪ String<a>      → Scalar  000:314  Integer ∪ (T ∈ Scalar) → Scalar
  Scalar ∪ Array[Integer[1, 1]]  → Any     000:239  Scalar ∪ (T ∉ Scalar) → Any
Puppet 8: Data (narrower: Data is below Any and above all of them)",
        )],
    );
    shows(
        Edition::Eight,
        &[
            (":union Variant[Integer, String], Boolean, Float", &["Variant[Integer, String, Boolean, Float]"]),
            (":union Boolean, Float, Variant[Integer, String]", &["Scalar  folded"]),
            (":union Integer", &["two types or values are needed"]),
            (":union notice(1), 2", &["they may not do anything"]),
        ],
    );
}

#[test]
fn names_are_seen_through() {
    shows(
        Edition::Eight,
        &[
            ("type Port = Integer[1, 10]", &[]),
            ("type High = Integer[20, 30]", &[]),
            (":union Port, High", &["Integer[1, 30]  000:316"]),
        ],
    );
    shows(Edition::ThreeX, &[(":union Object, Integer", &["001:189  Object ∪ any → Object"])]);
    shows(Edition::ThreeX, &[(":union Integer, String", &["Any  001:303"]), (":union String, Boolean", &["001:379"])]);
    shows(Edition::FourX, &[(":union Data, Callable", &["Any  000:228"])]);
}

#[test]
fn a_comparison_tells_why() {
    transcript(
        Edition::Eight,
        &[(
            ":type Tuple[Integer, String] <= Array[Integer]",
            "
false
  Tuple[Integer, String] is not assignable to Array[Integer]
    place 2: String is not assignable to Integer
  [1, 'text'] is an instance of Tuple[Integer, String], and not of Array[Integer]",
        )],
    );
}
