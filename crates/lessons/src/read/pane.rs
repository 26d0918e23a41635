//! Reading of the panes that a cell opens.

use pprepl_notebook::pane::Pane;
use pprepl_text::suggest::nearest;
use pprepl_text::{Diagnostic, visible};

use super::error::{OptionError, Read};
use super::value::list;
use crate::code::Code;
use crate::option::CellOption;

/// Reads `pane catalog, log` in any cell.
pub(super) fn panes(options: &[CellOption], findings: &mut Vec<Diagnostic>) -> Vec<Pane> {
    let mut all = Vec::new();
    for option in options.iter().filter(|option| option.name == "pane") {
        let names = list(&option.value.text);
        if names.is_empty() {
            findings.push(unknown("", &option.value).finding());
        }
        for found in names.iter().map(|name| pane(name, &option.value)) {
            match found {
                Ok(pane) => all.push(pane),
                Err(error) => findings.push(error.finding()),
            }
        }
    }
    all
}

fn pane(name: &str, value: &Code) -> Read<Pane> {
    Pane::named(name).ok_or_else(|| unknown(name, value))
}

fn unknown(name: &str, value: &Code) -> OptionError {
    let known: Vec<String> = Pane::ALL.iter().map(|pane| pane.name().to_lowercase()).collect();
    let help = match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the panes are {}", known.join(", ")),
    };
    OptionError::new(value.span, format!("expected the name of a pane, found `{}`", visible(name)), help)
}
