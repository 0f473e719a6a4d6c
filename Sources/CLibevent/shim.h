// The system headers come first: event-config.h defines _GNU_SOURCE, and fd_set must look as it does in Glibc's module.
#include <features.h>
#include <sys/types.h>
#include <sys/select.h>
#include <sys/time.h>
#include <malloc.h>
#include <event2/event.h>
#include <event2/thread.h>

// Glibc declares it for _GNU_SOURCE only, which Swift's Glibc module leaves undefined.
int pthread_setname_np(unsigned long thread, const char *name);

// The Swift runtime's hook for jobs of the generic executor: swift/Runtime/Concurrency.h. Swift has no name for it.
extern void *swift_task_enqueueGlobal_hook __attribute__((swift_attr("nonisolated(unsafe)")));
