; What indents its inside, and what ends it.

([
  (block)
  (parameter_list)
  (lambda_parameters)
  (argument_list)
  (array)
  (hash)
  (access_expression)
  (parenthesized_expression)
  (resource_declaration)
  (resource_attributes)
  (case_expression)
  (selector_expression)
  (virtual_query)
  (exported_query)
  (collector)
  (interpolation)
  (resource_body)
] @indent)

; What is open while it is typed.
((ERROR ["{" "[" "("]) @indent)

; The last of several that are open.
((ERROR ["{" "[" "("] @indent))

["}" "]" ")" "|>" "|>>"] @outdent

[
  (string)
  (interpolated_string)
  (heredoc_body)
  (comment)
] @_auto
