//! Mutants of a program: one change of its syntax tree each.

use puppet_syntax::LexOptions;
use puppet_syntax::ast::{BinaryOp, Expr, ExprKind, If};
use puppet_syntax::operators::OPERATORS;
use puppet_syntax::{parse, walk};

/// A changed program.
pub struct Mutant {
    /// The kind of the change.
    pub change: &'static str,
    pub code: String,
}

/// Operators that take each other's place.
const PAIRS: [(BinaryOp, &str); 15] = [
    (BinaryOp::Add, "-"),
    (BinaryOp::Sub, "+"),
    (BinaryOp::Mul, "+"),
    (BinaryOp::Div, "*"),
    (BinaryOp::Mod, "/"),
    (BinaryOp::Eq, "!="),
    (BinaryOp::Ne, "=="),
    (BinaryOp::Lt, "<="),
    (BinaryOp::Le, "<"),
    (BinaryOp::Gt, ">="),
    (BinaryOp::Ge, ">"),
    (BinaryOp::And, "or"),
    (BinaryOp::Or, "and"),
    (BinaryOp::Match, "!~"),
    (BinaryOp::NoMatch, "=~"),
];

/// Returns the mutants of a program; none if it has errors.
pub fn mutants(code: &str) -> Vec<Mutant> {
    let parsed = parse(code, LexOptions::default());
    if parsed.diagnostics.iter().any(pprepl_text::Diagnostic::is_error) {
        return Vec::new();
    }
    let mut found = Mutants { code, found: Vec::new() };
    walk::for_each_everywhere(&parsed.program.body, &mut |expr| found.visit(expr));
    let mut all = found.found;
    all.retain(|mutant| mutant.code != code);
    all
}

struct Mutants<'c> {
    code: &'c str,
    found: Vec<Mutant>,
}

impl Mutants<'_> {
    fn replace(&mut self, change: &'static str, (start, end): (usize, usize), text: &str) {
        let (before, after) = (&self.code[..start], &self.code[end..]);
        self.found.push(Mutant { change, code: format!("{before}{text}{after}") });
    }

    fn visit(&mut self, expr: &Expr) {
        let span = (expr.span.start as usize, expr.span.end as usize);
        match &expr.kind {
            ExprKind::Integer(number, _) => self.replace("number", span, &(number + 1).to_string()),
            ExprKind::Float(number) => self.replace("number", span, &format!("{:?}", number + 1.0)),
            ExprKind::Bool(is_true) => self.replace("boolean", span, &(!is_true).to_string()),
            ExprKind::String(_) if self.code[span.0..span.1].starts_with(['\'', '"']) => {
                self.replace("string", (span.1 - 1, span.1 - 1), "x");
            }
            ExprKind::Not(inner) => {
                let inner = self.code[inner.span.start as usize..inner.span.end as usize].to_owned();
                self.replace("negation", span, &inner);
            }
            ExprKind::Binary(op, left, right) => self.operator(*op, left, right),
            ExprKind::Block(statements) => self.statements(statements),
            ExprKind::If(branch) | ExprKind::Unless(branch) => self.branches(branch),
            ExprKind::Array(items) if items.len() > 1 => self.drop_last(items),
            _ => {}
        }
    }

    fn operator(&mut self, op: BinaryOp, left: &Expr, right: &Expr) {
        let (start, end) = (left.span.end as usize, right.span.start as usize);
        let symbol = OPERATORS.iter().find(|row| row.op == op).map_or("", |row| row.symbol);
        let Some(at) = self.code.get(start..end).and_then(|gap| gap.find(symbol)) else { return };
        let place = (start + at, start + at + symbol.len());
        if let Some((_, other)) = PAIRS.iter().find(|(known, _)| *known == op) {
            self.replace("operator", place, other);
        }
        if matches!(op, BinaryOp::Sub | BinaryOp::Div) {
            let swapped = format!("{} {symbol} {}", right.span.of(self.code), left.span.of(self.code));
            self.replace("operands", (left.span.start as usize, right.span.end as usize), &swapped);
        }
    }

    fn statements(&mut self, statements: &[Expr]) {
        for statement in statements.iter().filter(|_| statements.len() > 1) {
            self.replace("statement", (statement.span.start as usize, statement.span.end as usize), "");
        }
    }

    fn branches(&mut self, branch: &If) {
        let test = branch.test.span;
        let negated = format!("!({})", test.of(self.code));
        self.replace("condition", (test.start as usize, test.end as usize), &negated);
        let (then, otherwise) = (branch.then.span, branch.otherwise.span);
        if !matches!(branch.otherwise.kind, ExprKind::Nop | ExprKind::If(_)) && then.end <= otherwise.start {
            let code = self.code;
            let between = &code[then.end as usize..otherwise.start as usize];
            let swapped = format!("{}{between}{}", otherwise.of(code), then.of(code));
            self.replace("branches", (then.start as usize, otherwise.end as usize), &swapped);
        }
    }

    /// Drops the last element of an array.
    fn drop_last(&mut self, items: &[Expr]) {
        if let [.., before, last] = items {
            self.replace("element", (before.span.end as usize, last.span.end as usize), "");
        }
    }
}
