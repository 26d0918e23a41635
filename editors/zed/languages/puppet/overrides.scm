; Where brackets and quotes are not closed automatically.

(comment) @comment
[
  (string)
  (interpolated_string)
  (heredoc_body)
] @string
