internal import EventLoops
internal import Glibc

/// Runs shell commands for test fixtures, and waits for them.
package enum Shell {
    // Hidden from Swift behind glibc's feature macros; spawn.h.
    private static let setSession: Int32 = 0x80

    /// PostgreSQL refuses to run as root: a prefix that drops to its own user, or nothing.
    static let asPostgres =
        getuid() == 0 ? "setpriv --reuid=postgres --regid=postgres --clear-groups" : ""

    static let chown = getuid() == 0 ? "chown postgres:postgres" : ":"

    /// Makes a folder of PostgreSQL's user, which others may pass through: we, who aren't that user, read a
    /// log there and connect to a socket. It is in memory where there is room: half of what a disk's file
    /// system does for tests is to find space for the files of databases that soon go.
    static func makeFolder() throws -> String {
        try output(
            """
            parent=/tmp
            free=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1)
            if [ -w /dev/shm ] && [ "${free:-0}" -gt \(memoryKiBMin) ]; then parent=/dev/shm; fi
            dir=$(mktemp -d $parent/shipmate-test-XXXXXX) && chmod 755 $dir && \(chown) $dir && echo $dir
            """)
    }

    /// More than all databases of a process of tests take together.
    private static let memoryKiBMin = 4_194_304

    static func run(_ command: String) throws {
        _ = try output(command)
    }

    /// The command's standard output, without spaces at its ends; an error with all output if it fails.
    package static func output(_ command: String) throws -> String {
        let ends = try makePipe()
        let errors = "/tmp/shipmate-shell-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let process = try spawn("{ \(command)\n} 2>\(errors)", input: nil, output: ends[1])
        Glibc.close(ends[1])
        let text = trimmed(readAll(ends[0]))
        Glibc.close(ends[0])
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        defer { unlink(errors) }
        guard status == 0 else {
            let file = open(errors, O_RDONLY)
            defer { Glibc.close(file) }
            throw TestCluster.Failure(description: "\(command): \(text) \(trimmed(readAll(file)))")
        }
        return text
    }

    /// Starts a process that reads and writes at the descriptors given; they stay open here.
    ///
    /// - Parameter descriptors: ours, by the number that each has there.
    static func start(_ command: String, descriptors: [Int32: Int32]) throws -> pid_t {
        try spawn("exec \(command)", input: nil, output: nil, others: descriptors)
    }

    /// Starts a process in a session of its own that runs `command` once the descriptor given back is closed,
    /// be it by the end of this process.
    ///
    /// It isn't a child of this process: Swift Testing waits for children, and a finished one without a
    /// reader would keep it busy until the end of all tests.
    static func spawnWatchdog(_ command: String) throws -> Int32 {
        let ends = try makePipe()
        // A background command has no input except one given by name.
        let parent = try spawn(
            "exec 3<&0; { read -r line <&3; \(command)\n} &", input: ends[0], output: nil, isDetached: true)
        Glibc.close(ends[0])
        var status: Int32 = 0
        while waitpid(parent, &status, 0) < 0 && errno == EINTR {}
        return ends[1]
    }

    /// Held between making a pipe and hiding it from children, so that none started meanwhile keeps it open.
    private static let spawning = Locked(())

    static func makePipe() throws -> [Int32] {
        try spawning.withLock { _ in
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { throw failure("pipe") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return ends
        }
    }

    static func close(_ descriptor: Int32) {
        Glibc.close(descriptor)
    }

    private static func spawn(
        _ command: String, input: Int32?, output: Int32?, others: [Int32: Int32] = [:],
        isDetached: Bool = false
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        var copies = [null]
        defer { for copy in copies { Glibc.close(copy) } }
        posix_spawn_file_actions_adddup2(&actions, input ?? null, 0)
        posix_spawn_file_actions_adddup2(&actions, output ?? null, 1)
        posix_spawn_file_actions_adddup2(&actions, null, 2)
        // Moved out of the way of those that others are copied to.
        for (there, here) in others {
            let copy = fcntl(here, F_DUPFD_CLOEXEC, 64)
            copies.append(copy)
            posix_spawn_file_actions_adddup2(&actions, copy, there)
        }
        // Started from a test's thread, whose signals may be blocked or ignored.
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (isDetached ? setSession : 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var process = pid_t()
        let words: [String?] = ["/bin/sh", "-c", command, nil]
        let arguments = words.map { $0.map { strdup($0) } ?? nil }
        defer { for argument in arguments { free(argument) } }
        let status = spawning.withLock { _ in
            posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environ)
        }
        guard status == 0 else { throw failure("posix_spawn") }
        return process
    }

    private static func readAll(_ descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count > 0 { bytes += chunk[..<count] } else if count == 0 || errno != EINTR { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    private static func failure(_ call: String) -> TestCluster.Failure {
        TestCluster.Failure(description: "\(call): \(String(cString: strerror(errno)))")
    }
}
