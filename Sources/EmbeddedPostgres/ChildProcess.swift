internal import EventLoops
internal import Glibc

/// A program run beside us: no shell, no inherited descriptors. It has its own process group, so that
/// Ctrl-C at the terminal only reaches us and we decide when it stops.
struct ChildProcess: Equatable, Sendable {
    let pid: pid_t

    /// How it ended; see wait(2).
    struct Exit: Equatable, Sendable, CustomStringConvertible {
        let status: Int32

        var isSuccess: Bool { status == 0 }

        var description: String {
            let signal = status & 0x7f
            return signal == 0 ? "exit status \((status >> 8) & 0xff)" : "signal \(signal)"
        }
    }

    /// - Parameters:
    ///   - arguments: the program's absolute path, then its arguments.
    ///   - input: the descriptor it reads; none by default.
    ///   - output: the descriptor it writes to; none by default.
    ///   - errors: the descriptor it complains on.
    static func start(
        _ arguments: [String], input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil
    ) throws(EmbeddedPostgresError) -> ChildProcess {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        redirect(&actions, 0, to: input, orPath: O_RDONLY)
        redirect(&actions, 1, to: output, orPath: O_WRONLY)
        redirect(&actions, 2, to: errors, orPath: O_WRONLY)
        var attributes = freshAttributes()
        defer { posix_spawnattr_destroy(&attributes) }
        var pid: pid_t = 0
        let status = withCStrings(arguments) { arguments in
            withCStrings(environment) {
                posix_spawn(&pid, arguments[0]!, &actions, &attributes, arguments, $0)
            }
        }
        guard status == 0 else {
            throw .file(arguments[0], "can't be run", String(cString: strerror(status)))
        }
        return ChildProcess(pid: pid)
    }

    /// How it ended, or nil while it runs.
    func poll() -> Exit? {
        var status: Int32 = 0
        let result = waitpid(pid, &status, WNOHANG)
        if result == 0 || (result < 0 && errno == EINTR) { return nil }
        return Exit(status: result < 0 ? 0 : status)
    }

    /// Waits for its end, or nil when `milliseconds` pass first.
    func wait(milliseconds: Int) -> Exit? {
        let deadline = MonotonicInstant.now.adding(milliseconds: milliseconds)
        var pause: UInt32 = 250
        while true {
            if let exit = poll() { return exit }
            if MonotonicInstant.now >= deadline { return nil }
            usleep(pause)
            pause = min(5_000, pause * 5 / 4)
        }
    }

    func signal(_ number: Int32) {
        kill(pid, number)
    }

    /// Keeps what a service manager or a shell passed us, a listening socket say, from the programs we start:
    /// PostgreSQL would hold it open past our end.
    static func keepDescriptorsFromChildren() {
        for name in Files.names(in: "/proc/self/fd") {
            if let descriptor = Int32(name), descriptor > 2 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        }
    }

    /// The environment of child processes: no `PG*` variable of ours can change their behaviour.
    private static let environment = [
        "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C", "TZ=UTC",
    ]

    private static func redirect(
        _ actions: inout posix_spawn_file_actions_t, _ target: Int32, to source: Int32?, orPath flags: Int32
    ) {
        if let source {
            posix_spawn_file_actions_adddup2(&actions, source, target)
        } else {
            posix_spawn_file_actions_addopen(&actions, target, "/dev/null", flags, 0)
        }
    }

    /// Signals as a fresh process has them: we ignore SIGPIPE, and a shell may have blocked others.
    private static func freshAttributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return attributes
    }
}

/// Lends `strings` as the NULL-terminated array of C strings that exec wants.
private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}
