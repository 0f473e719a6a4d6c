internal import EventLoops
internal import Glibc

/// The remains of a killed shipmate or a killed PostgreSQL. The caller holds the directory's lock, so no
/// other process uses them.
struct Leftovers {
    let cluster: String
    let socket: SocketDirectory
    let report: (String) -> Void

    /// Ends what still runs and removes files that would stop the next start.
    func clear() throws(EmbeddedPostgresError) {
        if let file = PostmasterFile.read(in: cluster), PostmasterFile.isPostgres(file.pid, of: cluster) {
            report("stopping the PostgreSQL that an earlier shipmate left running (process \(file.pid))")
            stop(file.pid)
        }
        let deadline = MonotonicInstant.now.adding(milliseconds: 10_000)
        while let straggler = killStragglers() {
            if MonotonicInstant.now > deadline { throw .busy(directory: cluster, pid: straggler) }
            usleep(10_000)
        }
        clearFiles()
    }

    /// Sends SIGKILL to processes of a PostgreSQL whose first process is gone; returns one of them, nil for
    /// none. It never waits, so a loop can call it.
    func killStragglers() -> pid_t? {
        var found: pid_t?
        for name in Files.names(in: "/proc") {
            guard let pid = pid_t(name), PostmasterFile.isPostgres(pid, of: cluster) else { continue }
            kill(pid, SIGKILL)
            found = pid
        }
        return found
    }

    /// A `postmaster.pid` whose number a stranger now has makes PostgreSQL refuse to start. One whose process
    /// is gone is left alone: PostgreSQL reads it to find shared memory still in use.
    func clearFiles() {
        socket.clear()
        guard let file = PostmasterFile.read(in: cluster) else { return }
        let isAlive = kill(file.pid, 0) == 0 || errno == EPERM
        if isAlive { unlink(PostmasterFile.path(in: cluster)) }
    }

    /// Fast shutdown, then immediate, then by force. Source: PostgreSQL's manual, "Shutting Down the Server".
    private func stop(_ pid: pid_t) {
        for (signal, milliseconds) in [(SIGINT, 10_000), (SIGQUIT, 5_000), (SIGKILL, 1_000)] {
            kill(pid, signal)
            let deadline = MonotonicInstant.now.adding(milliseconds: milliseconds)
            while MonotonicInstant.now < deadline {
                if !PostmasterFile.isPostgres(pid, of: cluster) { return }
                usleep(5_000)
            }
        }
    }
}
