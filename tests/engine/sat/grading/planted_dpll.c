/* A small DPLL solver in C, as a student would write it, with bugs to choose: planted_dpll BUG CNF. With 0 it is right. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NONE, SECOND_VALUE_AT_3, TRAIL, LAST_CLAUSE, WRONG_PURE, STALE_PURE, CONTRADICTION, MANY_CLAUSES, LONG_CLAUSE,
       LAST_LITERAL, DEEP, REPEATED };

static int bug, variables, count, value[4096], trail[4096], height;
static int *clause[65536], length[65536];

static int truth(int literal) { int v = value[abs(literal)]; return literal > 0 ? v : -v; }
static void assign(int literal) { value[abs(literal)] = literal > 0 ? 1 : -1; trail[height++] = abs(literal); }

static int read(const char *path) {
    FILE *file = fopen(path, "r");
    char word[64];
    int buffer[4096], size = 0;
    while (fscanf(file, "%63s", word) == 1) {
        if (*word == 'c' || *word == 'p') {
            int c;
            if (*word == 'p' && fscanf(file, "%*s %d", &variables) != 1) return 0;
            while ((c = fgetc(file)) != '\n' && c != EOF) {}
        } else if (atoi(word)) {
            buffer[size++] = atoi(word);
        } else {
            if (bug == LONG_CLAUSE && size > 4) size = 4;
            clause[count] = malloc((size + 1) * sizeof(int));
            memcpy(clause[count], buffer, size * sizeof(int));
            length[count++] = size;
            size = 0;
        }
    }
    if (bug == LAST_CLAUSE && count) count--;
    if (bug == MANY_CLAUSES && count > 32) count = 32;
    return 1;
}

/* 0 for a conflict, else 1 */
static int propagate(void) {
    for (int again = 1; again;) {
        again = 0;
        for (int n = 0; n < count; n++) {
            int satisfied = 0, open = 0, unit = 0;
            for (int k = 0; k < length[n]; k++) {
                int t = truth(clause[n][k]);
                if (t > 0) satisfied = 1;
                if (bug == LAST_LITERAL && k > 2) break;
                if (bug == REPEATED && k && clause[n][k] == clause[n][k - 1]) satisfied = 1; /* "a tautology" */
                if (t == 0 && clause[n][k] != unit) { open++; unit = clause[n][k]; }
            }
            if (satisfied) continue;
            if (open == 0) { if (bug == CONTRADICTION && length[n] == 2) continue; return 0; }
            if (open == 1) { assign(unit); again = 1; }
        }
    }
    return 1;
}

static void pure(int depth) {
    if (bug != WRONG_PURE && bug != STALE_PURE) return;
    for (int v = 1; v <= variables; v++) {
        int positive = 0, negative = 0;
        if (value[v]) continue;
        for (int n = 0; n < count; n++) {
            int satisfied = 0;
            for (int k = 0; k < length[n]; k++) satisfied |= truth(clause[n][k]) > 0;
            if (satisfied) continue;
            for (int k = 0; k < length[n]; k++) {
                positive += clause[n][k] == v;
                negative += clause[n][k] == -v;
            }
        }
        if (bug == WRONG_PURE && positive && !negative) assign(length[0] > 2 ? -v : v);
        if (bug == STALE_PURE && negative && !positive) {
            if (depth) value[v] = -1; else assign(-v);   /* not on the trail: never undone */
        }
    }
}

static void undo(int to) {
    int skipped = bug == TRAIL && height - to > 2;
    while (height > to) {
        int v = trail[--height];
        if (!(skipped && height == to + 1)) value[v] = 0;
    }
}

static int search(int depth) {
    if (!propagate()) return 0;
    pure(depth);
    if (bug == DEEP && depth > 3) return 0;
    int v = 1;
    while (v <= variables && value[v]) v++;
    if (v > variables) return 1;
    int mark = height;
    for (int sign = 1; sign >= -1; sign -= 2) {
        if (sign < 0 && bug == SECOND_VALUE_AT_3 && depth == 3) break;
        assign(sign * v);
        if (search(depth + 1)) return 1;
        undo(mark);
    }
    return 0;
}

int main(int words, char **word) {
    if (words < 3) return 1;
    bug = atoi(word[1]);
    if (!read(word[2])) return 1;
    if (!search(0)) { puts("s UNSATISFIABLE"); return 20; }
    printf("s SATISFIABLE\nv");
    for (int v = 1; v <= variables; v++) printf(" %d", value[v] > 0 ? v : -v);
    puts(" 0");
    return 10;
}
