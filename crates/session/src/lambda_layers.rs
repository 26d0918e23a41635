//! The lambdas around a location, each with its own variables.

use pprepl_text::Source;
use puppet_syntax::ast::{Expr, ExprKind, Lambda};
use puppet_syntax::{LexOptions, parse, walk};

/// A lambda around a location.
pub(crate) struct LambdaLayer {
    /// Its head: `|$a, $b|`.
    pub head: String,
    /// The line where it starts.
    pub line: u32,
    /// The names of its parameters and of the variables that its body sets.
    pub names: Vec<String>,
}

/// Returns the lambdas around an offset of a source, the innermost first.
pub(crate) fn lambda_layers(source: &Source, offset: u32, options: LexOptions) -> Vec<LambdaLayer> {
    let parsed = parse(source.text(), options);
    let around = walk::around(&parsed.program.body, offset);
    let lambdas = around.iter().rev().filter_map(|expr| walk::lambda_of(expr));
    let is_around = |lambda: &&Lambda| lambda.span.start <= offset && offset <= lambda.span.end;
    lambdas.filter(is_around).map(|lambda| layer(source, lambda)).collect()
}

fn layer(source: &Source, lambda: &Lambda) -> LambdaLayer {
    let params: Vec<String> = lambda.params.iter().map(|param| format!("${}", param.name)).collect();
    let mut names: Vec<String> = lambda.params.iter().map(|param| param.name.to_string()).collect();
    walk::for_each_in_scope(&lambda.body, &mut |expr| names.extend(assigned(expr)));
    LambdaLayer { head: format!("|{}|", params.join(", ")), line: source.line_column(lambda.span.start).line, names }
}

/// Returns the name of the variable that an expression sets.
fn assigned(expr: &Expr) -> Option<String> {
    let ExprKind::Assign(_, target, _) = &expr.kind else { return None };
    let ExprKind::Variable(name) = &target.kind else { return None };
    Some(name.to_string())
}
