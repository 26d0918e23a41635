/*
 * Memory functions for short strings: up to 128 bytes take no loop.
 *
 * All loads of a short move come before its stores, so that the two places may overlap. Pairs of loads overlap each
 * other: 17 to 32 bytes are the first 16 and the last 16.
 */
#include <stddef.h>
#include <stdint.h>

/* The tests compile the functions under other names, to compare them with those of the C library. */
#ifndef NAME
#define NAME(name) name
#endif

typedef uint16_t b2 __attribute__((may_alias, aligned(1)));
typedef uint32_t b4 __attribute__((may_alias, aligned(1)));
typedef uint64_t b8 __attribute__((may_alias, aligned(1)));
typedef uint64_t b16 __attribute__((vector_size(16), may_alias, aligned(1)));

#define AT(type, place) (*(type *)(place))
#define OF(type, place) (*(const type *)(place))

/* From this size on, the processor's own instruction for strings is faster than a loop. */
enum { LONG = 3072 };

/* Moves more than 128 bytes. */
static __attribute__((noinline)) void move_many(char *to, const char *from, size_t size)
{
#ifdef __x86_64__
    if (size >= LONG && (size_t)(to - from) >= size && (size_t)(from - to) >= size) {
        __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
        return;
    }
#endif
    if ((size_t)(to - from) >= size) {
        /* Forward: no store reaches bytes that are still to be loaded. */
        char *end = to + size - 64;
        b16 head = OF(b16, from);
        b16 a = OF(b16, from + size - 64), b = OF(b16, from + size - 48);
        b16 c = OF(b16, from + size - 32), d = OF(b16, from + size - 16);
        size_t skipped = 16 - ((uintptr_t)to & 15);
        char *at = to + skipped;
        from += skipped;
        while (at < end) {
            b16 e = OF(b16, from), f = OF(b16, from + 16), g = OF(b16, from + 32), h = OF(b16, from + 48);
            AT(b16, at) = e;
            AT(b16, at + 16) = f;
            AT(b16, at + 32) = g;
            AT(b16, at + 48) = h;
            at += 64;
            from += 64;
        }
        AT(b16, end) = a;
        AT(b16, end + 16) = b;
        AT(b16, end + 32) = c;
        AT(b16, end + 48) = d;
        AT(b16, to) = head;
    } else {
        b16 a = OF(b16, from), b = OF(b16, from + 16), c = OF(b16, from + 32), d = OF(b16, from + 48);
        b16 tail = OF(b16, from + size - 16);
        size_t left = size - ((uintptr_t)(to + size) & 15);
        while (left > 64) {
            left -= 64;
            b16 e = OF(b16, from + left), f = OF(b16, from + left + 16);
            b16 g = OF(b16, from + left + 32), h = OF(b16, from + left + 48);
            AT(b16, to + left) = e;
            AT(b16, to + left + 16) = f;
            AT(b16, to + left + 32) = g;
            AT(b16, to + left + 48) = h;
        }
        AT(b16, to) = a;
        AT(b16, to + 16) = b;
        AT(b16, to + 32) = c;
        AT(b16, to + 48) = d;
        AT(b16, to + size - 16) = tail;
    }
}

static inline __attribute__((always_inline)) void *move(void *target, const void *source, size_t size)
{
    char *to = target;
    const char *from = source;
    if (size <= 16) {
        if (size >= 8) {
            b8 a = OF(b8, from), b = OF(b8, from + size - 8);
            AT(b8, to) = a;
            AT(b8, to + size - 8) = b;
        } else if (size >= 4) {
            b4 a = OF(b4, from), b = OF(b4, from + size - 4);
            AT(b4, to) = a;
            AT(b4, to + size - 4) = b;
        } else if (size >= 2) {
            b2 a = OF(b2, from), b = OF(b2, from + size - 2);
            AT(b2, to) = a;
            AT(b2, to + size - 2) = b;
        } else if (size) {
            *to = *from;
        }
    } else if (size <= 32) {
        b16 a = OF(b16, from), b = OF(b16, from + size - 16);
        AT(b16, to) = a;
        AT(b16, to + size - 16) = b;
    } else if (size <= 64) {
        b16 a = OF(b16, from), b = OF(b16, from + 16);
        b16 c = OF(b16, from + size - 32), d = OF(b16, from + size - 16);
        AT(b16, to) = a;
        AT(b16, to + 16) = b;
        AT(b16, to + size - 32) = c;
        AT(b16, to + size - 16) = d;
    } else if (size <= 128) {
        b16 a = OF(b16, from), b = OF(b16, from + 16), c = OF(b16, from + 32), d = OF(b16, from + 48);
        b16 e = OF(b16, from + size - 64), f = OF(b16, from + size - 48);
        b16 g = OF(b16, from + size - 32), h = OF(b16, from + size - 16);
        AT(b16, to) = a;
        AT(b16, to + 16) = b;
        AT(b16, to + 32) = c;
        AT(b16, to + 48) = d;
        AT(b16, to + size - 64) = e;
        AT(b16, to + size - 48) = f;
        AT(b16, to + size - 32) = g;
        AT(b16, to + size - 16) = h;
    } else {
        move_many(to, from, size);
    }
    return target;
}

void *NAME(memmove)(void *target, const void *source, size_t size)
{
    return move(target, source, size);
}

/* On ARM musl has ARM's own functions for these two. */
#ifndef __aarch64__
void *NAME(memcpy)(void *restrict target, const void *restrict source, size_t size)
{
    return move(target, source, size);
}

void *NAME(memset)(void *target, int byte, size_t size)
{
    char *to = target;
    uint64_t eight = 0x0101010101010101u * (unsigned char)byte;
    b16 all = {eight, eight};
    if (size <= 16) {
        if (size >= 8) {
            AT(b8, to) = eight;
            AT(b8, to + size - 8) = eight;
        } else if (size >= 4) {
            AT(b4, to) = (uint32_t)eight;
            AT(b4, to + size - 4) = (uint32_t)eight;
        } else if (size >= 2) {
            AT(b2, to) = (uint16_t)eight;
            AT(b2, to + size - 2) = (uint16_t)eight;
        } else if (size) {
            *to = (char)byte;
        }
        return target;
    }
    AT(b16, to) = all;
    AT(b16, to + size - 16) = all;
    if (size <= 32)
        return target;
#ifdef __x86_64__
    if (size >= LONG) {
        __asm__ volatile("rep stosb" : "+D"(to), "+c"(size) : "a"(byte) : "memory");
        return target;
    }
#endif
    for (char *at = to + 16 - ((uintptr_t)to & 15), *end = to + size - 16; at < end; at += 16)
        AT(b16, at) = all;
    return target;
}
#endif

/* Returns the order of two numbers that were loaded from memory: their first byte counts most. */
static inline int order(uint64_t left, uint64_t right)
{
    left = __builtin_bswap64(left);
    right = __builtin_bswap64(right);
    return left < right ? -1 : left > right;
}

static inline __attribute__((always_inline)) int compare(const void *left, const void *right, size_t size)
{
    const char *a = left, *b = right;
    if (size < 8) {
        uint64_t x = 0, y = 0;
        if (size >= 4) {
            x = OF(b4, a) | (uint64_t)OF(b4, a + size - 4) << 32;
            y = OF(b4, b) | (uint64_t)OF(b4, b + size - 4) << 32;
        } else {
            for (size_t i = 0; i < size; i++) {
                x |= (uint64_t)(unsigned char)a[i] << 8 * i;
                y |= (uint64_t)(unsigned char)b[i] << 8 * i;
            }
        }
        return order(x, y);
    }
    size_t at = 0;
    while (size - at > 32) {
        b16 x = OF(b16, a + at) ^ OF(b16, b + at), y = OF(b16, a + at + 16) ^ OF(b16, b + at + 16);
        x |= y;
        if (x[0] | x[1])
            break;
        at += 32;
    }
    for (; size - at > 8; at += 8) {
        b8 x = OF(b8, a + at), y = OF(b8, b + at);
        if (x != y)
            return order(x, y);
    }
    return order(OF(b8, a + size - 8), OF(b8, b + size - 8));
}

int NAME(memcmp)(const void *left, const void *right, size_t size)
{
    return compare(left, right, size);
}

int NAME(bcmp)(const void *left, const void *right, size_t size)
{
    return compare(left, right, size);
}
