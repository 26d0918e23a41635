//! ERB, the legacy template language: a parser and evaluator for the common subset of Ruby in it.
//!
//! Supported are variables (`@x`, `scope['a::b']`, `scope.lookupvar`), conditions, loops, blocks, interpolation,
//! operators, patterns, and the usual methods of strings, numbers, arrays and hashes. Unsupported are definitions
//! (`def`, `class`, `lambda`), `rescue`, outside access (most of `require`, files, processes, the clock) and rare
//! constructs. Such a template fails with the construct and its line, unless the user turned Ruby on.

mod ast;
mod lexer;
mod lists;
mod match_data;
mod methods;
mod numbers;
mod parser;
mod run;
mod scanner;
mod strings;
mod unsupported;
mod variables;

use std::io;
use std::path::Path;
use std::rc::Rc;

use pprepl_text::IssueCode;
use puppet_eval::{Call, EvalResult, Flow, foreign};
use puppet_pcore::Str;

/// The tree of a template, which the cache of templates keeps.
struct Program {
    body: ast::Expr,
    /// The names of its variables.
    assigned: Vec<String>,
}

/// Renders the source of a template; `name` identifies it in errors. A template that needs more Ruby is rendered by
/// Ruby itself, if the user turned that on.
pub(super) fn render(call: &mut Call<'_>, name: &str, text: &str) -> EvalResult<Str> {
    let parsed = parsed(call, name, text);
    run_or_ask_ruby(call, name, parsed, |_| Ok(text.to_owned())).map(Result::unwrap_or_default)
}

/// Does the same for a file. The inner error is that of reading it.
pub(super) fn render_file(call: &mut Call<'_>, path: &Path) -> EvalResult<io::Result<Str>> {
    let name = pprepl_files::slashed(path);
    if let Some(known) = call.catalog().sources().template_file::<Program>(path) {
        return run_or_ask_ruby(call, &name, Ok(known), |call| call.host().read_file(path));
    }
    let text = match call.host().read_file(path) {
        Ok(text) => text,
        Err(fault) => return Ok(Err(fault)),
    };
    let parsed = parsed(call, &name, &text);
    if let Ok(program) = &parsed {
        call.catalog().sources().keep_template_file(path, program.clone());
    }
    run_or_ask_ruby(call, &name, parsed, |_| Ok(text))
}

/// Runs a template, or has Ruby render its source.
fn run_or_ask_ruby(
    call: &mut Call<'_>,
    name: &str,
    parsed: EvalResult<Rc<Program>>,
    source: impl FnOnce(&mut Call<'_>) -> io::Result<String>,
) -> EvalResult<io::Result<Str>> {
    let mark = call.vm().journal.mark();
    let set = call.vm().templates.set_count();
    let result = parsed.and_then(|program| run::run(call, name, &program.body, &program.assigned));
    let failed = match result {
        Err(flow) if needs_ruby(&flow) => flow,
        result => return result.map(Ok),
    };
    let Some(ruby) = foreign(call.vm()) else { return Err(failed) };
    let text = match source(call) {
        Ok(text) => text,
        Err(fault) => return Ok(Err(fault)),
    };
    // Ruby renders all of it again.
    call.vm().discard(mark);
    call.vm().templates.forget_set(set);
    call.show_scope();
    ruby.render(call.vm(), name, &text).map(|out| Ok(Str::new(out)))
}

fn needs_ruby(flow: &Flow) -> bool {
    matches!(flow, Flow::Fault(fault) if fault.issue.code == IssueCode::ErbNeedsRuby)
}

/// Parses a template of common Ruby, or returns its known tree.
fn parsed(call: &mut Call<'_>, name: &str, text: &str) -> EvalResult<Rc<Program>> {
    if let Some(known) = call.catalog().sources().template::<Program>(text) {
        return Ok(known);
    }
    let read = lexer::tokens(&scanner::pieces(text)).and_then(parser::parse);
    let (body, assigned) = read.map_err(|refusal| refusal.into_flow(name))?;
    let program = Rc::new(Program { body, assigned });
    call.catalog().sources().keep_template(text, program.clone());
    Ok(program)
}
