//! The RPC methods. Each takes parameters by name and returns JSON data.

use serde_json::{Value, json};

use pprepl_session::commands;
use pprepl_session::complete;
use pprepl_session::settings::SETTINGS;
use pprepl_session::trace::trace_data;
use pprepl_session::{ExpressionTypes, Outcome, Report, Session, SourceKind, check_facts, json as shapes};
use pprepl_text::Source;

use crate::params::{flag, optional_text, text};
use crate::protocol::RpcError;

type Answer = Result<Value, RpcError>;
type Method = fn(&mut Session, &Value) -> Answer;

/// The answer to the commands of lessons.
const NO_LESSONS: &str = "lessons run at the prompt and in the notebook: 'pprepl learn'";

/// The methods by name.
pub const METHODS: &[(&str, Method)] = &[
    ("options", options),
    ("reset", reset),
    ("eval", eval),
    ("command", command),
    ("type", static_type),
    ("check", check),
    ("tokens", tokens),
    ("tree", tree),
    ("complete", completions),
    ("inspect", inspect),
    ("trace", trace),
];

/// Calls a method.
pub fn call(session: &mut Session, method: &str, params: &Value) -> Answer {
    let Some((name, run)) = METHODS.iter().find(|(name, _)| *name == method) else {
        return Err(RpcError::new(RpcError::METHOD, format!("unknown method '{method}'")));
    };
    // Evaluations and commands have their own budget; a change of settings is atomic.
    if matches!(*name, "eval" | "command" | "options" | "reset" | "trace") {
        return run(session, params);
    }
    let source = params.get("source").and_then(Value::as_str).unwrap_or_default();
    match session.under_budget("input", source, |session| run(session, params)) {
        (_, Some(report)) => Ok(ended(method, &report)),
        (answer, None) => answer,
    }
}

/// Returns the result of a call that was canceled before it began.
pub fn canceled(session: &Session, method: &str) -> Value {
    ended(method, &session.canceled("input", ""))
}

/// Returns the result of a call that ended early: an empty result with the reason.
fn ended(method: &str, report: &Report) -> Value {
    let mut result = match method {
        "eval" => json!({ "logs": [], "elapsed_us": 0 }),
        "command" => json!({ "value": null, "text": "", "data": null }),
        "type" => json!({ "static": null, "generalized": null, "type": null }),
        "tokens" => json!({ "tokens": [] }),
        "tree" => json!({ "pn": null }),
        "complete" => json!({ "from": 0, "items": [] }),
        "trace" => json!({ "steps": [], "omitted": 0, "path": [] }),
        "inspect" => {
            json!({ "variables": [], "captures": [], "heredocs": [], "functions": [], "types": [], "resources": [] })
        }
        _ => json!({}),
    };
    if let Some(result) = result.as_object_mut() {
        result.insert("diagnostics".to_owned(), shapes::reports(std::slice::from_ref(report)));
    }
    result
}

/// Returns a source position as a byte offset. The `offset` parameter counts characters; if omitted, it is the end.
fn offset(params: &Value, source: &str) -> Result<usize, RpcError> {
    let length = source.chars().count();
    let offset = match params.get("offset") {
        None | Some(Value::Null) => length,
        Some(offset) => match offset.as_u64().map(|offset| offset as usize).filter(|offset| *offset <= length) {
            Some(offset) => offset,
            None => {
                return Err(RpcError::new(RpcError::PARAMS, format!("'offset' must be a number from 0 to {length}")));
            }
        },
    };
    Ok(source.char_indices().nth(offset).map_or(source.len(), |(at, _)| at))
}

/// Changes settings, the edition first, because it changes others. All settings change or none.
fn options(session: &mut Session, params: &Value) -> Answer {
    let mut pairs: Vec<(&str, String)> = Vec::new();
    for (key, value) in params.as_object().into_iter().flatten() {
        pairs.push((key, word(key, value)?));
    }
    pairs.sort_by_key(|(key, _)| *key != "edition");
    let mut trial = session.settings().clone();
    for (key, value) in &pairs {
        trial.set(key, value).map_err(|rejected| RpcError::new(RpcError::PARAMS, rejected.to_string()))?;
    }
    check_facts(&trial).map_err(|message| RpcError::new(RpcError::PARAMS, message.to_string()))?;
    for (key, value) in &pairs {
        session.set(key, value).map_err(|message| RpcError::new(RpcError::PARAMS, message.to_string()))?;
    }
    Ok(settings(session))
}

/// Returns a setting's value as a string.
///
/// # Errors
/// It is a list or an object.
pub fn word(key: &str, value: &Value) -> Result<String, RpcError> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Bool(on) => Ok(if *on { "on" } else { "off" }.to_owned()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(RpcError::new(RpcError::PARAMS, format!("'{key}' must be a string, a number, true or false"))),
    }
}

fn settings(session: &Session) -> Value {
    let settings = session.settings();
    SETTINGS
        .iter()
        .map(|row| (row.key.to_owned(), json!(row.value(settings))))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn reset(session: &mut Session, _: &Value) -> Answer {
    session.reset();
    Ok(json!({}))
}

fn eval(session: &mut Session, params: &Value) -> Answer {
    let source = text(params, "source")?;
    let name = optional_text(params, "name")?.unwrap_or("input");
    let mut evaluation = session.evaluate(name, source);
    session.keep_passing_fixes(&mut evaluation);
    Ok(shapes::evaluation(&evaluation))
}

fn command(session: &mut Session, params: &Value) -> Answer {
    Ok(match commands::run(session, text(params, "line")?) {
        Outcome::Command(answer) => shapes::answer(&answer),
        Outcome::Evaluated(mut evaluation) => {
            session.keep_passing_fixes(&mut evaluation);
            let data = shapes::evaluation(&evaluation);
            let text = evaluation.value.clone().unwrap_or_default();
            let diagnostics = shapes::reports(&evaluation.reports);
            json!({ "value": evaluation.value, "text": text, "data": data, "diagnostics": diagnostics })
        }
        Outcome::Edit(request) => json!({ "value": null, "text": request.text(), "data": null, "diagnostics": [] }),
        Outcome::Lesson(_) => json!({ "value": null, "text": NO_LESSONS, "data": null, "diagnostics": [] }),
        Outcome::Quit | Outcome::Nothing => json!({ "value": null, "text": "", "data": null, "diagnostics": [] }),
    })
}

fn static_type(session: &mut Session, params: &Value) -> Answer {
    if params.get("offset").is_some_and(|offset| !offset.is_null()) {
        let source = text(params, "source")?;
        let at = offset(params, source)?;
        let found = session.analyze().type_at("input", source, at);
        return Ok(
            found.map_or_else(|| shapes::types(&ExpressionTypes::default()), |found| shapes::type_at(&found, source))
        );
    }
    let source = text(params, "source")?;
    let mut types = session.analyze().types(source);
    session.analyze().keep_passing_fixes(&Source::new("input", source), SourceKind::Input, &mut types.reports);
    Ok(shapes::types(&types))
}

fn check(session: &mut Session, params: &Value) -> Answer {
    let source = text(params, "source")?;
    let mut reports = session.analyze().check_types("input", source).visible();
    session.analyze().keep_passing_fixes(&Source::new("input", source), SourceKind::Input, &mut reports);
    Ok(json!({ "diagnostics": shapes::reports(&reports) }))
}

fn tokens(session: &mut Session, params: &Value) -> Answer {
    let (tokens, reports) = session.source().tokens("input", text(params, "source")?, flag(params, "template")?);
    let rows: Vec<Value> = tokens.iter().map(|t| json!([t.kind, t.value, t.line, t.column])).collect();
    Ok(json!({ "tokens": rows, "diagnostics": shapes::reports(&reports) }))
}

fn tree(session: &mut Session, params: &Value) -> Answer {
    let (pn, reports) = session.source().pn("input", text(params, "source")?, flag(params, "template")?);
    Ok(json!({ "pn": pn, "diagnostics": shapes::reports(&reports) }))
}

fn completions(session: &mut Session, params: &Value) -> Answer {
    let source = text(params, "source")?;
    let at = offset(params, source)?;
    let found = complete::complete(session, source, at);
    let from = source.get(..found.from).unwrap_or(source).chars().count();
    let items: Vec<Value> = found
        .items
        .iter()
        .map(|item| json!({ "label": item.label, "kind": item.kind.as_str(), "detail": item.detail, "doc": item.doc }))
        .collect();
    Ok(json!({ "from": from, "items": items }))
}

fn trace(session: &mut Session, params: &Value) -> Answer {
    let source = text(params, "source")?;
    Ok(trace_data(&pprepl_session::trace::trace(session, "input", source)))
}

fn inspect(session: &mut Session, _: &Value) -> Answer {
    let variables: Vec<Value> = session
        .names()
        .variables()
        .iter()
        .map(|v| json!({ "name": v.name, "value": v.value, "type": v.type_name, "input": v.input }))
        .collect();
    let last = session.last();
    let captures: Vec<Value> = session
        .names()
        .match_variables()
        .iter()
        .map(|capture| json!({ "number": capture.number, "value": commands::capture_value(capture) }))
        .collect();
    let heredocs: Vec<Value> = last.into_iter().flat_map(|last| &last.heredocs).map(commands::heredoc_data).collect();
    let own = |builtin: bool| !builtin;
    let functions: Vec<Value> =
        session.names().functions().iter().filter(|f| own(f.builtin)).map(commands::function_data).collect();
    let types: Vec<Value> =
        session.names().types().iter().filter(|t| own(t.builtin)).map(commands::type_data).collect();
    let resources: Vec<Value> = session
        .catalog()
        .resources()
        .iter()
        .map(|r| {
            let parameters: serde_json::Map<String, Value> =
                r.parameters.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
            json!({ "reference": r.reference, "parameters": parameters })
        })
        .collect();
    Ok(json!({
        "variables": variables,
        "captures": captures,
        "heredocs": heredocs,
        "functions": functions,
        "types": types,
        "resources": resources,
    }))
}
