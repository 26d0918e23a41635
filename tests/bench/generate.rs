//! The generated workloads: a long manifest, and the inputs of a long session. Deterministic.

/// A small linear congruential generator: the workloads are the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides.max(1)
    }
}

/// A manifest of at least this many lines: classes, defines, functions, conditions, hashes and heredocs in turn.
pub fn manifest(lines: usize) -> String {
    let mut dice = Dice(7);
    let words = ["web", "db", "cache", "proxy", "queue", "auth", "mail", "dns"];
    let (mut out, mut written, mut n) = (String::new(), 0, 0u64);
    while written < lines {
        n += 1;
        let word = words[dice.roll(8) as usize];
        let block = match n % 5 {
            0 => class(word, n),
            1 => condition(word, n),
            2 => define(n),
            3 => configuration(word, n),
            _ => heredoc(n),
        };
        written += block.lines().count();
        out.push_str(&block);
    }
    out
}

fn class(word: &str, n: u64) -> String {
    format!(
        "# @summary Manages {word} instance {n}\nclass perf::{word}{n} (\n  String[1] $owner = 'root',\n  Integer[1, 65535] $port = {},\n  \
         Optional[Hash[String, Data]] $options = undef,\n  Enum['present', 'absent'] $ensure = 'present',\n) {{\n  file {{ '/etc/{word}/conf{n}.d':\n    \
         ensure => directory,\n    owner  => $owner,\n    mode   => '0644',\n  }}\n  -> service {{ '{word}{n}':\n    ensure    => $ensure ? {{ 'present' => \
         running, default => stopped }},\n    subscribe => File[\"/etc/{word}/conf${{port}}.d\"],\n  }}\n}}\n",
        1000 + n % 60000
    )
}

fn condition(word: &str, n: u64) -> String {
    format!(
        "$list{n} = [1, 2, 3, {n}].map |$x| {{ $x * {} + 1 }}\n$name{n} = \"{word}-${{list{n}[0]}}.example.com:${{{n} % 7}}\"\nif $list{n}.length > 2 and \
         $name{n} =~ /^{word}-(\\d+)\\.(.*)$/ {{\n  notice(\"matched $1 and ${{2}} for {n}\")\n}} elsif !defined('thing') {{\n  warning('none for {n}')\n}} else \
         {{\n  fail(\"bad {n}\")\n}}\n",
        n % 9 + 1
    )
}

fn define(n: u64) -> String {
    format!(
        "define perf::inst{n}(Integer $count, Array[String] $tags = []) {{\n  case $count {{\n    0:       {{ $label = 'zero' }}\n    1, 2:    {{ $label = 'few' \
         }}\n    default: {{ $label = \"many${{count}}\" }}\n  }}\n  $tags.each |$i, $t| {{\n    notify {{ \"${{title}}-${{i}}\": message => \"${{label}} ${{t}}\" }}\n  \
         }}\n}}\n"
    )
}

fn configuration(word: &str, n: u64) -> String {
    format!(
        "$conf{n} = {{\n  'name'  => '{word}{n}',\n  'ports' => [{}, {}, 0x{n:x}],\n  'limit' => {}.5e3,\n  'inner' => {{ 'a' => true, 'b' => undef, 'c' => default \
         }},\n}}\n",
        n % 100,
        n % 1000,
        n % 13
    )
}

fn heredoc(n: u64) -> String {
    format!(
        "$text{n} = @(\"END\"/n)\n  server ${{conf{n}['name']}} port {n}\n  second line with \\n escapes\n  | END\nfunction perf::calc{n}(Numeric $a, Numeric *$rest) \
         >> Numeric {{\n  $rest.reduce($a) |$memo, $x| {{ $memo + $x * {} + 1 }}\n}}\n",
        n % 7
    )
}

/// One-line inputs of ten kinds, each reading variables that earlier ones set.
pub fn inputs(count: u64) -> Vec<String> {
    let mut dice = Dice(11);
    (0..count).map(|i| input(i, if i >= 10 { dice.roll(i / 10) * 10 } else { 0 })).collect()
}

fn input(i: u64, j: u64) -> String {
    match i % 10 {
        0 => format!("$v{i} = {i} * 3 + 1"),
        1 => format!("$v{j} + {i}"),
        2 => format!("\"host-${{v{j}}}.example.com\""),
        3 => format!("[1, 2, {i}].map |$x| {{ $x + $v{j} }}"),
        4 => format!("{{ 'a' => {i}, 'b' => \"s${{v{j}}}\" }}['a']"),
        5 => format!("if $v{j} > {i} {{ 'big' }} else {{ 'small' }}"),
        6 => format!("case 'web{i}' {{ /^web(\\d+)$/: {{ $1 }} default: {{ 'none' }} }}"),
        7 => format!("'abc{i}' =~ String[3, 10]"),
        8 => format!("[{i}, 'x', 2.5]"),
        _ => format!("{i} ? {{ 1 => 'one', default => 'other' }}"),
    }
}
