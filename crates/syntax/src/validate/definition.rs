//! Checks of definitions: their location, names, parameters, types and bodies; host names of nodes.

use rustc_hash::FxHashMap;

use crate::ast::{Class, Define, Expr, ExprKind, Function, Name, Node, Param, Segment, TypeAlias, TypeDefinition};
use pprepl_text::{Fix, IssueCode, Span};

use super::no_effect::statements;
use super::{Checker, Context, DefinitionContext, Helped, name, phrase};
use crate::chars::capital;

/// The header of a definition: its kind in messages, and the span to mark.
#[derive(Clone, Copy)]
struct Head {
    kind: &'static str,
    span: Span,
    at: u32,
}

impl Head {
    /// Creates the header of a named definition: from its start to the end of its name.
    fn of(expr: &Expr, name: Span) -> Head {
        Head { kind: phrase(expr), span: Span::new(expr.span.start, name.end.max(expr.span.start)), at: expr.at }
    }
}

impl Checker<'_> {
    pub(super) fn function(&mut self, expr: &Expr, function: &Function, cx: Context) {
        let head = Head::of(expr, function.name_span);
        self.only_at_top(head, cx);
        self.definition_name(head, &function.name, function.name_span);
        if let Some(returns) = &function.returns {
            self.type_reference(returns, "the type of a result");
        }
        self.unique_params(&function.params);
        // A plan gets its parameters by name, in any order.
        if self.options.additions && !matches!(expr.kind, ExprKind::Plan(_)) {
            let before = self.found.len();
            self.parameter_order(&function.params);
            self.found.iter_mut().skip(before).for_each(|found| found.severity = self.options.parameter_order);
        }
        self.params(&function.params, cx);
        self.block(statements(&function.body), cx.at(DefinitionContext::Body));
        if let Some(returns) = &function.returns {
            self.walk(returns, cx.inside());
        }
    }

    pub(super) fn class(&mut self, expr: &Expr, class: &Class, cx: Context) {
        let head = Head::of(expr, class.name_span);
        if self.tasks {
            self.not_when_scripting(head.kind, head.span, head.at);
        } else {
            self.class_like(head, cx);
            self.definition_name(head, &class.name, class.name_span);
            self.body_checks(&class.params, &class.body, "a class");
            self.literal_types(&class.params);
        }
        self.params(&class.params, cx);
        self.block(statements(&class.body), cx.at(DefinitionContext::Class));
    }

    pub(super) fn define(&mut self, expr: &Expr, define: &Define, cx: Context) {
        let head = Head::of(expr, define.name_span);
        if self.tasks {
            self.not_when_scripting(head.kind, head.span, head.at);
        } else {
            self.class_like(head, cx);
            self.definition_name(head, &define.name, define.name_span);
            self.body_checks(&define.params, &define.body, "a define");
        }
        self.params(&define.params, cx);
        self.block(statements(&define.body), cx.at(DefinitionContext::Body));
    }

    fn body_checks(&mut self, params: &[Param], body: &Expr, container: &'static str) {
        self.no_captures_rest(params, container);
        self.unique_params(params);
        self.reserved_params(params, container);
        self.no_no_effect_last(body, container);
    }

    pub(super) fn node(&mut self, expr: &Expr, node: &Node, cx: Context) {
        let end = node.matches.last().map_or(expr.span.start, |last| last.span.end);
        let head = Head { kind: phrase(expr), span: Span::new(expr.span.start, end), at: expr.at };
        if self.tasks && !cx.applied {
            self.not_when_scripting(head.kind, head.span, head.at);
        } else {
            for host in &node.matches {
                self.hostname(host);
            }
            self.class_like(head, cx);
            self.no_no_effect_last(&node.body, "a node");
            if let Some(parent) = &node.parent {
                self.error_at(IssueCode::IllegalNodeInheritance, parent, "a node cannot inherit from another")
                    .help("put shared code into a class, and include the class in each node");
            }
        }
        if let Some(parent) = &node.parent {
            self.walk(parent, cx.inside());
        }
        self.walk_all(&node.matches, cx.inside());
        self.block(statements(&node.body), cx.at(DefinitionContext::Body));
    }

    fn hostname(&mut self, host: &Expr) {
        match &host.kind {
            ExprKind::String(name) | ExprKind::Name(name) | ExprKind::Ref(name) => self.hostname_text(host, name),
            ExprKind::Interpolated(segments) => self.hostname_segments(segments),
            ExprKind::Default | ExprKind::Regexp(_) | ExprKind::Bool(_) | ExprKind::Reserved(..) => {}
            ExprKind::Integer(..) | ExprKind::BigInteger(..) | ExprKind::Float(_) => {}
            _ => {
                self.error_at(IssueCode::IllegalExpression, host, format!("{} cannot name a node", phrase(host)))
                    .help("name a node with a word, a string, a regular expression or `default`");
            }
        }
    }

    fn hostname_text(&mut self, host: &Expr, name: &Name) {
        if !name::is_hostname(name) {
            self.error_at(IssueCode::IllegalHostnameChars, host, "invalid host name")
                .help("use letters, digits, `_`, `-` and `.`; `/../` matches several hosts");
        }
    }

    fn hostname_segments(&mut self, segments: &[Segment]) {
        for segment in segments {
            if let Segment::Value { expr, .. } = segment {
                self.error_at(IssueCode::IllegalHostnameInterpolation, expr, "a node's name cannot be computed")
                    .help("write the name as a literal, or match it with a regular expression");
                return;
            }
        }
    }

    pub(super) fn type_alias(&mut self, expr: &Expr, alias: &TypeAlias, cx: Context) {
        let head = Head::of(expr, alias.name_span);
        self.only_at_top(head, cx);
        if !name::is_type(&alias.name) {
            self.error(IssueCode::IllegalDefinitionName, alias.name_span, head.at, bad_name(&alias.name, head.kind))
                .help("start each part of a type name with an upper-case letter, and join parts with `::`")
                .fix(capitals(&alias.name, alias.name_span));
        }
        self.reserved_type_name(head, &alias.name, alias.name_span);
        self.type_reference(&alias.type_expr, "a type alias");
        self.walk(&alias.type_expr, cx.inside());
    }

    pub(super) fn type_definition(&mut self, expr: &Expr, definition: &TypeDefinition, cx: Context) {
        let head = Head::of(expr, definition.name_span);
        self.only_at_top(head, cx);
        self.reserved_type_name(head, &definition.name, definition.name_span);
        self.error(IssueCode::UnsupportedExpression, head.span, head.at, "a type cannot be defined with a body")
            .help("write an alias of an object type: `type A = Object[{attributes => {..}}]`");
        self.nested_block(statements(&definition.body), cx.inside());
    }

    pub(super) fn type_mapping(&mut self, expr: &Expr, left: &Expr, right: &Expr, cx: Context) {
        if matches!(cx.place, DefinitionContext::Body | DefinitionContext::Inside) {
            self.misplaced(Head::of(expr, left.span));
        }
        match runtime_pattern(left) {
            None => {
                self.error(IssueCode::UnsupportedExpression, left.span, expr.at, "an alias has no parameters")
                    .help("write `type Name = Type`; only `Runtime[..]` may be mapped");
            }
            Some(pattern) => self.mapping_target(expr, pattern, right),
        }
        self.walk(left, cx.inside());
        self.walk(right, cx.inside());
    }

    fn mapping_target(&mut self, expr: &Expr, pattern: bool, right: &Expr) {
        let fits = if pattern { is_replacement(right) } else { is_type_reference(right) };
        if !fits {
            let help = match pattern {
                true => "a pattern on the left is mapped to `[/pattern/, 'replacement']`",
                false => "a single runtime type is mapped to a type",
            };
            let message = format!("{} does not fit the left side of this mapping", phrase(right));
            self.error(IssueCode::IllegalTypeMapping, right.span, expr.at, message).help(help);
        }
    }

    /// Checks functions and types: only at the top level of the source.
    fn only_at_top(&mut self, head: Head, cx: Context) {
        match cx.place {
            DefinitionContext::Top => {}
            DefinitionContext::Inside => self.misplaced(head),
            DefinitionContext::Class | DefinitionContext::Body => {
                let message = format!("{} is only allowed at top level", head.kind);
                self.error(IssueCode::NotAbsoluteTopLevel, head.span, head.at, message)
                    .help("move it out of the enclosing braces");
            }
        }
    }

    /// Checks classes, defined types and nodes: only at the top level or in a class.
    fn class_like(&mut self, head: Head, cx: Context) {
        if matches!(cx.place, DefinitionContext::Body | DefinitionContext::Inside) {
            self.misplaced(head);
        }
    }

    fn misplaced(&mut self, head: Head) {
        let message = format!("{} is not allowed here", head.kind);
        self.error(IssueCode::NotTopLevel, head.span, head.at, message)
            .help("move it to the top level; classes and defined types are also allowed directly in a class");
    }

    fn definition_name(&mut self, head: Head, given: &str, span: Span) {
        if !name::is_definition(given) {
            self.error(IssueCode::IllegalDefinitionName, span, head.at, bad_name(given, head.kind))
                .help("use lower-case letters, digits and `_`, and join parts with `::`")
                .fix(lower(given, span));
        }
        self.reserved_type_name(head, given, span);
        if given == "plan" {
            self.future_word(span, head.at, given);
        }
    }

    fn reserved_type_name(&mut self, head: Head, given: &str, span: Span) {
        if name::is_reserved_type(given) {
            let message = format!("`{given}` is the name of one of Puppet's types and cannot name {}", head.kind);
            self.error(IssueCode::ReservedTypeName, span, head.at, message).help("use another name");
        }
    }

    /// Checks that `expr` is a type reference where a type is required.
    pub(super) fn type_reference(&mut self, expr: &Expr, role: &str) {
        let name = match &expr.kind {
            ExprKind::Access(left, _) => &left.kind,
            kind => kind,
        };
        match name {
            ExprKind::Ref(name) if name.eq_ignore_ascii_case("plan") => self.future_word(expr.span, expr.at, "plan"),
            ExprKind::Ref(_) => {}
            _ => {
                self.error_at(IssueCode::IllegalExpression, expr, format!("{} cannot be {role}", phrase(expr)))
                    .help("write a type: `Integer`, `Array[String]`, `Variant[..]`");
            }
        }
    }

    pub(super) fn params(&mut self, params: &[Param], cx: Context) {
        for param in params {
            self.parameter_name(param);
            if let Some(default) = &param.default {
                self.no_assignment_in(default);
                self.walk(default, cx.inside());
            }
            if let Some(type_expr) = &param.type_expr {
                self.walk(type_expr, cx.inside());
            }
        }
    }

    fn parameter_name(&mut self, param: &Param) {
        if name::is_parameter(&param.name) {
            return;
        }
        let name = &param.name;
        if name::is_numeric_parameter(name) {
            let message = format!("`${name}` is a match variable and cannot be a parameter");
            self.error(IssueCode::IllegalNumericParameter, param.span, param.at, message)
                .help("use a name that starts with a letter");
        }
        self.error(
            IssueCode::IllegalParamName,
            param.span,
            param.at,
            format!("`${name}` cannot be the name of a parameter"),
        )
        .help("use lower-case letters, digits and `_`, without `::`");
    }

    pub(super) fn unique_params(&mut self, params: &[Param]) {
        let mut seen: FxHashMap<&str, &Param> = FxHashMap::default();
        for param in params {
            let first = *seen.entry(&param.name).or_insert(param);
            if !std::ptr::eq(first, param) {
                let message = format!("duplicate parameter `${}`", param.name);
                self.error(IssueCode::DuplicateParameter, param.span, param.at, message)
                    .help("rename one of the two")
                    .label(first.span, "the first one");
            }
        }
    }

    fn reserved_params(&mut self, params: &[Param], container: &str) {
        for param in params.iter().filter(|param| matches!(&*param.name, "name" | "title")) {
            let message = format!("`${}` is set automatically in {container} and cannot be its parameter", param.name);
            self.error(IssueCode::ReservedParameter, param.span, param.at, message).help("use another name");
        }
    }

    pub(super) fn no_captures_rest(&mut self, params: &[Param], container: &str) {
        for param in params.iter().filter(|param| param.captures_rest) {
            let message = format!("`*${}` cannot collect arguments in {container}", param.name);
            self.error(IssueCode::CapturesRestNotSupported, param.span, param.at, message)
                .help(format!("{container} gets its parameters by name: remove the `*` and pass an array"));
        }
    }

    pub(super) fn captures_rest_last(&mut self, params: &[Param]) {
        let Some((_, before)) = params.split_last() else { return };
        for param in before.iter().filter(|param| param.captures_rest) {
            self.captures_rest_not_last(param);
        }
    }

    fn captures_rest_not_last(&mut self, param: &Param) {
        let message = format!("`*${}` collects all remaining arguments and must be the last parameter", param.name);
        self.error(IssueCode::CapturesRestNotLast, param.span, param.at, message)
            .help("move it to the end of the parameters");
    }

    /// Reports a required parameter after an optional one at the definition; Puppet reports it at the first call. A last
    /// parameter that receives the lambda is exempt.
    fn parameter_order(&mut self, params: &[Param]) {
        let positional = match params.split_last() {
            Some((last, before)) if takes_lambda(last) => before,
            _ => params,
        };
        self.captures_rest_last(positional);
        let mut optional: Option<&Param> = None;
        for param in positional {
            if param.default.is_some() {
                optional = optional.or(Some(param));
            } else if let Some(first) = optional.filter(|_| !param.captures_rest) {
                let message = format!("required parameter `${}` follows an optional one", param.name);
                self.error(IssueCode::RequiredParameterAfterOptional, param.span, param.at, message)
                    .help("move optional parameters to the end, or give this one a default")
                    .label(first.span, "optional parameter");
            }
        }
    }
}

fn bad_name(name: &str, kind: &str) -> String {
    format!("`{name}` cannot be the name of {kind}")
}

/// The types that are not a Callable.
const DATA_TYPES: [&str; 24] = [
    "Any",
    "Array",
    "Boolean",
    "Collection",
    "Data",
    "Default",
    "Enum",
    "Float",
    "Hash",
    "Integer",
    "Iterable",
    "Literal",
    "Numeric",
    "Object",
    "Pattern",
    "Regexp",
    "Scalar",
    "ScalarData",
    "Sensitive",
    "String",
    "Struct",
    "Tuple",
    "Type",
    "Undef",
];

/// Returns whether the parameter receives the lambda: `Callable`, `Optional[Callable]`, `Variant[Callable[..], ..]`.
fn takes_lambda(param: &Param) -> bool {
    !param.captures_rest && param.type_expr.as_ref().is_some_and(is_callable)
}

fn is_callable(type_expr: &Expr) -> bool {
    match &type_expr.kind {
        // An alias may be a Callable: the run decides.
        ExprKind::Ref(name) => &**name == "Callable" || !DATA_TYPES.contains(&&**name),
        ExprKind::Access(left, keys) => match &left.kind {
            ExprKind::Ref(name) => match &**name {
                "Callable" => true,
                "Optional" | "Variant" => !keys.is_empty() && keys.iter().all(is_callable),
                _ => false,
            },
            _ => false,
        },
        _ => false,
    }
}

/// Returns for `Runtime[..]` whether it maps by a pattern and not a single name.
fn runtime_pattern(left: &Expr) -> Option<bool> {
    match &left.kind {
        ExprKind::Access(base, keys) if matches!(&base.kind, ExprKind::Ref(name) if &**name == "Runtime") => {
            Some(keys.len() == 2 && keys.last().is_some_and(is_replacement))
        }
        _ => None,
    }
}

/// Returns whether the expression is `[/pattern/, 'replacement']`.
fn is_replacement(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Array(values) => match values.as_slice() {
            [first, second] => matches!(first.kind, ExprKind::Regexp(_)) && matches!(second.kind, ExprKind::String(_)),
            _ => false,
        },
        _ => false,
    }
}

fn is_type_reference(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Access(left, _) => matches!(left.kind, ExprKind::Ref(_)),
        kind => matches!(kind, ExprKind::Ref(_)),
    }
}

/// Returns the fix that lowercases the name, if that makes it valid.
fn lower(given: &str, span: Span) -> Option<Fix> {
    let plain = given.strip_prefix("::").unwrap_or(given).to_lowercase().replace('-', "_");
    name::is_definition(&plain).then(|| Fix::replace(span, plain))
}

/// Returns the fix that capitalizes the segments, if that makes it a type name.
fn capitals(given: &str, span: Span) -> Option<Fix> {
    let plain: Vec<String> = given.strip_prefix("::").unwrap_or(given).split("::").map(capital).collect();
    let plain = plain.join("::");
    name::is_type(&plain).then(|| Fix::replace(span, plain))
}
