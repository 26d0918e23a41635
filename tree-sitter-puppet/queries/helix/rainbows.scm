; Brackets by their depth.

[
  (block) (parameter_list) (argument_list) (array) (hash) (access_expression) (parenthesized_expression)
  (resource_declaration) (resource_attributes) (case_expression) (selector_expression) (interpolation)
] @rainbow.scope

["{" "}" "[" "]" "(" ")" "<|" "|>" "<<|" "|>>"] @rainbow.bracket
