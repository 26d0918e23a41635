//! Line edits: indentation of new lines, closing brackets that dedent, indentation and comments of whole lines.

use std::ops::Range;

use super::Edit;
use puppet_syntax::{LexOptions, Lexed, OpenEnd, lex};
use puppet_tree::{Document, INDENT, Place, Structure, indent_for_new_line};

/// Starts a new line at the cursor, indented.
pub fn new_line(document: &Document, cursor: usize) -> Edit {
    Edit::insertion(cursor, format!("\n{}", " ".repeat(indent_after(document, cursor))))
}

/// Returns the indentation of a line that starts at `cursor`: 0 in strings and heredocs, where spaces count and
/// indented content may come from a paste.
fn indent_after(document: &Document, cursor: usize) -> usize {
    let before = document.text().get(..cursor).unwrap_or("");
    let lexed = lex(&format!("{before}\n"), LexOptions::default());
    if continues_text(&lexed) {
        return 0;
    }
    // After a heredoc the code of the opener's line continues.
    let ends_here = |end: usize| {
        before.get(end.min(before.len())..).is_some_and(|rest| rest.trim().is_empty() && !rest.contains('\n'))
    };
    let above = lexed.heredocs.iter().rfind(|heredoc| ends_here(heredoc.end_line.end as usize));
    let end = above.map_or(cursor, |heredoc| line_end(before, heredoc.opener.end as usize));
    indent_for_new_line(document, end)
}

/// Returns whether the next line continues a string, a heredoc or a comment.
fn continues_text(lexed: &Lexed) -> bool {
    let open = lexed.unfinished.as_ref();
    open.is_some_and(|open| !matches!(open.what, OpenEnd::Bracket | OpenEnd::TemplateTag))
}

fn line_end(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| at + end)
}

/// Puts the closing bracket after the cursor on a line of its own, when the cursor is right after the opening
/// bracket, a title's `:` or a `,`.
pub fn opened_block(document: &Document, cursor: usize) -> Option<Edit> {
    let text = document.text();
    let (before, behind) = (text.get(..cursor)?, text.get(cursor..)?);
    let structure = Structure::of(document);
    if !before.ends_with(['(', '[', '{', ':', ',']) || structure.place(cursor) != Place::Code {
        return None;
    }
    let opener = opener_on_line(document, cursor)?;
    let blanks = behind.len() - behind.trim_start_matches(' ').len();
    if !behind.get(blanks..)?.starts_with(opener) {
        return None;
    }
    let own = before.get(line_start(text, cursor)..)?;
    let outer = own.len() - own.trim_start_matches(' ').len();
    let inner = indent_after(&Document::new(before), cursor).max(outer + INDENT);
    let lines = format!("\n{}\n{}", " ".repeat(inner), " ".repeat(outer));
    Some(Edit::new(cursor..cursor + blanks, lines, cursor + 1 + inner))
}

/// Returns the closing half of the bracket open at the cursor, when it was opened on the cursor's line.
fn opener_on_line(document: &Document, cursor: usize) -> Option<&'static str> {
    let open = Structure::of(document).open_brackets(cursor);
    let opener = open.last()?;
    (opener.span.start as usize >= line_start(document.text(), cursor)).then_some(opener.closer)
}

/// Handles a closing bracket on a line of spaces: it steps to the same bracket on the next line (`autoclose`), or
/// dedents.
pub(super) fn close(text: &str, cursor: usize, bracket: char, autoclose: bool) -> Option<Edit> {
    if let Some(edit) = closer_below(text, cursor, bracket).filter(|_| autoclose) {
        return Some(edit);
    }
    let start = line_start(text, cursor);
    let blanks = text.get(start..cursor).filter(|blanks| start > 0 && !blanks.is_empty())?;
    let level = blanks.chars().all(|c| c == ' ').then(|| blanks.len().min(INDENT))?;
    Some(Edit::new(cursor - level..cursor, bracket, cursor - level + bracket.len_utf8()))
}

/// Deletes a line of spaces above the same bracket, and moves the cursor after the bracket.
fn closer_below(text: &str, cursor: usize, bracket: char) -> Option<Edit> {
    let (before, behind) = (text.get(..cursor)?, text.get(cursor..)?);
    let start = before.rfind('\n')?;
    let blanks = behind.len() - behind.trim_start().len();
    let below = behind.get(..blanks)?.contains('\n') && behind.get(blanks..)?.starts_with(bracket);
    let blank = before.get(start..)?.trim().is_empty();
    (below && blank).then(|| Edit::new(start..cursor, "", start + blanks + 1))
}

/// Indents the lines of the selection, or the cursor's line, by one level.
pub fn shift_right(text: &str, cursor: usize, selection: Option<Range<usize>>) -> Option<Edit> {
    let range = lines_of(text, cursor, selection);
    let shift = |line: &str| if line.trim().is_empty() { line.to_owned() } else { " ".repeat(INDENT) + line };
    changed(text, cursor, range, shift)
}

/// Dedents the lines of the selection, or the cursor's line, by one level.
pub fn shift_left(text: &str, cursor: usize, selection: Option<Range<usize>>) -> Option<Edit> {
    let range = lines_of(text, cursor, selection);
    changed(text, cursor, range, |line| {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        line.get(blanks.min(INDENT)..).unwrap_or("").to_owned()
    })
}

/// Comments the lines of the selection, or the cursor's line; uncomments them when all are comments.
pub fn comment(text: &str, cursor: usize, selection: Option<Range<usize>>) -> Option<Edit> {
    let range = lines_of(text, cursor, selection);
    let own = text.get(range.clone())?;
    let filled = || own.lines().filter(|line| !line.trim().is_empty());
    filled().next()?;
    if filled().all(|line| line.trim_start().starts_with('#')) {
        return changed(text, cursor, range, uncommented);
    }
    let least = filled().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    changed(text, cursor, range, |line| match (line.get(..least), line.get(least..)) {
        (Some(blanks), Some(rest)) if !rest.trim().is_empty() => format!("{blanks}# {rest}"),
        _ => line.to_owned(),
    })
}

fn uncommented(line: &str) -> String {
    match line.split_once('#') {
        Some((blanks, rest)) => format!("{blanks}{}", rest.strip_prefix(' ').unwrap_or(rest)),
        None => line.to_owned(),
    }
}

fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}

/// Returns the range of whole lines of the selection, or else of the cursor, without the last line end.
fn lines_of(text: &str, cursor: usize, selection: Option<Range<usize>>) -> Range<usize> {
    let held = selection.unwrap_or(cursor..cursor);
    // A selection that ends at the start of a line does not include that line.
    let last = if held.end > held.start && text.get(..held.end).is_some_and(|t| t.ends_with('\n')) {
        held.end - 1
    } else {
        held.end
    };
    let end = text.get(last..).and_then(|rest| rest.find('\n')).map_or(text.len(), |at| last + at);
    line_start(text, held.start)..end
}

/// Changes lines one by one; the cursor stays before the same character.
fn changed(text: &str, cursor: usize, range: Range<usize>, change: impl Fn(&str) -> String) -> Option<Edit> {
    let old = text.get(range.clone())?;
    let lines: Vec<String> = old.split('\n').map(change).collect();
    let new = lines.join("\n");
    if new == old {
        return None;
    }
    let behind = text.get(cursor..range.end.max(cursor))?;
    // The rest of the cursor's line did not change, unless the cursor was in the indentation.
    let row = behind.split('\n').next().unwrap_or("").len();
    let rows_below = behind.matches('\n').count();
    let below: usize = lines.iter().rev().take(rows_below).map(|line| line.len() + 1).sum();
    let own = lines.iter().rev().nth(rows_below).map_or(0, String::len);
    let cursor = if cursor > range.end {
        cursor + new.len() - old.len()
    } else {
        range.start + new.len() - below - row.min(own)
    };
    Some(Edit::new(range, new, cursor))
}
