//! Topics of functions, calls, lambdas and parameters.

use pprepl_text::Topic;

use super::{TopicPage, page};

pub(super) const PAGES: &[TopicPage] = &[
    page(
        Topic::UndefinedFunction,
        "No function has this name. Check the spelling; ':functions' lists all functions. Some common functions are \
         part of a module, above all stdlib, which must be on the module path.",
        "nosuch('abc')",
        "size('abc')",
    ),
    page(
        Topic::ArgumentType,
        "An argument has a type that the function does not accept. The message names the expected type and the found \
         type; a lambda counts as an argument. ':doc NAME' shows all forms of a function, ':why CALL' how each \
         argument compares.",
        "size(true)",
        "size([true])",
    ),
    page(
        Topic::ArgumentCount,
        "The call has too many or too few arguments. The message has the numbers. A lambda after the call is not an \
         argument in parentheses.",
        "function add($x, $y) { $x + $y }\nadd(1)",
        "function add($x, $y) { $x + $y }\nadd(1, 2)",
    ),
    page(
        Topic::ArgumentValue,
        "The arguments have the right types, but one of the values is not valid for this function. The message names \
         the value and the valid ones.",
        "get({'a' => {'b' => 1}}, 'a..b')",
        "get({'a' => {'b' => 1}}, 'a.b')",
    ),
    page(
        Topic::Callable,
        "A lambda or a function cannot be called here. A lambda follows the parentheses of the call that gets it. In \
         Puppet 8 a lambda is not a value, and `call` does not pass it on to a function written in Puppet.",
        "",
        "",
    ),
    page(
        Topic::ParameterName,
        "The name of a parameter follows the rules of variables: lowercase, and used once in its list. `$name` and \
         `$title` are reserved in classes and defined types, since Puppet sets them.",
        "define user($name) { }",
        "define user($login) { }",
    ),
    page(
        Topic::ParameterOrder,
        "Arguments are passed by position. So required parameters are first, optional ones follow, and a `*$rest` is \
         the last. Classes and defined types get their parameters by name and cannot have a `*$rest`.",
        "with(1, 2) |*$rest, $last| { $last }",
        "with(1, 2) |$first, *$rest| { $rest }",
    ),
    page(
        Topic::ParameterType,
        "Puppet reads the types of a class's parameters without evaluating them. So these types contain only literals \
         and names of types, and no computed values.",
        "class web(Integer[1 + 1] $port) { }",
        "class web(Integer[2] $port) { }",
    ),
    page(
        Topic::ReturnType,
        "The type after `>>` declares what a function returns. The value of its last expression has another type. Fix \
         the expression, or the declared type.",
        "function port() >> Integer { '80' }\nport()",
        "function port() >> Integer { 80 }\nport()",
    ),
    page(
        Topic::LoopControl,
        "`break()`, `next()` and `return()` leave a lambda or a function. Here they are outside of one. Use `break()` \
         only in the lambda of each, map, filter, reduce or slice.",
        "break()",
        "[1, 2].each |$n| { if $n == 2 { break() } }",
    ),
    page(
        Topic::CallDepth,
        "Functions called each other more than 1000 deep. Usually a function calls itself and never stops. Give it a \
         condition that ends the recursion, or use `reduce`.",
        "function f($n) { f($n + 1) }\nf(1)",
        "function f($n) { if $n < 9 { f($n + 1) } else { $n } }\nf(1)",
    ),
    page(
        Topic::HiddenFunction,
        "The function has the name of a built-in function. Puppet would never call it: built-in functions are found \
         first. The default edition lets yours hide it, and warns. Use another name.",
        "function upcase($x) { 'mine' }",
        "function my_upcase($x) { 'mine' }",
    ),
    page(
        Topic::RubyCode,
        "The function or template contains Ruby, which pprepl runs only with `--ruby`. The help names the file. With \
         `--ruby` the code raised the error: the note has its line. A Puppet function of the same name in the file of \
         `--stand-ins FILE`, or an EPP template, replaces it.",
        "inline_template('<% require \"socket\" %>')",
        "inline_epp('<%= 1 + 1 %>')",
    ),
    page(
        Topic::PlanFunction,
        "Plans are programs of Bolt, which runs commands, scripts, tasks and catalogs on machines. pprepl reads, checks \
         and formats plans, and `run_plan` runs one that calls no other function of plans and applies nothing. \
         Everything else is for Bolt to run.",
        "",
        "",
    ),
    page(
        Topic::FailedOnPurpose,
        "The code called `fail`, so that the evaluation stops with this message. Look at the conditions around the call: \
         one of them is not met.",
        "fail('no such system')",
        "warning('no such system')",
    ),
    page(
        Topic::Deprecated,
        "The function still works and will be removed. Its message names the function that replaces it.",
        "",
        "",
    ),
    page(
        Topic::Template,
        "The template cannot be found, or its parameters do not match. `epp` reads it from `MODULE/templates` on the \
         module path. A template with declared parameters gets only those, as a hash.",
        "inline_epp('<%- | String $name | -%>Hello <%= $name %>', {'nmae' => 'Ada'})",
        "inline_epp('<%- | String $name | -%>Hello <%= $name %>', {'name' => 'Ada'})",
    ),
];
