//! The walk over the tree: for each node its own checks, then its children, in Puppet's order.

use crate::ast::{
    Apply, Call, Case, CaseOption, Epp, Expr, ExprKind, HashEntry, Heredoc, If, Lambda, Method, Name, Program, Segment,
    Selector,
};
use pprepl_text::{Fix, IssueCode};

use super::no_effect::statements;
use super::{Checker, Context, DefinitionContext, Helped, name, phrase};

impl Checker<'_> {
    pub(super) fn program(&mut self, program: &Program) {
        self.walk(&program.body, Context::TOP);
    }

    pub(super) fn walk_all(&mut self, exprs: &[Expr], cx: Context) {
        for expr in exprs {
            self.walk(expr, cx);
        }
    }

    /// Checks `expr` and all its descendants.
    pub(super) fn walk(&mut self, expr: &Expr, cx: Context) {
        match &expr.kind {
            ExprKind::Variable(name) => self.variable(expr, name),
            ExprKind::Interpolated(segments) => self.interpolated(segments, cx),
            ExprKind::Heredoc(heredoc) => self.heredoc(heredoc, cx),
            ExprKind::Array(values) => self.array(values, cx),
            ExprKind::Hash(entries) => self.hash(entries, cx),
            ExprKind::Binary(_, left, right) => self.binary(left, right, cx),
            ExprKind::Assign(op, left, right) => self.assignment(expr, *op, left, right, cx),
            ExprKind::Call(call) => self.call(expr, call, cx),
            ExprKind::Method(method) => self.method(method, cx),
            ExprKind::Access(left, keys) => self.access(left, keys, cx),
            ExprKind::Unfold(inner)
            | ExprKind::Negate(inner)
            | ExprKind::Not(inner)
            | ExprKind::Paren(inner)
            | ExprKind::Render(inner) => self.unary(inner, cx),
            ExprKind::BigInteger(..) => self.big_integer(expr),
            ExprKind::Float(value) => self.float(expr, *value),
            ExprKind::Regexp(pattern) => self.regexp(expr, pattern),
            ExprKind::Reserved(word, future) => self.reserved(expr, word, *future),
            ExprKind::Selector(selector) => self.selector(selector, cx),
            _ => self.walk_statement(expr, cx),
        }
    }

    fn walk_statement(&mut self, expr: &Expr, cx: Context) {
        match &expr.kind {
            ExprKind::Block(statements) => self.nested_block(statements, cx),
            ExprKind::If(parts) | ExprKind::Unless(parts) => self.conditional(parts, cx),
            ExprKind::Case(case) => self.case(case, cx),
            ExprKind::Relation(_, left, right) => self.relation(expr, left, right, cx),
            ExprKind::Function(function) | ExprKind::Plan(function) => self.function(expr, function, cx),
            ExprKind::Apply(apply) => self.apply(expr, apply, cx),
            ExprKind::TypeAlias(alias) => self.type_alias(expr, alias, cx),
            ExprKind::TypeDefinition(definition) => self.type_definition(expr, definition, cx),
            ExprKind::TypeMapping(left, right) => self.type_mapping(expr, left, right, cx),
            ExprKind::Class(class) => self.class(expr, class, cx),
            ExprKind::Define(define) => self.define(expr, define, cx),
            ExprKind::Node(node) => self.node(expr, node, cx),
            ExprKind::Resource(resource) => self.resource(expr, resource, cx),
            ExprKind::ResourceDefaults(defaults) => self.resource_defaults(expr, defaults, cx),
            ExprKind::ResourceOverride(over) => self.resource_override(expr, over, cx),
            ExprKind::Collect(collect) => self.collect(expr, collect, cx),
            ExprKind::Epp(epp) => self.epp(epp, cx),
            _ => {}
        }
    }

    fn interpolated(&mut self, segments: &[Segment], cx: Context) {
        for segment in segments {
            if let Segment::Value { expr, .. } = segment {
                self.unary(expr, cx);
            }
        }
    }

    fn heredoc(&mut self, heredoc: &Heredoc, cx: Context) {
        self.heredoc_syntax(heredoc);
        self.walk(&heredoc.text, cx.inside());
    }

    fn array(&mut self, values: &[Expr], cx: Context) {
        for value in values {
            self.rvalue(value);
        }
        self.walk_all(values, cx.inside());
    }

    fn hash(&mut self, entries: &[HashEntry], cx: Context) {
        self.duplicate_keys(entries);
        for entry in entries {
            self.rvalue(&entry.key);
            self.rvalue(&entry.value);
            self.walk(&entry.key, cx.inside());
            self.walk(&entry.value, cx.inside());
        }
    }

    fn binary(&mut self, left: &Expr, right: &Expr, cx: Context) {
        self.rvalue(left);
        self.rvalue(right);
        self.walk(left, cx.inside());
        self.walk(right, cx.inside());
    }

    fn unary(&mut self, inner: &Expr, cx: Context) {
        self.rvalue(inner);
        self.walk(inner, cx.inside());
    }

    fn access(&mut self, left: &Expr, keys: &[Expr], cx: Context) {
        self.walk(left, cx.inside());
        self.walk_all(keys, cx.inside());
    }

    /// Checks a call. Puppet does not treat its parts as rvalues: a definition there is only misplaced.
    fn call(&mut self, expr: &Expr, call: &Call, cx: Context) {
        self.functor(expr, &call.functor);
        self.walk(&call.functor, cx.inside());
        self.walk_all(&call.args, cx.inside());
        if let Some(lambda) = &call.lambda {
            self.lambda(lambda, cx);
        }
    }

    fn functor(&mut self, call: &Expr, functor: &Expr) {
        match &functor.kind {
            ExprKind::Name(_) | ExprKind::Ref(_) => {}
            ExprKind::Access(left, _) if matches!(left.kind, ExprKind::Ref(_)) => {}
            ExprKind::RenderString(_) => {
                self.error_at(IssueCode::IllegalEppParameters, call, "template text cannot be called as a function")
                    .help("write `<%= ($x) %>` to print a value; start a template with its parameters: `<%- |$x| -%>`");
            }
            _ if self.options.additions => {}
            _ => {
                let what = phrase(functor);
                self.error_at(IssueCode::IllegalExpression, functor, format!("{what} cannot be called as a function"))
                    .help("call a function by its name: `name(..)`; use `call('name', ..)` for a computed name");
            }
        }
    }

    fn method(&mut self, method: &Method, cx: Context) {
        self.method_name(&method.name);
        self.walk(&method.receiver, cx.inside());
        self.walk(&method.name, cx.inside());
        self.walk_all(&method.args, cx.inside());
        if let Some(lambda) = &method.lambda {
            self.lambda(lambda, cx);
        }
    }

    fn method_name(&mut self, name: &Expr) {
        if !matches!(name.kind, ExprKind::Name(_)) {
            self.error_at(
                IssueCode::IllegalExpression,
                name,
                format!("expected the name of a function after `.`, found {}", phrase(name)),
            )
            .help("write a function's name after the dot: `$x.size`");
        }
    }

    pub(super) fn lambda(&mut self, lambda: &Lambda, cx: Context) {
        self.captures_rest_last(&lambda.params);
        if let Some(returns) = &lambda.returns {
            self.type_reference(returns, "the type of a result");
        }
        self.params(&lambda.params, cx);
        self.block(statements(&lambda.body), cx.at(DefinitionContext::Body));
        if let Some(returns) = &lambda.returns {
            self.walk(returns, cx.inside());
        }
    }

    fn conditional(&mut self, parts: &If, cx: Context) {
        self.rvalue(&parts.test);
        self.walk(&parts.test, cx.inside());
        self.walk(&parts.then, cx.inside());
        self.walk(&parts.otherwise, cx.inside());
    }

    fn case(&mut self, case: &Case, cx: Context) {
        self.rvalue(&case.test);
        self.single_default(case.options.iter().flat_map(|option| &option.values), "case");
        self.walk(&case.test, cx.inside());
        for option in &case.options {
            self.case_option(option, cx);
        }
    }

    fn case_option(&mut self, option: &CaseOption, cx: Context) {
        for value in &option.values {
            self.rvalue(value);
        }
        self.walk_all(&option.values, cx.inside());
        self.block(statements(&option.then), cx.at(DefinitionContext::Body));
    }

    fn selector(&mut self, selector: &Selector, cx: Context) {
        self.rvalue(&selector.left);
        self.single_default(selector.options.iter().map(|option| &option.matching), "selector");
        self.walk(&selector.left, cx.inside());
        for option in &selector.options {
            self.rvalue(&option.matching);
            self.walk(&option.matching, cx.inside());
            self.walk(&option.value, cx.inside());
        }
    }

    /// Checks for duplicate defaults: a `case` reports every one after the first, a selector only the second.
    fn single_default<'e>(&mut self, values: impl Iterator<Item = &'e Expr>, kind: &'static str) {
        let mut defaults = values.filter(|value| matches!(value.kind, ExprKind::Default));
        let Some(first) = defaults.next() else { return };
        let limit = if kind == "case" { usize::MAX } else { 1 };
        for other in defaults.take(limit) {
            self.error_at(IssueCode::DuplicateDefault, other, format!("duplicate `default` in this {kind}"))
                .help("keep one `default`; it applies when no other option matches")
                .label(first.span, "the first `default`");
        }
    }

    fn apply(&mut self, expr: &Expr, apply: &Apply, cx: Context) {
        if cx.applied {
            self.not_when_compiling(expr);
        }
        self.walk_all(&apply.args, cx.inside());
        self.block(statements(&apply.body), Context { place: DefinitionContext::Class, applied: true });
    }

    fn epp(&mut self, epp: &Epp, cx: Context) {
        self.captures_rest_last(&epp.params);
        self.params(&epp.params, cx);
        self.no_captures_rest(&epp.params, "a template");
        self.unique_params(&epp.params);
        self.walk(&epp.body, cx.inside());
    }

    fn variable(&mut self, expr: &Expr, name: &str) {
        if name.starts_with(|ch: char| ch.is_ascii_digit()) {
            if !name::is_match_variable(name) {
                self.error_at(
                    IssueCode::IllegalNumericVarName,
                    expr,
                    format!("`${name}` is not a valid variable name"),
                )
                .help("a name of digits is a match variable: `$0`, `$1`, `$12`");
            }
        } else if !name::is_variable(name) {
            self.illegal_variable(expr, name);
        }
    }

    fn illegal_variable(&mut self, expr: &Expr, name: &str) {
        let help = if name.is_empty() {
            "write a name right after the `$`: `$name`".to_owned()
        } else if name.contains('-') {
            format!("use `_` instead of `-`: `${}`; to subtract write `$a - $b`", name.replace('-', "_"))
        } else {
            "start a variable with a lower-case letter; use letters, digits and `_`, and `::` between parts".to_owned()
        };
        let plain = name.to_lowercase().replace('-', "_");
        let written = expr.span.of(self.source).starts_with('$') && name::is_variable(&plain);
        let fix = written.then(|| Fix::replace(expr.span, format!("${plain}")));
        self.error_at(IssueCode::IllegalVarName, expr, format!("`${name}` is not a valid variable name"))
            .help(help)
            .fix(fix);
    }

    fn big_integer(&mut self, expr: &Expr) {
        if !self.options.additions {
            self.error_at(IssueCode::NumericOverflow, expr, "integer out of range: it does not fit in 64 bits")
                .help("Puppet supports -9223372036854775808 to 9223372036854775807");
        }
    }

    fn float(&mut self, expr: &Expr, value: f64) {
        if !value.is_finite() {
            self.error_at(IssueCode::FloatOverflow, expr, "float out of range").help("the maximum is about 1.8e308");
        }
    }

    fn regexp(&mut self, expr: &Expr, pattern: &Name) {
        if let Some(fault) = (self.regexp_fault)(pattern) {
            self.error_at(IssueCode::InvalidRegexp, expr, format!("invalid regular expression: {fault}"));
        }
    }

    fn reserved(&mut self, expr: &Expr, word: &Name, future: bool) {
        if future {
            self.future_word(expr.span, expr.at, word);
        } else {
            self.error_at(IssueCode::ReservedWord, expr, format!("`{word}` is a reserved word"))
                .help(format!("quote it to get a string: `'{word}'`"));
        }
    }

    pub(super) fn future_word(&mut self, span: pprepl_text::Span, at: u32, word: &str) {
        self.warning(IssueCode::FutureReservedWord, span, at, format!("`{word}` will become a reserved word"))
            .help("use another name, to stay valid in later versions");
    }
}
