[
  (block)
  (parameter_list)
  (argument_list)
  (array)
  (hash)
  (resource_declaration)
  (resource_attributes)
  (case_expression)
  (selector_expression)
  (heredoc_body)
  (collector)
  (comment)
] @fold
