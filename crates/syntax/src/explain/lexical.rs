//! Issues of the lexer and the parser.

use super::{Explanation, Stage};

const fn row(code: &'static str, text: &'static str, example: &'static str, fix: &'static str) -> Explanation {
    super::row(Stage::Syntax, code, text, example, fix)
}

pub(super) const ROWS: &[Explanation] = &[
    row(
        "SYNTAX_ERROR",
        "The text does not follow the grammar: something stands where it cannot stand, or the text ends too early. \
         The mark is on the first piece that does not fit, and the fault is often just before it: a missing comma, a \
         missing closing bracket or quote.",
        "$list = [1, 2",
        "$list = [1, 2]",
    ),
    row(
        "ILLEGAL_CLASS_REFERENCE",
        "The segments of a type's name all start upper-case. This name starts as a type and goes on as something else.",
        "Apache::vhost",
        "$type = Resource['apache::vhost']",
    ),
    row(
        "ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE",
        "A type's name that starts with `::` goes on with upper-case segments only. After one of its `::` comes \
         something that is no upper-case letter.",
        "::Apache::vhost",
        "$type = Resource['apache::vhost']",
    ),
    row(
        "ILLEGAL_FULLY_QUALIFIED_NAME",
        "Two colons join the segments of a name, and a segment starts with a letter. Here nothing that could be a \
         segment follows the colons.",
        "notify { 'a':: }",
        "notify { 'a': }",
    ),
    row(
        "ILLEGAL_NUMBER",
        "A word that starts with a digit is read as a number, and this one has letters in it that a number cannot \
         have. Names never start with a digit; a text that does needs quotes.",
        "$size = 10mb",
        "$size = '10mb'",
    ),
    row(
        "ILLEGAL_UNICODE_ESCAPE",
        "In a double-quoted string `\\u` gives a character by its number, in four hexadecimal digits or in braces. \
         There is no character with this number: they end at 10ffff, and d800 to dfff are not characters.",
        r#"$x = "\u{110000}""#,
        r#"$x = "\u{1f600}""#,
    ),
    row(
        "INVALID_HEX_NUMBER",
        "What starts with `0x` is a hexadecimal number: digits and the letters a to f follow, and nothing else.",
        "$color = 0xfg",
        "$color = 0xff",
    ),
    row(
        "INVALID_OCTAL_NUMBER",
        "A number that starts with 0 is octal, so it has the digits 0 to 7 only. This surprises with dates and file \
         modes: leave the zero out, or put the text in quotes.",
        "$month = 08",
        "$month = 8",
    ),
    row(
        "INVALID_DECIMAL_NUMBER",
        "A decimal number is made of digits, with a dot and digits and an exponent if need be. The exponent takes a \
         minus sign but no plus sign.",
        "$x = 1e+3",
        "$x = 1e3",
    ),
    row(
        "UNRECOGNIZED_ESCAPE",
        "A double-quoted string knows the escapes \\\\ \\\" \\' \\$ \\n \\r \\t \\s and \\u. Any other backslash stays \
         in the text as it is written, with this warning. Double the backslash to say that it is meant.",
        r#"$path = "C:\dir""#,
        r#"$path = "C:\\dir""#,
    ),
    row(
        "UNCLOSED_QUOTE",
        "A string starts here and the text ends before its closing quote. Look for a missing quote, or for a quote \
         inside the string that needs a backslash.",
        "$name = 'Ada",
        "$name = 'Ada'",
    ),
    row(
        "UNCLOSED_MLCOMMENT",
        "A comment that starts with `/*` goes on to the next `*/`, and there is none.",
        "/* to be done",
        "/* to be done */",
    ),
    row(
        "ILLEGAL_BOM",
        "The text starts with a byte order mark, an invisible sign that some editors put into files. Puppet reads \
         plain UTF-8 without it: save the file again without the mark.",
        "\u{feff}$x = 1",
        "$x = 1",
    ),
    row(
        "EPP_UNBALANCED_TAG",
        "A template's tag is open and the template ends. Every `<%`, `<%=` and `<%-` needs its `%>` or `-%>`; a \
         comment in code hides a closing tag on its line.",
        "Hello <%= $name",
        "Hello <%= $name %>",
    )
    .template(),
    row(
        "EPP_UNBALANCED_COMMENT",
        "A template's comment starts with `<%#` and the template ends before its `%>`.",
        "a <%# comment",
        "a <%# comment %>",
    )
    .template(),
    row(
        "EPP_UNBALANCED_EXPRESSION",
        "The template ends right after an opening `<%`. Put code and a closing `%>` after it; for the two characters \
         themselves write `<%%`.",
        "a <%",
        "a <%%",
    )
    .template(),
    row(
        "HEREDOC_UNCLOSED_PARENTHESIS",
        "A heredoc starts with `@(` and needs a closing parenthesis on the same line, after its end tag.",
        "$x = @(END\ntext\nEND",
        "$x = @(END)\ntext\nEND",
    ),
    row(
        "HEREDOC_WITHOUT_END_TAGGED_LINE",
        "No line holds the heredoc's end tag alone, so its text would never end. Upper and lower case count, and only \
         `|`, `-` and blanks may stand before the tag.",
        "$x = @(END)\ntext\nend",
        "$x = @(END)\ntext\nEND",
    ),
    row(
        "HEREDOC_INVALID_ESCAPE",
        "After the slash in `@(END/..)` stand the escapes to be read in the text: some of t, r, n, s, u, L and $. \
         With nothing after the slash all of them are.",
        "$x = @(END/x)\ntext\nEND",
        "$x = @(END/tn)\ntext\nEND",
    ),
    row(
        "HEREDOC_INVALID_SYNTAX",
        "Between the parentheses of a heredoc stand the end tag, then if need be a colon and the text's syntax in \
         lower case, then if need be a slash and escapes.",
        "$x = @(END:JSON)\n{}\nEND",
        "$x = @(END:json)\n{}\nEND",
    ),
    row(
        "HEREDOC_WITHOUT_TEXT",
        "The text of a heredoc starts on the line after its `@(..)`, and there is no further line.",
        "$x = @(END)",
        "$x = @(END)\ntext\nEND",
    ),
    row(
        "HEREDOC_EMPTY_ENDTAG",
        "The end tag of a heredoc is empty. It may be any text that ends the heredoc when a line consists of it.",
        "$x = @(\"\")\ntext\n",
        "$x = @(\"END\")\ntext\nEND",
    ),
    row(
        "HEREDOC_MULTIPLE_AT_ESCAPES",
        "One of the escapes after the slash of `@(END/..)` is there twice. Each is named once.",
        "$x = @(END/tt)\ntext\nEND",
        "$x = @(END/t)\ntext\nEND",
    ),
    row(
        "REGEXP_MODIFIER",
        "A letter stands right behind a regular expression. Other languages take it as a modifier; Puppet reads a word \
         of its own there, which is never what was meant. Options go inside the expression.",
        "'A' =~ /a/i",
        "'A' =~ /(?i:a)/",
    ),
    row(
        "HEREDOC_IN_HEREDOC",
        "A heredoc starts inside an interpolation of another one's text. Puppet breaks down on this, so it is refused \
         here: give the inner text a name first.",
        "$x = @(\"A\")\n${@(B)}\nb\nB\nA",
        "$b = 'b'\n$x = @(\"A\")\n${b}\nA",
    ),
    row(
        "STRING_TOO_DEEP",
        "Strings stand in the interpolations of strings, one in another, so deep that reading on would take too much \
         memory. Assign the inner ones to variables and interpolate those.",
        "",
        "",
    ),
    row(
        "NESTED_TOO_DEEPLY",
        "Brackets or operators stand in one another so deep that evaluating them would take too much memory. Assign \
         inner parts to variables and use those.",
        "",
        "",
    ),
];
