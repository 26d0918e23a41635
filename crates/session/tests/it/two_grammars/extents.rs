//! The extents of all statements and definitions of a text: as the parser has them, and as the tree has them.

use std::collections::BTreeSet;

use puppet_syntax::ast::{AttributeOperation, Expr, ExprKind, If, Lambda, Param, Program, Segment};
use tree_sitter::{Parser, TreeCursor};

/// Start and end of each, in bytes.
pub type Extents = BTreeSet<(usize, usize)>;

// ---- the tree

/// The extents that the tree shows; `None` when it shows a fault.
pub fn of_tree(text: &str, template: bool) -> Option<Extents> {
    let language = if template { tree_sitter_puppet::LANGUAGE_EPP } else { tree_sitter_puppet::LANGUAGE };
    let mut parser = Parser::new();
    parser.set_language(&language.into()).unwrap();
    let tree = parser.parse(text, None).unwrap();
    let mut found = Extents::new();
    collect(&mut tree.walk(), &mut found);
    (!tree.root_node().has_error()).then_some(found)
}

fn collect(cursor: &mut TreeCursor, found: &mut Extents) {
    let node = cursor.node();
    let is_text = matches!(node.kind(), "text" | "render_expression");
    if (cursor.field_name() == Some("statement") && !is_text) || is_definition(node.kind()) {
        found.insert((node.start_byte(), node.end_byte()));
    }
    if cursor.goto_first_child() {
        loop {
            collect(cursor, found);
            if !cursor.goto_next_sibling() {
                break;
            }
        }
        cursor.goto_parent();
    }
}

fn is_definition(kind: &str) -> bool {
    matches!(
        kind,
        "class_definition"
            | "resource_type_definition"
            | "node_definition"
            | "function_definition"
            | "plan_definition"
            | "type_alias"
            | "type_definition"
    )
}

// ---- the parser

/// The extents that the parser's program has.
pub fn of_program(program: &Program, text: &str) -> Extents {
    let mut walk = Walk { text, found: Extents::new() };
    walk.body(&program.body);
    walk.found
}

struct Walk<'a> {
    text: &'a str,
    found: Extents,
}

impl Walk<'_> {
    fn add(&mut self, expr: &Expr) {
        self.found.insert((expr.span.start as usize, expr.span.end as usize));
    }

    /// The statements of a body, which is a block, one statement, or nothing.
    fn body(&mut self, body: &Expr) {
        match &body.kind {
            ExprKind::Nop => {}
            ExprKind::Block(statements) => statements.iter().for_each(|statement| self.statement(statement)),
            ExprKind::Epp(epp) => {
                self.params(&epp.params);
                self.body(&epp.body);
            }
            _ => self.statement(body),
        }
    }

    fn statement(&mut self, statement: &Expr) {
        match &statement.kind {
            ExprKind::RenderString(_) => {}
            ExprKind::Render(inside) => self.rendered(inside),
            _ => {
                self.add(statement);
                self.expr(statement);
            }
        }
    }

    /// What stands in `<%= %>`: an expression, or a block in braces.
    fn rendered(&mut self, inside: &Expr) {
        match &inside.kind {
            ExprKind::Block(_) => self.body(inside),
            _ if self.text.get(..inside.span.start as usize).is_some_and(|before| before.trim_end().ends_with('{')) => {
                self.body(inside)
            }
            _ => self.expr(inside),
        }
    }

    fn exprs(&mut self, exprs: &[Expr]) {
        exprs.iter().for_each(|expr| self.expr(expr));
    }

    fn params(&mut self, params: &[Param]) {
        for param in params {
            param.type_expr.iter().chain(&param.default).for_each(|expr| self.expr(expr));
        }
    }

    fn operations(&mut self, operations: &[AttributeOperation]) {
        operations.iter().for_each(|operation| self.expr(&operation.value));
    }

    fn lambda(&mut self, lambda: &Lambda) {
        self.params(&lambda.params);
        lambda.returns.iter().for_each(|expr| self.expr(expr));
        self.body(&lambda.body);
    }

    fn branches(&mut self, branches: &If) {
        self.expr(&branches.test);
        self.body(&branches.then);
        let otherwise = &branches.otherwise;
        let start = self.text.get(otherwise.span.start as usize..).unwrap_or("");
        match otherwise.kind {
            ExprKind::If(_) if start.starts_with("elsif") => self.expr(otherwise),
            _ => self.body(otherwise),
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if is_definition_kind(&expr.kind) {
            self.add(expr);
        }
        match &expr.kind {
            ExprKind::Interpolated(segments) => {
                for segment in segments {
                    if let Segment::Value { expr, .. } = segment {
                        self.expr(expr);
                    }
                }
            }
            ExprKind::Heredoc(heredoc) => self.expr(&heredoc.text),
            ExprKind::Array(elements) => self.exprs(elements),
            ExprKind::Hash(entries) => {
                for entry in entries {
                    self.expr(&entry.key);
                    self.expr(&entry.value);
                }
            }
            ExprKind::Unfold(inner) | ExprKind::Negate(inner) | ExprKind::Not(inner) | ExprKind::Paren(inner) => {
                self.expr(inner)
            }
            ExprKind::Binary(_, left, right)
            | ExprKind::Relation(_, left, right)
            | ExprKind::Assign(_, left, right)
            | ExprKind::TypeMapping(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Access(value, keys) => {
                self.expr(value);
                self.exprs(keys);
            }
            ExprKind::Block(_) => self.body(expr),
            ExprKind::If(branches) | ExprKind::Unless(branches) => self.branches(branches),
            ExprKind::Case(case) => {
                self.expr(&case.test);
                for option in &case.options {
                    self.exprs(&option.values);
                    self.body(&option.then);
                }
            }
            ExprKind::Selector(selector) => {
                self.expr(&selector.left);
                for option in &selector.options {
                    self.expr(&option.matching);
                    self.expr(&option.value);
                }
            }
            ExprKind::Call(call) => {
                self.expr(&call.functor);
                self.exprs(&call.args);
                call.lambda.iter().for_each(|lambda| self.lambda(lambda));
            }
            ExprKind::Method(method) => {
                self.expr(&method.receiver);
                self.exprs(&method.args);
                method.lambda.iter().for_each(|lambda| self.lambda(lambda));
            }
            ExprKind::Function(function) | ExprKind::Plan(function) => {
                self.params(&function.params);
                function.returns.iter().for_each(|expr| self.expr(expr));
                self.body(&function.body);
            }
            ExprKind::Apply(apply) => {
                self.exprs(&apply.args);
                self.body(&apply.body);
            }
            ExprKind::TypeAlias(alias) => self.expr(&alias.type_expr),
            ExprKind::TypeDefinition(definition) => self.body(&definition.body),
            ExprKind::Class(class) => {
                self.params(&class.params);
                self.body(&class.body);
            }
            ExprKind::Define(define) => {
                self.params(&define.params);
                self.body(&define.body);
            }
            ExprKind::Node(node) => self.body(&node.body),
            ExprKind::Resource(resource) => {
                self.expr(&resource.type_name);
                for body in &resource.bodies {
                    self.expr(&body.title);
                    self.operations(&body.operations);
                }
            }
            ExprKind::ResourceDefaults(defaults) => self.operations(&defaults.operations),
            ExprKind::ResourceOverride(over) => {
                self.expr(&over.resources);
                self.operations(&over.operations);
            }
            ExprKind::Collect(collect) => {
                self.expr(&collect.type_expr);
                collect.query.iter().for_each(|query| self.expr(query));
                self.operations(&collect.operations);
            }
            ExprKind::Epp(_) => self.body(expr),
            ExprKind::Render(inside) => self.rendered(inside),
            _ => {}
        }
    }
}

fn is_definition_kind(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Class(_)
            | ExprKind::Define(_)
            | ExprKind::Node(_)
            | ExprKind::Function(_)
            | ExprKind::Plan(_)
            | ExprKind::TypeAlias(_)
            | ExprKind::TypeDefinition(_)
    )
}
