; The text of a heredoc in the language that its opener names. The scanner tells the known ones at the text itself; of
; others the opener is looked for among what stands before.

((heredoc_body
  language: "bash"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "bash")
  (#set! injection.combined))

((heredoc_body
  language: "epp"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "epp")
  (#set! injection.combined))

((heredoc_body
  language: "ini"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "ini")
  (#set! injection.combined))

((heredoc_body
  language: "json"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "json")
  (#set! injection.combined))

((heredoc_body
  language: "puppet"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "puppet")
  (#set! injection.combined))

((heredoc_body
  language: "python"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "python")
  (#set! injection.combined))

((heredoc_body
  language: "ruby"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "ruby")
  (#set! injection.combined))

((heredoc_body
  language: "sql"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "sql")
  (#set! injection.combined))

((heredoc_body
  language: "toml"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "toml")
  (#set! injection.combined))

((heredoc_body
  language: "xml"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "xml")
  (#set! injection.combined))

((heredoc_body
  language: "yaml"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "yaml")
  (#set! injection.combined))

((_ (heredoc syntax: (heredoc_syntax) @injection.language))
  . (heredoc_body !language part: (heredoc_text) @injection.content)
  (#set! injection.combined))

((_ (_ (heredoc syntax: (heredoc_syntax) @injection.language)))
  . (heredoc_body !language part: (heredoc_text) @injection.content)
  (#set! injection.combined))

((_ (_ (_ (heredoc syntax: (heredoc_syntax) @injection.language))))
  . (heredoc_body !language part: (heredoc_text) @injection.content)
  (#set! injection.combined))

((regex) @injection.content
  (#set! injection.language "regex"))

((comment) @injection.content
  (#set! injection.language "comment"))
