from unittest import TestCase

import tree_sitter_puppet
from tree_sitter import Language, Parser, Query


class TestLanguage(TestCase):
    def parse(self, language, text):
        tree = Parser(Language(language)).parse(text)
        self.assertFalse(tree.root_node.has_error, str(tree.root_node))

    def test_manifests(self):
        self.parse(tree_sitter_puppet.language(), b"file { '/a': ensure => file }")

    def test_templates(self):
        self.parse(tree_sitter_puppet.language_epp(), b"<%- | $a | -%>\n<%= $a %>\n")

    def test_queries(self):
        puppet = Language(tree_sitter_puppet.language())
        epp = Language(tree_sitter_puppet.language_epp())
        for name in ["HIGHLIGHTS", "INJECTIONS", "LOCALS", "TAGS"]:
            query = getattr(tree_sitter_puppet, f"{name}_QUERY")
            Query(puppet, query)
            Query(epp, query + getattr(tree_sitter_puppet, f"{name}_QUERY_EPP"))
