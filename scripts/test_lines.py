#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a module of unittest classes and prints one line a test, as every suite does."""
import unittest


class Lines(unittest.TestResult):
    def __init__(self, suite):
        super().__init__()
        self.suite = suite

    def addSuccess(self, test):
        print(f"pass {self.suite} {test.id().split('.', 1)[1]}", flush=True)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        print(f"FAIL {self.suite} {test.id()}\n{self.failures[-1][1]}", flush=True)

    def addError(self, test, err):
        super().addError(test, err)
        print(f"FAIL {self.suite} {test.id()}\n{self.errors[-1][1]}", flush=True)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            print(f"FAIL {self.suite} {subtest.id()}\n{err[1]}", flush=True)


def run(module, suite):
    """The exit status: 0 when there were tests and all passed."""
    result = Lines(suite)
    unittest.defaultTestLoader.loadTestsFromModule(module).run(result)
    return 0 if result.wasSuccessful() and result.testsRun else 1
