; inherits: puppet

; What templates add to Puppet.

(template_comment) @comment
(text escape: (escape_sequence) @constant.character.escape)
["<%" "<%=" "%>"] @punctuation.special
