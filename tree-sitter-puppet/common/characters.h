// Characters and words, as the scanner reads them.

#ifndef PUPPET_CHARACTERS_H
#define PUPPET_CHARACTERS_H

#include "tree_sitter/parser.h"

#include <string.h>

#define MAX_WORD 16

// ---- characters

static bool is_blank(int32_t c) {
  return c == ' ' || c == '\t' || c == '\r' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
         c == 0x202F || c == 0x205F || c == 0x3000;
}

static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }

static bool is_lower(int32_t c) { return c >= 'a' && c <= 'z'; }

static bool is_upper(int32_t c) { return c >= 'A' && c <= 'Z'; }

static bool is_hex(int32_t c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

static bool is_word(int32_t c) { return is_lower(c) || is_upper(c) || is_digit(c) || c == '_'; }

static inline void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static inline bool at_end(TSLexer *lexer) { return lexer->lookahead == 0 && lexer->eof(lexer); }

static inline bool at_line_end(TSLexer *lexer) { return lexer->lookahead == '\n' || at_end(lexer); }

static void skip_blanks(TSLexer *lexer) {
  while (is_blank(lexer->lookahead)) advance(lexer);
}

// ---- words

static bool is_one_of(const char *word, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (word[0] == words[i][0] && strcmp(word, words[i]) == 0) return true;
  }
  return false;
}

#define IS_ONE_OF(word, words) is_one_of(word, words, sizeof(words) / sizeof(words[0]))

// Reads a word of [A-Za-z0-9_] into `word`; a longer one is cut.
static void read_word(TSLexer *lexer, char word[MAX_WORD]) {
  unsigned length = 0;
  while (is_word(lexer->lookahead)) {
    if (length < MAX_WORD - 1) word[length++] = (char)lexer->lookahead;
    advance(lexer);
  }
  word[length] = 0;
}

// Passes blanks, line ends and comments. `blank` tells whether there was white space right before the next token,
// `line` whether it is the first of its line. False at a `/` that starts no comment.
static bool peek_over_blanks(TSLexer *lexer, bool *blank, bool *line) {
  *blank = *line = false;
  while (!at_end(lexer)) {
    if (lexer->lookahead == '\n') {
      *blank = *line = true;
      advance(lexer);
    } else if (is_blank(lexer->lookahead)) {
      *blank = true;
      advance(lexer);
    } else if (lexer->lookahead == '#') {
      while (!at_line_end(lexer)) advance(lexer);
    } else if (lexer->lookahead == '/') {
      advance(lexer);
      if (lexer->lookahead != '*') return false;
      advance(lexer);
      for (int32_t last = 0; !at_end(lexer) && !(last == '*' && lexer->lookahead == '/');) {
        last = lexer->lookahead;
        advance(lexer);
      }
      if (!at_end(lexer)) advance(lexer);
      *blank = *line = false;
    } else {
      return true;
    }
  }
  return true;
}

#endif
