//! The traits by which the parts of the evaluator call each other while code runs. A body is compiled when it is first called, a
//! name may load a file, and a function may call a callable: the parts that do this name these interfaces, and not the
//! files that implement them for [`Vm`](super::Vm).

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::Source;
use puppet_pcore::{CallableValue, Ty, Value};
use puppet_syntax::ast::{Expr, Name, Param};

use super::builtin::Block;
use super::code::{Body, Program, WatchExpr};
use super::flow::EvalResult;
use super::functions::FunctionEntry;

/// Compiles code when it is first needed.
pub(crate) trait Compile {
    /// Compiles an input at top scope. Its matches are kept, since the next input may read them.
    fn compile_input(&mut self, source: Arc<Source>, body: &Expr) -> Program;

    /// Compiles a class or node body: the first prefix qualifies its variables; the other prefixes belong to its
    /// parents.
    fn compile_class_body(&mut self, source: Arc<Source>, prefixes: Vec<Name>, body: &Expr) -> Program;

    /// Compiles a template. `outer` is as in `Body::captures`.
    fn compile_template(
        &mut self,
        source: Arc<Source>,
        name: Name,
        params: &[Param],
        outer: &[Name],
        body: &Expr,
    ) -> Body;

    /// Compiles a defined type (its name, parameters and body), whose arguments are passed by name. `around` is the
    /// prefix of the variables of the node in whose body it is declared.
    fn compile_define(
        &mut self,
        source: Arc<Source>,
        define: (Name, &[Param], &Expr),
        outer: &[Name],
        around: Option<Name>,
    ) -> Body;

    /// Compiles a watch expression of the debugger, which sees these variables.
    fn compile_watch(&mut self, source: Arc<Source>, known: &[Name], body: &Expr) -> WatchExpr;

    /// Returns the shared body of a function; the first use compiles it.
    fn function_body(&mut self, entry: &FunctionEntry) -> Option<Rc<Body>>;

    /// Returns the value of a type expression of names and literals only, as in a signature.
    fn static_type(&mut self, expr: &Expr) -> Option<Ty>;
}

/// Loads definitions from modules.
pub(crate) trait Autoload {
    /// Loads the file that should define the function. Returns `false` when no such file defines it.
    fn autoload_function(&mut self, entry: &Rc<FunctionEntry>) -> EvalResult<bool>;

    /// Loads the file that should define the plan, if there is one.
    fn autoload_plan(&mut self, name: &str) -> EvalResult<()>;

    /// Loads the file that should define the type alias; returns whether the alias is then known.
    fn autoload_alias(&mut self, name: &str) -> EvalResult<bool>;

    /// Returns whether a class of this name (in lower case) exists in the session or in a module.
    fn knows_class(&mut self, name: &str) -> EvalResult<bool>;

    /// Returns whether this is the name of a resource type (in lower case): a built-in type, a defined type, or a type
    /// that a module implements in Ruby.
    fn knows_resource_type(&mut self, name: &str) -> EvalResult<bool>;

    /// Returns a module's Ruby file that defines a function, type or the like of this name, which cannot run here.
    fn ruby_file(&mut self, kind: &str, name: &str) -> Option<PathBuf>;
}

/// Calls callable values.
pub(crate) trait CallValue {
    /// Calls a callable value; `window` is free for the call.
    fn call_value(
        &mut self,
        callable: &Rc<CallableValue>,
        values: Vec<Value>,
        window: &mut [Value],
        block: Block<'_>,
    ) -> EvalResult;
}
