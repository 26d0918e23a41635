//! Escapes after a backslash: anchors, characters by number, references to groups.

use super::super::Result;
use super::class;
use super::piece::{Charset, Piece, literal, zero};
use super::translator::Translator;

impl Translator<'_> {
    pub(super) fn escape(&mut self) -> Result<Piece> {
        let Some(c) = self.next() else { return Err(self.error("unexpected backslash at the end")) };
        match c {
            'A' => zero(r"\A"),
            'z' | 'Z' if self.look_behind.is_some() => Err(self.no_look_behind("end of the text")),
            'z' => zero(r"\z"),
            'Z' => zero(self.text_end()),
            'b' | 'B' => zero(self.word_boundary(c)),
            'G' => self.fancy_zero(r"\G"),
            'K' => self.fancy_zero(r"\K"),
            'R' => self.varying(r"(?>\r\n|[\n\x0B\x0C\r\x{85}\x{2028}\x{2029}])"),
            'X' => self.varying(r"(?>\r\n|\P{M}(?:\p{M}|\x{200D}\P{M})*|\p{M}+)"),
            'k' if self.rest().starts_with(['<', '\'']) => self.back_reference_by_name(),
            'g' if self.rest().starts_with(['<', '\'']) => self.call(),
            '1'..='9' => self.back_reference(),
            _ => {
                self.at -= c.len_utf8();
                match class::outside(self)? {
                    Some(set) => Ok(set),
                    None => self.text(),
                }
            }
        }
    }

    /// Returns look-around assertions for a word boundary: the backtracking engine has no boundary of ASCII
    /// words.
    fn word_boundary(&mut self, c: char) -> String {
        if self.options.charset != Charset::Ascii {
            return format!(r"\{c}");
        }
        self.fancy = true;
        let w = "[0-9A-Za-z_]";
        let w = if self.options.ignore_case { format!("(?-i:{w})") } else { w.to_owned() };
        match c {
            'b' => format!("(?:(?<={w})(?!{w})|(?<!{w})(?={w}))"),
            _ => format!("(?:(?<={w})(?={w})|(?<!{w})(?!{w}))"),
        }
    }

    /// Parses escaped characters as literals.
    fn text(&mut self) -> Result<Piece> {
        let characters = self.characters()?;
        let length = u32::try_from(characters.len()).ok();
        Ok(Piece { length, ..Piece::varying(characters.into_iter().map(literal).collect::<String>()) })
    }

    /// Returns the characters of an escape; `\u{41 42}` denotes several.
    pub(super) fn characters(&mut self) -> Result<Vec<char>> {
        let Some(c) = self.next() else { return Err(self.error("unexpected backslash at the end")) };
        Ok(vec![match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'f' => '\x0c',
            'v' => '\x0b',
            'a' => '\x07',
            'e' => '\x1b',
            '0'..='7' => {
                self.at -= 1;
                self.octal()?
            }
            '8' | '9' => c,
            'x' => self.hexadecimal()?,
            'u' if self.take("{") => return self.code_points(),
            'u' => self.four_digits()?,
            'c' => self.control()?,
            'C' if self.take("-") => self.control()?,
            'C' => return Err(self.error("a control character is written \\C-x")),
            'M' => return Err(self.error("meta characters are not supported")),
            _ => c,
        }])
    }

    fn digits(&mut self, radix: u32, most: usize) -> (u32, usize) {
        let mut number = 0u32;
        let mut count = 0;
        while count < most
            && let Some(digit) = self.peek().and_then(|c| c.to_digit(radix))
        {
            number = number * radix + digit;
            self.at += 1;
            count += 1;
        }
        (number, count)
    }

    fn octal(&mut self) -> Result<char> {
        let (number, _) = self.digits(8, 3);
        self.ascii(number)
    }

    fn ascii(&self, number: u32) -> Result<char> {
        match char::from_u32(number) {
            Some(c) if c.is_ascii() => Ok(c),
            _ => Err(self.error("a byte above 127 is not valid UTF-8: write \\u")),
        }
    }

    fn hexadecimal(&mut self) -> Result<char> {
        let (number, count) = self.digits(16, 2);
        if count == 0 { Err(self.error("\\x expects 1 or 2 hexadecimal digits")) } else { self.ascii(number) }
    }

    fn four_digits(&mut self) -> Result<char> {
        let (number, count) = self.digits(16, 4);
        if count < 4 {
            return Err(self.error("\\u expects 4 hexadecimal digits"));
        }
        char::from_u32(number).ok_or_else(|| self.error("unknown character code"))
    }

    fn code_points(&mut self) -> Result<Vec<char>> {
        let Some(end) = self.rest().find('}') else { return Err(self.error("\\u{ has no } after it")) };
        let text = self.rest()[..end].to_owned();
        self.at += end + 1;
        let read = |digits: &str| u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
        let points: Option<Vec<char>> = text.split_ascii_whitespace().map(read).collect();
        points.filter(|points| !points.is_empty()).ok_or_else(|| self.error("unknown character code"))
    }

    fn control(&mut self) -> Result<char> {
        match self.next() {
            Some(c) if c.is_ascii() => Ok(char::from(c as u8 & 0x1f)),
            _ => Err(self.error("the control character is missing")),
        }
    }

    /// Parses `\1`; above 9 it is octal unless that many groups exist.
    fn back_reference(&mut self) -> Result<Piece> {
        self.at -= 1;
        let start = self.at;
        let (number, count) = self.digits(10, 6);
        let number = number as usize;
        if number <= self.total {
            if !self.known.is_empty() {
                return Err(self.error("with named groups, refer to them by name"));
            }
            return self.references(&[number]);
        }
        if count == 1 {
            return Err(self.error("unknown group"));
        }
        self.at = start;
        self.text()
    }

    /// Parses `<name>`, `<1>`, `<-1>`, or the same in single quotes.
    fn reference(&mut self, calls: bool) -> Result<Vec<usize>> {
        let close = if self.next() == Some('<') { '>' } else { '\'' };
        let Some(end) = self.rest().find(close) else { return Err(self.error("the name of a group has no end")) };
        let name = self.rest()[..end].to_owned();
        self.at += end + 1;
        let Ok(number) = name.parse::<i64>() else {
            return if calls { self.numbers_of(&name) } else { self.numbers_so_far(&name) };
        };
        if !self.known.is_empty() {
            return Err(self.error("with named groups, refer to them by name"));
        }
        let number = if name.starts_with(['-', '+']) {
            self.groups as i64 + number + i64::from(name.starts_with('-'))
        } else {
            number
        };
        match usize::try_from(number) {
            Ok(0) if name.starts_with('-') || !calls => Err(self.error("unknown group")),
            Ok(number) if number <= self.total => Ok(vec![number]),
            _ => Err(self.error("unknown group")),
        }
    }

    fn back_reference_by_name(&mut self) -> Result<Piece> {
        let numbers = self.reference(false)?;
        self.references(&numbers)
    }

    /// Returns a reference to the last of these groups that took part.
    fn references(&mut self, numbers: &[usize]) -> Result<Piece> {
        let references: Vec<String> = numbers.iter().rev().map(|number| self.reference_to(*number)).collect();
        self.fancy = true;
        let zero_width = numbers.iter().all(|number| self.open.contains(number));
        Ok(Piece { zero_width, ..Piece::varying(format!("(?:{})", references.join("|"))) })
    }

    /// Parses `\g<name>`, which runs a group's pattern again.
    fn call(&mut self) -> Result<Piece> {
        let numbers = self.reference(true)?;
        if numbers.len() > 1 {
            return Err(self.error("several groups have this name: none can be called by it"));
        }
        let number = numbers.last().copied().unwrap_or(0);
        let length = self.lengths.iter().find(|(ended, _)| *ended == number).and_then(|(_, length)| *length);
        Ok(Piece { length, ..self.varying(format!("\\g<{number}>"))? })
    }
}
