//! Seeds of the targets, from the data of the other tests: a fuzzer's corpus begins with them.

use std::path::{Path, PathBuf};

use serde_json::Value;

fn root() -> PathBuf {
    // The fuzz crate is one folder below.
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    if here.join("tests").is_dir() { here.to_owned() } else { here.join("..") }
}

fn file(path: &str) -> String {
    let path = root().join("tests").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn rows(path: &str) -> Vec<Value> {
    file(path).lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn own(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// The snippets of the conformance data, of templates or not.
fn snippets(template: bool) -> Vec<String> {
    let rows = rows("conformance/syntax/snippets.jsonl");
    rows.iter().filter(|row| row["epp"] == template).filter_map(|row| row["src"].as_str().map(str::to_owned)).collect()
}

/// The inputs of the sessions of the conformance data.
fn sessions(numbers: std::ops::RangeInclusive<usize>) -> Vec<String> {
    let folder = root().join("tests/conformance/puppet8");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths.iter().skip(numbers.start() - 1).take(numbers.count()) {
        for line in std::fs::read_to_string(path).unwrap_or_default().lines() {
            let row: Value = serde_json::from_str(line).unwrap_or_default();
            let steps = row["steps"].as_array().into_iter().flatten().filter_map(|step| step.as_str());
            found.extend(steps.map(str::to_owned));
        }
    }
    found
}

fn erb() -> Vec<String> {
    let text = file("erb/templates.txt");
    text.lines().map(|line| line.replace("\\n", "\n")).collect()
}

fn yaml() -> Vec<String> {
    let text = file("yaml/psych.jsonl");
    text.lines().filter_map(|line| serde_json::from_str::<(String, String)>(line).ok()).map(|(text, _)| text).collect()
}

fn hiera() -> Vec<String> {
    let folder = "hiera/environments/production";
    let config =
        "version: 5\nhierarchy:\n  - name: node\n    path: node.yaml\n  - name: common\n    path: common.yaml\n";
    let common = file(&format!("{folder}/data/common.yaml"));
    let own = "a: 1\nb: {c: [x, '%{lookup(\"a\")}']}\nd: '%{alias(\"b\")}'\nlookup_options: {b: {merge: deep}}\n";
    let node = "b: {c: [y], e: '%{facts.x}'}\n";
    let keys = ["a", "b", "b.c.0", "d", "zz", "lookup_options"];
    let mut seeds: Vec<String> = keys.map(|key| format!("{own}\n%%%\n{node}\n%%%\n{config}\n%%%\n{key}")).to_vec();
    let first_keys =
        common.lines().filter_map(|line| line.split_once(':')).filter(|(key, _)| !key.starts_with([' ', '#', '-']));
    seeds.extend(first_keys.take(40).map(|(key, _)| format!("{common}\n%%%\n{node}\n%%%\n{config}\n%%%\n{key}")));
    seeds
}

fn notebooks() -> Vec<String> {
    let lesson = "# %% [markdown]\n# # Ports\n#\n# A port.\n\n# %%\n$port = 80\nnotice($port)\n\n# %% Check k=\"v\"\n$port =~ Integer\n";
    let markdown =
        "# Title\r\n\r\nText.\r\n```pp\r\n$a = 1\r\n```\r\n```output\r\n=> 1\r\n```\r\n~~~~ Puppet x\n```\n~~~~\n";
    let jupyter = r##"{"cells": [{"cell_type": "markdown", "id": "8e1b", "metadata": {}, "source": ["# Hi\n", "x"]},
  {"cell_type": "code", "metadata": {"tags": ["a"], "title": "One"}, "source": "$a = 1", "execution_count": 7, "outputs": [
     {"output_type": "stream", "name": "stderr", "text": ["careful\n"]},
     {"output_type": "execute_result", "execution_count": 7, "metadata": {}, "data": {"text/plain": "1"}}]}],
 "metadata": {}, "nbformat": 4, "nbformat_minor": 5}"##;
    let record = "{\"base\":{\"version\":1,\"path\":null,\"text\":\"$a\\n\",\"saved\":\"\",\"ids\":[3],\"folded\":[3],\"next\":4}}\n\
                  {\"done\":{\"next\":5,\"operation\":{\"do\":\"edit\",\"id\":3,\"range\":{\"start\":0,\"end\":1},\"text\":\"x\"}}}";
    own(&[
        lesson,
        markdown,
        jupyter,
        record,
        "# ---\n# jupytext: x\n# ---\n\n# %%\n1\n",
        "",
        "\u{feff}# %%\r\n'é'\r\n",
        "$h = @(E)\n# %%\n| E\n",
    ])
}

fn requests() -> Vec<String> {
    let eval = |source: &str| {
        serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": "eval", "params": {"source": source}}).to_string()
    };
    let mut seeds = vec![
        "{\"id\": 1, \"method\": \"inspect\"}".to_owned(),
        "{\"id\": 2, \"method\": \"complete\", \"params\": {\"source\": \"[1].\", \"offset\": 4}}".to_owned(),
        "{\"id\": 3, \"method\": \"type\", \"params\": {\"source\": \"$a = [1, 'x']\", \"offset\": 2}}".to_owned(),
        "{\"id\": 4, \"method\": \"tokens\", \"params\": {\"source\": \"x <%= 1 %>\", \"template\": true}}".to_owned(),
        "{\"id\": 5, \"method\": \"tree\", \"params\": {\"source\": \"if 1 { 2 }\"}}".to_owned(),
        "{\"id\": 6, \"method\": \"check\", \"params\": {\"source\": \"1 + 'x'\"}}\n{\"method\": \"reset\"}".to_owned(),
        "{\"id\": 7, \"method\": \"options\", \"params\": {\"strict\": \"error\"}}\n\nnot json\n[1]\n{\"id\": []}"
            .to_owned(),
    ];
    seeds.extend(sessions(8..=11).iter().step_by(25).map(|source| eval(source)));
    for line in [
        ":vars",
        ":type 1",
        ":ast $a + 1",
        ":info map",
        ":why",
        ":tokens \"${a}\"",
        ":help",
        ":undo",
        ":graph",
        ":example Tuple",
    ] {
        let command = serde_json::json!({"id": "c", "method": "command", "params": {"line": line}});
        seeds.push(format!("{}\n{command}", eval("$a = [1, 2]\nnotify { 'x': }")));
    }
    seeds
}

fn themes() -> Vec<String> {
    let folder = std::fs::read_dir(root().join("themes")).into_iter().flatten().flatten();
    let mut found: Vec<String> = folder.filter_map(|entry| std::fs::read_to_string(entry.path()).ok()).collect();
    found.sort();
    found
}

/// Texts to begin with.
pub fn seeds(target: &str) -> Vec<String> {
    match target {
        "evaluate" | "check" => sessions(1..=20),
        "types" => {
            [sessions(11..=11), own(&["Integer\nNumeric\nScalar", "Struct[{a => Port}]\nHash", "Callable[Tree]\nJson"])]
                .concat()
        }
        "values" => sessions(1..=12),
        "epp" => snippets(true),
        "erb" => erb(),
        "yaml" => yaml(),
        "hiera" => hiera(),
        "notebook" | "import" | "journal" => notebooks(),
        "keys" => own(&[
            "[keys]\n\"cell.run\" = [\"f5\", \"ctrl-r\"]\n",
            "ctrl-x ctrl-s\nalt-enter\nspace",
            "[keys]\n\"edit.undo\" = \"g g\"\n",
        ]),
        "theme" => themes(),
        "rpc" => requests(),
        _ => [snippets(false), snippets(true)].concat(),
    }
}
