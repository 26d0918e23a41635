//! The page shows what the terminal shows: the same steps give the same document and the same results.

use pprepl_notebook::CellKind;
use pprepl_testing::random::Random;
use serde_json::{Value, json};

use crate::client::Client;
use crate::documents::{BY_HAND, SNIPPETS};
use crate::terminal::Terminal;

/// One act of a user. Cells are named by their index, so that each step fits every document.
#[derive(Clone, Debug)]
pub enum Step {
    Type(usize, String),
    Insert(usize, CellKind, String),
    Delete(usize),
    Move(usize, usize),
    Split(usize),
    Merge(usize),
    Kind(usize, CellKind),
    Undo,
    Redo,
    Run(usize),
    RunAll,
    RunStale,
    RunFrom(usize),
    Leave(usize),
    Auto(bool),
    Restart,
}

/// A notebook of the page.
struct Page {
    client: Client,
}

impl Page {
    fn new(text: &str, is_auto: bool) -> Page {
        let mut client = Client::new();
        client.open(text, is_auto);
        Page { client }
    }

    fn ids(&mut self) -> Vec<u64> {
        crate::client::ids(&self.client.call("notebook/document", json!({})))
    }

    fn step(&mut self, step: &Step) {
        let ids = self.ids();
        let cell = |at: &usize| ids[at % ids.len()];
        let (method, params) = match step {
            Step::Type(at, text) => ("notebook/edit", json!({ "cell": cell(at), "from": 0, "text": text })),
            Step::Insert(at, kind, text) => {
                let kind = if *kind == CellKind::Code { "code" } else { "prose" };
                ("notebook/insert", json!({ "at": at % (ids.len() + 1), "kind": kind, "text": text }))
            }
            Step::Delete(at) => ("notebook/delete", json!({ "cell": cell(at) })),
            Step::Move(at, to) => ("notebook/move", json!({ "cell": cell(at), "to": to % ids.len() })),
            Step::Split(at) => {
                let document = self.client.call("notebook/document", json!({}));
                let cells = document["cells"].as_array().expect("cells");
                let found = cells.iter().find(|one| one["id"] == cell(at)).expect("the cell");
                let text = found["text"].as_str().expect("a text");
                let place = text.find(' ').map_or(0, |place| place + 1);
                let units = text[..place].encode_utf16().count();
                ("notebook/split", json!({ "cell": cell(at), "at": units }))
            }
            Step::Merge(at) => ("notebook/merge", json!({ "cell": cell(at) })),
            Step::Kind(at, kind) => {
                let kind = if *kind == CellKind::Code { "code" } else { "prose" };
                ("notebook/kind", json!({ "cell": cell(at), "kind": kind }))
            }
            Step::Undo => ("notebook/undo", json!({})),
            Step::Redo => ("notebook/redo", json!({})),
            Step::Run(at) => ("notebook/run", json!({ "cell": cell(at) })),
            Step::RunAll => ("notebook/run_all", json!({})),
            Step::RunStale => ("notebook/run_stale", json!({})),
            Step::RunFrom(at) => ("notebook/run_from", json!({ "cell": cell(at) })),
            Step::Leave(at) => ("notebook/leave", json!({ "cell": cell(at) })),
            Step::Auto(auto) => ("notebook/auto", json!({ "auto": auto })),
            Step::Restart => ("notebook/restart", json!({})),
        };
        // A step that does not fit the document changes nothing on either side.
        self.client.response(method, &params);
    }

    fn view(&mut self) -> Value {
        let document = self.client.call("notebook/document", json!({}));
        let text = self.client.call("notebook/export", json!({ "format": "pp" }))["text"].clone();
        let mut cells = Vec::new();
        for cell in document["cells"].as_array().expect("cells") {
            let is_code = cell["kind"] == "code";
            let result = if is_code { self.result(&cell["id"]) } else { Value::Null };
            cells.push(json!({
                "id": cell["id"],
                "kind": cell["kind"],
                "text": cell["text"],
                "heading": cell["heading"],
                "result": result,
            }));
        }
        json!({ "text": text, "cells": cells })
    }

    fn result(&mut self, id: &Value) -> Value {
        let result = self.client.call("notebook/result", json!({ "cell": id }));
        if result.is_null() {
            return Value::Null;
        }
        let diagnostics = result["diagnostics"].as_array().expect("diagnostics").iter();
        let diagnostics: Vec<Value> =
            diagnostics.map(|one| json!([one["severity"], one["code"], one["message"], one["help"]])).collect();
        json!({
            "run": result["run"],
            "ok": result["ok"],
            "empty": result["empty"],
            "value": result["value"],
            "type": result["type"],
            "detailed": result["detailed"],
            "logs": result["logs"],
            "diagnostics": diagnostics,
        })
    }
}

/// Plays steps on both sides, and compares after each.
fn play(title: &str, text: &str, is_auto: bool, steps: &[Step]) {
    let (mut page, mut terminal) = (Page::new(text, is_auto), Terminal::new(text, is_auto));
    assert_eq!(page.view(), terminal.view(), "{title}: at the start");
    for (at, step) in steps.iter().enumerate() {
        page.step(step);
        terminal.step(step);
        assert_eq!(page.view(), terminal.view(), "{title}: after step {at}, {step:?} of {steps:#?}");
    }
}

#[test]
fn twenty_scripts_by_hand() {
    assert_eq!(BY_HAND.len(), 20);
    for (title, text, script) in BY_HAND {
        let steps: Vec<Step> = script.split_whitespace().map(step).collect();
        play(title, text, true, &steps);
        play(title, text, false, &steps);
    }
}

/// Reads a step: `run:1`, `type:0:3` (the third snippet), `move:2:0`.
fn step(word: &str) -> Step {
    let mut parts = word.split(':');
    let name = parts.next().unwrap_or_default();
    let numbers: Vec<usize> = parts.map(|number| number.parse().expect("a number")).collect();
    let at = numbers.first().copied().unwrap_or(0);
    let second = numbers.get(1).copied().unwrap_or(0);
    let snippet = SNIPPETS[second % SNIPPETS.len()].to_owned();
    match name {
        "type" => Step::Type(at, snippet),
        "code" => Step::Insert(at, CellKind::Code, snippet),
        "prose" => Step::Insert(at, CellKind::Prose, snippet),
        "delete" => Step::Delete(at),
        "move" => Step::Move(at, second),
        "split" => Step::Split(at),
        "merge" => Step::Merge(at),
        "to-prose" => Step::Kind(at, CellKind::Prose),
        "to-code" => Step::Kind(at, CellKind::Code),
        "undo" => Step::Undo,
        "redo" => Step::Redo,
        "run" => Step::Run(at),
        "all" => Step::RunAll,
        "stale" => Step::RunStale,
        "from" => Step::RunFrom(at),
        "leave" => Step::Leave(at),
        "auto" => Step::Auto(true),
        "manual" => Step::Auto(false),
        "restart" => Step::Restart,
        other => panic!("unknown step {other}"),
    }
}

/// The number of operations that are generated, and of those in one script.
const OPERATIONS: usize = 200;
const IN_ONE: usize = 20;

#[test]
fn two_hundred_generated_operations() {
    let names = [
        "type", "type", "type", "code", "prose", "delete", "move", "split", "merge", "to-prose", "to-code", "undo",
        "undo", "redo", "run", "run", "all", "stale", "from", "leave", "auto", "manual", "restart",
    ];
    for script in 0..OPERATIONS / IN_ONE {
        let mut random = Random(script as u64 + 7);
        let steps: Vec<Step> = (0..IN_ONE)
            .map(|_| {
                let name = names[random.below(names.len())];
                step(&format!("{name}:{}:{}", random.below(8), random.below(SNIPPETS.len())))
            })
            .collect();
        let text = "# %%\n$a = 1\n# %%\n$b = $a + 1\n# %% [markdown]\n# Text\n# %%\nnotice(\"b is ${b}\")\n";
        play(&format!("script {script}"), text, script % 2 == 0, &steps);
    }
}
