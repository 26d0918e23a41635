//! Rewrites a call of another language's function to Puppet, by its template.

use super::{FunctionWay, function_way};
use crate::ast::{Expr, ExprKind, Lambda};

/// The parts of a call: `f(a)`, `f a` or `r.f(a)`.
pub struct CallParts<'a> {
    /// The name of the called function.
    pub name: &'a Expr,
    /// The expression before the dot.
    pub receiver: Option<&'a Expr>,
    pub args: &'a [Expr],
    pub lambda: Option<&'a Lambda>,
}

impl<'a> CallParts<'a> {
    /// Returns the parts of an expression that calls a function by its name.
    pub fn of(expr: &'a Expr) -> Option<CallParts<'a>> {
        let (name, receiver, args, lambda) = match &expr.kind {
            ExprKind::Call(call) => (&call.functor, None, &call.args[..], call.lambda.as_deref()),
            ExprKind::Method(method) => {
                (&method.name, Some(&method.receiver), &method.args[..], method.lambda.as_deref())
            }
            _ => return None,
        };
        Some(CallParts { name, receiver, args, lambda })
    }

    /// Returns the called function's name.
    pub fn function(&self) -> Option<&'a str> {
        match &self.name.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        }
    }

    /// Returns all arguments, the receiver first.
    pub fn arguments(&self) -> impl Iterator<Item = &'a Expr> {
        self.receiver.into_iter().chain(self.args)
    }

    fn has_module_receiver(&self) -> bool {
        let Some(receiver) = self.receiver else { return false };
        match &receiver.kind {
            ExprKind::Name(name) => matches!(&**name, "console" | "math" | "fmt" | "os" | "sys" | "string" | "process"),
            ExprKind::Ref(name) => matches!(&**name, "Math" | "System" | "Kernel" | "Logger"),
            _ => false,
        }
    }
}

/// Returns the code that replaces a call of another language's function; `None` where only words help. `nested` is
/// true inside another expression.
pub fn rewrite_call(call: &CallParts<'_>, source: &str, nested: bool) -> Option<String> {
    let name = call.function()?;
    let all: Vec<&Expr> =
        if call.has_module_receiver() { call.args.iter().collect() } else { call.arguments().collect() };
    let block = call.lambda.map(|lambda| lambda.span.of(source));
    match function_way(name, Some(all.len()))? {
        FunctionWay::Call(ours) => Some(renamed(call, ours, &all, block, source)),
        FunctionWay::Code(count, template, _) if count == all.len() => {
            let filled = fill(template, &all, block, source)?;
            let is_operator = template.contains(" =~ ") || template.contains(" in ") || template.contains("} + ");
            let is_operator = is_operator || template.contains("} - ") || template.contains("= undef");
            Some(if nested && is_operator { format!("({filled})") } else { filled })
        }
        FunctionWay::Code(..) | FunctionWay::Words(_) => None,
    }
}

/// Returns the call under another name, in the same form. A module before the dot is omitted.
fn renamed(call: &CallParts<'_>, ours: &str, all: &[&Expr], block: Option<&str>, source: &str) -> String {
    let block = block.map(|block| format!(" {block}")).unwrap_or_default();
    let text = |expr: &&Expr| expr.span.of(source).to_owned();
    match call.receiver {
        Some(receiver) if !call.has_module_receiver() => {
            let rest: Vec<String> = call.args.iter().map(|expr| text(&expr)).collect();
            let rest = if rest.is_empty() { String::new() } else { format!("({})", rest.join(", ")) };
            format!("{}.{ours}{rest}{block}", receiver.span.of(source))
        }
        _ => format!("{ours}({}){block}", all.iter().map(text).collect::<Vec<_>>().join(", ")),
    }
}

fn fill(template: &str, all: &[&Expr], block: Option<&str>, source: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        let close = open + rest[open..].find('}')?;
        let hole = &rest[open + 1..close];
        let (before, after) = (&rest[..open], &rest[close + 1..]);
        out.push_str(before);
        let index = hole.split(':').next().and_then(|number| number.parse::<usize>().ok());
        match (index, hole) {
            (Some(index), _) => out.push_str(&argument(all.get(index)?, hole, (&out, after), source)?),
            (None, "block") => out.push_str(&format!(" {}", block?)),
            // A brace of the code itself: `{ $x }`.
            (None, _) => out.push_str(&rest[open..=close]),
        }
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}

/// Returns the text of an argument in its place in a template.
fn argument(expr: &Expr, hole: &str, (before, after): (&str, &str), source: &str) -> Option<String> {
    let text = expr.span.of(source);
    match hole.split_once(':').map(|(_, form)| form) {
        Some("re") => pattern(expr),
        Some(_) => Some(match &expr.kind {
            ExprKind::Integer(number, _) => (number - 1).to_string(),
            _ => format!("{} - 1", operand(expr, text)),
        }),
        None => {
            let is_first = before.is_empty() || before.ends_with(['(', '[']) || before.ends_with(", ");
            let is_last = after.is_empty() || after.starts_with([')', ']', ',']);
            Some(if is_first && is_last { text.to_owned() } else { operand(expr, text) })
        }
    }
}

/// Returns a literal string as the source of a pattern; `None` for anything computed.
fn pattern(expr: &Expr) -> Option<String> {
    let ExprKind::String(text) = &expr.kind else { return None };
    let mut out = String::new();
    for c in text.chars() {
        if !(c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | ',' | ':' | '@' | '=' | '%')) {
            out.push('\\');
        }
        out.push(c);
    }
    (!out.is_empty() && !text.contains(['\n', '\t'])).then_some(out)
}

/// Returns an operand, in parentheses where an operator or a dot after it would take a part of it.
pub fn operand(expr: &Expr, text: &str) -> String {
    let binds_loosely = matches!(
        &expr.kind,
        ExprKind::Binary(..)
            | ExprKind::Assign(..)
            | ExprKind::Not(_)
            | ExprKind::Negate(_)
            | ExprKind::Selector(_)
            | ExprKind::If(_)
            | ExprKind::Unless(_)
            | ExprKind::Case(_)
    );
    if binds_loosely { format!("({text})") } else { text.to_owned() }
}
