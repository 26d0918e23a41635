; inherits: puppet

; What templates add to Puppet.

(template_comment) @comment
(text escape: (escape_sequence) @string.escape)
["<%" "<%=" "%>"] @punctuation.special
