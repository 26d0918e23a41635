; inherits: puppet

(source_file) @local.scope
