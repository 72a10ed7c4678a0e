/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/measure/shares.h"

#include "hpcmp/measure/machine.h"
#include "hpcmp/measure/native_samples.h"
#include "hpcmp/measure/own_code.h"
#include "hpcmp/measure/symbols.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/*------------------------------------------------------------*/
/*--- Objects                                               ---*/
/*------------------------------------------------------------*/

typedef struct {
    char* path;
    Symbols symbols;
} Object;

static Object* g_objects;
static size_t g_n_objects;

static void* grow(void* items, size_t n, size_t size) {
    /* When n is a power of two, or 0, there is no room for one more. */
    if ((n & (n - 1)) != 0)
        return items;
    items = realloc(items, (n == 0 ? 1 : 2 * n) * size);
    if (items == NULL)
        hm_fail("--native: there is no memory for the samples");
    return items;
}

static const Object* object_of(const char* path) {
    for (size_t i = 0; i < g_n_objects; i++)
        if (strcmp(g_objects[i].path, path) == 0)
            return &g_objects[i];
    g_objects = grow(g_objects, g_n_objects, sizeof *g_objects);
    Object* object = &g_objects[g_n_objects++];
    object->path = strdup(path);
    object->symbols = hm_symbols(path);
    return object;
}

/*------------------------------------------------------------*/
/*--- Counting                                              ---*/
/*------------------------------------------------------------*/

static int is_of(const Share* share, const char* object, uint64_t begin) {
    return share->begin == begin && strcmp(share->object, object) == 0;
}

static Share* share_of(Shares* all, const char* object, const Function* function) {
    for (size_t i = 0; i < all->n; i++)
        if (is_of(&all->shares[i], object, function->begin))
            return &all->shares[i];
    all->shares = grow(all->shares, all->n, sizeof *all->shares);
    Share* share = &all->shares[all->n++];
    *share = (Share){object, function->name, function->begin, function->size, 0, 0, 0, 0};
    return share;
}

/* The share that has the instruction. */
static Share* share_at(Shares* all, const HmSamples* file, uint64_t ip) {
    static const Function generated = {0, 0, "", 0};
    const HmMapping* mapping = hm_mapping_at(file, ip);
    if (mapping == NULL || mapping->path[0] != '/')
        return share_of(all, mapping == NULL ? "" : object_of(mapping->path)->path, &generated);
    const Object* object = object_of(mapping->path);
    const uint64_t offset = ip - mapping->begin + mapping->offset;
    const Function function =
        hm_function_at(&object->symbols, hm_address(&object->symbols, offset));
    return function.is_allocators ? &all->allocator : share_of(all, object->path, &function);
}

/* Time in the kernel is that of the program's own function which has called the C library. */
static void count(Shares* all, const HmSamples* file, const HmSample* sample) {
    const uint64_t ip = sample->in_kernel && sample->caller != 0 ? sample->caller - 1 : sample->ip;
    Share* share = share_at(all, file, ip);
    share->samples++;
    share->in_kernel += sample->in_kernel;
    all->samples++;
    all->periods += sample->periods;
}

static void count_waits(Shares* all, const HmSamples* file) {
    all->looks += file->looks;
    all->has_hidden |= file->is_hidden;
    for (uint32_t i = 0; i < file->n_waits; i++) {
        const HmWait* wait = &file->waits[i];
        Share* share = share_at(all, file, wait->caller == 0 ? 0 : wait->caller - 1);
        share->wait_ns += wait->ns;
        share->waits += wait->looks;
    }
}

static void count_file(Shares* all, const char* path) {
    struct stat facts;
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    if (fstat(descriptor, &facts) == 0 && facts.st_size == (off_t)sizeof(HmSamples)) {
        void* map = mmap(NULL, sizeof(HmSamples), PROT_READ, MAP_PRIVATE, descriptor, 0);
        const HmSamples* file = map == MAP_FAILED ? NULL : map;
        if (file != NULL && file->mark == HM_SAMPLES_MARK) {
            const uint64_t n = atomic_load(&file->n_samples);
            all->processes++;
            all->threads += atomic_load(&file->n_threads);
            for (uint64_t i = 0; i < n && i < HM_MOST_SAMPLES; i++)
                if (file->samples[i].ip != 0)
                    count(all, file, &file->samples[i]);
            count_waits(all, file);
        }
        if (file != NULL)
            munmap(map, sizeof(HmSamples));
    }
    close(descriptor);
}

static int compare_places(const Share* one, const Share* other) {
    const int by_object = strcmp(one->object, other->object);
    return by_object != 0 ? by_object : one->begin < other->begin ? -1 : 1;
}

static int compare(const void* a, const void* b) {
    const Share *one = a, *other = b;
    if (one->samples != other->samples)
        return one->samples > other->samples ? -1 : 1;
    return compare_places(one, other);
}

static int compare_waits(const void* a, const void* b) {
    const Share *one = a, *other = b;
    if (one->wait_ns != other->wait_ns)
        return one->wait_ns > other->wait_ns ? -1 : 1;
    return compare_places(one, other);
}

void hm_take_samples(Shares* all, const char* folder) {
    char path[5000];
    DIR* files = opendir(folder);
    const struct dirent* entry;
    while (files != NULL && (entry = readdir(files)) != NULL)
        if (entry->d_name[0] != '.') {
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            count_file(all, path);
            unlink(path);
        }
    if (files != NULL)
        closedir(files);
}

void hm_sort(Shares* all) {
    if (all->n > 0)
        qsort(all->shares, all->n, sizeof *all->shares, compare);
}

void hm_sort_by_wait(Shares* all) {
    if (all->n > 0)
        qsort(all->shares, all->n, sizeof *all->shares, compare_waits);
}
