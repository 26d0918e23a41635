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
for lines in 100 1000 10000 50000; do
  xargs cat < "$out/pp" | head -n "$lines" > "$out/$lines.pp"
  "$out/fast" speed "$out/$lines.pp" "$here/queries/highlights.scm"
done
