# SPDX-License-Identifier: Apache-2.0
"""The fault table: what is injected, how a run is judged, how the page is written."""
