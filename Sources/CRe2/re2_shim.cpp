#include "CRe2.h"

#include <re2/re2.h>

struct shipmate_re2 {
    re2::RE2 pattern;
};

namespace {
re2::RE2::Options options(long long memory_bytes_max) {
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(memory_bytes_max);
    options.set_never_capture(true);
    return options;
}
}

extern "C" shipmate_re2 *shipmate_re2_new(
    const char *pattern, size_t pattern_bytes, long long memory_bytes_max) {
    return new shipmate_re2{
        re2::RE2(re2::StringPiece(pattern, pattern_bytes), options(memory_bytes_max))};
}

extern "C" const char *shipmate_re2_error(const shipmate_re2 *re) {
    return re->pattern.ok() ? nullptr : re->pattern.error().c_str();
}

extern "C" bool shipmate_re2_matches(const shipmate_re2 *re, const char *text, size_t text_bytes) {
    return re->pattern.Match(
        re2::StringPiece(text, text_bytes), 0, text_bytes, re2::RE2::ANCHOR_START, nullptr, 0);
}

extern "C" void shipmate_re2_free(shipmate_re2 *re) { delete re; }
