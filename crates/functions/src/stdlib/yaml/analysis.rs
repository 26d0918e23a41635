//! The facts of a string that decide how YAML can write it.

/// The facts of a string.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Analysis {
    pub multiline: bool,
    pub flow_plain: bool,
    pub block_plain: bool,
    pub single: bool,
    pub block: bool,
}

/// Returns whether the letter ends a line.
pub(super) fn is_break(letter: char) -> bool {
    matches!(letter, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns whether the letter may stay as it is. The library knows the letters of 16 bits.
pub(super) fn is_printable(letter: char) -> bool {
    matches!(letter, '\n' | ' '..='~' | '\u{a0}'..='\u{fffd}') && letter != '\u{feff}'
}

fn is_space(letter: Option<char>) -> bool {
    letter.is_none_or(|letter| matches!(letter, ' ' | '\t' | '\0') || is_break(letter))
}

impl Analysis {
    pub(super) fn of(text: &str) -> Analysis {
        if text.is_empty() {
            return Analysis { block_plain: true, single: true, ..Analysis::default() };
        }
        let mut seen = Seen::default();
        if text.starts_with("---") || text.starts_with("...") {
            seen.flow = true;
            seen.block = true;
        }
        let mut before = None;
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            let next = letters.peek().copied();
            seen.indicator(letter, before, next);
            seen.space(letter, before, next);
            before = Some(letter);
        }
        seen.result()
    }
}

#[derive(Default)]
struct Seen {
    flow: bool,
    block: bool,
    breaks: bool,
    special: bool,
    leading: bool,
    trailing_space: bool,
    trailing_break: bool,
    break_space: bool,
    space_break: bool,
}

impl Seen {
    /// Notes a letter that has a meaning in YAML.
    fn indicator(&mut self, letter: char, before: Option<char>, next: Option<char>) {
        let space_follows = is_space(next);
        let (flow, block) = match (before, letter) {
            (None, '#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`') => {
                (true, true)
            }
            (None, '?' | ':') => (true, space_follows),
            (None, '-') => (space_follows, space_follows),
            (Some(_), ',' | '?' | '[' | ']' | '{' | '}') => (true, false),
            (Some(_), ':') => (true, space_follows),
            (Some(_), '#') if is_space(before) => (true, true),
            _ => (false, false),
        };
        self.flow |= flow;
        self.block |= block;
        self.special |= !is_printable(letter);
        self.breaks |= is_break(letter);
    }

    fn space(&mut self, letter: char, before: Option<char>, next: Option<char>) {
        let is_space = letter == ' ';
        if !is_space && !is_break(letter) {
            return;
        }
        self.leading |= before.is_none();
        self.trailing_space |= is_space && next.is_none();
        self.trailing_break |= !is_space && next.is_none();
        self.break_space |= is_space && before.is_some_and(is_break);
        self.space_break |= !is_space && before == Some(' ');
    }

    fn result(&self) -> Analysis {
        let is_odd = self.space_break || self.special;
        let edges = self.leading || self.trailing_space || self.trailing_break;
        let plain = !edges && !self.break_space && !is_odd && !self.breaks;
        Analysis {
            multiline: self.breaks,
            flow_plain: plain && !self.flow,
            block_plain: plain && !self.block,
            single: !self.break_space && !is_odd,
            block: !self.trailing_space && !is_odd,
        }
    }
}
