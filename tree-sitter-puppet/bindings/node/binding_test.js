import assert from 'node:assert';
import { test } from 'node:test';

import Parser from 'tree-sitter';

import { epp, puppet } from './index.js';

const reads = (language, text) => {
  const parser = new Parser();
  parser.setLanguage(language);
  return !parser.parse(text).rootNode.hasError;
};

test('Puppet can be read', () => assert(reads(puppet, "file { '/a': ensure => file }")));
test('a template can be read', () => assert(reads(epp, '<% if $a { %>b<% } %>')));
test('the queries are there', () => assert(epp.HIGHLIGHTS_QUERY.includes('template_comment')));
