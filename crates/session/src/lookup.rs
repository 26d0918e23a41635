//! Looks up a Hiera key and explains the result: the value, its origin, the reason, and every step.

use std::path::Path;

use serde_json::{Map, Value as Json, json};

use pprepl_text::theme::Role;
use pprepl_text::{Diagnostic, IssueCode, Severity, Source, visible};
use puppet_eval::{EvalResult, Flow, Query};
use puppet_functions::loader::data::to_json;
use puppet_functions::loader::hiera::{Place, Step, StepKind, StepOutcome};
use puppet_pcore::{Value, display_override, display_start, program_form};

use super::inspector::Inspector;
use super::report::report;
use super::{Report, StyledLine};

/// The result of `:lookup` (`Inspector::lookup`).
#[derive(Debug, Clone)]
pub struct LookupView {
    pub key: String,
    /// True if the key was found.
    pub found: bool,
    /// The value in source form.
    pub value: Option<String>,
    /// The value as JSON.
    pub json: Json,
    /// The locations that contribute to the value: files and lines (0 where a line is unknown).
    pub places: Vec<(String, u32)>,
    /// Locations of the key that were not searched.
    pub hidden: Vec<(String, u32)>,
    /// The reason why this value was selected.
    pub reason: String,
    /// The steps, with the roles of their parts.
    pub lines: Vec<StyledLine>,
    /// The whole result as data.
    pub data: Json,
    /// The error of a failed search.
    pub report: Option<Report>,
}

impl Inspector<'_> {
    /// Looks up a key and records each step; `merge` names a strategy, else the rules of the data decide.
    pub fn lookup(&mut self, key: &str, merge: Option<&str>) -> LookupView {
        let query = Query { key: key.to_owned(), merge: merge.map_or(Value::Undef, Value::str), ..Query::default() };
        let hiera = self.site.hiera.clone();
        let budget = self.core.vm.calls.begin(self.core.limits());
        let (answer, tree) = hiera.explain(&mut self.core.vm, &query);
        let everywhere = match merge {
            None if answer.is_ok() => hiera.everywhere(&mut self.core.vm, &query),
            _ => Vec::new(),
        };
        self.core.vm.calls.end(budget);
        let _ = self.core.vm.messages.take_logs();
        let _ = self.core.vm.messages.take_warnings();
        view(key, merge, &answer, &tree, &everywhere)
    }
}

impl Inspector<'_> {
    /// Returns the keys of the Hiera data, for completion.
    pub fn data_keys(&mut self) -> Vec<String> {
        let mut modules = Vec::new();
        for folder in self.core.settings.module_folders() {
            let names = self.core.vm.host_mut().list(&folder).into_iter().map(|(name, _)| name);
            modules.extend(names.filter(|name| !name.starts_with('.')));
        }
        let hiera = self.site.hiera.clone();
        let keys = hiera.keys(&mut self.core.vm, &modules);
        let _ = self.core.vm.messages.take_logs();
        keys
    }
}

fn view(
    key: &str,
    merge: Option<&str>,
    answer: &EvalResult<Option<Value>>,
    tree: &Step,
    everywhere: &[Place],
) -> LookupView {
    let value = answer.as_ref().ok().and_then(Option::as_ref);
    let places: Vec<(String, u32)> = tree.places().into_iter().filter_map(place_of).map(displayed_place).collect();
    let merged = merge_of(tree);
    let others = everywhere.iter().map(displayed_place).filter(|place| !places.contains(place));
    let hidden: Vec<_> = if merged.is_none() && !places.is_empty() { others.collect() } else { Vec::new() };
    let report = answer.as_ref().err().and_then(|flow| failure(flow));
    let reason = match &report {
        Some(report) => format!("the search failed: {}", report.message),
        None => reason(tree, value.is_some(), merge, merged, &places, &hidden),
    };
    let mut lines = Vec::new();
    format_step(tree, 0, Path::new(""), &mut lines);
    conclude(value, &reason, &mut lines);
    let form = value.map(|value| program_form(value).unwrap_or_else(|| display_override(value)));
    let json = value.map_or(Json::Null, to_json);
    let place = |(file, line): &(String, u32)| json!({ "file": file, "line": (*line > 0).then_some(*line) });
    let data = json!({
        "key": key,
        "found": value.is_some(),
        "value": json,
        "form": form,
        "merge": merged,
        "places": places.iter().map(place).collect::<Json>(),
        "hidden": hidden.iter().map(place).collect::<Json>(),
        "reason": reason,
        "steps": data_of(tree),
    });
    let found = value.is_some();
    LookupView { key: key.to_owned(), found, value: form, json, places, hidden, reason, lines, data, report }
}

fn failure(flow: &Flow) -> Option<Report> {
    match flow {
        Flow::Fault(fault) => Some(report(&Source::new("lookup", ""), &fault.to_diagnostic())),
        Flow::Cancelled => {
            let fault = Diagnostic::new(Severity::Error, IssueCode::Cancelled, None, "the search was canceled");
            Some(report(&Source::new("lookup", ""), &fault))
        }
        _ => None,
    }
}

fn place_of(step: &Step) -> Option<&Place> {
    match &step.outcome {
        StepOutcome::Found(_, place) => place.as_ref(),
        _ => None,
    }
}

fn displayed_place(place: &Place) -> (String, u32) {
    (pprepl_files::slashed(&place.path), place.line)
}

fn at((file, line): &(String, u32)) -> String {
    if *line == 0 { file.clone() } else { format!("{file}:{line}") }
}

/// Returns the merge strategy of the layers, if any.
fn merge_of(tree: &Step) -> Option<&str> {
    tree.steps.iter().find_map(|step| match &step.kind {
        StepKind::Merge(name) => Some(name.as_str()),
        StepKind::Options | StepKind::Interpolation(_) | StepKind::Path(_) => None,
        _ => merge_of(step),
    })
}

fn has_rules(tree: &Step) -> bool {
    tree.steps.iter().any(|step| matches!(step.kind, StepKind::RulesSay(_)))
}

/// Counts the files searched without success: those that lack the key, and those that do not exist.
fn in_vain(tree: &Step) -> (usize, usize) {
    let mut count = (0, 0);
    for step in &tree.steps {
        match (&step.kind, &step.outcome) {
            (StepKind::Options | StepKind::Interpolation(_), _) => {}
            (StepKind::File(..), StepOutcome::NoKey) => count.0 += 1,
            (StepKind::File(..), StepOutcome::Missing) => count.1 += 1,
            _ => {
                let inner = in_vain(step);
                count = (count.0 + inner.0, count.1 + inner.1);
            }
        }
    }
    count
}

fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

/// Explains the value: one sentence for the reason, and one for the values it hides.
fn reason(
    tree: &Step,
    found: bool,
    asked: Option<&str>,
    merged: Option<&str>,
    places: &[(String, u32)],
    hidden: &[(String, u32)],
) -> String {
    let (without, missing) = in_vain(tree);
    if !found {
        return match (tree_is_reserved(tree), without + missing) {
            (true, _) => "the key is reserved for lookup options".to_owned(),
            (_, 0) if places.is_empty() => "no data found: open an environment or :set hiera FILE".to_owned(),
            _ if !places.is_empty() => format!("{} has the key, but not the rest of the path", at(&places[0])),
            _ => format!("{} searched without the key, {} missing", counted(without, "file"), missing),
        };
    }
    let who = if asked.is_some() {
        "as requested"
    } else if has_rules(tree) {
        "by the lookup_options of the data"
    } else {
        "because no merge is configured"
    };
    let mut text = match (merged, places) {
        (Some(strategy), places) if places.len() != 1 => {
            format!("merged ({strategy}) from {}, {who}", counted(places.len(), "place"))
        }
        (_, [place, ..]) => {
            let before = match (without, missing) {
                (0, 0) => "it is searched first".to_owned(),
                (0, missing) => format!("{} before it missing", counted(missing, "file")),
                (without, 0) => format!("{} before it without the key", counted(without, "file")),
                (without, missing) => {
                    format!("{} before it without the key, {missing} missing", counted(without, "file"))
                }
            };
            format!("{} is the first location with the key ({before}), {who}", at(place))
        }
        _ => "it comes from outside the data".to_owned(),
    };
    if !hidden.is_empty() {
        let others: Vec<String> = hidden.iter().map(at).collect();
        text.push_str(&format!("; it hides {}", others.join(", ")));
    }
    text
}

fn tree_is_reserved(tree: &Step) -> bool {
    matches!(tree.kind, StepKind::Reserved(_))
        || tree.steps.iter().any(|step| matches!(step.kind, StepKind::Reserved(_)))
}

/// Formats a step and its parts as lines; paths are relative to `base`, the directory of the layer. Routine steps
/// (rules of the data, variables in file names, searches inside strings) take one line or none; `data_of` has all of
/// them.
fn format_step(step: &Step, depth: usize, base: &Path, lines: &mut Vec<StyledLine>) {
    let mut line: StyledLine = vec![(Role::Plain, "  ".repeat(depth))];
    let mut inner = base;
    match &step.kind {
        StepKind::Options => return format_options(step, line, lines),
        StepKind::Merge(_) if matches!(step.outcome, StepOutcome::Open) => {
            return step.steps.iter().for_each(|part| format_step(part, depth, base, lines));
        }
        StepKind::Layer(_, Some(config)) => inner = config.parent().unwrap_or(base),
        _ => {}
    }
    line.extend(name_of(step, base));
    if depth > 0 {
        line.extend(outcome(step));
    }
    lines.push(line);
    let brief = matches!(step.kind, StepKind::Search(_)) && depth > 0 && !failed(step);
    if !brief {
        format_parts(step, depth + 1, inner, lines);
    }
}

/// Formats the parts of a step. The data read to find the files of a level appears only on failure.
fn format_parts(step: &Step, depth: usize, base: &Path, lines: &mut Vec<StyledLine>) {
    let is_level = matches!(step.kind, StepKind::Level(_));
    let mut parts = step.steps.iter().peekable();
    while let Some(part) = parts.next() {
        match &part.kind {
            StepKind::Interpolation(_) if is_level && !lacking(part) => {}
            StepKind::Variable(name) => {
                let path = parts.next_if(|next| matches!(next.kind, StepKind::Path(_)));
                let told = path.unwrap_or(part);
                if is_level && !lacking(told) {
                    continue;
                }
                let path = match path.map(|path| &path.kind) {
                    Some(StepKind::Path(path)) => format!(".{path}"),
                    _ => String::new(),
                };
                let mut line = vec![(Role::Plain, "  ".repeat(depth)), (Role::Variable, format!("${name}{path}"))];
                line.extend(outcome(told));
                lines.push(line);
            }
            _ => format_step(part, depth, base, lines),
        }
    }
}

/// Returns whether a part failed or a variable was not found.
fn lacking(step: &Step) -> bool {
    let own = matches!(step.outcome, StepOutcome::Failed(_) | StepOutcome::NoKey);
    own || step.steps.iter().any(lacking)
}

fn failed(step: &Step) -> bool {
    matches!(step.outcome, StepOutcome::Failed(_)) || step.steps.iter().any(failed)
}

/// Formats the lookup options, if any.
fn format_options(step: &Step, mut line: StyledLine, lines: &mut Vec<StyledLine>) {
    if failed(step) {
        line.push((Role::Key, "lookup_options".to_owned()));
        lines.push(line);
        return format_parts(step, 2, Path::new(""), lines);
    }
    let mut places = Vec::new();
    step.steps.iter().for_each(|part| collect_rules(part, &mut places));
    if !places.is_empty() {
        line.push((Role::Key, "lookup_options".to_owned()));
        line.push((Role::Hint, format!("  {}", places.join(", "))));
        lines.push(line);
    }
}

fn collect_rules(step: &Step, places: &mut Vec<String>) {
    match place_of(step) {
        Some(place) => places.push(at(&displayed_place(place))),
        None => step.steps.iter().for_each(|part| collect_rules(part, places)),
    }
}

/// Formats the subject of a step.
fn name_of(step: &Step, base: &Path) -> StyledLine {
    let one = |role, text: String| vec![(role, text)];
    match &step.kind {
        StepKind::Search(key) => one(Role::Title, format!("search for '{key}'")),
        StepKind::Options => one(Role::Key, "lookup_options".to_owned()),
        StepKind::RulesSay(_) => one(Role::Note, "lookup_options configure the merge".to_owned()),
        StepKind::Layer(title, None) => one(Role::Keyword, title.clone()),
        StepKind::Layer(title, Some(config)) => {
            vec![(Role::Keyword, title.clone()), (Role::Hint, format!("  {}", pprepl_files::slashed(config)))]
        }
        StepKind::DefaultHierarchy(module) => one(Role::Keyword, format!("default hierarchy of module {module}")),
        StepKind::Level(name) => one(Role::Key, name.clone()),
        StepKind::File(original, path) => file(step, original, path.strip_prefix(base).unwrap_or(path)),
        StepKind::Function(name) => vec![(Role::Function, format!("{name}()"))],
        StepKind::Merge(strategy) => one(Role::Keyword, format!("merge {strategy}")),
        StepKind::Interpolation(text) => one(Role::String, display_start(&Value::str(text.as_str()), 60)),
        StepKind::Variable(name) => one(Role::Variable, format!("${name}")),
        StepKind::Path(path) => one(Role::Plain, format!("at {path}")),
        StepKind::Conversion(ty) => one(Role::Keyword, format!("convert to {ty}")),
        StepKind::Reserved(key) => one(Role::Error, format!("'{key}' is reserved")),
        StepKind::Remark(text) => one(Role::Note, visible(text).into_owned()),
    }
}

fn file(step: &Step, original: &str, path: &Path) -> StyledLine {
    let line = place_of(step).map_or(0, |place| place.line);
    let mut parts = vec![(Role::Plain, at(&(pprepl_files::slashed(path), line)))];
    if original.contains("%{") || original.contains(['*', '?', '[', '{']) {
        parts.push((Role::Hint, format!("  ({original})")));
    }
    parts
}

fn outcome(step: &Step) -> StyledLine {
    let shown = |value: &Value| display_start(value, 100);
    let good = |word: &str, value: &Value| vec![(Role::Success, format!("  {word} ")), (Role::Plain, shown(value))];
    match &step.outcome {
        StepOutcome::Open => Vec::new(),
        StepOutcome::Found(value, _) => match &step.kind {
            StepKind::Variable(_) | StepKind::Path(_) => vec![(Role::Plain, format!(" = {}", shown(value)))],
            _ => good("found", value),
        },
        StepOutcome::Override(value) => good("from the overrides", value),
        StepOutcome::Default(value) => good("from the defaults", value),
        StepOutcome::NoKey => vec![(Role::Hint, "  not found".to_owned())],
        StepOutcome::Missing if matches!(step.kind, StepKind::Layer(_, None)) => {
            vec![(Role::Hint, "  no hiera.yaml".to_owned())]
        }
        StepOutcome::Missing => vec![(Role::Hint, "  no such file".to_owned())],
        StepOutcome::Merged(value) => good("gives", value),
        // The innermost step reports the error, once.
        StepOutcome::Failed(_) if step.steps.iter().any(failed) => Vec::new(),
        StepOutcome::Failed(message) => vec![(Role::Error, format!("  failed: {message}"))],
    }
}

fn conclude(value: Option<&Value>, reason: &str, lines: &mut Vec<StyledLine>) {
    if let Some(value) = value {
        let form = program_form(value).unwrap_or_else(|| display_override(value));
        lines.push(vec![(Role::Result, "=> ".to_owned()), (Role::Plain, form)]);
    }
    lines.push(vec![(Role::Note, reason.to_owned())]);
}

/// Converts a step to data.
fn data_of(step: &Step) -> Json {
    let (kind, name) = match &step.kind {
        StepKind::Search(key) => ("search", key.clone()),
        StepKind::Options => ("lookup_options", String::new()),
        StepKind::RulesSay(name) => ("rules", name.clone()),
        StepKind::Layer(title, _) => ("layer", title.clone()),
        StepKind::DefaultHierarchy(module) => ("default_hierarchy", module.clone()),
        StepKind::Level(name) => ("level", name.clone()),
        StepKind::File(original, _) => ("file", original.clone()),
        StepKind::Function(name) => ("function", name.clone()),
        StepKind::Merge(strategy) => ("merge", strategy.clone()),
        StepKind::Interpolation(text) => ("interpolation", text.clone()),
        StepKind::Variable(name) => ("variable", name.clone()),
        StepKind::Path(path) => ("path", path.clone()),
        StepKind::Conversion(ty) => ("conversion", ty.clone()),
        StepKind::Reserved(key) => ("reserved", key.clone()),
        StepKind::Remark(text) => ("remark", text.clone()),
    };
    let (outcome, value) = match &step.outcome {
        StepOutcome::Open => ("open", Json::Null),
        StepOutcome::Found(value, _) => ("found", to_json(value)),
        StepOutcome::Override(value) => ("override", to_json(value)),
        StepOutcome::Default(value) => ("default", to_json(value)),
        StepOutcome::NoKey => ("no_key", Json::Null),
        StepOutcome::Missing => ("missing", Json::Null),
        StepOutcome::Merged(value) => ("merged", to_json(value)),
        StepOutcome::Failed(message) => ("failed", json!(message)),
    };
    let path = match &step.kind {
        StepKind::File(_, path) | StepKind::Layer(_, Some(path)) => Some(pprepl_files::slashed(path)),
        _ => None,
    };
    let line = place_of(step).map(|place| place.line).filter(|line| *line > 0);
    let mut data = Map::new();
    data.insert("kind".to_owned(), json!(kind));
    data.insert("name".to_owned(), Json::String(name));
    data.insert("outcome".to_owned(), json!(outcome));
    data.insert("value".to_owned(), value);
    data.insert("path".to_owned(), json!(path));
    data.insert("line".to_owned(), json!(line));
    // `json!` copies what is in it: once for each level of the steps.
    data.insert("steps".to_owned(), step.steps.iter().map(data_of).collect());
    Json::Object(data)
}
