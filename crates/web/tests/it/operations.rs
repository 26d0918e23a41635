//! The operations of a user of the page, played here with the terminal's kernel. `web/test/operations.jsonl` has the
//! operations and what the terminal shows after each; `web/test/operations.mjs` does the same in browsers and compares.
//! `PPREPL_BLESS=1` writes the file again.

use std::fmt::Write;
use std::{fs, iter};

use pprepl_notebook::CellKind;
use pprepl_testing::random::Random;
use serde_json::{Value, json};

use crate::documents::SNIPPETS;
use crate::same::Step;
use crate::terminal::Terminal;

/// The operations by hand: each kind once, and what a user does with them.
const BY_HAND: &str = "type:0:1 run:0 below:1 type:2:3 run:2 up:2 to-prose:1 above:0 type:0:17 delete:1 undo redo undo \
                       prose split:0 merge:0 down:1 restart run:2 all";

/// The generated operations, and those of one script.
const OPERATIONS: usize = 200;
const IN_ONE: usize = 20;

const NOTEBOOK: &str = "# %%\n$a = 1\n# %%\n$b = $a + 1\n# %% [markdown]\n# Text\n# %%\nnotice(\"b is ${b}\")\n";

/// The operations that are generated, the frequent ones more often.
const NAMES: &[&str] = &[
    "type", "type", "type", "above", "below", "prose", "delete", "up", "down", "to-prose", "to-code", "split", "merge",
    "undo", "undo", "redo", "run", "run", "all", "all", "restart",
];

/// An operation, as the page takes it: cells have their index in the document at that time.
fn operation(word: &str, cells: usize) -> Value {
    let mut parts = word.split(':');
    let name = parts.next().unwrap_or_default();
    let numbers: Vec<usize> = parts.map(|number| number.parse().expect("a number")).collect();
    let at = numbers.first().copied().unwrap_or(0) % cells;
    match name {
        "type" => json!({ "do": name, "cell": at, "text": SNIPPETS[numbers[1] % SNIPPETS.len()] }),
        "undo" | "redo" | "all" | "restart" | "prose" => json!({ "do": name }),
        _ => json!({ "do": name, "cell": at }),
    }
}

/// Carries out an operation in the terminal's notebook.
fn carry_out(terminal: &mut Terminal, operation: &Value) {
    let cells = terminal.ids().len();
    let at = operation["cell"].as_u64().map_or(0, |at| usize::try_from(at).expect("an index"));
    let step = match operation["do"].as_str().expect("a name") {
        "type" => Step::Type(at, operation["text"].as_str().expect("a text").to_owned()),
        "above" => Step::Insert(at, CellKind::Code, String::new()),
        "below" => Step::Insert(at + 1, CellKind::Code, String::new()),
        "prose" => Step::Insert(cells, CellKind::Prose, String::new()),
        "delete" => Step::Delete(at),
        "up" if at == 0 => return,
        "up" => Step::Move(at, at - 1),
        "down" if at + 1 == cells => return,
        "down" => Step::Move(at, at + 1),
        "to-prose" => Step::Kind(at, CellKind::Prose),
        "to-code" => Step::Kind(at, CellKind::Code),
        "split" => Step::Split(at),
        "merge" => Step::Merge(at),
        "undo" => Step::Undo,
        "redo" => Step::Redo,
        "run" => Step::Run(at),
        "all" => Step::RunAll,
        "restart" => Step::Restart,
        other => panic!("unknown operation {other}"),
    };
    terminal.step(&step);
    // The page ends a step of the history when the cursor leaves the cell.
    terminal.pause();
}

/// Returns what both show of a notebook: of each cell its kind, its text, and what its run gave.
fn view(terminal: &Terminal) -> Value {
    let cells = terminal.view()["cells"].as_array().cloned().unwrap_or_default();
    cells.iter().map(|cell| json!([cell["kind"], cell["text"], result(&cell["result"])])).collect()
}

fn result(result: &Value) -> Value {
    if result.is_null() {
        return Value::Null;
    }
    let has_value = result["empty"] == false && !result["value"].is_null();
    let is_empty = |name: &str| result[name].as_array().is_none_or(Vec::is_empty);
    if !has_value && is_empty("logs") && is_empty("diagnostics") {
        return Value::Null;
    }
    let diagnostics = result["diagnostics"].as_array().into_iter().flatten();
    json!({
        "value": if has_value { result["value"].clone() } else { Value::Null },
        "type": if has_value { result["type"].clone() } else { Value::Null },
        "logs": result["logs"],
        "diagnostics": diagnostics.map(|one| json!([one[0], one[2]])).collect::<Vec<_>>(),
    })
}

/// Returns whether the page has a key for the operation. The last cell stays: keys need one. `m` changes the kind.
fn has_key(terminal: &Terminal, operation: &Value) -> bool {
    let cells = view(terminal);
    let kind = operation["cell"].as_u64().map_or(&Value::Null, |at| &cells[usize::try_from(at).expect("an index")][0]);
    match operation["do"].as_str() {
        Some("delete") => terminal.ids().len() > 1,
        Some("to-prose") => kind == "code",
        Some("to-code") => kind == "prose",
        _ => true,
    }
}

/// Plays a script, and writes a line for its start and one for each operation.
fn play(title: &str, words: impl IntoIterator<Item = String>, out: &mut String) {
    let mut terminal = Terminal::new(NOTEBOOK, true);
    let mut shown = Value::Null;
    let _ = writeln!(out, "{}", json!({ "title": title, "notebook": NOTEBOOK }));
    // The page runs nothing by itself before a run that its user asked for.
    for word in iter::once("all".to_owned()).chain(words) {
        let mut row = operation(&word, terminal.ids().len());
        if !has_key(&terminal, &row) {
            continue;
        }
        carry_out(&mut terminal, &row);
        let now = view(&terminal);
        if now != shown {
            row["cells"] = now.clone();
            shown = now;
        }
        let _ = writeln!(out, "{row}");
    }
}

#[test]
fn the_page_has_the_operations_and_results_of_the_terminal() {
    let mut rows = String::new();
    play("by hand", BY_HAND.split_whitespace().map(str::to_owned), &mut rows);
    for script in 0..OPERATIONS / IN_ONE {
        let mut random = Random(script as u64 + 70);
        // Some have no key at their place.
        let words = (0..IN_ONE + IN_ONE / 2).map(|_| {
            let name = NAMES[random.below(NAMES.len())];
            format!("{name}:{}:{}", random.below(8), random.below(SNIPPETS.len()))
        });
        play(&format!("generated {script}"), words.collect::<Vec<_>>(), &mut rows);
    }
    let path = pprepl_testing::path("web/test/operations.jsonl");
    if std::env::var_os("PPREPL_BLESS").is_some() {
        fs::write(&path, &rows).expect("a file that can be written");
    }
    let kept = fs::read_to_string(&path).expect("web/test/operations.jsonl").replace("\r\n", "\n");
    for (at, (kept, now)) in kept.lines().zip(rows.lines()).enumerate() {
        assert_eq!(kept, now, "line {}", at + 1);
    }
    assert_eq!(kept.lines().count(), rows.lines().count());
    let by_hand = BY_HAND.split_whitespace().count();
    assert_eq!(by_hand, 20);
    assert!(rows.lines().count() > by_hand + OPERATIONS, "{} lines", rows.lines().count());
}
