// The tokens of the scanner, and its state from one to the next.
//
// The heredocs that are announced on the current line (pending), the one whose text is being read, whether the name after
// a `${` is a variable, whether a string has no end, whether a template is in its text or in a tag, what was told of a
// line, and how far the last statement is indented. The rest is known to the parser. A heredoc cannot be announced within the text of another.
//
// It is bounded: a heredoc that would not fit into the serialization buffer is not taken as one.

#ifndef PUPPET_STATE_H
#define PUPPET_STATE_H

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"
#include "characters.h"

// In the order of `externals` in grammar.js, then in epp/grammar.js.
enum TokenType {
  SINGLE_QUOTED_TEXT,
  DOUBLE_QUOTED_TEXT,
  ESCAPE_SEQUENCE,
  INTERPOLATION_START,
  STRING_VARIABLE,
  INTERPOLATED_NAME,
  HEREDOC_START,
  HEREDOC_BODY_START,
  HEREDOC_LINE,
  HEREDOC_END,
  REGEX,
  DIVIDE,
  INDEX_BRACKET,
  LIST_BRACKET,
  CALL_PAREN,
  FIRST_PAREN,
  SELECTOR_BRACE,
  NUMBER,
  TYPE_NAME,
  STATEMENT_FUNCTION,
  PLAN,
  APPLY,
  METHOD_NAME,
  REGEX_AHEAD,
  LANGUAGE_AWK,
  LANGUAGE_BASH,
  LANGUAGE_C,
  LANGUAGE_CSS,
  LANGUAGE_DIFF,
  LANGUAGE_DOCKERFILE,
  LANGUAGE_EPP,
  LANGUAGE_FISH,
  LANGUAGE_GO,
  LANGUAGE_HCL,
  LANGUAGE_HTML,
  LANGUAGE_INI,
  LANGUAGE_JAVA,
  LANGUAGE_JAVASCRIPT,
  LANGUAGE_JSON,
  LANGUAGE_LUA,
  LANGUAGE_MAKE,
  LANGUAGE_MARKDOWN,
  LANGUAGE_NGINX,
  LANGUAGE_PERL,
  LANGUAGE_PHP,
  LANGUAGE_POWERSHELL,
  LANGUAGE_PUPPET,
  LANGUAGE_PYTHON,
  LANGUAGE_RUBY,
  LANGUAGE_RUST,
  LANGUAGE_SQL,
  LANGUAGE_TOML,
  LANGUAGE_TYPESCRIPT,
  LANGUAGE_VIM,
  LANGUAGE_XML,
  LANGUAGE_YAML,
  SINGLE_QUOTE,
  DOUBLE_QUOTE,
  MINUS,
  RETURNS,
  BREAK,
  PARAMETER_BREAK,
  NO_CONDITION,
  BYTE_ORDER_MARK,
  LINE,
  PAGE_END,
  CHAPTER_END,
  PAGE_START,
  MARK,
  COMMENT,
  VARIABLE,
  ERROR_SENTINEL,
  // Only of templates: only there may `valid` be asked for them.
  TEXT,
  TEXT_ESCAPE,
  TRIMMED_BLANKS,
  TEMPLATE_COMMENT,
  TAG,
  TAG_END,
  RENDER,
  RENDER_END,
  OPEN_END,
};

#define MAX_TAG 900
#define MAX_PENDING 8
#define MAX_MARKS 8

// Escapes that a heredoc may enable, as bits.
enum Escape { ESC_T = 1, ESC_R = 2, ESC_N = 4, ESC_S = 8, ESC_U = 16, ESC_LINE = 32, ESC_DOLLAR = 64, ESC_ANY = 128 };

typedef struct {
  bool interpolates; // is the tag in double quotes?
  uint8_t escapes;   // enabled escapes
  uint8_t language;  // the token of its language, 0 when it names none that is known
  uint16_t length;   // of the tag, in characters
  int32_t tag[MAX_TAG];
} Heredoc;

// Where a template is: in its text, in text that loses its blanks up to the line end, in `<% %>` or in `<%= %>`.
enum Mode { IN_TEXT, IN_TRIMMED_TEXT, IN_CODE, IN_RENDER };

typedef struct {
  bool is_template; // constant
  uint8_t mode;     // an enum Mode, for templates
  bool regex_ahead; // does the next slash start a regular expression, although an operator may stand there?
  bool name_next; // the next token is a name that stands for a variable: ${name}, ${name.size}, ${name[0]}
  bool quote_ahead; // does the text of a string start with a quote?
  bool is_open;   // the string that was opened on this line has no end: a statement stands on the next line
  uint8_t marks;  // how often it was told that a statement starts here
  uint8_t indent; // how many blanks stood before the last statement that was told of
  bool reading;   // is the text of `open` being read?
  uint8_t pending_count;
  Heredoc pending[MAX_PENDING];
  Heredoc open;
} Scanner;

// ---- tokens

static bool finish(TSLexer *lexer, enum TokenType type) {
  lexer->result_symbol = type;
  return true;
}

// Ends the token here and names it.
static bool accept(TSLexer *lexer, enum TokenType type) {
  lexer->mark_end(lexer);
  return finish(lexer, type);
}

// ---- state

static unsigned put_heredoc(const Heredoc *heredoc, uint8_t *out) {
  unsigned size = 0;
  out[size++] = heredoc->interpolates;
  out[size++] = heredoc->escapes;
  out[size++] = heredoc->language;
  out[size++] = (uint8_t)(heredoc->length & 0xFF);
  out[size++] = (uint8_t)(heredoc->length >> 8);
  for (unsigned i = 0; i < heredoc->length; i++) {
    uint32_t c = (uint32_t)heredoc->tag[i];
    for (; c >= 0x80; c >>= 7) out[size++] = (uint8_t)(c | 0x80);
    out[size++] = (uint8_t)c;
  }
  return size;
}

// The most bytes that put_heredoc writes for it.
static unsigned heredoc_size(const Heredoc *heredoc) {
  unsigned size = 5;
  for (unsigned i = 0; i < heredoc->length; i++) size += heredoc->tag[i] < 0x80 ? 1 : 3;
  return size;
}

static unsigned state_size(const Scanner *scanner) {
  unsigned size = 5 + (scanner->reading ? heredoc_size(&scanner->open) : 0);
  for (unsigned i = 0; i < scanner->pending_count; i++) size += heredoc_size(&scanner->pending[i]);
  return size;
}

// Reads what put_heredoc wrote; false when the bytes do not fit together.
static bool get_heredoc(Heredoc *heredoc, const uint8_t *in, unsigned length, unsigned *at) {
  if (*at + 5 > length) return false;
  heredoc->interpolates = in[(*at)++] != 0;
  heredoc->escapes = in[(*at)++];
  heredoc->language = in[(*at)++];
  heredoc->length = in[(*at)++];
  heredoc->length |= (uint16_t)(in[(*at)++] << 8);
  if (heredoc->length == 0 || heredoc->length > MAX_TAG) return false;
  for (unsigned i = 0; i < heredoc->length; i++) {
    uint32_t c = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (*at >= length || shift > 21) return false;
      uint8_t byte = in[(*at)++];
      c |= (uint32_t)(byte & 0x7F) << shift;
      if (!(byte & 0x80)) break;
    }
    heredoc->tag[i] = (int32_t)c;
  }
  return true;
}

static unsigned serialize(const Scanner *scanner, char *buffer) {
  bool flags = scanner->mode || scanner->name_next || scanner->regex_ahead || scanner->is_open ||
               scanner->quote_ahead || scanner->marks || scanner->reading;
  uint8_t *out = (uint8_t *)buffer;
  unsigned size = 0;
  out[size++] = scanner->indent;
  if (!flags && scanner->pending_count == 0) return scanner->indent > 0;
  if (state_size(scanner) > TREE_SITTER_SERIALIZATION_BUFFER_SIZE) return 0;
  out[size++] = (uint8_t)(scanner->name_next | scanner->regex_ahead << 1 | scanner->is_open << 2 |
                          scanner->quote_ahead << 3 | scanner->marks << 4);
  out[size++] = scanner->reading;
  out[size++] = scanner->pending_count;
  out[size++] = scanner->mode;
  if (scanner->reading) size += put_heredoc(&scanner->open, out + size);
  for (unsigned i = 0; i < scanner->pending_count; i++) size += put_heredoc(&scanner->pending[i], out + size);
  return size;
}

static void deserialize(Scanner *scanner, const char *buffer, unsigned length) {
  const uint8_t *in = (const uint8_t *)buffer;
  scanner->name_next = scanner->regex_ahead = scanner->is_open = scanner->quote_ahead = false;
  scanner->reading = false;
  scanner->marks = 0;
  scanner->pending_count = 0;
  scanner->mode = IN_TEXT;
  scanner->indent = length > 0 ? in[0] : 0;
  if (length < 5 || in[3] > MAX_PENDING) return;
  unsigned at = 5;
  if (in[2] && !get_heredoc(&scanner->open, in, length, &at)) return;
  for (unsigned i = 0; i < in[3]; i++) {
    if (!get_heredoc(&scanner->pending[i], in, length, &at)) return;
  }
  scanner->mode = in[4];
  scanner->name_next = in[1] & 1;
  scanner->regex_ahead = in[1] & 2;
  scanner->is_open = in[1] & 4;
  scanner->quote_ahead = in[1] & 8;
  scanner->marks = in[1] >> 4;
  scanner->reading = in[2] != 0;
  scanner->pending_count = in[3];
}

#endif
