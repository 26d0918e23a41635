//! Style: the places that a rule reports, those that it leaves alone, and what its fix makes of them.

use std::fmt::Write;

use pprepl_text::{Source, applied};

/// The findings of a manifest, and the manifest with all fixes.
fn shown(text: &str) -> String {
    let found = puppet_style::check(&Source::new("input", text));
    let mut out = format!("{}\n", text.trim_end().replace('\t', "→"));
    for one in &found {
        let marked = one.span.map_or("", |span| span.of(text)).replace('\n', "⏎");
        let _ = writeln!(out, "  {} at {marked:?}: {}", one.code, one.message);
    }
    let fixes: Vec<_> = found.iter().flat_map(|one| one.fixes.first()).collect();
    let (fixed, _) = applied(text, fixes);
    if fixed != text {
        let _ = writeln!(out, "  fixed {fixed:?}");
    }
    out
}

#[test]
fn comments_lines_and_definitions_are_reported() {
    let texts = [
        "",
        "\n",
        "$a = 1",
        "   \n",
        "   $a = 1\n",
        "   * a comment\n",
        "  $a = 1 \t\n",
        "// a comment\n$a = 1\n",
        "$a = 1 // a comment // twice\n",
        "$a = 6 / 2\n$b = 6 / /x/\n",
        "$a = 'x' =~ //\n",
        "//\n",
        "/x/\n",
        "# a comment\nclass a { }\n",
        "/* a comment */\nclass a { }\n",
        "// a comment\nclass a { }\n",
        "\nclass a { }\n",
        "\ndefine a { }\n",
        "# a comment\n\ndefine a { }\n",
        "$a -> $b\n$a ->\n$b\n",
        "$a\n-> $b\n",
        "File['a'] ->\n",
    ];
    let mut out: String = texts.map(shown).concat();
    for length in [140, 141] {
        out.push_str(&shown(&format!("$a = '{}'\n", "x".repeat(length - 7))));
    }
    out.push_str(&shown(&format!("$a = 'http://{}'\n", "x".repeat(150))));
    out.push_str(&shown(&format!("$a = template('{}')\n", "x".repeat(150))));
    insta::assert_snapshot!(out);
}

#[test]
fn resources_are_reported() {
    let texts = [
        "file { 'a': mode => 644 }\n",
        "file { 'a': mode => 0644 }\n",
        "file { 'a': mode => '644' }\n",
        "file { 'a': mode => '0644' }\n",
        "file { 'a': mode => '0648' }\n",
        "file { 'a': mode => '648' }\n",
        "file { 'a': mode => '64' }\n",
        "file { 'a': mode => 'u=rw,g+x' }\n",
        "file { 'a': mode => 'u=rq' }\n",
        "file { 'a': mode => 'rw' }\n",
        "file { 'a': mode => $mode }\n",
        "concat { 'a': mode => '644' }\n",
        "exec { 'a': mode => '644' }\n",
        "file { 'a': ensure => '/b' }\n",
        "file { 'a': ensure => 'b' }\n",
        "file { 'a': ensure => '' }\n",
        "file { 'a': mode => '0644', ensure => file }\n",
        "class { 'a': mode => '0644', ensure => file }\n",
        "file { a: ensure => file }\n",
        "file { a: ensure => file; b: ensure => file }\n",
        "file { 'a':\n  ensure => file,\n  mode => '0644',\n}\n",
        "file { 'a':\n  ensure => file,\n  mode\n    => '0644',\n  owner => 'a',\n}\n",
        "file { 'a':\n  ensure => file, mode => '0644',\n}\n",
        "$a = {\n  b => 1,\n  long => 2,\n}\n",
        "file { 'a':\n  x => {\n    b => 1,\n    long => 2,\n  },\n}\n",
        "case $a {\n  'b': { }\n}\n",
        "case $a {\n  'b': { file { 'c':\n    ensure => file,\n    mode => '0644',\n  } }\n  default: { }\n}\n",
        "case $a {\n  'b': { case $c { 'd': { } } }\n  default: { }\n}\n",
        "$a = $b ? { 'c' => 1 }\n",
        "file { 'a':\n  x => case $b { 'c': { 1 } default: { 2 } },\n  long => 1,\n}\n",
    ];
    insta::assert_snapshot!(texts.map(shown).concat());
}

#[test]
fn strings_are_reported() {
    let texts = [
        "$a = \"b\"\n",
        "$a = \"b ${c}\"\n",
        "$a = \"b $c\"\n",
        "$a = \"$c\"\n",
        "$a = \"${c}\"\n",
        "$a = \"${c}$d\"\n",
        "$a = \"$c $d::e\"\n",
        "$a = \"${ $c }\"\n",
        "$a = \"${c[0]}\"\n",
        "$a = \"${c[0]['d']}\"\n",
        "$a = \"${c.d}\"\n",
        "$a = \"${[1, $c]}\"\n",
        "$a = \"${$c + $d}\"\n",
        "$a = @(\"E\")\n  b $c ${d}\n  | E\n",
        "$a = @(E)\n  b $c \t\n  | E\n",
        "$a = 'b \\' c'\n",
        "$a = \"b ' c\"\n",
        "$a = 'true'\n",
    ];
    insta::assert_snapshot!(texts.map(shown).concat());
}

#[test]
fn style_rules_report_places() {
    pprepl_testing::check_rules("style.txt", |line| {
        let text = line.replace('⏎', "\n").replace('→', "\t");
        let report = shown(&text);
        let findings: Vec<&str> = report.lines().skip(text.trim_end().split('\n').count()).map(str::trim).collect();
        if findings.is_empty() { "nothing".to_owned() } else { findings.join(" | ") }
    });
}
