//! Calls: functions of other languages, resources that look like calls, arguments in another order.

use pprepl_text::{Diagnostic, Fix, IssueCode, Span, Topic, suggest};
use puppet_pcore::Value;
use puppet_syntax::ast::{Expr, ExprKind, HashEntry};
use puppet_syntax::declaration;
use puppet_syntax::foreign::{self, CallParts, FunctionWay};
use puppet_syntax::walk;

use super::advised::Advice;
use super::scene::Scene;

/// `[1, 2].map(x => x * 2)`: a function of JavaScript as an argument.
pub(super) fn arrow_function(scene: &mut Scene<'_, '_>, _: &Diagnostic) -> Option<Advice> {
    let (call, entry, expr) = scene.innermost(|expr| {
        let call = CallParts::of(expr).filter(|call| call.lambda.is_none())?;
        let entry = only_entry(call.args.last()?, scene.text())?;
        matches!(entry.key.kind, ExprKind::Name(_)).then_some((call, entry, expr))
    })?;
    let (name, ExprKind::Name(param)) = (call.function()?, &entry.key.kind) else { return None };
    let takes_lambda = puppet_functions::find(name)
        .is_some_and(|row| row.signatures.iter().any(|signature| signature.params.contains('&')));
    let calls = CallParts::of(expr)?;
    if !takes_lambda || calls.receiver.is_none() {
        return None;
    }
    let body = with_dollar(&entry.value, param, scene.text());
    let receiver = scene.code(calls.receiver?);
    let lambda = format!("|${param}| {{ {body} }}");
    let fixed = format!("{receiver}.{name} {lambda}");
    let advice = Advice::help(format!("write the lambda after the call: {receiver}.{name} {lambda}"));
    let advice = advice.headline(format!("expected a lambda for `{name}`, found a hash: Puppet has no `=>` functions"));
    Some(advice.fix(Some(Fix::replace(expr.span, fixed))))
}

/// Returns the only entry of a hash that is written without braces.
fn only_entry<'e>(expr: &'e Expr, source: &str) -> Option<&'e HashEntry> {
    match &expr.kind {
        ExprKind::Hash(entries) if entries.len() == 1 && !expr.span.of(source).starts_with('{') => entries.first(),
        _ => None,
    }
}

/// Returns the source of an expression in which each bare word `name` is the variable `$name`.
fn with_dollar(expr: &Expr, name: &str, source: &str) -> String {
    let mut places = Vec::new();
    walk::for_each(expr, &mut |part| {
        if matches!(&part.kind, ExprKind::Name(word) if &**word == name) {
            places.push(part.span.start);
        }
    });
    places.sort_unstable();
    let mut out = String::new();
    let mut at = expr.span.start;
    for place in places {
        out.push_str(source.get(at as usize..place as usize).unwrap_or_default());
        out.push('$');
        at = place;
    }
    out.push_str(source.get(at as usize..expr.span.end as usize).unwrap_or_default());
    out
}

/// `file('/a', ensure => present)`, `vhost('a')`: a resource that is written as a call.
pub(super) fn resource_call(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    let (expr, call) = scene.innermost(|expr| Some((expr, CallParts::of(expr)?)))?;
    let name = call.function().filter(|_| call.receiver.is_none() && call.lambda.is_none())?;
    let catalog = &scene.analyzer.core.vm.catalog;
    let has_attributes = call.args.len() > 1 && matches!(call.args.last()?.kind, ExprKind::Hash(_));
    let is_unknown = found.code == IssueCode::UnknownFunction;
    if !is_unknown && !has_attributes {
        return None;
    }
    let bare = name.strip_prefix("::").unwrap_or(name);
    if catalog.is_class(bare) && is_unknown {
        let code = match call.args.last() {
            Some(Expr { kind: ExprKind::Hash(_), span, .. }) => {
                format!("class {{ '{bare}': {} }}", attributes(span.of(scene.text())))
            }
            _ => format!("include {bare}"),
        };
        let advice = Advice::help(format!("`{bare}` is a class: write {code}"));
        return Some(advice.fix(Some(Fix::replace(expr.span, code))));
    }
    if !catalog.is_resource_type(bare) {
        return None;
    }
    let kind = if catalog.definition(bare).is_some() { "defined type" } else { "resource type" };
    let title = call.args.first().filter(|title| !matches!(title.kind, ExprKind::Hash(_)));
    let title = title.map_or("'title'", |title| scene.code(title));
    let set = match call.args.last() {
        Some(Expr { kind: ExprKind::Hash(_), span, .. }) => format!(" {}", attributes(span.of(scene.text()))),
        _ => String::new(),
    };
    let code = format!("{bare} {{ {title}:{set} }}");
    let advice = Advice::help(format!("`{bare}` is a {kind}; declare a resource: {code}"));
    let fix = (!call.args.is_empty()).then(|| Fix::replace(expr.span, code));
    Some(advice.fix(fix))
}

/// Returns the entries of a hash without its braces.
fn attributes(hash: &str) -> &str {
    let inner = hash.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    inner.unwrap_or(hash).trim()
}

/// `f(port => 80)`: arguments by name.
pub(super) fn named_arguments(scene: &mut Scene<'_, '_>, _: &Diagnostic) -> Option<Advice> {
    let (expr, call) = scene.innermost(|expr| Some((expr, CallParts::of(expr)?)))?;
    let (name, last) = (call.function()?, call.args.last()?);
    let ExprKind::Hash(entries) = &last.kind else { return None };
    let definition = scene.analyzer.core.vm.functions.definition(name)?;
    if scene.code(last).starts_with('{') {
        return None;
    }
    let named = |wanted: &str| {
        entries.iter().find(|entry| match &entry.key.kind {
            ExprKind::Name(key) | ExprKind::String(key) => **key == *wanted,
            _ => false,
        })
    };
    let is_parameter = |key: &Expr| match &key.kind {
        ExprKind::Name(key) | ExprKind::String(key) => definition.params.iter().any(|param| param.name == *key),
        _ => false,
    };
    if !entries.iter().all(|entry| is_parameter(&entry.key)) {
        return None;
    }
    let mut values: Vec<String> = call.receiver.into_iter().map(|receiver| scene.code(receiver).to_owned()).collect();
    values.extend(call.args[..call.args.len() - 1].iter().map(|arg| scene.code(arg).to_owned()));
    for param in definition.params.iter().skip(values.len()) {
        match named(&param.name) {
            Some(entry) => values.push(scene.code(&entry.value).to_owned()),
            None => break,
        }
    }
    let code = format!("{name}({})", values.join(", "));
    let advice = Advice::help(format!("pass the arguments in the order of the parameters: {code}"));
    let advice = advice.headline("Puppet has no named arguments for functions");
    Some(advice.fix(Some(Fix::replace(expr.span, code))))
}

/// `$h.key`, `$facts.os.family`: the element of a hash.
pub(super) fn member(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    if found.code != IssueCode::UnknownFunction {
        return None;
    }
    let (expr, call) = scene.innermost(|expr| Some((expr, CallParts::of(expr)?)))?;
    let receiver = call.receiver.filter(|_| call.args.is_empty() && call.lambda.is_none())?;
    let written = scene.code(receiver);
    // In "${facts.os}" the name has no `$` of its own.
    let is_bare = matches!(receiver.kind, ExprKind::Variable(_) | ExprKind::Access(..)) && !written.starts_with('$');
    let is_variable = is_bare || matches!(receiver.kind, ExprKind::Name(_));
    let base = if is_variable { format!("${written}") } else { written.to_owned() };
    let name = call.function()?;
    let Some(Value::Hash(hash)) = scene.value(&base) else {
        let ExprKind::Name(module) = &receiver.kind else { return None };
        let foreign::WordWay::Words(words) = foreign::word_way(module)? else { return None };
        return foreign::function_way(name, None).is_none().then(|| Advice::help(words));
    };
    if foreign::function_way(name, Some(1)).is_some() && hash.get_str(name).is_none() {
        return None;
    }
    // The members that follow are keys as well, as long as they name no function.
    let (mut whole, mut keys) = (expr, format!("['{name}']"));
    for outer in scene.around(expr) {
        let Some(parts) = CallParts::of(outer).filter(|parts| parts.args.is_empty() && parts.lambda.is_none()) else {
            break;
        };
        let Some(key) = parts.function().filter(|key| puppet_functions::find(key).is_none()) else { break };
        if !parts.receiver.is_some_and(|inner| std::ptr::eq(inner, whole)) {
            break;
        }
        keys.push_str(&format!("['{key}']"));
        whole = outer;
    }
    let base = if is_bare { written } else { &base };
    let code = format!("{base}{keys}");
    let advice = Advice::help(format!("a dot calls a function; take the value of a key with `[..]`: {code}"));
    Some(advice.fix(Some(Fix::replace(whole.span, code))))
}

/// `Math.max(1, 2)`, `Object.keys($h)`: a function of a module or class.
pub(super) fn module_function(scene: &mut Scene<'_, '_>, _: &Diagnostic) -> Option<Advice> {
    let (expr, call) = scene.innermost(|expr| Some((expr, CallParts::of(expr)?)))?;
    let name = call.function()?;
    let ExprKind::Ref(module) = &call.receiver?.kind else { return None };
    let plain = CallParts { receiver: None, ..CallParts::of(expr)? };
    let args: Vec<&str> = call.args.iter().map(|arg| scene.code(arg)).collect();
    let code = match puppet_functions::find(name) {
        Some(_) => format!("{name}({})", args.join(", ")),
        None => foreign::rewrite_call(&plain, scene.text(), scene.is_nested(expr))?,
    };
    if !scene.runs(expr, &code) {
        return None;
    }
    let advice = Advice::help(format!("Puppet's functions belong to no class such as `{module}`: write `{code}`"));
    Some(advice.fix(Some(Fix::replace(expr.span, code))).must_run())
}

/// A function of another language.
pub(super) fn unknown_function(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    if found.code != IssueCode::UnknownFunction {
        return None;
    }
    let (expr, call) = scene.innermost(|expr| Some((expr, CallParts::of(expr)?)))?;
    let name = call.function()?;
    let count = call.arguments().count();
    let way = foreign::function_way(name, Some(count))?;
    let words = foreign::function_advice(name, Some(count))?;
    let mut code = foreign::rewrite_call(&call, scene.text(), scene.is_nested(expr))?;
    if code.starts_with("Array(") && visits_pairs(scene, expr) {
        // An array of pairs has an index and a pair for each round: only a hash has a key and a value.
        if !KEYS_AND_VALUES.contains(&name) {
            let advice = "with two parameters a hash gives its keys and values, and an array its indexes and elements";
            return Some(Advice::help(format!("{advice}: $hash.each |$key, $value| {{ .. }}")));
        }
        code = scene.code(call.arguments().next()?).to_owned();
    }
    let written = match way {
        FunctionWay::Call(_) => format!("{words}: write `{{}}`"),
        FunctionWay::Code(..) | FunctionWay::Words(_) if words.starts_with("write ") => "write `{}`".to_owned(),
        FunctionWay::Code(..) | FunctionWay::Words(_) => format!("write `{{}}`; {words}"),
    };
    let module = (puppet_functions::stdlib::find)(name);
    let module = module.map(|(module, _)| format!("; `{name}` itself is in the module {module} (--modulepath DIR)"));
    let written = format!("{written}{}", module.unwrap_or_default());
    let advice = Advice { written: Some(written), ..Advice::default() };
    Some(advice.fix(Some(Fix::replace(expr.span, code))))
}

/// Functions of other languages that return the keys and values of a hash.
const KEYS_AND_VALUES: &[&str] = &["items", "entries"];

/// Returns whether the value of an expression is visited with two parameters: `$h.items().each |$k, $v| { }`.
fn visits_pairs(scene: &Scene<'_, '_>, expr: &Expr) -> bool {
    let Some(outer) = scene.around(expr).next().and_then(CallParts::of) else { return false };
    let is_visit = outer.function().is_some_and(|name| ["each", "map", "filter", "any", "all"].contains(&name));
    let is_visited = outer.arguments().next().is_some_and(|first| std::ptr::eq(first, expr));
    is_visit && is_visited && outer.lambda.is_some_and(|lambda| lambda.params.len() == 2)
}

/// `hiera('port')`: a function of Puppet 3 that still exists.
pub(super) fn older_function(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    let (expr, call) = scene.innermost(|expr| Some((expr, CallParts::of(expr)?)))?;
    let name = call.function().filter(|name| name.starts_with("hiera"))?;
    let code = foreign::rewrite_call(&call, scene.text(), false)?;
    let own = found.help.as_deref().map(|help| format!("; {help}")).unwrap_or_default();
    let advice = Advice::help(format!("`{name}` is a function of Puppet 3: write `{code}`{own}"));
    Some(advice.fix(Some(Fix::replace(expr.span, code))).must_run())
}

/// `notify 'x'`, `inlude web`: a statement of a name and a value.
pub(super) fn statement_call(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    if found.code != IssueCode::IdemExpressionNotLast {
        return None;
    }
    let (word, statements) = scene.innermost(|expr| match &expr.kind {
        ExprKind::Block(statements) => {
            let word = statements.iter().position(|one| one.span == scene.span)?;
            Some((word, statements))
        }
        _ => None,
    })?;
    let (name, next) = (statements.get(word)?, statements.get(word + 1)?);
    let ExprKind::Name(function) = &name.kind else { return None };
    let gap = Span::new(name.span.end, next.span.start).of(scene.text());
    if gap.contains(['\n', ';']) {
        return None;
    }
    let whole = Span::new(name.span.start, next.span.end);
    if scene.analyzer.core.vm.catalog.is_resource_type(function) {
        let code = declaration(function, scene.code(next));
        let advice = Advice::help(format!("`{function}` is a resource type, not a function"));
        let advice = advice.headline(format!("declare a resource: {code}"));
        return Some(advice.fix(Some(Fix::replace(whole, code))));
    }
    let statements = puppet_functions::builtins().filter(|row| row.statement).map(|row| row.name);
    let near = suggest::nearest(function, statements)?;
    Some(Advice::help(format!("did you mean `{near}`?")).fix(Some(Fix::replace(name.span, near))))
}

/// `', '.join(['a', 'b'])`: the arguments of a call in the other order.
pub(super) fn swapped_arguments(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    if found.topic != Some(Topic::ArgumentType) {
        return None;
    }
    let (expr, call) = scene.innermost(|expr| Some((expr, CallParts::of(expr)?)))?;
    let name = call.function()?;
    let all: Vec<&Expr> = call.arguments().collect();
    let [first, second] = &all[..] else { return None };
    let block = call.lambda.map(|lambda| format!(" {}", lambda.span.of(scene.text()))).unwrap_or_default();
    let (first, second) = (scene.code(first), scene.code(second));
    let code = match call.receiver {
        Some(_) => format!("{second}.{name}({first}){block}"),
        None => format!("{name}({second}, {first}){block}"),
    };
    if !scene.runs(expr, &code) {
        return None;
    }
    let advice = Advice::help(format!("the arguments are in the other order: write `{code}`"));
    Some(advice.fix(Some(Fix::replace(expr.span, code))).must_run())
}
