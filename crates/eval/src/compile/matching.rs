//! The operators `=~` and `in`, and the candidates of `case` and selectors.

use std::cell::OnceCell;
use std::rc::Rc;

use pprepl_budget as budget;
use pprepl_text::IssueCode;
use puppet_pcore::{Captures, Matcher, Regexp, Ty, Type, Value, may_fail_tests};
use puppet_syntax::ast::{Expr, ExprKind};

use super::super::code::{Code, Test};
use super::super::compile::compare::equals;
use super::super::flow::Locate;
use super::super::{EvalResult, Flow, SourcePos, Vm};
use super::Compiler;
use super::compare::Sites;
use super::operand::{Get, Operand, SlotGet};

impl Compiler<'_> {
    /// Compiles `left =~ right` and `left !~ right`.
    pub(super) fn matching(&mut self, negated: bool, left: &Expr, right: &Expr, expr: &Expr) -> Test {
        let sites = Sites::new(expr, left, right);
        let capture = self.captures;
        let left = match (self.constant_value(right), self.operand(left)) {
            (Some(Value::Type(ty)), left) if may_fail_tests(&ty) => {
                let left = left.into_code();
                return Box::new(move |vm, frame| Ok(tested(&ty, &left(vm, frame)?).at(sites.whole)? != negated));
            }
            (Some(Value::Type(ty)), Operand::Slot(left)) => return instance_test(left, &ty, negated),
            (_, left) => left.into_code(),
        };
        match self.constant_value(right) {
            Some(Value::Type(ty)) => {
                let matcher = Matcher::new(&ty);
                Box::new(move |vm, frame| Ok(decided(&matcher, &left(vm, frame)?)? != negated))
            }
            Some(Value::Regexp(pattern)) => Box::new(move |vm, frame| {
                let subject = left(vm, frame)?;
                Ok(match_regexp(vm, &subject, &pattern, capture, &sites)? != negated)
            }),
            _ if self.is_late_type(right) => late_test(left, self.expr(right), negated, sites.whole),
            _ => {
                let right = self.expr(right);
                Box::new(move |vm, frame| {
                    let subject = left(vm, frame)?;
                    let pattern = right(vm, frame)?;
                    Ok(match_any(vm, &subject, &pattern, capture, &sites)? != negated)
                })
            }
        }
    }
}

/// Compiles `left in right`.
pub(super) fn compile_membership(compiler: &mut Compiler<'_>, left: &Expr, right: &Expr, expr: &Expr) -> Test {
    let sites = Sites::new(expr, left, right);
    let left = compiler.expr(left);
    let right = compiler.expr(right);
    Box::new(move |vm, frame| {
        let needle = left(vm, frame)?;
        let collection = right(vm, frame)?;
        let mut captures = None;
        let found = puppet_pcore::contains(&collection, &needle, &mut captures).blame(|blame| sites.of(blame))?;
        keep(vm, captures);
        Ok(found)
    })
}

/// Compiles a candidate of a `case` or selector; `None` for `default`.
pub(super) fn candidate(compiler: &mut Compiler<'_>, expr: &Expr) -> Option<Candidate> {
    let site = SourcePos::from(expr);
    match &expr.kind {
        ExprKind::Paren(inner) => candidate(compiler, inner),
        ExprKind::Default => None,
        ExprKind::Unfold(_) => Some(Candidate { test: CandidateTest::Unfolded(compiler.expr(expr)), site }),
        _ => {
            let test = match compiler.constant_value(expr) {
                Some(Value::Int(i)) => CandidateTest::Int(i),
                Some(Value::Type(ty)) if !may_fail_tests(&ty) => CandidateTest::Type(Matcher::new(&ty)),
                Some(Value::Regexp(pattern)) => CandidateTest::Regexp(pattern, compiler.captures),
                Some(value) => CandidateTest::Value(value),
                None if compiler.is_late_type(expr) => CandidateTest::Late(LateType::new(compiler.expr(expr))),
                None => CandidateTest::Code(compiler.expr(expr)),
            };
            Some(Candidate { test, site })
        }
    }
}

/// Compiles `$x =~ T`, which tests the variable in its slot.
fn instance_test(left: SlotGet, ty: &Ty, negated: bool) -> Test {
    let matcher = Matcher::new(ty);
    Box::new(move |vm, frame| match left.compile_watch(frame) {
        Some(value) => Ok(decided(&matcher, value)? != negated),
        None => Ok(decided(&matcher, &left.get(vm, frame)?)? != negated),
    })
}

/// Compiles `$x =~ T` with a type that its first evaluation resolves; the matcher is compiled then.
fn late_test(left: Code, right: Code, negated: bool, site: SourcePos) -> Test {
    let late = LateType::new(right);
    Box::new(move |vm, frame| {
        let subject = left(vm, frame)?;
        Ok(late.test(vm, frame, &subject).at(site)? != negated)
    })
}

/// A type expression whose value is constant after its first evaluation.
struct LateType {
    code: Code,
    matcher: OnceCell<Matcher>,
}

impl LateType {
    fn new(code: Code) -> LateType {
        LateType { code, matcher: OnceCell::new() }
    }

    fn test(&self, vm: &mut Vm, frame: &mut [Value], value: &Value) -> EvalResult<bool> {
        if let Some(matcher) = self.matcher.get() {
            return decided(matcher, value);
        }
        match (self.code)(vm, frame)? {
            Value::Type(ty) if may_fail_tests(&ty) => tested(&ty, value),
            Value::Type(ty) => decided(self.matcher.get_or_init(|| Matcher::new(&ty)), value),
            _ => Ok(false),
        }
    }
}

/// Returns whether the value is an instance. Fails for an `Init` that nothing can be tested for.
fn tested(ty: &Type, value: &Value) -> EvalResult<bool> {
    let answer = puppet_pcore::test_instance(ty, value)?;
    budget::poll()?;
    Ok(answer)
}

/// Returns whether the value is an instance. Fails when the budget ended the test early.
#[inline]
fn decided(matcher: &Matcher, value: &Value) -> EvalResult<bool> {
    matcher.decide(value).map_or_else(broken_off, Ok)
}

#[cold]
fn broken_off() -> EvalResult<bool> {
    budget::check()?;
    Ok(false)
}

/// A compiled candidate of a `case` or a selector.
pub(super) struct Candidate {
    test: CandidateTest,
    site: SourcePos,
}

enum CandidateTest {
    Int(i64),
    Type(Matcher),
    Late(LateType),
    Regexp(Rc<Regexp>, bool),
    Value(Value),
    Code(Code),
    Unfolded(Code),
}

impl Candidate {
    /// Returns whether the value matches.
    pub(super) fn accepts(&self, vm: &mut Vm, frame: &mut [Value], value: &Value) -> EvalResult<bool> {
        match &self.test {
            CandidateTest::Int(i) => Ok(match value {
                Value::Int(other) => i == other,
                other => equals(vm, other, &Value::Int(*i)),
            }),
            CandidateTest::Type(matcher) => decided(matcher, value),
            CandidateTest::Late(late) => late.test(vm, frame, value),
            CandidateTest::Regexp(pattern, capture) => match value {
                Value::Str(_) => {
                    let sites = Sites { whole: self.site, left: self.site, right: self.site };
                    match_regexp(vm, value, pattern, *capture, &sites)
                }
                _ => Ok(false),
            },
            CandidateTest::Value(option) => self.matches(vm, value, option),
            CandidateTest::Code(code) => {
                let option = code(vm, frame)?;
                self.matches(vm, value, &option)
            }
            CandidateTest::Unfolded(code) => {
                let options = code(vm, frame)?;
                for option in options.as_array().unwrap_or_default() {
                    if self.matches(vm, value, option)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    fn matches(&self, vm: &mut Vm, value: &Value, option: &Value) -> EvalResult<bool> {
        if vm.settings.string_numbers && equals(vm, value, option) {
            return Ok(true);
        }
        let mut captures = None;
        let matched = puppet_pcore::matches_option(value, option, &mut captures).at(self.site)?;
        keep(vm, captures);
        Ok(matched)
    }
}

/// Stores the captures of a successful match.
fn keep(vm: &mut Vm, captures: Option<Captures>) {
    if let Some(captures) = captures {
        vm.matches = Some(Rc::new(captures));
    }
}

fn match_regexp(vm: &mut Vm, subject: &Value, pattern: &Regexp, capture: bool, sites: &Sites) -> EvalResult<bool> {
    let Value::Str(text) = subject else { return Err(not_a_string(subject, sites.left)) };
    if !capture {
        return pattern.is_match(&text.text).map_err(bad_regexp).at(sites.right);
    }
    let captures = pattern.captures(text).map_err(bad_regexp).at(sites.right)?;
    let matched = captures.is_some();
    keep(vm, captures);
    Ok(matched)
}

fn match_any(vm: &mut Vm, subject: &Value, pattern: &Value, capture: bool, sites: &Sites) -> EvalResult<bool> {
    match pattern {
        Value::Type(ty) => tested(ty, subject).at(sites.whole),
        Value::SemVerRange(range) => Ok(range.includes_value(subject)),
        Value::Regexp(pattern) => match_regexp(vm, subject, pattern, capture, sites),
        Value::Str(text) => {
            let pattern = vm.regexps.get(&text.text);
            pattern.is_match("").map_err(bad_regexp).at(sites.right)?;
            match_regexp(vm, subject, &pattern, capture, sites)
        }
        other => {
            let message = format!(
                "expected a regular expression, string or type, found {}",
                puppet_pcore::operators::kind(other)
            );
            let mut flow = Flow::at(IssueCode::MatchNotRegexp, sites.right, message);
            flow.with_help(|| {
                Some("the right side of `=~` is a regular expression, a string with one, or a type".to_owned())
            });
            Err(flow)
        }
    }
}

fn bad_regexp(mut issue: Box<puppet_pcore::ValueError>) -> Box<puppet_pcore::ValueError> {
    // pprepl's own limits have their own issue code.
    if issue.code == IssueCode::RuntimeError {
        issue.code = IssueCode::MatchNotRegexp;
    }
    issue
}

fn not_a_string(subject: &Value, site: SourcePos) -> Box<Flow> {
    let message = format!(
        "only a string can be matched with a regular expression, not {}",
        puppet_pcore::operators::kind(subject)
    );
    let mut flow = Flow::at(IssueCode::MatchNotString, site, message);
    flow.with_help(|| Some("interpolate it: \"${x}\" =~ /../, or test its type: $x =~ Integer".to_owned()));
    flow
}

/// Returns whether Puppet treats this type as a bare `Resource` (so that `Resource[File]` is `File`).
pub(super) fn is_unreferenced_resource(ty: &Type) -> bool {
    matches!(ty, Type::Resource { type_name: None, title: None })
}
