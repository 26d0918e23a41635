; The brackets that belong together.

("{" @open "}" @close)
("[" @open "]" @close)
("(" @open ")" @close)
("\"" @open "\"" @close)
("'" @open "'" @close)
