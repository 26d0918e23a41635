//! `:parens`: the grouping of an expression by precedence.

use serde_json::json;

use crate::Session;
use pprepl_text::columns::{columns, shortened};
use pprepl_text::{Source, Span, visible};
use puppet_syntax::pn::{Pn, Shape};

use super::command::{self, Arguments, Command, CommandResult, Example, Group, Kind, Param};
use super::explain::level_of;
use super::syntax_views;

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "parens",
    aliases: &["precedence"],
    params: &[Param::needed("CODE", Kind::Code)],
    group: Group::Look,
    summary: "how precedence groups an expression: full parentheses and operator levels",
    details: "The higher the level, the tighter an operator binds; operators of one level marked 'left' group from \
              the left. ':explain operators' has the table. Notes follow where code may not mean what it seems to.",
    examples: &[
        Example { before: &[], line: ":parens 1 + 2 * 3 == 7 and !$a", shows: "((1 + (2 * 3)) == 7) and (!$a)" },
        Example { before: &[], line: ":parens ! 'a' in ['b']", shows: "(! 'a') in ['b']" },
    ],
    run: parens,
}];

/// An operator with its operands.
struct Operation {
    name: &'static str,
    span: Span,
    /// The operands' spans; a prefix operator has one.
    operands: Vec<Span>,
    level: u8,
    side: &'static str,
    /// True if it is an operand itself, so that parentheses are informative.
    inner: bool,
}

fn parens(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let code = arguments.text(0);
    let (pn, reports) = session.source().pn("input", code, false);
    if pn.is_none() {
        return command::with_reports(reports);
    }
    let mut found = Vec::new();
    collect(&session.source().tree(code, false), Outer::Nothing, &mut found);
    found.sort_by_key(|operation| (operation.span.start, std::cmp::Reverse(operation.span.end)));
    let grouped = grouped(code, &found);
    let source = Source::new("input", code);
    let rows: Vec<Vec<String>> = found.iter().filter(|o| o.level > 0).map(|o| row(o, code, &source)).collect();
    let notes = session.source().notes(code);
    let mut text = visible(&grouped).into_owned();
    if rows.is_empty() {
        text.push_str("\nNo operators found.");
    } else {
        text.push_str(&format!("\n\n{}", columns(&rows)));
    }
    text.push_str(&syntax_views::noted(&notes, &source));
    let operators: Vec<_> = found
        .iter()
        .filter(|operation| operation.level > 0)
        .map(|o| json!({ "operator": o.name, "level": o.level, "associates": o.side, "text": o.span.of(code) }))
        .collect();
    let data = json!({ "text": grouped, "operators": operators, "notes": syntax_views::notes_data(&notes, &source) });
    command::with_data(text, data)
}

/// The operator or call around a node.
#[derive(Clone, Copy, PartialEq)]
enum Outer {
    Nothing,
    Operator,
    Prefix,
}

fn collect(node: &Pn, outer: Outer, found: &mut Vec<Operation>) {
    match &node.shape {
        Shape::Call(name, elements) => {
            let here = operation(name, node, elements, outer);
            let inner = match &here {
                Some(operation) if operation.level > 0 && elements.len() == 1 => Outer::Prefix,
                Some(operation) if operation.level > 0 => Outer::Operator,
                _ => Outer::Nothing,
            };
            found.extend(here);
            elements.iter().for_each(|element| collect(element, inner, found));
        }
        Shape::List(elements) => elements.iter().for_each(|element| collect(element, Outer::Nothing, found)),
        Shape::Map(entries) => entries.iter().for_each(|(_, value)| collect(value, Outer::Nothing, found)),
        Shape::Text(_) | Shape::Plain(_) => {}
    }
}

/// Returns the operation of a node. After a prefix operator, a following access binds first: `-$x.abs` is
/// `-($x.abs)`.
fn operation(name: &'static str, node: &Pn, elements: &[Pn], outer: Outer) -> Option<Operation> {
    let (level, side) = level(name, elements.len());
    let taken_first = outer == Outer::Prefix && matches!(name, "access" | "call-method" | "call");
    if level == 0 && !taken_first {
        return None;
    }
    let operands = elements.iter().filter_map(|element| element.span).collect();
    Some(Operation { name, span: node.span?, operands, level, side, inner: outer != Outer::Nothing })
}

/// Returns an operator's precedence and associativity; 0 for other names.
fn level(name: &str, operands: usize) -> (u8, &'static str) {
    level_of(name, operands).map_or((0, ""), |(level, side)| (level, side.as_str()))
}

/// Returns the code with parentheses around every operation that is an operand.
fn grouped(code: &str, found: &[Operation]) -> String {
    let mut marks: Vec<(usize, usize, char)> = Vec::new();
    for operation in found.iter().filter(|operation| operation.inner) {
        let (start, end) = (operation.span.start as usize, operation.span.end as usize);
        marks.push((start, 1, '('));
        marks.push((end, 0, ')'));
    }
    marks.sort_by_key(|(at, order, _)| (*at, *order));
    let mut out = String::with_capacity(code.len() + marks.len());
    let mut at = 0;
    for (place, _, mark) in marks {
        out.push_str(code.get(at..place).unwrap_or(""));
        out.push(mark);
        at = place;
    }
    out.push_str(code.get(at..).unwrap_or(""));
    out
}

fn row(operation: &Operation, code: &str, source: &Source) -> Vec<String> {
    let part = |at: usize| operation.operands.get(at).map_or(String::new(), |span| shortened(span.of(code), 30));
    // The operator follows its first operand.
    let at = match operation.operands.first().filter(|_| operation.side != "prefix") {
        Some(left) => {
            let rest = code.get(left.end as usize..).unwrap_or("");
            left.end + (rest.len() - rest.trim_start_matches([' ', ')', '\n', '\t']).len()) as u32
        }
        None => operation.span.start,
    };
    let place = source.line_column(at);
    let sign = if operation.name == "unfold" { "*" } else { operation.name };
    let operands = match operation.side {
        "prefix" => format!("{sign} of {}", part(0)),
        _ if sign == "?" => format!("{} ? {{ .. }}", part(0)),
        _ => format!("{}  with  {}", part(0), part(1)),
    };
    vec![
        format!("{}:{}", place.line, place.column),
        sign.to_owned(),
        format!("level {}", operation.level),
        operation.side.to_owned(),
        operands,
    ]
}
