// SPDX-License-Identifier: MIT
// Assembly of device code that is none of a GPU's: instructions that PTX does not have, operands
// that it has no registers for.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "refuse.h"
#include "tree.h"

// Instructions of PTX, by what stands in front of their first dot.
static const char instructions[] =
    " abs activemask add addc alloca and applypriority atom bar barrier bfe bfi bfind "
    "bmsk bra brev brkpt brx call clusterlaunchcontrol clz cnot copysign cos cp "
    "createpolicy cvt cvta discard div dp2a dp4a elect ex2 exit fence fma fns "
    "getctarank griddepcontrol isspacep istypep ld ldmatrix ldu lg2 lop3 mad mad24 "
    "madc mapa match max mbarrier membar min mma mov movmatrix mul mul24 multimem "
    "nanosleep neg not or pmevent popc prefetch prefetchu prmt rcp red redux rem ret "
    "rsqrt sad selp set setmaxnreg setp shf shfl shl shr sin slct sqrt st stackrestore "
    "stacksave stmatrix sub subc suld suq sured sust szext tanh tcgen05 tensormap "
    "testp tex tld4 trap txq vabsdiff vabsdiff2 vabsdiff4 vadd vadd2 vadd4 vavrg2 "
    "vavrg4 vmad vmax vmax2 vmax4 vmin vmin2 vmin4 vote vset vset2 vset4 vshl vshr "
    "vsub vsub2 vsub4 wgmma wmma xor ";

static const char *skip_blanks(const char *c) {
    for (;; c++)
        if (c[0] == '\\' && (c[1] == 'n' || c[1] == 't')) // as they are written in a string
            c++;
        else if (c[0] == '/' && c[1] == '*' && strstr(c + 2, "*/"))
            c = strstr(c + 2, "*/") + 1;
        else if (c[0] == '/' && c[1] == '/')
            while (c[1] && !(c[1] == '\\' && c[2] == 'n'))
                c++;
        else if (!isspace((unsigned char)*c) && *c != '{' && *c != '}')
            return c;
}

// What the statement at c begins with, of those that name an instruction; NULL: it is no such.
static char *instruction_at(const char *c) {
    if (*c == '@') // a predicate
        while (*c && !isspace((unsigned char)*c))
            c++;
    c = skip_blanks(c);
    size_t n = 0;
    while (isalnum((unsigned char)c[n]) || c[n] == '_' || c[n] == '$')
        n++;
    const char *const behind = skip_blanks(c + n);
    return n == 0 || *behind == ':' || *c == '_' || *c == '$' ? NULL : text("%.*s", (int)n, c);
}

// Whether the host's assembler surely gets the function.
static bool is_emitted(const struct declaration *d) {
    return !d->is_template && !in_class(d) && !is_own(d);
}

// That assembler knows no instruction of PTX, whose words say of what type it is: mov.u32
static void check_host_instructions(size_t i, size_t code) {
    const char *const whole = name_of(code);
    const char *c = *whole == '"' ? skip_blanks(whole + 1) : "";
    const char *const word = instruction_at(c);
    if (!word || !strstr(instructions, text(" %s ", word)))
        return;
    for (c += strlen(word); *c == '.'; c += 1 + strcspn(c + 1, ". \t;\"\\"))
        if (strchr("usbf", c[1]) && isdigit((unsigned char)c[2]) && isdigit((unsigned char)c[3])) {
            complain(i, "error", "no such instruction on the host: \"%s\" is PTX's", word);
            return;
        }
}

static void check_instructions(size_t i, size_t last) {
    char *code = text("%s", "");
    for (size_t t = i; t <= last; t++) {
        const size_t n = tokens[t].end - tokens[t].start;
        if (n < 2 || source[tokens[t].start] != '"' || strchr(name_of(t), '%') == name_of(t) + 1)
            return; // a raw string, or what begins with an operand: another's macro, perhaps
        code = text("%s%.*s", code, (int)n - 2, source + tokens[t].start + 1);
    }
    for (const char *c = skip_blanks(code); *c; c = skip_blanks(c)) {
        const char *const word = instruction_at(c);
        if (word && !strstr(instructions, text(" %s ", word))) {
            complain_last(i, "error", "PTX has no instruction \"%s\"", word);
            return;
        }
        c += strcspn(c, ";");
        c += *c == ';';
    }
}

// How many bytes a constraint stands for, and whether it is a float's; 0: any constant.
static unsigned bytes_of_constraint(char letter, bool *floating) {
    *floating = letter == 'f' || letter == 'd';
    switch (letter) {
    case 'h':
        return 2;
    case 'r':
    case 'f':
        return 4;
    case 'l':
    case 'd':
        return 8;
    case 'q':
        return 16;
    default:
        return 0;
    }
}

// ---- operands -----------------------------------------------------------------------------------

// The texts of the strings from token *i on, one behind the other; *i becomes the last of them.
static char *strings_at(size_t *i) {
    char *all = text("%s", "");
    for (;; ++*i) {
        const size_t n = tokens[*i].end - tokens[*i].start;
        all = n < 2 ? all : text("%s%.*s", all, (int)n - 2, source + tokens[*i].start + 1);
        if (tokens[*i + 1].kind != STRING)
            return all;
    }
}

// Has it surely no place: a number that is worked out?
static bool is_no_place(const struct node *operand) {
    static const bool works_out[OPAQUE + 1] = {[BINARY] = true, [SIGN] = true};
    operand = bare(operand);
    bool plain = is_plain(operand->type);
    for (const struct node *c = operand->child; c; c = c->next)
        plain = plain && is_plain(c->type);
    return (operand->kind == CONSTANT_VALUE && !is(operand->first, "warpSize")) ||
           (works_out[operand->kind] && plain);
}

// Is it surely not constant: a parameter or a variable that may change?
static bool is_variable(const struct node *operand) {
    const struct node *const n = bare(operand);
    return n->kind == LOCAL_NAME && n->variable->role != TEMPLATE_TYPE && !n->variable->reference &&
           !n->variable->constant && is_plain(&n->variable->type);
}

// The operand's constraint, at token i: of registers for integers and floats, and of constants.
// operand: NULL: it is not understood.
static void check_constraint(size_t i, const char *letter, const struct node *operand,
                             bool is_output) {
    const bool modified = *letter == '=' || *letter == '+';
    if (modified != is_output) {
        complain_late(i, "error",
                      is_output ? "an asm output operand must have one of the '=' or '+' modifiers"
                                : "an asm input operand may not have the '=' or '+' modifiers");
        return;
    }
    letter += strspn(letter, "=+&");
    if (!*letter) {
        complain_late(i, "error", "asm operand has no constraint letter");
        return;
    }
    if (letter[1])
        complain_late(i, "error",
                      "an asm operand may specify only one constraint letter in a "
                      "__device__/__global__ function");
    if (!strchr("hrlqfdnC", *letter))
        complain_late(
            i, "error",
            "asm constraint letter '%c' is not allowed inside a __device__/__global__ function",
            *letter);
    bool floating;
    const unsigned wanted = bytes_of_constraint(*letter, &floating);
    if (operand && is_output && is_no_place(operand))
        complain(operand->first, "error", "expression must be a modifiable lvalue");
    if (operand && *letter == 'n' && is_variable(operand))
        complain_late(operand->first, "error",
                      "an asm operand must be an integral constant expression");
    operand = operand ? bare(operand) : NULL;
    if (!operand || !wanted)
        return;
    const struct type *const type = operand->type;
    const unsigned bytes = type->shape == POINTER ? 8 : type->bytes;
    if (type->shape == OBJECT && (flags(type->name) & USERS))
        complain_late(i, "error", "an asm operand must have scalar type");
    else if (bytes > 0 &&
             (bytes != wanted || (type->shape == NUMBER_TYPE && type->floating != floating)))
        complain_late(
            i, "error",
            "asm operand type size(%u) does not match type/size implied by constraint '%c'", bytes,
            *letter);
}

// The operand in the parentheses behind token i.
static const struct node *operand_behind(const struct node *n, size_t i) {
    const struct node *c = n->child;
    while (c && c->first != i + 2)
        c = c->next;
    return c;
}

// What is behind the code: `: "=r"(x), [name] "=r"(y) : "r"(z) : "memory"`. How many operands there
// are, or -1: something else stands there. nvcc asks for no comma between two.
static int check_operands(const struct node *n, size_t i) {
    const size_t close = closing(n->name);
    int count = 0;
    unsigned colons = 0;
    while (i < close) {
        if ((is(i, ":") && colons < 3) || (is(i, "::") && colons < 2)) {
            colons += is(i, "::") ? 2 : 1;
            i++;
        } else if (colons > 0 && colons < 3 && is(i, "[") &&
                   tokens[closing(i) + 1].kind == STRING) {
            i = closing(i) + 1;
        } else if (colons > 0 && colons < 3 && tokens[i].kind == STRING) {
            const size_t first = i;
            const char *const constraint = strings_at(&i);
            if (!is(i + 1, "(")) {
                complain(i + 1, "error", "expected a \"(\"");
                return -1;
            }
            check_constraint(first, constraint, operand_behind(n, i), colons == 1);
            count++;
            i = closing(i + 1) + 1;
        } else if (colons == 3 && tokens[i].kind == STRING) {
            const size_t first = i;
            if (strcmp(strings_at(&i), "cc") == 0)
                complain(first, "error",
                         "The cc clobber constraint is not supported in device code");
            i++;
        } else if (colons > 0 && is(i, ",") && tokens[i + 1].kind != PUNCTUATION) {
            i++;
        } else if (colons > 0 && is(i, ",")) {
            i++;
            if (!is(i, "["))
                complain(i, "error",
                         colons == 3 ? "expected a register to clobber"
                                     : "expected an asm operand");
        } else {
            complain(i, "error", "expected a \")\"");
            return -1;
        }
    }
    return colons > 0 ? count : -1;
}

// %n of the code, which has so many operands: the compiler of the device's code stops at the first
// that is not there. It does not know names of operands.
static void check_numbers(size_t i, const char *code, int count) {
    static bool has_stopped;
    for (const char *c = code; !has_stopped && (c = strchr(c, '%')); c += c[1] == '%' ? 2 : 1) {
        const bool excess = isdigit((unsigned char)c[1]) && atoi(c + 1) >= count;
        has_stopped = excess || c[1] == '[';
        if (has_stopped)
            complain_late(i, "error",
                          excess ? "asm operand index requested is larger than the number of asm "
                                   "operands provided"
                                 : "symbolic operand reference not supported");
    }
}

void check_asm(const struct node *n, unsigned code, const struct declaration *in) {
    const size_t open = n->name;
    size_t last = open + 1;
    if (tokens[open + 1].kind != STRING)
        return;
    const char *const text_of = strings_at(&last);
    if (code & HOST) {
        if (is_emitted(in))
            check_host_instructions(n->first, open + 1);
        return;
    }
    if (is(open - 1, "goto"))
        return;
    const size_t before = errors;
    const int count = check_operands(n, last + 1);
    if (errors != before)
        return;
    check_instructions(open + 1, last);
    if (count > 0)
        check_numbers(n->first, text_of, count);
}
