//! Topics of variables and assignments.

use pprepl_text::Topic;

use super::{TopicPage, page};

pub(super) const PAGES: &[TopicPage] = &[
    page(
        Topic::UnsetVariable,
        "No variable of this name has a value here. Look for a typo, or for an assignment that follows later. Variables \
         of functions, lambdas and classes are local to them.",
        "$name = 'Ada'\nnotice($nmae)",
        "$name = 'Ada'\nnotice($name)",
    ),
    page(
        Topic::VariableName,
        "The name of a variable starts with a lowercase letter or an underscore. Lowercase letters, digits and \
         underscores may follow; `::` separates the segments. Uppercase letters and hyphens are not allowed.",
        "$Name = 1",
        "$name = 1",
    ),
    page(
        Topic::AssignedTwice,
        "A variable is set only once in its scope, and keeps its value. So the order of assignments never changes a \
         result. Use a new name for the new value; build lists with `map`, `filter` or `reduce`.",
        "$a = 1\n$a = 2",
        "$a = 1\n$b = 2",
    ),
    page(
        Topic::AssignmentTarget,
        "The left side of `=` is a variable of this scope, or an array of variables. Elements of arrays and hashes, and \
         variables of other scopes, cannot be assigned. To compare values, use `==`.",
        "$h = {'a' => 1}\n$h['b'] = 2",
        "$h = {'a' => 1}\n$more = $h + {'b' => 2}",
    ),
    page(
        Topic::ReservedVariable,
        "Puppet sets some variables itself, such as `$trusted`, `$facts` and `$server_facts`. Code can read them but \
         not set them. Use another name.",
        "$server_facts = {}",
        "$my_facts = {}",
    ),
    page(
        Topic::MultipleAssignment,
        "An array on the left side of `=` sets several variables at once. It needs one value per variable; from a hash \
         it needs a key with the name of each variable.",
        "[$a, $b] = [1]",
        "[$a, $b] = [1, 2]",
    ),
    page(
        Topic::UndoneInput,
        "`_3` is the value of input 3, and that input was undone. ':redo' restores it. ':history' lists the inputs with \
         their status.",
        "",
        "",
    ),
];
