"""jupyter_kernel_test for the Puppet kernel. JUPYTER_PATH names the directory with its specification."""

import unittest

import jupyter_kernel_test


class PuppetKernel(jupyter_kernel_test.KernelTests):
    kernel_name = "puppet"
    language_name = "puppet"
    file_extension = ".pp"
    code_hello_world = "notice('hello, world')"
    code_stderr = "warning('careful')"
    completion_samples = [
        {"text": "upca", "matches": {"upcase"}},
        {"text": ":toke", "matches": {":tokens"}},
    ]
    complete_code_samples = ["1 + 1", "$x = 'a'", ":type 1", "notify { 'x': }", "if true {\n  1\n}"]
    incomplete_code_samples = ["if true {", "[1,", "'open", "@(END)\ntext", ":type {"]
    invalid_code_samples = ["1 + )", "$x = = 1"]
    code_page_something = "?split"
    code_generate_error = "1 / 0"
    code_execute_result = [
        {"code": "6 * 7", "result": "42"},
        {"code": "'b'.upcase == 'B'", "result": "true"},
        {"code": "[1, 2].map |$x| { $x * 2 }", "result": "[2, 4]"},
        {"code": "[{ 'n' => 1 }, { 'n' => 2 }]", "mime": "text/html"},
    ]
    code_display_data = [{"code": ":type 1", "mime": "text/plain"}]
    code_history_pattern = "6 ? 7"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "split"
    code_clear_output = "%clear"


if __name__ == "__main__":
    unittest.main(verbosity=2)
