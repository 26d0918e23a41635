#!/usr/bin/env bash
# shrink.sh TARGET..: puts into corpus/TARGET at most 200 small inputs that together cover most of what was found.
cd "$(dirname "$0")" || exit 1
bin=${FUZZ_BIN:-target/x86_64-unknown-linux-gnu/release/fuzz}
ulimit -s 1000000
for target in "$@"; do
    export FUZZ_TARGET=$target
    kept=target/kept/$target
    rm -rf "$kept" && mkdir -p "$kept" "corpus/$target" "target/corpus/$target"
    nice -n 19 "$bin" -set_cover_merge=1 -timeout=120 -rss_limit_mb=3000 -max_len=1024 \
        "$kept" "corpus/$target" "target/corpus/$target" >"target/log/$target.merge" 2>&1
    count=$(find "$kept" -type f | wc -l)
    step=$(((count + 199) / 200))
    rm -f "corpus/$target"/*
    find "$kept" -type f -printf '%s %f\n' | sort -n | awk -v step=$((step > 0 ? step : 1)) 'NR % step == 0 { print $2 }' |
        head -n 200 | while read -r name; do cp "$kept/$name" "corpus/$target/"; done
    echo "$target: $count inputs cover all, $(find "corpus/$target" -type f | wc -l) are kept"
done
