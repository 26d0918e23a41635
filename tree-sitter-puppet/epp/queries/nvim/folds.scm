; inherits: puppet

[
  (template_parameters)
  (template_comment)
] @fold
