# SPDX-License-Identifier: GPL-2.0-or-later
check_PROGRAMS += unit-tests
TESTS += unit-tests

# In folders by the room of ilmgen/ that they test.  main.cpp is first, because it asks for what
# doctest has to be compiled once.
unit_test_sources = \
	tests/unit/main.cpp \
	tests/unit/events.cpp \
	tests/unit/events.h \
	tests/unit/support.cpp \
	tests/unit/support.h \
	tests/unit/analysis/any_schedule.cpp \
	tests/unit/analysis/balance.cpp \
	tests/unit/analysis/closed_forms.cpp \
	tests/unit/analysis/compare.cpp \
	tests/unit/analysis/critical_path.cpp \
	tests/unit/analysis/flow.cpp \
	tests/unit/analysis/late_messages.cpp \
	tests/unit/analysis/limits.cpp \
	tests/unit/analysis/memory_bound.cpp \
	tests/unit/analysis/ranks.cpp \
	tests/unit/analysis/replay.cpp \
	tests/unit/analysis/series.cpp \
	tests/unit/analysis/slowdown.cpp \
	tests/unit/analysis/task_graph.cpp \
	tests/unit/analysis/thread_groups.cpp \
	tests/unit/analysis/uncertain_figures.cpp \
	tests/unit/dag/block_chain.cpp \
	tests/unit/dag/clock.cpp \
	tests/unit/dag/cross_block.cpp \
	tests/unit/dag/intervals.cpp \
	tests/unit/dag/order.cpp \
	tests/unit/dag/places.cpp \
	tests/unit/dag/prune.cpp \
	tests/unit/dag/reduce.cpp \
	tests/unit/dag/stats.cpp \
	tests/unit/dag/threads.cpp \
	tests/unit/emit/compression.cpp \
	tests/unit/emit/dot_notes.cpp \
	tests/unit/emit/dot_text.cpp \
	tests/unit/emit/files.cpp \
	tests/unit/emit/page.cpp \
	tests/unit/emit/progress.cpp \
	tests/unit/from/event_batch.cpp \
	tests/unit/from/native_file.cpp \
	tests/unit/from/parallel_reader.cpp \
	tests/unit/from/plain_event.cpp \
	tests/unit/from/trace_reader.cpp \
	tests/unit/logs/causal_order.cpp \
	tests/unit/logs/clock_shifts.cpp \
	tests/unit/logs/dense_set.cpp \
	tests/unit/logs/emitted_events.cpp \
	tests/unit/logs/messages.cpp \
	tests/unit/logs/open_order.cpp \
	tests/unit/model/ada_name.cpp \
	tests/unit/model/container_limit.cpp \
	tests/unit/model/delays.cpp \
	tests/unit/model/facts.cpp \
	tests/unit/model/large_arrays.cpp \
	tests/unit/model/resolver.cpp \
	tests/unit/plan/plan.cpp \
	tests/unit/plan/random_problem.h

EXTRA_DIST += $(unit_test_sources)
# Those of some rooms are one unit, as in ilmgen/local.mk.
tests_in = $(filter $(addprefix tests/unit/,$(1)),$(filter %.cpp,$(unit_test_sources)))
unit_unit_tests_events = $(call tests_in,main.cpp events.cpp support.cpp model/% from/% logs/%)
unit_unit_tests_dag = $(call tests_in,dag/% plan/%)
unit_unit_tests_analysis = $(call tests_in,analysis/%)
unit_unit_tests_emit = $(call tests_in,emit/%)
unit_test_units = \
	tests/units/unit_tests_events.cpp \
	tests/units/unit_tests_dag.cpp \
	tests/units/unit_tests_analysis.cpp \
	tests/units/unit_tests_emit.cpp
nodist_unit_tests_SOURCES = $(unit_test_units)
unit_tests_SOURCES =
unit_tests_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS)
unit_tests_LDADD = ilmgen/libilmgen.a $(COMPRESSION_LIBS) $(OTF2_LIBS)

# What two threads do: one parses and the other one takes the events.
EXTRA_PROGRAMS += reader-tests
reader_tests_SOURCES = \
	tests/unit/events.cpp \
	tests/unit/main.cpp \
	tests/unit/from/parallel_reader.cpp \
	tests/unit/from/trace_reader.cpp
reader_tests_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS)
reader_tests_LDADD = \
	ilmgen/units/libilmgen_a-model.o \
	ilmgen/units/libilmgen_a-bytes.o \
	ilmgen/units/libilmgen_a-from_trace.o \
	$(COMPRESSION_LIBS)
