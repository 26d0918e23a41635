; inherits: puppet

((template_parameters) @indent.begin
  (#set! indent.immediate 1))

[
  (text)
  (template_comment)
] @indent.auto
