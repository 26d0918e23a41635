//! Foldable ranges and growing selections, from the tree of a document, which broken source has too.

use lsp_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams, SelectionRange, SelectionRangeParams};
use pprepl_text::Span;
use puppet_tree::Structure;

use super::failure::Answer;
use super::position::Lines;
use super::state::State;

/// Returns the foldable ranges of a document.
pub fn folds(state: &mut State, params: FoldingRangeParams) -> Answer<Option<Vec<FoldingRange>>> {
    let document = state.document(&params.text_document.uri)?;
    let Some(tree) = document.tree() else { return Ok(None) };
    let lines = document.lines(state.client.encoding);
    let mut folds: Vec<FoldingRange> =
        Structure::of(&tree).folds().into_iter().filter_map(|span| fold(&lines, span)).collect();
    folds.extend(comments(&lines));
    folds.sort_by_key(|fold| (fold.start_line, std::cmp::Reverse(fold.end_line)));
    folds.dedup_by_key(|fold| fold.start_line);
    Ok(Some(folds))
}

fn fold(lines: &Lines<'_>, span: Span) -> Option<FoldingRange> {
    let (start, end) = (lines.position(span.start), lines.position(span.end));
    let text = span.of(lines.text());
    let is_comment = text.starts_with('#') || text.starts_with("/*");
    // The line with the closing bracket stays visible.
    let closes = text.ends_with(['}', ')', ']']);
    let last = if closes || end.character == 0 { end.line.checked_sub(1)? } else { end.line };
    (last > start.line).then(|| FoldingRange {
        start_line: start.line,
        end_line: last,
        kind: is_comment.then_some(FoldingRangeKind::Comment),
        ..FoldingRange::default()
    })
}

/// Returns the runs of lines that are comments.
fn comments(lines: &Lines<'_>) -> Vec<FoldingRange> {
    let is_comment = |line: usize| lines.span_of_line(line).of(lines.text()).trim_start().starts_with('#');
    let mut found: Vec<FoldingRange> = Vec::new();
    let mut start = None;
    for line in 0..=lines.count() {
        match (start, line < lines.count() && is_comment(line)) {
            (None, true) => start = Some(line),
            (Some(first), false) => {
                if line - first > 1 {
                    found.push(FoldingRange {
                        start_line: first as u32,
                        end_line: line as u32 - 1,
                        kind: Some(FoldingRangeKind::Comment),
                        ..FoldingRange::default()
                    });
                }
                start = None;
            }
            (None, false) | (Some(_), true) => {}
        }
    }
    found
}

/// Returns the growing selections around places.
pub fn selections(state: &mut State, params: SelectionRangeParams) -> Answer<Option<Vec<SelectionRange>>> {
    let document = state.document(&params.text_document.uri)?;
    let Some(tree) = document.tree() else { return Ok(None) };
    let lines = document.lines(state.client.encoding);
    let structure = Structure::of(&tree);
    let around = |position| {
        let offset = lines.offset(position) as u32;
        let mut spans = vec![Span::at(offset)];
        while let Some(next) = spans.last().and_then(|last| structure.enclosing(*last)) {
            spans.push(next);
        }
        let outer = spans
            .into_iter()
            .rev()
            .fold(None, |parent, span| Some(SelectionRange { range: lines.range(span), parent: parent.map(Box::new) }));
        outer.unwrap_or(SelectionRange { range: lines.range(Span::at(offset)), parent: None })
    };
    Ok(Some(params.positions.into_iter().map(around).collect()))
}
