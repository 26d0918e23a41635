// The external scanner of the Puppet grammar; see common/scanner.h.

#include "../common/scanner.h"

void *tree_sitter_puppet_external_scanner_create(void) { return create_scanner(false); }

void tree_sitter_puppet_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_puppet_external_scanner_serialize(void *payload, char *buffer) {
  return serialize((const Scanner *)payload, buffer);
}

void tree_sitter_puppet_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  deserialize((Scanner *)payload, buffer, length);
}

bool tree_sitter_puppet_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  return scan_token((Scanner *)payload, lexer, valid);
}
