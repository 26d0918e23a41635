//! Built-in functions that call a lambda for each element of a collection.

use std::rc::Rc;

use pprepl_text::RuleCode;
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{IntegerRange, Ty, Type, resolved};
use puppet_syntax::ast::{Expr, ExprKind, Lambda};
use puppet_syntax::walk::any;

use super::builtin::Calling;
use super::callable::nth;
use super::checker::Checker;
use super::definition::statements;
use super::display::display;
use super::finding::Finding;
use super::subtyping::shape::{Range, elements, hash_range};
use super::subtyping::{Kind, hash_pair, is_any, is_never};
use super::typed_expr::{FileSpan, LiteralSpans, Origin, TypeOrigin, TypedExpr};

/// The parameters of an iteration.
struct Iteration {
    collection: TypedExpr,
    element: Ty,
    /// The types of the lambda's arguments.
    given: Vec<Ty>,
    /// The span of the collection's elements.
    from: FileSpan,
    /// Whether the collection has at least one element.
    filled: bool,
}

/// The number of rounds to find a fixpoint for the memo of reduce; after them it is `Any`.
const ROUNDS: usize = 3;
/// The maximum nesting depth of lambdas that are checked more than once.
const REREAD: usize = 2;

/// Returns the type of a first index, 0.
fn index() -> Ty {
    Rc::new(Type::Integer(IntegerRange { from: Some(0_i64.into()), to: None }))
}

impl<'a> Checker<'a> {
    /// Returns the result of an iterating function; `None` when it is called without a lambda, or is not one.
    pub(super) fn iterate(&mut self, calling: &mut Calling<'a>) -> Option<TypedExpr> {
        let name = calling.name;
        let iterating = matches!(
            name,
            "each"
                | "map"
                | "filter"
                | "any"
                | "all"
                | "index"
                | "reverse_each"
                | "step"
                | "reduce"
                | "partition"
                | "group_by"
        );
        if !iterating || calling.args.open || calling.args.given.is_empty() {
            return None;
        }
        if !self.check_call(calling) {
            self.free_lambda(calling.lambda);
            return Some(TypedExpr::any());
        }
        if !calling.has_block() {
            return Some(self.without_block(calling));
        }
        let Some(iteration) = self.iteration(calling) else {
            self.free_lambda(calling.lambda);
            return Some(TypedExpr::any());
        };
        let ty = match name {
            "each" => {
                self.block(calling, &iteration);
                return Some(iteration.collection);
            }
            "map" => self.map(calling, &iteration),
            "filter" => {
                let result = self.block(calling, &iteration);
                self.note_filter(calling.lambda, &result);
                let ty = self.filter(calling, &iteration);
                return Some(TypedExpr { ty, ..iteration.collection });
            }
            "reduce" => self.reduce(calling, &iteration),
            "partition" => {
                self.block(calling, &iteration);
                let half = self.sets.array_of(iteration.element.clone(), Range::ANY);
                Rc::new(Type::Tuple(vec![half.clone(), half], None))
            }
            "group_by" => self.group_by(calling, &iteration),
            "any" | "all" => {
                self.block(calling, &iteration);
                c::boolean()
            }
            "reverse_each" | "step" => {
                match calling.block().flatten() {
                    // Any other lambda gets the parts of an element.
                    Some((1, Some(1))) | None => drop(self.block(calling, &iteration)),
                    Some(_) => self.free_lambda(calling.lambda),
                }
                c::undef()
            }
            _ => {
                self.block(calling, &iteration);
                c::any()
            }
        };
        Some(self.computed(ty, calling.expr))
    }

    fn without_block(&mut self, calling: &mut Calling<'a>) -> TypedExpr {
        let collection = calling.args.given.first().and_then(|first| first.found.clone());
        let ty = match (calling.name, collection) {
            ("reverse_each" | "step", Some(found)) => match self.sets.iterated(&found.ty) {
                Some(element) if !is_never(&element) => Rc::new(Type::Iterator(Some(self.sets.as_inferred(&element)))),
                _ => c::any(),
            },
            ("index", _) => c::any(),
            _ => self.declared_of(calling),
        };
        self.computed(ty, calling.expr)
    }

    fn iteration(&mut self, calling: &mut Calling<'a>) -> Option<Iteration> {
        let first = calling.args.given.first()?;
        let (expr, collection) = (first.expr, first.found.clone()?);
        let Some(element) = self.sets.iterated(&collection.ty) else {
            let spot = self.span(expr);
            let message = format!("{} cannot be iterated", display(&collection.ty));
            self.report(Finding::error(RuleCode::NotIterable, spot, message).note(calling.name_spot, "called here"));
            return None;
        };
        let given = self.given(calling, &collection.ty, &element);
        let from = source_of_elements(&collection).unwrap_or_else(|| self.span(expr));
        let filled = !is_any(&collection.ty)
            && self.sets.atoms(&collection.ty).iter().all(|atom| match Kind::of(atom) {
                Kind::Array => elements(atom).range.min > 0,
                Kind::Hash => hash_range(&self.sets, atom).min > 0,
                _ => false,
            });
        Some(Iteration { collection, element, given, from, filled })
    }

    /// Returns the types of the arguments in each round. Their number is that of the overload which takes the lambda, so
    /// that `group_by` passes one pair to `|*$x|`, and `each` key and value.
    fn given(&self, calling: &Calling<'a>, collection: &Ty, element: &Ty) -> Vec<Ty> {
        let block = calling.block().flatten().unwrap_or((1, Some(1)));
        if matches!(calling.name, "reverse_each" | "step") && block != (1, Some(1)) {
            // The parts of an array go to several parameters.
            let count = calling.lambda.map_or(block.0, |lambda| lambda.params.len());
            return vec![c::any(); count.max(1)];
        }
        match calling.signature.block_arguments(block) {
            Some(2) => self.pair_of(collection, element),
            _ if calling.name == "index" => vec![self.value_of(collection, element)],
            _ => vec![element.clone()],
        }
    }

    /// Returns the argument type of the lambda of `index` with one parameter: the value of a hash's entry, or the element.
    fn value_of(&self, collection: &Ty, element: &Ty) -> Ty {
        if is_any(collection) || self.hides_entries(collection, element) {
            return c::any();
        }
        let atoms = self.sets.atoms(collection);
        let each = atoms.iter().filter_map(|atom| match Kind::of(atom) {
            Kind::Hash => Some(hash_pair(&self.sets, atom).1),
            _ => self.sets.iterated(atom),
        });
        self.sets.join(&each.collect::<Vec<_>>())
    }

    /// Returns whether the collection may be an iterator over the entries of a hash: its type does not tell them from
    /// an array's elements.
    fn hides_entries(&self, collection: &Ty, element: &Ty) -> bool {
        let is_open = |kind: Kind| kind == Kind::Iterator || kind.is_vague();
        self.sets.kinds(collection).into_iter().any(is_open)
            && !self.sets.is_disjoint(element, &Rc::new(Type::Tuple(vec![c::any(), c::any()], None)))
    }

    /// Returns the argument types of a lambda with two parameters: index and element, or key and value.
    fn pair_of(&self, collection: &Ty, element: &Ty) -> Vec<Ty> {
        if is_any(collection) {
            return vec![c::any(), c::any()];
        }
        let atoms = self.sets.atoms(collection);
        if atoms.iter().all(|atom| Kind::of(atom) == Kind::Hash) {
            let (keys, values): (Vec<Ty>, Vec<Ty>) = atoms.iter().map(|atom| hash_pair(&self.sets, atom)).unzip();
            return vec![self.sets.join(&keys), self.sets.join(&values)];
        }
        let is_unsure = atoms.iter().any(|atom| Kind::of(atom) == Kind::Hash);
        if is_unsure || self.hides_entries(collection, element) {
            return vec![c::any(), c::any()];
        }
        vec![index(), element.clone()]
    }

    /// Checks the lambda; returns the type of its result.
    fn block(&mut self, calling: &Calling<'a>, iteration: &Iteration) -> Ty {
        self.block_given(calling, &iteration.given, Some(Origin::element(iteration.from)))
    }

    /// Checks the lambda, or matches the Callable against its arguments.
    pub(super) fn block_given(&mut self, calling: &Calling<'a>, given: &[Ty], from: Option<Origin>) -> Ty {
        if let Some(lambda) = calling.lambda {
            return self.lambda(lambda, Some(given), None, from);
        }
        let Some(passed) = &calling.callable else { return c::any() };
        self.called_with(passed, given, from.map(|from| from.spot));
        let ty = resolved(&passed.ty);
        let Type::Callable(callable) = &*ty else { return c::any() };
        if let Some(Type::Tuple(params, _)) = callable.params.as_deref() {
            let takes = |(at, gets): (usize, &Ty)| self.sets.is_disjoint(gets, &nth(params, at));
            if given.iter().enumerate().any(takes) {
                self.rejected_callable(passed.expr, &ty, given);
            }
        }
        callable.returns.clone().unwrap_or_else(c::any)
    }

    fn rejected_callable(&mut self, expr: &'a Expr, ty: &Ty, given: &[Ty]) {
        let gets: Vec<String> = given.iter().map(|ty| self.sets.general(ty)).collect();
        let spot = self.span(expr);
        let message = format!("expected Callable[[{}]], found {}", gets.join(", "), callable_text(ty));
        let declared = match &expr.kind {
            ExprKind::FunctionRef(name) => self.first_parameter(name),
            _ => None,
        };
        self.report(Finding::error(RuleCode::TypeMismatch, spot, message).note_if(declared, "it takes this"));
    }

    fn first_parameter(&mut self, name: &str) -> Option<FileSpan> {
        match self.callee(name) {
            super::function::Callee::Puppet(function) => self.parameters_of(function).first()?.type_span(),
            _ => None,
        }
    }

    fn map(&mut self, calling: &Calling<'a>, iteration: &Iteration) -> Ty {
        let result = self.block(calling, iteration);
        let mut range = self.sets.collection_range(&iteration.collection.ty);
        if calling.lambda.is_some_and(|lambda| leaves(&lambda.body)) {
            range.min = 0;
        }
        self.sets.array_of(result, range)
    }

    fn filter(&mut self, calling: &Calling<'a>, iteration: &Iteration) -> Ty {
        let collection = &iteration.collection.ty;
        let is_paired = iteration.given.len() == 2;
        if is_any(collection) || is_paired && self.hides_entries(collection, &iteration.element) {
            return c::any();
        }
        let kept: Vec<Ty> = self
            .sets
            .atoms(collection)
            .iter()
            .map(|atom| match Kind::of(atom) {
                Kind::Hash => {
                    let (key, value) = hash_pair(&self.sets, atom);
                    let range = Range { min: 0, ..hash_range(&self.sets, atom) };
                    self.sets.hash_of(key, value, range)
                }
                kind if kind.is_vague() => c::any(),
                kind => {
                    let Some(element) = self.sets.iterated(atom) else { return c::empty_array() };
                    let element = self.narrowed_by(calling.lambda.filter(|_| !is_paired), element);
                    let max = if kind == Kind::Array { elements(atom).range.max } else { None };
                    self.sets.array_of(element, Range { min: 0, max })
                }
            })
            .collect();
        self.sets.join(&kept)
    }

    /// Returns the element type narrowed by a predicate that tests its parameter.
    fn narrowed_by(&mut self, lambda: Option<&'a Rc<Lambda>>, element: Ty) -> Ty {
        let Some(lambda) = lambda.filter(|_| !is_any(&element)) else { return element };
        let ([param], [test]) = (&lambda.params[..], statements(&lambda.body)) else { return element };
        let (mark, matched) = (self.env.mark(), self.env.matched.clone());
        let var = self.add_variable(TypedExpr::of(element.clone()));
        self.env.bind(param.name.clone(), var);
        self.without_reporting(|checker| checker.narrow(test, true));
        self.env.matched = matched;
        let path = self.path(super::environment::PathKey::Variable(var));
        let kept = self.env.fact(path).cloned().unwrap_or(element);
        self.env.roll_back(mark);
        kept
    }

    fn reduce(&mut self, calling: &Calling<'a>, iteration: &Iteration) -> Ty {
        let start = calling.args.given.get(1).and_then(|memo| memo.found.clone());
        let has_start = start.is_some();
        let start = start.map_or_else(|| iteration.element.clone(), |start| start.ty);
        let mut memo = self.sets.widen(&start);
        let mut is_fixed = false;
        // Each round checks the lambda again, and so all lambdas in it.
        let rounds = if self.reports.suppress_depth < REREAD { ROUNDS } else { 0 };
        for _ in 0..rounds {
            let given = [memo.clone(), iteration.element.clone()];
            let result = self.without_reporting(|checker| checker.block_given(calling, &given, None));
            is_fixed = self.sets.contains(&memo, &result);
            if is_fixed || is_any(&result) {
                break;
            }
            memo = self.sets.widen(&self.sets.join2(&memo, &result));
        }
        if !is_fixed {
            memo = c::any();
        }
        let result =
            self.block_given(calling, &[memo, iteration.element.clone()], Some(Origin::element(iteration.from)));
        let joined = self.sets.join2(&result, &start);
        if has_start || iteration.filled { joined } else { self.sets.join2(&joined, &c::undef()) }
    }

    fn group_by(&mut self, calling: &Calling<'a>, iteration: &Iteration) -> Ty {
        let key = self.block(calling, iteration);
        let known = |ty: Ty| if is_never(&ty) { c::any() } else { ty };
        let element = known(iteration.element.clone());
        let group = Rc::new(Type::Array(element, Range { min: 1, max: None }.size()));
        c::hash_of(known(key), group)
    }
}

/// Returns the span of a literal's elements.
fn source_of_elements(collection: &TypedExpr) -> Option<FileSpan> {
    match &collection.parts {
        Some(LiteralSpans::Elements(spots)) => spots.first().copied(),
        _ => collection.source.as_ref().filter(|source| source.why == TypeOrigin::Element).map(|source| source.spot),
    }
}

/// Returns whether the body may end the iteration or the enclosing function.
fn leaves(body: &Expr) -> bool {
    any(body, &|expr| match &expr.kind {
        ExprKind::Call(call) => match &call.functor.kind {
            ExprKind::Name(name) | ExprKind::Reserved(name, _) => matches!(&**name, "break" | "return"),
            _ => false,
        },
        ExprKind::Method(method) => {
            matches!(&method.name.kind, ExprKind::Name(name) if matches!(&**name, "break" | "return"))
        }
        _ => false,
    })
}

/// Formats a Callable with its parameters in brackets, as it is declared.
fn callable_text(ty: &Type) -> String {
    let Type::Callable(callable) = ty else { return display(&Rc::new(Type::Any)) };
    let params = match callable.params.as_deref() {
        Some(Type::Tuple(types, _)) => types.iter().map(display).collect::<Vec<_>>().join(", "),
        _ => String::new(),
    };
    match &callable.returns {
        Some(returns) => format!("Callable[[{params}], {}]", display(returns)),
        None => format!("Callable[[{params}]]"),
    }
}
