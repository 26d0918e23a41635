//! The lexical rule of each kind of token, for learners: the section of Puppet's Lexical Structure and the rule in
//! plain words.

use super::TokenKind;

/// The rule that makes a token of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenRule {
    /// The section of the Lexical Structure.
    pub section: &'static str,
    /// The rule in plain words.
    pub text: &'static str,
}

const fn rule(section: &'static str, text: &'static str) -> TokenRule {
    TokenRule { section, text }
}

const UNQUOTED: &str = "Identifiers";
const STRINGS: &str = "Strings: Double Quoted String";
const MARKS: &str = "Separators / Punctuation";
const SPECIAL: &str = "Special Punctuation Processing";
const OPERATORS: &str = "Operators";
const TEMPLATE: &str = "Template Mode";

/// Returns the rule that makes a token of this kind.
pub const fn token_rule(kind: TokenKind) -> TokenRule {
    use TokenKind::*;
    match kind {
        Name | Word | Ref | Variable | Number | Boolean | Undef | Default | Regexp => word_rule(kind),
        String | DqPre | DqMid | DqPost | Heredoc | SubLocate => string_rule(kind),
        EppStart | RenderString | RenderExpr | EppEnd | EppEndTrim => template_rule(kind),
        And | Or | In | If | Elsif | Else | Unless | Case | Class | Inherits | Define | Node | Function | Type => {
            rule("Keywords", "A bare word that is a keyword in its whole length and in lower case.")
        }
        Private | Attr | Plan | Apply | Application | Consumes | Produces | Site => {
            rule("Keywords: Reserved Words", "A word that the language keeps for itself: it is no name.")
        }
        Other | End | Amp => rule("Other", "A character that begins no token: the grammar refuses it."),
        _ => mark_rule(kind),
    }
}

const fn word_rule(kind: TokenKind) -> TokenRule {
    use TokenKind::*;
    match kind {
        Ref => rule(
            "Upper Case Bare Words",
            "Segments joined by `::`, each beginning with an upper-case letter: a type or a reference.",
        ),
        Variable => rule(
            "Variable",
            "`$` and word characters, with `::` between segments. Read as far as they go: `$x_1y` is one name.",
        ),
        Number => rule(
            "Numbers",
            "Begins with a digit. `0x` is hexadecimal, a leading 0 octal; a dot with digits or an exponent makes a \
             float.",
        ),
        Boolean | Undef | Default => rule("Keywords", "A word that is a value of its own."),
        Regexp => rule(
            "Regular Expressions",
            "From `/` to the next `/` that no backslash precedes, where a value may stand; behind a value `/` divides.",
        ),
        Word => rule(UNQUOTED, "A bare word with a hyphen in it, or one that is no name: a string, not a name."),
        _ => rule(
            "Lower Case Bare Words",
            "Segments joined by `::`, each beginning with a lower-case letter: a name, or a string without quotes.",
        ),
    }
}

const fn string_rule(kind: TokenKind) -> TokenRule {
    use TokenKind::*;
    match kind {
        String => rule(
            "Strings",
            "Quoted text without interpolation. Single quotes know \\\\ and \\' only; double quotes know more escapes.",
        ),
        DqPre => rule(STRINGS, "From the opening quote to the first `$name` or `${`."),
        DqMid => rule(STRINGS, "The text between two interpolations."),
        DqPost => rule(STRINGS, "From the last interpolation to the closing quote."),
        Heredoc => {
            rule("Heredoc", "`@(tag:syntax/escapes)`. Its value is the syntax; the text stands on the lines below.")
        }
        _ => rule("Heredoc", "Marks where the text of the heredoc begins: it stands elsewhere than its opener."),
    }
}

const fn template_rule(kind: TokenKind) -> TokenRule {
    use TokenKind::*;
    match kind {
        EppStart => rule(TEMPLATE, "The text is read as a template: it begins as text, not as code."),
        RenderString => rule(TEMPLATE, "Text between tags, with what `<%-` and `-%>` trim already taken off."),
        RenderExpr => rule(TEMPLATE, "`<%=`: the value of the code up to `%>` is put into the text."),
        EppEndTrim => rule(TEMPLATE, "`-%>`: ends the code, and takes off blanks and the line end behind it."),
        _ => rule(TEMPLATE, "`%>`: ends the code; text follows."),
    }
}

const fn mark_rule(kind: TokenKind) -> TokenRule {
    use TokenKind::*;
    match kind {
        ListStart => rule(SPECIAL, "A `[` behind a blank, or first in the text, begins an array."),
        LBrack => rule(SPECIAL, "A `[` right behind a value takes an element, or gives a type its parameters."),
        SelBrace => rule(SPECIAL, "A `{` behind `?` begins the options of a selector."),
        WsLParen => rule(MARKS, "A `(` behind a blank: it does not call what stands before it."),
        LParen => rule(MARKS, "A `(` right behind a name calls it."),
        LambdaPipe | Pipe => rule(MARKS, "`|` begins or ends the parameters of a lambda."),
        PipeEnd => rule(MARKS, "The `|` that ends the parameters of a lambda."),
        LBrace | RBrace | RBrack | RParen | Semicolon | Comma | Dot | Colon => {
            rule(MARKS, "A bracket or mark is a token of its own, wherever it stands.")
        }
        Div => rule(OPERATORS, "`/` divides behind a value; where a value is wanted it begins a regular expression."),
        Minus => rule(OPERATORS, "`-` is the operator however it is spaced; whether it negates is for the grammar."),
        Times => {
            rule(OPERATORS, "`*` multiplies; where a value is wanted it unfolds, before a parameter it takes the rest.")
        }
        At | AtAt => rule(OPERATORS, "`@` before a resource makes it virtual, `@@` exported."),
        InEdge | OutEdge | InEdgeSub | OutEdgeSub => {
            rule(OPERATORS, "An arrow between resources: `->` orders, `~>` also refreshes.")
        }
        LCollect | RCollect | LLCollect | RRCollect => rule(OPERATORS, "Around the query of a collector."),
        _ => rule(OPERATORS, "The longest sign that fits is taken: `<<|` before `<<`, `=~` before `=`."),
    }
}
