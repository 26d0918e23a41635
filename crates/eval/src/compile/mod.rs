//! The compiler from the syntax tree to closures. It resolves names to slots and evaluates constants once.

mod arithmetic;
mod call;
mod collection;
mod control;
mod inlined;
mod lambda;
mod matching;
mod operand;
mod scope;
mod stop;
mod text;
mod types;
mod variable;

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use pprepl_text::{IssueCode, Source};
use puppet_pcore::{Value, ValueError};
use puppet_syntax::ast::{Expr, ExprKind, Function, Name, Param, Segment};

use super::catalog::relation::compile_relation;
use super::code::{Body, Code, Test};
use super::{Flow, SourcePos, Vm};
pub(crate) use call::{class_variables, unknown_function};
use scope::Slots;

/// A compiler for the expressions of one body (an input, a function, a template).
pub(crate) struct Compiler<'v> {
    pub(crate) vm: &'v mut Vm,
    source: Arc<Source>,
    slots: Slots,
    /// Prefixes of the qualified variables that an unknown name may refer to (those of a class and its parents).
    prefixes: Vec<Name>,
    /// True if this code, or a later input, may read `$0..$n`.
    captures: bool,
    /// The offsets of the last reads of variables.
    last_uses: FxHashSet<u32>,
    /// True in the body of a function: its declarations belong to the top scope.
    function: bool,
    /// True if arguments are passed by name, so that a default may read any parameter that was passed.
    by_name: bool,
    /// The class, defined type or function that owns the body; empty at top scope.
    owner: Name,
}

/// The compiled form of an input or a class body.
pub(crate) struct Program {
    pub code: Code,
    /// The number of slots of its frame.
    pub size: usize,
}

impl<'v> Compiler<'v> {
    fn new(vm: &'v mut Vm, source: Arc<Source>) -> Self {
        Compiler {
            vm,
            source,
            slots: Slots::default(),
            prefixes: Vec::new(),
            captures: false,
            last_uses: FxHashSet::default(),
            function: false,
            by_name: false,
            owner: "".into(),
        }
    }

    /// Compiles an input at top scope. Its matches are kept, since the next input may read them.
    pub(crate) fn input(vm: &'v mut Vm, source: Arc<Source>, body: &Expr) -> Program {
        let mut compiler = Compiler::new(vm, source);
        compiler.captures = true;
        let code = compiler.statement(body);
        Program { code, size: compiler.slots.most }
    }

    /// Compiles a class or node body: the first prefix qualifies its variables; the other prefixes belong to its
    /// parents.
    pub(crate) fn class_body(vm: &'v mut Vm, source: Arc<Source>, prefixes: Vec<Name>, body: &Expr) -> Program {
        let mut compiler = Compiler::new(vm, source);
        compiler.captures = true;
        compiler.owner = prefixes.first().cloned().unwrap_or_else(|| "".into());
        compiler.prefixes = prefixes;
        let code = compiler.statement(body);
        Program { code, size: compiler.slots.most }
    }

    pub(crate) fn function(vm: &'v mut Vm, source: Arc<Source>, function: &Function) -> Body {
        let returns = function.returns.as_ref();
        let mut compiler = Compiler::new(vm, source);
        compiler.function = true;
        compiler.owner = format!("{}()", function.name).into();
        compiler.callable(function.name.clone(), &function.params, returns, &function.body, &[], true)
    }

    /// Compiles a body with parameters that is not a function: a defined type, a template. `outer` is as in
    /// `Body::captures`.
    pub(crate) fn parameterized(
        vm: &'v mut Vm,
        source: Arc<Source>,
        name: Name,
        params: &[Param],
        outer: &[Name],
        body: &Expr,
    ) -> Body {
        let mut compiler = Compiler::new(vm, source);
        compiler.owner = name.clone();
        compiler.callable(name, params, None, body, outer, false)
    }

    /// Compiles the body of a defined type, whose arguments are passed by name. `around` is the prefix of the variables
    /// of the node in whose body it is declared.
    pub(crate) fn by_name(
        vm: &'v mut Vm,
        source: Arc<Source>,
        name: Name,
        params: &[Param],
        outer: &[Name],
        around: Option<Name>,
        body: &Expr,
    ) -> Body {
        let mut compiler = Compiler::new(vm, source);
        compiler.by_name = true;
        compiler.owner = name.clone();
        compiler.prefixes.extend(around);
        compiler.callable(name, params, None, body, outer, false)
    }

    /// Returns whether the compiled body belongs to a function.
    pub(crate) fn is_function(&self) -> bool {
        self.function
    }

    /// Returns the source that is compiled.
    pub(crate) fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Returns the value of an expression that does not depend on the session, such as a type in a signature.
    pub(crate) fn constant_of(vm: &'v mut Vm, expr: &Expr) -> Option<Value> {
        let source = vm.source.clone();
        Compiler::new(vm, source).constant_key(expr)
    }

    /// Compiles an expression to a value.
    pub(crate) fn expr(&mut self, expr: &Expr) -> Code {
        let site = SourcePos::from(expr);
        match &expr.kind {
            ExprKind::Nop | ExprKind::Undef => Self::constant(Value::Undef),
            ExprKind::Default => Self::constant(Value::Default),
            ExprKind::Bool(b) => Self::constant(Value::bool(*b)),
            ExprKind::Integer(i, _) => Self::constant(Value::Int(*i)),
            ExprKind::BigInteger(i, _) => Self::constant(Value::from((**i).clone())),
            ExprKind::Float(f) => Self::constant(Value::float(*f)),
            ExprKind::String(s) => compile_output(self, s, expr).unwrap_or_else(|| Self::constant(Value::str(&**s))),
            ExprKind::Name(s) => Self::constant(Value::str(&**s)),
            ExprKind::Regexp(pattern) => Self::constant(Value::Regexp(self.vm.regexps.get(pattern))),
            ExprKind::Ref(name) => self.reference(name, site),
            ExprKind::Reserved(word, future) => compile_reserved(word, *future, site),
            ExprKind::Variable(name) => self.variable(name, expr),
            ExprKind::Interpolated(segments) => self.interpolated(segments, site),
            ExprKind::Heredoc(heredoc) => self.heredoc(heredoc),
            ExprKind::Array(items) => self.array(items),
            ExprKind::Hash(entries) => self.hash(entries),
            ExprKind::Unfold(inner) => self.unfold(inner),
            ExprKind::Negate(inner) => self.negate(inner, site),
            ExprKind::Not(_) => test_as_value(self, expr),
            ExprKind::Paren(inner) => self.expr(inner),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr),
            ExprKind::Relation(op, left, right) => compile_relation(self, *op, left, right, site),
            ExprKind::Assign(_, target, value) => self.assign(target, value, site),
            ExprKind::Access(left, keys) => self.access(left, keys, expr),
            ExprKind::Dot(receiver, name) => self.method(receiver, name, &[], None, site),
            ExprKind::Block(statements) => self.block(statements),
            ExprKind::If(branch) => self.branch(branch, false),
            ExprKind::Unless(branch) => self.branch(branch, true),
            ExprKind::Case(case) => self.case(case),
            ExprKind::Selector(selector) => self.selector(selector),
            ExprKind::Call(call) => self.call(call, site),
            ExprKind::Method(method) => {
                self.method(&method.receiver, &method.name, &method.args, method.lambda.as_ref(), site)
            }
            ExprKind::Lambda(lambda) => self.lambda_value(lambda),
            ExprKind::FunctionRef(name) => self.function_reference(name, site),
            ExprKind::Function(_)
            | ExprKind::Plan(_)
            | ExprKind::TypeAlias(_)
            | ExprKind::TypeDefinition(_)
            | ExprKind::TypeMapping(..)
            | ExprKind::Class(_)
            | ExprKind::Define(_)
            | ExprKind::Node(_) => Self::constant(Value::Undef),
            ExprKind::Epp(epp) => self.expr(&epp.body),
            ExprKind::RenderString(_) | ExprKind::Render(_) => self.rendered(std::slice::from_ref(expr)),
            ExprKind::Resource(_)
            | ExprKind::ResourceDefaults(_)
            | ExprKind::ResourceOverride(_)
            | ExprKind::Collect(_)
            | ExprKind::Apply(_) => {
                let code = self.catalog_expression(expr);
                self.framed(code, site)
            }
        }
    }

    /// Returns code for a constant.
    fn constant(value: Value) -> Code {
        match value {
            Value::Int(i) => Box::new(move |_, _| Ok(Value::Int(i))),
            Value::Undef => Box::new(|_, _| Ok(Value::Undef)),
            value => Box::new(move |_, _| Ok(value.clone())),
        }
    }

    /// Returns the value of an expression if it is the same at every run and has no side effects.
    fn constant_value(&mut self, expr: &Expr) -> Option<Value> {
        Some(match &expr.kind {
            ExprKind::Undef => Value::Undef,
            ExprKind::Default => Value::Default,
            ExprKind::Bool(b) => Value::bool(*b),
            ExprKind::Integer(i, _) => Value::Int(*i),
            ExprKind::Float(f) => Value::float(*f),
            ExprKind::String(s) | ExprKind::Name(s) => Value::str(&**s),
            ExprKind::Regexp(pattern) => Value::Regexp(self.vm.regexps.get(pattern)),
            ExprKind::Paren(inner) => return self.constant_value(inner),
            ExprKind::Ref(_) | ExprKind::Access(..) => return self.constant_type(expr),
            _ => return None,
        })
    }

    /// Compiles an expression to a Boolean.
    fn test(&mut self, expr: &Expr) -> Test {
        match &expr.kind {
            ExprKind::Paren(inner) => self.test(inner),
            ExprKind::Not(inner) => {
                let inner = self.test(inner);
                Box::new(move |vm, frame| Ok(!inner(vm, frame)?))
            }
            ExprKind::Binary(op, left, right) => self.binary_test(*op, left, right, expr),
            _ => {
                let code = self.expr(expr);
                Box::new(move |vm, frame| {
                    let value = code(vm, frame)?;
                    Ok(vm.truth(&value))
                })
            }
        }
    }
}

/// Compiles `_` and `_3` as barewords: the value of an earlier input.
fn compile_output(compiler: &mut Compiler<'_>, text: &str, expr: &Expr) -> Option<Code> {
    let number = text.strip_prefix('_')?;
    if !compiler.vm.settings.additions || !number.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    if expr.span.of(compiler.source.text()) != text {
        return None;
    }
    if number.is_empty() {
        return Some(Compiler::constant(compiler.vm.outputs.last().clone()));
    }
    let index: usize = number.parse().ok()?;
    if compiler.vm.outputs.is_undone(index) {
        return Some(undone_output(index, expr));
    }
    Some(Compiler::constant(compiler.vm.outputs.get(index)?))
}

/// Compiles `_3` where input 3 was undone.
fn undone_output(number: usize, expr: &Expr) -> Code {
    let site = SourcePos::from(expr);
    Box::new(move |_, _| {
        let issue = ValueError::new(IssueCode::UndoneInput, format!("input {number} was undone: it has no value"));
        let mut flow: Box<Flow> = issue.with_help("':redo' does it again; ':history' lists the inputs").into();
        flow.locate(|_| site);
        Err(flow)
    })
}

fn compile_reserved(word: &Name, future: bool, site: SourcePos) -> Code {
    if future {
        return Compiler::constant(Value::str(&**word));
    }
    let word = word.clone();
    Box::new(move |_, _| {
        Err(Flow::at(IssueCode::ReservedWord, site, format!("`{word}` is a reserved word, not a value")))
    })
}

fn test_as_value(compiler: &mut Compiler<'_>, expr: &Expr) -> Code {
    let test = compiler.test(expr);
    Box::new(move |vm, frame| Ok(Value::bool(test(vm, frame)?)))
}

/// Returns whether a segment list contains only text.
fn only_text(segments: &[Segment]) -> bool {
    segments.iter().all(|segment| matches!(segment, Segment::Text(..)))
}

/// Returns a value stack that has room for at least `size` slots more than a segment.
pub(crate) fn new_stack(size: usize) -> Vec<Value> {
    const SEGMENT: usize = 4096;
    let mut stack = Vec::new();
    stack.resize_with(size + SEGMENT, || Value::Unset);
    stack
}

/// Returns the shared body of a function; the first use compiles it.
pub(crate) fn function_body(vm: &mut Vm, entry: &super::code::FunctionEntry) -> Option<Rc<Body>> {
    let compiled = entry.body.borrow().clone();
    if compiled.is_some() {
        return compiled;
    }
    let function = entry.user.borrow().clone()?;
    let body = Rc::new(Compiler::function(vm, function.source.clone(), &function.definition));
    *entry.body.borrow_mut() = Some(body.clone());
    Some(body)
}
