//! The layout of code has no meaning: over the conformance cases the formatted code gives what the code as written gives,
//! and each expression of the tree, read alone from its span, is the same tree.

use crate::cases;

use pprepl_session::{LexOptions, Session};
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::pn::tree_of;
use puppet_syntax::{parse, pn, walk};

/// The code as the formatter writes it; as it is when it has errors.
fn formatted(session: &Session, faults: &mut Vec<String>, step: &str) -> Option<String> {
    let formatted = session.source().formatted("input", step).ok()?;
    if formatted.kept {
        faults.push(format!("{step:?} is left as it is"));
    }
    Some(formatted.text)
}

/// The case whose help sees whether there are blanks: `$x-y = 1` may mean a name.
const DEPENDS_ON_BLANKS: [&str; 1] = ["02_strings-0254"];

#[test]
fn formatted_code_gives_the_same() {
    let (mut faults, mut changed) = (Vec::new(), 0);
    for (number, case) in cases::sample(4) {
        let edition = cases::edition(number);
        let (mut as_written, mut laid_out) = (cases::session(edition), cases::session(edition));
        for step in &case.steps {
            let other = formatted(&as_written, &mut faults, step);
            changed += usize::from(other.as_ref().is_some_and(|other| other != step));
            let other = other.as_ref().unwrap_or(step);
            let expected = cases::outcome(&as_written.evaluate("input", step));
            let found = cases::outcome(&laid_out.evaluate("input", other));
            if expected != found && !DEPENDS_ON_BLANKS.contains(&&*case.id) {
                faults.push(format!("{}: {step:?}\n  as {other:?}\n{}", case.id, cases::difference(&expected, &found)));
            }
        }
        // Signatures are shown as they are written.
        let ink = |state: String| state.lines().map(|line| line.replace(' ', "") + "\n").collect::<String>();
        let (expected, found) = (ink(cases::state(&mut as_written)), ink(cases::state(&mut laid_out)));
        if expected != found {
            faults.push(format!("{}: the state\n{}", case.id, cases::difference(&expected, &found)));
        }
    }
    println!("{changed} steps are laid out in another way");
    cases::hold(&faults);
}

/// Whether the text of an expression means the same elsewhere: a literal or an operation, not a name, which may be a
/// variable in a string, and no heredoc, whose text is not in its span.
fn is_complete(expr: &Expr, text: &str) -> bool {
    match &expr.kind {
        _ if text.contains("@(") => false,
        ExprKind::Integer(..) | ExprKind::Float(_) | ExprKind::Array(_) | ExprKind::Paren(_) => true,
        ExprKind::String(_) | ExprKind::Interpolated(_) => text.starts_with(['\'', '"']),
        ExprKind::Variable(_) => text.starts_with('$'),
        ExprKind::Binary(..) => !text.starts_with(|first: char| first.is_ascii_lowercase()),
        ExprKind::Not(_) | ExprKind::Negate(_) => true,
        ExprKind::If(_) | ExprKind::Unless(_) | ExprKind::Case(_) => !text.starts_with("els"),
        _ => false,
    }
}

/// The tree of an expression in PN.
fn written(expr: &Expr) -> String {
    let mut text = String::new();
    tree_of(expr).write(&mut text);
    text
}

#[test]
fn an_expression_read_from_its_span_is_the_same() {
    let (mut faults, mut read) = (Vec::new(), 0);
    let options = LexOptions::PUPPET8;
    for case in cases::all() {
        for step in &case.steps {
            let whole = parse(step, options);
            if whole.diagnostics.iter().any(|found| found.is_error()) {
                continue;
            }
            walk::for_each_everywhere(&whole.program.body, &mut |expr| {
                let text = expr.span.of(step);
                if !is_complete(expr, text) {
                    return;
                }
                let alone = parse(text, options);
                read += 1;
                let (expected, found) = (written(expr), pn(&alone.program));
                if expected != found {
                    faults.push(format!("{}: {step:?}\n  {text:?}\n      {expected}\n  not {found}", case.id));
                }
            });
        }
    }
    println!("{read} expressions");
    cases::hold(&faults);
}
