// Package tree_sitter_puppet has the grammars of Puppet and of its templates (EPP) for tree-sitter.
package tree_sitter_puppet

// #cgo CFLAGS: -std=c11 -fPIC -I${SRCDIR}/../../src
// #include "../../src/parser.c"
// #include "../../src/scanner.c"
import "C"

import "unsafe"

// Get the tree-sitter Language for manifests.
func Language() unsafe.Pointer {
	return unsafe.Pointer(C.tree_sitter_puppet())
}
