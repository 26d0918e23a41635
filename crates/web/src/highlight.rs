//! Highlights of a source: spans with roles, for the editors of a page.

use pprepl_rpc::{RpcError, params};
use puppet_tree::{Dialect, Highlighter};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::engine::Engine;
use crate::units::Units;

pub fn highlight(_: &mut Engine, params: &Value) -> Answer {
    let source = params::text(params, "source")?;
    let dialect = match params::optional_text(params, "dialect")?.unwrap_or("puppet") {
        "puppet" => Dialect::Puppet,
        "epp" => Dialect::Template,
        "prose" => return Ok(json!({ "spans": [] })),
        other => {
            let message = format!("'dialect' must be puppet, epp or prose, found '{other}'");
            return Err(RpcError::new(RpcError::PARAMS, message));
        }
    };
    // An editor of a long text asks for the part that is in sight.
    let first = params::optional_count(params, "from")?.unwrap_or(0);
    let last = params::optional_count(params, "to")?.unwrap_or(usize::MAX);
    let units = Units::new(source);
    let spans = Highlighter::new().text_in(dialect, source);
    let spans = spans.iter().filter_map(|found| {
        let (from, to) = (units.of_byte(found.span.start as usize), units.of_byte(found.span.end as usize));
        (from < last && to > first).then(|| json!([from, to, found.capture.as_str()]))
    });
    Ok(json!({ "spans": spans.collect::<Vec<_>>() }))
}
