//! The syntax tree in Puppet's PN notation, as `puppet parser dump --format pn` prints it, and as an outline.
//!
//! The tree is first converted to PN's own four shapes (call, list, map, literal), each with its source range. It is
//! then written on one line, indented, or as an outline with positions.

use super::ast::*;
use pprepl_text::{Span, has_fixed_encoding};

/// A PN expression with its source range.
#[derive(Clone, Debug, PartialEq)]
pub struct Pn {
    pub shape: Shape,
    /// Its source range, if it is contiguous.
    pub span: Option<Span>,
}

/// A shape of PN.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// `(name a b)`
    Call(&'static str, Vec<Pn>),
    /// `[a b]`
    List(Vec<Pn>),
    /// `{:key a :key b}`
    Map(Vec<(String, Pn)>),
    /// A string in double quotes.
    Text(Name),
    /// A number, `true`, `false` or `nil`.
    Plain(String),
}

/// Formats a program in PN notation on one line.
pub fn pn(program: &Program) -> String {
    let mut out = String::new();
    tree(program).write(&mut out);
    out
}

/// Returns the PN tree of a program.
pub fn tree(program: &Program) -> Pn {
    Printer { classes: Vec::new() }.expr(&program.body)
}

/// Returns the PN tree of a part of a program.
pub fn tree_of(expr: &Expr) -> Pn {
    Printer { classes: Vec::new() }.expr(expr)
}

/// A line of the outline of a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlineLine {
    /// The depth of the node, from 0.
    pub depth: usize,
    /// The node without its children.
    pub text: String,
    /// The source range that it prints.
    pub span: Option<Span>,
}

impl Pn {
    fn new(shape: Shape, span: Span) -> Pn {
        Pn { shape, span: Some(span) }
    }

    fn unqualified(shape: Shape) -> Pn {
        Pn { shape, span: None }
    }

    /// Appends the notation on one line to `out`.
    pub fn write(&self, out: &mut String) {
        match &self.shape {
            Shape::Call(name, elements) => {
                out.push('(');
                out.push_str(name);
                for element in elements {
                    out.push(' ');
                    element.write(out);
                }
                out.push(')');
            }
            Shape::List(elements) => {
                out.push('[');
                write_list(elements, out);
                out.push(']');
            }
            Shape::Map(entries) => {
                out.push('{');
                write_map(entries, out);
                out.push('}');
            }
            Shape::Text(text) => write_text(text, out),
            Shape::Plain(text) => out.push_str(text),
        }
    }

    /// Formats the notation on several lines, as `puppet parser dump --pretty` prints it.
    pub fn indented(&self) -> String {
        let mut out = String::new();
        self.write_indented(0, &mut out);
        out
    }

    /// Formats the notation on as many lines as needed to fit into `room` columns (pretty printing).
    pub fn fitted(&self, room: usize) -> String {
        let mut out = String::new();
        self.write_fitted(0, room, &mut out);
        out
    }

    fn write_fitted(&self, indent: usize, room: usize, out: &mut String) {
        let mut flat = String::new();
        self.write(&mut flat);
        let column = out.rsplit('\n').next().map_or(0, |line| line.chars().count());
        if self.is_leaf() || column + flat.chars().count() <= room {
            return out.push_str(&flat);
        }
        let inner = indent + 2;
        let line = |out: &mut String| {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', inner));
        };
        match &self.shape {
            Shape::Call(name, elements) => {
                out.push('(');
                out.push_str(name);
                for element in elements {
                    line(out);
                    element.write_fitted(inner, room, out);
                }
                out.push(')');
            }
            Shape::List(elements) => {
                out.push('[');
                for element in elements {
                    line(out);
                    element.write_fitted(inner, room, out);
                }
                out.push(']');
            }
            Shape::Map(entries) => {
                out.push('{');
                for (key, value) in entries {
                    line(out);
                    out.push(':');
                    out.push_str(key);
                    out.push(' ');
                    value.write_fitted(inner, room, out);
                }
                out.push('}');
            }
            Shape::Text(_) | Shape::Plain(_) => {}
        }
    }

    fn write_indented(&self, depth: usize, out: &mut String) {
        let line = |out: &mut String| {
            out.push('\n');
            out.push_str(&"  ".repeat(depth + 1));
        };
        match &self.shape {
            Shape::Call(name, elements) => {
                out.push('(');
                out.push_str(name);
                elements.iter().for_each(|element| {
                    line(out);
                    element.write_indented(depth + 1, out);
                });
                out.push(')');
            }
            Shape::List(elements) => {
                out.push('[');
                elements.iter().for_each(|element| {
                    line(out);
                    element.write_indented(depth + 1, out);
                });
                out.push(']');
            }
            Shape::Map(entries) => {
                out.push('{');
                entries.iter().for_each(|(key, value)| {
                    line(out);
                    out.push(':');
                    out.push_str(key);
                    out.push(' ');
                    value.write_indented(depth + 1, out);
                });
                out.push('}');
            }
            Shape::Text(_) | Shape::Plain(_) => self.write(out),
        }
    }

    /// Returns one line for each node, with its source range.
    pub fn outline(&self) -> Vec<OutlineLine> {
        let mut lines = Vec::new();
        self.outline_into(0, "", &mut lines);
        lines
    }

    fn outline_into(&self, depth: usize, label: &str, lines: &mut Vec<OutlineLine>) {
        let push = |text: &str, lines: &mut Vec<OutlineLine>| {
            let text = match (label, text) {
                ("", _) => text.to_string(),
                (_, "") => format!("{label}:"),
                _ => format!("{label}: {text}"),
            };
            lines.push(OutlineLine { depth, text, span: self.span });
        };
        match &self.shape {
            Shape::Call(name, elements) if elements.iter().all(Pn::is_leaf) && elements.len() < 2 => {
                let mut text = name.to_string();
                elements.iter().for_each(|element| {
                    text.push(' ');
                    element.write(&mut text);
                });
                push(&text, lines);
            }
            Shape::Call(name, elements) => {
                push(name, lines);
                elements.iter().for_each(|element| element.outline_child(depth + 1, lines));
            }
            Shape::List(elements) => {
                push(if elements.is_empty() { "none" } else { "" }, lines);
                elements.iter().for_each(|element| element.outline_into(depth + 1, "", lines));
            }
            Shape::Map(entries) => {
                push("", lines);
                entries.iter().for_each(|(key, value)| value.outline_into(depth + 1, key, lines));
            }
            Shape::Text(_) | Shape::Plain(_) => {
                let mut text = String::new();
                self.write(&mut text);
                push(&text, lines);
            }
        }
    }

    /// Adds a child; the only map of a call is not a separate level.
    fn outline_child(&self, depth: usize, lines: &mut Vec<OutlineLine>) {
        match &self.shape {
            Shape::Map(entries) => entries.iter().for_each(|(key, value)| value.outline_into(depth, key, lines)),
            _ => self.outline_into(depth, "", lines),
        }
    }

    fn is_leaf(&self) -> bool {
        matches!(self.shape, Shape::Text(_) | Shape::Plain(_))
    }
}

fn write_list(elements: &[Pn], out: &mut String) {
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        element.write(out);
    }
}

fn write_map(entries: &[(String, Pn)], out: &mut String) {
    for (index, (key, value)) in entries.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        out.push(':');
        out.push_str(key);
        out.push(' ');
        value.write(out);
    }
}

fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if (c as u32) < 0x20 => out.push_str(&format!("\\o{:03o}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Formats a float as Ruby does: the shortest digits that round-trip, without exponent for exponents from -4 to 14 (15
/// with a fraction).
fn float_text(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "Infinity".to_string() } else { "-Infinity".to_string() };
    }
    let text = format!("{value:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let plain = format!("{value}");
    if (-4..15).contains(&exponent) || (exponent == 15 && plain.contains('.')) {
        return if plain.contains('.') { plain } else { format!("{plain}.0") };
    }
    let point = if mantissa.contains('.') { "" } else { ".0" };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}{point}e{sign}{:02}", exponent.abs())
}

fn plain(text: impl Into<String>) -> Pn {
    Pn::unqualified(Shape::Plain(text.into()))
}

fn text(text: &Name) -> Pn {
    Pn::unqualified(Shape::Text(text.clone()))
}

fn call(name: &'static str, elements: Vec<Pn>) -> Pn {
    Pn::unqualified(Shape::Call(name, elements))
}

fn list(elements: Vec<Pn>) -> Pn {
    Pn::unqualified(Shape::List(elements))
}

fn map(entries: Vec<(String, Pn)>) -> Pn {
    Pn::unqualified(Shape::Map(entries))
}

fn entry(key: &str, value: Pn) -> (String, Pn) {
    (key.to_string(), value)
}

fn is_nop(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Nop)
}

/// Converts a tree to PN; names of classes and defined types are qualified by the enclosing classes.
struct Printer {
    classes: Vec<Name>,
}

impl Printer {
    fn expr(&mut self, expr: &Expr) -> Pn {
        let pn = self.kind(&expr.kind);
        Pn::new(pn.shape, expr.span)
    }

    fn kind(&mut self, kind: &ExprKind) -> Pn {
        match kind {
            ExprKind::Nop => call("nop", Vec::new()),
            ExprKind::Undef => plain("nil"),
            ExprKind::Default => call("default", Vec::new()),
            ExprKind::Bool(value) => plain(value.to_string()),
            ExprKind::Integer(value, radix) => radix_literal(value.to_string(), *radix),
            ExprKind::BigInteger(value, radix) => radix_literal(value.to_string(), *radix),
            ExprKind::Float(value) => plain(float_text(*value)),
            ExprKind::String(value) => text(value),
            ExprKind::Name(name) => call("qn", vec![text(name)]),
            ExprKind::Ref(name) => call("qr", vec![text(name)]),
            ExprKind::Reserved(word, _) => call("reserved", vec![text(word)]),
            ExprKind::Regexp(pattern) if has_fixed_encoding(pattern) => {
                call("regexp", vec![text(&format!("(?-imx:{pattern})").into())])
            }
            ExprKind::Regexp(pattern) => call("regexp", vec![text(pattern)]),
            ExprKind::Variable(name) => call("var", vec![text(name)]),
            ExprKind::FunctionRef(name) => call("function-ref", vec![text(name)]),
            ExprKind::RenderString(value) => call("render-s", vec![text(value)]),
            ExprKind::Render(value) => self.unary("render", value),
            ExprKind::Unfold(value) => self.unary("unfold", value),
            ExprKind::Not(value) => self.unary("!", value),
            ExprKind::Paren(value) => self.unary("paren", value),
            ExprKind::Negate(value) => self.negate(value),
            ExprKind::Binary(op, left, right) => self.binary(op.symbol(), left, right),
            ExprKind::Relation(op, left, right) => self.binary(edge_name(*op), left, right),
            ExprKind::Assign(op, left, right) => self.binary(assign_name(*op), left, right),
            ExprKind::TypeMapping(left, right) => self.binary("type-mapping", left, right),
            ExprKind::Access(left, keys) => self.access(left, keys),
            ExprKind::Array(elements) => call("array", self.all(elements)),
            ExprKind::Block(statements) => call("block", self.all(statements)),
            ExprKind::Hash(entries) => call("hash", entries.iter().map(|entry| self.hash_entry(entry)).collect()),
            ExprKind::Interpolated(segments) => self.interpolated(segments),
            ExprKind::Heredoc(heredoc) => self.heredoc(heredoc),
            ExprKind::If(condition) => self.condition("if", condition),
            ExprKind::Unless(condition) => self.condition("unless", condition),
            ExprKind::Case(case) => self.case(case),
            ExprKind::Selector(selector) => self.selector(selector),
            ExprKind::Call(call) => self.call(call),
            ExprKind::Method(method) => self.method(method),
            ExprKind::Epp(epp) => self.epp(epp),
            _ => self.definition(kind),
        }
    }

    fn definition(&mut self, kind: &ExprKind) -> Pn {
        match kind {
            ExprKind::Function(function) => self.function("function", function),
            ExprKind::Plan(plan) => self.plan(plan),
            ExprKind::Apply(apply) => self.apply(apply),
            ExprKind::TypeAlias(alias) => call("type-alias", vec![text(&alias.name), self.expr(&alias.type_expr)]),
            ExprKind::TypeDefinition(definition) => self.type_definition(definition),
            ExprKind::Class(class) => self.class(class),
            ExprKind::Define(define) => self.define(define),
            ExprKind::Node(node) => self.node(node),
            ExprKind::Resource(resource) => self.resource(resource),
            ExprKind::ResourceDefaults(defaults) => self.defaults(defaults),
            ExprKind::ResourceOverride(changes) => self.changes(changes),
            ExprKind::Collect(collect) => self.collect(collect),
            _ => call("nop", Vec::new()),
        }
    }

    fn all(&mut self, list: &[Expr]) -> Vec<Pn> {
        list.iter().map(|expr| self.expr(expr)).collect()
    }

    fn unary(&mut self, name: &'static str, value: &Expr) -> Pn {
        call(name, vec![self.expr(value)])
    }

    fn binary(&mut self, name: &'static str, left: &Expr, right: &Expr) -> Pn {
        call(name, vec![self.expr(left), self.expr(right)])
    }

    /// Converts a negation; the minus before a number is part of the number.
    fn negate(&mut self, value: &Expr) -> Pn {
        match &value.kind {
            ExprKind::Integer(value, _) => plain((-i128::from(*value)).to_string()),
            ExprKind::BigInteger(value, _) => plain(format!("-{value}")),
            ExprKind::Float(value) => plain(float_text(-value)),
            _ => self.unary("-", value),
        }
    }

    fn access(&mut self, left: &Expr, keys: &[Expr]) -> Pn {
        let mut elements = vec![self.expr(left)];
        elements.extend(self.all(keys));
        call("access", elements)
    }

    fn hash_entry(&mut self, entry: &HashEntry) -> Pn {
        let span = entry.key.span.to(entry.value.span);
        Pn::new(self.binary("=>", &entry.key, &entry.value).shape, span)
    }

    fn interpolated(&mut self, segments: &[Segment]) -> Pn {
        call("concat", segments.iter().map(|segment| self.segment(segment)).collect())
    }

    fn segment(&mut self, segment: &Segment) -> Pn {
        match segment {
            Segment::Text(value, span) => Pn::new(Shape::Text(value.clone()), *span),
            Segment::Value { expr, name_as_variable } => {
                let value = match &expr.kind {
                    // Puppet reads these two as the value that the keyword means.
                    ExprKind::Variable(name) if *name_as_variable && matches!(&**name, "true" | "false") => {
                        Pn::new(Shape::Call("var", vec![plain(&**name)]), expr.span)
                    }
                    _ => self.expr(expr),
                };
                Pn::new(Shape::Call("str", vec![value]), expr.span)
            }
        }
    }

    fn heredoc(&mut self, heredoc: &Heredoc) -> Pn {
        let mut entries = Vec::new();
        entries.extend(heredoc.syntax.as_ref().map(|syntax| entry("syntax", text(syntax))));
        entries.push(entry("text", self.expr(&heredoc.text)));
        call("heredoc", vec![map(entries)])
    }

    /// Converts a body to a list: the statements of a block, or the only one.
    fn body(&mut self, body: &Expr) -> Pn {
        match &body.kind {
            ExprKind::Block(statements) => list(self.all(statements)),
            _ => list(vec![self.expr(body)]),
        }
    }

    fn optional_body(&mut self, body: &Expr, entries: &mut Vec<(String, Pn)>) {
        if !is_nop(body) {
            entries.push(entry("body", self.body(body)));
        }
    }

    fn condition(&mut self, name: &'static str, condition: &If) -> Pn {
        let mut entries = vec![entry("test", self.expr(&condition.test))];
        if !is_nop(&condition.then) {
            entries.push(entry("then", self.body(&condition.then)));
        }
        if !is_nop(&condition.otherwise) {
            entries.push(entry("else", self.body(&condition.otherwise)));
        }
        call(name, vec![map(entries)])
    }

    fn case(&mut self, case: &Case) -> Pn {
        let test = self.expr(&case.test);
        let options = case.options.iter().map(|option| self.case_option(option)).collect();
        call("case", vec![test, list(options)])
    }

    fn case_option(&mut self, option: &CaseOption) -> Pn {
        let when = list(self.all(&option.values));
        let then = self.body(&option.then);
        Pn::new(Shape::Map(vec![entry("when", when), entry("then", then)]), option.span)
    }

    fn selector(&mut self, selector: &Selector) -> Pn {
        let left = self.expr(&selector.left);
        let options =
            selector.options.iter().map(|option| self.binary("=>", &option.matching, &option.value)).collect();
        call("?", vec![left, list(options)])
    }

    fn call(&mut self, of: &Call) -> Pn {
        let functor = self.expr(&of.functor);
        self.called(if of.rval { "call" } else { "invoke" }, functor, &of.args, of.lambda.as_deref())
    }

    fn method(&mut self, method: &Method) -> Pn {
        let shape = self.binary(".", &method.receiver, &method.name).shape;
        let functor = Pn::new(shape, method.receiver.span.to(method.name.span));
        self.called("call-method", functor, &method.args, method.lambda.as_deref())
    }

    fn called(&mut self, name: &'static str, functor: Pn, args: &[Expr], lambda: Option<&Lambda>) -> Pn {
        let mut entries = vec![entry("functor", functor), entry("args", list(self.all(args)))];
        if let Some(lambda) = lambda {
            entries.push(entry("block", self.lambda(lambda)));
        }
        call(name, vec![map(entries)])
    }

    fn lambda(&mut self, lambda: &Lambda) -> Pn {
        let mut entries = self.params(&lambda.params);
        entries.extend(lambda.returns.as_ref().map(|returns| entry("returns", self.expr(returns))));
        self.optional_body(&lambda.body, &mut entries);
        Pn::new(call("lambda", vec![map(entries)]).shape, lambda.span)
    }

    fn params(&mut self, params: &[Param]) -> Vec<(String, Pn)> {
        if params.is_empty() {
            return Vec::new();
        }
        let all = params.iter().map(|param| (param.name.to_string(), self.param(param))).collect();
        vec![entry("params", map(all))]
    }

    fn param(&mut self, param: &Param) -> Pn {
        let mut entries = Vec::new();
        entries.extend(param.type_expr.as_ref().map(|of| entry("type", self.expr(of))));
        if param.captures_rest {
            entries.push(entry("splat", plain("true")));
        }
        entries.extend(param.default.as_ref().map(|value| entry("value", self.expr(value))));
        Pn::new(Shape::Map(entries), param.span)
    }

    fn epp(&mut self, epp: &Epp) -> Pn {
        let mut entries = self.params(&epp.params);
        let statements = match &epp.body.kind {
            ExprKind::Block(statements) => self.all(statements),
            ExprKind::Nop => Vec::new(),
            _ => vec![self.expr(&epp.body)],
        };
        entries.push(entry("body", list(vec![call("epp", statements)])));
        call("lambda", vec![map(entries)])
    }

    /// Returns the name of a class or defined type, qualified by the enclosing classes.
    fn qualified(&self, name: &Name) -> Name {
        if self.classes.is_empty() {
            return name.clone();
        }
        format!("{}::{name}", self.classes.join("::")).into()
    }

    fn class(&mut self, class: &Class) -> Pn {
        let mut entries = vec![entry("name", text(&self.qualified(&class.name)))];
        entries.extend(class.parent.as_ref().map(|parent| entry("parent", text(parent))));
        entries.extend(self.params(&class.params));
        self.classes.push(class.name.clone());
        self.optional_body(&class.body, &mut entries);
        self.classes.pop();
        call("class", vec![map(entries)])
    }

    fn define(&mut self, define: &Define) -> Pn {
        let mut entries = vec![entry("name", text(&self.qualified(&define.name)))];
        entries.extend(self.params(&define.params));
        self.optional_body(&define.body, &mut entries);
        call("define", vec![map(entries)])
    }

    fn function(&mut self, name: &'static str, function: &Function) -> Pn {
        let mut entries = vec![entry("name", text(&function.name))];
        entries.extend(self.params(&function.params));
        self.optional_body(&function.body, &mut entries);
        entries.extend(function.returns.as_ref().map(|returns| entry("returns", self.expr(returns))));
        call(name, vec![map(entries)])
    }

    fn plan(&mut self, plan: &Function) -> Pn {
        let mut entries = vec![entry("name", text(&self.qualified(&plan.name)))];
        entries.extend(self.params(&plan.params));
        self.classes.push(plan.name.clone());
        self.optional_body(&plan.body, &mut entries);
        self.classes.pop();
        call("plan", vec![map(entries)])
    }

    /// Converts `apply`: Puppet has no notation for it; this one is specific to pprepl.
    fn apply(&mut self, apply: &Apply) -> Pn {
        let mut entries = vec![entry("args", list(self.all(&apply.args)))];
        self.optional_body(&apply.body, &mut entries);
        call("apply", vec![map(entries)])
    }

    fn type_definition(&mut self, definition: &TypeDefinition) -> Pn {
        let parent = definition.parent.as_ref().map_or_else(|| plain("nil"), text);
        call("type-definition", vec![text(&definition.name), parent, self.expr(&definition.body)])
    }

    fn node(&mut self, node: &Node) -> Pn {
        let mut entries = vec![entry("matches", list(self.all(&node.matches)))];
        entries.extend(node.parent.as_ref().map(|parent| entry("parent", self.expr(parent))));
        self.optional_body(&node.body, &mut entries);
        call("node", vec![map(entries)])
    }

    fn resource(&mut self, resource: &Resource) -> Pn {
        let of = self.expr(&resource.type_name);
        let bodies = resource.bodies.iter().map(|body| self.resource_body(body)).collect();
        let mut entries = vec![entry("type", of), entry("bodies", list(bodies))];
        entries.extend(form(resource.form));
        call("resource", vec![map(entries)])
    }

    fn resource_body(&mut self, body: &ResourceBody) -> Pn {
        let title = self.expr(&body.title);
        let entries = vec![entry("title", title), entry("ops", self.operations(&body.operations))];
        Pn::new(Shape::Map(entries), body.span)
    }

    fn operations(&mut self, operations: &[AttributeOperation]) -> Pn {
        list(operations.iter().map(|operation| self.operation(operation)).collect())
    }

    fn operation(&mut self, operation: &AttributeOperation) -> Pn {
        let value = self.expr(&operation.value);
        let shape = match &operation.kind {
            AttributeKind::Set(name) => Shape::Call("=>", vec![text(name), value]),
            AttributeKind::Append(name) => Shape::Call("+>", vec![text(name), value]),
            AttributeKind::Splat => Shape::Call("splat-hash", vec![value]),
        };
        Pn::new(shape, operation.span)
    }

    fn defaults(&mut self, defaults: &ResourceDefaults) -> Pn {
        let of = self.expr(&defaults.type_ref);
        let mut entries = vec![entry("type", of), entry("ops", self.operations(&defaults.operations))];
        entries.extend(form(defaults.form));
        call("resource-defaults", vec![map(entries)])
    }

    fn changes(&mut self, changes: &ResourceOverride) -> Pn {
        let resources = self.expr(&changes.resources);
        let mut entries = vec![entry("resources", resources), entry("ops", self.operations(&changes.operations))];
        entries.extend(form(changes.form));
        call("resource-override", vec![map(entries)])
    }

    fn collect(&mut self, collect: &Collect) -> Pn {
        let name = if collect.exported { "exported-query" } else { "virtual-query" };
        let of = self.expr(&collect.type_expr);
        let query = call(name, collect.query.iter().map(|query| self.expr(query)).collect());
        let mut entries = vec![entry("type", of), entry("query", query)];
        if !collect.operations.is_empty() {
            entries.push(entry("ops", self.operations(&collect.operations)));
        }
        call("collect", vec![map(entries)])
    }
}

/// Converts a number, with its radix unless that is 10.
fn radix_literal(value: String, radix: Radix) -> Pn {
    let radix = match radix {
        Radix::Decimal => return plain(value),
        Radix::Octal => "8",
        Radix::Hex => "16",
    };
    call("int", vec![map(vec![entry("radix", plain(radix)), entry("value", plain(value))])])
}

fn form(form: ResourceForm) -> Option<(String, Pn)> {
    let word = match form {
        ResourceForm::Regular => return None,
        ResourceForm::Virtual => "virtual",
        ResourceForm::Exported => "exported",
    };
    Some(entry("form", text(&word.into())))
}

const fn edge_name(op: EdgeOp) -> &'static str {
    match op {
        EdgeOp::Before => "->",
        EdgeOp::After => "<-",
        EdgeOp::Notify => "~>",
        EdgeOp::Subscribe => "<~",
    }
}

const fn assign_name(op: AssignOp) -> &'static str {
    match op {
        AssignOp::Set => "=",
        AssignOp::Append => "+=",
        AssignOp::Delete => "-=",
    }
}
