//! Strings: triple quotes, `<<END`, `@END`, backticks, typographic quotes.

use super::clue::Clue;
use super::mistake::Mistake;
use super::view::View;
use crate::TokenKind as T;
use pprepl_text::Span;

pub(super) fn recognize(clue: &Clue) -> Option<Mistake> {
    triple(clue).or_else(|| heredoc(clue)).or_else(|| other_quote(clue))
}

/// `"""text"""`, `'''text'''`.
fn triple(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let from = clue.head.min(clue.stop);
    let start = (from..clue.stop + 2).find_map(|at| {
        let start = view.span(at).start;
        let rest = view.source.get(start as usize..)?;
        (rest.starts_with("\"\"\"") || rest.starts_with("'''")).then_some(start)
    })?;
    let rest = view.source.get(start as usize..)?;
    let quote = rest.get(..3)?;
    let length = rest.get(3..)?.find(quote);
    let end = length.map_or(view.source.len(), |length| start as usize + 3 + length + 3) as u32;
    let span = Span::new(start, end);
    let mistake = Mistake::new(span, "Puppet has no triple quotes: write one quote, or a heredoc `@(END)`")
        .help("a string may have several lines; a heredoc begins with @(END) and ends with a line `| END`")
        .until(end);
    let content = span.of(view.source).get(3..3 + length?)?;
    let mark = &quote[..1];
    let is_plain = !content.contains(mark);
    Some(if is_plain { mistake.replace(span, format!("{mark}{content}{mark}")) } else { mistake })
}

/// `<<END`, `<<-EOT`, `@END`, `@END` with its text on the lines below.
fn heredoc(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let from = clue.head.min(clue.statement).min(clue.stop);
    let sign = (from..clue.stop + 1)
        .find(|&at| matches!(view.text(at), "<<" | "@" | "<<<") && (at == 0 || !view.ends_value(at - 1)))?;
    let mut word = sign + 1;
    while matches!(view.text(word), "-" | "~" | "<") {
        word += 1;
    }
    let tag = view.text(word).trim_matches(['\'', '"']);
    let is_tag = !tag.is_empty()
        && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && tag.starts_with(|c: char| c.is_ascii_uppercase());
    if !is_tag {
        return None;
    }
    let quotes = view.text(word).starts_with('\'');
    let interpolates = view.is(sign, "<<") && !quotes || view.text(word).starts_with('"');
    let opener = if interpolates { format!("@(\"{tag}\")") } else { format!("@({tag})") };
    let span = view.range_span(sign..word + 1);
    let end = end_line(view, span.end as usize, tag);
    let mistake = Mistake::new(span, format!("start a heredoc with `@({tag})`, not `{}`", span.of(view.source)))
        .help(format!("the text follows on the next lines, up to a line `{tag}` or `| {tag}`"))
        .until(end.unwrap_or(view.source.len()) as u32);
    Some(if end.is_some() { mistake.replace(span, opener) } else { mistake })
}

/// Returns the end of the line that holds only the tag.
fn end_line(view: &View, from: usize, tag: &str) -> Option<usize> {
    let mut at = from;
    for line in view.source.get(from..)?.split_inclusive('\n') {
        at += line.len();
        if line.trim().trim_end_matches(';') == tag {
            return Some(at);
        }
    }
    None
}

/// `` `text` ``, `“text”`, `«text»`.
fn other_quote(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let stop = clue.stop;
    if view.kind(stop) != T::Other {
        return None;
    }
    let sign = view.text(stop);
    let start = view.span(stop).start;
    let rest = view.source.get(start as usize + sign.len()..)?;
    let closers: &[char] = match sign {
        "`" => &['`'],
        "“" | "”" | "„" | "\u{201f}" => &['“', '”', '"'],
        "‘" | "’" | "‚" => &['‘', '’', '\''],
        "«" => &['»'],
        _ => return None,
    };
    let line = rest.lines().next().unwrap_or("");
    let end = line.char_indices().find(|(_, c)| closers.contains(c));
    let message = match sign {
        "`" => "write strings in quotes `'..'`; Puppet has no backticks".to_owned(),
        _ => format!("write straight quotes `'` or `\"`, not `{sign}`"),
    };
    let Some((length, closer)) = end else { return Some(Mistake::new(view.span(stop), message)) };
    let end = start as usize + sign.len() + length + closer.len_utf8();
    let span = Span::new(start, end as u32);
    let content = line.get(..length)?;
    let mark = if content.contains('$') || content.contains('\'') || matches!(sign, "“" | "”" | "„") {
        '"'
    } else {
        '\''
    };
    let mistake = Mistake::new(span, message).until(span.end);
    if sign == "`" {
        return Some(mistake.help("to run a command on the node declare an `exec`: exec { '/bin/date': }"));
    }
    Some(if content.contains(mark) { mistake } else { mistake.replace(span, format!("{mark}{content}{mark}")) })
}
