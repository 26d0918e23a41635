// The text of templates, and their tags.

#ifndef PUPPET_TEMPLATES_H
#define PUPPET_TEMPLATES_H

#include "state.h"

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

#endif
