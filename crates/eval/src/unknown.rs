//! The errors for names that mean nothing, with the Puppet way to write what another language calls so.

use pprepl_text::{IssueCode, suggest};
use puppet_pcore::Value;
use puppet_syntax::foreign;

use super::module_function::has_another_version;
use super::services::Autoload;
use super::{Flow, SourcePos, Vm};

/// Creates the error for a function that a module implements in Ruby; `None` if no module does.
#[cold]
pub(crate) fn ruby_function(vm: &mut Vm, name: &str) -> Option<Box<Flow>> {
    let file = vm.ruby_file("functions", name)?;
    let message = match has_another_version(vm, name) {
        true => {
            format!("this version of the module has another `{name}` than the one built in, and Ruby does not run here")
        }
        false => format!("the function `{name}` is written in Ruby, which does not run here"),
    };
    let mut flow = Flow::fail_with(IssueCode::RubyFunction, message);
    flow.with_help(|| {
        Some(format!(
            "its file is {}; run it with `--ruby`, or define it in Puppet in the file of `--stand-ins FILE`: \
             function {name}(..) {{ .. }}",
            pprepl_files::slashed(&file)
        ))
    });
    Some(flow)
}

/// Returns advice for a name of a module that only the Puppetfile names.
#[cold]
pub(crate) fn missing_module(vm: &Vm, name: &str) -> Option<String> {
    let (module, _) = name.trim_start_matches("::").split_once("::").unwrap_or((name, ""));
    let module = module.trim_start_matches("::").to_lowercase();
    let file = vm.host.puppetfile_of(&module)?;
    let file = pprepl_files::slashed(&file);
    Some(format!(
        "it is of the module `{module}`, which {file} names, but which is not installed: run `r10k puppetfile install`"
    ))
}

/// Creates the error for an unknown function.
#[cold]
pub(crate) fn unknown_function(vm: &mut Vm, name: &str, site: SourcePos) -> Box<Flow> {
    if let Some(mut flow) = ruby_function(vm, name) {
        flow.locate(|_| site);
        return flow;
    }
    if (vm.functions.library.of_plans)(name).is_some() {
        let message = format!("`{name}` is a function of plans, and this source is not read as a plan");
        let mut flow = Flow::at(IssueCode::UnknownFunction, site, message);
        let advice = "read it in tasks mode: --tasks, ':set tasks on', or a file below a directory `plans`";
        flow.with_help(|| Some(advice.to_owned()));
        return flow;
    }
    let mut flow = Flow::at(IssueCode::UnknownFunction, site, format!("unknown function `{name}`"));
    if let Some(advice) = missing_module(vm, name) {
        flow.with_help(|| Some(advice));
        return flow;
    }
    let advice = definition_advice(vm, name).or_else(|| foreign_advice(vm, name));
    if let Some(advice) = advice {
        flow.mean(name, foreign::function_meant(name).filter(|ours| (vm.functions.library.find)(ours).is_some()));
        flow.with_help(|| Some(advice));
        return flow;
    }
    let defined = vm.functions.entries.values().filter(|entry| entry.defined.get()).map(|entry| &*entry.name);
    let builtin: Vec<&str> = (vm.functions.library.names)().collect();
    let near = suggest::nearest(name, defined.chain(builtin)).filter(|_| name != "breakpoint");
    flow.mean(name, near);
    flow.with_help(|| Some(near.map_or_else(|| no_near(name), |near| format!("did you mean `{near}`?"))));
    flow
}

fn no_near(name: &str) -> String {
    match name {
        "breakpoint" => {
            "`breakpoint` is one of pprepl's additions, which Puppet 8 lacks: turn it on with ':set additions on'"
        }
        _ => "check the spelling; ':functions' lists the functions",
    }
    .to_owned()
}

/// Returns advice for a name that is not a function but a class, a defined type or a resource type.
fn definition_advice(vm: &Vm, name: &str) -> Option<String> {
    let bare = name.strip_prefix("::").unwrap_or(name);
    if vm.catalog.is_class(bare) {
        return Some(format!("`{bare}` is a class: declare it with `include {bare}`"));
    }
    if vm.catalog.define(bare).is_some() {
        return Some(format!("`{bare}` is a defined type: declare a resource: {bare} {{ 'title': }}"));
    }
    let is_type = vm.catalog.is_resource_type(bare);
    is_type.then(|| format!("`{bare}` is a resource type: declare a resource: {bare} {{ 'title': }}"))
}

/// Returns advice for a function of another language or of a module.
fn foreign_advice(vm: &Vm, name: &str) -> Option<String> {
    let way = foreign::function_advice(name, None);
    let known = (vm.functions.library.of_modules)(name);
    let module = known.first().map(|(module, _)| {
        format!("`{name}` is a function of the module {module}: load it with --modulepath DIR or ':set modulepath DIR'")
    });
    match (way, module) {
        (Some(way), Some(module)) => Some(format!("{way}; {module}")),
        (way, module) => way.or(module),
    }
}

/// Creates the error for a variable that is not set.
#[cold]
pub(crate) fn unknown_variable(vm: &mut Vm, name: &str, site: SourcePos) -> Box<Flow> {
    let mut flow = Flow::at(IssueCode::UnknownVariable, site, format!("unknown variable `${name}`"));
    let own = name.trim_start_matches("::");
    let (advice, near) = variable_advice(vm, own);
    if let Some(fact) = (vm.functions.library.moved_fact)(own).filter(|_| near.is_none()) {
        flow.mean(&format!("${name}"), Some(&fact));
        flow.with_help(|| Some(format!("Puppet 8 has this fact as `{fact}`")));
        return flow;
    }
    if let Some(near) = near {
        flow.mean(name, Some(&near));
    }
    flow.with_help(|| Some(advice));
    flow
}

/// Returns advice for an unset variable, and the name that was meant.
fn variable_advice(vm: &Vm, name: &str) -> (String, Option<String>) {
    let assigned = || {
        let known = vm.globals.names.iter().zip(&vm.globals.values);
        known.filter(|(_, value)| !matches!(value, Value::Unset)).map(|(known, _)| &**known)
    };
    if name == "facts" {
        return ("it has the facts of a node: set them with ':facts use' or '--facts'".to_owned(), None);
    }
    if matches!(name, "undef" | "true" | "false" | "default") {
        return (format!("`{name}` is a keyword: write it without `$`"), None);
    }
    if let Some((class, own)) = name.rsplit_once("::") {
        let near = suggest::nearest(name, assigned()).map(str::to_owned);
        return (class_advice(vm, class, own, near.as_deref()), near);
    }
    if vm.catalog.is_class(name) {
        return (format!("`{name}` is a class; its variables have names such as `${name}::port`"), None);
    }
    let in_class = assigned().find(|known| known.rsplit_once("::").is_some_and(|(_, own)| own == name));
    if let Some(known) = in_class {
        let class = known.rsplit_once("::").map_or("", |(class, _)| class);
        return (format!("the class `{class}` sets it: write `${known}`"), Some(known.to_owned()));
    }
    match suggest::nearest(name, assigned()) {
        Some(near) => (format!("did you mean `${near}`?"), Some(near.to_owned())),
        None => match foreign::word_way(name) {
            Some(foreign::WordWay::Words(advice)) => (advice.to_owned(), None),
            _ => (format!("it is not set here; set it first: `${name} = ..`"), None),
        },
    }
}

/// Returns advice for a variable of a class.
fn class_advice(vm: &Vm, class: &str, name: &str, near: Option<&str>) -> String {
    match near {
        _ if vm.catalog.is_class(class) && !vm.catalog.has_class(class) => {
            format!("the class `{class}` is not declared yet: write `include {class}` before")
        }
        Some(near) => format!("did you mean `${near}`?"),
        None if vm.catalog.is_class(class) => format!("the class `{class}` does not set `${name}`"),
        None => format!("unknown class `{class}`: `$class::name` is a variable of a declared class"),
    }
}
