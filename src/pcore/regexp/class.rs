//! Sets of characters: `[...]`, `\w` and its kin, `\p{...}`, `[[:alpha:]]`, spelled out for Rust's engines.

use super::super::Answer;
use super::translate::{Charset, Translator, literal};

/// A property that Ruby knows by a name of its own: name, Unicode set, ASCII set. The sets are the inside of a class.
const PROPERTIES: [(&str, &str, &str); 15] = [
    ("alnum", r"\p{Alphabetic}\p{Nd}", "0-9A-Za-z"),
    ("alpha", r"\p{Alphabetic}", "A-Za-z"),
    ("ascii", r"\x00-\x7F", r"\x00-\x7F"),
    ("blank", r"\p{Zs}\t", r" \t"),
    ("cntrl", r"\p{Cc}", r"\x00-\x1F\x7F"),
    ("digit", r"\p{Nd}", "0-9"),
    ("graph", r"[^\p{White_Space}\p{Cc}\p{Cn}]", r"\x21-\x7E"),
    ("lower", r"\p{Lowercase}", "a-z"),
    ("print", r"[^\p{White_Space}\p{Cc}\p{Cn}]\p{Zs}", r"\x20-\x7E"),
    ("punct", r"\p{P}\x24\x2B\x3C-\x3E\x5E\x60\x7C\x7E", r"\x21-\x2F\x3A-\x40\x5B-\x60\x7B-\x7E"),
    ("space", r"\p{White_Space}", r"\t-\r "),
    ("upper", r"\p{Uppercase}", "A-Z"),
    ("xdigit", "0-9A-Fa-f", "0-9A-Fa-f"),
    ("word", r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}", "0-9A-Za-z_"),
    ("any", r"\x{0}-\x{10FFFF}", r"\x{0}-\x{10FFFF}"),
];

/// The set of one of Ruby's own properties.
fn property(name: &str, charset: Charset) -> Option<&'static str> {
    let (_, unicode, ascii) = PROPERTIES.iter().find(|(other, ..)| *other == name)?;
    Some(if charset == Charset::Ascii { ascii } else { unicode })
}

/// `\w`, `\d`, `\s`, `\h`, `\p{...}` and their opposites; `None` (and nothing taken) when something else is escaped.
pub(super) fn shorthand(translator: &mut Translator<'_>) -> Answer<Option<String>> {
    let wide = translator.options.charset == Charset::Unicode;
    let set = match translator.peek() {
        Some('w') => named("word", wide, false),
        Some('W') => named("word", wide, true),
        Some('d') => named("digit", wide, false),
        Some('D') => named("digit", wide, true),
        Some('s') => named("space", wide, false),
        Some('S') => named("space", wide, true),
        Some('h') => "[0-9A-Fa-f]".to_owned(),
        Some('H') => "[^0-9A-Fa-f]".to_owned(),
        Some(c @ ('p' | 'P')) if translator.rest()[1..].starts_with('{') => {
            translator.at += 2;
            return unicode_property(translator, c == 'P').map(Some);
        }
        _ => return Ok(None),
    };
    translator.at += 1;
    Ok(Some(set))
}

fn named(name: &str, wide: bool, negated: bool) -> String {
    let charset = if wide { Charset::Unicode } else { Charset::Ascii };
    enclosed(property(name, charset).unwrap_or_default(), negated)
}

fn enclosed(set: &str, negated: bool) -> String {
    format!("[{}{set}]", if negated { "^" } else { "" })
}

/// What follows `\p{`.
fn unicode_property(translator: &mut Translator<'_>, negated: bool) -> Answer<String> {
    let Some(end) = translator.rest().find('}') else { return Err(translator.fault("\\p{ has no } after it")) };
    let name = translator.rest()[..end].to_owned();
    translator.at += end + 1;
    let (name, negated) = match name.strip_prefix('^') {
        Some(name) => (name, !negated),
        None => (&name[..], negated),
    };
    let plain: String =
        name.chars().filter(|c| !matches!(c, ' ' | '_' | '-')).map(|c| c.to_ascii_lowercase()).collect();
    if let Some(set) = property(&plain, translator.options.charset) {
        return Ok(enclosed(set, negated));
    }
    let set = format!("\\{}{{{name}}}", if negated { 'P' } else { 'p' });
    let good = name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b' ' | b'_' | b'-' | b'=' | b'.'));
    if !good || regex::Regex::new(&set).is_err() {
        return Err(translator.fault("there is no such property of characters"));
    }
    Ok(enclosed(&set, false))
}

/// One member of a class.
enum Member {
    /// A character, which may begin a range.
    Char(char),
    /// A set, ready to be written.
    Set(String),
}

/// What follows `[`, up to its `]`.
pub(super) fn bracket(translator: &mut Translator<'_>) -> Answer<String> {
    let negated = translator.take("^");
    let mut out = String::from(if negated { "[^" } else { "[" });
    let start = out.len();
    // A `]` at the start means itself when another one follows.
    if translator.peek() == Some(']') {
        if !translator.rest()[1..].contains(']') {
            return Err(translator.fault("the class is empty"));
        }
        translator.at += 1;
        push_member(translator, &mut out, Member::Char(']'))?;
    }
    loop {
        if translator.take("]") {
            break;
        }
        if translator.take("&&") {
            intersect(&mut out, start);
            continue;
        }
        let member = member(translator)?;
        push_member(translator, &mut out, member)?;
    }
    if out.len() == start || out.ends_with("&&") {
        // Nothing at all: no character.
        out.push_str(r"[^\x{0}-\x{10FFFF}]");
    }
    out.push(']');
    Ok(out)
}

fn intersect(out: &mut String, start: usize) {
    if out.len() == start || out.ends_with("&&") {
        out.push_str(r"[^\x{0}-\x{10FFFF}]");
    }
    out.push_str("&&");
}

fn member(translator: &mut Translator<'_>) -> Answer<Member> {
    let Some(c) = translator.next() else { return Err(translator.fault("a [ has no ] after it")) };
    match c {
        '[' if translator.rest().starts_with(':') => match posix(translator)? {
            Some(set) => Ok(Member::Set(set)),
            None => bracket(translator).map(Member::Set),
        },
        '[' => bracket(translator).map(Member::Set),
        '\\' => escaped(translator),
        c => Ok(Member::Char(c)),
    }
}

fn escaped(translator: &mut Translator<'_>) -> Answer<Member> {
    if translator.take("b") {
        return Ok(Member::Char('\x08'));
    }
    if translator.take("R") || translator.take("X") {
        let c = translator.source[..translator.at].chars().next_back().unwrap_or('R');
        return Ok(Member::Char(c));
    }
    if let Some(set) = shorthand(translator)? {
        return Ok(Member::Set(set));
    }
    let characters = translator.characters()?;
    match characters[..] {
        [c] => Ok(Member::Char(c)),
        _ => Ok(Member::Set(enclosed(&characters.into_iter().map(literal).collect::<String>(), false))),
    }
}

/// `[:alpha:]` within a class; what looks like it but has no end is an ordinary class.
fn posix(translator: &mut Translator<'_>) -> Answer<Option<String>> {
    let Some(end) = translator.rest().find(":]") else { return Ok(None) };
    let inner = translator.rest()[1..end.max(1)].to_owned();
    let (name, negated) = match inner.strip_prefix('^') {
        Some(name) => (name, true),
        None => (&inner[..], false),
    };
    if !name.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return Ok(None);
    }
    let Some(set) = property(name, translator.options.charset).filter(|_| name != "any") else {
        return Err(translator.fault("there is no such class of characters"));
    };
    translator.at += end + 2;
    Ok(Some(enclosed(set, negated)))
}

/// Writes a member, and the range that it begins.
fn push_member(translator: &mut Translator<'_>, out: &mut String, member: Member) -> Answer<()> {
    let ranged = translator.rest().starts_with('-') && !translator.rest()[1..].starts_with(']');
    match member {
        Member::Set(set) => {
            // A nested class may be followed by a `-` that means itself, a shorthand may not.
            let shorthand = translator.source[..translator.at].ends_with(":]")
                || !translator.source[..translator.at].ends_with(']');
            if ranged && shorthand {
                return Err(translator.fault("a set of characters cannot begin a range"));
            }
            out.push_str(&set);
            if ranged {
                translator.at += 1;
                out.push_str(&literal('-'));
            }
            Ok(())
        }
        Member::Char(from) if ranged => range(translator, out, from),
        Member::Char(c) => {
            out.push_str(&literal(c));
            Ok(())
        }
    }
}

fn range(translator: &mut Translator<'_>, out: &mut String, from: char) -> Answer<()> {
    translator.at += 1;
    // `[a-&&b]`, `[a-[b]]`: the `-` means itself.
    if translator.rest().starts_with("&&") || translator.rest().starts_with('[') {
        out.push_str(&literal(from));
        out.push_str(&literal('-'));
        return Ok(());
    }
    match member(translator)? {
        Member::Char(to) if to < from => Err(translator.fault("the range of characters is empty")),
        Member::Char(to) => {
            out.push_str(&format!("{}-{}", literal(from), literal(to)));
            // After a range a `-` means itself (`[a-c-e]`).
            if translator.rest().starts_with('-') && !translator.rest()[1..].starts_with(']') {
                translator.at += 1;
                out.push_str(&literal('-'));
            }
            Ok(())
        }
        Member::Set(_) => Err(translator.fault("a set of characters cannot end a range")),
    }
}
