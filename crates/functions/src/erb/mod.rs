//! ERB, the templates of old: the Ruby that is everyday in them, read and run here.
//!
//! Known are variables (`@x`, `scope['a::b']`, `scope.lookupvar`), conditions, loops, blocks, interpolation, operators,
//! patterns, and the usual methods of texts, numbers, arrays and hashes. Left out is what defines (`def`, `class`,
//! `lambda`), rescues, reaches outside (`require` of more than is here, files, processes, the clock) or is rare: such a
//! template is refused with the construct and its line. Nothing of Ruby's own is run.

mod ast;
mod lexer;
mod lists;
mod methods;
mod numbers;
mod parser;
mod run;
mod scanner;
mod strings;

use puppet_eval::{Call, EvalResult, Flow};
use puppet_pcore::ValueError;

/// Renders the text of a template; `name` is what errors call it.
pub(super) fn render(call: &mut Call<'_>, name: &str, text: &str) -> EvalResult<String> {
    let pieces = scanner::pieces(text);
    let read = lexer::tokens(&pieces).and_then(parser::parse);
    let (program, assigned) = read.map_err(|refusal| refusal.into_flow(name))?;
    run::run(call, name, &program, &assigned)
}

/// What is not known here, and the line that it is in.
#[derive(Debug)]
pub(super) struct UnsupportedRuby {
    line: usize,
    what: String,
}

impl UnsupportedRuby {
    fn new(line: usize, what: impl Into<String>) -> UnsupportedRuby {
        UnsupportedRuby { line, what: what.into() }
    }

    fn into_flow(self, name: &str) -> Box<Flow> {
        let message = format!("{name}, line {}: {}, for which pprepl would need Ruby", self.line, self.what);
        let help = "write the template in EPP (`<%= $x %>`, `<% if .. { %>`) and call epp or inline_epp";
        ValueError::new("ERB_NEEDS_RUBY", message).with_help(help).into()
    }
}
