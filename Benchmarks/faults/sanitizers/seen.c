/* What ThreadSanitizer is told of Swift's own libraries, which it can't see into: linked around their functions (ld's
 * --wrap). Without it, whatever two threads do one after the other there would be taken for a race.
 *
 * A Mutex that nobody holds is locked and unlocked by code that is compiled into ours, and seen. Where threads meet,
 * the library does it, through a futex. A continuation that is resumed once its task has suspended goes through queues
 * of the runtime's, which say so themselves; one that is resumed before is handed over by an atomic in the runtime. */
#include <sanitizer/tsan_interface.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SWIFT_ASYNC __attribute__((swiftasynccall))
#define SELF __attribute__((swift_context)) void *

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define RESUME "swift_continuation_resume"
#define AWAIT "swift_continuation_await"

/* Synchronization._MutexHandle._lockSlow(UInt32), given the thread's own number. */
SWIFT void lock_unseen(uint32_t thread, SELF mutex) __asm__("__real_" LOCK);
SWIFT void lock_seen(uint32_t thread, SELF mutex) __asm__("__wrap_" LOCK);

SWIFT void lock_seen(uint32_t thread, SELF mutex) {
    lock_unseen(thread, mutex);
    __tsan_acquire(mutex);
}

/* Synchronization._MutexHandle._unlockSlow() */
SWIFT void unlock_unseen(SELF mutex) __asm__("__real_" UNLOCK);
SWIFT void unlock_seen(SELF mutex) __asm__("__wrap_" UNLOCK);

SWIFT void unlock_seen(SELF mutex) {
    __tsan_release(mutex);
    unlock_unseen(mutex);
}

SWIFT void *swift_task_getCurrent(void);

SWIFT void resume_unseen(void *task) __asm__("__real_" RESUME);
SWIFT void resume_seen(void *task) __asm__("__wrap_" RESUME);

SWIFT void resume_seen(void *task) {
    __tsan_release(task);
    resume_unseen(task);
}

/* Goes on with the task's next part, and never comes back here, where it was resumed already. */
SWIFT_ASYNC void await_unseen(void *context) __asm__("__real_" AWAIT);
SWIFT_ASYNC void await_seen(void *context) __asm__("__wrap_" AWAIT);

SWIFT_ASYNC void await_seen(void *context) {
    __tsan_acquire(swift_task_getCurrent());
    __attribute__((musttail)) return await_unseen(context);
}
