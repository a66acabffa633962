# SPDX-License-Identifier: Apache-2.0
"""Coverage of the RTL and of the C++ that surrounds it."""
