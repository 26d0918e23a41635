//! Traversal of the syntax tree: the direct sub-expressions of an expression, in order of evaluation.

use super::ast::{AttributeOperation, Call, Expr, ExprKind, Lambda, Method, Name, Param, Segment};

/// Calls `visit` with each direct sub-expression in order of evaluation. It does not enter lambdas and definitions:
/// their bodies are separate scopes, see [`lambda_of`].
pub fn for_each_child<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    match &expr.kind {
        ExprKind::Interpolated(segments) => {
            for segment in segments {
                if let Segment::Value { expr, .. } = segment {
                    visit(expr);
                }
            }
        }
        ExprKind::Heredoc(heredoc) => visit(&heredoc.text),
        ExprKind::Array(items) | ExprKind::Block(items) => items.iter().for_each(visit),
        ExprKind::Hash(entries) => entries.iter().for_each(|entry| {
            visit(&entry.key);
            visit(&entry.value);
        }),
        ExprKind::Unfold(inner) | ExprKind::Negate(inner) | ExprKind::Not(inner) | ExprKind::Paren(inner) => {
            visit(inner)
        }
        ExprKind::Render(inner) => visit(inner),
        ExprKind::Binary(_, left, right) | ExprKind::Relation(_, left, right) => {
            visit(left);
            visit(right);
        }
        ExprKind::Assign(_, target, value) => {
            visit(value);
            visit(target);
        }
        ExprKind::Access(left, keys) => {
            visit(left);
            keys.iter().for_each(visit);
        }
        ExprKind::If(branch) | ExprKind::Unless(branch) => {
            visit(&branch.test);
            visit(&branch.then);
            visit(&branch.otherwise);
        }
        ExprKind::Case(case) => {
            visit(&case.test);
            for option in &case.options {
                option.values.iter().for_each(&mut *visit);
                visit(&option.then);
            }
        }
        ExprKind::Selector(selector) => {
            visit(&selector.left);
            for option in &selector.options {
                visit(&option.matching);
                visit(&option.value);
            }
        }
        ExprKind::Call(call) => call_children(call, visit),
        ExprKind::Method(method) => method_children(method, visit),
        ExprKind::Apply(apply) => apply.args.iter().for_each(visit),
        ExprKind::Resource(resource) => {
            visit(&resource.type_name);
            for body in &resource.bodies {
                visit(&body.title);
                operations(&body.operations, visit);
            }
        }
        ExprKind::ResourceDefaults(defaults) => {
            visit(&defaults.type_ref);
            operations(&defaults.operations, visit);
        }
        ExprKind::ResourceOverride(overriding) => {
            visit(&overriding.resources);
            operations(&overriding.operations, visit);
        }
        ExprKind::Collect(collect) => {
            visit(&collect.type_expr);
            collect.query.iter().for_each(&mut *visit);
            operations(&collect.operations, visit);
        }
        ExprKind::Epp(epp) => visit(&epp.body),
        _ => {}
    }
}

fn call_children<'a>(call: &'a Call, visit: &mut dyn FnMut(&'a Expr)) {
    visit(&call.functor);
    call.args.iter().for_each(visit);
}

fn method_children<'a>(method: &'a Method, visit: &mut dyn FnMut(&'a Expr)) {
    visit(&method.receiver);
    method.args.iter().for_each(visit);
}

fn operations<'a>(operations: &'a [AttributeOperation], visit: &mut dyn FnMut(&'a Expr)) {
    operations.iter().for_each(|operation| visit(&operation.value));
}

/// Returns the lambda of a call.
pub fn lambda_of(expr: &Expr) -> Option<&Lambda> {
    match &expr.kind {
        ExprKind::Call(call) => call.lambda.as_deref(),
        ExprKind::Method(method) => method.lambda.as_deref(),
        _ => None,
    }
}

/// Calls `visit` with every expression of a tree, lambdas (their defaults and bodies) included, definitions not.
pub fn for_each<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    visit(expr);
    for_each_child(expr, &mut |child| for_each(child, visit));
    if let Some(lambda) = lambda_of(expr) {
        for_each_default(&lambda.params, visit);
        for_each(&lambda.body, visit);
    }
}

fn for_each_default<'a>(params: &'a [Param], visit: &mut dyn FnMut(&'a Expr)) {
    for param in params {
        param.default.iter().for_each(|default| for_each(default, visit));
    }
}

/// Calls `visit` with every expression of one scope, but not of its lambdas.
pub fn for_each_in_scope<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    visit(expr);
    for_each_child(expr, &mut |child| for_each_in_scope(child, visit));
}

/// Calls `visit` with every expression of a tree, each before those in it: lambdas and definitions included.
pub fn for_each_everywhere<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    visit(expr);
    for_each_child(expr, &mut |child| for_each_everywhere(child, visit));
    if let Some(lambda) = lambda_of(expr) {
        for_each_of_params(&lambda.params, visit);
        lambda.returns.iter().for_each(|returns| for_each_everywhere(returns, visit));
        for_each_everywhere(&lambda.body, visit);
    }
    match &expr.kind {
        ExprKind::Function(function) | ExprKind::Plan(function) => {
            for_each_of_params(&function.params, visit);
            function.returns.iter().for_each(|returns| for_each_everywhere(returns, visit));
            for_each_everywhere(&function.body, visit);
        }
        ExprKind::Class(class) => {
            for_each_of_params(&class.params, visit);
            for_each_everywhere(&class.body, visit);
        }
        ExprKind::Define(define) => {
            for_each_of_params(&define.params, visit);
            for_each_everywhere(&define.body, visit);
        }
        ExprKind::Node(node) => {
            node.matches.iter().for_each(|one| for_each_everywhere(one, visit));
            for_each_everywhere(&node.body, visit);
        }
        ExprKind::TypeAlias(alias) => for_each_everywhere(&alias.type_expr, visit),
        ExprKind::TypeDefinition(definition) => for_each_everywhere(&definition.body, visit),
        ExprKind::TypeMapping(left, right) => [left, right].into_iter().for_each(|one| for_each_everywhere(one, visit)),
        ExprKind::Apply(apply) => for_each_everywhere(&apply.body, visit),
        ExprKind::Epp(epp) => for_each_of_params(&epp.params, visit),
        _ => {}
    }
}

fn for_each_of_params<'a>(params: &'a [Param], visit: &mut dyn FnMut(&'a Expr)) {
    for param in params {
        param.type_expr.iter().chain(&param.default).for_each(|one| for_each_everywhere(one, visit));
    }
}

/// Calls `visit` with each variable that an expression reads from its environment. The parameters and own variables of
/// its lambdas are omitted.
pub fn for_each_free_variable<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Name)) {
    free_variables(expr, &mut Vec::new(), visit);
}

fn free_variables<'a>(expr: &'a Expr, hidden: &mut Vec<&'a Name>, visit: &mut dyn FnMut(&'a Name)) {
    if let ExprKind::Variable(name) = &expr.kind
        && !hidden.contains(&name)
    {
        visit(name);
    }
    for_each_child(expr, &mut |child| free_variables(child, hidden, visit));
    let Some(lambda) = lambda_of(expr) else { return };
    let mark = hidden.len();
    for param in &lambda.params {
        param.default.iter().for_each(|default| free_variables(default, hidden, visit));
        hidden.push(&param.name);
    }
    for_each_in_scope(&lambda.body, &mut |inner| {
        if let ExprKind::Assign(_, target, _) = &inner.kind
            && let ExprKind::Variable(name) = &target.kind
        {
            hidden.push(name);
        }
    });
    free_variables(&lambda.body, hidden, visit);
    hidden.truncate(mark);
}

/// Returns the expressions that contain an offset or end there, the outermost first; definitions are entered.
pub fn around(expr: &Expr, offset: u32) -> Vec<&Expr> {
    let mut found = Vec::new();
    for_each_everywhere(expr, &mut |one| {
        if one.span.start <= offset && offset <= one.span.end {
            found.push(one);
        }
    });
    found
}

/// Returns whether a tree contains such an expression, lambdas included, definitions not.
pub fn any(expr: &Expr, is_wanted: &dyn Fn(&Expr) -> bool) -> bool {
    if is_wanted(expr) {
        return true;
    }
    let mut found = false;
    for_each_child(expr, &mut |child| found = found || any(child, is_wanted));
    found || lambda_of(expr).is_some_and(|lambda| any(&lambda.body, is_wanted))
}

/// Returns the return type in a written `Callable[[P], R]`, or an `Optional` of it.
pub fn callable_result(ty: &Expr) -> Option<&Expr> {
    let ExprKind::Access(left, keys) = &ty.kind else { return None };
    match &left.kind {
        ExprKind::Ref(name) if &**name == "Optional" => callable_result(keys.first()?),
        ExprKind::Ref(name) if &**name == "Callable" => {
            keys.get(1).filter(|_| keys.first().is_some_and(|first| matches!(first.kind, ExprKind::Array(_))))
        }
        _ => None,
    }
}
