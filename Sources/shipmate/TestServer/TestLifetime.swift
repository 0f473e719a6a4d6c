internal import EmbeddedPostgres
internal import EventLoops
internal import Glibc

/// When a test server ends by itself: with its parent, at the end of a pipe on standard input, or unused.
struct TestLifetime {
    private static let idleMilliseconds = 600_000

    /// Nil where no process counts.
    private let parent: pid_t?
    private let isInherited: Bool
    private let input: Int32
    private let hasPipe: Bool

    /// - Parameters:
    ///   - parent: nil for the process that started this one, 0 for none.
    ///   - input: A descriptor, whose end counts where it is a pipe.
    init(parent: Int32?, input: Int32 = STDIN_FILENO) {
        let own = getppid()
        self.parent = parent == 0 || parent == nil && own <= 1 ? nil : parent ?? own
        isInherited = parent == nil
        var status = stat()
        self.input = input
        hasPipe = fstat(input, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    func isOver(calledAt: MonotonicInstant) -> Bool {
        if MonotonicInstant.now.milliseconds(since: calledAt) >= Self.idleMilliseconds { return true }
        return isParentGone || hasPipe && isInputAtEnd
    }

    private var isParentGone: Bool {
        guard let parent else { return false }
        if isInherited { return getppid() != parent }
        return kill(parent, 0) != 0 && errno == ESRCH || isZombie(parent)
    }

    /// A process that has ended keeps its pid until it is waited for. A test runner waits for the end of its
    /// tests' output first, which this process holds open.
    private func isZombie(_ pid: pid_t) -> Bool {
        guard let text = Files.read("/proc/\(pid)/stat"), let name = text.lastIndex(of: ")") else {
            return false
        }
        return text[name...].dropFirst(2).first == "Z"
    }

    /// Whatever comes is dropped.
    private var isInputAtEnd: Bool {
        var entry = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        while poll(&entry, 1, 0) > 0 {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            if read(input, &bytes, bytes.count) <= 0 { return true }
        }
        return false
    }
}
