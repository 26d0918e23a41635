//! Functions of the module staging.

use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature};
use puppet_pcore::Value;

use super::super::ruby;
use super::arguments::received;
use super::paths;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "staging_parse",
        &[Signature::new(
            "Any $source, Any $part = 'filename', Any $extension = undef, Optional[Callable] &$block",
            "String",
            staging_parse,
        )],
        "Returns a part of a URL's path: filename, basename, extname or parent.",
    )
    .shows("staging_parse('http://example.com/a/b.zip', 'basename')", "'b'"),
    Builtin::new(
        "scope_defaults",
        &[Signature::new("Any $type, Any $parameter, Optional[Callable] &$block", "Boolean", scope_defaults)],
        "Returns whether the resource type has a default for this parameter here.",
    )
    .effect(Effect::Declares)
    .shows("scope_defaults('File', 'mode')", "false"),
];

fn staging_parse(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let source = ruby::to_s(&args[0]).replace('\\', "/");
    let rest =
        source.split_once("://").map_or(source.as_str(), |(_, rest)| rest.find('/').map_or("", |at| &rest[at..]));
    let path = rest.split(['?', '#']).next().unwrap_or(rest);
    let extension =
        args.get(2).filter(|given| given.is_true()).map_or_else(|| paths::extension(path).to_owned(), ruby::to_s);
    let name = paths::last_part(path);
    match args.get(1).filter(|part| part.is_true()).map(ruby::to_s).as_deref() {
        None | Some("filename") => Ok(Value::str(name)),
        Some("basename") => Ok(Value::str(paths::without_suffix(name, &extension))),
        Some("extname") => Ok(Value::str(paths::extension(path))),
        Some("parent") => Ok(Value::from(paths::folder(path))),
        Some(other) => call.fail(format!("{other} is not a part that `staging_parse` knows")),
    }
}

fn scope_defaults(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let (kind, name) = (ruby::to_s(&args[0]).to_lowercase(), ruby::to_s(&args[1]));
    Ok(Value::bool(call.catalog().has_default(&kind, &name)))
}
