//! The methods by name.

use pprepl_notebook::export::Form;
use pprepl_notebook::pane::Pane;
use pprepl_rpc::params;
use pprepl_session::fact_sets;
use serde_json::{Value, json};

use pprepl_assets::THEMES;

use crate::answer::Answer;
use crate::engine::Engine;
use crate::{
    catalog, files, highlight, lesson_methods, notebook_methods, panes, replay, run_methods, text_methods, themes,
};

#[cfg(feature = "language-server")]
use crate::language;

type Method = fn(&mut Engine, &Value) -> Answer;

/// The version of the protocol: it changes when a field changes its meaning or goes.
const PROTOCOL: u32 = 1;

/// The methods of the engine, in addition to those of `pprepl_rpc`.
pub const METHODS: &[(&str, Method)] = &[
    ("initialize", initialize),
    ("highlight", highlight::highlight),
    ("themes", themes::themes),
    ("format", text_methods::format),
    #[cfg(feature = "language-server")]
    ("lsp", language::lsp),
    ("notebook/open", notebook_methods::open),
    ("notebook/document", notebook_methods::document),
    ("notebook/close", notebook_methods::close),
    ("notebook/edit", notebook_methods::edit),
    ("notebook/insert", notebook_methods::insert),
    ("notebook/delete", notebook_methods::delete),
    ("notebook/merge", notebook_methods::merge),
    ("notebook/move", notebook_methods::shift),
    ("notebook/split", notebook_methods::split),
    ("notebook/kind", notebook_methods::kind),
    ("notebook/heading", notebook_methods::heading),
    ("notebook/fold", notebook_methods::fold),
    ("notebook/pause", notebook_methods::pause),
    ("notebook/undo", notebook_methods::undo),
    ("notebook/redo", notebook_methods::redo),
    ("notebook/saved", notebook_methods::saved),
    ("notebook/export", notebook_methods::export),
    ("notebook/run", run_methods::run),
    ("notebook/run_all", run_methods::run_all),
    ("notebook/run_stale", run_methods::run_stale),
    ("notebook/run_from", run_methods::run_from),
    ("notebook/leave", run_methods::leave),
    ("notebook/auto", run_methods::auto),
    ("notebook/restart", run_methods::restart),
    ("notebook/options", run_methods::options),
    ("notebook/environment", run_methods::environment),
    ("notebook/facts", run_methods::facts),
    ("notebook/result", run_methods::result),
    ("notebook/parts", run_methods::parts),
    ("notebook/check", text_methods::check),
    ("notebook/fix", text_methods::fix),
    ("notebook/complete", text_methods::complete),
    ("notebook/signature", text_methods::signature),
    ("session/replay", replay::replay),
    ("pane", panes::pane),
    ("pane/contextual", panes::contextual),
    ("catalog/graph", catalog::graph),
    ("catalog/table", catalog::table),
    ("trace/cell", panes::trace_cell),
    ("trace/judge", panes::judge_prediction),
    ("lesson/list", lesson_methods::list),
    ("lesson/open", lesson_methods::open),
    ("lesson/check", lesson_methods::check),
    ("lesson/quiz", lesson_methods::quiz),
    ("lesson/hint", lesson_methods::hint),
    ("lesson/solution", lesson_methods::solution),
    ("lesson/ran", lesson_methods::mark_run),
    ("lesson/skip", lesson_methods::skip),
    ("lesson/reset", lesson_methods::reset),
    ("lesson/unlock", lesson_methods::unlock),
    ("lesson/progress", lesson_methods::progress),
    ("lesson/restore", lesson_methods::restore),
    ("files/write", files::write),
    ("files/read", files::read),
    ("files/list", files::list),
    ("files/delete", files::delete),
];

/// Calls a method.
pub(crate) fn call(engine: &mut Engine, method: &str, params: &Value) -> Answer {
    match METHODS.iter().find(|(name, _)| *name == method) {
        Some((_, run)) => run(engine, params),
        None => {
            let own = without_session(params);
            pprepl_rpc::call(engine.session(params)?, method, &own)
        }
    }
}

/// Returns the parameters without the name of the session: `options` takes every name as a setting.
fn without_session(params: &Value) -> Value {
    let mut params = params.clone();
    if let Some(fields) = params.as_object_mut() {
        fields.shift_remove("session");
    }
    params
}

fn initialize(engine: &mut Engine, params: &Value) -> Answer {
    engine.outbox.stream(params::flag(params, "stream")?);
    let own = METHODS.iter().map(|(name, _)| *name);
    let methods: Vec<&str> = pprepl_rpc::METHODS.iter().map(|(name, _)| *name).chain(own).collect();
    let panes: Vec<Value> =
        Pane::ALL.iter().map(|pane| json!({ "name": pane.name(), "description": pane.description() })).collect();
    let formats: Vec<Value> =
        Form::ALL.iter().map(|(_, suffix, name)| json!({ "suffix": suffix, "name": name })).collect();
    Ok(json!({
        "name": "pprepl",
        "version": env!("CARGO_PKG_VERSION"),
        "protocol": PROTOCOL,
        "methods": methods,
        "themes": THEMES.names().collect::<Vec<_>>(),
        "panes": panes,
        "formats": formats,
        "fact_sets": fact_sets().map(|(name, summary)| json!({ "name": name, "description": summary })).collect::<Vec<_>>(),
    }))
}
