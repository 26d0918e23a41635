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
            rule("Keywords", "A bareword that is a lowercase keyword as a whole.")
        }
        Private | Attr | Plan | Apply | Application | Consumes | Produces | Site => {
            rule("Keywords: Reserved Words", "A reserved word: it is not a valid name.")
        }
        Other | End | Amp => rule("Other", "A character that starts no token: the grammar rejects it."),
        _ => mark_rule(kind),
    }
}

const fn word_rule(kind: TokenKind) -> TokenRule {
    use TokenKind::*;
    match kind {
        Ref => rule(
            "Upper Case Bare Words",
            "Segments joined by `::`, each starting with an uppercase letter: a type or a reference.",
        ),
        Variable => rule(
            "Variable",
            "`$` and word characters, with `::` between segments. The longest name wins: `$x_1y` is one name.",
        ),
        Number => rule(
            "Numbers",
            "Starts with a digit. `0x` is hexadecimal, a leading 0 octal; a dot with digits or an exponent makes a \
             float.",
        ),
        Boolean | Undef | Default => rule("Keywords", "A keyword that is a value."),
        Regexp => rule(
            "Regular Expressions",
            "From `/` to the next unescaped `/`, where a value is allowed; after a value `/` divides.",
        ),
        Word => {
            rule(UNQUOTED, "A bareword with a hyphen in it, or one that is not a valid name: a string, not a name.")
        }
        _ => rule(
            "Lower Case Bare Words",
            "Segments joined by `::`, each starting with a lowercase letter: a name, or a string without quotes.",
        ),
    }
}

const fn string_rule(kind: TokenKind) -> TokenRule {
    use TokenKind::*;
    match kind {
        String => rule(
            "Strings",
            "A quoted string without interpolation. Single quotes support only \\\\ and \\'; double quotes more.",
        ),
        DqPre => rule(STRINGS, "From the opening quote to the first `$name` or `${`."),
        DqMid => rule(STRINGS, "The characters between two interpolations."),
        DqPost => rule(STRINGS, "From the last interpolation to the closing quote."),
        Heredoc => {
            rule("Heredoc", "`@(tag:syntax/escapes)`. Its value is the syntax; the lines below contain the text.")
        }
        _ => rule("Heredoc", "Marks the start of the heredoc's text, which is not next to its tag."),
    }
}

const fn template_rule(kind: TokenKind) -> TokenRule {
    use TokenKind::*;
    match kind {
        EppStart => rule(TEMPLATE, "The source is a template: it starts as text, not as code."),
        RenderString => rule(TEMPLATE, "Text between tags, already trimmed by `<%-` and `-%>`."),
        RenderExpr => rule(TEMPLATE, "`<%=`: inserts the value of the code up to `%>` into the text."),
        EppEndTrim => rule(TEMPLATE, "`-%>`: ends the code, and removes the spaces and the line end after it."),
        _ => rule(TEMPLATE, "`%>`: ends the code; text follows."),
    }
}

const fn mark_rule(kind: TokenKind) -> TokenRule {
    use TokenKind::*;
    match kind {
        ListStart => rule(SPECIAL, "A `[` after a space, or at the start of the source, starts an array."),
        LBrack => rule(SPECIAL, "A `[` directly after a value indexes it, or starts the parameters of a type."),
        SelBrace => rule(SPECIAL, "A `{` after `?` starts the options of a selector."),
        WsLParen => rule(MARKS, "A `(` after a space: it does not start a call."),
        LParen => rule(MARKS, "A `(` directly after a name calls it."),
        LambdaPipe | Pipe => rule(MARKS, "`|` starts or ends the parameters of a lambda."),
        PipeEnd => rule(MARKS, "The `|` that ends the parameters of a lambda."),
        LBrace | RBrace | RBrack | RParen | Semicolon | Comma | Dot | Colon => {
            rule(MARKS, "A bracket or punctuation mark is always a separate token.")
        }
        Div => rule(OPERATORS, "`/` divides after a value; where a value is expected it starts a regular expression."),
        Minus => {
            rule(OPERATORS, "`-` is the operator, with or without spaces; the grammar decides whether it negates.")
        }
        Times => rule(
            OPERATORS,
            "`*` multiplies; where a value is expected it unfolds, before a parameter it captures the rest.",
        ),
        At | AtAt => rule(OPERATORS, "`@` before a resource makes it virtual, `@@` exported."),
        InEdge | OutEdge | InEdgeSub | OutEdgeSub => {
            rule(OPERATORS, "An arrow between resources: `->` orders, `~>` also refreshes.")
        }
        LCollect | RCollect | LLCollect | RRCollect => rule(OPERATORS, "Encloses the query of a collector."),
        _ => rule(OPERATORS, "The longest matching operator wins: `<<|` before `<<`, `=~` before `=`."),
    }
}
