# SPDX-License-Identifier: GPL-2.0-or-later
check_PROGRAMS += unit-tests
TESTS += unit-tests

# main.cpp is first, because it asks for what doctest has to be compiled once.
unit_test_sources = \
	tests/unit/main.cpp \
	tests/unit/ada_name.cpp \
	tests/unit/any_schedule.cpp \
	tests/unit/balance.cpp \
	tests/unit/block_chain.cpp \
	tests/unit/causal_order.cpp \
	tests/unit/clock.cpp \
	tests/unit/clock_shifts.cpp \
	tests/unit/closed_forms.cpp \
	tests/unit/compare.cpp \
	tests/unit/compression.cpp \
	tests/unit/container_limit.cpp \
	tests/unit/critical_path.cpp \
	tests/unit/cross_block.cpp \
	tests/unit/delays.cpp \
	tests/unit/dense_set.cpp \
	tests/unit/dot_notes.cpp \
	tests/unit/dot_text.cpp \
	tests/unit/event_batch.cpp \
	tests/unit/events.cpp \
	tests/unit/events.h \
	tests/unit/facts.cpp \
	tests/unit/files.cpp \
	tests/unit/flow.cpp \
	tests/unit/intervals.cpp \
	tests/unit/large_arrays.cpp \
	tests/unit/late_messages.cpp \
	tests/unit/limits.cpp \
	tests/unit/memory_bound.cpp \
	tests/unit/messages.cpp \
	tests/unit/native_file.cpp \
	tests/unit/open_order.cpp \
	tests/unit/order.cpp \
	tests/unit/emitted_events.cpp \
	tests/unit/page.cpp \
	tests/unit/parallel_reader.cpp \
	tests/unit/places.cpp \
	tests/unit/plain_event.cpp \
	tests/unit/plan.cpp \
	tests/unit/random_problem.h \
	tests/unit/progress.cpp \
	tests/unit/prune.cpp \
	tests/unit/ranks.cpp \
	tests/unit/reduce.cpp \
	tests/unit/replay.cpp \
	tests/unit/resolver.cpp \
	tests/unit/series.cpp \
	tests/unit/slowdown.cpp \
	tests/unit/stats.cpp \
	tests/unit/support.cpp \
	tests/unit/support.h \
	tests/unit/task_graph.cpp \
	tests/unit/thread_groups.cpp \
	tests/unit/threads.cpp \
	tests/unit/trace_reader.cpp \
	tests/unit/uncertain_figures.cpp

EXTRA_DIST += $(unit_test_sources)
unit_unit_tests_1 = $(wordlist 1,13,$(filter %.cpp,$(unit_test_sources)))
unit_unit_tests_2 = $(wordlist 14,26,$(filter %.cpp,$(unit_test_sources)))
unit_unit_tests_3 = $(wordlist 27,39,$(filter %.cpp,$(unit_test_sources)))
unit_unit_tests_4 = $(wordlist 40,99,$(filter %.cpp,$(unit_test_sources)))
unit_test_units = \
	tests/units/unit_tests_1.cpp \
	tests/units/unit_tests_2.cpp \
	tests/units/unit_tests_3.cpp \
	tests/units/unit_tests_4.cpp
nodist_unit_tests_SOURCES = $(unit_test_units)
unit_tests_SOURCES =
unit_tests_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS)
unit_tests_LDADD = ilmgen/libilmgen.a $(COMPRESSION_LIBS) $(OTF2_LIBS)

# What two threads do: one parses and the other one takes the events.
EXTRA_PROGRAMS += reader-tests
reader_tests_SOURCES = \
	tests/unit/events.cpp \
	tests/unit/main.cpp \
	tests/unit/parallel_reader.cpp \
	tests/unit/trace_reader.cpp
reader_tests_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS)
reader_tests_LDADD = \
	ilmgen/units/libilmgen_a-model.o \
	ilmgen/units/libilmgen_a-bytes.o \
	ilmgen/units/libilmgen_a-from_trace.o \
	$(COMPRESSION_LIBS)
