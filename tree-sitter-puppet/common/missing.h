// What a text lacks: the looks ahead that tell an unclosed string, list of parameters or value from a whole one by the
// statement that starts on a line below. None of them takes anything: what they pass, the parser reads anew.

#ifndef PUPPET_MISSING_H
#define PUPPET_MISSING_H

#include "characters.h"

// ---- statements at the start of a line, for what is left open above them

static const char *const STATEMENT_WORDS[] = {
  "case", "class", "define", "function", "if", "node", "plan", "type", "unless", "require", "realize", "include",
  "contain", "tag", "debug", "info", "notice", "warning", "err", "fail",
};

// Words that go on with what stands before them.
static const char *const CONTINUING_WORDS[] = {"in", "and", "or", "else", "elsif", "inherits"};

// Passes a name of words with `::` between, its first word into `word`.
static void read_qualified(TSLexer *lexer, char word[MAX_WORD]) {
  char other[MAX_WORD];
  read_word(lexer, word);
  while (is_word(lexer->lookahead) || lexer->lookahead == ':') {
    if (lexer->lookahead == ':') {
      advance(lexer);
      if (lexer->lookahead != ':') return;
      advance(lexer);
    }
    read_word(lexer, other);
  }
}

// On a `$`: is a variable assigned to here?
static bool peek_assignment(TSLexer *lexer) {
  char word[MAX_WORD];
  advance(lexer);
  read_qualified(lexer, word);
  skip_blanks(lexer);
  if (lexer->lookahead == '+') advance(lexer);
  if (lexer->lookahead != '=') return false;
  advance(lexer);
  return lexer->lookahead != '=' && lexer->lookahead != '~' && lexer->lookahead != '>';
}

// Does this line look like the start of a statement? Never passes a quote or a backslash.
static bool peek_statement(TSLexer *lexer) {
  skip_blanks(lexer);
  while (lexer->lookahead == '@') advance(lexer);
  int32_t c = lexer->lookahead;
  if (c == '}') return true;
  if (c == '$') return peek_assignment(lexer);
  if (c == ':') {
    advance(lexer);
    if (lexer->lookahead != ':') return false;
    advance(lexer);
    c = lexer->lookahead;
  }
  if (!is_lower(c) && !is_upper(c)) return false;
  char word[MAX_WORD];
  read_qualified(lexer, word);
  if (IS_ONE_OF(word, CONTINUING_WORDS)) return false;
  int32_t behind = lexer->lookahead;
  if (behind == '(' || (behind == '[' && is_upper(c))) return true;
  skip_blanks(lexer);
  if (lexer->lookahead == '{' || (lexer->lookahead == '<' && is_upper(c))) return true;
  return is_blank(behind) && IS_ONE_OF(word, STATEMENT_WORDS);
}

static bool is_closer(int32_t c) { return c == ')' || c == ']' || c == '}' || c == ',' || c == ';'; }

// Passes the line ends, blanks and comments before the next line on which something stands. Never passes a quote or a
// backslash: a comment with one is where it ends.
static void skip_lines(TSLexer *lexer) {
  for (;;) {
    while (is_blank(lexer->lookahead) || lexer->lookahead == '\n') advance(lexer);
    if (lexer->lookahead != '#') return;
    while (!at_line_end(lexer)) {
      int32_t c = lexer->lookahead;
      if (c == '\'' || c == '"' || c == '\\') return;
      advance(lexer);
    }
  }
}

// In a string that has no end: is this the end of its line, but for brackets that it did not open, and does a statement
// start on the next?
static bool ends_open_string(TSLexer *lexer, int *brackets) {
  int32_t c = lexer->lookahead;
  if (c == '(' || c == '[' || c == '{') ++*brackets;
  if ((c == ')' || c == ']' || c == '}') && --*brackets >= 0) return false;
  if (c != '\n' && !is_closer(c)) return false;
  lexer->mark_end(lexer);
  while (is_closer(lexer->lookahead) || is_blank(lexer->lookahead)) advance(lexer);
  if (lexer->lookahead != '\n') return false;
  skip_lines(lexer);
  return peek_statement(lexer);
}

// Passes the rest of a quoted text, and its end.
static void skip_quoted(TSLexer *lexer, int32_t quote) {
  while (!at_end(lexer) && lexer->lookahead != quote) {
    if (lexer->lookahead == '\\') advance(lexer);
    if (!at_end(lexer)) advance(lexer);
  }
  if (!at_end(lexer)) advance(lexer);
}

// Could a string start at a quote that stands behind `before`?
static bool is_before_string(int32_t before) {
  return is_blank(before) || before == '(' || before == '[' || before == '{' || before == ',' || before == '=';
}

// Could no sound text stand behind the end of a string like this?
static bool is_in_string(TSLexer *lexer) {
  int32_t c = lexer->lookahead;
  if (c == ':') {
    advance(lexer);
    return lexer->lookahead == ':';
  }
  return is_word(c) || c == '/' || c == '$' || c == '\'' || c == '"' || c == '%' || c == '^' || c == '\\';
}

// Deeper braces in an interpolation are not looked into: each of many open quotes would look at all that follow.
#define MAX_OPEN_BRACES 64

// Standing behind the quote that opens a string: has it no end, or only one that looks like the start of another
// string, and do statements stand on the lines between?
static bool peek_open_string(TSLexer *lexer, int32_t quote) {
  bool statement = false;
  unsigned depth = 0; // of braces in an interpolation
  int32_t last = 0;
  while (!at_end(lexer) && lexer->lookahead != '\n' && !(quote == '"' && lexer->lookahead == '$')) {
    last = lexer->lookahead;
    if (last == quote) return false;
    advance(lexer);
    if (last == '\\' && !at_end(lexer)) advance(lexer);
  }
  while (!at_end(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == quote && depth == 0) {
      if (!statement || !is_before_string(last)) return false;
      advance(lexer);
      return is_in_string(lexer);
    }
    advance(lexer);
    if (c == '\\' && !at_end(lexer)) advance(lexer);
    if (c == '\n' && !statement && peek_statement(lexer)) {
      statement = true;
      c = ' '; // a string may follow
    }
    if (depth > 0 && (c == '\'' || c == '"')) skip_quoted(lexer, c);
    if (c == '{' && (depth > 0 || (quote == '"' && last == '$'))) depth++;
    if (c == '}' && depth > 0) depth--;
    if (depth > MAX_OPEN_BRACES) return false;
    last = c;
  }
  return statement;
}

// ---- what is missing before a line or a brace

// Standing on the `{` of a resource: is there a title in it?
static bool peek_title(TSLexer *lexer) {
  char word[MAX_WORD];
  advance(lexer);
  while (is_blank(lexer->lookahead) || lexer->lookahead == '\n') advance(lexer);
  int32_t c = lexer->lookahead;
  if (c != '\'' && c != '"' && c != '$') return false;
  advance(lexer);
  if (c == '$') {
    read_qualified(lexer, word);
  } else {
    skip_quoted(lexer, c);
  }
  skip_blanks(lexer);
  if (lexer->lookahead != ':') return false;
  advance(lexer);
  return lexer->lookahead != ':';
}

// Passes to the matching bracket, from behind the one that opens.
static void skip_bracketed(TSLexer *lexer) {
  for (unsigned depth = 1; depth > 0 && !at_end(lexer);) {
    int32_t c = lexer->lookahead;
    advance(lexer);
    if (c == '\'' || c == '"') skip_quoted(lexer, c);
    if (c == '#') {
      while (!at_line_end(lexer)) advance(lexer);
    }
    if (c == '(' || c == '[' || c == '{') depth++;
    if (c == ')' || c == ']' || c == '}') depth--;
  }
}

// Behind a value: does another one follow, and no operator or word that goes on? A word that is not `else` or `elsif`
// may be in `word`.
static bool peek_operand(TSLexer *lexer, char word[MAX_WORD]) {
  bool blank, line;
  word[0] = 0;
  if (!peek_over_blanks(lexer, &blank, &line)) return false;
  int32_t c = lexer->lookahead;
  if (!is_lower(c)) return is_upper(c) || c == '$' || c == '@';
  read_word(lexer, word);
  return !IS_ONE_OF(word, CONTINUING_WORDS);
}

// Behind a word like `if`: does another value follow its last block?
static bool peek_behind_blocks(TSLexer *lexer) {
  char word[MAX_WORD];
  for (;;) {
    while (!at_end(lexer) && lexer->lookahead != '{') {
      int32_t c = lexer->lookahead;
      if (c == '}' || c == ';') return false;
      advance(lexer);
      if (c == '\'' || c == '"') skip_quoted(lexer, c);
      if (c == '(' || c == '[') skip_bracketed(lexer);
    }
    if (at_end(lexer)) return false;
    advance(lexer);
    skip_bracketed(lexer);
    if (peek_operand(lexer, word)) return true;
    if (lexer->lookahead != '{' && word[0] != 'e') return false;
  }
}

// Standing on the `{` behind `if`: is it that of the block, and not of a hash?
static bool peek_no_condition(TSLexer *lexer) {
  advance(lexer);
  skip_bracketed(lexer);
  while (is_blank(lexer->lookahead) || lexer->lookahead == '\n') advance(lexer);
  int32_t c = lexer->lookahead;
  if (is_lower(c)) {
    char word[MAX_WORD];
    read_word(lexer, word);
    return strcmp(word, "in") != 0 && strcmp(word, "and") != 0 && strcmp(word, "or") != 0;
  }
  return is_upper(c) || c == '$' || c == '}' || c == '@' || c == '#';
}

// The value of a parameter: does it end in a line behind which a statement stands, without a comma?
static bool peek_open_parameters(TSLexer *lexer) {
  char word[MAX_WORD];
  bool ends = false; // may a value end here?
  while (!at_end(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == ')' || c == '|' || c == ',' || c == '{') return false;
    if (c == '}') return true;
    advance(lexer);
    if (c == '\n' && ends) {
      skip_blanks(lexer);
      if (is_lower(lexer->lookahead)) {
        read_word(lexer, word);
        return strcmp(word, "in") != 0 && strcmp(word, "and") != 0 && strcmp(word, "or") != 0;
      }
    } else if (c == '\'' || c == '"') {
      skip_quoted(lexer, c);
    } else if (c == '(' || c == '[') {
      skip_bracketed(lexer);
    } else if (c == '#') {
      while (!at_line_end(lexer)) advance(lexer);
      continue;
    }
    if (!is_blank(c) && c != '\n') ends = is_word(c) || c == '\'' || c == '"' || c == '[' || c == '(';
  }
  return false;
}

// First on a line, where a parameter should stand: is a statement there?
static bool peek_no_parameter(TSLexer *lexer) {
  if (lexer->lookahead != '$') return true;
  return peek_assignment(lexer) && peek_open_parameters(lexer);
}

#endif
