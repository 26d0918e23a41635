//! The functions of a session: those that it defined, and the library of the built-in ones.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use pprepl_text::Source;
use puppet_pcore::{Matcher, Ty};
use puppet_syntax::ast::{Class, Define, Expr, Function, Name, Param};

use super::builtin::{Builtin, Call};
use super::callbacks::Foreign;
use super::code::{Body, Program};
use super::flow::EvalResult;

/// The names of the built-in functions.
pub type Names = fn() -> Box<dyn Iterator<Item = &'static str>>;

/// The interface to the built-in functions.
#[derive(Clone, Copy)]
pub struct Library {
    /// Finds the built-in function of this name.
    pub find: fn(&str) -> Option<&'static Builtin>,
    /// Finds a function that a module has in Ruby and that pprepl implements, in one or more versions; with the module's
    /// name.
    pub of_modules: fn(&str) -> Vec<(&'static str, &'static Builtin)>,
    pub names: Names,
    /// Returns code that reads a fact which had this variable of its own in older Puppet.
    pub moved_fact: fn(&str) -> Option<String>,
    /// Finds a function that only plans have.
    pub of_plans: fn(&str) -> Option<&'static Builtin>,
    /// Returns the definitions of the types that only plans have, if this is the name of one.
    pub plan_types: fn(&str) -> Option<&'static str>,
}

/// The functions by name.
pub struct Functions {
    pub(crate) entries: FxHashMap<Name, Rc<FunctionEntry>>,
    /// The plans by name.
    pub(crate) plans: FxHashMap<Name, Rc<FunctionEntry>>,
    pub(crate) library: Library,
    /// Runs functions in another language; `None` if that is off.
    pub foreign: Option<Rc<dyn Foreign>>,
    /// True while code runs that the user did not ask for, as in a preview: nothing in another language runs.
    pub is_foreign_paused: bool,
    /// The signatures of the built-in functions that were called, by the address of the function's row.
    pub(crate) signatures: FxHashMap<usize, Rc<Signatures>>,
    /// The compiled bodies of defined types, by name.
    pub(crate) defines: FxHashMap<Name, CompiledDefine>,
    /// The compiled bodies and defaults of classes, by the address of their tree; used where files do not change.
    pub(crate) classes: FxHashMap<*const Expr, Rc<CompiledClassCode>>,
    /// Whether a function calls `break()`, which ends the loop of its caller.
    pub(crate) breaks: bool,
}

impl Functions {
    pub(crate) fn new(library: Library) -> Functions {
        Functions {
            entries: FxHashMap::default(),
            plans: FxHashMap::default(),
            library,
            foreign: None,
            is_foreign_paused: false,
            signatures: FxHashMap::default(),
            defines: FxHashMap::default(),
            classes: FxHashMap::default(),
            breaks: false,
        }
    }

    /// Drops the compiled bodies: they contain types and built-ins as constants, and a name has a new meaning.
    pub(crate) fn forget_bodies(&mut self) {
        self.defines.clear();
        self.classes.clear();
        self.entries.values().chain(self.plans.values()).for_each(|entry| *entry.body.borrow_mut() = None);
    }

    /// Keeps the compiled body of a defined type, in place of those of an earlier definition of the name. `in_node`: it
    /// sees the variables of a node definition.
    pub(crate) fn keep_define(&mut self, name: &Name, definition: &Rc<Define>, in_node: bool, body: Rc<Body>) {
        let new = || CompiledDefine { definition: definition.clone(), body: None, node_body: None };
        let kept = self.defines.entry(name.clone()).or_insert_with(new);
        if !Rc::ptr_eq(&kept.definition, definition) {
            *kept = new();
        }
        *(if in_node { &mut kept.node_body } else { &mut kept.body }) = Some(body);
    }

    /// Returns the function of plans with this name, in tasks mode.
    pub(crate) fn of_plans(&self, name: &str, tasks: bool) -> Option<&'static Builtin> {
        (self.library.of_plans)(name).filter(|_| tasks)
    }

    /// Returns the functions that the session defined: name, parameters, return type.
    pub fn defined(&self) -> impl Iterator<Item = (String, String, String)> {
        self.defined_where(|_| true)
    }

    /// Returns the functions that the session defined and whose names `keep` accepts: name, parameters, return type.
    pub fn defined_where(&self, keep: impl Fn(&str) -> bool) -> impl Iterator<Item = (String, String, String)> {
        self.entries.values().filter(move |entry| keep(&entry.name)).filter_map(|entry| {
            let user = entry.user.borrow().clone()?;
            let text = user.source.text();
            let params: Vec<&str> = user.definition.params.iter().map(|param| source(param, text)).collect();
            let returns = user.definition.returns.as_ref().map(|ty| format!(" >> {}", ty.span.of(text)));
            Some((entry.name.to_string(), params.join(", "), returns.unwrap_or_default()))
        })
    }

    /// Returns the definition of a function that the session defined.
    pub fn definition(&self, name: &str) -> Option<Rc<Function>> {
        let user = self.entries.get(name)?.user.borrow().clone()?;
        Some(user.definition.clone())
    }

    /// Returns the names of the session's functions and the built-in functions.
    pub fn known_names(&self) -> Vec<Rc<str>> {
        let defined = self.entries.values().filter(|entry| entry.defined.get()).map(|entry| entry.name.clone());
        defined.chain((self.library.names)().map(Rc::from)).collect()
    }
}

fn source<'a>(param: &Param, text: &'a str) -> &'a str {
    param.span.of(text)
}

/// The entry of a function name, which call sites hold.
pub struct FunctionEntry {
    /// The name without a leading `::`.
    pub name: Name,
    /// Its definition in the session, if any.
    pub user: RefCell<Option<Rc<UserFunction>>>,
    /// The built-in function of this name.
    pub builtin: Option<&'static Builtin>,
    /// The compiled form of `user`.
    pub body: RefCell<Option<Rc<Body>>>,
    /// True if `user` is set (read at each call).
    pub defined: Cell<bool>,
}

/// A function written in Puppet.
pub struct UserFunction {
    pub definition: Rc<Function>,
    pub source: Arc<Source>,
    /// The number of the input that defined it.
    pub input: usize,
}

/// The compiled body of a class, or a default of its parameters.
pub(crate) struct CompiledClassCode {
    /// The class, whose tree this keeps in place.
    pub(crate) definition: Rc<Class>,
    /// The prefixes of the variables that the code sees.
    pub(crate) prefixes: Vec<Name>,
    pub(crate) program: Program,
}

/// The compiled bodies of a defined type.
pub(crate) struct CompiledDefine {
    /// The definition that was compiled; another one may have taken its name since.
    pub(crate) definition: Rc<Define>,
    /// The body, compiled at first use.
    pub(crate) body: Option<Rc<Body>>,
    /// The same for resources declared in the body of a node definition, whose variables the body sees.
    pub(crate) node_body: Option<Rc<Body>>,
}

/// The signatures of a built-in.
pub(crate) struct Signatures {
    pub(crate) all: Vec<ReadSignature>,
    /// True if any of them accepts a lambda.
    pub(crate) take_blocks: bool,
}

/// A signature that was parsed.
pub(crate) struct ReadSignature {
    pub(crate) params: Vec<ReadParam>,
    pub(crate) required: usize,
    pub(crate) max: Option<usize>,
    pub(crate) block: BlockNeed,
    pub(crate) run: fn(&mut Call<'_>) -> EvalResult,
}

/// A parameter of a signature.
pub(crate) struct ReadParam {
    pub(crate) name: Rc<str>,
    pub(crate) ty: Ty,
    pub(crate) matcher: Matcher,
}

/// The lambda that a signature requires.
#[derive(Clone)]
pub(crate) enum BlockNeed {
    /// It accepts no lambda.
    Refused,
    /// It accepts a lambda of this shape.
    Taken {
        required: bool,
        /// The minimum and maximum number of arguments that it is called with; `None` if any lambda is accepted.
        arity: Option<(usize, Option<usize>)>,
        /// The types of the arguments that it is called with, if the signature lists them.
        types: Rc<[Ty]>,
    },
}
