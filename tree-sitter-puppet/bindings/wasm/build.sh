#!/bin/sh
# Builds the grammars for web-tree-sitter: tree-sitter-puppet.wasm and tree-sitter-epp.wasm.
#
#   bindings/wasm/build.sh [FOLDER]
#
# FOLDER is the present one when left out. CLANG is a clang for wasm32-wasi with its linker and libc: Debian's packages clang,
# lld and wasi-libc, or a WASI SDK.
set -eu
out=$(cd "${1:-.}" && pwd)
cd "$(dirname "$0")/../.."
for language in puppet epp; do
  folder=.
  [ "$language" = puppet ] || folder=$language
  ${CLANG:-clang} --target=wasm32-wasi -o "$out/tree-sitter-$language.wasm" -Os -fPIC -shared -std=c11 -fno-exceptions \
    -fvisibility=hidden -Wl,--export="tree_sitter_$language" -Wl,--allow-undefined -Wl,--no-entry -nostdlib \
    -I "$folder/src" "$folder/src/parser.c" "$folder/src/scanner.c"
done
