// SPDX-License-Identifier: MIT
// Inline PTX, written as C++: a register is a variable, an instruction a statement.
//
// clang-format off
//   asm("{ .reg .pred p; setp.lt.s32 p, %1, 5;\n @p add.s32 %0, %1, 1; }" : "+r"(x) : "r"(y));
//
//   do { unsigned cuda_cpu_x0 = take(x); unsigned cuda_cpu_x1 = take(y);
//        { bool cuda_cpu_p; cuda_cpu_p = get<int>(cuda_cpu_x1) < get<int>(5);
//          if (cuda_cpu_p) set(cuda_cpu_x0, add(get<int>(cuda_cpu_x1), get<int>(1))); }
//        put(x, cuda_cpu_x0); } while (0)
// clang-format on
//
// What is not understood is refused.
#define _GNU_SOURCE // memmem
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx.h"
#include "rewrite.h"

enum { MOST_OPERANDS = 16, MOST_PARTS = 16, MOST_REGISTERS = 256, MOST_NAME = 64 };
#define PTX "::cuda_cpu::ptx::"

// The statement at hand.
static struct {
    size_t operand_count;
    size_t register_count;
    struct {
        char name[MOST_NAME];
        bool predicate;
    } registers[MOST_REGISTERS]; // that it declares
    unsigned number;             // of the statement, for its labels
} at_hand;

// ---- types -------------------------------------------------------------------------------------

// The C++ type of what an instruction takes a register for; NULL: there is none.
static const char *type_named(const char *ptx) {
    static const char *const types[][2] = {{"u8", "unsigned char"}, {"s8", "signed char"},
                                           {"b8", "unsigned char"}, {"u16", "unsigned short"},
                                           {"s16", "short"},        {"b16", "unsigned short"},
                                           {"u32", "unsigned"},     {"s32", "int"},
                                           {"b32", "unsigned"},     {"u64", "unsigned long long"},
                                           {"s64", "long long"},    {"b64", "unsigned long long"},
                                           {"f32", "float"},        {"f64", "double"},
                                           {"pred", "bool"}};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (strcmp(ptx, types[k][0]) == 0)
            return types[k][1];
    return NULL;
}

static bool is_float(const char *ptx) {
    return *ptx == 'f';
}

// The type of a register that holds such numbers.
static const char *register_type(const char *ptx) {
    return strcmp(ptx, "pred") == 0                        ? "bool"
           : strcmp(ptx + 1, "64") == 0                    ? "unsigned long long"
           : strcmp(ptx + 1, "16") == 0 || ptx[1] == '8'   ? "unsigned short"
           : strcmp(ptx + 1, "32") == 0 && type_named(ptx) ? "unsigned"
                                                           : NULL;
}

static const char *constraint_type(char letter) {
    static const char letters[] = "hrfldniC";
    static const char *const types[] = {"unsigned short",     "unsigned",           "unsigned",
                                        "unsigned long long", "unsigned long long", "long long",
                                        "long long",          "long long"};
    const char *const at = letter ? strchr(letters, letter) : NULL;
    return at ? types[at - letters] : NULL;
}

// ---- words -------------------------------------------------------------------------------------

static char *trimmed(const char *first, const char *end) {
    while (first < end && isspace((unsigned char)*first))
        first++;
    while (end > first && isspace((unsigned char)end[-1]))
        end--;
    return text("%.*s", (int)(end - first), first);
}

// The words of a list that commas part, brackets aside.
static size_t split_list(const char *list, char *parts[MOST_PARTS], char comma) {
    size_t count = 0;
    int depth = 0;
    const char *first = list;
    for (const char *c = list;; c++) {
        depth += (*c == '{') + (*c == '[') - (*c == '}') - (*c == ']');
        if (*c && (*c != comma || depth != 0))
            continue;
        if (count == MOST_PARTS)
            return MOST_PARTS + 1;
        parts[count++] = trimmed(first, c);
        if (!*c)
            return count == 1 && !*parts[0] ? 0 : count;
        first = c + 1;
    }
}

// ---- operands ----------------------------------------------------------------------------------

// A name of PTX as one of C++.
static char *variable(const char *name) {
    char *v = text("cuda_cpu_r_%s", name);
    for (char *c = v; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    return v;
}

// Is it a register that the statement declares?
static bool is_register(const char *name, bool *predicate) {
    for (size_t k = at_hand.register_count; k-- > 0;) {
        const char *const known = at_hand.registers[k].name;
        const size_t n = strlen(known);
        const bool many = n > 0 && known[n - 1] == '<'; // r<4>: r0 to r3
        if (many ? strncmp(name, known, n - 1) == 0 && isdigit((unsigned char)name[n - 1])
                 : strcmp(name, known) == 0) {
            *predicate = at_hand.registers[k].predicate;
            return true;
        }
    }
    return false;
}

// A number: 5, -5, 0x5U, 0f3F800000, 1.5
static char *immediate(const char *s) {
    char *end;
    if (s[0] == '0' && (s[1] == 'f' || s[1] == 'F') && strlen(s) == 10)
        return text("0x%su", s + 2);
    if (s[0] == '0' && (s[1] == 'd' || s[1] == 'D') && strlen(s) == 18)
        return text("0x%sull", s + 2);
    const bool hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
    const char *const digits = *s == '-' ? s + 1 : s;
    if (!isdigit((unsigned char)*digits) && *digits != '.')
        return NULL;
    if (!hex && strpbrk(s, ".eE")) {
        strtod(s, &end);
        return *end ? NULL : text(PTX "literal{%s}", s);
    }
    (void)strtoull(digits, &end, 0);
    return *end && strcmp(end, "U") != 0 ? NULL : text("%s", s);
}

// The operand as a register, a special one or a number. NULL: it is none.
static char *plain(const char *s) {
    bool predicate;
    char *end;
    if (*s == '%' && isdigit((unsigned char)s[1])) {
        const unsigned long k = strtoul(s + 1, &end, 10);
        return *end || k >= at_hand.operand_count ? NULL : text("cuda_cpu_x%lu", k);
    }
    if (is_register(s, &predicate))
        return variable(s);
    if (*s == '%' && ptx_special_register(s + 1))
        return text("%s", ptx_special_register(s + 1));
    if (strcmp(s, "WARP_SZ") == 0)
        return text("32");
    return immediate(s);
}

// What an instruction writes to.
static char *destination(const char *s, bool predicate) {
    bool is_predicate = false;
    if (strcmp(s, "_") == 0)
        return text("%s", "");
    char *const v = plain(s);
    const bool own = is_register(s, &is_predicate);
    return v && (own || (*s == '%' && isdigit((unsigned char)s[1]))) && is_predicate == predicate
               ? v
               : NULL;
}

static char *predicate(const char *s) {
    bool is_predicate = false;
    const char *const name = *s == '!' ? s + 1 : s;
    return is_register(name, &is_predicate) && is_predicate
               ? text("%s%s", *s == '!' ? "!" : "", variable(name))
               : NULL;
}

static char *value(const char *s, const char *type, bool flushes) {
    char *const v = plain(s);
    return !v ? NULL
              : text(flushes ? PTX "flushed(" PTX "get<%s>(%s))" : PTX "get<%s>(%s)", type, v);
}

// [register + 8], as an address; shared: of shared memory, where a register may have a part of it.
static char *address(const char *s, bool shared) {
    const size_t n = strlen(s);
    if (n < 3 || s[0] != '[' || s[n - 1] != ']')
        return NULL;
    char *const inside = trimmed(s + 1, s + n - 1), *by = strpbrk(inside + 1, "+-");
    char *offset = text("%s", "");
    if (by) {
        const char *const number = trimmed(by + 1, by + strlen(by));
        char *const v = plain(number);
        if (!v)
            return NULL;
        offset = text(" %c (size_t)%s", *by, v);
    }
    char *const base = plain(trimmed(inside, by ? by : inside + strlen(inside)));
    return !base    ? NULL
           : shared ? text("(" PTX "shared_address(%s)%s)", base, offset)
                    : text("((size_t)%s%s)", base, offset);
}

static char *assignment(const char *to, const char *what) {
    return !*to ? text("(void)(%s);", what) : text(PTX "set(%s, %s);", to, what);
}

// ---- instructions of the table -----------------------------------------------------------------

// An instruction in words: mul.wide.u32 %0, %1, %2
struct instruction {
    size_t part_count, operand_count;
    char *parts[MOST_PARTS], *operands[MOST_PARTS];
};

static bool has(const struct instruction *n, const char *part) {
    for (size_t k = 1; k < n->part_count; k++)
        if (strcmp(n->parts[k], part) == 0)
            return true;
    return false;
}

// Does the row's name begin the instruction, and are the rest its modifiers and type?
static bool is_row(const struct instruction *n, const struct ptx_row *row) {
    char *name[MOST_PARTS];
    const size_t count = split_list(row->name, name, '.');
    size_t last = n->part_count;
    if (count > last)
        return false;
    for (size_t k = 0; k < count; k++)
        if (strcmp(name[k], n->parts[k]) != 0)
            return false;
    if (*row->types && (last == count || !in_list(n->parts[--last], row->types)))
        return false;
    for (size_t k = count; k < last; k++)
        if (!in_list(n->parts[k], row->modifiers))
            return false;
    return true;
}

static const char *rounding(const struct instruction *n, const char *otherwise) {
    return has(n, "rz") || has(n, "rzi")   ? "rz"
           : has(n, "rm") || has(n, "rmi") ? "rd"
           : has(n, "rp") || has(n, "rpi") ? "ru"
           : has(n, "rn") || has(n, "rni") ? "rn"
                                           : otherwise;
}

// The row's code with those operands.
static char *filled_in(const char *code, char *const *operands, const char *type,
                       const char *how_rounded) {
    char *result = text("%s", "");
    for (const char *c = code; *c; c++) {
        if (*c == ':' && c[1] == ':') {
            result = text("%s::", result);
            c++;
        } else if (*c == ':' && isalpha((unsigned char)c[1])) {
            result = text("%s" PTX, result);
        } else if (*c == '$' && isdigit((unsigned char)c[1])) {
            result = text("%s%s", result, operands[*++c - '1']);
        } else if (*c == '$') {
            result = text("%s%s", result, *++c == 'T' ? type : how_rounded);
        } else {
            result = text("%s%c", result, *c);
        }
    }
    return result;
}

static char *operand_of_kind(char kind, const char *s, const char *type, bool flushes) {
    switch (kind) {
    case 'v':
        return value(s, type, flushes);
    case 'b':
        return value(s, "unsigned", false);
    case 'r':
        return plain(s);
    case 'a':
        return address(s, false);
    case 's':
        return *s == '[' ? address(s, true) : value(s, "unsigned", false);
    case 'p':
        return predicate(s);
    case 'P':
        return destination(s, true);
    case '0':
        return text("%s", immediate(s) ? "" : plain(s) ? "" : NULL);
    default:
        return NULL;
    }
}

static char *by_row(const struct instruction *n, const struct ptx_row *row) {
    char *operands[MOST_PARTS], *given[MOST_PARTS], *to = NULL, *unwanted = NULL;
    const char *const ptx_type = *row->types ? n->parts[n->part_count - 1] : "b32";
    const char *const type = type_named(ptx_type);
    size_t given_count = 0, used = 0, count = 0;
    for (size_t k = 0; k < n->operand_count; k++) { // d|p are two
        char *two[MOST_PARTS];
        const size_t parts = split_list(n->operands[k], two, '|');
        for (size_t i = 0; i < parts && given_count < MOST_PARTS; i++)
            given[given_count++] = two[i];
    }
    const bool asks = strchr(row->operands, 'P') && *row->operands == 'd';
    const bool leaves_out = asks && given_count + 1 == strlen(row->operands);
    if (given_count + leaves_out != strlen(row->operands))
        return NULL;
    for (const char *kind = row->operands; *kind; kind++) {
        if (*kind == 'P' && leaves_out) {
            operands[count++] = unwanted = text("cuda_cpu_unwanted");
            continue;
        }
        const char *const s = given[used++];
        char *const v = *kind == 'd' ? destination(s, strcmp(ptx_type, "pred") == 0)
                                     : operand_of_kind(*kind, s, type, has(n, "ftz"));
        if (!v)
            return NULL;
        if (*kind == 'd' || (*kind == 'P' && !asks))
            to = v;
        else if (*kind != '0')
            operands[count++] = v;
    }
    char *what = filled_in(row->code, operands, type, rounding(n, "rn"));
    if (has(n, "sat") && is_float(ptx_type))
        what = text(PTX "saturate(%s)", what);
    if (has(n, "ftz"))
        what = text(PTX "flushed(%s)", what);
    what = to ? assignment(to, what) : text("%s;", what);
    return unwanted ? text("{ bool cuda_cpu_unwanted; %s }", what) : what;
}

// ---- instructions with operands of their own ---------------------------------------------------

// mov.b64 %0, {%1, %2}; and the other way round
static char *moved(const struct instruction *n) {
    char *parts[MOST_PARTS];
    if (n->part_count != 2 || n->operand_count != 2 || !type_named(n->parts[1]))
        return NULL;
    char *const to = n->operands[0], *const from = n->operands[1];
    const int bits = atoi(n->parts[1] + 1);
    if (strcmp(n->parts[1], "pred") == 0) {
        char *const d = destination(to, true), *const p = predicate(from);
        return d && p ? assignment(d, p) : NULL;
    }
    if (*to != '{' && *from != '{') {
        char *const d = destination(to, false);
        char *const v = value(from, type_named(n->parts[1]), false);
        return d && v ? assignment(d, v) : NULL;
    }
    if ((*to == '{' && *from == '{') || n->parts[1][0] != 'b')
        return NULL;
    const char *const list = *to == '{' ? to : from;
    const size_t count = split_list(trimmed(list + 1, list + strlen(list) - 1), parts, ',');
    if (count < 2 || bits % (int)count)
        return NULL;
    const int each = bits / (int)count;
    const char *const type = type_named(text("u%d", each)), *const all = type_named(n->parts[1]);
    char *result = text("%s", "");
    if (!type)
        return NULL;
    if (*to == '{') {
        char *const v = value(from, all, false);
        result = text("{ const %s cuda_cpu_all = %s; ", all, v ? v : "");
        for (size_t k = 0; k < count; k++) {
            char *const d = destination(parts[k], false);
            if (!d || !v)
                return NULL;
            result = text("%s%s ", result,
                          assignment(d, text("(%s)(cuda_cpu_all >> %d)", type, each * (int)k)));
        }
        return text("%s}", result);
    }
    char *const d = destination(to, false);
    for (size_t k = 0; k < count; k++) {
        char *const v = value(parts[k], type, false);
        if (!d || !v)
            return NULL;
        result = text("%s%s(%s)%s << %d", result, k ? " | " : "", all, v, each * (int)k);
    }
    return assignment(d, result);
}

// setp.lt.and.f32 p|q, a, b, c;
static char *compared(const struct instruction *n) {
    static const char *const ways[][2] = {{"eq", "$1 == $2"},
                                          {"ne", "$1 < $2 || $1 > $2"},
                                          {"lt", "$1 < $2"},
                                          {"le", "$1 <= $2"},
                                          {"gt", "$1 > $2"},
                                          {"ge", "$1 >= $2"},
                                          {"lo", "$1 < $2"},
                                          {"ls", "$1 <= $2"},
                                          {"hi", "$1 > $2"},
                                          {"hs", "$1 >= $2"},
                                          {"equ", "!($1 < $2 || $1 > $2)"},
                                          {"neu", "!($1 == $2)"},
                                          {"ltu", "!($1 >= $2)"},
                                          {"leu", "!($1 > $2)"},
                                          {"gtu", "!($1 <= $2)"},
                                          {"geu", "!($1 < $2)"},
                                          {"num", "$1 <= $2 || $1 > $2"},
                                          {"nan", "!($1 <= $2 || $1 > $2)"}};
    char *to[MOST_PARTS];
    if (n->part_count < 3 || n->operand_count < 3 || n->operand_count > 4)
        return NULL;
    const char *const ptx_type = n->parts[n->part_count - 1], *const type = type_named(ptx_type);
    const char *way = NULL, *how = NULL;
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
        if (strcmp(n->parts[1], ways[k][0]) == 0)
            way = ways[k][1];
    for (size_t k = 2; k + 1 < n->part_count; k++)
        if (in_list(n->parts[k], "and or xor") && !how)
            how = *n->parts[k] == 'a' ? "&&" : *n->parts[k] == 'o' ? "||" : "!=";
        else if (strcmp(n->parts[k], "ftz") != 0)
            return NULL;
    char *const operands[] = {text("cuda_cpu_a"), text("cuda_cpu_b")};
    char *const a = type ? value(n->operands[1], type, has(n, "ftz")) : NULL;
    char *const b = type ? value(n->operands[2], type, has(n, "ftz")) : NULL;
    char *const c = n->operand_count == 4 ? predicate(n->operands[3]) : NULL;
    const size_t count = split_list(n->operands[0], to, '|');
    char *const d = destination(to[0], true);
    char *const e = count == 2 ? destination(to[1], true) : NULL;
    if (!way || !a || !b || !d || !how != (n->operand_count == 3) || (how && !c) || count > 2 ||
        (count == 2 && !e))
        return NULL;
    char *const rest = how ? text(" %s %s", how, c) : text("%s", "");
    char *result = text("{ const auto cuda_cpu_a = %s; const auto cuda_cpu_b = %s; const bool "
                        "cuda_cpu_way = %s; ",
                        a, b, filled_in(way, operands, type, ""));
    // both are worked out before one of them may be the third
    return text("%sconst bool cuda_cpu_one = cuda_cpu_way%s; const bool cuda_cpu_other = "
                "!cuda_cpu_way%s; %s %s }",
                result, rest, rest, assignment(d, "cuda_cpu_one"),
                assignment(e ? e : text("%s", ""), "cuda_cpu_other"));
}

// cvt.rn.f32.s32 d, a;
static char *converted(const struct instruction *n) {
    if (n->part_count < 3 || n->operand_count != 2)
        return NULL;
    const char *const to = n->parts[n->part_count - 2], *const from = n->parts[n->part_count - 1];
    for (size_t k = 1; k + 2 < n->part_count; k++)
        if (!in_list(n->parts[k], "rn rz rm rp rni rzi rmi rpi sat ftz"))
            return NULL;
    const bool to_half = strcmp(to, "f16") == 0, from_half = strcmp(from, "f16") == 0;
    const bool whole = has(n, "rni") || has(n, "rzi") || has(n, "rmi") || has(n, "rpi");
    const char *const to_type = to_half ? "float" : type_named(to);
    const char *const from_type = from_half ? "unsigned short" : type_named(from);
    char *const d = destination(n->operands[0], false);
    char *what = from_type ? value(n->operands[1], from_type, has(n, "ftz")) : NULL;
    if (!d || !what || !to_type || strcmp(to, "pred") == 0 || strcmp(from, "pred") == 0 ||
        (to_half && strcmp(rounding(n, "rn"), "rn") != 0) || (to_half && !is_float(from)) ||
        (from_half && !is_float(to)))
        return NULL;
    if (from_half)
        what = text("::cuda_cpu::half_to_float(%s)", what);
    if (is_float(to) && is_float(from) && whole)
        what = text(PTX "whole(%s, " PTX "%s)", what, rounding(n, "rn"));
    if (!is_float(to) && !is_float(from) && has(n, "sat"))
        what = text(PTX "cvt_sat<%s>(%s)", to_type, what);
    else
        what = text(PTX "cvt<%s>(%s, " PTX "%s)", to_type, what,
                    whole && is_float(to) ? "rn" : rounding(n, is_float(to) ? "rn" : "rz"));
    if (is_float(to) && has(n, "sat"))
        what = text(PTX "saturate(%s)", what);
    if (has(n, "ftz") && is_float(to))
        what = text(PTX "flushed(%s)", what);
    if (to_half)
        what = text(PTX "half_of(%s)", what);
    return assignment(d, what);
}

// ld.global.nc.v4.f32 {a, b, c, d}, [e + 16]; and st, the other way round
static char *accessed(const struct instruction *n) {
    static const char *const hints =
        "weak global local const shared shared::cta ca cg cs cv lu wb wt nc "
        "relaxed acquire release volatile cta cluster gpu sys v2 v4 "
        "L1::evict_normal L1::evict_unchanged L1::evict_first "
        "L1::evict_last L1::no_allocate L2::64B L2::128B L2::256B";
    const bool stores = strcmp(n->parts[0], "st") == 0;
    if (n->part_count < 2 || n->operand_count != 2)
        return NULL;
    for (size_t k = 1; k + 1 < n->part_count; k++)
        if (!in_list(n->parts[k], hints))
            return NULL;
    const char *const ptx_type = n->parts[n->part_count - 1], *const type = type_named(ptx_type);
    const int count = has(n, "v4") ? 4 : has(n, "v2") ? 2 : 1;
    const bool is_atomic = has(n, "relaxed") || has(n, "acquire") || has(n, "release");
    const char *const way = has(n, "volatile") ? "_volatile" : is_atomic ? "_atomic" : "";
    char *const list = n->operands[stores], *parts[MOST_PARTS] = {list};
    char *const at = address(n->operands[!stores], has(n, "shared") || has(n, "shared::cta"));
    if (!type || strcmp(ptx_type, "pred") == 0 || !at || (count > 1) != (*list == '{') ||
        (count > 1 && *way) ||
        (count > 1 &&
         split_list(trimmed(list + 1, list + strlen(list) - 1), parts, ',') != (size_t)count))
        return NULL;
    char *result =
        stores ? text("{ " PTX "vector<%s, %d> cuda_cpu_all; ", type, count)
               : text("{ const auto cuda_cpu_all = " PTX "load%s<" PTX "vector<%s, %d>>(%s); ", way,
                      type, count, at);
    for (int k = 0; k < count; k++) {
        const char *const one = count > 1 ? text("cuda_cpu_all[%d]", k) : "cuda_cpu_all";
        char *const v = stores ? value(parts[k], type, false) : destination(parts[k], false);
        if (!v)
            return NULL;
        result = stores ? text("%s%s = %s; ", result, one, v)
                        : text("%s%s ", result, assignment(v, text("(%s)%s", type, one)));
    }
    return stores ? text("%s" PTX "store%s(%s, cuda_cpu_all); }", result, way, at)
                  : text("%s}", result);
}

// atom.global.add.u32 d, [a], b; red has no d
static char *atomically(const struct instruction *n) {
    static const char *const names[][3] = {{"add", "Add", "u32 s32 u64 f32 f64"},
                                           {"min", "Min", "u32 s32 u64 s64"},
                                           {"max", "Max", "u32 s32 u64 s64"},
                                           {"and", "And", "b32 b64"},
                                           {"or", "Or", "b32 b64"},
                                           {"xor", "Xor", "b32 b64"},
                                           {"exch", "Exch", "b32 b64"},
                                           {"cas", "CAS", "b16 b32 b64"},
                                           {"inc", "Inc", "u32"},
                                           {"dec", "Dec", "u32"}};
    const bool answers = strcmp(n->parts[0], "atom") == 0;
    if (n->part_count < 3 || n->operand_count < 2u + answers)
        return NULL;
    const char *const ptx_type = n->parts[n->part_count - 1], *name = NULL;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(n->parts[n->part_count - 2], names[k][0]) == 0 && in_list(ptx_type, names[k][2]))
            name = names[k][1];
    for (size_t k = 1; k + 2 < n->part_count; k++)
        if (!in_list(n->parts[k], "global shared shared::cta relaxed acquire release acq_rel cta "
                                  "cluster gpu sys"))
            return NULL;
    const char *const type = type_named(ptx_type);
    const size_t values = n->operand_count - 1 - answers;
    char *const d = answers ? destination(n->operands[0], false) : text("%s", "");
    char *const at = address(n->operands[answers], has(n, "shared") || has(n, "shared::cta"));
    if (!name || !d || !at || values != (strcmp(name, "CAS") == 0 ? 2 : 1))
        return NULL;
    char *what = text("::atomic%s%s((%s *)%s", name,
                      has(n, "cta")   ? "_block"
                      : has(n, "sys") ? "_system"
                                      : "",
                      type, at);
    for (size_t k = 0; k < values; k++) {
        char *const v = value(n->operands[1 + answers + k], type, false);
        if (!v)
            return NULL;
        what = text("%s, %s", what, v);
    }
    return assignment(d, text("%s)", what));
}

// bra.uni LABEL;
static char *jumped(const struct instruction *n) {
    if (n->operand_count != 1 || n->part_count > 2 || (n->part_count == 2 && !has(n, "uni")))
        return NULL;
    return text("goto %s_%u;", variable(n->operands[0]), at_hand.number);
}

// The statement of C++ for an instruction; NULL: it is not known.
static char *translated(const char *code) {
    static const struct {
        const char *name;
        char *(*write)(const struct instruction *);
    } own[] = {{"mov", moved},   {"setp", compared}, {"cvt", converted},  {"ld", accessed},
               {"st", accessed}, {"bra", jumped},    {"red", atomically}, {"atom", atomically}};
    struct instruction n = {0};
    const char *end = code;
    while (*end && !isspace((unsigned char)*end))
        end++;
    n.part_count = split_list(trimmed(code, end), n.parts, '.');
    n.operand_count = split_list(end, n.operands, ',');
    if (n.part_count == 0 || n.part_count > MOST_PARTS || n.operand_count > MOST_PARTS)
        return NULL;
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
        if (strcmp(n.parts[0], own[k].name) == 0)
            return own[k].write(&n);
    for (const struct ptx_row *row = ptx_rows; row->name; row++) {
        char *const result = is_row(&n, row) ? by_row(&n, row) : NULL;
        if (result)
            return result;
    }
    return NULL;
}

// ---- the statements of PTX ---------------------------------------------------------------------

static bool note_register(const char *name, const char *ptx_type) {
    if (at_hand.register_count == MOST_REGISTERS || strlen(name) >= MOST_NAME)
        return false;
    snprintf(at_hand.registers[at_hand.register_count].name, MOST_NAME, "%s", name);
    at_hand.registers[at_hand.register_count++].predicate = strcmp(ptx_type, "pred") == 0;
    return true;
}

// .reg .u32 a, b; .reg .b32 r<4>;
static char *declared(const char *code) {
    char type[MOST_NAME], *names[MOST_PARTS], *result = text("%s", "");
    int behind = 0;
    if (sscanf(code, ".reg .%15[a-z0-9] %n", type, &behind) != 1 || !behind || !register_type(type))
        return NULL;
    const size_t count = split_list(code + behind, names, ',');
    if (count > MOST_PARTS)
        return NULL;
    for (size_t k = 0; k < count; k++) {
        char *const many = strchr(names[k], '<');
        const int all = many ? atoi(many + 1) : 1;
        if (many)
            many[1] = '\0';
        if (all < 1 || all > MOST_REGISTERS || !note_register(names[k], type))
            return NULL;
        for (int i = 0; i < all; i++)
            result = text(
                "%s__attribute__((unused)) %s %s; ", result, register_type(type),
                variable(many ? text("%.*s%d", (int)(many - names[k]), names[k], i) : names[k]));
    }
    return result;
}

// @p and @!p in front of an instruction.
static char *guarded(char *code) {
    char *end = code + 1;
    if (*code != '@')
        return translated(code);
    while (*end && !isspace((unsigned char)*end))
        end++;
    char *const p = predicate(trimmed(code + 1, end)), *const what = translated(
                                                           trimmed(end, end + strlen(end)));
    return p && what ? text("if (%s) { %s }", p, what) : NULL;
}

// The next statement, up to a ; or a brace that is no list's, in `*statement`; what follows it.
static const char *next_statement(const char *code, char **statement) {
    int depth = 0;
    while (isspace((unsigned char)*code))
        code++;
    const char *c = code;
    if (*c == '{' || *c == '}')
        c++;
    else
        for (; *c && (*c != ';' || depth > 0); c++) {
            if (*c == ':' && c[1] != ':' && (c == code || c[-1] != ':') && depth == 0) {
                c++; // a label
                break;
            }
            depth += (*c == '{') - (*c == '}');
            if (depth < 0)
                break;
        }
    *statement = trimmed(code, c);
    return *c == ';' ? c + 1 : c;
}

static void blank_comments(char *code) {
    for (char *c = code; *c; c++) {
        char *end = NULL;
        if (c[0] == '/' && c[1] == '/')
            end = strchr(c, '\n');
        else if (c[0] == '/' && c[1] == '*' && (end = strstr(c + 2, "*/")))
            end += 2;
        else
            continue;
        end = end ? end : c + strlen(c);
        memset(c, ' ', (size_t)(end - c));
    }
}

// All of it as C++; NULL, and the statement in *odd: that one is not known.
static char *translation(char *code, char **odd) {
    char *result = text("%s", ""), *s;
    for (const char *next = code; *next;) {
        next = next_statement(next, &s);
        const size_t n = strlen(s);
        if (n == 0)
            continue;
        char *one = strcmp(s, "{") == 0 || strcmp(s, "}") == 0 ? s
                    : strncmp(s, ".reg", 4) == 0               ? declared(s)
                    : s[n - 1] == ':'
                        ? text("%s_%u:;", variable(text("%.*s", (int)n - 1, s)), at_hand.number)
                        : guarded(s);
        if (!one) {
            *odd = s;
            return NULL;
        }
        result = text("%s%s ", result, one);
    }
    return result;
}

// ---- asm ---------------------------------------------------------------------------------------

// The text of the string literals [first, last], its escapes read, %% as %.
static char *code_of(size_t first, size_t last) {
    char *code = text("%s", "");
    for (size_t t = first; t <= last; t++) {
        const char *s = source + tokens[t].start, *end = source + tokens[t].end;
        if (*s == 'R') { // R"x(...)x"
            s = memchr(s, '(', (size_t)(end - s));
            while (end > source && *end != ')')
                end--;
            code = s ? text("%s%.*s", code, (int)(end - s - 1), s + 1) : code;
            continue;
        }
        for (s++, end--; s < end; s++)
            if (*s == '\\' && s + 1 < end)
                code = text("%s%c", code, *++s == 'n' ? '\n' : *s == 't' || *s == 'r' ? ' ' : *s);
            else if (*s == '%' && s[1] == '%')
                code = text("%s%%", code), s++;
            else
                code = text("%s%c", code, *s);
    }
    return code;
}

// The last of the string literals in a row that begins at token i.
static size_t strings_end(size_t i) {
    while (i + 1 < token_count && tokens[i + 1].kind == STRING)
        i++;
    return i;
}

// Assembly of a GPU, not of this machine: an instruction with a type (mov.u32), a register, or
// what stops.
static bool is_ptx(const char *code) {
    for (const char *c = code; *c && c[1]; c++)
        if (c > code && *c == '.' && isalnum((unsigned char)c[-1]) && islower((unsigned char)c[1]))
            return true;
    return strstr(code, ".reg ") || strstr(code, "trap;") || strstr(code, "exit;");
}

static bool is_empty(const char *code) { // as that which only keeps the compiler from moving things
    while (*code && !isalnum((unsigned char)*code))
        code++;
    return !*code;
}

// The string literal among [first, last] that has the statement's first word.
static size_t place_in(size_t first, size_t last, const char *statement) {
    const size_t n = strcspn(statement, " \t\n");
    for (size_t t = last; t > first; t--)
        if (memmem(source + tokens[t].start, tokens[t].end - tokens[t].start, statement, n))
            return t;
    return first;
}

void rewrite_asm(size_t i) {
    size_t open = i + 1;
    while (is(open, "volatile") || is(open, "__volatile__") || is(open, "__volatile"))
        open++;
    if (!is(open, "(") || open + 1 >= token_count || tokens[open + 1].kind != STRING)
        return;
    size_t close = closing(open), last = open + 1;
    if (close == token_count)
        return;
    last = strings_end(last);
    char *const code = code_of(open + 1, last), *before = text("%s", ""), *behind = text("%s", "");
    blank_comments(code);
    if (!is_ptx(code)) {
        if (owner_of(i) == USER && !(code_at(i) & HOST) && !is_empty(code))
            complain(i, "assembly of the host's processor: device code has PTX instead");
        return;
    }
    at_hand.operand_count = at_hand.register_count = 0;
    at_hand.number++;
    char *odd = NULL;
    for (size_t t = last + 1; t + 1 < close && !odd; t++) {
        if (tokens[t].kind != STRING)
            continue;
        const char *const how = code_of(t, strings_end(t));
        t = strings_end(t);
        if (!is(t + 1, "("))
            continue; // a clobber
        const char letter = how[*how == '=' || *how == '+'];
        const char *const type = constraint_type(letter);
        char *const expression = joined(t + 1, closing(t + 1), false);
        const size_t k = at_hand.operand_count++;
        if (!type || k == MOST_OPERANDS * 2) {
            odd = text("an operand by \"%c\"", letter);
            break;
        }
        before = *how == '=' ? text("%s%s cuda_cpu_x%zu = 0; ", before, type, k)
                             : text("%sconst auto &cuda_cpu_e%zu = %s%s; %s%s cuda_cpu_x%zu = " PTX
                                    "take<%s>(cuda_cpu_e%zu); ",
                                    before, k,
                                    letter == 'f' && *how != '+'   ? "(float)"
                                    : letter == 'd' && *how != '+' ? "(double)"
                                                                   : "",
                                    expression, "", type, k, type, k);
        if (*how == '=' || *how == '+')
            behind = text("%s" PTX "put(%s, cuda_cpu_x%zu); ", behind, expression, k);
        t = closing(t + 1);
    }
    char *const result = odd ? NULL : translation(code, &odd);
    if (!result) {
        complain(place_in(open + 1, last, odd), "PTX that this backend does not know: %s", odd);
        return;
    }
    erase(i, close);
    insert_before(i, text("do { %s%s%s} while (0)", before, result, behind));
}
