//! `:cst`: the tree of the incremental grammar, the basis of colors, indentation and fixes while typing.

use serde_json::json;

use crate::Session;
use pprepl_text::Source;
use pprepl_text::columns::{columns, shortened};
use puppet_tree::{ConcreteNode, Dialect, Document, concrete_tree};

use super::command::{self, Arguments, Command, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "cst",
    aliases: &[],
    params: &[Param::optional("--epp", Kind::Word(&["--epp"])), Param::needed("CODE", Kind::Code)],
    group: Group::Look,
    summary: "concrete syntax tree with positions, including ERROR and MISSING nodes",
    details: "This is the tree of the tree-sitter grammar, which drives colors and indentation while you type. An \
              ERROR node is source that it could not parse, a MISSING node is a token that it inserted to continue. \
              The language's own parser (':ast') decides.",
    examples: &[
        Example { before: &[], line: ":cst $a = [1", shows: "MISSING" },
        Example { before: &[], line: ":cst 1 + $b", shows: "left: number" },
    ],
    run: cst,
}];

fn cst(_: &mut Session, arguments: &Arguments) -> CommandResult {
    let code = arguments.text(1);
    let dialect = if arguments.get(0).is_some() { Dialect::Template } else { Dialect::Puppet };
    let nodes = concrete_tree(&Document::of(dialect, code));
    let source = Source::new("input", code);
    let row = |node: &ConcreteNode| {
        let (start, end) = (source.line_column(node.span.start), source.line_column(node.span.end));
        let place = format!("{}:{}-{}:{}", start.line, start.column, end.line, end.column);
        let text = if node.leaf { shortened(node.span.of(code), 40) } else { String::new() };
        vec![format!("{}{}", "  ".repeat(node.depth), node.label()), place, text]
    };
    let data = nodes.iter().map(|node| datum(node, &source)).collect();
    command::with_data(columns(&nodes.iter().map(row).collect::<Vec<_>>()), data)
}

fn datum(node: &ConcreteNode, source: &Source) -> serde_json::Value {
    let (start, end) = (source.line_column(node.span.start), source.line_column(node.span.end));
    json!({
        "depth": node.depth,
        "field": node.field,
        "kind": node.kind,
        "named": node.named,
        "error": node.error,
        "missing": node.missing,
        "start": [start.line, start.column],
        "end": [end.line, end.column],
    })
}
