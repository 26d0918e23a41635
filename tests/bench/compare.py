#!/usr/bin/env python3
"""Runs the workloads in pprepl, Puppet and Lua, one after another, and prints a Markdown table of CPU milliseconds.

    python3 tests/bench/compare.py [WORKLOAD ...]

Needs `cargo bench --no-run --bench workloads` first; Puppet (`puppet`, `ruby`) and `lua5.4` are left out when absent.
Each figure is the median of an engine's repetitions in this very run, so that ratios hold on any machine.
"""
import glob, json, os, shutil, statistics, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
NAMES = ['a_fib', 'b_reduce', 'c_chain', 'd_string', 'e_regex', 'f_hash', 'f2_hashfold', 'f3_arrayfold', 'h_match', 'j_arith', 'l_parse', 'n_closure', 'o_session']
# CPU milliseconds: the goals of the design's table, measured on its own machine.
GOALS = {'a_fib': 1.8, 'b_reduce': 4.5, 'c_chain': 4.0, 'd_string': 12, 'e_regex': 24, 'f_hash': 9, 'f2_hashfold': 0.8,
         'f3_arrayfold': 0.5, 'h_match': 5, 'j_arith': 2.5, 'l_parse': 20, 'n_closure': 6, 'o_session': 25}
# Lua's figures in that table: how much slower or faster is this machine?
LUA_THERE = {'a_fib': 1.84, 'b_reduce': 13.9, 'c_chain': 13.1, 'd_string': 31.2, 'e_regex': 41.0, 'f_hash': 28.2, 'f2_hashfold': 487,
             'f3_arrayfold': 399, 'h_match': 23.2, 'j_arith': 3.09, 'n_closure': 16.1}


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options).stdout


def ours(name, folder):
    binaries = [f for f in glob.glob(os.path.join(ROOT, 'target/release/deps/workloads-*')) if '.' not in os.path.basename(f)]
    newest = max(binaries, key=os.path.getmtime)
    env = dict(os.environ, PPREPL_MS='1', PPREPL_MANIFEST_OUT=os.path.join(folder, 'l_parse.pp'),
               PPREPL_INPUTS_OUT=os.path.join(folder, 'o_session.jsonl'))
    out = run([newest, name], env=env)
    line = next((l for l in out.splitlines() if l.startswith(name)), '')
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
            scaled = GOALS[name] * b / LUA_THERE[name] if b and name in LUA_THERE else None
            times = f'{c / a:,.0f}' if a and c else '–'
            print(f'| {name} | {shown(a)} | {shown(b)} | {shown(c)} | {times} | {shown(GOALS[name])} | {shown(scaled)} |', flush=True)


main()
