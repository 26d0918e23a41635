//! The declared overloads of a built-in function, parsed once, and the mismatch of a call with each.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use pprepl_budget as budget;
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Size, StringType, Ty, Type, TypeRules, Value, parameterize, type_named_by};
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::{LexOptions, parse};

use super::subtyping::{TypeLattice, Verdict, is_any};

/// The cache of parsed signatures, kept by the session from check to check.
#[derive(Default)]
pub struct SignatureCache {
    known: RefCell<FxHashMap<Rc<str>, Rc<Signature>>>,
    rules: Cell<Option<TypeRules>>,
}

pub(super) struct Signature {
    pub(super) name: &'static str,
    pub(super) overloads: Vec<Overload>,
}

/// One overload.
pub(super) struct Overload {
    params: Vec<Ty>,
    pub(super) min: usize,
    pub(super) max: Option<usize>,
    block: BlockNeed,
    pub(super) returns: Ty,
}

/// The lambda parameter of an overload.
enum BlockNeed {
    None,
    Taken { required: bool, arity: Option<(usize, Option<usize>)> },
}

/// The reason why an overload does not match a call.
pub(super) enum OverloadMismatch {
    Count,
    Argument(usize, Ty),
    NoBlock,
    BlockMissing,
    BlockCount(usize),
}

/// The arity of a call's lambda: minimum and maximum number of arguments.
pub(super) type BlockArity = Option<(usize, Option<usize>)>;

impl SignatureCache {
    /// Clears the cache when the type rules differ.
    pub(super) fn forget_other_rules(&self, rules: TypeRules) {
        if self.rules.get() != Some(rules) {
            self.known.borrow_mut().clear();
            self.rules.set(Some(rules));
        }
    }

    /// Parses the overloads of a function, sources of parameters and result, and keeps them.
    pub(super) fn read(
        &self,
        name: &'static str,
        overloads: &[(&'static str, &'static str)],
        rules: TypeRules,
    ) -> Rc<Signature> {
        let rules = TypeRules { edition4x: false, edition3x: false, any_callable: false, ..rules };
        let overloads = overloads.iter().map(|(params, returns)| read(&rules, params, returns)).collect();
        let made = Rc::new(Signature { name, overloads });
        self.known.borrow_mut().insert(name.into(), made.clone());
        made
    }

    pub(super) fn get(&self, name: &str) -> Option<Rc<Signature>> {
        self.known.borrow().get(name).cloned()
    }
}

impl Signature {
    /// Returns the number of arguments that the first overload passes to a lambda of this arity; `None` when no overload
    /// declares it.
    pub(super) fn block_arguments(&self, (required, max): (usize, Option<usize>)) -> Option<usize> {
        let mut counts = self.overloads.iter().filter_map(|overload| match &overload.block {
            BlockNeed::Taken { arity: Some((least, _)), .. } => Some(*least),
            _ => None,
        });
        counts.find(|count| required <= *count && max.is_none_or(|max| *count <= max))
    }
}

impl Overload {
    pub(super) fn param(&self, index: usize) -> Option<&Ty> {
        self.params.get(index).or(self.params.last())
    }

    /// Returns whether a call needs a lambda.
    pub(super) fn requires_block(&self) -> bool {
        matches!(self.block, BlockNeed::Taken { required: true, .. })
    }

    /// Returns the first argument that may not fit, with the type of its parameter; `None` when all certainly fit.
    pub(super) fn undecided(&self, sets: &TypeLattice, given: &[Ty]) -> Option<(usize, Ty)> {
        let wanted = |at: usize| self.param(at).cloned().map(|wanted| (at, wanted));
        let mut places = given.iter().enumerate().filter_map(|(at, ty)| Some((ty, wanted(at)?)));
        places.find(|(ty, (_, wanted))| sets.fits(ty, wanted) != Verdict::Always).map(|(_, place)| place)
    }

    /// Returns why it does not match a call with arguments of these types; `None` when it may match.
    pub(super) fn mismatch(
        &self,
        sets: &TypeLattice,
        given: &[Ty],
        open: bool,
        block: Option<BlockArity>,
    ) -> Option<OverloadMismatch> {
        let count = given.len();
        if !open && (count < self.min || self.max.is_some_and(|max| count > max)) {
            return Some(OverloadMismatch::Count);
        }
        if !open {
            for (index, ty) in given.iter().enumerate() {
                let Some(wanted) = self.param(index) else { break };
                if sets.is_disjoint(ty, wanted) {
                    return Some(OverloadMismatch::Argument(index, wanted.clone()));
                }
            }
        }
        match (&self.block, block) {
            (BlockNeed::None, Some(_)) => Some(OverloadMismatch::NoBlock),
            (BlockNeed::Taken { required: true, .. }, None) => Some(OverloadMismatch::BlockMissing),
            (BlockNeed::Taken { arity: Some((least, most)), .. }, Some(Some((required, max)))) => {
                let suits = required <= *least && max.is_none_or(|max| most.is_some_and(|most| most <= max));
                (!suits).then_some(OverloadMismatch::BlockCount(*least))
            }
            _ => None,
        }
    }
}

/// Parses `Array $list, Integer $n = 1, Callable[1, 1] &$block`. The result is cached, so that a budget must
/// not cut it short.
fn read(rules: &TypeRules, params: &str, returns: &str) -> Overload {
    budget::unlimited(|| read_signature(rules, params, returns))
}

fn read_signature(rules: &TypeRules, params: &str, returns: &str) -> Overload {
    let has_block = params.contains("&$");
    let source = format!("function f({}) >> {returns} {{ }}", params.replace("&$", "$"));
    let parsed = parse(&source, LexOptions::default());
    let mut made = Overload { params: Vec::new(), min: 0, max: Some(0), block: BlockNeed::None, returns: c::any() };
    let ExprKind::Function(function) = &parsed.program.body.kind else { return made };
    let list = &function.params;
    let positional = list.len() - usize::from(has_block && !list.is_empty());
    for param in list.iter().take(positional) {
        made.params.push(type_of(rules, param.type_expr.as_ref()));
        made.min += usize::from(param.default.is_none() && !param.captures_rest);
        made.max = if param.captures_rest { None } else { made.max.map(|max| max + 1) };
    }
    if let Some(block) = list.get(positional) {
        made.block = block_need(&type_of(rules, block.type_expr.as_ref()));
    }
    made.returns = type_of(rules, function.returns.as_ref());
    made
}

fn block_need(ty: &Ty) -> BlockNeed {
    let (required, callable) = match &**ty {
        Type::Optional(Some(inner)) => (false, inner.clone()),
        _ => (true, ty.clone()),
    };
    let arity = match &*callable {
        Type::Callable(callable) => callable.params.as_deref().and_then(tuple_arity),
        _ => None,
    };
    BlockNeed::Taken { required, arity }
}

fn tuple_arity(params: &Type) -> Option<(usize, Option<usize>)> {
    let Type::Tuple(types, size) = params else { return None };
    Some(match size {
        Some(size) => (size.from.max(0) as usize, size.to.map(|to| to.max(0) as usize)),
        None => (types.len(), Some(types.len())),
    })
}

fn type_of(rules: &TypeRules, expr: Option<&Expr>) -> Ty {
    expr.and_then(|expr| constant(rules, expr)).and_then(as_type).filter(|ty| !is_any(ty)).unwrap_or_else(c::any)
}

/// Returns the type with this name in the signatures of plan functions. The types of results are open.
fn of_plans(name: &str) -> Option<Ty> {
    match name {
        "Target" | "Future" => Some(c::any_object()),
        "TargetSpec" => {
            let name = Rc::new(Type::String(StringType::Size(Size { from: 1, to: None })));
            Some(Rc::new(Type::Variant(vec![name, c::any_object(), c::array_of(c::any())])))
        }
        _ => None,
    }
}

fn as_type(value: Value) -> Option<Ty> {
    match value {
        Value::Type(ty) => Some(ty),
        _ => None,
    }
}

fn constant(rules: &TypeRules, expr: &Expr) -> Option<Value> {
    Some(match &expr.kind {
        ExprKind::Ref(name) => Value::Type(type_named_by(rules, name).or_else(|| of_plans(name))?),
        ExprKind::Access(left, keys) => {
            let Value::Type(base) = constant(rules, left)? else { return None };
            let keys: Option<Vec<Value>> = keys.iter().map(|key| constant(rules, key)).collect();
            parameterize(rules, &base, &keys?).ok()?
        }
        ExprKind::Integer(value, _) => Value::Int(*value),
        ExprKind::Negate(inner) => match constant(rules, inner)? {
            Value::Int(value) => Value::Int(value.checked_neg()?),
            _ => return None,
        },
        ExprKind::String(text) | ExprKind::Name(text) => Value::str(&**text),
        ExprKind::Default => Value::Default,
        ExprKind::Undef => Value::Undef,
        ExprKind::Bool(value) => Value::bool(*value),
        ExprKind::Array(items) => {
            Value::array(items.iter().map(|item| constant(rules, item)).collect::<Option<Vec<_>>>()?)
        }
        ExprKind::Hash(entries) => {
            let pairs = entries.iter().map(|e| Some((constant(rules, &e.key)?, constant(rules, &e.value)?)));
            Value::hash(pairs.collect::<Option<Vec<_>>>()?.into_iter().collect())
        }
        _ => return None,
    })
}
