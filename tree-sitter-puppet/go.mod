module example.invalid/pprepl/tree-sitter-puppet

go 1.22

require github.com/tree-sitter/go-tree-sitter v0.24.0
