; A heredoc whose opener names a syntax holds text of that language. The text stands behind the node that holds the
; opener, as an extra; a query can say so for the usual depths.

((_ (heredoc syntax: (heredoc_syntax) @injection.language))
  . (heredoc_body (heredoc_text) @injection.content)
  (#set! injection.combined))

((_ (_ (heredoc syntax: (heredoc_syntax) @injection.language)))
  . (heredoc_body (heredoc_text) @injection.content)
  (#set! injection.combined))

((_ (_ (_ (heredoc syntax: (heredoc_syntax) @injection.language))))
  . (heredoc_body (heredoc_text) @injection.content)
  (#set! injection.combined))
