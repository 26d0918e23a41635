//! Blocks, conditions, `case` and selectors. Each condition is a match scope: its matches are discarded after it.

use pprepl_text::{IssueCode, Span};
use puppet_pcore::Value;
use puppet_syntax::ast::{Case, Expr, ExprKind, If, Selector};

use super::super::code::Code;
use super::super::{EvalResult, Flow, SourcePos, Vm};
use super::Compiler;
use super::matching::Candidate;
use super::matching::candidate;
use super::operand::int_test;
use super::scope::touches_matches;
use super::stop::is_definition;
use super::traced::{is_regexp, traced_branch};

impl Compiler<'_> {
    /// Compiles statements; the last one's value is the result.
    pub(super) fn block(&mut self, statements: &[Expr]) -> Code {
        let mut codes = compile_statements(self, statements);
        let Some(last) = codes.pop() else { return Self::constant(Value::Undef) };
        if codes.is_empty() {
            return last;
        }
        let codes = codes.into_boxed_slice();
        Box::new(move |vm, frame| {
            for code in &codes {
                code(vm, frame)?.discard();
            }
            last(vm, frame)
        })
    }

    /// Compiles `if` and `unless`.
    pub(super) fn branch(&mut self, branch: &If, negated: bool) -> Code {
        let find = self.vm.functions.library.find;
        let guarded = touches_matches(&branch.test, find)
            || touches_matches(&branch.then, find)
            || touches_matches(&branch.otherwise, find);
        let int_test = int_test(self, &branch.test);
        let test = if int_test.is_none() { Some(self.test(&branch.test)) } else { None };
        let then = compile_branch(self, &branch.then);
        let otherwise = compile_branch(self, &branch.otherwise);
        let (then, otherwise) = if negated { (otherwise, then) } else { (then, otherwise) };
        if let Some(test) = int_test {
            return Box::new(
                move |vm, frame| {
                    if test.holds(vm, frame)? { then(vm, frame) } else { otherwise(vm, frame) }
                },
            );
        }
        let Some(test) = test else { return Self::constant(Value::Undef) };
        let code: Code =
            Box::new(move |vm, frame| if test(vm, frame)? { then(vm, frame) } else { otherwise(vm, frame) });
        guard(guarded, code)
    }

    /// Compiles `case`.
    pub(super) fn case(&mut self, case: &Case) -> Code {
        let find = self.vm.functions.library.find;
        let guarded = touches_matches(&case.test, find)
            || case.options.iter().any(|option| {
                option.values.iter().any(|value| touches_matches(value, find)) || touches_matches(&option.then, find)
            });
        let test = self.expr(&case.test);
        let mut options = Vec::with_capacity(case.options.len());
        let mut default = None;
        for option in &case.options {
            let index = options.len();
            let mut candidates = Vec::with_capacity(option.values.len());
            for value in &option.values {
                match candidate(self, value) {
                    Some(candidate) => candidates.push(candidate),
                    None => default = Some(index),
                }
            }
            let then = self.statement(&option.then);
            options.push(Choice { candidates, then: traced_option(self, &option.values, &option.then, then) });
        }
        let code: Code = Box::new(move |vm, frame| {
            let value = test(vm, frame)?;
            match choose(vm, frame, &options, &value)?.or(default) {
                Some(index) => (options[index].then)(vm, frame),
                None => Ok(Value::Undef),
            }
        });
        guard(guarded, code)
    }

    /// Compiles a selector: `x ? { .. }`.
    pub(super) fn selector(&mut self, selector: &Selector) -> Code {
        let find = self.vm.functions.library.find;
        let guarded = touches_matches(&selector.left, find)
            || selector
                .options
                .iter()
                .any(|option| touches_matches(&option.matching, find) || touches_matches(&option.value, find));
        let site = SourcePos::from(&selector.left);
        let test = self.expr(&selector.left);
        let mut options = Vec::with_capacity(selector.options.len());
        let mut default = None;
        for option in &selector.options {
            let candidates: Vec<Candidate> = candidate(self, &option.matching).into_iter().collect();
            if candidates.is_empty() {
                default = Some(options.len());
            }
            let then = self.expr(&option.value);
            let head = std::slice::from_ref(&option.matching);
            options.push(Choice { candidates, then: traced_option(self, head, &option.value, then) });
        }
        let code: Code = Box::new(move |vm, frame| {
            let value = test(vm, frame)?;
            match choose(vm, frame, &options, &value)?.or(default) {
                Some(index) => (options[index].then)(vm, frame),
                None => Err(unmatched(&value, site)),
            }
        });
        guard(guarded, code)
    }
}

fn compile_branch(compiler: &mut Compiler<'_>, branch: &Expr) -> Code {
    let code = compiler.statement(branch);
    traced_branch(compiler, branch, branch.span, false, code)
}

fn traced_option(compiler: &Compiler<'_>, candidates: &[Expr], body: &Expr, code: Code) -> Code {
    let (Some(first), Some(last)) = (candidates.first(), candidates.last()) else { return code };
    let head = Span::new(first.span.start, last.span.end);
    traced_branch(compiler, body, head, candidates.iter().any(is_regexp), code)
}

/// Compiles the statements of an input; the values of those before the last are recorded.
pub(super) fn recorded_block(compiler: &mut Compiler<'_>, statements: &[Expr]) -> Code {
    let Some((last, before)) = statements.split_last() else { return Compiler::constant(Value::Undef) };
    let codes: Box<[(Code, Option<Span>)]> =
        before.iter().map(|one| (compiler.statement(one), (!is_definition(one)).then_some(one.span))).collect();
    let last = compiler.statement(last);
    Box::new(move |vm, frame| {
        for (code, span) in &codes {
            let value = code(vm, frame)?;
            match span {
                Some(span) => vm.outputs.record(*span, value),
                None => value.discard(),
            }
        }
        last(vm, frame)
    })
}

/// Compiles statements; adjacent text and output tags of a template are combined.
fn compile_statements(compiler: &mut Compiler<'_>, statements: &[Expr]) -> Vec<Code> {
    let renders = |expr: &Expr| matches!(expr.kind, ExprKind::RenderString(_) | ExprKind::Render(_));
    let runs = statements.chunk_by(|a, b| renders(a) && renders(b));
    runs.map(|run| if renders(&run[0]) { compiler.rendered(run) } else { compiler.statement(&run[0]) }).collect()
}

/// Restores the active match after the code.
pub(super) fn guard(guarded: bool, code: Code) -> Code {
    if !guarded {
        return code;
    }
    Box::new(move |vm, frame| {
        let saved = vm.matches.clone();
        let result = code(vm, frame);
        vm.matches = saved;
        result
    })
}

/// An option with its body.
struct Choice {
    candidates: Vec<Candidate>,
    then: Code,
}

/// Returns the first option with a candidate that accepts the value.
fn choose(vm: &mut Vm, frame: &mut [Value], options: &[Choice], value: &Value) -> EvalResult<Option<usize>> {
    for (index, option) in options.iter().enumerate() {
        for candidate in &option.candidates {
            if candidate.accepts(vm, frame, value)? {
                return Ok(Some(index));
            }
        }
    }
    Ok(None)
}

fn unmatched(value: &Value, site: SourcePos) -> Box<Flow> {
    let shown = puppet_pcore::display(value);
    let mut flow = Flow::at(IssueCode::UnmatchedSelector, site, format!("no option of the selector matches {shown}"));
    flow.with_help(|| Some("add an option for it, or `default => ...`".to_owned()));
    flow
}
