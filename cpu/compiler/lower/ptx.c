// SPDX-License-Identifier: MIT
// Inline PTX, written as C++: a register is a variable, an instruction a statement.
//
// clang-format off
//   asm("{ .reg .pred p; setp.lt.s32 p, %1, 5;\n @p add.s32 %0, %1, 1; }" : "+r"(x) : "r"(y));
//
//   do { u32 cuda_cpu_x0 = take(x); u32 cuda_cpu_x1 = take(y);
//        { holds<pred> cuda_cpu_r_p; set_both(cuda_cpu_r_p, nowhere{}, lt(get<s32>(cuda_cpu_x1), ...
//          if (cuda_cpu_r_p) { set(cuda_cpu_x0, add(get<s32>(cuda_cpu_x1), get<s32>(1))); } }
//        put(x, cuda_cpu_x0); } while (0)
// clang-format on
//
// An instruction that ptx_table.c does not know is refused; whether its operands have the right
// types the C++ compiler sees.
#define _GNU_SOURCE // memmem
#include <ctype.h>
#include <stdlib.h>

#include "ptx.h"
#include "rewrite.h"

enum { MOST_OPERANDS = 32, MOST_PARTS = 16, MOST_REGISTERS = 256 };
#define PTX "::cuda_cpu::ptx::"

// The statement at hand.
static struct {
    size_t operand_count;
    unsigned number; // for its labels
    bool odd;        // an operand is not understood
} at_hand;

// ---- words -------------------------------------------------------------------------------------

static char *trimmed(const char *first, const char *end) {
    while (first < end && isspace((unsigned char)*first))
        first++;
    while (end > first && isspace((unsigned char)end[-1]))
        end--;
    return text("%.*s", (int)(end - first), first);
}

// The words of a list that commas part, brackets aside; of too many, none.
static size_t split_list(const char *list, char *parts[MOST_PARTS], char comma) {
    size_t count = 0;
    int depth = 0;
    const char *first = list;
    for (const char *c = list;; c++) {
        depth += (*c == '{') + (*c == '[') - (*c == '}') - (*c == ']');
        if (*c && (*c != comma || depth != 0))
            continue;
        if (count == MOST_PARTS)
            return 0;
        parts[count++] = trimmed(first, c);
        if (!*c)
            return count == 1 && !*parts[0] ? 0 : count;
        first = c + 1;
    }
}

// ---- operands ----------------------------------------------------------------------------------

static char *unknown(void) {
    at_hand.odd = true;
    return text("%s", "");
}

// A name of PTX as one of C++.
static char *variable(const char *name) {
    char *const v = text("cuda_cpu_r_%s", name);
    for (char *c = v; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    return v;
}

// A number: 5, -5, 0x5U, 0f3F800000, 1.5
static char *immediate(const char *s) {
    const char kind = *s == '0' ? (char)tolower((unsigned char)s[1]) : '\0';
    if (!isdigit((unsigned char)*s) && *s != '-' && *s != '.')
        return unknown();
    if (kind == 'f' || kind == 'd')
        return text(kind == 'f' ? "0x%su" : "0x%sull", s + 2);
    return text(kind != 'x' && strpbrk(s, ".eE") ? PTX "literal{%s}" : "%s", s);
}

// A register, a special one or a number; or _, where results go that are not used.
static char *plain(const char *s) {
    char *end;
    if (*s == '%' && isdigit((unsigned char)s[1])) {
        const unsigned long k = strtoul(s + 1, &end, 10);
        return *end || k >= at_hand.operand_count ? unknown() : text("cuda_cpu_x%lu", k);
    }
    if (ptx_special_register(s))
        return ptx_special_register(s);
    if (!isalpha((unsigned char)*s) && !strchr("%_$", *s))
        return immediate(s);
    for (const char *c = s + 1; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_' && *c != '$')
            return unknown();
    return strcmp(s, "_") == 0 ? text(PTX "nowhere{}") : variable(s);
}

static char *predicate(const char *s) {
    return *s == '!' ? text("!%s", plain(s + 1)) : plain(s);
}

// {a, b}
static char *list_of(const char *s) {
    char *parts[MOST_PARTS], *result = text("%s", "");
    const size_t n = strlen(s),
                 count = n > 2 ? split_list(trimmed(s + 1, s + n - 1), parts, ',') : 0;
    if (*s != '{' || s[n - 1] != '}' || count < 2)
        return unknown();
    for (size_t k = 0; k < count; k++)
        result = text("%s%s%s", result, k ? ", " : "", plain(parts[k]));
    return result;
}

// [register + 8], as an address; shared: of shared memory, where a register may have a part of it.
static char *address(const char *s, bool shared) {
    const size_t n = strlen(s);
    if (n < 3 || s[0] != '[' || s[n - 1] != ']')
        return unknown();
    char *const inside = trimmed(s + 1, s + n - 1), *by = strpbrk(inside + 1, "+-");
    char *const base = plain(trimmed(inside, by ? by : inside + strlen(inside)));
    char *const offset =
        by ? text(" %c (size_t)%s", *by, plain(trimmed(by + 1, by + strlen(by)))) : "";
    return text(shared ? "(" PTX "shared_address(%s)%s)" : "((size_t)%s%s)", base, offset);
}

// ---- instructions ------------------------------------------------------------------------------

// An instruction in words: mul.wide.u32 %0, %1, %2
struct instruction {
    size_t part_count, operand_count;
    char *parts[MOST_PARTS], *operands[MOST_PARTS + 1];
    // by its row: the last part; the one of several that its name has, and the one before it
    const char *type, *way, *before;
};

static bool has(const struct instruction *n, const char *part) {
    for (size_t k = 1; k < n->part_count; k++)
        if (strcmp(n->parts[k], part) == 0)
            return true;
    return false;
}

// Are the parts of the instruction the row's name, and in between modifiers, and its type?
static bool is_row(struct instruction *n, const struct ptx_row *row) {
    char *name[MOST_PARTS];
    const size_t count = split_list(row->name, name, '.');
    size_t known = 0, last = n->part_count - (*row->types != '\0');
    n->type = *row->types ? n->parts[last] : "b32";
    if (*row->types && !in_list(n->type, row->types))
        return false;
    for (size_t k = 0; k < last; k++)
        if (known < count && in_list(n->parts[k], name[known])) {
            if (strchr(name[known++], ' ')) {
                n->before = n->way;
                n->way = n->parts[k];
            }
        } else if (!in_list(n->parts[k], row->modifiers)) {
            return false;
        }
    return known == count;
}

static const char *rounding(const struct instruction *n) {
    for (size_t k = 1; k < n->part_count; k++)
        if (in_list(n->parts[k], "rn rz rm rp rni rzi rmi rpi"))
            return n->parts[k];
    return "rn";
}

// The row's code with those operands.
static char *filled_in(const struct instruction *n, const char *code, char *const *operands) {
    char *result = text("%s", "");
    for (const char *c = code; *c; c++) {
        if (*c == ':' && c[1] == ':')
            result = text("%s::", result), c++;
        else if (*c == ':' && (isalpha((unsigned char)c[1]) || c[1] == '$'))
            result = text("%s" PTX, result);
        else if (*c == '$' && isdigit((unsigned char)c[1]))
            result = text("%s%s", result, operands[*++c - '1']);
        else if (*c == '$')
            result = text("%s%s", result,
                          *++c == 'T'     ? text(PTX "%s", n->type)
                          : *c == 'W'     ? n->way
                          : *c == 'V'     ? n->before
                          : *c == 'A'     ? text("%c%s", toupper(*n->way), n->way + 1)
                          : *c == 'R'     ? rounding(n)
                          : *c == 'S'     ? has(n, "sat") ? "true" : "false"
                          : *c == 'C'     ? has(n, "cc") ? "true" : "false"
                          : has(n, "cta") ? "_block"
                          : has(n, "sys") ? "_system"
                                          : "");
        else
            result = text("%s%c", result, *c);
    }
    return result;
}

static char *operand(const struct instruction *n, char kind, const char *s) {
    switch (kind) {
    case 'v':
        return text(has(n, "ftz") ? PTX "flushed(" PTX "get<" PTX "%s>(%s))"
                                  : PTX "get<" PTX "%s>(%s)",
                    n->type, plain(s));
    case 'b':
        return text(PTX "get<" PTX "b32>(%s)", plain(s));
    case 'a':
    case 'g':
        return address(s, kind == 'a' && (has(n, "shared") || has(n, "shared::cta")));
    case 'p':
        return predicate(s);
    case 'l':
        return list_of(s);
    case 'j':
        return text("%s_%u", variable(s), at_hand.number);
    default:
        return plain(s);
    }
}

static char *by_row(const struct instruction *n, const struct ptx_row *row) {
    char *operands[MOST_PARTS], *given[2 * MOST_PARTS + 1];
    const char *kinds = row->operands;
    size_t count = 0;
    for (size_t k = 0; k < n->operand_count; k++) { // d|p are two
        char *two[MOST_PARTS];
        const size_t parts = split_list(n->operands[k], two, '|');
        for (size_t i = 0; i < parts && count < MOST_PARTS; i++)
            given[count++] = two[i];
        if (k == 0 && parts == 1 && *kinds && kinds[1] == 'P') // the predicate is not used
            given[count++] = "_";
    }
    if (count != strlen(kinds))
        return unknown();
    for (size_t k = 0; k < count; k++)
        operands[k] = operand(n, kinds[k], given[k]);
    const bool sets = *kinds == 'd';
    char *what = filled_in(n, row->code, operands + sets);
    if (sets && has(n, "ftz"))
        what = text(PTX "flushed(%s)", what);
    return sets ? text(PTX "set(%s, %s);", operands[0], what) : text("%s;", what);
}

// The statement of C++ for an instruction; NULL: it is not known.
static char *translated(const char *code) {
    struct instruction n = {0};
    const char *const end = code + strcspn(code, " \t\n");
    n.part_count = split_list(trimmed(code, end), n.parts, '.');
    n.operand_count = split_list(end, n.operands, ',');
    if (n.part_count > 0 && strcmp(n.parts[0], "red") == 0) { // an atom whose answer is dropped
        memmove(n.operands + 1, n.operands, n.operand_count++ * sizeof *n.operands);
        n.operands[0] = "_";
        n.parts[0] = "atom";
    }
    for (const struct ptx_row *row = ptx_rows; row->name && n.part_count > 0; row++) {
        at_hand.odd = false;
        char *const result = is_row(&n, row) ? by_row(&n, row) : unknown();
        if (!at_hand.odd)
            return result;
    }
    return NULL;
}

// ---- the statements of PTX ---------------------------------------------------------------------

// .reg .u32 a, b; .reg .b32 r<4>;
static char *declared(const char *code) {
    char type[16], *names[MOST_PARTS], *result = text("%s", "");
    int after = 0;
    if (sscanf(code, ".reg .%15[a-z0-9] %n", type, &after) != 1 || !after ||
        !in_list(type, PTX_TYPES " f16 pred"))
        return NULL;
    const size_t count = split_list(code + after, names, ',');
    for (size_t k = 0; k < count; k++) {
        char *const many = strchr(names[k], '<');
        const int all = many ? atoi(many + 1) : 1;
        if (all < 1 || all > MOST_REGISTERS)
            return NULL;
        for (int i = 0; i < all; i++)
            result = text(
                "%s__attribute__((unused)) " PTX "holds<" PTX "%s> %s; ", result, type,
                variable(many ? text("%.*s%d", (int)(many - names[k]), names[k], i) : names[k]));
    }
    return result;
}

// @p and @!p in front of an instruction.
static char *guarded(const char *code) {
    if (*code != '@')
        return translated(code);
    const char *const end = code + strcspn(code, " \t\n");
    char *const what = translated(trimmed(end, end + strlen(end))), *const p = predicate(
                                                                        trimmed(code + 1, end));
    return what && !at_hand.odd ? text("if (%s) { %s }", p, what) : NULL;
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

// The type of a register for an operand, by its constraint's letter; NULL: it is not known.
static const char *constraint_type(char letter) {
    static const char letters[] = "hrfldniC", *const types[] = {"u16", "u32", "u32", "u64",
                                                                "u64", "s64", "s64", "s64"};
    const char *const at = letter ? strchr(letters, letter) : NULL;
    return at ? text(PTX "%s", types[at - letters]) : NULL;
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
    at_hand.operand_count = 0;
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
        if (!type || k == MOST_OPERANDS) {
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
