"""Finds the Ruby of a live Puppet 8, as `pprepl_testing::puppet8` does, for the scripts that compare with Puppet."""
import os
import pathlib


def ruby():
    """Returns `ruby8` of PPREPL_PUPPET8 or of the folder that `.ci/run` fills; else `ruby`, which may have another Puppet."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    folder = pathlib.Path(os.environ.get("PPREPL_PUPPET8") or cache / "pprepl/puppet8")
    program = folder / "bin/ruby8"
    return str(program) if program.exists() else "ruby"
