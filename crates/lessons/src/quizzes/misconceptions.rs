//! Questions about what learners often expect of Puppet: the table of misconceptions.

use super::draft::{Draft, TRUE_FALSE_OR_ERROR, TRUE_OR_FALSE, Template, template};
use super::names::{KEYS, VARIABLES, WORDS};
use crate::random::Random;

pub(super) static TEMPLATES: &[Template] = &[
    template("always-true", always_true),
    template("text-equals-number", text_equals_number),
    template("digits-as-text", digits_as_text),
    template("equals-type", equals_type),
    template("single-quotes", single_quotes),
    template("plain-heredoc", plain_heredoc),
    template("access-in-string", access_in_string),
    template("call-in-string", call_in_string),
    template("unused-each", unused_each),
    template("undef-from-map", undef_from_map),
    template("missing-key", missing_key),
    template("nested-plus", nested_plus),
    template("in-values", in_values),
    template("leading-zero", leading_zero),
    template("windows-path", windows_path),
    template("array-of-two", array_of_two),
    template("optional-key", optional_key),
    template("sensitive", sensitive),
    template("lower-case-reference", lower_case_reference),
    template("unknown-reference", unknown_reference),
    template("same-title", same_title),
    template("old-capture", old_capture),
    template("other-nothing", other_nothing),
    template("reassignment", reassignment),
    template("if-without-else", if_without_else),
];

fn always_true(random: &mut Random) -> Draft {
    let (value, because) = random.one_of([
        ("0", "A number is always true, 0 too. Compare it: $count > 0."),
        ("''", "A string is always true, the empty one too. Use empty($text)."),
        ("[]", "An array is always true, the empty one too. Use empty($list)."),
        ("'no'", "A string is always true, whatever it says."),
    ]);
    let [name] = random.words(&VARIABLES);
    let code = format!("${name} = {value}\nif ${name} {{ 'yes' }} else {{ 'no' }}");
    Draft::value(code, because).options(["'yes'", "'no'"])
}

fn text_equals_number(random: &mut Random) -> Draft {
    let number = random.number(10, 99);
    let code = format!("'{number}' == {number}");
    Draft::value(code, "Text never equals a number; == returns false, not an error.").options(TRUE_FALSE_OR_ERROR)
}

fn digits_as_text(random: &mut Random) -> Draft {
    let (small, large) = (random.number(2, 9), random.number(10, 19));
    let because = "Strings are ordered character by character: '1' comes before each digit from '2' on.";
    Draft::value(format!("'{large}' > '{small}'"), because).options(TRUE_FALSE_OR_ERROR)
}

fn equals_type(random: &mut Random) -> Draft {
    let number = random.number(1, 99);
    let (operator, because) = random.one_of([
        ("==", "A number does not equal a type. Use =~ to ask whether it is an instance."),
        ("=~", "=~ with a type asks whether the value is an instance."),
    ]);
    Draft::value(format!("{number} {operator} Integer"), because).options(TRUE_OR_FALSE)
}

fn single_quotes(random: &mut Random) -> Draft {
    let [name] = random.words(&VARIABLES);
    let [word] = random.words(&WORDS);
    let code = format!("${name} = '{word}'\n'I am ${{{name}}}'");
    let options = [format!("'I am {word}'"), format!("'I am ${{{name}}}'"), "error".to_owned()];
    Draft::value(code, "Single quotes interpolate nothing. Use double quotes.").options(options)
}

fn plain_heredoc(random: &mut Random) -> Draft {
    let [name] = random.words(&VARIABLES);
    let [word] = random.words(&WORDS);
    let code = format!("${name} = '{word}'\n@(END)\n  I am ${{{name}}}\n  |- END");
    let options = [format!("'I am {word}'"), format!("'I am ${{{name}}}'"), "error".to_owned()];
    Draft::value(code, "@(END) interpolates nothing. Write @(\"END\").").options(options)
}

fn access_in_string(random: &mut Random) -> Draft {
    let [name] = random.words(&VARIABLES);
    let [one, two] = random.words(&WORDS);
    let code = format!("${name} = ['{one}', '{two}']\n\"${name}[0]\" == '{one}'");
    let because = "In a string, [0] after a variable without braces is text. Write ${..[0]}.";
    Draft::value(code, because).options(TRUE_FALSE_OR_ERROR)
}

fn call_in_string(random: &mut Random) -> Draft {
    let [name] = random.words(&VARIABLES);
    let [word] = random.words(&WORDS);
    let code = format!("${name} = '{word}'\n\"${name}.upcase\"");
    let options = [format!("'{}'", word.to_uppercase()), format!("'{word}.upcase'"), "error".to_owned()];
    Draft::value(code, "Without braces only the variable is interpolated. Write ${..upcase}.").options(options)
}

fn unused_each(random: &mut Random) -> Draft {
    let (one, two) = (random.number(1, 9), random.number(10, 99));
    let code = format!("$twice = [{one}, {two}].each |$n| {{ $n * 2 }}\n$twice");
    let options = [format!("[{one}, {two}]"), format!("[{}, {}]", one * 2, two * 2), "undef".to_owned()];
    Draft::value(code, "each drops the results of its lambda and returns the array. Use map.").options(options)
}

fn undef_from_map(random: &mut Random) -> Draft {
    let (one, two) = (random.number(1, 9), random.number(10, 99));
    let code = format!("[{one}, {two}].map |$n| {{ if $n > 9 {{ $n }} }}");
    let options = [format!("[{two}]"), format!("[undef, {two}]"), format!("[{one}, {two}]")];
    Draft::value(code, "map has a result for each element: undef where the if has none. Use filter.").options(options)
}

fn missing_key(random: &mut Random) -> Draft {
    let [key, other] = random.words(&KEYS);
    let number = random.number(1, 99);
    let code = format!("$conf = {{ '{key}' => {number} }}\n$conf['{other}']");
    Draft::value(code, "A missing key returns undef, not an error.").options([
        "undef".to_owned(),
        "error".to_owned(),
        number.to_string(),
        "''".to_owned(),
    ])
}

fn nested_plus(random: &mut Random) -> Draft {
    let [outer, one, two] = random.words(&KEYS);
    let code = format!("{{ '{outer}' => {{ '{one}' => 1 }} }} + {{ '{outer}' => {{ '{two}' => 2 }} }}");
    let options = [
        format!("{{ '{outer}' => {{ '{two}' => 2 }} }}"),
        format!("{{ '{outer}' => {{ '{one}' => 1, '{two}' => 2 }} }}"),
        "error".to_owned(),
    ];
    Draft::value(code, "+ takes the right value of a key as a whole; it does not merge inside of it.").options(options)
}

fn in_values(random: &mut Random) -> Draft {
    let [key] = random.words(&KEYS);
    let [word] = random.words(&WORDS);
    let code = format!("'{word}' in {{ '{key}' => '{word}' }}");
    Draft::value(code, "`in` looks at the keys of a hash. Use 'x' in $hash.values.").options(TRUE_OR_FALSE)
}

fn leading_zero(random: &mut Random) -> Draft {
    let digit = random.number(1, 7);
    let code = format!("0{digit}0 == {digit}0");
    Draft::value(code, "A leading zero makes an octal number.").options(TRUE_FALSE_OR_ERROR)
}

fn windows_path(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let (folder, because) = random.one_of([
        ("new", "In double quotes \\n is a line end. Use single quotes for a path."),
        ("temp", "In double quotes \\t is a tab. Use single quotes for a path."),
    ]);
    Draft::same(&format!("\"C:\\{folder}\\{word}\".length"), &format!("'C:\\{folder}\\{word}'.length"), because)
}

fn array_of_two(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let number = random.number(1, 99);
    let code = format!("['{word}', {number}] =~ Array[String, Integer]");
    let because = "The second parameter of Array is a size. Use Tuple[String, Integer] or Array[Variant[..]].";
    Draft::value(code, because).options(TRUE_FALSE_OR_ERROR)
}

fn optional_key(random: &mut Random) -> Draft {
    let [key] = random.words(&KEYS);
    let code = format!("{{ '{key}' => undef }} =~ Struct[{{ Optional['{key}'] => Integer }}]");
    let because = "Optional around the key: the key may be missing. A value that is there has to be an Integer.";
    Draft::value(code, because).options(TRUE_FALSE_OR_ERROR)
}

fn sensitive(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let (call, because) = random.one_of([
        ("", "A Sensitive value never equals text. Compare with .unwrap."),
        (".unwrap", ".unwrap returns the text."),
    ]);
    Draft::value(format!("Sensitive('{word}'){call} == '{word}'"), because).options(TRUE_FALSE_OR_ERROR)
}

fn lower_case_reference(random: &mut Random) -> Draft {
    let [word, other] = random.words(&WORDS);
    let (name, because) = random.one_of([
        ("Notify", "A reference starts with an upper-case letter."),
        ("notify", "notify['..'] is an access to the string 'notify'. A reference starts with an upper-case letter."),
    ]);
    let code = format!("notify {{ '{word}': }}\nnotify {{ '{other}': require => {name}['{word}'] }}");
    Draft::fails(code, because)
}

fn unknown_reference(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let code = format!("Notify['{word}'] =~ Type[Notify]");
    Draft::value(code, "A reference is a type; it does not declare the resource.").options(TRUE_FALSE_OR_ERROR)
}

fn same_title(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let (title, because) = random.one_of([
        ("$n", "Each round has its own title."),
        ("", "The title is the same in each round: a resource is declared once."),
    ]);
    let code = format!("[1, 2].each |$n| {{ notify {{ \"{word}{title}\": }} }}");
    Draft::fails(code, because)
}

fn old_capture(random: &mut Random) -> Draft {
    let [word, other] = random.words(&WORDS);
    let number = random.number(10, 99);
    let code = format!("'{word}{number}' =~ /(\\d+)/\n'{other}' =~ /(\\d+)/\n$1");
    let options = [format!("'{number}'"), "undef".to_owned(), format!("'{other}'")];
    Draft::value(code, "A match that fails leaves the captures of the last match.").options(options)
}

fn other_nothing(random: &mut Random) -> Draft {
    let (name, because) = random.one_of([
        ("nil", "nil is a bare word, the string 'nil'. Puppet's word is undef."),
        ("none", "none is a bare word, the string 'none'. Puppet's word is undef."),
        ("null", "null is a bare word, the string 'null'. Puppet's word is undef."),
        ("no", "no is a bare word, the string 'no'. Puppet's word is false."),
        ("off", "off is a bare word, the string 'off'. Puppet's word is false."),
    ]);
    Draft::type_of(name, because).options(["Undef", "Boolean", "String"])
}

fn reassignment(random: &mut Random) -> Draft {
    let (one, two) = (random.number(1, 9), random.number(10, 99));
    let (name, because) = random.one_of([
        ("count", "A variable is set once. Use another name."),
        ("total", "A variable is set once. Use another name."),
    ]);
    Draft::fails(format!("${name} = {one}\n${name} = ${name} + {two}"), because)
}

fn if_without_else(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let because = "An if without a branch that applies returns undef.";
    let code = format!("$x = if false {{ '{word}' }}\n$x == undef");
    Draft::value(code, because).options(TRUE_FALSE_OR_ERROR)
}
