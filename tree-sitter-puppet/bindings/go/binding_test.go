package tree_sitter_puppet_test

import (
	"testing"

	tree_sitter_puppet "example.invalid/pprepl/tree-sitter-puppet/bindings/go"
	tree_sitter "github.com/tree-sitter/go-tree-sitter"
)

func parses(t *testing.T, language *tree_sitter.Language, text string) {
	if language == nil {
		t.Fatal("Error loading the grammar")
	}
	parser := tree_sitter.NewParser()
	defer parser.Close()
	if err := parser.SetLanguage(language); err != nil {
		t.Fatal(err)
	}
	tree := parser.Parse([]byte(text), nil)
	defer tree.Close()
	if tree.RootNode().HasError() {
		t.Errorf("%q has an error: %s", text, tree.RootNode().ToSexp())
	}
}

func TestManifests(t *testing.T) {
	parses(t, tree_sitter.NewLanguage(tree_sitter_puppet.Language()), "file { '/a': ensure => file }")
}

func TestTemplates(t *testing.T) {
	parses(t, tree_sitter.NewLanguage(tree_sitter_puppet.LanguageEPP()), "<%- | $a | -%>\n<%= $a %>\n")
}
