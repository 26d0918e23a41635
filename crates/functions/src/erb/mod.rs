//! ERB, the legacy template language: a parser and evaluator for the common subset of Ruby in it.
//!
//! Supported are variables (`@x`, `scope['a::b']`, `scope.lookupvar`), conditions, loops, blocks, interpolation,
//! operators, patterns, and the usual methods of strings, numbers, arrays and hashes. Unsupported are definitions
//! (`def`, `class`, `lambda`), `rescue`, outside access (most of `require`, files, processes, the clock) and rare
//! constructs. Such a template fails with the construct and its line, unless the user turned Ruby on.

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

use pprepl_text::IssueCode;
use puppet_eval::{Call, EvalResult, Flow, foreign};

/// The tree of a template, which the cache of templates keeps.
struct Program {
    body: ast::Expr,
    /// The names of its variables.
    assigned: Vec<String>,
}

/// Renders the source of a template; `name` identifies it in errors. A template that needs more Ruby is rendered by
/// Ruby itself, if the user turned that on.
pub(super) fn render(call: &mut Call<'_>, name: &str, text: &str) -> EvalResult<String> {
    let mark = call.vm().journal.mark();
    let failed = match render_common(call, name, text) {
        Err(flow) if needs_ruby(&flow) => flow,
        result => return result,
    };
    let Some(ruby) = foreign(call.vm()) else { return Err(failed) };
    // Ruby renders all of it again.
    call.vm().discard(mark);
    ruby.render(call.vm(), name, text)
}

fn needs_ruby(flow: &Flow) -> bool {
    matches!(flow, Flow::Fault(fault) if fault.issue.code == IssueCode::ErbNeedsRuby)
}

/// Renders a template of common Ruby.
fn render_common(call: &mut Call<'_>, name: &str, text: &str) -> EvalResult<String> {
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
