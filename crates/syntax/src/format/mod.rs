//! The formatter: a text in the form of Puppet's style guide. Two columns a level, one space around operators, arrows of
//! a list of attributes or of a hash under each other, a comma after the last element of a list over several lines.
//!
//! It works on the tokens and comments of a text that parses, and moves nothing but white space (and adds those commas):
//! lines stay lines, so long ones are not broken and short ones not joined; quotes stay as they are; strings, heredocs
//! and comments are not touched inside. What comes out is parsed again: were it another program, or had a comment gone,
//! the text would be returned as it was. Of templates (EPP) only the code in the tags is touched.

mod align;
mod indent;
mod pieces;
mod shape;
mod spacing;
mod template;

use super::{LexOptions, TokenKind, parse, pn};
use pieces::Pieces;
use pprepl_text::Diagnostic;
use shape::Shapes;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formatted {
    pub text: String,
    /// Returns whether the text was left as it was, because its formatted form would not be the same program.
    pub kept: bool,
}

/// Passes until nothing changes any more: an alignment may follow from another one.
const PASSES: usize = 4;

/// Formats a text. One with errors is not formatted: they come back.
pub fn format(source: &str, options: LexOptions) -> Result<Formatted, Vec<Diagnostic>> {
    let parsed = parse(source, options);
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return Err(parsed.diagnostics);
    }
    let before = Pieces::of(source, options);
    let pass = if options.template { template::lay_out } else { lay_out };
    let mut text = pass(&before, source);
    for _ in 1..PASSES {
        let again = pass(&Pieces::of(&text, options), &text);
        if again == text {
            break;
        }
        text = again;
    }
    if text == source {
        return Ok(Formatted { text, kept: false });
    }
    let after = parse(&text, options);
    let same = !after.diagnostics.iter().any(Diagnostic::is_error)
        && before.same_comments(&Pieces::of(&text, options))
        && pn(&after.program) == pn(&parsed.program);
    Ok(if same { Formatted { text, kept: false } } else { Formatted { text: source.to_owned(), kept: true } })
}

/// Puts the arrows (`=>`) of a text under each other and leaves all else alone. For a text that is being written: it
/// need not parse.
pub fn align_arrows(source: &str, options: LexOptions) -> String {
    let pieces = Pieces::of(source, options);
    let shapes = Shapes::of(&pieces);
    let mut gaps: Vec<usize> = pieces.all.iter().map(|piece| piece.blanks).collect();
    align::arrows(&pieces, &shapes, &mut gaps);
    let mut out = String::with_capacity(source.len() + 64);
    let mut at = 0;
    for (piece, &gap) in pieces.all.iter().zip(&gaps) {
        let start = piece.start - if gap == piece.blanks { 0 } else { piece.blanks };
        out.push_str(source.get(at..start).unwrap_or(""));
        at = start;
        if gap != piece.blanks {
            out.extend(std::iter::repeat_n(' ', gap));
            at = piece.start;
        }
    }
    out.push_str(source.get(at..).unwrap_or(""));
    out
}

/// One pass over the text.
fn lay_out(pieces: &Pieces, source: &str) -> String {
    let shapes = Shapes::of(pieces);
    let mut gaps = spacing::gaps(pieces, &shapes);
    align::assignments(pieces, &shapes, &mut gaps);
    let commas = shapes.missing_commas(pieces);
    align::arrows(pieces, &shapes, &mut gaps);
    let indents = indent::indents(pieces, &shapes);
    write(pieces, &gaps, &commas, &indents, source)
}

fn write(pieces: &Pieces, gaps: &[usize], commas: &[bool], indents: &[usize], source: &str) -> String {
    let line_end = if source.contains("\r\n") { "\r\n" } else { "\n" };
    let mut out = String::with_capacity(source.len() + source.len() / 8);
    for (number, (line, &indent)) in pieces.lines.iter().zip(indents).enumerate() {
        if line.blank_before && number > 0 {
            out.push_str(line_end);
        }
        for at in line.first..line.end {
            let Some(piece) = pieces.all.get(at) else { continue };
            let gap = if at == line.first { indent } else { gaps.get(at).copied().unwrap_or(1) };
            out.extend(std::iter::repeat_n(' ', gap));
            out.push_str(piece.text);
            if commas.get(at) == Some(&true) {
                out.push(',');
            }
        }
        out.push_str(line_end);
        if !line.heredocs.is_empty() {
            out.push_str(line.heredocs);
            out.push_str(line_end);
        }
    }
    out
}

/// Returns whether it is an operator that is between two operands (or a key and its value).
fn is_infix(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(
        kind,
        And | Or
            | In
            | Equals
            | PlusEquals
            | MinusEquals
            | IsEqual
            | NotEqual
            | Match
            | NoMatch
            | GreaterThan
            | GreaterEqual
            | LessThan
            | LessEqual
            | QMark
            | Plus
            | Minus
            | Times
            | Div
            | Modulo
            | LShift
            | RShift
            | FatArrow
            | PlusArrow
    )
}

/// Returns whether an operand can end with it.
pub(super) fn ends_operand(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(
        kind,
        Name | Word
            | Ref
            | Variable
            | Number
            | String
            | Regexp
            | DqPost
            | Heredoc
            | Boolean
            | Undef
            | Default
            | RBrack
            | RParen
            | RBrace
            | RCollect
            | RRCollect
    )
}
