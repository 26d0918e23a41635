; Heredocs whose opener names a syntax hold text of that language. The opener and its text are no neighbours in the
; tree: pprepl joins them in src/tree/highlight.rs; here stands what a query can say.

((comment) @injection.content
  (#set! injection.language "comment"))
