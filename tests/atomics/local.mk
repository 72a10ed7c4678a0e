# SPDX-License-Identifier: GPL-2.0-or-later
# Programs that hand over by atomics, and what their traces must contain.  The test compiles
# them itself, in several ways, into tests/atomics/ of the build tree.

EXTRA_DIST += tests/atomics.test $(call helpers,atomics)
clean-local: clean-atomics
clean-atomics:
	rm -rf tests/atomics
.PHONY: clean-atomics
