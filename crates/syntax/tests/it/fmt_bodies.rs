//! Bodies of several lines: their code starts below the opening brace and ends above the closing one.

use puppet_syntax::format::format;

use super::fmt::{TEMPLATE, becomes};

#[test]
fn a_body_of_several_lines_starts_on_its_own_line() {
    becomes(
        "class foo($a){notify{\"x\":}\nnotify{\"y\":}\n}\n",
        "class foo ($a) {\n  notify { \"x\": }\n  notify { \"y\": }\n}\n",
    );
    becomes("class foo {notify{'x':}\nnotify{'y':}}\n", "class foo {\n  notify { 'x': }\n  notify { 'y': }\n}\n");
}

#[test]
fn a_body_on_one_line_stays_there() {
    for text in [
        "class foo { notify { 'x': } }\n",
        "if $a { foo() } else { bar() }\n",
        "$a.each |$x| { notice($x) }\n",
        "class foo { }\n",
        "case $a {\n  1: { foo() }\n  default: { bar() }\n}\n",
    ] {
        becomes(text, text);
    }
}

#[test]
fn conditions_lambdas_cases_and_definitions() {
    becomes(
        "if $a {foo()\nbar()} elsif $b {foo()\n} else {bar()\nfoo()}\n",
        "if $a {\n  foo()\n  bar()\n} elsif $b {\n  foo()\n} else {\n  bar()\n  foo()\n}\n",
    );
    becomes(
        "$a.each |$x| { file { $x:\n  ensure => file,\n} }\n",
        "$a.each |$x| {\n  file { $x:\n    ensure => file,\n  }\n}\n",
    );
    becomes(
        "case $a { 1: {foo()\nbar()}\ndefault: { } }\n",
        "case $a {\n  1: {\n    foo()\n    bar()\n  }\n  default: { }\n}\n",
    );
    becomes("function f() {1\n}\nnode 'a' {foo()\n}\n", "function f() {\n  1\n}\nnode 'a' {\n  foo()\n}\n");
    becomes("foo($a.map |$x| {bar($x)\n$x}, 1)\n", "foo($a.map |$x| {\n  bar($x)\n  $x\n}, 1)\n");
}

#[test]
fn hashes_resources_and_selectors_are_no_bodies() {
    for text in [
        "$a = { 'b' => 1,\n  'c' => 2 }\n",
        "file { 'x': ensure => file,\n  mode => '1' }\n",
        "File { mode => '1',\n  owner => 'x' }\n",
        "File<| |> { mode => '1',\n  owner => 'x' }\n",
        "$a = $b ? { 1 => 2,\n  default => 3 }\n",
    ] {
        becomes(text, text);
    }
    becomes("$a.map |$x| { { 'b' => $x,\n'c' => 2 } }\n", "$a.map |$x| {\n  { 'b' => $x,\n    'c' => 2 }\n}\n");
}

#[test]
fn comments_and_heredocs_of_a_body() {
    becomes("class foo { # why\nfoo() }\n", "class foo { # why\n  foo()\n}\n");
    becomes("class foo { /* why */ foo()\n}\n", "class foo {\n  /* why */ foo()\n}\n");
    becomes("class foo { foo() # why\n}\n", "class foo {\n  foo() # why\n}\n");
    becomes("if $a {foo(@(END))\n  text\n  | END\n}\n", "if $a {\n  foo(@(END))\n  text\n  | END\n}\n");
    becomes("if $a {\nfoo(@(END)) }\n  text\n  | END\n", "if $a {\n  foo(@(END))\n  text\n  | END\n}\n");
    // One line has the tags of two heredocs: it stays whole.
    let text = "foo(@(A)); if $a { bar(@(B))\n  1\n  | A\n  2\n  | B\n}\n";
    becomes(text, text);
}

#[test]
fn the_lines_of_a_template_stay() {
    let text = "<% if $a { foo()\nbar() } -%>\n";
    assert_eq!(format(text, TEMPLATE).expect("it parses").text, text);
}
