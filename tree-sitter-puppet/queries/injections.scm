; The text of a heredoc in the language that its opener names. A query cannot find the opener from the text, so the
; scanner names the languages that it knows at the text itself.

((heredoc_body
  language: "awk"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "awk")
  (#set! injection.combined))

((heredoc_body
  language: "bash"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "bash")
  (#set! injection.combined))

((heredoc_body
  language: "c"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "c")
  (#set! injection.combined))

((heredoc_body
  language: "css"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "css")
  (#set! injection.combined))

((heredoc_body
  language: "diff"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "diff")
  (#set! injection.combined))

((heredoc_body
  language: "dockerfile"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "dockerfile")
  (#set! injection.combined))

((heredoc_body
  language: "epp"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "epp")
  (#set! injection.combined))

((heredoc_body
  language: "fish"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "fish")
  (#set! injection.combined))

((heredoc_body
  language: "go"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "go")
  (#set! injection.combined))

((heredoc_body
  language: "hcl"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "hcl")
  (#set! injection.combined))

((heredoc_body
  language: "html"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "html")
  (#set! injection.combined))

((heredoc_body
  language: "ini"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "ini")
  (#set! injection.combined))

((heredoc_body
  language: "java"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "java")
  (#set! injection.combined))

((heredoc_body
  language: "javascript"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "javascript")
  (#set! injection.combined))

((heredoc_body
  language: "json"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "json")
  (#set! injection.combined))

((heredoc_body
  language: "lua"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "lua")
  (#set! injection.combined))

((heredoc_body
  language: "make"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "make")
  (#set! injection.combined))

((heredoc_body
  language: "markdown"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "markdown")
  (#set! injection.combined))

((heredoc_body
  language: "nginx"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "nginx")
  (#set! injection.combined))

((heredoc_body
  language: "perl"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "perl")
  (#set! injection.combined))

((heredoc_body
  language: "php"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "php")
  (#set! injection.combined))

((heredoc_body
  language: "powershell"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "powershell")
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
  language: "rust"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "rust")
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
  language: "typescript"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "typescript")
  (#set! injection.combined))

((heredoc_body
  language: "vim"
  part: (heredoc_text) @injection.content)
  (#set! injection.language "vim")
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

((regex) @injection.content
  (#set! injection.language "regex"))

((comment) @injection.content
  (#set! injection.language "comment"))
