// SPDX-License-Identifier: MIT
// The words of the source, numbered, and what is known of each.
#include <stdint.h>
#include <stdlib.h>

#include "text.h"

struct entry {
    size_t token, last; // where the word stands first, and last
    unsigned flags, kinds;
};

static struct entry *words;
static size_t word_count, word_room;
static size_t *word_of; // of each token that is a WORD
static size_t *next_at; // where it stands next

static const struct {
    unsigned kind;
    const char *words;
} language[] = {
    {ARITHMETIC, "unsigned signed long short int char float double bool"},
    {NUMBER_NAME, "size_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t "
                  "uint64_t uint uchar ushort ulong wchar_t ssize_t intptr_t uintptr_t clock_t "
                  "cudaTextureObject_t cudaSurfaceObject_t"},
    {VECTOR_NAME, "char1 char2 char3 char4 uchar1 uchar2 uchar3 uchar4 short1 short2 short3 short4 "
                  "ushort1 ushort2 ushort3 ushort4 int1 int2 int3 int4 uint1 uint2 uint3 uint4 "
                  "float1 float2 float3 float4 double1 double2 double3 double4 long1 long2 ulong1 "
                  "ulong2 longlong2 ulonglong2 dim3"},
    {KEYWORD, "if for while switch do else return break continue case default goto sizeof alignof "
              "decltype catch delete new throw noexcept alignas try operator template typename "
              "this typeid static_assert requires concept co_await co_yield co_return asm __asm__ "
              "__asm and or not bitand bitor xor compl and_eq or_eq xor_eq not_eq"},
    {FIXED, "const constexpr"},
    {CLASS_WORD, "class struct union enum"},
    {SPACE, "__host__ __device__ __global__ __shared__ __constant__ __managed__"},
    {LASTING, "static extern thread_local inline __inline__ __inline"},
    {SPECIFIER, "__forceinline__ noinline __noinline__ always_inline __always_inline__ friend "
                "virtual explicit consteval constinit mutable register __extension__ "
                "__restrict__"},
    {ATTRIBUTE, "__attribute__ __attribute alignas _Alignas __align__ __builtin_align__ "
                "__declspec"},
    {ANNOTATION, "__launch_bounds__ __cluster_dims__ __maxnreg__ __block_size__ __extension__ "
                 "__nonnull__ noexcept throw explicit requires static_assert"},
    {ASKING, "decltype typeof __typeof__ __typeof"},
    {ASSEMBLER, "asm __asm__ __asm"},
};

// Where the table, of words + 1 by their hashes, has that word, or would.
static size_t *place_in(size_t *table, size_t size, const char *letters, size_t count) {
    size_t hash = 5381;
    for (size_t k = 0; k < count; k++)
        hash = hash * 33 + (unsigned char)letters[k];
    size_t at = hash & (size - 1);
    while (table[at] && (length(words[table[at] - 1].token) != count ||
                         memcmp(source + tokens[words[table[at] - 1].token].start, letters, count)))
        at = (at + 1) & (size - 1);
    return &table[at];
}

static void note_kinds(size_t *table, size_t size) {
    for (size_t k = 0; k < sizeof language / sizeof *language; k++)
        for (const char *at = language[k].words; *at; at += *at == ' ') {
            const size_t count = strcspn(at, " "), number = *place_in(table, size, at, count);
            if (number)
                words[number - 1].kinds |= language[k].kind;
            at += count;
        }
}

bool is_one(size_t i, unsigned kinds) {
    return i < token_count && tokens[i].kind == WORD && words[word_of[i]].kinds & kinds;
}

void number_words(void) {
    size_t size = 1024;
    word_count = 0;
    while (size < 2 * token_count)
        size *= 2;
    size_t *const table = allocate(size, sizeof *table);
    word_of = allocate(token_count + 1, sizeof *word_of);
    next_at = allocate(token_count + 1, sizeof *next_at);
    for (size_t i = 0; i < token_count; i++) {
        word_of[i] = next_at[i] = SIZE_MAX;
        if (tokens[i].kind != WORD)
            continue;
        size_t *const number = place_in(table, size, source + tokens[i].start, length(i));
        if (!*number) {
            words = grow(words, &word_room, word_count + 1, sizeof *words);
            words[word_count] = (struct entry){i, i, 0, 0};
            *number = ++word_count;
        }
        word_of[i] = *number - 1;
        struct entry *const w = &words[word_of[i]];
        if (w->last != i)
            next_at[w->last] = i;
        w->last = i;
    }
    note_kinds(table, size);
    free(table);
}

void note_kind(size_t i, unsigned kind) {
    if (i < token_count && tokens[i].kind == WORD)
        words[word_of[i]].kinds |= kind;
}

size_t word(size_t i) {
    return i < token_count ? word_of[i] : SIZE_MAX;
}

size_t first_same(size_t i) {
    return i < token_count && tokens[i].kind == WORD ? words[word_of[i]].token : SIZE_MAX;
}

size_t next_same(size_t i) {
    return next_at[i];
}

size_t word_total(void) {
    return word_count;
}

unsigned flags(size_t i) {
    return i < token_count && tokens[i].kind == WORD ? words[word_of[i]].flags : 0;
}

void flag(size_t i, unsigned more) {
    if (tokens[i].kind == WORD)
        words[word_of[i]].flags |= more;
}
