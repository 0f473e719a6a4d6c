// Files that the binary carries: texts, without NUL bytes.
#ifndef SHIPMATE_RESOURCES_H
#define SHIPMATE_RESOURCES_H

#include <stddef.h>
#include <stdint.h>

// A file's bytes by its name without a folder, and their number; NULL if there is none of the name.
const uint8_t *shipmate_resource(const char *name, size_t *count);

#endif
