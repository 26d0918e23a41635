; inherits: puppet

((template_parameters) @indent)

[
  (text)
  (template_comment)
] @_auto
