//! The table of binary operators: lexer, parser and printer agree with each row.

use std::collections::BTreeSet;

use puppet_syntax::ast::{BinaryOp, Expr, ExprKind};
use puppet_syntax::operators::{Associativity, OPERATORS, Operator};
use puppet_syntax::{LexOptions, lex, parse, pn};

fn parsed(source: &str) -> Expr {
    let parsed = parse(source, LexOptions::PUPPET8);
    assert!(!parsed.diagnostics.iter().any(|found| found.is_error()), "{source}: {:?}", parsed.diagnostics);
    parsed.program.body
}

fn binary(expr: &Expr) -> (BinaryOp, &Expr, &Expr) {
    match &expr.kind {
        ExprKind::Binary(op, left, right) => (*op, left, right),
        other => panic!("a binary operation is expected: {other:?}"),
    }
}

#[test]
fn each_row_describes_its_own_operator() {
    let mut symbols = BTreeSet::new();
    for (index, row) in OPERATORS.iter().enumerate() {
        assert_eq!(row.op as usize, index);
        assert_eq!(row.op.symbol(), row.symbol);
        assert!(symbols.insert(row.symbol), "{} has two rows", row.symbol);
        assert!(!row.noun.is_empty() && !row.topic.is_empty(), "{}", row.symbol);
        assert!(row.meaning.ends_with('.') && !row.example.is_empty(), "{}", row.symbol);
        assert_eq!(row.token.binary_operator().map(|found| found.op), Some(row.op));
        assert!(row.token.is_binary_operator());
    }
}

#[test]
fn the_lexer_makes_the_token_of_each_row() {
    for row in OPERATORS {
        let source = format!("$a {} $b", row.symbol);
        let lexed = lex(&source, LexOptions::PUPPET8);
        assert_eq!(lexed.tokens[1].kind, row.token, "{source}");
    }
}

#[test]
fn only_the_tokens_of_rows_are_binary_operators() {
    let lexed = lex("$a = -1 ? { 'b' => !$c, d => *[$e] } -> f", LexOptions::PUPPET8);
    let others = lexed.tokens.iter().filter(|token| OPERATORS.iter().all(|row| row.token != token.kind));
    others.for_each(|token| assert!(!token.kind.is_binary_operator() && token.kind.binary_operator().is_none()));
}

#[test]
fn the_parser_and_the_printer_know_each_row() {
    for row in OPERATORS {
        let source = format!("$a {} $b", row.symbol);
        assert_eq!(binary(&parsed(&source)).0, row.op, "{source}");
        let program = parse(&source, LexOptions::PUPPET8).program;
        let printed = pn(&program);
        assert_eq!(printed, format!("({} (var \"a\") (var \"b\"))", row.symbol));
    }
}

/// Returns whether `$a FIRST $b SECOND $c` groups its first two operands.
fn groups_left(first: &Operator, second: &Operator) -> bool {
    let source = format!("$a {} $b {} $c", first.symbol, second.symbol);
    let expr = parsed(&source);
    let (outer, left, right) = binary(&expr);
    let is_left = matches!(left.kind, ExprKind::Binary(..));
    assert_ne!(is_left, matches!(right.kind, ExprKind::Binary(..)), "{source}");
    assert_eq!(outer, if is_left { second.op } else { first.op }, "{source}");
    is_left
}

#[test]
fn levels_and_sides_group_operands() {
    for first in OPERATORS {
        for second in OPERATORS {
            let expected = match first.level == second.level {
                true => first.associativity == Associativity::Left,
                false => first.level > second.level,
            };
            assert_eq!(groups_left(first, second), expected, "{} {}", first.symbol, second.symbol);
        }
    }
}
