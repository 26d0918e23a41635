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

use pprepl_text::IssueCode;
use puppet_eval::{Call, EvalResult, Flow, foreign};

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
    let pieces = scanner::pieces(text);
    let read = lexer::tokens(&pieces).and_then(parser::parse);
    let (program, assigned) = read.map_err(|refusal| refusal.into_flow(name))?;
    run::run(call, name, &program, &assigned)
}
