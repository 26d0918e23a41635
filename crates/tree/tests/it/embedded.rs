//! Languages within Puppet: what each word, value and pattern is, line by line.

use std::fmt::Write;

use pprepl_text::theme::Role;
use puppet_tree::{Highlighter, IncrementalHighlighter, embedded_highlights};

/// Each line, and below it the words with their roles.
fn shown(text: &str, syntax: &str) -> String {
    let found = embedded_highlights(text, syntax);
    let mut out = String::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let words = found.iter().filter(|one| (start..end).contains(&(one.span.start as usize)));
        let words: Vec<String> = words.map(|one| format!("{}={}", one.span.of(text), one.capture)).collect();
        let _ = writeln!(out, "{}\n    {}", line.trim_end(), words.join(" | "));
        start = end;
    }
    out
}

#[test]
fn yaml_has_keys_values_marks_and_comments() {
    let text = "---\n\
        key: value\n\
        yes_or_no: yes\n\
        off: no # a comment\n\
        truth: true\nlie: false\nnothing: null\ntilde: ~\n\
        number: 12\nnegative: -1.5\nhexadecimal: 0x1F\nodd: 1x2\ndate: 1-2\n\
        'quoted: key': 'a # b'\n\
        \"a \\\" b\": 1\n\
        - item\n- - nested\n-\n  - key: 1\n- # only a comment\n\
        # a comment: here\n\
        [flow: 1]\n{flow: 1}\n&anchor key: 1\n*alias\n!tag key: 1\n\
        anchored: &a value\naliased: *a\ntagged: !t value\nblock: |\nfolded: >-\nlist: [1]\nclosed: ]\n\
        a#b: 1\na:b: 2\nurl: http://x\nno_space:1\n'#': 1\n\
        text: 'a' # after\nempty:\n'open: 1\n\
        ...\n....\n----\n  indented: x\n";
    insta::assert_snapshot!(shown(text, "yaml"));
}

#[test]
fn json_has_keys_strings_and_literals() {
    let text = "{\"key\": \"value\", \"a\\\"b\" : [1, -2.5e+3, 0x1f, true, false, null, odd_word],\n \"open\n}\n";
    insta::assert_snapshot!(shown(text, "json"));
}

#[test]
fn languages_have_words_of_their_own() {
    let mut out = String::new();
    for (syntax, text) in [
        (
            "sh",
            "if [ \"$a\" = 'b' ]; then\n  echo ${name} ${open $x_1 if # fi\nset -e; a#b\n\"a\\\"b\" 'it\nfi IF 1.5 1x 0x1f -1\n",
        ),
        ("ruby", "def x # y\n  @a = $b ? nil : 'c'\n  [1] if true\nend\nDef\n"),
        ("sql", "-- a comment\nSELECT a FROM b WHERE c = 'd' -- e\nselect Selected, a--b\n"),
        ("ini", "[main]\n# comment\nkey = value\n  other=1\nnot a key\nif\n  [inner]\nx [not] = 'y'\nlast =\n"),
        ("python", "def f(x): return None # none\nSelect\n"),
        ("nosuch", "if 1\n"),
    ] {
        let _ = writeln!(out, "== {syntax}\n{}", shown(text, syntax));
    }
    insta::assert_snapshot!(out);
}

/// What a heredoc with a syntax, and a pattern, show within Puppet.
#[test]
fn heredocs_and_patterns_are_told_apart() {
    let mut out = String::new();
    for text in [
        "$a = @(E:yaml)\n  k: 1\n  | E\n",
        "$a = @(E:json)\n  {\"k\": 1}\n  | E\n",
        "$a = @(E)\n  k: 1\n  | E\n",
        "$a = [@(A:yaml), @(B), @(C:ini)]\n  k: 1\n  | A\n  k: 1\n  | B\n  k = 1\n  | C\n",
        "$a = @(E: epp)\n  <%= $x %>\n  | E\n",
        "$a = @(E:epp)\n  <%= $x %>\n  | E\n",
        "$a = inline_epp(@(E))\n  <%= $x %>\n  | E\n",
        "$a = [inline_epp(@(E)), f(@(F)), @(G)]\n  <%= $x %>\n  | E\n  <%= $y %>\n  | F\n  <%= $z %>\n  | G\n",
        "$a = inline_epp @(E)\n  <%= $x %>\n  | E\n",
        "$a =~ /^(a|b)[c\\]d(]+\\.(?:x)(?<name>y)(?=z)(?!z)(?<=z)(?<!z)]$/\n",
        "$a =~ /a]b)c/\n",
    ] {
        let mut live = IncrementalHighlighter::new(Highlighter::new());
        assert!(live.follow(text));
        let found = live.highlights(text.len());
        let words: Vec<String> = found
            .iter()
            .filter(|one| one.capture != Role::Plain)
            .map(|one| format!("{}={}", one.span.of(text).replace('\n', "⏎"), one.capture))
            .collect();
        let _ = writeln!(out, "{text}    {}", words.join(" | "));
    }
    insta::assert_snapshot!(out);
}
