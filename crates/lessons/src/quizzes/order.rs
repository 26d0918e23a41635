//! Questions about order: of log lines, and of resources.

use super::draft::{Draft, Template, template};
use super::names::WORDS;
use crate::random::Random;

pub(super) static TEMPLATES: &[Template] = &[
    template("rounds", rounds),
    template("sorted", sorted),
    template("arguments", arguments),
    template("defined-type", defined_type),
    template("class", class),
    template("branches", branches),
    template("resources", resources),
];

/// The advice about the form of the answer, in the code of the question.
fn logging(code: &str) -> String {
    format!("# answer: the lines, with commas between them\n{code}")
}

fn rounds(random: &mut Random) -> Draft {
    let [one, two, three] = random.words(&WORDS);
    let (function, because) = random.one_of([
        ("each", "each goes from the first element to the last."),
        ("reverse_each", "reverse_each goes from the last element to the first."),
    ]);
    let code = format!("['{one}', '{two}', '{three}'].{function} |$x| {{ notice($x) }}");
    Draft::order(logging(&code), because)
}

fn sorted(random: &mut Random) -> Draft {
    let numbers = [random.number(3, 9), random.number(10, 29), random.number(100, 199)];
    let (quote, because) = random.one_of([
        ("", "Numbers are ordered by value."),
        ("'", "Strings are ordered character by character: '1' comes before '3'."),
    ]);
    let mut items: Vec<String> = numbers.iter().map(|number| format!("{quote}{number}{quote}")).collect();
    random.shuffle(&mut items);
    Draft::order(logging(&format!("[{}].sort.each |$x| {{ notice($x) }}", items.join(", "))), because)
}

fn arguments(random: &mut Random) -> Draft {
    let [one, two, three] = random.words(&WORDS);
    let code =
        format!("function show($x) {{\n  notice($x)\n  $x\n}}\nnotice('{three}')\n[show('{one}'), show('{two}')].join");
    Draft::order(logging(&code), "A function logs when it is called; elements are evaluated from left to right.")
}

fn defined_type(random: &mut Random) -> Draft {
    let [one, two, title] = random.words(&WORDS);
    let code = format!("define step() {{ notice($title) }}\nnotice('{one}')\nstep {{ '{title}': }}\nnotice('{two}')");
    Draft::order(logging(&code), "The body of a defined type is evaluated after the code that declares it.")
}

fn class(random: &mut Random) -> Draft {
    let [one, two, name] = random.words(&WORDS);
    let cases = [
        (
            format!("include {name}\nnotice('{one}')\ninclude {name}\nnotice('{two}')"),
            "include evaluates a class at once, but only the first time.",
        ),
        (
            format!("notice('{one}')\ninclude {name}\nnotice('{two}')"),
            "A class is evaluated where it is included, not where it is defined.",
        ),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::order(logging(&format!("class {name} {{ notice('{name}') }}\n{code}")), because)
}

fn branches(random: &mut Random) -> Draft {
    let [one, two, three] = random.words(&WORDS);
    let (test, because) = random.one_of([
        ("''", "The empty string is true; only false and undef are not."),
        ("0", "0 is true; only false and undef are not."),
        ("undef", "undef is not true."),
        ("[]", "An empty array is true; only false and undef are not."),
    ]);
    let code = format!("if {test} {{ notice('{one}') }} else {{ notice('{two}') }}\nnotice('{three}')");
    Draft::order(logging(&code), because)
}

fn resources(random: &mut Random) -> Draft {
    let [one, two] = random.words(&WORDS);
    let (first, second) = (format!("Notify['{one}']"), format!("Notify['{two}']"));
    let cases = [
        (
            format!("notify {{ '{one}': require => Notify['{two}'] }}\nnotify {{ '{two}': }}"),
            &second,
            "require: the other one comes first.",
        ),
        (
            format!("notify {{ '{two}': }}\nnotify {{ '{one}': before => Notify['{two}'] }}"),
            &first,
            "before: this one comes first, wherever it is declared.",
        ),
        (
            format!("notify {{ '{one}': subscribe => Notify['{two}'] }}\nnotify {{ '{two}': }}"),
            &second,
            "subscribe is require with a refresh: the other one comes first.",
        ),
        (
            format!("notify {{ ['{one}', '{two}']: }}\nNotify['{two}'] -> Notify['{one}']"),
            &second,
            "The arrow goes from the first to the second.",
        ),
        (
            format!("notify {{ ['{two}', '{one}']: }}\nNotify['{two}'] <- Notify['{one}']"),
            &first,
            "The arrow points at the later one.",
        ),
    ];
    let (code, answer, because) = cases[random.below(cases.len())].clone();
    let code = format!("# Which resource is applied first?\n{code}");
    Draft::which(code, answer, because).shuffled([first.clone(), second.clone()], random)
}
