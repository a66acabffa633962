# SPDX-License-Identifier: Apache-2.0
"""Mutants of the RTL: every one in the same build, chosen when a test starts."""
