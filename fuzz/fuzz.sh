#!/usr/bin/env bash
# fuzz.sh SECONDS TARGET..: fuzzes each target for so many seconds of CPU, one after the other, at the lowest priority.
#
# It stops at a target's first finding, which is in artifacts/TARGET; begins with the seeds of the tests, with
# corpus/TARGET, and with what earlier runs here found (target/corpus/TARGET); adds a row to record.tsv: date, target,
# seconds of CPU, executions, edges and features covered, inputs, findings. Build first: cargo build --release
cd "$(dirname "$0")" || exit 1
seconds=$1
shift
bin=${FUZZ_BIN:-target/x86_64-unknown-linux-gnu/release/fuzz}
ulimit -s 1000000 # the program's own stack is large
ulimit -v 12000000

# What the children of this shell have used of the CPU, in whole seconds.
cpu() {
    awk -v ticks="$(getconf CLK_TCK)" '{ print int(($16 + $17) / ticks) }' "/proc/$$/stat"
}

for target in "$@"; do
    export FUZZ_TARGET=$target
    work=target/corpus/$target
    mkdir -p "$work" "corpus/$target" "artifacts/$target" target/log
    [ -d "target/seeds/$target" ] || FUZZ_SEEDS=target/seeds/$target "$bin" >/dev/null 2>&1
    log=target/log/$target
    start=$(cpu) executions=0 findings=0
    while [ $(($(cpu) - start)) -lt $seconds ] && [ $findings = 0 ]; do
        nice -n 19 "$bin" -max_total_time="${FUZZ_ROUND:-60}" -timeout=120 -rss_limit_mb=3000 -max_len=1024 -len_control=20 \
            -print_final_stats=1 -artifact_prefix="artifacts/$target/" \
            "$work" "corpus/$target" "target/seeds/$target" >"$log" 2>&1 || findings=1
        executions=$((executions + $(awk '/number_of_executed_units/ { print $2 }' "$log")))
    done
    # What the last run covered, and the size of its corpus.
    covered=$(grep -E 'cov: ' "$log" | tail -n 1 | sed -E 's/.*cov: ([0-9]+) ft: ([0-9]+) corp: ([0-9]+).*/\1\t\2\t\3/')
    row="$(date -u +%F)\t$target\t$(($(cpu) - start))\t$executions\t$covered\t$findings"
    printf '%b\n' "$row" | tee -a record.tsv
done
