#!/usr/bin/env python3
"""Runs the workloads in pprepl, Puppet and Lua, one after another, and prints a Markdown table of CPU milliseconds.

    python3 tests/bench/compare.py [WORKLOAD ...]

Needs `cargo bench --profile dist --no-run --bench workloads` first; Puppet (`puppet`, `ruby`) and `lua5.4` are left out when absent.
Each figure is the median of an engine's repetitions in this very run, so that ratios hold on any machine.
"""
import glob, json, os, shutil, statistics, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# CPU milliseconds: the goals of the design's table, measured on its own machine.
GOALS = {'a_fib': 1.8, 'a2_fibtyped': 2.2, 'b_reduce': 4.5, 'c_chain': 4.0, 'd_string': 12, 'e_regex': 24, 'f_hash': 9, 'f1_hashbuild': 14,
         'f2_hashfold': 0.8, 'f3_arrayfold': 0.5, 'g1_sort': 2.2, 'g2_sortcmp': 28, 'g3_sortstr': 7, 'h_match': 5, 'i1_type': 9,
         'i2_typegen': 2, 'i3_typered': 2.5, 'j_arith': 2.5, 'j2_bigleak': 6, 'k_catalog': 60, 'l_parse': 20, 'm_epp': 0.6,
         'n_closure': 6, 'n2_with': 3.0, 'o_session': 25}
# Two have no goal: a comparator that must be asked, and 50,000 resources.
NAMES = [*GOALS, 'g4_sortby', 'k2_resources']
# Lua's figures in that table: how much slower or faster is this machine?
LUA_THERE = {'a_fib': 1.84, 'b_reduce': 13.9, 'c_chain': 13.1, 'd_string': 31.2, 'e_regex': 41.0, 'f_hash': 28.2, 'f1_hashbuild': 34.9,
             'f2_hashfold': 487, 'f3_arrayfold': 399, 'g1_sort': 23.5, 'g2_sortcmp': 66.4, 'g3_sortstr': 37.0, 'h_match': 23.2,
             'j_arith': 3.09, 'm_epp': 1.38, 'n_closure': 16.1, 'n2_with': 13.2}
# Where Lua has no such program, another one's: the same calls, the same kind of work.
LUA_OF = {'a2_fibtyped': 'a_fib', 'j2_bigleak': 'j_arith', 'i1_type': 'd_string', 'i2_typegen': 'h_match', 'i3_typered': 'h_match'}


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options).stdout


def ours(name, folder):
    binaries = [f for f in glob.glob(os.path.join(ROOT, 'target/dist/deps/workloads-*')) if '.' not in os.path.basename(f)]
    newest = max(binaries, key=os.path.getmtime)
    env = dict(os.environ, PPREPL_MS='1', PPREPL_MANIFEST_OUT=os.path.join(folder, 'l_parse.pp'),
               PPREPL_INPUTS_OUT=os.path.join(folder, 'o_session.jsonl'))
    out = run([newest, name], env=env)
    line = next((l for l in out.splitlines() if l.split()[:1] == [name]), '')
    return float(line.split()[1]) if line else None


def puppet(name, folder):
    if not shutil.which('puppet'):
        return None
    path = {'l_parse': os.path.join(folder, 'l_parse.pp'), 'o_session': os.path.join(folder, 'o_session.jsonl')}.get(
        name, os.path.join(HERE, 'workloads', name + '.pp'))
    library = next((d for d in glob.glob('/usr/lib/ruby/vendor_ruby') if os.path.isdir(os.path.join(d, 'puppet'))), '')
    env = dict(os.environ, RUBYLIB=library, PERF_CONF=os.path.join(folder, 'conf'))
    return median_of(run(['ruby', os.path.join(HERE, 'drivers/puppet.rb'), '2', path], env=env))


def lua(name):
    path = os.path.join(HERE, 'lua', name + '.lua')
    if not shutil.which('lua5.4') or not os.path.exists(path):
        return None
    return median_of(run(['lua5.4', os.path.join(HERE, 'drivers/run.lua'), '5', path]))


def median_of(out):
    for line in out.splitlines():
        try:
            return statistics.median(json.loads(line)['ms'])
        except (ValueError, KeyError, TypeError):
            continue
    return None


def shown(value):
    return '–' if value is None else f'{value:,.0f}' if value >= 100 else f'{value:.2f}'


def main():
    chosen = sys.argv[1:] or NAMES
    print('| workload | pprepl | Lua 5.4 | Puppet | times Puppet | goal | goal, by Lua here |')
    print('| --- | --: | --: | --: | --: | --: | --: |')
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen:
            a, b, c = ours(name, folder), lua(name), puppet(name, folder)
            there = LUA_THERE.get(LUA_OF.get(name, name))
            here = lua(LUA_OF[name]) if name in LUA_OF else b
            scaled = GOALS[name] * here / there if here and there and name in GOALS else None
            times = f'{c / a:,.0f}' if a and c else '–'
            print(f'| {name} | {shown(a)} | {shown(b)} | {shown(c)} | {times} | {shown(GOALS.get(name))} | {shown(scaled)} |', flush=True)


main()
