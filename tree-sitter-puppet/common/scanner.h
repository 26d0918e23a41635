// The external scanner of the Puppet grammar and of its dialect for templates (EPP): tokens that depend on blanks, on
// what stands behind a word, on a heredoc's tag, or on being in the text of a template. Here it is decided which token to
// look for; the files that are included read them.
//
// Every loop advances or ends, and everything ends at the end of the text, so that garbage cannot hang it.

#include "heredocs.h"
#include "templates.h"
#include "words.h"

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

// What a token may be that stands here. Where no value and no operator may stand, there may only be a name, which is not
// taken for a statement when an arrow follows. The parser may come here with the last value whole or with its last token
// alone, and the answer must be the same.
static Place place_at(const Scanner *scanner, const bool *valid, bool line, unsigned column) {
  bool recovering = valid[ERROR_SENTINEL];
  bool is_value = valid[SINGLE_QUOTE] || valid[TYPE_NAME] || valid[METHOD_NAME] || valid[NUMBER] || valid[VARIABLE];
  bool may_start = valid[LINE] || valid[DIVIDE] || !is_value;
  return (Place){
    .may_break = line && !recovering && valid[BREAK],
    .may_start = line && (recovering ? scanner->marks < MAX_MARKS : scanner->marks == 0 && may_start),
    .is_outermost = column <= scanner->indent || (!recovering && valid[LINE]),
    .is_between = !recovering && valid[LINE],
    .may_end_page = !recovering && valid[PAGE_END],
    .column = column,
  };
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
  if (valid[PAGE_START] && !valid[LINE] && !recovering) return turn_page(lexer, valid[CHAPTER_END]);
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
  Place place = place_at(scanner, valid, line, column);
  if (line && !recovering && valid[PARAMETER_BREAK] && (c == '$' || is_lower(c))) {
    return peek_no_parameter(lexer) && finish(lexer, PARAMETER_BREAK);
  }
  if (place.may_break && c == '$') return peek_assignment(lexer) && finish(lexer, BREAK);
  if (place.may_start && (c == '$' || c == '[' || c == ':' || is_upper(c))) {
    if (peek_start(lexer, &place)) return accept_line(scanner, lexer, &place);
    if (c == '$' || c == ':') return false;
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
      if (place.may_start && is_lower(lexer->lookahead)) return accept_line(scanner, lexer, &place);
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
    case PAGE_END: case CHAPTER_END: case PAGE_START: return true;
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
