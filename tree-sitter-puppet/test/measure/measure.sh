#!/bin/sh
# Measures the grammars: acceptance, fuzzing and edits under AddressSanitizer and UndefinedBehaviorSanitizer, and speed.
#
#   measure.sh TREE_SITTER_LIB FOLDER_OF_MANIFESTS [FUZZ_COUNT [EDIT_COUNT]]
#
# TREE_SITTER_LIB is the folder of tree-sitter's C library (it holds src/lib.c and include), as the Rust crate ships it.
set -eu
library=$1
manifests=$2
fuzz=${3:-20000}
edits=${4:-2000}
here=$(cd "$(dirname "$0")/../.." && pwd)
out=${OUT:-$(mktemp -d)}

build() { # name flags...
  name=$1
  shift
  objects=
  for dialect in src epp/src; do
    for part in parser scanner; do
      object=$out/$name-$(echo "$dialect" | tr / -)-$part.o
      cc -std=c11 "$@" -I"$here/$dialect" -c "$here/$dialect/$part.c" -o "$object"
      objects="$objects $object"
    done
  done
  # shellcheck disable=SC2086
  cc -std=gnu11 "$@" -I"$library/include" -I"$library/src" "$here/test/measure/driver.c" "$library/src/lib.c" $objects \
    -o "$out/$name"
}

find "$manifests" -name '*.pp' > "$out/pp"
find "$manifests" -name '*.epp' > "$out/epp"
sample() { awk "NR % $1 == 0" "$out/pp"; cat "$out/epp"; }

build fast -O2 -DNDEBUG
build safe -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer

for kind in pp epp; do
  xargs "$out/fast" accept < "$out/$kind"
done
# shellcheck disable=SC2046
"$out/safe" accept $(sample 4) | tail -n 1
# shellcheck disable=SC2046
"$out/safe" fuzz "$fuzz" 1 $(sample 40)
# shellcheck disable=SC2046
"$out/fast" edits "$edits" 2 $(sample 4)
# shellcheck disable=SC2046
"$out/fast" prefixes $(sample 10)
for lines in 100 1000 10000 50000; do
  text=$out/$lines.pp
  : > "$text"
  while read -r file && [ "$(wc -l < "$text")" -lt "$lines" ]; do
    cat "$file" >> "$text"
    echo >> "$text"
  done < "$out/pp"
  "$out/fast" speed "$text" "$here/queries/highlights.scm"
done

# The reference's parser on the same 10,000 lines, where it is installed.
if ruby -e 'require "puppet/pops"' 2> /dev/null; then
  ruby -e 'require "puppet"; require "puppet/pops"
    text, parser = File.read(ARGV[0]), Puppet::Pops::Parser::Parser.new
    clock = -> { Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) }
    times = Array.new(3) { start = clock.call; parser.parse_string(text, "x"); clock.call - start }
    puts "Puppet: %.1f ms" % (times.min * 1e3)' "$out/10000.pp"
fi
