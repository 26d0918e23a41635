//! Transcripts as tests: which parts an answer has, which parts of the output it describes, and what an update writes.

use crate::command_lines::{shown, shown_in};
use crate::program::tree;

/// Answers in all their forms: each is a file, and a part of the snapshot.
const FORMS: &[(&str, &str)] = &[
    ("an empty line before and inside of an answer", "pprepl:1> [1, 2]\n\n=> [1,\n\n2]\n\n   : Array[Integer]\n"),
    ("an empty line before an answer that is a text", "pprepl:1> :type 1\n\n  static       Integer[1, 1]\n...\n"),
    ("the value on the next line", "pprepl:1> [1, 2]\n=>\n[1, 2]\n"),
    ("a type without a value", "pprepl:1> 1\n: Integer\n=> 1\n"),
    ("a value after a frame", "pprepl:1> $nope\nerror[unset-variable]: unknown variable `$nope`\n=> 1\n"),
    ("a text after a frame", "pprepl:1> $nope\nerror[unset-variable]: unknown variable `$nope`\nnot a frame\n"),
    (
        "an omission between two lines of a frame",
        "pprepl:1> $nope\nerror[unset-variable]: unknown variable `$nope`\n 1 | $a\n...\n 9 | $b\n",
    ),
    ("an omission after a frame", "pprepl:1> $nope\nerror[unset-variable]: unknown variable `$nope`\n...\nmore\n"),
    ("digits in a frame", "pprepl:1> $nope\nerror[unset-variable]: unknown variable `$nope`\n1 | $nope\n  | ^\n"),
    (
        "a fold",
        "pprepl:1> Integer[1, 40].map |$n| { \"line ${n}\" }\n=> ['line 1',\n   ... 30 more lines; ':out' shows all\n",
    ),
    ("dots that are no fold", "pprepl:1> 1\n... and more\n"),
    ("a fold after a text", "pprepl:1> 1\n=> 1\n... ':out' shows all\n"),
    ("a warning", "pprepl:1> if 'a' { 1 }\nwarning[pointless-test]: this text is wrong\n=> 1\n"),
    ("a note and a help", "pprepl:1> 1\nnote: nothing\nhelp: nothing\n=> 1\n"),
    ("a change without the setting", "pprepl:1> 1\n- $a\n+ $b\n=> 1\n"),
    ("a removed line alone", "pprepl:1> 1\n- $a\n=> 1\n"),
    ("a change after a log line", "pprepl:1> notice(1)\nNotice: 1\n+ $b\n=> undef\n"),
    ("a change after a value", "pprepl:1> 1\n=> 1\n+ $b\n"),
    ("a text in place of an answer", "pprepl:1> 1\nsome text\nmore text\n=> 1\n"),
    ("a text after an omission", "pprepl:1> 1\n...\nsome text\n"),
    ("the code in place of the topic", "pprepl:1> 1 / 0\nerror[DIV_BY_ZERO]: division by 0\n"),
    ("another code", "pprepl:1> 1 / 0\nerror[UNKNOWN_VARIABLE]: division by 0\n"),
    ("another topic", "pprepl:1> 1 / 0\nerror[unset-variable]: division by 0\n"),
    ("no topic", "pprepl:1> 1 / 0\nerror: division by 0\n"),
    ("no topic and another message", "pprepl:1> 1 / 0\nerror: division by 1\n"),
    ("an error without a message", "pprepl:1> 1 / 0\nerror[DIV_BY_ZERO]\n"),
    (
        "the number 1 twice",
        "pprepl:1> $a = 1\n=> 1\npprepl:1> $a\n=> 1\npprepl:2> $a\n=> 1\npprepl:1> $a\nerror: unknown variable `$a`\n",
    ),
    ("inputs without answers", "pprepl:1> $a = 1\npprepl:2> $a + 1\n=> 2\npprepl:3> $nope\npprepl:4> $a + 2\n=> 4\n"),
    (
        "an end and another session",
        "pprepl:1> $a = 1\n=> 1\npprepl:2> :quit\npprepl:3> $a\nerror: unknown variable `$a`\n",
    ),
    ("no values", "pprepl:1> :set echo off\npprepl:2> 1\n=> 1\n"),
    (
        "a wide table",
        "pprepl:1> [1, 2].map |$n| { { 'name' => \"a name that is quite long ${n}\", 'place' => \"a place that is quite \
         long ${n}\" } }\n=> 1\n",
    ),
    ("a narrow table", "pprepl:1> [{ 'a' => 1, 'b' => 2 }, { 'a' => 3, 'b' => 4 }]\n=> 1\n"),
    ("an omission before what is printed", "pprepl:1> [notice(1), notice(2), warning(3)]\n...\nWarning: 3\n=> ...\n"),
    ("an omission of nothing", "pprepl:1> notice(1)\nNotice: 1\n...\n=> undef\n"),
    ("two omissions", "pprepl:1> [notice(1), notice(2)]\n...\n...\n=> [undef, undef]\n"),
    ("an omission and a wrong part", "pprepl:1> [notice(1), notice(2)]\n...\nNotice: 3\n=> [undef, undef]\n"),
    ("parts in another order", "pprepl:1> [notice(1), notice(2)]\nNotice: 2\nNotice: 1\n=> [undef, undef]\n"),
    ("a part twice", "pprepl:1> notice(1)\nNotice: 1\nNotice: 1\n=> undef\n"),
    ("a part that is missing", "pprepl:1> [notice(1), notice(2)]\nNotice: 2\n=> [undef, undef]\n"),
    (
        "parts with three and with four equal letters",
        "pprepl:1> 'abcdefghijklmnopqrstuvwxyz'\n=> 'Xbcdefghijklmnopqrstuvwxyz'\n",
    ),
    ("parts with four equal letters", "pprepl:1> 'abcdefghijklmnopqrstuvwxyz'\n=> 'aXcdefghijklmnopqrstuvwxyz'\n"),
    (
        "values as wide as a line",
        "pprepl:1> :set echo all\npprepl:2> $a = ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 2] $a\n=> 1\npprepl:3> \
         $b = ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 2] $b\n=> 1\n",
    ),
    (
        "tables as wide as a line",
        "pprepl:1> [{'a' => 'aaaaaaaaaaaaaaaaaaaa', 'b' => 2}, {'a' => 'bbbbbbbbbbb', 'b' => 4}]\n=> 1\npprepl:2> \
         [{'a' => 'aaaaaaaaaaaaaaaaaaaaa', 'b' => 2}, {'a' => 'bbbbbbbbbbb', 'b' => 4}]\n=> 1\n",
    ),
    (
        "puppet-debugger's values",
        "1:>> 'a$b'\n => \"a$b\"\n2:>> \"it's\"\n => \"it's\"\n3:>> 'a\\b'\n => \"a\\\\b\"\n4:>> 'plain'\n => \"plain\"\n",
    ),
    (
        "puppet-debugger's errors",
        "1:>> $foo\n => Error: Evaluation Error\n2:>> fail('x')\n => Evaluation Error: x\n3:>> 1\n => Error: no\n4:>> 1\n  \
         Error: no\n",
    ),
];

#[test]
fn answers_have_forms() {
    let files: Vec<(String, &str)> =
        FORMS.iter().enumerate().map(|(at, (_, text))| (format!("{:02}.txt", at + 1), *text)).collect();
    let desk = tree(&files.iter().map(|(name, text)| (name.as_str(), *text)).collect::<Vec<_>>());
    let mut all = String::new();
    for ((name, text), (title, _)) in files.iter().zip(FORMS) {
        all += &format!(
            "== {title}\n{text}{}\n",
            shown_in(desk.path(), &[&format!("test {name}"), &format!("test --update {name}")])
        );
    }
    insta::assert_snapshot!(all);
}

#[test]
fn prompts_are_found_in_prose() {
    let page = "# Page\n\npprepl:1> 1\n=> 2\n\n=> 3 is prose\n\n```puppet\npprepl:1> 1\n=> 4\n```\n\n```\npprepl:1> 1\n\
                => 5\n```\n=> 6 is prose\n\n``\npprepl:1> 1\n=> 7\n``\n\n````text\npprepl:1> 1\n=> 8\n```\n=> 9\n````\n\n    \
                pprepl:1> 1\n    => 10\n\n    => 11\n  => 12 is prose\n";
    let files = [
        ("page.md", page),
        ("plain.txt", "pprepl:1> 1\n=> 2\n\nmore\n"),
        ("code/a.rb", "pprepl:1> 1\n=> 2\n"),
        ("code/b.txt", "pprepl:1> 1\n=> 1\n"),
        ("code/c.txt", "#| expect value 1\n1\n"),
    ];
    let lines = ["test page.md", "test plain.txt", "test code", "test --update --quiet page.md", "test page.md"];
    let desk = tree(&files);
    let shown = shown_in(desk.path(), &lines);
    insta::assert_snapshot!(shown + &std::fs::read_to_string(desk.path().join("page.md")).unwrap());
}

#[test]
fn an_update_has_outputs() {
    let wrong = "pprepl:1> 1\n=> 2\n";
    let cells = "# %%\n#| expect value 2\n#| expect type String\n#| expect value 3\n1\n\n# %%\n#| expect true 1 == 2\n#| \
                 expect value 4\n1\n";
    let files = [("a.txt", wrong), ("b.txt", wrong), ("c.txt", wrong), ("d.txt", wrong), ("cells.pp", cells)];
    let lines = [
        "test - < pprepl:1> 1\\n=> 2\\n",
        "test - < pprepl:1> 1\\n=> 1\\n",
        "test --update - < pprepl:1> 1\\n=> 2\\n",
        "test --update --json a.txt",
        "test --update --junit b.txt",
        "test --color always c.txt",
        "test --color never c.txt",
        "test --update cells.pp",
        "test cells.pp",
        "test --update --quiet d.txt",
        "test a.txt b.txt c.txt d.txt",
        "test --quiet a.txt b.txt",
    ];
    insta::assert_snapshot!(shown(&files, &lines).replace('\u{1b}', "ESC"));
}

/// An answer of many parts is compared from both ends: what is omitted between two wrong parts is written out.
#[test]
fn long_answers_are_compared_from_both_ends() {
    let answer = |lines: u32| {
        let middle: String = (1..lines - 1).map(|line| format!("Notice: {line}\n")).collect();
        format!("pprepl:1> Integer[0, {lines}].each |$n| {{ notice($n) }}\nNotice: x\n{middle}...\nNotice: y\n=> ...\n")
    };
    let files = [("long.txt", answer(1_100)), ("short.txt", answer(40))];
    let desk = tree(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let shown = shown_in(desk.path(), &["test --update --quiet long.txt", "test --update --quiet short.txt"]);
    let updated = |name: &str| std::fs::read_to_string(desk.path().join(name)).unwrap();
    assert!(updated("short.txt").contains("\nNotice: 38\n...\n"), "{shown}{}", updated("short.txt"));
    assert!(updated("long.txt").contains("\nNotice: 1099\nNotice: 1100\n"), "{shown}{}", updated("long.txt"));
}
