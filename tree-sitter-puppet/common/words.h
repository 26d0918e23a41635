// Words, numbers and operators that need a look at what stands behind them, and lines that start a statement.

#ifndef PUPPET_WORDS_H
#define PUPPET_WORDS_H

#include "missing.h"
#include "state.h"

// Digits as Puppet reads a number: decimal with fraction and exponent, octal after 0, hexadecimal after 0x. No letter
// may follow.
static bool scan_number(TSLexer *lexer) {
  bool zero = lexer->lookahead == '0';
  advance(lexer);
  if (zero && (lexer->lookahead == 'x' || lexer->lookahead == 'X')) {
    advance(lexer);
    if (!is_hex(lexer->lookahead)) return false;
    while (is_hex(lexer->lookahead)) advance(lexer);
    return !is_word(lexer->lookahead) && accept(lexer, NUMBER);
  }
  bool octal = zero && is_digit(lexer->lookahead);
  while (is_digit(lexer->lookahead)) {
    if (octal && lexer->lookahead > '7') return false;
    advance(lexer);
  }
  bool integer_zero = zero && lexer->lookahead != '.';
  lexer->mark_end(lexer);
  lexer->result_symbol = NUMBER;
  if (lexer->lookahead == '.') {
    advance(lexer);
    if (!is_digit(lexer->lookahead)) return true;
    if (octal) return false;
    while (is_digit(lexer->lookahead)) advance(lexer);
    lexer->mark_end(lexer);
  }
  if (lexer->lookahead == 'e' || lexer->lookahead == 'E') {
    advance(lexer);
    if (lexer->lookahead == '-') advance(lexer);
    if (octal || integer_zero || !is_digit(lexer->lookahead)) return false;
    while (is_digit(lexer->lookahead)) advance(lexer);
    lexer->mark_end(lexer);
  }
  return !is_word(lexer->lookahead);
}

// Does `and`, `or` or `in` follow?
static bool peek_word_operator(TSLexer *lexer) {
  char word[4] = "";
  for (unsigned size = 0; size < 3 && is_lower(lexer->lookahead); size++) {
    word[size] = (char)lexer->lookahead;
    advance(lexer);
  }
  bool is_operator = strcmp(word, "and") == 0 || strcmp(word, "or") == 0 || strcmp(word, "in") == 0;
  return is_operator && !is_word(lexer->lookahead);
}

// What may stand behind a value: a separator, a closing bracket, an operator of conditions, a comment, a line end.
static bool peek_behind_value(TSLexer *lexer) {
  skip_blanks(lexer);
  if (at_line_end(lexer)) return true;
  switch (lexer->lookahead) {
    case '{': case '}': case ')': case ']': case ',': case ':': case ';': case '?': case '|': case '=': case '.': case '#':
      return true;
    default:
      return peek_word_operator(lexer);
  }
}

// The rest of a regular expression over several lines, as Puppet reads files: up to the next slash. Source that is being
// typed has an open one before other text with slashes, so that it counts only if the slash may end a value.
static bool scan_lines_of_regex(TSLexer *lexer) {
  bool escaped = false;
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    advance(lexer);
    if (c == '/' && !escaped) {
      lexer->mark_end(lexer);
      return peek_behind_value(lexer) && finish(lexer, REGEX);
    }
    if (c == '%' && lexer->lookahead == '>') return false;
    escaped = c == '\\' && !escaped;
  }
  return false;
}

// A `/`: division where an operator may stand, else a regular expression. Behind a closing brace, `default` or `undef` it
// is the other way round: division only if no regular expression ends on the line.
static bool scan_slash(TSLexer *lexer, const bool *valid, bool regex_ahead, bool recovering) {
  advance(lexer);
  if (lexer->lookahead == '*') return false;
  if ((valid[DIVIDE] || recovering) && !regex_ahead) return accept(lexer, DIVIDE);
  lexer->mark_end(lexer);
  bool escaped = false;
  while (!at_line_end(lexer)) {
    int32_t c = lexer->lookahead;
    advance(lexer);
    if (c == '/' && !escaped) return valid[REGEX] && accept(lexer, REGEX);
    escaped = c == '\\' && !escaped;
  }
  if (valid[DIVIDE]) return finish(lexer, DIVIDE);
  return valid[REGEX] && !recovering && scan_lines_of_regex(lexer);
}

// Does a slash follow that is no comment's? A heredoc's text is not looked into.
static bool peek_slash(const Scanner *scanner, TSLexer *lexer) {
  while (is_blank(lexer->lookahead) || (lexer->lookahead == '\n' && scanner->pending_count == 0)) advance(lexer);
  if (lexer->lookahead != '/') return false;
  advance(lexer);
  return lexer->lookahead != '*';
}

// Notes, right before a closing brace, that a slash behind it starts a regular expression: a token without text.
static bool scan_before_brace(Scanner *scanner, TSLexer *lexer) {
  lexer->mark_end(lexer);
  advance(lexer);
  scanner->regex_ahead = peek_slash(scanner, lexer);
  return scanner->regex_ahead && finish(lexer, REGEX_AHEAD);
}

// An upper-case name of segments joined by `::`; a `::` may not end it.
static bool scan_type_name(TSLexer *lexer) {
  for (bool any = false;; any = true) {
    if (lexer->lookahead == ':') {
      advance(lexer);
      if (lexer->lookahead != ':') return any;
      advance(lexer);
    }
    if (!is_upper(lexer->lookahead)) return false;
    while (is_word(lexer->lookahead)) advance(lexer);
    accept(lexer, TYPE_NAME);
    if (lexer->lookahead != ':') return true;
  }
}

static const char *const STATEMENT_FUNCTIONS[] = {
  "require", "realize", "include", "contain", "tag", "debug", "info", "notice", "warning", "err", "fail", "import",
  "break", "next", "return",
};

// Words before which a name is no call.
static const char *const NO_ARGUMENTS[] = {"in", "and", "or", "else", "elsif", "inherits"};

// Does an argument of a call without parentheses start here, and not an operator on the name?
static bool peek_argument(TSLexer *lexer) {
  bool blank, line;
  if (!peek_over_blanks(lexer, &blank, &line)) return false;
  bool semicolon = lexer->lookahead == ';';
  if (semicolon) {
    advance(lexer);
    if (!peek_over_blanks(lexer, &blank, &line)) return true;
  }
  if (at_end(lexer)) return false;
  int32_t c = lexer->lookahead;
  if (semicolon && (c == '(' || c == '[' || c == '{' || c == '-' || c == '*')) return true;
  if (is_lower(c)) {
    char word[MAX_WORD];
    read_word(lexer, word);
    return lexer->lookahead == ':' || !IS_ONE_OF(word, NO_ARGUMENTS);
  }
  if (is_word(c) || c == '$' || c == '\'' || c == '"' || c == '@') return true;
  if (c == '[') return blank;
  if (c == '(') return line;
  if (c != ':' && c != '!') return false;
  advance(lexer);
  return c == ':' ? lexer->lookahead == ':' : lexer->lookahead != '=' && lexer->lookahead != '~';
}

static const char *const KEYWORDS[] = {
  "and", "attr", "case", "class", "default", "define", "else", "elsif", "false", "function", "if", "in", "inherits",
  "node", "or", "private", "true", "undef", "unless",
};

// The name behind a `.`. A word with a dash in it is none, although a name stands at its start.
static bool scan_method_name(TSLexer *lexer) {
  char word[MAX_WORD];
  bool is_name = false; // is what has been read a name? A lone keyword is none
  bool qualified = lexer->lookahead == ':';
  for (;; qualified = true) {
    if (qualified) {
      advance(lexer);
      if (lexer->lookahead != ':') return is_name;
      advance(lexer);
    }
    if (!is_lower(lexer->lookahead)) return false;
    read_word(lexer, word);
    is_name = qualified || !IS_ONE_OF(word, KEYWORDS);
    accept(lexer, METHOD_NAME);
    if (lexer->lookahead == '-') {
      while (lexer->lookahead == '-') advance(lexer);
      return is_name && !is_word(lexer->lookahead);
    }
    if (lexer->lookahead != ':') return is_name;
  }
}

// A `#` up to the line end. What the state says of the next token is not about this one.
static bool scan_comment(Scanner *scanner, TSLexer *lexer, bool regex_ahead) {
  scanner->regex_ahead = regex_ahead;
  while (!at_line_end(lexer)) advance(lexer);
  return accept(lexer, COMMENT);
}

// A `$`, and the name behind it if there is one.
static bool scan_variable(TSLexer *lexer) {
  advance(lexer);
  for (;;) {
    while (is_word(lexer->lookahead)) advance(lexer);
    lexer->mark_end(lexer);
    if (lexer->lookahead != ':') break;
    advance(lexer);
    if (lexer->lookahead != ':') break;
    advance(lexer);
    if (!is_word(lexer->lookahead)) break;
  }
  return finish(lexer, VARIABLE);
}

// What a token may be for where it stands.
typedef struct {
  bool may_break;    // a value should stand here, and it is first on its line
  bool may_start;    // a statement may start here on a line of its own
  bool is_outermost; // a statement may stand here, or the line is not indented deeper than the last one that was told of
  bool is_between;   // a statement may start here, where the text is sound
  bool may_end_page; // a statement ended before it, too
  unsigned column;   // blanks before it on its line
} Place;

// Lists of statements are cut into pages of about so many, and those into chapters of about so many pages: what is typed
// in one leaves the others as they are. Where they end is told from the next line alone: it must not move with what
// stands before it.
enum { MANY = 16 };

// Is this one line of many, by what stands on the rest of it?
static bool is_one_of_many(TSLexer *lexer) {
  uint32_t hash = 2166136261u;
  for (unsigned i = 0; i < 40 && !at_line_end(lexer); i++) {
    hash = (hash ^ (uint32_t)lexer->lookahead) * 16777619u;
    advance(lexer);
  }
  return (hash ^ hash >> 15) % MANY == 0;
}

// Behind the end of a page: the end of a chapter, or else the start of the next page. Two tokens without text, so that
// what follows starts where it is read again: a name is no place to reuse a page from.
static bool turn_page(TSLexer *lexer, bool may_end_chapter) {
  lexer->mark_end(lexer);
  if (!may_end_chapter) return finish(lexer, PAGE_START);
  while (is_blank(lexer->lookahead) || lexer->lookahead == '\n') advance(lexer);
  if (!at_end(lexer)) advance(lexer); // else all of a page would be
  return finish(lexer, is_one_of_many(lexer) ? CHAPTER_END : PAGE_START);
}

// Before a line that starts a statement, by its words or by where it starts: a token without text, between statements and where none may start. In a fault
// it leads back to the statements around; to pass over it and to take the line for a part of what is broken costs more
// with every mark. There is one at a place, and a few marks: the parser must come on. Behind a whole statement it is not
// counted, since none may follow: the state would differ from that without it, and what stands behind would not be reused.
static bool accept_line(Scanner *scanner, TSLexer *lexer, const Place *place) {
  scanner->indent = (uint8_t)(place->column < 255 ? place->column : 255);
  if (!place->is_between) return finish(lexer, scanner->marks++ == 0 ? LINE : MARK);
  return finish(lexer, place->may_end_page && is_one_of_many(lexer) ? PAGE_END : LINE);
}

static const char *const DEFINING_WORDS[] = {"class", "define", "function", "node", "plan", "type"};

static const char *const CONDITIONAL_WORDS[] = {"case", "if", "unless"};

// Behind the first word of a line that is indented deeper: does it start a statement, and is no value that lacks a comma
// before it?
static bool peek_statement_word(TSLexer *lexer, const char *word) {
  char more[MAX_WORD];
  if (IS_ONE_OF(word, STATEMENT_FUNCTIONS) && lexer->lookahead != ':') {
    return lexer->lookahead != '-' && peek_argument(lexer);
  }
  if (lexer->lookahead == ':') read_qualified(lexer, more);
  bool blank = is_blank(lexer->lookahead);
  skip_blanks(lexer);
  int32_t c = lexer->lookahead;
  if (c == '{') return peek_title(lexer);
  if (!blank) return false;
  bool value = is_word(c) || c == '\'' || c == '"' || c == ':';
  if (value || c == '/') {
    if (IS_ONE_OF(word, DEFINING_WORDS)) return true;
  }
  value = value || c == '$' || c == '[' || c == '@' || c == '(' || c == '!';
  return value && IS_ONE_OF(word, CONDITIONAL_WORDS);
}

// At the start of a line, and at no word: does a statement start? Passes nothing when it returns true.
static bool peek_start(TSLexer *lexer, const Place *place) {
  int32_t c = lexer->lookahead;
  if (!place->is_outermost) return c == '$' && peek_assignment(lexer);
  if (c != ':') return true;
  advance(lexer);
  if (lexer->lookahead != ':') return false;
  advance(lexer);
  return is_word(lexer->lookahead);
}

// Behind a word that starts a line: is it the name of an attribute, or a value that an operator follows?
static bool peek_arrow(TSLexer *lexer) {
  bool blank, line;
  if (!peek_over_blanks(lexer, &blank, &line)) return true;
  int32_t c = lexer->lookahead;
  return c == '=' || c == '+' || c == ',' || c == '}' || at_end(lexer);
}

// Behind the first word of a line that stands where a value should: can it only be the start of a statement? A call
// without parentheses is no value, and behind a value in something open no other one may stand.
static bool peek_no_value(TSLexer *lexer, const char *word, const Place *place) {
  if (IS_ONE_OF(word, STATEMENT_FUNCTIONS) && lexer->lookahead != ':' && lexer->lookahead != '-') {
    if (lexer->lookahead != '(') return peek_argument(lexer);
  }
  if (IS_ONE_OF(word, CONDITIONAL_WORDS)) return peek_behind_blocks(lexer);
  char more[MAX_WORD];
  read_qualified(lexer, more);
  if (lexer->lookahead == '(' && place->is_outermost) {
    advance(lexer);
    skip_bracketed(lexer);
    return peek_operand(lexer, more);
  }
  skip_blanks(lexer);
  return lexer->lookahead == '{' && peek_title(lexer);
}

// A word that is more than a name: a function called without parentheses, `plan` before a name, `apply` before `(`,
// `default` or `undef` before a slash.
static bool scan_word(Scanner *scanner, TSLexer *lexer, const bool *valid, bool regex_ahead, const Place *place) {
  bool may_end = lexer->lookahead == 'd' || lexer->lookahead == 'u';
  bool may_break = place->may_break;
  if (!valid[STATEMENT_FUNCTION] && !valid[PLAN] && !valid[APPLY] && !may_end && !may_break && !place->may_start) {
    return false;
  }
  if (!place->may_start && !may_break) lexer->mark_end(lexer);
  char word[MAX_WORD];
  read_word(lexer, word);
  if (may_end && (strcmp(word, "default") == 0 || strcmp(word, "undef") == 0)) {
    scanner->regex_ahead = !regex_ahead && peek_slash(scanner, lexer);
    return scanner->regex_ahead && finish(lexer, REGEX_AHEAD);
  }
  if (place->may_start && !IS_ONE_OF(word, CONTINUING_WORDS)) {
    if (place->is_outermost) return !peek_arrow(lexer) && accept_line(scanner, lexer, place);
    if (strcmp(word, "apply") != 0) return peek_statement_word(lexer, word) && accept_line(scanner, lexer, place);
  }
  if (may_break && strcmp(word, "apply") != 0) return peek_no_value(lexer, word, place) && finish(lexer, BREAK);
  lexer->mark_end(lexer);
  if (lexer->lookahead == '-' || lexer->lookahead == ':') return false;
  if (valid[STATEMENT_FUNCTION] && IS_ONE_OF(word, STATEMENT_FUNCTIONS)) {
    return peek_argument(lexer) && finish(lexer, STATEMENT_FUNCTION);
  }
  if (valid[PLAN] && strcmp(word, "plan") == 0 && is_blank(lexer->lookahead)) {
    skip_blanks(lexer);
    return (is_word(lexer->lookahead) || lexer->lookahead == ':') && finish(lexer, PLAN);
  }
  if (valid[APPLY] && strcmp(word, "apply") == 0) {
    skip_blanks(lexer);
    return lexer->lookahead == '(' && finish(lexer, APPLY);
  }
  return false;
}

#endif
