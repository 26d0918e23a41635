//! Imports: each form of a cell and its output, as other programs write it.

use std::fmt::Write;

use pprepl_notebook::import::{ipynb, markdown};
use serde_json::{Value, json};

/// A Jupyter notebook with one cell of code.
fn cell(cell: &Value, metadata: &Value) -> String {
    let mut whole =
        json!({ "cell_type": "code", "metadata": {}, "source": "1", "outputs": [], "execution_count": null });
    for (key, value) in cell.as_object().into_iter().flatten() {
        whole[key] = value.clone();
    }
    json!({ "cells": [whole], "metadata": metadata, "nbformat": 4, "nbformat_minor": 5 }).to_string()
}

#[test]
fn outputs_of_other_programs_are_read() {
    let stream = |name: &str| json!({ "output_type": "stream", "name": name, "text": "a\nb" });
    let result = |text: Value| json!({ "output_type": "execute_result", "data": { "text/plain": text } });
    let error =
        json!({ "output_type": "error", "ename": "NameError", "evalue": "no x", "traceback": ["line 1", "line 2"] });
    let cells = [
        json!({ "outputs": [stream("stdout"), stream("stderr"), stream("other")] }),
        json!({ "outputs": [result(json!(["1\n", "2"])), result(json!("3"))] }),
        json!({ "outputs": [result(json!("3")), { "output_type": "display_data", "data": { "image/png": "AA" } }] }),
        json!({ "outputs": [error] }),
        json!({ "outputs": [{ "output_type": "other" }] }),
        json!({ "outputs": [] }),
        json!({ "outputs": [], "execution_count": 3 }),
        json!({ "outputs": [], "execution_count": 3, "metadata": { "pprepl": { "output": { "value": "kept" } } } }),
        json!({ "outputs": [], "metadata": { "pprepl": { "output": { "value": "kept" } } } }),
        json!({ "outputs": [result(json!("3"))], "metadata": { "pprepl": { "output": 7 } } }),
    ];
    let mut out = String::new();
    for one in cells {
        let (_, outputs) = ipynb(&cell(&one, &json!({}))).expect("a notebook");
        let _ = writeln!(out, "{one}\n  {:?}", outputs.values().next());
    }
    insta::assert_snapshot!(out);
}

#[test]
fn the_language_of_a_notebook_decides_what_its_cells_are() {
    let first = |metadata: Value| {
        let (document, _) = ipynb(&cell(&json!({}), &metadata)).expect("a notebook");
        document.cells()[0].text.clone()
    };
    let named = |name: &str| json!({ "language_info": { "name": name } });
    let cases = [
        (named("Puppet"), "1"),
        (named("pp"), "1"),
        (named("puppet 8"), "```puppet8\n1\n```"),
        (named("C++"), "```c++\n1\n```"),
        (named("f#"), "```f#\n1\n```"),
        (named("objective-c `x`"), "```objective-cx\n1\n```"),
        (json!({ "kernelspec": { "name": "pp" } }), "1"),
        (json!({ "kernelspec": { "language": "R", "name": "ir" } }), "```r\n1\n```"),
        (json!({}), "1"),
    ];
    for (metadata, expected) in cases {
        assert_eq!(first(metadata.clone()), expected, "{metadata}");
    }
}

#[test]
fn stored_options_are_lines_above_the_source() {
    let first = |source: &str, options: Value| {
        let own = json!({ "source": source, "metadata": { "pprepl": { "options": options } } });
        let (document, _) = ipynb(&cell(&own, &json!({}))).expect("a notebook");
        document.cells()[0].text.clone()
    };
    let cases = [
        ("1", json!(["#| given"]), "#| given\n1"),
        ("1", json!(["#| given", ""]), "#| given\n1"),
        ("1", json!(["", "#| given"]), "#| given\n1"),
        ("", json!(["#| given"]), "#| given"),
        ("", json!(["#| given", ""]), "#| given\n"),
        ("", json!(["", "#| given", ""]), "#| given\n"),
        ("1", json!([]), "1"),
        ("1", json!([""]), "1"),
        ("", json!([""]), ""),
    ];
    for (source, options, expected) in cases {
        assert_eq!(first(source, options.clone()), expected, "{source} {options}");
    }
}

#[test]
fn fences_and_marks_of_markdown_are_cells() {
    let texts = [
        "```puppet\n1\n```\n```output\n=> 1\n```\nText",
        "```puppet\n1\n```\n\n```output\n=> 1\n```",
        "```puppet\n1\n```\nText\n```output\n=> 1\n```",
        "Text\n```output\n=> 1\n```",
        "```puppet `x`\n1\n```",
        "~~~puppet `x`\n1\n~~~",
        "``puppet\n1\n``",
        "```puppet\n1\n~~~\n```",
        "````puppet\n```\n````",
        "<!-- %% [markdown] A -->\nText\n\n<!-- %% [markdown] B -->\nMore\n",
        "<!-- %% [markdown] A -->\nText\n<!-- %% B -->\n```puppet\n1\n```\n",
        "<!-- %% B -->\nText\n",
        "<!-- %%x -->\nText",
        "<!-- %%\tx -->\nText",
        "<!-- %% x\nText",
        "<!-- \\%% x -->\nText",
        "<!-- %% [markdown] -->\n<!-- %%|\n#| note\n-->\nText",
        "<!-- %% [markdown] -->\n<!-- %%|\n#| note\nText",
        "<!-- %% [markdown] -->\n<!-- %%|\n#| note\n--> x\nText",
        "<!-- %% [markdown] -->\n<!-- %%|\n#|note\n-->\nText",
        "<!-- %% [markdown] -->\n<!-- %%|\n-->\nText",
        "<!-- %% [markdown] -->\n<!-- %%\n#| note\n-->\nText",
    ];
    let mut out = String::new();
    for text in texts {
        let _ = writeln!(out, "> {}", text.replace('\n', "\n> "));
        for cell in markdown(text).cells() {
            let _ = writeln!(out, "  {:?} {:?} {:?}", cell.kind, cell.heading, cell.text);
        }
    }
    insta::assert_snapshot!(out);
}
