// Heredocs: the opener, what it says of the text, and the lines of the text.

#ifndef PUPPET_HEREDOCS_H
#define PUPPET_HEREDOCS_H

#include "strings.h"

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
  {"awk", LANGUAGE_AWK}, {"bash", LANGUAGE_BASH}, {"c", LANGUAGE_C}, {"css", LANGUAGE_CSS}, {"diff", LANGUAGE_DIFF},
  {"docker", LANGUAGE_DOCKERFILE}, {"dockerfile", LANGUAGE_DOCKERFILE}, {"epp", LANGUAGE_EPP},
  {"fish", LANGUAGE_FISH}, {"go", LANGUAGE_GO}, {"golang", LANGUAGE_GO}, {"hcl", LANGUAGE_HCL},
  {"html", LANGUAGE_HTML}, {"ini", LANGUAGE_INI}, {"java", LANGUAGE_JAVA}, {"javascript", LANGUAGE_JAVASCRIPT},
  {"js", LANGUAGE_JAVASCRIPT}, {"json", LANGUAGE_JSON}, {"lua", LANGUAGE_LUA}, {"make", LANGUAGE_MAKE},
  {"makefile", LANGUAGE_MAKE}, {"markdown", LANGUAGE_MARKDOWN}, {"md", LANGUAGE_MARKDOWN}, {"nginx", LANGUAGE_NGINX},
  {"patch", LANGUAGE_DIFF}, {"perl", LANGUAGE_PERL}, {"php", LANGUAGE_PHP}, {"pl", LANGUAGE_PERL},
  {"powershell", LANGUAGE_POWERSHELL}, {"pp", LANGUAGE_PUPPET}, {"ps1", LANGUAGE_POWERSHELL},
  {"puppet", LANGUAGE_PUPPET}, {"py", LANGUAGE_PYTHON}, {"python", LANGUAGE_PYTHON}, {"rb", LANGUAGE_RUBY},
  {"rs", LANGUAGE_RUST}, {"ruby", LANGUAGE_RUBY}, {"rust", LANGUAGE_RUST}, {"sh", LANGUAGE_BASH},
  {"shell", LANGUAGE_BASH}, {"sql", LANGUAGE_SQL}, {"terraform", LANGUAGE_HCL}, {"toml", LANGUAGE_TOML},
  {"ts", LANGUAGE_TYPESCRIPT}, {"typescript", LANGUAGE_TYPESCRIPT}, {"vim", LANGUAGE_VIM}, {"xml", LANGUAGE_XML},
  {"yaml", LANGUAGE_YAML}, {"yml", LANGUAGE_YAML},
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

#endif
