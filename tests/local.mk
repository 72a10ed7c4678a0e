# SPDX-License-Identifier: GPL-2.0-or-later
# A test is a program or a script in TESTS; its exit status says pass (0), fail
# or not to be had here (77).

TEST_EXTENSIONS = .test .prog
PROG_LOG_COMPILER = python3 $(top_srcdir)/tests/run_program.py
AM_TESTS_ENVIRONMENT = \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	top_builddir='$(abs_top_builddir)'; export top_builddir; \
	VALGRIND='$(abs_top_builddir)/vg-in-place'; export VALGRIND; \
	ILMGEN='$(abs_top_builddir)/ilmgen/ilmgen'; export ILMGEN;

include tests/checker/local.mk
include tests/unit/local.mk
include tests/sanitized.mk
include tests/fuzz/local.mk
include tests/programs/local.mk
include tests/programs/omp.mk

TESTS += tests/format.test
EXTRA_DIST += .clang-format tests/format.test
