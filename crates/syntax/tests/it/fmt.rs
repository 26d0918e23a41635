//! The formatter: what it makes of texts, and that it never makes another program of one. `PPREPL_DEBIAN` says where the
//! packages of Debian are unpacked; without them that test is skipped.

use std::fs;
use std::path::{Path, PathBuf};

use puppet_syntax::format::{align_arrows, format};
use puppet_syntax::{LexOptions, parse, pn};

/// How templates are read.
pub(crate) const TEMPLATE: LexOptions = LexOptions { template: true, ..LexOptions::PUPPET8 };

pub(crate) fn formatted(text: &str) -> String {
    let formatted = format(text, LexOptions::PUPPET8).expect("it parses");
    assert!(!formatted.kept, "left as it is:\n{text}");
    formatted.text
}

/// Formats `from`, and again.
pub(crate) fn becomes(from: &str, to: &str) {
    let once = formatted(from);
    assert_eq!(once, to, "\n--- from\n{from}\n--- got\n{once}");
    assert_eq!(formatted(&once), once, "a second time");
}

#[test]
fn attributes_are_indented_and_their_arrows_aligned() {
    becomes(
        "file {'/etc/motd':\n ensure=>file,\n    mode  =>   '0644',\n\n\n\tcontent => \"x${y}z\"\n}\n",
        "file { '/etc/motd':\n  ensure  => file,\n  mode    => '0644',\n\n  content => \"x${y}z\",\n}\n",
    );
}

#[test]
fn bodies_with_titles_of_their_own_lines() {
    becomes(
        "file {\n'/a':\nensure => file;\n  '/b':\n mode => '0600',\n owner=>root;\n}\n",
        "file {\n  '/a':\n    ensure => file;\n  '/b':\n    mode  => '0600',\n    owner => root;\n}\n",
    );
}

#[test]
fn hashes_arrays_and_selectors() {
    becomes(
        "$x = {\n'a'=>1,\n  'long' => [1,2 , 3],\n    b => {c=>d}\n}\n$y=$z?{\n/a/=>1,\ndefault=>2\n}\n",
        "$x = {\n  'a'    => 1,\n  'long' => [1, 2, 3],\n  b      => { c => d },\n}\n$y = $z ? {\n  /a/     => 1,\n  \
         default => 2,\n}\n",
    );
}

#[test]
fn parameters_and_blocks() {
    becomes(
        "class foo(\nString   $a,\nInteger $b=1\n)inherits bar{\nif $a==$b and!$c{\nnotice($a,-$b)\n}\nelse{fail(\"no\")}\n}\n",
        "class foo (\n  String $a,\n  Integer $b = 1,\n) inherits bar {\n  if $a == $b and !$c {\n    notice($a, -$b)\n  } else \
         { fail(\"no\") }\n}\n",
    );
}

#[test]
fn an_author_s_columns_are_kept() {
    let text = "class foo (\n  String  $name = 'x',\n  Integer $port = 80,\n) {\n  $a    = 1\n  $long = 2\n}\n";
    becomes(text, text);
    let text = "my_config {\n  'DEFAULT/a':   value => $a;\n  'DEFAULT/bcd': value => $b;\n}\n";
    becomes(text, text);
}

#[test]
fn what_goes_on_is_indented() {
    becomes(
        "$x = $y\n.map |$a| {\n$a *2\n}\n$z =\n1+\n2\nif $a\nand $b {\nfoo\n}\nPackage['a']\n-> File['b']\ninclude a,\nb\n",
        "$x = $y\n  .map |$a| {\n    $a * 2\n  }\n$z =\n  1 +\n  2\nif $a\n  and $b {\n  foo\n}\nPackage['a']\n-> \
         File['b']\ninclude a,\n  b\n",
    );
    becomes(
        "$x = !\n$y\n$z = -\n$y\n$l.\neach |$v| {\nfoo($v)\n}\n",
        "$x = !\n  $y\n$z = -\n  $y\n$l.\n  each |$v| {\n    foo($v)\n  }\n",
    );
}

#[test]
fn cases() {
    becomes(
        "case $x {\n'a','b':{\nfoo()\n}\n/x/ : { bar( ) }\ndefault:{}\n}\n",
        "case $x {\n  'a', 'b': {\n    foo()\n  }\n  /x/: { bar() }\n  default: {}\n}\n",
    );
}

#[test]
fn comments_stay() {
    becomes(
        "# top\n\n\n\nfile{ 'x': # why\n# what\nensure=>file # last\n# end\n}\n/* a\n  b */\n$a=1 /* c */ + 2\n",
        "# top\n\nfile { 'x': # why\n  # what\n  ensure => file, # last\n  # end\n}\n/* a\n  b */\n$a = 1 /* c */ + 2\n",
    );
}

#[test]
fn heredocs_are_not_touched() {
    becomes(
        "file{'x':\ncontent=>@(END),\n    a   =>  b\n      ${x}\n    | END\n mode=>'1',\n}\n$a=[@(A),@(B)]\n 1\nA\n  2\n  B\n$c  =  2\n",
        "file { 'x':\n  content => @(END),\n    a   =>  b\n      ${x}\n    | END\n  mode    => '1',\n}\n$a = [@(A), @(B)]\n 1\nA\n  2\n  B\n$c = 2\n",
    );
}

#[test]
fn white_space_with_a_meaning_is_kept() {
    becomes("$a [1]\n$a[1]\n$b=[ 1 ]\n", "$a [1]\n$a[1]\n$b = [1]\n");
    becomes("foo(*$a)\n$x = -1\n$y=$x -1\n$z = $x*-1\n", "foo(*$a)\n$x = -1\n$y = $x - 1\n$z = $x * -1\n");
    becomes(
        "$l.each|$k,*$v|{ $k }\nFile<||>\nFile <|title=='x'|> { mode=>'1' }\n",
        "$l.each |$k, *$v| { $k }\nFile<||>\nFile <| title == 'x' |> { mode => '1' }\n",
    );
}

#[test]
fn a_text_with_errors_is_refused() {
    let errors = format("$a = (1 +\n", LexOptions::PUPPET8).expect_err("it does not parse");
    assert!(errors.iter().any(|error| error.is_error()));
}

#[test]
fn arrows_are_aligned_in_half_written_text() {
    let text = "file { 'x':\n  ensure => file,\n  mode =>  '1',\n  content=>";
    assert_eq!(
        align_arrows(text, LexOptions::PUPPET8),
        "file { 'x':\n  ensure  => file,\n  mode    =>  '1',\n  content =>"
    );
}

/// Formats a text that parses: the program must be the same, and a second time nothing may change.
fn holds(name: &str, text: &str, options: LexOptions, faults: &mut Vec<String>) {
    let before = parse(text, options);
    let Ok(formatted) = format(text, options) else { return };
    if formatted.kept {
        return faults.push(format!("{name}: left as it is"));
    }
    let after = parse(&formatted.text, options);
    if pn(&after.program) != pn(&before.program) {
        faults.push(format!("{name}: another program"));
    }
    if format(&formatted.text, options).is_ok_and(|again| again.text != formatted.text) {
        faults.push(format!("{name}: not stable"));
    }
}

pub(crate) fn files_of(folder: &Path, kind: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && !path.is_symlink() {
            files_of(&path, kind, found);
        } else if path.extension().is_some_and(|extension| extension == kind) {
            found.push(path);
        }
    }
}

#[test]
fn snippets_keep_their_meaning() {
    let file = &pprepl_testing::path("tests/conformance/syntax/snippets.jsonl");
    let text = fs::read_to_string(file).expect("the snippets");
    let mut faults = Vec::new();
    for line in text.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let (name, source) = (row["id"].as_str().unwrap_or(""), row["src"].as_str().unwrap_or(""));
        let options = if row["epp"] == true { TEMPLATE } else { LexOptions::PUPPET8 };
        holds(name, source, options, &mut faults);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Formats all files of Debian's packages of this kind.
fn debian_holds(kind: &str, options: LexOptions) {
    let Some(folder) = pprepl_testing::debian() else { return };
    let mut files = Vec::new();
    files_of(&folder, kind, &mut files);
    if files.is_empty() {
        return pprepl_testing::skip(format_args!("{} has no files of this kind", folder.display()));
    }
    let mut faults = Vec::new();
    for path in &files {
        let Ok(text) = fs::read_to_string(path) else { continue };
        holds(&path.display().to_string(), &text, options, &mut faults);
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), files.len(), faults.join("\n"));
    println!("{} files", files.len());
}

#[test]
fn debian_s_manifests_keep_their_meaning() {
    debian_holds("pp", LexOptions::PUPPET8);
}

#[test]
fn debian_s_templates_keep_their_meaning() {
    debian_holds("epp", TEMPLATE);
}

/// Formats a template, and again.
pub(crate) fn template_becomes(from: &str, to: &str) {
    let once = format(from, TEMPLATE).expect("it parses");
    assert!(!once.kept, "left as it is:\n{from}");
    assert_eq!(once.text, to, "\n--- from\n{from}\n--- got\n{}", once.text);
    assert_eq!(format(to, TEMPLATE).expect("it parses").text, to, "a second time");
}

#[test]
fn the_code_in_tags_is_spaced() {
    template_becomes("a<%=$x+1%>b\n", "a<%= $x + 1 %>b\n");
    template_becomes(
        "<%-if $a==1{-%>\n  x  =  1\n<%-}else{ -%>\ny\n<%}%>",
        "<%- if $a == 1 { -%>\n  x  =  1\n<%- } else { -%>\ny\n<% } %>",
    );
    template_becomes(
        "<%$h.each|$k,$v|{%><%=$k%>: <%=  $v[ 0 ]  -%>\n<%}-%>\n",
        "<% $h.each |$k, $v| { %><%= $k %>: <%= $v[0] -%>\n<% } -%>\n",
    );
    template_becomes("<%|$a , $b=1|%>x\n", "<% | $a, $b = 1 | %>x\n");
    template_becomes("<%=-$x%><%=join([1,-2] , ',')%>", "<%= -$x %><%= join([1, -2], ',') %>");
}

#[test]
fn the_text_of_a_template_is_not_touched() {
    for text in [
        "plain   text , a=>b\n",
        "<%% not  code %%>\n",
        "<%#  a comment,not  code%>x\n",
        "a<%#x%>b<%#y%> c <%# z %>\n",
        "<%#x%><%#y%><%= $z %><%#x%>w\n",
        "<% %><%- -%>\n",
        "\t<%= $x %>\r\n   \n\n\n",
        "",
    ] {
        template_becomes(text, text);
    }
}

#[test]
fn tags_of_several_lines_keep_their_lines() {
    template_becomes(
        "<%-|String $a,\n     Integer  $port=80,\n|-%>\n<%\n    $h={a=>1,\n      bcd=>2}  # why  \n%>",
        "<%- | String $a,\n     Integer $port = 80,\n| -%>\n<%\n    $h = { a => 1,\n      bcd => 2 }  # why  \n%>",
    );
}

#[test]
fn a_template_with_errors_is_refused() {
    assert!(format("<%= (1 + %>", TEMPLATE).is_err());
    assert!(format("<% if true {", TEMPLATE).is_err());
}

/// The text without blanks and line ends.
fn ink(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[test]
fn any_prefix_of_a_text_can_be_aligned_and_keeps_all_but_blanks() {
    let file = &pprepl_testing::path("tests/conformance/syntax/snippets.jsonl");
    let text = fs::read_to_string(file).expect("the snippets");
    for line in text.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let source = row["src"].as_str().unwrap_or("");
        for end in (0..=source.len()).filter(|end| source.is_char_boundary(*end)) {
            let prefix = &source[..end];
            assert_eq!(ink(&align_arrows(prefix, LexOptions::default())), ink(prefix), "{prefix:?}");
            if let Ok(formatted) = format(prefix, LexOptions::default()) {
                let without = |text: &str| ink(text).replace(',', "");
                assert_eq!(without(&formatted.text), without(prefix), "{prefix:?}");
            }
        }
    }
}
