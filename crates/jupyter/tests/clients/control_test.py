"""What jupyter_kernel_test does not ask: interrupt, restart, queued cells after an error, and input."""

import os
import subprocess
import sys
import time
import unittest

from jupyter_client.manager import start_new_kernel

# A front end that crashes with its kernel running.
CRASH = """
import os
from jupyter_client.manager import start_new_kernel
manager, client = start_new_kernel(kernel_name="puppet")
print(manager.provisioner.pid, flush=True)
os._exit(1)
"""

ENDLESS = "Integer[1, 1000000000000].each |$i| { $i }"


class Control(unittest.TestCase):
    def setUp(self):
        self.manager, self.client = start_new_kernel(kernel_name="puppet")

    def tearDown(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel()
        self.assertFalse(self.manager.is_alive())

    def reply(self, request):
        while True:
            message = self.client.get_shell_msg(timeout=30)
            if message["parent_header"].get("msg_id") == request:
                return message["content"]

    def wait_until_running(self, request):
        while True:
            message = self.client.get_iopub_msg(timeout=30)
            if message["msg_type"] == "execute_input" and message["parent_header"].get("msg_id") == request:
                return

    def test_interrupt_aborts_the_queued_cells(self):
        first = self.client.execute(ENDLESS)
        self.wait_until_running(first)
        second = self.client.execute("2")
        self.manager.interrupt_kernel()
        self.assertEqual(self.reply(first)["ename"], "CANCELLED")
        self.assertIn(self.reply(second)["status"], ("aborted", "ok"))
        self.assertEqual(self.reply(self.client.execute("3"))["status"], "ok")

    def test_stop_on_error_false_runs_the_queued_cells(self):
        first = self.client.execute("1 / 0", stop_on_error=False)
        second = self.client.execute("2")
        self.assertEqual(self.reply(first)["status"], "error")
        self.assertEqual(self.reply(second)["status"], "ok")

    def test_restart_forgets_everything(self):
        self.assertEqual(self.reply(self.client.execute("$x = 1"))["status"], "ok")
        self.manager.restart_kernel(now=False)
        self.client.wait_for_ready(timeout=30)
        reply = self.reply(self.client.execute("$x = 2"))
        self.assertEqual((reply["status"], reply["execution_count"]), ("ok", 1))

    @unittest.skipUnless(os.path.exists("/proc/self/stat"), "needs /proc")
    def test_the_kernel_ends_with_its_front_end(self):
        crashed = subprocess.run([sys.executable, "-c", CRASH], stdout=subprocess.PIPE, timeout=60)
        pid = int(crashed.stdout)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
                    if stat.read().rsplit(")", 1)[1].split()[0] == "Z":
                        return
            except FileNotFoundError:
                return
            time.sleep(0.1)
        self.fail("the kernel runs without its front end")

    def test_heartbeat(self):
        self.assertTrue(self.client.is_alive())
        self.assertTrue(self.client.hb_channel.is_beating())


if __name__ == "__main__":
    unittest.main(verbosity=2)
