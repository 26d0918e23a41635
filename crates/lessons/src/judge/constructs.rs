//! The names and constructs of an answer: what `uses`, `forbids` and `missing` ask for.

use rustc_hash::FxHashSet;

use puppet_syntax::ast::{EdgeOp, Expr, ExprKind, Program, Resource};
use puppet_syntax::walk;

/// The names and constructs of a program: functions, types, variables with `$`, operators by their symbols, and words
/// such as `lambda` and `heredoc`. Names in interpolations, lambdas and definitions count.
#[derive(Clone, Debug, Default)]
pub(crate) struct Constructs {
    names: FxHashSet<String>,
}

impl Constructs {
    pub(crate) fn of(program: &Program) -> Constructs {
        let mut found = Constructs::default();
        walk::for_each_everywhere(&program.body, &mut |expr| found.add(expr));
        found
    }

    /// Returns whether the program has this name or construct.
    pub(crate) fn has(&self, name: &str) -> bool {
        let name = name.strip_prefix("::").unwrap_or(name);
        self.names.contains(name) || self.names.contains(synonym(name))
    }

    fn name(&mut self, name: &str) {
        self.names.insert(name.strip_prefix("::").unwrap_or(name).to_owned());
    }

    fn add(&mut self, expr: &Expr) {
        if walk::lambda_of(expr).is_some() {
            self.name("lambda");
        }
        self.word(expr);
        match &expr.kind {
            ExprKind::Binary(operator, ..) => self.name(operator.symbol()),
            ExprKind::Relation(operator, ..) => {
                self.name("relationship");
                self.name(symbol(*operator));
            }
            ExprKind::Call(call) => self.functor(&call.functor),
            ExprKind::Method(method) => {
                self.name("method");
                self.functor(&method.name);
            }
            ExprKind::FunctionRef(name) | ExprKind::Ref(name) | ExprKind::Reserved(name, _) => self.name(name),
            ExprKind::Variable(name) => self.name(&format!("${name}")),
            ExprKind::Resource(resource) => self.resource(resource),
            ExprKind::ResourceDefaults(defaults) => self.functor(&defaults.type_ref),
            _ => {}
        }
    }

    /// Adds the word of a construct.
    fn word(&mut self, expr: &Expr) {
        let word = match &expr.kind {
            ExprKind::If(_) => "if",
            ExprKind::Unless(_) => "unless",
            ExprKind::Case(_) => "case",
            ExprKind::Selector(_) => "selector",
            ExprKind::Heredoc(_) => "heredoc",
            ExprKind::Interpolated(_) => "interpolation",
            ExprKind::Regexp(_) => "regexp",
            ExprKind::Array(_) => "array",
            ExprKind::Hash(_) => "hash",
            ExprKind::Not(_) => "!",
            ExprKind::Unfold(_) => "splat",
            ExprKind::Access(..) => "access",
            ExprKind::Assign(..) => "=",
            ExprKind::Class(_) => "class",
            ExprKind::Define(_) => "define",
            ExprKind::Function(_) => "function",
            ExprKind::Node(_) => "node",
            ExprKind::TypeAlias(_) => "type-alias",
            ExprKind::Resource(_) => "resource",
            ExprKind::ResourceDefaults(_) => "resource-defaults",
            ExprKind::ResourceOverride(_) => "override",
            ExprKind::Collect(_) => "collector",
            ExprKind::Undef => "undef",
            ExprKind::Default => "default",
            _ => return,
        };
        self.name(word);
    }

    /// Adds the name of a called function or type, of an attribute's resource type.
    fn functor(&mut self, functor: &Expr) {
        match &functor.kind {
            ExprKind::Name(name) | ExprKind::Ref(name) | ExprKind::Reserved(name, _) => self.name(name),
            _ => {}
        }
    }

    fn resource(&mut self, resource: &Resource) {
        self.functor(&resource.type_name);
    }
}

/// Returns the second name of a construct.
fn synonym(name: &str) -> &str {
    match name {
        "lambdas" | "block" => "lambda",
        "?" => "selector",
        "regex" | "regexps" => "regexp",
        "type" => "type-alias",
        "[]" => "access",
        "assignment" => "=",
        "relation" | "arrow" => "relationship",
        other => other,
    }
}

fn symbol(operator: EdgeOp) -> &'static str {
    match operator {
        EdgeOp::Before => "->",
        EdgeOp::After => "<-",
        EdgeOp::Notify => "~>",
        EdgeOp::Subscribe => "<~",
    }
}
