//! Functions of regular expressions: `match`, `regsubst`, `split`. None of them sets `$0`, `$1`, ...

use pprepl_text::Topic;
use std::rc::Rc;

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, EvalResult, Flow, Level, Signature};
use puppet_pcore::{Hash, Regexp, Type, Value};

use super::{polled, ruby};

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "match",
        &[
            Signature::new("String $text, Variant[Any, Type] $pattern", "Optional[Array[Optional[String]]]", match_one),
            Signature::new(
                "Array[String] $texts, Variant[Any, Type] $pattern",
                "Array[Optional[Array[Optional[String]]]]",
                match_many,
            ),
        ],
        "Returns an array of the match and its groups, or undef; for an array of strings an array of these.",
    )
    .shows("'web42'.match(/(\\D+)(\\d+)/)", "['web42', 'web', '42']"),
    Builtin::new(
        "regsubst",
        &[
            Signature::new(
                "Variant[Array[Variant[String, Sensitive[String]]], Sensitive[Array[Variant[String, \
                 Sensitive[String]]]], String, Sensitive[String]] $text, String $pattern, Variant[String, \
                 Hash[String, String]] $replacement, Optional[Pattern[/^[GEIM]*$/]] $flags = undef, \
                 Enum['N', 'E', 'S', 'U'] $encoding = 'N'",
                "Variant[Array[Variant[String, Sensitive[String]]], Sensitive[Array[Variant[String, \
                 Sensitive[String]]]], String, Sensitive[String]]",
                regsubst_text,
            ),
            Signature::new(
                "Variant[Array[Variant[String, Sensitive[String]]], Sensitive[Array[Variant[String, \
                 Sensitive[String]]]], String, Sensitive[String]] $text, Variant[Regexp, Type[Regexp]] \
                 $pattern, Variant[String, Hash[String, String]] $replacement, Pattern[/^G?$/] $flags = ''",
                "Variant[Array[Variant[String, Sensitive[String]]], Sensitive[Array[Variant[String, \
                 Sensitive[String]]]], String, Sensitive[String]]",
                regsubst_pattern,
            ),
        ],
        "Replaces the first match, or all with flag G; \\1 or \\k<name> in the replacement insert groups.",
    )
    .shows("regsubst('a-b-c', '-', '+', 'G')", "'a+b+c'"),
    Builtin::new(
        "split",
        &[
            Signature::new("String $text, String $pattern", "Array[String]", split_text),
            Signature::new("String $text, Regexp $pattern", "Array[String]", split_pattern),
            Signature::new("String $text, Type[Regexp] $pattern", "Array[String]", split_type),
            Signature::new("Sensitive[String] $text, String $pattern", "Sensitive[Array[String]]", split_text),
            Signature::new("Sensitive[String] $text, Regexp $pattern", "Sensitive[Array[String]]", split_pattern),
            Signature::new("Sensitive[String] $text, Type[Regexp] $pattern", "Sensitive[Array[String]]", split_type),
        ],
        "Splits a string where a pattern matches; a string is also a pattern. Trailing empty parts are omitted.",
    )
    .shows("split('a, b,c', /,\\s*/)", "['a', 'b', 'c']"),
];

fn match_one(call: &mut Call<'_>) -> EvalResult {
    let (text, pattern) = (call.take(0), call.take(1));
    match_value(call, &text, &pattern)
}

fn match_many(call: &mut Call<'_>) -> EvalResult {
    let (texts, pattern) = (call.take(0), call.take(1));
    let texts = texts.as_array().unwrap_or_default();
    polled::map(texts.iter(), |text| match_value(call, text, &pattern)).map(Value::array)
}

/// Returns the pattern of a string, compiled once a session.
fn compiled(call: &mut Call<'_>, source: &str) -> Rc<Regexp> {
    call.vm().regexps.get(source)
}

/// Returns the first match of a pattern, or of the first matching pattern.
fn match_value(call: &mut Call<'_>, text: &Value, pattern: &Value) -> EvalResult {
    match pattern {
        Value::Str(source) => {
            let pattern = compiled(call, &source.text);
            match_pattern(text, &pattern)
        }
        Value::Regexp(pattern) => match_pattern(text, pattern),
        Value::Type(ty) => match_type(text, ty),
        Value::Array(patterns) => first_match(patterns.items.iter().map(|pattern| match_value(call, text, pattern))),
        other => Err(no_pattern(&ruby::inspected(other))),
    }
}

fn match_type(text: &Value, ty: &Type) -> EvalResult {
    match ty {
        Type::Regexp(Some(pattern)) => match_pattern(text, pattern),
        Type::Pattern(patterns) => first_match(patterns.iter().map(|pattern| match_pattern(text, pattern))),
        Type::Variant(types) => first_match(types.iter().map(|ty| match_type(text, ty))),
        Type::Alias(alias) => match alias.resolved.get() {
            Some(ty) => match_type(text, ty),
            None => Err(no_pattern(&alias.name)),
        },
        other => Err(no_pattern(&other.to_string())),
    }
}

fn no_pattern(what: &str) -> Box<Flow> {
    Flow::fail_with(Topic::MatchOperand, format!("{what} holds no pattern to match with"))
}

fn first_match(matches: impl Iterator<Item = EvalResult>) -> EvalResult {
    for found in matches {
        match found? {
            nothing if nothing.is_undef() => {}
            found => return Ok(found),
        }
    }
    Ok(Value::Undef)
}

fn match_pattern(text: &Value, pattern: &Regexp) -> EvalResult {
    let Value::Str(text) = text else { return Ok(Value::Undef) };
    let Some(captures) = pattern.captures(text)? else { return Ok(Value::Undef) };
    let groups = (0..captures.groups.len()).map(|group| captures.get(group).map_or(Value::Undef, Value::str));
    Ok(Value::array(groups.collect()))
}

fn split_text(call: &mut Call<'_>) -> EvalResult {
    let source = call.take(1);
    let pattern = compiled(call, source.as_str().unwrap_or_default());
    split(call, &pattern)
}

fn split_pattern(call: &mut Call<'_>) -> EvalResult {
    match call.take(1) {
        Value::Regexp(pattern) => split(call, &pattern),
        _ => call.fail("split expects a pattern"),
    }
}

/// Splits by a Regexp type. A bare one matches the empty string.
fn split_type(call: &mut Call<'_>) -> EvalResult {
    let pattern = pattern_of(&call.take(1));
    split(call, &pattern)
}

fn split(call: &mut Call<'_>, pattern: &Rc<Regexp>) -> EvalResult {
    let (subject, secret) = revealed(call.take(0));
    let parts = pattern.split(subject.as_str().unwrap_or_default())?;
    // Strings of one character, of which there may be millions, are shared.
    let mut letters = vec![Value::Undef; 128];
    let parts = polled::map(parts.into_iter(), |part| {
        let &[letter @ 0..128] = part.as_bytes() else {
            budget::charge(part.len())?;
            return Ok(Value::str(part));
        };
        let known = &mut letters[usize::from(letter)];
        if known.is_undef() {
            *known = Value::str(part);
        }
        Ok(known.clone())
    })?;
    Ok(concealed(Value::array(parts), secret))
}

/// Returns the pattern of a regular expression or a Regexp type.
fn pattern_of(value: &Value) -> Rc<Regexp> {
    match value {
        Value::Regexp(pattern) => pattern.clone(),
        Value::Type(ty) => match &**ty {
            Type::Regexp(Some(pattern)) => pattern.clone(),
            Type::Alias(alias) => alias.resolved.get().map_or_else(empty, |ty| pattern_of(&Value::Type(ty.clone()))),
            _ => empty(),
        },
        _ => empty(),
    }
}

fn empty() -> Rc<Regexp> {
    Regexp::new("")
}

/// Returns the value inside a Sensitive, and whether it was one.
fn revealed(value: Value) -> (Value, bool) {
    match value {
        Value::Sensitive(inner) => ((*inner).clone(), true),
        other => (other, false),
    }
}

fn concealed(value: Value, secret: bool) -> Value {
    if secret { Value::Sensitive(Rc::new(value)) } else { value }
}

fn regsubst_text(call: &mut Call<'_>) -> EvalResult {
    if call.len() > 4 && call.host().first_time("encoding of regsubst") {
        call.log(Level::Warning, "the encoding of regsubst is deprecated: it has no effect, omit it");
    }
    let (source, flags) = (call.take(1), call.take(3));
    let (source, flags) = (source.as_str().unwrap_or_default(), flags.as_str().unwrap_or_default());
    let flag = |letter| flags.contains(letter);
    let pattern = match flag('E') || flag('I') || flag('M') {
        // A comment at the end must not swallow the parenthesis that closes the options.
        true if flag('E') => Regexp::with_options(&format!("{source}\n"), flag('I'), true, flag('M')),
        true => Regexp::with_options(source, flag('I'), false, flag('M')),
        false => Regexp::new(source),
    };
    let pattern = compiled(call, &pattern.source);
    regsubst(call, &pattern, flags.contains('G'))
}

fn regsubst_pattern(call: &mut Call<'_>) -> EvalResult {
    let given = call.take(1);
    // As in Puppet, which does not look through the alias here.
    if let Value::Type(ty) = &given
        && let Type::Alias(alias) = &**ty
    {
        return call.fail(format!("regsubst takes a regular expression, not the type alias {}", alias.name));
    }
    let mut pattern = pattern_of(&given);
    if matches!(given, Value::Type(_)) {
        // As in the reference: the source of the type's pattern is matched literally.
        pattern = Regexp::new(puppet_pcore::new::escaped(&pattern.source));
    }
    let everywhere = call.arg(3).as_str() == Some("G");
    regsubst(call, &pattern, everywhere)
}

fn regsubst(call: &mut Call<'_>, pattern: &Regexp, everywhere: bool) -> EvalResult {
    // An empty subject does not excuse an invalid pattern.
    pattern.find_at("", 0)?;
    let subject = call.take(0);
    let replacement = call.take(2);
    substitute(subject, pattern, &replacement, everywhere)
}

/// Substitutes in a string, in arrays of strings, and in Sensitive values.
fn substitute(subject: Value, pattern: &Regexp, replacement: &Value, everywhere: bool) -> EvalResult {
    match subject {
        Value::Sensitive(inner) => {
            let replaced = substitute((*inner).clone(), pattern, replacement, everywhere)?;
            Ok(concealed(replaced, true))
        }
        Value::Array(items) => {
            let replaced = |item: &Value| substitute(item.clone(), pattern, replacement, everywhere);
            polled::map(items.items.iter(), replaced).map(Value::array)
        }
        Value::Str(text) => {
            let replaced = match replacement {
                Value::Hash(hash) => replace_by(pattern, &text.text, hash, everywhere)?,
                other => pattern.replace(&text.text, other.as_str().unwrap_or_default(), everywhere)?,
            };
            Ok(Value::from(replaced))
        }
        other => Ok(other),
    }
}

/// Replaces each match by its value in a hash, or removes it when the hash has no such key.
fn replace_by(pattern: &Regexp, text: &str, hash: &Hash, everywhere: bool) -> EvalResult<String> {
    let matches = if everywhere { pattern.scan(text)? } else { pattern.find_at(text, 0)?.into_iter().collect() };
    budget::charge(text.len())?;
    let mut replaced = String::with_capacity(text.len());
    let mut rest = 0;
    for (from, to) in matches.iter().filter_map(|spans| *spans.first()?) {
        budget::poll()?;
        replaced.push_str(text.get(rest..from).unwrap_or_default());
        let found = hash.get_str(text.get(from..to).unwrap_or_default());
        if let Some(value) = found {
            let text = ruby::text(value)?;
            budget::charge(text.len())?;
            replaced.push_str(&text);
        }
        rest = to;
    }
    replaced.push_str(text.get(rest..).unwrap_or_default());
    Ok(replaced)
}
