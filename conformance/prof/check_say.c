/* SPDX-License-Identifier: MIT */
/* What is wrong with files, in sentences, by the files alone. */
#include <inttypes.h>

#include "check.h"
#include "conformance/base/plural.h"
#include "reference/files/gmon_out.h"

/* Where Linux loads programs that can be moved: from there on. */
#define CHECK_LOADED UINT64_C(0x500000000000)

static void say_of_mending(struct prof_check *check,
                           const struct prof_check_file *f)
{
    static const char todo[] =
        "Was the disk full, or the program killed while it wrote? What is "
        "there is right; --fix FILE writes it as a file that gprof reads.";
    const struct prof_mended *m = &f->mended;

    if (m->missing)
        prof_check_say(check, ILL_CUT, todo,
                       "%s ends too early, at byte %" PRIu64 ": %" PRIu64
                       " of its %" PRIu64 " counters are not there, nor is any "
                       "count of calls.",
                       f->name, m->size, m->missing, m->wanted);
    else if (m->cut)
        prof_check_say(check, ILL_CUT, todo,
                       "%s ends too early, at byte %" PRIu64 ", in the middle "
                       "of a record: its last %" PRIu64 " bytes are none.",
                       f->name, m->size, m->cut);
    if (m->junk)
        prof_check_say(check, ILL_TAIL,
                       "Was something appended to it? --fix FILE writes it "
                       "without.",
                       "%s has %" PRIu64 " bytes at its end that are no record "
                       "of a profile.",
                       f->name, m->junk);
    if (m->rate)
        prof_check_say(check, ILL_RATE,
                       "Say the rate with --rate N; --fix FILE then writes it.",
                       "%s tells a rate of %" PRId32 " ticks a second, which "
                       "is none.",
                       f->name, (int32_t)m->rate);
}

static void say_of_encoding(struct prof_check *check,
                            const struct prof_check_file *f)
{
    struct encoding is = f->file.encoding, wanted = check->encoding;
    const char *whose = check->program ? check->program : "this machine";

    if (is.word == wanted.word && is.order == wanted.order)
        return;
    prof_check_say(check, ILL_ENCODING,
                   "Give gprof of that machine the program that made it; or "
                   "--fix FILE writes it anew.",
                   "%s was written where addresses have %u bytes, the %s one "
                   "first; those of %s have %u, the %s one first, and gprof "
                   "can't read it for that.",
                   f->name, is.word, is.order == ORDER_BIG ? "high" : "low",
                   whose, wanted.word,
                   wanted.order == ORDER_BIG ? "high" : "low");
}

static void say_of_ticks(struct prof_check *check,
                         const struct prof_check_file *f)
{
    const struct histogram *h = &f->histogram;
    const char *why =
        f->calls ? "The program ran for less than a tick of CPU time, or it "
                   "blocked SIGPROF, or took it or its timer for itself."
                 : "It ran for less than a tick of CPU time, or profiling was "
                   "not turned on, or what ran was not compiled with -pg.";

    if (f->ticks == 0 && !h->rate && f->file.layout != LAYOUT_MON)
        prof_check_say(check, ILL_NO_TICKS,
                       "Was profil called, and did it succeed? Print what it "
                       "returned.",
                       "%s has no tick, and its rate is 0: its clock was never "
                       "started.",
                       f->name);
    else if (f->ticks == 0)
        prof_check_say(check, ILL_NO_TICKS, why,
                       "%s has no tick: all of its %" PRIu64 " counters are 0, "
                       "and %" PRIu64 " call%s were counted.",
                       f->name, h->count, f->calls, plural(f->calls));
    else if (h->rate == 0 && f->file.layout != LAYOUT_MON && !f->mended.rate)
        prof_check_say(check, ILL_RATE, "Say the rate with --rate N.",
                       "%s tells no rate: its %" PRIu64 " tick%s are no time.",
                       f->name, f->ticks, plural(f->ticks));
    if (!check->symbols && h->low >= CHECK_LOADED)
        prof_check_say(check, ILL_SHIFTED,
                       "Give the program, too: then it is said by how much, "
                       "and --fix FILE puts it right.",
                       "%s has addresses from 0x%" PRIx64 " on, where programs "
                       "are loaded; gprof has them where their files do, and "
                       "finds no function.",
                       f->name, h->low);
}

static void say_of_ceiling(struct prof_check *check,
                           const struct prof_check_file *f)
{
    const struct histogram *h = &f->histogram;
    char took[64] = "";

    if (!f->full)
        return;
    if (h->rate)
        snprintf(took, sizeof took, ", after %.2f s at %" PRIu32 " a second",
                 (double)prof_check_most(h) / h->rate, h->rate);
    prof_check_say(check, ILL_CEILING,
                   "Let it run for a shorter time, several times, and add up: "
                   "profilcheck prof FILE... does, or gprof -s.",
                   "%s has %" PRIu64 " counter%s at %" PRIu64 ", the most that "
                   "one holds%s, the first at 0x%" PRIx64 ": later ticks there "
                   "are lost, or it began again at 0.",
                   f->name, f->full, plural(f->full), prof_check_most(h), took,
                   share_bound(h, f->full_at));
}

/* With how many arcs a table of glibc's or 4.4BSD's, or ours, is full. */
static bool table_is_full(const struct prof_check_file *f)
{
    enum { LEAST = 50, PERCENT = 2, PERCENT_LATER = 3, MOST_44 = 65534 };
    uint64_t text = f->histogram.high - f->histogram.low;

    for (unsigned percent = PERCENT; percent <= PERCENT_LATER; percent++) {
        uint64_t limit = text / 100 * percent + text % 100 * percent / 100;

        limit = limit < LEAST ? LEAST : limit;
        if (f->arcs + 1 == limit || f->arcs + 1 == MOST_44)
            return true;
    }
    return f->arcs == text / 32 + 512;
}

static void say_of_arcs(struct prof_check *check,
                        const struct prof_check_file *f)
{
    if (f->outside)
        prof_check_say(check, ILL_ARCS_OUTSIDE,
                       "They are of a library that was compiled with -pg, or "
                       "of another place than the counters; gprof shows them "
                       "nowhere.",
                       "%s has %" PRIu64 " of %" PRIu64 " counts of calls for "
                       "functions outside of what it profiles: 0x%" PRIx64
                       " to 0x%" PRIx64 ", beside 0x%" PRIx64 " to 0x%" PRIx64
                       ".",
                       f->name, f->outside, f->arcs, f->lowest, f->highest,
                       f->histogram.low, f->histogram.high);
    if (f->arcs && table_is_full(f))
        prof_check_say(check, ILL_ARCS_LOST,
                       "Of a glibc since 2.37, set GLIBC_TUNABLES="
                       "glibc.gmon.minarcs=N to more.",
                       "%s has %" PRIu64 " counts of calls, as many as the "
                       "table in the program has room for: others may be lost.",
                       f->name, f->arcs);
}

/* What a header has that is not used. */
static void say_of_junk(struct prof_check *check,
                        const struct prof_check_file *f)
{
    unsigned from = 2u * f->file.encoding.word + 12, to = from + 12;

    switch (f->file.layout) {
    case LAYOUT_GMON_44: break;
    case LAYOUT_GMON_FREEBSD: from += 4; break;
    case LAYOUT_GMON_TAGGED:
        from = 8;
        to = GMON_TAGGED_HEADER;
        break;
    default: return;
    }
    for (unsigned k = from; k < to; k++)
        if (f->bytes[k]) {
            prof_check_say(check, ILL_JUNK,
                           "It does no harm to gprof; what reads FreeBSD's "
                           "files may take it for a counter's width.",
                           "%s has bytes in its header, at %u, that mean "
                           "nothing: who wrote it did not clear them.",
                           f->name, k);
            return;
        }
}

static void say_of_clashes(struct prof_check *check, size_t k)
{
    const struct prof_check_file *f = check->files + k, *first = check->files;
    const struct histogram *a = &first->histogram, *b = &f->histogram;

    if (f->overlap)
        prof_check_say(check, ILL_CLASH,
                       "Were files of several runs put together by cat? Give "
                       "them one by one.",
                       "%s has several histograms of the same addresses, which "
                       "gprof takes only where they are alike in all.",
                       f->name);
    if (k == 0 || !f->histograms || !first->histograms)
        return;
    if (a->rate != b->rate)
        prof_check_say(check, ILL_CLASH, "They can't be added up.",
                       "%s has %" PRIu32 " ticks a second, and %s %" PRIu32 ".",
                       first->name, a->rate, f->name, b->rate);
    if (a->low - first->base == b->low - f->base &&
        a->high - first->base == b->high - f->base && a->count == b->count)
        return;
    prof_check_say(check, ILL_CLASH,
                   "They are of different programs, or builds of one, or "
                   "loaded elsewhere: they can't be added up.",
                   "%s has %" PRIu64 " counters for 0x%" PRIx64 " to 0x%" PRIx64
                   ", and %s %" PRIu64 " for 0x%" PRIx64 " to 0x%" PRIx64 ".",
                   first->name, a->count, a->low, a->high, f->name, b->count,
                   b->low, b->high);
}

void prof_check_sentences(struct prof_check *check, size_t k)
{
    struct prof_check_file *f = check->files + k;

    say_of_mending(check, f);
    say_of_encoding(check, f);
    if (check->symbols && f->histograms)
        prof_check_program(check, f);
    say_of_clashes(check, k);
    if (f->histograms) {
        say_of_ticks(check, f);
        say_of_ceiling(check, f);
    } else {
        prof_check_say(check, ILL_NO_TICKS,
                       "The program was ended before it wrote its histogram, "
                       "or its libc wrote none.",
                       "%s has no histogram: no time can be shown.", f->name);
    }
    say_of_arcs(check, f);
    say_of_junk(check, f);
}
