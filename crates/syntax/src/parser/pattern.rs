//! The mistakes that invalidate a regular expression: unmatched brackets, a quantifier without an operand, a reversed
//! range. Puppet reports them while it parses the source, so code with one never runs.
//!
//! Checks that need the whole syntax of Ruby's expressions (names of groups and properties, lookbehind) run when the
//! expression is compiled. Expressions that Ruby accepts are never reported here.

/// A mistake in a pattern: its byte offset, its length in bytes, the message, and the help.
#[derive(Debug, PartialEq)]
pub(super) struct PatternMistake {
    pub start: usize,
    pub len: usize,
    pub message: &'static str,
    pub help: &'static str,
}

/// Returns the first mistake in a pattern.
pub(super) fn first_mistake(pattern: &str) -> Option<PatternMistake> {
    // In an extended expression spaces and comments do not count, and the rules differ.
    if pattern.match_indices("(?").any(|(at, _)| extends(&pattern[at + 2..])) {
        return None;
    }
    let mut scan = Scan { bytes: pattern.as_bytes(), pos: 0, open: Vec::new(), repeatable: false };
    scan.run()
}

/// Returns whether the options of this group enable the extended syntax.
fn extends(options: &str) -> bool {
    options.bytes().take_while(|byte| byte.is_ascii_lowercase()).any(|byte| byte == b'x')
}

struct Scan<'p> {
    bytes: &'p [u8],
    pos: usize,
    /// The offsets of the open parentheses.
    open: Vec<usize>,
    /// True if an operand that can be repeated precedes `pos`.
    repeatable: bool,
}

impl Scan<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.pos + ahead).copied().unwrap_or(0)
    }

    fn run(&mut self) -> Option<PatternMistake> {
        while self.pos < self.bytes.len() {
            let slip = match self.peek(0) {
                b'\\' => self.skip(2),
                b'[' => self.class(),
                b'(' => self.group(),
                b')' => self.group_end(),
                b'|' => self.alternative(),
                b'*' | b'+' | b'?' => self.repetition(),
                b'{' => self.interval(),
                _ => self.skip(1),
            };
            if slip.is_some() {
                return slip;
            }
        }
        self.open.pop().map(|at| {
            mistake_at(
                at,
                1,
                "unclosed `(` in the regular expression",
                "write `)` at the end, or `\\(` for the character",
            )
        })
    }

    fn skip(&mut self, len: usize) -> Option<PatternMistake> {
        self.pos += len;
        self.repeatable = true;
        None
    }

    fn alternative(&mut self) -> Option<PatternMistake> {
        self.pos += 1;
        self.repeatable = false;
        None
    }

    fn repetition(&mut self) -> Option<PatternMistake> {
        if !self.repeatable {
            let help = "write an expression before it, or escape it with a backslash";
            return Some(mistake_at(self.pos, 1, "nothing to repeat before this operator", help));
        }
        self.skip(1)
    }

    /// Reads `{2}`, `{2,5}`, `{2,}`, `{,5}`; braces with other content are characters.
    fn interval(&mut self) -> Option<PatternMistake> {
        let rest = self.bytes.get(self.pos + 1..).unwrap_or_default();
        let len = rest.iter().position(|&byte| byte == b'}').unwrap_or(0);
        let inside = std::str::from_utf8(rest.get(..len).unwrap_or_default()).unwrap_or("");
        let (low, high) = inside.split_once(',').unwrap_or((inside, inside));
        let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !number(low) || !number(high) || (low.is_empty() && high.is_empty()) {
            return self.skip(1);
        }
        let bounds = low.parse::<u32>().ok().zip(high.parse::<u32>().ok());
        if bounds.is_some_and(|(low, high)| low > high) {
            let help = "write the smaller number first";
            return Some(mistake_at(self.pos, len + 2, "the minimum of a repetition exceeds its maximum", help));
        }
        self.repetition()
    }

    fn group(&mut self) -> Option<PatternMistake> {
        let start = self.pos;
        if self.peek(1) == b'?' && self.peek(2) == b'#' {
            return self.comment();
        }
        self.repeatable = false;
        if self.peek(1) != b'?' {
            self.open.push(start);
            self.pos += 1;
            return None;
        }
        match self.peek(2) {
            b':' | b'=' | b'!' | b'>' | b'<' | b'~' | b'\'' => self.pos += 3,
            b'(' => self.condition(),
            b'i' | b'm' | b'a' | b'd' | b'u' | b'-' => return self.options(),
            _ => return Some(unknown_group(start, 3)),
        }
        self.open.push(start);
        None
    }

    /// Reads `(?(1)then|else)`.
    fn condition(&mut self) {
        self.pos += 3;
        while self.pos < self.bytes.len() && self.peek(0) != b')' {
            self.pos += 1;
        }
        self.pos += 1;
    }

    /// Reads `(?# ... )`.
    fn comment(&mut self) -> Option<PatternMistake> {
        while self.pos < self.bytes.len() && self.peek(0) != b')' {
            self.pos += if self.peek(0) == b'\\' { 2 } else { 1 };
        }
        self.pos += 1;
        None
    }

    /// Reads `(?i:` or `(?i)`, which spans the rest of the group.
    fn options(&mut self) -> Option<PatternMistake> {
        let start = self.pos;
        self.pos += 2;
        while matches!(self.peek(0), b'i' | b'm' | b'a' | b'd' | b'u' | b'-' | b'x') {
            self.pos += 1;
        }
        match self.peek(0) {
            b':' => self.open.push(start),
            b')' => {}
            _ => return Some(unknown_group(start, self.pos + 1 - start)),
        }
        self.pos += 1;
        None
    }

    fn group_end(&mut self) -> Option<PatternMistake> {
        if self.open.pop().is_none() {
            let help = "write `(` at the start of the group, or `\\)` for the character";
            return Some(mistake_at(self.pos, 1, "unmatched `)` in the regular expression", help));
        }
        self.skip(1)
    }

    /// Reads `[...]`, which may be nested.
    fn class(&mut self) -> Option<PatternMistake> {
        let start = self.pos;
        let mut depth = 0;
        while self.pos < self.bytes.len() {
            match self.peek(0) {
                b'\\' => self.pos += 2,
                b'[' if depth > 0 && self.posix_end().is_some() => self.pos = self.posix_end().unwrap_or(0),
                b'[' => {
                    depth += 1;
                    self.class_start();
                }
                b']' => {
                    depth -= 1;
                    self.pos += 1;
                    if depth == 0 {
                        self.repeatable = true;
                        return None;
                    }
                }
                low if self.is_reversed_range(low) => {
                    let help = "write the smaller character first, or escape the hyphen with a backslash";
                    return Some(mistake_at(self.pos, 3, "this range of characters is reversed", help));
                }
                _ => self.pos += 1,
            }
        }
        let help = "write `]` at the end of the characters, or `\\[` for the character";
        Some(mistake_at(start, 1, "unclosed `[` in the regular expression", help))
    }

    /// Moves after `[` or `[^`, and after a `]` that follows directly.
    fn class_start(&mut self) {
        self.pos += 1;
        if self.peek(0) == b'^' {
            self.pos += 1;
        }
        if self.peek(0) == b']' {
            self.pos += 1;
        }
    }

    /// Returns the offset after `[:alpha:]`.
    fn posix_end(&self) -> Option<usize> {
        let rest = self.bytes.get(self.pos..)?.strip_prefix(b"[:")?;
        let len = rest.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'^').count();
        rest.get(len..)?.starts_with(b":]").then_some(self.pos + len + 4)
    }

    fn is_reversed_range(&self, low: u8) -> bool {
        let high = self.peek(2);
        low.is_ascii_alphanumeric() && self.peek(1) == b'-' && high.is_ascii_alphanumeric() && high < low
    }
}

fn unknown_group(start: usize, len: usize) -> PatternMistake {
    let help = "write (?:...) for a group without a capture, (?<name>...) for a named one, (?i) for options";
    mistake_at(start, len, "unknown kind of group", help)
}

fn mistake_at(start: usize, len: usize, message: &'static str, help: &'static str) -> PatternMistake {
    PatternMistake { start, len, message, help }
}
