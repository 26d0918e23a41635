//! Issues of the lexer and the parser.

use super::{Explanation, Stage};

const fn row(code: &'static str, text: &'static str, example: &'static str, fix: &'static str) -> Explanation {
    super::row(Stage::Syntax, code, text, example, fix)
}

pub(super) const ROWS: &[Explanation] = &[
    row(
        "SYNTAX_ERROR",
        "The source does not follow the grammar: a token is unexpected, or the source ends too early. The mark is \
         on the first unexpected token. The error is often just before it: a missing comma, closing bracket or \
         quote.",
        "$list = [1, 2",
        "$list = [1, 2]",
    ),
    row(
        "ILLEGAL_CLASS_REFERENCE",
        "In the name of a type every segment starts with an uppercase letter. This name starts as a type, but a \
         later segment is not uppercase.",
        "Apache::vhost",
        "$type = Resource['apache::vhost']",
    ),
    row(
        "ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE",
        "In the name of a type that starts with `::` every segment is uppercase. One `::` of this name is not \
         followed by an uppercase letter.",
        "::Apache::vhost",
        "$type = Resource['apache::vhost']",
    ),
    row(
        "ILLEGAL_FULLY_QUALIFIED_NAME",
        "Two colons join the segments of a name, and a segment starts with a letter. Here no valid segment follows \
         the colons.",
        "notify { 'a':: }",
        "notify { 'a': }",
    ),
    row(
        "ILLEGAL_NUMBER",
        "A token that starts with a digit is read as a number. This one contains letters that a number cannot \
         have. Names never start with a digit; a string that does needs quotes.",
        "$size = 10mb",
        "$size = '10mb'",
    ),
    row(
        "ILLEGAL_UNICODE_ESCAPE",
        "In a double-quoted string `\\u` inserts a character by its number, in four hexadecimal digits or in \
         braces. This number has no character: the last one is 10ffff, and d800 to dfff are not characters.",
        r#"$x = "\u{110000}""#,
        r#"$x = "\u{1f600}""#,
    ),
    row(
        "INVALID_HEX_NUMBER",
        "A number that starts with `0x` is hexadecimal: only digits and the letters a to f may follow.",
        "$color = 0xfg",
        "$color = 0xff",
    ),
    row(
        "INVALID_OCTAL_NUMBER",
        "A number that starts with 0 is octal, so it has the digits 0 to 7 only. This is surprising in dates and \
         file modes: remove the zero, or quote the value.",
        "$month = 08",
        "$month = 8",
    ),
    row(
        "INVALID_DECIMAL_NUMBER",
        "A decimal number consists of digits, an optional fraction and an optional exponent. The exponent may have \
         a minus sign but no plus sign.",
        "$x = 1e+3",
        "$x = 1e3",
    ),
    row(
        "UNRECOGNIZED_ESCAPE",
        "A double-quoted string supports the escapes \\\\ \\\" \\' \\$ \\n \\r \\t \\s and \\u. Any other \
         backslash stays in the string, with this warning. Double the backslash to write it explicitly.",
        r#"$path = "C:\dir""#,
        r#"$path = "C:\\dir""#,
    ),
    row(
        "UNCLOSED_QUOTE",
        "A string starts here and the source ends before its closing quote. Look for a missing quote, or for a \
         quote inside the string that needs a backslash.",
        "$name = 'Ada",
        "$name = 'Ada'",
    ),
    row(
        "UNCLOSED_MLCOMMENT",
        "A comment that starts with `/*` continues to the next `*/`, which is missing.",
        "/* to be done",
        "/* to be done */",
    ),
    row(
        "ILLEGAL_BOM",
        "The source starts with a byte order mark, an invisible character that some editors add to files. Puppet \
         reads UTF-8 without it: save the file again without the mark.",
        "\u{feff}$x = 1",
        "$x = 1",
    ),
    row(
        "EPP_UNBALANCED_TAG",
        "The template ends inside an open tag. Every `<%`, `<%=` and `<%-` needs its `%>` or `-%>`; a comment in \
         code hides a closing tag on its line.",
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
        "The template ends right after an opening `<%`. Add code and a closing `%>`; to print the two characters \
         themselves, write `<%%`.",
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
        "No line contains only the heredoc's end tag, so the heredoc has no end. The tag is case-sensitive, and \
         only `|`, `-` and spaces are allowed before it.",
        "$x = @(END)\ntext\nend",
        "$x = @(END)\ntext\nEND",
    ),
    row(
        "HEREDOC_INVALID_ESCAPE",
        "The letters after the slash in `@(END/..)` enable escapes: some of t, r, n, s, u, L and $. A slash \
         without letters enables all of them.",
        "$x = @(END/x)\ntext\nEND",
        "$x = @(END/tn)\ntext\nEND",
    ),
    row(
        "HEREDOC_INVALID_SYNTAX",
        "The parentheses of a heredoc contain the end tag. A colon with a lowercase syntax name and a slash with \
         escapes may follow, in this order.",
        "$x = @(END:JSON)\n{}\nEND",
        "$x = @(END:json)\n{}\nEND",
    ),
    row(
        "HEREDOC_WITHOUT_TEXT",
        "The text of a heredoc starts on the line after its `@(..)`, and no further line follows.",
        "$x = @(END)",
        "$x = @(END)\ntext\nEND",
    ),
    row(
        "HEREDOC_EMPTY_ENDTAG",
        "The end tag of a heredoc is empty. Any other tag is valid: a line that contains only the tag ends the \
         heredoc.",
        "$x = @(\"\")\ntext\n",
        "$x = @(\"END\")\ntext\nEND",
    ),
    row(
        "HEREDOC_MULTIPLE_AT_ESCAPES",
        "An escape after the slash of `@(END/..)` is duplicated. Name each escape once.",
        "$x = @(END/tt)\ntext\nEND",
        "$x = @(END/t)\ntext\nEND",
    ),
    row(
        "REGEXP_MODIFIER",
        "A letter directly follows a regular expression. Other languages read it as a modifier; Puppet reads a \
         separate bareword, which is never intended. Put options inside the expression.",
        "'A' =~ /a/i",
        "'A' =~ /(?i:a)/",
    ),
    row(
        "HEREDOC_IN_HEREDOC",
        "A heredoc starts inside an interpolation of another heredoc. Puppet fails on this with an internal error, \
         so pprepl rejects it. Assign the inner string to a variable first.",
        "$x = @(\"A\")\n${@(B)}\nb\nB\nA",
        "$b = 'b'\n$x = @(\"A\")\n${b}\nA",
    ),
    row(
        "STRING_TOO_DEEP",
        "Strings are nested in the interpolations of strings, so deep that parsing them would take too much \
         memory. Assign the inner ones to variables and interpolate those.",
        "",
        "",
    ),
    row(
        "NESTED_TOO_DEEPLY",
        "Brackets or operators are nested so deep that evaluating them would take too much memory. Assign inner \
         parts to variables and use those.",
        "",
        "",
    ),
];
