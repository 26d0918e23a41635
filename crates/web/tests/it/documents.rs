//! The texts of the scripts that the page and the terminal play.

/// Texts of cells that a script types or inserts.
pub const SNIPPETS: &[&str] = &[
    "$a = 1",
    "$a = 2\n$c = 'x'",
    "$b = $a + 1",
    "notice(\"a is ${a}\")",
    "function double(Integer $x) { $x * 2 }",
    "double($a)",
    "fail('no')",
    "$x = = 1",
    "[1, 2, 3].map |$x| { $x * 2 }",
    "'abc' =~ /(b)(.)/\n$2",
    "notify { 'n': message => 'é😀' }",
    "Notify['n'] -> Notify['m']\nnotify { 'm': }",
    "",
    "# only a comment",
    "warning('careful')\nundef",
    "{ 'k' => [1, 2], 'ü' => undef }",
    "$nosuch",
    "if $a { notice('yes') }",
    "type Small = Integer[0, 9]\n3 =~ Small",
    "class c($p = 1) { notice($p) }\ninclude c",
];

const TWO: &str = "# %%\n$a = 1\n# %%\n$b = $a + 1\n";
const THREE: &str = "# %%\n$a = 1\n# %% [markdown]\n# Text\n# %%\nnotice($a)\n# %%\n$a * 2\n";
const TEXT: &str = "$a = 1\nnotice($a)\n";

/// The scripts: a title, the notebook, the steps.
pub const BY_HAND: &[(&str, &str, &str)] = &[
    ("an edit reaches its dependents", TWO, "all type:0:1 run:0 run:1"),
    ("leaving a cell runs it", TWO, "all type:0:1 leave:0 type:1:3 leave:1"),
    ("a cell is moved below its user", THREE, "all move:0:3 run:2 undo all"),
    ("deleting takes the name away", TWO, "all delete:0 run:0 undo run:1"),
    ("a split and a merge", TEXT, "all split:0 all merge:0 all undo undo"),
    ("text becomes code", THREE, "to-code:1 all to-prose:1 undo redo"),
    ("an error, and its repair", TWO, "type:1:7 run:1 type:1:5 run:1 type:1:2 run:1"),
    ("a failure stops nothing else", THREE, "type:0:6 all type:0:0 stale"),
    ("a name defined twice", TWO, "code:2:0 all delete:2 all"),
    ("a cycle", TWO, "type:0:2 type:1:5 code:2:4 all"),
    ("functions and their users", TWO, "code:0:4 code:3:5 all move:0:3 all"),
    ("resources and their order", TWO, "code:2:10 code:3:11 all delete:2 stale"),
    ("classes", TWO, "code:2:19 all run:2 restart all"),
    ("match variables", TWO, "code:0:9 code:1:9 all type:0:8 run:0"),
    ("types", TWO, "code:1:18 all run:1 undo stale"),
    ("manual, then automatic", THREE, "manual type:0:1 run:0 auto type:0:0 leave:0 manual all"),
    ("a fresh session", TWO, "all restart run:1 restart run:0"),
    ("empty cells", TWO, "code:0:12 code:1:13 all type:0:16 run:0 stale"),
    ("typing is undone by words", TEXT, "type:0:1 type:0:2 undo undo redo redo all"),
    ("from a cell on", THREE, "from:1 type:0:1 from:0 from:3"),
];
