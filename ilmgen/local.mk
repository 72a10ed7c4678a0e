# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += ilmgen/libilmgen.a
ilmgen_libilmgen_a_SOURCES = \
	ilmgen/arrows.cpp \
	ilmgen/arrows.h \
	ilmgen/batch_queue.cpp \
	ilmgen/batch_queue.h \
	ilmgen/clock.cpp \
	ilmgen/clock.h \
	ilmgen/compact_json.h \
	ilmgen/compress.cpp \
	ilmgen/compress.h \
	ilmgen/dag_block.cpp \
	ilmgen/dag_block.h \
	ilmgen/decompress.cpp \
	ilmgen/decompress.h \
	ilmgen/emit/alog_writer.cpp \
	ilmgen/emit/alog_writer.h \
	ilmgen/emit/arrow_writer.cpp \
	ilmgen/emit/arrow_writer.h \
	ilmgen/emit/event_writer.cpp \
	ilmgen/emit/event_writer.h \
	ilmgen/emit/gist_writer.cpp \
	ilmgen/emit/gist_writer.h \
	ilmgen/emit/record_spool.h \
	ilmgen/emit/trace_writer.cpp \
	ilmgen/emit/trace_writer.h \
	ilmgen/error.cpp \
	ilmgen/error.h \
	ilmgen/event_batch.cpp \
	ilmgen/event_batch.h \
	ilmgen/from/align.cpp \
	ilmgen/from/align.h \
	ilmgen/from/alog.cpp \
	ilmgen/from/alog.h \
	ilmgen/from/alog_header.cpp \
	ilmgen/from/alog_header.h \
	ilmgen/from/alog_line.cpp \
	ilmgen/from/alog_line.h \
	ilmgen/from/call_decoder.cpp \
	ilmgen/from/call_decoder.h \
	ilmgen/from/causal_order.cpp \
	ilmgen/from/causal_order.h \
	ilmgen/from/clock_shifts.cpp \
	ilmgen/from/clock_shifts.h \
	ilmgen/from/entry_events.cpp \
	ilmgen/from/entry_events.h \
	ilmgen/from/entry_fields.cpp \
	ilmgen/from/entry_fields.h \
	ilmgen/from/event_types.cpp \
	ilmgen/from/event_types.h \
	ilmgen/from/gist.cpp \
	ilmgen/from/gist.h \
	ilmgen/from/gist_settings.cpp \
	ilmgen/from/gist_settings.h \
	ilmgen/from/hpcmp.cpp \
	ilmgen/from/hpcmp.h \
	ilmgen/from/log_entry.h \
	ilmgen/from/log_reader.cpp \
	ilmgen/from/log_reader.h \
	ilmgen/from/lpel.cpp \
	ilmgen/from/lpel.h \
	ilmgen/from/lpel_events.cpp \
	ilmgen/from/lpel_events.h \
	ilmgen/from/lpel_files.cpp \
	ilmgen/from/lpel_files.h \
	ilmgen/from/lpel_log.cpp \
	ilmgen/from/lpel_log.h \
	ilmgen/from/lpel_run.cpp \
	ilmgen/from/lpel_run.h \
	ilmgen/from/lpel_streams.cpp \
	ilmgen/from/lpel_streams.h \
	ilmgen/from/map_file.cpp \
	ilmgen/from/map_file.h \
	ilmgen/from/mapped_entries.cpp \
	ilmgen/from/mapped_entries.h \
	ilmgen/from/message_calls.h \
	ilmgen/from/message_fates.cpp \
	ilmgen/from/message_fates.h \
	ilmgen/from/messages.cpp \
	ilmgen/from/messages.h \
	ilmgen/from/own_events.cpp \
	ilmgen/from/own_events.h \
	ilmgen/from/posted_messages.cpp \
	ilmgen/from/posted_messages.h \
	ilmgen/from/rereadable.cpp \
	ilmgen/from/rereadable.h \
	ilmgen/from/text_fields.h \
	ilmgen/from/text_scanner.cpp \
	ilmgen/from/text_scanner.h \
	ilmgen/heap_blocks.h \
	ilmgen/ilm_builder.cpp \
	ilmgen/ilm_builder.h \
	ilmgen/input_file.cpp \
	ilmgen/input_file.h \
	ilmgen/intervals.cpp \
	ilmgen/intervals.h \
	ilmgen/json_stream.cpp \
	ilmgen/json_stream.h \
	ilmgen/log_figures.h \
	ilmgen/log_source.cpp \
	ilmgen/log_source.h \
	ilmgen/model.h \
	ilmgen/options.cpp \
	ilmgen/options.h \
	ilmgen/order.cpp \
	ilmgen/order.h \
	ilmgen/output_file.cpp \
	ilmgen/output_file.h \
	ilmgen/own_records.cpp \
	ilmgen/own_records.h \
	ilmgen/own_text.h \
	ilmgen/parallel_reader.cpp \
	ilmgen/parallel_reader.h \
	ilmgen/plain_event.cpp \
	ilmgen/plain_event.h \
	ilmgen/progress.cpp \
	ilmgen/progress.h \
	ilmgen/prune.cpp \
	ilmgen/prune.h \
	ilmgen/reduce.cpp \
	ilmgen/reduce.h \
	ilmgen/span.cpp \
	ilmgen/span.h \
	ilmgen/spool.cpp \
	ilmgen/spool.h \
	ilmgen/stats.cpp \
	ilmgen/stats.h \
	ilmgen/sync_objects.h \
	ilmgen/threads.cpp \
	ilmgen/threads.h \
	ilmgen/trace_reader.cpp \
	ilmgen/trace_reader.h \
	ilmgen/write_dot.cpp \
	ilmgen/write_dot.h \
	ilmgen/write_json.cpp \
	ilmgen/write_json.h
ilmgen_libilmgen_a_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS)
# RapidJSON's parser is as fast as it can be only without its assertions, with which it does not
# inline what it means to, and with -O3.  The sanitized build keeps both as they are.
ilmgen_libilmgen_a_CPPFLAGS = $(AM_CPPFLAGS) -DNDEBUG
ilmgen/libilmgen_a-trace_%.o: CXXFLAGS := $(patsubst -O2,-O3,$(CXXFLAGS))

bin_PROGRAMS += ilmgen/ilmgen
ilmgen_ilmgen_SOURCES = ilmgen/main.cpp
ilmgen_ilmgen_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS)
ilmgen_ilmgen_LDADD = ilmgen/libilmgen.a $(COMPRESSION_LIBS)
