# SPDX-License-Identifier: GPL-2.0-or-later
# The Valgrind tool: a static, libc-free program at the address where Valgrind
# expects its tools, and the library that is preloaded into the profiled program.

toolsdir = @toolsdir@
tools_PROGRAMS = hpcmp-amd64-linux vgpreload_hpcmp-amd64-linux.so vgpreload_tsan_hpcmp-amd64-linux.so
clientheadersdir = $(includedir)/valgrind
clientheaders_HEADERS = hpcmp/client/hpcmp.h
pkgconfig_DATA = hpcmp/hpcmp.pc
bin_SCRIPTS += hpcmp/command/hpcmp

# What `hpcmp --machine` runs: an ordinary program.
pkglibexec_PROGRAMS = hpcmp-machine
hpcmp_machine_SOURCES = \
	hpcmp/measure/handover.c hpcmp/measure/handover.h \
	hpcmp/measure/machine.c hpcmp/measure/machine.h \
	hpcmp/measure/main.c \
	hpcmp/measure/memory.c hpcmp/measure/memory.h \
	hpcmp/measure/output.c hpcmp/measure/output.h \
	hpcmp/measure/samples.c hpcmp/measure/samples.h
hpcmp_machine_CPPFLAGS = $(AM_CPPFLAGS) -D_GNU_SOURCE
hpcmp_machine_CFLAGS = $(WARN_CFLAGS) -std=gnu11 -O2 -pthread
hpcmp_machine_LDFLAGS = -pthread

# What `hpcmp --native` runs, and the library that it preloads into the program.
pkglibexec_PROGRAMS += hpcmp-native hpcmp-sampler.so
hpcmp_native_SOURCES = \
	hpcmp/measure/digest.c hpcmp/measure/digest.h \
	hpcmp/measure/io_calls.c hpcmp/measure/io_calls.h \
	hpcmp/measure/machine.c hpcmp/measure/machine.h \
	hpcmp/measure/native.c \
	hpcmp/measure/native_run.c hpcmp/measure/native_run.h \
	hpcmp/measure/native_samples.h \
	hpcmp/measure/output.c hpcmp/measure/output.h \
	hpcmp/measure/own_code.c hpcmp/measure/own_code.h \
	hpcmp/measure/shares.c hpcmp/measure/shares.h \
	hpcmp/measure/symbols.c hpcmp/measure/symbols.h \
	hpcmp/measure/watch.c hpcmp/measure/watch.h
hpcmp_native_CPPFLAGS = $(hpcmp_machine_CPPFLAGS)
hpcmp_native_CFLAGS = $(hpcmp_machine_CFLAGS)
hpcmp_native_LDFLAGS = -pthread
hpcmp_sampler_so_SOURCES = \
	hpcmp/measure/native_samples.h \
	hpcmp/measure/own_code.c hpcmp/measure/own_code.h \
	hpcmp/measure/sampler.c
hpcmp_sampler_so_CPPFLAGS = $(hpcmp_machine_CPPFLAGS)
hpcmp_sampler_so_CFLAGS = $(hpcmp_machine_CFLAGS) -fPIC -fvisibility=hidden
hpcmp_sampler_so_LDFLAGS = -shared -pthread
hpcmp_sampler_so_LDADD = -ldl

VALGRIND_PLATFORM_FLAGS = -DVGA_amd64=1 -DVGO_linux=1 -DVGP_amd64_linux=1 \
	-DVGPV_amd64_linux_vanilla=1

hpcmp_amd64_linux_SOURCES = \
	hpcmp/main.c \
	hpcmp/client_requests.c hpcmp/client_requests.h \
	hpcmp/syscalls.c hpcmp/syscalls.h \
	hpcmp/base/basics.h \
	hpcmp/base/command_line.c hpcmp/base/command_line.h \
	hpcmp/base/core.h \
	hpcmp/base/libraries.c hpcmp/base/libraries.h \
	hpcmp/base/linux.h \
	hpcmp/base/machine_clock.c hpcmp/base/machine_clock.h \
	hpcmp/base/marked.c hpcmp/base/marked.h \
	hpcmp/base/options.c hpcmp/base/options.h \
	hpcmp/base/prims.c hpcmp/base/prims.h \
	hpcmp/base/proc.c hpcmp/base/proc.h \
	hpcmp/base/read_json.c hpcmp/base/read_json.h \
	hpcmp/base/readable.c hpcmp/base/readable.h \
	hpcmp/base/replaced.c \
	hpcmp/base/shared_memory.c hpcmp/base/shared_memory.h \
	hpcmp/base/tables.c hpcmp/base/tables.h \
	hpcmp/output/compressor.c hpcmp/output/compressor.h \
	hpcmp/output/file_name.c hpcmp/output/file_name.h \
	hpcmp/output/output.c hpcmp/output/output.h \
	hpcmp/output/sink.c hpcmp/output/sink.h \
	hpcmp/output/stored.c hpcmp/output/stored.h \
	hpcmp/blocks/block.c hpcmp/blocks/block.h \
	hpcmp/blocks/map.c hpcmp/blocks/map.h \
	hpcmp/blocks/pool.c hpcmp/blocks/pool.h \
	hpcmp/threads/in_library.c hpcmp/threads/in_library.h \
	hpcmp/threads/in_runtime.c hpcmp/threads/in_runtime.h \
	hpcmp/threads/lives.c hpcmp/threads/lives.h \
	hpcmp/threads/misuse.c hpcmp/threads/misuse.h \
	hpcmp/threads/moments.def hpcmp/threads/moments.h \
	hpcmp/threads/recording.c hpcmp/threads/recording.h \
	hpcmp/threads/threads.c hpcmp/threads/threads.h \
	hpcmp/threads/spinning.c hpcmp/threads/spinning.h \
	hpcmp/threads/waiting.c hpcmp/threads/waiting.h \
	hpcmp/order/clocks.c hpcmp/order/clocks.h \
	hpcmp/order/follow.c hpcmp/order/follow.h \
	hpcmp/order/late.c hpcmp/order/late.h \
	hpcmp/order/line.c hpcmp/order/line.h \
	hpcmp/order/plan.c hpcmp/order/plan.h \
	hpcmp/order/planned_objects.c hpcmp/order/planned_objects.h \
	hpcmp/order/processor.c hpcmp/order/processor.h \
	hpcmp/order/scheduler_lock.c \
	hpcmp/order/seats.c hpcmp/order/seats.h \
	hpcmp/order/stall.c hpcmp/order/stall.h \
	hpcmp/order/turns.c hpcmp/order/turns.h \
	hpcmp/count/watched.c hpcmp/count/watched.h \
	hpcmp/atomics/atomics.c hpcmp/atomics/atomics.h \
	hpcmp/atomics/deals.c hpcmp/atomics/deals.h \
	hpcmp/atomics/called.c hpcmp/atomics/called.h \
	hpcmp/atomics/fences.c hpcmp/atomics/fences.h \
	hpcmp/atomics/lock_words.c hpcmp/atomics/lock_words.h \
	hpcmp/atomics/looks.c hpcmp/atomics/looks.h \
	hpcmp/atomics/loops.c hpcmp/atomics/loops.h \
	hpcmp/atomics/queue_locks.c hpcmp/atomics/queue_locks.h \
	hpcmp/atomics/tickets.c hpcmp/atomics/tickets.h \
	hpcmp/atomics/words.c hpcmp/atomics/words.h \
	hpcmp/count/chase.c hpcmp/count/chase.h \
	hpcmp/count/gates.c hpcmp/count/gates.h \
	hpcmp/count/instrument.c hpcmp/count/instrument.h \
	hpcmp/count/run.c hpcmp/count/run.h \
	hpcmp/count/repeats.c hpcmp/count/repeats.h \
	hpcmp/count/sites.c hpcmp/count/sites.h \
	hpcmp/count/stack_memory.c hpcmp/count/stack_memory.h \
	hpcmp/count/steps.c hpcmp/count/steps.h \
	hpcmp/count/survey.c hpcmp/count/survey.h \
	hpcmp/count/toggles.c hpcmp/count/toggles.h \
	hpcmp/count/traffic.c hpcmp/count/traffic.h \
	hpcmp/count/unused.c hpcmp/count/unused.h \
	hpcmp/where/atomic_code.c hpcmp/where/atomic_code.h \
	hpcmp/where/atomic_orders.c hpcmp/where/atomic_orders.h \
	hpcmp/where/atomic_types.c hpcmp/where/atomic_types.h \
	hpcmp/where/atomic_variables.c hpcmp/where/atomic_variables.h \
	hpcmp/where/code.c hpcmp/where/code.h \
	hpcmp/where/debug_lines.c \
	hpcmp/where/dwarf.c hpcmp/where/dwarf.h \
	hpcmp/where/dwarf_bytes.h \
	hpcmp/where/dwarf_lists.c hpcmp/where/dwarf_lists.h \
	hpcmp/where/elf_file.c hpcmp/where/elf_file.h \
	hpcmp/where/names.c hpcmp/where/names.h \
	hpcmp/where/text.c hpcmp/where/text.h \
	hpcmp/where/split_dwarf.c hpcmp/where/split_dwarf.h \
	hpcmp/where/samples.c hpcmp/where/samples.h \
	hpcmp/where/call_stacks.c hpcmp/where/call_stacks.h \
	hpcmp/where/unwind.c hpcmp/where/unwind.h \
	hpcmp/trace/event.h \
	hpcmp/trace/identity.c hpcmp/trace/identity.h \
	hpcmp/trace/ids.c hpcmp/trace/ids.h \
	hpcmp/trace/json.c hpcmp/trace/json.h \
	hpcmp/trace/json_string.c hpcmp/trace/json_string.h \
	hpcmp/trace/json_where.c hpcmp/trace/json_where.h \
	hpcmp/trace/put_off.c hpcmp/trace/put_off.h \
	hpcmp/trace/standing.c hpcmp/trace/standing.h \
	hpcmp/trace/trace.c hpcmp/trace/trace.h \
	hpcmp/heap/custom.c hpcmp/heap/custom.h \
	hpcmp/heap/life.c hpcmp/heap/life.h \
	hpcmp/heap/malloc.c hpcmp/heap/malloc.h \
	hpcmp/sync/annotations.c hpcmp/sync/annotations.h \
	hpcmp/sync/barriers.c hpcmp/sync/barriers.h \
	hpcmp/sync/fork_join.c hpcmp/sync/fork_join.h \
	hpcmp/sync/locks.c hpcmp/sync/locks.h \
	hpcmp/sync/objects.c hpcmp/sync/objects.h \
	hpcmp/sync/release_clocks.c hpcmp/sync/release_clocks.h \
	hpcmp/sync/semaphores.c hpcmp/sync/semaphores.h \
	hpcmp/sync/sharing.c hpcmp/sync/sharing.h \
	hpcmp/sync/sources.c hpcmp/sync/sources.h \
	hpcmp/sync/user.c hpcmp/sync/user.h \
	hpcmp/calls/accesses.c hpcmp/calls/accesses.h \
	hpcmp/calls/deadlock.c hpcmp/calls/deadlock.h \
	hpcmp/calls/facts.c hpcmp/calls/facts.h \
	hpcmp/calls/futex.c hpcmp/calls/futex.h \
	hpcmp/calls/makers.c hpcmp/calls/makers.h \
	hpcmp/calls/moved.c hpcmp/calls/moved.h \
	hpcmp/calls/pages.c hpcmp/calls/pages.h \
	hpcmp/calls/result.c hpcmp/calls/result.h \
	hpcmp/calls/sleepers.c hpcmp/calls/sleepers.h \
	hpcmp/calls/slept.c hpcmp/calls/slept.h \
	hpcmp/calls/syscalls.def \
	hpcmp/calls/unmapped.c hpcmp/calls/unmapped.h \
	hpcmp/calls/unseen.c hpcmp/calls/unseen.h \
	hpcmp/calls/waits.c hpcmp/calls/waits.h \
	hpcmp/channels/arrivals.c hpcmp/channels/arrivals.h \
	hpcmp/channels/attempts.c hpcmp/channels/attempts.h \
	hpcmp/channels/channels.c hpcmp/channels/channels.h \
	hpcmp/channels/connections.c hpcmp/channels/connections.h \
	hpcmp/channels/descriptors.c hpcmp/channels/descriptors.h \
	hpcmp/channels/io_calls.c hpcmp/channels/io_calls.h \
	hpcmp/channels/pipes.c hpcmp/channels/pipes.h \
	hpcmp/channels/sock_diag.c hpcmp/channels/sock_diag.h \
	hpcmp/channels/units.c hpcmp/channels/units.h \
	hpcmp/ipc/file_locks.c hpcmp/ipc/file_locks.h \
	hpcmp/ipc/held_locks.c hpcmp/ipc/held_locks.h \
	hpcmp/ipc/messages.c hpcmp/ipc/messages.h \
	hpcmp/ipc/semaphore_sets.c hpcmp/ipc/semaphore_sets.h \
	hpcmp/ipc/semop.c hpcmp/ipc/semop.h \
	hpcmp/machine/affinity.c hpcmp/machine/affinity.h \
	hpcmp/machine/cpuid.c \
	hpcmp/machine/files.c hpcmp/machine/files.def hpcmp/machine/files.h \
	hpcmp/machine/libtsan.c hpcmp/machine/libtsan.h \
	hpcmp/machine/listing.c hpcmp/machine/listing.h \
	hpcmp/machine/opened.c hpcmp/machine/opened.h \
	hpcmp/machine/paths.c hpcmp/machine/paths.h \
	hpcmp/machine/processor_set.c hpcmp/machine/processor_set.h \
	hpcmp/processes/exec.c hpcmp/processes/exec.h \
	hpcmp/processes/followed.c hpcmp/processes/followed.h \
	hpcmp/processes/inheritance.c hpcmp/processes/inheritance.h \
	hpcmp/processes/last_part.c hpcmp/processes/last_part.h \
	hpcmp/processes/monitor.c hpcmp/processes/monitor.h \
	hpcmp/processes/processes.c hpcmp/processes/processes.h \
	hpcmp/processes/progress.c hpcmp/processes/progress.h \
	hpcmp/processes/relatives.c hpcmp/processes/relatives.h \
	hpcmp/processes/signals.c hpcmp/processes/signals.h \
	hpcmp/processes/thread_names.c hpcmp/processes/thread_names.h \
	hpcmp/mpi/tool/mpi_calls.c hpcmp/mpi/tool/mpi_calls.h \
	hpcmp/mpi/tool/comms.c hpcmp/mpi/tool/comms.h \
	hpcmp/mpi/tool/edges.c hpcmp/mpi/tool/edges.h \
	hpcmp/mpi/tool/handles.c hpcmp/mpi/tool/handles.h \
	hpcmp/mpi/tool/persistent.c hpcmp/mpi/tool/persistent.h \
	hpcmp/mpi/tool/window_locks.c hpcmp/mpi/tool/window_locks.h \
	hpcmp/mpi/tool/moves.c hpcmp/mpi/tool/moves.h \
	hpcmp/mpi/tool/operations.c hpcmp/mpi/tool/operations.h \
	hpcmp/mpi/tool/postings.c hpcmp/mpi/tool/postings.h \
	hpcmp/mpi/tool/receives.c hpcmp/mpi/tool/receives.h \
	hpcmp/mpi/tool/rounds.c hpcmp/mpi/tool/rounds.h \
	hpcmp/openmp/tool/omp.h \
	hpcmp/openmp/tool/omp_depend.c \
	hpcmp/openmp/tool/omp_names.c \
	hpcmp/openmp/tool/omp_ordered.c \
	hpcmp/openmp/tool/omp_task.c \
	hpcmp/openmp/tool/omp_team.c \
	hpcmp/openmp/tool/omp_work.c \
	hpcmp/posix/tool/conditions.c hpcmp/posix/tool/conditions.h \
	hpcmp/posix/tool/once.c hpcmp/posix/tool/once.h \
	hpcmp/tbb/tool/tbb.c hpcmp/tbb/tool/tbb.h
hpcmp_amd64_linux_CPPFLAGS = $(AM_CPPFLAGS) $(VALGRIND_CFLAGS) $(VALGRIND_PLATFORM_FLAGS)
hpcmp_amd64_linux_CFLAGS = $(WARN_CFLAGS) -std=gnu11 -O2 -g -fno-stack-protector \
	-fno-strict-aliasing -fno-builtin -fomit-frame-pointer -fno-pic $(LTO_CFLAGS)
hpcmp_amd64_linux_LDFLAGS = -static -nodefaultlibs -nostartfiles -no-pie -u _start \
	-Wl,-Ttext-segment=$(VALGRIND_LOAD_ADDRESS) -Wl,--build-id=none \
	-Wl,--wrap=LibVEX_Translate \
	-Wl,--wrap=amd64g_dirtyhelper_CPUID_avx2 \
	-Wl,--wrap=amd64g_dirtyhelper_CPUID_avx_and_cx16 \
	-Wl,--wrap=amd64g_dirtyhelper_CPUID_baseline \
	-Wl,--wrap=amd64g_dirtyhelper_CPUID_sse3_and_cx16 \
	-Wl,--wrap=amd64g_dirtyhelper_CPUID_sse42_and_cx16 \
	-Wl,--wrap=amd64g_dirtyhelper_RDTSCP \
	-Wl,--wrap=vgModuleLocal_read_debuginfo_dwarf3 \
	-Wl,--wrap=vgModuleLocal_new_dwarf3_reader \
	-Wl,--wrap=vgPlain_should_we_trace_this_child \
	-Wl,--wrap=vgPlain_maybe_Z_demangle \
	-Wl,--wrap=vgPlain_DebugInfo_syms_getidx \
	-Wl,--wrap=vgPlain_disp_run_translations \
	-Wl,--wrap=vgPlain_acquire_BigLock \
	-Wl,--wrap=vgModuleLocal_create_sched_lock \
	-Wl,--wrap=vgModuleLocal_acquire_sched_lock \
	-Wl,--wrap=vgModuleLocal_release_sched_lock \
	-Wl,--wrap=vgModuleLocal_get_sched_lock_owner \
	-Wl,--wrap=vgModuleLocal_do_syscall_for_client_WRK \
	-Wl,--wrap=vgPlain_gdbserver_report_signal \
	-Wl,--wrap=vgPlain_sigframe_create \
	-Wl,--wrap=vgPlain_fixup_guest_state_after_syscall_interrupted
hpcmp_amd64_linux_LDADD = $(VALGRIND_TOOL_LIBS) -lgcc

vgpreload_hpcmp_amd64_linux_so_SOURCES = \
	hpcmp/preload/call.c hpcmp/preload/call.h \
	hpcmp/preload/many_words.c hpcmp/preload/many_words.h \
	hpcmp/preload/tell.h \
	hpcmp/preload/wrap.h \
	hpcmp/preload/cxx/guard.c \
	hpcmp/preload/cxx/new.c \
	hpcmp/openmp/program/gomp/barrier.c \
	hpcmp/openmp/program/gomp/gomp.h \
	hpcmp/openmp/program/gomp/lock.c \
	hpcmp/openmp/program/gomp/ordered.c \
	hpcmp/openmp/program/gomp/parallel.c \
	hpcmp/openmp/program/gomp/task.c \
	hpcmp/mpi/program/collectives.c \
	hpcmp/mpi/program/comms.c \
	hpcmp/mpi/program/inside.c \
	hpcmp/mpi/program/persistent.c \
	hpcmp/mpi/program/library.c hpcmp/mpi/program/library.h \
	hpcmp/mpi/program/window_locks.c \
	hpcmp/mpi/program/members.c hpcmp/mpi/program/members.h \
	hpcmp/mpi/program/messages.c hpcmp/mpi/program/messages.h \
	hpcmp/mpi/program/neighbours.c hpcmp/mpi/program/neighbours.h \
	hpcmp/mpi/program/one_sided.c \
	hpcmp/mpi/program/operations.c hpcmp/mpi/program/operations.h \
	hpcmp/mpi/program/partitioned.c \
	hpcmp/mpi/program/receives.c \
	hpcmp/mpi/program/completion.c \
	hpcmp/mpi/program/rounds.c hpcmp/mpi/program/rounds.h \
	hpcmp/mpi/program/sends.c \
	hpcmp/mpi/program/sessions.c hpcmp/mpi/program/sessions.h \
	hpcmp/mpi/program/windows.c \
	hpcmp/mpi/program/worlds.c \
	hpcmp/mpi/program/wrapper.h \
	hpcmp/openmp/program/ompt/ompt.c hpcmp/openmp/program/ompt/ompt.h \
	hpcmp/posix/program/barrier.c \
	hpcmp/posix/program/cond.c \
	hpcmp/posix/program/flockfile.c \
	hpcmp/posix/program/join.c \
	hpcmp/posix/program/mutex.c hpcmp/posix/program/mutex.h \
	hpcmp/posix/program/once.c hpcmp/posix/program/once.h \
	hpcmp/posix/program/pvalloc.c \
	hpcmp/posix/program/rwlock.c \
	hpcmp/posix/program/sem.c \
	hpcmp/posix/program/spin.c \
	hpcmp/tbb/program/tbb.c
vgpreload_hpcmp_amd64_linux_so_CPPFLAGS = $(AM_CPPFLAGS) $(VALGRIND_CFLAGS) $(VALGRIND_PLATFORM_FLAGS)
vgpreload_hpcmp_amd64_linux_so_CFLAGS = $(WARN_CFLAGS) -std=gnu11 -O2 -g -fPIC \
	-fno-builtin -fno-tree-loop-distribute-patterns -fno-stack-protector
# Without a second table of symbols (-s): Valgrind compares every name in it with all
# functions of the program, which is a fifth of its start-up.
vgpreload_hpcmp_amd64_linux_so_LDFLAGS = -shared -nodefaultlibs -Wl,-s -Wl,-Bsymbolic \
	-Wl,-z,interpose,-z,initfirst -Wl,--build-id=none
vgpreload_hpcmp_amd64_linux_so_LDADD = $(VALGRIND_PRELOAD_LIBS)

# What programs get in place of libtsan that were built with -fsanitize=thread.  They may take libm
# from libtsan, so it comes with this library, too.
vgpreload_tsan_hpcmp_amd64_linux_so_SOURCES = \
	hpcmp/preload/tsan/atomics.c \
	hpcmp/preload/tsan/libc.c \
	hpcmp/preload/tsan/nothing.c
vgpreload_tsan_hpcmp_amd64_linux_so_CPPFLAGS = $(vgpreload_hpcmp_amd64_linux_so_CPPFLAGS)
vgpreload_tsan_hpcmp_amd64_linux_so_CFLAGS = $(vgpreload_hpcmp_amd64_linux_so_CFLAGS) -fomit-frame-pointer
vgpreload_tsan_hpcmp_amd64_linux_so_LDFLAGS = -shared -nodefaultlibs -nostartfiles -Wl,-s -Wl,--build-id=none \
	-Wl,--no-as-needed -Wl,--version-script=$(top_srcdir)/hpcmp/preload/tsan/exports.map
vgpreload_tsan_hpcmp_amd64_linux_so_LDADD = -lm -lc
EXTRA_DIST += hpcmp/preload/tsan/exports.map

# The wrappers of MPI's functions.
mpi_functions = hpcmp/mpi/program/functions
EXTRA_DIST += $(mpi_functions).def $(mpi_functions).awk
CLEANFILES += $(mpi_functions).h
$(mpi_functions).h: $(mpi_functions).def $(mpi_functions).awk
	$(AM_V_GEN)$(MKDIR_P) $(@D) \
	&& $(AWK) -f $(top_srcdir)/$(mpi_functions).awk $(top_srcdir)/$(mpi_functions).def >$@.new && mv $@.new $@
$(vgpreload_hpcmp_amd64_linux_so_OBJECTS): | $(mpi_functions).h

# What the user or a distribution set in CFLAGS and the like (a sanitizer, hardening) must
# not reach what has no libc.  Only what debug information calls the folders may.
without_libc = $(tools_PROGRAMS) hpcmp/%.o
$(without_libc): override CPPFLAGS =
$(without_libc): override CFLAGS := $(filter -ffile-prefix-map=% -fdebug-prefix-map=%,$(CFLAGS))
$(without_libc): override LDFLAGS =

hpcmp/measure/%.o: override CPPFLAGS := $(CPPFLAGS)
hpcmp/measure/%.o: override CFLAGS := $(CFLAGS)

# Valgrind takes all that it needs from one folder.  So a folder of ours has links in it to
# what is in Valgrind's; a file there that is none of our links stays as it is.
link_to_valgrinds = for file in $(VALGRIND_LIBEXECDIR)/*; do \
		link=$$folder/$${file\#\#*/}; \
		case $$file in *hpcmp-amd64-linux*) continue;; esac; \
		if test -h $$link || test ! -e $$link; then ln -sf $$file $$link || exit 1; fi; \
	done

if TOOLS_ARE_APART
install-data-hook:
	folder=$(DESTDIR)$(toolsdir); $(link_to_valgrinds)
uninstall-hook:
	folder=$(DESTDIR)$(toolsdir); \
	for file in $$folder/*; do \
		case `readlink $$file` in $(VALGRIND_LIBEXECDIR)/*) rm -f $$file;; esac; \
	done; \
	test ! -d $$folder || rmdir $$folder 2>/dev/null || :
endif

# The tool's folder as it would be after `make install`, for vg-in-place.
all-local: .in_place/stamp
.in_place/stamp: $(tools_PROGRAMS)
	$(AM_V_GEN)rm -rf .in_place && $(MKDIR_P) .in_place \
	&& folder=.in_place && $(link_to_valgrinds) \
	&& for file in $(tools_PROGRAMS); do ln -s ../$$file .in_place/; done \
	&& touch $@
clean-local:
	rm -rf .in_place
