# SPDX-License-Identifier: GPL-2.0-or-later
# The independent checker (Python, standard library only) and the tests that use it.

checker_tests = \
	tests/align.test \
	tests/arrows.test \
	tests/gist.test \
	tests/mapping.test \
	tests/mpi-matching.test \
	tests/alog.test \
	tests/checker.test \
	tests/conformance.test \
	tests/random-traces.test \
	tests/round-trips.test \
	tests/test-inputs.test \
	tests/text.test \
	tests/command-line.test \
	tests/growth.test \
	tests/hand-overs.test \
	tests/hostile.test \
	tests/lpel.test \
	tests/picture.test \
	tests/plan.test \
	tests/plans-benchmark.test

TESTS += $(checker_tests)

EXTRA_DIST += \
	$(checker_tests) \
	tests/checker/check_ilm.py \
	tests/checker/check_picture.py \
	tests/checker/check_run.py \
	tests/checker/dot.py \
	tests/checker/harness.py \
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
