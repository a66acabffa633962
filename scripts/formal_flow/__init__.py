# SPDX-License-Identifier: Apache-2.0
"""Parts of scripts/formal.py: wrapper heads, the tools it runs, the checks of a unit."""
