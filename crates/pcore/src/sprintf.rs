//! Ruby's `sprintf`: format strings with flags, widths, precisions, positions and names.

use pprepl_budget as budget;
use pprepl_text::Topic;

use super::number_format::{Spec, format_float, format_integer, pad, to_float, to_integer};
use super::ruby_text::{argument_to_s, ruby_inspect};
use super::{Hash, Result, Value, ValueError};

/// The maximum width of a field.
const WIDEST: usize = 1 << 24;

/// Formats values like Ruby.
pub fn sprintf(format: &str, args: &[Value]) -> Result<String> {
    let mut formatter = Formatter { args, next: 0, used: Used::Nothing, out: String::with_capacity(format.len()) };
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        formatter.out.push_str(&rest[..at]);
        rest = formatter.directive(&rest[at + 1..])?;
    }
    formatter.out.push_str(rest);
    Ok(formatter.out)
}

/// The way arguments have been selected so far: the ways may not be mixed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Used {
    Nothing,
    InOrder,
    Numbered,
    Named,
}

struct Formatter<'a> {
    args: &'a [Value],
    next: usize,
    used: Used,
    out: String,
}

fn error<T>(what: impl Into<String>) -> Result<T> {
    Err(ValueError::new(Topic::StringFormat, what))
}

impl<'a> Formatter<'a> {
    /// Formats the directive after a `%`; returns the rest of the format.
    fn directive<'f>(&mut self, text: &'f str) -> Result<&'f str> {
        let mut spec = Spec::default();
        let mut value: Option<&'a Value> = None;
        let mut rest = text;
        // An argument may be selected before a percent sign; flags, width and precision may not.
        let mut flagged = false;
        loop {
            let c = match rest.chars().next() {
                Some(c) => c,
                None if value.is_some() => '\0',
                None => return self.dangling(),
            };
            if value.is_some() && matches!(c, '<' | '{') {
                return error("a directive takes the name of one argument");
            }
            flagged |= matches!(c, ' ' | '#' | '+' | '-' | '0' | '*' | '.');
            let after = rest.get(c.len_utf8()..).unwrap_or_default();
            match c {
                ' ' => spec.space = true,
                '#' => spec.alternate = true,
                '+' => spec.plus = true,
                '-' => spec.minus = true,
                '0' => spec.zero = true,
                '1'..='9' => {
                    let (number, after) = read_number(rest)?;
                    match after.strip_prefix('$') {
                        Some(after) => {
                            value = Some(self.numbered(number)?);
                            rest = after;
                        }
                        None => {
                            spec.width = Some(number);
                            flagged = true;
                            rest = after;
                        }
                    }
                    continue;
                }
                '*' => {
                    let (width, after) = self.star(after)?;
                    spec.set_width(width);
                    rest = after;
                    continue;
                }
                '.' => {
                    rest = self.precision(after, &mut spec)?;
                    continue;
                }
                '<' => {
                    let (name, after) = name_until(after, '>')?;
                    value = Some(self.named(name)?);
                    rest = after;
                    continue;
                }
                '{' => {
                    let (name, after) = name_until(after, '}')?;
                    let text = integer_part(argument_to_s(self.named(name)?))?;
                    self.out.push_str(&pad(&cut(text, spec.precision), &spec));
                    return Ok(after);
                }
                '%' if !flagged => {
                    self.out.push('%');
                    return Ok(after);
                }
                '\n' | '\0' if !flagged => {
                    self.out.push('%');
                    return Ok(rest);
                }
                _ => {
                    let value = match value {
                        Some(value) => value,
                        None => self.in_order()?,
                    };
                    self.convert(c, value, &spec)?;
                    return Ok(after);
                }
            }
            rest = after;
        }
    }

    /// Handles a format that ends after a `%`.
    fn dangling<'f>(&mut self) -> Result<&'f str> {
        error("the format ends within a directive: write %% for a percent sign")
    }

    fn precision<'f>(&mut self, text: &'f str, spec: &mut Spec) -> Result<&'f str> {
        if let Some(rest) = text.strip_prefix('*') {
            let (precision, rest) = self.star(rest)?;
            spec.precision = usize::try_from(precision).ok();
            return Ok(rest);
        }
        let (number, rest) = read_number(text)?;
        spec.precision = Some(number);
        Ok(rest)
    }

    /// Returns the number for a `*`: the next argument, or the argument whose number follows (`*2$`).
    fn star<'f>(&mut self, text: &'f str) -> Result<(i64, &'f str)> {
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (value, rest) = match text[digits..].strip_prefix('$') {
            Some(rest) if digits > 0 && !text.starts_with('0') => (self.numbered(read_number(text)?.0)?, rest),
            _ => (self.in_order()?, text),
        };
        match to_integer(value)?.as_i64() {
            Some(width) if width.unsigned_abs() <= WIDEST as u64 => Ok((width, rest)),
            _ => error("the width is too big"),
        }
    }

    fn mark(&mut self, used: Used) -> Result<()> {
        if self.used != Used::Nothing && self.used != used {
            return error("a format uses its arguments in order, by number or by name, not mixed");
        }
        self.used = used;
        Ok(())
    }

    fn in_order(&mut self) -> Result<&'a Value> {
        self.mark(Used::InOrder)?;
        let Some(value) = self.args.get(self.next) else { return error("there are too few arguments for the format") };
        self.next += 1;
        Ok(value)
    }

    fn numbered(&mut self, number: usize) -> Result<&'a Value> {
        self.mark(Used::Numbered)?;
        self.args.get(number - 1).map_or_else(|| error("there are too few arguments for the format"), Ok)
    }

    fn named(&mut self, name: &str) -> Result<&'a Value> {
        self.mark(Used::Named)?;
        let hash: Option<&Hash> = match self.args {
            [Value::Hash(hash)] => Some(hash),
            _ => None,
        };
        let Some(hash) = hash else { return error("names in a format want one hash") };
        hash.get_str(name).map_or_else(|| error(format!("the hash has no key '{name}'")), Ok)
    }

    fn convert(&mut self, directive: char, value: &Value, spec: &Spec) -> Result<()> {
        let text = match directive {
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'b' | 'B' => format_integer(spec, directive, &to_integer(value)?),
            'f' if value.as_int().is_some() => integral_float(spec, value),
            'f' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => format_float(spec, directive, to_float(value)?),
            's' => pad(&cut(integer_part(argument_to_s(value))?, spec.precision), spec),
            'p' => pad(&cut(integer_part(ruby_inspect(value))?, spec.precision), spec),
            'c' => pad(&character(value)?, spec),
            '%' => return error("a percent sign takes no flags: write %%"),
            other => return error(format!("'%{other}' is not a format directive")),
        };
        budget::charge(text.len())?;
        self.out.push_str(&text);
        Ok(())
    }
}

/// Formats an integer with `%f`, exactly at any size.
fn integral_float(spec: &Spec, value: &Value) -> String {
    let digits = super::interpolate(value);
    let fraction = match spec.precision.unwrap_or(6) {
        0 => String::new(),
        count => format!(".{}", "0".repeat(count)),
    };
    let (negative, digits) = match digits.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, &digits[..]),
    };
    super::number_format::signed_and_padded(spec, negative, "", &format!("{digits}{fraction}"))
}

/// Returns the string, or the error of the budget that cut it short.
fn integer_part(text: String) -> Result<String> {
    budget::charge(text.len())?;
    Ok(text)
}

fn cut(text: String, precision: Option<usize>) -> String {
    match precision {
        Some(count) => text.chars().take(count).collect(),
        None => text,
    }
}

fn character(value: &Value) -> Result<String> {
    if let Value::Str(text) = value {
        let mut chars = text.text.chars();
        return match (chars.next(), chars.next()) {
            (Some(c), None) => Ok(c.to_string()),
            _ => error("%c expects 1 character"),
        };
    }
    let code = to_integer(value)?.as_i64().and_then(|code| u32::try_from(code).ok()).and_then(char::from_u32);
    code.map_or_else(|| error("unknown character code"), |c| Ok(c.to_string()))
}

/// Parses a number; 0 without digits.
fn read_number(text: &str) -> Result<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number = if end == 0 { Some(0) } else { text[..end].parse().ok() };
    match number.filter(|number| *number <= WIDEST) {
        Some(number) => Ok((number, &text[end..])),
        None => error("the width is too big"),
    }
}

fn name_until(text: &str, end: char) -> Result<(&str, &str)> {
    text.split_once(end).map_or_else(|| error("a name in the format has no end"), Ok)
}
