#!/usr/bin/env python3
"""Prints questions for puppet.rb, one a line: tables of values, types, operators, conversions, formats, accesses, functions
and patterns, each crossed with the others; of the large crosses a sample, the same at each run.

    tests/corners/questions.py | ruby tests/corners/puppet.rb > answers
"""
import json
import random
import re

VALUES = """undef|default|true|false|0|1|-1|42|-7|9223372036854775807|0.0|1.5|-2.5|1e20|1.0e-5|''|'a'|'A'|'abc'|'ä€'|'10'|'-3'
'0x1F'|'1.5'|' 7 '|'true'|'1.2.3'|'2020-01-01T00:00:00'|'a::b'|'http://a.b/c'|"a\\nb"|"q'q"|[]|[1]|[1, 2]|[1, 'a']|['a', 'b']|[undef]|[[1, 2], [3, 4]]|[1.5, 2]
[/a/]|{}|{'a' => 1}|{'a' => 1, 'b' => 'x'}|{1 => 2}|{'a' => undef}|{'a' => {'b' => [1]}}|{[1] => 2}|/a/|/^[0-9]+$/|/A/i|Integer|String|Integer[1, 5]|Enum['a', 'b']|Array[Integer]|Type[Integer]
Sensitive('a')|Sensitive(1)|Binary('YWJj')|Binary('')|SemVer('1.2.3')|SemVer('1.2.3-rc1')|SemVerRange('>=1.0.0')|Timestamp('2020-01-01T00:00:00')|Timespan('1-02:03:04')|Timespan(0)|URI('http://a.b/c')|Regexp|Notify['a']|File|Class['a']"""
TYPES = """Any|Undef|Default|NotUndef|NotUndef[Integer]|NotUndef['a']|Optional|Optional[Integer]|Optional['a']|Scalar|ScalarData|Numeric|Integer|Integer[0]|Integer[1, 5]|Integer[default, 0]|Integer[42, 42]
Float|Float[0.0]|Float[1.0, 2.0]|Float[default, 0.0]|Boolean|Boolean[true]|Boolean[false]|String|String[1]|String[0, 1]|String[2, 3]|String[10]|Enum|Enum['a']|Enum['a', 'b']|Enum['A', 'B', true]|Enum['abc', 'a', true]|Pattern|Pattern[/a/]|Pattern[/^b/, /c$/]|Pattern['x']
Regexp|Regexp[/a/]|Regexp[/A/i]|Collection|Collection[1]|Collection[0, 1]|Array|Array[Integer]|Array[Any]|Array[String, 2]|Array[Integer, 1, 1]|Array[0, 0]|Array[Undef]|Array[Numeric, 0, 2]|Array[Array[Integer]]
Tuple|Tuple[Integer]|Tuple[Integer, Integer]|Tuple[Integer, 1, 2]|Tuple[Integer, String]|Tuple[Numeric, 0]|Tuple[Any, 2, 3]|Hash|Hash[String, Integer]|Hash[String, Any, 1]|Hash[Any, Any, 0, 0]|Hash[Integer, Integer]|Hash[String, Optional[Integer]]
Struct|Struct[{'a' => Integer}]|Struct[{'a' => Integer, Optional['b'] => String}]|Struct[{Optional['a'] => Undef}]|Struct[{NotUndef['a'] => Any}]|Struct[{'a' => Optional[Integer]}]
Variant|Variant[Integer, String]|Variant[Array[Integer], Hash[String, Integer]]|Variant[Undef, Float]|Variant[Enum['a'], Integer[1, 1]]|Data|RichData|RichDataKey|Sensitive|Sensitive[String]|Sensitive[Integer]|Iterable|Iterable[Integer]|Iterable[String]|Iterable[Type]|Iterator|Iterator[Integer]
Type|Type[Integer]|Type[Type]|Type[Any]|Type[Numeric]|Type[Enum]|Callable|Callable[0, 0]|Callable[Integer]|Callable[String, Integer]|Callable[1, 2]|Callable[[Integer], String]|Callable[Integer, Callable]|Runtime|Runtime['ruby', 'a']
CatalogEntry|Resource|Resource['file']|File|File['a']|Notify|Notify['a']|Class|Class['a']|Binary|SemVer|SemVer['>=1.0.0']|SemVer['1.x', '3.x']|SemVerRange|Timestamp|Timestamp['2019-01-01', '2021-01-01']|Timespan|Timespan['0-00:00:00', '2-00:00:00']|URI|URI['http://a.b']|URI[{'scheme' => 'http'}]|Init|Init[Integer]|Init[String, '%x']|Init[SemVer]
TypeReference|TypeReference['X']|Object|Object[{'attributes' => {'a' => Integer}}]|TypeSet|Error|Error['a/b']|Target"""
values = [v for line in VALUES.split('\n') for v in line.split('|')]
types = [t for line in TYPES.split('\n') for t in line.split('|')]
picked = random.Random(20261126)


def ask(family, code):
    print(json.dumps({'family': family, 'code': code}, ensure_ascii=False))


def chunks(items, size):
    return [items[at:at + size] for at in range(0, len(items), size)]


def listed(items):
    return '[' + ', '.join(items) + ']'


def sample(items, count):
    return items if len(items) <= count else picked.sample(items, count)


def relations():
    """Which values are instances of which types; which types are below, above or equal to which."""
    for value in values:
        for group in chunks(types, 34):
            ask('instances', f'$v = {value}\n{listed(group)}.filter |$t| {{ $v =~ $t }}')
    for one in types:
        for group in chunks(types, 34):
            ask('subtypes', f'{listed(group)}.map |$t| {{ [{one} <= $t, {one} >= $t] }}.map |$l| {{ case $l {{ [true, true]: {{ "=" }} [true, false]: {{ "<" }} [false, true]: {{ ">" }} default: {{ "." }} }} }}.join')
    for one in sample(types, 60):
        ask('equal types', f'{listed(types)}.filter |$t| {{ $t == {one} }}')


def inference():
    for value in values:
        ask('inference', f'[type({value}), type({value}, generalized), type({value}, reduced)]')
    pairs = [(a, b) for a in values for b in values if a < b]
    for group in chunks(sample(pairs, 700), 5):
        ask('inference', listed([f'type([{a}, {b}], reduced)' for a, b in group]))
    for group in chunks(sample(pairs, 300), 4):
        ask('inference', listed([f'type({{{a} => {b}, {b} => {a}}}, generalized)' for a, b in group if a not in ('undef', 'default') and b not in ('undef', 'default')]))
    for group in chunks(sample([(a, b, c) for a in types for b in types for c in types[::7]], 800), 4):
        ask('variants', listed([f'Variant[{a}, {b}, {c}]' for a, b, c in group]))
    for group in chunks(sample([(a, b) for a in types for b in types], 500), 5):
        ask('types of types', listed([f'type([{a}, {b}], generalized)' for a, b in group]))


FEW = """undef|default|true|0|1|-3|4|62|2.5|-0.5|''|'a'|'B'|'10'|'0x10'|'1e1'|' 3'|[]|[1]|[1, 'a']|['a', 'B']|[[1, 2]]|{}|{'a' => 1}|{'b' => 2}|/a/|/b/i|Integer|Integer[1, 5]|String|Enum['a', 'b']|Sensitive(1)
Binary('YQ==')|SemVer('1.2.3')|SemVer('2.0.0-a')|SemVerRange('1.x')|Timestamp('2020-01-01')|Timespan('0-01:00:00')|Timespan(1.5)|Notify['a']|URI('http://a/b')|URI('c?d')"""
few = [v for line in FEW.split('\n') for v in line.split('|')]


def operators():
    for one in few:
        for sign in ('==', '!=', 'in', 'and', 'or'):
            ask('operators', f'{listed(few)}.map |$o| {{ {one} {sign} $o }}.map |$o| {{ if $o {{ 1 }} else {{ 0 }} }}.join')
    crosses = [(a, sign, b) for a in few for sign in ('+', '-', '*', '/', '%', '<<', '>>', '<', '>', '<=', '>=', '=~', '!~') for b in few]
    for a, sign, b in sample(crosses, 2600):
        ask('operators', f'{a} {sign} {b}')
    for a in few + values:
        for form in ('-({})', '!({})', '*{}', '[*{}]', '"${{{}}}"', 'notice({})', "'x' ? {{ {} => 1, default => 2 }}", 'case {} {{ Integer[1]: {{ 1 }} /a/, undef: {{ 2 }} default: {{ 3 }} }}', '{} ? {{ String => s, [1, *] => l, default => d }}'):
            if form == "[*{}]" or picked.random() < 0.5:
                ask('operands', form.format(f'({a})' if form == '"${{{}}}"' else a))
    for a in few:
        for b in few:
            if picked.random() < 0.35:
                ask('options', f'$v = {a}\n[$v ? {{ {b} => yes, default => no }}, case $v {{ {b}: {{ yes }} default: {{ no }} }}, $v in [{b}]]')


def conversions():
    makers = 'Integer|Float|Numeric|Boolean|String|Array|Hash|Tuple|Struct|Binary|Regexp|SemVer|SemVerRange|Timestamp|Timespan|URI|Sensitive|Type|Variant|Optional[Integer]|NotUndef[String]|Enum[a, b]|Integer[1, 5]|Array[Integer]|Hash[String, Integer]|Tuple[Integer, String]|Struct[{a => Integer}]|Init[Integer]|Iterable|Iterator|Pattern[/a/]|Undef|Default|Any|Scalar|Data|Object|Error|Class|Notify|Callable'.split('|')
    given = values + ["'0b101'", "'0o17'", "'017'", "'0xfg'", "'+5'", "'- 5'", "'1e3'", "'.5'", "'5.'", "'yes'", "'No'", "'y'", "'off'", "'1_000'", "'YQ=='", "'a b'", "'%Y'", "'1.2'", "'1.2.3+x'", "'>1 <2'", "'12:30'", "'PT1H'", "'Integer[1]'", '[[1, 2]]', "[['a', 1]]", "{'days' => 1, 'hours' => 2}", "{'from' => '7'}", "{'string' => '1-00'}", '1577836800', '1.25', "[1, [2, [3]]]", "{'scheme' => 'http', 'host' => 'a'}", "{'major' => 1, 'minor' => 2, 'patch' => 3}"]
    extras = [None] * 6 + ['2', '8', '10', '16', '36', 'default', "'%x'", "'%d'", 'true', 'false', "'%Y-%m-%d'", "'%s'", "'base64'", "'strict'", "'hash_tree'", "'tree'", "'UTC'", "['%Y', '%H:%M']", '{}', '1', '7, true', '1, 2, 3', "'%H:%M', 'CET'", '2, true', '10, false']
    for maker, value, extra in sample([(m, v, e) for m in makers for v in given for e in extras], 2600):
        arguments = value if extra is None else f'{value}, {extra}'
        ask('conversions', f'{maker}.new({arguments})' if picked.random() < .5 else f'new({maker}, {arguments})')


def formats():
    kinds = 'd i x X o b B e E f g G a A s p c C u t h m q T'.split()
    flags = ['', '-', '0', '+', ' ', '#', '#0', '-#', '+0', ' 0', '+#', '|', '[', '(', '{', '<']
    widths = ['', '1', '8', '12', '.3', '8.3', '10.0', '.0', '.12']
    given = ['0', '-7', '255', '3.14159', '-0.5', '1e25', "'abc'", "'Hello world'", "''", 'true', 'false', 'undef', 'default', '/a/', "[1, 'b', [2]]", "{'a' => 1, 'b' => [2]}", '{}', '[]', 'Integer[1]', "Binary('YWJj')", "SemVer('1.2.3')", "Sensitive('x')", "Timestamp('2020-01-01')", "Timespan('1-02:03:04')", "URI('http://a.b')", "Notify['a']", "[[1, 2], {'a' => 'b'}]"]
    for value, flag, width, kind in sample([(v, f, w, k) for v in given for f in flags for w in widths for k in kinds], 2200):
        ask('formats', f"String({value}, '%{flag}{width}{kind}')")
    maps = ["{Integer => '%x'}", "{Array => {format => '%(a', separator => ';'}}", "{Array => {format => '%#a', string_formats => {Integer => '%b'}}}", "{Hash => {format => '%#h', separator => '; ', separator2 => ': '}}", "{Any => '%p'}", "{String => '%c', Integer => '%e', Float => '%.1f'}", "{Array => '%[a', Hash => '%{h'}", "{Array[Integer] => '%<a', Array => '%|a'}", "{Hash => {format => '%(h', string_formats => {Integer => '%d'}}}", "{Boolean => '%d', Undef => '%#d'}", "{Default => '%d', Type => '%#s'}", "{Regexp => '%p', Numeric => '%o'}", "{Array => {format => '% a', separator => '-'}}", "{Array => '%#a', Hash => '%#h'}", "{Object => '%s', Binary => '%b'}", "{Array => {format => 5}}", "{Array => {nosuch => 1}}", "{Sensitive => '%s'}", "{Timespan => '%H'}", "{Collection => '%h'}"]
    for value in given:
        for one in maps:
            if picked.random() < .5:
                ask('formats', f'String({value}, {one})')
    for value, flag, width, kind in sample([(v, f, w, k) for v in given for f in flags[:10] for w in widths for k in 'd i x X o b B e E f g G a A s p c u %'.split()], 700):
        ask('formats', f"sprintf('<%{flag}{width}{kind}>', {value})")
    for code in ["sprintf('%2$s %1$s', 1, 2)", "sprintf('%<a>d %{b}', {a => 1, b => 2})", "sprintf('%*d', 5, 1)", "sprintf('%-*d|', 5, 1)", "sprintf('%s')", "sprintf('%s', 1, 2)", "sprintf('%1$s %s', 1)", "sprintf('%<a>s', {})", "sprintf('%', 1)", "sprintf('%5%|', 1)", "sprintf('%c', 10)", "sprintf('%c', 'xyz')", "sprintf('%.2s', 'abc')", "sprintf('%+x', -255)", "sprintf('%x', -255)", "sprintf('%08b', -5)", "sprintf('%#o', 8)", "sprintf('%e', 12345)", "sprintf('%g', 1234567)", "sprintf('%g', 0.00001)", "sprintf('%a', 1.0)", "sprintf('%010.3f', -3.14159)", "sprintf('%+d % d', 5, 5)"]:
        ask('formats', code)


def accesses():
    keys = ["0", "1", "-1", "5", "'a'", "'b'", "default", "undef", "/a/", "Integer", "String", "1.5", "[1]", "{}", "{'a' => Integer}", "true", "'file'", "File", "Enum['a']", "Undef", "''", "'1.x'", "2", "'http://a'", "'2020-01-01'", "Type", "Callable", "Array", "Any", "'A::B'", "'a b'"]
    bases = ["'abc'", "''", "[1, 2, 3]", "[]", "{'a' => 1, 1 => 2}", "{}", "Binary('YWJj')", "SemVer('1.2.3')", "Timestamp('2020-01-01')", '5', '1.5', 'true', '/a/', 'undef', 'default', "Notify['a']", "Sensitive('a')", "URI('http://a')"]
    bare = sorted({t.split('[')[0] for t in types} | {'Array[Integer]', 'Integer[1, 5]', "Enum['a']", "Type[Type]", "Foo", "Resource['foo']", "File['a']", 'Undef', 'Type[Integer]'})
    lists = [[k] for k in keys] + [[a, b] for a in keys for b in keys] + [[a, b, c] for a in keys[::3] for b in keys[::4] for c in keys[1::4]]
    for base, one in sample([(b, k) for b in bases + bare for k in lists[:len(keys)]], 1500):
        ask('accesses', f'{base}[{", ".join(one)}]')
    for base, one in sample([(b, k) for b in bases + bare for k in lists[len(keys):]], 2200):
        ask('accesses', f'{base}[{", ".join(one)}]')
    for base in bare:
        ask('accesses', f'{base}[]')


FUNCTIONS = """abs all any assert_type binary_file break camelcase capitalize ceiling chomp chop compare convert_to crit defined dig downcase each empty fail filter find_file flatten floor fqdn_rand get getvar group_by
index inline_epp join keys length lest lstrip map match max md5 merge min module_directory new next partition reduce regsubst require return reverse_each round rstrip scanf sha1 sha256 shellquote size slice sort split sprintf step strftime strip tree_each type then unique unwrap upcase values versioncmp with tag tagged create_resources include contain lookup hiera notice warning""".split()
LAMBDAS = ['', ' |$x| { $x }', ' |$a, $b| { [$b, $a] }', ' |*$r| { $r }', ' |Integer $x| { $x > 1 }', ' |$x, $y = 2| { $x == $y }', ' || { 5 }']


def functions():
    skip = {'fqdn_rand', 'binary_file', 'find_file', 'module_directory', 'lookup', 'hiera'}
    names = [name for name in FUNCTIONS if name not in skip]
    given = values + ["'a,b,c'", "'a b'", "'%d %s'", "','", "/[,;]/", "'G'", "'%Y-%m-%d %H'", "2", "3", "[3, 1, 2]", "['b', 'A', 'c']", "[1, [2, [3, undef]]]", "{'a' => [1, {'b' => 2}]}", "'a.1.b'", "' x '", "'hello_world'", "'x::y'", "[1, 1, 2]", "'notify'", "{'t' => {'message' => 'm'}}"]
    rows = []
    for name in names:
        for _ in range(42):
            count = picked.choice([0, 1, 1, 1, 2, 2, 2, 3, 3, 4])
            lambda_ = picked.choice(LAMBDAS) if picked.random() < .5 else ''
            arguments = [picked.choice(given) for _ in range(count)]
            rows.append((name, arguments, lambda_))
    for name, arguments, lambda_ in rows:
        if arguments and picked.random() < .3 and not arguments[0].startswith(('-', '{')):
            ask('functions', f'{arguments[0]}.{name}({", ".join(arguments[1:])}){lambda_}')
        else:
            ask('functions', f'{name}({", ".join(arguments)}){lambda_}')


def patterns():
    atoms = ['a', 'b', '.', 'x', 'é', 'ß', 'K', '\\d', '\\w', '\\s', '\\h', '\\D', '\\W', '\\S', '\\H', '\\R', '[a-c]', '[^a-c]', '[[:alpha:]]', '[[:^digit:]]', '[[:upper:][:digit:]]', '[a-z&&[^b]]', '[\\d-]', '[]a]', '(a|b)', '(?:ab)', '(?<n>a)', '(?=b)', '(?!b)', '(?<=a)', '(?<!a)', '(?>a+)', '(?i:AB)', '(?i)a', '(?m:.)', '(?x: a b )', '(?i-m:A)', '\\b', '\\B', '\\A', '\\z', '\\Z', '^', '$', '\\1', '\\k<n>', '\\p{Alpha}', '\\p{^Alpha}', '\\P{L}', '\\p{Greek}', '\\u00e9', '\\x41', '\\101', '\\n', '\\t', '\\e', '\\cA', '\\G', '\\X', '(?#c)', '\\/', '\\.', '\\-', 'ab|cd', '\\K']
    counts = ['', '', '', '', '*', '+', '?', '*?', '+?', '??', '*+', '++', '{2}', '{1,}', '{,2}', '{1,2}', '{1,2}?', '{2}+', '{a}']
    texts = ['abcabc', 'Aab\\nb é 12-3', 'AB Ab\\taB', '', 'aß Kk x1_', 'cdcdab']
    for _ in range(900):
        pattern = ''.join(picked.choice(atoms) + picked.choice(counts) for _ in range(picked.randint(1, 4)))
        text = picked.choice(texts)
        ask('patterns', f'"{text}".match(/{pattern}/)')
    for _ in range(250):
        pattern = ''.join(picked.choice(atoms) + picked.choice(counts) for _ in range(picked.randint(1, 3)))
        text, by, flags = picked.choice(texts), picked.choice(["<\\0>", "[\\1]", "", "x\\\\y", "\\k<n>"]), picked.choice(["", ", 'G'", ", 'I'", ", 'GI'", ", 'E'", ", 'M'", ", 'X'"])
        quoted = pattern.replace('\\', '\\\\').replace("'", "\\'")
        form = picked.choice([f'regsubst("{text}", /{pattern}/, \'{by}\'' + (flags if flags in ("", ", 'G'") else '') + ')', f'regsubst("{text}", \'{quoted}\', \'{by}\'{flags})', f'split("{text}", /{pattern}/)', f'"{text}" =~ /{pattern}/\n[$0, $1, $2]'])
        ask('patterns', form)


def times():
    directives = 'Y C y m B b h j d e H k I l P p M S L N z Z A a u w G g V U W s Q n t % c D F v x X r R T + f E O q'.split()
    flags = ['', '', '-', '0', '^', '#', '_', ':', '::', '3', '10', '-5', '_8', '010', '6', '9']
    stamps = ["Timestamp('2020-02-29T13:05:09.123456789')", "Timestamp('1999-12-31T00:00:00')", "Timestamp(-1.5)", "Timestamp('0099-01-01')"]
    spans = ["Timespan('1-02:03:04.567')", "Timespan(-90.25)", "Timespan(0)", "Timespan({days => 40, nanoseconds => 5})"]
    zones = ['', '', ", 'UTC'", ", 'CET'", ", '+02:00'", ", 'America/New_York'", ", 'x'", ", ''"]
    for _ in range(450):
        text = ''.join(picked.choice(['', '-', ' ', ':', 'T']) + '%' + picked.choice(flags) + picked.choice(directives) for _ in range(picked.choice([1, 1, 1, 2, 3])))
        ask('time formats', f"strftime({picked.choice(stamps)}, '{text}'{picked.choice(zones)})")
    for _ in range(250):
        text = ''.join(picked.choice(['', '-', ' ', 'x']) + '%' + picked.choice(flags) + picked.choice('D H M S L N % d h'.split()) for _ in range(picked.choice([1, 2, 3])))
        ask('time formats', f"strftime({picked.choice(spans)}, '{text}')")
    read = [('%Y-%m-%d', '2020-02-29'), ('%d/%m/%y', '05/11/68'), ('%H:%M:%S', '23:59:60'), ('%I:%M %p', '12:30 AM'), ('%I %P', '12 pm'), ('%Y-%j', '2020-366'), ('%B %d %Y', 'march 5 2001'), ('%b %e %Y', 'Feb  3 2001'), ('%A %F', 'Monday 2020-01-06'), ('%s', '-5'), ('%Q', '1500'), ('%Y%m%d%H%M%S', '20200101123456'), ('%FT%T%z', '2020-01-01T00:00:00+0130'), ('%FT%T %Z', '2020-01-01T00:00:00 EST'), ('%F %R', '2020-01-01 10:20'), ('%D', '01/02/03'), ('%c', 'Sat Aug 28 02:55:50 2000'), ('%x %X', '08/28/00 02:55:50'), ('%F %r', '2020-01-01 02:55:50 PM'), ('%v', '28-Aug-2000'), ('%G-W%V-%u', '2020-W53-5'), ('%Y-%U-%w', '2020-10-3'), ('%F %T.%L', '2020-01-01 00:00:00.5'), ('%F %T.%N', '2020-01-01 00:00:00.123456789'), ('%F%n%t%T', '2020-01-01   00:00:01'), ('%F %k', '2020-01-01  7'), ('%F %l %p', '2020-01-01  7 PM'), ('%C%y-%m', '1999-12'), ('%Y-%m-%d', 'x'), ('%Y', '20200'), ('%m', '13'), ('%%%Y', '%2020'), ('%+', 'Sat Aug 28 02:55:50 UTC 2000'), ('%Y-%m-%d', '2021-02-29'), ('%h %Y', 'Dec 2020')]
    for form, text in read:
        ask('time formats', f"Timestamp('{text}', '{form}')")
        ask('time formats', f"Timestamp('{text}', ['%Q', '{form}'], 'CET')")
    for form, text in [('%D-%H:%M:%S', '1-2:3:4'), ('%H:%M', '1:2'), ('%S.%L', '5.25'), ('%S.%N', '5.000000001'), ('%M:%S', '90:90'), ('%D', '-3'), ('%-D %-H', '3 4'), ('%H', 'x'), ('%H%M', '1234'), ('%%%H', '%5'), ('%L', '1500'), ('%N', '5'), ('%H:%M:%S', '-1:00:00'), ('%_H', ' 5'), ('%3N', '123'), ('%6L', '000123')]:
        ask('time formats', f"Timespan('{text}', '{form}')")
        ask('time formats', f"Timespan('{text}', ['%Q', '{form}'])")


PROGRAMS = r"""$a = 1 + 2 * 3
$a = [1, 2, 3][0, 2]
$h = {'a' => 1, b => [2]}
if 1 == 1 { 'a' } elsif false { 'b' } else { 'c' }
unless true { 1 } else { 2 }
case 'x' { 'a', 'b': { 1 } /x/: { 2 } default: { 3 } }
$x = 'a' ? { 'b' => 1, default => 2 }
[1, 2].each |$i| { notice($i) }
[1, 2].map |Integer $i| { $i + 1 }
function f(Integer $a, String $b = 'x', *$c) >> Any { $a }
class c(Integer $p = 1) { notice($p) }
class c { } class d inherits c { }
define e($q) { notify { $q: } }
notify { 'a': message => 'b', loglevel => notice; 'c': }
notify { default: message => 'm'; ['x', 'y']: }
Notify { message => 'd' }
notify { 'a': } Notify['a'] { message => 'e' }
@notify { 'v': } @@notify { 'w': }
Notify <| title == 'v' |>
Notify <<| tag != 'w' and title == 'a' |>> { message => 'x' }
notify { ['a', 'b']: } Notify['a'] -> Notify['b']
notify { 'p': } <~ notify { 'q': }
node 'n', /m/, default { notice(1) }
type T = Variant[Integer, String]
type O = Object[{attributes => {a => Integer}}]
[$p, $q] = [1, 2]
$s = "a ${1 + 1} b ${'h'[0]} c"
$r = 'ab' =~ /a(b)/
$r = !true and false or 1 < 2
$r = -1 - -2 % 3
$r = 1 in [1, 2]
with(1) |$x, $y = 2, *$z| { $x }
$n = 0x1F + 017 + 1.5e3
notice 'a', 'b'
$m = {'a' => 1}.map |$k, $v| { [$k, $v] }.flatten
Integer[1, 5] =~ Type
class c(Integer $p = 1) { } class { 'c': p => 2 }
function g() { return(1) } g()
$a += 1
undef ? { undef => 1 }
[*[1, 2], *'a']
(1 + 2).abs
'a'.upcase.length == 1
notify { 'x': * => {'message' => 'm'} }
include 'c', d::e
$x::y = 1""".splitlines()
TOKENS = re.compile(r"""'[^']*'|"[^"]*"|/[^/\n ]*/|@\([^)]*\)|\$\w+|[A-Z]\w*|\w+|<<\||\|>>|<\||\|>|=>|\+>|->|~>|<-|<~|==|!=|=~|!~|<=|>=|<<|>>|@@|\s+|.""", re.S)
OTHERS = ['=>', '=', '==', '->', '{', '}', '(', ')', '[', ']', '|', ',', ';', ':', '::', '.', '$a', "'s'", '1', 'A', 'a', 'if', 'else', 'case', 'class', 'node', 'function', 'type', 'and', 'in', 'undef', 'default', '+', '*', '!', '?', '@', '~>', '<|', '|>', '/', '%', '=~', '+=', '#', '"', "'"]


def syntax():
    """Programs with one token left out, twice, replaced, or another one before it."""
    rows = []
    for program in PROGRAMS:
        tokens = TOKENS.findall(program)
        for at, token in enumerate(tokens):
            if token.isspace():
                continue
            before, after = ''.join(tokens[:at]), ''.join(tokens[at + 1:])
            rows.append(before + after)
            rows.append(before + token + ' ' + token + after)
            rows.append(before + picked.choice(OTHERS) + after)
            rows.append(before + picked.choice(OTHERS) + ' ' + token + after)
    for row in sample(sorted(set(rows)), 2200):
        ask('syntax', row)


for make in (relations, inference, operators, conversions, formats, accesses, functions, patterns, times, syntax):
    make()
