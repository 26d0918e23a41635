//! Character classes: `[...]`, `\w` and similar shorthands, `\p{...}`, `[[:alpha:]]`, expanded for Rust's
//! engines.

use super::super::Result;
use super::class_set::{Class, NOTHING, enclosed};
use super::fold;
use super::piece::{Charset, Piece, literal, wide};
use super::translator::Translator;

/// The properties with Ruby's own names: name, Unicode set, ASCII set. The sets are the inside of a class.
const PROPERTIES: [(&str, &str, &str); 19] = [
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
    ("cs", NOTHING, NOTHING),
    ("surrogate", NOTHING, NOTHING),
    ("unknown", r"\p{Cn}\p{Co}", r"\p{Cn}\p{Co}"),
    ("zzzz", r"\p{Cn}\p{Co}", r"\p{Cn}\p{Co}"),
];

/// Returns the set of one of Ruby's own properties.
fn property(name: &str, charset: Charset) -> Option<&'static str> {
    let (_, unicode, ascii) = PROPERTIES.iter().find(|(other, ..)| *other == name)?;
    Some(if charset == Charset::Ascii { ascii } else { unicode })
}

/// Parses `\w`, `\d`, `\s`, `\h`, `\p{...}` and their negations; returns `None` (and consumes nothing) at
/// another escape.
fn shorthand(translator: &mut Translator<'_>) -> Result<Option<Class>> {
    let wide = translator.options.charset == Charset::Unicode;
    let class = match translator.peek() {
        Some('w') => named("word", wide, false),
        Some('W') => named("word", wide, true),
        Some('d') => named("digit", wide, false),
        Some('D') => named("digit", wide, true),
        Some('s') => named("space", wide, false),
        Some('S') => named("space", wide, true),
        Some('h') => Class::of("0-9A-Fa-f", false, false),
        Some('H') => Class::of("0-9A-Fa-f", false, true),
        Some(c @ ('p' | 'P')) if translator.rest()[1..].starts_with('{') => {
            translator.at += 2;
            return unicode_property(translator, c == 'P').map(Some);
        }
        _ => return Ok(None),
    };
    translator.at += 1;
    Ok(Some(class))
}

/// Parses a shorthand outside of brackets. Case matters for properties only.
pub(super) fn outside(translator: &mut Translator<'_>) -> Result<Option<Piece>> {
    let Some(class) = shorthand(translator)? else { return Ok(None) };
    let property = translator.source[..translator.at].ends_with('}');
    if property {
        return fold::source(&class, translator).map(Some);
    }
    let set = enclosed(&class.all, class.negated);
    wide(if translator.options.ignore_case { format!("(?-i:{set})") } else { set }).map(Some)
}

/// Parses the text after `[`, as a piece.
pub(super) fn bracketed(translator: &mut Translator<'_>) -> Result<Piece> {
    let class = bracket(translator)?;
    // A class of one character equals the character.
    if translator.options.ignore_case
        && let Some(c) = fold::single(&class)
    {
        return translator.character(c);
    }
    fold::source(&class, translator)
}

fn named(name: &str, wide: bool, negated: bool) -> Class {
    let charset = if wide { Charset::Unicode } else { Charset::Ascii };
    Class::of(property(name, charset).unwrap_or_default(), wide, negated)
}

/// Parses the text after `\p{`.
fn unicode_property(translator: &mut Translator<'_>, negated: bool) -> Result<Class> {
    let Some(end) = translator.rest().find('}') else { return Err(translator.error("\\p{ has no } after it")) };
    let name = translator.rest()[..end].to_owned();
    translator.at += end + 1;
    let (name, negated) = match name.strip_prefix('^') {
        Some(name) => (name, !negated),
        None => (&name[..], negated),
    };
    let plain: String =
        name.chars().filter(|c| !matches!(c, ' ' | '_' | '-')).map(|c| c.to_ascii_lowercase()).collect();
    // `(?a)` does not change properties.
    let set = match &plain[..] {
        "xposixpunct" => property("punct", Charset::Unicode),
        "punct" => Some(r"\p{P}"),
        plain => property(plain, Charset::Unicode),
    };
    if let Some(set) = set {
        return Ok(Class::of(set, true, negated));
    }
    if plain.starts_with("in")
        && !matches!(&plain[..], "inherited" | "initialpunctuation" | "inscriptionalpahlavi" | "inscriptionalparthian")
    {
        return Err(translator.error("blocks of characters are not known here: write a range, or a script's name"));
    }
    let good = name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b' ' | b'_' | b'-'));
    let good = good && !plain.starts_with("is") || plain.starts_with("age=");
    let set = format!("\\p{{{name}}}");
    if !good || fold::set(&set).is_none() {
        return Err(translator.error("unknown character property"));
    }
    Ok(Class::of(&set, true, negated))
}

/// One member of a class.
enum Member {
    /// A character, which may begin a range.
    Char(char),
    /// A set as text: all members, and those that cross.
    Set(String, String),
}

impl Member {
    fn of(class: &Class) -> Member {
        let (all, crossing) = class.enclosed();
        Member::Set(all, crossing)
    }
}

/// The unfinished member of a class; as in Ruby, a nested class does not finish it.
enum Open {
    /// Nothing: a `-` is literal.
    Nothing,
    /// A character that a `-` makes the start of a range.
    Char(char),
    /// A set, which cannot begin a range.
    Set,
    /// The start of a range, which Ruby forgets unless a character ends it.
    Range(char),
}

impl Open {
    /// Writes the unfinished character.
    fn close(&mut self, out: &mut Class) {
        if let Open::Char(c) = std::mem::replace(self, Open::Nothing) {
            out.push(&literal(c));
        }
    }
}

/// Parses the text after `[`, up to its `]`.
fn bracket(translator: &mut Translator<'_>) -> Result<Class> {
    let mut out = Class { negated: translator.take("^"), plain: true, ..Class::default() };
    let mut open = Open::Nothing;
    // A `]` at the start is literal when another one follows.
    if translator.peek() == Some(']') {
        if !translator.rest()[1..].contains(']') {
            return Err(translator.error("the class is empty"));
        }
        translator.at += 1;
        open = Open::Char(']');
    }
    loop {
        if translator.take("]") {
            break;
        }
        if translator.take("&&") {
            open.close(&mut out);
            intersect(&mut out);
            continue;
        }
        // A `-` at the end is literal.
        let rest = translator.rest();
        let is_range = rest.strip_prefix('-').is_some_and(|rest| !rest.starts_with(']') && !rest.starts_with("&&"));
        match open {
            Open::Char(from) if is_range => {
                translator.at += 1;
                open = Open::Range(from);
                continue;
            }
            Open::Set if is_range => return Err(translator.error("a set of characters cannot begin a range")),
            _ => {}
        }
        let is_nested = rest.starts_with('[') && !is_posix(rest);
        match member(translator)? {
            Member::Set(..) if !is_nested && matches!(open, Open::Range(_)) => {
                return Err(translator.error("a set of characters cannot end a range"));
            }
            Member::Set(all, crossing) => {
                out.plain = false;
                out.all.push_str(&all);
                out.crossing.push_str(&crossing);
                if !is_nested {
                    open.close(&mut out);
                    open = Open::Set;
                }
            }
            Member::Char(c) => push_char(translator, &mut out, &mut open, c)?,
        }
    }
    open.close(&mut out);
    fill(&mut out.all);
    fill(&mut out.crossing);
    Ok(out)
}

/// Adds a character: the end of an open range, or one that may begin a range.
fn push_char(translator: &Translator<'_>, out: &mut Class, open: &mut Open, c: char) -> Result<()> {
    match *open {
        Open::Range(from) if c < from => return Err(translator.error("the range of characters is empty")),
        Open::Range(from) => {
            out.push(&format!("{}-{}", literal(from), literal(c)));
            *open = Open::Nothing;
        }
        _ => {
            open.close(out);
            *open = Open::Char(c);
        }
    }
    Ok(())
}

/// Replaces an empty side of an intersection by the class that matches no character.
fn fill(set: &mut String) {
    if set.is_empty() || set.ends_with("&&") {
        set.push_str(NOTHING);
    }
}

fn intersect(out: &mut Class) {
    out.plain = false;
    fill(&mut out.all);
    fill(&mut out.crossing);
    out.push("&&");
}

fn member(translator: &mut Translator<'_>) -> Result<Member> {
    let Some(c) = translator.next() else { return Err(translator.error("a [ has no ] after it")) };
    match c {
        '[' if translator.rest().starts_with(':') => match posix(translator)? {
            Some(class) => Ok(Member::of(&class)),
            None => bracket(translator).map(|class| Member::of(&class)),
        },
        '[' => bracket(translator).map(|class| Member::of(&class)),
        '\\' => escaped(translator),
        c => Ok(Member::Char(c)),
    }
}

fn escaped(translator: &mut Translator<'_>) -> Result<Member> {
    if translator.take("b") {
        return Ok(Member::Char('\x08'));
    }
    if translator.take("R") || translator.take("X") {
        let c = translator.source[..translator.at].chars().next_back().unwrap_or('R');
        return Ok(Member::Char(c));
    }
    if let Some(class) = shorthand(translator)? {
        return Ok(Member::of(&class));
    }
    let characters = translator.characters()?;
    match characters[..] {
        [c] => Ok(Member::Char(c)),
        _ => {
            let set = characters.into_iter().map(literal).collect::<String>();
            Ok(Member::of(&Class::of(&set, true, false)))
        }
    }
}

/// Parses `[:alpha:]` inside a class; without its end it is an ordinary class.
fn posix(translator: &mut Translator<'_>) -> Result<Option<Class>> {
    let inner = &translator.rest()[1..];
    let (inner, negated) = match inner.strip_prefix('^') {
        Some(inner) => (inner, true),
        None => (inner, false),
    };
    let Some(name) = posix_name(inner) else { return Ok(None) };
    let Some(set) = POSIX.contains(&name).then(|| property(name, translator.options.charset)).flatten() else {
        return Err(translator.error("unknown character class"));
    };
    let class = Class::of(set, translator.options.charset != Charset::Ascii, negated);
    translator.at += name.len() + 3 + usize::from(negated);
    Ok(Some(class))
}

/// The names that `[:...:]` accepts.
const POSIX: [&str; 14] = [
    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "word",
    "xdigit",
];

/// Returns the text up to `:]`, if it is short enough.
fn posix_name(text: &str) -> Option<&str> {
    let end = text.find([':', ']'])?;
    (text[end..].starts_with(":]") && text[..end].chars().count() <= 20).then(|| &text[..end])
}

/// Returns whether the text starts with `[:name:]`.
fn is_posix(text: &str) -> bool {
    text.strip_prefix("[:").is_some_and(|inner| posix_name(inner.strip_prefix('^').unwrap_or(inner)).is_some())
}
