# SPDX-License-Identifier: GPL-2.0-or-later
check_PROGRAMS += unit-tests
TESTS += unit-tests

unit_test_sources = \
	tests/unit/any_schedule.cpp \
	tests/unit/balance.cpp \
	tests/unit/block_chain.cpp \
	tests/unit/causal_order.cpp \
	tests/unit/clock.cpp \
	tests/unit/clock_shifts.cpp \
	tests/unit/closed_forms.cpp \
	tests/unit/compare.cpp \
	tests/unit/compression.cpp \
	tests/unit/critical_path.cpp \
	tests/unit/cross_block.cpp \
	tests/unit/dense_set.cpp \
	tests/unit/dot_notes.cpp \
	tests/unit/dot_text.cpp \
	tests/unit/event_batch.cpp \
	tests/unit/files.cpp \
	tests/unit/flow.cpp \
	tests/unit/intervals.cpp \
	tests/unit/late_messages.cpp \
	tests/unit/main.cpp \
	tests/unit/messages.cpp \
	tests/unit/open_order.cpp \
	tests/unit/order.cpp \
	tests/unit/emitted_events.cpp \
	tests/unit/page.cpp \
	tests/unit/parallel_reader.cpp \
	tests/unit/places.cpp \
	tests/unit/plain_event.cpp \
	tests/unit/progress.cpp \
	tests/unit/prune.cpp \
	tests/unit/ranks.cpp \
	tests/unit/reduce.cpp \
	tests/unit/replay.cpp \
	tests/unit/series.cpp \
	tests/unit/stats.cpp \
	tests/unit/support.cpp \
	tests/unit/support.h \
	tests/unit/task_graph.cpp \
	tests/unit/threads.cpp \
	tests/unit/trace_reader.cpp

unit_tests_SOURCES = $(unit_test_sources)
unit_tests_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS)
unit_tests_LDADD = ilmgen/libilmgen.a $(COMPRESSION_LIBS) $(OTF2_LIBS)
