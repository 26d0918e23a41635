/* Compares the functions of memory.c with those of the C library, over sizes, places and overlaps. */
#include <stdio.h>
#include <string.h>

#define NAME(name) ours_##name
#include "../../src/memory.c"

enum { ROOM = 12288, NEAR = 1024, MOST = 400 };

static unsigned char ours[ROOM], theirs[ROOM], first[ROOM];

/* How much of the room a round uses. */
static int room = NEAR;

static int fail(const char *what, int size, int from, int to)
{
    printf("%s: %d bytes from %d to %d\n", what, size, from, to);
    return 1;
}

static void fill(void)
{
    unsigned state = 1;
    for (int i = 0; i < ROOM; i++) {
        state = state * 1103515245u + 12345u;
        first[i] = (unsigned char)(state >> 16);
    }
}

static int moved(int size, int from, int to)
{
    memcpy(ours, first, (size_t)room);
    memcpy(theirs, first, (size_t)room);
    memmove(theirs + to, theirs + from, (size_t)size);
    if (ours_memmove(ours + to, ours + from, (size_t)size) != ours + to || memcmp(ours, theirs, (size_t)room))
        return fail("memmove", size, from, to);
    memcpy(ours, first, (size_t)room);
    ours_memcpy(ours + to, first + from, (size_t)size);
    memcpy(theirs, first, (size_t)room);
    memcpy(theirs + to, first + from, (size_t)size);
    return memcmp(ours, theirs, (size_t)room) ? fail("memcpy", size, from, to) : 0;
}

static int set(int size, int to)
{
    memcpy(ours, first, (size_t)room);
    memcpy(theirs, first, (size_t)room);
    memset(theirs + to, 0x1a5, (size_t)size);
    ours_memset(ours + to, 0x1a5, (size_t)size);
    return memcmp(ours, theirs, (size_t)room) ? fail("memset", size, 0, to) : 0;
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static int compared(int size, int from, int at)
{
    memcpy(ours, first, (size_t)room);
    if (at >= 0)
        ours[from + at] ^= 0x81;
    /* A byte behind the end is not compared. */
    ours[from + size] ^= 0x42;
    int expected = sign(memcmp(ours + from, first + from, (size_t)size));
    if (sign(ours_memcmp(ours + from, first + from, (size_t)size)) != expected)
        return fail("memcmp", size, from, at);
    if (!ours_bcmp(ours + from, first + from, (size_t)size) != !expected)
        return fail("bcmp", size, from, at);
    return 0;
}

int main(void)
{
    long cases = 0;
    int bad = 0;
    fill();
    for (int size = 0; size <= MOST && !bad; size++) {
        for (int to = 0; to < 20; to++, cases++)
            bad |= set(size, to) | compared(size, to, -1);
        for (int at = 0; at < size; at++, cases++)
            bad |= compared(size, at % 17, at);
        for (int from = 200; from < 217; from += 4)
            for (int to = 0; to < 420; to += (to > 180 && to < 240) ? 1 : 13, cases++)
                bad |= moved(size, from, to);
    }
    /* Long ones, with and without an overlap. */
    room = ROOM;
    for (int size = 3000; size <= 5000 && !bad; size += 67)
        for (int to = 0; to < 6400; to += 139, cases++)
            bad |= set(size, to) | compared(size, to, size - 1) | moved(size, 3000, to);
    printf("%ld cases\n", cases);
    return bad;
}
