/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Counts how often each word occurs in a text: the program of docs/tutorial.md.
 *
 *    words THREADS FILE
 *
 * Each thread takes its part of the text, line by line, and counts the words in a
 * hash table that all threads share.
 */
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 14, MAX_THREADS = 64 };

/* A word and how often it was seen; begin is NULL where the slot is free. */
typedef struct {
    const char* begin;
    size_t length;
    long count;
} Slot;

typedef struct {
    Slot* slots;
    pthread_mutex_t lock;
} Table;

/* What a thread works on: from begin up to end, and where it counts. */
typedef struct {
    const char* begin;
    const char* end;
    Table* table;
} Part;

static void* allocate(size_t n, size_t size) {
    void* memory = calloc(n, size);
    if (memory == NULL) {
        perror("words");
        exit(1);
    }
    return memory;
}

static void table_init(Table* table) {
    table->slots = allocate(SLOTS, sizeof *table->slots);
    pthread_mutex_init(&table->lock, NULL);
}

static void table_destroy(Table* table) {
    pthread_mutex_destroy(&table->lock);
    free(table->slots);
}

static void table_add(Table* table, const char* word, size_t length, long count) {
    unsigned hash = 0;
    for (size_t i = 0; i < length; i++)
        hash = hash * 31 + (unsigned char)word[i];
    Slot* slot = &table->slots[hash % SLOTS];
    while (slot->begin != NULL &&
           (slot->length != length || memcmp(slot->begin, word, length) != 0))
        if (++slot == table->slots + SLOTS)
            slot = table->slots;
    slot->begin = word;
    slot->length = length;
    slot->count += count;
}

static void count_line(Table* table, const char* at, const char* end) {
    while (at < end) {
        while (at < end && !isalpha((unsigned char)*at))
            at++;
        const char* word = at;
        while (at < end && isalpha((unsigned char)*at))
            at++;
        if (at > word)
            table_add(table, word, (size_t)(at - word), 1);
    }
}

/* Behind the line in which at is. */
static const char* next_line(const char* at, const char* end) {
    const char* newline = memchr(at, '\n', (size_t)(end - at));
    return newline == NULL ? end : newline + 1;
}

static void* count_part(void* argument) {
    Part* part = argument;
    for (const char* line = part->begin; line < part->end;) {
        const char* next = next_line(line, part->end);
        pthread_mutex_lock(&part->table->lock);
        count_line(part->table, line, next);
        pthread_mutex_unlock(&part->table->lock);
        line = next;
    }
    return NULL;
}

static void count_all(Table* table, const char* text, size_t size, int threads) {
    Part parts[MAX_THREADS];
    pthread_t ids[MAX_THREADS];
    const char* begin = text;
    for (int i = 0; i < threads; i++) {
        const char* at = text + size * (size_t)(i + 1) / (size_t)threads;
        const char* end = at <= begin ? begin : next_line(at - 1, text + size);
        parts[i] = (Part){begin, end, table};
        pthread_create(&ids[i], NULL, count_part, &parts[i]);
        begin = end;
    }
    for (int i = 0; i < threads; i++)
        pthread_join(ids[i], NULL);
}

static char* read_file(const char* name, size_t* size) {
    FILE* file = fopen(name, "r");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        perror(name);
        exit(1);
    }
    *size = (size_t)ftell(file);
    rewind(file);
    char* text = allocate(*size + 1, 1);
    if (fread(text, 1, *size, file) != *size) {
        perror(name);
        exit(1);
    }
    fclose(file);
    return text;
}

static void print_result(const Table* table) {
    const Slot* most = table->slots;
    int different = 0;
    for (const Slot* slot = table->slots; slot < table->slots + SLOTS; slot++) {
        different += slot->begin != NULL;
        if (slot->count > most->count)
            most = slot;
    }
    printf("%d different words, most often: %.*s, %ld times\n", different, (int)most->length,
           most->begin == NULL ? "" : most->begin, most->count);
}

int main(int argc, char** argv) {
    const int threads = argc == 3 ? atoi(argv[1]) : 0;
    if (threads < 1 || threads > MAX_THREADS) {
        fprintf(stderr, "usage: words THREADS FILE\n");
        return 2;
    }
    size_t size;
    char* text = read_file(argv[2], &size);
    Table table;
    table_init(&table);
    count_all(&table, text, size, threads);
    print_result(&table);
    table_destroy(&table);
    free(text);
    return 0;
}
