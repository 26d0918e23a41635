//! Questions about truth and comparison.

use super::draft::{Draft, TRUE_FALSE_OR_ERROR, TRUE_OR_FALSE, Template, template};
use super::names::WORDS;
use crate::random::Random;

pub(super) static TEMPLATES: &[Template] = &[
    template("condition", condition),
    template("equality", equality),
    template("order", order),
    template("operators", operators),
    template("collections", collections),
    template("same-value", same_value),
    template("undef", undefined),
];

fn condition(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let cases = [
        ("''".to_owned(), "Only false and undef are not true; the empty string is."),
        ("0".to_owned(), "Only false and undef are not true; 0 is."),
        ("[]".to_owned(), "Only false and undef are not true; an empty array is."),
        ("'false'".to_owned(), "'false' is a string, and each string is true."),
        ("undef".to_owned(), "undef is not true."),
        (format!("'{word}' == 'x{word}'"), "The comparison returns false."),
        (format!("!'{word}'"), "! turns a true value into false."),
    ];
    let (test, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(format!("if {test} {{ 'then' }} else {{ 'else' }}"), because).options(["'then'", "'else'"])
}

fn equality(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let number = random.number(1, 99);
    let upper = word.to_uppercase();
    let cases = [
        (format!("'{number}' == {number}"), "A string never equals a number; == returns false, not an error."),
        (format!("{number} == {number}.0"), "An Integer and a Float with the same value are equal."),
        (format!("'{word}' == '{upper}'"), "== on strings ignores case."),
        (format!("'{word}' == '{word} '"), "The space is a character too."),
        ("undef == ''".to_owned(), "undef is not the empty string."),
        ("undef == false".to_owned(), "undef and false are different values, though neither is true."),
        ("1 == true".to_owned(), "A number never equals a boolean."),
        (format!("{number} == '{number}'.Integer"), "Integer(..) makes a number of the string."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because).options(TRUE_FALSE_OR_ERROR)
}

fn order(random: &mut Random) -> Draft {
    let (small, large) = (random.number(2, 9), random.number(10, 19));
    let cases = [
        (format!("{small} < {large}"), "Numbers are ordered by value."),
        (format!("'{small}' < '{large}'"), "Strings are ordered character by character."),
        (format!("'{small}' < {large}"), "A string and a number have no order."),
        ("'a' < 'B'".to_owned(), "The order of strings ignores case."),
        ("[1] < [2]".to_owned(), "Arrays have no order."),
        ("Integer < Numeric".to_owned(), "Between types, < means: is a narrower type than."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because).options(TRUE_FALSE_OR_ERROR)
}

fn operators(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let cases = [
        (format!("'{word}' and 0"), "`and` returns a Boolean, and both sides are true."),
        (format!("undef or '{word}'"), "`or` returns a Boolean, not the value of a side."),
        ("!0".to_owned(), "0 is true, so !0 is false."),
        ("!undef".to_owned(), "undef is not true, so !undef is true."),
        (format!("false and fail('{word}')"), "`and` does not evaluate its right side after false."),
        (format!("!'{word}' == false"), "! binds stronger than ==."),
        ("true or false and false".to_owned(), "`and` binds stronger than `or`."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because).options(TRUE_FALSE_OR_ERROR)
}

fn collections(random: &mut Random) -> Draft {
    let (one, two) = (random.number(1, 9), random.number(10, 99));
    let [word, other] = random.words(&WORDS);
    let cases = [
        (format!("[{one}, {two}] == [{two}, {one}]"), "The order of an array counts."),
        (
            format!("{{ '{word}' => 1, '{other}' => 2 }} == {{ '{other}' => 2, '{word}' => 1 }}"),
            "The order of a hash does not count.",
        ),
        (format!("['{word}'] == ['{}']", word.to_uppercase()), "Elements compare as == does: without case."),
        (format!("[{one}] == {one}"), "An array is not its element."),
        (format!("[{one}, [{two}]] == [{one}, {two}]"), "The inner array is an element of its own."),
        ("[] == {}".to_owned(), "An array never equals a hash."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because).options(TRUE_OR_FALSE)
}

fn same_value(random: &mut Random) -> Draft {
    let number = random.number(2, 30);
    let [word] = random.words(&WORDS);
    let cases = [
        (format!("{number} / 2 * 2"), format!("{number} - {number} % 2"), "Division of integers drops the remainder."),
        (format!("0x{number}"), number.to_string(), "0x starts a hexadecimal number."),
        (format!("'{number}' + 1"), format!("{}", number + 1), "+ reads digits in a string as a number."),
        (format!("'{word}'.length"), word.len().to_string(), "length counts the characters."),
        (format!("[{number}] + {number}"), format!("[{number}, {number}]"), "+ adds a value to an array."),
        (format!("[{number}] << [{number}]"), format!("[{number}, {number}]"), "<< adds one element: here an array."),
        (format!("-{number} % 7"), format!("{}", -(number % 7)), "The result of % has the sign of the divisor."),
    ];
    let (one, other, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(format!("{one} == {other}"), because).options(TRUE_OR_FALSE)
}

fn undefined(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let cases = [
        (format!("{{ '{word}' => 1 }}['x{word}'] == undef"), "A missing key returns undef."),
        ("[1, 2][5] == undef".to_owned(), "An index after the end returns undef."),
        (format!("$x = undef\n\"<${{x}}>{word}\" == '<>{word}'"), "In a string, undef is nothing."),
        ("undef =~ Undef".to_owned(), "undef is the only value of Undef."),
        ("undef =~ String".to_owned(), "undef is not a string."),
        ("[1, undef, 2].length == 2".to_owned(), "undef is an element like others."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because).options(TRUE_OR_FALSE)
}
