// SPDX-License-Identifier: MIT
// The PTX instructions that published code has in its asm statements, a row each, and what they are
// in C++: a call of a function in include/cuda_cpu/ptx.h. Any other is refused.
#include "ptx.h"
#include "rewrite.h"

#define WHOLE "u16 u32 u64 s16 s32 s64"
#define LONGER "u32 u64 s32 s64"
#define BITS "b16 b32 b64"
#define FLOATS "f32 f64"
#define ROUNDED "rn rz rm rp ftz"
#define LEVELS                                                                                     \
    "L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last "                         \
    "L1::no_allocate L2::64B L2::128B L2::256B"
#define PLACES                                                                                     \
    "weak global local const shared shared::cta ca cg cs cv lu wb wt nc cta cluster gpu sys "
#define ATOMIC "global shared shared::cta relaxed acquire release acq_rel cta cluster gpu sys"
#define COPIES "ca cg shared global L2::64B L2::128B L2::256B"
#define WAYS "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan"
#define COMPARED WHOLE " " BITS " " FLOATS

const struct ptx_row ptx_rows[] = {
    // whole numbers
    {"add sub", "", WHOLE, "dvv", ":$W($1, $2)"},
    {"add sub.sat", "", "s32", "dvv", ":$W_sat($1, $2)"},
    {"mul.lo hi", "", WHOLE, "dvv", ":mul_$W($1, $2)"},
    {"mul.wide", "", "u16 u32 s16 s32", "dvv", ":mul_wide($1, $2)"},
    {"mad.lo hi", "", WHOLE, "dvvv", ":add(:mul_$W($1, $2), $3)"},
    {"mad.wide", "", "u16 u32 s16 s32", "dvvr", ":add(:mul_wide($1, $2), :get<:doubled<$T>>($3))"},
    {"mul24.lo hi", "", "u32 s32", "dvv", ":mul24_$W($1, $2)"},
    {"mad24.lo hi", "", "u32 s32", "dvvv", ":add(:mul24_$W($1, $2), $3)"},
    {"sad", "", WHOLE, "dvvv", ":sad($1, $2, $3)"},
    {"div rem", "", WHOLE, "dvv", ":$W($1, $2)"},
    {"abs", "", "s16 s32 s64", "dv", ":abs_of($1)"},
    {"neg", "", "s16 s32 s64", "dv", ":sub(($T)0, $1)"},
    {"min max", "", WHOLE, "dvv", ":$W_of($1, $2)"},
    // with a carry
    {"add sub.cc", "", LONGER, "dvv", ":$W_carry<false, true>($1, $2)"},
    {"addc", "cc", LONGER, "dvv", ":add_carry<true, $C>($1, $2)"},
    {"subc", "cc", LONGER, "dvv", ":sub_carry<true, $C>($1, $2)"},
    {"mad.lo hi.cc", "", LONGER, "dvvv", ":add_carry<false, true>(:mul_$W($1, $2), $3)"},
    {"madc.lo hi", "cc", LONGER, "dvvv", ":add_carry<true, $C>(:mul_$W($1, $2), $3)"},
    // bits
    {"and", "", BITS, "dvv", "($1 & $2)"},
    {"or", "", BITS, "dvv", "($1 | $2)"},
    {"xor", "", BITS, "dvv", "($1 ^ $2)"},
    {"not", "", BITS, "dv", "~$1"},
    {"cnot", "", BITS, "dv", "($1 == 0)"},
    {"and or xor", "", "pred", "dpp", "($1 $W $2)"},
    {"not", "", "pred", "dp", "!$1"},
    {"shl", "", BITS, "dvb", ":shl($1, $2)"},
    {"shr", "", WHOLE " " BITS, "dvb", ":shr($1, $2)"},
    {"shf.l r.wrap", "", "b32", "dvvb", "::__funnelshift_$W($1, $2, $3)"},
    {"shf.l r.clamp", "", "b32", "dvvb", "::__funnelshift_$Wc($1, $2, $3)"},
    {"popc clz brev", "", "b32 b64", "dv", ":$W($1)"},
    {"bfind", "", LONGER, "dv", ":bfind($1)"},
    {"bfind.shiftamt", "", LONGER, "dv", ":bfind($1, true)"},
    {"bfe", "", LONGER, "dvbb", ":bfe($1, $2, $3)"},
    {"bfi", "", "b32 b64", "dvvbb", ":bfi($1, $2, $3, $4)"},
    {"fns", "", "b32", "dvvb", "::__fns($1, $2, (int)$3)"},
    {"lop3", "", "b32", "dvvvb", ":lop3($1, $2, $3, $4)"},
    {"prmt", "", "b32", "dvvv", ":prmt($1, $2, $3)"},
    {"prmt.b32.f4e b4e rc8 ecl ecr rc16", "", "", "dbbb", ":prmt_$W($1, $2, $3)"},
    {"vabsdiff4.u32.u32.u32.add", "", "", "dbbb", "(::__vsadu4($1, $2) + $3)"},
    {"dp4a.u32 s32.u32 s32", "", "", "dbbb", ":dp4a<:byte_$V, :byte_$W>($1, $2, $3)"},
    {"dp2a.lo.u32.u32", "", "", "dbbb", ":dp2a<:u16, :u8>($1, $2, $3)"},
    {"dp2a.lo.s32.s32", "", "", "dbbb", ":dp2a<:s16, :s8>($1, $2, $3)"},
    {"dp2a.hi.u32.u32", "", "", "dbbb", ":dp2a<:u16, :u8>($1, $2 >> 16, $3)"},
    {"dp2a.hi.s32.s32", "", "", "dbbb", ":dp2a<:s16, :s8>($1, $2 >> 16, $3)"},
    // floats
    {"add sub mul", ROUNDED, FLOATS, "dvv", ":$W_$R($1, $2)"},
    {"add sub mul.sat", ROUNDED, FLOATS, "dvv", ":saturate(:$W_$R($1, $2))"},
    {"fma mad", ROUNDED, FLOATS, "dvvv", ":fma_$R($1, $2, $3)"},
    {"fma mad.sat", ROUNDED, FLOATS, "dvvv", ":saturate(:fma_$R($1, $2, $3))"},
    {"div", ROUNDED " approx full", FLOATS, "dvv", ":div_$R($1, $2)"},
    {"rcp sqrt", ROUNDED " approx", FLOATS, "dv", ":$W_$R($1)"},
    {"rsqrt.approx", "ftz", FLOATS, "dv", ":rsqrt_of($1)"},
    {"sin cos tanh.approx", "ftz", "f32", "dv", "::$Wf($1)"},
    {"lg2.approx", "ftz", "f32", "dv", "::log2f($1)"},
    {"ex2.approx", "ftz", "f32", "dv", "::exp2f($1)"},
    {"abs", "ftz", "f32", "dv", "::fabsf($1)"},
    {"abs", "", "f64", "dv", "::fabs($1)"},
    {"neg", "ftz", FLOATS, "dv", "-$1"},
    {"min max", "ftz", FLOATS, "dvv", ":f$W_of($1, $2)"},
    {"copysign", "", "f32", "dvv", "::copysignf($2, $1)"},
    {"copysign", "", "f64", "dvv", "::copysign($2, $1)"},
    // conversions; several registers as one, and one as several
    {"mov", "", "pred", "dp", "$1"},
    {"mov", "", PTX_TYPES, "dv", "$1"},
    {"mov", "", BITS, "dl", ":pack<$T>($1)"},
    {"mov", "", BITS, "lv", ":unpack($2, $1)"},
    {"cvt." PTX_TYPES, ROUNDED " rni rzi rmi rpi sat", PTX_TYPES, "dv",
     ":convert<:$W, $S>($1, :$R)"},
    {"cvt.f16", "rn sat ftz", FLOATS, "dv", ":convert<:f16, $S>($1, :rn)"},
    {"cvt." FLOATS, "sat ftz", "f16", "dv", ":convert<:$W, $S>($1, :rn)"},
    // comparisons and choice
    {"setp." WAYS, "ftz", COMPARED, "PPvv", ":set_both($1, $2, :$W($3, $4), !:$W($3, $4))"},
    {"setp." WAYS ".and or xor", "ftz", COMPARED, "PPvvp",
     ":set_both($1, $2, :$V($3, $4) $W $5, !:$V($3, $4) $W $5)"},
    {"selp", "", COMPARED, "dvvp", "($3 ? $1 : $2)"},
    {"bra", "uni", "", "j", "goto $1"},
    // addresses and memory
    {"cvta", "to global local const", "u32 u64", "dv", "$1"},
    {"cvta.shared", "", "u32 u64", "dr", ":shared_address($1)"},
    {"cvta.to.shared", "", "u32 u64", "dv", "::__cvta_generic_to_shared((const void *)(size_t)$1)"},
    {"isspacep.global shared local", "", "", "dr", "(::__is$A((const void *)(size_t)$1) != 0)"},
    {"prefetch", "global L1 L2", "", "a", "(void)$1"},
    {"prefetchu", "L1", "", "a", "(void)$1"},
    {"ld", PLACES LEVELS, PTX_TYPES, "da", ":load<$T>($1)"},
    {"ld.volatile", PLACES LEVELS, PTX_TYPES, "da", ":load_volatile<$T>($1)"},
    {"ld.relaxed acquire", PLACES LEVELS, PTX_TYPES, "da", ":load_atomic<$T>($1)"},
    {"ld.v2 v4", PLACES LEVELS, PTX_TYPES, "la", ":load_all<$T>($2, $1)"},
    {"st", PLACES LEVELS, PTX_TYPES, "av", ":store($1, $2)"},
    {"st.volatile", PLACES LEVELS, PTX_TYPES, "av", ":store_volatile($1, $2)"},
    {"st.relaxed release", PLACES LEVELS, PTX_TYPES, "av", ":store_atomic($1, $2)"},
    {"st.v2 v4", PLACES LEVELS, PTX_TYPES, "al", ":store_all<$T>($1, $2)"},
    {"atom.add", ATOMIC, "u32 s32 u64 f32 f64", "dav", "::atomicAdd$B(($T *)$1, $2)"},
    {"atom.min max", ATOMIC, LONGER, "dav", "::atomic$A$B(($T *)$1, $2)"},
    {"atom.and or xor exch", ATOMIC, "b32 b64", "dav", "::atomic$A$B(($T *)$1, $2)"},
    {"atom.cas", ATOMIC, BITS, "davv", "::atomicCAS$B(($T *)$1, $2, $3)"},
    {"atom.inc dec", ATOMIC, "u32", "dav", "::atomic$A$B(($T *)$1, $2)"},
    // copies to shared memory that go on beside the program
    {"cp.async", COPIES, "", "agb", "::cuda_cpu::copy_async((void *)$1, (const void *)$2, $3)"},
    {"cp.async", COPIES, "", "agbb",
     "::cuda_cpu::copy_async((void *)$1, (const void *)$2, $3, $3 - $4)"},
    {"cp.async.commit_group", "", "", "", "::cuda_cpu::commit_async()"},
    {"cp.async.wait_group", "", "", "b", "::cuda_cpu::wait_async($1)"},
    {"cp.async.wait_all", "", "", "", "::cuda_cpu::wait_all_async()"},
    // the threads of a block
    {"bar barrier.sync", "cta aligned", "", "r", "::__syncthreads()"},
    {"bar.red.popc", "", "u32", "drp", "(unsigned)::__syncthreads_count($2)"},
    {"bar.red.and or", "", "pred", "drp", "(::__syncthreads_$W($2) != 0)"},
    {"membar.cta gl sys", "", "", "", "::__threadfence$B()"},
    {"fence.cta gpu sys", "acq_rel sc", "", "", "::__threadfence$B()"},
    {"nanosleep", "", "u32", "v", "::__nanosleep($1)"},
    {"trap", "", "", "", "::__trap()"},
    {"brkpt", "", "", "", "::__brkpt()"},
    // the lanes of a warp
    {"bar.warp.sync", "", "", "b", "::__syncwarp($1)"},
    {"activemask", "", "b32", "d", "::__activemask()"},
    {"vote.sync.all any", "", "pred", "dpb", "(::__$W_sync($2, $1) != 0)"},
    {"vote.sync.ballot", "", "b32", "dpb", "::__ballot_sync($2, $1)"},
    {"match.any.sync", "", "b32 b64", "dvb", "::__match_any_sync($2, $1)"},
    {"match.all.sync", "", "b32 b64", "dPvb", ":match_all($3, $2, $1)"},
    {"shfl.sync.up down bfly idx", "", "b32", "dPvbbb", ":shfl<:$W>($2, $3, $4, $5, $1)"},
    {"redux.sync.add min max", "", "u32 s32", "dvb", "::__reduce_$W_sync($2, $1)"},
    {"redux.sync.and or xor", "", "b32", "dvb", "::__reduce_$W_sync($2, $1)"},
    {NULL, NULL, NULL, NULL, NULL},
};

char *ptx_special_register(const char *name) {
    static const char *const registers[][2] = {
        {"%tid", "threadIdx"},
        {"%ntid", "blockDim"},
        {"%ctaid", "blockIdx"},
        {"%nctaid", "gridDim"},
        {"%laneid", "::cuda_cpu::lane_id()"},
        {"%warpid", "(::cuda_cpu::thread_rank() / 32)"},
        {"%nwarpid", "64u"},
        {"%smid", "::cuda_cpu_core()"},
        {"%clock", "(unsigned)clock64()"},
        {"%clock_hi", "(unsigned)(clock64() >> 32)"},
        {"%clock64", "(unsigned long long)clock64()"},
        {"%globaltimer", "::cuda_cpu::nanoseconds()"},
        {"%globaltimer_lo", "(unsigned)::cuda_cpu::nanoseconds()"},
        {"%globaltimer_hi", "(unsigned)(::cuda_cpu::nanoseconds() >> 32)"},
        {"%lanemask_eq", "(1u << ::cuda_cpu::lane_id())"},
        {"%lanemask_lt", "((1u << ::cuda_cpu::lane_id()) - 1)"},
        {"%lanemask_le", "((2u << ::cuda_cpu::lane_id()) - 1)"},
        {"%lanemask_gt", "(0u - (2u << ::cuda_cpu::lane_id()))"},
        {"%lanemask_ge", "(0u - (1u << ::cuda_cpu::lane_id()))"},
        {"WARP_SZ", "32"},
    };
    const size_t n = strcspn(name, "."); // %tid.x
    for (size_t k = 0; k < sizeof registers / sizeof *registers; k++)
        if (strlen(registers[k][0]) == n && memcmp(name, registers[k][0], n) == 0)
            return text("%s%s", registers[k][1], name + n);
    return NULL;
}
