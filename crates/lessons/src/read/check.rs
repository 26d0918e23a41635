//! Reading of `check` and `when`.

use pprepl_text::suggest::nearest;

use super::error::{OptionError, Read};
use super::pattern::{catalog, logs};
use super::value::{is_name, text};
use crate::check::{Check, CheckKind, Condition, Sample, When};
use crate::code::Code;
use puppet_syntax::TokenKind;

/// The kinds of checks with their form, in the order of the documentation.
pub(super) const KINDS: [(&str, &str); 13] = [
    ("value", "check value $big == [443, 8080]"),
    ("value~", "check value~ $name == 'Web'"),
    ("type", "check type $big : Array[Integer]"),
    ("for", "check for $ports in [[], [100]]  $big == [[], [100]]"),
    ("same", "check same $ports.filter |$p| { $p > 100 }  over Array[Integer]"),
    ("uses", "check uses filter  forbids each"),
    ("forbids", "check forbids each, regsubst"),
    ("logs", "check logs notice \"3 ports\""),
    ("catalog", "check catalog File['/etc/motd'] { ensure => file }"),
    ("fails", "check fails ILLEGAL_REASSIGNMENT"),
    ("finding", "check finding pointless-test"),
    ("command", "check command type"),
    ("hidden", "check hidden value $big == [443]"),
];

/// Reads a `check`; one option may make two checks (`uses A forbids B`).
pub(super) fn check(value: &Code) -> Read<Vec<Check>> {
    let (word, rest) = value.word();
    let (is_hidden, word, rest) = match word {
        "hidden" => {
            let (word, after) = rest.word();
            (true, word.to_owned(), after)
        }
        word => (false, word.to_owned(), rest),
    };
    let kinds = kinds(&word, &rest, value)?;
    Ok(kinds.into_iter().map(|kind| Check { kind, is_hidden, span: value.span }).collect())
}

fn kinds(word: &str, rest: &Code, whole: &Code) -> Read<Vec<CheckKind>> {
    let one = |kind: CheckKind| Ok(vec![kind]);
    match word {
        "value" => one(equal(rest, false)?),
        "value~" => one(equal(rest, true)?),
        "type" => one(typed(rest)?),
        "for" => one(for_each(rest)?),
        "same" => one(same(rest)?),
        "uses" => uses(rest),
        "forbids" => one(CheckKind::Forbids(names(rest, "forbids")?)),
        "logs" => one(CheckKind::Logs(logs(rest)?)),
        "catalog" => {
            let (resources, edges) = catalog(rest)?;
            one(CheckKind::Catalog { resources, edges })
        }
        "fails" => one(CheckKind::Fails(Some(rest.text.clone()).filter(|code| !code.is_empty()))),
        "finding" => one(CheckKind::Finding(name(rest, "finding")?)),
        "command" => one(CheckKind::Command(name(rest, "command")?)),
        other => Err(unknown_kind(other, whole)),
    }
}

fn unknown_kind(word: &str, whole: &Code) -> OptionError {
    let names = KINDS.iter().map(|(name, _)| *name);
    let meant = nearest(word, names.clone()).and_then(|near| KINDS.iter().find(|(name, _)| *name == near));
    let help = match meant {
        Some((_, form)) => format!("did you mean `{form}`?"),
        None => format!("the kinds are {}", names.collect::<Vec<_>>().join(", ")),
    };
    OptionError::new(whole.span, format!("unknown kind of check: `{word}`"), help)
}

/// Returns the form of a kind of check, for a help text.
fn form(kind: &str) -> String {
    let form = KINDS.iter().find(|(name, _)| *name == kind).map_or("", |(_, form)| *form);
    format!("write `{form}`")
}

/// Returns the code, if it is a valid expression.
pub(super) fn expression(code: &Code, what: &str) -> Read<Code> {
    if code.text.is_empty() {
        return Err(OptionError::new(code.span, format!("expected {what}"), "write a Puppet expression"));
    }
    match code.errors().first() {
        None => Ok(code.clone()),
        Some(error) => Err(OptionError::new(
            code.span,
            format!("cannot read {what}: {}", error.message),
            error.help.clone().unwrap_or_else(|| "write a Puppet expression".to_owned()),
        )),
    }
}

fn equal(rest: &Code, ignores_case: bool) -> Read<CheckKind> {
    let code = expression(rest, "the expression to check")?;
    Ok(match code.sides() {
        Some((actual, expected)) => CheckKind::Equal { actual, expected, ignores_case },
        None => CheckKind::True(code),
    })
}

fn typed(rest: &Code) -> Read<CheckKind> {
    let sides = rest.cut(|kind, _| kind == TokenKind::Colon);
    let Some((left, right)) = sides else {
        return Err(OptionError::new(rest.span, "expected `EXPRESSION : TYPE`", form("type")));
    };
    Ok(CheckKind::Type { expression: expression(&left, "the expression")?, type_: expression(&right, "the type")? })
}

fn for_each(rest: &Code) -> Read<CheckKind> {
    let malformed = || OptionError::new(rest.span, "expected `$v in LIST  EXPRESSION == LIST`", form("for"));
    expression(rest, "`$v in LIST  EXPRESSION == LIST`")?;
    let (membership, comparison) = rest.pair().ok_or_else(malformed)?;
    let (variable, inputs) = membership.membership().ok_or_else(malformed)?;
    let (actual, expected) = comparison.sides().ok_or_else(malformed)?;
    Ok(CheckKind::For { variable, inputs, actual, expected })
}

fn same(rest: &Code) -> Read<CheckKind> {
    let Some((code, over)) = rest.cut_at_word("over") else {
        return Err(OptionError::new(rest.span, "expected `over` and a type", form("same")));
    };
    let code = expression(&code, "the expression to compare with")?;
    let (actual, reference) = match code.sides() {
        Some((actual, reference)) => (Some(actual), reference),
        None => (None, code),
    };
    let samples = over.list().iter().map(sample).collect::<Read<Vec<Sample>>>()?;
    match (samples.len(), samples.iter().all(|sample| sample.variable.is_some())) {
        (1, _) | (2.., true) => Ok(CheckKind::Same { actual, reference, samples }),
        _ => Err(OptionError::new(over.span, "expected `$name : TYPE` for each variable", form("same"))),
    }
}

fn sample(code: &Code) -> Read<Sample> {
    let (variable, type_) = match code.cut(|kind, _| kind == TokenKind::Colon) {
        Some((name, type_)) => (Some(name), type_),
        None => (None, code.clone()),
    };
    let named = |name: Code| match name.text.strip_prefix('$') {
        Some(bare) if is_variable(bare) => Ok(bare.to_owned()),
        _ => Err(OptionError::new(name.span, format!("expected a variable, found `{}`", name.text), form("same"))),
    };
    Ok(Sample { variable: variable.map(named).transpose()?, type_: expression(&type_, "the type")? })
}

fn is_variable(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn uses(rest: &Code) -> Read<Vec<CheckKind>> {
    match rest.text.split_once(" forbids ") {
        None => Ok(vec![CheckKind::Uses(names(rest, "uses")?)]),
        Some((uses, _)) => {
            let (used, forbidden) = (rest.part(0, uses.len()), rest.part(uses.len() + 9, rest.text.len()));
            Ok(vec![CheckKind::Uses(names(&used, "uses")?), CheckKind::Forbids(names(&forbidden, "forbids")?)])
        }
    }
}

fn names(rest: &Code, kind: &str) -> Read<Vec<String>> {
    let names: Vec<String> =
        rest.text.split([',', ' ']).map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    if names.is_empty() {
        return Err(OptionError::new(rest.span, "expected names of functions or constructs", form(kind)));
    }
    Ok(names)
}

fn name(rest: &Code, kind: &str) -> Read<String> {
    if is_name(&rest.text) {
        return Ok(rest.text.clone());
    }
    Err(OptionError::new(rest.span, format!("expected one name, found `{}`", rest.text), form(kind)))
}

/// Reads `CONDITION say TEXT`.
pub(super) fn when(value: &Code) -> Read<When> {
    let help = "write `when CONDITION say \"TEXT\"`";
    let Some((before, after)) = value.cut_at_word("say") else {
        return Err(OptionError::new(value.span, "expected `say` and a message", help));
    };
    let say = text(&after.text);
    if say.is_empty() {
        return Err(OptionError::new(value.span, "expected a message after `say`", help));
    }
    Ok(When { condition: condition(&before)?, say, span: value.span })
}

fn condition(code: &Code) -> Read<Condition> {
    let (word, rest) = code.word();
    let is_word = !rest.text.is_empty() && !rest.text.contains(char::is_whitespace);
    match word {
        "finding" if is_word => Ok(Condition::Finding(rest.text)),
        "error" if is_word => Ok(Condition::Error(rest.text)),
        "uses" if is_word => Ok(Condition::Uses(rest.text)),
        "missing" if is_word => Ok(Condition::Missing(rest.text)),
        _ => Ok(Condition::True(expression(code, "the condition")?)),
    }
}
