; inherits: puppet

(template_parameters) @indent.begin

[
  (text)
  (template_comment)
] @indent.ignore
