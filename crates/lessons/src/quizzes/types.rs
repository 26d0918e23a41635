//! Questions about types: instances and near misses, subtypes, inferred types, conversion.

use super::draft::{Draft, TRUE_FALSE_OR_ERROR, TRUE_OR_FALSE, Template, template};
use super::names::{KEYS, WORDS};
use crate::random::Random;

pub(super) static TEMPLATES: &[Template] = &[
    template("instance", instance),
    template("which-instance", which_instance),
    template("subtype", subtype),
    template("inferred", inferred),
    template("conversion", conversion),
    template("parameter", parameter),
    template("optional", optional),
    template("union", union),
];

/// A type with values inside and outside of it.
struct Sample {
    name: String,
    /// Instances.
    hits: Vec<String>,
    /// Near misses, each with the reason.
    misses: Vec<(String, String)>,
}

impl Sample {
    fn new<const N: usize>(name: String, hits: [String; N], misses: Vec<(String, String)>) -> Sample {
        Sample { name, hits: hits.into(), misses }
    }
}

fn sample(random: &mut Random) -> Sample {
    random.one_of([integers, strings, sized_strings, words, pattern, arrays, tuple, structure, hash])(random)
}

fn integers(random: &mut Random) -> Sample {
    let (low, high) = (random.number(1, 9), random.number(20, 99));
    let misses = vec![
        (format!("{}", high + 1), format!("{} is above the maximum {high}.", high + 1)),
        (format!("{}", low - 1), format!("{} is below the minimum {low}.", low - 1)),
        (format!("'{low}'"), format!("'{low}' is a String, not an Integer.")),
        (format!("{low}.5"), format!("{low}.5 is a Float, not an Integer.")),
    ];
    Sample::new(format!("Integer[{low}, {high}]"), [low, high, 10].map(|number| number.to_string()), misses)
}

fn strings(random: &mut Random) -> Sample {
    let [word] = random.words(&WORDS);
    let misses = vec![
        ("''".to_owned(), "The empty string has 0 characters; String[1] has at least 1.".to_owned()),
        ("undef".to_owned(), "undef is not a String.".to_owned()),
        (format!("[{word}]"), "It is an Array; its element is the String.".to_owned()),
        (random.number(1, 99).to_string(), "A number is not a String.".to_owned()),
    ];
    Sample::new("String[1]".to_owned(), [format!("'{word}'"), "' '".to_owned(), "'0'".to_owned()], misses)
}

fn sized_strings(random: &mut Random) -> Sample {
    let [word] = random.words(&WORDS);
    let length = word.len();
    let misses = vec![
        (format!("'{word}x'"), format!("'{word}x' has {} characters; the maximum is {length}.", length + 1)),
        ("'a'".to_owned(), "'a' has 1 character; the minimum is 2.".to_owned()),
        ("''".to_owned(), "The empty string has 0 characters; the minimum is 2.".to_owned()),
    ];
    Sample::new(format!("String[2, {length}]"), [format!("'{word}'"), "'ab'".to_owned()], misses)
}

fn words(random: &mut Random) -> Sample {
    let [one, two, other] = random.words(&WORDS);
    let upper = one.to_uppercase();
    let misses = vec![
        (format!("'{upper}'"), format!("An Enum compares with case: '{upper}' is not '{one}'.")),
        (format!("'{other}'"), format!("'{other}' is not in the list.")),
        (format!("['{two}']"), "It is an Array; its element is in the Enum.".to_owned()),
    ];
    Sample::new(format!("Enum['{one}', '{two}']"), [format!("'{one}'"), format!("'{two}'")], misses)
}

fn pattern(random: &mut Random) -> Sample {
    let [word] = random.words(&WORDS);
    let number = random.number(1, 99);
    let misses = vec![
        (format!("'my{word}{number}'"), "`^` is the start of a line: 'my' is in front.".to_owned()),
        (format!("'{word}'"), "`\\d` needs a digit.".to_owned()),
        (number.to_string(), "A number is not a String: only strings match a Pattern.".to_owned()),
    ];
    let hits = [format!("'{word}{number}'"), format!("'{word}0-old'")];
    Sample::new(format!("Pattern[/^{word}\\d/]"), hits, misses)
}

fn arrays(random: &mut Random) -> Sample {
    let [word] = random.words(&WORDS);
    let (one, two) = (random.number(1, 9), random.number(10, 99));
    let misses = vec![
        (format!("[{one}, '{two}']"), format!("'{two}' is a String: each element has to be an Integer.")),
        ("[]".to_owned(), "The size is at least 1.".to_owned()),
        (one.to_string(), "An Integer is not an Array.".to_owned()),
        (format!("['{word}']"), format!("'{word}' is not an Integer.")),
    ];
    let hits = [format!("[{one}]"), format!("[{one}, {two}]"), format!("[-{two}, {one}]")];
    Sample::new("Array[Integer, 1]".to_owned(), hits, misses)
}

fn tuple(random: &mut Random) -> Sample {
    let [word, other] = random.words(&WORDS);
    let number = random.number(1, 99);
    let misses = vec![
        (format!("[{number}, '{word}']"), "The order counts: String first, then Integer.".to_owned()),
        (format!("['{word}']"), "A Tuple has one element for each type.".to_owned()),
        (format!("['{word}', {number}, {number}]"), "It has 3 elements; the Tuple has 2.".to_owned()),
        (format!("['{word}', '{number}']"), format!("'{number}' is a String.")),
    ];
    let hits = [format!("['{word}', {number}]"), format!("['{other}', 0]")];
    Sample::new("Tuple[String, Integer]".to_owned(), hits, misses)
}

fn structure(random: &mut Random) -> Sample {
    let [key, other] = random.words(&KEYS);
    let number = random.number(1, 99);
    let misses = vec![
        (format!("{{ '{key}' => '{number}' }}"), format!("'{number}' is a String.")),
        ("{}".to_owned(), format!("The key '{key}' is missing.")),
        (
            format!("{{ '{key}' => {number}, '{other}' => {number} }}"),
            format!("A Struct accepts no other key: '{other}' is unknown."),
        ),
    ];
    let hits = [format!("{{ '{key}' => {number} }}"), format!("{{ '{key}' => 0 }}")];
    Sample::new(format!("Struct[{{ '{key}' => Integer }}]"), hits, misses)
}

fn hash(random: &mut Random) -> Sample {
    let [key, other] = random.words(&KEYS);
    let number = random.number(1, 99);
    let misses = vec![
        (
            format!("{{ {number} => '{key}' }}"),
            "Keys are String, values are Integer; here it is the opposite.".to_owned(),
        ),
        (format!("{{ '{key}' => undef }}"), "undef is not an Integer.".to_owned()),
        (format!("['{key}', {number}]"), "An Array is not a Hash.".to_owned()),
    ];
    let hits = [format!("{{ '{key}' => {number} }}"), "{}".to_owned(), format!("{{ '{other}' => 0, '{key}' => 1 }}")];
    Sample::new("Hash[String, Integer]".to_owned(), hits, misses)
}

fn instance(random: &mut Random) -> Draft {
    let Sample { name, hits, misses } = sample(random);
    let missed = random.pick(&misses).cloned().unwrap_or_default();
    let hit = random.pick(&hits).cloned().unwrap_or_default();
    let (value, because) = match random.flip() {
        true => (hit, format!("It is an instance of {name}.")),
        false => missed,
    };
    Draft::value(format!("{value} =~ {name}"), because).options(TRUE_OR_FALSE)
}

fn which_instance(random: &mut Random) -> Draft {
    let Sample { name, hits, mut misses } = sample(random);
    let hit = random.pick(&hits).cloned().unwrap_or_default();
    random.shuffle(&mut misses);
    misses.truncate(3);
    let because = misses.iter().map(|(_, why)| why.as_str()).collect::<Vec<_>>().join(" ");
    let options: Vec<String> = misses.into_iter().map(|(value, _)| value).chain([hit.clone()]).collect();
    let code = format!("# For which $value is this true?\n$value =~ {name}");
    Draft::which(code, &hit, because).shuffled(options, random)
}

fn subtype(random: &mut Random) -> Draft {
    let (low, high) = (random.number(1, 9), random.number(20, 99));
    let [word, other] = random.words(&WORDS);
    let pairs = [
        (format!("Integer[{low}, {high}]"), "Integer".to_owned(), "Each such integer is an Integer."),
        ("Integer".to_owned(), format!("Integer[{low}, {high}]"), "Integer has values outside of the range."),
        (format!("Enum['{word}']"), "String".to_owned(), "Each value of an Enum is a String."),
        ("String".to_owned(), format!("Enum['{word}', '{other}']"), "String has other values too."),
        ("Integer".to_owned(), "Optional[Integer]".to_owned(), "Optional[Integer] is Integer and undef."),
        ("Optional[String]".to_owned(), "String".to_owned(), "Optional[String] contains undef, String does not."),
        ("Array[Integer]".to_owned(), "Array[Numeric]".to_owned(), "Integer is a subtype of Numeric."),
        ("Array[Numeric]".to_owned(), "Array[Integer]".to_owned(), "A Numeric may be a Float."),
        ("Array[Integer]".to_owned(), format!("Array[Integer, {low}]"), "A shorter array is in the left type only."),
        ("Boolean".to_owned(), "Scalar".to_owned(), "Scalar contains strings, numbers, booleans and more."),
        ("Undef".to_owned(), "Scalar".to_owned(), "undef is not a Scalar."),
        ("Undef".to_owned(), "Any".to_owned(), "Any contains each value, undef too."),
    ];
    let (one, two, because) = random.pick(&pairs).cloned().unwrap_or_default();
    Draft::value(format!("{one} <= {two}"), because).options(TRUE_OR_FALSE)
}

fn inferred(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let number = random.number(1, 99);
    let cases: [(String, [&str; 3], &str); 6] = [
        (
            format!("[{number}, {number}.5]"),
            ["Array[Numeric]", "Array[Integer]", "Array[Scalar]"],
            "Integer and Float have the common type Numeric.",
        ),
        (
            format!("[{number}, '{word}']"),
            ["Array[ScalarData]", "Array[String]", "Array[Numeric]"],
            "The common type of Integer and String is ScalarData.",
        ),
        (
            format!("{{ '{word}' => {number} }}"),
            ["Hash[String, Integer]", "Hash[Integer, String]", "Array[Integer]"],
            "A Hash has a type for its keys and one for its values.",
        ),
        (
            format!("[[{number}], [{number}]]"),
            ["Array[Array[Integer]]", "Array[Integer]", "Hash[Integer, Integer]"],
            "It is an array of arrays.",
        ),
        (format!("'{number}'"), ["String", "Integer", "Numeric"], "Quotes make a string, also of digits."),
        (format!("{number} == '{number}'"), ["Boolean", "Integer", "String"], "A comparison returns a Boolean."),
    ];
    let (code, options, because) = cases[random.below(cases.len())].clone();
    Draft::type_of(code, because).shuffled(options, random)
}

fn conversion(random: &mut Random) -> Draft {
    let number = random.number(10, 99);
    let cases = [
        (format!("Integer('{number}') + 1"), "Integer(..) reads the digits as a number."),
        (format!("Integer('{number}px')"), "The string has other characters than digits."),
        (format!("String({number}) == '{number}'"), "String(..) returns the digits."),
        (format!("Integer({number}.9)"), "Integer(..) cuts off the fraction."),
        ("Boolean('yes')".to_owned(), "Boolean(..) reads 'yes' and 'no', 'true' and 'false'."),
        ("Boolean(0)".to_owned(), "Boolean(0) is false, though 0 is true in a condition."),
        (format!("Array({number}, true)"), "With true as second argument, Array(..) wraps a value."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    let draft = Draft::value(code.clone(), because);
    if code.contains("px") {
        return draft.options([number.to_string(), "0".to_owned(), "error".to_owned()]);
    }
    draft
}

fn parameter(random: &mut Random) -> Draft {
    let (limit, [word]) = (random.number(10, 99), random.words(&WORDS));
    let cases = [
        (limit.to_string(), "The limit itself is in the range."),
        ((limit + 1).to_string(), "The argument is above the maximum."),
        (format!("'{limit}'"), "A String is never converted to an Integer for a parameter."),
        ("undef".to_owned(), "undef is not an Integer."),
        (format!("'{word}'"), "A String is not an Integer."),
        ("1".to_owned(), "1 is in the range."),
    ];
    let (argument, because) = random.pick(&cases).cloned().unwrap_or_default();
    let code = format!("function twice(Integer[0, {limit}] $n) {{ $n * 2 }}\ntwice({argument})");
    Draft::fails(code, because)
}

fn optional(random: &mut Random) -> Draft {
    let [key, other] = random.words(&KEYS);
    let number = random.number(1, 99);
    let required = format!("Struct[{{ '{key}' => Integer, '{other}' => Optional[String] }}]");
    let cases = [
        ("undef =~ Optional[String]".to_owned(), "Optional[T] contains undef."),
        ("'' =~ Optional[Integer]".to_owned(), "The empty string is not undef."),
        (format!("{{ '{key}' => {number} }} =~ {required}"), "A key whose value may be undef may also be missing."),
        (
            format!("{{ '{key}' => {number} }} =~ Struct[{{ '{key}' => Integer, Optional['{other}'] => String }}]"),
            "Optional around the key: the key may be missing.",
        ),
        (
            format!("{{ '{key}' => undef }} =~ Struct[{{ Optional['{key}'] => Integer }}]"),
            "The key may be missing; a value that is there has to be an Integer.",
        ),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because).options(TRUE_FALSE_OR_ERROR)
}

fn union(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let number = random.number(1, 99);
    let values = [
        (number.to_string(), "An Integer is one of the two."),
        (format!("'{word}'"), "The string is neither an Integer nor 'auto'."),
        ("'auto'".to_owned(), "'auto' is one of the two."),
        ("'AUTO'".to_owned(), "An Enum compares with case."),
        (format!("{number}.0"), "A Float is neither of the two."),
    ];
    let (value, because) = random.pick(&values).cloned().unwrap_or_default();
    Draft::value(format!("{value} =~ Variant[Integer, Enum['auto']]"), because).options(TRUE_OR_FALSE)
}
