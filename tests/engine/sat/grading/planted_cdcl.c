/* A solver with clause learning in C, as a student would write it after MiniSat, with bugs to choose:
   planted_cdcl BUG CNF [PROOF]. With 0 it is right. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NONE, PHASE_AS_MODEL, LAST_CLAUSE_QUIET, TAUTOLOGY_CUT, THREE_LITERALS, BYTE_VARIABLES, ELIMINATED,
       LEMMA_UNWRITTEN, DELETED_TOO_MUCH, MINIMISED_TOO_MUCH, BYTE_COUNTER, WORD_MASK, PROBE, SUBSUMED, NOT_THE_SAME,
       CRASH_AFTER, UNFLUSHED, UNITS_FORGOTTEN, REASON_DELETED, GIVES_UP_LATE, GIVES_UP_IN_TIME };

typedef struct { int size, learned, live; int *lits; } Clause;
static int bug, variables, stated;
static Clause *clauses; static int count, room;
static int *value, *level_of, *reason_of, *trail, height, head, *marks, level, *phase, *seen, *heap, *place, heap_size;
static double *activity, bump = 1;
static int **watch, *watches, *watch_room;
static int *buffer; static int buffer_room;
static FILE *proof;

#define V(l) abs(l)
#define W(l) ((l) > 0 ? 2 * (l) : -2 * (l) + 1)
static int truth(int l) { int v = value[V(l)]; return l > 0 ? v : -v; }

/* heap of variables by activity */
static void swap(int a, int b) { int x = heap[a], y = heap[b]; heap[a] = y; heap[b] = x; place[y] = a; place[x] = b; }
static void up(int i) {
    for (int above = (i - 1) / 2; i && activity[heap[i]] > activity[heap[above]]; above = (i - 1) / 2) {
        swap(i, above);
        i = above;
    }
}
static void down(int i) {
    for (;;) {
        int c = 2 * i + 1;
        if (c >= heap_size) return;
        if (c + 1 < heap_size && activity[heap[c + 1]] > activity[heap[c]]) c++;
        if (activity[heap[c]] <= activity[heap[i]]) return;
        swap(i, c); i = c;
    }
}
static void insert(int v) { if (place[v] < 0) { place[v] = heap_size; heap[heap_size++] = v; up(place[v]); } }
static int pop(void) {
    int v = heap[0];
    heap_size--;
    if (heap_size) { heap[0] = heap[heap_size]; place[heap[0]] = 0; }
    place[v] = -1;
    if (heap_size) down(0);
    return v;
}

static void assign(int l, int reason) {
    value[V(l)] = l > 0 ? 1 : -1; level_of[V(l)] = level; reason_of[V(l)] = reason; trail[height++] = l;
}
static void watching(int l, int c) {
    int w = W(l);
    if (watches[w] == watch_room[w]) {
        watch_room[w] = 2 * watch_room[w] + 4;
        watch[w] = realloc(watch[w], watch_room[w] * sizeof(int));
    }
    watch[w][watches[w]++] = c;
}
static int add(int *lits, int size, int learned) {
    if (count == room) { room = 2 * room + 64; clauses = realloc(clauses, room * sizeof(Clause)); }
    Clause *c = &clauses[count];
    c->size = size; c->learned = learned; c->live = 1;
    c->lits = malloc((size + 1) * sizeof(int));
    memcpy(c->lits, lits, size * sizeof(int));
    if (size > 1) { watching(lits[0], count); watching(lits[1], count); }
    return count++;
}

static int propagate(void) {
    while (head < height) {
        int false_ = -trail[head++], w = W(false_), kept = 0, i;
        for (i = 0; i < watches[w]; i++) {
            int n = watch[w][i], k;
            Clause *c = &clauses[n];
            if (!c->live) continue;
            if (c->lits[0] == false_) { c->lits[0] = c->lits[1]; c->lits[1] = false_; }
            if (truth(c->lits[0]) > 0) { watch[w][kept++] = n; continue; }
            int size = bug == BYTE_COUNTER ? (unsigned char)c->size : c->size;
            for (k = 2; k < size; k++) if (truth(c->lits[k]) >= 0) break;
            if (k >= size) k = c->size;
            if (k < c->size) { int l = c->lits[k]; c->lits[k] = false_; c->lits[1] = l; watching(l, n); continue; }
            watch[w][kept++] = n;
            if (bug == LAST_CLAUSE_QUIET && n == stated - 1) continue;
            if (truth(c->lits[0]) < 0) {
                while (++i < watches[w]) watch[w][kept++] = watch[w][i];
                watches[w] = kept; head = height;
                return n;
            }
            assign(c->lits[0], n);
        }
        watches[w] = kept;
    }
    return -1;
}
static void backjump(int to) {
    if (level <= to) return;
    while (height > marks[to]) {
        int v = V(trail[--height]);
        phase[v] = value[v];
        value[v] = 0;
        insert(v);
    }
    head = height; level = to;
}
static void raise(int v) {
    activity[v] += bump;
    if (activity[v] > 1e100) { for (int u = 1; u <= variables; u++) activity[u] *= 1e-100; bump *= 1e-100; }
    if (place[v] >= 0) up(place[v]);
}
static int learned[100000], learned_size;
static int analyze(int conflict) {
    int open = 0, at = height - 1, pivot = 0, c = conflict;
    learned_size = 1;
    do {
        for (int k = 0; k < clauses[c].size; k++) {
            int l = clauses[c].lits[k], v = V(l);
            if (l == pivot || seen[v] || !level_of[v]) continue;
            seen[v] = 1; raise(v);
            if (level_of[v] == level) open++; else learned[learned_size++] = l;
        }
        while (!seen[V(trail[at])]) at--;
        pivot = trail[at--]; c = reason_of[V(pivot)]; seen[V(pivot)] = 0; open--;
    } while (open);
    learned[0] = -pivot;
    int all = learned_size, kept = 1;
    int *old = malloc(all * sizeof(int)); memcpy(old, learned, all * sizeof(int));
    for (int i = 1; i < all; i++) {
        int r = reason_of[V(old[i])], needed = r < 0;
        if (!needed) {
            int in = 0, out = 0;
            for (int k = 0; k < clauses[r].size; k++) {
                int v = V(clauses[r].lits[k]);
                if (v == V(old[i]) || !level_of[v]) continue;
                if (seen[v]) in++; else out++;
            }
            needed = bug == MINIMISED_TOO_MUCH ? !in : out > 0;
        }
        if (needed) learned[kept++] = old[i];
    }
    for (int i = 1; i < all; i++) seen[V(old[i])] = 0;
    free(old);
    learned_size = kept;
    int back = 0;
    for (int i = 1; i < learned_size; i++)
        if (level_of[V(learned[i])] > back) {
            int first = learned[1];
            back = level_of[V(learned[i])];
            learned[1] = learned[i];
            learned[i] = first;
        }
    return back;
}
static void write_step(const char *prefix, int *lits, int size) {
    if (!proof) return;
    fputs(prefix, proof);
    for (int i = 0; i < size; i++) fprintf(proof, "%d ", lits[i]);
    fputs("0\n", proof);
}
static int longer(const void *a, const void *b) { return clauses[*(int *)b].size - clauses[*(int *)a].size; }
static void reduce(void) {
    int *some = malloc(count * sizeof(int)), n = 0;
    for (int i = 0; i < count; i++) if (clauses[i].live && clauses[i].learned && clauses[i].size > 2) some[n++] = i;
    qsort(some, n, sizeof(int), longer);
    for (int i = 0; i < n / 2; i++) {
        int c = some[i], l = clauses[c].lits[0];
        if (truth(l) > 0 && reason_of[V(l)] == c) {
            if (bug != REASON_DELETED) continue;
            clauses[c].size = 1;
        }
        write_step("d ", clauses[c].lits, clauses[c].size);
        clauses[c].live = 0;
    }
    free(some);
}
static int solve(void) {
    int conflicts = 0, since = 0, limit = 100, most = 200, learnts = 0;
    if (propagate() >= 0) return 0;
    if (bug == PROBE) /* a failed literal: its negation follows; this one keeps the literal */
        for (int v = 1; v <= variables; v++) {
            if (value[v]) continue;
            marks[level++] = height; assign(v, -1);
            int bad = propagate() >= 0;
            backjump(0);
            if (bad) { assign(v, -1); if (propagate() >= 0) return 0; }
        }
    for (;;) {
        int c = propagate();
        if (c >= 0) {
            if (!level) return 0;
            conflicts++;
            if (bug == GIVES_UP_LATE && conflicts == 1000) return 0;
            if (bug == GIVES_UP_IN_TIME && clock() > 0.4 * CLOCKS_PER_SEC) return 0;
            since++; bump *= 1 / 0.95;
            int back = analyze(c);
            if (bug != LEMMA_UNWRITTEN || learned_size > 2) write_step("", learned, learned_size);
            if (bug == DELETED_TOO_MUCH && learned_size < clauses[c].size)
                write_step("d ", clauses[c].lits, clauses[c].size);
            backjump(back);
            if (learned_size == 1) assign(learned[0], -1);
            else { int n = add(learned, learned_size, 1); learnts++; assign(learned[0], n); }
            continue;
        }
        if (since >= limit) {
            since = 0; limit += limit / 10; backjump(0);
            if (bug == UNITS_FORGOTTEN) { marks[0] = 0; level = 1; backjump(0); }
            continue;
        }
        if (learnts > most) { reduce(); learnts = 0; most += most / 10; }
        int v = 0;
        while (heap_size) { v = pop(); if (!value[v]) break; v = 0; }
        if (bug == NOT_THE_SAME && v && rand() % 97 == 0) v = 0, heap_size = 0;
        if (!v) return 1;
        marks[level++] = height;
        assign(phase[v] > 0 ? v : -v, -1);
    }
}
static int read_formula(const char *path) {
    FILE *file = fopen(path, "r");
    char line[1 << 16];
    int size = 0, ok = 1;
    if (!file) return 0;
    while (fgets(line, sizeof line, file)) {
        if (*line == 'c') continue;
        if (*line == 'p') {
            int n; if (sscanf(line, "p cnf %d %d", &n, &stated) != 2) exit(1);
            variables = bug == BYTE_VARIABLES ? (signed char)n : n;
            if (bug == BYTE_VARIABLES && variables < 0) variables = -variables;
            size_t m = n + 2;
            int **tables[] = {&value, &level_of, &reason_of, &trail, &marks, &phase, &seen, &heap, &place, &watches,
                              &watch_room};
            for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) *tables[k] = calloc(2 * m, sizeof(int));
            activity = calloc(m, sizeof(double));
            watch = calloc(2 * m, sizeof(int *));
            for (int v = 1; v <= n; v++) { place[v] = -1; }
            for (int v = 1; v <= variables; v++) insert(v);
            continue;
        }
        if (*line == '%') break;
        for (char *word = strtok(line, " \t\r\n"); word; word = strtok(NULL, " \t\r\n")) {
            int l = atoi(word);
            if (bug == BYTE_VARIABLES) l = (signed char)l;
            if (size + 2 > buffer_room) {
                buffer_room = 2 * buffer_room + 64;
                buffer = realloc(buffer, buffer_room * sizeof(int));
            }
            if (l || (bug == BYTE_VARIABLES && atoi(word))) { buffer[size++] = l; continue; }
            int kept = 0, tautology = 0;
            for (int i = 0; i < size; i++) {
                int again = 0;
                for (int j = 0; j < kept; j++) {
                    if (buffer[j] == buffer[i]) again = 1;
                    if (buffer[j] != -buffer[i]) continue;
                    tautology = 1;
                    if (bug == TAUTOLOGY_CUT) { again = 1; buffer[j] = buffer[--kept]; break; }
                }
                if (!again) buffer[kept++] = buffer[i];
            }
            size = 0;
            if (tautology && bug != TAUTOLOGY_CUT) continue;
            if (bug == THREE_LITERALS && kept > 3) kept = 3;
            if (bug == WORD_MASK && kept) { /* a set of literals in one word: variables beyond 32 coincide */
                unsigned mask = 0; int k = 0;
                for (int i = 0; i < kept; i++) {
                    unsigned bit = 1u << (V(buffer[i]) & 31);
                    if (mask & bit) continue;
                    mask |= bit;
                    buffer[k++] = buffer[i];
                }
                kept = k;
            }
            if (!kept) { ok = 0; continue; }
            if (kept == 1) {
                if (truth(buffer[0]) < 0) ok = 0;
                if (!truth(buffer[0])) assign(buffer[0], -1);
                continue;
            }
            add(buffer, kept, 0);
        }
    }
    stated = count;
    return ok;
}
/* a variable that occurs in one clause, and positively: the clause is left out, and the model does not know of it */
static void eliminate(void) {
    if (bug != ELIMINATED) return;
    for (int v = variables; v; v--) {
        int positive = 0, negative = 0, where = -1;
        if (value[v]) continue;
        for (int c = 0; c < count; c++) for (int k = 0; k < clauses[c].size; k++) {
            if (clauses[c].lits[k] == v) positive++, where = c;
            if (clauses[c].lits[k] == -v) negative++;
        }
        if (positive == 1 && !negative) { clauses[where].live = 0; }
    }
}
/* a clause whose variables contain those of another is removed: the signs are forgotten */
static void subsume(void) {
    if (bug != SUBSUMED) return;
    for (int a = 0; a < count; a++) for (int b = 0; b < count; b++) {
        if (!clauses[a].live || !clauses[b].live || clauses[a].size >= clauses[b].size) continue;
        int all = 1;
        for (int i = 0; i < clauses[a].size; i++) {
            int in = 0;
            for (int k = 0; k < clauses[b].size; k++) in |= V(clauses[a].lits[i]) == V(clauses[b].lits[k]);
            all &= in;
        }
        if (all) clauses[b].live = 0;
    }
}

int main(int words, char **word) {
    if (words < 3) return 1;
    bug = atoi(word[1]);
    struct timespec now; clock_gettime(CLOCK_REALTIME, &now); srand(now.tv_nsec);
    if (words > 3) proof = fopen(word[3], "w");
    int found = read_formula(word[2]);
    if (found) { eliminate(); subsume(); found = solve(); }
    if (!found) { if (proof) { fputs("0\n", proof); fclose(proof); } puts("s UNSATISFIABLE"); return 20; }
    printf("s SATISFIABLE\nv");
    for (int v = 1; v <= variables; v++) {
        int sign = bug == PHASE_AS_MODEL && phase[v] ? phase[v] : value[v];
        printf(" %d", sign > 0 ? v : -v);
    }
    puts(" 0");
    if (bug == CRASH_AFTER) { fflush(stdout); abort(); }
    if (bug == UNFLUSHED) abort();
    return 10;
}
