//! The blocks of Markdown.

use std::fmt::Write;

use pprepl_notebook::prose_blocks;

/// Returns the blocks, one a line.
fn blocks(markdown: &str) -> String {
    let mut out = String::new();
    for block in prose_blocks(markdown) {
        let gap = if block.is_apart { "\n" } else { "" };
        let _ = writeln!(out, "{gap}{:?} {:?}", block.kind, block.text);
    }
    out
}

#[test]
fn each_block_has_its_kind_and_text() {
    let markdown = "\
# A `title` #
A paragraph with **strong
text** and $a_b_c.
- one
- two
  goes further
  1. nested
  2. again

7. seven

> a quote
> of two lines

    indented code
      deeper

```puppet
$x = 1

```
~~~sh
ls
~~~
| a | b |
| --- | --- |
| 1 | `2` |

---
<b>html</b>

- item
  ***
  text
-
";
    insta::assert_snapshot!(blocks(markdown));
}

#[test]
fn unusual_markdown_loses_no_text() {
    for markdown in
        ["", "\n\n", "```", "```\nopen", "- ", ">", "*a", "[x](y", "|", "| a\n", "é\n\n\u{1b}é", "&amp; \\* x"]
    {
        let text = blocks(markdown);
        let letters = |text: &str| text.chars().filter(|ch| ch.is_ascii_lowercase()).count();
        assert!(letters(&text) >= letters(markdown.trim_matches('`')), "{markdown:?}: {text}");
    }
}
