//! The methods about the text of a cell: diagnostics before it runs, fixes, completion, signature, format.

use std::time::Duration;

use pprepl_rpc::params;
use pprepl_session::Deadline;
use pprepl_session::complete;
use pprepl_session::json as shapes;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::diagnostic::findings_data;
use crate::engine::Engine;
use crate::notebook_methods::{byte, known_cell};
use crate::units::Units;

/// The time limit of a check before a cell runs.
const CHECKING: Duration = Duration::from_millis(500);

pub fn format(engine: &mut Engine, params: &Value) -> Answer {
    let source = params::text(params, "source")?;
    Ok(match engine.session(params)?.source().formatted("input", source) {
        Ok(formatted) => json!({ "source": formatted.text, "diagnostics": [] }),
        Err(reports) => json!({ "source": null, "diagnostics": shapes::reports(&reports) }),
    })
}

pub fn check(engine: &mut Engine, params: &Value) -> Answer {
    let notebook = engine.notebook(params)?;
    let cell = known_cell(notebook, params)?;
    let (id, text) = (cell.id, cell.text.clone());
    let typed = match params.get("offset") {
        None | Some(Value::Null) => None,
        Some(_) => Some(byte(&text, params, "offset")?),
    };
    let found = notebook.kernel.check(id, &text, typed, Deadline::after(CHECKING)).unwrap_or_default();
    Ok(json!({ "diagnostics": findings_data(&text, &notebook.code_ids(), &found) }))
}

pub fn fix(engine: &mut Engine, params: &Value) -> Answer {
    let notebook = engine.notebook(params)?;
    let cell = known_cell(notebook, params)?;
    let (id, text) = (cell.id, cell.text.clone());
    let fixed = notebook.kernel.repaired(id, &text);
    let titles = fixed.as_ref().map(|fixed| fixed.titles.clone()).unwrap_or_default();
    Ok(json!({ "text": fixed.map(|fixed| fixed.after), "titles": titles }))
}

pub fn complete(engine: &mut Engine, params: &Value) -> Answer {
    let notebook = engine.notebook(params)?;
    let text = known_cell(notebook, params)?.text.clone();
    let offset = byte(&text, params, "offset")?;
    let found = complete::complete(notebook.kernel.session(), &text, offset);
    let item = |item: &complete::Item| json!({ "label": item.label, "kind": item.kind.as_str(), "detail": item.detail, "doc": item.doc });
    let items: Vec<Value> = found.items.iter().map(item).collect();
    Ok(json!({ "from": Units::new(&text).of_byte(found.from), "items": items }))
}

pub fn signature(engine: &mut Engine, params: &Value) -> Answer {
    let notebook = engine.notebook(params)?;
    let text = known_cell(notebook, params)?.text.clone();
    let offset = byte(&text, params, "offset")?;
    let found = complete::signature(notebook.kernel.session(), &text, offset);
    Ok(found.map_or(Value::Null, |found| {
        let units = Units::new(&found.text);
        json!({ "label": found.text, "active": [units.of_byte(found.active.start), units.of_byte(found.active.end)] })
    }))
}
