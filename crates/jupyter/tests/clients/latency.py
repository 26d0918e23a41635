"""Measures the round trip of `1 + 1`: from the request to its reply, and until the kernel is idle again."""

import statistics
import time

from jupyter_client.manager import start_new_kernel

manager, client = start_new_kernel(kernel_name="puppet")
try:
    replies, idles = [], []
    for number in range(220):
        start = time.perf_counter()
        request = client.execute("1 + 1")
        while client.get_shell_msg(timeout=10)["parent_header"].get("msg_id") != request:
            pass
        replies.append(time.perf_counter() - start)
        while True:
            message = client.get_iopub_msg(timeout=10)
            idle = message["msg_type"] == "status" and message["content"]["execution_state"] == "idle"
            if idle and message["parent_header"].get("msg_id") == request:
                break
        idles.append(time.perf_counter() - start)
    for name, times in (("reply", replies[20:]), ("idle", idles[20:])):
        times = sorted(time * 1000 for time in times)
        p99 = times[int(len(times) * 0.99) - 1]
        print(f"{name}: median {statistics.median(times):.2f} ms, p99 {p99:.2f} ms, of {len(times)}")
finally:
    client.stop_channels()
    manager.shutdown_kernel()
