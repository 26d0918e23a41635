//! Templates: `epp`, `inline_epp`, and two for ERB, whose Ruby runs in `erb`.

use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature, TemplateScope};
use puppet_pcore::{Str, Value};

use super::files::{located, unless_missing};
use super::{erb, ruby};

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "inline_epp",
        &[Signature::new(
            "String $template, Hash[Pattern[/^\\w+$/], Any] $parameters = {}",
            "Variant[String, Sensitive[String]]",
            inline_epp,
        )],
        "Renders EPP source, which sees the local variables.",
    )
    .sees_scope()
    .effect(Effect::World)
    .shows("inline_epp('Hello <%= $name %>!', {'name' => 'Ada'})", "'Hello Ada!'"),
    Builtin::new(
        "epp",
        &[Signature::new(
            "String $path, Hash[Pattern[/^\\w+$/], Any] $parameters = {}",
            "Variant[String, Sensitive[String]]",
            epp,
        )],
        "Renders an EPP template from a file: an absolute path, or module/file in the module's templates directory.",
    )
    // Of the scope it sees the top: in a notebook, the variables of all cells.
    .sees_scope()
    .effect(Effect::Files),
    Builtin::new(
        "template",
        &[Signature::new("Any $path, Any *$paths, Optional[Callable] &$block", "String", template)],
        "Renders ERB files that use common Ruby; prefer EPP for new templates.",
    )
    .borrows_scope()
    .effect(Effect::Files),
    Builtin::new(
        "inline_template",
        &[Signature::new("Any $template, Any *$templates, Optional[Callable] &$block", "String", inline_template)],
        "Renders ERB source that uses common Ruby; prefer EPP for new templates.",
    )
    .borrows_scope()
    .effect(Effect::World)
    .shows("$names = ['ada', 'bob'] inline_template('<% @names.each do |n| %>+<%= n %><% end %>')", "'+ada+bob'"),
];

fn inline_epp(call: &mut Call<'_>) -> EvalResult {
    let template = call.arg(0).as_str().unwrap_or_default().to_owned();
    render(call, "inline-epp", &template, TemplateScope::Caller)
}

/// Renders with the parameters in the second argument.
fn render(call: &mut Call<'_>, name: &str, template: &str, scope: TemplateScope) -> EvalResult {
    match call.take(1) {
        Value::Hash(parameters) => call.render_epp(name, template, Some(&parameters), scope),
        _ => call.render_epp(name, template, None, scope),
    }
}

fn epp(call: &mut Call<'_>) -> EvalResult {
    let reference = call.arg(0).as_str().unwrap_or_default().to_owned();
    let reference = if reference.ends_with(".epp") { reference } else { format!("{reference}.epp") };
    let Some(path) = located(call, "templates", &reference) else {
        return call.fail(format!("template {reference} not found"));
    };
    match call.host().read_file(&path) {
        Ok(template) => render(call, &pprepl_files::slashed(&path), &template, TemplateScope::Top),
        Err(fault) => {
            unless_missing(&path, &fault)?;
            call.fail(format!("template {reference} not found"))
        }
    }
}

fn template(call: &mut Call<'_>) -> EvalResult {
    ruby::check_legacy(call)?;
    let mut out = Vec::new();
    for reference in call.args().iter().map(ruby::to_s).collect::<Vec<_>>() {
        let Some(path) = located(call, "templates", &reference) else {
            return call.fail(format!("template {reference} not found"));
        };
        match erb::render_file(call, &path)? {
            Ok(text) => out.push(text),
            Err(fault) => {
                unless_missing(&path, &fault)?;
                return call.fail(format!("template {reference} not found"));
            }
        }
    }
    joined(call, out)
}

/// Joins the output of templates.
fn joined(call: &Call<'_>, parts: Vec<Str>) -> EvalResult {
    let mut parts = parts.into_iter();
    let mut all = parts.next().unwrap_or_default();
    for part in parts {
        if !all.append(&part.text, part.is_bytes) {
            return call.fail("the templates give text and bytes that are not ASCII, which cannot be joined");
        }
    }
    Ok(if all.is_bytes { Value::bytes(all.text) } else { Value::from(all.text) })
}

fn inline_template(call: &mut Call<'_>) -> EvalResult {
    ruby::check_legacy(call)?;
    let mut out = Vec::new();
    for text in call.args().iter().map(ruby::to_s).collect::<Vec<_>>() {
        out.push(erb::render(call, "the template", &text)?);
    }
    joined(call, out)
}
