//! Which built-in function answers for a function that a module has in Ruby: one that implements this version of it.
//!
//! A built-in answers if the module's file declares the same parameters. A piece of their code distinguishes versions with
//! the same parameters. Without one that fits, the module's own code runs if the user allows Ruby, and else
//! the call fails.

use std::path::PathBuf;

use pprepl_budget as budget;
use puppet_pcore::{TypeRules, Value, eql};
use puppet_syntax::ast::{ExprKind, Param};
use puppet_syntax::{LexOptions, parse};

use super::ruby_parameters::{Declared, Kind, Parameter, declared};
use super::{Builtin, Vm};

impl Vm {
    /// Returns the built-in function that implements the version of `name` that the module path has.
    pub(crate) fn function_of_module(&mut self, name: &str) -> Option<&'static Builtin> {
        let known = (self.functions.library.of_modules)(name);
        let (module, first) = *known.first()?;
        let file = file(self, module, name)?;
        let code = self.host.read_code(&file).unwrap_or_default();
        let Some(declared) = declared(&code, name) else { return Some(first) };
        let rows = || known.iter().map(|(_, row)| *row);
        let marked = rows().filter(|row| !row.mark.is_empty() && code.contains(row.mark));
        let others = rows().filter(|row| row.mark.is_empty());
        marked.chain(others).find(|row| agrees(self, row, &declared))
    }
}

/// Returns whether a module on the path has a function that is built in, in whatever version.
pub(crate) fn has_another_version(vm: &mut Vm, name: &str) -> bool {
    let known = (vm.functions.library.of_modules)(name);
    known.first().is_some_and(|(module, _)| file(vm, module, name).is_some())
}

/// Returns the file in which this module has this function in Ruby.
fn file(vm: &mut Vm, module: &str, name: &str) -> Option<PathBuf> {
    let reference = format!("{module}/{}.rb", name.replace("::", "/"));
    ["lib/puppet/functions", "lib/puppet/parser/functions"]
        .iter()
        .find_map(|folder| vm.host.module_file(folder, &reference))
}

/// Returns whether a built-in function has the parameters that a file declares.
fn agrees(vm: &mut Vm, row: &Builtin, declared: &Declared) -> bool {
    let own: Vec<Vec<Parameter>> = row.signatures.iter().map(|signature| parameters(signature.params)).collect();
    match declared {
        Declared::Unchecked => own.iter().flatten().all(|param| param.ty == "Any" || param.is_block()),
        Declared::Count(None) => true,
        Declared::Count(Some(count)) => own.iter().any(|params| takes(params, *count)),
        Declared::Overloads(all) => {
            let same = |own: &[Parameter], other: &[Parameter], vm: &mut Vm| {
                own.len() == other.len() && own.iter().zip(other).all(|(own, other)| is_same(vm, own, other))
            };
            let readable: Option<Vec<&Vec<Parameter>>> = all.iter().map(Option::as_ref).collect();
            readable.is_some_and(|all| {
                own.len() == all.len() && own.iter().zip(all).all(|(own, other)| same(own, other, vm))
            })
        }
    }
}

/// Returns whether parameters accept this number of arguments.
fn takes(params: &[Parameter], count: usize) -> bool {
    let of = |kind: Kind| params.iter().filter(|param| param.kind == kind).count();
    let (required, optional) = (of(Kind::Required), of(Kind::Optional));
    count >= required && (of(Kind::Repeated) > 0 || count <= required + optional)
}

fn is_same(vm: &mut Vm, own: &Parameter, other: &Parameter) -> bool {
    let (a, b) = (plain(&own.ty), plain(&other.ty));
    // The name of an alias is compared as it is written: its file need not be loaded now.
    own.kind == other.kind && (a == b || !(a + &b).contains("::") && is_same_type(vm, &own.ty, &other.ty))
}

/// Returns the source of a type without what has no meaning.
fn plain(ty: &str) -> String {
    let text: String = ty.chars().filter(|letter| !letter.is_whitespace()).collect();
    text.replace('"', "'").replace(",}", "}").replace(",]", "]")
}

/// Returns whether two sources mean the same type.
fn is_same_type(vm: &mut Vm, own: &str, other: &str) -> bool {
    let types = vm.settings.types;
    vm.settings.types = TypeRules { edition4x: false, edition3x: false, any_callable: false, ..types };
    let read = budget::unlimited(|| Some((vm.parse_type(own).ok()?, vm.parse_type(other).ok()?)));
    vm.settings.types = types;
    read.is_some_and(|(own, other)| eql(&Value::Type(own), &Value::Type(other)))
}

/// Returns the parameters of a signature of a built-in function.
fn parameters(params: &str) -> Vec<Parameter> {
    let source = format!("function f({}) {{ }}", params.replace("&$", "$"));
    let parsed = parse(&source, LexOptions::default());
    let ExprKind::Function(function) = &parsed.program.body.kind else { return Vec::new() };
    let last = function.params.len().saturating_sub(1);
    let is_block = |at: usize| at == last && params.contains("&$");
    function.params.iter().enumerate().map(|(at, param)| parameter(param, &source, is_block(at))).collect()
}

fn parameter(param: &Param, source: &str, is_block: bool) -> Parameter {
    let ty = param.type_expr.as_ref().map_or("Any", |ty| ty.span.of(source));
    let optional = ty.strip_prefix("Optional[").and_then(|rest| rest.strip_suffix(']'));
    let (kind, ty) = match (is_block, optional) {
        (true, Some(inner)) => (Kind::OptionalBlock, inner),
        (true, None) => (Kind::Block, ty),
        (false, _) if param.captures_rest => (Kind::Repeated, ty),
        (false, _) if param.default.is_some() => (Kind::Optional, ty),
        (false, _) => (Kind::Required, ty),
    };
    Parameter { kind, ty: ty.to_owned() }
}
