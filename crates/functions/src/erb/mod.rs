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
mod unsupported;
mod variables;

use puppet_eval::{Call, EvalResult};

/// Renders the source of a template; `name` identifies it in errors.
pub(super) fn render(call: &mut Call<'_>, name: &str, text: &str) -> EvalResult<String> {
    let pieces = scanner::pieces(text);
    let read = lexer::tokens(&pieces).and_then(parser::parse);
    let (program, assigned) = read.map_err(|refusal| refusal.into_flow(name))?;
    run::run(call, name, &program, &assigned)
}
