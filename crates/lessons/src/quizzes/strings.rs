//! Questions about strings: quotes, interpolation, operators, functions.

use super::draft::{Draft, Template, template};
use super::names::{KEYS, VARIABLES, WORDS};
use crate::random::Random;

pub(super) static TEMPLATES: &[Template] = &[
    template("quotes", quotes),
    template("interpolation", interpolation),
    template("access", access),
    template("index", index),
    template("plus", plus),
    template("escapes", escapes),
    template("functions", functions),
    template("format", format),
];

fn quotes(random: &mut Random) -> Draft {
    let [name] = random.words(&VARIABLES);
    let [word] = random.words(&WORDS);
    let (quote, because) = random.one_of([
        ('\'', "In single quotes nothing is interpolated."),
        ('"', "In double quotes variables are interpolated."),
    ]);
    let code = format!("${name} = '{word}'\n{quote}my ${name}{quote}");
    Draft::value(code, because).shuffled([format!("'my {word}'"), format!("'my ${name}'")], random)
}

fn interpolation(random: &mut Random) -> Draft {
    let (one, two) = (random.number(2, 9), random.number(2, 9));
    let [word] = random.words(&WORDS);
    let cases = [
        (format!("\"${{{one} + {two}}}\""), "`${..}` contains an expression; the result is a string."),
        (format!("\"${{'{word}'.upcase}}!\""), "`${..}` contains an expression, also a call."),
        (format!("\"{word}: ${{[{one}, {two}]}}\""), "An array in a string has its source form."),
        (format!("\"{word}-${{{one} == {one}}}\""), "true in a string is the word."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because)
}

fn access(random: &mut Random) -> Draft {
    let [name] = random.words(&VARIABLES);
    let [key] = random.words(&KEYS);
    let [word] = random.words(&WORDS);
    let (braces, because) = random.one_of([
        (true, "In braces the access is part of the expression."),
        (false, "Without braces only the variable is interpolated; the rest is text."),
    ]);
    let text = if braces { format!("\"${{{name}['{key}']}}\"") } else { format!("\"${name}['{key}']\"") };
    let code = format!("${name} = {{ '{key}' => '{word}' }}\n{text} == '{word}'");
    Draft::value(code, because).options(["true", "false"])
}

fn index(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let (at, because) = random.one_of([
        ("0", "The first character has index 0."),
        ("1", "The first character has index 0."),
        ("-1", "Negative indexes count from the end."),
        ("0, 2", "Index and length: two characters from the start."),
        ("1, 2", "Index and length: two characters from index 1 on."),
        ("99", "After the end, the access returns the empty string."),
    ]);
    Draft::value(format!("'{word}'[{at}]"), because)
}

fn plus(random: &mut Random) -> Draft {
    let [one, two] = random.words(&WORDS);
    let number = random.number(2, 9);
    let cases = [
        (
            format!("'{one}' + '{two}'"),
            "+ adds numbers; strings are joined by interpolation.",
            [format!("'{one}{two}'"), format!("['{one}', '{two}']")],
        ),
        (
            format!("'{number}' + 1"),
            "+ reads digits in a string as a number.",
            [(number + 1).to_string(), format!("'{number}1'")],
        ),
        (
            format!("'{number}' * 3"),
            "* multiplies numbers; it does not repeat a string.",
            [(number * 3).to_string(), format!("'{}'", number.to_string().repeat(3))],
        ),
        (
            format!("['{one}'] + '{two}'"),
            "+ adds a value to an array.",
            [format!("['{one}', '{two}']"), format!("'{one}{two}'")],
        ),
    ];
    let (code, because, [first, second]) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because).options([first, second, "error".to_owned()])
}

fn escapes(random: &mut Random) -> Draft {
    let (quote, escape, because) = random.one_of([
        ('\'', "\\n", "In single quotes \\n is two characters."),
        ('"', "\\n", "In double quotes \\n is one character, a line end."),
        ('\'', "\\'", "\\' is one character in single quotes."),
        ('"', "\\t", "In double quotes \\t is one character, a tab."),
        ('\'', "\\\\", "\\\\ is one character in both kinds of quotes."),
        ('"', "\\u{41}", "\\u{41} is one character, the letter A."),
    ]);
    let [word] = random.words(&WORDS);
    let options = [1, 2, 4].map(|more| (word.len() + more).to_string());
    Draft::value(format!("{quote}{word}{escape}{quote}.length"), because).options(options)
}

fn functions(random: &mut Random) -> Draft {
    let [one, two] = random.words(&WORDS);
    let cases = [
        (format!("'{one}'.capitalize"), "capitalize changes the first letter."),
        (format!("'  {one} '.strip"), "strip removes the spaces around the string."),
        (format!("'{one}-{two}'.split('-')"), "split returns an array."),
        (format!("['{one}', '{two}'].join('/')"), "join returns one string, with '/' between the elements."),
        (format!("'{one}'.length"), "length counts the characters."),
        (format!("'{one}.{two}'.upcase"), "upcase changes each letter."),
        (format!("'{one}{two}'.regsubst('{one}', '')"), "regsubst replaces the match, here with nothing."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because)
}

fn format(random: &mut Random) -> Draft {
    let number = random.number(2, 9);
    let [word] = random.words(&WORDS);
    let cases = [
        (format!("sprintf('%03d', {number})"), "%03d: three digits, with zeros in front."),
        (format!("sprintf('%.2f', {number})"), "%.2f: two digits after the point."),
        (format!("sprintf('%x', {})", number + 8), "%x: the number in hexadecimal digits."),
        (format!("sprintf('%s=%d', '{word}', {number})"), "%s takes the string, %d the number."),
        (format!("sprintf('%d%%', {number})"), "%% is a percent sign."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because)
}
