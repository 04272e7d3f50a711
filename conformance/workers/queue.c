/* SPDX-License-Identifier: MIT */
#include "queue.h"

#include <stdlib.h>

#include "conformance/delivery/pinned.h"

/* How many cases of a task, from that one on, make a portion. */
static size_t portion_length(const struct workers_task *task, size_t first)
{
    size_t length = 1;

    while (task->portions && length < PORTION && first + length < task->count &&
           task->portions[first + length] == task->portions[first])
        length++;
    return length;
}

static void queue_add_task(struct queue *queue,
                           const struct workers_task *tasks, size_t task)
{
    const struct workers_task *t = &tasks[task];
    struct queue_task *bounds = &queue->tasks[task];
    size_t length;

    for (size_t k = 0; k < t->count; k += length) {
        struct queue_portion *portion = &queue->portions[queue->count];

        length = portion_length(t, k);
        *portion = (struct queue_portion){
            {bounds->first_case + k, length}, task, 0, k == 0};
        for (size_t i = k; i < k + length; i++)
            portion->ticks += pinned_count(&t->cases[i]->script);
        queue->turns[queue->count++] = portion;
    }
    bounds[1] =
        (struct queue_task){bounds->first_case + t->count, queue->count};
}

bool queue_is_long(const struct queue_portion *portion)
{
    return portion->ticks > PORTION_TICKS;
}

/* The first of each task; those of many ticks; all others. */
static int rank(const struct queue_portion *portion)
{
    return portion->begins ? 0 : queue_is_long(portion) ? 1 : 2;
}

static int by_turn(const void *a, const void *b)
{
    const struct queue_portion *one = *(const struct queue_portion *const *)a;
    const struct queue_portion *other = *(const struct queue_portion *const *)b;

    if (rank(one) != rank(other))
        return rank(one) - rank(other);
    if (rank(one) == 1 && one->ticks != other->ticks)
        return one->ticks > other->ticks ? -1 : 1;
    return (one > other) - (one < other);
}

bool queue_make(struct queue *queue, const struct workers_task *tasks,
                size_t count)
{
    size_t cases = 0;

    for (size_t t = 0; t < count; t++)
        cases += tasks[t].count;
    *queue =
        (struct queue){.portions = calloc(cases + 1, sizeof *queue->portions),
                       .turns = calloc(cases + 1, sizeof *queue->turns),
                       .tasks = calloc(count + 1, sizeof *queue->tasks)};
    if (!queue->portions || !queue->turns || !queue->tasks) {
        queue_free(queue);
        return false;
    }
    for (size_t t = 0; t < count; t++)
        queue_add_task(queue, tasks, t);
    qsort(queue->turns, queue->count, sizeof *queue->turns, by_turn);
    return true;
}

void queue_free(struct queue *queue)
{
    free(queue->portions);
    free(queue->turns);
    free(queue->tasks);
    *queue = (struct queue){0};
}
