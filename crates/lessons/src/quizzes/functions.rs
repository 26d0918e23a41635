//! Questions about functions, lambdas and iteration.

use super::draft::{Draft, Template, template};
use super::names::{KEYS, WORDS};
use crate::random::Random;

pub(super) static TEMPLATES: &[Template] = &[
    template("map-filter", map_filter),
    template("each-result", each_result),
    template("reduce", reduce),
    template("hashes", hashes),
    template("arrays", arrays),
    template("parameters", parameters),
    template("scope", scope),
    template("dig", dig),
    template("control", control),
];

fn map_filter(random: &mut Random) -> Draft {
    let [one, two, three] = [random.number(1, 3), random.number(4, 6), random.number(7, 9)];
    let cases = [
        (format!("[{one}, {two}, {three}].map |$n| {{ $n * 2 }}"), "map returns the results of the lambda."),
        (format!("[{one}, {two}, {three}].filter |$n| {{ $n > {two} }}"), "filter keeps elements where it is true."),
        (format!("[{one}, {two}, {three}].map |$n| {{ $n > {two} }}"), "map returns the results, here booleans."),
        (format!("[{one}, {two}].map |$n| {{ [$n] }}"), "Each result is an array of its own."),
        (format!("[{three}, {one}, {two}].sort"), "sort orders numbers by value."),
        (format!("[{one}, {two}, {three}].any |$n| {{ $n > {two} }}"), "One element is enough for any."),
        (format!("[{one}, {two}, {three}].all |$n| {{ $n > {two} }}"), "all needs each element."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because)
}

fn each_result(random: &mut Random) -> Draft {
    let (one, two) = (random.number(1, 9), random.number(10, 19));
    let code = format!("[{one}, {two}].each |$n| {{ $n + 1 }}");
    let options = [format!("[{one}, {two}]"), format!("[{}, {}]", one + 1, two + 1), "undef".to_owned()];
    Draft::value(code, "each returns its array, not the results of the lambda; map does.").shuffled(options, random)
}

fn reduce(random: &mut Random) -> Draft {
    let [one, two, three] = [random.number(1, 4), random.number(5, 7), random.number(8, 9)];
    let start = random.number(10, 30);
    let cases = [
        (format!("[{one}, {two}, {three}].reduce |$sum, $n| {{ $sum + $n }}"), "The first element is the start."),
        (format!("[{one}, {two}].reduce({start}) |$sum, $n| {{ $sum + $n }}"), "The argument is the start."),
        (format!("[{one}, {three}, {two}].reduce |$most, $n| {{ max($most, $n) }}"), "It keeps the larger one."),
        (format!("[].reduce({start}) |$sum, $n| {{ $sum + $n }}"), "Without elements the result is the start."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because)
}

fn hashes(random: &mut Random) -> Draft {
    let [one, two] = random.words(&KEYS);
    let (small, large) = (random.number(1, 9), random.number(10, 99));
    let hash = format!("{{ '{one}' => {small}, '{two}' => {large} }}");
    let cases = [
        (format!("{hash}.keys"), "keys returns an array, in the order of the hash."),
        (format!("{hash}.values"), "values returns an array, in the order of the hash."),
        (format!("{hash}.map |$k, $v| {{ $v }}"), "map returns an array, also of a hash."),
        (format!("{hash}.filter |$k, $v| {{ $v < 10 }}"), "filter of a hash returns a hash."),
        (format!("{{ '{one}' => {small} }} + {{ '{one}' => {large} }}"), "The right value of a key wins."),
        (format!("{hash} - '{one}'"), "- removes a key."),
        (format!("{hash}.length"), "length counts the entries."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because)
}

fn arrays(random: &mut Random) -> Draft {
    let (one, two) = (random.number(1, 9), random.number(10, 99));
    let cases = [
        (format!("[{one}, {two}] + [{one}]"), "+ joins arrays, and keeps double elements."),
        (format!("[{one}, {two}] << [{one}]"), "<< adds one element: here an array."),
        (format!("[{one}, {two}, {one}] - [{one}]"), "- removes each such element."),
        (format!("[{one}, [{two}, [{one}]]].flatten"), "flatten removes all inner arrays."),
        (format!("[{one}, {two}, {one}].unique"), "unique keeps the first of equal elements."),
        (format!("[{one}, {two}, {one}].length"), "length counts the elements."),
        (format!("[{one}, {two}][-1]"), "Index -1 is the last element."),
        (format!("[{one}, {two}, {one}].slice(2)"), "slice returns groups; the last may be shorter."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because)
}

fn parameters(random: &mut Random) -> Draft {
    let (one, two) = (random.number(1, 9), random.number(10, 99));
    let cases = [
        ("$a, $b = 1000".to_owned(), format!("{one}"), "The default is used for a missing argument."),
        ("$a, $b = 1000".to_owned(), format!("{one}, {two}"), "An argument replaces the default."),
        ("$a, $b".to_owned(), format!("{one}"), "A parameter without a default needs an argument."),
        ("$a, $b = $a".to_owned(), format!("{two}"), "A default may use the parameters to its left."),
    ];
    let (declared, given, because) = random.pick(&cases).cloned().unwrap_or_default();
    let draft = Draft::value(format!("function add({declared}) {{ $a + $b }}\nadd({given})"), because);
    let options = [one + 1000, one + two, two + two, two + 1000].map(|sum| sum.to_string());
    draft.options(options.into_iter().chain(["error".to_owned()]))
}

fn scope(random: &mut Random) -> Draft {
    let (one, two) = (random.number(1, 9), random.number(10, 99));
    let cases = [
        (format!("$x = {one}\n[{two}].each |$x| {{ }}\n$x"), "The parameter of a lambda is its own variable."),
        (format!("$x = {one}\n$y = [{two}].map |$n| {{ $n + $x }}\n$y[0]"), "A lambda sees the variables around it."),
        (format!("$x = {one}\nif true {{ $y = {two} }}\n$y"), "A block of if has no scope of its own."),
        (format!("function f() {{ $x = {two} }}\n$x = {one}\nf()\n$x"), "A function has a scope of its own."),
        (format!("$x = {one}\n$x = {two}\n$x"), "A variable is set once."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    let options = [one.to_string(), two.to_string(), (one + two).to_string(), "error".to_owned()];
    Draft::value(code, because).options(options)
}

fn dig(random: &mut Random) -> Draft {
    let [one, two] = random.words(&KEYS);
    let [word] = random.words(&WORDS);
    let hash = format!("{{ '{one}' => {{ '{two}' => ['{word}'] }} }}");
    let cases = [
        (format!("{hash}.dig('{one}', '{two}')"), "dig goes one level down for each argument."),
        (format!("{hash}.dig('{one}', '{two}', 0)"), "dig also takes the index of an array."),
        (format!("{hash}.dig('{two}', '{one}')"), "dig returns undef where a key is missing."),
        (format!("{hash}['{one}']['{two}'][0]"), "One access for each level."),
        (format!("{hash}['{two}']['{one}']"), "The missing key returns undef, and undef has no elements."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    let options = [format!("['{word}']"), format!("'{word}'"), "undef".to_owned(), "error".to_owned()];
    Draft::value(code, because).options(options)
}

fn control(random: &mut Random) -> Draft {
    let numbers = [random.number(1, 3), random.number(4, 6), random.number(7, 9)];
    let [one, two, three] = numbers;
    let cases = [
        (
            format!("[{one}, {two}, {three}].map |$n| {{ if $n == {two} {{ next(0) }} $n }}"),
            "next returns the result of its round.",
        ),
        (
            format!("[{one}, {two}, {three}].map |$n| {{ if $n == {two} {{ break() }} $n }}"),
            "break ends the loop; earlier results stay.",
        ),
        (
            format!("function f() {{ [{one}, {two}].each |$n| {{ return($n) }} {three} }}\nf()"),
            "return ends the function, also from a lambda.",
        ),
        (format!("[{one}, {two}].with |$x| {{ $x[1] }}"), "with calls the lambda once, with the whole value."),
        (format!("undef.then |$x| {{ {one} }}"), "then calls its lambda only for values other than undef."),
        (format!("undef.lest || {{ {two} }}"), "lest calls its lambda only for undef."),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because)
}
