# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += ilmgen/libilmgen.a
ilmgen_sources = \
	ilmgen/analysis/explain.cpp ilmgen/analysis/explain.h \
	ilmgen/analysis/change/compare.cpp ilmgen/analysis/change/compare.h \
	ilmgen/analysis/change/what_changed.cpp ilmgen/analysis/change/what_changed.h \
	ilmgen/analysis/faster/cores.cpp ilmgen/analysis/faster/cores.h \
	ilmgen/analysis/faster/fitted.cpp ilmgen/analysis/faster/fitted.h \
	ilmgen/analysis/faster/limits.cpp ilmgen/analysis/faster/limits.h \
	ilmgen/analysis/faster/measured.h \
	ilmgen/analysis/faster/memory_bound.cpp ilmgen/analysis/faster/memory_bound.h \
	ilmgen/analysis/faster/uncertain_figures.cpp ilmgen/analysis/faster/uncertain_figures.h \
	ilmgen/analysis/faster/what_if.cpp ilmgen/analysis/faster/what_if.h \
	ilmgen/analysis/meetings/balance.cpp ilmgen/analysis/meetings/balance.h \
	ilmgen/analysis/meetings/even_rounds.cpp ilmgen/analysis/meetings/even_rounds.h \
	ilmgen/analysis/meetings/rounds.cpp ilmgen/analysis/meetings/rounds.h \
	ilmgen/analysis/meetings/serial_part.cpp ilmgen/analysis/meetings/serial_part.h \
	ilmgen/analysis/meetings/work_rounds.cpp ilmgen/analysis/meetings/work_rounds.h \
	ilmgen/analysis/memory/any_schedule.cpp ilmgen/analysis/memory/any_schedule.h \
	ilmgen/analysis/memory/cut_network.h \
	ilmgen/analysis/memory/flow.cpp ilmgen/analysis/memory/flow.h \
	ilmgen/analysis/memory/flow_reads.cpp ilmgen/analysis/memory/flow_reads.h \
	ilmgen/analysis/memory/heap.cpp ilmgen/analysis/memory/heap.h \
	ilmgen/analysis/memory/heap_curve.cpp ilmgen/analysis/memory/heap_curve.h \
	ilmgen/analysis/picture/process_groups.cpp ilmgen/analysis/picture/process_groups.h \
	ilmgen/analysis/picture/thread_groups.cpp ilmgen/analysis/picture/thread_groups.h \
	ilmgen/analysis/picture/thread_slices.cpp ilmgen/analysis/picture/thread_slices.h \
	ilmgen/analysis/said/away.h \
	ilmgen/analysis/said/doing.h \
	ilmgen/analysis/said/names.cpp ilmgen/analysis/said/names.h \
	ilmgen/analysis/said/pop_factors.h \
	ilmgen/analysis/said/ratio.h \
	ilmgen/analysis/said/time_range.h \
	ilmgen/analysis/said/report.cpp ilmgen/analysis/said/report.h \
	ilmgen/analysis/schedule/dealt_items.cpp ilmgen/analysis/schedule/dealt_items.h \
	ilmgen/analysis/schedule/hand_overs.cpp ilmgen/analysis/schedule/hand_overs.h \
	ilmgen/analysis/schedule/locks.h \
	ilmgen/analysis/schedule/ordering.cpp ilmgen/analysis/schedule/ordering.h \
	ilmgen/analysis/schedule/region_ends.h \
	ilmgen/analysis/schedule/replay.cpp ilmgen/analysis/schedule/replay.h \
	ilmgen/analysis/schedule/roofline.cpp ilmgen/analysis/schedule/roofline.h \
	ilmgen/analysis/schedule/series.cpp ilmgen/analysis/schedule/series.h \
	ilmgen/analysis/schedule/stretches.h \
	ilmgen/analysis/schedule/task_graph.cpp ilmgen/analysis/schedule/task_graph.h \
	ilmgen/analysis/schedule/timeline.cpp ilmgen/analysis/schedule/timeline.h \
	ilmgen/analysis/waiting/messages.cpp ilmgen/analysis/waiting/messages.h \
	ilmgen/analysis/waiting/ranks.cpp ilmgen/analysis/waiting/ranks.h \
	ilmgen/analysis/waiting/turns.cpp ilmgen/analysis/waiting/turns.h \
	ilmgen/analysis/waiting/waits.cpp ilmgen/analysis/waiting/waits.h \
	ilmgen/analysis/code/both_functions.cpp ilmgen/analysis/code/both_functions.h \
	ilmgen/analysis/code/similar_threads.cpp ilmgen/analysis/code/similar_threads.h \
	ilmgen/analysis/code/critical_path.cpp ilmgen/analysis/code/critical_path.h \
	ilmgen/analysis/code/functions.cpp ilmgen/analysis/code/functions.h \
	ilmgen/analysis/code/missing_symbols.cpp ilmgen/analysis/code/missing_symbols.h \
	ilmgen/analysis/code/io_waits.cpp ilmgen/analysis/code/io_waits.h \
	ilmgen/analysis/code/nanoseconds.cpp ilmgen/analysis/code/nanoseconds.h \
	ilmgen/analysis/code/seconds.cpp ilmgen/analysis/code/seconds.h \
	ilmgen/analysis/code/native_errors.cpp ilmgen/analysis/code/native_errors.h \
	ilmgen/analysis/code/native_places.cpp ilmgen/analysis/code/native_places.h \
	ilmgen/analysis/code/programs.cpp ilmgen/analysis/code/programs.h \
	ilmgen/analysis/schedule/slowdown.h \
	ilmgen/analysis/code/work_mixes.cpp ilmgen/analysis/code/work_mixes.h \
	ilmgen/command/damage.cpp ilmgen/command/damage.h \
	ilmgen/command/missing_parts.cpp ilmgen/command/missing_parts.h \
	ilmgen/command/option_values.cpp ilmgen/command/option_values.h \
	ilmgen/command/options.cpp ilmgen/command/options.h \
	ilmgen/command/other_run.cpp ilmgen/command/other_run.h \
	ilmgen/command/output.cpp ilmgen/command/output.h \
	ilmgen/command/outputs.cpp ilmgen/command/outputs.h \
	ilmgen/command/plan_output.cpp ilmgen/command/plan_output.h \
	ilmgen/command/progress.cpp ilmgen/command/progress.h \
	ilmgen/command/read_log.cpp ilmgen/command/read_log.h \
	ilmgen/command/replaceable.cpp ilmgen/command/replaceable.h \
	ilmgen/command/report_output.cpp ilmgen/command/report_output.h \
	ilmgen/command/stats_output.cpp ilmgen/command/stats_output.h \
	ilmgen/command/whole_run.cpp ilmgen/command/whole_run.h \
	ilmgen/dag/beginnings.cpp ilmgen/dag/beginnings.h \
	ilmgen/dag/block_builder.cpp ilmgen/dag/block_builder.h \
	ilmgen/dag/block_chain.cpp ilmgen/dag/block_chain.h \
	ilmgen/dag/ilm_builder.cpp ilmgen/dag/ilm_builder.h \
	ilmgen/dag/intervals/heap_blocks.h \
	ilmgen/dag/intervals/intervals.cpp ilmgen/dag/intervals/intervals.h \
	ilmgen/dag/intervals/step.h \
	ilmgen/dag/intervals/threads.cpp ilmgen/dag/intervals/threads.h \
	ilmgen/dag/order/clock.cpp ilmgen/dag/order/clock.h \
	ilmgen/dag/order/dag_block.cpp ilmgen/dag/order/dag_block.h \
	ilmgen/dag/order/order.cpp ilmgen/dag/order/order.h \
	ilmgen/dag/order/prune.cpp ilmgen/dag/order/prune.h \
	ilmgen/dag/order/reduce.cpp ilmgen/dag/order/reduce.h \
	ilmgen/dag/sums/executed_file.cpp ilmgen/dag/sums/executed_file.h \
	ilmgen/dag/sums/heap_sites.cpp ilmgen/dag/sums/heap_sites.h \
	ilmgen/dag/sums/site_ledger.cpp ilmgen/dag/sums/site_ledger.h \
	ilmgen/dag/sums/span.cpp ilmgen/dag/sums/span.h \
	ilmgen/dag/sums/stats.cpp ilmgen/dag/sums/stats.h \
	ilmgen/dag/sums/unseen_parts.cpp ilmgen/dag/sums/unseen_parts.h \
	ilmgen/dag/sums/step_places.cpp ilmgen/dag/sums/step_places.h \
	ilmgen/emit/events/arrow_writer.cpp \
	ilmgen/emit/events/event_writer.h \
	ilmgen/emit/events/event_writers.h \
	ilmgen/emit/events/stack_teller.cpp ilmgen/emit/events/stack_teller.h \
	ilmgen/emit/events/text_writer.cpp \
	ilmgen/emit/events/trace_writer.cpp \
	ilmgen/emit/export/dax.cpp \
	ilmgen/emit/export/dhat.cpp \
	ilmgen/emit/export/exports.h \
	ilmgen/emit/export/frames.cpp ilmgen/emit/export/frames.h \
	ilmgen/emit/export/massif.cpp \
	ilmgen/emit/export/nonzero.h \
	ilmgen/emit/export/otf2_records.cpp ilmgen/emit/export/otf2_records.h \
	ilmgen/emit/export/perfetto.cpp \
	ilmgen/emit/export/pprof.cpp \
	ilmgen/emit/export/pprof_places.cpp ilmgen/emit/export/pprof_places.h \
	ilmgen/emit/export/task_texts.cpp ilmgen/emit/export/task_texts.h \
	ilmgen/emit/export/wfformat.cpp \
	ilmgen/emit/file/compact_json.h \
	ilmgen/emit/file/compress.cpp ilmgen/emit/file/compress.h \
	ilmgen/emit/file/json_members.h \
	ilmgen/emit/file/json_skeleton.cpp ilmgen/emit/file/json_skeleton.h \
	ilmgen/emit/file/json_table.h \
	ilmgen/emit/file/output_archive.cpp ilmgen/emit/file/output_archive.h \
	ilmgen/emit/file/output_file.cpp ilmgen/emit/file/output_file.h \
	ilmgen/emit/file/temporaries.cpp ilmgen/emit/file/temporaries.h \
	ilmgen/emit/file/text_table.cpp ilmgen/emit/file/text_table.h \
	ilmgen/emit/ilm/dot_block.cpp ilmgen/emit/ilm/dot_block.h \
	ilmgen/emit/ilm/dot_notes.cpp ilmgen/emit/ilm/dot_notes.h \
	ilmgen/emit/ilm/dot_text.cpp ilmgen/emit/ilm/dot_text.h \
	ilmgen/emit/ilm/write_dot.cpp ilmgen/emit/ilm/write_dot.h \
	ilmgen/emit/ilm/write_figures.cpp ilmgen/emit/ilm/write_figures.h \
	ilmgen/emit/ilm/write_json.cpp ilmgen/emit/ilm/write_json.h \
	ilmgen/emit/plan/chrome.cpp \
	ilmgen/emit/plan/curve.h \
	ilmgen/emit/plan/curve_text.cpp \
	ilmgen/emit/plan/plan_members.h \
	ilmgen/emit/plan/write_plan.cpp ilmgen/emit/plan/write_plan.h \
	ilmgen/emit/report/write_report.cpp ilmgen/emit/report/write_report.h \
	ilmgen/emitted/declaration.cpp ilmgen/emitted/declaration.h \
	ilmgen/emitted/escaped.h \
	ilmgen/emitted/shown_time.h \
	ilmgen/emitted/utf8.h \
	ilmgen/facts/channel_info.cpp ilmgen/facts/channel_info.h \
	ilmgen/facts/common_info.cpp ilmgen/facts/common_info.h \
	ilmgen/facts/event_facts.h \
	ilmgen/facts/fact.cpp ilmgen/facts/fact.h \
	ilmgen/facts/info_form.h \
	ilmgen/from/contents.cpp ilmgen/from/contents.h \
	ilmgen/from/open_log.cpp ilmgen/from/open_log.h \
	ilmgen/from/bytes/byte_source.h \
	ilmgen/from/bytes/decompress.cpp ilmgen/from/bytes/decompress.h \
	ilmgen/from/bytes/input_file.cpp ilmgen/from/bytes/input_file.h \
	ilmgen/from/bytes/log_source.cpp ilmgen/from/bytes/log_source.h \
	ilmgen/from/bytes/reopened_file.cpp ilmgen/from/bytes/reopened_file.h \
	ilmgen/from/bytes/set_aside.cpp ilmgen/from/bytes/set_aside.h \
	ilmgen/from/bytes/stream_file.cpp ilmgen/from/bytes/stream_file.h \
	ilmgen/from/bytes/text_fields.h \
	ilmgen/from/log/log_reader.cpp ilmgen/from/log/log_reader.h \
	ilmgen/from/measured/machine_file.cpp ilmgen/from/measured/machine_file.h \
	ilmgen/from/measured/measured_file.cpp ilmgen/from/measured/measured_file.h \
	ilmgen/from/measured/native_file.cpp ilmgen/from/measured/native_file.h \
	ilmgen/from/processes/joined_channels.cpp ilmgen/from/processes/joined_channels.h \
	ilmgen/from/processes/joined_objects.cpp ilmgen/from/processes/joined_objects.h \
	ilmgen/from/processes/joined_ranks.cpp ilmgen/from/processes/joined_ranks.h \
	ilmgen/from/processes/joined_run.cpp ilmgen/from/processes/joined_run.h \
	ilmgen/from/processes/missing_things.cpp ilmgen/from/processes/missing_things.h \
	ilmgen/from/processes/no_peers.cpp ilmgen/from/processes/no_peers.h \
	ilmgen/from/processes/peers.h \
	ilmgen/from/processes/process_tree.cpp ilmgen/from/processes/process_tree.h \
	ilmgen/from/processes/processes.cpp ilmgen/from/processes/processes.h \
	ilmgen/from/processes/run_events.cpp ilmgen/from/processes/run_events.h \
	ilmgen/from/processes/running_process.cpp ilmgen/from/processes/running_process.h \
	ilmgen/from/processes/turns.cpp ilmgen/from/processes/turns.h \
	ilmgen/from/processes/objects/channels.cpp ilmgen/from/processes/objects/channels.h \
	ilmgen/from/processes/objects/common_objects.cpp ilmgen/from/processes/objects/common_objects.h \
	ilmgen/from/processes/objects/numbering.h \
	ilmgen/from/processes/objects/numbering_kinds.cpp ilmgen/from/processes/objects/numbering_kinds.h \
	ilmgen/from/processes/objects/renumbering.cpp ilmgen/from/processes/objects/renumbering.h \
	ilmgen/from/processes/objects/run_object.h \
	ilmgen/from/processes/objects/shared_objects.cpp ilmgen/from/processes/objects/shared_objects.h \
	ilmgen/from/processes/objects/window_locks.cpp ilmgen/from/processes/objects/window_locks.h \
	ilmgen/from/processes/process/job_names.cpp ilmgen/from/processes/process/job_names.h \
	ilmgen/from/processes/process/local_processes.cpp ilmgen/from/processes/process/local_processes.h \
	ilmgen/from/processes/process/process.cpp ilmgen/from/processes/process/process.h \
	ilmgen/from/processes/process/process_id.h \
	ilmgen/from/processes/process/program.cpp ilmgen/from/processes/process/program.h \
	ilmgen/from/processes/process/ranks.cpp ilmgen/from/processes/process/ranks.h \
	ilmgen/from/trace/batch_queue.cpp ilmgen/from/trace/batch_queue.h \
	ilmgen/from/trace/event_batch.cpp ilmgen/from/trace/event_batch.h \
	ilmgen/from/trace/hpcmp.cpp ilmgen/from/trace/hpcmp.h \
	ilmgen/from/trace/json_stream.cpp ilmgen/from/trace/json_stream.h \
	ilmgen/from/trace/parallel_reader.cpp ilmgen/from/trace/parallel_reader.h \
	ilmgen/from/trace/plain_event.cpp ilmgen/from/trace/plain_event.h \
	ilmgen/from/trace/shapes.h \
	ilmgen/from/trace/trace_reader.cpp ilmgen/from/trace/trace_reader.h \
	ilmgen/logs/readers.h \
	ilmgen/logs/alog/alog.cpp \
	ilmgen/logs/alog/header.cpp ilmgen/logs/alog/header.h \
	ilmgen/logs/alog/line.cpp ilmgen/logs/alog/line.h \
	ilmgen/logs/alog/line_types.h \
	ilmgen/logs/alog/mpi_calls.cpp ilmgen/logs/alog/mpi_calls.h \
	ilmgen/logs/clocks/align.cpp \
	ilmgen/logs/clocks/network_simplex.cpp ilmgen/logs/clocks/network_simplex.h \
	ilmgen/logs/clocks/shifts.cpp ilmgen/logs/clocks/shifts.h \
	ilmgen/logs/emitted/records.cpp ilmgen/logs/emitted/records.h \
	ilmgen/logs/entries/emitted_events.cpp ilmgen/logs/entries/emitted_events.h \
	ilmgen/logs/entries/entry_events.cpp ilmgen/logs/entries/entry_events.h \
	ilmgen/logs/entries/event_types.cpp ilmgen/logs/entries/event_types.h \
	ilmgen/logs/entries/log_entry.h \
	ilmgen/logs/gist/gist.cpp \
	ilmgen/logs/gist/settings.cpp ilmgen/logs/gist/settings.h \
	ilmgen/logs/lpel/events.cpp ilmgen/logs/lpel/events.h \
	ilmgen/logs/lpel/files.cpp ilmgen/logs/lpel/files.h \
	ilmgen/logs/lpel/log.cpp ilmgen/logs/lpel/log.h \
	ilmgen/logs/lpel/lpel.cpp \
	ilmgen/logs/lpel/run.cpp ilmgen/logs/lpel/run.h \
	ilmgen/logs/lpel/streams.cpp ilmgen/logs/lpel/streams.h \
	ilmgen/logs/mapping/call_decoder.cpp ilmgen/logs/mapping/call_decoder.h \
	ilmgen/logs/mapping/entry_fields.cpp ilmgen/logs/mapping/entry_fields.h \
	ilmgen/logs/mapping/map_file.cpp ilmgen/logs/mapping/map_file.h \
	ilmgen/logs/mapping/mapped_entries.cpp ilmgen/logs/mapping/mapped_entries.h \
	ilmgen/logs/messages/calls.h \
	ilmgen/logs/messages/channels.h \
	ilmgen/logs/messages/completed.cpp ilmgen/logs/messages/completed.h \
	ilmgen/logs/messages/fates.cpp ilmgen/logs/messages/fates.h \
	ilmgen/logs/messages/open_order.cpp ilmgen/logs/messages/open_order.h \
	ilmgen/logs/messages/posted.cpp ilmgen/logs/messages/posted.h \
	ilmgen/logs/order/causal_order.cpp ilmgen/logs/order/causal_order.h \
	ilmgen/logs/order/dense_set.h \
	ilmgen/logs/text/rereadable.cpp ilmgen/logs/text/rereadable.h \
	ilmgen/logs/text/text_scanner.cpp ilmgen/logs/text/text_scanner.h \
	ilmgen/logs/written/alog_writer.cpp \
	ilmgen/logs/written/gist_writer.cpp \
	ilmgen/logs/written/log_writers.h \
	ilmgen/logs/written/record_spool.h \
	ilmgen/model/ada_name.cpp ilmgen/model/ada_name.h \
	ilmgen/model/called_by_hpcmp.cpp ilmgen/model/called_by_hpcmp.h \
	ilmgen/model/error.cpp ilmgen/model/error.h \
	ilmgen/model/event.h \
	ilmgen/model/held_signals.cpp ilmgen/model/held_signals.h \
	ilmgen/model/info_text.h \
	ilmgen/model/listed.h \
	ilmgen/model/log_facts.h \
	ilmgen/model/machine_costs.h \
	ilmgen/model/native.h \
	ilmgen/model/object_name.cpp ilmgen/model/object_name.h \
	ilmgen/model/prims.h \
	ilmgen/model/rank.cpp ilmgen/model/rank.h \
	ilmgen/model/spool.cpp ilmgen/model/spool.h \
	ilmgen/model/stacks.cpp ilmgen/model/stacks.h \
	ilmgen/model/table.cpp ilmgen/model/table.h \
	ilmgen/plan/booking.cpp ilmgen/plan/booking.h \
	ilmgen/plan/bounds.cpp ilmgen/plan/bounds.h \
	ilmgen/plan/closure.cpp ilmgen/plan/closure.h \
	ilmgen/plan/exact.cpp ilmgen/plan/exact.h \
	ilmgen/plan/generation.cpp ilmgen/plan/generation.h \
	ilmgen/plan/improve.cpp ilmgen/plan/improve.h \
	ilmgen/plan/order_search.cpp \
	ilmgen/plan/planned_run.cpp ilmgen/plan/planned_run.h \
	ilmgen/plan/problem.cpp ilmgen/plan/problem.h \
	ilmgen/plan/progress.cpp ilmgen/plan/progress.h \
	ilmgen/plan/rest_tree.h \
	ilmgen/plan/resources.cpp ilmgen/plan/resources.h \
	ilmgen/plan/serial_order.cpp ilmgen/plan/serial_order.h \
	ilmgen/plan/solver.cpp ilmgen/plan/solver.h \
	ilmgen/plan/step_names.cpp ilmgen/plan/step_names.h \
	ilmgen/plan/valley.h \
	ilmgen/resolve/arrows.cpp ilmgen/resolve/arrows.h \
	ilmgen/resolve/by_live_block.h \
	ilmgen/resolve/live_blocks.h \
	ilmgen/resolve/predecessors.h \
	ilmgen/resolve/prim_census.cpp ilmgen/resolve/prim_census.h \
	ilmgen/resolve/resolver.cpp ilmgen/resolve/resolver.h \
	ilmgen/resolve/sync_objects.h \
	ilmgen/run/delays.cpp ilmgen/run/delays.h \
	ilmgen/run/pipe_ends.cpp ilmgen/run/pipe_ends.h \
	ilmgen/run/recorder.cpp ilmgen/run/recorder.h \
	ilmgen/run/run.h \
	ilmgen/run/sleeps.cpp ilmgen/run/sleeps.h \
	ilmgen/storage/container_limit.cpp ilmgen/storage/container_limit.h \
	ilmgen/storage/large_arrays.cpp ilmgen/storage/large_arrays.h \
	ilmgen/storage/temporary_file.cpp ilmgen/storage/temporary_file.h
include ilmgen/emit/page/local.mk
otf2_sources = \
	ilmgen/emit/export/otf2.cpp \
	ilmgen/emit/export/otf2_definitions.cpp \
	ilmgen/emit/export/otf2_definitions.h \
	ilmgen/emit/export/otf2_library.cpp \
	ilmgen/emit/export/otf2_library.h
without_otf2_sources = ilmgen/emit/export/without_otf2.cpp
EXTRA_DIST += $(ilmgen_sources) $(otf2_sources) $(without_otf2_sources)
if HAVE_OTF2
ilmgen_sources += $(otf2_sources)
else
ilmgen_sources += $(without_otf2_sources)
endif

# The compiler gets the files of a room, or of some small ones, in one unit, because it then
# reads the libraries' headers and makes the containers that the files share once.
in_rooms = $(foreach file,$(ilmgen_sources),$(if $(filter $(addprefix ilmgen/,$(addsuffix /,$(1))),$(dir $(file))),$(filter %.cpp,$(file))))
unit_model = $(call in_rooms,storage model facts emitted resolve run)
unit_bytes = $(call in_rooms,from/bytes from/log from/measured)
unit_from_trace = $(call in_rooms,from/trace)
unit_lpel = $(call in_rooms,logs/order logs/text logs/emitted logs/lpel logs/messages logs/clocks)
unit_entries = $(call in_rooms,logs/entries logs/mapping logs/alog logs/gist from)
unit_processes = $(call in_rooms,from/processes from/processes/objects from/processes/process)
unit_dag = $(call in_rooms,dag dag/intervals dag/sums dag/order)
unit_times = $(call in_rooms,$(addprefix analysis/,said schedule meetings waiting))
unit_costs = $(call in_rooms,$(addprefix analysis/,code memory picture))
unit_causes = $(call in_rooms,analysis $(addprefix analysis/,faster change))
unit_plan = $(call in_rooms,plan emit/plan)
unit_file = $(call in_rooms,emit/file emit/events logs/written)
unit_export = $(call in_rooms,emit/export)
unit_ilm = $(call in_rooms,emit/ilm emit/report)
unit_page = $(call in_rooms,emit/page emit/page/parts)
unit_command = $(call in_rooms,command)
ilmgen_units = \
	ilmgen/units/model.cpp \
	ilmgen/units/bytes.cpp \
	ilmgen/units/from_trace.cpp \
	ilmgen/units/lpel.cpp \
	ilmgen/units/entries.cpp \
	ilmgen/units/processes.cpp \
	ilmgen/units/dag.cpp \
	ilmgen/units/times.cpp \
	ilmgen/units/costs.cpp \
	ilmgen/units/causes.cpp \
	ilmgen/units/plan.cpp \
	ilmgen/units/file.cpp \
	ilmgen/units/export.cpp \
	ilmgen/units/ilm.cpp \
	ilmgen/units/page.cpp \
	ilmgen/units/command.cpp
nodist_ilmgen_libilmgen_a_SOURCES = $(ilmgen_units) $(page_bytes)
ilmgen_libilmgen_a_SOURCES =
units = $(ilmgen_units) ilmgen/units/mpi.cpp $(unit_test_units)
CLEANFILES += $(units)
$(units): Makefile
	$(AM_V_GEN)$(MKDIR_P) $(@D) && printf '#include "%s"\n' $(unit_$(basename $(@F))) >$@.new && \
	{ cmp -s $@.new $@ && rm $@.new || mv $@.new $@; }

ilmgen_libilmgen_a_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS)
# RapidJSON's parser is as fast as it can be only without its assertions, with which it does not
# inline what it means to, and with -O3.  The sanitized build keeps both as they are.
ilmgen_libilmgen_a_CPPFLAGS = $(AM_CPPFLAGS) $(OTF2_CPPFLAGS) -DNDEBUG
ilmgen/units/libilmgen_a-from_%.o: CXXFLAGS := $(patsubst -g,-g1,$(patsubst -O2,-O3,$(CXXFLAGS)))
# Of the debug information, a backtrace's functions and lines; of the tests' own speed, none.
# What reads the options is run once.
ilmgen/units/libilmgen_a-comman%.o: CXXFLAGS := $(patsubst -g,-g1,$(patsubst -O2,-O1,$(CXXFLAGS)))
ilmgen/units/%.o: CXXFLAGS := $(patsubst -g,-g1,$(CXXFLAGS))
tests/units/%.o: CXXFLAGS := $(patsubst -g,-g1,$(patsubst -O2,-O0,$(CXXFLAGS)))

bin_PROGRAMS += ilmgen/ilmgen
ilmgen_ilmgen_SOURCES = ilmgen/main.cpp
ilmgen_ilmgen_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS)
ilmgen_ilmgen_LDADD = ilmgen/libilmgen.a $(COMPRESSION_LIBS) $(OTF2_LIBS)
include ilmgen/mpi/local.mk
