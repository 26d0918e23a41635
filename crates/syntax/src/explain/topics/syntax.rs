//! Topics of source that Puppet cannot read.

use pprepl_text::Topic;

use super::{TopicPage, page};

pub(super) const PAGES: &[TopicPage] = &[
    page(
        Topic::Syntax,
        "The source does not follow the grammar: a token is unexpected, or the source ends too early. The mark is on \
         the first unexpected token. The mistake is often just before it: a missing comma, colon, bracket or quote.",
        "notify { 'a' message => 'b' }",
        "notify { 'a': message => 'b' }",
    ),
    page(
        Topic::UnclosedString,
        "A string starts here, and its closing quote is missing. Puppet then reads all the following source as part of \
         the string. Close it, or write a backslash before a quote inside it.",
        "$name = 'Ada",
        "$name = 'Ada'",
    ),
    page(
        Topic::UnclosedComment,
        "A comment that starts with `/*` continues to the next `*/`, over any number of lines. Here the end is missing. \
         A comment of one line starts with `#` and needs no end.",
        "/* to be done",
        "/* to be done */",
    ),
    page(
        Topic::RegexpSyntax,
        "The regular expression between the slashes is not valid. Puppet uses Ruby's regular expressions. Options such \
         as `i` are part of the expression: `/(?i:a)/`, not `/a/i`.",
        "'a' =~ /(a/",
        "'a' =~ /(a)/",
    ),
    page(
        Topic::Heredoc,
        "A heredoc is `@(END)`, its text on the next lines, and a line that contains only END. The end tag is \
         case-sensitive. Only spaces, `|` and `-` are allowed before it.",
        "$x = @(END)\ntext\nend",
        "$x = @(END)\ntext\nEND",
    ),
    page(
        Topic::HeredocContent,
        "The name after the colon in `@(END:json)` declares the language of the heredoc. The text is not valid in that \
         language. Puppet checks it when it reads the source, so that a mistake does not reach a configuration file.",
        "$x = @(END:json)\n{\"a\": }\nEND",
        "$x = @(END:json)\n{\"a\": 1}\nEND",
    ),
    page(
        Topic::TemplateTag,
        "In a template every `<%`, `<%=` or `<%-` needs its `%>` or `-%>`. A template with parameters starts with them: \
         `<%- | String $name | -%>`. To print the characters `<%`, write `<%%`.",
        ":tokens --epp Hello <%= $name",
        ":tokens --epp Hello <%= $name %>",
    ),
    page(
        Topic::NumberSyntax,
        "A token that starts with a digit must be a number. A number that starts with 0 is octal and has the digits 0 \
         to 7; `0x` starts a hexadecimal one. Quote sizes, dates and file modes: they are strings.",
        "$size = 10mb",
        "$size = '10mb'",
    ),
    page(
        Topic::StringEscape,
        "A backslash in double quotes starts an escape such as `\\n`. This one is unknown, so the backslash stays in \
         the string. Double the backslash, or use single quotes.",
        r#"$path = "C:\dir""#,
        r#"$path = "C:\\dir""#,
    ),
    page(
        Topic::Nesting,
        "Brackets, operators or strings are nested too deeply. Evaluating them would need too much memory. Assign the \
         inner parts to variables.",
        "",
        "",
    ),
    page(
        Topic::ReservedWord,
        "The language uses this word itself, so it is not a name or an unquoted string. Quote it if you mean the \
         string, or use another name.",
        "$x = private",
        "$x = 'private'",
    ),
    page(
        Topic::NameSyntax,
        "Names of classes, defined types and functions are lowercase; names of types start each segment with an \
         uppercase letter. Segments are joined by `::`. A name has letters, digits and underscores, but no hyphens.",
        "class Web { }",
        "class web { }",
    ),
    page(
        Topic::CallParentheses,
        "Only a few functions, such as `include` and `notice`, are called without parentheses. All others need them \
         around their arguments. Without them Puppet reads the name as a string and the rest as another value.",
        "join ['a', 'b'], ','",
        "join(['a', 'b'], ',')",
    ),
    page(
        Topic::UnusedValue,
        "A value is computed and not used. Only the last statement of a function, a lambda or an input may be a value: \
         it is the result. Often an assignment lacks its `=`, or a call its parentheses.",
        "upcase 'a'\n$x = 1",
        "$a = upcase('a')\n$x = 1",
    ),
    page(
        Topic::NoValue,
        "A definition or a collector has an effect but no value. It cannot be assigned, compared or passed to a \
         function. Write it as a statement.",
        "$all = Notify <| |>",
        "Notify <| |>",
    ),
    page(
        Topic::WrongPlace,
        "This construct is not allowed here. Puppet finds classes, functions and types by name, without running code. \
         So their definitions cannot be inside conditions, loops or functions.",
        "if true { class web { } }",
        "class web { }\nif true { include web }",
    ),
    page(
        Topic::UnsupportedExpression,
        "This place accepts only some kinds of expressions. For example, the value of a type alias is a type, and the \
         name of a node is a string or a regular expression.",
        "type Port = [1]",
        "type Port = Integer[1, 65535]",
    ),
    page(
        Topic::RemovedFeature,
        "Older versions of Puppet had this feature, and Puppet 8 does not. A variable is set only once, so `+=` became \
         an assignment to a new name. `import` became loading by name, and inherited nodes became classes.",
        "$a = [1]\n$a += [2]",
        "$a = [1]\n$b = $a + [2]",
    ),
    page(
        Topic::DuplicateDefault,
        "A `case` or a selector has two options named `default`. `default` applies when no other option matches, so \
         the second one never applies. Remove it, or give it a value to match.",
        "case 1 { default: { 1 } default: { 2 } }",
        "case 1 { 1: { 1 } default: { 2 } }",
    ),
    page(
        Topic::DuplicateKey,
        "A hash has the same key twice, and only the later value would remain. This is almost always a mistake. Remove \
         one of them, or rename a key.",
        "$h = {'a' => 1, 'a' => 2}",
        "$h = {'a' => 1, 'b' => 2}",
    ),
    page(
        Topic::SeveralErrors,
        "Puppet reports several errors of one source together. The message counts them, and each is listed with its \
         place. Fix the first one first: others may follow from it.",
        "",
        "",
    ),
];
