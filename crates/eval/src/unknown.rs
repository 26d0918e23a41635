//! The errors for names that mean nothing.

use pprepl_text::{IssueCode, suggest};
use puppet_syntax::function_meant;

use super::services::Autoload;
use super::{Flow, SourcePos, Vm};

/// Creates the error for an unknown function.
#[cold]
pub(crate) fn unknown_function(vm: &mut Vm, name: &str, site: SourcePos) -> Box<Flow> {
    if let Some(file) = vm.ruby_file("functions", name) {
        let message = format!("the function `{name}` is written in Ruby, which does not run here");
        let mut flow = Flow::at(IssueCode::RubyFunction, site, message);
        flow.with_help(|| {
            Some(format!(
                "it stands in {}; define one of this name in Puppet to go on: function {name}(..) {{ .. }}",
                file.display()
            ))
        });
        return flow;
    }
    let mut flow = Flow::at(IssueCode::UnknownFunction, site, format!("there is no function `{name}`"));
    let defined = vm.functions.entries.values().filter(|entry| entry.defined.get()).map(|entry| &*entry.name);
    let builtin: Vec<&str> = (vm.functions.library.names)().collect();
    let near = suggest::nearest(name, defined.chain(builtin)).filter(|_| name != "breakpoint");
    let near = function_meant(name).or(near);
    flow.mean(name, near);
    flow.with_help(|| {
        if name == "breakpoint" {
            return Some(
                "it is one of pprepl's additions, which Puppet 8 lacks: ':set additions on' has it".to_owned(),
            );
        }
        Some(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("define it: function {name}(..) {{ .. }}, or see `:functions`"),
        })
    });
    flow
}
