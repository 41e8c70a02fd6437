// SPDX-License-Identifier: MIT
// Assembly of device code that is none of a GPU's: instructions that PTX does not have, operands
// that it has no registers for.
#include <ctype.h>
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
            complain(i, "error", "PTX has no instruction \"%s\"", word);
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

// The constraint in the string at token i, of registers for integers and floats, and of constants;
// its operand, or NULL: it is another's.
static void check_constraint(size_t i, const struct node *operand) {
    const char *letter = source + tokens[i].start + 1;
    while (strchr("=+&", *letter))
        letter++;
    if (!strchr("hrlqfdnC\"", *letter))
        complain(
            i, "error",
            "asm constraint letter '%c' is not allowed inside a __device__/__global__ function",
            *letter);
    bool floating;
    const unsigned wanted = bytes_of_constraint(*letter, &floating);
    while (operand && operand->kind == COMMA && !operand->child->next)
        operand = operand->child;
    if (!operand || !wanted)
        return;
    const struct type *const type = operand->type;
    const unsigned bytes = type->shape == POINTER ? 8 : type->bytes;
    if (type->shape == OBJECT && (flags(type->name) & USERS))
        complain(i, "error", "an asm operand must have scalar type");
    else if (bytes > 0 &&
             (bytes != wanted || (type->shape == NUMBER_TYPE && type->floating != floating)))
        complain(i, "error",
                 "asm operand type size(%u) does not match type/size implied by constraint '%c'",
                 bytes, *letter);
}

// The operand in the parentheses behind token i.
static const struct node *operand_behind(const struct node *n, size_t i) {
    const struct node *c = n->child;
    while (c && c->first != i + 2)
        c = c->next;
    return c;
}

void check_asm(const struct node *n, unsigned code, const struct declaration *in) {
    const size_t open = n->name, close = closing(open);
    size_t last = open + 1;
    if (tokens[open + 1].kind != STRING)
        return;
    while (tokens[last + 1].kind == STRING)
        last++;
    if (code & HOST) {
        if (is_emitted(in))
            check_host_instructions(n->first, open + 1);
        return;
    }
    const size_t before = errors;
    unsigned colons = 0;
    for (size_t t = last + 1; t < close; t++) {
        if (nesting(t) > 0)
            t = closing(t);
        colons += is(t, ":");
        colons += is(t, "::") ? 2 : 0;
        if (tokens[t].kind == STRING && colons < 3)
            check_constraint(t, operand_behind(n, t));
    }
    if (errors == before)
        check_instructions(open + 1, last);
}
