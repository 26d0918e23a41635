//! `puppetdb_query`: answered from the file that the user names, since no connection is ever opened.

use pprepl_text::Topic;
use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature, stored_answers};
use puppet_pcore::{Value, ValueError, display};

pub(super) const ROWS: &[Builtin] = &[Builtin::new(
    "puppetdb_query",
    &[Signature::new("Variant[String, Array[Data]] $query, Optional[String] $instance = undef", "Array[Data]", query)],
    "Returns the answer to a PuppetDB query from the file of `--puppetdb FILE`.",
)
.effect(Effect::World)];

fn query(call: &mut Call<'_>) -> EvalResult {
    let wanted = call.arg(0).clone();
    let Some(answers) = stored_answers(call.vm())? else {
        let issue =
            ValueError::new(Topic::ArgumentValue, "puppetdb_query needs PuppetDB, and no connection is ever opened");
        return Err(issue.with_help("name a file with answers: `--puppetdb FILE`, or ':set puppetdb FILE'").into());
    };
    if let Some(answer) = answers.answer(&wanted) {
        return Ok(answer.clone());
    }
    let issue = ValueError::new(Topic::ArgumentValue, format!("no answer to the query {}", display(&wanted)));
    let help =
        format!("add it to 'queries' in the file of PuppetDB's answers: {{query: {}, answer: []}}", quoted(&wanted));
    Err(issue.with_help(&help).into())
}

/// Formats a query for YAML.
fn quoted(query: &Value) -> String {
    match query.as_str() {
        Some(text) => format!("'{}'", text.replace('\'', "''")),
        None => super::loader::data::to_json(query).to_string(),
    }
}
