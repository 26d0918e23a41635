//! The compiler from the syntax tree to closures. It resolves names to slots and evaluates constants once.

mod arithmetic;
mod call;
mod collection;
mod compare;
pub(crate) mod compiler;
mod control;
mod inlined;
mod lambda;
mod matching;
mod operand;
mod scope;
mod slots;
mod stop;
mod text;
pub(crate) mod traced;
mod types;
pub(crate) mod variable;

use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::{IssueCode, Source};
use puppet_pcore::{Ty, Value, ValueError};
use puppet_syntax::ast::{Expr, ExprKind, Function, Name, Param};

use super::catalog::relation::compile_relation;
use super::code::{Body, Code, Program, Test, WatchExpr};
use super::functions::FunctionEntry;
use super::services::Compile;
use super::{Flow, SourcePos, Vm};
pub(crate) use compiler::Compiler;
use control::recorded_block;

impl<'v> Compiler<'v> {
    /// Compiles an input at top scope. Its matches are kept, since the next input may read them.
    pub(crate) fn input(vm: &'v mut Vm, source: Arc<Source>, body: &Expr) -> Program {
        let mut compiler = Compiler::new(vm, source);
        compiler.captures = true;
        let code = match &body.kind {
            ExprKind::Block(statements) if compiler.vm.outputs.records_statements() => {
                recorded_block(&mut compiler, statements)
            }
            _ => compiler.statement(body),
        };
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

    /// Returns the value of an expression that does not depend on the session, such as a type in a signature.
    pub(crate) fn constant_of(vm: &'v mut Vm, expr: &Expr) -> Option<Value> {
        let source = vm.source.clone();
        Compiler::new(vm, source).constant_key(expr)
    }

    /// Compiles an expression to a value.
    pub(crate) fn expr(&mut self, expr: &Expr) -> Code {
        let code = self.plain_expr(expr);
        if self.traced { traced::traced(self, expr, code) } else { code }
    }

    fn plain_expr(&mut self, expr: &Expr) -> Code {
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
            ExprKind::Not(inner) => {
                let test = compile_not(self, inner);
                Box::new(move |vm, frame| Ok(Value::bool(test(vm, frame)?)))
            }
            ExprKind::Paren(inner) => self.expr(inner),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr),
            ExprKind::Relation(op, left, right) => compile_relation(self, *op, left, right, site),
            ExprKind::Assign(_, target, value) => self.assign(target, value, site),
            ExprKind::Access(left, keys) => self.access(left, keys, expr),
            ExprKind::Block(statements) => self.block(statements),
            ExprKind::If(branch) => self.branch(branch, false),
            ExprKind::Unless(branch) => self.branch(branch, true),
            ExprKind::Case(case) => self.case(case),
            ExprKind::Selector(selector) => self.selector(selector),
            ExprKind::Call(call) => self.call(call, site),
            ExprKind::Method(method) => {
                self.method(&method.receiver, &method.name, &method.args, method.lambda.as_ref(), site)
            }
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
            ExprKind::Not(inner) if !self.traced => compile_not(self, inner),
            ExprKind::Binary(op, left, right) if !self.traced => self.binary_test(*op, left, right, expr),
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

impl Compile for Vm {
    fn compile_input(&mut self, source: Arc<Source>, body: &Expr) -> Program {
        Compiler::input(self, source, body)
    }

    fn compile_class_body(&mut self, source: Arc<Source>, prefixes: Vec<Name>, body: &Expr) -> Program {
        Compiler::class_body(self, source, prefixes, body)
    }

    fn compile_template(
        &mut self,
        source: Arc<Source>,
        name: Name,
        params: &[Param],
        outer: &[Name],
        body: &Expr,
    ) -> Body {
        Compiler::parameterized(self, source, name, params, outer, body)
    }

    fn compile_define(
        &mut self,
        source: Arc<Source>,
        define: (Name, &[Param], &Expr),
        outer: &[Name],
        around: Option<Name>,
    ) -> Body {
        let (name, params, body) = define;
        Compiler::by_name(self, source, name, params, outer, around, body)
    }

    fn compile_watch(&mut self, source: Arc<Source>, known: &[Name], body: &Expr) -> WatchExpr {
        Compiler::compile_watch(self, source, known, body)
    }

    fn function_body(&mut self, entry: &FunctionEntry) -> Option<Rc<Body>> {
        let compiled = entry.body.borrow().clone();
        if compiled.is_some() {
            return compiled;
        }
        let function = entry.user.borrow().clone()?;
        let body = Rc::new(Compiler::function(self, function.source.clone(), &function.definition));
        *entry.body.borrow_mut() = Some(body.clone());
        Some(body)
    }

    fn static_type(&mut self, expr: &Expr) -> Option<Ty> {
        match Compiler::constant_of(self, expr)? {
            Value::Type(ty) => Some(ty),
            _ => None,
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

fn compile_not(compiler: &mut Compiler<'_>, inner: &Expr) -> Test {
    let inner = compiler.test(inner);
    Box::new(move |vm, frame| Ok(!inner(vm, frame)?))
}
