// SPDX-License-Identifier: MIT
// The cost of one request of a warp. Measured on an H200, and the same on paper since Volta:
//
// - global memory: the sectors of 32 bytes that the lanes touch;
// - shared memory: 32 banks of 4 bytes; the most words of one bank that differ, of all lanes, or of
//   a half or a quarter of the warp at a time where they access 8 or 16 bytes each;
// - constant memory: the addresses that differ.
#include <stdlib.h>
#include <string.h>

#include "counts.h"

enum { SECTOR = 32, BANKS = 32, BANK_BYTES = 4 };

struct count *cuda_cpu_count_of(struct counter *c, unsigned site) {
    struct count *n = &c->counts[site];
    if (n->requests == 0 && n->lanes == 0 && n->diverged == 0 && !n->listed) {
        n->listed = true;
        c->dirty[c->dirty_count++] = (uint16_t)site;
    }
    return n;
}

// How many of the values differ; most: how often the commonest is there.
static unsigned distinct(const uintptr_t *value, unsigned count, unsigned *most) {
    uintptr_t seen[64];
    unsigned char times[64] = {0};
    unsigned different = 0, top = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned at = (unsigned)((value[i] * 0x9e3779b97f4a7c15u) >> 58);
        while (times[at] && seen[at] != value[i])
            at = (at + 1) % 64;
        different += times[at] == 0;
        seen[at] = value[i];
        times[at]++;
        top = times[at] > top ? times[at] : top;
    }
    *most = top;
    return different;
}

static unsigned sectors_of(const struct request *r, unsigned bytes) {
    uintptr_t sector[2 * WARP];
    unsigned count = 0, most, sorted = 1;
    bool rising = true;
    for (unsigned i = 0; i < r->lanes; i++) {
        uintptr_t first = r->address[i] / SECTOR, last = (r->address[i] + bytes - 1) / SECTOR;
        sector[count++] = first;
        if (last != first)
            sector[count++] = last;
    }
    for (unsigned i = 1; i < count; i++) {
        rising = rising && sector[i] >= sector[i - 1];
        sorted += sector[i] != sector[i - 1];
    }
    if (rising)
        return sorted;
    if (count <= WARP)
        return distinct(sector, count, &most);
    // some lanes lie across two sectors: only the host's unaligned structures do
    unsigned different = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned k = 0;
        while (k < i && sector[k] != sector[i])
            k++;
        different += k == i;
    }
    return different;
}

// Of lanes [first, last): the most words of a bank that differ.
static unsigned ways(const struct request *r, unsigned first, unsigned last, unsigned bytes) {
    uintptr_t words[BANKS][WARP];
    unsigned char count[BANKS] = {0};
    unsigned most = 0;
    for (unsigned i = first; i < last; i++)
        for (uintptr_t w = r->address[i] / BANK_BYTES;
             w <= (r->address[i] + bytes - 1) / BANK_BYTES; w++) {
            const unsigned bank = w % BANKS;
            unsigned k = 0;
            while (k < count[bank] && words[bank][k] != w)
                k++;
            if (k == count[bank] && k < WARP) {
                words[bank][count[bank]++] = w;
                most = count[bank] > most ? count[bank] : most;
            }
        }
    return most;
}

// Whether each lane and its partner, one lane or two lanes on, access the same, if both are there.
static bool paired(const struct request *r) {
    bool next[2] = {true, true};
    uintptr_t of[WARP] = {0};
    for (unsigned i = 0; i < r->lanes; i++)
        of[r->lane[i]] = r->address[i];
    for (unsigned i = 0; i < r->lanes; i++)
        for (unsigned k = 0; k < 2; k++) {
            const uintptr_t other = of[r->lane[i] ^ (k + 1)];
            next[k] = next[k] && (other == 0 || other == r->address[i]);
        }
    return next[0] || next[1];
}

// Accesses of 4 bytes a lane are served for a whole warp at once; of 8 bytes for a half, and of 16
// for a quarter of it at a time. Where lanes are paired, two of these go together (as ncu counts on
// an H200: tests/count/wide.cu).
unsigned cuda_cpu_wavefronts(const struct request *r, unsigned bytes) {
    unsigned group = bytes < 8 ? WARP : bytes < 16 ? WARP / 2 : WARP / 4, sum = 0;
    if (bytes >= 8 && paired(r))
        group *= 2;
    for (unsigned begin = 0, next; begin < r->lanes; begin = next) {
        const unsigned end = (r->lane[begin] / group + 1) * group;
        for (next = begin; next < r->lanes && r->lane[next] < end;)
            next++;
        sum += ways(r, begin, next, bytes);
    }
    return sum;
}

// ---- requests in order --------------------------------------------------------------------------

void cuda_cpu_shape(struct request *r) {
    enum { HALF = WARP / 2 };
    const uintptr_t *a = r->address, stride = a[1] - a[0];
    uintptr_t differ = 0;
    r->halves = false;
    if (r->lanes != WARP)
        return;
    for (unsigned i = 1; i < HALF; i++)
        differ |= (a[i] - a[i - 1] - stride) | (a[HALF + i] - a[HALF + i - 1] - stride);
    r->halves = differ == 0;
    r->stride = (int64_t)stride;
    r->gap = (int64_t)(a[HALF] - a[0]);
}

static bool is_row(const struct request *r) {
    return r->halves && r->gap == r->stride * (WARP / 2);
}

// What it costs follows from where it begins within 128 bytes, all banks and four sectors, if it is
// in halves; as a rule the one before was the same.
static unsigned cost_of(struct count *n, const struct request *r, unsigned bytes,
                        unsigned (*cost)(const struct request *, unsigned)) {
    const unsigned low = r->address[0] % (BANKS * BANK_BYTES);
    if (!r->halves)
        return cost(r, bytes);
    if (!n->last.cost || n->last.low != low || n->last.stride != r->stride ||
        n->last.gap != r->gap) {
        n->last.low = low, n->last.stride = r->stride, n->last.gap = r->gap;
        n->last.cost = cost(r, bytes);
    }
    return n->last.cost;
}

static unsigned addresses_of(const struct request *r, unsigned *most) {
    if (!is_row(r))
        return distinct(r->address, r->lanes, most);
    *most = r->stride ? 1 : WARP;
    return r->stride ? WARP : 1;
}

// The distance from lane to lane, where it is the same all along.
static void note_stride(struct count *n, const struct request *r) {
    if (r->lanes < 2 || (r->halves && !is_row(r)))
        return;
    const int64_t stride = (int64_t)(r->address[1] - r->address[0]) / (r->lane[1] - r->lane[0]);
    for (unsigned i = 2; i < r->lanes && !r->halves; i++)
        if ((int64_t)(r->address[i] - r->address[i - 1]) != stride * (r->lane[i] - r->lane[i - 1]))
            return;
    n->regular++;
    if (n->strides == 0)
        n->stride = stride;
    n->strides += n->stride == stride;
}

static void touch(const struct request *r, unsigned bytes, bool write) {
    bool row = !r->halves;
    for (unsigned i = 1; i < r->lanes && row; i++)
        row = r->address[i] == r->address[i - 1] + bytes;
    if (row || (is_row(r) && r->stride == bytes)) {
        cuda_cpu_touch(r->address[0], (size_t)r->lanes * bytes, write);
    } else if (r->halves && (r->stride == bytes || r->stride == 0)) {
        const size_t half = r->stride ? (size_t)bytes * (WARP / 2) : bytes;
        cuda_cpu_touch(r->address[0], half, write);
        if (r->gap)
            cuda_cpu_touch(r->address[WARP / 2], half, write);
    } else {
        for (unsigned i = 0; i < r->lanes; i++)
            cuda_cpu_touch(r->address[i], bytes, write);
    }
}

void cuda_cpu_charge(struct counter *c, const struct request *r) {
    const struct site *s = &cuda_cpu_sites[r->site];
    struct count *n = cuda_cpu_count_of(c, r->site);
    const unsigned bytes = s->bytes;
    unsigned most = 0, cost = 0;
    if (c->block == 0 && c->warp == 0)
        cuda_cpu_draw(c, r);
    n->requests++;
    n->lanes += r->lanes;
    n->bytes += (uint64_t)r->lanes * bytes;
    switch (s->space) {
    case GLOBAL:
        note_stride(n, r);
        cost = cost_of(n, r, bytes, sectors_of);
        n->sectors += cost;
        n->ideal += (r->lanes * bytes + SECTOR - 1) / SECTOR;
        n->misaligned += r->lanes == WARP && r->address[0] % SECTOR && cost == bytes + 1;
        touch(r, bytes, s->kind != READ);
        if (s->kind == ATOMIC) {
            addresses_of(r, &most);
            touch(r, bytes, false);
        }
        break;
    case SHARED:
        note_stride(n, r);
        cost = cost_of(n, r, bytes, cuda_cpu_wavefronts);
        n->wavefronts += cost;
        most = (r->lanes * bytes + 127) / 128; // broadcast, it may be less
        n->ideal_wavefronts += most < cost ? most : cost;
        most = cost;
        if (s->kind == ATOMIC)
            addresses_of(r, &most);
        break;
    case CONSTANT: { // 16 bytes are two loads of 8: there is none longer
        const unsigned loads = bytes > 8 ? 2 : 1;
        n->requests += loads - 1;
        n->lanes += (uint64_t)(loads - 1) * r->lanes;
        cost = addresses_of(r, &most);
        n->addresses += (uint64_t)loads * cost;
        break;
    }
    case TEXTURE:
        cost = cost_of(n, r, bytes ? bytes : 1, sectors_of);
        n->sectors += cost;
        n->addresses += addresses_of(r, &most);
        touch(r, bytes, false);
        most = 0;
        break;
    default:
        break;
    }
    n->most = most > n->most ? most : n->most;
    if (cuda_cpu_detailed)
        cuda_cpu_sample_request(c, r, s->kind == ATOMIC ? most : cost);
}

void cuda_cpu_add_count(struct count *sum, const struct count *more) {
    const bool known = sum->strides > 0;
    sum->requests += more->requests;
    sum->lanes += more->lanes;
    sum->sectors += more->sectors;
    sum->ideal += more->ideal;
    sum->wavefronts += more->wavefronts;
    sum->ideal_wavefronts += more->ideal_wavefronts;
    sum->addresses += more->addresses;
    sum->most = more->most > sum->most ? more->most : sum->most;
    sum->diverged += more->diverged;
    sum->bytes += more->bytes;
    sum->merged_requests += more->merged_requests;
    sum->merged_wavefronts += more->merged_wavefronts;
    sum->merges |= more->merges;
    sum->leader = more->leader ? more->leader : sum->leader;
    sum->stride = known ? sum->stride : more->stride;
    sum->strides += sum->stride == more->stride ? more->strides : 0;
    sum->regular += more->regular;
    sum->misaligned += more->misaligned;
}
