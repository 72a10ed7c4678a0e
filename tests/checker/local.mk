# SPDX-License-Identifier: GPL-2.0-or-later
# The independent checker (Python, standard library only) and the tests that use it.

checker_tests = \
	tests/logs/align.test \
	tests/checker/arrows.test \
	tests/logs/gist.test \
	tests/logs/mapping.test \
	tests/checker/mpi-matching.test \
	tests/logs/alog.test \
	tests/checker/checker.test \
	tests/checker/conformance.test \
	tests/checker/random-traces.test \
	tests/checker/round-trips.test \
	tests/checker/test-inputs.test \
	tests/profiles/text.test \
	tests/commands/command-line.test \
	tests/checker/growth.test \
	tests/seconds/hand-overs.test \
	tests/seconds/memory.test \
	tests/checker/hostile.test \
	tests/logs/lpel.test \
	tests/page/picture.test \
	tests/plan/plan.test \
	tests/plan/plans-benchmark.test

TESTS += $(checker_tests)

EXTRA_DIST += \
	$(checker_tests) \
	tests/checker/check_ilm.py \
	tests/checker/check_picture.py \
	tests/checker/check_run.py \
	tests/checker/dot.py \
	tests/checker/logs.py \
	tests/checker/mpi_program.py \
	tests/checker/lpel_run.py \
	tests/checker/random_places.py \
	tests/checker/random_trace.py \
	tests/checker/reference_ilm.py \
	tests/checker/reference_stats.py \
	tests/checker/run_channels.py \
	tests/checker/run_objects.py \
	tests/checker/run_order.py \
	tests/checker/trace.py \
	tests/plan/check_plan.py \
	tests/plan/mapreduce.c \
	test_inputs
