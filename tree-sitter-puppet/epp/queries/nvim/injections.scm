; inherits: puppet

; The text is in the language that the file name tells (`x.conf.epp`): an editor knows it, a query does not.
((template_comment) @injection.content
  (#set! injection.language "comment"))
