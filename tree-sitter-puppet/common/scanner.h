// The external scanner of the Puppet grammar and of its dialect for templates (EPP): tokens that depend on blanks, on
// what stands behind a word, on a heredoc's tag, or on being in the text of a template.
//
// State: the heredocs that are announced on the current line (pending), the one whose text is being read, whether
// the name after a `${` is a variable, whether a string has no end, and whether a template is in its text or in a tag.
// The rest is known to the parser. A heredoc cannot be announced within the text of another.
//
// Every loop advances or ends, and everything ends at the end of the text, so that garbage cannot hang it. The state is
// bounded: a heredoc that would not fit into the serialization buffer is not taken as one.

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

#include "characters.h"
#include "missing.h"

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
  LANGUAGE_BASH,
  LANGUAGE_EPP,
  LANGUAGE_INI,
  LANGUAGE_JSON,
  LANGUAGE_PUPPET,
  LANGUAGE_PYTHON,
  LANGUAGE_RUBY,
  LANGUAGE_SQL,
  LANGUAGE_TOML,
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
  unsigned size = 4 + (scanner->reading ? heredoc_size(&scanner->open) : 0);
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
  uint8_t *out = (uint8_t *)buffer;
  bool flags = scanner->mode || scanner->name_next || scanner->regex_ahead || scanner->is_open ||
               scanner->quote_ahead || scanner->marks || scanner->reading;
  if (!flags && scanner->pending_count == 0) return 0;
  if (state_size(scanner) > TREE_SITTER_SERIALIZATION_BUFFER_SIZE) return 0;
  unsigned size = 0;
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
  if (length < 4 || in[2] > MAX_PENDING) return;
  unsigned at = 4;
  if (in[1] && !get_heredoc(&scanner->open, in, length, &at)) return;
  for (unsigned i = 0; i < in[2]; i++) {
    if (!get_heredoc(&scanner->pending[i], in, length, &at)) return;
  }
  scanner->mode = in[3];
  scanner->name_next = in[0] & 1;
  scanner->regex_ahead = in[0] & 2;
  scanner->is_open = in[0] & 4;
  scanner->quote_ahead = in[0] & 8;
  scanner->marks = in[0] >> 4;
  scanner->reading = in[1] != 0;
  scanner->pending_count = in[2];
}

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

static bool scan_single_quoted(Scanner *scanner, TSLexer *lexer) {
  int brackets = 0;
  bool any = take_quote(scanner, lexer);
  for (; !at_end(lexer) && lexer->lookahead != '\''; any = true) {
    if (scanner->is_open && ends_open_string(lexer, &brackets)) return any && finish(lexer, SINGLE_QUOTED_TEXT);
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
    if (scanner->is_open && ends_open_string(lexer, &brackets)) return any && finish(lexer, DOUBLE_QUOTED_TEXT);
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

// ---- heredocs

static uint8_t escape_bit(int32_t c) {
  switch (c) {
    case 't': return ESC_T;
    case 'r': return ESC_R;
    case 'n': return ESC_N;
    case 's': return ESC_S;
    case 'u': return ESC_U;
    case 'L': return ESC_LINE;
    case '$': return ESC_DOLLAR;
    default: return 0;
  }
}

// The part of an opener after `/`: none means all, one twice or an unknown one is a fault.
static bool read_escapes(TSLexer *lexer, Heredoc *heredoc) {
  if (!is_word(lexer->lookahead) && lexer->lookahead != '$') {
    heredoc->escapes = 0xFF;
    return true;
  }
  heredoc->escapes = ESC_ANY;
  while (is_word(lexer->lookahead) || lexer->lookahead == '$') {
    uint8_t bit = escape_bit(lexer->lookahead);
    if (bit == 0 || (heredoc->escapes & bit)) return false;
    heredoc->escapes |= bit;
    advance(lexer);
  }
  return true;
}

// The tag of an opener, its quotes and the blanks around it taken off.
static bool read_tag(TSLexer *lexer, Heredoc *heredoc) {
  skip_blanks(lexer);
  unsigned length = 0;
  while (!at_end(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == ':' || c == '/' || c == '\r' || c == '\n' || c == ')') break;
    if (length == MAX_TAG) return false;
    heredoc->tag[length++] = c;
    advance(lexer);
  }
  unsigned from = 0;
  while (length > 0 && is_blank(heredoc->tag[length - 1])) length--;
  heredoc->interpolates = length >= 2 && heredoc->tag[0] == '"' && heredoc->tag[length - 1] == '"';
  if (heredoc->interpolates) {
    from = 1;
    length--;
    while (length > from && is_blank(heredoc->tag[length - 1])) length--;
    while (from < length && is_blank(heredoc->tag[from])) from++;
  }
  if (length <= from) return false;
  heredoc->length = (uint16_t)(length - from);
  memmove(heredoc->tag, heredoc->tag + from, heredoc->length * sizeof(heredoc->tag[0]));
  return true;
}

static const struct {
  const char *name;
  uint8_t language;
} LANGUAGES[] = {
  {"bash", LANGUAGE_BASH},     {"epp", LANGUAGE_EPP},     {"ini", LANGUAGE_INI},   {"json", LANGUAGE_JSON},
  {"pp", LANGUAGE_PUPPET},     {"puppet", LANGUAGE_PUPPET}, {"py", LANGUAGE_PYTHON}, {"python", LANGUAGE_PYTHON},
  {"rb", LANGUAGE_RUBY},       {"ruby", LANGUAGE_RUBY},   {"sh", LANGUAGE_BASH},   {"shell", LANGUAGE_BASH},
  {"sql", LANGUAGE_SQL},       {"toml", LANGUAGE_TOML},   {"xml", LANGUAGE_XML},   {"yaml", LANGUAGE_YAML},
  {"yml", LANGUAGE_YAML},
};

// The syntax of an opener: of `a+json` the last part that is known counts.
static uint8_t read_syntax(TSLexer *lexer) {
  uint8_t language = 0;
  char word[MAX_WORD];
  for (;;) {
    read_word(lexer, word);
    for (size_t i = 0; i < sizeof(LANGUAGES) / sizeof(LANGUAGES[0]); i++) {
      if (strcmp(word, LANGUAGES[i].name) == 0) language = LANGUAGES[i].language;
    }
    if (lexer->lookahead != '+') return language;
    advance(lexer);
  }
}

// Looks at what stands behind the texts of the announced heredocs: an operator there goes on with the statement of the
// opener. So an edit there is an edit of what the opener's token has looked at, and its statement is read anew.
static void peek_behind_heredocs(const Scanner *scanner, TSLexer *lexer) {
  TagMatch match;
  char word[MAX_WORD];
  while (!at_line_end(lexer)) advance(lexer);
  for (unsigned i = 0; i < scanner->pending_count; i++) {
    start_match(&match, &scanner->pending[i]);
    while (!at_end(lexer) && !match.at_tag) {
      advance(lexer);
      match.matched = 0;
      while (!at_line_end(lexer)) step(lexer, &match);
    }
  }
  bool blank, line;
  peek_over_blanks(lexer, &blank, &line);
  read_word(lexer, word);
}

// Standing behind `@(`: looks through the whole opener and takes note of the heredoc. The token is only the `@(`.
static bool scan_heredoc_start(Scanner *scanner, TSLexer *lexer) {
  lexer->mark_end(lexer);
  if (scanner->reading || scanner->pending_count == MAX_PENDING) return false;
  Heredoc *heredoc = &scanner->pending[scanner->pending_count];
  heredoc->escapes = 0;
  heredoc->language = 0;
  if (!read_tag(lexer, heredoc)) return false;
  if (lexer->lookahead == ':') {
    advance(lexer);
    skip_blanks(lexer);
    if (!is_lower(lexer->lookahead)) return false;
    heredoc->language = read_syntax(lexer);
    skip_blanks(lexer);
  }
  if (lexer->lookahead == '/') {
    advance(lexer);
    if (!read_escapes(lexer, heredoc)) return false;
    skip_blanks(lexer);
  }
  // An opener that is not closed on its line announces nothing: its bracket is missing.
  if (at_line_end(lexer)) return finish(lexer, HEREDOC_START);
  if (lexer->lookahead != ')') return false;
  if (state_size(scanner) + heredoc_size(heredoc) > TREE_SITTER_SERIALIZATION_BUFFER_SIZE) return false;
  scanner->pending_count++;
  peek_behind_heredocs(scanner, lexer);
  return finish(lexer, HEREDOC_START);
}

// At a line end or the end of the text: the text of the first announced heredoc starts.
static bool open_heredoc(Scanner *scanner, TSLexer *lexer) {
  scanner->open = scanner->pending[0];
  scanner->reading = true;
  scanner->pending_count--;
  memmove(&scanner->pending[0], &scanner->pending[1], scanner->pending_count * sizeof(Heredoc));
  if (!at_end(lexer)) advance(lexer);
  return accept(lexer, HEREDOC_BODY_START);
}

// Does a backslash change this character in this heredoc?
static bool is_heredoc_escape(const Heredoc *heredoc, int32_t c) {
  if (heredoc->escapes == 0) return false;
  if (c == '\\') return true;
  if (c == '\n' || c == '\r') return heredoc->escapes & ESC_LINE;
  return c != 'L' && (heredoc->escapes & escape_bit(c));
}

// Takes the next part of a line: its text up to the first escape or interpolation, or such a thing itself when the line
// starts with it. The token's end is set; NULL_TOKEN when the text goes up to the end of the line.
#define NULL_TOKEN ERROR_SENTINEL

static enum TokenType scan_line_part(Scanner *scanner, TSLexer *lexer, TagMatch *match) {
  const Heredoc *heredoc = match->heredoc;
  for (bool any = false; !at_line_end(lexer); any = true) {
    if (lexer->lookahead == '\\') {
      lexer->mark_end(lexer);
      step(lexer, match);
      if (is_heredoc_escape(heredoc, lexer->lookahead)) return any ? HEREDOC_LINE : end_escape(lexer, match);
      // Without escapes enabled a backslash hides nothing: `\$x` interpolates.
      if (heredoc->escapes & ESC_DOLLAR && !at_line_end(lexer)) step(lexer, match);
    } else if (lexer->lookahead == '$' && heredoc->interpolates) {
      lexer->mark_end(lexer);
      enum Dollar dollar = scan_dollar(lexer, match);
      if (dollar == PLAIN_DOLLAR) continue;
      if (any) return HEREDOC_LINE;
      bool brace = dollar == DOLLAR_BRACE;
      return brace ? end_interpolation_start(scanner, lexer, match) : scan_string_variable(lexer, match);
    } else {
      step(lexer, match);
    }
  }
  return NULL_TOKEN;
}

// A line of the open heredoc, or what is left of one. Always looks at the whole line, for it ends the heredoc
// when it ends in the tag, whatever stands before.
static bool scan_heredoc_line(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  uint8_t language = scanner->open.language;
  if (language != 0 && valid[language]) return accept(lexer, language);
  if (at_end(lexer)) return false;
  TagMatch match;
  start_match(&match, &scanner->open);
  enum TokenType part = scan_line_part(scanner, lexer, &match);
  if (match.over) return finish(lexer, part);
  while (!at_line_end(lexer)) step(lexer, &match);
  if (match.at_tag) {
    scanner->name_next = false;
    scanner->reading = false;
    return accept(lexer, HEREDOC_END);
  }
  if (part != NULL_TOKEN) return finish(lexer, part);
  if (!at_end(lexer)) advance(lexer);
  return accept(lexer, HEREDOC_LINE);
}

// ---- words, numbers, operators

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

// A `/`: division where an operator may stand, else a regular expression, which ends on its line. Behind a closing
// brace, `default` or `undef` it is the other way round: division only if no regular expression ends on the line.
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
  return valid[DIVIDE] && finish(lexer, DIVIDE);
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
  bool is_outermost; // no blanks stand before it on its line
} Place;

// Before a line that starts a statement: a token without text, between statements and where none may start. In a fault
// it leads back to the statements around; to pass over it and to take the line for a part of what is broken costs more
// with every mark. There is one at a place, and a few marks: the parser must come on.
static bool accept_line(Scanner *scanner, TSLexer *lexer) {
  return finish(lexer, scanner->marks++ == 0 ? LINE : MARK);
}

// Words that go on with what stands on the lines above.
static const char *const CONTINUING_WORDS[] = {"in", "and", "or", "else", "elsif", "inherits"};

static const char *const DEFINING_WORDS[] = {"class", "define", "function", "node", "plan", "type"};

static const char *const CONDITIONAL_WORDS[] = {"case", "if", "unless"};

// Behind the first word of a line that is not outermost: does it start a statement, and is no value that lacks a comma
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

// A word that is more than a name: a function called without parentheses, `plan` before a name, `apply` before `(`,
// `default` or `undef` before a slash.
static bool scan_word(Scanner *scanner, TSLexer *lexer, const bool *valid, bool regex_ahead, const Place *place) {
  bool may_end = lexer->lookahead == 'd' || lexer->lookahead == 'u';
  bool may_break = place->may_break;
  if (!valid[STATEMENT_FUNCTION] && !valid[PLAN] && !valid[APPLY] && !may_end && !may_break && !place->may_start) {
    return false;
  }
  if (!place->may_start) lexer->mark_end(lexer);
  char word[MAX_WORD];
  read_word(lexer, word);
  if (may_end && (strcmp(word, "default") == 0 || strcmp(word, "undef") == 0)) {
    scanner->regex_ahead = !regex_ahead && peek_slash(scanner, lexer);
    return scanner->regex_ahead && finish(lexer, REGEX_AHEAD);
  }
  if (place->may_start && !IS_ONE_OF(word, CONTINUING_WORDS)) {
    if (place->is_outermost) return accept_line(scanner, lexer);
    if (strcmp(word, "apply") != 0) return peek_statement_word(lexer, word) && accept_line(scanner, lexer);
  }
  if (may_break && strcmp(word, "apply") != 0) return peek_resource(lexer) && finish(lexer, BREAK);
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

// ---- templates

// A comment of a template, from behind its `<%#` on: up to a `%>` before which there is no `%`. Without one, the
// template ends within a tag, which is a fault.
static bool scan_template_comment(Scanner *scanner, TSLexer *lexer) {
  int32_t before = 0, last = '#';
  while (!at_end(lexer)) {
    int32_t c = lexer->lookahead;
    advance(lexer);
    if (c == '>' && last == '%' && before != '%') {
      scanner->mode = before == '-' ? IN_TRIMMED_TEXT : IN_TEXT;
      return accept(lexer, TEMPLATE_COMMENT);
    }
    before = last;
    last = c;
  }
  scanner->mode = IN_CODE;
  return accept(lexer, TEMPLATE_COMMENT);
}

// Standing behind a `<%` that starts no text: what it opens. The reference forgets a `-` before a comment.
static bool scan_tag(Scanner *scanner, TSLexer *lexer) {
  switch (lexer->lookahead) {
    case '%':
      advance(lexer);
      return accept(lexer, TEXT_ESCAPE);
    case '#':
      advance(lexer);
      return scan_template_comment(scanner, lexer);
    case '=':
      advance(lexer);
      scanner->mode = IN_RENDER;
      return accept(lexer, RENDER);
    case '-':
      advance(lexer);
      scanner->mode = IN_CODE;
      return accept(lexer, TAG);
    default:
      scanner->mode = IN_CODE;
      return accept(lexer, TAG);
  }
}

// Standing behind a `<%`: does it take away the blanks before it?
static bool peek_trims(TSLexer *lexer) {
  if (lexer->lookahead == '-') return true;
  if (lexer->lookahead != '#') return false;
  advance(lexer);
  return lexer->lookahead == '-';
}

// Blanks that a text starts with: a token of their own when they stand before a tag. True when there is a token.
static bool scan_text_blanks(TSLexer *lexer) {
  bool any = false;
  for (; lexer->lookahead == ' ' || lexer->lookahead == '\t'; any = true) advance(lexer);
  if (!any || lexer->lookahead != '<') return false;
  lexer->mark_end(lexer);
  advance(lexer);
  if (lexer->lookahead != '%') return false;
  advance(lexer);
  return finish(lexer, peek_trims(lexer) ? TRIMMED_BLANKS : TEXT);
}

// What a `<` or `%` in a text may be.
enum TextMark { NO_MARK, OPENING, ESCAPED_CLOSING };

// Takes `<%`, `%%>`, or what only starts like them.
static enum TextMark scan_text_mark(TSLexer *lexer) {
  int32_t first = lexer->lookahead;
  advance(lexer);
  if (lexer->lookahead != '%') return NO_MARK;
  advance(lexer);
  if (first == '<') return OPENING;
  if (lexer->lookahead != '>') return NO_MARK;
  advance(lexer);
  return ESCAPED_CLOSING;
}

// The blanks behind a `-%>`, and the line end behind them.
static void skip_trimmed(TSLexer *lexer) {
  while (lexer->lookahead == ' ' || lexer->lookahead == '\t') lexer->advance(lexer, true);
  if (lexer->lookahead == '\r') lexer->advance(lexer, true);
  if (lexer->lookahead == '\n') lexer->advance(lexer, true);
}

// A stretch of text up to a tag or to the blanks before one, or what stands at such a place. Never false but at the end
// of the template: in text there is nothing for the parser's own lexer to read.
static bool scan_text(Scanner *scanner, TSLexer *lexer) {
  if (scanner->mode == IN_TRIMMED_TEXT) skip_trimmed(lexer);
  scanner->mode = IN_TEXT;
  if (at_end(lexer)) return false;
  bool any = lexer->lookahead == ' ' || lexer->lookahead == '\t';
  if (any && scan_text_blanks(lexer)) return true;
  bool in_blanks = false;
  for (; !at_end(lexer); any = true) {
    int32_t c = lexer->lookahead;
    if (c == ' ' || c == '\t') {
      if (!in_blanks) lexer->mark_end(lexer);
      in_blanks = true;
      advance(lexer);
    } else if (c == '<' || c == '%') {
      if (any && !(in_blanks && c == '<')) lexer->mark_end(lexer);
      enum TextMark mark = scan_text_mark(lexer);
      if (mark != NO_MARK && any) return finish(lexer, TEXT);
      if (mark == ESCAPED_CLOSING) return accept(lexer, TEXT_ESCAPE);
      if (mark == OPENING) return scan_tag(scanner, lexer);
      in_blanks = false;
    } else {
      in_blanks = false;
      advance(lexer);
    }
  }
  return accept(lexer, TEXT);
}

// A `%>` or `-%>`: ends the tag. What a heredoc announced in it stands in the text.
static bool scan_tag_end(Scanner *scanner, TSLexer *lexer) {
  bool trims = lexer->lookahead == '-';
  if (trims) advance(lexer);
  if (lexer->lookahead != '%') return false;
  advance(lexer);
  if (lexer->lookahead != '>') return false;
  advance(lexer);
  bool renders = scanner->mode == IN_RENDER;
  scanner->mode = trims ? IN_TRIMMED_TEXT : IN_TEXT;
  scanner->pending_count = 0;
  scanner->reading = scanner->name_next = false;
  return accept(lexer, renders ? RENDER_END : TAG_END);
}

// A `<%` in a tag: a token that cannot stand there.
static bool scan_tag_in_tag(TSLexer *lexer) {
  advance(lexer);
  if (lexer->lookahead != '%') return false;
  advance(lexer);
  return accept(lexer, OPEN_END);
}

// At the end of a template that is within a tag: a token that cannot stand there, once.
static bool scan_open_end(Scanner *scanner, TSLexer *lexer) {
  scanner->mode = IN_TEXT;
  return accept(lexer, OPEN_END);
}

// Was a byte order mark passed over, here where nothing was read yet?
static bool is_behind_mark(const Scanner *scanner, TSLexer *lexer) {
  return !scanner->is_template && !at_end(lexer) && !lexer->is_at_included_range_start(lexer) &&
         lexer->get_column(lexer) == 0;
}

// A `-` where no operator may stand; in a template it may belong to the end of a tag.
static bool scan_dash(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  if (scanner->is_template && scan_tag_end(scanner, lexer)) return true;
  if (!valid[MINUS] || valid[DIVIDE]) return false;
  if (!scanner->is_template) advance(lexer);
  return lexer->lookahead != '=' && lexer->lookahead != '>' && accept(lexer, MINUS);
}

// The `>>` before the type that is returned.
static bool scan_returns(TSLexer *lexer) {
  advance(lexer);
  if (lexer->lookahead != '>') return false;
  advance(lexer);
  return accept(lexer, RETURNS);
}

static bool accept_if(TSLexer *lexer, const bool *valid, enum TokenType type) {
  if (!valid[type]) return false;
  advance(lexer);
  return accept(lexer, type);
}

static bool scan(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  bool recovering = valid[ERROR_SENTINEL];
  bool regex_ahead = scanner->regex_ahead;
  scanner->regex_ahead = false;
  if (valid[BYTE_ORDER_MARK] && !recovering && is_behind_mark(scanner, lexer)) return accept(lexer, BYTE_ORDER_MARK);
  if (scanner->is_template && scanner->mode <= IN_TRIMMED_TEXT) {
    return scan_text(scanner, lexer);
  }
  if (scanner->name_next && valid[INTERPOLATED_NAME]) return scan_interpolated_name(scanner, lexer);
  if (!recovering) {
    if (valid[SINGLE_QUOTED_TEXT]) return scan_single_quoted(scanner, lexer);
    if (valid[DOUBLE_QUOTED_TEXT]) return scan_double_quoted(scanner, lexer);
    if (valid[HEREDOC_LINE] && scanner->reading) return scan_heredoc_line(scanner, lexer, valid);
  }

  lexer->mark_end(lexer);
  bool heredoc_waits = scanner->pending_count > 0 && !scanner->reading;
  bool blank = false; // white space right before the token
  bool line = false;  // first of its line
  unsigned column = 0; // behind a line end
  while (is_blank(lexer->lookahead) || lexer->lookahead == '\n') {
    if (lexer->lookahead == '\n') {
      if (heredoc_waits && valid[HEREDOC_BODY_START]) return open_heredoc(scanner, lexer);
      line = true;
      column = 0;
    } else {
      column++;
    }
    blank = true;
    lexer->advance(lexer, true);
  }
  if (at_end(lexer)) {
    if (heredoc_waits && valid[HEREDOC_BODY_START]) return open_heredoc(scanner, lexer);
    return scanner->is_template && !recovering && scan_open_end(scanner, lexer);
  }

  int32_t c = lexer->lookahead;
  if (line) scanner->is_open = false;
  Place place = {
    .may_break = line && !recovering && valid[BREAK],
    .may_start = line && (recovering ? scanner->marks < MAX_MARKS : scanner->marks == 0 && (valid[LINE] || valid[DIVIDE])),
    .is_outermost = column == 0,
  };
  if (line && !recovering && valid[PARAMETER_BREAK] && (c == '$' || is_lower(c))) {
    return peek_no_parameter(lexer) && finish(lexer, PARAMETER_BREAK);
  }
  if (place.may_break && c == '$') return peek_assignment(lexer) && finish(lexer, BREAK);
  if (place.may_start) {
    if (c == '$') return (place.is_outermost || peek_assignment(lexer)) && accept_line(scanner, lexer);
    if (is_upper(c) && place.is_outermost) return accept_line(scanner, lexer);
  }
  if (valid[METHOD_NAME] && !recovering && (is_lower(c) || c == ':')) return scan_method_name(lexer);
  if (is_lower(c)) return scan_word(scanner, lexer, valid, regex_ahead, &place);
  if (is_digit(c)) return valid[NUMBER] && scan_number(lexer);
  if (is_upper(c) || c == ':') return valid[TYPE_NAME] && scan_type_name(lexer);
  switch (c) {
    case '$':
      return valid[VARIABLE] && scan_variable(lexer);
    case '#':
      return valid[COMMENT] && scan_comment(scanner, lexer, regex_ahead);
    case '%':
      return scanner->is_template && scan_tag_end(scanner, lexer);
    case '-':
      return scan_dash(scanner, lexer, valid);
    case '>':
      return valid[RETURNS] && !recovering && scan_returns(lexer);
    case '<':
      return scanner->is_template && scan_tag_in_tag(lexer);
    case '[':
      return accept_if(lexer, valid, blank || lexer->get_column(lexer) == 0 ? LIST_BRACKET : INDEX_BRACKET);
    case '(':
      return accept_if(lexer, valid, line || lexer->get_column(lexer) == 0 ? FIRST_PAREN : CALL_PAREN);
    case '{':
      if (recovering) return false;
      if (valid[NO_CONDITION]) return peek_no_condition(lexer) && finish(lexer, NO_CONDITION);
      return accept_if(lexer, valid, SELECTOR_BRACE);
    case '\'':
      return valid[SINGLE_QUOTE] && scan_quote(scanner, lexer);
    case '"':
      return valid[DOUBLE_QUOTE] && scan_quote(scanner, lexer);
    case '/':
      return (valid[DIVIDE] || valid[REGEX]) && scan_slash(lexer, valid, regex_ahead, recovering);
    case '}':
      return !regex_ahead && scan_before_brace(scanner, lexer);
    case '@':
      if (!valid[HEREDOC_START]) return false;
      advance(lexer);
      if (place.may_start && lexer->lookahead == '@') advance(lexer);
      if (place.may_start && is_lower(lexer->lookahead)) return accept_line(scanner, lexer);
      if (lexer->lookahead != '(') return false;
      advance(lexer);
      return scan_heredoc_start(scanner, lexer);
    default:
      return false;
  }
}

// Has this token no text?
static bool is_empty(TSSymbol token) {
  switch (token) {
    case REGEX_AHEAD: case BREAK: case PARAMETER_BREAK: case NO_CONDITION: case LINE: case MARK: return true;
    default: return false;
  }
}

static bool scan_token(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  bool any = scan(scanner, lexer, valid);
  if (any && !is_empty(lexer->result_symbol)) scanner->marks = 0;
  return any;
}

// ---- the interface

// A scanner in its first state. One is made for every parse, and the tags are long: they stay as they are until a heredoc
// is announced.
static Scanner *create_scanner(bool is_template) {
  Scanner *scanner = ts_malloc(sizeof(Scanner));
  scanner->is_template = is_template;
  deserialize(scanner, NULL, 0);
  return scanner;
}
