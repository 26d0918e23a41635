//! The queries of Neovim and Helix in `queries/nvim` and `queries/helix` (and below `epp`), and those of Zed in
//! `editors/zed`, are made from the plain ones, which are for tree-sitter's own tools. With `PPREPL_BLESS=1` they are
//! written anew. Each must compile.

use std::path::Path;

use tree_sitter::{Language, Query};

/// An editor's names for captures, and what it asks for besides.
struct Editor {
    folder: &'static str,
    files: &'static [&'static str],
    /// From, to; the longer before what it starts with.
    names: &'static [(&'static str, &'static str)],
    /// The file, and what follows in it.
    more: &'static [(&'static str, &'static str)],
}

const NVIM: Editor = Editor {
    folder: "nvim",
    files: &["highlights", "injections", "locals", "indents", "folds"],
    names: &[
        ("(parameter name: (variable) @local.definition)", "(parameter name: (variable) @local.definition.parameter)"),
        (
            "(function_definition name: (name) @local.definition)",
            "(function_definition name: (name) @local.definition.function)",
        ),
        ("(variable) @local.definition ", "(variable) @local.definition.var "),
        ("(variable) @local.definition)", "(variable) @local.definition.var)"),
        ("@embedded", "@none"),
        ("@string.heredoc", "@string"),
        ("(method_name) @function.method", "(method_name) @function.method.call"),
    ],
    more: &[(
        "highlights",
        r#"
; ---- what Neovim knows besides

["if" "elsif" "else" "unless" "case"] @keyword.conditional
["function" "plan"] @keyword.function
["class" "define" "node" "type"] @keyword.type
((name) @keyword.return
  (#eq? @keyword.return "return"))
(statement_call
  function: (name) @keyword.import
  (#any-of? @keyword.import "include" "contain" "require"))
(statement_call
  function: (name) @_function
  argument: (name) @type
  (#any-of? @_function "include" "contain" "require"))
(comment) @spell
[(string_text) (interpolated_text) (heredoc_text)] @spell
"#,
    )],
};

const HELIX: Editor = Editor {
    folder: "helix",
    files: &["highlights", "injections", "locals", "indents", "tags", "textobjects", "rainbows"],
    names: &[
        ("@number", "@constant.numeric"),
        ("@boolean", "@constant.builtin.boolean"),
        ("@property", "@variable.other.member"),
        ("@string.escape", "@constant.character.escape"),
        ("@string.heredoc", "@string"),
        ("@type.definition", "@type"),
        ("@function.call", "@function"),
        (
            "(parameter name: (variable) @local.definition)",
            "(parameter name: (variable) @local.definition.variable.parameter)",
        ),
        (
            "(function_definition name: (name) @local.definition)",
            "(function_definition name: (name) @local.definition.function)",
        ),
        ("(variable) @local.definition ", "(variable) @local.definition.variable "),
        ("(variable) @local.definition)", "(variable) @local.definition.variable)"),
        ("@indent.end @indent.branch", "@outdent"),
        ("@indent.begin", "@indent"),
        ("@indent.auto", "@_auto"),
        ("\n  (#set! indent.immediate 1)", ""),
    ],
    more: &[
        (
            "textobjects",
            r"; What selections and jumps know.

(class_definition body: (_) @class.inside) @class.around
(resource_type_definition body: (_) @class.inside) @class.around
(function_definition body: (_) @function.inside) @function.around
(plan_definition body: (_) @function.inside) @function.around
(lambda body: (_) @function.inside) @function.around
(parameter) @parameter.inside
(argument_list argument: (_) @parameter.inside)
(comment) @comment.inside
(comment)+ @comment.around
(pair) @entry.around
(attribute) @entry.around
",
        ),
        (
            "rainbows",
            r#"; Brackets by their depth.

[
  (block) (parameter_list) (argument_list) (array) (hash) (access_expression) (parenthesized_expression)
  (resource_declaration) (resource_attributes) (case_expression) (selector_expression) (interpolation)
] @rainbow.scope

["{" "}" "[" "]" "(" ")" "<|" "|>" "<<|" "|>>"] @rainbow.bracket
"#,
        ),
    ],
};

/// What Zed asks for besides: the file, and its text.
const ZED: [(&str, &str); 4] = [
    (
        "outline",
        r#"; What the outline lists.

(class_definition "class" @context name: (_) @name) @item
(resource_type_definition "define" @context name: (_) @name) @item
(function_definition "function" @context name: (_) @name) @item
(plan_definition "plan" @context name: (_) @name) @item
(node_definition "node" @context host: (_) @name) @item
(type_alias "type" @context name: (type_name) @name) @item
(type_definition "type" @context name: (type_name) @name) @item
(resource_body title: (_) @name) @item
"#,
    ),
    (
        "brackets",
        r#"; The brackets that belong together.

("{" @open "}" @close)
("[" @open "]" @close)
("(" @open ")" @close)
("\"" @open "\"" @close)
("'" @open "'" @close)
"#,
    ),
    (
        "indents",
        r#"; What indents its inside, and what ends it.

(_ "{" "}" @end) @indent
(_ "[" "]" @end) @indent
(_ "(" ")" @end) @indent
(resource_body) @indent
"#,
    ),
    (
        "overrides",
        r#"; Where brackets and quotes are not closed automatically.

(comment) @comment
[
  (string)
  (interpolated_string)
  (heredoc_body)
] @string
"#,
    ),
];

/// The queries that Zed reads as they are.
const ZED_PLAIN: [&str; 2] = ["highlights", "injections"];

/// The query of an editor, made from the plain one in `folder`, which may be none.
fn variant(editor: &Editor, folder: &Path, file: &str, is_template: bool) -> String {
    let mut text = std::fs::read_to_string(folder.join(format!("{file}.scm"))).unwrap_or_default();
    if text.is_empty() && is_template {
        text.push_str("; inherits: puppet\n");
    }
    for (from, to) in editor.names {
        text = text.replace(from, to);
    }
    let more = editor.more.iter().filter(|(name, _)| *name == file && !is_template);
    more.fold(text, |text, (_, more)| text + more)
}

fn holds(editor: &Editor) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut stale = Vec::new();
    for file in editor.files {
        let mut inherited = String::new();
        for (folder, language) in
            [("queries", tree_sitter_puppet::LANGUAGE), ("epp/queries", tree_sitter_puppet::LANGUAGE_EPP)]
        {
            let folder = root.join(folder);
            let fresh = variant(editor, &folder, file, folder.ends_with("epp/queries"));
            let path = folder.join(editor.folder).join(format!("{file}.scm"));
            if std::env::var_os("PPREPL_BLESS").is_some() {
                std::fs::create_dir_all(folder.join(editor.folder)).unwrap();
                std::fs::write(&path, &fresh).unwrap();
            }
            if std::fs::read_to_string(&path).unwrap_or_default() != fresh {
                stale.push(path.clone());
            }
            inherited.push_str(&fresh);
            let compiled = Query::new(&Language::from(language), &inherited);
            assert!(compiled.is_ok(), "{}: {:?}", path.display(), compiled.err());
        }
    }
    assert!(stale.is_empty(), "run this test with PPREPL_BLESS=1: {stale:#?}");
}

#[test]
fn neovims_queries_are_fresh() {
    holds(&NVIM);
}

#[test]
fn helixs_queries_are_fresh() {
    holds(&HELIX);
}

#[test]
fn zeds_queries_are_fresh() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let plain = |folder: &str, name: &str| {
        std::fs::read_to_string(root.join(folder).join(format!("{name}.scm"))).unwrap_or_default()
    };
    let all = ZED_PLAIN.iter().map(|name| (*name, plain("queries", name), plain("epp/queries", name)));
    let own = ZED.iter().map(|(name, text)| (*name, (*text).to_owned(), String::new()));
    let mut stale = Vec::new();
    for (name, puppet, more) in all.chain(own) {
        // Zed knows no inheritance.
        let template = format!("{puppet}{}", more.replace("; inherits: puppet\n", ""));
        let texts =
            [("puppet", &puppet, tree_sitter_puppet::LANGUAGE), ("epp", &template, tree_sitter_puppet::LANGUAGE_EPP)];
        for (folder, text, language) in texts {
            let path = root.join("../editors/zed/languages").join(folder).join(format!("{name}.scm"));
            if std::env::var_os("PPREPL_BLESS").is_some() {
                std::fs::write(&path, text).unwrap();
            }
            if std::fs::read_to_string(&path).unwrap_or_default() != *text {
                stale.push(path.clone());
            }
            let compiled = Query::new(&Language::from(language), text);
            assert!(compiled.is_ok(), "{}: {:?}", path.display(), compiled.err());
        }
    }
    assert!(stale.is_empty(), "run this test with PPREPL_BLESS=1: {stale:#?}");
}
