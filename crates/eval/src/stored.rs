//! The answers of PuppetDB, from a file that the user names: results of queries, and the exported resources of other
//! nodes. No connection is ever opened.

use std::rc::Rc;

use pprepl_text::Topic;
use puppet_pcore::{Hash, Value, equals};

use super::{EvalResult, Flow, Vm};

/// The content of a file of answers.
#[derive(Default)]
pub struct StoredAnswers {
    /// Queries (PQL, or arrays of the AST form) and their results.
    queries: Vec<(Value, Value)>,
    pub(crate) resources: Vec<StoredResource>,
}

/// An exported resource of a node.
pub(crate) struct StoredResource {
    /// The name of the node that exported it.
    pub(crate) certname: String,
    /// The type in lower case.
    pub(crate) type_name: Rc<str>,
    pub(crate) title: Rc<str>,
    pub(crate) parameters: Vec<(Rc<str>, Value)>,
    pub(crate) tags: Vec<Rc<str>>,
}

/// Returns the answers of PuppetDB; `None` if the user names no file.
///
/// # Errors
/// The file cannot be read, or is not a file of answers.
pub fn stored_answers(vm: &mut Vm) -> EvalResult<Option<Rc<StoredAnswers>>> {
    let Some(path) = vm.host.puppetdb() else { return Ok(None) };
    let (sources, stamp) = (vm.catalog.sources.clone(), vm.host.stamp(&path));
    if let Some(known) = sources.answers::<StoredAnswers>(&path, stamp) {
        return Ok(Some(known));
    }
    let shown = pprepl_files::slashed(&path);
    let text = vm.host.read_named(&path).map_err(|fault| Flow::unreadable(&shown, &fault))?;
    let refused = |message: String| -> Box<Flow> {
        let mut flow = Flow::fail_with(Topic::ArgumentValue, format!("{shown}: {message}"));
        flow.with_help(|| Some(FORM.to_owned()));
        flow
    };
    let data = vm.host.read_yaml(&text).map_err(|fault| refused(fault.message))?;
    let answers = Rc::new(read(&data).map_err(refused)?);
    sources.keep_answers(&path, stamp, &answers);
    Ok(Some(answers))
}

/// The form of the file.
const FORM: &str = "the file has 'queries', a list of {query, answer}, and 'resources', a list of \
                    {certname, type, title, parameters, tags}, as PuppetDB returns them";

impl StoredAnswers {
    /// Returns the result of a query. Spaces of PQL do not count.
    pub fn answer(&self, query: &Value) -> Option<&Value> {
        self.queries.iter().find(|(known, _)| is_same_query(known, query)).map(|(_, answer)| answer)
    }
}

fn is_same_query(one: &Value, other: &Value) -> bool {
    match (one.as_str(), other.as_str()) {
        (Some(one), Some(other)) => one.split_whitespace().eq(other.split_whitespace()),
        _ => equals(one, other),
    }
}

/// Reads the content of a file; the error says what was expected.
fn read(data: &Value) -> Result<StoredAnswers, String> {
    let Value::Hash(hash) = data else { return Err("expected a hash".to_owned()) };
    let known = ["queries", "resources"];
    if let Some((key, _)) = hash.iter().find(|(key, _)| !key.as_str().is_some_and(|key| known.contains(&key))) {
        return Err(format!("expected 'queries' or 'resources', found {}", puppet_pcore::display(key)));
    }
    Ok(StoredAnswers {
        queries: rows(hash, "queries")?.into_iter().map(query).collect::<Result<_, _>>()?,
        resources: rows(hash, "resources")?.into_iter().map(resource).collect::<Result<_, _>>()?,
    })
}

/// Returns the hashes of a list; none if it is missing.
fn rows<'h>(hash: &'h Hash, key: &str) -> Result<Vec<&'h Hash>, String> {
    match hash.get_str(key) {
        None | Some(Value::Undef) => Ok(Vec::new()),
        Some(Value::Array(list)) => {
            let row = |item: &'h Value| item.as_hash().ok_or_else(|| format!("expected hashes in '{key}'"));
            list.items.iter().map(row).collect()
        }
        Some(_) => Err(format!("expected a list as '{key}'")),
    }
}

fn query(row: &Hash) -> Result<(Value, Value), String> {
    let part = |key: &str| row.get_str(key).cloned().ok_or_else(|| format!("expected '{key}' in each of 'queries'"));
    Ok((part("query")?, part("answer")?))
}

fn resource(row: &Hash) -> Result<StoredResource, String> {
    let text = |key: &str| {
        let found = row.get_str(key).and_then(Value::as_str);
        found.ok_or_else(|| format!("expected a string '{key}' in each of 'resources'"))
    };
    let parameters = row.get_str("parameters").and_then(Value::as_hash);
    let named = |(name, value): (&Value, &Value)| Some((Rc::from(name.as_str()?), value.clone()));
    let tags = match row.get_str("tags") {
        Some(Value::Array(list)) => list.items.iter().filter_map(Value::as_str).map(Rc::from).collect(),
        _ => Vec::new(),
    };
    Ok(StoredResource {
        certname: text("certname")?.to_owned(),
        type_name: text("type")?.to_lowercase().into(),
        title: text("title")?.into(),
        parameters: parameters.into_iter().flat_map(Hash::iter).filter_map(named).collect(),
        tags,
    })
}
