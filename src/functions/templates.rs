//! Templates: `epp`, `inline_epp`, and the two of ERB, which need Ruby and say so.

use std::path::{Path, PathBuf};

use crate::eval::{Builtin, Call, R};
use crate::pcore::Value;

use super::signature;

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "inline_epp",
        signatures: &[signature(
            "String $template, Optional[Hash[Pattern[/^\\w+$/], Any]] $parameters = undef",
            "Variant[String, Sensitive[String]]",
            inline_epp,
        )],
        statement: false,
        summary: "Renders the text of an EPP template; without parameters it sees the local variables.",
        example: "inline_epp('Hello <%= $name %>!', {'name' => 'Ada'})",
        gives: "'Hello Ada!'",
    },
    Builtin {
        name: "epp",
        signatures: &[signature(
            "String $path, Optional[Hash[Pattern[/^\\w+$/], Any]] $parameters = undef",
            "Variant[String, Sensitive[String]]",
            epp,
        )],
        statement: false,
        summary: "Renders an EPP template from a file: an absolute path, or module/file in the module's templates folder.",
        example: "",
        gives: "",
    },
    Builtin {
        name: "template",
        signatures: &[signature("Any $path, Any *$paths", "String", erb)],
        statement: false,
        summary: "Renders ERB files; refused here, because ERB runs Ruby code. Use epp instead.",
        example: "",
        gives: "",
    },
    Builtin {
        name: "inline_template",
        signatures: &[signature("Any $template, Any *$templates", "String", erb)],
        statement: false,
        summary: "Renders ERB text; refused here, because ERB runs Ruby code. Use inline_epp instead.",
        example: "",
        gives: "",
    },
];

fn inline_epp(call: &mut Call<'_>) -> R {
    let template = call.arg(0).as_str().unwrap_or_default().to_owned();
    render(call, "inline-epp", &template)
}

/// Renders with the parameters in the second argument.
fn render(call: &mut Call<'_>, name: &str, template: &str) -> R {
    match call.take(1) {
        Value::Hash(parameters) => call.render_epp(name, template, Some(&parameters)),
        _ => call.render_epp(name, template, None),
    }
}

fn epp(call: &mut Call<'_>) -> R {
    let reference = call.arg(0).as_str().unwrap_or_default().to_owned();
    let reference = if reference.ends_with(".epp") { reference } else { format!("{reference}.epp") };
    let Some(path) = located(call, "templates", &reference) else {
        return call.fail(format!("there is no template {reference}"));
    };
    match call.host().read_file(&path) {
        Ok(template) => render(call, &path.to_string_lossy(), &template),
        Err(fault) => call.fail(format!("{} cannot be read: {fault}", path.display())),
    }
}

/// The path of a file that a program names: absolute, or a module's.
pub(super) fn located(call: &mut Call<'_>, folder: &str, reference: &str) -> Option<PathBuf> {
    if Path::new(reference).is_absolute() {
        return Some(PathBuf::from(reference));
    }
    call.host().module_file(folder, reference)
}

fn erb(call: &mut Call<'_>) -> R {
    call.fail("ERB templates run Ruby code, which pprepl does not: write the template in EPP")
}
