//! Functions that read files: `file`, `binary_file`, `find_file`, `find_template`, `module_directory`. `generate` would run
//! a program and is refused.

use std::rc::Rc;

use crate::eval::{Builtin, Call, R};
use crate::pcore::Value;

use super::templates::located;
use super::{ruby, signature};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "file",
        signatures: &[signature("String $path, String *$paths", "String", file)],
        statement: false,
        summary: "The text of the first of the files that exists: an absolute path, or module/file in the module's files folder.",
        example: "",
        gives: "",
    },
    Builtin {
        name: "binary_file",
        signatures: &[signature("String $path", "Binary", binary_file)],
        statement: false,
        summary: "The bytes of a file: an absolute path, or module/file in the module's files folder.",
        example: "",
        gives: "",
    },
    Builtin {
        name: "find_file",
        signatures: &[
            signature("String *$paths", "Optional[String]", find_file),
            signature("Array[String] *$paths", "Optional[String]", find_file),
        ],
        statement: false,
        summary: "The path of the first of the files that exists, or undef.",
        example: "find_file('/no/such/file')",
        gives: "undef",
    },
    Builtin {
        name: "find_template",
        signatures: &[
            signature("String *$paths", "Optional[String]", find_template),
            signature("Array[String] *$paths", "Optional[String]", find_template),
        ],
        statement: false,
        summary: "The path of the first of the templates that exists, or undef.",
        example: "find_template('/no/such/template.epp')",
        gives: "undef",
    },
    Builtin {
        name: "module_directory",
        signatures: &[
            signature("String *$modules", "Optional[String]", module_directory),
            signature("Array[String] *$modules", "Optional[String]", module_directory),
        ],
        statement: false,
        summary: "The folder of the first of the modules that exists, or undef.",
        example: "module_directory('no_such_module')",
        gives: "undef",
    },
    Builtin {
        name: "generate",
        signatures: &[signature("Any $program, Any *$args", "String", generate)],
        statement: false,
        summary: "Runs a program and returns its output; refused here, evaluating never runs anything.",
        example: "",
        gives: "",
    },
];

fn file(call: &mut Call<'_>) -> R {
    let names = names(call);
    for name in &names {
        let Some(path) = located(call, "files", name) else { continue };
        if let Ok(text) = call.host().read_file(&path) {
            return Ok(Value::from(text));
        }
    }
    call.fail(format!("there is no file {}", names.join(" or ")))
}

fn binary_file(call: &mut Call<'_>) -> R {
    let name = call.arg(0).as_str().unwrap_or_default().to_owned();
    let bytes = located(call, "files", &name).and_then(|path| call.host().read_bytes(&path).ok());
    match bytes {
        Some(bytes) => Ok(Value::Binary(Rc::new(bytes))),
        None => call.fail(format!("there is no file {name}")),
    }
}

/// The strings in the arguments, or in an array of them.
fn names(call: &Call<'_>) -> Vec<String> {
    let first = call.arg(0).as_array().unwrap_or(call.args());
    first.iter().map(ruby::to_s).collect()
}

fn find_file(call: &mut Call<'_>) -> R {
    first_existing(call, "files")
}

fn find_template(call: &mut Call<'_>) -> R {
    first_existing(call, "templates")
}

fn first_existing(call: &mut Call<'_>, folder: &str) -> R {
    for name in names(call) {
        let Some(path) = located(call, folder, &name) else { continue };
        if call.host().read_bytes(&path).is_ok() {
            return Ok(Value::from(path.to_string_lossy().into_owned()));
        }
    }
    Ok(Value::Undef)
}

fn module_directory(call: &mut Call<'_>) -> R {
    for name in names(call) {
        if let Some(path) = call.host().module_file("", &name) {
            return Ok(Value::from(path.to_string_lossy().trim_end_matches('/')));
        }
    }
    Ok(Value::Undef)
}

fn generate(call: &mut Call<'_>) -> R {
    call.fail("generate would run a program, and evaluating never does that")
}
