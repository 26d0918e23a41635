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

use std::rc::Rc;

use puppet_eval::{Call, EvalResult};

/// A parsed template.
struct Program {
    body: ast::Expr,
    /// The names of its variables.
    assigned: Vec<String>,
}

/// Renders the source of a template; `name` identifies it in errors.
pub(super) fn render(call: &mut Call<'_>, name: &str, text: &str) -> EvalResult<String> {
    let parsed = match call.catalog().sources().template::<Program>(text) {
        Some(known) => known,
        None => {
            let read = lexer::tokens(&scanner::pieces(text)).and_then(parser::parse);
            let (body, assigned) = read.map_err(|refusal| refusal.into_flow(name))?;
            let program = Rc::new(Program { body, assigned });
            call.catalog().sources().keep_template(text, program.clone());
            program
        }
    };
    run::run(call, name, &parsed.body, &parsed.assigned)
}
