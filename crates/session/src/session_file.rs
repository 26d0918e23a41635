//! The session in other forms than a manifest: a notebook, Markdown, Jupyter, or a transcript. Undone and failed inputs are
//! omitted, and `_3` is written as the value that it means.

use serde_json::json;

use super::Session;
use super::saved::{NotSaved, Saver};
use super::saved_input::SavedInput;

/// A form of a saved session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveForm {
    /// A manifest of cells, each after a line `# %%`.
    Notebook,
    Markdown,
    Jupyter,
    /// Prompts, inputs and their values.
    Transcript,
}

/// Converts the active inputs to a file, and returns it with their number.
pub fn saved_as(session: &Session, form: SaveForm) -> Result<(String, usize), NotSaved> {
    let inputs = Saver { core: &session.core, history: &session.history }.active_inputs()?;
    let text = match form {
        SaveForm::Notebook => notebook(&inputs),
        SaveForm::Markdown => markdown(&inputs),
        SaveForm::Jupyter => jupyter(&inputs),
        SaveForm::Transcript => transcript(&inputs),
    };
    Ok((text, inputs.len()))
}

fn notebook(inputs: &[SavedInput]) -> String {
    inputs.iter().map(|input| format!("# %%\n{}\n", input.code)).collect::<Vec<_>>().join("\n")
}

fn markdown(inputs: &[SavedInput]) -> String {
    let cell = |input: &SavedInput| {
        let fence = fence_around(&input.code);
        let value = input.value.as_ref().map(|value| {
            let fence = fence_around(value);
            format!("\n{fence}text\n=> {value}\n{fence}\n")
        });
        format!("{fence}puppet\n{}\n{fence}\n{}", input.code, value.unwrap_or_default())
    };
    inputs.iter().map(cell).collect::<Vec<_>>().join("\n")
}

/// Returns a fence longer than any in the text.
fn fence_around(text: &str) -> String {
    let longest = text.lines().map(|line| line.trim_start().chars().take_while(|sign| *sign == '`').count()).max();
    "`".repeat(longest.unwrap_or(0).max(2) + 1)
}

fn jupyter(inputs: &[SavedInput]) -> String {
    let lines = |text: &str| text.split_inclusive('\n').map(str::to_owned).collect::<Vec<_>>();
    let cell = |(at, input): (usize, &SavedInput)| {
        json!({
            "cell_type": "code",
            "execution_count": null,
            "id": format!("input-{}", at + 1),
            "metadata": {},
            "outputs": [],
            "source": lines(&input.code),
        })
    };
    let kernel = json!({ "name": "puppet", "display_name": "Puppet", "language": "puppet" });
    let book = json!({
        "cells": inputs.iter().enumerate().map(cell).collect::<Vec<_>>(),
        "metadata": { "kernelspec": kernel, "language_info": { "name": "puppet", "file_extension": ".pp" } },
        "nbformat": 4,
        "nbformat_minor": 5,
    });
    format!("{book:#}\n")
}

fn transcript(inputs: &[SavedInput]) -> String {
    let entry = |(at, input): (usize, &SavedInput)| {
        let value = input.value.as_ref().map(|value| format!("=> {value}\n")).unwrap_or_default();
        let type_name = input.type_name.as_ref().filter(|_| input.value.is_some());
        let type_name = type_name.map(|name| format!("   : {name}\n")).unwrap_or_default();
        format!("pprepl:{}> {}\n{value}{type_name}", at + 1, input.code)
    };
    inputs.iter().enumerate().map(entry).collect()
}
