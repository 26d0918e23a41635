//! The methods about the catalog of a notebook.

use pprepl_rpc::params;
use pprepl_session::commands::graph_svg;
use serde_json::{Map, Value, json};

use crate::answer::{Answer, rejected};
use crate::engine::Engine;

pub fn graph(engine: &mut Engine, params: &Value) -> Answer {
    let around = params::optional_text(params, "resource")?;
    let notebook = engine.notebook(params)?;
    let graph = notebook.kernel.session().catalog().graph(around);
    let graph = graph.map_err(|help| rejected(format!("the resource is not in the catalog: {help}")))?;
    Ok(json!({ "svg": graph_svg(&graph) }))
}

pub fn table(engine: &mut Engine, params: &Value) -> Answer {
    let notebook = engine.notebook(params)?;
    let resources: Vec<Value> = notebook
        .kernel
        .session()
        .catalog()
        .resources()
        .iter()
        .map(|one| {
            let parameters: Map<String, Value> =
                one.parameters.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
            json!({ "reference": one.reference, "parameters": parameters })
        })
        .collect();
    Ok(json!({ "resources": resources }))
}
