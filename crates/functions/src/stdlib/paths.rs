//! Path components, and files of modules.

use std::path::{Path, PathBuf};

use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature};
use puppet_pcore::Value;

use super::super::ruby;
use super::arguments::{received, wants};

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "basename",
        &[Signature::new("Any $path, Any $suffix = undef, Optional[Callable] &$block", "String", basename)],
        "Returns the last component of a path, without the given suffix.",
    )
    .shows("basename('/etc/apt/sources.list', '.list')", "'sources'"),
    Builtin::new(
        "dirname",
        &[Signature::new("Any $path, Optional[Callable] &$block", "String", dirname)],
        "Returns a path without its last component.",
    )
    .shows("dirname('/etc/apt/sources.list')", "'/etc/apt'"),
    Builtin::new(
        "stdlib::extname",
        &[Signature::new("String $path", "String", extname)],
        "Returns the extension of a file name, from its last dot on.",
    )
    .shows("stdlib::extname('.profile.sh')", "'.sh'"),
    Builtin::new(
        "glob",
        &[Signature::new("Any $pattern, Optional[Callable] &$block", "Array", glob)],
        "Returns the paths of files that match a pattern; unsupported.",
    )
    .effect(Effect::World),
    Builtin::new(
        "get_module_path",
        &[Signature::new("Any $module, Optional[Callable] &$block", "String", get_module_path)],
        "Returns the directory of a module.",
    )
    .effect(Effect::World),
];

/// Returns the last component of a path.
pub(crate) fn last_part(path: &str) -> &str {
    if path.is_empty() {
        return "";
    }
    match path.trim_end_matches('/') {
        "" => "/",
        path => path.rsplit('/').next().unwrap_or(path),
    }
}

/// Removes a suffix from a file name; `.*` means any.
pub(crate) fn without_suffix<'p>(name: &'p str, suffix: &str) -> &'p str {
    let cut = match suffix {
        ".*" => name.strip_suffix(extension(name)),
        suffix => name.strip_suffix(suffix),
    };
    cut.filter(|cut| !cut.is_empty()).unwrap_or(name)
}

/// Returns the extension from the last dot on; empty if the name starts with that dot.
pub(crate) fn extension(path: &str) -> &str {
    let name = last_part(path);
    let plain = name.trim_start_matches('.');
    match plain.rfind('.') {
        Some(0) | None => "",
        Some(at) => &plain[at..],
    }
}

fn basename(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let Some(Value::Str(path)) = args.first() else { return wants(call, "a string", call.arg(0)) };
    let name = last_part(&path.text);
    match args.get(1) {
        None => Ok(Value::str(name)),
        Some(Value::Str(suffix)) => Ok(Value::str(without_suffix(name, &suffix.text))),
        Some(other) => wants(call, "a string second", other),
    }
}

/// Returns a path without its last component.
pub(crate) fn folder(path: &str) -> String {
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() {
        return if path.is_empty() { ".".to_owned() } else { "/".to_owned() };
    }
    match trimmed.rfind('/') {
        None => ".".to_owned(),
        Some(at) => match trimmed[..at].trim_end_matches('/') {
            "" => "/".to_owned(),
            folder => folder.to_owned(),
        },
    }
}

fn dirname(call: &mut Call<'_>) -> EvalResult {
    match super::arguments::first(call)? {
        Value::Str(path) if !path.text.is_empty() => Ok(Value::from(folder(&path.text))),
        other => wants(call, "a path", &other),
    }
}

fn extname(call: &mut Call<'_>) -> EvalResult {
    Ok(Value::str(extension(call.arg(0).as_str().unwrap_or_default())))
}

fn glob(call: &mut Call<'_>) -> EvalResult {
    call.fail("`glob` lists directories of the compiling machine, which pprepl does not support")
}

/// Returns the directory of a module.
pub(super) fn module_folder(call: &mut Call<'_>, module: &str) -> Option<PathBuf> {
    let name = Path::new(module);
    let single = name.components().count() == 1 && !module.contains("..");
    let known = ["manifests", "metadata.json", "lib", "functions", "templates", "files", "types"];
    known.iter().filter(|_| single).find_map(|part| {
        let path = call.host().module_file("", &format!("{module}/{part}"))?;
        path.parent().map(Path::to_owned)
    })
}

fn get_module_path(call: &mut Call<'_>) -> EvalResult {
    let module = ruby::to_s(call.arg(0));
    match module_folder(call, &module) {
        Some(folder) => Ok(Value::from(pprepl_files::absolute(&folder))),
        None => call.fail(format!("unknown module `{module}`")),
    }
}
