# SPDX-License-Identifier: GPL-2.0-or-later
# The Valgrind tool: a static, libc-free program at the address where Valgrind
# expects its tools, and the library that is preloaded into the profiled program.

toolsdir = @toolsdir@
tools_PROGRAMS = hpcmp-amd64-linux vgpreload_hpcmp-amd64-linux.so
clientheadersdir = $(includedir)/valgrind
clientheaders_HEADERS = hpcmp/hpcmp.h
pkgconfig_DATA = hpcmp/hpcmp.pc
bin_SCRIPTS += hpcmp/hpcmp

VALGRIND_PLATFORM_FLAGS = -DVGA_amd64=1 -DVGO_linux=1 -DVGP_amd64_linux=1 \
	-DVGPV_amd64_linux_vanilla=1

hpcmp_amd64_linux_SOURCES = \
	hpcmp/hp_include.h \
	hpcmp/hp_core.h \
	hpcmp/hp_main.c \
	hpcmp/hp_options.c hpcmp/hp_options.h \
	hpcmp/hp_chase.c \
	hpcmp/hp_instrument.c hpcmp/hp_instrument.h \
	hpcmp/hp_run.c hpcmp/hp_run.h \
	hpcmp/hp_sites.c hpcmp/hp_sites.h \
	hpcmp/hp_survey.c hpcmp/hp_survey.h \
	hpcmp/hp_traffic.c hpcmp/hp_traffic.h \
	hpcmp/hp_blockmap.c hpcmp/hp_blockmap.h \
	hpcmp/hp_heap.c hpcmp/hp_heap.h \
	hpcmp/hp_block_pool.c hpcmp/hp_block_pool.h \
	hpcmp/hp_custom_heap.c \
	hpcmp/hp_threads.c hpcmp/hp_threads.h \
	hpcmp/hp_turns.c hpcmp/hp_turns.h \
	hpcmp/hp_waiting.c hpcmp/hp_waiting.h \
	hpcmp/hp_syscalls.c hpcmp/hp_syscalls.h \
	hpcmp/hp_moved.c hpcmp/hp_moved.h \
	hpcmp/hp_sync.c hpcmp/hp_sync.h \
	hpcmp/hp_lock.c \
	hpcmp/hp_sem.c \
	hpcmp/hp_barrier.c \
	hpcmp/hp_cond.c \
	hpcmp/hp_once.c \
	hpcmp/hp_futex.c hpcmp/hp_futex.h \
	hpcmp/hp_tbb.c hpcmp/hp_tbb.h \
	hpcmp/hp_pipe.c hpcmp/hp_pipe.h \
	hpcmp/hp_descriptors.c hpcmp/hp_descriptors.h \
	hpcmp/hp_attempts.c hpcmp/hp_attempts.h \
	hpcmp/hp_signals.c hpcmp/hp_signals.h \
	hpcmp/hp_messages.c hpcmp/hp_messages.h \
	hpcmp/hp_semop.c hpcmp/hp_semop.h \
	hpcmp/hp_file_locks.c hpcmp/hp_file_locks.h \
	hpcmp/hp_sources.c hpcmp/hp_sources.h \
	hpcmp/hp_user.c \
	hpcmp/hp_annotations.c hpcmp/hp_annotations.h \
	hpcmp/hp_runtime.c hpcmp/hp_runtime.h \
	hpcmp/hp_omp.h \
	hpcmp/hp_omp_team.c \
	hpcmp/hp_omp_work.c \
	hpcmp/hp_omp_ordered.c \
	hpcmp/hp_omp_task.c \
	hpcmp/hp_omp_depend.c \
	hpcmp/hp_omp_requests.c \
	hpcmp/hp_misuse.c hpcmp/hp_misuse.h \
	hpcmp/hp_requests.c hpcmp/hp_requests.h \
	hpcmp/hp_trace.c hpcmp/hp_trace.h \
	hpcmp/hp_trace_json.c \
	hpcmp/hp_trace_text.c \
	hpcmp/hp_output.c hpcmp/hp_output.h \
	hpcmp/hp_output_name.c hpcmp/hp_output_name.h \
	hpcmp/hp_sink.c hpcmp/hp_sink.h \
	hpcmp/hp_compressor.c hpcmp/hp_compressor.h \
	hpcmp/hp_stored.c hpcmp/hp_stored.h \
	hpcmp/hp_relatives.c hpcmp/hp_relatives.h \
	hpcmp/hp_processes.c hpcmp/hp_processes.h
hpcmp_amd64_linux_CPPFLAGS = $(AM_CPPFLAGS) $(VALGRIND_CFLAGS) $(VALGRIND_PLATFORM_FLAGS)
hpcmp_amd64_linux_CFLAGS = $(WARN_CFLAGS) -std=gnu11 -O2 -g -fno-stack-protector \
	-fno-strict-aliasing -fno-builtin -fomit-frame-pointer -fno-pic
hpcmp_amd64_linux_LDFLAGS = -static -nodefaultlibs -nostartfiles -no-pie -u _start \
	-Wl,-Ttext-segment=$(VALGRIND_LOAD_ADDRESS) -Wl,--build-id=none \
	-Wl,--wrap=LibVEX_Translate \
	-Wl,--wrap=vgPlain_acquire_BigLock \
	-Wl,--wrap=vgModuleLocal_do_syscall_for_client_WRK \
	-Wl,--wrap=vgPlain_sigframe_create \
	-Wl,--wrap=vgPlain_fixup_guest_state_after_syscall_interrupted
hpcmp_amd64_linux_LDADD = $(VALGRIND_TOOL_LIBS) -lgcc

vgpreload_hpcmp_amd64_linux_so_SOURCES = \
	hpcmp/preload/wrap.h \
	hpcmp/preload/barrier.c \
	hpcmp/preload/gomp.h \
	hpcmp/preload/gomp_barrier.c \
	hpcmp/preload/gomp_lock.c \
	hpcmp/preload/gomp_ordered.c \
	hpcmp/preload/gomp_parallel.c \
	hpcmp/preload/gomp_task.c \
	hpcmp/preload/ompt.c hpcmp/preload/ompt.h \
	hpcmp/preload/cond.c \
	hpcmp/preload/flockfile.c \
	hpcmp/preload/guard.c \
	hpcmp/preload/join.c \
	hpcmp/preload/mutex.c hpcmp/preload/mutex.h \
	hpcmp/preload/new.c \
	hpcmp/preload/once.c hpcmp/preload/once.h \
	hpcmp/preload/rwlock.c \
	hpcmp/preload/sem.c \
	hpcmp/preload/spin.c \
	hpcmp/preload/tbb.c \
	hpcmp/preload/call.c hpcmp/preload/call.h
vgpreload_hpcmp_amd64_linux_so_CPPFLAGS = $(AM_CPPFLAGS) $(VALGRIND_CFLAGS) $(VALGRIND_PLATFORM_FLAGS)
vgpreload_hpcmp_amd64_linux_so_CFLAGS = $(WARN_CFLAGS) -std=gnu11 -O2 -g -fPIC \
	-fno-builtin -fno-tree-loop-distribute-patterns -fno-stack-protector
# Without a second table of symbols (-s): Valgrind compares every name in it with all
# functions of the program, which is a fifth of its start-up.
vgpreload_hpcmp_amd64_linux_so_LDFLAGS = -shared -nodefaultlibs -Wl,-s -Wl,-Bsymbolic \
	-Wl,-z,interpose,-z,initfirst -Wl,--build-id=none
vgpreload_hpcmp_amd64_linux_so_LDADD = $(VALGRIND_PRELOAD_LIBS)

# What the user or a distribution set in CFLAGS and the like (a sanitizer, hardening) must
# not reach what has no libc.  Only what debug information calls the folders may.
without_libc = $(tools_PROGRAMS) hpcmp/amd64_linux-%.o \
	hpcmp/preload/vgpreload_hpcmp_amd64_linux_so-%.o
$(without_libc): override CPPFLAGS =
$(without_libc): override CFLAGS := $(filter -ffile-prefix-map=% -fdebug-prefix-map=%,$(CFLAGS))
$(without_libc): override LDFLAGS =

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
