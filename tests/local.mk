# SPDX-License-Identifier: GPL-2.0-or-later
# A test is a program or a script in TESTS; its exit status says pass (0), fail
# or not to be had here (77), and then its last line "skipped: ..." says why.

TEST_EXTENSIONS = .test .prog
PROG_LOG_COMPILER = python3 $(top_srcdir)/tests/run_program.py
# The build that the programs under test and ilmgen are taken from.  The tester's own settings, such
# as machine.json, do not count.
lender = $(abs_top_builddir)
AM_TESTS_ENVIRONMENT = \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	top_builddir='$(lender)'; export top_builddir; \
	VALGRIND='$(abs_top_builddir)/vg-in-place'; export VALGRIND; \
	XDG_CONFIG_HOME='$(abs_top_builddir)/tests/settings'; export XDG_CONFIG_HOME; \
	ILMGEN='$(lender)/ilmgen/ilmgen'; export ILMGEN;

include tests/checker/local.mk
include tests/unit/local.mk
include tests/sanitized.mk
include tests/fuzz/local.mk
include tests/programs/local.mk
include tests/atomics/local.mk
include tests/install/local.mk

# What runs the tool.
tool_tests = $(PROGRAM_TESTS) $(tool_scripts)
TESTS += $(tool_tests)

# What another version of Valgrind has a part in, because it is about what Valgrind tells the
# tool: memory, threads, signals, system calls, names.  Not about locks of libraries, the kernel's
# channels, or formats.  `make check-tool lender=...`, where that build has the programs and ilmgen.
valgrind_subjects = allocators counting endings heap kernel/signals kernel/futex pipes/pipe. locks \
	order output/out_ processes requests system_calls threads
valgrind_tests = $(valgrind_scripts) \
	$(filter $(patsubst %,tests/programs/%%,$(valgrind_subjects)),$(PROGRAM_TESTS))
check-tool: config.h .in_place/stamp
	$(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(valgrind_tests)' \
		check_PROGRAMS= check_SCRIPTS=
.PHONY: check-tool

# With larger loads, for who has two hours: more random traces, logs and runs of the fuzz targets,
# each program in both orders of turns, each case of MPI with each implementation, each atomic with
# each compiler, the command in each shell.
check-long: config.h .in_place/stamp
	CHECK_LONG=yes TEST_ORDERS='virtual host' $(MAKE) $(AM_MAKEFLAGS) check
.PHONY: check-long

# Random programs for ten minutes.
stress: config.h .in_place/stamp
	STRESS_SECONDS=600 STRESS_SEED=`date +%s` \
		$(MAKE) $(AM_MAKEFLAGS) check TESTS=tests/order/stress.test
.PHONY: stress

# What tests/page/page-axe.test has installed.
clean-local: clean-axe
clean-axe:
	rm -rf tests/axe-core
.PHONY: clean-axe

project_tests = tests/project/directions.test tests/project/docs.test tests/project/format.test \
	tests/project/prose.test tests/project/summary.test
TESTS += $(project_tests)
EXTRA_DIST += .clang-format $(project_tests) tests/build_tree.py tests/checks.py tests/summary.py tests/skipped-in-ci
