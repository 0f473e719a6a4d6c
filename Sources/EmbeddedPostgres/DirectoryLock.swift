internal import Glibc

/// The right to run a data directory's PostgreSQL. Only its holder starts or stops the database, so a short
/// command never stops what a server uses; the kernel gives it back when the holder dies, however it dies.
final class DirectoryLock: Sendable {
    /// Why the holder runs the database.
    enum Purpose: String, Sendable {
        /// For as long as it serves: others may use the database meanwhile.
        case serve
        /// For a short while and for itself alone: others wait.
        case command
    }

    struct Holder: Equatable, Sendable {
        let pid: Int32
        /// Nil when the holder has not written it yet.
        let purpose: Purpose?
    }

    enum Attempt {
        case taken(DirectoryLock)
        case held(Holder)
    }

    private let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Closing alone would leave the lock with a child forked a moment ago, until it runs its program.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Takes the lock at `path` if it is free; never waits. The file stays when the lock is gone.
    static func attempt(_ path: String, for purpose: Purpose) throws(EmbeddedPostgresError) -> Attempt {
        let descriptor = try Files.open(path, O_RDWR | O_CREAT, mode: 0o600)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            defer { close(descriptor) }
            guard errno == EWOULDBLOCK else { throw .lastError(path, "can't be locked") }
            return .held(holder(Files.readAll(descriptor, bytesMax: 64)))
        }
        ftruncate(descriptor, 0)
        Files.writeAll(descriptor, "\(getpid()) \(purpose.rawValue)\n")
        return .taken(DirectoryLock(descriptor: descriptor))
    }

    private static func holder(_ text: String) -> Holder {
        let words = text.split { $0 == " " || $0 == "\n" }
        guard words.count == 2, let pid = Int32(words[0]) else { return Holder(pid: 0, purpose: nil) }
        return Holder(pid: pid, purpose: Purpose(rawValue: String(words[1])))
    }
}
