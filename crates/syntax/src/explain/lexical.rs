//! Issues of the lexer and the parser.

use super::{Explanation, Stage};
use pprepl_text::{Code, IssueCode};

const fn row(code: IssueCode, text: &'static str, example: &'static str, fix: &'static str) -> Explanation {
    super::row(Stage::Syntax, Code::Issue(code), text, example, fix)
}

pub(super) const ROWS: &[Explanation] = &[
    row(
        IssueCode::SyntaxError,
        "The source does not follow the grammar: a token is unexpected, or the source ends too early. The mark is \
         on the first unexpected token. The error is often just before it: a missing comma, closing bracket or \
         quote.",
        "$list = [1, 2",
        "$list = [1, 2]",
    ),
    row(
        IssueCode::IllegalClassReference,
        "In the name of a type every segment starts with an uppercase letter. This name starts as a type, but a \
         later segment is not uppercase.",
        "Apache::vhost",
        "$type = Resource['apache::vhost']",
    ),
    row(
        IssueCode::IllegalFullyQualifiedClassReference,
        "In the name of a type that starts with `::` every segment is uppercase. One `::` of this name is not \
         followed by an uppercase letter.",
        "::Apache::vhost",
        "$type = Resource['apache::vhost']",
    ),
    row(
        IssueCode::IllegalFullyQualifiedName,
        "Two colons join the segments of a name, and a segment starts with a letter. Here no valid segment follows \
         the colons.",
        "notify { 'a':: }",
        "notify { 'a': }",
    ),
    row(
        IssueCode::IllegalNumber,
        "A token that starts with a digit is read as a number. This one contains letters that a number cannot \
         have. Names never start with a digit; a string that does needs quotes.",
        "$size = 10mb",
        "$size = '10mb'",
    ),
    row(
        IssueCode::IllegalUnicodeEscape,
        "In a double-quoted string `\\u` inserts a character by its number, in four hexadecimal digits or in \
         braces. This number has no character: the last one is 10ffff, and d800 to dfff are not characters.",
        r#"$x = "\u{110000}""#,
        r#"$x = "\u{1f600}""#,
    ),
    row(
        IssueCode::InvalidHexNumber,
        "A number that starts with `0x` is hexadecimal: only digits and the letters a to f may follow.",
        "$color = 0xfg",
        "$color = 0xff",
    ),
    row(
        IssueCode::InvalidOctalNumber,
        "A number that starts with 0 is octal, so it has the digits 0 to 7 only. This is surprising in dates and \
         file modes: remove the zero, or quote the value.",
        "$month = 08",
        "$month = 8",
    ),
    row(
        IssueCode::InvalidDecimalNumber,
        "A decimal number consists of digits, an optional fraction and an optional exponent. The exponent may have \
         a minus sign but no plus sign.",
        "$x = 1e+3",
        "$x = 1e3",
    ),
    row(
        IssueCode::UnrecognizedEscape,
        "A double-quoted string supports the escapes \\\\ \\\" \\' \\$ \\n \\r \\t \\s and \\u. Any other \
         backslash stays in the string, with this warning. Double the backslash to write it explicitly.",
        r#"$path = "C:\dir""#,
        r#"$path = "C:\\dir""#,
    ),
    row(
        IssueCode::UnclosedQuote,
        "A string starts here and the source ends before its closing quote. Look for a missing quote, or for a \
         quote inside the string that needs a backslash.",
        "$name = 'Ada",
        "$name = 'Ada'",
    ),
    row(
        IssueCode::UnclosedMlcomment,
        "A comment that starts with `/*` continues to the next `*/`, which is missing.",
        "/* to be done",
        "/* to be done */",
    ),
    row(
        IssueCode::IllegalBom,
        "The source starts with a byte order mark, an invisible character that some editors add to files. Puppet \
         reads UTF-8 without it: save the file again without the mark.",
        "\u{feff}$x = 1",
        "$x = 1",
    ),
    row(
        IssueCode::EppUnbalancedTag,
        "The template ends inside an open tag. Every `<%`, `<%=` and `<%-` needs its `%>` or `-%>`; a comment in \
         code hides a closing tag on its line.",
        "Hello <%= $name",
        "Hello <%= $name %>",
    )
    .template(),
    row(
        IssueCode::EppUnbalancedComment,
        "A template's comment starts with `<%#` and the template ends before its `%>`.",
        "a <%# comment",
        "a <%# comment %>",
    )
    .template(),
    row(
        IssueCode::EppUnbalancedExpression,
        "The template ends right after an opening `<%`. Add code and a closing `%>`; to print the two characters \
         themselves, write `<%%`.",
        "a <%",
        "a <%%",
    )
    .template(),
    row(
        IssueCode::HeredocUnclosedParenthesis,
        "A heredoc starts with `@(` and needs a closing parenthesis on the same line, after its end tag.",
        "$x = @(END\ntext\nEND",
        "$x = @(END)\ntext\nEND",
    ),
    row(
        IssueCode::HeredocWithoutEndTaggedLine,
        "No line contains only the heredoc's end tag, so the heredoc has no end. The tag is case-sensitive, and \
         only `|`, `-` and spaces are allowed before it.",
        "$x = @(END)\ntext\nend",
        "$x = @(END)\ntext\nEND",
    ),
    row(
        IssueCode::HeredocInvalidEscape,
        "The letters after the slash in `@(END/..)` enable escapes: some of t, r, n, s, u, L and $. A slash \
         without letters enables all of them.",
        "$x = @(END/x)\ntext\nEND",
        "$x = @(END/tn)\ntext\nEND",
    ),
    row(
        IssueCode::HeredocInvalidSyntax,
        "The parentheses of a heredoc contain the end tag. A colon with a lowercase syntax name and a slash with \
         escapes may follow, in this order.",
        "$x = @(END:JSON)\n{}\nEND",
        "$x = @(END:json)\n{}\nEND",
    ),
    row(
        IssueCode::HeredocWithoutText,
        "The text of a heredoc starts on the line after its `@(..)`, and no further line follows.",
        "$x = @(END)",
        "$x = @(END)\ntext\nEND",
    ),
    row(
        IssueCode::HeredocEmptyEndtag,
        "The end tag of a heredoc is empty. Any other tag is valid: a line that contains only the tag ends the \
         heredoc.",
        "$x = @(\"\")\ntext\n",
        "$x = @(\"END\")\ntext\nEND",
    ),
    row(
        IssueCode::HeredocMultipleAtEscapes,
        "An escape after the slash of `@(END/..)` is duplicated. Name each escape once.",
        "$x = @(END/tt)\ntext\nEND",
        "$x = @(END/t)\ntext\nEND",
    ),
    row(
        IssueCode::RegexpModifier,
        "A letter directly follows a regular expression. Other languages read it as a modifier; Puppet reads a \
         separate bareword, which is never intended. Put options inside the expression.",
        "'A' =~ /a/i",
        "'A' =~ /(?i:a)/",
    ),
    row(
        IssueCode::HeredocInHeredoc,
        "A heredoc starts inside an interpolation of another heredoc. Puppet fails on this with an internal error, \
         so pprepl rejects it. Assign the inner string to a variable first.",
        "$x = @(\"A\")\n${@(B)}\nb\nB\nA",
        "$b = 'b'\n$x = @(\"A\")\n${b}\nA",
    ),
    row(
        IssueCode::StringTooDeep,
        "Strings are nested in the interpolations of strings, so deep that parsing them would take too much \
         memory. Assign the inner ones to variables and interpolate those.",
        "",
        "",
    ),
    row(
        IssueCode::NestedTooDeeply,
        "Brackets or operators are nested so deep that evaluating them would take too much memory. Assign inner \
         parts to variables and use those.",
        "",
        "",
    ),
];
