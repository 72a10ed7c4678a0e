/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The implementation of MPI that the program uses: its handles, its statuses, and those of its
 * functions that we call.
 */
#include "hpcmp/mpi/program/library.h"

#include "hpcmp/mpi/program/wrapper.h"

/* This function is the C library's. In an old one it is missing without libdl. */
extern void* dlsym(void* from, const char* name) __attribute__((weak));

MpiLibrary hw_mpi;

/* A function or datum of the library, or null. A library that was loaded for a plugin alone is
 * found by the tool only. */
static void* find(const char* name) {
    void* found = dlsym != 0 ? dlsym(0, name) : 0;
    return found != 0 ? found : (void*)ASK(FIND_FUNCTION, name);
}

static void find_functions(void) {
#define FIND(member, function, type, params) hw_mpi.member = (type(*) params)find(function);
    HP_MPI_CALLED(FIND)
#undef FIND
    hw_mpi.own_process = find("ompi_proc_local_proc");
}

void hw_mpi_find_library(void) {
    if (hw_mpi.is_known)
        return;
    hw_mpi.world = (Word)find("ompi_mpi_comm_world");
    hw_mpi.is_mpich = hw_mpi.world == 0;
    if (hw_mpi.is_mpich) {
        hw_mpi.world = 0x44000000;
        hw_mpi.self = 0x44000001;
        hw_mpi.null_comm = 0x04000000;
        hw_mpi.null_info = 0x1c000000;
        hw_mpi.no_op = 0x5800000e;
        hw_mpi.any_source = -2;
        hw_mpi.proc_null = -1;
        hw_mpi.root = -3;
        hw_mpi.no_precede = 8192;
        hw_mpi.no_check = 1024;
        hw_mpi.exclusive = 234;
        hw_mpi.source_at = 8;
        hw_mpi.tag_at = 12;
        hw_mpi.none_too = 1;
        hw_mpi.cart = 2;
        hw_mpi.graph = 1;
    } else {
        hw_mpi.self = (Word)find("ompi_mpi_comm_self");
        hw_mpi.null_comm = (Word)find("ompi_mpi_comm_null");
        hw_mpi.null_info = (Word)find("ompi_mpi_info_null");
        hw_mpi.no_op = (Word)find("ompi_mpi_op_no_op");
        hw_mpi.any_source = -1;
        hw_mpi.proc_null = -2;
        hw_mpi.root = -4;
        hw_mpi.no_precede = 2;
        hw_mpi.no_check = 1;
        hw_mpi.exclusive = 1;
        hw_mpi.tag_at = 4;
        hw_mpi.cart = 1;
        hw_mpi.graph = 2;
    }
    find_functions();
    hw_mpi.is_known = 1;
}

Word hw_mpi_passed_handle(Word handle) {
    hw_mpi_find_library();
    return hw_mpi.is_mpich ? (unsigned)handle : handle;
}

Word hw_mpi_world(void) {
    hw_mpi_find_library();
    return hw_mpi.world;
}

Word hw_mpi_handle(const void* at) {
    hw_mpi_find_library();
    return hw_mpi.is_mpich ? *(const unsigned*)at : *(const Word*)at;
}

unsigned long hw_mpi_handle_size(void) {
    hw_mpi_find_library();
    return hw_mpi.is_mpich ? sizeof(unsigned) : sizeof(Word);
}

/* Five ints; or five, and a size. */
unsigned long hw_mpi_status_size(void) {
    hw_mpi_find_library();
    return hw_mpi.is_mpich ? 20 : 24;
}

/*------------------------------------------------------------*/
/*--- Processes of Open MPI                                 ---*/
/*------------------------------------------------------------*/

/* Open MPI 4 has a structure for a process. It contains the numbers of its job and of its rank,
 * behind the fields that every list's item has. Instead of its address there may be an odd number
 * that encodes both (ompi/proc/proc.h). */
enum { NUMBERS_AT = 40 };
static unsigned long process_at(Word process) {
    if ((process & 1) == 0) {
        const unsigned* const numbers = (const unsigned*)(process + NUMBERS_AT);
        return (unsigned long)numbers[0] << 32 | numbers[1];
    }
    const unsigned low = (unsigned)process;
    const unsigned job = (low & 0xffff0000) | (low >> 1 & 0x7fff);
    return (unsigned long)job << 32 | (unsigned long)process >> 32;
}

unsigned long hw_mpi_process(Word group, int rank) {
    return process_at(hw_mpi.process(group, rank));
}

/* This process checks it by itself, because it has been told which process it is. */
int hw_mpi_knows_processes(void) {
    return hw_mpi.process != 0 && hw_mpi.own_process != 0 && *hw_mpi.own_process != 0 &&
           process_at(*hw_mpi.own_process) == (unsigned long)ASK(MPI_PROCESS);
}
