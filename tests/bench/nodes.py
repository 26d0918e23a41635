#!/usr/bin/env python3
"""Measures `pprepl catalog --nodes` over many nodes with a class like apache, beside Puppet's CPU time for a catalog.

    tests/bench/nodes.py MODULES [PPREPL] [--count=1000] [--puppet=40]

MODULES is a folder with Debian's modules by their short names (tests/debian/fetch.sh): apache, concat and stdlib. The nodes have
the facts of tests/debian/facts under names of their own. A row for each number of jobs: CPU and wall seconds, milliseconds
of CPU a catalog, and the maximum memory. Puppet compiles some of the nodes in one process, as a server does; the first four do
not count. With --keep=DIR the catalogs stay in DIR.
"""
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SITE = """
node default {
  class { 'apache': default_vhost => false, mpm_module => 'prefork' }
  include apache::mod::ssl
  include apache::mod::rewrite
  include apache::mod::proxy
  include apache::mod::headers
  include apache::mod::status
  $fqdn = $facts['networking']['fqdn']
  Integer[1, 8].each |$i| {
    apache::vhost { "site${i}.${fqdn}":
      port          => 80 + $i,
      docroot       => "/var/www/site${i}",
      serveraliases => ["www${i}.${fqdn}"],
      directories   => [{ path => "/var/www/site${i}", allow_override => ['None'], options => ['Indexes', 'FollowSymLinks'] }],
      rewrites      => [{ rewrite_rule => ['^/old /new [R]'] }],
      headers       => ['set X-Host ok'],
    }
  }
}
"""
# The environment that the module path of Debian's modules needs.
MODULES = ("apache", "concat", "stdlib")
FACTS = ("debian-12", "ubuntu-22.04", "centos-7", "debian-12")


def repository(folder, modules, count):
    """Writes an environment and the facts of nodes."""
    for part in ("env/manifests", "env/modules", "nodes"):
        (folder / part).mkdir(parents=True)
    (folder / "env/environment.conf").write_text("modulepath = modules\n")
    (folder / "env/manifests/site.pp").write_text(SITE)
    for module in MODULES:
        (folder / "env/modules" / module).symlink_to((modules / module).resolve())
    for index in range(count):
        text = (ROOT / "tests/debian/facts" / f"{FACTS[index % len(FACTS)]}.json").read_text()
        networking = json.loads(text)["networking"]
        name = f"node{index:04}"
        text = text.replace(networking["fqdn"], f"{name}.example.com").replace(f'"{networking["hostname"]}"', f'"{name}"')
        (folder / f"nodes/{name}.example.com.json").write_text(text)


def ours(binary, folder, count, jobs, out):
    """Seconds of CPU and of wall time, and KiB of memory."""
    command = [binary, "--edition", "puppet8", "--set", "strict=off", "catalog", "--environment", "env"]
    command += ["--nodes", "nodes", "--out", str(out), "--jobs", str(jobs)]
    start = time.monotonic()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    said = process.stdout.read().strip()
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0 and said == f"{count} nodes compiled", (status, said)
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start, usage.ru_maxrss


def puppet(folder, count):
    """The median seconds of CPU of a catalog, its resources and bytes."""
    command = ["ruby", str(HERE / "drivers/nodes.rb"), "env", "nodes", str(count)]
    lines = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [line.split() for line in lines][4:]
    return statistics.median(float(row[0]) for row in rows), rows[0][1], rows[0][2]


def main():
    options = dict(one[2:].split("=", 1) for one in sys.argv[1:] if one.startswith("--"))
    plain = [one for one in sys.argv[1:] if not one.startswith("--")]
    count, asked = int(options.get("count", 1000)), int(options.get("puppet", 40))
    binary = os.path.abspath(plain[1] if len(plain) > 1 else ROOT / "target/dist/pprepl")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        repository(folder, pathlib.Path(plain[0]), count)
        out = pathlib.Path(options.get("keep", folder / "out")).absolute()
        theirs = puppet(folder, asked) if asked else None
        if theirs:
            print(f"Puppet: {theirs[0] * 1000:.0f} ms of CPU a catalog ({theirs[1]} resources, {theirs[2]} bytes)")
        for jobs in (1, 2):
            spent, wall, memory = ours(binary, folder, count, jobs, out)
            each = spent / count
            ratio = f", Puppet / pprepl {theirs[0] / each:.0f}" if theirs else ""
            print(f"{jobs} jobs: CPU {spent:.2f} s, wall {wall:.2f} s, {each * 1000:.2f} ms a catalog, {memory / 1024:.0f} MiB{ratio}")


if __name__ == "__main__":
    main()
