//! The checker's state, and the check of a whole program.

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_text::{Diagnostic, RuleCode, Severity, Source, Span, suggest};
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, Type, in_edition};
use puppet_syntax::ast::{Expr, Function, Name, Program};

use super::declaration::FunctionInfo;
use super::declaration::{Alias, ClassLike};
use super::display::{display, format_expanded};
use super::embedded::Embedded;
use super::environment::{Environment, PathId, PathKey, VarId};
use super::finding::Finding;
use super::probe::{Probe, Probed};
use super::requirement::{Annotation, Requirement};
use super::rule::RuleSet;
use super::signature::SignatureCache;
use super::subtyping::{TypeLattice, is_never};
use super::time_limit::TimeLimit;
use super::type_env::{KnownParams, TypeEnv};
use super::typed_expr::{FileSpan, TypedExpr};

/// The result of checking a program.
#[derive(Debug)]
pub struct Checked {
    /// The exact type of the last statement, as `:type` shows it.
    pub type_text: String,
    /// The generalized type (without values, sizes and ranges), where it differs.
    pub generalized: Option<String>,
    /// The type of the last statement.
    pub ty: Ty,
    /// Whether nothing is known about the type.
    pub is_any: bool,
    /// Whether the deadline expired before everything was checked.
    pub is_late: bool,
    /// The findings, in source order. Hints have severity `Note`.
    pub findings: Vec<Diagnostic>,
}

/// A definition of the session (a function, the parameters of a class or defined type) or a template that the checker
/// borrows.
pub(super) enum DefinitionSource {
    Function(Rc<Function>),
    Params(Rc<dyn KnownParams>),
    Template(Rc<Program>),
}

/// An append-only linked arena: its items can be borrowed while more are added.
#[derive(Default)]
pub(super) struct Arena {
    first: OnceCell<Box<(DefinitionSource, Arena)>>,
}

impl Arena {
    /// Appends an item; `self` must be the end. Returns the item and the new end.
    pub(super) fn put(&self, kept: DefinitionSource) -> (&DefinitionSource, &Arena) {
        let node = self.first.get_or_init(|| Box::new((kept, Arena::default())));
        (&node.0, &node.1)
    }
}

/// The kind of scope that encloses the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScopeKind {
    /// Top scope: evaluated next.
    Top,
    Lambda,
    Function,
    /// A class or defined type: it has a title.
    Class,
    /// A class that inherits: the variables of its parent are also visible.
    Heir,
    Node,
}

/// The body of the definition under check.
pub(super) struct Body<'a> {
    pub(super) within: ScopeKind,
    pub(super) returns: Vec<Ty>,
    pub(super) nexts: Vec<Ty>,
    pub(super) wanted: Option<Requirement<'a>>,
}

/// The settings of the language that the check follows.
#[derive(Clone, Copy)]
pub(super) struct Mode {
    pub(super) additions: bool,
    pub(super) strict: bool,
    /// Whether an unknown name is an error, because nothing from outside defines it.
    pub(super) closed: bool,
}

/// The findings so far, and the filters that decide which findings are reported.
pub(super) struct Reports {
    /// The rules that report findings.
    pub(super) rules: RuleSet,
    pub(super) findings: Vec<Diagnostic>,
    /// The number of errors so far, unreported ones included.
    pub(super) errors: usize,
    /// The number of errors while reports were suppressed.
    pub(super) suppressed: usize,
    /// The current nesting depth of suppressed code.
    pub(super) suppress_depth: usize,
    /// The spans of syntax errors.
    pub(super) holes: Vec<Span>,
    /// The templates in strings of the source.
    pub(super) embedded: Vec<Embedded>,
}

/// The variables of the source.
#[derive(Default)]
pub(super) struct Variables {
    /// The type of each variable.
    pub(super) known: Vec<TypedExpr>,
    /// Variables set by only some branches: where one sets it, and the condition that decides.
    pub(super) maybe_unset: FxHashMap<VarId, (FileSpan, FileSpan)>,
    pub(super) paths: FxHashMap<PathKey, PathId>,
    /// Session variables that the source names, and whether they are known.
    pub(super) globals: FxHashMap<Rc<str>, (VarId, bool)>,
    /// Whether a bareword may name a variable that is set from outside.
    pub(super) given_names: bool,
    /// Variables that bodies of definitions name and that nothing has set so far.
    pub(super) unresolved: Vec<(Name, Finding)>,
    /// The number of unknown variables so far, for which a near name was sought.
    pub(super) searches: usize,
}

/// The definitions that the source makes or names.
#[derive(Default)]
pub(super) struct Definitions<'a> {
    pub(super) aliases: FxHashMap<Rc<str>, Alias<'a>>,
    pub(super) functions: Vec<FunctionInfo<'a>>,
    pub(super) function_names: FxHashMap<Rc<str>, Option<usize>>,
    /// The functions whose result type is being inferred.
    pub(super) inferring: Vec<usize>,
    pub(super) classes: FxHashMap<Rc<str>, Option<Rc<ClassLike<'a>>>>,
    pub(super) defines: FxHashMap<Rc<str>, Option<Rc<ClassLike<'a>>>>,
    /// The dependency cycles through several classes that are reported, by the places of their edges.
    pub(super) cycles: FxHashSet<Vec<FileSpan>>,
    /// Whether anything may set parameters of resources of a type apart from their declaration, once asked.
    pub(super) adjusted: FxHashMap<Rc<str>, bool>,
    /// The annotations of parameters that hold callables.
    pub(super) annotations: FxHashMap<VarId, Annotation<'a>>,
}

/// The checker of one source.
pub(super) struct Checker<'a> {
    pub(super) world: &'a mut dyn TypeEnv,
    pub(super) signatures: &'a SignatureCache,
    pub(super) shelf: &'a Arena,
    pub(super) sets: TypeLattice,
    pub(super) mode: Mode,
    pub(super) reports: Reports,
    pub(super) sources: Vec<Arc<Source>>,
    /// The index of the current source file.
    pub(super) file: u32,
    /// The current nesting depth of conditions.
    pub(super) conditions: usize,
    /// The current nesting depth of expressions.
    pub(super) depth: usize,
    pub(super) env: Environment,
    pub(super) variables: Variables,
    /// The conditions of the enclosing branches.
    pub(super) tests: Vec<FileSpan>,
    pub(super) bodies: Vec<Body<'a>>,
    pub(super) types: FxHashMap<(u32, usize), Option<Ty>>,
    pub(super) definitions: Definitions<'a>,
    pub(super) clock: TimeLimit,
    /// The outermost sum around the expression being checked.
    pub(super) sum: Option<&'a Expr>,
    /// The expression whose type is requested.
    pub(super) probe: Option<Probe>,
    /// Whether the program may declare classes.
    pub(super) declares_classes: bool,
}

/// Checks a parsed and validated program.
pub fn check_program(
    program: &Program,
    source: &Arc<Source>,
    world: &mut dyn TypeEnv,
    signatures: &SignatureCache,
) -> Checked {
    let shelf = Arena::default();
    signatures.forget_other_rules(world.rules());
    let mut checker = Checker::new(world, signatures, &shelf, source.clone());
    let found = checker.program(&program.body);
    checker.checked(&found.ty)
}

/// Returns the type of the innermost expression at a byte offset; `None` outside of expressions. The program
/// may have errors.
pub fn type_at(
    program: &Program,
    source: &Arc<Source>,
    world: &mut dyn TypeEnv,
    signatures: &SignatureCache,
    offset: u32,
) -> (Checked, Option<Probed>) {
    let shelf = Arena::default();
    signatures.forget_other_rules(world.rules());
    let mut checker = Checker::new(world, signatures, &shelf, source.clone());
    checker.probe = Some(Probe::at(offset));
    let found = checker.program(&program.body);
    let probed = checker.probed().into_iter().next();
    (checker.checked(&found.ty), probed)
}

/// Returns the types of the expressions with these spans, in source order; those that the checker does not reach are
/// omitted. The program may have errors.
pub fn types_of_spans(
    program: &Program,
    source: &Arc<Source>,
    world: &mut dyn TypeEnv,
    signatures: &SignatureCache,
    spans: &[Span],
) -> Vec<Probed> {
    let shelf = Arena::default();
    signatures.forget_other_rules(world.rules());
    let mut checker = Checker::new(world, signatures, &shelf, source.clone());
    checker.probe = Some(Probe::spans(spans));
    checker.program(&program.body);
    checker.probed()
}

impl<'a> Checker<'a> {
    pub(super) fn new(
        world: &'a mut dyn TypeEnv,
        signatures: &'a SignatureCache,
        shelf: &'a Arena,
        source: Arc<Source>,
    ) -> Checker<'a> {
        let clock = TimeLimit::new(world.until());
        let top = Body { within: ScopeKind::Top, returns: Vec::new(), nexts: Vec::new(), wanted: None };
        let mode = Mode { additions: world.additions(), strict: world.strict(), closed: world.is_closed() };
        let reports = Reports {
            rules: world.enabled_rules(),
            findings: Vec::new(),
            errors: 0,
            suppressed: 0,
            suppress_depth: 0,
            holes: Vec::new(),
            embedded: Vec::new(),
        };
        Checker {
            sets: TypeLattice { rules: world.rules() },
            mode,
            reports,
            world,
            signatures,
            shelf,
            sources: vec![source],
            file: 0,
            conditions: 0,
            depth: 0,
            env: Environment::default(),
            variables: Variables::default(),
            tests: Vec::new(),
            bodies: vec![top],
            types: FxHashMap::default(),
            definitions: Definitions::default(),
            clock,
            sum: None,
            probe: None,
            declares_classes: true,
        }
    }

    /// Checks a program: hoists the definitions, then checks their bodies, then the statements.
    pub(super) fn program(&mut self, body: &'a Expr) -> TypedExpr {
        self.hoist(body, "");
        self.check_definitions(body, "");
        self.unused(body);
        self.notes(body);
        self.reused_names(body);
        self.cycles(None, body);
        self.declares_classes = !self.declares_nothing(body);
        let found = self.check(body, None);
        self.report_unresolved();
        found
    }

    pub(super) fn checked(mut self, ty: &Ty) -> Checked {
        self.reports.findings.sort_by_key(|finding| finding.span.map_or(0, |span| span.start));
        let ty = &in_edition(&self.sets.rules, ty);
        let type_text = format_expanded(ty);
        let general = if is_never(ty) { ty.clone() } else { self.sets.widen(ty) };
        let general = in_edition(&self.sets.rules, &general);
        let generalized = Some(display(&general)).filter(|text| *text != type_text && !is_never(ty));
        Checked {
            type_text,
            generalized,
            ty: ty.clone(),
            is_any: matches!(**ty, Type::Any),
            is_late: self.clock.is_expired(),
            findings: self.reports.findings,
        }
    }

    /// Returns the index of the body that a `return` would leave.
    pub(super) fn outer_body(&self) -> Option<usize> {
        self.bodies.iter().rposition(|body| body.within != ScopeKind::Lambda)
    }

    /// Returns whether the code is evaluated with this source, not later in the body of a definition.
    pub(super) fn at_top(&self) -> bool {
        self.outer_body().and_then(|at| self.bodies.get(at)).is_some_and(|body| body.within == ScopeKind::Top)
    }

    /// Returns whether an unknown name is an error.
    pub(super) fn knows_all(&self) -> bool {
        self.mode.closed && self.at_top()
    }

    /// Returns whether an unknown class or resource type is an error: all code that could define it is known.
    pub(super) fn knows_definitions(&self) -> bool {
        self.knows_all() || self.world.is_complete()
    }

    /// Returns the severity and the rule of an unknown name: an error where all definitions are known, and a warning where
    /// it is a known name with one typing error. Otherwise a file that is not checked may define it.
    pub(super) fn unknown_name_as(&self, code: RuleCode, name: &str, near: Option<&str>) -> (Severity, RuleCode) {
        match (self.knows_definitions(), near) {
            (true, _) => (Severity::Error, code),
            (false, Some(near)) if suggest::is_typo(name, near) => (Severity::Warning, code),
            (false, _) => (Severity::Note, RuleCode::Unresolved),
        }
    }

    /// Keeps a definition of the session for the lifetime of the checker.
    pub(super) fn keep(&mut self, kept: DefinitionSource) -> &'a DefinitionSource {
        let (kept, end) = self.shelf.put(kept);
        self.shelf = end;
        kept
    }

    /// Returns the index of a source; adds it on first use.
    pub(super) fn file_of(&mut self, source: &Arc<Source>) -> u32 {
        let known = self.sources.iter().position(|known| Arc::ptr_eq(known, source));
        known.unwrap_or_else(|| {
            self.sources.push(source.clone());
            self.sources.len() - 1
        }) as u32
    }

    /// Runs `act` with another source as the current file.
    pub(super) fn in_file<T>(&mut self, file: u32, act: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.file, file);
        let result = act(self);
        self.file = outer;
        result
    }

    /// Checks a body in a scope of its own: variables around it are not visible.
    pub(super) fn in_body<T>(&mut self, body: Body<'a>, act: impl FnOnce(&mut Self) -> T) -> (T, Body<'a>) {
        let outer = std::mem::take(&mut self.env);
        self.bodies.push(body);
        let result = act(self);
        let body = self.bodies.pop().unwrap_or(Body {
            within: ScopeKind::Function,
            returns: Vec::new(),
            nexts: Vec::new(),
            wanted: None,
        });
        self.env = outer;
        (result, body)
    }

    pub(super) fn boolean(&self, expr: &Expr) -> TypedExpr {
        self.computed(c::boolean(), expr)
    }
}
