/* RE2's part that Shipmate needs, as C: RE2 itself speaks C++ alone. */
#ifndef SHIPMATE_CRE2_H
#define SHIPMATE_CRE2_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct shipmate_re2 shipmate_re2;

/* Compiles a pattern, in UTF-8, with at most `memory_bytes_max` for its programs. Never null; ask
   `shipmate_re2_error` whether it is good. */
shipmate_re2 *shipmate_re2_new(const char *pattern, size_t pattern_bytes, long long memory_bytes_max);

/* Why the pattern can't be used; null when it can. Lives as long as `re`. */
const char *shipmate_re2_error(const shipmate_re2 *re);

/* Whether the pattern matches `text` from its start on. Safe on many threads at once. */
bool shipmate_re2_matches(const shipmate_re2 *re, const char *text, size_t text_bytes);

void shipmate_re2_free(shipmate_re2 *re);

#ifdef __cplusplus
}
#endif

#endif
