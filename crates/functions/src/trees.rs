//! `tree_each`: walks nested arrays, hashes and objects and yields `[path, value]`.

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::{Hash, Ty, Type, Value};

use super::iterable::{Elements, limit, look_up, too_many, until_break, visit};
use super::{iterators, ruby};

pub(super) const ROWS: &[Builtin] = &[Builtin::new(
    "tree_each",
    &[
        Signature::new(
            "Variant[Iterator, Array, Hash, Object] $tree, Struct[{container_type => Optional[Type], \
             include_root => Optional[Boolean], include_containers => Optional[Boolean], include_values \
             => Optional[Boolean], order => Optional[Enum['depth_first', 'breadth_first']], include_refs \
             => Optional[Boolean]}] $options = {}, Callable[2, 2] &$block",
            "Any",
            each_path,
        ),
        Signature::new(
            "Variant[Iterator, Array, Hash, Object] $tree, Struct[{container_type => Optional[Type], \
             include_root => Optional[Boolean], include_containers => Optional[Boolean], include_values \
             => Optional[Boolean], order => Optional[Enum['depth_first', 'breadth_first']], include_refs \
             => Optional[Boolean]}] $options = {}, Callable[1, 1] &$block",
            "Any",
            each_value,
        ),
        Signature::new(
            "Variant[Iterator, Array, Hash, Object] $tree, Struct[{container_type => Optional[Type], \
             include_root => Optional[Boolean], include_containers => Optional[Boolean], include_values \
             => Optional[Boolean], order => Optional[Enum['depth_first', 'breadth_first']], include_refs \
             => Optional[Boolean]}] $options = {}",
            "Iterator",
            tree,
        ),
    ],
    "Walks nested containers: path and value of each node, from the root down.",
)
.shows("[1, [2]].tree_each.map |$node| { $node }", "[[[], [1, [2]]], [[0], 1], [[1], [2]], [[1, 0], 2]]")];

/// The options of a walk.
struct Options {
    containers: Option<Ty>,
    with_root: bool,
    with_containers: bool,
    with_values: bool,
    breadth_first: bool,
}

impl Options {
    fn of(call: &Call<'_>) -> EvalResult<Options> {
        let empty = Hash::new();
        let hash = call.arg(1).as_hash().unwrap_or(&empty);
        for (key, value) in hash.iter() {
            check_option(call, key, value)?;
        }
        let flag = |name| hash.get_str(name).is_none_or(|value| value.is_undef() || value.is_true());
        let options = Options {
            containers: match hash.get_str("container_type") {
                Some(Value::Type(ty)) => Some(ty.clone()),
                _ => None,
            },
            with_root: flag("include_root") && flag("include_containers"),
            with_containers: flag("include_containers"),
            with_values: flag("include_values"),
            breadth_first: hash.get_str("order").and_then(Value::as_str) == Some("breadth_first"),
        };
        if !options.with_containers && !options.with_values {
            return call.fail("tree_each cannot omit both containers and values");
        }
        Ok(options)
    }

    fn is_container(&self, value: &Value) -> bool {
        let kind = matches!(value, Value::Array(_) | Value::Hash(_) | Value::Object(_) | Value::Type(_));
        kind && self.containers.as_ref().is_none_or(|ty| puppet_pcore::instance(ty, value))
    }
}

fn check_option(call: &Call<'_>, key: &Value, value: &Value) -> EvalResult<()> {
    let fits = match key.as_str() {
        Some("include_root" | "include_containers" | "include_values" | "include_refs") => {
            matches!(value, Value::Bool(_) | Value::Undef)
        }
        Some("container_type") => match value {
            Value::Type(ty) => may_contain(ty),
            other => other.is_undef(),
        },
        Some("order") => value.is_undef() || matches!(value.as_str(), Some("depth_first" | "breadth_first")),
        _ => false,
    };
    if fits {
        Ok(())
    } else {
        call.fail(format!("tree_each has no option {} => {}", ruby::inspected(key), ruby::inspected(value)))
    }
}

/// Returns whether the type can select containers.
fn may_contain(ty: &Type) -> bool {
    match ty {
        Type::Array(..)
        | Type::Hash(..)
        | Type::Tuple(..)
        | Type::Struct(..)
        | Type::AnyStruct
        | Type::Object(_)
        | Type::AnyObject => true,
        Type::Variant(types) => types.iter().all(|ty| may_contain(ty)),
        Type::Alias(alias) => alias.resolved.get().is_some_and(|ty| may_contain(ty)),
        _ => false,
    }
}

/// A node: its path and value.
type Node = (Vec<Value>, Value);

fn each_path(call: &mut Call<'_>) -> EvalResult {
    until_break(walk(call, |call, (path, value)| call.block2(Value::array(path), value).map(drop)))?;
    Ok(call.take(0))
}

fn each_value(call: &mut Call<'_>) -> EvalResult {
    until_break(walk(call, |call, (_, value)| call.block1(value).map(drop)))?;
    Ok(call.take(0))
}

fn tree(call: &mut Call<'_>) -> EvalResult {
    let mut nodes = Vec::new();
    walk(call, |_, (path, value)| {
        nodes.push(Value::array(vec![Value::array(path), value]));
        Ok(())
    })?;
    Ok(iterators::over(nodes))
}

/// Passes all nodes to `take`, in order.
fn walk<'a>(call: &mut Call<'a>, mut take: impl FnMut(&mut Call<'a>, Node) -> EvalResult<()>) -> EvalResult<()> {
    let options = Options::of(call)?;
    let root = call.arg(0).clone();
    if !options.is_container(&root) {
        // As in the reference, which fails on the way from the root.
        if options.with_root {
            take(call, (Vec::new(), root.clone()))?;
        }
        return call.fail(format!("tree_each cannot walk through {}", ruby::inspected(&root)));
    }
    let limit = limit(call);
    let mut count = 0;
    // Depth first takes the newest of the waiting containers, breadth first the oldest.
    let mut waiting = std::collections::VecDeque::from([(Vec::new(), root, true)]);
    while let Some((path, value, is_root)) = next(&mut waiting, options.breadth_first) {
        look_up(call, count as u64)?;
        if count + waiting.len() > limit {
            return too_many(limit);
        }
        let container = options.is_container(&value);
        if container {
            push_children(call, &mut waiting, &path, &value, !options.breadth_first)?;
        }
        let wanted = match (is_root, container) {
            (true, _) => options.with_root,
            (_, true) => options.with_containers,
            // The reference reads include_values only when it goes depth first.
            (_, false) => options.with_values || options.breadth_first,
        };
        if wanted {
            count += 1;
            take(call, (path, value))?;
        }
    }
    Ok(())
}

type Waiting = std::collections::VecDeque<(Vec<Value>, Value, bool)>;

fn next(waiting: &mut Waiting, oldest: bool) -> Option<(Vec<Value>, Value, bool)> {
    if oldest { waiting.pop_front() } else { waiting.pop_back() }
}

/// Adds the children of a container; `last_first` is for a stack.
fn push_children(
    call: &mut Call<'_>,
    waiting: &mut Waiting,
    path: &[Value],
    value: &Value,
    last_first: bool,
) -> EvalResult<()> {
    let mut children = children(call, value)?;
    if last_first {
        children.reverse();
    }
    budget::charge(children.len() * (path.len() + 4) * size_of::<Value>())?;
    waiting.extend(children.into_iter().map(|(key, child)| {
        let mut path = path.to_vec();
        path.push(key);
        (path, child, false)
    }));
    Ok(())
}

/// Returns the children of a container with their keys.
fn children(call: &mut Call<'_>, value: &Value) -> EvalResult<Vec<(Value, Value)>> {
    match value {
        Value::Type(ty) => {
            Ok(puppet_pcore::attributes(ty).into_iter().map(|(name, value)| (Value::str(name), value)).collect())
        }
        Value::Hash(hash) => Ok(hash.iter().map(|(key, value)| (key.clone(), value.clone())).collect()),
        Value::Object(object) => {
            let hash = puppet_pcore::print::init_hash(object);
            Ok(hash.iter().map(|(key, value)| (key.clone(), value.clone())).collect())
        }
        _ => {
            let mut children = Vec::new();
            if let Some(elements) = Elements::of(value) {
                visit(call, &elements, |_, index, child| {
                    children.push((Value::Int(index), child));
                    Ok(true)
                })?;
            }
            Ok(children)
        }
    }
}
