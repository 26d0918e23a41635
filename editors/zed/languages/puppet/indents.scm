; What indents its inside, and what ends it.

(_ "{" "}" @end) @indent
(_ "[" "]" @end) @indent
(_ "(" ")" @end) @indent
(resource_body) @indent
