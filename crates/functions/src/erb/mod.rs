//! ERB, the legacy template language: a parser and evaluator for the common subset of Ruby in it.
//!
//! Supported are variables (`@x`, `scope['a::b']`, `scope.lookupvar`), conditions, loops, blocks, interpolation,
//! operators, patterns, and the usual methods of strings, numbers, arrays and hashes. Unsupported are definitions
//! (`def`, `class`, `lambda`), `rescue`, outside access (most of `require`, files, processes, the clock) and rare
//! constructs. Such a template fails with the construct and its line. No Ruby interpreter runs.

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

/// Renders the source of a template; `name` identifies it in errors.
pub(super) fn render(call: &mut Call<'_>, name: &str, text: &str) -> EvalResult<String> {
    let pieces = scanner::pieces(text);
    let read = lexer::tokens(&pieces).and_then(parser::parse);
    let (program, assigned) = read.map_err(|refusal| refusal.into_flow(name))?;
    run::run(call, name, &program, &assigned)
}

/// An unsupported construct and its line.
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
