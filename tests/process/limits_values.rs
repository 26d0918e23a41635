//! Large and shared values: operators, comparisons and texts take time by what is in memory, not by what a walk without
//! memory would meet; what has no end meets a limit, and the session lives on.

use std::str::FromStr as _;

use num_bigint::BigInt;
use pprepl_session::{Evaluation, Session, Settings, SystemHost};
use pprepl_text::{Severity, integer_of};
use puppet_pcore::Int;

/// `d($x, 60)`, `h({}, 60)`, `k({}, 60)` are sixty collections in memory, and 2^60 elements to a walk without memory.
const DOUBLING: &str = "
    function d($s, $n) { if $n == 0 { $s } else { d([$s, $s], $n - 1) } }
    function h($s, $n) { if $n == 0 { $s } else { h({ a => $s, b => $s }, $n - 1) } }
    function k($s, $n) { if $n == 0 { $s } else { k({ $s => $s }, $n - 1) } }
    function s($s, $n) { if $n == 0 { $s } else { s(\"${s}${s}\", $n - 1) } }";

/// A session with these settings, in which the functions above are defined.
fn session(change: fn(&mut Settings)) -> Session {
    let mut settings = Settings::default();
    change(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let defined = session.evaluate("before", DOUBLING);
    assert!(!defined.failed(), "{:?}", defined.reports);
    session
}

/// The value, or code and message of the first report.
fn answer(evaluation: &Evaluation) -> String {
    match &evaluation.value {
        Some(value) => value.clone(),
        None => evaluation.reports.iter().map(|report| format!("{}: {}", report.code, report.message)).collect(),
    }
}

/// Each input gives its value, in a session of its own.
fn gives(change: fn(&mut Settings), rows: &[(&str, &str)]) {
    for (input, value) in rows {
        assert_eq!(answer(&session(change).evaluate("input", input)), *value, "{input}");
    }
}

/// Each input fails with the code, and the session lives on.
fn fails(change: fn(&mut Settings), code: &str, inputs: &[&str]) {
    for input in inputs {
        let mut session = session(change);
        let evaluation = session.evaluate("input", input);
        let report = evaluation.reports.iter().find(|report| report.severity == Severity::Error);
        let report = report.unwrap_or_else(|| panic!("{input} gives {}", answer(&evaluation)));
        assert_eq!(report.code, code, "{input}: {}", report.message);
        assert!(report.message.len() < 2000, "{input}: a message of {} bytes", report.message.len());
        assert_eq!(answer(&session.evaluate("after", "1 + 1")), "2", "after {input}");
    }
}

fn usual(_: &mut Settings) {}

#[test]
fn shared_values_are_compared_once() {
    gives(
        usual,
        &[
            ("d([1], 60) == d([1], 60)", "true"),
            ("d([1], 60) != d([1], 60)", "false"),
            ("d([1], 60) == d([2], 60)", "false"),
            ("d([1], 60) == d([1.0], 60)", "true"),
            ("d(['a'], 60) == d(['A'], 60)", "true"),
            ("h({}, 60) == h({}, 60)", "true"),
            ("h({}, 60) == h({ 'c' => 1 }, 60)", "false"),
            ("k({}, 60) == k({}, 60)", "true"),
            ("Sensitive(d([1], 60)) == Sensitive(d([1], 60))", "true"),
            ("d([1], 60) in [d([1], 60)]", "true"),
            ("'a' in d([1], 60)", "false"),
            ("case d([1], 60) { d([1], 60): { 'same' } default: { 'other' } }", "'same'"),
            ("case d([1], 60) { d([2], 60): { 'same' } default: { 'other' } }", "'other'"),
            ("h({}, 60) ? { h({}, 60) => 'same', default => 'other' }", "'same'"),
            ("[d([1], 60)].index(d([1.0], 60))", "0"),
            ("flatten(d([], 60))", "[]"),
            ("flatten(d([1, [2]], 2), 3)", "[1, 2, 1, 2, 1, 2, 1, 2, 3]"),
        ],
    );
}

#[test]
fn shared_values_are_hashed_once() {
    gives(
        usual,
        &[
            ("[d([1], 60), d([1], 60), d([2], 60)].unique.length", "2"),
            ("{ d([1], 60) => 'found' }[d([1], 60)]", "'found'"),
            ("{ h({}, 60) => 'found' }[h({}, 60)]", "'found'"),
            ("{ k({}, 60) => 'found' }[k({}, 60)]", "'found'"),
            ("([1, 2].group_by |$x| { d([1], 60) }).length", "1"),
            ("([d([1], 60)] - [d([1.0], 60)]).length", "0"),
            ("([d([1], 60)] - [d([2], 60)]).length", "1"),
        ],
    );
}

/// A difference finds what Ruby's `==` takes for equal, whatever place it has in a table.
#[test]
fn a_difference_knows_equal_values_of_different_kinds() {
    gives(
        usual,
        &[
            ("[1, 2.0, 'a', 'A', undef, true] - [1.0, 2, 'a', undef]", "['A', true]"),
            ("[0.0, 1, 9223372036854775808] - [-0.0, 9223372036854775808.0]", "[1]"),
            ("[[1, 2], [1.0, 'x'], { 'a' => 1 }] - [[1.0, 2.0], { 'a' => 1.0 }]", "[[1.0, 'x']]"),
            ("([Timespan(1), Timespan(1.5), 2] - [1]).length", "1"),
            ("([1, 1.5, 2] - [Timespan(1.5)]).length", "1"),
            ("([Timespan(3), 7, 7.5] - [7.5, 3]).length", "1"),
            ("[/a/, /b/, Integer, SemVer('1.0.0')] - [/a/, Integer, SemVer('1.0.0')]", "[/b/]"),
            ("[[], {}, ''] - [[]]", "[{}, '']"),
        ],
    );
}

#[test]
fn what_matched_is_captured_also_in_shared_options() {
    gives(
        usual,
        &[
            ("case d(['xay'], 60) { d([/x(.)y/], 60): { $1 } default: { 'none' } }", "'a'"),
            ("$o = [/(.)/] case [['a'], ['b']] { [$o, $o]: { $1 } default: { 'none' } }", "'b'"),
            ("$v = ['a'] $o = [/(.)/] case [$v, ['z'], $v] { [$o, [/(.)/], $o]: { $1 } default: { 'none' } }", "'a'"),
        ],
    );
}

/// What would be a text of 2^60 bytes, or an array of as many elements.
const ENDLESS: &[&str] = &[
    "String(d([1], 60))",
    "String(h({}, 60))",
    "String(d([1], 60), '%p')",
    "String(d([1], 60), { Array => { 'format' => '%(a', 'separator' => ';' } })",
    "String(d([1], 60), '%#a')",
    "\"${d([1], 60)}\"",
    "\"a ${h({}, 60)}\"",
    "\"${k({}, 60)}\"",
    "notice(d([1], 60))",
    "fail(d([1], 60))",
    "sprintf('%s', d([1], 60))",
    "sprintf('%p', h({}, 60))",
    "join(d([1], 60), ',')",
    "join([h({}, 60)], ',')",
    "inline_epp('<%= $v %>', { 'v' => d([1], 60) })",
    "inline_epp('x <%= $v %>', { 'v' => h({}, 60) })",
    "flatten(d([1], 60))",
    "d([1], 60).tree_each.map |$x| { $x }",
    "h({}, 60).tree_each.map |$x| { $x }",
    "function t($n) { if $n == 0 { 'x' } else { [t($n - 1), t($n - 1)] } } t(40)",
    "function u($n) { if $n == 0 { ['x'] } else { u($n - 1) + u($n - 1) } } u(40)",
    "Integer[1, 60].reduce([1]) |$memo, $i| { $memo + $memo }",
    "Integer[1, 60].reduce([1]) |$memo, $i| { [*$memo, *$memo] }",
    "Integer[1, 100000].reduce({}) |$memo, $i| { $memo + { $i => s('long ', 12) } }",
    "Integer[1, 100000].map |$i| { \"${i} ${s('long ', 12)}\" }",
    "Integer[1, 10000000].map |$i| { [$i, [$i]] }",
    "Integer[1, 10000000].map |$i| { { 'k' => $i } }",
    "Array(Integer[1, 10000000])",
    "s('ab', 60)",
    "\"${s('ab', 25)}${s('cd', 25)}${s('ef', 25)}\".upcase",
];

/// One test, so that no other one's memory is counted.
#[test]
fn what_has_no_end_meets_the_limit_of_memory() {
    let little = |settings: &mut Settings| settings.execution.memory = 24;
    fails(little, "MEMORY_LIMIT", ENDLESS);
}

#[test]
fn messages_show_the_beginning_of_a_value() {
    fails(usual, "NOT_NUMERIC", &["1 + d([1], 60)", "d({}, 0) * d([1], 60)", "1 + s('long ', 20)"]);
    fails(
        usual,
        "RUNTIME_ERROR",
        &[
            "Integer(d([1], 60))",
            "Integer(s('long ', 20))",
            "[d([1], 60), 1].sort",
            "sprintf('%d', s('long ', 20))",
            "sprintf('%f', s('long ', 20))",
        ],
    );
    fails(usual, "RUNTIME_ERROR", &["assert_type(Integer, s('long ', 20))"]);
}

#[test]
fn integers_have_a_limit() {
    fails(
        usual,
        "NUMERIC_OVERFLOW",
        &[
            "1 << 16777216",
            "1 << 1000000000",
            "-1 << 100000000000",
            "1 >> -1000000000",
            "Integer[1, 40].reduce(10) |$a, $b| { $a * $a }",
            "Integer[1, 100].reduce(1) |$a, $b| { $a << 1000000 }",
            "Integer(s('9', 23))",
            "Integer(\"0x${s('f', 23)}\")",
        ],
    );
    gives(
        usual,
        &[
            ("(1 << 16777215) >> 16777215", "1"),
            ("\"${1 << 100000}\".length", "30103"),
            ("Integer(\"${(1 << 100000) - 12345}\") == (1 << 100000) - 12345", "true"),
            ("Integer(\"-${s('7', 13)}\") + Integer(s('7', 13))", "0"),
            ("(Integer(s('7', 13)) * 3 + 2) % Integer(s('7', 13))", "2"),
            ("-7000000000000000000000 / 2000000000000000000001", "-4"),
            ("-7000000000000000000000 % 2000000000000000000001", "1000000000000000000004"),
            ("7000000000000000000000 % -2000000000000000000001", "-1000000000000000000004"),
            ("-6000000000000000000000 / 2000000000000000000000", "-3"),
            ("sprintf('%x %x %x %x', -1, -15, -16, -17)", "'..f ..f1 ..f0 ..fef'"),
            ("sprintf('%o %b %x', -8, -2, -257)", "'..70 ..10 ..feff'"),
            ("String(1 << 4000, '%x').length", "1001"),
        ],
    );
    let plain = |settings: &mut Settings| pprepl_session::Edition::Puppet8.apply(settings);
    fails(plain, "NUMERIC_OVERFLOW", &["9223372036854775807 + 1", "1 << 1000000"]);
}

#[test]
fn long_integers_are_written_and_read_exactly() {
    let mut number = BigInt::from(7);
    for bits in [1usize, 64, 12_287, 12_288, 13_606, 13_607, 13_608, 27_213, 27_214, 40_000, 54_427, 54_428, 200_000] {
        for offset in [-3i32, -1, 0, 1] {
            number = (&number * 31 + offset) % (BigInt::from(1) << bits);
            for big in [(BigInt::from(1) << bits) + offset, number.clone(), -number.clone()] {
                let text = big.to_string();
                assert_eq!(Int::from(big.clone()).to_string(), text);
                let (minus, digits) = text.strip_prefix('-').map_or((false, &*text), |digits| (true, digits));
                let read = integer_of(digits, 10, &|| false).unwrap();
                assert_eq!(if minus { -read } else { read }, big);
            }
        }
    }
    for exponent in [4095u32, 4096, 4097, 8191, 8192, 8193, 16_384] {
        let power = BigInt::from(10).pow(exponent);
        for big in [power.clone(), &power - 1, &power + 1] {
            let text = Int::from(big.clone()).to_string();
            assert_eq!(BigInt::from_str(&text).unwrap(), big);
            assert_eq!(integer_of(&text, 10, &|| false), Some(big));
        }
    }
    let long = format!("{}x", "1".repeat(5000));
    assert_eq!(integer_of(&long, 10, &|| false), None);
    assert_eq!(integer_of("", 10, &|| false), None);
    let zeros = "0".repeat(5000);
    assert_eq!(integer_of(&zeros, 10, &|| false), Some(BigInt::ZERO));
}

/// Loops without an end, and a recursion.
const LOOPS: &[&str] = &[
    "Integer[1, 1000000000000].each |$x| { }",
    "Integer[1, 1000000000000].each |$i, $x| { }",
    "Integer[1, 1000000000000].each |$x| { $y = $x }",
    "Integer[1, 1000000000000].each |$x| { next() }",
    "Integer[1, 1000000000000].each |$x| { if $x == 0 { break() } }",
    "Integer[1, 1000000000000].each |Integer $x| { with($x) |$y| { $y } }",
    "1000000000000.each |$x| { }",
    "Integer[1, 1000000000000].any |$x| { false }",
    "Integer[1, 1000000000000].any |$i, $x| { false }",
    "Integer[1, 1000000000000].all |$x| { true }",
    "Integer[1, 1000000000000].index |$x| { false }",
    "Integer[1, 1000000000000].filter |$x| { false }",
    "Integer[1, 1000000000000].filter |$i, $x| { false }",
    "Integer[1, 1000000000000].reduce |$memo, $x| { $x }",
    "Integer[1, 1000000000000].reduce(0) |$memo, $x| { if $x == 0 { break() } $x }",
    "Integer[1, 1000000000000].step(2) |$x| { }",
    "Integer[1, 1000000000000].step(2).each |$x| { }",
    "Integer[1, 1000000000000].reverse_each |$x| { }",
    "Integer[1, 1000000000000].reverse_each.each |$x| { }",
    "Integer[1, 1000000000000].slice(3) |$x| { }",
    "Integer[1, 1000].each |$x| { Integer[1, 1000].each |$y| { Integer[1, 1000].map |$z| { $z } } }",
    "d([1], 60).tree_each |$x| { }",
    "function f($n) { if $n > 0 { f($n - 1) f($n - 1) } } f(60)",
    "function g($n) { unless $n == 0 { [1, 2].each |$x| { g($n - 1) } } } g(60)",
    "function p($n) { if $n > 0 { q($n - 1) q($n - 1) } } function q($n) { if $n > 0 { p($n - 1) } } p(60)",
];

#[test]
fn every_loop_counts_its_steps() {
    let few = |settings: &mut Settings| settings.execution.steps = 20_000;
    fails(few, "STEP_LIMIT", LOOPS);
    gives(
        few,
        &[
            ("Integer[1, 1000].map |$x| { $x }.length", "1000"),
            ("Integer[1, 1000].reduce |$m, $x| { $m + $x }", "500500"),
        ],
    );
}

#[test]
fn loops_and_walks_end_in_time() {
    let short = |settings: &mut Settings| settings.execution.time = 1;
    fails(
        short,
        "TIME_LIMIT",
        &["Integer[1, 1000000000000].each |$x| { }", "fail(Integer[1, 1000000000000].any |$x| { $x < 0 })"],
    );
}

/// The limits are settings of the session, also by `:set` and by `options` of the machine interface.
#[test]
fn limits_are_settings() {
    let mut session = session(usual);
    session.set("steps", "1000").unwrap();
    let loops = "Integer[1, 1000000].each |$x| { }";
    assert!(answer(&session.evaluate("input", loops)).starts_with("STEP_LIMIT: "), "a limit");
    session.set("steps", "0").unwrap();
    assert!(!session.evaluate("input", loops).failed(), "no limit");
    session.set("memory", "48").unwrap();
    assert!(answer(&session.evaluate("input", "\"${d([1], 60)}\"")).starts_with("MEMORY_LIMIT: "), "a limit");
    // Other tests of the process take memory, too.
    session.set("memory", "0").unwrap();
    session.set("time", "1").unwrap();
    let endless = answer(&session.evaluate("input", "Integer[1, 1000000000000].each |$x| { }"));
    assert!(endless.starts_with("TIME_LIMIT: "), "{endless}");
    assert_eq!(answer(&session.evaluate("input", "1 + 1")), "2");
}

#[test]
fn the_machine_interface_takes_limits_as_options() {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_pprepl"))
        .arg("rpc")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("pprepl starts");
    let requests = [
        r#"{"jsonrpc":"2.0","id":1,"method":"options","params":{"steps":1000}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"eval","params":{"source":"Integer[1, 1000000].each |$x| { }"}}"#,
        r#"{"jsonrpc":"2.0","id":3,"method":"eval","params":{"source":"1 + 1"}}"#,
    ];
    let mut input = child.stdin.take().expect("an input");
    requests.iter().for_each(|request| writeln!(input, "{request}").expect("it is taken"));
    drop(input);
    let answers: Vec<String> =
        BufReader::new(child.stdout.take().expect("an output")).lines().map_while(Result::ok).collect();
    assert!(child.wait().expect("an end").success());
    let [options, failed, lives] = &answers[..] else { panic!("{answers:?}") };
    assert!(options.contains("\"steps\":\"1000\"") || options.contains("\"steps\":1000"), "{options}");
    assert!(failed.contains("STEP_LIMIT"), "{failed}");
    assert!(lives.contains("\"2\""), "{lives}");
}
