// SPDX-License-Identifier: MIT
// Warp functions: where all lanes come to the same one, and where some of them come to it at
// another line.
#include "kernel.h"

#include <string.h>

// A warp function of v, of all lanes or of those that the block has.
static const char *ask_warp(const char *mask, const char *own) {
    switch (below(8)) {
    case 0: return say("__shfl_sync(%s, v%s, 0)", mask, own);
    case 1: return say("__shfl_xor_sync(%s, v%s, %u)", mask, own, below(32));
    case 2: return say("__ballot_sync(%s, v%s & 1u)", mask, own);
    case 3: return say("(unsigned)__any_sync(%s, v%s > 3u)", mask, own);
    case 4: return say("(unsigned)__all_sync(%s, v%s & 6u)", mask, own);
    case 5: return say("__reduce_max_sync(%s, v%s)", mask, own);
    default: return say("__shfl_down_sync(%s, v%s, %u)", mask, own, below(33));
    }
}

// The same of a tile, g.
static const char *ask_tile(const char *own) {
    static const char *const members[] = {"shfl", "shfl_up", "shfl_down", "shfl_xor"};
    static const char *const votes[] = {"ballot(v%s & 1u)", "any(v%s > 3u)", "all(v%s & 6u)"};
    static const char *const operations[] = {"plus", "less", "greater", "bit_xor"};
    switch (below(4)) {
    case 0: return say(say("(unsigned)g%s.%s", own, votes[below(3)]), own);
    case 1:
        return say("cooperative_groups::reduce(g%s, v%s, cooperative_groups::%s<unsigned>())", own, own,
                   operations[below(4)]);
    default: return say("g%s.%s(v%s, %u)", own, members[below(4)], own, below(34));
    }
}

// Warp functions: in the kernel itself, in a function, several in a statement, as a condition,
// under one that whole warps or tiles agree on.
void meet_lanes(void) {
    char *own = unique();
    const char *e = expression(false, 1), *mask = kernel.plain || chance(70) ? "0xffffffffu" : say("w%s", own);
    const unsigned size = chance(40) ? 1u << (1 + below(5)) : 0;
    if (*mask == 'w') line(say("const unsigned %s = nt - t / 32u * 32u >= 32u ? ~0u : (1u << nt %% 32u) - 1u;", mask));
    if (size)
        line(say("%s g%s = cooperative_groups::tiled_partition<%u>(cooperative_groups::this_thread_block());",
                 chance(50) ? "auto" : say("cooperative_groups::thread_block_tile<%u>", size), own, size));
    const char *call = size ? ask_tile(own) : ask_warp(mask, own), *other = size ? ask_tile(own) : ask_warp(mask, own);
    if ((size || *mask == '0') && chance(40)) {
        put(&kernel.outside,
            "%s__device__ unsigned lanes%s(%sunsigned v%s) {\n%s    for (unsigned turn = 0; turn < 2u; turn++)\n"
            "        v%s += %s;\n    return v%s * 3u;\n}\n",
            size ? "template <class G> " : "", own, size ? say(chance(50) ? "const G &g%s, " : "G g%s, ", own) : "",
            own,
            chance(30) ? say("    if ((blockDim.x & 3u) == 1u)\n"
                             "        return v%s + 1u;\n",
                             own)
                       : "",
            own, call, own);
        call = say("lanes%s(%sv%s)", own, size ? say("g%s, ", own) : "", own);
    } else if (chance(30)) {
        call = say("(%s %s %s)", call, chance(50) ? "+" : "^", other);
    }
    line(say("unsigned v%s = %s;", own, e));
    static const char *const conditions[] = {"t / 32u == 1u", "t < 64u", "t / 32u %% 2u == 0u"};
    const char *const where = size && chance(50) ? say("t / %uu %%%% 3u != 1u", size) : conditions[below(3)];
    if (size && chance(20)) line(say("g%s.sync();", own));
    switch (below(6)) {
    case 0:
    case 1: line(say(say("if (%s) v%%s = %%s;", where), own, call)); break;
    case 2: line(say(say("if (%s) v%%s += %%s; else v%%s -= %%s + 1u;", where), own, call, own, other)); break;
    case 3:
        if (*call != 'l') { // no function
            line(say("if ((%s) %% 3u == 1u) v%s += 5u; else v%s ^= t;", call, own, own));
            break;
        }
        __attribute__((fallthrough));
    default: line(say("v%s %s %s;", own, chance(50) ? "=" : "+=", call));
    }
    if (*mask == '0' && !size && chance(15))
        line(say("for (unsigned r = 0; __any_sync(%s, r < (v%s & 3u)); r++) v%s += %s;", mask, own, own, other));
    kernel.variables[kernel.variable_count++] = (struct variable){&objects[0], say("v%s", own), own, false, 0};
}

// A call that asks for v of its own: the same, of another value.
static const char *ask_of(const char *call, const char *own, const char *value) {
    struct text text = {0};
    const char *const name = say("v%s", own), *at;
    put(&text, "%s", "");
    for (; (at = strstr(call, name)); call = at + strlen(name)) put(&text, "%.*s%s", (int)(at - call), call, value);
    put(&text, "%s", call);
    return keep(text.start);
}

// A warp function to which lanes come at different lines, as they may since Volta: each comes to
// one of the calls, whatever its condition says. It is the same function in all, of other values.
void meet_at_lines(void) {
    static const char *const conditions[] = {"t % 32u < 16u", "t & 1u", "t / 32u == 0u", "t < 40u", "in[u & 63u] & 1u"};
    // $x asks for a, $b for b; $v is the tile, lanes a function that asks, lines one with two calls
    static const char *const forms[] = {
        "if (c$u) v$u = $x; else v$u = $b;",
        "if (c$u) v$u = $x; if (!c$u) v$u ^= $b;",
        "v$u = c$u ? $x : $b;",
        "if (c$u) { if (a$u & 2u) v$u = $x; else v$u = $b; } else v$u += $x;",
        "switch (a$u % 3u) { case 0: v$u = $x; break; case 1: v$u = $b; break; default: v$u ^= $x; }",
        "for (unsigned r$u = t % 3u; r$u < t % 3u + 2u; r$u++) v$u += $x;",
        "v$u = (c$u && $x > 3u) || (!c$u && $b > 5u);",
        "for (;;) { if (c$u) { v$u = $x; break; } v$u = $b; break; }",
        "for (int r$u = 0; r$u < 2; r$u++) { if (c$u) { v$u += $x; continue; } v$u ^= $b; }",
        "for (unsigned r$u = 0; __any_sync(0xffffffffu, r$u < (a$u & 3u)); r$u++) v$u += c$u ? $x : $b;",
        "if (c$u) goto l$u; v$u = $b; if (!c$u) goto m$u; l$u: v$u = $x; m$u:;",
        "v$u = c$u ? lanes$u($va$u) : lanes$u($vb$u) * 3u;",
        "if (c$u) v$u = lanes$u($va$u); else { g[u]++; v$u ^= lanes$u($vb$u); }",
        "v$u = lines$u($va$u, c$u);",
        "if (c$u) v$u = lines$u($va$u, b$u & 1u); else v$u = lines$u($vb$u, a$u & 1u);",
    };
    char *own = unique();
    const unsigned size = chance(35) ? 1u << (1 + below(5)) : 0;
    const char *const call = size ? ask_tile(own) : ask_warp("0xffffffffu", own);
    const char *const form = forms[below(sizeof forms / sizeof *forms)];
    line(
        say("unsigned v%s = %s, a%s = v%s, b%s = %s;", own, expression(false, 1), own, own, own, expression(false, 1)));
    line(say("const bool c%s = %s;", own,
             chance(60) ? conditions[below(sizeof conditions / sizeof *conditions)] : condition(false)));
    if (size)
        line(say("auto g%s = cooperative_groups::tiled_partition<%u>(cooperative_groups::this_thread_block());", own,
                 size));
    const char *const group = size ? say("g%s, ", own) : "";
    const struct blanks blanks = {ask_of(call, own, say("b%s", own)), own, group, ask_of(call, own, say("a%s", own)),
                                  false};
    if (strstr(form, "lanes") || strstr(form, "lines"))
        put(&kernel.outside,
            "%s__device__ %sunsigned lanes%s(%sunsigned v%s) { return %s + 1u; }\n"
            "%s__device__ unsigned lines%s(%sunsigned v%s, bool c) {\n"
            "    if (c)\n        return %s;\n    v%s += 3u;\n    return %s;\n}\n",
            size ? "template <class G> " : "", chance(30) ? "__noinline__ " : "", own,
            size ? say("const G &g%s, ", own) : "", own, call, size ? "template <class G> " : "", own,
            size ? say("G g%s, ", own) : "", own, call, own, call);
    line(fill(form, &blanks));
    kernel.variables[kernel.variable_count++] = (struct variable){&objects[0], say("v%s", own), own, false, 0};
}
