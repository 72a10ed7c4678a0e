# SPDX-License-Identifier: GPL-2.0-or-later
# Programs that hand over by atomics, and what their traces must contain.  The tests compile
# them themselves, in several ways, into tests/atomics/ of the build tree.

atomics_tests = tests/atomics/atomics-witness.test tests/atomics/atomics.test \
	tests/atomics/atomics-kinds.test tests/tool/called-atomics.test tests/atomics/order-atomics.test \
	tests/atomics/order-deals.test tests/atomics/unseen.test
TESTS += $(atomics_tests)
EXTRA_DIST += $(atomics_tests) $(call helpers,atomics) tests/tool/called_atomics.cpp
clean-local: clean-atomics
clean-atomics:
	rm -rf tests/atomics
.PHONY: clean-atomics
