package tree_sitter_puppet

// #cgo CFLAGS: -std=c11 -fPIC -I${SRCDIR}/../../src
// #include "../../epp/src/parser.c"
// #include "../../epp/src/scanner.c"
import "C"

import "unsafe"

// Get the tree-sitter Language for templates.
func LanguageEPP() unsafe.Pointer {
	return unsafe.Pointer(C.tree_sitter_epp())
}
