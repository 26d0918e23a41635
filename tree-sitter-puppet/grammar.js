/**
 * The Puppet language (8) for tree-sitter.
 *
 * The rules follow the order of the language: statements, definitions, resources, expressions, literals, strings.
 * Accepts what Puppet's parser accepts; what only its validator refuses parses. What needs a look at blanks or at what
 * stands behind a word is decided in src/scanner.c: the kind of `[` and `(`, `/` as division or regular expression,
 * calls without parentheses, strings, interpolation and heredocs. Templates are in epp/grammar.js.
 *
 * Faults: what is missing is `_never`, which no text holds, at the end of a rule or in place of one, so that the parser
 * puts it in as MISSING and goes on with what follows. `_break` is a place without text before a line on which a statement
 * starts although a value should; what it leaves open is missing behind it. `_line` is such a place between statements:
 * where the parser meets it in something that is still open, it leads back to the statements around.
 *
 * @file A tree-sitter grammar for Puppet
 * @license Apache-2.0
 */
/* global grammar, choice, seq, repeat, repeat1, optional, field, alias, prec, token */

// From loosest to tightest, as Puppet binds them (`in` before `=~` before `*`, `==` before `<`, `?` below both).
const PREC = {
  low: -10,
  pair: 1,
  relationship: 2,
  assignment: 3,
  resource: 4,
  or: 5,
  and: 6,
  selector: 7,
  compare: 8,
  equal: 9,
  shift: 10,
  add: 11,
  multiply: 12,
  match: 13,
  in: 14,
  negate: 15,
  splat: 16,
  not: 17,
  collect: 18,
  access: 19,
  dot: 20,
  call: 21,
};

const KEYWORDS = [
  'and', 'attr', 'case', 'class', 'default', 'define', 'else', 'elsif', 'false', 'function', 'if', 'in', 'inherits',
  'node', 'or', 'private', 'true', 'type', 'undef', 'unless',
];

// Languages that a heredoc can say its text is in, as the scanner tells them apart.
const LANGUAGES = [
  'awk', 'bash', 'c', 'css', 'diff', 'dockerfile', 'epp', 'fish', 'go', 'hcl', 'html', 'ini', 'java', 'javascript',
  'json', 'lua', 'make', 'markdown', 'nginx', 'perl', 'php', 'powershell', 'puppet', 'python', 'ruby', 'rust', 'sql',
  'toml', 'typescript', 'vim', 'xml', 'yaml',
];

/** One or more, with commas between. */
const list = (rule) => seq(rule, repeat(seq(',', rule)));

/** One or more, with commas between and perhaps one at the end. */
const loose_list = (rule) => seq(list(rule), optional(','));

/** What may stand before the brace of attributes without a title, without a node around it. */
const resource_type = ($) => [$._name, $.type_name, $.access_expression];

/** What an assignment may be, without a node around it. */
const assignment = ($) => [prec(PREC.low, $._relationship), $.assignment];

/** Statements in pages and chapters, which are for reuse alone; the rest ends with the list. */
const statements = ($, chapter, rest) => seq(optional($._list_start), repeat(chapter), rest);

/** One or more. No repetition is at an edge: with one there, nothing around it is reused. */
const pages = (page) => seq(page, repeat(page));

/** Statements, with a semicolon between or not. */
const run = ($) =>
  seq(
    field('statement', $._statement),
    repeat(seq(optional(choice(';', $._line)), field('statement', $._statement))),
  );

/** Any number, of which a single one stands alone: it needs no node around it. */
const parts = (rule) => optional(seq(rule, repeat(rule)));

// The kinds of brackets that the scanner tells apart. No rules of their own: after a fault the parser would try them
// alone.
const list_open = ($) => choice(alias($._list, '['), alias($._index, '['));
const index_open = ($) => alias($._index, '[');
const open_paren = ($) => choice(alias($._call, '('), alias($._paren, '('));
const call_open = ($) => alias($._call, '(');

export default grammar({
  name: 'puppet',

  word: ($) => $.name,

  reserved: { global: () => KEYWORDS },

  extras: ($) => [/[ \t\r\n]|\p{Zs}/, $.comment, $.heredoc_body, $._slash],

  externals: ($) => [
    $.string_text,
    $.interpolated_text,
    $.escape_sequence,
    $._interpolation_start,
    $._string_variable,
    $._inner_name,
    $._heredoc,
    $._body,
    $.heredoc_text,
    $.heredoc_end,
    $.regex,
    $._divide,
    $._index,
    $._list,
    $._call,
    $._paren,
    $._selector_brace,
    $.number,
    $.type_name,
    $._statement_function,
    $._plan,
    $._apply,
    $.method_name,
    $._slash,
    ...LANGUAGES.map((language) => $[`_${language}`]),
    $._single_quote,
    $._double_quote,
    $._minus,
    $._returns,
    $._break,
    $._parameter_break,
    $._no_condition,
    $._byte_order_mark,
    $._line,
    $._page_end, // in place of a `_line`: it ends a page, and with the next a chapter
    $._chapter_end,
    $._page_start, // behind these
    $.mark, // in no rule: makes it dear to skip the start of a statement
    $.comment, // also a token below, as the next: the scanner reads what is frequent faster
    $.variable,
    $._error_sentinel,
  ],

  // The fewer steps there are from a closing bracket to the end of a statement, the more often the parser finds that the
  // bracket is all that is missing (it tries no more than six).
  inline: ($) => [
    $._operand, $._resource, $._relationship, $._statement, $._name, $._quoted_text, $._literal, $._definition,
    $._resource_form, $._virtual_form, $._outer_pages, $._outer_run, $._pages, $._run,
  ],

  rules: {
    source_file: ($) => choice(optional($._outer_statements), $._marked),
    _marked: ($) => seq($._byte_order_mark, $._never, optional($._statements)),

    // Apart from those in braces, for which the end of the text ends a list too: a brace that closes nothing is refused
    // behind its statement, and not behind what was taken for the whole list.
    _outer_statements: ($) => statements($, $._outer_chapter, $._outer_rest),
    _outer_chapter: ($) => seq($._outer_pages, $._chapter_end),
    _outer_pages: ($) => pages($._outer_page),
    _outer_page: ($) => seq(optional($._page_start), $._outer_run, $._page_end),
    _outer_rest: ($) => seq(optional($._outer_pages), optional($._page_start), $._outer_run),
    _outer_run: ($) => run($),

    _statements: ($) => statements($, $._chapter, $._rest),
    _chapter: ($) => seq($._pages, $._chapter_end),
    _pages: ($) => pages($._page),
    _page: ($) => seq(optional($._page_start), $._run, $._page_end),
    _rest: ($) => seq(optional($._pages), optional($._page_start), $._run),
    _run: ($) => run($),

    // Where a fault leads back to before the first statement, what would have ended a page may be such a place too.
    _list_start: ($) => choice($._line, $._page_end),

    block: ($) => choice(seq('{', optional($._statements), '}'), alias($._never, '{')),

    _statement: ($) => choice($._assignment, $.statement_call),

    // A call without parentheses: only of the functions that the language lists (the scanner knows them).
    statement_call: ($) =>
      seq(
        field('function', alias($._statement_function, $.name)),
        optional(';'),
        list(field('argument', $._assignment)),
      ),

    // ---- definitions

    class_definition: ($) =>
      seq(
        'class',
        field('name', $._definition_name),
        choice(
          seq(
            optional(field('parameters', $.parameter_list)),
            optional(seq('inherits', field('parent', choice($._definition_name, $.default)))),
            field('body', $.block),
          ),
          $._open_parameter_list,
        ),
      ),

    resource_type_definition: ($) =>
      seq(
        'define',
        field('name', $._definition_name),
        choice(
          seq(optional(field('parameters', $.parameter_list)), field('body', $.block)),
          $._open_parameter_list,
        ),
      ),

    plan_definition: ($) =>
      seq(
        alias($._plan, 'plan'),
        field('name', $._definition_name),
        choice(
          seq(optional(field('parameters', $.parameter_list)), field('body', $.block)),
          $._open_parameter_list,
        ),
      ),

    function_definition: ($) =>
      seq(
        'function',
        field('name', $._definition_name),
        choice(
          seq(optional(field('parameters', $.parameter_list)), optional($._return_type), field('body', $.block)),
          $._open_parameter_list,
        ),
      ),

    node_definition: ($) =>
      seq(
        'node',
        loose_list(field('host', $._host)),
        optional(seq('inherits', field('parent', $._host))),
        field('body', $.block),
      ),

    _host: ($) => choice($.host_name, $._quoted_text, $.default, $.regex),
    host_name: ($) => seq($._host_part, repeat(seq('.', $._host_part))),
    _host_part: ($) => choice($._plain_name, $._plain_number),
    _plain_name: ($) => field('part', $._name),
    _plain_number: ($) => field('part', $.number),

    type_alias: ($) =>
      seq('type', field('name', $._type), '=', field('value', $._alias_value)),
    _alias_value: ($) => choice($.array, $.hash, $.object_type, prec(PREC.low, $._type_name), $._alias_access),
    _alias_access: ($) => alias($.alias_access, $.access_expression),
    alias_access: ($) =>
      prec(PREC.access, seq(field('value', $.type_name), index_open($), loose_list(field('key', $._access_key)), ']')),
    object_type: ($) => prec(PREC.resource, seq(field('type', $.type_name), field('members', $.hash))),

    type_definition: ($) =>
      seq(
        'type',
        field('name', $.type_name),
        optional(seq('inherits', field('parent', $.type_name))),
        field('body', $.block),
      ),

    _definition_name: ($) => choice($._name, $.bare_word, $.type_name),

    parameter_list: ($) =>
      seq(
        open_paren($),
        choice(
          seq(list(field('parameter', $.parameter)), choice(')', seq(',', $._parameters_end))),
          $._parameters_end,
        ),
      ),
    _open_parameter_list: ($) =>
      seq(field('parameters', alias($.open_parameter_list, $.parameter_list)), alias($._never, ')')),
    open_parameter_list: ($) => seq(open_paren($), list(field('parameter', $.parameter))),
    _parameters_end: ($) => choice(')', $._parameter_break),

    parameter: ($) =>
      seq(
        optional(field('type', $._type)),
        optional(field('captures_rest', '*')),
        field('name', $.variable),
        optional(seq('=', field('default', $._expression))),
      ),

    _return_type: ($) => seq(alias($._returns, '>>'), field('return_type', $._type)),

    // A type where only a type may stand: no calls, no operators.
    _type: ($) => choice($._type_name, alias($.parameterized_type, $.access_expression)),
    _type_name: ($) => $.type_name,
    parameterized_type: ($) =>
      seq(field('value', $.type_name), index_open($), list(field('key', $._access_key)), ']'),

    // ---- assignments, relationships, resources

    _assignment: ($) => choice(...assignment($)),

    assignment: ($) =>
      prec.right(
        PREC.assignment,
        seq(
          field('left', $._relationship),
          field('operator', choice('=', '+=', '-=')),
          field('right', $._assignment),
        ),
      ),

    _relationship: ($) => choice(prec(PREC.low, $._resource), $.relationship),

    relationship: ($) =>
      prec.left(
        PREC.relationship,
        seq(
          field('left', $._relationship),
          field('operator', choice('->', '~>', '<-', '<~')),
          field('right', $._resource),
        ),
      ),

    _resource: ($) => choice(prec(PREC.low, $._expression), $._resource_form, $.virtual_resource),

    _resource_form: ($) => choice($.resource_declaration, $.resource_attributes),

    virtual_resource: ($) =>
      prec.right(
        PREC.resource,
        seq(
          field('operator', choice('@', '@@')),
          field('resource', choice($._virtual_form, $.virtual_resource, $._open_virtual)),
        ),
      ),
    _open_virtual: ($) => choice(seq($._break, alias($._never, $.name)), seq($._name, alias($._never, '{'))),

    // A name with attributes and no title is no resource.
    _virtual_form: ($) => choice(
        prec(PREC.low, $.resource_declaration),
        prec(PREC.low, alias($.typed_attributes, $.resource_attributes)),
      ),
    typed_attributes: ($) =>
      prec(
        PREC.resource,
        seq(field('type', choice($.type_name, $.access_expression)), '{', optional($._attributes), '}'),
      ),

    resource_declaration: ($) =>
      prec(
        PREC.resource,
        choice(
          seq(field('type', choice($._resource_type, $._operand, $._resource_form)), '{', $._resource_bodies, '}'),
          seq('class', '{', $._resource_bodies, '}'),
          seq(field('type', $._resource_type), '{', $._open_title),
          seq('class', '{', $._open_title),
        ),
      ),

    _resource_bodies: ($) =>
      seq(field('body', $.resource_body), repeat(seq(';', field('body', $.resource_body))), optional(';')),

    resource_body: ($) => choice(seq($._title, optional($._attributes)), $._break, alias($._never, ':')),
    _title: ($) => seq(field('title', $._expression), ':'),
    _open_title: ($) => seq(field('body', alias($.open_body, $.resource_body)), alias($._never, ':')),
    open_body: ($) => field('title', $._expression),

    // Attributes without a title: defaults of a type, an override of a resource, or a hash given to a statement call.
    resource_attributes: ($) =>
      prec(PREC.resource, seq(field('type', $._resource_type), '{', optional($._attributes), '}')),

    _attributes: ($) =>
      choice(
        seq(field('attribute', $.attribute), repeat(seq(',', field('attribute', $.attribute))), optional(',')),
        seq(repeat1(seq(',', field('attribute', $.attribute))), optional(',')),
        ',',
      ),

    attribute: ($) =>
      choice(
        seq($._attribute_head, choice(field('value', $._expression), $._break)),
        seq(field('name', $._name), $._break),
      ),
    _attribute_head: ($) =>
      choice(
        seq(field('name', choice($._name, $._attribute_keyword)), field('operator', choice('=>', '+>'))),
        seq(field('name', alias('*', $.splat)), field('operator', '=>')),
      ),

    _attribute_keyword: ($) =>
      alias(
        choice(
          'and', 'attr', 'case', 'class', 'default', 'define', 'else', 'elsif', 'function', 'if', 'in', 'inherits',
          'node', 'or', 'private', 'type', 'undef', 'unless',
        ),
        $.name,
      ),

    // ---- expressions

    _expression: ($) => choice(...resource_type($).map((type) => prec(PREC.low, type)), prec(PREC.low, $._operand)),

    // What may stand before the brace of attributes without a title.
    _resource_type: ($) => choice(...resource_type($)),

    _operand: ($) =>
      choice(
        $._literal,
        $._quoted_text,
        $.variable,
        alias($._inner_name, $.variable),
        $.array,
        $.hash,
        $.parenthesized_expression,
        $.function_call,
        $.method_call,
        $.apply_expression,
        $.collector,
        $.if_expression,
        $.unless_expression,
        $.case_expression,
        $.selector_expression,
        $.unary_expression,
        $.splat_expression,
        $.binary_expression,
        $._definition,
      ),

    // Puppet's parser takes a definition wherever an expression may stand; its validator does not.
    _definition: ($) =>
      choice(
        $.class_definition,
        $.resource_type_definition,
        $.node_definition,
        $.function_definition,
        $.plan_definition,
        $.type_alias,
        $.type_definition,
      ),

    parenthesized_expression: ($) => seq(open_paren($), field('expression', $._assignment), ')'),

    binary_expression: ($) => {
      const row = (precedence, operator) =>
        prec.left(
          precedence,
          seq(field('left', $._expression), field('operator', operator), field('right', $._expression)),
        );
      return choice(
        row(PREC.or, 'or'),
        row(PREC.and, 'and'),
        row(PREC.compare, choice('<', '<=', '>', '>=')),
        row(PREC.equal, choice('==', '!=')),
        row(PREC.shift, choice('<<', '>>')),
        row(PREC.add, choice('+', '-')),
        row(PREC.multiply, choice('*', alias($._divide, '/'), '%')),
        row(PREC.match, choice('=~', '!~')),
        row(PREC.in, 'in'),
      );
    },

    unary_expression: ($) =>
      choice(
        prec.right(PREC.not, seq(field('operator', '!'), field('operand', $._expression))),
        prec.right(PREC.negate, seq(field('operator', alias($._minus, '-')), field('operand', $._expression))),
      ),

    splat_expression: ($) => prec.right(PREC.splat, seq('*', field('operand', $._expression))),

    access_expression: ($) =>
      prec.left(
        PREC.access,
        seq(
          field('value', $._expression),
          index_open($),
          choice(seq(loose_list(field('key', $._access_key)), ']'), seq($._break, alias($._never, ']'))),
        ),
      ),

    _access_key: ($) => choice($._expression, $.pair),

    function_call: ($) =>
      prec.right(
        PREC.call,
        seq(
          field('function', choice($._expression, alias('type', $.name))),
          field('arguments', $.argument_list),
          optional(field('lambda', $.lambda)),
        ),
      ),

    argument_list: ($) => seq(call_open($), optional(loose_list(field('argument', $._argument))), ')'),

    _argument: ($) => choice(...assignment($), $.pair),

    method_call: ($) =>
      prec.right(
        PREC.dot,
        seq(
          field('receiver', $._expression),
          '.',
          field('method', $.method_name),
          optional(field('arguments', alias($.method_arguments, $.argument_list))),
          optional(field('lambda', $.lambda)),
        ),
      ),

    method_arguments: ($) =>
      prec(PREC.call, seq(call_open($), optional(list(field('argument', $._argument))), ')')),

    apply_expression: ($) =>
      prec.right(
        PREC.call,
        seq(alias($._apply, 'apply'), field('arguments', $.argument_list), optional(field('body', $.block))),
      ),

    lambda: ($) =>
      choice(
        seq(field('parameters', $.lambda_parameters), optional($._return_type), field('body', $.block)),
        seq(field('parameters', alias($.open_parameters, $.lambda_parameters)), alias($._never, '|')),
      ),

    // A `|>>` is a token of its own, which cannot stand here: no token is `_never`.
    lambda_parameters: ($) =>
      seq('|', optional(loose_list(field('parameter', $.parameter))), choice('|', seq('|>>', $._never))),

    open_parameters: ($) =>
      seq(
        '|',
        choice(
          optional(loose_list(field('parameter', $.parameter))),
          seq(optional(seq(list(field('parameter', $.parameter)), ',')), $._parameter_break),
        ),
      ),

    collector: ($) =>
      prec.right(
        PREC.collect,
        seq(
          field('type', $._expression),
          field('query', choice($.virtual_query, $.exported_query)),
          optional(seq('{', optional($._attributes), '}')),
        ),
      ),

    virtual_query: ($) =>
      seq('<|', choice(seq(optional(field('condition', $._expression)), '|>'), $._open_query)),
    exported_query: ($) =>
      seq('<<|', choice(seq(optional(field('condition', $._expression)), '|>>'), $._open_query)),
    _open_query: ($) => seq(choice('|', '>', $._break), alias($._never, '|>')),

    if_expression: ($) =>
      prec.right(
        seq(
          'if',
          choice(
            seq(
              $._condition,
              field('consequence', $.block),
              repeat(field('alternative', $.elsif_clause)),
              optional(field('alternative', $.else_clause)),
            ),
            $._open_condition,
          ),
        ),
      ),

    _condition: ($) =>
      choice(
        field('condition', $._expression),
        $._break,
        seq($._no_condition, field('condition', alias($._never, $.name))),
      ),
    _open_condition: ($) => seq(open_paren($), field('condition', $._assignment), alias($._never, ')')),

    elsif_clause: ($) => seq('elsif', choice(seq($._condition, field('consequence', $.block)), $._open_condition)),
    else_clause: ($) => seq('else', field('body', $.block)),

    unless_expression: ($) =>
      prec.right(
        seq(
          'unless',
          choice(
            seq($._condition, field('consequence', $.block), optional(field('alternative', $.else_clause))),
            $._open_condition,
          ),
        ),
      ),

    case_expression: ($) =>
      seq(
        'case',
        choice(
          seq(
            choice(field('value', $._expression), $._break),
            choice(
              seq('{', repeat1(field('option', $.case_option)), choice('}', seq($._break, alias($._never, '}')))),
              seq('{', alias($._never, ':'), '}'),
              seq('{', $._break, alias($._never, '}')),
              alias($._never, '{'),
            ),
          ),
          $._open_condition,
        ),
      ),

    case_option: ($) => seq($._case_label, choice(field('body', $.block), $._break)),
    _case_label: ($) => seq(list(field('value', $._expression)), ':'),

    selector_expression: ($) =>
      prec.left(
        PREC.selector,
        seq(
          field('value', $._expression),
          '?',
          choice(
            field('option', $.selector_option),
            seq(alias($._selector_brace, '{'), $._selector_options),
            seq($._break, alias($._never, '{')),
          ),
        ),
      ),

    _selector_options: ($) =>
      choice(
        seq(list(field('option', $.selector_option)), choice('}', seq(',', choice('}', $._open_options)))),
        $._open_options,
      ),
    _open_options: ($) => seq($._break, alias($._never, '}')),

    selector_option: ($) =>
      prec(
        PREC.pair,
        choice(
          seq($._selector_key, choice(field('value', $._expression), $._break)),
          seq(field('key', $._expression), alias($._never, '=>')),
        ),
      ),
    _selector_key: ($) => prec(PREC.pair, seq(field('key', $._expression), '=>')),

    // ---- collections

    array: ($) => seq(list_open($), optional(loose_list(field('element', $._element))), ']'),
    _element: ($) => choice(...assignment($), $._keyword_value, $.pair),

    hash: ($) =>
      seq('{', choice(seq(list(field('entry', $.pair)), choice('}', seq(',', $._hash_end))), $._hash_end)),
    _hash_end: ($) => choice('}', seq(field('entry', alias($.open_pair, $.pair)), alias($._never, '=>'))),
    open_pair: ($) => field('key', $._assignment),

    pair: ($) =>
      prec(
        PREC.pair,
        seq(
          field('key', choice($._assignment, $._keyword_value)),
          '=>',
          field('value', choice($._assignment, $._keyword_value)),
        ),
      ),

    _keyword_value: ($) => alias(choice('type', 'function'), $.name),

    // ---- literals and names

    _literal: ($) => choice($.number, $.boolean, $.undef, $.default, $.reserved_word, $.regex),

    boolean: () => choice('true', 'false'),
    undef: () => 'undef',
    default: () => 'default',
    reserved_word: () => choice('private', 'attr'),

    // A name with a leading `::` is a token of its own: the word that keywords are told from must not start with what
    // could be a colon.
    name: () => token(/[a-z][A-Za-z0-9_]*(::[a-z][A-Za-z0-9_]*)*/),
    absolute_name: () => token(/(::[a-z][A-Za-z0-9_]*)+/),
    _name: ($) => choice($.name, alias($.absolute_name, $.name)),
    bare_word: () => token(/(::)?[a-z_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(::[a-z_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*/),
    variable: () => token(/\$((::)?([A-Za-z0-9_]+::)*[A-Za-z0-9_]+)?/),

    comment: () => token(choice(/#[^\n]*/, /\/\*[^*]*\*+([^\/*][^*]*\*+)*\//)),

    // ---- faults

    // What stands for all that is missing: never in a text that is meant to be read (these are no characters).
    _never: () => token(/\uFDD0\uFDD1\uFDD0\uFDD1/),

    // ---- strings

    _quoted_text: ($) => choice($.bare_word, $.string, $.interpolated_string, $.heredoc),

    string: ($) =>
      seq(alias($._single_quote, "'"), parts(field('part', choice($.string_text, $.escape_sequence))), "'"),

    interpolated_string: ($) =>
      seq(
        alias($._double_quote, '"'),
        parts(choice(field('part', $.interpolated_text), $._string_part)),
        choice('"', seq(field('part', alias($.open_interpolation, $.interpolation)), alias($._never, '"'))),
      ),

    _string_part: ($) =>
      field('part', choice($.escape_sequence, $.interpolation, alias($._string_variable, $.variable))),

    interpolation: ($) => seq(alias($._interpolation_start, '${'), field('expression', $._assignment), '}'),
    open_interpolation: ($) => seq(alias($._interpolation_start, '${'), field('expression', $._assignment)),

    heredoc: ($) =>
      seq(
        alias($._heredoc, '@('),
        field('tag', $.heredoc_tag),
        optional(seq(':', field('syntax', $.heredoc_syntax))),
        optional(seq('/', optional(field('escapes', $.heredoc_escapes)))),
        ')',
      ),

    heredoc_tag: () => token(/[^:\/\r\n\)\s]([^:\/\r\n\)]*[^:\/\r\n\)\s])?/),
    heredoc_syntax: () => token(/[a-z][A-Za-z0-9_+]+/),
    heredoc_escapes: () => token(/[A-Za-z0-9_$]+/),

    // The text of a heredoc stands below the line of its opener: an extra, wherever that line ends. Its language, if
    // it is a known one, is told again here by a token without text, for a query cannot find the opener from here.
    heredoc_body: ($) =>
      seq(
        $._body,
        optional(field('language', choice(...LANGUAGES.map((language) => alias($[`_${language}`], language))))),
        repeat(choice(field('part', $.heredoc_text), $._string_part)),
        field('end', $.heredoc_end),
      ),
  },
});
