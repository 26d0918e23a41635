//! Case-insensitive character classes, by Ruby's rules. The members of a class are folded as a whole before
//! the class is negated (Rust's engines fold each part separately). Sets of ASCII stay within ASCII, and `ß`
//! is `ss`.

use std::sync::LazyLock;

use regex_syntax::hir::{Class as HirClass, ClassUnicode, ClassUnicodeRange, HirKind};

use super::super::Result;
use super::class_set::Class;
use super::piece::{Piece, wide};
use super::translator::Translator;

/// Returns a class in the engines' syntax.
pub(super) fn source(class: &Class, translator: &Translator<'_>) -> Result<Piece> {
    let ignore_case = translator.options.ignore_case;
    let negation = if class.negated { "^" } else { "" };
    // The engines fold single characters and ranges like Ruby.
    if !ignore_case || class.plain && class.all.is_ascii() {
        return wide(format!("[{negation}{}]", class.all));
    }
    let Some(folded) = folded(class) else { return wide(format!("[{negation}{}]", class.all)) };
    let set = format!("(?-i:[{negation}{}])", text_of(&folded));
    let sharp_s = folded.iter().any(|range| (range.start()..=range.end()).contains(&'ß'));
    // A look-behind has one length: `ß` alone.
    if sharp_s && !class.negated && translator.look_behind.is_none() {
        return Ok(Piece::varying(format!("(?:{set}|(?i:ss))")));
    }
    wide(set)
}

/// Returns the set that the inside of a class describes.
pub(super) fn set(inside: &str) -> Option<ClassUnicode> {
    let parsed = regex_syntax::Parser::new().parse(&format!("[{inside}]")).ok()?;
    match parsed.kind() {
        HirKind::Class(HirClass::Unicode(set)) => Some(set.clone()),
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?;
            Some(ClassUnicode::new(text.chars().map(|c| ClassUnicodeRange::new(c, c))))
        }
        _ => None,
    }
}

/// Returns the character of a class that has exactly one.
pub(super) fn single(class: &Class) -> Option<char> {
    let set = set(&class.all).filter(|_| class.plain && !class.negated)?;
    match set.ranges() {
        [range] if range.start() == range.end() => Some(range.start()),
        _ => None,
    }
}

/// The characters with another case.
static CASED: LazyLock<ClassUnicode> =
    LazyLock::new(|| set(r"\p{CWCF}\p{CWL}\p{CWU}\p{CWT}").unwrap_or_else(ClassUnicode::empty));

/// Returns all members in both cases. Members that must not cross the border of ASCII stay on their side of
/// it. Ruby also omits the other case of a member when that is one of U+0080 to U+00FF: `(?i)[éx]` does not
/// match `É`.
fn folded(class: &Class) -> Option<ClassUnicode> {
    let base = set(&class.all)?;
    let border = ClassUnicode::new([ClassUnicodeRange::new('\0', '\x7f')]);
    let mut ascii = base.clone();
    ascii.intersect(&border);
    ascii.case_fold_simple();
    ascii.intersect(&border);
    let mut beyond = cased(&base);
    beyond.difference(&border);
    beyond.case_fold_simple();
    beyond.difference(&border);
    let mut out = cased(&set(&class.crossing).unwrap_or_else(ClassUnicode::empty));
    out.case_fold_simple();
    out.union(&beyond);
    out.difference(&ClassUnicode::new([ClassUnicodeRange::new('\u{80}', '\u{FF}')]));
    out.union(&ascii);
    out.union(&base);
    Some(out)
}

fn cased(set: &ClassUnicode) -> ClassUnicode {
    let mut out = set.clone();
    out.intersect(&CASED);
    out
}

fn text_of(set: &ClassUnicode) -> String {
    if set.ranges().is_empty() {
        return super::class_set::NOTHING.to_owned();
    }
    let range = |range: &ClassUnicodeRange| {
        format!("\\x{{{:X}}}-\\x{{{:X}}}", u32::from(range.start()), u32::from(range.end()))
    };
    set.iter().map(range).collect()
}
