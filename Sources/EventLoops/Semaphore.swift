internal import Glibc

/// POSIX's counting semaphore. `@unchecked Sendable`: it is made to be used from many threads, at one address
/// for as long as it is there.
final class Semaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() {
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func signal() {
        sem_post(semaphore)
    }

    func wait() {
        // A signal's handler ends the wait early.
        while sem_wait(semaphore) != 0 {}
    }
}
