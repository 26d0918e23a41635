//! Defaults of parameters compute in slots of their own: whatever they call, the variables of the body are as if nothing
//! had been computed there. Programs at random, whose answers the generator knows.

use pprepl_testing::random;

use pprepl_session::{Session, Settings, SystemHost};
use pprepl_text::Severity;
use random::Random;

/// Expressions and what they give, as text. They call built-ins that the compiler writes out, others, and lambdas.
const EXPRESSIONS: &[(&str, &str)] = &[
    ("size([1, 2, 3])", "3"),
    ("join(['a', 'b'], '-')", "a-b"),
    ("sprintf('%d-%s', 1, 'x')", "1-x"),
    ("defined('no_such_thing')", "false"),
    ("getvar('no_such_variable', 7)", "7"),
    ("upcase('q')", "Q"),
    ("compare(1, 2)", "-1"),
    ("max(1, 5, 3)", "5"),
    ("with(1, 2) |$a, $b| { $a + $b }", "3"),
    ("with(4) |$a| { $c = $a * 2 $c + size([$a]) }", "9"),
    ("[1, 2].map |$x| { $y = $x + 1 $y }", "[2, 3]"),
    ("Integer[1, 4].reduce |$memo, $x| { $memo + $x }", "10"),
    ("[3, 1, 2].sort |$a, $b| { compare($b, $a) }", "[3, 2, 1]"),
    ("[1, 2, 3].filter |$i, $x| { $i > 0 }", "[2, 3]"),
    ("size([1, join(['a', 'b'], ''), size([2, 3])])", "3"),
    ("\"${size([1])}${upcase('b')}\"", "1B"),
    ("Integer('0x1F')", "31"),
    ("{ 'k' => size([1, 2]) }['k']", "2"),
    ("[*[1, 2], size([1])][2]", "1"),
    ("if size([1]) == 1 { 'yes' } else { 'no' }", "yes"),
    ("'abc' ? { /b/ => size(['z']), default => 0 }", "1"),
    ("size([1]) + size([1, 2]) * 2", "5"),
    ("call('size', [1, 2])", "2"),
    ("[[1, 2], [3]].map |$list| { size($list) }", "[2, 1]"),
];

/// Where parameters have defaults.
const KINDS: &[&str] = &["define", "class", "function", "lambda", "template"];

/// A program and what it logs.
struct Case {
    program: String,
    expected: String,
}

/// Parameters of which some are given, the others have defaults; then a body that reads variables which were not assigned,
/// and assigns others.
fn case(random: &mut Random) -> Case {
    let kind = KINDS[random.below(KINDS.len())];
    let count = 1 + random.below(4);
    let mut parameters = Vec::new();
    let mut values: Vec<String> = Vec::new();
    for index in 0..count {
        let (mut expression, mut value) = {
            let (expression, value) = EXPRESSIONS[random.below(EXPRESSIONS.len())];
            (expression.to_owned(), value.to_owned())
        };
        // A default may read the parameters to its left.
        if index > 0 && random.below(3) == 0 {
            let left = random.below(index);
            expression = format!("\"${{p{left}}}/${{size(['x'])}}\"");
            value = format!("{}/1", values[left]);
        }
        // In parentheses: a `|` behind a call would begin its lambda.
        parameters.push(format!("$p{index} = ({expression})"));
        values.push(value);
    }
    // By position only the first ones can be given.
    let given = random.below(count + 1);
    (0..given).for_each(|index| values[index] = format!("given{index}"));
    for index in given..count {
        // A given parameter changes what those to its right make of it.
        let read = parameters[index]
            .split_once("\"${p")
            .and_then(|(_, rest)| rest.split_once('}'))
            .map(|(left, _)| left.to_owned());
        if let Some(left) = read.and_then(|left| left.parse::<usize>().ok()) {
            values[index] = format!("{}/1", values[left]);
        }
    }
    let unset = 1 + random.below(3);
    let locals: Vec<String> = (0..unset).map(|index| format!("if $p0 == 'never' {{ $u{index} = 1 }}")).collect();
    let seen: Vec<String> = (0..unset).map(|index| format!("${{defined('$u{index}')}}")).collect();
    let shown: Vec<String> = (0..count).map(|index| format!("${{p{index}}}")).collect();
    let text = format!("{}|{}|${{own}}", shown.join("|"), seen.join("|"));
    let body = format!("{} $own = size([1, 2]) notice(\"{text}\")", locals.join(" "));
    let expected = format!("{}|{}|2", values.join("|"), vec!["false"; unset].join("|"));
    let parameters = parameters.join(", ");
    let named: Vec<String> = (0..given).map(|index| format!("p{index} => 'given{index}'")).collect();
    let quoted: Vec<String> = (0..given.max(1)).map(|index| format!("'given{index}'")).collect();
    let program = match kind {
        "define" => format!("define foo({parameters}) {{ {body} }} foo {{ 'q': {} }}", named.join(", ")),
        "class" => format!("class foo({parameters}) {{ {body} }} class {{ 'foo': {} }}", named.join(", ")),
        "function" => format!("function foo({parameters}) {{ {body} }} foo({})", quoted[..given].join(", ")),
        "lambda" => format!("with({}) |{parameters}| {{ {body} }}", quoted[..given].join(", ")),
        _ => {
            let named: Vec<String> = (0..given).map(|index| format!("'p{index}' => 'given{index}'")).collect();
            let template = format!("<%- | {parameters} | -%><% {body} %>");
            format!("inline_epp(@(END), {{ {} }})\n{template}\n| END\n", named.join(", "))
        }
    };
    Case { program, expected }
}

#[test]
fn what_a_default_computes_is_not_seen_by_the_body() {
    let mut random = Random(13);
    for number in 0..600 {
        let Case { program, expected } = case(&mut random);
        let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
        let evaluation = session.evaluate("input", &program);
        let logs: Vec<&str> = evaluation.logs.iter().map(|(_, text)| text.as_str()).collect();
        assert!(!evaluation.failed(), "{number}: {program}\n{:?}", evaluation.reports);
        assert_eq!(logs, [expected.as_str()], "{number}: {program}");
    }
}

/// The first of the programs that were found.
#[test]
fn a_local_of_a_define_is_not_what_a_default_left_behind() {
    let program = "define foo($own = size([1, 2, 3])) {
        if $own == 9 { $app = 7 }
        notify { \"x ${own} [${app}]\": }
    }
    foo { 'q': }";
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let evaluation = session.evaluate("input", program);
    let errors: Vec<_> = evaluation.reports.iter().filter(|report| report.severity == Severity::Error).collect();
    let [error] = &errors[..] else { panic!("{errors:?}") };
    assert!(error.labels.iter().any(|label| label.message.contains("[unset-variable]")), "{error:?}");
    let program =
        "function early($own = with(4) |$own| { $late = $own + 1 $late }, $late = 2) { [$own, $late] } early()";
    assert_eq!(session.evaluate("input", program).value.as_deref(), Some("[5, 2]"));
    let program = "define bar($own = join(['a'], '')) { $app = 7 notice(\"${own} ${app}\") } bar { 'q': }";
    let evaluation = session.evaluate("input", program);
    assert_eq!(
        evaluation.logs.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(),
        ["a 7"],
        "{:?}",
        evaluation.reports
    );
}

/// An assignment within a default is refused everywhere: it would set a variable of nobody's.
#[test]
fn a_default_assigns_nothing() {
    for program in [
        "define foo($a = ($b = 3)) { notice($b) } foo { 'q': }",
        "function foo($a = size([$b = 3])) { $b } foo()",
        "with() |$a = ($b = 3)| { $b }",
    ] {
        let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
        let evaluation = session.evaluate("input", program);
        let codes: Vec<&str> = evaluation.reports.iter().map(|report| report.code.as_str()).collect();
        assert_eq!(codes, ["ILLEGAL_ASSIGNMENT_CONTEXT"], "{program}");
    }
}
