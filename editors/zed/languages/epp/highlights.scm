; Captures for highlighting. Of two captures of one node the later pattern wins. A pattern with a parent costs a
; millisecond or so when the query is compiled: most say only what a node is.

(comment) @comment

; ---- names and variables

(name) @string.special
(bare_word) @string.special
(variable) @variable
((variable) @variable.builtin
  (#any-of? @variable.builtin "$facts" "$trusted" "$server_facts" "$title" "$name" "$module_name" "$caller_module_name"
    "$environment" "$settings"))
(parameter name: (variable) @variable.parameter)
(type_name) @type

; ---- literals

(number) @number
(boolean) @boolean
(undef) @constant.builtin
(default) @constant.builtin
(regex) @string.regexp

(string) @string
(interpolated_string) @string
; In what cannot be read (an unclosed string, say) there are only the parts.
(ERROR ["'" "\""] @string)
(ERROR [(string_text) (interpolated_text)] @string)
(ERROR (heredoc_text) @string.heredoc)
(heredoc_body) @string.heredoc
(heredoc_end) @label
(heredoc_tag) @label
(heredoc_syntax) @attribute
(heredoc_escapes) @string.escape
(escape_sequence) @string.escape

(interpolation) @embedded

; ---- calls and definitions

(function_call function: (name) @function.call)
(method_name) @function.method
(statement_call function: (name) @function.builtin)
((name) @keyword
  (#any-of? @keyword "return" "next" "break"))

(function_definition name: (_) @function)
(class_definition name: (_) @type.definition)
(class_definition parent: (name) @type)
(resource_type_definition name: (_) @type.definition)
(plan_definition name: (_) @function)
(type_alias name: (type_name) @type.definition)
(type_definition name: (type_name) @type.definition)
(host_name) @string

; ---- resources

(resource_declaration type: (name) @type)
(resource_attributes type: (name) @type)
(attribute name: (name) @property)
(attribute name: (splat) @operator)
(pair key: (name) @property)

; ---- words and marks

[
  "case" "class" "define" "else" "elsif" "function" "if" "inherits" "node" "plan" "type" "unless" "apply"
] @keyword
(reserved_word) @keyword
["and" "in" "or"] @keyword.operator

[
  "=" "+=" "-=" "==" "!=" "=~" "!~" "<" "<=" ">" ">=" "<<" ">>" "+" "-" "*" "/" "%" "!" "?" "=>" "+>" "->" "~>" "<-"
  "<~" "@" "@@"
] @operator
["(" ")" "[" "]" "{" "}" "|" "<|" "|>" "<<|" "|>>"] @punctuation.bracket
["," ";" ":" "."] @punctuation.delimiter
(heredoc ["@(" ")" ":" "/"] @punctuation.special)
(interpolation ["${" "}"] @punctuation.special)

; What templates add to Puppet.

(template_comment) @comment
(text escape: (escape_sequence) @string.escape)
["<%" "<%=" "%>"] @punctuation.special
