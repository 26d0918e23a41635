// Quoted strings, and what stands in the text of one or of a heredoc: escapes and interpolation.

#ifndef PUPPET_STRINGS_H
#define PUPPET_STRINGS_H

#include "missing.h"
#include "state.h"

// ---- lines of a heredoc

// A line of a heredoc's text on the way to its end: does it end in the tag?
typedef struct {
  const Heredoc *heredoc;
  uint16_t failure[MAX_TAG]; // where to go on in the tag after a mismatch
  unsigned matched;
  bool at_tag; // the tag stands here, with nothing but blanks behind
  bool over;   // the line end was taken (by an escape)
} TagMatch;

static void start_match(TagMatch *match, const Heredoc *heredoc) {
  match->heredoc = heredoc;
  match->matched = 0;
  match->at_tag = false;
  match->over = false;
  match->failure[0] = 0;
  for (unsigned i = 1, k = 0; i < heredoc->length; i++) {
    while (k > 0 && heredoc->tag[i] != heredoc->tag[k]) k = match->failure[k - 1];
    if (heredoc->tag[i] == heredoc->tag[k]) k++;
    match->failure[i] = (uint16_t)k;
  }
}

// Takes a character; of a heredoc's line when there is a `match`.
static void step(TSLexer *lexer, TagMatch *match) {
  if (match != NULL) {
    const Heredoc *heredoc = match->heredoc;
    int32_t c = lexer->lookahead;
    if (c == '\n') match->over = true;
    while (match->matched > 0 && (match->matched == heredoc->length || c != heredoc->tag[match->matched])) {
      match->matched = match->failure[match->matched - 1];
    }
    if (c == heredoc->tag[match->matched]) match->matched++;
    if (match->matched == heredoc->length) {
      match->at_tag = true;
    } else if (!is_blank(c)) {
      match->at_tag = false;
    }
  }
  advance(lexer);
}

// ---- interpolation and escapes, in strings and heredocs

// What a `$` in a text starts.
enum Dollar { PLAIN_DOLLAR, DOLLAR_BRACE, DOLLAR_NAME };

// Takes a `$`, and the `{` or the `::` before a name.
static enum Dollar scan_dollar(TSLexer *lexer, TagMatch *match) {
  step(lexer, match);
  if (lexer->lookahead == '{') {
    step(lexer, match);
    return DOLLAR_BRACE;
  }
  if (is_word(lexer->lookahead)) return DOLLAR_NAME;
  if (lexer->lookahead != ':') return PLAIN_DOLLAR;
  step(lexer, match);
  if (lexer->lookahead != ':') return PLAIN_DOLLAR;
  step(lexer, match);
  return is_word(lexer->lookahead) ? DOLLAR_NAME : PLAIN_DOLLAR;
}

// Standing on the first letter of a name: the token ends behind [A-Za-z0-9_]+ (:: [A-Za-z0-9_]+)*.
static enum TokenType scan_string_variable(TSLexer *lexer, TagMatch *match) {
  for (;;) {
    while (is_word(lexer->lookahead)) step(lexer, match);
    lexer->mark_end(lexer);
    if (lexer->lookahead != ':') return STRING_VARIABLE;
    step(lexer, match);
    if (lexer->lookahead != ':') return STRING_VARIABLE;
    step(lexer, match);
    if (!is_word(lexer->lookahead)) return STRING_VARIABLE;
  }
}

// Passes blanks, and line ends outside of heredocs.
static void peek_blanks(TSLexer *lexer, TagMatch *match) {
  while (is_blank(lexer->lookahead) || (lexer->lookahead == '\n' && match == NULL)) step(lexer, match);
}

// Looks at a name or a decimal number; false when there is none or it goes on as something else.
static bool peek_name(TSLexer *lexer, TagMatch *match, bool number) {
  bool any = false;
  int32_t last = 0;
  for (;; any = true) {
    int32_t c = lexer->lookahead;
    if (number ? !is_digit(c) : !is_word(c) && c != ':' && c != '-') break;
    if (c == ':') {
      step(lexer, match);
      if (lexer->lookahead != ':') return false;
    } else if (last == ':' && !is_lower(c) && c != '_') {
      return false;
    }
    last = c;
    step(lexer, match);
  }
  return any && last != ':' && last != '-' && !is_word(lexer->lookahead);
}

// Looks behind a `${` without taking it: is there a lone name or number, or one before `.` or `[`?
static bool peek_interpolated_name(TSLexer *lexer, TagMatch *match) {
  peek_blanks(lexer, match);
  int32_t c = lexer->lookahead;
  bool number = is_digit(c);
  if (!number && !is_lower(c) && c != '_' && c != ':') return false;
  if (!peek_name(lexer, match, number)) return false;
  if (lexer->lookahead == '[') return true;
  peek_blanks(lexer, match);
  if (lexer->lookahead != '.') return lexer->lookahead == '}';
  step(lexer, match);
  return !(number && is_digit(lexer->lookahead));
}

// Standing behind a `${`: the token ends here, and the state tells what comes.
static enum TokenType end_interpolation_start(Scanner *scanner, TSLexer *lexer, TagMatch *match) {
  lexer->mark_end(lexer);
  scanner->name_next = peek_interpolated_name(lexer, match);
  return INTERPOLATION_START;
}

// The name that peek_interpolated_name saw.
static bool scan_interpolated_name(Scanner *scanner, TSLexer *lexer) {
  scanner->name_next = false;
  while (is_blank(lexer->lookahead) || lexer->lookahead == '\n') lexer->advance(lexer, true);
  bool any = false;
  while (is_word(lexer->lookahead) || lexer->lookahead == ':' || lexer->lookahead == '-') {
    advance(lexer);
    any = true;
  }
  return any && accept(lexer, INTERPOLATED_NAME);
}

// Standing behind `\u`: the token ends behind four hexadecimal digits, or one to six in braces; else here.
static void end_unicode_escape(TSLexer *lexer, TagMatch *match) {
  lexer->mark_end(lexer);
  bool braces = lexer->lookahead == '{';
  if (braces) step(lexer, match);
  unsigned digits = 0;
  for (; digits < (braces ? 6u : 4u) && is_hex(lexer->lookahead); digits++) step(lexer, match);
  if (braces && digits > 0 && lexer->lookahead == '}') {
    step(lexer, match);
    lexer->mark_end(lexer);
  } else if (!braces && digits == 4) {
    lexer->mark_end(lexer);
  }
}

// Standing on the character behind a backslash that changes it: the token ends behind the escape.
static enum TokenType end_escape(TSLexer *lexer, TagMatch *match) {
  int32_t c = lexer->lookahead;
  step(lexer, match);
  if (c == '\r' && lexer->lookahead == '\n') step(lexer, match);
  lexer->mark_end(lexer);
  if (c == 'u') end_unicode_escape(lexer, match);
  return ESCAPE_SEQUENCE;
}

// Standing on a quote where the text of a string starts: does it belong to it? The reference takes it for text when the
// text would end right behind it: `'''` is a string with a quote in it.
static bool peek_quote_in_text(TSLexer *lexer, int32_t quote) {
  advance(lexer);
  bool even = true;
  for (; lexer->lookahead == '\\'; even = !even) advance(lexer);
  return even && (lexer->lookahead == quote || (quote == '"' && lexer->lookahead == '$'));
}

// Takes the quote that a text starts with, if that was seen.
static bool take_quote(Scanner *scanner, TSLexer *lexer) {
  bool any = scanner->quote_ahead;
  scanner->quote_ahead = false;
  if (any) advance(lexer);
  return any;
}

// The quote that opens a string.
static bool scan_quote(Scanner *scanner, TSLexer *lexer) {
  int32_t quote = lexer->lookahead;
  advance(lexer);
  lexer->mark_end(lexer);
  if (lexer->lookahead == quote) {
    scanner->quote_ahead = peek_quote_in_text(lexer, quote);
  } else if (peek_open_string(lexer, quote)) {
    scanner->is_open = true;
  }
  return finish(lexer, quote == '"' ? DOUBLE_QUOTE : SINGLE_QUOTE);
}

// ---- quoted strings

// Where a string without an end may end, having seen what the next line starts with: its text, if there is any, or, at the
// end of its line, the line that starts a statement.
static bool end_open_string(Scanner *scanner, TSLexer *lexer, enum TokenType text, bool any, bool at_line_end) {
  if (any || !at_line_end || lexer->lookahead == '}') return any && finish(lexer, text);
  scanner->is_open = false;
  scanner->marks = 1;
  return finish(lexer, LINE);
}

static bool scan_single_quoted(Scanner *scanner, TSLexer *lexer) {
  int brackets = 0;
  bool any = take_quote(scanner, lexer);
  for (; !at_end(lexer) && lexer->lookahead != '\''; any = true) {
    bool line_end = lexer->lookahead == '\n';
    if (scanner->is_open && ends_open_string(lexer, &brackets)) {
      return end_open_string(scanner, lexer, SINGLE_QUOTED_TEXT, any, line_end);
    }
    if (at_end(lexer) || lexer->lookahead == '\'') break;
    if (lexer->lookahead != '\\') {
      advance(lexer);
      continue;
    }
    lexer->mark_end(lexer);
    advance(lexer);
    if (lexer->lookahead != '\\' && lexer->lookahead != '\'') continue;
    return finish(lexer, any ? SINGLE_QUOTED_TEXT : end_escape(lexer, NULL));
  }
  return any && accept(lexer, SINGLE_QUOTED_TEXT);
}

// Does a backslash change this character in a double quoted string?
static bool is_escape(int32_t c) {
  switch (c) {
    case '\\': case '$': case '\'': case '"': case 'r': case 'n': case 't': case 's': case 'u': case '\r': case '\n':
      return true;
    default:
      return false;
  }
}

static bool scan_double_quoted(Scanner *scanner, TSLexer *lexer) {
  int brackets = 0;
  bool any = take_quote(scanner, lexer);
  for (; !at_end(lexer) && lexer->lookahead != '"'; any = true) {
    bool line_end = lexer->lookahead == '\n';
    if (scanner->is_open && ends_open_string(lexer, &brackets)) {
      return end_open_string(scanner, lexer, DOUBLE_QUOTED_TEXT, any, line_end);
    }
    if (at_end(lexer) || lexer->lookahead == '"') break;
    if (lexer->lookahead == '\\') {
      lexer->mark_end(lexer);
      advance(lexer);
      if (is_escape(lexer->lookahead)) return finish(lexer, any ? DOUBLE_QUOTED_TEXT : end_escape(lexer, NULL));
      if (!at_end(lexer)) advance(lexer);
    } else if (lexer->lookahead == '$') {
      lexer->mark_end(lexer);
      enum Dollar dollar = scan_dollar(lexer, NULL);
      if (dollar == PLAIN_DOLLAR) continue;
      if (any) return finish(lexer, DOUBLE_QUOTED_TEXT);
      bool brace = dollar == DOLLAR_BRACE;
      return finish(lexer, brace ? end_interpolation_start(scanner, lexer, NULL) : scan_string_variable(lexer, NULL));
    } else {
      advance(lexer);
    }
  }
  return any && accept(lexer, DOUBLE_QUOTED_TEXT);
}

#endif
