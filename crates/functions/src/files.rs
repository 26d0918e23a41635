//! Functions that read files: `file`, `binary_file`, `find_file`, `find_template`, `module_directory`. `generate`
//! runs a program, where the user asked for that.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::path::PathBuf;
use std::rc::Rc;

use pprepl_budget as budget;
use pprepl_files::{self as files, Rejection};
use pprepl_text::IssueCode;
use puppet_eval::{Builtin, Call, Effect, EvalResult, Flow, Signature, foreign, has_substitute};
use puppet_pcore::{Value, ValueError};

use super::ruby;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "file",
        &[Signature::new("Any $path, Any *$paths, Optional[Callable] &$block", "String", file)],
        "Returns the content of the first existing file: an absolute path, or module/file in a files directory.",
    )
    .effect(Effect::Files),
    Builtin::new(
        "binary_file",
        &[Signature::new("String $path", "Binary", binary_file)],
        "Returns the bytes of a file: an absolute path, or module/file in the module's files directory.",
    )
    .effect(Effect::Files),
    Builtin::new(
        "find_file",
        &[
            Signature::new("String *$paths", "Optional[String]", find_file),
            Signature::new("Array[String] *$paths", "Optional[String]", find_file),
        ],
        "Returns the path of the first existing file, or undef.",
    )
    .effect(Effect::Files)
    .shows("find_file('/no/such/file')", "undef"),
    Builtin::new(
        "find_template",
        &[
            Signature::new("String *$paths", "Optional[String]", find_template),
            Signature::new("Array[String] *$paths", "Optional[String]", find_template),
        ],
        "Returns the path of the first existing template, or undef.",
    )
    .effect(Effect::Files)
    .shows("find_template('/no/such/template.epp')", "undef"),
    Builtin::new(
        "module_directory",
        &[
            Signature::new("String *$modules", "Optional[String]", module_directory),
            Signature::new("Array[String] *$modules", "Optional[String]", module_directory),
        ],
        "Returns the directory of the first existing module, or undef.",
    )
    .effect(Effect::World)
    .shows("module_directory('no_such_module')", "undef"),
    Builtin::new(
        "generate",
        &[Signature::new("Any $program, Any *$args, Optional[Callable] &$block", "String", generate)],
        "Runs a program and returns its output, if you turned Ruby on.",
    )
    .effect(Effect::World),
    data_row("json_data", "Reads a JSON file for Hiera."),
    data_row("yaml_data", "Reads a YAML file for Hiera."),
    data_row("hocon_data", "Reads a HOCON file for Hiera."),
    Builtin::new(
        "eyaml_lookup_key",
        &[Signature::new("String[1] $key, Hash[String[1], Any] $options, Object $context", "Any", data)],
        "Looks up a key in an encrypted YAML file for Hiera.",
    )
    .effect(Effect::World),
];

/// Signatures of the functions that Hiera calls for the data of a file.
const DATA: &[Signature] =
    &[Signature::new("Struct[{path => String[1]}] $options, Object $context", "Hash[String, Any]", data)];

const fn data_row(name: &'static str, summary: &'static str) -> Builtin {
    Builtin::new(name, DATA, summary).effect(Effect::World)
}

fn file(call: &mut Call<'_>) -> EvalResult {
    ruby::check_legacy(call)?;
    let names = names(call);
    for name in &names {
        let Some(path) = located(call, "files", name) else { continue };
        match call.host().read_file(&path) {
            Ok(text) => return Ok(Value::from(text)),
            Err(fault) => unless_missing(&path, &fault)?,
        }
    }
    call.fail(format!("file {} not found", names.join(" or ")))
}

fn binary_file(call: &mut Call<'_>) -> EvalResult {
    let name = call.arg(0).as_str().unwrap_or_default().to_owned();
    let Some(path) = located(call, "files", &name) else { return call.fail(format!("file {name} not found")) };
    match call.host().read_bytes(&path) {
        Ok(bytes) => Ok(Value::Binary(Rc::new(bytes))),
        Err(fault) => {
            unless_missing(&path, &fault)?;
            call.fail(format!("file {name} not found"))
        }
    }
}

/// Returns the path of a file that a program names: absolute, or inside a module.
pub(super) fn located(call: &mut Call<'_>, folder: &str, reference: &str) -> Option<PathBuf> {
    if Path::new(reference).is_absolute() {
        return Some(PathBuf::from(reference));
    }
    call.host().module_file(folder, reference)
}

/// Fails when a file exists and cannot be read; a missing file is not yet an error.
pub(super) fn unless_missing(path: &Path, fault: &io::Error) -> EvalResult<()> {
    budget::check()?;
    if matches!(fault.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) {
        Ok(())
    } else {
        Err(unreadable(path, fault))
    }
}

/// Returns the error of a file that a program names and that cannot be read.
fn unreadable(path: &Path, fault: &io::Error) -> Box<Flow> {
    let shown = pprepl_files::slashed(path);
    let refusal = files::rejection(fault);
    let issue = match refusal {
        Some(rejection) if rejection.is_of_reach() => {
            ValueError::new(IssueCode::FileNotAllowed, format!("{shown} may not be read: {}", files::reason(fault)))
        }
        Some(Rejection::Unasked) => {
            ValueError::new(IssueCode::FileNotRead, format!("{shown} is not read: {}", files::reason(fault)))
        }
        None if is_of_sandbox(fault) => {
            let issue = ValueError::new(IssueCode::HostKeepsFiles, format!("{shown} may not be read in this session"));
            return issue
                .with_help("its host keeps files closed: give the text in the input, for instance as a heredoc")
                .into();
        }
        _ => ValueError::new(IssueCode::UnreadableFile, format!("cannot read {shown}: {}", files::reason(fault))),
    };
    match refusal.and_then(Rejection::help) {
        Some(help) => issue.with_help(help).into(),
        None => issue.into(),
    }
}

/// Returns whether the host refused access, not the operating system.
fn is_of_sandbox(fault: &io::Error) -> bool {
    fault.kind() == ErrorKind::PermissionDenied && fault.raw_os_error().is_none()
}

/// Returns the strings in the arguments, or in an array of them.
fn names(call: &Call<'_>) -> Vec<String> {
    let first = call.arg(0).as_array().unwrap_or(call.args());
    first.iter().map(ruby::to_s).collect()
}

fn find_file(call: &mut Call<'_>) -> EvalResult {
    first_existing(call, "files")
}

fn find_template(call: &mut Call<'_>) -> EvalResult {
    first_existing(call, "templates")
}

fn first_existing(call: &mut Call<'_>, folder: &str) -> EvalResult {
    for name in names(call) {
        let Some(path) = located(call, folder, &name) else { continue };
        if call.host().has_file(&path).map_err(|fault| unreadable(&path, &fault))? {
            return Ok(Value::from(pprepl_files::absolute(&path)));
        }
    }
    Ok(Value::Undef)
}

fn module_directory(call: &mut Call<'_>) -> EvalResult {
    for name in names(call) {
        if let Some(path) = call.host().module_file("", &name) {
            return Ok(Value::from(pprepl_files::absolute(&path).trim_end_matches('/')));
        }
    }
    Ok(Value::Undef)
}

/// Fails: a host never runs programs. The diagnostic suggests an alternative.
fn generate(call: &mut Call<'_>) -> EvalResult {
    ruby::check_legacy(call)?;
    let program = ruby::to_s(call.arg(0));
    if !Path::new(&program).is_absolute() {
        return call.fail(format!("generate expects the absolute path of a program, found '{program}'"));
    }
    if has_substitute(call.vm(), "generate")? {
        let args = call.args().to_vec();
        return call.call_function("generate", args);
    }
    if let Some(ruby) = foreign(call.vm()) {
        let command: Vec<String> = call.args().iter().map(ruby::to_s).collect();
        return ruby.run_program(call.vm(), &command).map(Value::from);
    }
    let issue = ValueError::new(
        IssueCode::ProgramNotRun,
        format!("generate would run {program}, and nothing is executed unless you ask for it"),
    );
    let help = "run it with `--ruby`, or answer it in the file of `--stand-ins FILE`: \
                function generate($program, *$args) { .. }";
    Err(issue.with_help(help).into())
}

/// Fails: Hiera calls these functions with a lookup context, a value that no program has.
fn data(call: &mut Call<'_>) -> EvalResult {
    call.fail(format!("{} is called by Hiera, from a line of hiera.yaml", call.name()))
}
