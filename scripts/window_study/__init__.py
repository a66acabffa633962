# SPDX-License-Identifier: Apache-2.0
"""Smaller contention windows beside the paper's: streams of degrees, windows, picture and tables."""
