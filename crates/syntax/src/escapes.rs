//! Escape sequences of quoted strings and heredocs. As in Puppet, `\u` is replaced before all others, so its result may
//! be part of another escape.

/// The escapes that are valid in a kind of string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EscapeSet(u16);

const LETTERS: [(char, u16); 9] =
    [('\\', 1), ('t', 2), ('r', 4), ('n', 8), ('s', 16), ('u', 32), ('$', 64), ('\'', 128), ('"', 256)];
const LINE_END: u16 = 512;

impl EscapeSet {
    /// A heredoc without escapes.
    pub(super) const NONE: EscapeSet = EscapeSet(0);
    /// The escapes of double-quoted strings.
    pub(super) const DOUBLE: EscapeSet = EscapeSet(1023);

    /// Returns the escapes that a heredoc's tag enables (`L` joins lines); any one of them also enables `\\`.
    pub(super) fn of_heredoc(letters: &str) -> EscapeSet {
        letters
            .chars()
            .fold(EscapeSet(1), |set, letter| EscapeSet(set.0 | if letter == 'L' { LINE_END } else { bit(letter) }))
    }

    /// Returns whether the set contains the escape of this character.
    pub(super) fn has(self, letter: char) -> bool {
        self.0 & bit(letter) != 0
    }

    fn joins_lines(self) -> bool {
        self.0 & LINE_END != 0
    }
}

fn bit(letter: char) -> u16 {
    LETTERS.iter().find(|(c, _)| *c == letter).map_or(0, |(_, bit)| *bit)
}

/// A problem at a backslash; its offset is relative to the given text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notice {
    /// `\u` without hexadecimal digits after it.
    BadUnicode(usize),
    /// A code point without a character.
    NoSuchCharacter(usize),
    /// A backslash before a character that has no escape.
    Unknown(usize, char),
}

/// Unescapes a single-quoted string: only `\\` and `\'` are escapes.
pub(super) fn unescape_single(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('\\' | '\''))) => {
                result.push(next);
                chars.next();
            }
            _ => result.push(c),
        }
    }
    result
}

/// Replaces the escapes of `set`; unknown ones are unchanged.
pub(super) fn unescape(text: &str, set: EscapeSet, notices: &mut Vec<Notice>) -> String {
    let mut replaced: Option<String> = None;
    let mut passes: Vec<Moves> = Vec::new();
    while set.has('u') {
        let noticed = notices.len();
        let mut moves = Moves::default();
        let next = replace_unicode(replaced.as_deref().unwrap_or(text), notices, &mut moves);
        place_in_source(notices, noticed, &passes);
        let Some(next) = next else { break };
        replaced = Some(next);
        passes.push(moves);
    }
    let noticed = notices.len();
    let result = replace_others(replaced.as_deref().unwrap_or(text), set, notices);
    place_in_source(notices, noticed, &passes);
    result
}

/// A map from offsets after a pass to offsets before it, by the starts of the runs after replaced escapes.
#[derive(Default)]
struct Moves(Vec<(usize, usize)>);

impl Moves {
    /// Returns the offset before the pass.
    fn before(&self, offset: usize) -> usize {
        let behind = self.0.partition_point(|(after, _)| *after <= offset);
        match behind.checked_sub(1).and_then(|last| self.0.get(last)) {
            Some((after, before)) => before + (offset - after),
            None => offset,
        }
    }
}

/// Maps the offsets of the notices from index `first` on to the text before all passes.
fn place_in_source(notices: &mut [Notice], first: usize, passes: &[Moves]) {
    for notice in notices.iter_mut().skip(first) {
        let (Notice::BadUnicode(offset) | Notice::NoSuchCharacter(offset) | Notice::Unknown(offset, _)) = notice;
        *offset = passes.iter().rev().fold(*offset, |offset, moves| moves.before(offset));
    }
}

/// Replaces the `\u` escapes in one pass; `None` when the text contains no (more) such escape. An escape right after
/// another one waits for the next pass, in which the first one's character decides whether its backslash is still an
/// escape.
fn replace_unicode(text: &str, notices: &mut Vec<Notice>, moves: &mut Moves) -> Option<String> {
    let bytes = text.as_bytes();
    let mut result = String::new();
    let (mut copied, mut pos) = (0, 0);
    while let Some(found) = text.get(pos..).and_then(|rest| rest.find('\\')) {
        let run_start = pos + found;
        let run_end = run_start + bytes.iter().skip(run_start).take_while(|&&byte| byte == b'\\').count();
        pos = run_end;
        let fresh = run_start == 0 || run_start > copied || bytes.get(run_start - 1) == Some(&b'\n');
        if !fresh || (run_end - run_start).is_multiple_of(2) {
            continue;
        }
        let Some((digits, end)) = unicode_digits(text, run_end) else { continue };
        result.push_str(text.get(copied..run_end - 1).unwrap_or(""));
        match u32::from_str_radix(digits, 16).ok().and_then(char::from_u32) {
            Some(c) => result.push(c),
            None => {
                notices.push(Notice::NoSuchCharacter(run_end - 1));
                result.push(char::REPLACEMENT_CHARACTER);
            }
        }
        (copied, pos) = (end, end);
        moves.0.push((result.len(), end));
    }
    if copied == 0 {
        return None;
    }
    result.push_str(text.get(copied..).unwrap_or(""));
    Some(result)
}

/// Returns the hexadecimal digits of `uXXXX` or `u{X..}` at `from`, and the end of the escape.
fn unicode_digits(text: &str, from: usize) -> Option<(&str, usize)> {
    let rest = text.get(from..)?.strip_prefix('u')?;
    let hex = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if let Some(digits) = rest.get(..4).filter(|digits| hex(digits)) {
        return Some((digits, from + 5));
    }
    let (digits, _) = rest.strip_prefix('{')?.split_once('}')?;
    (digits.len() <= 6 && hex(digits)).then_some((digits, from + digits.len() + 3))
}

fn replace_others(text: &str, set: EscapeSet, notices: &mut Vec<Notice>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(found) = rest.find('\\') {
        let (before, escape) = rest.split_at(found);
        result.push_str(before);
        let taken = replace_one(escape, text.len() - escape.len(), set, &mut result, notices);
        rest = escape.get(taken..).unwrap_or("");
    }
    result.push_str(rest);
    result
}

/// Replaces the escape at the start of `escape`, and returns its length.
fn replace_one(escape: &str, offset: usize, set: EscapeSet, result: &mut String, notices: &mut Vec<Notice>) -> usize {
    let after = escape.get(1..).unwrap_or("");
    let line_end = if after.starts_with("\r\n") { 2 } else { usize::from(after.starts_with('\n')) };
    if line_end > 0 {
        if !set.joins_lines() {
            result.push_str(escape.get(..1 + line_end).unwrap_or(""));
        }
        return 1 + line_end;
    }
    let Some(c) = after.chars().next().filter(|&c| c != '\r') else {
        result.push('\\');
        return 1;
    };
    match c {
        _ if !set.has(c) => {
            notices.push(Notice::Unknown(offset, c));
            result.extend(['\\', c]);
        }
        'r' => result.push('\r'),
        'n' => result.push('\n'),
        't' => result.push('\t'),
        's' => result.push(' '),
        'u' => {
            notices.push(Notice::BadUnicode(offset));
            result.push_str("\\u");
        }
        _ => result.push(c),
    }
    1 + c.len_utf8()
}
