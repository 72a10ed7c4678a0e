# SPDX-License-Identifier: GPL-2.0-or-later
ilmgen_sources += \
	ilmgen/emit/page/parts/packed.cpp \
	ilmgen/emit/page/parts/packed.h \
	ilmgen/emit/page/parts/page_events.cpp \
	ilmgen/emit/page/parts/page_events.h \
	ilmgen/emit/page/parts/page_flow.cpp \
	ilmgen/emit/page/parts/page_flow.h \
	ilmgen/emit/page/parts/page_heap.cpp \
	ilmgen/emit/page/parts/page_heap.h \
	ilmgen/emit/page/parts/page_names.cpp \
	ilmgen/emit/page/parts/page_names.h \
	ilmgen/emit/page/parts/page_plan.cpp \
	ilmgen/emit/page/parts/page_plan.h \
	ilmgen/emit/page/parts/page_ranks.cpp \
	ilmgen/emit/page/parts/page_ranks.h \
	ilmgen/emit/page/parts/page_report.cpp \
	ilmgen/emit/page/parts/page_report.h \
	ilmgen/emit/page/parts/page_rounds.cpp \
	ilmgen/emit/page/parts/page_rounds.h \
	ilmgen/emit/page/parts/page_schedule.cpp \
	ilmgen/emit/page/parts/page_schedule.h \
	ilmgen/emit/page/parts/page_slices.cpp \
	ilmgen/emit/page/parts/page_slices.h \
	ilmgen/emit/page/parts/page_stacks.cpp \
	ilmgen/emit/page/parts/page_stacks.h \
	ilmgen/emit/page/page_template.cpp \
	ilmgen/emit/page/page_template.h \
	ilmgen/emit/page/parts/slice_sums.cpp \
	ilmgen/emit/page/parts/slice_sums.h \
	ilmgen/emit/page/write_page.cpp \
	ilmgen/emit/page/write_page.h

# The page's own files.  The scripts are modules: each behind those that it needs when it is read.
page = $(top_srcdir)/ilmgen/emit/page
page_style = \
	$(page)/web/style/base.css \
	$(page)/web/style/summary.css \
	$(page)/web/style/timeline.css \
	$(page)/web/style/plan.css \
	$(page)/web/style/flames.css \
	$(page)/web/style/heap.css \
	$(page)/web/style/neighbourhood.css \
	$(page)/web/style/flow.css \
	$(page)/web/style/ranks.css \
	$(page)/web/style/compare.css \
	$(page)/web/style/tables.css
page_script = \
	$(page)/web/model/packed.js \
	$(page)/web/model/schedule.js \
	$(page)/web/model/rank_cells.js \
	$(page)/web/model/rounds.js \
	$(page)/web/model/plan.js \
	$(page)/web/model/run.js \
	$(page)/web/model/lanes.js \
	$(page)/web/model/lane_walk.js \
	$(page)/web/model/rows.js \
	$(page)/web/model/path.js \
	$(page)/web/model/call_tree.js \
	$(page)/web/model/calls.js \
	$(page)/web/model/interval.js \
	$(page)/web/model/slice_sums.js \
	$(page)/web/model/profile.js \
	$(page)/web/model/heap_levels.js \
	$(page)/web/model/comparison.js \
	$(page)/web/model/merged_calls.js \
	$(page)/web/model/compared_tables.js \
	$(page)/web/model/shown_functions.js \
	$(page)/web/model/interval_tables.js \
	$(page)/web/model/records.js \
	$(page)/web/model/find.js \
	$(page)/web/model/flow_rows.js \
	$(page)/web/model/neighbours.js \
	$(page)/web/d3_events.js \
	$(page)/web/selection.js \
	$(page)/web/format.js \
	$(page)/web/layout.js \
	$(page)/web/colours.js \
	$(page)/web/views/canvas.js \
	$(page)/web/views/time_scale.js \
	$(page)/web/views/legend.js \
	$(page)/web/views/timeline/details.js \
	$(page)/web/views/timeline/draw_arrows.js \
	$(page)/web/views/timeline/lane_columns.js \
	$(page)/web/views/timeline/draw_lanes.js \
	$(page)/web/views/timeline/keys.js \
	$(page)/web/views/timeline/search.js \
	$(page)/web/views/timeline/mouse.js \
	$(page)/web/views/timeline/timeline_picture.js \
	$(page)/web/views/timeline/thread_lanes.js \
	$(page)/web/views/timeline.js \
	$(page)/web/views/table.js \
	$(page)/web/views/plan/curve_plot.js \
	$(page)/web/views/plan/booked_plot.js \
	$(page)/web/views/plan/step_details.js \
	$(page)/web/views/plan.js \
	$(page)/web/views/flame_layout.js \
	$(page)/web/views/flame_canvas.js \
	$(page)/web/views/flame_path.js \
	$(page)/web/views/flame_tip.js \
	$(page)/web/views/flame_functions.js \
	$(page)/web/views/flame.js \
	$(page)/web/views/flame_kinds.js \
	$(page)/web/views/flames.js \
	$(page)/web/views/heap_layers.js \
	$(page)/web/views/heap_marks.js \
	$(page)/web/views/heap_plot.js \
	$(page)/web/views/heap_tables.js \
	$(page)/web/views/heap.js \
	$(page)/web/views/neighbourhood.js \
	$(page)/web/views/flow.js \
	$(page)/web/views/rank_matrix.js \
	$(page)/web/views/tables.js \
	$(page)/web/views/speedup.js \
	$(page)/web/views/summary.js \
	$(page)/web/views/compare/compare_summary.js \
	$(page)/web/views/compare/compare_timelines.js \
	$(page)/web/views/compare/difference_graph.js \
	$(page)/web/views/compare/compare_flames.js \
	$(page)/web/views/compare/compare_tables.js \
	$(page)/web/main.js
page_files = $(page)/join.awk $(page)/web/index.html $(page_style) $(page_script)
# For node, which runs tests/page/page-model.test: it takes the scripts for modules, as the page does.
EXTRA_DIST += $(page_files) $(page)/web/package.json

ilmgen/emit/page/page.html: $(page_files) $(D3) $(D3_LICENSE)
	$(AM_V_GEN)$(MKDIR_P) ilmgen/emit/page && \
	LC_ALL=C $(AWK) -f $(page)/join.awk -v style="$(page_style)" -v library="$(D3)" \
	    -v license="$(D3_LICENSE)" -v script="$(page_script)" $(page)/web/index.html >$@.new && mv $@.new $@

# As C++ can hold it: bytes.
page_bytes = ilmgen/emit/page/page_bytes.cpp
ilmgen/emit/page/page_bytes.cpp: ilmgen/emit/page/page.html
	$(AM_V_GEN){ echo '#include "ilmgen/emit/page/page_template.h"' && \
	echo 'const unsigned char ilm::page_bytes[] = {' && \
	od -An -v -tu1 ilmgen/emit/page/page.html | sed 's/ *\([0-9][0-9]*\)/\1,/g' && \
	echo '}; const std::size_t ilm::page_size = sizeof ilm::page_bytes;'; } >$@.new && mv $@.new $@
CLEANFILES += ilmgen/emit/page/page.html ilmgen/emit/page/page_bytes.cpp
