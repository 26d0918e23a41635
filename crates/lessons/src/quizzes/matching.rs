//! Questions about matching: regular expressions, captures, `case`, `in`, functions that match.

use super::draft::{Draft, TRUE_OR_FALSE, Template, template};
use super::names::{KEYS, WORDS};
use crate::random::Random;

pub(super) static TEMPLATES: &[Template] = &[
    template("anchors", anchors),
    template("captures", captures),
    template("letter-case", letter_case),
    template("scope", scope),
    template("regsubst", regsubst),
    template("case", case),
    template("in", membership),
    template("match", match_function),
    template("split", split),
];

fn anchors(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let number = random.number(1, 99);
    let cases = [
        (format!("'my-{word}{number}' =~ /{word}/"), "Without an anchor the match may be anywhere."),
        (format!("'my-{word}{number}' =~ /^{word}/"), "`^` is the start of a line; here it is 'my-'."),
        (format!("'{word}{number}' =~ /^{word}$/"), "`$` is the end of a line; the digits are in between."),
        (format!("'{word}{number}' =~ /\\A{word}\\d+\\z/"), "The pattern describes the whole string."),
        (format!("'{word}' =~ /^{word}\\d*$/"), "`*` allows zero digits."),
        (format!("'{word}' =~ /^{word}\\d+$/"), "`+` needs at least one digit."),
        (format!("'{word}' !~ /\\d/"), "`!~` is true where nothing matches."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because).options(TRUE_OR_FALSE)
}

fn captures(random: &mut Random) -> Draft {
    let [word, other] = random.words(&WORDS);
    let number = random.number(10, 99);
    let (group, because) = random.one_of([
        ("$0", "$0 is the whole match."),
        ("$1", "$1 is the first group."),
        ("$2", "$2 is the second group; a capture is always a string."),
    ]);
    let code = format!("'{word}{number}.{other}' =~ /^([a-z]+)(\\d+)/\n{group}");
    let options = [format!("'{word}{number}'"), format!("'{word}'"), format!("'{number}'"), number.to_string()];
    Draft::value(code, because).options(options)
}

fn letter_case(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let upper = word.to_uppercase();
    let cases = [
        (format!("'{upper}' == '{word}'"), "== on strings ignores case."),
        (format!("'{upper}' =~ /{word}/"), "A regular expression compares with case."),
        (format!("'{upper}' =~ /(?i:{word})/"), "`(?i:..)` ignores case."),
        (format!("'{upper}' =~ Enum['{word}']"), "An Enum compares with case."),
        (format!("'{upper}' in ['{word}']"), "`in` compares strings as == does."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because).options(TRUE_OR_FALSE)
}

fn scope(random: &mut Random) -> Draft {
    let [word, other] = random.words(&WORDS);
    let code = format!("if '{word}' =~ /^(.)/ {{\n  if '{other}' =~ /^({other})/ {{ }}\n  $1\n}}");
    let first = word.get(..1).unwrap_or("");
    let because = "The inner match sets $1 only inside of its own block.";
    Draft::value(code, because).shuffled([format!("'{first}'"), format!("'{other}'"), "undef".to_owned()], random)
}

fn regsubst(random: &mut Random) -> Draft {
    let [one, two, three] = random.words(&WORDS);
    let (flag, because) =
        random.one_of([("", "Without 'G' only the first match is replaced."), (", 'G'", "'G' replaces all matches.")]);
    let code = format!("regsubst('{one}-{two}-{three}', '-', '_'{flag})");
    let options =
        [format!("'{one}_{two}-{three}'"), format!("'{one}_{two}_{three}'"), format!("'{one}-{two}_{three}'")];
    Draft::value(code, because).shuffled(options, random)
}

fn case(random: &mut Random) -> Draft {
    let [word, other] = random.words(&WORDS);
    let number = random.number(1, 99);
    let (subject, because) = random.one_of([
        ("text", "The string matches the regular expression."),
        ("upper", "A string option ignores case, and comes first."),
        ("number", "A type as option matches its instances."),
        ("other", "No option matches, so default applies."),
    ]);
    let value = match subject {
        "text" => format!("'{word}{number}'"),
        "upper" => format!("'{}'", word.to_uppercase()),
        "number" => number.to_string(),
        _ => format!("'{other}'"),
    };
    let code = format!(
        "case {value} {{\n  '{word}': {{ 'string' }}\n  /^{word}/: {{ 'regex' }}\n  Integer: {{ 'type' }}\n  default: {{ 'default' }}\n}}"
    );
    Draft::value(code, because).options(["'string'", "'regex'", "'type'", "'default'"])
}

fn membership(random: &mut Random) -> Draft {
    let [key] = random.words(&KEYS);
    let [word] = random.words(&WORDS);
    let part = word.get(1..3).unwrap_or("");
    let number = random.number(10, 99);
    let cases = [
        (format!("'{key}' in {{ '{key}' => {number} }}"), "`in` looks at the keys of a hash."),
        (format!("{number} in {{ '{key}' => {number} }}"), "`in` looks at the keys of a hash, not at its values."),
        (format!("'{part}' in '{word}'"), "In a string, `in` looks for a part of it."),
        (format!("'{part}' in ['{word}']"), "In an array, `in` compares whole elements."),
        (format!("/{part}/ in ['{word}']"), "A regular expression matches a part of an element."),
        (format!("'{number}' in [{number}]"), "A string never equals a number."),
        (format!("Integer in ['{word}', {number}]"), "A type is `in` an array that has an instance of it."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because).options(TRUE_OR_FALSE)
}

fn match_function(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let number = random.number(10, 99);
    let cases = [
        (format!("'{word}{number}'.match(/([a-z]+)(\\d+)/)"), "The whole match comes first, then each group."),
        (format!("'{word}{number}'.match(/[a-z]+/)"), "Without groups the array has only the match."),
        (format!("'{word}'.match(/\\d/)"), "match returns undef where nothing matches."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    let options = [
        format!("['{word}{number}', '{word}', '{number}']"),
        format!("['{word}', '{number}']"),
        format!("['{word}']"),
        "undef".to_owned(),
    ];
    Draft::value(code, because).shuffled(options, random)
}

fn split(random: &mut Random) -> Draft {
    let [one, two] = random.words(&WORDS);
    let cases = [
        (format!("split('{one}.{two}', '\\.')"), "`\\.` is a dot; the rest is split there."),
        (format!("split('{one}.{two}', '[.]')"), "`[.]` is a dot."),
        (format!("split('{one}.{two}', '.')"), "A string is a regular expression here: `.` is any character."),
        (format!("split('{one}.{two}', ',')"), "Nothing matches: one element."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    let options = [format!("['{one}', '{two}']"), format!("['{one}.{two}']"), "[]".to_owned()];
    Draft::value(code, because).shuffled(options, random)
}
