// Measures the grammars with tree-sitter's C library alone, so that a sanitizer sees all of it; see measure.sh.
//
//   driver accept FILE...            which files hold a fault, and the rate
//   driver fuzz COUNT SEED FILE...   made up inputs: none may crash or hang
//   driver edits COUNT SEED FILE...  random edits: an incremental parse must equal a fresh one
//   driver prefixes FILE...          files cut short: the last fault must touch the end, or comments before it
//   driver speed FILE QUERY          full parse, edits of one character, a pass with the query
//
// Files that end in `.epp` are read as templates.

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <tree_sitter/api.h>

const TSLanguage *tree_sitter_puppet(void);
const TSLanguage *tree_sitter_epp(void);

typedef struct {
  const char *name;
  char *bytes;
  uint32_t size;
} Text;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static Text read_text(const char *name) {
  Text text = {name, NULL, 0};
  FILE *file = fopen(name, "rb");
  if (!file) return text;
  fseek(file, 0, SEEK_END);
  text.size = (uint32_t)ftell(file);
  rewind(file);
  text.bytes = malloc(text.size + 1);
  if (fread(text.bytes, 1, text.size, file) != text.size) text.size = 0;
  text.bytes[text.size] = 0;
  fclose(file);
  return text;
}

static bool is_template(const char *name) {
  size_t length = strlen(name);
  return length > 4 && strcmp(name + length - 4, ".epp") == 0;
}

static void set_language(TSParser *parser, bool template) {
  if (!ts_parser_set_language(parser, template ? tree_sitter_epp() : tree_sitter_puppet())) exit(2);
}

static TSTree *parse(TSParser *parser, const TSTree *old, Text text) {
  return ts_parser_parse_string(parser, old, text.bytes, text.size);
}

static uint64_t state = 1;

static uint32_t below(uint32_t limit) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return limit == 0 ? 0 : (uint32_t)(state >> 33) % limit;
}

// ---- accept

static int accept_files(int count, char **names) {
  TSParser *parser = ts_parser_new();
  int faults = 0;
  double seconds = 0, bytes = 0;
  for (int i = 0; i < count; i++) {
    Text text = read_text(names[i]);
    set_language(parser, is_template(names[i]));
    double start = now();
    TSTree *tree = parse(parser, NULL, text);
    seconds += now() - start;
    bytes += text.size;
    if (ts_node_has_error(ts_tree_root_node(tree))) {
      printf("fault: %s\n", names[i]);
      faults++;
    }
    ts_tree_delete(tree);
    free(text.bytes);
  }
  printf("%d of %d accepted, %.1f MB/s\n", count - faults, count, bytes / 1e6 / seconds);
  ts_parser_delete(parser);
  return 0;
}

// ---- fuzz

static const char *const PIECES[] = {
  "'", "\"", "${", "}", "{", "@(", "@(\"E\":json/tn$)", "@(E/L)", "\n| E\n", "\n  |- E\n", "E", ")", "(", "[", " [", "]",
  "/", "/*", "*/", "#", "\\", "\\u{12", "$", "$x", "::", "$::", "|", "<|", "|>>", "=>", "-", "0x", "1e", "notice ",
  "plan ", "apply(", "\r\n", "\n", "\xC3\xA9\xE2\x80\x83\xF0\x9F\x98\x80", "? {", "<%", "<%=", "<%-", "%>", "-%>", "<%#",
  "<%%", "%%>", "class a", "if $x {", "else {", "case", "::A", "A", "a-b", "type X = ", "function f", "private ", "\xFF",
};
#define PIECE_COUNT (sizeof(PIECES) / sizeof(PIECES[0]))

static uint32_t put(char *out, uint32_t at, const char *bytes, uint32_t size) {
  memcpy(out + at, bytes, size);
  return at + size;
}

// A text of pieces, of bytes, or of parts of the files with pieces between.
static uint32_t make_up(char *out, const Text *texts, int count) {
  uint32_t size = 0, kind = below(4);
  for (uint32_t parts = below(kind == 3 ? 6 : 40); parts > 0; parts--) {
    const char *piece = PIECES[below(PIECE_COUNT)];
    if (kind != 2) size = put(out, size, piece, (uint32_t)strlen(piece));
    if (kind == 2 || below(8) == 0) out[size++] = (char)below(256);
    if (kind == 3 && count > 0) {
      const Text *text = &texts[below((uint32_t)count)];
      uint32_t from = below(text->size), length = below(400);
      size = put(out, size, text->bytes + from, length < text->size - from ? length : text->size - from);
    }
  }
  return size;
}

static int fuzz(long rounds, const Text *texts, int count) {
  TSParser *parser = ts_parser_new();
  static char bytes[1 << 16];
  double slowest = 0;
  for (long i = 0; i < rounds; i++) {
    Text text = {"", bytes, make_up(bytes, texts, count)};
    set_language(parser, below(3) == 0);
    double start = now();
    TSTree *tree = parse(parser, NULL, text);
    double seconds = now() - start;
    if (seconds > slowest) slowest = seconds;
    if (ts_node_end_byte(ts_tree_root_node(tree)) > text.size) exit(3);
    ts_tree_delete(tree);
  }
  printf("%ld inputs, the slowest took %.1f ms\n", rounds, slowest * 1e3);
  ts_parser_delete(parser);
  return 0;
}

// ---- edits

static TSPoint point_at(const char *bytes, uint32_t at) {
  TSPoint point = {0, 0};
  for (uint32_t i = 0; i < at; i++) {
    point.column++;
    if (bytes[i] == '\n') point = (TSPoint){point.row + 1, 0};
  }
  return point;
}

static bool same(TSTreeCursor *a, TSTreeCursor *b) {
  for (;;) {
    TSNode one = ts_tree_cursor_current_node(a), other = ts_tree_cursor_current_node(b);
    if (ts_node_symbol(one) != ts_node_symbol(other) || ts_node_start_byte(one) != ts_node_start_byte(other) ||
        ts_node_end_byte(one) != ts_node_end_byte(other) || ts_node_is_missing(one) != ts_node_is_missing(other) ||
        ts_tree_cursor_current_field_id(a) != ts_tree_cursor_current_field_id(b)) {
      return false;
    }
    bool down = ts_tree_cursor_goto_first_child(a);
    if (down != ts_tree_cursor_goto_first_child(b)) return false;
    while (!down) {
      bool next = ts_tree_cursor_goto_next_sibling(a);
      if (next != ts_tree_cursor_goto_next_sibling(b)) return false;
      if (next) break;
      bool up = ts_tree_cursor_goto_parent(a);
      if (up != ts_tree_cursor_goto_parent(b)) return false;
      if (!up) return true;
    }
  }
}

static bool same_trees(const TSTree *a, const TSTree *b) {
  TSTreeCursor one = ts_tree_cursor_new(ts_tree_root_node(a)), other = ts_tree_cursor_new(ts_tree_root_node(b));
  bool result = same(&one, &other);
  ts_tree_cursor_delete(&one);
  ts_tree_cursor_delete(&other);
  return result;
}

static TSInputEdit edit(Text *text, uint32_t from, uint32_t taken, const char *put_in, uint32_t size) {
  TSInputEdit edit = {
    .start_byte = from, .old_end_byte = from + taken, .new_end_byte = from + size,
    .start_point = point_at(text->bytes, from), .old_end_point = point_at(text->bytes, from + taken),
  };
  char *bytes = malloc(text->size - taken + size + 1);
  memcpy(bytes, text->bytes, from);
  memcpy(bytes + from, put_in, size);
  memcpy(bytes + from + size, text->bytes + from + taken, text->size - from - taken + 1);
  free(text->bytes);
  text->bytes = bytes;
  text->size = text->size - taken + size;
  edit.new_end_point = point_at(bytes, from + size);
  return edit;
}

static int edits(long rounds, char **names, int count) {
  TSParser *parser = ts_parser_new();
  long different = 0, sound = 0, different_sound = 0;
  for (long i = 0; i < rounds;) {
    const char *name = names[below((uint32_t)count)];
    Text text = read_text(name);
    set_language(parser, is_template(name));
    TSTree *tree = parse(parser, NULL, text);
    for (int j = 0; j < 10 && i < rounds; i++, j++) {
      const char *piece = PIECES[below(PIECE_COUNT)];
      uint32_t from = below(text.size + 1), taken = below(3) ? below(8) : 0;
      if (taken > text.size - from) taken = text.size - from;
      TSInputEdit change = edit(&text, from, taken, piece, below(4) ? (uint32_t)strlen(piece) : 0);
      ts_tree_edit(tree, &change);
      TSTree *next = parse(parser, tree, text), *fresh = parse(parser, NULL, text);
      bool is_sound = !ts_node_has_error(ts_tree_root_node(fresh));
      sound += is_sound;
      if (!same_trees(next, fresh)) {
        different++;
        different_sound += is_sound;
        if (getenv("SHOW")) printf("different: %s at %u: -%u +'%s'%s\n", name, from, taken, piece, is_sound ? " (sound)" : "");
      }
      ts_tree_delete(tree);
      ts_tree_delete(fresh);
      tree = next;
    }
    ts_tree_delete(tree);
    free(text.bytes);
  }
  printf("%ld edits, %ld trees differ; of %ld sound texts %ld\n", rounds, different, sound, different_sound);
  ts_parser_delete(parser);
  return 0;
}

// ---- prefixes

// The end of the last fault below a node.
static uint32_t last_fault(TSNode node) {
  if (!ts_node_has_error(node)) return 0;
  uint32_t end = ts_node_is_error(node) || ts_node_is_missing(node) ? ts_node_end_byte(node) : 0;
  for (uint32_t i = 0; i < ts_node_child_count(node); i++) {
    uint32_t below_end = last_fault(ts_node_child(node, i));
    if (below_end > end) end = below_end;
  }
  return end;
}

// What stands between two places: 0 blanks alone, 1 comments, 2 code.
static int between(const char *bytes, uint32_t at, uint32_t end) {
  int kind = 0;
  while (at < end) {
    if (strchr(" \t\r\n", bytes[at])) {
      at++;
    } else if (bytes[at] == '#') {
      kind = 1;
      while (at < end && bytes[at] != '\n') at++;
    } else {
      return 2;
    }
  }
  return kind;
}

static int prefixes(int count, char **names) {
  TSParser *parser = ts_parser_new();
  long all = 0, kinds[3] = {0};
  for (int i = 0; i < count; i++) {
    Text text = read_text(names[i]);
    set_language(parser, is_template(names[i]));
    for (uint32_t end = 1; end < text.size; end += text.size / 60 + 1) {
      TSTree *tree = ts_parser_parse_string(parser, NULL, text.bytes, end);
      TSNode root = ts_tree_root_node(tree);
      int kind = ts_node_has_error(root) ? between(text.bytes, last_fault(root), end) : 0;
      if (kind == 2 && getenv("SHOW")) printf("%s: a fault before byte %u\n", names[i], end);
      kinds[kind]++;
      all++;
      ts_tree_delete(tree);
    }
    free(text.bytes);
  }
  printf("%ld prefixes, %ld with a fault elsewhere, %ld with comments behind it\n", all, kinds[2], kinds[1]);
  ts_parser_delete(parser);
  return 0;
}

// ---- speed

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof(*values), by_size);
  return values[count / 2];
}

static int speed(const char *name, const char *query_name) {
  TSParser *parser = ts_parser_new();
  Text text = read_text(name), query_text = read_text(query_name);
  set_language(parser, is_template(name));
  double times[101];
  TSTree *tree = parse(parser, NULL, text);
  double parse_time = 1e9;
  for (int i = 0; i < 15; i++) {
    ts_tree_delete(tree);
    double start = now();
    tree = parse(parser, NULL, text);
    times[i] = now() - start;
    if (times[i] < parse_time) parse_time = times[i];
  }
  printf("%s: %u bytes, %u lines\n", name, text.size, point_at(text.bytes, text.size).row);
  printf("  full parse: median %.2f ms, best %.2f ms, %.1f MB/s\n", median(times, 15) * 1e3, parse_time * 1e3,
         text.size / 1e6 / parse_time);
  for (int i = 0; i < 101; i++) {
    uint32_t at = text.size / 102 * (uint32_t)(i + 1);
    while (at > 0 && text.bytes[at] != '\n') at--;
    TSInputEdit change = edit(&text, at, 0, " ", 1);
    double start = now();
    ts_tree_edit(tree, &change);
    TSTree *next = parse(parser, tree, text);
    times[i] = now() - start;
    ts_tree_delete(tree);
    tree = next;
  }
  printf("  edit of one character: median %.1f us\n", median(times, 101) * 1e6);
  uint32_t offset;
  TSQueryError error;
  TSQuery *query = ts_query_new(ts_parser_language(parser), query_text.bytes, query_text.size, &offset, &error);
  if (!query) return 4;
  TSQueryCursor *cursor = ts_query_cursor_new();
  double best = 1e9;
  long captures = 0;
  for (int i = 0; i < 7; i++) {
    double start = now();
    ts_query_cursor_exec(cursor, query, ts_tree_root_node(tree));
    TSQueryMatch match;
    uint32_t index;
    for (captures = 0; ts_query_cursor_next_capture(cursor, &match, &index); captures++) continue;
    if (now() - start < best) best = now() - start;
  }
  printf("  query: %ld captures, %.2f ms, %.1f MB/s, %.2f of the parse rate\n", captures, best * 1e3,
         text.size / 1e6 / best, parse_time / best);
  ts_query_cursor_delete(cursor);
  ts_query_delete(query);
  ts_tree_delete(tree);
  ts_parser_delete(parser);
  free(text.bytes);
  free(query_text.bytes);
  return 0;
}

int main(int count, char **arguments) {
  if (count < 3) return 1;
  const char *command = arguments[1];
  if (strcmp(command, "accept") == 0) return accept_files(count - 2, arguments + 2);
  if (strcmp(command, "prefixes") == 0) return prefixes(count - 2, arguments + 2);
  if (strcmp(command, "speed") == 0 && count == 4) return speed(arguments[2], arguments[3]);
  if (count < 4) return 1;
  long rounds = atol(arguments[2]);
  state = (uint64_t)atol(arguments[3]);
  int files = count - 4;
  if (strcmp(command, "edits") == 0) return edits(rounds, arguments + 4, files);
  Text *texts = calloc((size_t)files + 1, sizeof(Text));
  for (int i = 0; i < files; i++) texts[i] = read_text(arguments[4 + i]);
  int result = fuzz(rounds, texts, files);
  for (int i = 0; i < files; i++) free(texts[i].bytes);
  free(texts);
  return result;
}
