/**
 * Embedded Puppet (EPP) for tree-sitter: the Puppet language with text around it.
 *
 * Code runs on over the text between its tags, so a template is a program in which a stretch of text is one more
 * expression, and the tags are blanks to the parser. Only `<%=` and its end are marks of the language.
 *
 * @file A tree-sitter grammar for Puppet's templates
 * @license Apache-2.0
 */
/* global grammar, alias, choice, field, optional, prec, repeat, repeat1, seq */

import puppet from '../grammar.js';

export default grammar(puppet, {
  name: 'epp',

  extras: ($, previous) =>
    previous.concat([$.template_comment, $._trimmed, '<%', '%>']),

  externals: ($, previous) =>
    previous.concat([
      $._text,
      $._text_escape,
      $._trimmed,
      $.template_comment,
      '<%',
      '%>',
      $._render,
      $._end,
      $._open_end, // no rule takes it: a template that ends within a tag is a fault
    ]),

  rules: {
    source_file: ($) =>
      choice(
        seq(
          optional(field('parameters', alias($.lambda_parameters, $.template_parameters))),
          optional($._outer_statements),
        ),
        $._marked,
      ),

    _operand: ($, previous) => choice(previous, $.text, $.render_expression),

    // Comments may stand within a text.
    text: ($) => prec.right(repeat1(choice($._text, field('escape', alias($._text_escape, $.escape_sequence))))),

    render_expression: ($) =>
      seq(
        alias($._render, '<%='),
        choice(field('expression', $._expression), field('body', alias($.render_block, $.block))),
        alias($._end, '%>'),
      ),
    render_block: ($) => seq('{', $._statements, '}'),


  },
});
