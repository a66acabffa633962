# SPDX-License-Identifier: Apache-2.0
"""Cost of every unit: storage, gates, logic depth and FPGA resources, each from a run of a tool."""
