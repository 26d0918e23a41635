//! The checker's knowledge of declared names: aliases, functions, classes and defined types.

use std::cell::OnceCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use puppet_pcore::Ty;
use puppet_syntax::ast::{Expr, ExprKind, Function, Param};
use puppet_syntax::walk::for_each;

use super::requirement::{Annotation, Requirement};
use super::subtyping::is_any;
use super::type_env::ClassBody;
use super::typed_expr::FileSpan;

/// A type alias defined in the source.
pub(super) struct Alias<'a> {
    pub(super) made: Rc<puppet_pcore::Alias>,
    pub(super) ty: Ty,
    pub(super) definition: &'a Expr,
    /// Whether it was resolved.
    pub(super) read: bool,
}

/// A class or defined type.
pub(super) struct ClassLike<'a> {
    pub(super) name: Rc<str>,
    pub(super) params: Vec<ParamInfo<'a>>,
    /// The index of each parameter by name.
    places: FxHashMap<&'a str, usize>,
    /// The rest of a class, where it is known as a whole.
    pub(super) body: Option<ClassBody<'a>>,
    /// The index of its source file.
    pub(super) file: u32,
    /// The variables that the body sets, once they are asked for.
    assigned: OnceCell<FxHashSet<&'a str>>,
}

impl<'a> ClassLike<'a> {
    pub(super) fn new(name: Rc<str>, params: Vec<ParamInfo<'a>>) -> ClassLike<'a> {
        let mut places = FxHashMap::default();
        for (at, info) in params.iter().enumerate() {
            places.entry(&*info.param.name).or_insert(at);
        }
        ClassLike { name, params, places, body: None, file: 0, assigned: OnceCell::new() }
    }

    /// Adds the rest of a class, which is in this file.
    pub(super) fn with_body(self, body: Option<ClassBody<'a>>, file: u32) -> ClassLike<'a> {
        ClassLike { body, file, ..self }
    }

    /// Returns the parameter of this name.
    pub(super) fn param(&self, name: &str) -> Option<&ParamInfo<'a>> {
        self.params.get(*self.places.get(name)?)
    }

    /// Returns the names that the body of the class sets.
    pub(super) fn assigned(&self) -> &FxHashSet<&'a str> {
        self.assigned.get_or_init(|| {
            let mut names = FxHashSet::default();
            if let Some(body) = self.body {
                for_each(body.statements, &mut |expr| add_targets(expr, &mut names));
            }
            names
        })
    }
}

/// Adds the variables that an assignment sets.
fn add_targets<'a>(expr: &'a Expr, names: &mut FxHashSet<&'a str>) {
    let ExprKind::Assign(_, target, _) = &expr.kind else { return };
    for_each(target, &mut |one| {
        if let ExprKind::Variable(name) = &one.kind {
            names.insert(name);
        }
    });
}

/// A parameter of a function, class or defined type.
#[derive(Clone)]
pub(super) struct ParamInfo<'a> {
    pub(super) param: &'a Param,
    pub(super) ty: Ty,
    /// Whether its type annotation was written and resolved.
    pub(super) declared: bool,
    /// The span of its name.
    pub(super) spot: FileSpan,
    pub(super) file: u32,
}

impl<'a> ParamInfo<'a> {
    /// Returns the span of the type annotation.
    pub(super) fn type_span(&self) -> Option<FileSpan> {
        self.param.type_expr.as_ref().map(|written| FileSpan { file: self.file, span: written.span })
    }

    /// Returns the requirement on an argument; `None` when any value is accepted.
    pub(super) fn requirement(&self, why: impl FnOnce() -> String) -> Option<Requirement<'a>> {
        let expr = self.param.type_expr.as_ref()?;
        if is_any(&self.ty) || !self.declared {
            return None;
        }
        Some(Requirement::new(self.ty.clone(), Annotation { expr, file: self.file }, why()))
    }
}

/// A function written in Puppet.
pub(super) struct FunctionInfo<'a> {
    pub(super) definition: &'a Function,
    pub(super) file: u32,
    /// Its parameters, once they are resolved.
    pub(super) params: Option<Rc<[ParamInfo<'a>]>>,
    /// The type of its result, once it is inferred.
    pub(super) result: Option<Ty>,
}

impl<'a> FunctionInfo<'a> {
    pub(super) fn new(definition: &'a Function, file: u32) -> FunctionInfo<'a> {
        FunctionInfo { definition, file, params: None, result: None }
    }

    /// Returns the span of its name.
    pub(super) fn span(&self) -> FileSpan {
        FileSpan { file: self.file, span: self.definition.name_span }
    }
}
