//! The signatures of built-in functions: parsed at first use, and chosen by the arguments of a call.

use pprepl_text::Topic;
use std::rc::Rc;

use pprepl_budget as budget;
use puppet_pcore::Matcher;
use puppet_pcore::{CallableValue, Contract, Mismatch, Size, Ty, Type, TypeRules, Value};
use puppet_syntax::ast::{ExprKind, Param};
use puppet_syntax::{LexOptions, parse};

use super::builtin::Block;
use super::callbacks::ForeignCode;
use super::checks::checks;
use super::code::LambdaValue;
use super::functions::{BlockNeed, FunctionEntry, ReadParam, ReadSignature, Signatures};
use super::services::Compile;
use super::{BlockArity, Builtin, Call, EvalResult, Flow, Vm};

/// A signature's parameters (name, type, is it required, captures-rest) and its lambda.
pub(crate) struct Parts<'s, I> {
    pub(crate) params: I,
    pub(crate) block: &'s BlockNeed,
}

impl Signatures {
    /// Returns the signatures in parts, in order.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Parts<'_, impl Iterator<Item = (String, Ty, bool, bool)>>> {
        self.all.iter().map(|read| {
            let last = read.params.len().saturating_sub(1);
            let params = read.params.iter().enumerate().map(move |(index, param)| {
                let rest = read.max.is_none() && index == last;
                (param.name.to_string(), param.ty.clone(), index < read.required, rest)
            });
            Parts { params, block: &read.block }
        })
    }
}

/// Returns the signatures of a built-in function.
pub(crate) fn signatures(vm: &mut Vm, builtin: &'static Builtin) -> Rc<Signatures> {
    let key = std::ptr::from_ref(builtin) as usize;
    if let Some(signatures) = vm.functions.signatures.get(&key) {
        return signatures.clone();
    }
    // Their types follow Puppet 8 in every edition.
    let types = vm.settings.types;
    vm.settings.types = TypeRules { edition4x: false, edition3x: false, any_callable: false, ..types };
    let read = || builtin.signatures.iter().map(|signature| read(vm, signature.params, signature.run)).collect();
    let all: Vec<ReadSignature> = budget::unlimited(read);
    vm.settings.types = types;
    let take_blocks = all.iter().any(|signature| matches!(signature.block, BlockNeed::Taken { .. }));
    let signatures = Rc::new(Signatures { all, take_blocks });
    vm.functions.signatures.insert(key, signatures.clone());
    signatures
}

fn read(vm: &mut Vm, params: &str, run: fn(&mut Call<'_>) -> EvalResult) -> ReadSignature {
    let source = format!("function f({}) {{ }}", params.replace("&$", "$"));
    let parsed = parse(&source, LexOptions::default());
    let mut made = Vec::new();
    let mut block = BlockNeed::Refused;
    let mut required = 0;
    let mut rest = false;
    if let ExprKind::Function(function) = &parsed.program.body.kind {
        for (index, param) in function.params.iter().enumerate() {
            if index + 1 == function.params.len() && params.contains("&$") {
                let ty = param.type_expr.as_ref().and_then(|expr| vm.static_type(expr));
                block = block_need(ty.as_ref());
                continue;
            }
            required += usize::from(param.default.is_none() && !param.captures_rest);
            rest |= param.captures_rest;
            made.push(read_param(vm, param));
        }
    }
    debug_assert!(!parsed.diagnostics.iter().any(|d| d.is_error()), "signature `{params}` does not parse");
    ReadSignature { max: (!rest).then_some(made.len()), params: made, required, block, run }
}

fn read_param(vm: &mut Vm, param: &Param) -> ReadParam {
    let ty = param.type_expr.as_ref().and_then(|expr| vm.static_type(expr)).unwrap_or_else(|| Rc::new(Type::Any));
    ReadParam { name: param.name.clone(), matcher: Matcher::new(&ty), ty }
}

/// Derives the requirement from the type of a lambda parameter.
pub(crate) fn block_need(ty: Option<&Ty>) -> BlockNeed {
    let (required, callable) = match ty.map(|ty| &**ty) {
        Some(Type::Optional(inner)) => (false, inner.clone().unwrap_or_else(any)),
        _ => (true, ty.cloned().unwrap_or_else(any)),
    };
    let params = match &*callable {
        Type::Callable(callable) => callable.params.as_deref(),
        _ => None,
    };
    let types = match params {
        Some(Type::Tuple(types, None)) => types.iter().cloned().collect(),
        _ => Rc::default(),
    };
    BlockNeed::Taken { required, arity: params.and_then(tuple_arity), types }
}

impl BlockNeed {
    /// Returns whether it accepts this lambda (`None`: no lambda).
    pub(crate) fn takes(&self, block: Option<BlockArity>) -> bool {
        match (self, block) {
            (BlockNeed::Refused, given) => given.is_none(),
            (BlockNeed::Taken { required, .. }, None) => !required,
            (BlockNeed::Taken { arity, .. }, Some(given)) => arity.is_none_or(|(least, most)| fits(given, least, most)),
        }
    }

    /// Returns whether the typed parameters of the lambda accept all its arguments.
    fn accepts_types(&self, vm: &mut Vm, block: &Block<'_>) -> bool {
        let (BlockNeed::Taken { types, .. }, Block::Inline(body)) = (self, block) else { return true };
        if types.is_empty() || body.params.iter().all(|param| param.type_code.is_none()) {
            return true;
        }
        let Ok(checks) = checks(vm, body) else { return true };
        let takes = |(ty, check): (&Ty, &Option<(Ty, Matcher)>)| {
            check.as_ref().is_none_or(|(param, _)| puppet_pcore::assignable(param, ty))
        };
        types.iter().zip(&checks.params).all(takes)
    }
}

fn any() -> Ty {
    Rc::new(Type::Any)
}

fn tuple_arity(params: &Type) -> Option<(usize, Option<usize>)> {
    let Type::Tuple(types, size) = params else { return None };
    match size {
        Some(size) => Some((size.from.max(0) as usize, size.to.map(|to| to.max(0) as usize))),
        None => Some((types.len(), Some(types.len()))),
    }
}

/// Returns the minimum and maximum number of arguments over all signatures.
pub(crate) fn arity(signatures: &Signatures) -> BlockArity {
    let required = signatures.all.iter().map(|signature| signature.required).min().unwrap_or(0);
    let max =
        signatures.all.iter().map(|signature| signature.max).max_by_key(|max| max.unwrap_or(usize::MAX)).flatten();
    let unlimited = signatures.all.iter().any(|signature| signature.max.is_none());
    BlockArity { required, max: if unlimited { None } else { max } }
}

impl ReadSignature {
    #[inline]
    fn accepts(&self, vm: &mut Vm, args: &[Value], block: &Block<'_>) -> bool {
        self.accepts_count(args.len()) && self.accepts_block(vm, block) && self.first_mismatch(args).is_none()
    }

    fn accepts_count(&self, count: usize) -> bool {
        count >= self.required && self.max.is_none_or(|max| count <= max)
    }

    fn accepts_block(&self, vm: &mut Vm, block: &Block<'_>) -> bool {
        match &self.block {
            BlockNeed::Refused => !block.is_some(),
            need => need.takes(block.arity(vm)) && need.accepts_types(vm, block),
        }
    }

    /// Returns the parameter of the n-th argument.
    fn param(&self, index: usize) -> Option<&ReadParam> {
        self.params.get(index).or(self.params.last())
    }

    fn first_mismatch(&self, args: &[Value]) -> Option<usize> {
        let last = self.params.len().saturating_sub(1);
        args.iter().enumerate().position(|(index, arg)| match self.params.get(index.min(last)) {
            Some(param) => !param.matcher.test(arg),
            None => false,
        })
    }
}

/// Returns whether a lambda may be called with `least` up to `most` arguments.
fn fits(given: BlockArity, least: usize, most: Option<usize>) -> bool {
    given.required <= least && given.max.is_none_or(|max| most.is_some_and(|most| most <= max))
}

impl Block<'_> {
    /// Returns the number of arguments that it accepts.
    pub(crate) fn arity(&self, vm: &mut Vm) -> Option<BlockArity> {
        match self {
            Block::None => None,
            Block::Inline(body) => Some(BlockArity { required: body.required, max: body.max }),
            Block::Lambda(callable) | Block::Value(callable) => Some(arity_of(vm, callable)),
        }
    }
}

fn contract_arity(contract: &Contract) -> Option<BlockArity> {
    let (required, max) = contract.callable.params.as_deref().and_then(tuple_arity)?;
    Some(BlockArity { required, max })
}

/// Returns the number of arguments that a callable accepts.
pub(crate) fn arity_of(vm: &mut Vm, callable: &CallableValue) -> BlockArity {
    if let Some(arity) = callable.contract.as_ref().and_then(|contract| contract_arity(contract)) {
        return arity;
    }
    if let Some(lambda) = callable.code.downcast_ref::<LambdaValue>() {
        if let Some(arity) = lambda.adopted.as_ref().and_then(|contract| contract_arity(contract)) {
            return arity;
        }
        return BlockArity { required: lambda.body.required, max: lambda.body.max };
    }
    if let Some(code) = callable.code.downcast_ref::<ForeignCode>() {
        return code.arity;
    }
    if let Some(entry) = callable.code.downcast_ref::<Rc<FunctionEntry>>() {
        if let Some(body) = vm.function_body(entry) {
            return BlockArity { required: body.required, max: body.max };
        }
        if let Some(builtin) = entry.builtin {
            return arity(&signatures(vm, builtin));
        }
    }
    BlockArity { required: 0, max: None }
}

/// Returns whether a callable passed last is an argument, not the lambda: some signature accepts it so, and none that
/// requires a lambda accepts the call with it.
pub(crate) fn takes_as_argument(vm: &mut Vm, signatures: &Signatures, args: &[Value], block: &Block<'_>) -> bool {
    let others = args.split_last().map_or(args, |(_, others)| others);
    let requires = |signature: &&ReadSignature| matches!(signature.block, BlockNeed::Taken { required: true, .. });
    let needed = signatures.all.iter().filter(requires).any(|signature| signature.accepts(vm, others, block));
    !needed && signatures.all.iter().any(|signature| signature.accepts(vm, args, &Block::None))
}

/// Returns the first signature that accepts the call.
#[inline]
pub(crate) fn choose(
    vm: &mut Vm,
    signatures: &Signatures,
    args: &[Value],
    block: &Block<'_>,
) -> Option<fn(&mut Call<'_>) -> EvalResult> {
    signatures.all.iter().find(|signature| signature.accepts(vm, args, block)).map(|signature| signature.run)
}

/// Creates the error for a call that no signature accepts.
#[cold]
pub(crate) fn mismatch(
    vm: &mut Vm,
    builtin: &'static Builtin,
    signatures: &Signatures,
    args: &[Value],
    block: &Block<'_>,
) -> Box<Flow> {
    let name = builtin.name;
    let counted: Vec<&ReadSignature> =
        signatures.all.iter().filter(|signature| signature.accepts_count(args.len())).collect();
    let mut flow = match &counted[..] {
        [] => Flow::fail_with(Topic::ArgumentCount, wrong_count(name, signatures, args.len())),
        several => match blamed(vm, several, args, block) {
            Some((param, expected, arg)) => Flow::mismatch(&format!("`{name}`: parameter '{param}'"), &expected, arg)
                .with_topic(Topic::ArgumentType),
            None => Flow::fail_with(Topic::ArgumentType, block_mismatch(vm, name, several[0], block)),
        },
    };
    let forms: Vec<String> =
        builtin.signatures.iter().map(|signature| format!("{name}({})", signature.params)).collect();
    let called = format!("it is called as {}", forms.join(" or "));
    // A fix that changes a declaration does not apply to a built-in function.
    let missing = args.iter().any(Value::is_undef);
    match &mut *flow {
        Flow::Fault(fault) if !missing && fault.issue.help.is_some() => flow.note(|| called),
        Flow::Fault(fault) => fault.issue.help = Some(called),
        _ => {}
    }
    flow
}

/// Returns the operand to blame for a call with this lambda, or without one: a signature that takes that has precedence.
fn blamed<'v>(
    vm: &mut Vm,
    signatures: &[&ReadSignature],
    args: &'v [Value],
    block: &Block<'_>,
) -> Option<(Rc<str>, Ty, &'v Value)> {
    let suited: Vec<&ReadSignature> = signatures.iter().copied().filter(|one| one.accepts_block(vm, block)).collect();
    nearest(if suited.is_empty() { signatures } else { &suited }, args)
}

/// Returns the operand to blame: the parameter's name, its expected type, and the argument. The type comes from the
/// signatures that accept the most arguments before a rejected one. `None` when some signature accepts all arguments.
fn nearest<'v>(signatures: &[&ReadSignature], args: &'v [Value]) -> Option<(Rc<str>, Ty, &'v Value)> {
    let refused: Vec<(usize, &ReadSignature)> = signatures
        .iter()
        .map(|signature| Some((signature.first_mismatch(args)?, *signature)))
        .collect::<Option<_>>()?;
    let furthest = refused.iter().map(|(at, _)| *at).max()?;
    let params = refused.iter().filter(|(at, _)| *at == furthest).filter_map(|(at, signature)| signature.param(*at));
    let params: Vec<&ReadParam> = params.collect();
    let expected = puppet_pcore::variant_of(params.iter().map(|param| param.ty.clone()));
    Some((params.first()?.name.clone(), expected, args.get(furthest)?))
}

fn wrong_count(name: &str, signatures: &Signatures, given: usize) -> String {
    let arity = arity(signatures);
    let size = Size { from: arity.required as i64, to: arity.max.map(|max| max as i64) };
    format!("`{name}` expects {}, found {given}", Mismatch::format_count(size, "arguments"))
}

fn block_mismatch(vm: &mut Vm, name: &str, signature: &ReadSignature, block: &Block<'_>) -> String {
    match (&signature.block, block.arity(vm)) {
        (BlockNeed::Refused, _) => format!("`{name}` does not accept a lambda"),
        (_, None) => format!("`{name}` expects a lambda"),
        (BlockNeed::Taken { arity, .. }, Some(given)) => {
            let given = given.max.unwrap_or(given.required) as i64;
            let found = Mismatch::format_count(Size { from: given, to: Some(given) }, "parameters");
            let called = arity.map_or_else(String::new, |(least, most)| {
                let size = Size { from: least as i64, to: most.map(|most| most as i64) };
                format!(": it passes {}", Mismatch::format_count(size, "arguments"))
            });
            format!("`{name}` cannot call a lambda with {found}{called}")
        }
    }
}
